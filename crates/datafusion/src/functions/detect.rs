//! The function `detect_charset`, which detects encodings.

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
use utflane::{Certainty, detect_any};

/// The function `detect_charset(bytes)`.
#[user_doc(
    doc_section(label = "Binary String Functions"),
    description = "Returns the name of the encoding of bytes, by a byte order mark or by the content: \
                   US-ASCII, a Unicode encoding, or a legacy encoding that is likely. Returns null \
                   for other bytes, and if a legacy encoding is only a guess. Detection is \
                   unreliable for few bytes: X'680069000000', which is mostly NULs, returns null.",
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
            let name = |value: &[u8]| {
                let found = detect_any(value);
                found.name.filter(|_| found.certainty >= Certainty::Likely)
            };
            let rows = rows::bytes(values)?;
            let names: StringArray = rows.map(|value| value.and_then(name)).collect();
            Ok(Arc::new(names) as ArrayRef)
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.doc()
    }
}
