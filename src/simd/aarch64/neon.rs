//! NEON: vectors of 16 bytes.
//!
//! A mask is a vector of bytes 00 and FF, and no instruction converts it to bits. To branch on a
//! mask, pairwise maxima reduce it to one word. To look up a table row, each byte keeps the bit of
//! its index modulo 8, and neighbouring bytes are added until one byte has the bits of eight. Four
//! vectors share these additions where possible (`four_vectors`).
//!
//! `docs/experiments.md` lists alternatives that take more instructions:
//!
//! - two passes over a block of UTF-8, one to check and one to write
//! - a block in one value of four registers
//! - a path for eight three-byte sequences
//! - the vectors of a block in an order that the compiler chooses
//!
//! Cycles per byte of input in the main loops, estimated by LLVM 22's `llvm-mca` for Neoverse V1
//! (left) and Apple M1 (right, modelled as Cyclone), without caches and branches:
//!
//! ```text
//!                    Russian         Chinese         emoji
//! validate UTF-8     0.26  0.28
//! UTF-8 to UTF-16    0.57  0.59      0.57  0.59      0.86  0.98
//! UTF-8 to UTF-32    0.64  0.68      0.64  0.68      0.84  0.91
//! UTF-16 to UTF-8    0.33  0.39      0.49  0.57
//! UTF-32 to UTF-8    0.17  0.20      0.26  0.28
//! ```
//!
//! In all of these loops, the vector units are the bottleneck, and are loaded equally. Table loads,
//! reductions and moves to general registers are not the bottleneck, so fewer instructions take
//! less time. ASCII to UTF-32 is limited by its stores.

#[cfg(feature = "convert")]
mod count;
#[cfg(feature = "convert")]
mod decode_utf8;
#[cfg(feature = "convert")]
mod encode_utf8;
#[cfg(feature = "convert")]
pub(crate) mod four_vectors;
#[cfg(feature = "convert")]
mod shuffle_tables;
mod simd;
#[cfg(feature = "convert")]
mod store_units;
#[cfg(feature = "convert")]
mod units;
mod validate_utf8;
mod vector;

use crate::simd::token::token;
pub(crate) use vector::Vector;
use vector::{WEIGHTS, by_constant, ones, opaque};

token! { ($)
    /// The token that proves that NEON may be used.
    Neon,
    ["neon"],
    []
}
