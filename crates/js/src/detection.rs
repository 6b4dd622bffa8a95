//! The WebAssembly behind `utflane/detect`.
//!
//! Unicode's encodings are the library's to detect, others are guessed by the crate `chardetng`,
//! as the program does it. Both sides share one buffer, which is as long as the text.

use std::borrow::Cow;
use std::cell::RefCell;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use utflane::{Certainty, detect, repair_mojibake};

thread_local! {
    /// What goes in and what comes out.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes the buffer this long, with any content, and returns its address. Of length 0 it takes no
/// memory.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *const u8 {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; len];
        text.as_ptr()
    })
}

/// The address of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn content() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Bytes of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn len() -> usize {
    TEXT.with_borrow(Vec::len)
}

/// Detects the encoding of the text in the buffer, and leaves its name there instead, nothing if
/// none is known. The lowest bit tells whether all of it is well-formed in that encoding, the
/// others how it is known: 0 not at all, 1 by a guess, 2 most probably, 3 for certain. A text that
/// is not whole may end within a character.
#[unsafe(no_mangle)]
pub extern "C" fn find(is_whole: u32) -> u32 {
    TEXT.with_borrow_mut(|text| {
        let found = detect(text);
        let (name, how) = match found.charset {
            Some(charset) if found.certainty == Certainty::Certain => (charset.name(), 3),
            Some(charset) => (charset.name(), 2),
            // Binary files have NUL bytes, which texts in these encodings do not.
            None if text.contains(&0) => ("", 0),
            None => (guess(text, is_whole != 0), 1),
        };
        text.clear();
        text.extend_from_slice(name.as_bytes());
        how << 1 | u32::from(found.exact)
    })
}

fn guess(text: &[u8], is_whole: bool) -> &'static str {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(text, is_whole);
    detector.guess(None, Utf8Detection::Deny).name()
}

/// Undoes what happens to UTF-8 that is read in a code page, in the buffer, which holds UTF-8.
/// Returns whether anything has changed.
#[unsafe(no_mangle)]
pub extern "C" fn repair() -> u32 {
    TEXT.with_borrow_mut(|bytes| {
        let Ok(text) = utflane::from_utf8(bytes) else {
            return 0;
        };
        let Cow::Owned(repaired) = repair_mojibake(text) else {
            return 0;
        };
        *bytes = repaired.into_bytes();
        1
    })
}
