//! Memory: casts between units and bytes, the output of conversions, and their progress.

pub(crate) mod output;
pub(crate) mod progress;
mod units;

pub(crate) use units::unit_bytes as bytes;
pub(crate) use units::*;
#[cfg(feature = "convert")]
pub use units::{unit_bytes, unit_bytes_mut};
