//! Converts numbers with other separators to those with a point.

use std::borrow::Cow;

/// The characters of numbers, which are ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::files) struct NumberFormat {
    /// The decimal separator.
    pub(in crate::files) decimal: u8,
    /// The separator between groups of three digits.
    pub(in crate::files) thousands: Option<u8>,
}

impl Default for NumberFormat {
    fn default() -> NumberFormat {
        NumberFormat {
            decimal: b'.',
            thousands: None,
        }
    }
}

impl NumberFormat {
    /// Returns a number with a point as decimal separator, and without other separators. Returns
    /// `None` if separators are at the wrong position, or if a point has no meaning.
    ///
    /// A value that is not a number is unchanged, or `None`.
    #[inline]
    pub(in crate::files) fn plain<'a>(&self, value: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        match *self == NumberFormat::default() {
            true => Some(Cow::Borrowed(value)),
            false => self.converted(value),
        }
    }

    fn converted<'a>(&self, value: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        let sign = usize::from(matches!(value.first(), Some(b'+' | b'-')));
        let is_whole = |byte: &&u8| is_digit(byte) || self.thousands == Some(**byte);
        let whole = value[sign..].iter().take_while(is_whole).count();
        let (whole, rest) = value[sign..].split_at(whole);
        let mut plain = value[..sign].to_vec();
        if let Some(separator) = self.thousands.filter(|mark| whole.contains(mark)) {
            let mut groups = whole.split(|byte| *byte == separator);
            let first = groups.next().unwrap_or_default();
            if !matches!(
                first,
                [b'1'..=b'9'] | [b'1'..=b'9', _] | [b'1'..=b'9', _, _]
            ) {
                return None;
            }
            plain.extend_from_slice(first);
            for group in groups {
                if group.len() != 3 {
                    return None;
                }
                plain.extend_from_slice(group);
            }
        } else {
            plain.extend_from_slice(whole);
        }
        let rest = match rest.split_first() {
            Some((mark, fraction)) if *mark == self.decimal => {
                plain.push(b'.');
                fraction
            }
            _ => rest,
        };
        plain.extend_from_slice(rest);
        (!rest.contains(&b'.')).then_some(Cow::Owned(plain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_other_separators() {
        let german = NumberFormat {
            decimal: b',',
            thousands: Some(b'.'),
        };
        let swiss = NumberFormat {
            decimal: b'.',
            thousands: Some(b'\''),
        };
        let cases: [(NumberFormat, &str, Option<&str>); 18] = [
            (german, "1.234.567,89", Some("1234567.89")),
            (german, "-12.345", Some("-12345")),
            (german, "1234,5", Some("1234.5")),
            (german, ",5e3", Some(".5e3")),
            (german, "nan", Some("nan")),
            (german, "", Some("")),
            (german, "1.5", None),
            (german, "0.123", None),
            (german, "1234.567", None),
            (german, "1.2345", None),
            (german, "1..234", None),
            (german, ".123", None),
            (german, "1,234.5", None),
            (german, "1,2,3", Some("1.2,3")),
            (swiss, "1'234.5", Some("1234.5")),
            (swiss, "1.234'5", Some("1.234'5")),
            (swiss, "1.2.3", None),
            (NumberFormat::default(), "1.2.3", Some("1.2.3")),
        ];
        for (format, value, expected) in cases {
            let found = format.plain(value.as_bytes());
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{value}");
        }
    }
}
