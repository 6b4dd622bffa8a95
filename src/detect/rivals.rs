//! How many bits a text takes in the encodings from before Unicode, which are the rivals of
//! Unicode's: of two bytes in East Asia, of single bytes elsewhere.
//!
//! No table of characters is needed for that. The forms of two bytes order their characters by how
//! frequent they are, and differ in which bytes may follow which:
//!
//! ```text
//!              punctuation  kana          first level               second level, rare
//! Shift_JIS    81           82 9F, 83 40  88 9F .. 97               98 .. 9F, E0 .. FC
//! EUC-JP       A1           A4, A5        B0 .. CF                  D0 .. FE
//! GB 2312      A1, A3                     B0 .. D7                  D8 .. F7, GBK: 81 .. A0
//! EUC-KR       A1, A3                     B0 .. C8 hangul           CA .. FD
//! Big5         A1                         A4 .. C6                  C9 .. F9
//! ```

use super::bits::{CHANGE, NEVER, START, ascii};

/// The bits that `bytes` take in the encoding before Unicode in which they take the fewest.
/// `is_piece` tells whether they may begin within a character.
pub(super) fn fewest_bits(bytes: &[u8], is_piece: bool) -> u32 {
    let forms = |bytes| {
        let fewest = double(bytes, shift_jis).min(double(bytes, euc));
        fewest.min(double(bytes, big5))
    };
    let mut fewest = single(bytes).min(forms(bytes));
    if let [0x40..=0xFF, rest @ ..] = bytes
        && is_piece
    {
        fewest = fewest.min(forms(rest));
    }
    fewest
}

/// What comes before a character.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Letter,
    Ascii,
    Other,
}

impl Before {
    fn ascii(byte: u8) -> Before {
        if byte.is_ascii_alphabetic() {
            Before::Letter
        } else {
            Before::Ascii
        }
    }

    /// The bits for going on with a character that is not ASCII.
    fn change(self) -> u32 {
        match self {
            Before::Letter => CHANGE,
            Before::Ascii => START,
            Before::Other => 0,
        }
    }
}

/// The bits of a text in which some characters have two bytes, of which `character` knows the bits
/// and how many bytes they have.
fn double(bytes: &[u8], character: impl Fn(u8, u8) -> (u32, usize)) -> u32 {
    let mut bits = 0;
    let mut before = Before::Ascii;
    let mut rest = bytes;
    while let [lead, tail @ ..] = rest {
        if lead.is_ascii() {
            let now = Before::ascii(*lead);
            let is_change = before == Before::Other && now == Before::Letter;
            bits += ascii(*lead) + if is_change { CHANGE } else { 0 };
            (before, rest) = (now, tail);
            continue;
        }
        bits += before.change();
        before = Before::Other;
        let Some(trail) = tail.first() else {
            return bits + 7;
        };
        let (more, len) = character(*lead, *trail);
        bits += more;
        rest = &rest[len..];
    }
    bits
}

fn shift_jis(lead: u8, trail: u8) -> (u32, usize) {
    match (lead, trail) {
        // Half-width katakana.
        (0xA1..=0xDF, _) => (9, 1),
        (0x80 | 0xA0 | 0xFD.., _) | (_, ..0x40 | 0x7F | 0xFD..) => (NEVER, 1),
        (0x81, _) => (8, 2),
        (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => (7, 2),
        (0x82, 0x4F..=0x9A) => (10, 2),
        (0x88..=0x97, _) => (12, 2),
        (0x98..=0x9F | 0xE0..=0xEA, _) => (15, 2),
        _ => (18, 2),
    }
}

/// EUC-JP, EUC-KR and GBK.
fn euc(lead: u8, trail: u8) -> (u32, usize) {
    match (lead, trail) {
        (0x80 | 0xFF, _) | (_, ..0x40 | 0x7F | 0xFF) => (NEVER, 1),
        (0xA1 | 0xA3, 0xA1..) => (8, 2),
        (0xA4 | 0xA5, 0xA1..) => (7, 2),
        (0xB0..=0xD7, 0xA1..) => (12, 2),
        _ => (15, 2),
    }
}

fn big5(lead: u8, trail: u8) -> (u32, usize) {
    match (lead, trail) {
        (0x80 | 0xFF, _) | (_, ..0x40 | 0x7F..=0xA0 | 0xFF) => (NEVER, 1),
        (0xA1, _) => (8, 2),
        (0xA4..=0xC6, _) => (12, 2),
        (0xC9..=0xF9, _) => (15, 2),
        _ => (18, 2),
    }
}

/// For each encoding of single bytes, or several of them: of which rows of 16 the letters are.
const LETTERS: [u16; 7] = [
    // Windows, ISO 8859-7, KOI8.
    0xF000, // ISO 8859-5.
    0x7800, // IBM's.
    0x4700, // Mac OS.
    0xC300, 0x3300, // Thai.
    0xFC00, // Latin script of DOS.
    0x0700,
];

/// The bits of a text of single bytes.
fn single(bytes: &[u8]) -> u32 {
    let mut bits = 0;
    let mut rows = [0_u32; 16];
    let mut before = Before::Ascii;
    let mut last = 0;
    for &byte in bytes {
        if byte.is_ascii() {
            bits += ascii(byte);
            before = Before::ascii(byte);
        } else if byte == last {
            bits += 2;
        } else {
            bits += before.change();
            before = Before::Other;
            rows[usize::from(byte >> 4)] += 1;
        }
        last = byte;
    }
    let others = LETTERS.map(|letters| {
        let bits_of =
            |(row, count): (usize, &u32)| count * if letters >> row & 1 == 1 { 6 } else { 10 };
        rows.iter().enumerate().map(bits_of).sum::<u32>()
    });
    bits + others.into_iter().min().unwrap_or_default()
}
