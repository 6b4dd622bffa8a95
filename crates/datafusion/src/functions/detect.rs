//! `detect_charset`: which encoding of Unicode bytes are in.

use super::{arguments, rows};
use datafusion::arrow::array::StringArray;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ScalarFunctionArgs, ScalarUDFImpl, Signature,
    Volatility,
};
use std::sync::{Arc, LazyLock};
use utflane::detect;

static DOCUMENTATION: LazyLock<Documentation> = LazyLock::new(|| {
    Documentation::builder(
        DocSection::default(),
        "Returns the name of the encoding that bytes are in: US-ASCII, UTF-8, UTF-16LE, UTF-16BE, \
         UTF-32LE or UTF-32BE, by a byte order mark or by the content; null if they are in none \
         of these, as text in a code page is. Few bytes tell little: X'680069000000' is ASCII, with \
         NULs.",
        "detect_charset(bytes)",
    )
    .with_argument("bytes", "Binary values, texts or pieces of texts: a column or one value.")
    .with_sql_example("```sql\n> SELECT detect_charset(X'FFFE68006900');\nUTF-16LE\n```")
    .build()
});

/// The function `detect_charset(bytes)`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct DetectCharset {
    signature: Signature,
}

impl Default for DetectCharset {
    fn default() -> Self {
        DetectCharset {
            signature: Signature::user_defined(Volatility::Immutable),
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

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        arguments::only_binary(self.name(), given)
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let (values, is_scalar) = arguments::only_column(&call)?;
        let name = |value: &[u8]| detect(value).charset.map(|charset| charset.name());
        let rows = rows::bytes(&values)?;
        let names: StringArray = rows.map(|value| value.and_then(name)).collect();
        arguments::as_result(Arc::new(names), is_scalar)
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&DOCUMENTATION)
    }
}
