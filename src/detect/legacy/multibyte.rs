//! The cost of a text in each legacy multi-byte encoding.
//!
//! This needs no decoding tables: the frequency of characters is stored by row and column of the
//! character sets.

use super::cost::{CostModel, Meaning, Total, from_bits};
use super::letters::Language;
use super::symbols;
use super::{Best, Candidate};
use crate::detect::bits::syllable;

/// The frequency classes of the characters of GB 2312, JIS X 0208, KS X 1001 and Big5: see
/// `benches/detection/train.py`.
static CLASSES: &[u8] = include_bytes!("characters.bin");

/// The index in [`CLASSES`] at which a character set starts. The first three have 94 rows of 94
/// characters.
const GB_2312: usize = 0;
const JIS_X_0208: usize = 94 * 94 / 4;
const KS_X_1001: usize = 2 * JIS_X_0208;
const BIG5: usize = 3 * JIS_X_0208;

/// The cost in bits of a character of each frequency class.
const COSTS: [u8; 4] = [8, 11, 14, 17];
/// The cost of characters that are in none of these sets.
const RARE: u8 = 17;
const VERY_RARE: u8 = 21;
/// The cost of a byte of a malformed sequence.
const MALFORMED: u8 = 50;

/// An encoding.
struct Row {
    name: &'static str,
    language: &'static str,
    /// The cost in bits of the encoding itself.
    prior: u8,
    /// Returns the cost and the length in bytes of the first character, which is not ASCII.
    character: fn(&[u8]) -> (u8, usize),
}

const fn row(
    name: &'static str,
    language: &'static str,
    prior: u8,
    character: fn(&[u8]) -> (u8, usize),
) -> Row {
    Row {
        name,
        language,
        prior,
        character,
    }
}

static ROWS: [Row; 6] = [
    row("Shift_JIS", "ja", 1, shift_jis),
    row("EUC-JP", "ja", 2, euc_jp),
    row("EUC-KR", "ko", 1, euc_kr),
    row("GB18030", "zh", 1, gb18030),
    row("Big5", "zh", 2, big5),
    row("JOHAB", "ko", 14, johab),
];

/// Returns the lowest cost of a text in a multi-byte encoding.
pub(super) fn lowest(text: &[u8], english: &Language) -> u32 {
    let costs = ROWS.iter().map(|row| row.total(text, english).cost);
    costs.min().unwrap_or(u32::MAX)
}

/// Adds the cost of a sample in the encodings in which `first` costs at most `limit`.
pub(super) fn examine(
    first: &[u8],
    limit: u32,
    sample: &[u8],
    english: &Language,
    best: &mut Best,
) {
    for row in &ROWS {
        if row.total(first, english).cost <= limit {
            best.add(Candidate {
                name: row.name,
                language: row.language,
                total: row.total(sample, english),
            });
        }
    }
}

impl Row {
    fn total(&self, text: &[u8], english: &Language) -> Total {
        let total = cost(text, english, self.character);
        Total {
            cost: total.cost + from_bits(self.prior.into()),
            ..total
        }
    }
}

fn cost(sample: &[u8], english: &Language, character: fn(&[u8]) -> (u8, usize)) -> Total {
    let mut model = CostModel::new(english, english);
    let mut rest = sample;
    while let [byte, tail @ ..] = rest {
        if !byte.is_ascii() {
            // A character at the end of the sample may be incomplete.
            let (cost, len) = if tail.is_empty() {
                (COSTS[0], 1)
            } else {
                character(rest)
            };
            model.add(Meaning::Wide { cost }, len as u32, false);
            rest = rest.get(len..).unwrap_or_default();
            continue;
        }
        let meaning = if byte.is_ascii_alphabetic() {
            Meaning::Letter {
                number: byte.to_ascii_lowercase() - b'a' + 1,
                is_upper: byte.is_ascii_uppercase(),
            }
        } else {
            Meaning::Symbol {
                character: u16::from(*byte),
                cost: symbols::cost(u16::from(*byte)),
            }
        };
        model.add(meaning, 1, true);
        rest = tail;
    }
    model.finish()
}

/// Returns the cost of a character by its index in a character set.
fn cost_of(set: usize, index: usize) -> u8 {
    let four = CLASSES.get(set + index / 4).copied().unwrap_or(0xFF);
    COSTS[usize::from(four >> (index % 4 * 2) & 3)]
}

