//! Converts columns whose rows are in one charset or in several charsets.

use super::arguments::{Arguments, Charsets};
use super::{charset, rows};
use datafusion::arrow::array::{Array, ArrayRef, BooleanArray, new_null_array};
use datafusion::arrow::compute::{cast, interleave, nullif};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use std::fmt::Write;
use utflane::Charset;
use utflane_arrow::{Error, Policy};

/// A function that converts a column from or to a charset. The result has the given type.
type Convert = fn(&dyn Array, Charset, Policy, &DataType) -> std::result::Result<ArrayRef, Error>;

/// Converts the values of a call to the type `result`.
pub(super) fn converted(
    function: &str,
    arguments: &Arguments,
    result: &DataType,
    convert: Convert,
) -> Result<ArrayRef> {
    let values = &arguments.values;
    match (&arguments.charsets, values.data_type()) {
        (Charsets::One(None), _) | (_, DataType::Null) => Ok(new_null_array(result, values.len())),
        (Charsets::One(Some(charset)), _) => convert(values, *charset, arguments.policy, result)
            .map_err(|error| of_query(function, values, error)),
        (Charsets::Column(names), DataType::Dictionary(_, of_values)) => {
            // Rows with the same value may have different charsets.
            let values = cast(values, of_values)?;
            let to = match result {
                DataType::Dictionary(_, to) => to.as_ref(),
                to => to,
            };
            let each = |values: &ArrayRef, charset| convert(values, charset, arguments.policy, to);
            let converted = by_charset(function, &values, names, to, each)?;
            Ok(cast(&converted, result)?)
        }
        (Charsets::Column(names), _) => {
            let each =
                |values: &ArrayRef, charset| convert(values, charset, arguments.policy, result);
            by_charset(function, values, names, result, each)
        }
    }
}

/// Converts each row by its charset.
fn by_charset(
    function: &str,
    values: &ArrayRef,
    names: &ArrayRef,
    result: &DataType,
    convert: impl Fn(&ArrayRef, Charset) -> std::result::Result<ArrayRef, Error>,
) -> Result<ArrayRef> {
    let columns = Columns::of(names)?;
    let mut parts = vec![new_null_array(result, 1)];
    let mut first: Option<Error> = None;
    for (number, charset) in columns.charsets.iter().enumerate() {
        // Replace the rows in other charsets by null.
        let others = columns
            .numbers
            .iter()
            .map(|of_row| Some(*of_row != number + 1));
        let part = nullif(values, &others.collect::<BooleanArray>())?;
        match convert(&part, *charset) {
            Ok(part) => parts.push(part),
            Err(error) if row_of(&error) < first.as_ref().map_or(usize::MAX, row_of) => {
                first = Some(error);
            }
            Err(_) => {}
        }
    }
    if let Some(first) = first {
        return Err(of_query(function, values, first));
    }
    let parts: Vec<&dyn Array> = parts.iter().map(|part| part.as_ref()).collect();
    let rows = columns.numbers.iter().enumerate();
    let rows: Vec<_> = rows
        .map(|(row, &part)| (part, if part == 0 { 0 } else { row }))
        .collect();
    Ok(interleave(&parts, &rows)?)
}

/// The charsets of a column of names.
struct Columns {
    charsets: Vec<Charset>,
    /// For each row, the number of its charset, starting at 1. 0 if its charset is null.
    numbers: Vec<usize>,
}

impl Columns {
    fn of(names: &ArrayRef) -> Result<Columns> {
        let mut columns = Columns {
            charsets: Vec::new(),
            numbers: Vec::with_capacity(names.len()),
        };
        let mut known: Vec<(&str, usize)> = Vec::new();
        for name in rows::texts(names)? {
            let number = match (name, known.iter().find(|(known, _)| Some(*known) == name)) {
                (None, _) => 0,
                (Some(_), Some((_, number))) => *number,
                (Some(name), None) => {
                    columns.charsets.push(charset(name)?);
                    known.push((name, columns.charsets.len()));
                    columns.charsets.len()
                }
            };
            columns.numbers.push(number);
        }
        Ok(columns)
    }
}

/// Returns the row of an error, or the first row if the error has no row.
fn row_of(error: &Error) -> usize {
    match error {
        Error::Row(error) => error.row(),
        _ => 0,
    }
}

/// Returns the error of a query. It contains the value, because a row of a batch is hard to find.
fn of_query(function: &str, values: &ArrayRef, error: Error) -> DataFusionError {
    let Error::Row(row) = &error else {
        return DataFusionError::External(Box::new(error));
    };
    let value = match values.data_type() {
        DataType::Dictionary(_, of_values) => {
            let value = cast(&values.slice(row.row(), 1), of_values);
            value.map_or_else(|_| String::new(), |value| shown(&value, 0))
        }
        _ => shown(values, row.row()),
    };
    exec_datafusion_err!("{function}: {row}; rows count within a batch, the value is {value}")
}

/// Formats a value as a literal in SQL. Long values are truncated.
fn shown(values: &ArrayRef, row: usize) -> String {
    const LEN: usize = 32;
    if let Ok(mut texts) = rows::texts(values) {
        let text = texts.nth(row).flatten().unwrap_or_default();
        let cut = text
            .char_indices()
            .nth(LEN)
            .map_or(text.len(), |(at, _)| at);
        let rest = if cut < text.len() { "..." } else { "" };
        return format!("'{}'{rest}", text[..cut].replace('\'', "''"));
    }
    let value = rows::bytes(values)
        .ok()
        .and_then(|mut bytes| bytes.nth(row).flatten());
    let value = value.unwrap_or_default();
    let mut shown = String::from("X'");
    for byte in value.iter().take(LEN) {
        // Writing to a `String` never fails.
        let _ = write!(shown, "{byte:02X}");
    }
    shown + if value.len() > LEN { "'..." } else { "'" }
}
