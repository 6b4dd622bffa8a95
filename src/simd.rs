//! The vocabulary of the vector algorithms: a token and its vectors, and what can be done with them, by meaning.
//!
//! A token proves that its instruction set may be used: only the entry points of an instruction set make one. A
//! vector can only come from a token, so every operation is safe to call. Everything is `#[inline(always)]`, so that an
//! algorithm becomes one loop of instructions inside the entry point.

#[allow(unused_imports, reason = "an instruction set may have no use for it")]
pub(crate) use task::InOrder;
pub(crate) use task::{Task, call};

#[allow(dead_code, reason = "an instruction set may have no use for it")]
mod task;
pub(crate) mod units;

#[cfg(test)]
mod tests;

pub(crate) use units::Units;

use crate::endian::Endian;
use crate::generic::utf8_errors;
use crate::output::Output;
use core::mem::MaybeUninit;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The operations of one instruction set on vectors of `LANES` bytes.
pub(crate) trait Simd: Copy {
    /// Runs a task in a function of its own.
    fn outlined<T: Task<Self>>(self, task: T) -> T::Output;

    /// Runs a task that is seldom needed in a function of its own: the code around it has all
    /// registers.
    fn cold<T: Task<Self>>(self, task: T) -> T::Output;

    /// Runs a task here, or in a function of its own for each byte order where that is what it takes
    /// to keep constants in registers.
    #[inline(always)]
    fn by_endian<T: Task<Self>>(self, task: T) -> T::Output {
        let endian = task.endian();
        task.run(self, endian)
    }

    /// A vector of bytes.
    type Bytes: Copy
        + BitAnd<Output = Self::Bytes>
        + BitOr<Output = Self::Bytes>
        + BitXor<Output = Self::Bytes>;
    /// A truth value for each byte of a vector.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;
    /// Bytes in a vector: 16, 32 or 64.
    const LANES: usize;
    /// Whether stores that are clipped or compressed cost about what others do.
    const CLIPS: bool;

    /// The `LANES` bytes of `src` from `at` on. Panics if they are not there.
    fn load(self, src: &[u8], at: usize) -> Self::Bytes;

    /// The first bytes of `src`, at most `LANES`, followed by zeros.
    fn load_partial(self, src: &[u8]) -> Self::Bytes;

    /// The bytes at each place of the vector at `at`, a multiple of `LANES` inside `src`: those three, two and one place
    /// before it, its own, and those one place after it. Zeros stand outside `src`.
    #[inline(always)]
    fn load_edge(self, src: &[u8], at: usize) -> [Self::Bytes; 5] {
        let before = if at == 0 {
            self.splat(0)
        } else {
            self.load(src, at - Self::LANES)
        };
        let last = self.load_partial(&src[at..]);
        [
            self.shift_in::<3>(before, last),
            self.shift_in::<2>(before, last),
            self.shift_in::<1>(before, last),
            last,
            self.load_partial(&src[at + 1..]),
        ]
    }

