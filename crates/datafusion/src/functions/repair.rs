//! The function `repair_mojibake`, which undoes UTF-8 that was decoded as a code page.

use super::arguments::{self, Parameters};
use super::rows;
use datafusion::arrow::array::{
    ArrayRef, AsArray, LargeStringArray, StringArray, StringViewArray, new_null_array,
};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{Result, ScalarValue, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
};
use datafusion_macros::user_doc;
use std::borrow::Cow;
use std::sync::Arc;

/// The function `repair_mojibake(text)`.
#[user_doc(
    doc_section(label = "String Functions"),
    description = "Repairs mojibake: UTF-8 that was decoded as a code page, once or up to three \
                   times. The repair is a heuristic. It leaves correct and doubtful text unchanged.",
    syntax_example = "repair_mojibake(text)",
    sql_example = "```sql
> SELECT repair_mojibake('cafÃ©');
café
```",
    argument(
        name = "text",
        description = "Text: a column, a dictionary, or one value."
    )
)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct RepairMojibake {
    signature: Signature,
}

impl Default for RepairMojibake {
    fn default() -> Self {
        RepairMojibake {
            signature: Parameters::Text.signature(),
        }
    }
}

/// Returns the type of the result for a type of text.
fn text_type(text: &DataType) -> DataType {
    match text {
        DataType::Null => DataType::Utf8,
        text => text.clone(),
    }
}

/// Repairs a value.
fn repair(text: Option<&str>) -> Option<Cow<'_, str>> {
    text.map(utflane::repair_mojibake)
}

/// Repairs a column. Each value of a dictionary is repaired once.
fn repaired(column: &ArrayRef) -> Result<ArrayRef> {
    let rows = || rows::texts(column);
    Ok(match column.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            dictionary.with_values(repaired(dictionary.values())?)
        }
        DataType::Null => new_null_array(&DataType::Utf8, column.len()),
        DataType::LargeUtf8 => Arc::new(rows()?.map(repair).collect::<LargeStringArray>()),
        DataType::Utf8View => Arc::new(rows()?.map(repair).collect::<StringViewArray>()),
        _ => Arc::new(rows()?.map(repair).collect::<StringArray>()),
    })
}

impl ScalarUDFImpl for RepairMojibake {
    fn name(&self) -> &str {
        "repair_mojibake"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        match types.first() {
            Some(text) => Ok(arguments::result_type(text, text_type)),
            None => plan_err!("{} accepts one argument, text", self.name()),
        }
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Parameters::Text.coerce(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        Parameters::Text.check(self.name(), args.arg_fields)?;
        let text = &args.arg_fields[0];
        let data_type = arguments::result_type(text.data_type(), text_type);
        let field = Field::new(self.name(), data_type, text.is_nullable());
        Ok(Arc::new(field))
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        Ok(match call.args.as_slice() {
            [ColumnarValue::Array(column)] => ColumnarValue::Array(repaired(column)?),
            [ColumnarValue::Scalar(value)] => {
                let column = repaired(&value.to_array()?)?;
                ColumnarValue::Scalar(ScalarValue::try_from_array(&column, 0)?)
            }
            _ => return exec_err!("one argument is expected"),
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.doc()
    }
}
