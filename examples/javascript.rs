//! Shows interoperation with JavaScript: UTF-16 strings that may be malformed, and positions that
//! count code units.
//!
//! ```text
//! cargo run --example javascript
//! ```
//!
//! An engine passes a string as code units. A tool in Rust searches it as text, and returns the
//! position in code units, so that the engine can mark it.

use std::ops::Range;
use utflane::{
    Utf8, Utf16, converted_index, encode_utf16, make_well_formed_utf16, original_index,
    transcode_to_string,
};

/// Returns the range of `word` in a string of an engine, in code units. Unpaired surrogates are
/// replaced first. Each is one code unit before and after, so positions stay valid.
fn find(string: &mut [u16], word: &str) -> Option<Range<usize>> {
    make_well_formed_utf16(string);
    let text = transcode_to_string::<Utf16>(string).ok()?;
    let at = text.find(word)?;
    let unit = |index| converted_index::<Utf8, Utf16>(text.as_bytes(), index);
    Some(unit(at)?..unit(at + word.len())?)
}

/// Returns the text before a position of the engine, such as a cursor, in code units.
fn before(text: &str, unit: usize) -> Option<&str> {
    text.get(..original_index::<Utf8, Utf16>(text.as_bytes(), unit)?)
}

fn main() {
    let mut string = encode_utf16("naïve 😀 — Größe");
    string.push(0xD83D);
    println!("{:?}", find(&mut string, "Größe"));
    println!("{:?}", before("naïve 😀 — Größe", 8));
}

#[test]
fn positions_are_those_of_the_engine() {
    let mut string = encode_utf16("naïve 😀 — Größe");
    string[2] = 0xDC00;
    assert_eq!(find(&mut string, "Größe"), Some(11..16));
    assert_eq!(find(&mut string, "naïve"), None);
    assert_eq!(find(&mut string, "\u{FFFD}"), Some(2..3));
    assert_eq!(before("naïve 😀 — Größe", 8), Some("naïve 😀"));
    assert_eq!(before("naïve 😀 — Größe", 7), Some("naïve "));
    assert_eq!(before("naïve", 6), None);
}
