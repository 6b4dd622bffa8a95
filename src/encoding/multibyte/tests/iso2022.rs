//! Compares ISO-2022-JP, which is stateful, with `encoding_rs`.

use super::{Random, damaged, expected, pairs};
use crate::CodePoint;
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::encoding::multibyte::iso2022::{ESCAPE_LEN, Item, REPLACEMENT, ShiftState};
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;
use encoding_rs::{EncoderResult, ISO_2022_JP};
use std::prelude::v1::*;

/// The escape sequences of all sets.
const SEQUENCES: [&[u8]; 5] = [b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"];

const TEXT: &str = "すべて人は、教育を受ける権利を有する。ABC ¥‾\\~ カナ 1948 ①髙仼\n";

/// Decodes with this library.
fn ours(bytes: &[u8]) -> (String, Vec<(usize, usize)>) {
    let mut text = String::new();
    let (mut at, mut faults) = (0, Vec::new());
    let mut shift = ShiftState::START.rejecting_repeated(true);
    while at < bytes.len() {
        let (first, after) = shift.decode(&bytes[at..], false);
        let len = match first {
            Item::Character(code_point, len) => {
                text.push(code_point.to_char().expect("a character"));
                len
            }
            Item::EscapeSequence => ESCAPE_LEN,
            Item::Malformed(Malformed { kind, len }) => {
                let len = len.map_or(0, usize::from);
                assert_ne!(kind, ErrorKind::Incomplete);
                assert_eq!(kind == ErrorKind::Unassigned, len > 1);
                text.push('\u{FFFD}');
                faults.push((at, len));
                len
            }
            Item::Incomplete => {
                assert_eq!(after, shift);
                text.push('\u{FFFD}');
                faults.push((at, bytes.len() - at));
                break;
            }
        };
        shift = after;
        at += len;
    }
    (text, faults)
}

fn compare(bytes: &[u8]) {
    let ((text, faults), (expected, their_faults)) = (ours(bytes), expected(ISO_2022_JP, bytes));
    let mut both = text.chars().zip(expected.chars()).enumerate();
    let other = both.find(|(_, (ours, theirs))| ours != theirs);
    assert!(text == expected, "{other:x?}");
    let mut both = faults.iter().zip(&their_faults);
    let other = both.find(|(ours, theirs)| ours != theirs);
    assert!(faults == their_faults, "{other:?}");
}

#[test]
fn sequences() {
    for prefix in SEQUENCES {
        compare(&pairs(prefix));
        // Before a lead byte, and before another escape sequence.
        for middle in SEQUENCES {
            compare(
                &[
                    prefix, b"!\x1B", middle, b"\n!!", middle, middle, b"!!", prefix,
                ]
                .concat(),
            );
        }
    }
    compare(&pairs(b"\x1B"));
    compare(&pairs(b"\x1B$B\x24\x22\x1B"));
}

#[test]
fn damaged_texts() {
    let mut random = Random(2);
    let text = ISO_2022_JP.encode(TEXT).0;
    assert_eq!(expected(ISO_2022_JP, &text).1, []);
    for _ in 0..300 {
        let mut bytes = Vec::new();
        for byte in damaged(&text, &mut random) {
            if random.next(8) == 0 {
                bytes.extend(SEQUENCES[random.next(5)]);
                bytes.truncate(bytes.len() - random.next(2) * random.next(3));
            }
            bytes.push(byte);
        }
        compare(&bytes);
        for cut in bytes.len() - 8..bytes.len() {
            compare(&bytes[..cut]);
        }
    }
}

/// A sequence is incomplete if its meaning depends on the bytes that may follow.
#[test]
fn incomplete() {
    let kanji = ShiftState::START.decode(b"\x1B$B", true).1;
    for (bytes, shift, is_incomplete, is_at_the_end) in [
        (&b"\x1B"[..], ShiftState::START, true, true),
        (b"\x1B$", ShiftState::START, true, false),
        (b"\x1B(", kanji, true, false),
        (b"\x1BB", kanji, false, false),
        (b"\x24", kanji, true, true),
        (b"\x24\x1B", kanji, false, false),
        (b"\x24", ShiftState::START, false, false),
    ] {
        let first = |more| shift.decode(bytes, more).0;
        assert_eq!(first(true) == Item::Incomplete, is_incomplete, "{bytes:x?}");
        assert_eq!(
            first(false) == Item::Incomplete,
            is_at_the_end,
            "{bytes:x?}"
        );
    }
}

/// Appends the encoded text to `bytes`. Returns the state and the number of replaced characters.
fn encode(text: &str, bytes: &mut Vec<u8>) -> (ShiftState, usize) {
    let (mut shift, mut replaced) = (ShiftState::START, 0);
    for character in text.chars() {
        for character in [character, REPLACEMENT] {
            let mut buffer = [0x55; 8];
            let output = Output::from_init(&mut buffer);
            let (encoded, after) = shift.encode(character.into(), output);
            if let Encoded::Written(len) = encoded {
                assert!(buffer[len..].iter().all(|byte| *byte == 0x55));
                let output = Output::from_init(&mut buffer[..len - 1]);
                assert_eq!(
                    shift.encode(character.into(), output),
                    (Encoded::Full, shift)
                );
                bytes.extend(&buffer[..len]);
                shift = after;
                break;
            }
            assert_eq!((encoded, after), (Encoded::Unrepresentable, shift));
            replaced += 1;
        }
    }
    bytes.extend(shift.end().into_iter().flatten());
    (shift, replaced)
}

/// Encodes with `encoding_rs`.
fn encode_theirs(mut text: &str) -> (Vec<u8>, usize) {
    let mut encoder = ISO_2022_JP.new_encoder();
    let (mut bytes, mut replaced) = (Vec::with_capacity(8 * text.len() + 64), 0);
    loop {
        let (result, read) =
            encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true);
        text = &text[read..];
        match result {
            EncoderResult::InputEmpty => return (bytes, replaced),
            EncoderResult::OutputFull => bytes.reserve(64),
            EncoderResult::Unmappable(_) => {
                replaced += 1;
                bytes.reserve(64);
                let _ = encoder.encode_from_utf8_to_vec_without_replacement("?", &mut bytes, false);
            }
        }
    }
}

#[test]
fn all_code_points() {
    // Each character follows a character of another set.
    for before in ["", "a", "¥", "あ"] {
        for plane in [
            '\0'..='\u{FFFF}',
            '\u{1F600}'..='\u{1F610}',
            '\u{20000}'..='\u{20100}',
        ] {
            let text: String = plane
                .flat_map(|last| before.chars().chain([last]))
                .collect();
            let mut bytes = Vec::new();
            let (shift, replaced) = encode(&text, &mut bytes);
            let theirs = encode_theirs(&text);
            assert!(bytes == theirs.0, "{before}");
            assert_eq!(replaced, theirs.1);
            assert_eq!(shift.is_ascii(), shift.end().is_none());
        }
    }
    for value in [0xD800, 0xDFFF, 0x11_0000, 0x8000_00CA, u32::MAX] {
        let mut bytes = [0; 8];
        let encoded = ShiftState::START.encode(CodePoint(value), Output::from_init(&mut bytes));
        assert_eq!(encoded, (Encoded::Unrepresentable, ShiftState::START));
    }
}
