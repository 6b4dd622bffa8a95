//! Builds columns value by value. A value is accepted only if the type of the column can hold it
//! exactly. Floats are the exception: they are rounded to the nearest number.

mod format;
mod number;
mod time;

pub(super) use format::NumberFormat;
pub(super) use number::{float, has_leading_zero, integer};
pub(super) use time::instant;

use crate::{Error, Policy, decode_utf8};
use arrow_array::builder::{NullBufferBuilder, StringDictionaryBuilder};
use arrow_array::types::*;
use arrow_array::{
    Array, ArrayRef, BooleanArray, GenericBinaryArray, GenericStringArray, NullArray,
    OffsetSizeTrait, PrimitiveArray, StringArray, StringViewArray,
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, TimeUnit};
use std::fmt;
use std::sync::Arc;

/// A column that grows.
pub(super) trait Values: fmt::Debug + Send + Sync {
    /// Appends a value. Returns false, and appends nothing, if the value is not of the type of the
    /// column.
    fn push(&mut self, value: &[u8]) -> bool;
    fn push_null(&mut self);
    /// Drops all rows after the first `rows`.
    fn truncate(&mut self, rows: usize);
    /// Returns the array of all rows, and clears the column.
    fn finish(&mut self) -> Result<ArrayRef, Error>;
}

/// Creates an empty column of a type. Returns `None` if values of that type cannot be read from
/// text.
pub(super) fn values_of(data_type: &DataType) -> Option<Box<dyn Values>> {
    use DataType::*;
    fn integers<T>(data_type: &DataType) -> Option<Box<dyn Values>>
    where
        T: ArrowPrimitiveType<Native: std::str::FromStr + TryFrom<i64>>,
    {
        primitive::<T>(data_type, number::integer)
    }
    fn floats<T>(data_type: &DataType, bits: u32) -> Option<Box<dyn Values>>
    where
        T: ArrowPrimitiveType<Native: std::str::FromStr + Into<f64> + fmt::Display>,
    {
        primitive::<T>(data_type, move |value| number::float(value, bits))
    }
    fn decimals<T>(data_type: &DataType, precision: u8, scale: i8) -> Option<Box<dyn Values>>
    where
        T: DecimalType<Native: TryFrom<i128>>,
    {
        let parse = move |value: &[u8]| {
            let number = number::decimal(value, precision.min(T::MAX_PRECISION), scale)?;
            T::Native::try_from(number).ok()
        };
        primitive::<T>(data_type, parse)
    }
    fn timestamps<T: ArrowTimestampType>(data_type: &DataType) -> Option<Box<dyn Values>> {
        let is_zoned = matches!(data_type, Timestamp(_, Some(_)));
        let parse = move |value: &[u8]| {
            let instant = instant(value).filter(|instant| instant.has_offset == is_zoned)?;
            instant.units(per_second(T::UNIT))
        };
        primitive::<T>(data_type, parse)
    }
    let date = |value: &[u8]| i32::try_from(time::days(value)?).ok();
    let date64 = |value: &[u8]| time::days(value)?.checked_mul(86_400_000);
    let time32 =
        |unit| move |value: &[u8]| i32::try_from(time::time_of_day(value, per_second(unit))?).ok();
    let time64 = |unit| move |value: &[u8]| time::time_of_day(value, per_second(unit));
    match data_type {
        Null => Some(Box::new(Nulls(0))),
        Boolean => Some(Box::<Booleans>::default()),
        Int8 => integers::<Int8Type>(data_type),
        Int16 => integers::<Int16Type>(data_type),
        Int32 => integers::<Int32Type>(data_type),
        Int64 => integers::<Int64Type>(data_type),
        UInt8 => integers::<UInt8Type>(data_type),
        UInt16 => integers::<UInt16Type>(data_type),
        UInt32 => integers::<UInt32Type>(data_type),
        UInt64 => integers::<UInt64Type>(data_type),
        Float16 => primitive::<Float16Type>(data_type, number::half),
        Float32 => floats::<Float32Type>(data_type, f32::MANTISSA_DIGITS),
        Float64 => floats::<Float64Type>(data_type, f64::MANTISSA_DIGITS),
        Decimal32(precision, scale) => decimals::<Decimal32Type>(data_type, *precision, *scale),
        Decimal64(precision, scale) => decimals::<Decimal64Type>(data_type, *precision, *scale),
        Decimal128(precision, scale) => decimals::<Decimal128Type>(data_type, *precision, *scale),
        &Decimal256(precision, scale) => primitive::<Decimal256Type>(data_type, move |value| {
            number::long_decimal(value, precision, scale)
        }),
        Date32 => primitive::<Date32Type>(data_type, date),
        Date64 => primitive::<Date64Type>(data_type, date64),
        Time32(unit @ TimeUnit::Second) => primitive::<Time32SecondType>(data_type, time32(*unit)),
        Time32(unit @ TimeUnit::Millisecond) => {
            primitive::<Time32MillisecondType>(data_type, time32(*unit))
        }
        Time64(unit @ TimeUnit::Microsecond) => {
            primitive::<Time64MicrosecondType>(data_type, time64(*unit))
        }
        Time64(unit @ TimeUnit::Nanosecond) => {
            primitive::<Time64NanosecondType>(data_type, time64(*unit))
        }
        Timestamp(TimeUnit::Second, _) => timestamps::<TimestampSecondType>(data_type),
        Timestamp(TimeUnit::Millisecond, _) => timestamps::<TimestampMillisecondType>(data_type),
        Timestamp(TimeUnit::Microsecond, _) => timestamps::<TimestampMicrosecondType>(data_type),
        Timestamp(TimeUnit::Nanosecond, _) => timestamps::<TimestampNanosecondType>(data_type),
        Duration(TimeUnit::Second) => integers::<DurationSecondType>(data_type),
        Duration(TimeUnit::Millisecond) => integers::<DurationMillisecondType>(data_type),
        Duration(TimeUnit::Microsecond) => integers::<DurationMicrosecondType>(data_type),
        Duration(TimeUnit::Nanosecond) => integers::<DurationNanosecondType>(data_type),
        Utf8 => Some(Box::new(Text::<i32>::new(|text| Ok(Arc::new(text))))),
        LargeUtf8 => Some(Box::new(Text::<i64>::new(|text| Ok(Arc::new(text))))),
        Utf8View => Some(Box::new(Text::<i32>::new(|text| {
            Ok(Arc::new(StringViewArray::from(&text)))
        }))),
        Dictionary(keys, text) if **text == Utf8 => {
            let to_layout = match **keys {
                Int8 => dictionary::<Int8Type>,
                Int16 => dictionary::<Int16Type>,
                Int32 => dictionary::<Int32Type>,
                Int64 => dictionary::<Int64Type>,
                UInt8 => dictionary::<UInt8Type>,
                UInt16 => dictionary::<UInt16Type>,
                UInt32 => dictionary::<UInt32Type>,
                UInt64 => dictionary::<UInt64Type>,
                _ => return None,
            };
            Some(Box::new(Text::<i32>::new(to_layout)))
        }
        _ => None,
    }
}

