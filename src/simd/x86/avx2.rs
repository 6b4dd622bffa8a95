//! AVX2: vectors of 32 bytes. Operations that would cross the middle of a register work on its
//! halves, with the operations of [`Sse41`](sse41::Sse41).

#[cfg(feature = "convert")]
mod count;
#[cfg(feature = "convert")]
mod encode_utf8;
mod simd;
#[cfg(feature = "convert")]
mod store_units;
#[cfg(feature = "convert")]
mod units;
mod validate_utf8;
mod vector;

use super::sse41;
use crate::simd::token::token;
use vector::Vector;

token! { ($)
    /// The token that proves that AVX2 may be used.
    Avx2,
    ["avx2"],
    ["bmi1", "bmi2", "lzcnt", "popcnt"]
}
