//! Generates well-formed and malformed texts.

use super::theirs::Encoding;
pub(crate) use utflane_test_support::random::Random;

/// Pieces of text.
pub(crate) const PIECES: &[&str] = &[
    "a",
    "Z",
    "~",
    "\\",
    "0",
    " ",
    "&#1;",
    "\0",
    "\x7F",
    "\x0E",
    "\x1B",
    "\u{80}",
    "\u{85}",
    "\u{A0}",
    "¥",
    "é",
    "ß",
    "Ê",
    "\u{304}",
    "\u{30C}",
    "ż",
    "ş",
    "α",
    "Ж",
    "א",
    "ش",
    "ไ",
    "‾",
    "€",
    "™",
    "\u{2014}",
    "한",
    "글",
    "日",
    "本",
    "語",
    "の",
    "カ",
    "ｶ",
    "ﾞ",
    "漢",
    "字",
    "㐀",
    "乂",
    "\u{E000}",
    "\u{E5E5}",
    "\u{E7C7}",
    "\u{F780}",
    "\u{F7FF}",
    "\u{FEFF}",
    "\u{FFFD}",
    "\u{FFFF}",
    "\u{1F4A9}",
    "\u{20089}",
    "\u{10FFFF}",
    "\u{1E40}",
    "the quick brown fox jumps over the lazy dog, and then over another one",
];

/// Returns a text of random pieces.
pub(crate) fn text(random: &mut Random, pieces: usize) -> String {
    (0..pieces).map(|_| random.pick(PIECES)).collect()
}

/// Byte sequences with a meaning in some encoding.
const SEQUENCES: &[&[u8]] = &[
    b"a",
    b"0",
    b"~",
    b"\\",
    b"\x80",
    b"\xFF",
    b"\xFE",
    b"\xA0",
    b"\x81",
    b"\x8E",
    b"\x8F",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xE2\x82",
    b"\xF0\x9F\x92\xA9",
    b"\xF0\x9F\x92",
    b"\xED\xA0\x80",
    b"\xC0\x80",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB",
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"\x81\x30\x81\x30",
    b"\x81\x30\x81",
    b"\x81\x30",
    b"\x90\x30\x81\x30",
    b"\xE3\x32\x9A\x35",
    b"\xFE\x39\xFE\x39",
    b"\x8F\xA2\xAF",
    b"\x8F\xA1",
    b"\x8E\xB1",
    b"\x88\x62",
    b"\x88\xA5",
    b"\x87\x40",
    b"\xA4\xA2",
    b"\xB0\xA1",
    b"\x82\xA0",
    b"\x1B",
    b"\x1B$",
    b"\x1B(",
    b"\x1B(B",
    b"\x1B(J",
    b"\x1B(I",
    b"\x1B$B",
    b"\x1B$@",
    b"$\x22",
    b"\x24\x22",
    b"\x0E",
    b"\0\xD8",
    b"\xD8\0",
    b"\0\xDC",
    b"\xDC\0",
    b"\xD8\0\xDC\0",
    b"\0\xD8\0\xDC",
    b"a\0",
    b"\0a",
    b"the quick brown fox jumps over the lazy dog, and then over another one",
];

/// Returns bytes that may be well-formed or malformed in `encoding`.
pub(crate) fn bytes(random: &mut Random, encoding: &'static Encoding, pieces: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..pieces {
        match random.below(8) {
            0..3 => bytes.extend_from_slice(random.pick(SEQUENCES)),
            3 => bytes.push(random.below(256) as u8),
            4 => bytes.extend([random.below(128) as u8 + 128, random.below(192) as u8 + 64]),
            5 if encoding.name().starts_with("UTF-16") => {
                for unit in random.pick(PIECES).encode_utf16() {
                    bytes.extend(match encoding.name() {
                        "UTF-16BE" => unit.to_be_bytes(),
                        _ => unit.to_le_bytes(),
                    });
                }
            }
            _ => bytes.extend_from_slice(&encoding.encode(random.pick(PIECES)).0),
        }
    }
    bytes
}
