//! simd128: vectors of 16 bytes.
//!
//! The instructions are close to those of SSE4.1, and so are the algorithms. What differs is what
//! an engine makes of them: on x86 a selection by a mask is three instructions, so that masks must
//! be of whole units, and a shuffle by a vector first saturates the indices. `docs/experiments.md`
//! has counts and times.

mod count;
mod decode_utf8;
mod encode_utf8;
pub(crate) mod entry;
mod simd;
mod store_units;
mod units;
mod vector;

use crate::kernels::Kernels;
use entry::Simd128;
use vector::Vector;

impl Kernels for Simd128 {}
