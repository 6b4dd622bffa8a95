//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): vectors of 64 bytes, masks of 64 bits,
//! instructions that compress, and loads and stores of part of a vector at no cost.

mod count;
mod decode_utf8;
mod encode_utf8;
pub(crate) mod entry;
mod kernels;
mod short;
mod simd;
mod store_units;
mod two_byte_text;
mod units;
mod vector;

use entry::Avx512;
use vector::Vector;
