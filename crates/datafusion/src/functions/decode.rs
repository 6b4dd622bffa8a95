//! The function `decode_text`, which converts bytes in any charset to text.

use super::arguments::{self, Arguments, Parameters};
use super::convert;
use datafusion::arrow::datatypes::{DataType, FieldRef};
use datafusion::common::{Result, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
};
use datafusion_macros::user_doc;

const PARAMETERS: Parameters = Parameters::BytesAndCharset;

/// The function `decode_text(bytes, charset [, policy])`.
#[user_doc(
    doc_section(label = "Binary String Functions"),
    description = "Converts bytes in a charset to text. Byte order marks are not removed.",
    syntax_example = "decode_text(bytes, charset [, policy])",
    sql_example = "```sql
> SELECT decode_text(X'636166E9', 'iso-8859-1');
café
> SELECT decode_text(X'636166E9', 'utf-8', policy => 'replace');
caf\u{FFFD}
```",
    argument(
        name = "bytes",
        description = "Binary values: a column, a dictionary, or one value."
    ),
    argument(
        name = "charset",
        description = "A name in the IANA registry, such as 'UTF-16LE', 'windows-1251' or \
                       'Shift_JIS': one for all rows, or a column."
    ),
    argument(
        name = "policy",
        description = "For malformed bytes: 'strict' (the default) fails, with the row and the \
                       position; 'replace' writes U+FFFD for each malformed sequence; \
                       'replace_as_jdk' writes as many U+FFFD as Java; 'null' makes the value \
                       null."
    ),
    related_udf(name = "encode_text")
)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct DecodeText {
    signature: Signature,
}

impl Default for DecodeText {
    fn default() -> Self {
        DecodeText {
            signature: PARAMETERS.signature(),
        }
    }
}

/// Returns the type of text for a type of bytes.
fn text_type(bytes: &DataType) -> DataType {
    match bytes {
        DataType::LargeBinary => DataType::LargeUtf8,
        DataType::BinaryView => DataType::Utf8View,
        _ => DataType::Utf8,
    }
}

impl ScalarUDFImpl for DecodeText {
    fn name(&self) -> &str {
        "decode_text"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        match types.first() {
            Some(bytes) => Ok(arguments::result_type(bytes, text_type)),
            None => plan_err!("{} accepts bytes and a charset", self.name()),
        }
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        PARAMETERS.coerce(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        arguments::conversion_field(self.name(), PARAMETERS, &args, text_type)
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let to = call.return_field.data_type().clone();
        let arguments = Arguments::of(call)?;
        let text = convert::converted(self.name(), &arguments, &to, utflane_arrow::decode)?;
        arguments.result(text)
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.doc()
    }
}
