//! AVX-512: operations on bytes.

use super::Avx512;
use super::vector::{Mask, Vector, order};
use super::vendor::*;
use super::{cold, outlined, run_for_endian};
use crate::encoding::endian::{Big, Endian, Little};
use crate::memory::output::Output;
use crate::memory::window;
use crate::simd::Simd;
use crate::simd::Task;
use crate::simd::x86::sse41::{self, Sse41};
use crate::simd::x86::{intrinsic, load, operations, separate_functions, store};

impl Simd for Avx512 {
    separate_functions!();

    #[inline(always)]
    fn run_by_endian<T: Task<Self>>(self, task: T) -> T::Output {
        match task.endian() {
            Endian::Little => intrinsic!(run_for_endian::<Little, T>(task)),
            Endian::Big => intrinsic!(run_for_endian::<Big, T>(task)),
        }
    }

    type Bytes = Vector;
    type Mask = Mask;
    const LANES: usize = 64;
    const CHEAP_MASKED_ACCESS: bool = true;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        self.vector(window(src, at))
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> Vector {
        self.prefetch(src);
        // SAFETY: the mask has bits only for the bytes of `src`.
        unsafe { self.load_masked(src, self.first_bits(src.len())) }
    }

    #[inline(always)]
    fn load_two(self, src: &[u8]) -> [Vector; 2] {
        let len = src.len();
        assert!(len <= 2 * Self::LANES);
        // A load with an empty mask takes long if its address is not mapped. If the second load is
        // empty, its address is that of the first one.
        let second = if len > Self::LANES {
            &src[Self::LANES..]
        } else {
            src
        };
        self.prefetch(src);
        self.prefetch(second);
        let mask = self.first_bits_of_short(len);
        // SAFETY: the mask has bits only for the bytes of `src`.
        let first = unsafe { self.load_masked(src, mask) };
        let mask = self.first_bits_of_short(len.saturating_sub(Self::LANES));
        // SAFETY: the mask has bits only for the bytes of `second`, or no bits.
        [first, unsafe { self.load_masked(second, mask) }]
    }

    #[inline(always)]
    fn load_edge(self, src: &[u8], at: usize) -> [Vector; 5] {
        let after = &src[at + 1..];
        // SAFETY: the mask has bits only for the bytes of `after`.
        let next = unsafe { self.load_masked(after, self.first_bits(after.len())) };
        let Some(start) = at.checked_sub(3) else {
            // Bytes before `src` are zero.
            assert!(at == 0, "a multiple of the vector's length");
            let last = self.load_partial(src);
            return [
                self.shift_in_zeros::<3>(last),
                self.shift_in_zeros::<2>(last),
                self.shift_in_zeros::<1>(last),
                last,
                next,
            ];
        };
        let around = &src[start..];
        let mask = self.first_bits(src.len() - at);
        // SAFETY: `around` begins three bytes before `at`, and the mask has three bits more.
        let prev3 = unsafe { self.load_masked(around, mask << 3 | 0b111) };
        // SAFETY: the slice begins two bytes before `at`, and the mask has two bits more.
        let prev2 = unsafe { self.load_masked(&around[1..], mask << 2 | 0b11) };
        // SAFETY: the slice begins one byte before `at`, and the mask has one bit more.
        let prev1 = unsafe { self.load_masked(&around[2..], mask << 1 | 0b1) };
        // SAFETY: the slice begins at `at`, like the mask.
        let current = unsafe { self.load_masked(&around[3..], mask) };
        [prev3, prev2, prev1, current, next]
    }

