//! JavaScript interop: strings of UTF-16 that need not be well-formed, and positions that count
//! their units.
//!
//! ```text
//! cargo run --example javascript
//! ```
//!
//! An engine hands out a string as units. A tool in Rust looks for something in it, as text, and
//! says where it is in units, for the engine to mark it.

use std::ops::Range;
use utflane::{
    Utf8, Utf16, converted_index, encode_utf16, make_well_formed_utf16, original_index,
    transcode_to_string,
};

/// Where `word` is in a string of an engine, in units. Unpaired surrogates are replaced first: each
/// is one unit before and after, so positions stay.
fn find(string: &mut [u16], word: &str) -> Option<Range<usize>> {
    make_well_formed_utf16(string);
    let text = transcode_to_string::<Utf16>(string).ok()?;
    let at = text.find(word)?;
    let unit = |index| converted_index::<Utf8, Utf16>(text.as_bytes(), index);
    Some(unit(at)?..unit(at + word.len())?)
}

/// The text before a position in units that an engine has for `text`: a cursor, for example.
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
