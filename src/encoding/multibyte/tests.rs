//! Compares the encodings with `encoding_rs`: all sequences, all code points, malformed texts, and
//! texts cut at every position.

mod iso2022;

use super::Multibyte;
use super::tables::{BIG5, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS};
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;
use crate::{Charset, CodePoint};
use encoding_rs::{DecoderResult, EncoderResult, Encoding};
use std::prelude::v1::*;

const ALL: [(&Multibyte, &Encoding); 6] = [
    (&SHIFT_JIS, encoding_rs::SHIFT_JIS),
    (&EUC_JP, encoding_rs::EUC_JP),
    (&EUC_KR, encoding_rs::EUC_KR),
    (&GBK, encoding_rs::GBK),
    (&GB18030, encoding_rs::GB18030),
    (&BIG5, encoding_rs::BIG5),
];

const CHINESE: &str = "每个人都有受教育的权利，教育应当免费，至少在初级和基本阶段应如此。§3\n";
const TAIWAN: &str = "人人都有受教育的權利，教育應當免費，至少在初級應如此。\u{00B1}3 Ê\u{304}𠄌\n";
const JAPANESE: &str = "すべて人は、教育を受ける権利を有する。ABC カナ ｶﾅ 1948\n";
const KOREAN: &str = "모든 사람은 교육을 받을 권리를 가진다. 똠방각하, 펲시콜라 1948\n";

/// Returns a text in an encoding.
fn sample(encoding: &'static Encoding) -> Vec<u8> {
    let text = match encoding.name() {
        "Shift_JIS" | "EUC-JP" => JAPANESE,
        "EUC-KR" => KOREAN,
        "Big5" => TAIWAN,
        "gb18030" => "每个人都有100权利1 漢字 ｶﾅ é 😀 Ā 123é4教育56\n",
        _ => CHINESE,
    };
    let mut bytes = encoding.encode(text).0.into_owned();
    match encoding.name() {
        // 丂 of JIS X 0212, twice.
        "EUC-JP" => bytes.extend(b"\x8F\xB0\xA1\xA4\xA2\x8F\xB0\xA1"),
        "Big5" => bytes.extend(b"\x88\x62\x88\xA5\x87\x46\xA4\xA4"),
        _ => {}
    }
    bytes
}

/// A text, and the positions and lengths of its malformed sequences, including an incomplete one at
/// the end.
type Decoded = (String, Vec<(usize, usize)>);

/// Decodes with `encoding_rs`.
fn expected(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(4 * bytes.len() + 64);
    let (mut at, mut faults) = (0, Vec::new());
    loop {
        let rest = &bytes[at..];
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return (text, faults),
            DecoderResult::OutputFull => text.reserve(bytes.len() + 64),
            DecoderResult::Malformed(len, after) => {
                text.push('\u{FFFD}');
                // If two escape sequences follow each other, the standard reports the second one as
                // malformed, but this decoder reports the first one.
                let after = if (len, after) == (3, 3) { 0 } else { after };
                faults.push((at - usize::from(len + after), len.into()));
            }
        }
    }
}

/// Decodes with this library, one character at a time.
fn ours(encoding: &Multibyte, bytes: &[u8]) -> Decoded {
    let mut text = String::with_capacity(4 * bytes.len());
    let (mut at, mut faults) = (0, Vec::new());
    while at < bytes.len() {
        let rest = &bytes[at..];
        at += match encoding.decode(rest) {
            Ok((code_point, len)) => {
                match code_point.two() {
                    Some(both) => text.extend(both.map(|one| one.to_char().expect("one of two"))),
                    None => text.push(code_point.to_char().expect("a character")),
                }
                len
            }
            Err(Malformed { kind, len }) => {
                let len = len.map_or(rest.len(), usize::from);
                check_kind(encoding, kind, &rest[..len], rest.get(len));
                text.push('\u{FFFD}');
                faults.push((at, len));
                len
            }
        };
    }
    (text, faults)
}