/// Returns the cost of a character by its row and column, which are bytes from A1 on.
fn cost_at(set: usize, row: u8, column: u8) -> u8 {
    cost_of(
        set,
        usize::from(row - 0xA1) * 94 + usize::from(column - 0xA1),
    )
}

fn shift_jis(bytes: &[u8]) -> (u8, usize) {
    match *bytes {
        // Half-width katakana.
        [0xA1..=0xDF, 0xA1..=0xDF, ..] => (8, 1),
        [0xA1..=0xDF, ..] => (10, 1),
        [
            lead @ (0x81..=0x9F | 0xE0..=0xEF),
            trail @ (0x40..=0x7E | 0x80..=0xFC),
            ..,
        ] => {
            let lead = lead - if lead < 0xA0 { 0x81 } else { 0xC1 };
            let trail = trail - if trail < 0x7F { 0x40 } else { 0x41 };
            (
                cost_of(JIS_X_0208, usize::from(lead) * 188 + usize::from(trail)),
                2,
            )
        }
        [0xF0..=0xFC, 0x40..=0x7E | 0x80..=0xFC, ..] => (VERY_RARE, 2),
        _ => (MALFORMED, 1),
    }
}

fn euc_jp(bytes: &[u8]) -> (u8, usize) {
    match *bytes {
        [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => (cost_at(JIS_X_0208, row, column), 2),
        [0x8E, 0xA1..=0xDF, ..] => (RARE, 2),
        [0x8F, 0xA1..=0xFE, 0xA1..=0xFE, ..] => (VERY_RARE, 3),
        _ => (MALFORMED, 1),
    }
}

fn euc_kr(bytes: &[u8]) -> (u8, usize) {
    match *bytes {
        [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => (cost_at(KS_X_1001, row, column), 2),
        // The extension in windows-949.
        [0x81..=0xC6, 0x41..=0x5A | 0x61..=0x7A | 0x81..=0xFE, ..] => (RARE, 2),
        _ => (MALFORMED, 1),
    }
}

fn gb18030(bytes: &[u8]) -> (u8, usize) {
    match *bytes {
        [row @ 0xA1..=0xFE, column @ 0xA1..=0xFE, ..] => (cost_at(GB_2312, row, column), 2),
        [0x81..=0xFE, 0x40..=0x7E | 0x80..=0xFE, ..] => (RARE + 1, 2),
        [0x81..=0xFE, 0x30..=0x39, 0x81..=0xFE, 0x30..=0x39, ..] => (VERY_RARE, 4),
        _ => (MALFORMED, 1),
    }
}

fn big5(bytes: &[u8]) -> (u8, usize) {
    match *bytes {
        [lead @ 0xA1..=0xF9, trail @ (0x40..=0x7E | 0xA1..=0xFE), ..] => {
            let trail = trail - if trail < 0x7F { 0x40 } else { 0x62 };
            (
                cost_of(BIG5, usize::from(lead - 0xA1) * 157 + usize::from(trail)),
                2,
            )
        }
        [0x87..=0xFE, 0x40..=0x7E | 0xA1..=0xFE, ..] => (VERY_RARE, 2),
        _ => (MALFORMED, 1),
    }
}

/// A syllable of JOHAB has three codes of five bits: the first consonant, the vowel, and the last
/// consonant.
fn johab(bytes: &[u8]) -> (u8, usize) {
    match *bytes {
        [lead @ 0x84..=0xD3, trail @ (0x41..=0x7E | 0x81..=0xFE), ..] => {
            let code = u32::from(lead) << 8 | u32::from(trail);
            let [first, vowel, last] = [10, 5, 0].map(|shift| code >> shift & 31);
            // The number in the order of Unicode.
            let vowel = match vowel {
                3..=7 => vowel - 3,
                10..=15 => vowel - 5,
                18..=23 => vowel - 7,
                26..=29 => vowel - 9,
                _ => return (RARE, 2),
            };
            let last = match last {
                1..=17 => last - 1,
                19..=29 => last - 2,
                _ => return (RARE, 2),
            };
            match first {
                2..=20 => (
                    syllable(0xAC00 + ((first - 2) * 21 + vowel) * 28 + last) as u8,
                    2,
                ),
                _ => (RARE, 2),
            }
        }
        [0xD8..=0xDE | 0xE0..=0xF9, 0x31..=0x7E | 0x91..=0xFE, ..] => (RARE, 2),
        _ => (MALFORMED, 1),
    }
}
