//! AVX-512: widens bytes to code units, and stores code units that are given as vectors of their
//! low, high and third bytes. Permutations interleave these vectors, with separate indices for each
//! byte order.

use super::vector::order;
use super::vendor::*;
use super::{Avx512, Vector};
use crate::encoding::endian::Endian;
use crate::memory::output::Output;
use crate::simd::Simd;
use crate::simd::store_units::StoreUnits;
use crate::simd::x86::intrinsic;

impl Avx512 {
    /// Widens 1 to 64 bytes to units of `WIDTH` bytes, 2 or 4, at the start of `dst`.
    ///
    /// Each load is as wide as the bytes of one vector of units, because a load of 64 bytes usually
    /// crosses a cache line. Branches on the length may be unpredictable, so text of up to two
    /// vectors of units has none: the second vector overlaps the first one, and equals it if there
    /// are no more units.
    ///
    /// # Panics
    ///
    /// Panics if `dst` is too short, or `src` is longer than 64 bytes.
    #[inline(always)]
    pub(crate) fn widen<const WIDTH: usize>(self, src: &[u8], dst: &mut Output) {
        let units = const { Self::LANES / WIDTH };
        // Slicing would test this again, and the call of the panic would need a stack.
        assert!(src.len() <= 64 && dst.len() / WIDTH >= src.len());
        let mut at = 0;
        if src.len() > 2 * units {
            // SAFETY: `src` has bytes for more than two vectors of units, and `dst` has as many
            // units.
            unsafe { widen_at::<WIDTH>(u64::MAX, src, 0, dst) };
            // SAFETY: as above.
            unsafe { widen_at::<WIDTH>(u64::MAX, src, units, dst) };
            at = 2 * units;
        }
        self.prefetch(&src[at..]);
        let len = (src.len() - at).min(units);
        let mask = self.first_bits_of_short(len);
        // SAFETY: the mask has `len` bits, `src` has as many bytes from `at` on, and `dst` as many
        // units.
        unsafe { widen_at::<WIDTH>(mask, src, at, dst) };
        // SAFETY: as above, up to the end of `src`.
        unsafe { widen_at::<WIDTH>(mask, src, src.len() - len, dst) };
    }
}

/// Widens the bytes of `src` from `at` on whose bit in `mask` is set, to the same index of `dst`.
///
/// # Safety
///
/// The bytes of the mask must be in `src`, and their units in `dst`.
#[inline(always)]
unsafe fn widen_at<const WIDTH: usize>(mask: u64, src: &[u8], at: usize, dst: &mut Output) {
    let from = src.as_ptr().wrapping_add(at).cast();
    let to = dst.as_mut_ptr().wrapping_add(WIDTH * at);
    match WIDTH {
        2 => {
            // SAFETY: a masked load reads only the bytes of its mask.
            let bytes = unsafe { _mm256_maskz_loadu_epi8(mask as u32, from) };
            let units = intrinsic!(_mm512_cvtepu8_epi16(bytes));
            // SAFETY: a masked store writes only the units of its mask.
            unsafe { _mm512_mask_storeu_epi16(to.cast(), mask as u32, units) };
        }
        _ => {
            // SAFETY: as above.
            let bytes = unsafe { _mm_maskz_loadu_epi8(mask as u16, from) };
            let units = intrinsic!(_mm512_cvtepu8_epi32(bytes));
            // SAFETY: as above.
            unsafe { _mm512_mask_storeu_epi32(to.cast(), mask as u16, units) };
        }
    }
}

/// Index vectors of permutations, aligned so that none crosses a cache line.
#[repr(align(64))]
struct Orders<const N: usize>([[u8; 64]; N]);

/// For each byte of a quarter of the result, the index of its unit of 32 bits.
static EACH_4: Orders<4> = Orders([
    order!(|i| i / 4),
    order!(|i| 16 + i / 4),
    order!(|i| 32 + i / 4),
    order!(|i| 48 + i / 4),
]);