fn per_second(unit: TimeUnit) -> u32 {
    match unit {
        TimeUnit::Second => 1,
        TimeUnit::Millisecond => 1_000,
        TimeUnit::Microsecond => 1_000_000,
        TimeUnit::Nanosecond => 1_000_000_000,
    }
}

fn primitive<T: ArrowPrimitiveType>(
    data_type: &DataType,
    parse: impl Fn(&[u8]) -> Option<T::Native> + Send + Sync + 'static,
) -> Option<Box<dyn Values>> {
    Some(Box::new(Primitive::<T, _> {
        data_type: data_type.clone(),
        values: Vec::new(),
        nulls: NullBufferBuilder::new(0),
        parse,
    }))
}

/// Values of a fixed width.
struct Primitive<T: ArrowPrimitiveType, P> {
    data_type: DataType,
    values: Vec<T::Native>,
    nulls: NullBufferBuilder,
    parse: P,
}

impl<T: ArrowPrimitiveType, P> fmt::Debug for Primitive<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Primitive")
            .field("data_type", &self.data_type)
            .field("values", &self.values.len())
            .finish_non_exhaustive()
    }
}

impl<T, P> Values for Primitive<T, P>
where
    T: ArrowPrimitiveType,
    P: Fn(&[u8]) -> Option<T::Native> + Send + Sync,
{
    fn push(&mut self, value: &[u8]) -> bool {
        let value = (self.parse)(value);
        if let Some(value) = value {
            self.values.push(value);
            self.nulls.append_non_null();
        }
        value.is_some()
    }

    fn push_null(&mut self) {
        self.values.push(T::Native::default());
        self.nulls.append_null();
    }

    fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows);
        self.nulls.truncate(rows);
    }

    fn finish(&mut self) -> Result<ArrayRef, Error> {
        let values = ScalarBuffer::from(std::mem::take(&mut self.values));
        let array = PrimitiveArray::<T>::try_new(values, self.nulls.finish())?;
        Ok(Arc::new(array.with_data_type(self.data_type.clone())))
    }
}

