//! The vector algorithms, written once over [`Simd`](crate::simd::Simd).
#![forbid(unsafe_code)]

mod blocks;
pub(crate) mod count;
pub(crate) mod from_utf16;
pub(crate) mod from_utf32;
pub(crate) mod latin1_to_utf8;
pub(crate) mod one_to_one;
pub(crate) mod replace_utf16;
mod replace_utf8;
pub(crate) mod short;
mod stretches;
pub(crate) mod surrogates;
pub(crate) mod to_utf8;
pub(crate) mod utf8;
pub(crate) mod utf8_to_units;
pub(crate) mod validate_blocks;
pub(crate) mod validate_units;
pub(crate) mod validate_utf8;
