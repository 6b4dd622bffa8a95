//! The vector algorithms, written once over [`crate::simd::Simd`].
#![forbid(unsafe_code)]
