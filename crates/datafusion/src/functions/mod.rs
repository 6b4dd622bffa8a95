//! Scalar functions of SQL for text in any charset.
//!
//! Binary arguments are `Binary`, `LargeBinary`, `BinaryView` or `FixedSizeBinary`, texts are
//! `Utf8`, `LargeUtf8` or `Utf8View`; either may be a column or one value. A result has the layout
//! of its argument: the text of a `BinaryView` is a `Utf8View`. The result of a null is null.
//!
//! A charset is a name of the IANA registry or an alias of it, see [`Charset::named`]: one for all
//! rows, or a column with one for each.

mod arguments;
mod convert;
mod decode;
mod detect;
mod encode;
mod policy;
mod rows;
mod valid;

pub use decode::DecodeText;
pub use detect::DetectCharset;
pub use encode::EncodeText;
pub use policy::policy;
pub use utflane_arrow::Policy;
pub use valid::IsValidUtf8;

use datafusion::common::{Result, exec_datafusion_err};
use datafusion::logical_expr::ScalarUDF;
use utflane::Charset;

/// All functions of this crate.
pub fn all() -> Vec<ScalarUDF> {
    vec![
        ScalarUDF::new_from_impl(IsValidUtf8::default()),
        ScalarUDF::new_from_impl(DecodeText::default()),
        ScalarUDF::new_from_impl(EncodeText::default()),
        ScalarUDF::new_from_impl(DetectCharset::default()),
    ]
}

/// The charset called `name`.
pub(crate) fn charset(name: &str) -> Result<Charset> {
    Charset::named(name).ok_or_else(|| {
        exec_datafusion_err!("unknown charset '{name}': a name of the IANA registry is expected")
    })
}
