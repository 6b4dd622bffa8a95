//! The function `detect_charset`, which detects Unicode encodings.

use super::arguments::{self, Parameters};
use super::rows;
use datafusion::arrow::array::{ArrayRef, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
};
use datafusion_macros::user_doc;
use std::sync::Arc;
use utflane::detect;

/// The function `detect_charset(bytes)`.
#[user_doc(
    doc_section(label = "Binary String Functions"),
    description = "Returns the name of the encoding of bytes: US-ASCII, UTF-8, UTF-16LE, UTF-16BE, \
                   UTF-32LE or UTF-32BE, by a byte order mark or by the content. Returns null for \
                   other encodings, such as code pages. Detection is unreliable for few bytes: \
                   X'680069000000', which is mostly NULs, returns null.",
    syntax_example = "detect_charset(bytes)",
    sql_example = "```sql
> SELECT detect_charset(X'FFFE68006900');
UTF-16LE
```",
    argument(
        name = "bytes",
        description = "Binary values or text: a column or one value."
    )
)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct DetectCharset {
    signature: Signature,
}

impl Default for DetectCharset {
    fn default() -> Self {
        DetectCharset {
            signature: Parameters::Bytes.signature(),
        }
    }
}

impl ScalarUDFImpl for DetectCharset {
    fn name(&self) -> &str {
        "detect_charset"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Parameters::Bytes.coerce(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        Parameters::Bytes.check(self.name(), args.arg_fields)?;
        Ok(Arc::new(Field::new(self.name(), DataType::Utf8, true)))
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        arguments::of_each_value(&call, |values| {
            let name = |value: &[u8]| detect(value).charset.map(|charset| charset.name());
            let rows = rows::bytes(values)?;
            let names: StringArray = rows.map(|value| value.and_then(name)).collect();
            Ok(Arc::new(names) as ArrayRef)
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.doc()
    }
}
