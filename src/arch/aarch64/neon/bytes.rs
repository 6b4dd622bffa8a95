//! NEON: bytes.

use super::{Neon, Vector, WEIGHTS, by_constant, cold, ones, outlined, unknown};
use crate::arch::intrinsics::intrinsic;
use crate::arch::partial;
use crate::endian::Endian;
use crate::generic::utf8_errors::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use crate::output::Output;
use crate::simd::{Simd, Task, Units};
use crate::tables::COMPRESS_8X8;
use core::arch::aarch64::*;
use core::mem::MaybeUninit;

impl Neon {
    /// Writes 8 units of 32 bits, given as their first and second halves in memory.
    #[inline(always)]
    pub(super) fn store_pairs(self, first: Vector, second: Vector, dst: &mut Output) {
        let out: &mut [_; 32] = dst.first_chunk_mut().expect("out for 32 bytes");
        let pairs = self.interleave_16(first, second);
        // (Known, they become another, slower instruction.)
        self.store(unknown(pairs[0]), out, 0);
        self.store(unknown(pairs[1]), out, 16);
    }

    /// [`Simd::pair_errors`] with all bits one place further up, the highest in the lowest.
    #[inline(always)]
    pub(super) fn rotated_pair_errors(self, first: Vector, second: Vector) -> Vector {
        let low = first & self.splat(0x0F);
        self.lookup(const { rotated(FIRST_HIGH) }, self.shift_right::<4>(first))
            & self.lookup(const { rotated(FIRST_LOW) }, low)
            & self.lookup(
                const { rotated(SECOND_HIGH) },
                self.shift_right::<4>(second),
            )
    }

    /// The byte before the last one of a character of UTF-8; instead of what is before ASCII, bit 6 of that.
    #[inline(always)]
    fn before_or_bits(self, first: Vector, last: Vector) -> Vector {
        let bits = unknown(self.shift_right::<6>(last));
        unknown(self.select(self.non_ascii(last), first, bits))
    }
}

impl Simd for Neon {
    #[inline(always)]
    fn outlined<T: Task<Self>>(self, task: T) -> T::Output {
        intrinsic!(outlined(task))
    }

    #[inline(always)]
    fn cold<T: Task<Self>>(self, task: T) -> T::Output {
        intrinsic!(cold(task))
    }

    type Bytes = Vector;
    type Mask = Vector;
    const LANES: usize = 16;
    const CLIPS: bool = false;

    #[inline(always)]
    fn load(self, src: &[u8], at: usize) -> Vector {
        let bytes: &[u8; 16] = src[at..].first_chunk().expect("16 bytes");
        self.vector(bytes)
    }

    #[inline(always)]
    fn load_partial(self, src: &[u8]) -> Vector {
        if let Some(bytes) = src.first_chunk() {
            return self.vector(bytes);
        }
        let [low, high] = partial::words(src);
        let (low, high) = (intrinsic!(vcreate_u8(low)), intrinsic!(vcreate_u8(high)));
        Vector(intrinsic!(vcombine_u8(low, high)))
    }

    #[inline(always)]
    fn store_clipped(self, bytes: Vector, dst: &mut Output, at: usize) {
        let (_, out) = dst.split_at_mut(at.min(dst.len()));
        if out.len() >= 16 {
            self.store(bytes, out, 0);
        } else {
            let mut all = [MaybeUninit::uninit(); 16];
            self.store(bytes, &mut all, 0);
            partial::copy_short(&all, out);
        }
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 16] = dst[at..].first_chunk_mut().expect("out for 16 bytes");
        intrinsic!(vst1q_u8(out.as_mut_ptr().cast(), bytes.0));
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Vector {
        Vector(intrinsic!(vdupq_n_u8(byte)))
    }

