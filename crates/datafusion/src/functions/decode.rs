//! `decode_text`: bytes in any charset as text.

use super::arguments::{self, Arguments};
use super::convert;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::Result;
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl,
    Signature, Volatility,
};
use std::sync::LazyLock;

static DOCUMENTATION: LazyLock<Documentation> = LazyLock::new(|| {
    Documentation::builder(
        DocSection::default(),
        "Converts bytes in a charset to text. Byte order marks are characters as others are.",
        "decode_text(bytes, charset [, policy])",
    )
    .with_argument("bytes", "Binary values: a column or one value.")
    .with_argument(
        "charset",
        "A name of the IANA registry, as 'UTF-16LE', 'windows-1251' or 'Shift_JIS': one for all \
         rows or a column.",
    )
    .with_argument(
        "policy",
        "For malformed bytes: 'strict' (the default) fails, with the row and the position; \
         'replace' writes U+FFFD for each malformed sequence, 'replace_as_jdk' as often as Java \
         does; 'null' makes the value null.",
    )
    .with_sql_example(
        "```sql\n> SELECT decode_text(X'636166E9', 'iso-8859-1');\ncafé\n\
         > SELECT decode_text(X'636166E9', 'utf-8', 'replace');\ncaf\u{FFFD}\n```",
    )
    .build()
});

/// The function `decode_text(bytes, charset [, policy])`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct DecodeText {
    signature: Signature,
}

impl Default for DecodeText {
    fn default() -> Self {
        DecodeText {
            signature: Signature::user_defined(Volatility::Immutable),
        }
    }
}

impl ScalarUDFImpl for DecodeText {
    fn name(&self) -> &str {
        "decode_text"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        arguments::coerced(self.name(), given, arguments::binary_type)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        Ok(match types.first() {
            Some(DataType::LargeBinary) => DataType::LargeUtf8,
            Some(DataType::BinaryView) => DataType::Utf8View,
            _ => DataType::Utf8,
        })
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types = args
            .arg_fields
            .iter()
            .map(|field| field.data_type().clone());
        let data_type = self.return_type(&types.collect::<Vec<_>>())?;
        arguments::conversion_field(self.name(), &args, data_type)
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let to = call.return_field.data_type().clone();
        let arguments = Arguments::of(call)?;
        let text = convert::converted(self.name(), &arguments, &to, |bytes, encoding| {
            utflane_arrow::decode(bytes, encoding, arguments.policy, &to)
        })?;
        arguments.result(text)
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&DOCUMENTATION)
    }
}
