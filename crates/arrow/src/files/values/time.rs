//! Parses dates and times in the formats of ISO 8601 and RFC 3339. A value that the unit of a
//! column cannot hold exactly is rejected.

/// Seconds in a day.
const DAY: i64 = 86_400;
/// Nanoseconds in a second.
const SECOND: u32 = 1_000_000_000;

/// A date and a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::files) struct Instant {
    /// Seconds since 1970, in UTC if the value has an offset from UTC, otherwise in local time.
    seconds: i64,
    nanoseconds: u32,
    pub(in crate::files) has_offset: bool,
}

/// The unread rest of a value.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn eat(&mut self, byte: u8) -> bool {
        let rest = self.0.strip_prefix(&[byte]);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Reads a number of `min..=max` digits. `max` is at most nine.
    fn number(&mut self, min: usize, max: usize) -> Option<u32> {
        let is_digit = |byte: &&u8| byte.is_ascii_digit();
        let len = self.0.iter().take(max).take_while(is_digit).count();
        if len < min {
            return None;
        }
        let (digits, rest) = self.0.split_at(len);
        self.0 = rest;
        let number = |number, digit: &u8| 10 * number + u32::from(digit - b'0');
        Some(digits.iter().fold(0, number))
    }

    fn two_digits(&mut self) -> Option<u32> {
        self.number(2, 2)
    }

    /// Reads `HH:MM`, `HH:MM:SS` or `HH:MM:SS.f`. Returns seconds and nanoseconds.
    fn time(&mut self) -> Option<(u32, u32)> {
        let hours = self.two_digits().filter(|hours| *hours < 24)?;
        let minutes = match self.eat(b':') {
            true => self.two_digits().filter(|minutes| *minutes < 60)?,
            false => return None,
        };
        let seconds = match self.eat(b':') {
            true => self.two_digits().filter(|seconds| *seconds < 60)?,
            false => return Some((3600 * hours + 60 * minutes, 0)),
        };
        let nanoseconds = match self.eat(b'.') {
            true => self.fraction()?,
            false => 0,
        };
        Some((3600 * hours + 60 * minutes + seconds, nanoseconds))
    }

    /// Reads the digits after a point. Returns nanoseconds.
    fn fraction(&mut self) -> Option<u32> {
        let before = self.0.len();
        let number = self.number(1, 9)?;
        let digits = before - self.0.len();
        // Further digits must be zeros, because nanoseconds cannot hold them.
        while self.eat(b'0') {}
        Some(number * 10_u32.pow(9 - digits as u32))
    }

    /// Reads an offset from UTC: `Z`, `UTC`, `+HH`, `+HHMM` or `+HH:MM`. Returns seconds.
    fn offset(&mut self) -> Option<i64> {
        self.eat(b' ');
        if matches!(self.0, b"Z" | b"z" | b"UTC") {
            self.0 = &[];
            return Some(0);
        }
        let is_west = match self.eat(b'-') {
            true => true,
            false => self.eat(b'+').then_some(false)?,
        };
        let hours = self.two_digits().filter(|hours| *hours < 24)?;
        let minutes = match self.eat(b':') || !self.0.is_empty() {
            true => self.two_digits().filter(|minutes| *minutes < 60)?,
            false => 0,
        };
        let seconds = i64::from(3600 * hours + 60 * minutes);
        Some(if is_west { -seconds } else { seconds })
    }
}

/// Returns the days from 1970-01-01 to a date of the Gregorian calendar.
fn days_of(year: i64, month: u32, day: u32) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=last).contains(&day) {
        return None;
    }
    // Count years from March, so that the leap day is the last day of its year.
    let (year, month) = match month {
        3.. => (year, month - 3),
        _ => (year - 1, month + 9),
    };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days_of_year = i64::from((153 * month + 2) / 5 + day);
    Some(365 * year + leap_days + days_of_year - 719_469)
}

/// Parses a date: `2024-02-29`, `2024-2-29`, `20240229`, or with a sign and a year of four to nine
/// digits. Returns the days from 1970-01-01.
pub(super) fn days(value: &[u8]) -> Option<i64> {
    let mut rest = Rest(value);
    let is_before = rest.eat(b'-');
    let (min, max) = match is_before || rest.eat(b'+') {
        true => (4, 9),
        false => (4, 4),
    };
    let year = i64::from(rest.number(min, max)?);
    let year = if is_before { -year } else { year };
    let (month, day) = if rest.eat(b'-') {
        let month = rest.number(1, 2)?;
        (month, rest.eat(b'-').then(|| rest.number(1, 2))??)
    } else if value.len() == 8 {
        (rest.two_digits()?, rest.two_digits()?)
    } else {
        return None;
    };
    rest.0.is_empty().then(|| days_of(year, month, day))?
}

/// Parses a date such as `2024-02-29`, optionally with `T` or a space and a time, and then
/// optionally an offset from UTC.
pub(in crate::files) fn instant(value: &[u8]) -> Option<Instant> {
    let (date, rest) = value.split_at_checked(10)?;
    if date[4] != b'-' || date[7] != b'-' {
        return None;
    }
    let midnight = DAY * days(date)?;
    let mut rest = Rest(rest);
    if rest.0.is_empty() {
        return Some(Instant {
            seconds: midnight,
            nanoseconds: 0,
            has_offset: false,
        });
    }
    if !rest.eat(b'T') && !rest.eat(b' ') && !rest.eat(b't') {
        return None;
    }
    let (seconds, nanoseconds) = rest.time()?;
    let has_offset = !rest.0.is_empty();
    let offset = if has_offset { rest.offset()? } else { 0 };
    rest.0.is_empty().then_some(Instant {
        seconds: midnight + i64::from(seconds) - offset,
        nanoseconds,
        has_offset,
    })
}

impl Instant {
    /// Returns the units since 1970, with `per_second` units in a second. Returns `None` if a
    /// fraction of a unit remains, or if the number does not fit.
    pub(in crate::files) fn units(self, per_second: u32) -> Option<i64> {
        let units = i128::from(self.seconds) * i128::from(per_second);
        let more = fraction_units(self.nanoseconds, per_second)?;
        i64::try_from(units + i128::from(more)).ok()
    }
}

/// Converts nanoseconds to units, with `per_second` units in a second. Returns `None` if a fraction
/// of a unit remains.
fn fraction_units(nanoseconds: u32, per_second: u32) -> Option<u32> {
    let unit = SECOND / per_second;
    nanoseconds
        .is_multiple_of(unit)
        .then_some(nanoseconds / unit)
}

/// Parses a time of day: `HH:MM`, `HH:MM:SS` or `HH:MM:SS.f`. `AM` or `PM` may follow a time of a
/// 12-hour clock. Returns units since midnight, with `per_second` units in a second.
pub(super) fn time_of_day(value: &[u8], per_second: u32) -> Option<i64> {
    let mut rest = Rest(value);
    let (mut seconds, nanoseconds) = rest.time()?;
    if !rest.0.is_empty() {
        rest.eat(b' ');
        let half_day = 12 * 3600;
        let is_of_12_hours = (3600..3600 + half_day).contains(&seconds);
        seconds %= half_day;
        match rest.0 {
            _ if !is_of_12_hours => return None,
            b"AM" | b"am" => {}
            b"PM" | b"pm" => seconds += half_day,
            _ => return None,
        }
    }
    let more = fraction_units(nanoseconds, per_second)?;
    Some(i64::from(seconds) * i64::from(per_second) + i64::from(more))
}