    #[inline(always)]
    fn shift_right<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(by_constant!(N in [1 2 3 4 5 6 7], vshrq_n_u8(bytes.0)))
    }

    #[inline(always)]
    fn shift_left<const N: u32>(self, bytes: Vector) -> Vector {
        Vector(by_constant!(N in [1 2 3 4 5 6 7], vshlq_n_u8(bytes.0)))
    }

    #[inline(always)]
    fn add(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(vaddq_u8(left.0, right.0)))
    }

    #[inline(always)]
    fn saturating_sub(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(vqsubq_u8(left.0, right.0)))
    }

    #[inline(always)]
    fn max(self, left: Vector, right: Vector) -> Vector {
        Vector(intrinsic!(vmaxq_u8(left.0, right.0)))
    }

    #[inline(always)]
    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        let table = self.vector(&table);
        Vector(intrinsic!(vqtbl1q_u8(table.0, indices.0)))
    }

    #[inline(always)]
    fn high_table(self, table: [u8; 16]) -> Vector {
        self.vector(&table)
    }

    #[inline(always)]
    fn lookup_high(self, table: Vector, bytes: Vector) -> Vector {
        let indices = self.shift_right::<4>(bytes);
        Vector(intrinsic!(vqtbl1q_u8(table.0, indices.0)))
    }

    #[inline(always)]
    fn shift_in<const N: usize>(self, before: Vector, bytes: Vector) -> Vector {
        Vector(match N {
            1 => intrinsic!(vextq_u8::<15>(before.0, bytes.0)),
            2 => intrinsic!(vextq_u8::<14>(before.0, bytes.0)),
            _ => intrinsic!(vextq_u8::<13>(before.0, bytes.0)),
        })
    }

    #[inline(always)]
    fn errors(self, [third, second, first, last]: [Vector; 4]) -> Vector {
        // -1 is added where a lead demands two continuations. (Two leads in a row
        // that demand them are an error where the second of them is the last byte.)
        let errors = self.add(
            self.rotated_pair_errors(first, last),
            self.at_least(0xE0, second),
        );
        self.add(errors, self.at_least(0xF0, third))
    }

    #[inline(always)]
    fn low_bits(self, first: Vector, last: Vector) -> Vector {
        let before = self.before_or_bits(first, last);
        Vector(intrinsic!(vsliq_n_u8::<6>(last.0, before.0)))
    }

    #[inline(always)]
    fn high_bits(self, second: Vector, first: Vector, last: Vector) -> Vector {
        let before = self.before_or_bits(first, last);
        let second = self.keep(self.continuation(before), second);
        let bits = self.shift_right::<2>(before);
        Vector(intrinsic!(vsliq_n_u8::<4>(bits.0, second.0)))
    }

    #[inline(always)]
    fn high_surrogate(self, second: Vector, first: Vector, last: Vector) -> [Vector; 2] {
        let middle = self.shift_right::<4>(last);
        let middle = Vector(intrinsic!(vsliq_n_u8::<2>(middle.0, first.0)));
        let lower = unknown(self.add(middle, self.splat(0xC0)));
        let upper = self.add(second, self.splat(0xD8u8.wrapping_sub(0xF0)));
        // Without a carry the mask is set: it adds -1.
        [lower, self.add(upper, self.at_least(0xC0, lower))]
    }

    #[inline(always)]
    fn low_surrogate(self, first: Vector) -> Vector {
        let bits = self.shift_right::<2>(first);
        let upper = self.splat(0xDC >> 2);
        Vector(intrinsic!(vsliq_n_u8::<2>(bits.0, upper.0)))
    }

    #[inline(always)]
    fn top_bits(self, third: Vector, second: Vector) -> Vector {
        let bits = self.saturating_sub(third, self.splat(0xF0));
        let top = self.shift_right::<4>(second);
        let top = Vector(intrinsic!(vsliq_n_u8::<2>(top.0, bits.0)));
        self.keep(self.at_least(0xF0, third), top)
    }

    #[inline(always)]
    fn greatest(self, bytes: Vector) -> u8 {
        intrinsic!(vmaxvq_u8(bytes.0))
    }

    #[inline(always)]
    fn is_ascii(self, bytes: Vector) -> bool {
        let greatest = Vector(intrinsic!(vpmaxq_u8(bytes.0, bytes.0)));
        greatest.word() & 0x8080_8080_8080_8080 == 0
    }

    #[inline(always)]
    fn is_zero(self, bytes: Vector) -> bool {
        let units = bytes.in_32();
        Vector::of_32(intrinsic!(vpmaxq_u32(units, units))).word() == 0
    }

    #[inline(always)]
    fn non_ascii(self, bytes: Vector) -> Vector {
        Vector(intrinsic!(vcltzq_s8(bytes.signed())))
    }

    #[inline(always)]
    fn continuation(self, bytes: Vector) -> Vector {
        let limit = self.splat(0xC0).signed();
        Vector(intrinsic!(vcgtq_s8(limit, bytes.signed())))
    }

    #[inline(always)]
    fn continues(self, bytes: Vector) -> Vector {
        self.continuation(bytes)
    }

    #[inline(always)]
    fn at_least(self, limit: u8, bytes: Vector) -> Vector {
        Vector(intrinsic!(vcgeq_u8(bytes.0, self.splat(limit).0)))
    }

    #[inline(always)]
    fn select(self, mask: Vector, yes: Vector, no: Vector) -> Vector {
        Vector(intrinsic!(vbslq_u8(mask.0, yes.0, no.0)))
    }

    #[inline(always)]
    fn keep(self, mask: Vector, bytes: Vector) -> Vector {
        mask & bytes
    }

    #[inline(always)]
    fn bits(self, mask: Vector) -> u64 {
        self.sums_of_8(mask & self.vector(&WEIGHTS)).word() & 0xFFFF
    }

    #[inline(always)]
    fn compress(self, bytes: Vector, mask: u64, dst: &mut Output) -> usize {
        let [first, second, ..] = mask.to_le_bytes();
        let halves = [
            intrinsic!(vget_low_u8(bytes.0)),
            intrinsic!(vget_high_u8(bytes.0)),
        ];
        let mask = [first, second];
        let mut written = 0;
        for i in 0..2 {
            let order = &COMPRESS_8X8[usize::from(mask[i])];
            let order = intrinsic!(vld1_u8(order.as_ptr()));
            let compressed = intrinsic!(vtbl1_u8(halves[i], order));
            let out: &mut [_; 8] = dst[written..].first_chunk_mut().expect("out for 8 bytes");
            intrinsic!(vst1_u8(out.as_mut_ptr().cast(), compressed));
            written += ones(mask[i]);
        }
        written
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
        let units = if endian == Endian::Big {
            self.interleave(high, low)
        } else {
            self.interleave(low, high)
        };
        let mask = mask.to_le_bytes();
        let mut written = 0;
        for i in 0..2 {
            self.store(self.compress_8(units[i], mask[i]), dst, written);
            written += 2 * ones(mask[i]);
        }
        written
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
        let zero = self.splat(0);
        let upper = top.unwrap_or(zero);
        let (units, uppers) = if endian == Endian::Big {
            (self.interleave(high, low), self.interleave(zero, upper))
        } else {
            (self.interleave(low, high), self.interleave(upper, zero))
        };
        let mask = mask.to_le_bytes();
        let mut written = 0;
        for i in 0..2 {
            let unit = self.compress_8(units[i], mask[i]);
            let upper = if top.is_some() {
                self.compress_8(uppers[i], mask[i])
            } else {
                zero
            };
            let out = &mut dst[written..];
            if endian == Endian::Big {
                self.store_pairs(upper, unit, out);
            } else {
                self.store_pairs(unit, upper, out);
            }
            written += 4 * ones(mask[i]);
        }
        written
    }

    #[inline(always)]
    fn store_widened_16(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 32] = dst[at..].first_chunk_mut().expect("out for 32 bytes");
        let units = if endian == Endian::Big {
            self.interleave(self.splat(0), bytes)
        } else {
            self.widen_8(bytes)
        };
        self.store(units[0], out, 0);
        self.store(units[1], out, 16);
    }

    #[inline(always)]
    fn store_widened_32(self, endian: Endian, bytes: Vector, dst: &mut Output, at: usize) {
        let out: &mut [_; 64] = dst[at..].first_chunk_mut().expect("out for 64 bytes");
        let order = if endian == Endian::Big {
            const { widening::<4>(Endian::Big) }
        } else {
            const { widening::<4>(Endian::Little) }
        };
        for i in 0..4 {
            self.store(self.shuffle(bytes, &order[i]), out, 16 * i);
        }
    }
}

/// A table of errors with [`TWO_CONTINUATIONS`](crate::generic::utf8_errors::TWO_CONTINUATIONS) in bit 0, where adding -1 takes
/// it away, and to what has other errors, or none, adds one.
const fn rotated(mut table: [u8; 16]) -> [u8; 16] {
    let mut i = 0;
    while i < 16 {
        table[i] = table[i].rotate_left(1);
        i += 1;
    }
    table
}

/// The shuffles that widen 16 bytes to units of `UNIT` bytes in the byte order `order`.
const fn widening<const UNIT: usize>(endian: Endian) -> [[u8; 16]; UNIT] {
    let mut shuffles = [[0x80; 16]; UNIT];
    let mut byte = 0;
    while byte < 16 {
        let place = UNIT * byte + if endian.is_big() { UNIT - 1 } else { 0 };
        shuffles[place / 16][place % 16] = byte as u8;
        byte += 1;
    }
    shuffles
}
