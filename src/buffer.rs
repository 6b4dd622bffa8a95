//! Memory: slices as bytes, where conversions write, and how far they got.

pub(crate) mod memory;
pub(crate) mod output;
pub(crate) mod progress;
