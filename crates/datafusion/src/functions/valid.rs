//! The function `is_valid_utf8`.

use super::arguments::{self, Parameters};
use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature,
};
use datafusion_macros::user_doc;
use std::sync::Arc;

/// The function `is_valid_utf8(bytes)`.
#[user_doc(
    doc_section(label = "Binary String Functions"),
    description = "Returns whether bytes are well-formed UTF-8.",
    syntax_example = "is_valid_utf8(bytes)",
    sql_example = "```sql
> SELECT is_valid_utf8(X'636166C3A9'), is_valid_utf8(X'636166E9');
true, false
```",
    argument(name = "bytes", description = "Binary values: a column or one value.")
)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct IsValidUtf8 {
    signature: Signature,
}

impl Default for IsValidUtf8 {
    fn default() -> Self {
        IsValidUtf8 {
            signature: Parameters::Bytes.signature(),
        }
    }
}

impl ScalarUDFImpl for IsValidUtf8 {
    fn name(&self) -> &str {
        "is_valid_utf8"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        Parameters::Bytes.coerce(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        Parameters::Bytes.check(self.name(), args.arg_fields)?;
        let is_nullable = args.arg_fields.iter().any(|field| field.is_nullable());
        Ok(Arc::new(Field::new(
            self.name(),
            DataType::Boolean,
            is_nullable,
        )))
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        arguments::of_each_value(&call, |values| {
            let valid = utflane_arrow::is_valid_utf8(values);
            let valid = valid.map_err(|error| DataFusionError::External(Box::new(error)))?;
            Ok(Arc::new(valid) as ArrayRef)
        })
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.doc()
    }
}
