//! The functions as expressions, for a program that builds its queries of them.
//!
//! ```
//! use datafusion::prelude::{SessionContext, col, lit};
//! use utflane_datafusion::functions::expr_fn::{decode_text, is_valid_utf8};
//!
//! # #[tokio::main]
//! # async fn main() -> datafusion::common::Result<()> {
//! let table = SessionContext::new().sql("SELECT X'636166E9' AS b").await?;
//! let text = decode_text(col("b"), lit("windows-1252"), None).alias("text");
//! let rows = table.select(vec![is_valid_utf8(col("b")), text])?;
//! let rows = rows.to_string().await?;
//! assert!(rows.contains("false") && rows.contains("café"), "{rows}");
//! # Ok(())
//! # }
//! ```

use super::{DecodeText, DetectCharset, EncodeText, IsValidUtf8};
use datafusion::logical_expr::{Expr, ScalarUDF};

/// Whether `bytes` are well-formed UTF-8.
pub fn is_valid_utf8(bytes: Expr) -> Expr {
    ScalarUDF::from(IsValidUtf8::default()).call(vec![bytes])
}

/// The text of `bytes` in a charset, strictly unless there is a `policy`.
pub fn decode_text(bytes: Expr, charset: Expr, policy: Option<Expr>) -> Expr {
    let arguments = [bytes, charset].into_iter().chain(policy);
    ScalarUDF::from(DecodeText::default()).call(arguments.collect())
}

/// The bytes of `text` in a charset, strictly unless there is a `policy`.
pub fn encode_text(text: Expr, charset: Expr, policy: Option<Expr>) -> Expr {
    let arguments = [text, charset].into_iter().chain(policy);
    ScalarUDF::from(EncodeText::default()).call(arguments.collect())
}

/// The name of the Unicode encoding that `bytes` are in, or null.
pub fn detect_charset(bytes: Expr) -> Expr {
    ScalarUDF::from(DetectCharset::default()).call(vec![bytes])
}
