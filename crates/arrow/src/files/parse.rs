//! Rows of well-formed text, several times as fast as by the parser of `arrow_csv`, for text of the
//! usual form: fields are found by a vector search for what ends them, and values are parsed where
//! they lie. All else is left to that parser, which also says what is wrong with a row: here it is
//! `None`.

use super::CsvOptions;
use arrow_array::builder::{
    BooleanBuilder, LargeStringBuilder, PrimitiveBuilder, StringBuilder, StringViewBuilder,
};
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_cast::parse::Parser;
use arrow_schema::{DataType, Schema, TimeUnit};
use std::ops::Range;
use std::sync::Arc;

/// A column that grows.
pub(super) trait Values {
    /// Whether the value is one of the type of the column.
    fn push(&mut self, value: &str) -> bool;
    fn push_null(&mut self);
    fn finish(&mut self) -> ArrayRef;
}

/// Values that `arrow_csv` parses by [`Parser`].
struct Parsed<T: ArrowPrimitiveType, Q> {
    builder: PrimitiveBuilder<T>,
    /// A faster parser of values of the usual form, with the same answers.
    quick: Q,
}

impl<T, Q> Values for Parsed<T, Q>
where
    T: ArrowPrimitiveType + Parser,
    Q: Fn(&str) -> Option<T::Native>,
{
    fn push(&mut self, value: &str) -> bool {
        let parsed = (self.quick)(value).or_else(|| T::parse(value));
        if let Some(value) = parsed {
            self.builder.append_value(value);
        }
        parsed.is_some()
    }

    fn push_null(&mut self) {
        self.builder.append_null();
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.builder.finish())
    }
}

/// A number of up to 18 digits.
fn integer(value: &str) -> Option<i64> {
    let digits = value.strip_prefix('-').unwrap_or(value).as_bytes();
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
    Some(if digits.len() < value.len() {
        -number
    } else {
        number
    })
}

/// Digits with a point between: the nearest number, which any parser has to find.
fn decimal(value: &str) -> Option<f64> {
    let (whole, fraction) = value.strip_prefix('-').unwrap_or(value).split_once('.')?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match is_number(whole) && is_number(fraction) {
        true => value.parse().ok(),
        false => None,
    }
}

impl Values for BooleanBuilder {
    fn push(&mut self, value: &str) -> bool {
        let is_true = value.eq_ignore_ascii_case("true");
        let is_value = is_true || value.eq_ignore_ascii_case("false");
        if is_value {
            self.append_value(is_true);
        }
        is_value
    }

