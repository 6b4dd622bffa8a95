//! AVX-512: decoding UTF-8. The affine instruction multiplies each byte by a bit matrix. It moves
//! the bits of the previous bytes to their positions in the character.

use super::Avx512;
use super::vector::{Mask, Vector, matrix_left, matrix_right};
use super::vendor::*;
use crate::simd::Simd;
use crate::simd::decode_utf8::DecodeUtf8;
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
}
