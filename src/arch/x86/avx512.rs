//! AVX-512 with VBMI and VBMI2 (Ice Lake, Zen 4 and later): vectors of 64 bytes and masks of 64 bits.

pub(crate) mod entry;
mod kernels;
mod short;
mod two_byte_text;
mod units;
mod vector;
mod written;

use super::intrinsic;
use super::sse41::{self, Sse41};
use crate::endian::{Big, Endian, Little};
use crate::generic::utf8_errors;
use crate::output::Output;
use crate::simd::{InOrder, Simd, Task};
#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;
pub(super) use entry::Avx512;
use entry::{cold, outlined};
use vector::{Mask, Vector, order};

/// The matrix of bits, for the affine instruction, that shifts a byte left by `count`. Its first byte makes the highest bit.
const fn matrix_left(count: u32) -> i64 {
    let mut matrix = 0;
    let mut bit = count;
    while bit < 8 {
        matrix |= 1i64 << (8 * (7 - bit) + (bit - count));
        bit += 1;
    }
    matrix
}

/// The matrix that shifts a byte right by `count` and keeps the lowest `bits`.
const fn matrix_right(count: u32, bits: u32) -> i64 {
    let mut matrix = 0;
    let mut bit = 0;
    while bit < bits {
        matrix |= 1i64 << (8 * (7 - bit) + (bit + count));
        bit += 1;
    }
    matrix
}

/// What tells continuation bytes.
const TAG: i32 = 0x80;

impl Simd for Avx512 {
    #[inline(always)]
    fn outlined<T: Task<Self>>(self, task: T) -> T::Output {
        intrinsic!(outlined(task))
    }

    #[inline(always)]
    fn cold<T: Task<Self>>(self, task: T) -> T::Output {
        intrinsic!(cold(task))
    }

    #[inline(always)]
    fn by_endian<T: Task<Self>>(self, task: T) -> T::Output {
        match task.endian() {
            Endian::Little => self.outlined(InOrder(Little, task)),
            Endian::Big => self.outlined(InOrder(Big, task)),
        }
    }

    type Bytes = Vector;
    type Mask = Mask;
    const LANES: usize = 64;
    const CLIPS: bool = true;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        let bytes: &[u8; 64] = src[at..].first_chunk().expect("64 bytes");
        self.vector(bytes)
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> Vector {
        self.load_masked(src, self.first_bits(src.len()))
    }

    #[inline(always)]
    fn load_edge(self, src: &[u8], at: usize) -> [Vector; 5] {
        let next = self.load_partial(&src[at + 1..]);
        let Some(start) = at.checked_sub(3) else {
            // Nothing in `src` may be taken for what stands before it.
            assert!(at == 0, "a multiple of the vector's length");
            let last = self.load_partial(src);
            let zero = self.splat(0);
            return [
                self.shift_in::<3>(zero, last),
                self.shift_in::<2>(zero, last),
                self.shift_in::<1>(zero, last),
                last,
                next,
            ];
        };
        let around = &src[start..];
        let mask = self.first_bits(src.len() - at);
        [
            self.load_masked(around, mask << 3 | 0b111),
            self.load_masked(&around[1..], mask << 2 | 0b11),
            self.load_masked(&around[2..], mask << 1 | 0b1),
            self.load_masked(&around[3..], mask),
            next,
        ]
    }

