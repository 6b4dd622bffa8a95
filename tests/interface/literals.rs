//! Checks constants that are converted at compile time.
#![cfg(feature = "full")]

use utflane::{literal, utf16};

#[test]
fn literals_are_what_std_converts() {
    const TEXT: &str = "aé€😀\u{10FFFF}\u{D7FF}\u{E000}";
    const UNITS: &[u16] = utf16!(TEXT);
    const WIDE: [u32; literal::utf32_len(TEXT)] = literal::to_utf32(TEXT);
    assert_eq!(UNITS, TEXT.encode_utf16().collect::<Vec<_>>());
    assert!(WIDE.iter().copied().eq(TEXT.chars().map(u32::from)));
    for character in ('\0'..='\u{10FFFF}').step_by(37) {
        let text = &*character.encode_utf8(&mut [0; 4]).to_owned();
        assert_eq!(literal::utf16_len(text), character.len_utf16());
        assert_eq!(literal::to_utf32::<1>(text), [u32::from(character)]);
    }
    assert!(std::panic::catch_unwind(|| literal::to_latin1::<1>("€")).is_err());
    assert!(std::panic::catch_unwind(|| literal::to_utf16::<3>("ab")).is_err());
}
