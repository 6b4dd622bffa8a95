//! Conversion, validation and measuring: the public functions for encodings given as types or as
//! values, and the dispatch to kernels and scalar code.

#[cfg(feature = "charset")]
mod charset;
#[cfg(feature = "convert")]
pub(crate) mod codec;
#[cfg(feature = "convert")]
pub(crate) mod measure;
#[cfg(feature = "convert")]
pub(crate) mod pair;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
pub(crate) mod plan;
#[cfg(all(feature = "multibyte", feature = "charset"))]
mod stateful;
#[cfg(feature = "convert")]
pub(crate) mod variants;
pub(crate) mod verbs;

#[cfg(feature = "charset")]
pub use pair::Pair;
