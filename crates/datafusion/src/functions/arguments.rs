//! The arguments of a call of a function: values, their charsets, and the policy.

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
use std::ops::RangeInclusive;
use std::sync::Arc;
use utflane::Charset;

/// The charsets of the rows of a column.
pub(super) enum Charsets {
    /// One charset for all rows. `None` if the argument is null.
    One(Option<Charset>),
    /// A column with a name for each row.
    Column(ArrayRef),
}

/// The arguments of a call.
pub(super) struct Arguments {
    pub(super) values: ArrayRef,
    pub(super) charsets: Charsets,
    pub(super) policy: Policy,
    /// Whether the result is a scalar.
    is_scalar: bool,
}

impl Arguments {
    /// Returns the arguments of a function that accepts values, a charset and optionally a policy.
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
                    return exec_err!("the policy is null: a name such as 'null' is expected");
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
                // A scalar is converted once, for any number of rows.
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

    /// Converts the result to a column, or to a scalar if all arguments are scalars.
    pub(super) fn result(&self, array: ArrayRef) -> Result<ColumnarValue> {
        as_result(array, self.is_scalar)
    }
}

/// Returns a column, or the first value of a column as a scalar.
fn as_result(array: ArrayRef, is_scalar: bool) -> Result<ColumnarValue> {
    Ok(match is_scalar {
        true => ColumnarValue::Scalar(ScalarValue::try_from_array(&array, 0)?),
        false => ColumnarValue::Array(array),
    })
}

/// Applies a function to the argument of a call with one argument. For a dictionary, the function
/// gets each value once.
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

/// The parameters of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameters {
    /// Binary values, or the bytes of text.
    Bytes,
    /// Text.
    Text,
    /// Binary values or text, a charset and optionally a policy.
    BytesAndCharset,
    /// Text, a charset and optionally a policy.
    TextAndCharset,
}

impl Parameters {
    /// Returns the signature. It also matches calls with wrong arguments, because DataFusion would
    /// report an internal error for them. [`Parameters::check`] rejects these calls.
    pub(super) fn signature(self) -> Signature {
        let text = || Coercion::new_exact(TypeSignatureClass::Native(logical_string()));
        let preserved = EncodingPreservation::dictionary();
        let (names, values) = match self {
            Parameters::Bytes | Parameters::BytesAndCharset => {
                let as_bytes = vec![TypeSignatureClass::Native(logical_string())];
                let class = TypeSignatureClass::Binary;
                let bytes = Coercion::new_implicit(class, as_bytes, NativeType::Binary);
                (["bytes", "charset", "policy"], bytes)
            }
            Parameters::Text | Parameters::TextAndCharset => {
                (["text", "charset", "policy"], text())
            }
        };
        let values = values.with_encoding_preservation(preserved);
        let (counts, all) = (self.counts(), [values, text(), text()]);
        let names = names[..*counts.end()].to_vec();
        let accepted = counts.map(|count| TypeSignature::Coercible(all[..count].to_vec()));
        let types = TypeSignature::OneOf(accepted.collect());
        let mut signature = Signature::new(types, Volatility::Immutable)
            .with_parameter_names(names)
            .expect("a name for each parameter");
        if let TypeSignature::OneOf(types) = &mut signature.type_signature {
            // Also match calls without arguments, and calls that `coerce` accepts.
            types.extend([TypeSignature::Nullary, TypeSignature::UserDefined]);
        }
        signature
    }

    /// Returns the accepted numbers of arguments.
    const fn counts(self) -> RangeInclusive<usize> {
        match self {
            Parameters::Bytes | Parameters::Text => 1..=1,
            Parameters::BytesAndCharset | Parameters::TextAndCharset => 2..=3,
        }
    }

    fn accept(self, types: &[DataType]) -> bool {
        let is_accepted = |(argument, data_type): (usize, &DataType)| {
            let is_text_only = matches!(self, Parameters::Text | Parameters::TextAndCharset);
            let is_bytes = argument == 0 && !is_text_only;
            is_text(data_type) || is_bytes && is_binary(data_type)
        };
        self.counts().contains(&types.len()) && types.iter().enumerate().all(is_accepted)
    }

    /// Returns the types of wrong arguments unchanged. Accepted arguments are an error here,
    /// because DataFusion coerces them by the other type signatures.
    pub(super) fn coerce(self, types: &[DataType]) -> Result<Vec<DataType>> {
        match self.accept(types) {
            true => plan_err!("these arguments are coerced by DataFusion"),
            false => Ok(types.to_vec()),
        }
    }

    /// Returns an error if the arguments are not accepted.
    pub(super) fn check(self, function: &str, fields: &[FieldRef]) -> Result<()> {
        let types: Vec<_> = fields
            .iter()
            .map(|field| field.data_type().clone())
            .collect();
        if self.accept(&types) {
            return Ok(());
        }
        let accepted = match self {
            Parameters::Bytes => "one argument, bytes: binary values or text",
            Parameters::Text => "one argument, text",
            Parameters::BytesAndCharset => {
                "(bytes, charset [, policy]): binary values or text, and names of a charset and of a \
                 policy as text"
            }
            Parameters::TextAndCharset => {
                "(text, charset [, policy]): text, and names of a charset and of a policy as text"
            }
        };
        let types: Vec<_> = types.iter().map(DataType::to_string).collect();
        plan_err!("{function} accepts {accepted}; not ({})", types.join(", "))
    }
}

/// Returns whether a type is text, null, or a dictionary of these.
fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_text(values),
        other => other.is_string() || other.is_null(),
    }
}

fn is_binary(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_binary(values),
        other => other.is_binary(),
    }
}

/// Returns the type of the result for a type of values. For dictionaries, this is a dictionary.
pub(super) fn result_type(values: &DataType, convert: fn(&DataType) -> DataType) -> DataType {
    match values {
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(keys.clone(), Box::new(result_type(values, convert)))
        }
        values => convert(values),
    }
}

/// Returns the field of the result of a function that accepts values, a charset and optionally a
/// policy. It is nullable if an argument is nullable or if the policy may be `null`. Constants are
/// checked here, before any row is read.
pub(super) fn conversion_field(
    name: &str,
    parameters: Parameters,
    args: &ReturnFieldArgs,
    convert: fn(&DataType) -> DataType,
) -> Result<FieldRef> {
    parameters.check(name, args.arg_fields)?;
    let data_type = result_type(args.arg_fields[0].data_type(), convert);
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
