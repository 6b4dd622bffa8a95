//! The rivals of Unicode encodings in [`detect`](fn@super::detect): double-byte and single-byte
//! legacy encodings, and the cost of a text in them.
//!
//! The costs are comparable with those of a [`CharacterModel`](super::character_model). They need
//! no table of characters. Double-byte encodings order their characters by frequency, and differ in
//! the allowed sequences of bytes:
//!
//! ```text
//!              punctuation  kana          first level               second level, rare
//! Shift_JIS    81           82 9F, 83 40  88 9F .. 97               98 .. 9F, E0 .. FC
//! EUC-JP       A1           A4, A5        B0 .. CF                  D0 .. FE
//! GB 2312      A1, A3                     B0 .. D7                  D8 .. F7, GBK: 81 .. A0
//! EUC-KR       A1, A3                     B0 .. C8 hangul           CA .. FD
//! Big5         A1                         A4 .. C6                  C9 .. F9
//! ```

use super::character_model::{NEVER, SCRIPT_CHANGE, WORD_START, ascii, repetition};

/// Returns the lowest cost of `bytes` in any rival, in bits. If `is_piece`, they may begin within a
/// character.
pub(super) fn lowest_cost(bytes: &[u8], is_piece: bool) -> u32 {
    let lowest_double_byte = |bytes| {
        let cost = double_byte(bytes, shift_jis).min(double_byte(bytes, euc));
        cost.min(double_byte(bytes, big5))
    };
    let lowest = single_byte(bytes).min(lowest_double_byte(bytes));
    match bytes {
        [0x80..=0xFF, rest @ ..] if is_piece => lowest.min(7 + lowest_double_byte(rest)),
        _ => lowest,
    }
}

/// The class of a character.
#[derive(Clone, Copy)]
enum Class {
    AsciiLetter,
    OtherAscii,
    NonAscii,
}

impl Class {
    fn of_ascii(byte: u8) -> Class {
        if byte.is_ascii_alphabetic() {
            Class::AsciiLetter
        } else {
            Class::OtherAscii
        }
    }

    /// Returns the cost of a change to `next`. It assumes that non-ASCII characters are not Latin.
    fn change_to(self, next: Class) -> u32 {
        match (self, next) {
            (Class::AsciiLetter, Class::NonAscii) | (Class::NonAscii, Class::AsciiLetter) => {
                SCRIPT_CHANGE
            }
            (Class::OtherAscii, Class::NonAscii) => WORD_START,
            _ => 0,
        }
    }
}

/// Returns the cost of a text in a double-byte encoding. `character` returns the cost and the
/// length in bytes of a non-ASCII character.
fn double_byte(bytes: &[u8], character: impl Fn(u8, u8) -> (u32, usize)) -> u32 {
    let mut total = 0;
    let mut before = Class::OtherAscii;
    let mut rest = bytes;
    let mut last = None;
    while let [lead, tail @ ..] = rest {
        if lead.is_ascii() {
            let now = Class::of_ascii(*lead);
            total += before.change_to(now);
            total += if last == Some((*lead, 0)) {
                repetition(true)
            } else {
                ascii(*lead)
            };
            (before, rest, last) = (now, tail, Some((*lead, 0)));
            continue;
        }
        total += before.change_to(Class::NonAscii);
        before = Class::NonAscii;
        let Some(trail) = tail.first() else {
            return total + 7;
        };
        let (cost, len) = character(*lead, *trail);
        total += if last == Some((*lead, *trail)) {
            cost.min(repetition(false))
        } else {
            cost
        };
        (rest, last) = (&rest[len..], Some((*lead, *trail)));
    }
    total
}

/// Returns the cost in bits, and the length in bytes, of a character of Shift_JIS.
fn shift_jis(lead: u8, trail: u8) -> (u32, usize) {
    match (lead, trail) {
        // Half-width katakana.
        (0xA1..=0xDF, _) => (9, 1),
        (0x80 | 0xA0 | 0xFD.., _) | (_, ..0x40 | 0x7F | 0xFD..) => (NEVER, 1),
        (0x81, _) => (8, 2),
        (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => (7, 2),
        (0x82, 0x4F..=0x9A) => (10, 2),
        (0x88..=0x97, _) => (11, 2),
        (0x98..=0x9F | 0xE0..=0xEA, _) => (15, 2),
        _ => (18, 2),
    }
}

/// Returns the cost and the length of a character of EUC-JP, EUC-KR or GBK.
fn euc(lead: u8, trail: u8) -> (u32, usize) {
    match (lead, trail) {
        (0x80 | 0xFF, _) | (_, ..0x40 | 0x7F | 0xFF) => (NEVER, 1),
        (0xA1 | 0xA3, 0xA1..) => (8, 2),
        (0xA4 | 0xA5, 0xA1..) => (7, 2),
        (0xB0..=0xD7, 0xA1..) => (11, 2),
        _ => (15, 2),
    }
}

/// Returns the cost and the length of a character of Big5.
fn big5(lead: u8, trail: u8) -> (u32, usize) {
    match (lead, trail) {
        (0x80 | 0xFF, _) | (_, ..0x40 | 0x7F..=0xA0 | 0xFF) => (NEVER, 1),
        (0xA1, _) => (8, 2),
        (0xA4..=0xC6, _) => (11, 2),
        (0xC9..=0xF9, _) => (15, 2),
        _ => (18, 2),
    }
}

/// Groups of single-byte encodings. Each entry has a bit for each row of 16 bytes that contains
/// letters, and whether the letters are Latin.
const CODE_PAGES: [(u16, bool); 8] = [
    // Windows and ISO 8859.
    (0xF000, true),
    // Windows, ISO 8859-7, KOI8.
    (0xF000, false),
    // ISO 8859-5.
    (0x7800, false),
    // IBM866 and others of DOS.
    (0x4700, false),
    (0x0700, true),
    // Mac OS, with its quotation marks.
    (0xC300, false),
    (0x2300, true),
    // Thai.
    (0xFC00, false),
];

/// Returns the cost of a text in a single-byte encoding.
fn single_byte(bytes: &[u8]) -> u32 {
    let (mut total, mut changes) = (0, 0);
    let mut rows = [0_u32; 16];
    let mut before = Class::OtherAscii;
    let mut last = 0;
    for &byte in bytes {
        if byte == last {
            total += repetition(true);
        } else if byte.is_ascii() {
            let now = Class::of_ascii(byte);
            total += ascii(byte);
            changes += before.change_to(now);
            before = now;
        } else {
            changes += before.change_to(Class::NonAscii);
            before = Class::NonAscii;
            rows[usize::from(byte >> 4)] += 1;
        }
        last = byte;
    }
    let non_ascii = CODE_PAGES.map(|(letters, is_latin)| {
        let is_letter = |row| letters >> row & 1 == 1;
        // A symbol is rarest in Latin text, where other characters are separated by spaces.
        let symbol = if is_latin { 12 } else { 10 };
        let cost = |(row, count): (usize, &u32)| count * if is_letter(row) { 6 } else { symbol };
        let cost = rows.iter().enumerate().map(cost).sum::<u32>();
        cost + if is_latin { 0 } else { changes }
    });
    total + non_ascii.into_iter().min().unwrap_or_default()
}
