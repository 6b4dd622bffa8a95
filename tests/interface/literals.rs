//! Checks constants that are converted at compile time.
#![cfg(feature = "full")]

use utflane::{literal, utf16};

#[test]
fn literals_are_what_std_converts() {
    const TEXT: &str = "aé€😀\u{10FFFF}\u{D7FF}\u{E000}";
    const UNITS: &[u16] = utf16!(TEXT);
    assert_eq!(UNITS, TEXT.encode_utf16().collect::<Vec<_>>());
    for character in ('\0'..='\u{10FFFF}').step_by(37) {
        let text = &*character.encode_utf8(&mut [0; 4]).to_owned();
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(literal::utf16_len(text), units.len());
        match *units {
            [unit] => assert_eq!(literal::to_utf16(text), [unit]),
            [high, low] => assert_eq!(literal::to_utf16(text), [high, low]),
            _ => unreachable!("a character has one or two units"),
        }
    }
    assert!(std::panic::catch_unwind(|| literal::to_utf16::<3>("ab")).is_err());
}
