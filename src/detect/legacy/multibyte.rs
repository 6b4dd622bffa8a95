//! Scores a text in each legacy multi-byte encoding, for [`detect_legacy`](super::detect_legacy).
//!
//! This needs no decoding tables: the frequency of characters is stored by row and column of the
//! character sets.

use super::bigrams::Language;
use super::score::{Score, Scorer, Token, from_bits};
use super::symbols;
use super::{Ranking, Scored};
use crate::detect::character_model::syllable;

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

/// Returns the cost in bits and the length in bytes of the first character, which is not ASCII.
type Character = fn(&[u8]) -> (u8, usize);

/// The name and the language of each encoding, its prior cost in bits, and its characters.
static ENCODINGS: [(&str, &str, u32, Character); 6] = [
    ("Shift_JIS", "ja", 1, shift_jis),
    ("EUC-JP", "ja", 2, euc_jp),
    ("EUC-KR", "ko", 1, euc_kr),
    ("GB18030", "zh", 1, gb18030),
    ("Big5", "zh", 2, big5),
    ("JOHAB", "ko", 14, johab),
];

/// Returns the lowest cost of a text in a multi-byte encoding.
pub(super) fn lowest_cost(text: &[u8], english: &Language) -> u32 {
    let costs =
        ENCODINGS.map(|(_, _, prior, character)| score(text, english, prior, character).cost);
    costs.into_iter().min().unwrap_or(u32::MAX)
}

/// Ranks the encodings in which `first` costs at most `limit` by their score for a sample.
pub(super) fn rank(
    first: &[u8],
    limit: u32,
    sample: &[u8],
    english: &Language,
    ranking: &mut Ranking,
) {
    for (name, language, prior, character) in ENCODINGS {
        if score(first, english, prior, character).cost <= limit {
            ranking.add(Scored {
                name,
                language,
                score: score(sample, english, prior, character),
            });
        }
    }
}

/// Returns the score of a text in an encoding, including its prior cost in bits.
fn score(text: &[u8], english: &Language, prior: u32, character: Character) -> Score {
    let mut scorer = Scorer::new(english, english);
    let mut rest = text;
    while let [byte, tail @ ..] = rest {
        if !byte.is_ascii() {
            // A character at the end of the sample may be incomplete.
            let (cost, len) = match tail {
                [] => (COSTS[0], 1),
                _ => character(rest),
            };
            scorer.add(Token::Multibyte { cost }, len as u32, false);
            rest = rest.get(len..).unwrap_or_default();
            continue;
        }
        let token = if byte.is_ascii_alphabetic() {
            Token::Letter {
                number: byte.to_ascii_lowercase() - b'a' + 1,
                is_upper: byte.is_ascii_uppercase(),
            }
        } else {
            Token::Symbol {
                character: u16::from(*byte),
                cost: symbols::cost(u16::from(*byte)),
            }
        };
        scorer.add(token, 1, true);
        rest = tail;
    }
    let score = scorer.finish();
    Score {
        cost: score.cost + from_bits(prior),
        ..score
    }
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
