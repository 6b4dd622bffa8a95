//! NEON: vectors of 16 bytes.
//!
//! A mask is a vector of bytes 00 and FF, and there is no instruction that makes a bit of each. Where only a decision
//! is wanted, the greatest of neighbours go into one word. Where a table is looked up, each byte keeps the bit of its
//! place, and neighbours are added until the bits of eight are in one byte; where it can be, that is shared by four
//! vectors (the module `together`).
//!
//! What was tried and lost, in executed instructions:
//!
//! - from UTF-8, each vector with bits of its own, in one walk to check and another to write: twice as many;
//! - blocks of 64 bytes as vectors of four registers: a third more, since the registers do not suffice;
//! - a way of their own for eight units of UTF-16 that have three bytes each: no less on Chinese, once four stores share
//!   their sums;
//! - vectors of a block in an order that the compiler chose: constants were made anew for each, a tenth more.
//!
//! Instructions are not alike. Cycles for a byte of input as LLVM 22's `llvm-mca` has them for the main loops, for Neoverse
//! V1 and Apple M1 (which it takes for a Cyclone), without caches and branches:
//!
//! ```text
//!                    Russian         Chinese         emoji
//! validate UTF-8     0.26  0.28
//! UTF-8 to UTF-16    0.57  0.59      0.57  0.59      0.86  0.98
//! UTF-8 to UTF-32    0.64  0.68      0.64  0.68      0.84  0.91
//! UTF-16 to UTF-8    0.33  0.39      0.49  0.57
//! UTF-32 to UTF-8    0.17  0.20      0.26  0.28
//! ```
//!
//! In all of these the vector units are what is short, all of them alike: no table load, reduction or move to a general
//! register stands out, so that fewer instructions are less time. ASCII to UTF-32 waits for its stores.

mod together;
mod units;

use crate::arch::intrinsics::{intrinsic, operators};
use crate::arch::partial;
use crate::generic::from_utf8;
use crate::generic::utf8::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
use crate::kernels::Kernels;
use crate::scheme::BIG;
use crate::simd::{Simd, Units};
use crate::tables::{SQUEEZE_8X8, SQUEEZE_8X16};
use core::arch::aarch64::*;
use core::arch::asm;
use core::mem::MaybeUninit;
use core::ops::Not;

/// The proof that NEON may be used.
#[derive(Clone, Copy)]
pub(crate) struct Neon(pub(super) ());

crate::arch::entry_points!("neon", Neon, ["neon"]);

impl Kernels for Neon {
    #[inline(always)]
    fn utf8_to_utf16<const ORDER: bool, const CHECKED: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
        replace: bool,
    ) -> Progress {
        from_utf8::convert_together::<Self, from_utf8::Utf16<ORDER>, CHECKED>(
            self, src, dst, replace,
        )
    }

    #[inline(always)]
    fn utf8_to_utf32<const ORDER: bool, const CHECKED: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
        replace: bool,
    ) -> Progress {
        from_utf8::convert_together::<Self, from_utf8::Utf32<ORDER>, CHECKED>(
            self, src, dst, replace,
        )
    }

    #[inline(always)]
    fn utf8_to_single_byte<const LIMIT: u8>(self, src: &[u8], dst: &mut Output) -> Progress {
        if LIMIT == 0xFF {
            from_utf8::convert_together::<Self, from_utf8::Latin1, true>(self, src, dst, false)
        } else {
            self.single_byte_to_single_byte(LIMIT, src, dst)
        }
    }
}

/// 16 bytes, or 16 truth values as bytes 00 and FF.
#[derive(Clone, Copy)]
pub(crate) struct Vector(uint8x16_t);

operators!(Vector: BitAnd bitand vandq_u8, BitOr bitor vorrq_u8, BitXor bitxor veorq_u8);

impl Not for Vector {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(intrinsic!(vmvnq_u8(self.0)))
    }
}

/// An intrinsic whose constant is `$n`, one of those listed.
macro_rules! by_constant {
    ($n:ident in [$($constant:literal)+], $name:ident($vector:expr)) => {
        match $n {
            $($constant => intrinsic!($name::<$constant>($vector)),)+
            _ => unreachable!(),
        }
    };
}
use by_constant;

