//! Scalar SQL functions for text in any charset.
//!
//! Binary arguments have the type `Binary`, `LargeBinary`, `BinaryView` or `FixedSizeBinary`. Text
//! arguments have the type `Utf8`, `LargeUtf8` or `Utf8View`. Both can be columns, dictionaries or
//! scalars. The result has the layout of its argument: `decode_text` of a `BinaryView` returns a
//! `Utf8View`, and `decode_text` of a dictionary returns a dictionary. Each value of a dictionary
//! is converted once. The result of a null is null.
//!
//! A charset is a name or an alias in the IANA registry, see [`Charset::named`]. It is one name for
//! all rows, or a column with a name for each row.

mod arguments;
mod convert;
mod decode;
mod detect;
mod detect_info;
mod encode;
pub mod expr_fn;
mod policy;
mod repair;
mod rows;
mod valid;

pub use decode::DecodeText;
pub use detect::DetectCharset;
pub use detect_info::DetectCharsetInfo;
pub use encode::EncodeText;
pub use policy::policy;
pub use repair::RepairMojibake;
pub use utflane_arrow::Policy;
pub use valid::IsValidUtf8;

use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::ScalarUDF;
use utflane::Charset;

/// Returns all functions of this crate.
pub fn all() -> Vec<ScalarUDF> {
    vec![
        ScalarUDF::new_from_impl(IsValidUtf8::default()),
        ScalarUDF::new_from_impl(DecodeText::default()),
        ScalarUDF::new_from_impl(EncodeText::default()),
        ScalarUDF::new_from_impl(DetectCharset::default()),
        ScalarUDF::new_from_impl(DetectCharsetInfo::default()),
        ScalarUDF::new_from_impl(RepairMojibake::default()),
    ]
}

/// Returns the charset with this name.
pub(crate) fn charset(name: &str) -> Result<Charset> {
    Charset::named(name).ok_or_else(|| {
        let hint = hint(name).map_or_else(
            || String::from("a name of the IANA registry is expected"),
            |hint| format!("do you mean {hint}"),
        );
        exec_datafusion_err!("unknown charset '{name}': {hint}")
    })
}

/// Returns the end of a question, for names that are not in the registry, or that are ambiguous.
fn hint(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "utf-16" | "utf16" | "ucs-2" | "unicode" => {
            "'utf-16le' or 'utf-16be'? For a file with a byte order mark, use 'auto'"
        }
        "utf-32" | "utf32" | "ucs-4" => {
            "'utf-32le' or 'utf-32be'? For a file with a byte order mark, use 'auto'"
        }
        "cp950" | "ms950" => "'Big5'?",
        "ansi" | "1252" => "'windows-1252'?",
        "1251" => "'windows-1251'?",
        "1250" => "'windows-1250'?",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_or_explained() {
        for name in ["cp932", "cp936", "cp949", "uhc", "cp1252", "latin1", "UTF8"] {
            assert!(charset(name).is_ok(), "{name}");
        }
        for (name, meant) in [
            ("UTF-16", "'utf-16le' or 'utf-16be'"),
            ("utf32", "'utf-32le' or 'utf-32be'"),
            ("cp950", "'Big5'"),
            ("ANSI", "'windows-1252'"),
            ("klingon", "IANA"),
        ] {
            let error = charset(name).unwrap_err().to_string();
            assert!(error.contains(meant), "{error}");
            let is_question = error.contains("do you mean '");
            assert_eq!(is_question, name != "klingon", "{error}");
            assert_eq!(error.matches('?').count(), is_question as usize, "{error}");
        }
    }
}
