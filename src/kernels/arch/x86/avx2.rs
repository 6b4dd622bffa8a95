//! AVX2: vectors of 32 bytes. What crosses the middle of a register is done on its halves, with the
//! operations of [`Sse41`](sse41::Sse41).

mod count;
mod decode_utf8;
mod encode_utf8;
pub(crate) mod entry;
#[cfg(any(utflane_kernels = "sse41", target_feature = "avx2"))]
mod kernels;
mod simd;
mod store_units;
mod units;
mod vector;

use super::sse41;
use entry::Avx2;
use vector::Vector;

// An unoptimised build has no kernels of SSE4.1, which those of AVX2 use for short text.
#[cfg(not(any(utflane_kernels = "sse41", target_feature = "avx2")))]
impl crate::kernels::Kernels for Avx2 {}
