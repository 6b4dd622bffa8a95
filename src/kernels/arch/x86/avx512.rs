//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): vectors of 64 bytes, masks of 64 bits,
//! instructions that compress, and loads and stores of part of a vector at no cost.

mod count;
mod decode_utf16;
mod decode_utf8;
mod encode_utf8;
pub(crate) mod entry;
mod kernels;
#[cfg(any(miri, test))]
mod model;
mod short;
mod simd;
mod store_units;

mod two_byte_text;
mod units;
mod vector;

/// The intrinsics.
mod vendor {
    pub(super) use crate::kernels::arch::x86::vendor::*;

    #[cfg(miri)]
    pub(super) use super::model::{
        _mm256_maskz_compress_epi8, _mm512_mask_permutexvar_epi8, _mm512_maskz_compress_epi8,
        _mm512_maskz_compress_epi16, _mm512_maskz_compress_epi32, _mm512_maskz_permutex2var_epi8,
        _mm512_multishift_epi64_epi8, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8,
        _mm512_permutexvar_epi64, _mm512_ternarylogic_epi64,
    };
}

use entry::Avx512;
use vector::Vector;
