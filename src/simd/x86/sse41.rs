//! SSE4.1: vectors of 16 bytes.

#[cfg(feature = "convert")]
mod count;
#[cfg(feature = "convert")]
pub(super) mod encode_utf8;
mod simd;
#[cfg(feature = "convert")]
mod store_units;
#[cfg(feature = "convert")]
mod units;
mod validate_utf8;
pub(super) mod vector;

use crate::simd::token::token;
pub(super) use vector::Vector;

token! { ($)
    /// The token that proves that SSE4.1 may be used.
    Sse41,
    ["sse4.1"],
    []
}
