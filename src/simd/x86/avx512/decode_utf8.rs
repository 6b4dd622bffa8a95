//! AVX-512: decoding UTF-8. The affine instruction multiplies each byte by a bit matrix. It moves
//! the bits of the previous bytes to their positions in the character.

use super::Avx512;
use super::vector::{Mask, Vector, matrix_left, matrix_right, order};
use super::vendor::*;
use crate::simd::Simd;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::utf8_errors;
use crate::simd::x86::intrinsic;

/// The tag of continuation bytes.
const TAG: i32 = 0x80;

impl DecodeUtf8 for Avx512 {
    #[inline(always)]
    fn low_bits(self, prev1: Vector, current: Vector) -> Vector {
        // Two bits of the previous byte, and the tag. Adding the tag cancels that of the
        // continuation byte.
        let matrix = intrinsic!(_mm512_set1_epi64(matrix_left(6)));
        let continued = self.non_ascii(current).0;
        let two = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<TAG>(
            continued, prev1.0, matrix
        ));
        // An addition, because the compiler emits two instructions for an exclusive or.
        self.add(current, Vector(two))
    }

    #[inline(always)]
    fn high_bits(self, prev2: Vector, prev1: Vector, current: Vector) -> Vector {
        let left = intrinsic!(_mm512_set1_epi64(matrix_left(4)));
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 4)));
        let (of_two, of_three) = (
            self.non_ascii(current).0,
            self.continuation(prev1).0 & self.non_ascii(current).0,
        );
        let two = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            of_two, prev1.0, right
        ));
        let three = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            of_three, prev2.0, left
        ));
        self.add(Vector(two), Vector(three))
    }

    #[inline(always)]
    fn bits_of_two(self, continues: Mask, prev1: Vector, current: Vector) -> [Vector; 2] {
        let left = intrinsic!(_mm512_set1_epi64(matrix_left(6)));
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 4)));
        let low = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<TAG>(
            continues.0,
            prev1.0,
            left
        ));
        let high = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            continues.0,
            prev1.0,
            right
        ));
        [self.add(current, Vector(low)), Vector(high)]
    }

    #[inline(always)]
    fn low_surrogate(self, prev1: Vector) -> Vector {
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 2)));
        Vector(intrinsic!(_mm512_gf2p8affine_epi64_epi8::<0xDC>(
            prev1.0, right
        )))
    }

    /// Combines both lookups of the first byte into one lookup of its low 7 bits in 128 entries.
    /// The entries are XORed with the errors that ASCII allows (TOO_LONG), so that ASCII has the
    /// entry 0. The lookup of the second byte uses its high 6 bits, so the high 4 need not be
    /// extracted.
    #[inline(always)]
    fn pair_errors(self, first: Vector, second: Vector) -> Vector {
        const LOW: [u8; 64] =
            order!(|i| utf8_errors::first_allows(0x80)[i] ^ utf8_errors::TOO_LONG);
        const HIGH: [u8; 64] =
            order!(|i| utf8_errors::first_allows(0xC0)[i] ^ utf8_errors::TOO_LONG);
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
