//! Conversion and what goes with it: the verbs for encodings that are types and for those that are
//! values, the choice of the code that does their work, and lengths.

mod charset;
pub(crate) mod dispatch;
pub(crate) mod measure;
#[cfg(feature = "legacy")]
mod multibyte;
mod pair;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
pub(crate) mod variants;
pub(crate) mod verbs;

pub use pair::Pair;
