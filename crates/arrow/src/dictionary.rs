//! Converts dictionaries. Each value is converted once, even if many rows refer to it.
#![forbid(unsafe_code)]

use crate::{Error, Policy, RowError};
use arrow_array::{AnyDictionaryArray, Array, ArrayRef};
use arrow_schema::DataType;

/// Returns the type of the values of a dictionary, or the type of any other column.
pub(crate) fn value_type(column: &DataType) -> &DataType {
    match column {
        DataType::Dictionary(_, values) => values,
        _ => column,
    }
}

/// Converts the values of a dictionary. Values that no key refers to may be malformed.
pub(crate) fn converted(
    array: &dyn AnyDictionaryArray,
    policy: Policy,
    convert: impl Fn(&dyn Array, Policy) -> Result<ArrayRef, Error>,
) -> Result<ArrayRef, Error> {
    let values = array.values();
    let converted = match convert(values, policy) {
        Ok(converted) => converted,
        Err(Error::Row(error)) => {
            let converted = convert(values, Policy::Null)?;
            let is_bad = |key: usize| values.is_valid(key) && converted.is_null(key);
            let keys = array.normalized_keys();
            let is_valid = |row: usize| array.keys().is_valid(row);
            let mut rows = keys.iter().enumerate();
            if let Some((row, key)) = rows.find(|(row, key)| is_valid(*row) && is_bad(**key)) {
                return Err(match convert(&values.slice(*key, 1), policy).err() {
                    Some(Error::Row(error)) => Error::Row(RowError { row, ..error }),
                    Some(error) => error,
                    None => Error::Row(error),
                });
            }
            converted
        }
        Err(error) => return Err(error),
    };
    Ok(array.with_values(converted))
}
