//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): vectors of 64 bytes, masks of 64 bits,
//! compress instructions, and cheap masked loads and stores.

#[cfg(feature = "convert")]
mod count;
#[cfg(feature = "convert")]
mod decode_utf16;
#[cfg(feature = "convert")]
mod decode_utf8;
#[cfg(feature = "convert")]
mod encode_utf8;
#[cfg(any(miri, test))]
mod model;
mod simd;
#[cfg(feature = "convert")]
mod store_units;
#[cfg(feature = "convert")]
mod units;
mod validate_utf8;
mod vector;

/// The intrinsics. For Miri, some are replaced by models.
mod vendor {
    pub(super) use crate::simd::x86::vendor::*;

    #[cfg(miri)]
    pub(super) use super::model::{
        _mm256_maskz_compress_epi8, _mm512_mask_permutexvar_epi8, _mm512_maskz_compress_epi8,
        _mm512_maskz_compress_epi16, _mm512_maskz_compress_epi32, _mm512_maskz_permutex2var_epi8,
        _mm512_multishift_epi64_epi8, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8,
        _mm512_permutexvar_epi64, _mm512_ternarylogic_epi64,
    };
}

use crate::simd::token::token;
pub(crate) use vector::Vector;

token! { ($)
    /// The token that proves that AVX-512 may be used.
    Avx512,
    [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2",
        "gfni",
        "bmi2"
    ],
    ["bmi1", "lzcnt", "popcnt"]
}
