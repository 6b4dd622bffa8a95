//! AVX2: vectors of 32 bytes. What crosses the middle of a register is done on its halves, with the
//! operations of [`Sse41`](sse41::Sse41).

mod count;
mod decode_utf8;
mod encode_utf8;
pub(crate) mod entry;
mod kernels;
mod simd;
mod store_units;
mod units;
mod vector;

use super::sse41;
use entry::Avx2;
use vector::Vector;
