//! The WebAssembly of `utflane/detect`.
//!
//! JavaScript and WebAssembly share one buffer, which is as long as the text.

use std::borrow::Cow;
use std::cell::RefCell;

use utflane::{Certainty, detect_any, repair_mojibake};

thread_local! {
    /// The input, and then the output.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Resizes the buffer, with unspecified content, and returns its address. Length 0 frees its
/// memory.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *const u8 {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; len];
        text.as_ptr()
    })
}

/// Returns the address of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn content() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}

/// Returns the length of the buffer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn len() -> usize {
    TEXT.with_borrow(Vec::len)
}

/// Detects the encoding of the text in the buffer, and replaces the text by these values, with line
/// feeds in between: the name of the encoding (empty if it is unknown), that of the next best one,
/// the language, the name of a second encoding in a part of the text, and the digits of the offset
/// of this part in reverse order. The lowest bit of the result says whether the whole text is
/// well-formed in that encoding. The other bits are the certainty: 0 unknown, 1 a guess, 2 likely, 3
/// certain.
#[unsafe(no_mangle)]
pub extern "C" fn find() -> u32 {
    TEXT.with_borrow_mut(|text| {
        let found = detect_any(text);
        // NUL bytes occur in binary files, but not in texts in legacy encodings.
        let is_binary = found.language.is_some() && text.contains(&0);
        let name = found.name.filter(|_| !is_binary).unwrap_or_default();
        let how = match found.certainty {
            _ if name.is_empty() => 0,
            Certainty::Certain => 3,
            Certainty::Likely => 2,
            _ => 1,
        };
        let values = match how {
            0 => [""; 4],
            _ => [
                name,
                found.runner_up.unwrap_or_default(),
                found.language.unwrap_or_default(),
                found.mixed.map_or("", |mixed| mixed.name),
            ],
        };
        text.clear();
        for value in values {
            text.extend_from_slice(value.as_bytes());
            text.push(b'\n');
        }
        // The digits of the offset, the lowest one first. Formatting would need more code.
        let mut offset = found.mixed.map_or(0, |mixed| mixed.offset);
        while offset > 0 {
            text.push(b'0' + (offset % 10) as u8);
            offset /= 10;
        }
        how << 1 | u32::from(found.exact && how > 0)
    })
}

/// Undoes UTF-8 that was decoded as a code page, in the buffer, which contains UTF-8. Returns
/// whether anything has changed.
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
