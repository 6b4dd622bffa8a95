//! The validators of blocks that are inlined into other vector loops.

pub use super::avx2::entry::Avx2Validator;
pub use super::avx512::entry::Avx512Validator;
pub use super::sse41::entry::Sse41Validator;
