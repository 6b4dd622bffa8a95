//! JOHAB (KS C 5601-1992, annex 3; code page 1361): Korean, with all modern syllables.
//!
//! A syllable is two bytes, `1iiiiimm mmmfffff`: the numbers of its initial consonant, its vowel
//! and its final consonant. The symbols and Chinese characters of KS X 1001 are in the order of
//! that standard, two rows for each first byte. A single letter is a syllable without the other
//! letters.

use super::{Bytes, Item};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::multibyte::tables::EUC_KR;

/// The number for an initial consonant, a vowel or a final consonant that is absent.
const ABSENT: [u16; 3] = [1, 2, 1];

/// The numbers of the vowels, in the order of Unicode. The numbers in the gaps are unassigned.
const VOWELS: [u16; 21] = [
    3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29,
];

/// The initial consonants in the order of their numbers, as distances from U+3131.
const INITIALS: [u16; 19] = [
    0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
];

/// The final consonants in the order of their numbers, as distances from U+3131.
const FINALS: [u16; 27] = [
    0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 25, 26, 27, 28,
    29,
];

/// The first syllable and the first letter in Unicode.
const SYLLABLES: u16 = 0xAC00;
const CONSONANTS: u16 = 0x3131;
const LETTER_VOWELS: u16 = 0x314F;

/// Returns the index of a value in a table.
fn index(table: &[u16], value: u16) -> Option<u16> {
    let at = table.iter().position(|&other| other == value)?;
    Some(at as u16)
}

/// Returns the two bytes with these numbers, as one number.
fn join([initial, vowel, last]: [u16; 3]) -> u16 {
    0x8000 | initial << 10 | vowel << 5 | last
}

/// Returns the number of a final consonant: 18 is unassigned.
fn final_number(index: u16) -> u16 {
    index + 2 + u16::from(index >= 16)
}

/// Returns the unit of UTF-16 of a syllable or a letter.
fn syllable(bytes: u16) -> Option<u16> {
    let numbers = [bytes >> 10 & 31, bytes >> 5 & 31, bytes & 31];
    let [initial, vowel, last] = numbers;
    let initial_index = initial.checked_sub(2).filter(|&at| at < 19);
    let vowel_index = index(&VOWELS, vowel);
    let final_index = (0..27).find(|&at| final_number(at) == last);
    let is_absent = [0, 1, 2].map(|at| numbers[at] == ABSENT[at]);
    match (initial_index, vowel_index, final_index, is_absent) {
        (Some(initial), Some(vowel), Some(last), _) => {
            Some(SYLLABLES + (initial * 21 + vowel) * 28 + last + 1)
        }
        (Some(initial), Some(vowel), None, [.., true]) => {
            Some(SYLLABLES + (initial * 21 + vowel) * 28)
        }
        (Some(initial), None, None, [_, true, true]) => {
            Some(CONSONANTS + INITIALS[usize::from(initial)])
        }
        (None, Some(vowel), None, [true, _, true]) => Some(LETTER_VOWELS + vowel),
        (None, None, Some(last), [true, true, _]) => Some(CONSONANTS + FINALS[usize::from(last)]),
        _ => None,
    }
}

/// Returns the two bytes of a syllable or a letter, as one number. A consonant is an initial one if
/// there is such an initial.
fn syllable_bytes(unit: u16) -> Option<u16> {
    let [no_initial, no_vowel, no_final] = ABSENT;
    Some(join(match unit {
        0xAC00..=0xD7A3 => {
            let at = unit - SYLLABLES;
            let last = match at % 28 {
                0 => no_final,
                last => final_number(last - 1),
            };
            [at / 588 + 2, VOWELS[usize::from(at / 28 % 21)], last]
        }
        0x3131..=0x314E => match index(&INITIALS, unit - CONSONANTS) {
            Some(initial) => [initial + 2, no_vowel, no_final],
            None => {
                let last = index(&FINALS, unit - CONSONANTS)?;
                [no_initial, no_vowel, final_number(last)]
            }
        },
        0x314F..=0x3163 => {
            let vowel = VOWELS[usize::from(unit - LETTER_VOWELS)];
            [no_initial, vowel, no_final]
        }
        _ => return None,
    }))
}

