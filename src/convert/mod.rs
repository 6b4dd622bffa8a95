//! Conversion and what goes with it: the verbs for encodings that are types and for those that are
//! values, the choice of the code that does their work, and lengths.

#[cfg(feature = "charset")]
mod charset;
pub(crate) mod dispatch;
#[cfg(feature = "convert")]
pub(crate) mod measure;
#[cfg(feature = "convert")]
pub(crate) mod pair;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
#[cfg(all(feature = "multibyte", feature = "charset"))]
mod stateful;
#[cfg(feature = "convert")]
pub(crate) mod variants;
pub(crate) mod verbs;

#[cfg(feature = "charset")]
pub use pair::Pair;