    fn push_null(&mut self) {
        self.append_null();
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

macro_rules! text_values {
    ($($builder:ty),*) => {$(
        impl Values for $builder {
            fn push(&mut self, value: &str) -> bool {
                self.append_value(value);
                true
            }

            fn push_null(&mut self) {
                self.append_null();
            }

            fn finish(&mut self) -> ArrayRef {
                Arc::new(self.finish())
            }
        }
    )*};
}

text_values!(StringBuilder, LargeStringBuilder, StringViewBuilder);

/// An empty column with room for so many values.
pub(super) fn values_of(data_type: &DataType, rows: usize) -> Option<Box<dyn Values>> {
    fn quick<T: ArrowPrimitiveType + Parser>(
        rows: usize,
        quick: impl Fn(&str) -> Option<T::Native> + 'static,
    ) -> Option<Box<dyn Values>> {
        let builder = PrimitiveBuilder::<T>::with_capacity(rows);
        Some(Box::new(Parsed { builder, quick }))
    }
    fn of<T: ArrowPrimitiveType + Parser>(rows: usize) -> Option<Box<dyn Values>> {
        quick::<T>(rows, |_| None)
    }
    match data_type {
        DataType::Utf8 => Some(Box::new(StringBuilder::with_capacity(rows, 16 * rows))),
        DataType::LargeUtf8 => Some(Box::new(LargeStringBuilder::new())),
        DataType::Utf8View => Some(Box::new(StringViewBuilder::new())),
        DataType::Boolean => Some(Box::new(BooleanBuilder::with_capacity(rows))),
        DataType::Int8 => of::<Int8Type>(rows),
        DataType::Int16 => of::<Int16Type>(rows),
        DataType::Int32 => of::<Int32Type>(rows),
        DataType::Int64 => quick::<Int64Type>(rows, integer),
        DataType::UInt8 => of::<UInt8Type>(rows),
        DataType::UInt16 => of::<UInt16Type>(rows),
        DataType::UInt32 => of::<UInt32Type>(rows),
        DataType::UInt64 => of::<UInt64Type>(rows),
        DataType::Float32 => of::<Float32Type>(rows),
        DataType::Float64 => quick::<Float64Type>(rows, decimal),
        DataType::Date32 => quick::<Date32Type>(rows, date),
        DataType::Date64 => of::<Date64Type>(rows),
        DataType::Timestamp(TimeUnit::Second, None) => of::<TimestampSecondType>(rows),
        DataType::Timestamp(TimeUnit::Millisecond, None) => of::<TimestampMillisecondType>(rows),
        DataType::Timestamp(TimeUnit::Microsecond, None) => of::<TimestampMicrosecondType>(rows),
        DataType::Timestamp(TimeUnit::Nanosecond, None) => of::<TimestampNanosecondType>(rows),
        _ => None,
    }
}

/// A day as `2024-02-29`.
fn date(value: &str) -> Option<i32> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *value.as_bytes() else {
        return None;
    };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |number, digit| {
            let is_digit = digit.is_ascii_digit();
            is_digit.then(|| 10 * number + i32::from(digit - b'0'))
        })
    };
    let (year, month, day) = (
        number(&[y1, y2, y3, y4])?,
        number(&[m1, m2])?,
        number(&[d1, d2])?,
    );
    // The days that every month has.
    if year == 0 || !(1..=12).contains(&month) || !(1..=28).contains(&day) {
        return None;
    }
    // Years that begin with March end with the day that not all have.
    let (year, month) = match month {
        3.. => (year, month - 3),
        _ => (year - 1, month + 9),
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(days - 719_469)
}

/// Parses all rows of a text.
///
/// `nulled`, if bad values are to be null: where malformed sequences were replaced in the text. In
/// that case a row may have too few fields, and what it has too many is left out.
pub(super) fn parse(
    options: &CsvOptions,
    text: &str,
    nulled: Option<&[usize]>,
) -> Option<RecordBatch> {
    let bytes = text.as_bytes();
    // A CR alone ends a row, too.
    let is_feed_next = |at: usize| bytes.get(at + 1) == Some(&b'\n');
    if !options.is_plain() || !memchr::memchr_iter(b'\r', bytes).all(is_feed_next) {
        return None;
    }
    let (delimiter, quote) = options.marks();
    let mut rows = Rows::new(options, text, nulled)?;
    match memchr::memchr(quote, bytes) {
        Some(_) => rows.parse(memchr::memchr3_iter(delimiter, b'\n', quote, bytes))?,
        None => rows.parse(memchr::memchr2_iter(delimiter, b'\n', bytes))?,
    }
    rows.finish()
}

struct Rows<'a> {
    options: &'a CsvOptions,
    text: &'a str,
    nulled: Option<&'a [usize]>,
    columns: Vec<Option<Box<dyn Values>>>,
    /// The column of the next field.
    column: usize,
    rows: usize,
    unescaped: String,
}