/// Checks the error kind of a malformed sequence with this byte after it.
fn check_kind(encoding: &Multibyte, kind: ErrorKind, bytes: &[u8], next: Option<&u8>) {
    let alone = encoding.decode(&bytes[..1]);
    match kind {
        // More input may complete the sequence.
        ErrorKind::Incomplete => {
            assert_eq!(next, None);
            assert_eq!(encoding.incomplete_tail(bytes), bytes.len());
        }
        ErrorKind::InvalidByte => {
            assert_eq!(bytes.len(), 1);
            assert!(alone.is_err_and(|malformed| malformed.len == Some(1)));
        }
        ErrorKind::MissingContinuation => {
            assert_eq!(bytes.len(), 1);
            assert_eq!(alone, Err(Malformed::INCOMPLETE));
        }
        ErrorKind::Unassigned => assert!(bytes.len() > 1),
        _ => unreachable!("{kind:?}"),
    }
}

/// Compares the decoders, and reports the first difference.
fn compare(encoding: &Multibyte, theirs: &'static Encoding, bytes: &[u8]) {
    let (text, faults) = ours(encoding, bytes);
    let (expected, their_faults) = expected(theirs, bytes);
    let mut lines = text.lines().zip(expected.lines()).enumerate();
    let other = lines.find(|(_, (ours, theirs))| ours != theirs);
    assert!(text == expected, "{encoding:?}: {other:x?}");
    let mut both = faults.iter().zip(&their_faults);
    let other = both.find(|(ours, theirs)| ours != theirs);
    assert!(faults == their_faults, "{encoding:?}: {other:?}");
}

/// Returns all pairs of bytes after `prefix`, each followed by a line feed.
fn pairs(prefix: &[u8]) -> Vec<u8> {
    let pairs = (0..=u16::MAX).map(u16::to_be_bytes);
    pairs
        .flat_map(|pair| [prefix, &pair, b"\n"].concat())
        .collect()
}

#[test]
fn sequences_of_two_bytes() {
    for (encoding, theirs) in ALL {
        compare(encoding, theirs, &pairs(b""));
    }
}

#[test]
fn sequences_of_three_bytes() {
    compare(&EUC_JP, encoding_rs::EUC_JP, &pairs(b"\x8F"));
    compare(&GB18030, encoding_rs::GB18030, &pairs(b"\x810"));
}

#[test]
fn sequences_of_four_bytes() {
    for first in 0x81..=0xFE {
        let mut bytes = Vec::with_capacity(5 * 12600);
        for rest in 0..12600u32 {
            let [second, third] = [rest / 1260, rest / 10 % 126].map(|digit| digit as u8);
            bytes.extend([
                first,
                b'0' + second,
                0x81 + third,
                b'0' + (rest % 10) as u8,
                b'\n',
            ]);
        }
        compare(&GB18030, encoding_rs::GB18030, &bytes);
    }
    compare(&GBK, encoding_rs::GBK, &pairs(b"\x8130"));
}

/// Returns the bytes of a character, or nothing if the encoding lacks it.
fn encoded(encoding: &Multibyte, code_point: CodePoint) -> Vec<u8> {
    let mut bytes = [0x55; 8];
    let encoded = encoding.encode(code_point, Output::from_init(&mut bytes));
    let Encoded::Written(len) = encoded else {
        assert_eq!(encoded, Encoded::Unrepresentable);
        assert_eq!(bytes, [0x55; 8]);
        return Vec::new();
    };
    assert!((1..=4).contains(&len) && bytes[len..].iter().all(|byte| *byte == 0x55));
    for short in 0..len {
        let mut none = [0x55; 8];
        let output = Output::from_init(&mut none[..short]);
        assert_eq!(encoding.encode(code_point, output), Encoded::Full);
        assert_eq!(none, [0x55; 8]);
    }
    bytes[..len].into()
}

