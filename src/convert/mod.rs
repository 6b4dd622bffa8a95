//! The verbs for encodings that are chosen at run time.
//!
//! Kernels are those of the generic verbs, chosen by a table of [classes](crate::encoding::Class).
#![forbid(unsafe_code)]

mod charset;
mod column;
#[cfg(feature = "legacy")]
mod legacy;
mod pair;

pub use pair::Pair;