    /// Writes a vector to `dst` from `at` on. Panics if there is no room.
    fn store(self, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// Writes a vector to `dst` from `at` on, but for what is after the end of `dst`.
    fn store_clipped(self, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// [`store_clipped`](Simd::store_clipped) or [`store`](Simd::store).
    #[inline(always)]
    fn store_or_clip<const CLIPPED: bool>(self, bytes: Self::Bytes, dst: &mut Output, at: usize) {
        if CLIPPED {
            self.store_clipped(bytes, dst, at);
        } else {
            self.store(bytes, dst, at);
        }
    }

    /// The same byte everywhere.
    fn splat(self, byte: u8) -> Self::Bytes;

    /// Each byte shifted right by `N` bits.
    fn shift_right<const N: u32>(self, bytes: Self::Bytes) -> Self::Bytes;

    /// Each byte shifted left by `N` bits.
    fn shift_left<const N: u32>(self, bytes: Self::Bytes) -> Self::Bytes;

    /// Sums of bytes, modulo 256.
    fn add(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Differences of bytes, 0 where they would be negative.
    fn saturating_sub(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// The greater byte of each pair.
    fn max(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// `table[i]` for each byte `i` of `indices`, all of which are below 16.
    fn lookup(self, table: [u8; 16], indices: Self::Bytes) -> Self::Bytes;

    /// A table for [`lookup_high`](Simd::lookup_high).
    fn high_table(self, table: [u8; 16]) -> Self::Bytes;

    /// What a table has for the high four bits of each byte.
    fn lookup_high(self, table: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes;

    /// The bytes moved `N` places (1 to 3) towards the end, after the last `N` of `before`.
    fn shift_in<const N: usize>(self, before: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes;

    /// The errors of UTF-8 that each byte of `second` shows together with the byte before it, in `first`.
    #[inline(always)]
    fn pair_errors(self, first: Self::Bytes, second: Self::Bytes) -> Self::Bytes {
        utf8_errors::pair_errors(self, first, second)
    }

    /// Nonzero where a byte of the last of these is wrong in UTF-8 after the three before it, in order in the others.
    #[inline(always)]
    fn errors(self, bytes: [Self::Bytes; 4]) -> Self::Bytes {
        utf8_errors::errors_of_pairs(self, bytes)
    }

    /// Bits 0 to 7 of the character of UTF-8 whose last byte is that of `last` and whose last but one that of `first`;
    /// an ASCII byte stands for itself.
    #[inline(always)]
    fn low_bits(self, first: Self::Bytes, last: Self::Bytes) -> Self::Bytes {
        let two = (last & self.splat(0x3F)) | self.shift_left::<6>(first);
        self.select(self.non_ascii(last), two, last)
    }

    /// Bits 8 to 15 of that character, if it has no more than 3 bytes, the last but two in `second`.
    #[inline(always)]
    fn high_bits(self, second: Self::Bytes, first: Self::Bytes, last: Self::Bytes) -> Self::Bytes {
        let three = self.keep(self.continuation(first), self.shift_left::<4>(second));
        let two = self.shift_right::<2>(first) & self.splat(0x0F);
        self.keep(self.non_ascii(last), two | three)
    }

    /// Both, if it has no more than 2 bytes, where the mask tells which bytes of `last` are continuation bytes.
    #[inline(always)]
    fn bits_of_two(
        self,
        continues: Self::Mask,
        first: Self::Bytes,
        last: Self::Bytes,
    ) -> [Self::Bytes; 2] {
        let low = (last & self.splat(0x3F)) | self.shift_left::<6>(first);
        let high = self.shift_right::<2>(first) & self.splat(0x07);
        [
            self.select(continues, low, last),
            self.keep(continues, high),
        ]
    }

    /// The low and high bytes of the high surrogate of the character of four bytes whose first three are `second`, `first`
    /// and `last`.
    #[inline(always)]
    fn high_surrogate(
        self,
        second: Self::Bytes,
        first: Self::Bytes,
        last: Self::Bytes,
    ) -> [Self::Bytes; 2] {
        // eee, and ddccccbb
        let upper = self.add(second, self.splat(0xD7u8.wrapping_sub(0xF0)));
        let middle = self.shift_left::<2>(first) | (self.shift_right::<4>(last) & self.splat(0x03));
        let carried = self.add(upper, self.splat(1));
        let upper = self.select(self.at_least(0x40, middle), carried, upper);
        [self.add(middle, self.splat(0xC0)), upper]
    }

    /// The high byte of the low surrogate of the character of four bytes whose last but one is `first`.
    #[inline(always)]
    fn low_surrogate(self, first: Self::Bytes) -> Self::Bytes {
        (self.shift_right::<2>(first) & self.splat(0x03)) | self.splat(0xDC)
    }

    /// Bits 16 to 20 of the character of four bytes whose first two are `third` and `second`; zero where `third` begins none.
    #[inline(always)]
    fn top_bits(self, third: Self::Bytes, second: Self::Bytes) -> Self::Bytes {
        let top = self.shift_left::<2>(third & self.splat(0x07))
            | (self.shift_right::<4>(second) & self.splat(0x03));
        self.keep(self.at_least(0xF0, third), top)
    }

    /// The greatest byte.
    fn greatest(self, bytes: Self::Bytes) -> u8;

    /// Whether all bytes are below 0x80.
    fn is_ascii(self, bytes: Self::Bytes) -> bool;

    /// Whether all bytes are zero.
    fn is_zero(self, bytes: Self::Bytes) -> bool;

    /// Where bytes are 0x80 or more.
    fn non_ascii(self, bytes: Self::Bytes) -> Self::Mask;

    /// Where bytes are continuation bytes of UTF-8, 80..BF.
    fn continuation(self, bytes: Self::Bytes) -> Self::Mask;

    /// Bit 7 where bytes are continuation bytes. Other bits may be anything.
    #[inline(always)]
    fn continues(self, bytes: Self::Bytes) -> Self::Bytes {
        bytes ^ self.saturating_sub(bytes, self.splat(0x40))
    }

    /// Where bytes are `limit` or more.
    fn at_least(self, limit: u8, bytes: Self::Bytes) -> Self::Mask;

    /// The bytes of `yes` where the mask is set, those of `no` elsewhere.
    fn select(self, mask: Self::Mask, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// The bytes where the mask is set, zero elsewhere.
    fn keep(self, mask: Self::Mask, bytes: Self::Bytes) -> Self::Bytes;

    /// A bit for each byte, the first in the lowest.
    fn bits(self, mask: Self::Mask) -> u64;

    /// The mask with these bits. (Others may be set after them.)
    #[inline(always)]
    fn mask(self, bits: u64) -> Self::Mask {
        let mut bytes = [0; 64];
        let mut i = 0;
        while i < Self::LANES {
            bytes[i] = (bits >> i) as u8 & 1;
            i += 1;
        }
        self.at_least(1, self.load(&bytes, 0))
    }

    /// Writes the bytes where `mask` has a bit, one after the other, to `dst`, which has room for `SLACK` bytes more
    /// than a vector. Returns the number of bytes that count; more may be overwritten.
    fn compress(self, bytes: Self::Bytes, mask: u64, dst: &mut Output) -> usize;

    /// The same where there may be less room: nothing is written after the end of `dst`.
    #[inline(always)]
    fn compress_clipped(self, bytes: Self::Bytes, mask: u64, dst: &mut Output) -> usize {
        if dst.len() >= Self::LANES + SLACK {
            return self.compress(bytes, mask, dst);
        }
        let mut all = [MaybeUninit::uninit(); 64 + SLACK];
        let len = self.compress(bytes, mask, &mut all);
        clip(&all, len, dst);
        len
    }

    /// The same for units of 16 bits, given as their low and high bytes and written in the byte order
    /// [`order`](Simd::order), to `dst` with room for `SLACK` bytes more than two vectors.
    fn compress_units(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize;

    /// The same where about `likely` of the units will be kept.
    #[inline(always)]
    fn compress_units_hinted(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
        _likely: usize,
        dst: &mut Output,
    ) -> usize {
        self.compress_units(endian, low, high, mask, dst)
    }

    /// The same where there may be less room: nothing is written after the end of `dst`.
    #[inline(always)]
    fn compress_units_clipped(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        if dst.len() >= 2 * Self::LANES + SLACK {
            return self.compress_units(endian, low, high, mask, dst);
        }
        let mut all = [MaybeUninit::uninit(); 2 * 64 + SLACK];
        let len = self.compress_units(endian, low, high, mask, &mut all);
        clip(&all, len, dst);
        len
    }

    /// Writes units of 16 bits, given like that, to `dst` from `at` on, with room for `SLACK` bytes more than two vectors.
    #[inline(always)]
    fn store_units(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        dst: &mut Output,
        at: usize,
    ) {
        self.compress_units(
            endian,
            low,
            high,
            u64::MAX >> (64 - Self::LANES),
            &mut dst[at..],
        );
    }

    /// The same for units of 16 bits below 0x100.
    #[inline(always)]
    fn compress_widened_16(
        self,
        endian: Endian,
        bytes: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_units(endian, bytes, self.splat(0), mask, dst)
    }

    /// The same for units of 32 bits, whose third byte is that of `top` or zero and whose fourth is zero, to `dst` with
    /// room for `SLACK` bytes more than four vectors.
    fn compress_wide(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        top: Option<Self::Bytes>,
        mask: u64,
        dst: &mut Output,
    ) -> usize;

    /// The same for units of 32 bits below 0x100.
    #[inline(always)]
    fn compress_widened_32(
        self,
        endian: Endian,
        bytes: Self::Bytes,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        self.compress_wide(endian, bytes, self.splat(0), None, mask, dst)
    }

    /// The same where there may be less room: nothing is written after the end of `dst`.
    #[inline(always)]
    fn compress_wide_clipped(
        self,
        endian: Endian,
        low: Self::Bytes,
        high: Self::Bytes,
        top: Option<Self::Bytes>,
        mask: u64,
        dst: &mut Output,
    ) -> usize {
        if dst.len() >= 4 * Self::LANES + SLACK {
            return self.compress_wide(endian, low, high, top, mask, dst);
        }
        let mut all = [MaybeUninit::uninit(); 4 * 64 + SLACK];
        let len = self.compress_wide(endian, low, high, top, mask, &mut all);
        clip(&all, len, dst);
        len
    }

    /// Writes each byte as a unit of 16 bits. The compiler should know the byte order.
    fn store_widened_16(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// The beginning of that, as much as there is room for.
    #[inline(always)]
    fn store_widened_16_clipped(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = [MaybeUninit::uninit(); 2 * 64];
        self.store_widened_16(endian, bytes, &mut all, 0);
        clip(&all, 2 * Self::LANES, dst);
    }

    /// Writes each byte as a unit of 32 bits. The compiler should know the byte order.
    fn store_widened_32(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// The beginning of that, as much as there is room for.
    #[inline(always)]
    fn store_widened_32_clipped(self, endian: Endian, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = [MaybeUninit::uninit(); 4 * 64];
        self.store_widened_32(endian, bytes, &mut all, 0);
        clip(&all, 4 * Self::LANES, dst);
    }
}

/// Copies the first `len` bytes of `all` to `dst`, or as many as there is room for.
#[inline(always)]
fn clip(all: &Output, len: usize, dst: &mut Output) {
    let len = len.min(dst.len());
    dst[..len].copy_from_slice(&all[..len]);
}

/// Bytes after its result that a compressing store may overwrite.
pub(crate) const SLACK: usize = 32;
