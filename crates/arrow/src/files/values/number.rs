//! Parses numbers. Only floats are rounded. A number that its type cannot hold is rejected.

use arrow_array::types::{ArrowPrimitiveType, Float16Type};
use arrow_buffer::i256;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// A float of 16 bits.
type Half = <Float16Type as ArrowPrimitiveType>::Native;

/// Largest number of digits of a decimal number.
const MAX_DIGITS: usize = 76;

/// Returns whether a number begins with a zero and another digit, as in `00123`.
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

/// Parses a `Float16`, as [`float`] does.
pub(super) fn half(value: &[u8]) -> Option<Half> {
    let wide: f64 = float(value, f64::MANTISSA_DIGITS)?;
    // Round to 32 bits before, with an odd significand if the number is not exact. Such a number is
    // never halfway between two numbers of 16 bits, so the second rounding is that of the value.
    let near = wide as f32;
    let order = match f64::from(near).abs().partial_cmp(&wide.abs()) {
        Some(Ordering::Equal) => order_of_exact(near, value),
        Some(order) => order,
        None => Ordering::Equal,
    };
    let odd = match order {
        Ordering::Equal => near,
        Ordering::Greater => f32::from_bits((near.to_bits() - 1) | 1),
        Ordering::Less => f32::from_bits(near.to_bits() | 1),
    };
    let number = Half::from_f32(odd);
    (!is_lost(value, number, Half::MANTISSA_DIGITS)).then_some(number)
}

/// Compares the absolute values of a number and a text that was rounded to it. The number is a
/// multiple of 2^-25, such as a number halfway between two of 16 bits, or the order does not
/// matter.
fn order_of_exact(number: f32, value: &[u8]) -> Ordering {
    let number = format!("{number:.25}");
    match (Decimal::parse(number.as_bytes()), Decimal::parse(value)) {
        (Some(number), Some(value)) => number.cmp_abs(&value),
        _ => Ordering::Equal,
    }
}

/// Returns whether a value was lost when it was rounded to a float with a significand of `bits`
/// bits:
///
/// - a number that is too large for the type
/// - a number that becomes 0, and is not 0
/// - an integer (no point, no exponent), if the float neither equals it nor is displayed with the
///   same digits
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

    fn digits(&self) -> usize {
        self.parts[0].len() + self.parts[1].len()
    }

    fn cmp_abs(&self, other: &Decimal<'_>) -> Ordering {
        let magnitude = |number: &Decimal<'_>| match number.digits() {
            0 => i64::MIN,
            digits => number.exponent + digits as i64,
        };
        magnitude(self)
            .cmp(&magnitude(other))
            .then_with(|| self.parts.concat().cmp(&other.parts.concat()))
    }

    /// Returns the digits of the number times 10^`scale`, and the number of zeros after them, if
    /// the product is an integer of at most `precision` digits.
    fn unscaled(&self, precision: u8, scale: i8) -> Option<(impl Iterator<Item = u8>, usize)> {
        let digits = self.digits();
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

/// Parses like [`decimal`], for up to 76 digits.
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
