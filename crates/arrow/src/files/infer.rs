//! Infers the types of columns from the first rows of a file.

use super::CsvOptions;
use super::scan::{Scanner, Step};
use super::values::{boolean, float, has_leading_zero, instant, integer};
use arrow_schema::{DataType, Field, Schema, TimeUnit};

/// The kinds of values in a column, which determine its type.
///
/// Collect the kinds in the parts of a column, such as blocks or files, and merge them. The type is
/// the one that [`CsvOptions::infer_schema`] infers from all values together.
///
/// ```
/// use utflane_arrow::arrow_schema::DataType;
/// use utflane_arrow::files::ValueKinds;
///
/// let mut first = ValueKinds::default();
/// first.add("17");
/// let mut second = ValueKinds::default();
/// second.add("2.5");
/// assert_eq!(first.data_type(), Some(DataType::Int64));
/// first.merge(second);
/// assert_eq!(first.data_type(), Some(DataType::Float64));
/// assert_eq!(ValueKinds::default().data_type(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueKinds(u16);

const BOOLEAN: u16 = 1;
const INTEGER: u16 = 1 << 1;
const FLOAT: u16 = 1 << 2;
const DATE: u16 = 1 << 3;
/// A date and a time. `LOCAL`: without an offset from UTC. `WITH_OFFSET`: with one.
const LOCAL: u16 = 1 << 4;
const WITH_OFFSET: u16 = 1 << 5;
/// The number of fraction digits of the seconds: 1 to 3, 4 to 6, 7 or more.
const MILLISECONDS: u16 = 1 << 6;
const MICROSECONDS: u16 = 1 << 7;
const NANOSECONDS: u16 = 1 << 8;
/// A time that does not fit 64-bit nanoseconds since 1970.
const BEYOND_NANOSECONDS: u16 = 1 << 9;
const TEXT: u16 = 1 << 10;
/// An integer that a float of 64 bits cannot hold.
const NO_FLOAT: u16 = 1 << 11;

const DETAILS: u16 = MILLISECONDS | MICROSECONDS | NANOSECONDS | BEYOND_NANOSECONDS | NO_FLOAT;

impl CsvOptions {
    /// Returns the fields of a file and their types, from the header and the first `rows` rows of a
    /// sample. The sample is the beginning of the file, up to the end of a line. It may end within
    /// a quoted field: that row is ignored. Rows with an unclosed quote are also ignored. If the
    /// header has an unclosed quote, there are no fields.
    ///
    /// Each type can hold all values of its column in these rows. It is `Boolean`, `Int64`,
    /// `Float64`, `Date32`, or `Timestamp` in the largest unit that the digits of its fractions
    /// allow. The time zone is `UTC` if all values have an offset from UTC. If no other type can
    /// hold all values, the column is `Utf8`. It is also `Utf8` if a number has leading zeros, as
    /// in `00123`, which may be a key: see [`with_inferred`](Self::with_inferred). Without a
    /// header, names are `column_1`, `column_2` and so on.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use utflane_arrow::arrow_schema::{DataType, Schema};
    /// use utflane_arrow::files::CsvOptions;
    ///
    /// let options = CsvOptions::new(Arc::new(Schema::empty())).with_header(true);
    /// let schema = options.infer_schema("day,n\n2024-02-29,1\n2023-02-29,2\n", 1000);
    /// // There was no such day in 2023.
    /// assert_eq!(schema.field(0).data_type(), &DataType::Utf8);
    /// assert_eq!(schema.field(1).data_type(), &DataType::Int64);
    /// ```
    pub fn infer_schema(&self, sample: &str, rows: usize) -> Schema {
        let dialect = self.dialect();
        let mut scanner = Scanner::new(dialect);
        let mut rest = sample.as_bytes();
        let mut columns: Option<Vec<(String, ValueKinds)>> = None;
        let mut is_header = self.header;
        let mut left = rows;
        loop {
            let (len, is_row) = match scanner.next(rest, false) {
                Step::Row { len } => (len, true),
                Step::Blank { len } => (len, false),
                Step::Unclosed { len, .. } if !is_header => (len, false),
                // The last row may have no line end. A last quote may be closed after the sample.
                Step::More => match scanner.next(rest, true) {
                    Step::Row { len } => (len, true),
                    _ => break,
                },
                Step::Unclosed { .. } | Step::End | Step::TooLong => break,
            };
            let (row, after) = rest.split_at(len);
            rest = after;
            if !is_row {
                continue;
            }
            let values = scanner
                .fields
                .iter()
                .map(|field| dialect.value(row, *field));
            if std::mem::take(&mut is_header) {
                let names = values.map(|name| String::from_utf8_lossy(&name).into_owned());
                columns = Some(names.map(|name| (name, ValueKinds::default())).collect());
                continue;
            }
            let columns = columns.get_or_insert_with(|| {
                let names = (1..=scanner.fields.len()).map(|number| format!("column_{number}"));
                names.map(|name| (name, ValueKinds::default())).collect()
            });
            if left == 0 {
                break;
            }
            left -= 1;
            for ((_, kinds), value) in columns.iter_mut().zip(values) {
                if !self.is_null(&value) {
                    kinds.0 |= self.kind_of(&value);
                }
            }
        }
        let columns = columns.unwrap_or_default();
        let field = |(name, kinds): (String, ValueKinds)| {
            let data_type = kinds.data_type().unwrap_or(DataType::Utf8);
            Field::new(name, data_type, true)
        };
        Schema::new(columns.into_iter().map(field).collect::<Vec<_>>())
    }

