//! The arguments of a call: values, their charsets, and the policy.

use super::{Policy, charset, policy};
use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs};
use std::sync::Arc;
use utflane::Charset;

/// The charsets of the rows of a column.
pub(super) enum Charsets {
    /// One for all rows; none if it is null.
    One(Option<Charset>),
    /// Names, one for each row.
    Column(ArrayRef),
}

/// The arguments of one call.
pub(super) struct Arguments {
    pub(super) values: ArrayRef,
    pub(super) charsets: Charsets,
    pub(super) policy: Policy,
    /// Whether the result is one value.
    is_scalar: bool,
}

impl Arguments {
    /// Those of a function of values, a charset and, optionally, a policy.
    pub(super) fn of(call: ScalarFunctionArgs) -> Result<Arguments> {
        let rows = call.number_rows;
        let mut args = call.args.into_iter();
        let (Some(values), Some(charsets)) = (args.next(), args.next()) else {
            return exec_err!("values and a charset are expected");
        };
        let policy = match args.next() {
            None => Policy::Fail,
            Some(ColumnarValue::Scalar(name)) => match name.try_as_str().flatten() {
                Some(name) => policy(name)?,
                None => {
                    return exec_err!("the policy is null: a name is expected, as 'null'");
                }
            },
            Some(ColumnarValue::Array(_)) => return exec_err!("the policy has to be a constant"),
        };
        let is_column = |value: &ColumnarValue| matches!(value, ColumnarValue::Array(_));
        let is_scalar = !is_column(&values) && !is_column(&charsets);
        let (values, charsets) = match charsets {
            ColumnarValue::Scalar(name) => {
                let name = name.try_as_str().flatten();
                let one = Charsets::One(name.map(charset).transpose()?);
                // One value is converted once, however many rows there are.
                let rows = if is_scalar { 1 } else { rows };
                (values.into_array(rows)?, one)
            }
            ColumnarValue::Array(names) => (values.into_array(rows)?, Charsets::Column(names)),
        };
        Ok(Arguments {
            values,
            charsets,
            policy,
            is_scalar,
        })
    }

    /// The result as the call returns it.
    pub(super) fn result(&self, array: ArrayRef) -> Result<ColumnarValue> {
        as_result(array, self.is_scalar)
    }
}

/// A column, or the one value of a column.
pub(super) fn as_result(array: ArrayRef, is_scalar: bool) -> Result<ColumnarValue> {
    Ok(match is_scalar {
        true => ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?),
        false => ColumnarValue::Array(array),
    })
}

/// The one argument of a call as a column, and whether it is one value.
pub(super) fn only_column(call: &ScalarFunctionArgs) -> Result<(ArrayRef, bool)> {
    match call.args.as_slice() {
        [ColumnarValue::Array(array)] => Ok((array.clone(), false)),
        [ColumnarValue::Scalar(value)] => Ok((value.to_array()?, true)),
        _ => exec_err!("one argument is expected"),
    }
}

/// The type that a binary argument is taken as: text as its bytes.
pub(super) fn binary_type(given: &DataType) -> Result<DataType> {
    Ok(match given {
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => given.clone(),
        DataType::Utf8 | DataType::Null => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        DataType::Dictionary(_, values) => binary_type(values)?,
        other => return plan_err!("a binary value is expected, not {other}"),
    })
}

/// The type that a text argument is taken as.
pub(super) fn text_type(given: &DataType) -> Result<DataType> {
    Ok(match given {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => given.clone(),
        DataType::Null => DataType::Utf8,
        DataType::Dictionary(_, values) => text_type(values)?,
        other => return plan_err!("text is expected, not {other}"),
    })
}

/// The types of the arguments of a function of values, a charset and, optionally, a policy.
pub(super) fn coerced(
    name: &str,
    given: &[DataType],
    values: fn(&DataType) -> Result<DataType>,
) -> Result<Vec<DataType>> {
    match given {
        [value, rest @ ..] if matches!(rest.len(), 1 | 2) => {
            let mut types = vec![values(value)?];
            for text in rest {
                types.push(text_type(text)?);
            }
            Ok(types)
        }
        _ => plan_err!("{name} takes two or three arguments, not {}", given.len()),
    }
}

/// The type of the argument of a function of one binary value.
pub(super) fn only_binary(name: &str, given: &[DataType]) -> Result<Vec<DataType>> {
    match given {
        [value] => Ok(vec![binary_type(value)?]),
        _ => plan_err!("{name} takes one argument, not {}", given.len()),
    }
}

/// The result of a function of values, a charset and, optionally, a policy: null only where an
/// argument is, or where the policy makes it so. Constants are checked here, before any row is read.
pub(super) fn conversion_field(
    name: &str,
    args: &ReturnFieldArgs,
    data_type: DataType,
) -> Result<FieldRef> {
    let constant = |argument: usize| {
        let value = args.scalar_arguments.get(argument).copied().flatten();
        value.and_then(|value| value.try_as_str().flatten())
    };
    if let Some(name) = constant(1) {
        charset(name)?;
    }
    let makes_null = match (args.arg_fields.len(), constant(2)) {
        (..=2, _) => false,
        (_, Some(name)) => policy(name)? == Policy::Null,
        (_, None) => true,
    };
    let is_nullable = makes_null || args.arg_fields.iter().any(|field| field.is_nullable());
    Ok(Arc::new(Field::new(name, data_type, is_nullable)))
}
