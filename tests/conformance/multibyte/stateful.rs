//! The encodings of the feature `more-charsets`, compared with the examples of their specifications, with expected results
//! written by hand, and with iconv where it is installed.

mod examples;

use super::Random;
use super::drive::{drive, faults, whole};
use utflane::Charset::{
    Cp950, EucCn, EucJpMs, Hz, Iso2022Jp, Iso2022Kr, Iso2022Utf8, Johab, Ucs2Be, Ucs2Le, Utf1,
    Utf7, Utf7Imap, Utf8, Utf8Cesu8, Utf32, Windows1258Nfc, XMsCp932,
};
use utflane::stream::AnyTranscoder;
use utflane::{Charset, unit_bytes};

use examples::{DECODED, EXAMPLES, MALFORMED};

#[test]
fn texts_are_encoded_and_decoded_as_in_the_specifications() {
    for &(charset, bytes, text) in EXAMPLES {
        for size in [1, 2, 3, 100] {
            for room in [1, 2, 3, 7, 100] {
                let new = AnyTranscoder::new(Utf8, charset);
                let encoded = drive(new, text.as_bytes().chunks(size), room, false);
                assert_eq!(
                    String::from_utf8_lossy(&encoded.bytes),
                    String::from_utf8_lossy(bytes),
                    "{charset}"
                );
                assert_eq!(encoded.stops, [], "{charset}: {text}");
            }
        }
    }
    for &(charset, bytes, text) in EXAMPLES.iter().chain(DECODED) {
        check_decoded(charset, bytes, text, &[]);
        assert_eq!(
            charset.char_count(bytes),
            text.chars().count(),
            "{charset}: {text}"
        );
    }
}

/// Decodes in chunks of each size into outputs of each size. `expected` has the positions and lengths of malformed
/// sequences, which `text` has as U+FFFD.
fn check_decoded(charset: Charset, bytes: &[u8], text: &str, expected: &[(u64, usize)]) {
    for size in 1..=bytes.len() {
        for room in [1, 2, 3, 4, 5, 100] {
            let what = || format!("{charset} by {size} into {room}: {}", bytes.escape_ascii());
            let new = || AnyTranscoder::new(charset, Utf8);
            let lossy = drive(new(), bytes.chunks(size), room, true);
            assert_eq!(String::from_utf8_lossy(&lossy.bytes), text, "{}", what());
            assert_eq!(lossy.replacements, expected.len() as u64, "{}", what());
            let strict = drive(new(), bytes.chunks(size), room, false);
            assert_eq!(faults(&strict, bytes.len()), expected, "{}", what());
        }
    }
    let error = charset.validate(bytes).err();
    let position = error.map(|error| error.valid_up_to() as u64);
    assert_eq!(
        position,
        expected.first().map(|fault| fault.0),
        "{charset}: {}",
        bytes.escape_ascii()
    );
}

#[test]
fn malformed_sequences_are_reported_and_replaced() {
    for &(charset, bytes, text, expected) in MALFORMED {
        check_decoded(charset, bytes, text, expected);
    }
}

#[test]
fn incomplete_tails_are_those_of_streams() {
    for &(charset, bytes, _) in EXAMPLES {
        for end in 0..=bytes.len() {
            let mut transcoder = AnyTranscoder::new(charset, Utf8);
            let step = transcoder.transcode(&bytes[..end], &mut [0; 200]);
            assert_eq!(step.read, end);
            let what = bytes[..end].escape_ascii();
            assert_eq!(
                charset.incomplete_tail(&bytes[..end]),
                transcoder.pending(),
                "{charset}: {what}"
            );
        }
    }
}

/// Characters that are encoded as other characters, or joined with the letter before them.
fn is_replaced(charset: Charset, character: char) -> bool {
    let others = match charset {
        XMsCp932 => "¥¢£¬—‖‾−〜",
        EucJpMs => "¥¢£¬¦—‖‾−〜",
        Cp950 => "¢£¥•☉♁､",
        EucCn => "·—",
        Windows1258Nfc => "\u{300}\u{301}\u{303}\u{309}\u{323}",
        _ => "",
    };
    others.contains(character)
}

