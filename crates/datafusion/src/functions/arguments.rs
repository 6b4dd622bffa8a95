//! The arguments of a call: values, their charsets, and the policy.

use super::{Policy, charset, policy};
use datafusion::arrow::array::{Array, ArrayRef, AsArray, new_null_array};
use datafusion::arrow::compute::take;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::types::{NativeType, logical_string};
use datafusion::common::{Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::{
    Coercion, ColumnarValue, EncodingPreservation, ReturnFieldArgs, ScalarFunctionArgs, Signature,
    TypeSignature, TypeSignatureClass, Volatility,
};
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
fn as_result(array: ArrayRef, is_scalar: bool) -> Result<ColumnarValue> {
    Ok(match is_scalar {
        true => ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?),
        false => ColumnarValue::Array(array),
    })
}

/// The result of a function of one argument, which is given a column. It sees each value of a
/// dictionary once.
pub(super) fn of_each_value(
    call: &ScalarFunctionArgs,
    function: impl Fn(&ArrayRef) -> Result<ArrayRef>,
) -> Result<ColumnarValue> {
    let (column, is_scalar) = match call.args.as_slice() {
        [ColumnarValue::Array(array)] => (array.clone(), false),
        [ColumnarValue::Scalar(value)] => (value.to_array()?, true),
        _ => return exec_err!("one argument is expected"),
    };
    let result = match column.data_type() {
        DataType::Null => new_null_array(call.return_field.data_type(), column.len()),
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            take(&function(dictionary.values())?, dictionary.keys(), None)?
        }
        _ => function(&column)?,
    };
    as_result(result, is_scalar)
}

/// Binary values, of any layout and as a dictionary, too; text is taken as its bytes.
fn binary() -> Coercion {
    let text = vec![TypeSignatureClass::Native(logical_string())];
    Coercion::new_implicit(TypeSignatureClass::Binary, text, NativeType::Binary)
        .with_encoding_preservation(EncodingPreservation::dictionary())
}

/// Texts, of any layout.
fn text() -> Coercion {
    Coercion::new_exact(TypeSignatureClass::Native(logical_string()))
}

/// The signature of a function of binary values.
pub(super) fn of_binary() -> Signature {
    named(TypeSignature::Coercible(vec![binary()]), &["bytes"])
}

/// The signature of a function of binary values, a charset and, optionally, a policy.
pub(super) fn of_binary_and_charset() -> Signature {
    of_values_and_charset("bytes", binary())
}

/// The signature of a function of texts, a charset and, optionally, a policy.
pub(super) fn of_text_and_charset() -> Signature {
    let preserved = EncodingPreservation::dictionary();
    of_values_and_charset("text", text().with_encoding_preservation(preserved))
}

fn of_values_and_charset(name: &str, values: Coercion) -> Signature {
    let without = vec![values.clone(), text()];
    let with = vec![values, text(), text()];
    let either = [without, with].map(TypeSignature::Coercible).to_vec();
    named(TypeSignature::OneOf(either), &[name, "charset", "policy"])
}

fn named(types: TypeSignature, names: &[&str]) -> Signature {
    Signature::new(types, Volatility::Immutable)
        .with_parameter_names(names.to_vec())
        .expect("a name for each parameter")
}

/// The type of a result, by that of the values: a dictionary of one.
pub(super) fn result_type(values: &DataType, convert: fn(&DataType) -> DataType) -> DataType {
    match values {
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(keys.clone(), Box::new(result_type(values, convert)))
        }
        values => convert(values),
    }
}

/// The result of a function of values, a charset and, optionally, a policy: null only where an
/// argument is, or where the policy makes it so. Constants are checked here, before any row is read.
pub(super) fn conversion_field(
    name: &str,
    args: &ReturnFieldArgs,
    convert: fn(&DataType) -> DataType,
) -> Result<FieldRef> {
    let Some(values) = args.arg_fields.first() else {
        return plan_err!("{name} takes values and a charset");
    };
    let data_type = result_type(values.data_type(), convert);
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
