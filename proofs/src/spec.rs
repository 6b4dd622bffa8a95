//! The specification: UTF-8, UTF-16 and UTF-32 of the Unicode Standard as terms, written
//! independently of the algorithms.

use super::term::{Term, all, any, constant, no, yes};
use crate::encoding::endian::Endian;
use std::prelude::v1::*;
use std::vec;

fn number(value: u64) -> Term {
    constant(value, 4)
}

/// The states of table 3-7 of the Unicode Standard: at a boundary, or after a part of a sequence,
/// by the bytes that may follow. Malformed text has a state of its own, which never changes.
pub(crate) const BOUNDARY: u64 = 0;
/// After C0, C1 or F5 to FF at a boundary. No byte may follow, so the error shows at the next byte.
const INVALID_LEAD: u64 = 8;
pub(crate) const MALFORMED: u64 = 9;

/// For each state, the ranges of well-formed next bytes and the states after them.
const NEXT: [&[(u64, u64, u64)]; 8] = [
    // At a boundary: ASCII, the lead bytes, and the bytes that are never well-formed.
    &[
        (0x00, 0x7F, 0),
        (0xC2, 0xDF, 1),
        (0xE0, 0xE0, 4),
        (0xE1, 0xEC, 2),
        (0xED, 0xED, 5),
        (0xEE, 0xEF, 2),
        (0xF0, 0xF0, 6),
        (0xF1, 0xF3, 3),
        (0xF4, 0xF4, 7),
        (0xC0, 0xC1, INVALID_LEAD),
        (0xF5, 0xFF, INVALID_LEAD),
    ],
    // One, two or three continuation bytes are missing.
    &[(0x80, 0xBF, 0)],
    &[(0x80, 0xBF, 1)],
    &[(0x80, 0xBF, 2)],
    // After E0, ED, F0 and F4.
    &[(0xA0, 0xBF, 1)],
    &[(0x80, 0x9F, 1)],
    &[(0x90, 0xBF, 2)],
    &[(0x80, 0x8F, 2)],
];

/// Returns the state at a boundary.
pub(crate) fn start() -> Term {
    number(BOUNDARY)
}

/// Returns the state after a byte.
pub(crate) fn after(state: Term, byte: Term) -> Term {
    if let (Some(state), Some(byte)) = (state.value(), byte.value()) {
        let steps = NEXT.get(state as usize).copied().unwrap_or_default();
        let step = steps
            .iter()
            .find(|(first, last, _)| (first..=last).contains(&&byte));
        return number(step.map_or(MALFORMED, |&(_, _, to)| to));
    }
    let steps = NEXT
        .iter()
        .zip(0..)
        .flat_map(|(steps, from)| steps.iter().map(move |step| (from, step)));
    steps.fold(number(MALFORMED), |next, (from, &(first, last, to))| {
        let here = state.is(from).and(byte.within(first, last));
        here.choose(number(to), next)
    })
}

/// Returns the state after each byte.
pub(crate) fn states(start: Term, bytes: &[Term]) -> Vec<Term> {
    let mut state = start;
    let step = |&byte: &Term| {
        state = after(state, byte);
        state
    };
    bytes.iter().map(step).collect()
}

/// Returns whether bytes are well-formed UTF-8.
pub(crate) fn is_utf8(bytes: &[Term]) -> Term {
    states(start(), bytes)
        .last()
        .copied()
        .unwrap_or(start())
        .is(BOUNDARY)
}

/// Returns the character of 21 bits whose sequence is the last `len` of these bytes.
pub(crate) fn character(bytes: [Term; 4], len: usize) -> Term {
    let bits = |byte: Term, count| byte.bits(0, count);
    let joined = match len {
        1 => bits(bytes[3], 7),
        2 => bits(bytes[2], 5).join(bits(bytes[3], 6)),
        3 => bits(bytes[1], 4)
            .join(bits(bytes[2], 6))
            .join(bits(bytes[3], 6)),
        _ => {
            let first = bits(bytes[0], 3).join(bits(bytes[1], 6));
            first.join(bits(bytes[2], 6)).join(bits(bytes[3], 6))
        }
    };
    joined.widened(21)
}

