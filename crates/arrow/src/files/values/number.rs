//! Parses numbers. Only floats are rounded. A number that its type cannot hold is rejected.

use arrow_array::types::{ArrowPrimitiveType, Float16Type};
use arrow_buffer::i256;
use std::fmt;
use std::str::FromStr;

/// A float of 16 bits.
type Half = <Float16Type as ArrowPrimitiveType>::Native;

/// Largest number of digits of a decimal number.
const MAX_DIGITS: usize = 76;

/// Returns whether a number has a zero before its first digit, as in `00123`.
#[inline]
pub(in crate::files) fn has_leading_zero(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").or(value.strip_prefix(b"+"));
    matches!(digits.unwrap_or(value), [b'0', b'0'..=b'9', ..])
}

/// Parses an optional sign and digits.
pub(in crate::files) fn integer<T: FromStr + TryFrom<i64>>(value: &[u8]) -> Option<T> {
    match short_integer(value) {
        Some(number) => T::try_from(number).ok(),
        None if is_minus_zero(value) => T::try_from(0).ok(),
        None => str::from_utf8(value).ok()?.parse().ok(),
    }
}

/// Returns whether a long integer is a minus sign and zeros, which unsigned types cannot parse.
fn is_minus_zero(value: &[u8]) -> bool {
    value.len() > 18 && value[0] == b'-' && value[1..].iter().all(|byte| *byte == b'0')
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

/// Parses a float with a significand of `bits` bits, rounded to the nearest number. Returns `None`
/// if the number [is lost](is_lost).
pub(in crate::files) fn float<T>(value: &[u8], bits: u32) -> Option<T>
where
    T: FromStr + Into<f64> + Copy + fmt::Display,
{
    let number: T = str::from_utf8(value).ok()?.parse().ok()?;
    (!is_lost(value, number, bits)).then_some(number)
}

/// Parses a `Float16`, as [`float`] does. It is rounded from the nearest number of 64 bits.
pub(super) fn half(value: &[u8]) -> Option<Half> {
    let wide: f64 = float(value, f64::MANTISSA_DIGITS)?;
    // `Half::from_f64` may ignore the last bits. So convert to 32 bits before, and round to an odd
    // significand, which is never halfway between two numbers of 16 bits.
    let near = wide as f32;
    let odd = match f64::from(near) {
        same if same == wide || wide.is_nan() => near,
        above if above.abs() > wide.abs() => f32::from_bits((near.to_bits() - 1) | 1),
        _ => f32::from_bits(near.to_bits() | 1),
    };
    let number = Half::from_f32(odd);
    (!is_lost(value, number, Half::MANTISSA_DIGITS)).then_some(number)
}

/// Returns whether a value was lost when it was rounded to a float with a significand of `bits`
/// bits:
///
/// - a number that is too large for the type
/// - a number that becomes 0, and is not 0
/// - an integer, without a point or an exponent, that the float neither equals nor is displayed as
#[inline]
fn is_lost(value: &[u8], number: impl Into<f64> + Copy + fmt::Display, bits: u32) -> bool {
    let wide: f64 = number.into();
    let limit = (1_u64 << bits) as f64;
    // The usual case.
    if wide.abs() < limit && wide != 0.0 {
        return false;
    }
    let digits = value.strip_prefix(b"-").or(value.strip_prefix(b"+"));
    let digits = digits.unwrap_or(value);
    // Infinity or NaN.
    if digits.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    if wide == 0.0 {
        let significand = digits
            .iter()
            .take_while(|byte| !matches!(byte, b'e' | b'E'));
        return significand.clone().any(|byte| matches!(byte, b'1'..=b'9'));
    }
    if wide.is_infinite() || !digits.iter().all(u8::is_ascii_digit) {
        return wide.is_infinite();
    }
    let zeros = digits.iter().take_while(|byte| **byte == b'0').count();
    let is_digits = |shown: String| shown.trim_start_matches('-').as_bytes() == &digits[zeros..];
    !is_digits(format!("{wide:.0}")) && !is_digits(number.to_string())
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
