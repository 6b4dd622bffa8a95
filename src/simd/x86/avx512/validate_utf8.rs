//! AVX-512: validation of UTF-8.

use super::Avx512;
use super::vector::{Vector, order};
use super::vendor::*;
use crate::simd::Simd;
use crate::simd::utf8_errors;
use crate::simd::validate_utf8::ValidateUtf8;
use crate::simd::x86::intrinsic;

impl ValidateUtf8 for Avx512 {
    /// Combines both lookups of the first byte into one lookup of its low 7 bits in 128 entries.
    /// The entries are XORed with the errors that ASCII allows (TOO_LONG), so that ASCII has the
    /// entry 0. The lookup of the second byte uses its high 6 bits, so the high 4 need not be
    /// extracted.
    #[inline(always)]
    fn pair_errors(self, first: Vector, second: Vector) -> Vector {
        const LOW: [u8; 64] =
            order!(|i| utf8_errors::first_allows(0x80 + i) ^ utf8_errors::TOO_LONG);
        const HIGH: [u8; 64] =
            order!(|i| utf8_errors::first_allows(0xC0 + i) ^ utf8_errors::TOO_LONG);
        const SECOND: [u8; 64] = order!(|i| utf8_errors::SECOND_HIGH[i >> 2]);
        let (low, high) = (self.vector(&LOW), self.vector(&HIGH));
        let allowed = Vector(intrinsic!(_mm512_maskz_permutex2var_epi8(
            self.non_ascii(first).0,
            low.0,
            first.0,
            high.0
        )));
        // A permutation ignores all except the low 6 bits of each index.
        let indices = intrinsic!(_mm512_srli_epi16::<2>(second.0));
        let of_second = Vector(intrinsic!(_mm512_permutexvar_epi8(
            indices,
            self.vector(&SECOND).0
        )));
        // `(allowed ^ TOO_LONG) & of_second`, as one instruction.
        Vector(intrinsic!(_mm512_ternarylogic_epi64::<0x28>(
            allowed.0,
            self.splat(utf8_errors::TOO_LONG).0,
            of_second.0
        )))
    }
}
