//! The vector algorithms, written once over [`Simd`](crate::simd::Simd).
#![forbid(unsafe_code)]

pub(crate) mod from_utf8;
pub(crate) mod utf8;
pub(crate) mod validate_utf8;