#[test]
fn all_code_points() {
    for (encoding, theirs) in ALL {
        let mut encoder = theirs.new_encoder();
        let mut expected = Vec::with_capacity(16);
        for character in '\0'..=char::MAX {
            let mut text = [0; 4];
            let text = character.encode_utf8(&mut text);
            expected.clear();
            let (result, _) =
                encoder.encode_from_utf8_to_vec_without_replacement(text, &mut expected, false);
            assert_eq!(
                matches!(result, EncoderResult::Unmappable(_)),
                expected.is_empty()
            );
            let ours = encoded(encoding, character.into());
            assert_eq!(ours, expected, "{encoding:?}: {:X}", u32::from(character));
        }
        let surrogates = 0xD800..=0xDFFF;
        for value in surrogates.chain([0x11_0000, 0x8000_00CA, u32::MAX >> 1, u32::MAX]) {
            assert_eq!(
                encoded(encoding, CodePoint(value)),
                [],
                "{encoding:?}: {value:X}"
            );
        }
        assert_eq!(encoded(encoding, CodePoint::of_two(0xCA, 0x304)), []);
        let replacement = encoded(encoding, encoding.replacement().into());
        let has_all = matches!(encoding.charset, Charset::Gb18030);
        assert_eq!(replacement.len(), if has_all { 4 } else { 1 });
    }
}

/// A generator of pseudo-random numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % below
    }
}

/// Returns a text with some of its bytes changed, removed or doubled.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const TELLING: &[u8] = b"\x40\x7F\x80\x8E\x8F\xFF\x81\x30\x39\xFE\xA0\xA1\xFD\n";
    let mut damaged = Vec::new();
    for &byte in bytes {
        match random.next(12) {
            0 => {}
            1 => damaged.extend([byte, byte]),
            2 => damaged.push(random.next(256) as u8),
            3 => damaged.push(TELLING[random.next(TELLING.len())]),
            _ => damaged.push(byte),
        }
    }
    damaged
}

/// Returns the length of the incomplete character at the end of a text, by decoding the whole text.
fn tail(encoding: &Multibyte, bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while !rest.is_empty() {
        let len = match encoding.decode(rest) {
            Ok((_, len)) => len,
            Err(Malformed { len: Some(len), .. }) => len.into(),
            Err(Malformed { len: None, .. }) => return rest.len(),
        };
        rest = &rest[len..];
    }
    0
}

#[test]
fn damaged_texts_and_cuts() {
    for (encoding, theirs) in ALL {
        let text = sample(theirs);
        assert_eq!(expected(theirs, &text).1, []);
        let mut random = Random(1);
        for _ in 0..100 {
            compare(encoding, theirs, &text);
            let text = damaged(&text, &mut random);
            compare(encoding, theirs, &text);
            for cut in 0..=text.len() {
                let text = &text[..cut];
                let tail = tail(encoding, text);
                assert_eq!(
                    encoding.incomplete_tail(text),
                    tail,
                    "{encoding:?}: {text:x?}"
                );
            }
        }
    }
}

/// A character is incomplete if and only if a decoder of `encoding_rs` buffers it.
#[test]
fn incomplete_characters() {
    for (encoding, theirs) in ALL {
        let mut text = sample(theirs);
        text.extend(b"\x80\xFF\x8E\x8F\xFD0\xFD00");
        for start in 0..text.len() {
            for bytes in (start..text.len().min(start + 4)).map(|end| &text[start..=end]) {
                let mut decoder = theirs.new_decoder_without_bom_handling();
                let mut decode = |bytes, last| {
                    let mut one = [0; 16];
                    let (result, ..) =
                        decoder.decode_to_utf8_without_replacement(bytes, &mut one, last);
                    result == DecoderResult::InputEmpty
                };
                if decode(bytes, false) {
                    let is_kept = !decode(b"", true);
                    assert_eq!(encoding.incomplete_tail(bytes) > 0, is_kept, "{bytes:x?}");
                }
            }
        }
    }
}