/// Returns the character that ends with the last of these bytes of well-formed text. Its length
/// follows from the continuation bytes.
pub(crate) fn character_that_ends(bytes: [Term; 4]) -> Term {
    let lengths = (1..=3).rev();
    lengths.fold(character(bytes, 4), |found, len| {
        is_continuation(bytes[4 - len]).choose(found, character(bytes, len))
    })
}

pub(crate) fn is_continuation(byte: Term) -> Term {
    byte.bits(6, 2).is(0b10)
}

/// Returns the high and the low surrogate of a supplementary character of 21 bits.
pub(crate) fn surrogates(character: Term) -> [Term; 2] {
    let above = character.subtract(constant(0x1_0000, 21));
    let half = |tag, from| constant(tag, 6).join(above.bits(from, 10));
    [half(0b110110, 10), half(0b110111, 0)]
}

pub(crate) fn is_high(unit: Term) -> Term {
    unit.within(0xD800, 0xDBFF)
}

pub(crate) fn is_low(unit: Term) -> Term {
    unit.within(0xDC00, 0xDFFF)
}

/// Returns whether units are well-formed UTF-16: a low surrogate follows each high one, and occurs
/// nowhere else.
pub(crate) fn is_utf16(units: &[Term]) -> Term {
    let mut after_high = no();
    let mut wrong = no();
    for &unit in units {
        wrong = wrong.or(after_high.xor(is_low(unit)));
        after_high = is_high(unit);
    }
    wrong.or(after_high).not()
}

/// Returns whether a unit of 32 bits is a character: no surrogate, and at most 10FFFF.
pub(crate) fn is_character(unit: Term) -> Term {
    any([unit.within(0, 0xD7FF), unit.within(0xE000, 0x10_FFFF)])
}

/// Returns the UTF-8 bytes of a character of 32 bits: for each length the bytes, and whether the
/// character has that length.
pub(crate) fn encoded(character: Term) -> [(Vec<Term>, Term); 4] {
    let continuation = |from| constant(0b10, 2).join(character.bits(from, 6));
    [
        (vec![character.bits(0, 8)], character.at_least(0x80).not()),
        (
            vec![
                constant(0b110, 3).join(character.bits(6, 5)),
                continuation(0),
            ],
            character.within(0x80, 0x7FF),
        ),
        (
            vec![
                constant(0b1110, 4).join(character.bits(12, 4)),
                continuation(6),
                continuation(0),
            ],
            character.within(0x800, 0xFFFF),
        ),
        (
            vec![
                constant(0b11110, 5).join(character.bits(18, 3)),
                continuation(12),
                continuation(6),
                continuation(0),
            ],
            character.at_least(0x1_0000),
        ),
    ]
}

/// An encoding: which bytes are a character.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Encoding {
    /// ASCII or Latin-1, by the last character.
    Bytes(u8),
    Utf8,
    Utf16(Endian),
    Utf32(Endian),
    /// CESU-8: a supplementary character is two surrogates of three bytes each.
    Cesu8,
    /// MUTF-8: like CESU-8, and U+0000 is C0 80.
    Mutf8,
}

