//! The function `encode_text`, which converts text to bytes in any charset.

use super::arguments::{self, Arguments, Parameters};
use super::convert;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
};
use datafusion_macros::user_doc;

const PARAMETERS: Parameters = Parameters::TextAndCharset;

/// The function `encode_text(text, charset [, policy])`.
#[user_doc(
    doc_section(label = "Binary String Functions"),
    description = "Converts text to bytes in a charset, without a byte order mark.",
    syntax_example = "encode_text(text, charset [, policy])",
    sql_example = "```sql
> SELECT encode_text('café', 'iso-8859-1');
636166e9
```",
    argument(
        name = "text",
        description = "Text: a column, a dictionary, or one value."
    ),
    argument(
        name = "charset",
        description = "A name in the IANA registry, such as 'UTF-16LE', 'windows-1251' or \
                       'Shift_JIS': one for all rows, or a column."
    ),
    argument(
        name = "policy",
        description = "For characters that the charset does not have: 'strict' (the default) \
                       fails, with the row and the position; 'replace' writes '?'; 'null' makes \
                       the value null."
    ),
    related_udf(name = "decode_text")
)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct EncodeText {
    signature: Signature,
}

impl Default for EncodeText {
    fn default() -> Self {
        EncodeText {
            signature: PARAMETERS.signature(),
        }
    }
}

/// Returns the type of bytes for a type of text.
fn binary_type(text: &DataType) -> DataType {
    match text {
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        _ => DataType::Binary,
    }
}

impl ScalarUDFImpl for EncodeText {
    fn name(&self) -> &str {
        "encode_text"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        match types.first() {
            Some(text) => Ok(arguments::result_type(text, binary_type)),
            None => plan_err!("{} accepts text and a charset", self.name()),
        }
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        PARAMETERS.coerce(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        arguments::conversion_field(self.name(), PARAMETERS, &args, binary_type)
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let to = call.return_field.data_type().clone();
        let arguments = Arguments::of(call)?;
        let bytes = convert::converted(self.name(), &arguments, &to, utflane_arrow::encode)?;
        arguments.result(bytes)
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.doc()
    }
}
