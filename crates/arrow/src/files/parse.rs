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
struct Parsed<T: ArrowPrimitiveType> {
    builder: PrimitiveBuilder<T>,
    /// A faster parser of values of the usual form, with the same answers.
    quick: fn(&str) -> Option<T::Native>,
}

impl<T: ArrowPrimitiveType + Parser> Parsed<T> {
    fn boxed(quick: fn(&str) -> Option<T::Native>) -> Option<Box<dyn Values>> {
        let builder = PrimitiveBuilder::new();
        Some(Box::new(Parsed::<T> { builder, quick }))
    }
}

impl<T: ArrowPrimitiveType + Parser> Values for Parsed<T> {
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

pub(super) fn values_of(data_type: &DataType) -> Option<Box<dyn Values>> {
    fn of<T: ArrowPrimitiveType + Parser>() -> Option<Box<dyn Values>> {
        Parsed::<T>::boxed(|_| None)
    }
    match data_type {
        DataType::Utf8 => Some(Box::new(StringBuilder::new())),
        DataType::LargeUtf8 => Some(Box::new(LargeStringBuilder::new())),
        DataType::Utf8View => Some(Box::new(StringViewBuilder::new())),
        DataType::Boolean => Some(Box::new(BooleanBuilder::new())),
        DataType::Int8 => of::<Int8Type>(),
        DataType::Int16 => of::<Int16Type>(),
        DataType::Int32 => of::<Int32Type>(),
        DataType::Int64 => Parsed::<Int64Type>::boxed(integer),
        DataType::UInt8 => of::<UInt8Type>(),
        DataType::UInt16 => of::<UInt16Type>(),
        DataType::UInt32 => of::<UInt32Type>(),
        DataType::UInt64 => of::<UInt64Type>(),
        DataType::Float32 => of::<Float32Type>(),
        DataType::Float64 => Parsed::<Float64Type>::boxed(decimal),
        DataType::Date32 => of::<Date32Type>(),
        DataType::Date64 => of::<Date64Type>(),
        DataType::Timestamp(TimeUnit::Second, None) => of::<TimestampSecondType>(),
        DataType::Timestamp(TimeUnit::Millisecond, None) => of::<TimestampMillisecondType>(),
        DataType::Timestamp(TimeUnit::Microsecond, None) => of::<TimestampMicrosecondType>(),
        DataType::Timestamp(TimeUnit::Nanosecond, None) => of::<TimestampNanosecondType>(),
        _ => None,
    }
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
    let mut rows = Rows::new(options, text, nulled)?;
    rows.parse()?;
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
        for column in wanted {
            // A column that is wanted twice has values once.
            if columns[column].is_some() || !fields[column].is_nullable() {
                return None;
            }
            columns[column] = Some(values_of(fields[column].data_type())?);
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

    fn parse(&mut self) -> Option<()> {
        let (delimiter, quote) = self.options.marks();
        let bytes = self.text.as_bytes();
        let mut stops = memchr::memchr3_iter(delimiter, b'\n', quote, bytes);
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