    #[inline(always)]
    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let at = at.min(dst.len());
        let out = &mut dst[at..];
        let mask = self.first_bits(out.len());
        let to = out.as_mut_ptr().cast();
        // SAFETY: a masked store writes only the bytes of its mask, and they are in `out`.
        unsafe { _mm512_mask_storeu_epi8(to, mask, bytes.0) };
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        store!(_mm512_storeu_si512, 64, bytes.0, dst, at);
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Vector {
        Vector(intrinsic!(_mm512_set1_epi8(byte as i8)))
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm512_srli_epi16::<N>(bytes.0))) & self.splat(0xFF >> N)
    }

    #[inline(always)]
    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm512_slli_epi16::<N>(bytes.0))) & self.splat(0xFF << N)
    }

    #[inline(always)]
    fn repeat(self, bytes: [u8; 16]) -> Vector {
        let bytes = load!(_mm_loadu_si128, [u8; 16], &bytes);
        Vector(intrinsic!(_mm512_broadcast_i32x4(bytes)))
    }

    #[inline(always)]
    fn lookup_128(self, [first, second]: [&[u8; 128]; 2], bytes: Vector) -> [Vector; 2] {
        // A permutation ignores all except the low 7 bits of each index.
        let halves = |table: &[u8; 128]| [self.load(table, 0), self.load(table, 64)];
        let ([a, b], [c, d]) = (halves(first), halves(second));
        [
            self.permute_two_by(a, bytes, b),
            self.permute_two_by(c, bytes, d),
        ]
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        self.permute_two(before, &order!(|i| 64 + i - N), bytes)
    }

    /// Shifts within 128 bits take 4 operations for all `N`, and no constants. On Intel, a
    /// permutation of the bytes of two vectors is 3 operations.
    #[inline(always)]
    fn shift_in_zeros<const N: usize>(self, bytes: Vector) -> Vector {
        // The 128 bits before each 128 bits.
        let before = intrinsic!(_mm512_maskz_alignr_epi32::<12>(0xFFF0, bytes.0, bytes.0));
        Vector(match N {
            1 => intrinsic!(_mm512_alignr_epi8::<15>(bytes.0, before)),
            2 => intrinsic!(_mm512_alignr_epi8::<14>(bytes.0, before)),
            _ => intrinsic!(_mm512_alignr_epi8::<13>(bytes.0, before)),
        })
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        let [first, second] = self.halves(bytes);
        let half = intrinsic!(_mm256_max_epu8(first, second));
        let quarters = [
            intrinsic!(_mm256_castsi256_si128(half)),
            intrinsic!(_mm256_extracti128_si256::<1>(half)),
        ];
        let quarter = intrinsic!(_mm_max_epu8(quarters[0], quarters[1]));
        // SAFETY: AVX-512 includes SSE4.1.
        let sse41 = unsafe { Sse41::new() };
        sse41.greatest(sse41::Vector(quarter))
    }

    #[inline(always)]
    fn is_ascii(self, bytes: Vector) -> bool {
        self.non_ascii(bytes).0 == 0
    }

    #[inline(always)]
    fn is_zero(self, bytes: Vector) -> bool {
        intrinsic!(_mm512_test_epi8_mask(bytes.0, bytes.0)) == 0
    }

    #[inline(always)]
    fn continuation(self, bytes: Vector) -> Mask {
        Mask(intrinsic!(_mm512_cmplt_epi8_mask(
            bytes.0,
            self.splat(0xC0).0
        )))
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Mask {
        Mask(intrinsic!(_mm512_cmpge_epu8_mask(
            bytes.0,
            self.splat(limit).0
        )))
    }

    #[inline(always)]
    fn mask(self, bits: u64) -> Mask {
        Mask(bits)
    }

    #[inline(always)]
    fn bits(self, mask: Mask) -> u64 {
        mask.0
    }

    operations! {
        shuffle_bytes(bytes: Vector, order: Vector) -> Vector = _mm512_shuffle_epi8(bytes, order);
        add(left: Vector, right: Vector) -> Vector = _mm512_add_epi8(left, right);
        saturating_sub(left: Vector, right: Vector) -> Vector = _mm512_subs_epu8(left, right);
        max(left: Vector, right: Vector) -> Vector = _mm512_max_epu8(left, right);
        non_ascii(bytes: Vector) -> Mask = _mm512_movepi8_mask(bytes);
        select(mask: Mask, yes: Vector, no: Vector) -> Vector
            = _mm512_mask_blend_epi8(mask, no, yes);
        keep(mask: Mask, bytes: Vector) -> Vector = _mm512_maskz_mov_epi8(mask, bytes);
        min(left: Vector, right: Vector) -> Vector = _mm512_min_epu8(left, right);
    }
}