#[derive(Debug)]
struct Booleans {
    values: BooleanBufferBuilder,
    nulls: NullBufferBuilder,
}

impl Default for Booleans {
    fn default() -> Booleans {
        Booleans {
            values: BooleanBufferBuilder::new(0),
            nulls: NullBufferBuilder::new(0),
        }
    }
}

impl Values for Booleans {
    fn push(&mut self, value: &[u8]) -> bool {
        let Some(value) = boolean(value) else {
            return false;
        };
        self.values.append(value);
        self.nulls.append_non_null();
        true
    }

    fn push_null(&mut self) {
        self.values.append(false);
        self.nulls.append_null();
    }

    fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows);
        self.nulls.truncate(rows);
    }

    fn finish(&mut self) -> Result<ArrayRef, Error> {
        let values = self.values.finish();
        Ok(Arc::new(BooleanArray::new(values, self.nulls.finish())))
    }
}

/// Parses `true` or `false`, in any letter case.
pub(super) fn boolean(value: &[u8]) -> Option<bool> {
    let is_true = value.eq_ignore_ascii_case(b"true");
    (is_true || value.eq_ignore_ascii_case(b"false")).then_some(is_true)
}

/// A column of text. `to_layout` converts it to the layout of the type.
struct Text<O: OffsetSizeTrait> {
    values: Vec<u8>,
    offsets: Vec<O>,
    nulls: NullBufferBuilder,
    to_layout: fn(GenericStringArray<O>) -> Result<ArrayRef, Error>,
}

impl<O: OffsetSizeTrait> Text<O> {
    fn new(to_layout: fn(GenericStringArray<O>) -> Result<ArrayRef, Error>) -> Text<O> {
        Text {
            values: Vec::new(),
            offsets: vec![O::zero()],
            nulls: NullBufferBuilder::new(0),
            to_layout,
        }
    }
}

impl<O: OffsetSizeTrait> fmt::Debug for Text<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text")
            .field("rows", &(self.offsets.len() - 1))
            .field("bytes", &self.values.len())
            .finish_non_exhaustive()
    }
}

impl<O: OffsetSizeTrait + utflane::Offset> Values for Text<O> {
    fn push(&mut self, value: &[u8]) -> bool {
        let Some(end) = O::from_usize(self.values.len() + value.len()) else {
            return false;
        };
        self.values.extend_from_slice(value);
        self.offsets.push(end);
        self.nulls.append_non_null();
        true
    }

    fn push_null(&mut self) {
        self.offsets.push(self.offsets[self.offsets.len() - 1]);
        self.nulls.append_null();
    }

    fn truncate(&mut self, rows: usize) {
        self.offsets.truncate(rows + 1);
        self.values.truncate(self.offsets[rows].as_usize());
        self.nulls.truncate(rows);
    }

    fn finish(&mut self) -> Result<ArrayRef, Error> {
        let values = Buffer::from_vec(std::mem::take(&mut self.values));
        let offsets = std::mem::replace(&mut self.offsets, vec![O::zero()]);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let bytes = GenericBinaryArray::<O>::try_new(offsets, values, self.nulls.finish())?;
        (self.to_layout)(decode_utf8(&bytes, Policy::Fail)?)
    }
}

fn dictionary<K: ArrowDictionaryKeyType>(text: StringArray) -> Result<ArrayRef, Error> {
    let mut builder = StringDictionaryBuilder::<K>::with_capacity(text.len(), 0, 0);
    for value in &text {
        match value {
            Some(value) => drop(builder.append(value)?),
            None => builder.append_null(),
        }
    }
    Ok(Arc::new(builder.finish()))
}

/// A column in which every row is null.
#[derive(Debug)]
struct Nulls(usize);

impl Values for Nulls {
    fn push(&mut self, _: &[u8]) -> bool {
        false
    }

    fn push_null(&mut self) {
        self.0 += 1;
    }

    fn truncate(&mut self, rows: usize) {
        self.0 = rows;
    }

    fn finish(&mut self) -> Result<ArrayRef, Error> {
        Ok(Arc::new(NullArray::new(std::mem::take(&mut self.0))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value that ends beyond the range of 32-bit offsets is rejected. The test never writes the
    /// zeros, so they need no memory.
    #[test]
    fn text_of_two_gib() {
        let end = i32::MAX - 2;
        let mut text = Text::<i32>::new(|text| Ok(Arc::new(text)));
        text.values = vec![0; end as usize];
        text.offsets.push(end);
        assert!(!text.push(b"abc"));
        assert_eq!(text.offsets, [0, end]);
    }
}