impl Encoding {
    /// Returns the possible lengths of a character in bytes.
    fn lengths(self) -> &'static [usize] {
        match self {
            Encoding::Bytes(_) => &[1],
            Encoding::Utf8 => &[1, 2, 3, 4],
            Encoding::Utf16(_) => &[2, 4],
            Encoding::Utf32(_) => &[4],
            Encoding::Cesu8 | Encoding::Mutf8 => &[1, 2, 3, 6],
        }
    }

    /// Returns whether these bytes are a character, and the character in 21 bits.
    fn character(self, bytes: &[Term]) -> (Term, Term) {
        match self {
            Encoding::Bytes(last) => (bytes[0].within(0, last.into()), bytes[0].widened(21)),
            Encoding::Utf8 => sequence(bytes),
            Encoding::Utf16(endian) => {
                let units: Vec<Term> = bytes.chunks(2).map(|unit| joined(endian, unit)).collect();
                match units[..] {
                    [unit] => (is_high(unit).or(is_low(unit)).not(), unit.widened(21)),
                    [high, low] => (is_high(high).and(is_low(low)), of_surrogates(high, low)),
                    _ => unreachable!("a character has one unit or two"),
                }
            }
            Encoding::Utf32(endian) => {
                let unit = joined(endian, bytes);
                (is_character(unit), unit.bits(0, 21))
            }
            Encoding::Cesu8 | Encoding::Mutf8 => {
                if let [a, b, c, d, e, f] = *bytes {
                    let is_pair = all([
                        a.is(0xED),
                        b.within(0xA0, 0xAF),
                        is_continuation(c),
                        d.is(0xED),
                        e.within(0xB0, 0xBF),
                        is_continuation(f),
                    ]);
                    let unit = |second: Term, third: Term| {
                        let bits = second.bits(0, 6).join(third.bits(0, 6));
                        constant(0xD, 4).join(bits)
                    };
                    return (is_pair, of_surrogates(unit(b, c), unit(e, f)));
                }
                let (is_sequence, character) = sequence(bytes);
                if !matches!(self, Encoding::Mutf8) {
                    return (is_sequence, character);
                }
                let is_nul = match *bytes {
                    [first, second] => first.is(0xC0).and(second.is(0x80)),
                    _ => no(),
                };
                let not_short = is_sequence.and(character.is(0).not());
                (
                    not_short.or(is_nul),
                    is_nul.choose(constant(0, 21), character),
                )
            }
        }
    }
}

/// Returns whether bytes are one sequence of UTF-8, and its character.
fn sequence(bytes: &[Term]) -> (Term, Term) {
    let states = states(start(), bytes);
    let (last, before) = states.split_last().expect("a byte");
    let within = before.iter().map(|state| state.is(BOUNDARY).not());
    let mut four = [bytes[0]; 4];
    four[4 - bytes.len()..].copy_from_slice(bytes);
    (
        all(within).and(last.is(BOUNDARY)),
        character(four, bytes.len()),
    )
}

/// Joins bytes to a unit.
pub(crate) fn joined(endian: Endian, bytes: &[Term]) -> Term {
    let bytes = bytes.iter().copied();
    let unit = match endian {
        Endian::Little => bytes.reduce(|low, high| high.join(low)),
        Endian::Big => bytes.reduce(Term::join),
    };
    unit.expect("a byte")
}

/// Joins bytes to units of `width` bytes.
pub(crate) fn units(endian: Endian, width: usize, bytes: &[Term]) -> Vec<Term> {
    let units = bytes.chunks_exact(width);
    units.map(|unit| joined(endian, unit)).collect()
}

/// Returns the character of a surrogate pair, in 21 bits.
fn of_surrogates(high: Term, low: Term) -> Term {
    let above = high.bits(0, 10).join(low.bits(0, 10)).widened(21);
    above.add(constant(0x1_0000, 21))
}

/// Returns whether bytes in one encoding are the same well-formed text as bytes in another.
pub(crate) fn is_same((from, src): (Encoding, &[Term]), (to, dst): (Encoding, &[Term])) -> Term {
    // `same[i][j]`: whether the first `i` bytes of one and the first `j` bytes of the other are the
    // same.
    let mut same = vec![vec![no(); dst.len() + 1]; src.len() + 1];
    same[0][0] = yes();
    for read in 0..src.len() {
        for written in 0..dst.len() {
            let before = same[read][written];
            if before == no() {
                continue;
            }
            for &a in from.lengths().iter().filter(|&len| read + len <= src.len()) {
                let (is_one, one) = from.character(&src[read..read + a]);
                if is_one == no() {
                    continue;
                }
                for &b in to
                    .lengths()
                    .iter()
                    .filter(|&len| written + len <= dst.len())
                {
                    let (is_other, other) = to.character(&dst[written..written + b]);
                    if is_other == no() {
                        continue;
                    }
                    let here = all([before, is_one, is_other, one.equals(other)]);
                    let after = &mut same[read + a][written + b];
                    *after = after.or(here);
                }
            }
        }
    }
    same[src.len()][dst.len()]
}
