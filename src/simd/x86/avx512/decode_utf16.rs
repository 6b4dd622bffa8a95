//! AVX-512: decoding UTF-16. Surrogate pairs are compressed before the units are widened.

use super::vendor::*;
use super::{Avx512, Vector};
use crate::memory::output::Output;
use crate::simd::surrogates::{self, DecodeUtf16, HALF_BITS, HIGH};
use crate::simd::x86::intrinsic;
use crate::simd::{Simd, UnitOps};

impl DecodeUtf16 for Avx512 {
    /// Computes each character, shifted left by six bits, as an upper and a lower half of 16 bits
    /// in separate vectors. High surrogates are dropped from both before the halves are joined:
    ///
    /// ```text
    ///           upper               lower
    /// a unit    0000000000uuuuuu    uuuuuuuuuu000000
    /// a pair    00000ddddddddddd    llllllllll000000       d: ten bits of the high one, + 0x40
    /// ```
    #[inline(always)]
    fn decode_utf16<const CLIPPED: bool>(
        self,
        units: Vector,
        before: Vector,
        to: Option<Vector>,
        dst: &mut Output,
    ) -> Option<usize> {
        let low = surrogates::paired(self, units, before)?;
        let bits = units & self.splat_16(HALF_BITS);
        let high = self.equal_16(bits, self.splat_16(HIGH));
        let base = self.splat_16(0x40u16.wrapping_sub(HIGH));
        let of_pairs = self.add_16(before, base);
        let upper = self.select_16(low, of_pairs, self.shift_right_16::<10>(units));
        // Interleaving works on quarters. This permutation makes its result come out in order.
        let order = intrinsic!(_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0));
        let mut halves = [self.shift_left_16::<6>(units).0, upper.0];
        let mut half = 0;
        while half < 2 {
            let kept = intrinsic!(_mm512_maskz_compress_epi16(!high.0, halves[half]));
            halves[half] = intrinsic!(_mm512_permutexvar_epi64(order, kept));
            half += 1;
        }
        let [lower, upper] = halves;
        let joined = [
            intrinsic!(_mm512_unpacklo_epi16(lower, upper)),
            intrinsic!(_mm512_unpackhi_epi16(lower, upper)),
        ];
        let mut half = 0;
        while half < 2 {
            let characters = self.shift_right_32::<6>(Vector(joined[half]));
            let characters = self.shuffle_by(characters, to);
            self.store_or_clip::<CLIPPED>(characters, dst, half * Self::LANES);
            half += 1;
        }
        Some(4 * high.0.count_zeros() as usize)
    }
}
