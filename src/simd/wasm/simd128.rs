//! simd128: vectors of 16 bytes.
//!
//! The instructions, and so the algorithms, are similar to those of SSE4.1. Two instructions cost
//! more, because of the machine code that engines generate for x86. A selection by a mask takes
//! three instructions. It selects bits, so masks must cover whole units. A shuffle by a vector
//! takes more than one instruction, because it first saturates the indices. `docs/experiments.md`
//! has instruction counts and times.

#[cfg(feature = "convert")]
mod count;
#[cfg(feature = "convert")]
mod decode_utf8;
#[cfg(feature = "convert")]
mod encode_utf8;
mod simd;
#[cfg(feature = "convert")]
mod store_units;
#[cfg(feature = "convert")]
mod units;
mod validate_utf8;
mod vector;

use crate::simd::token::token;
use vector::Vector;

token! { ($)
    /// The token that proves that simd128 may be used.
    Simd128,
    ["simd128"],
    []
}