/// All of Unicode is encoded in UTF-7 and in ISO 2022 with UTF-8, and some of it in the other encodings. Each character
/// of the first plane, and some of the others, stand alone and in a text between others.
#[test]
fn encoded_characters_are_decoded() {
    let others = (0x10000..=0x10FFFF).step_by(317).filter_map(char::from_u32);
    let characters: Vec<char> = ('\0'..='\u{FFFF}').chain(others).collect();
    let all = characters.len();
    let counts = [
        (Utf7, all),
        (Utf7Imap, all),
        (Iso2022Utf8, all - 1),
        (Utf1, all),
        (Ucs2Le, 0xF800),
        (Ucs2Be, 0xF800),
        (Johab, 17048 + 128),
        (Hz, 7445 + 128),
        (Iso2022Kr, 8226 + 125),
        (Utf8Cesu8, all),
        (XMsCp932, 9411),
        (EucJpMs, 15192),
        (Cp950, 19847),
        (EucCn, 7575),
        (Windows1258Nfc, 256 + 174),
    ];
    for (charset, expected) in counts {
        let mut count = 0;
        let mut text = Vec::new();
        for &character in &characters {
            let point = [u32::from(character)];
            let new = AnyTranscoder::new;
            let alone = drive(new(Utf32, charset), [unit_bytes(&point)], 32, false);
            if alone.stops.is_empty() {
                count += 1;
                if is_replaced(charset, character) {
                    continue;
                }
                text.push(point[0]);
                if character < '\u{3000}' || count % 251 == 0 {
                    let back = drive(new(charset, Utf32), [&alone.bytes[..]], 32, false);
                    assert_eq!(
                        (back.bytes, back.stops),
                        (unit_bytes(&point).to_vec(), vec![]),
                        "{charset} {character:?}"
                    );
                }
            }
        }
        assert_eq!(count, expected, "{charset}");
        for offset in 0..3 {
            let mixed: Vec<u32> = text
                .iter()
                .enumerate()
                .flat_map(|(at, &point)| match (at + offset) % 3 {
                    0 => vec![u32::from(b'-'), point],
                    1 => vec![point, u32::from(b'a')],
                    _ => vec![point],
                })
                .collect();
            let encoded = whole(Utf32, charset, unit_bytes(&mixed), false);
            assert_eq!(encoded.stops, []);
            let decoded = whole(charset, Utf32, &encoded.bytes, false);
            assert!(
                decoded.bytes == unit_bytes(&mixed) && decoded.stops.is_empty(),
                "{charset}"
            );
        }
    }
}

/// A damaged text has the same result for each size of chunks and of outputs.
#[test]
fn damaged_texts_do_not_depend_on_chunks() {
    const TELLING: &[u8] = b"+-&~{}\x1B$)C\x0E\x0F%G@A/,\n\x80\xD8\xF6\xFC\xED\xA0\xBD\xA1";
    let mut random = Random(1);
    for &(charset, text, _) in EXAMPLES.iter().chain(DECODED) {
        for _ in 0..60 {
            let mut bytes = text.repeat(2);
            for _ in 0..1 + random.below(4) {
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => drop(bytes.remove(at)),
                    1 => bytes[at] = TELLING[random.below(TELLING.len())],
                    _ => bytes.insert(at, TELLING[random.below(TELLING.len())]),
                }
            }
            for target in [Utf8, Utf32, Iso2022Jp, Utf7] {
                for lossy in [false, true] {
                    let expected = whole(charset, target, &bytes, lossy);
                    for (size, room) in [(1, 100), (2, 1), (3, 5), (7, 2), (100, 1), (100, 8)] {
                        let new = AnyTranscoder::new(charset, target);
                        let answer = drive(new, bytes.chunks(size), room, lossy);
                        assert_eq!(
                            answer,
                            expected,
                            "{charset} {target} by {size} into {room}: {}",
                            bytes.escape_ascii()
                        );
                    }
                }
            }
        }
    }
}

/// A sequence of Big5 that is two code points is encoded for outputs of any length, and not split.
#[test]
fn two_code_points_of_big5_are_encoded() {
    for before in [0, 6, 100] {
        let text = [&b"a".repeat(before)[..], b"\x88\x62\x88\xA5", b"z"].concat();
        let decoded = "a".repeat(before) + "\u{CA}\u{304}\u{EA}\u{30C}z";
        for target in [Charset::Utf7, Charset::Utf1, Charset::Utf8Cesu8] {
            let expected = whole(Utf8, target, decoded.as_bytes(), false).bytes;
            for (size, room) in [(1, 8), (2, 16), (3, 100), (1000, 32), (1000, 1000)] {
                let new = AnyTranscoder::new(Charset::Big5, target);
                let answer = drive(new, text.chunks(size), room, false);
                assert_eq!(
                    (answer.bytes, &answer.stops[..]),
                    (expected.clone(), &[][..]),
                    "{target} {before} by {size} into {room}"
                );
            }
        }
    }
}

/// Texts of iconv are decoded, and iconv decodes ours.
#[test]
#[cfg(not(emulated))]
fn iconv_has_the_same_texts() {
    let text = "Hi Mom ☺! 日本語 +~\\ é😀\n".repeat(50) + "ASCII";
    let korean = "모든 사람은 교육을\n1948 가\n".repeat(50);
    for (charset, name, text) in [
        (Johab, "JOHAB", &korean),
        (Utf7, "UTF-7", &text),
        (Utf7Imap, "UTF-7-IMAP", &text),
        (Iso2022Kr, "ISO-2022-KR", &korean),
    ] {
        let Some(theirs) =
            crate::tools::iconv("UTF-8", name, text.as_bytes()).filter(|bytes| !bytes.is_empty())
        else {
            println!("not compared: iconv is not installed or does not have {name}");
            continue;
        };
        let ours = whole(charset, Utf8, &theirs, false);
        assert_eq!(
            (String::from_utf8(ours.bytes).as_ref(), &ours.stops[..]),
            (Ok(text), &[][..]),
            "{charset}"
        );
        let ours = whole(Utf8, charset, text.as_bytes(), false);
        let back = crate::tools::iconv(name, "UTF-8", &ours.bytes).unwrap_or_default();
        assert_eq!(String::from_utf8(back).as_ref(), Ok(text), "{charset}");
    }
}
