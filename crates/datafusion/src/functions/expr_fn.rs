//! The functions as expressions, for programs that build queries without SQL.
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

use super::{
    DecodeText, DetectCharset, DetectCharsetInfo, EncodeText, IsValidUtf8, RepairMojibake,
};
use datafusion::logical_expr::{Expr, ScalarUDF};

/// Returns whether `bytes` are well-formed UTF-8.
pub fn is_valid_utf8(bytes: Expr) -> Expr {
    ScalarUDF::from(IsValidUtf8::default()).call(vec![bytes])
}

/// Converts `bytes` in a charset to text. The default policy is `strict`.
pub fn decode_text(bytes: Expr, charset: Expr, policy: Option<Expr>) -> Expr {
    let arguments = [bytes, charset].into_iter().chain(policy);
    ScalarUDF::from(DecodeText::default()).call(arguments.collect())
}

/// Converts `text` to bytes in a charset. The default policy is `strict`.
pub fn encode_text(text: Expr, charset: Expr, policy: Option<Expr>) -> Expr {
    let arguments = [text, charset].into_iter().chain(policy);
    ScalarUDF::from(EncodeText::default()).call(arguments.collect())
}

/// Returns the name of the encoding of `bytes`, or null if it is unknown or only a guess.
pub fn detect_charset(bytes: Expr) -> Expr {
    ScalarUDF::from(DetectCharset::default()).call(vec![bytes])
}

/// Returns the encoding of `bytes` with its confidence, as a struct.
pub fn detect_charset_info(bytes: Expr) -> Expr {
    ScalarUDF::from(DetectCharsetInfo::default()).call(vec![bytes])
}

/// Repairs UTF-8 that was decoded as a code page in `text`.
pub fn repair_mojibake(text: Expr) -> Expr {
    ScalarUDF::from(RepairMojibake::default()).call(vec![text])
}
