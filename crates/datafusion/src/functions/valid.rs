//! `is_valid_utf8`: whether bytes are text.

use super::arguments;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, DocSection, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl,
    Signature, Volatility,
};
use std::sync::{Arc, LazyLock};

static DOCUMENTATION: LazyLock<Documentation> = LazyLock::new(|| {
    Documentation::builder(
        DocSection::default(),
        "Returns whether bytes are well-formed UTF-8.",
        "is_valid_utf8(bytes)",
    )
    .with_argument("bytes", "Binary values: a column or one value.")
    .with_sql_example(
        "```sql\n> SELECT is_valid_utf8(X'636166C3A9'), is_valid_utf8(X'636166E9');\n\
         true, false\n```",
    )
    .build()
});

/// The function `is_valid_utf8(bytes)`.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct IsValidUtf8 {
    signature: Signature,
}

impl Default for IsValidUtf8 {
    fn default() -> Self {
        IsValidUtf8 {
            signature: Signature::user_defined(Volatility::Immutable),
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

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        arguments::only_binary(self.name(), given)
    }

    fn return_type(&self, _types: &[DataType]) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let is_nullable = args.arg_fields.iter().any(|field| field.is_nullable());
        Ok(Arc::new(Field::new(
            self.name(),
            DataType::Boolean,
            is_nullable,
        )))
    }

    fn invoke_with_args(&self, call: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let (values, is_scalar) = arguments::only_column(&call)?;
        let valid = utflane_arrow::is_valid_utf8(&values);
        let valid = valid.map_err(|error| DataFusionError::External(Box::new(error)))?;
        arguments::as_result(Arc::new(valid), is_scalar)
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(&DOCUMENTATION)
    }
}
