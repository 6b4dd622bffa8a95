//! Checks where the fast paths of code pages begin and end.

use super::decoded;
use utflane::code_page::{Windows1251, Windows1252};
use utflane::{Charset, Isa, Pair, Reason, Utf8, Utf16, transcode_to_vec, unit_bytes};
use utflane_test_support::sample_and_all;

/// Runs of windows-1252 without the bytes 80 to 9F are converted by the kernel of Latin-1 to UTF-8.
#[test]
fn runs_of_latin1_end_where_windows_1252_differs() {
    let characters = decoded(Charset::Windows1252);
    let text_of = |bytes: &[u8]| -> String {
        let character = |byte: &u8| characters[usize::from(*byte)].expect("a character");
        bytes.iter().map(character).collect()
    };
    for byte in 0x78..=0xA8 {
        for place in (500..1300).step_by(37).chain([0, 1023, 1299]) {
            let mut bytes = b"d\xE9j\xE0 vu, ".repeat(170);
            bytes.truncate(1300);
            bytes[place] = byte;
            let expected = text_of(&bytes);
            for isa in Isa::available() {
                let text = isa.transcode_to_vec::<Windows1252, Utf8>(&bytes);
                assert!(
                    text.is_ok_and(|text| text == expected.as_bytes()),
                    "{byte:X} {place}"
                );
                for room in [600, 1000, 1500, 1588] {
                    let mut text = vec![0; room];
                    let full = isa.transcode::<Windows1252, Utf8>(&bytes, &mut text);
                    let full = full.expect_err("full");
                    let (read, written) = (full.read(), full.written());
                    let before = text_of(&bytes[..read]);
                    assert!(text[..written] == *before.as_bytes() && room - written < 3);
                }
            }
        }
    }
}

/// A zero in the lookup table is U+0000, or a character that the code page lacks.
#[test]
fn zeros_are_told_from_characters_that_a_page_lacks() {
    for place in 0..64 {
        let mut units: Vec<u16> = "Дом, ".repeat(20).encode_utf16().collect();
        units[place] = 0;
        let bytes = transcode_to_vec::<Utf16, Windows1251>(&units).expect("all characters");
        assert_eq!(bytes.iter().position(|byte| *byte == 0), Some(place));
        for character in ['é', '\u{3000}', '\u{FFFF}'] {
            units[place + 9] = u32::from(character) as u16;
            let error = transcode_to_vec::<Utf16, Windows1251>(&units).expect_err("no character");
            assert_eq!(error.read(), place + 9);
            assert_eq!(error.reason(), Reason::Unrepresentable(character.into()));
        }
    }
}

/// A run of Latin-1 bytes ends at each position around the end of a piece, with more bytes of
/// either kind after it.
#[test]
fn long_runs_of_latin1_end_in_time() {
    let mut bytes = vec![0xE9; 9000];
    for place in (0..8990).step_by(61).chain(2900..4300) {
        bytes[place] = 0x80;
        let text = transcode_to_vec::<Windows1252, Utf8>(&bytes).expect("all characters");
        let after = 2 * place;
        assert!(text.len() == 2 * bytes.len() + 1, "{place}");
        assert_eq!(text[after..][..5], *"€é".as_bytes(), "{place}");
        bytes[place] = 0xE9;
    }
}

/// Each unit in the range of ASCII is converted to the byte that the code page decodes to it, or is
/// unrepresentable, at each position in a vector. Checks all units that the code page has, and every
/// `step`th of the others.
fn check_each_unit(step: usize) {
    for charset in [
        Charset::Windows1251,
        Charset::Windows1252,
        Charset::Iso8859_2,
        Charset::Windows874,
        Charset::Macintosh,
    ] {
        let characters = decoded(charset);
        let mut bytes = vec![None; 0x1_0000];
        for (byte, character) in characters.iter().enumerate() {
            if let Some(character) = character {
                bytes[u32::from(*character) as usize] = Some(byte as u8);
            }
        }
        let pair = Pair::new(Charset::Utf16, charset).expect("a pair");
        let mut units = [u16::from(b'a'); 80];
        let is_checked =
            |&(unit, byte): &(u16, Option<u8>)| byte.is_some() || usize::from(unit) % step == 0;
        for (unit, byte) in (0..=u16::MAX).zip(bytes).filter(is_checked) {
            let place = usize::from(unit) % 64;
            units[place] = unit;
            for isa in Isa::available() {
                let mut text = [0; 80];
                let result = pair.with_isa(isa).transcode(unit_bytes(&units), &mut text);
                match byte {
                    Some(byte) => {
                        assert_eq!(result.map_err(|_| unit), Ok(80));
                        assert!(text[place] == byte && text[79] == b'a', "{unit:X}");
                    }
                    None => {
                        let error = result.expect_err("no character");
                        assert_eq!((error.read(), error.written()), (place, place), "{unit:X}");
                    }
                }
            }
            units[place] = b'a'.into();
        }
    }
}

sample_and_all! {
    check_each_unit: each_unit_within_ascii_is_its_byte(7),
    each_unit_within_ascii_is_its_byte_all(1) = "long: every unit"
}