/// The weight of each of 8 truth values in a byte that has a bit for each, twice.
const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl Neon {
    /// The vector with these bytes.
    #[inline(always)]
    fn vector(self, bytes: &[u8; 16]) -> Vector {
        Vector(intrinsic!(vld1q_u8(bytes.as_ptr())))
    }

    /// `bytes[i]` for each `i` of `order`; zero for 0x80.
    #[inline(always)]
    fn shuffle(self, bytes: Vector, order: &[u8; 16]) -> Vector {
        Vector(intrinsic!(vqtbl1q_u8(bytes.0, self.vector(order).0)))
    }

    /// The bytes of two vectors by turns: the first 8 of each, and the others.
    #[inline(always)]
    fn interleave(self, even: Vector, odd: Vector) -> [Vector; 2] {
        [
            Vector(intrinsic!(vzip1q_u8(even.0, odd.0))),
            Vector(intrinsic!(vzip2q_u8(even.0, odd.0))),
        ]
    }

    /// The pairs of bytes of two vectors by turns: the first 4 of each, and the others.
    #[inline(always)]
    fn interleave_16(self, even: Vector, odd: Vector) -> [Vector; 2] {
        let (even, odd) = (even.in_16(), odd.in_16());
        [
            Vector::of_16(intrinsic!(vzip1q_u16(even, odd))),
            Vector::of_16(intrinsic!(vzip2q_u16(even, odd))),
        ]
    }

    /// Writes 8 units of 32 bits, given as their first and second halves in memory.
    #[inline(always)]
    fn store_pairs(self, first: Vector, second: Vector, dst: &mut Output) {
        let room: &mut [_; 32] = dst.first_chunk_mut().expect("room for 32 bytes");
        let pairs = self.interleave_16(first, second);
        // (Known, they become another, slower instruction.)
        self.store(unknown(pairs[0]), room, 0);
        self.store(unknown(pairs[1]), room, 16);
    }

    /// [`Simd::pair_errors`] with all bits one place further up, the highest in the lowest.
    #[inline(always)]
    fn rotated_pair_errors(self, first: Vector, second: Vector) -> Vector {
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

    /// The sums of the first 8 bytes and of the others, over and over.
    #[inline(always)]
    fn sums_of_8(self, bytes: Vector) -> Vector {
        let bytes = unknown(bytes);
        let twos = bytes.add_pairs(bytes);
        let fours = twos.add_pairs(twos);
        unknown(fours.add_pairs(fours))
    }

    /// Those of 8 units of 16 bits whose bit in `kept` is set, at the front.
    #[inline(always)]
    fn squeeze_8(self, units: Vector, kept: u8) -> Vector {
        self.shuffle(units, &SQUEEZE_8X16[usize::from(kept)])
    }
}

/// The number of bits of a byte.
#[inline(always)]
fn ones(byte: u8) -> usize {
    byte.count_ones() as usize
}

/// The vector, so that nothing is known of it. The compiler turns sums of neighbours, once it knows that they have no
/// bits in common, or that half of them are not asked for, into more instructions than they have.
#[inline(always)]
fn unknown(vector: Vector) -> Vector {
    let mut bytes = vector.0;
    // SAFETY: no instruction at all.
    unsafe {
        asm!("/* {0:v} */", inout(vreg) bytes, options(pure, nomem, nostack, preserves_flags));
    }
    Vector(bytes)
}

impl Vector {
    #[inline(always)]
    fn in_16(self) -> uint16x8_t {
        intrinsic!(vreinterpretq_u16_u8(self.0))
    }

    #[inline(always)]
    fn of_16(units: uint16x8_t) -> Self {
        Self(intrinsic!(vreinterpretq_u8_u16(units)))
    }

    #[inline(always)]
    fn in_32(self) -> uint32x4_t {
        intrinsic!(vreinterpretq_u32_u8(self.0))
    }

    #[inline(always)]
    fn of_32(units: uint32x4_t) -> Self {
        Self(intrinsic!(vreinterpretq_u8_u32(units)))
    }

    #[inline(always)]
    fn signed(self) -> int8x16_t {
        intrinsic!(vreinterpretq_s8_u8(self.0))
    }

    /// The first 8 bytes as a word.
    #[inline(always)]
    fn word(self) -> u64 {
        let words = intrinsic!(vreinterpretq_u64_u8(self.0));
        intrinsic!(vgetq_lane_u64::<0>(words))
    }

    /// Sums of each two neighbouring bytes, of `self` and then of `other`.
    #[inline(always)]
    fn add_pairs(self, other: Self) -> Self {
        Self(intrinsic!(vpaddq_u8(self.0, other.0)))
    }
}

impl Simd for Neon {
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
        let (_, room) = dst.split_at_mut(at.min(dst.len()));
        if room.len() >= 16 {
            self.store(bytes, room, 0);
        } else {
            let mut all = [MaybeUninit::uninit(); 16];
            self.store(bytes, &mut all, 0);
            partial::copy_short(&all, room);
        }
    }

    #[inline(always)]
    fn store(self, bytes: Vector, dst: &mut Output, at: usize) {
        let room: &mut [_; 16] = dst[at..].first_chunk_mut().expect("room for 16 bytes");
        intrinsic!(vst1q_u8(room.as_mut_ptr().cast(), bytes.0));
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
    fn lookup(self, table: [u8; 16], indices: Vector) -> Vector {
        let table = self.vector(&table);
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
    fn squeeze(self, bytes: Vector, kept: u64, dst: &mut Output) -> usize {
        let [first, second, ..] = kept.to_le_bytes();
        let halves = [
            intrinsic!(vget_low_u8(bytes.0)),
            intrinsic!(vget_high_u8(bytes.0)),
        ];
        let kept = [first, second];
        let mut written = 0;
        for i in 0..2 {
            let order = &SQUEEZE_8X8[usize::from(kept[i])];
            let order = intrinsic!(vld1_u8(order.as_ptr()));
            let squeezed = intrinsic!(vtbl1_u8(halves[i], order));
            let room: &mut [_; 8] = dst[written..].first_chunk_mut().expect("room for 8 bytes");
            intrinsic!(vst1_u8(room.as_mut_ptr().cast(), squeezed));
            written += ones(kept[i]);
        }
        written
    }

    #[inline(always)]
    fn squeeze_units<const ORDER: bool>(
        self,
        low: Vector,
        high: Vector,
        kept: u64,
        dst: &mut Output,
    ) -> usize {
        let units = if ORDER == BIG {
            self.interleave(high, low)
        } else {
            self.interleave(low, high)
        };
        let kept = kept.to_le_bytes();
        let mut written = 0;
        for i in 0..2 {
            self.store(self.squeeze_8(units[i], kept[i]), dst, written);
            written += 2 * ones(kept[i]);
        }
        written
    }

    #[inline(always)]
    fn squeeze_wide<const ORDER: bool>(
        self,
        low: Vector,
        high: Vector,
        top: Option<Vector>,
        kept: u64,
        dst: &mut Output,
    ) -> usize {
        let zero = self.splat(0);
        let upper = top.unwrap_or(zero);
        let (units, uppers) = if ORDER == BIG {
            (self.interleave(high, low), self.interleave(zero, upper))
        } else {
            (self.interleave(low, high), self.interleave(upper, zero))
        };
        let kept = kept.to_le_bytes();
        let mut written = 0;
        for i in 0..2 {
            let unit = self.squeeze_8(units[i], kept[i]);
            let upper = if top.is_some() {
                self.squeeze_8(uppers[i], kept[i])
            } else {
                zero
            };
            let room = &mut dst[written..];
            if ORDER == BIG {
                self.store_pairs(upper, unit, room);
            } else {
                self.store_pairs(unit, upper, room);
            }
            written += 4 * ones(kept[i]);
        }
        written
    }

    #[inline(always)]
    fn store_widened_16<const ORDER: bool>(self, bytes: Vector, dst: &mut Output, at: usize) {
        let room: &mut [_; 32] = dst[at..].first_chunk_mut().expect("room for 32 bytes");
        let units = if ORDER == BIG {
            self.interleave(self.splat(0), bytes)
        } else {
            self.widen_8(bytes)
        };
        self.store(units[0], room, 0);
        self.store(units[1], room, 16);
    }

    #[inline(always)]
    fn store_widened_32<const ORDER: bool>(self, bytes: Vector, dst: &mut Output, at: usize) {
        let room: &mut [_; 64] = dst[at..].first_chunk_mut().expect("room for 64 bytes");
        let order = const { widening::<4>(ORDER) };
        for i in 0..4 {
            self.store(self.shuffle(bytes, &order[i]), room, 16 * i);
        }
    }
}

/// A table of errors with [`TWO_CONTINUATIONS`](crate::generic::utf8::TWO_CONTINUATIONS) in bit 0, where adding -1 takes
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
const fn widening<const UNIT: usize>(order: bool) -> [[u8; 16]; UNIT] {
    let mut shuffles = [[0x80; 16]; UNIT];
    let mut byte = 0;
    while byte < 16 {
        let place = UNIT * byte + if order { UNIT - 1 } else { 0 };
        shuffles[place / 16][place % 16] = byte as u8;
        byte += 1;
    }
    shuffles
}