    fn kind_of(&self, value: &[u8]) -> u16 {
        let is_number = |kind: u16| kind & (INTEGER | FLOAT) != 0;
        match self.number_format.plain(value) {
            Some(plain) if *plain != *value => match kind_of(&plain) {
                kind if is_number(kind) => kind,
                _ => kind_of(value),
            },
            Some(_) => kind_of(value),
            // A number with a point, which is not a separator in this format.
            None if is_number(kind_of(value)) => TEXT,
            None => kind_of(value),
        }
    }
}

fn kind_of(value: &[u8]) -> u16 {
    if boolean(value).is_some() {
        return BOOLEAN;
    }
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    let as_float = || float::<f64>(value, f64::MANTISSA_DIGITS);
    if digits.iter().all(u8::is_ascii_digit) {
        // An integer that does not fit may be a key. A float would lose its last digits.
        return match integer::<i64>(value) {
            _ if has_leading_zero(value) => TEXT,
            None => TEXT,
            Some(_) if as_float().is_some() => INTEGER,
            Some(_) => INTEGER | NO_FLOAT,
        };
    }
    let is_word = matches!(value, b"NaN" | b"nan" | b"inf" | b"-inf");
    let is_number = matches!(digits[0], b'0'..=b'9' | b'.');
    if (is_word || is_number) && as_float().is_some() {
        return if has_leading_zero(value) { TEXT } else { FLOAT };
    }
    let Some(instant) = instant(value) else {
        return TEXT;
    };
    let fraction = value.split(|byte| *byte == b'.').nth(1).unwrap_or_default();
    let fraction = fraction.iter().take_while(|byte| byte.is_ascii_digit());
    let unit = match fraction.count() {
        0 => 0,
        1..=3 => MILLISECONDS,
        4..=6 => MICROSECONDS,
        _ => NANOSECONDS,
    };
    let kind = match instant.has_offset {
        _ if value.len() == 10 => DATE,
        true => WITH_OFFSET,
        false => LOCAL,
    };
    let is_beyond = instant.units(1_000_000_000).is_none();
    kind | unit | if is_beyond { BEYOND_NANOSECONDS } else { 0 }
}

impl ValueKinds {
    /// Adds the kind of a value that is not null. The decimal separator of numbers must be a point.
    pub fn add(&mut self, value: &str) {
        self.0 |= kind_of(value.as_bytes());
    }

    /// Adds the kinds of the values in another part of the column.
    pub fn merge(&mut self, other: ValueKinds) {
        self.0 |= other.0;
    }

    /// Returns whether a value is text. The type is then `Utf8`, whatever the other values are.
    pub fn has_text(self) -> bool {
        self.0 & TEXT != 0
    }

    /// Returns the type that can hold all values, or `None` without a value.
    pub fn data_type(self) -> Option<DataType> {
        let unit = match self.0 {
            kinds if kinds & (NANOSECONDS | BEYOND_NANOSECONDS) == NANOSECONDS => {
                Some(TimeUnit::Nanosecond)
            }
            kinds if kinds & NANOSECONDS != 0 => None,
            kinds if kinds & MICROSECONDS != 0 => Some(TimeUnit::Microsecond),
            kinds if kinds & MILLISECONDS != 0 => Some(TimeUnit::Millisecond),
            _ => Some(TimeUnit::Second),
        };
        let is_float = self.0 & FLOAT != 0 && self.0 & NO_FLOAT == 0;
        let data_type = match (self.0 & !DETAILS, unit) {
            (0, _) => return None,
            (BOOLEAN, _) => DataType::Boolean,
            (INTEGER, _) => DataType::Int64,
            (kinds, _) if is_float && kinds & !(FLOAT | INTEGER) == 0 => DataType::Float64,
            (DATE, _) => DataType::Date32,
            (WITH_OFFSET, Some(unit)) => DataType::Timestamp(unit, Some("UTC".into())),
            (kinds, Some(unit)) if kinds & LOCAL != 0 && kinds & !(LOCAL | DATE) == 0 => {
                DataType::Timestamp(unit, None)
            }
            _ => DataType::Utf8,
        };
        Some(data_type)
    }
}
