//! Parses numbers. Only floats are rounded; a number that does not fit its type is rejected.

use arrow_buffer::i256;
use std::str::FromStr;

/// Largest number of digits of a decimal number.
const MAX_DIGITS: usize = 76;

/// Parses an optional sign and digits.
pub(in crate::files) fn integer<T: FromStr + TryFrom<i64>>(value: &[u8]) -> Option<T> {
    match short_integer(value) {
        Some(number) => T::try_from(number).ok(),
        None => str::from_utf8(value).ok()?.parse().ok(),
    }
}

/// Parses an integer of up to 18 digits without a plus sign.
fn short_integer(value: &[u8]) -> Option<i64> {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = 10 * number + i64::from(digit - b'0');
    }
    let is_negative = digits.len() < value.len();
    Some(if is_negative { -number } else { number })
}

/// Parses a float, rounded to the nearest number. Returns `None` for a finite number that is too
/// large for the type.
pub(in crate::files) fn float<T: FromStr + Into<f64> + Copy>(value: &[u8]) -> Option<T> {
    let number: T = str::from_utf8(value).ok()?.parse().ok()?;
    let number_or_overflow: f64 = number.into();
    (!number_or_overflow.is_infinite() || is_word(value)).then_some(number)
}

/// Returns whether the text of a float is a word: infinity or NaN.
fn is_word(value: &[u8]) -> bool {
    value.last().is_some_and(u8::is_ascii_alphabetic)
}

/// Digits without leading and trailing zeros, times a power of ten.
struct Decimal<'a> {
    is_negative: bool,
    /// The digits before and after the point.
    parts: [&'a [u8]; 2],
    exponent: i64,
}

impl<'a> Decimal<'a> {
    fn parse(value: &'a [u8]) -> Option<Decimal<'a>> {
        let (is_negative, value) = match value.split_first()? {
            (b'-', rest) => (true, rest),
            (b'+', rest) => (false, rest),
            _ => (false, value),
        };
        let (value, exponent) = match memchr::memchr2(b'e', b'E', value) {
            Some(at) => (&value[..at], integer::<i32>(&value[at + 1..])?),
            None => (value, 0),
        };
        let (mut whole, mut fraction) = match memchr::memchr(b'.', value) {
            Some(at) => (&value[..at], &value[at + 1..]),
            None => (value, &value[value.len()..]),
        };
        let are_digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
        if whole.len() + fraction.len() == 0 || !are_digits(whole) || !are_digits(fraction) {
            return None;
        }
        while let Some(rest) = fraction.strip_suffix(b"0") {
            fraction = rest;
        }
        while let Some(rest) = whole.strip_prefix(b"0") {
            whole = rest;
        }
        let mut exponent = i64::from(exponent) - fraction.len() as i64;
        if fraction.is_empty() {
            while let Some(rest) = whole.strip_suffix(b"0") {
                whole = rest;
                exponent += 1;
            }
        } else if whole.is_empty() {
            while let Some(rest) = fraction.strip_prefix(b"0") {
                fraction = rest;
            }
        }
        Some(Decimal {
            is_negative,
            parts: [whole, fraction],
            exponent,
        })
    }

    /// Returns the digits of the number times 10^`scale`, and the number of zeros after them, if
    /// the product is an integer of at most `precision` digits.
    fn unscaled(&self, precision: u8, scale: i8) -> Option<(impl Iterator<Item = u8>, usize)> {
        let digits = self.parts[0].len() + self.parts[1].len();
        let zeros = match digits {
            0 => 0,
            _ => usize::try_from(self.exponent + i64::from(scale)).ok()?,
        };
        let is_short = digits.checked_add(zeros)? <= usize::from(precision).min(MAX_DIGITS);
        let digits = self.parts.into_iter().flatten().copied();
        is_short.then_some((digits, zeros))
    }
}

/// Parses a decimal number of up to 38 digits. Returns the number times 10^`scale`.
pub(super) fn decimal(value: &[u8], precision: u8, scale: i8) -> Option<i128> {
    let decimal = Decimal::parse(value)?;
    let (digits, zeros) = decimal.unscaled(precision.min(38), scale)?;
    let digits = digits.map(|digit| i128::from(digit - b'0'));
    let digits = digits.chain(std::iter::repeat_n(0, zeros));
    let number = digits.fold(0, |number, digit| 10 * number + digit);
    Some(match decimal.is_negative {
        true => -number,
        false => number,
    })
}

/// Is [`decimal`] for up to 76 digits.
pub(super) fn long_decimal(value: &[u8], precision: u8, scale: i8) -> Option<i256> {
    let decimal = Decimal::parse(value)?;
    let (digits, zeros) = decimal.unscaled(precision, scale)?;
    let sign = decimal.is_negative.then_some('-');
    let digits = sign.into_iter().chain(digits.map(char::from));
    let digits: String = digits.chain(std::iter::repeat_n('0', zeros)).collect();
    match &digits[..] {
        "" | "-" => Some(i256::ZERO),
        digits => i256::from_string(digits),
    }
}
