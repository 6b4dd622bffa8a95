//! `encode_text`: text as bytes in any charset.

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
        "Converts text to bytes in a charset, without a byte order mark.",
        "encode_text(text, charset [, policy])",
    )
    .with_argument("text", "Texts: a column or one value.")
    .with_argument(
        "charset",
        "A name of the IANA registry, as 'UTF-16LE', 'windows-1251' or 'Shift_JIS': one for all \
         rows or a column.",
    )
    .with_argument(
        "policy",
        "For characters that the charset does not have: 'strict' (the default) fails, with the \
         row and the position; 'replace' writes '?'; 'null' makes the value null.",
    )
    .with_sql_example("```sql\n> SELECT encode_text('café', 'iso-8859-1');\n636166e9\n```")
    .build()
});

/// The function `encode_text(text, charset [, policy])`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct EncodeText {
    signature: Signature,
}

impl Default for EncodeText {
    fn default() -> Self {
        EncodeText {
            signature: Signature::user_defined(Volatility::Immutable),
        }
    }
}

impl ScalarUDFImpl for EncodeText {
    fn name(&self) -> &str {
        "encode_text"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        arguments::coerced(self.name(), given, arguments::text_type)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        Ok(match types.first() {
            Some(DataType::LargeUtf8) => DataType::LargeBinary,
            Some(DataType::Utf8View) => DataType::BinaryView,
            _ => DataType::Binary,
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
        let bytes = convert::converted(self.name(), &arguments, &to, |text, encoding| {
            utflane_arrow::encode(text, encoding, arguments.policy, &to)
        })?;
        arguments.result(bytes)
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&DOCUMENTATION)
    }
}