impl<'a> Rows<'a> {
    fn new(
        options: &'a CsvOptions,
        text: &'a str,
        nulled: Option<&'a [usize]>,
    ) -> Option<Rows<'a>> {
        let fields = options.schema.fields();
        let mut columns: Vec<_> = fields.iter().map(|_| None).collect();
        let all = 0..fields.len();
        let wanted = match options.projection() {
            Some(wanted) => wanted.to_vec(),
            None => all.collect(),
        };
        let rows = memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1;
        for column in wanted {
            // A column that is wanted twice has values once.
            if columns[column].is_some() || !fields[column].is_nullable() {
                return None;
            }
            columns[column] = Some(values_of(fields[column].data_type(), rows)?);
        }
        Some(Rows {
            options,
            text,
            nulled,
            columns,
            column: 0,
            rows: 0,
            unescaped: String::new(),
        })
    }

    /// `stops` are the places of all delimiters, line feeds and quotes.
    fn parse(&mut self, mut stops: impl Iterator<Item = usize>) -> Option<()> {
        let (_, quote) = self.options.marks();
        let bytes = self.text.as_bytes();
        let mut start = 0;
        while start < bytes.len() || self.column > 0 {
            let mut stop = stops.next().unwrap_or(bytes.len());
            let mut field = start..stop;
            let mut is_quoted = false;
            let mut is_doubled = false;
            if stop < bytes.len() && bytes[stop] == quote {
                if stop > start {
                    // A quote within a field is a character like others: up to what ends it.
                    stop = stops.find(|at| bytes[*at] != quote).unwrap_or(bytes.len());
                    field = start..stop;
                } else {
                    is_quoted = true;
                    let mut quotes = stops.by_ref().filter(|at| bytes[*at] == quote);
                    let mut end = quotes.next()?;
                    while bytes.get(end + 1) == Some(&quote) {
                        is_doubled = true;
                        quotes.next();
                        end = quotes.next()?;
                    }
                    field = start + 1..end;
                    stop = stops.next().unwrap_or(bytes.len());
                    let is_cr = bytes.get(end + 1) == Some(&b'\r') && stop == end + 2;
                    if stop != end + 1 && !is_cr {
                        return None;
                    }
                }
            }
            let is_last = bytes.get(stop).is_none_or(|byte| *byte == b'\n');
            if is_last && !is_quoted && bytes[field.clone()].last() == Some(&b'\r') {
                field.end -= 1;
            }
            start = stop + 1;
            if is_last && self.column == 0 && !is_quoted && field.is_empty() {
                // An empty line is no row.
                continue;
            }
            self.push(field, is_doubled)?;
            if is_last {
                self.end_row()?;
            }
        }
        Some(())
    }

    fn push(&mut self, field: Range<usize>, is_doubled: bool) -> Option<()> {
        let column = self.column;
        self.column += 1;
        let Some(values) = self.columns.get_mut(column) else {
            return self.nulled.map(drop);
        };
        let Some(values) = values else {
            return Some(());
        };
        let malformed = self.nulled.is_some_and(|marks| {
            let first = marks.partition_point(|mark| *mark < field.start);
            marks.get(first).is_some_and(|mark| *mark < field.end)
        });
        let mut value = &self.text[field];
        if is_doubled {
            let quote = char::from(self.options.marks().1);
            self.unescaped.clear();
            let mut parts = value.split(quote);
            self.unescaped.extend(parts.next());
            // Of two quotes in a row, each other part is between them, and empty.
            while let (Some(_), Some(part)) = (parts.next(), parts.next()) {
                self.unescaped.push(quote);
                self.unescaped.push_str(part);
            }
            value = &self.unescaped;
        }
        if malformed || self.options.is_null(value) {
            values.push_null();
        } else if !values.push(value) {
            self.nulled?;
            values.push_null();
        }
        Some(())
    }

    fn end_row(&mut self) -> Option<()> {
        let found = std::mem::take(&mut self.column);
        self.rows += 1;
        if found == self.columns.len() {
            return Some(());
        }
        if self.nulled.is_none() && (found > self.columns.len() || !self.options.fit_columns(found))
        {
            return None;
        }
        for values in self.columns.iter_mut().skip(found).flatten() {
            values.push_null();
        }
        Some(())
    }

    fn finish(mut self) -> Option<RecordBatch> {
        let fields = self.options.schema.fields();
        let wanted = match self.options.projection() {
            Some(wanted) => wanted.to_vec(),
            None => (0..fields.len()).collect(),
        };
        let mut columns = Vec::with_capacity(wanted.len());
        for column in &wanted {
            columns.push(self.columns[*column].as_mut()?.finish());
        }
        let wanted: Vec<_> = wanted
            .iter()
            .map(|column| fields[*column].clone())
            .collect();
        let metadata = self.options.schema.metadata().clone();
        let schema = Arc::new(Schema::new_with_metadata(wanted, metadata));
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(schema, columns, &options).ok()
    }
}
