//! The validators of blocks that are inlined into other vector loops.

#[cfg(utflane_rust = "1.86")]
pub use super::avx2::entry::Avx2Validator;
#[cfg(utflane_rust = "1.89")]
pub use super::avx512::entry::Avx512Validator;
#[cfg(utflane_rust = "1.86")]
pub use super::sse41::entry::Sse41Validator;
