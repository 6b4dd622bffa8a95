//! The validator of blocks that is inlined into other vector loops.

pub use super::neon::entry::NeonValidator;
