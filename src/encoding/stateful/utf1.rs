//! UTF-1 (ISO 10646-1:1993, annex G), the predecessor of UTF-8.
//!
//! | first byte | bytes | code points |
//! |---|---|---|
//! | 00 to 9F | 1 | U+0000 to U+009F |
//! | A0 | 2 | U+00A0 to U+00FF: the second byte |
//! | A1 to F5 | 2 | U+0100 to U+4015 |
//! | F6 to FB | 3 | U+4016 to U+38E2D |
//! | FC to FF | 5 | U+38E2E and above |
//!
//! In the last three rows, the bytes after the first are digits in base 190: the bytes 21 to 7E and
//! A0 to FF, so that control characters and spaces never occur within a character.

use super::{Bytes, Item};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;

/// The number of values of a byte after the first.
const BASE: u32 = 190;

/// The forms of several bytes with digits: the first byte, the number of digits, and the first code
/// point.
const FORMS: [(u8, u32, u32); 3] = [(0xA1, 1, 0x100), (0xF6, 2, 0x4016), (0xFC, 4, 0x38E2E)];

/// Returns the value of a digit.
fn value(byte: u8) -> Option<u32> {
    match byte {
        0x21..=0x7E => Some(u32::from(byte) - 0x21),
        0xA0.. => Some(u32::from(byte) - 0xA0 + 94),
        _ => None,
    }
}

/// Returns the digit of a value.
fn digit(value: u32) -> u8 {
    match value {
        ..94 => value as u8 + 0x21,
        _ => (value - 94) as u8 + 0xA0,
    }
}

/// See [`Shift::decode`](super::Shift::decode).
pub(super) fn decode(src: &[u8]) -> Item {
    let (first, rest) = match src {
        [] | [0xA0] => return Item::Incomplete,
        [byte @ ..0xA0, ..] => return Item::Character(CodePoint((*byte).into()), 1),
        [0xA0, byte @ 0xA0..=0xFF, ..] => return Item::Character(CodePoint((*byte).into()), 2),
        [0xA0, ..] => return Item::malformed(ErrorKind::MissingContinuation, 1),
        [first, rest @ ..] => (*first, rest),
    };
    let is_form = |form: &&(u8, u32, u32)| form.0 <= first;
    let Some(&(start, digits, smallest)) = FORMS.iter().rev().find(is_form) else {
        return Item::malformed(ErrorKind::InvalidByte, 1);
    };
    // At most 4 * 190^4, which is less than 2^33.
    let mut number = u64::from(first - start);
    for at in 0..digits as usize {
        let Some(byte) = rest.get(at) else {
            return Item::Incomplete;
        };
        let Some(value) = value(*byte) else {
            return Item::malformed(ErrorKind::MissingContinuation, at as u8 + 1);
        };
        number = number * u64::from(BASE) + u64::from(value);
    }
    let len = digits as u8 + 1;
    match number + u64::from(smallest) {
        0xD800..=0xDFFF => Item::malformed(ErrorKind::Surrogate, len),
        code_point @ ..=0x10_FFFF => Item::Character(CodePoint(code_point as u32), len.into()),
        _ => Item::malformed(ErrorKind::TooLarge, len),
    }
}

/// Returns the bytes of a character, or none if it is unrepresentable.
pub(super) fn bytes(code_point: CodePoint) -> Bytes {
    let CodePoint(number) = code_point;
    if code_point.to_char().is_none() {
        return Bytes::default();
    }
    let mut bytes = Bytes::default();
    let is_form = |form: &&(u8, u32, u32)| form.2 <= number;
    match FORMS.iter().rev().find(is_form) {
        None => {
            if number >= 0xA0 {
                bytes.push(0xA0);
            }
            bytes.push(number as u8);
        }
        Some(&(start, digits, smallest)) => {
            let number = number - smallest;
            bytes.push(start + (number / BASE.pow(digits)) as u8);
            for at in (0..digits).rev() {
                bytes.push(digit(number / BASE.pow(at) % BASE));
            }
        }
    }
    bytes
}
