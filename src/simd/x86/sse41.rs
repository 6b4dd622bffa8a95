//! SSE4.1: vectors of 16 bytes.

mod count;
mod decode_utf8;
pub(super) mod encode_utf8;
mod simd;
mod store_units;
mod units;
pub(super) mod vector;

use crate::simd::token::token;
pub(super) use vector::Vector;

token! { ($)
    /// The token that proves that SSE4.1 may be used.
    Sse41,
    ["sse4.1"],
    []
}