/// For each byte of a half of the result, its index in the vector of low bytes (0..64) followed by
/// the vector of high bytes (64..128) of units of 16 bits.
const PAIRS_2: [[u8; 64]; 2] = [
    order!(|i| i / 2 + i % 2 * 64),
    order!(|i| 32 + i / 2 + i % 2 * 64),
];

/// As above, for a quarter of the result in units of 32 bits, in little-endian and in big-endian
/// order.
static PAIRS_4: [Orders<4>; 2] = [pairs_4(1), pairs_4(2)];

/// Returns the indices if the high byte has the index `high` in its unit.
const fn pairs_4(high: usize) -> Orders<4> {
    let mut orders = [[0; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        orders[i / 64][i % 64] = (i / 4 + (i % 4 == high) as usize * 64) as u8;
        i += 1;
    }
    Orders(orders)
}

/// Returns the mask of byte `index` of each unit of 32 bits.
#[inline(always)]
fn each_4(index: u32) -> u64 {
    0x1111_1111_1111_1111 << index
}

impl Avx512 {
    /// Returns a quarter (16) of the units of 32 bits with these low, high and third bytes.
    #[inline(always)]
    fn wide(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        quarter: usize,
    ) -> Vector {
        let [of_low, of_high, of_top] = if endian == Endian::Big {
            [3, 2, 1]
        } else {
            [0, 1, 2]
        };
        let units = self.vector(&EACH_4.0[quarter]);
        let order = self.vector(&PAIRS_4[usize::from(endian.is_big())].0[quarter]);
        let both = each_4(of_low) | each_4(of_high);
        let wide = intrinsic!(_mm512_maskz_permutex2var_epi8(both, low.0, order.0, high.0));
        match top {
            Some(top) => Vector(intrinsic!(_mm512_mask_permutexvar_epi8(
                wide,
                each_4(of_top),
                units.0,
                top.0
            ))),
            None => Vector(wide),
        }
    }

    /// Writes the units of 16 bits with these low and high bytes whose bit in `mask` is set.
    /// `likely` is the expected number of units.
    #[inline(always)]
    fn write_units<const CLIPPED: bool>(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        likely: usize,
        dst: &mut Output,
    ) -> usize {
        let (low, high) = (self.compressed(low, mask), self.compressed(high, mask));
        let swap = self.splat(if endian == Endian::Big { 64 } else { 0 });
        let dst = if CLIPPED { dst } else { &mut dst[..128] };
        let count = mask.count_ones() as usize;
        let first = self.permute_two_by(low, self.vector(&PAIRS_2[0]) ^ swap, high);
        self.store_or_clip::<CLIPPED>(first, dst, 0);
        // Text with three and four bytes per character never fills the second half, and other text
        // nearly always does. In mixed text the branch is unpredictable, and an unneeded store
        // costs less than a misprediction.
        if count | likely > 32 {
            let second = self.permute_two_by(low, self.vector(&PAIRS_2[1]) ^ swap, high);
            self.store_or_clip::<CLIPPED>(second, dst, 64);
        }
        2 * count
    }

    /// Writes the units of 32 bits with these low, high and third bytes whose bit in `mask` is set.
    #[inline(always)]
    fn write_wide<const CLIPPED: bool>(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        let (low, high) = (self.compressed(low, mask), self.compressed(high, mask));
        let top = match top {
            Some(top) => Some(self.compressed(top, mask)),
            None => None,
        };
        let dst = if CLIPPED { dst } else { &mut dst[..256] };
        let count = mask.count_ones() as usize;
        for quarter in 0..4 {
            // Mostly non-ASCII text rarely fills the second half.
            if quarter == 2 && count <= 32 {
                break;
            }
            let wide = self.wide(endian, low, high, top, quarter);
            self.store_or_clip::<CLIPPED>(wide, dst, 64 * quarter);
        }
        4 * count
    }

    /// Writes each byte as a unit of 16 bits. The byte order should be a compile-time constant.
    #[inline(always)]
    fn write_widened_16<const CLIPPED: bool>(
        self,
        endian: Endian,
        bytes: Vector,
        dst: &mut Output,
    ) {
        let dst = if CLIPPED { dst } else { &mut dst[..128] };
        let halves = self.halves(bytes);
        for i in 0..2 {
            let wide = intrinsic!(_mm512_cvtepu8_epi16(halves[i]));
            let wide = if endian == Endian::Big {
                intrinsic!(_mm512_slli_epi16::<8>(wide))
            } else {
                wide
            };
            self.store_or_clip::<CLIPPED>(Vector(wide), dst, 64 * i);
        }
    }

    /// Writes each byte as a unit of 32 bits. The byte order should be a compile-time constant.
    #[inline(always)]
    fn write_widened_32<const CLIPPED: bool>(
        self,
        endian: Endian,
        bytes: Vector,
        dst: &mut Output,
    ) {
        let dst = if CLIPPED { dst } else { &mut dst[..256] };
        let quarters = [
            intrinsic!(_mm512_castsi512_si128(bytes.0)),
            intrinsic!(_mm512_extracti32x4_epi32::<1>(bytes.0)),
            intrinsic!(_mm512_extracti32x4_epi32::<2>(bytes.0)),
            intrinsic!(_mm512_extracti32x4_epi32::<3>(bytes.0)),
        ];
        for i in 0..4 {
            let wide = intrinsic!(_mm512_cvtepu8_epi32(quarters[i]));
            let wide = if endian == Endian::Big {
                intrinsic!(_mm512_slli_epi32::<24>(wide))
            } else {
                wide
            };
            self.store_or_clip::<CLIPPED>(Vector(wide), dst, 64 * i);
        }
    }
}

impl StoreUnits for Avx512 {
    #[inline(always)]
    fn compress_units(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_units::<false>(endian, low, high, mask, 0, dst)
    }

    #[inline(always)]
    fn compress_units_hinted(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        likely: usize,
        dst: &mut Output,
    ) -> usize {
        self.write_units::<false>(endian, low, high, mask, likely, dst)
    }

    #[inline(always)]
    fn store_units(self, endian: Endian, low: Vector, high: Vector, dst: &mut Output, at: usize) {
        let swap = self.splat(if endian == Endian::Big { 64 } else { 0 });
        let dst = &mut dst[at..][..128];
        for half in 0..2 {
            let order = self.vector(&PAIRS_2[half]) ^ swap;
            self.store(self.permute_two_by(low, order, high), dst, 64 * half);
        }
    }

    #[inline(always)]
    fn compress_units_clipped(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_units::<true>(endian, low, high, mask, 0, dst)
    }

    #[inline(always)]
    fn compress_widened_16(
        self,
        endian: Endian,
        bytes: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_widened_16::<false>(endian, self.compressed(bytes, mask), dst);
        2 * mask.count_ones() as usize
    }

    #[inline(always)]
    fn compress_widened_32(
        self,
        endian: Endian,
        bytes: Vector,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_widened_32::<false>(endian, self.compressed(bytes, mask), dst);
        4 * mask.count_ones() as usize
    }

    #[inline(always)]
    fn compress_wide(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_wide::<false>(endian, low, high, top, mask, dst)
    }

    #[inline(always)]
    fn compress_wide_clipped(
        self,
        endian: Endian,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.write_wide::<true>(endian, low, high, top, mask, dst)
    }

    #[inline(always)]
    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        self.write_widened_16::<false>(endian, bytes, &mut dst[at..]);
    }

    #[inline(always)]
    fn store_widened_16_clipped(self, endian: Endian, bytes: Vector, dst: &mut Output) {
        self.write_widened_16::<true>(endian, bytes, dst);
    }

    #[inline(always)]
    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        self.write_widened_32::<false>(endian, bytes, &mut dst[at..]);
    }

    #[inline(always)]
    fn store_widened_32_clipped(self, endian: Endian, bytes: Vector, dst: &mut Output) {
        self.write_widened_32::<true>(endian, bytes, dst);
    }
}