    #[inline(always)]
    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let (_, out) = dst.split_at_mut(at.min(dst.len()));
        let mask = self.first_bits(out.len());
        // The masked store touches only the bytes of its mask, all of which are in `out`.
        intrinsic!(_mm512_mask_storeu_epi8(
            out.as_mut_ptr().cast(),
            mask,
            bytes.0
        ));
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 64] = dst[at..].first_chunk_mut().expect("out for 64 bytes");
        intrinsic!(_mm512_storeu_si512(out.as_mut_ptr().cast(), bytes.0));
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
    fn add(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_add_epi8(left.0, right.0)))
    }

    #[inline(always)]
    fn saturating_sub(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_subs_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn max(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(_mm512_max_epu8(left.0, right.0)))
    }

    #[inline(always)]
    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        let table = intrinsic!(_mm_loadu_si128(table.as_ptr().cast()));
        let table = intrinsic!(_mm512_broadcast_i32x4(table));
        Vector(intrinsic!(_mm512_shuffle_epi8(table, indices.0)))
    }

    /// Of 64 entries, for the high 6 bits.
    #[inline(always)]
    fn high_table(self, table: [u8; 16]) -> Vector {
        self.lookup(table, self.vector(&order!(|i| i >> 2)))
    }

    #[inline(always)]
    fn lookup_high(self, table: Vector, bytes: Vector) -> Vector {
        // A permutation takes the low 6 bits of each index: what else the shift brings in does not matter.
        let indices = intrinsic!(_mm512_srli_epi16::<2>(bytes.0));
        Vector(intrinsic!(_mm512_permutexvar_epi8(indices, table.0)))
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        self.permute_two(before, &order!(|i| 64 + i - N), bytes)
    }

    /// A matrix of bits moves those of the byte before to their place, in one instruction.
    #[inline(always)]
    fn low_bits(self, first: Vector, last: Vector) -> Vector {
        // Takes the tag off a continuation byte, and adds the two bits of the byte before.
        let matrix = intrinsic!(_mm512_set1_epi64(matrix_left(6)));
        let continued = self.non_ascii(last).0;
        let two = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<TAG>(
            continued, first.0, matrix
        ));
        // A sum, since that is one masked instruction: of an exclusive or the compiler makes two.
        self.add(last, Vector(two))
    }

    #[inline(always)]
    fn high_bits(self, second: Vector, first: Vector, last: Vector) -> Vector {
        let left = intrinsic!(_mm512_set1_epi64(matrix_left(4)));
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 4)));
        let (of_two, of_three) = (
            self.non_ascii(last).0,
            self.continuation(first).0 & self.non_ascii(last).0,
        );
        let two = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            of_two, first.0, right
        ));
        let three = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            of_three, second.0, left
        ));
        self.add(Vector(two), Vector(three))
    }

    #[inline(always)]
    fn bits_of_two(self, continues: Mask, first: Vector, last: Vector) -> [Vector; 2] {
        let left = intrinsic!(_mm512_set1_epi64(matrix_left(6)));
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 4)));
        let low = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<TAG>(
            continues.0,
            first.0,
            left
        ));
        let high = intrinsic!(_mm512_maskz_gf2p8affine_epi64_epi8::<0>(
            continues.0,
            first.0,
            right
        ));
        [self.add(last, Vector(low)), Vector(high)]
    }

    #[inline(always)]
    fn low_surrogate(self, first: Vector) -> Vector {
        let right = intrinsic!(_mm512_set1_epi64(matrix_right(2, 2)));
        Vector(intrinsic!(_mm512_gf2p8affine_epi64_epi8::<0xDC>(
            first.0, right
        )))
    }

    /// Both lookups of the first byte are one, in 128 entries for its low 7 bits, which say how it differs from ASCII: that
    /// allows TOO_LONG alone. The lookup of the second takes its high 6 bits, which saves cutting out the high 4.
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
        // A permutation takes the low 6 bits of each index: what else the shift brings in does not matter.
        let indices = intrinsic!(_mm512_srli_epi16::<2>(second.0));
        let of_second = Vector(intrinsic!(_mm512_permutexvar_epi8(
            indices,
            self.vector(&SECOND).0
        )));
        // `(allowed ^ TOO_LONG) & of_second`, said so that the compiler leaves it at one instruction.
        Vector(intrinsic!(_mm512_ternarylogic_epi64::<0x28>(
            allowed.0,
            self.splat(utf8_errors::TOO_LONG).0,
            of_second.0
        )))
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        let halves = [
            intrinsic!(_mm512_castsi512_si256(bytes.0)),
            intrinsic!(_mm512_extracti64x4_epi64::<1>(bytes.0)),
        ];
        let half = intrinsic!(_mm256_max_epu8(halves[0], halves[1]));
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
    fn non_ascii(self, bytes: Vector) -> Mask {
        Mask(intrinsic!(_mm512_movepi8_mask(bytes.0)))
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
    fn select(self, mask: Mask, yes: Vector, no: Vector) -> Vector {
        Vector(intrinsic!(_mm512_mask_blend_epi8(mask.0, no.0, yes.0)))
    }

    #[inline(always)]
    fn keep(self, mask: Mask, bytes: Vector) -> Vector {
        Vector(intrinsic!(_mm512_maskz_mov_epi8(mask.0, bytes.0)))
    }

    #[inline(always)]
    fn mask(self, bits: u64) -> Mask {
        Mask(bits)
    }

    #[inline(always)]
    fn bits(self, mask: Mask) -> u64 {
        mask.0
    }

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        self.store(self.compressed(bytes, mask), dst, 0);
        mask.count_ones() as usize
    }

    #[inline(always)]
    fn compress_clipped(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        self.store_clipped(self.compressed(bytes, mask), dst, 0);
        mask.count_ones() as usize
    }

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
        self.write_all_units(endian, low, high, &mut dst[at..]);
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