/// For symbols and for Chinese characters: the first bytes in JOHAB, and the first byte in EUC-KR
/// of the first row.
const ROWS: [(core::ops::RangeInclusive<u8>, u8); 2] = [(0xD9..=0xDE, 0xA1), (0xE0..=0xF9, 0xCA)];

/// Returns the unit of UTF-16 of a symbol or a Chinese character.
fn symbol(lead: u8, trail: u8) -> Option<u16> {
    let (leads, row) = ROWS.into_iter().find(|(leads, _)| leads.contains(&lead))?;
    let cell = match trail {
        0x31..=0x7E => trail - 0x31,
        0x91..=0xFE => trail - 0x43,
        _ => return None,
    };
    let row = row + 2 * (lead - leads.start()) + cell / 94;
    let unit = EUC_KR.decoder().unit(row, 0xA1 + cell % 94);
    // Letters are syllables.
    (unit != 0 && syllable_bytes(unit).is_none()).then_some(unit)
}

/// Returns the two bytes of a symbol or a Chinese character.
fn symbol_bytes(unit: u16) -> Option<[u8; 2]> {
    let [row, cell] = EUC_KR.encoder().bytes(unit).to_be_bytes();
    let (leads, first) = match row {
        0xA1..=0xAC => &ROWS[0],
        0xCA..=0xFD => &ROWS[1],
        _ => return None,
    };
    let (row, cell) = (row - first, cell.checked_sub(0xA1)?);
    let cell = cell + row % 2 * 94;
    let trail = cell + if cell < 0x4E { 0x31 } else { 0x43 };
    Some([leads.start() + row / 2, trail])
}

/// See [`Shift::decode`](super::Shift::decode).
pub(super) fn decode(src: &[u8]) -> Item {
    match src {
        [] => Item::Incomplete,
        [byte @ ..0x80, ..] => Item::Character(CodePoint((*byte).into()), 1),
        [lead @ (0x84..=0xD3 | 0xD9..=0xDE | 0xE0..=0xF9), rest @ ..] => match rest {
            [] => Item::Incomplete,
            [..0x31 | 0x7F | 0x80, ..] => Item::malformed(ErrorKind::MissingContinuation, 1),
            [trail, ..] => match two_bytes(*lead, *trail) {
                // An ASCII character is not part of a malformed sequence.
                0 if trail.is_ascii() => Item::malformed(ErrorKind::Unassigned, 1),
                0 => Item::malformed(ErrorKind::Unassigned, 2),
                unit => Item::Character(CodePoint(unit.into()), 2),
            },
        },
        _ => Item::malformed(ErrorKind::InvalidByte, 1),
    }
}

/// Returns the bytes of a character, or none if it is unrepresentable.
pub(super) fn bytes(CodePoint(code_point): CodePoint) -> Bytes {
    match u16::try_from(code_point) {
        Ok(..0x80) => Bytes::from_slice(&[code_point as u8]),
        Ok(unit) => {
            let pair = syllable_bytes(unit).map(u16::to_be_bytes);
            let pair = pair.or_else(|| symbol_bytes(unit));
            pair.map_or(Bytes::default(), |pair| Bytes::from_slice(&pair))
        }
        Err(_) => Bytes::default(),
    }
}

/// See [`Shift::two_bytes`](super::Shift::two_bytes).
pub(super) fn two_bytes(lead: u8, trail: u8) -> u16 {
    let unit = match lead {
        0x84..=0xD3 => syllable(u16::from_be_bytes([lead, trail])),
        _ => symbol(lead, trail),
    };
    unit.unwrap_or(0)
}
