//! simd128: vectors of 16 bytes.
//!
//! The instructions are close to those of SSE4.1, and so are the algorithms.

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
