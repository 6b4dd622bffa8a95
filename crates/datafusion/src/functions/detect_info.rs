//! The function `detect_charset_info`, which returns an encoding with its confidence.

use super::arguments::{self, Parameters};
use super::rows;
use datafusion::arrow::array::{ArrayRef, BooleanArray, StringArray, StructArray};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
};
use datafusion_macros::user_doc;
use std::sync::Arc;
use utflane::{AnyDetection, Certainty, detect_any};

/// The function `detect_charset_info(bytes)`.
#[user_doc(
    doc_section(label = "Binary String Functions"),
    description = "Returns the encoding of bytes with its confidence, as a struct. `charset` is the \
                   name of the encoding, or null. `confidence` is 'certain', 'likely', 'guess' or \
                   'unknown'. `is_reliable` is whether you can decode the bytes in that \
                   encoding without asking the user. `language` is the language of a text in a \
                   legacy encoding, as a code of ISO 639-1, or null.",
    syntax_example = "detect_charset_info(bytes)",
    sql_example = "```sql
> SELECT detect_charset_info(X'FFFE68006900');
{charset: UTF-16LE, confidence: certain, is_reliable: true, language: }
```",
    argument(
        name = "bytes",
        description = "Binary values or text: a column or one value."
    ),
    related_udf(name = "detect_charset")
)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct DetectCharsetInfo {
    signature: Signature,
}

impl Default for DetectCharsetInfo {
    fn default() -> Self {
        DetectCharsetInfo {
            signature: Parameters::Bytes.signature(),
        }
    }
}

fn fields() -> Fields {
    Fields::from(vec![
        Field::new("charset", DataType::Utf8, true),
        Field::new("confidence", DataType::Utf8, false),
        Field::new("is_reliable", DataType::Boolean, false),
        Field::new("language", DataType::Utf8, true),
    ])
}

/// Returns the name of a confidence.
fn name_of(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Certain => "certain",
        Certainty::Likely => "likely",
        Certainty::Guess => "guess",
        _ => "unknown",
    }
}

/// Returns the structs for a column. The struct for a null is null.
fn detected(found: &[Option<AnyDetection>]) -> Result<ArrayRef> {
    // The fields of a null struct have values, because some are not nullable.
    let each = || found.iter().map(Option::as_ref);
    let charsets = each().map(|found| found.and_then(|found| found.name));
    let confidences = each().map(|found| Some(found.map_or("", |found| name_of(found.certainty))));
    let reliable = each().map(|found| Some(found.is_some_and(AnyDetection::is_reliable)));
    let languages = each().map(|found| found.and_then(|found| found.language));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(charsets.collect::<StringArray>()),
        Arc::new(confidences.collect::<StringArray>()),
        Arc::new(reliable.collect::<BooleanArray>()),
        Arc::new(languages.collect::<StringArray>()),
    ];
    let nulls = NullBuffer::from_iter(found.iter().map(Option::is_some));
    let structs = StructArray::try_new(fields(), columns, Some(nulls))?;
    Ok(Arc::new(structs))
}

impl ScalarUDFImpl for DetectCharsetInfo {
    fn name(&self) -> &str {
        "detect_charset_info"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(DataType::Struct(fields()))
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Parameters::Bytes.coerce(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        Parameters::Bytes.check(self.name(), args.arg_fields)?;
        let is_nullable = args.arg_fields.iter().any(|field| field.is_nullable());
        let data_type = DataType::Struct(fields());
        Ok(Arc::new(Field::new(self.name(), data_type, is_nullable)))
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        arguments::of_each_value(&call, |values| {
            let rows = rows::bytes(values)?;
            let found: Vec<_> = rows.map(|value| value.map(detect_any)).collect();
            detected(&found)
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.doc()
    }
}
