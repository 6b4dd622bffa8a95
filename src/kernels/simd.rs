//! The vocabulary of the vector algorithms: vectors of bytes ([`Simd`]), the same vectors seen as
//! units of 16 and 32 bits ([`Units`]), and functions for parts of an algorithm ([`Task`]).
//!
//! A type that implements [`Simd`] is the token of an instruction set: whoever has one may use its
//! instructions. The entry points make it, under the features that detection asks for, and vectors
//! come from tokens alone, so every operation is safe to call. All operations are
//! `#[inline(always)]`: an algorithm becomes one function of instructions, inside an entry point or
//! a function for a task.
//!
//! What only one kind of algorithm needs is in traits beside these, with bodies in terms of the
//! operations here where that is good enough: `StoreUnits`, `DecodeUtf8`, `EncodeUtf8` and `Count`
//! in `generic`.

pub(crate) use task::{Outlined, Task, outlined};

mod task;
pub(crate) mod units;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use units::Units;

use crate::buffer::memory::window;
use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The operations of one instruction set on vectors of `LANES` bytes.
pub(crate) trait Simd: Copy {
    /// Runs a conversion in a function of its own.
    fn outlined<C: Outlined<Self>>(
        self,
        src: &[u8],
        dst: &mut Output,
        parameters: C::Parameters,
    ) -> Progress;

    /// Runs a task that is seldom needed in a function of its own, so that the code around it keeps
    /// all registers for itself.
    fn cold<T: Task<Self>>(self, task: T) -> T::Output;

    /// Runs a task here, or in a function of its own for each byte order where only that keeps
    /// constants in registers.
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

    /// Whether loads, stores and compressing stores of part of a vector cost about what those of a
    /// whole one do.
    const PARTIAL_ACCESS: bool;

    /// Bytes of 256 that are looked at first, to be spared a look at the others by a branch that the
    /// CPU may not foresee. 0 where a wrong guess costs more.
    const SAMPLE: usize = 0;

    /// The `LANES` bytes of `src` from `at` on. Panics if they are not there.
    fn load(self, src: &[u8], at: usize) -> Self::Bytes;

    /// The first bytes of `src`, at most `LANES`, followed by zeros.
    fn load_partial(self, src: &[u8]) -> Self::Bytes;

    /// The bytes at each place of the vector at `at`, a multiple of `LANES` inside `src`, and at
    /// the places around it: those three, two and one before, its own, and those one after. Zeros
    /// stand for what is outside `src`.
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

    /// Writes a vector to `dst` from `at` on. Panics if it does not fit.
    fn store(self, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// Writes the part of a vector that fits into `dst` from `at` on.
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

    /// A vector with this byte in every place.
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

    /// `table[i & 0x7F]` for each byte `i` of `bytes`, all of which are 80 or more, in two tables.
    /// What becomes of other bytes is unspecified.
    #[inline(always)]
    fn lookup_128(self, tables: [&[u8; 128]; 2], bytes: Self::Bytes) -> [Self::Bytes; 2] {
        let indices = bytes & self.splat(0x0F);
        let [first, second] = tables;
        let mut found = [
            self.lookup(*window(first, 0), indices),
            self.lookup(*window(second, 0), indices),
        ];
        let mut part = 1;
        while part < 8 {
            let is_here = self.at_least(0x80 + 16 * part as u8, bytes);
            let here = [
                self.lookup(*window(first, 16 * part), indices),
                self.lookup(*window(second, 16 * part), indices),
            ];
            found = [
                self.select(is_here, here[0], found[0]),
                self.select(is_here, here[1], found[1]),
            ];
            part += 1;
        }
        found
    }

    /// The bytes moved `N` places (1 to 3) towards the end; the last `N` bytes of `before` come
    /// first.
    fn shift_in<const N: usize>(self, before: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes;

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

    /// Where bytes are `limit` or more.
    fn at_least(self, limit: u8, bytes: Self::Bytes) -> Self::Mask;

    /// The bytes of `yes` where the mask is set, those of `no` elsewhere.
    fn select(self, mask: Self::Mask, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// The bytes where the mask is set, zero elsewhere.
    fn keep(self, mask: Self::Mask, bytes: Self::Bytes) -> Self::Bytes;

    /// A bit for each byte, the first in the lowest.
    fn bits(self, mask: Self::Mask) -> u64;

    /// The place of the first byte of four vectors for which its mask is set; for one it is.
    #[inline(always)]
    fn first_of_four(self, masks: [Self::Mask; 4]) -> usize {
        let (mut place, mut vector) = (0, 4);
        while vector > 0 {
            vector -= 1;
            let bits = self.bits(masks[vector]);
            if bits != 0 {
                place = vector * Self::LANES + bits.trailing_zeros() as usize;
            }
        }
        place
    }

    /// The mask with these bits, the first byte's in the lowest. Bits after the last lane may be
    /// anything.
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

    /// Writes the bytes where `mask` has a bit, one after the other, to `dst`, which has [`SLACK`]
    /// bytes beyond a vector. Returns how many bytes count; what follows them may be overwritten.
    fn compress(self, bytes: Self::Bytes, mask: u64, dst: &mut Output) -> usize;

    /// [`compress`](Simd::compress) to a `dst` that may be shorter: what does not fit is not
    /// written.
    #[inline(always)]
    fn compress_clipped(self, bytes: Self::Bytes, mask: u64, dst: &mut Output) -> usize {
        if dst.len() >= Self::LANES + SLACK {
            return self.compress(bytes, mask, dst);
        }
        let mut all = Buffer::<{ 64 + SLACK }>::new();
        let all = all.first(Self::LANES + SLACK);
        let len = self.compress(bytes, mask, Output::from_init(all));
        clip(dst, len).fill_from(all);
        len
    }

    /// The first `N` bytes of `src`, 1, 2, 4 or 8, and the last `N` after them, followed by zeros.
    #[inline(always)]
    fn load_ends<const N: usize>(self, src: &[u8]) -> Self::Bytes {
        let (first, last) = (word::<N>(src), word::<N>(&src[src.len() - N..]));
        let words = if N == 8 {
            [first, last]
        } else {
            [first | last << (8 * N), 0]
        };
        let bytes = u128::from(words[0]) | u128::from(words[1]) << 64;
        self.load_partial(&bytes.to_le_bytes())
    }

    /// Writes the first `N` bytes, 1, 2, 4 or 8, to the beginning of `dst`, and the `N` after them
    /// to its end.
    #[inline(always)]
    fn store_ends<const N: usize>(self, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = [0; 64];
        self.store(bytes, Output::from_init(&mut all), 0);
        let first: &[u8; N] = all.first_chunk().expect("half of a vector");
        let last: &[u8; N] = all[N..].first_chunk().expect("half of a vector");
        dst.write(0, *first);
        dst.write(dst.len() - N, *last);
    }

    /// The bytes of `src` from `at` on, at most `LANES`, followed by zeros: cheaper than
    /// [`load_partial`](Simd::load_partial) where bytes stand before them.
    #[inline(always)]
    fn load_end(self, src: &[u8], at: usize) -> Self::Bytes {
        self.load_partial(&src[at..])
    }

    /// The lesser of each two bytes.
    fn min(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;
}

/// The first `N` bytes, 1, 2, 4 or 8, as a word. (Loaded as a whole: from a loop over bytes the
/// compiler makes single loads where the word is shifted.)
#[inline(always)]
fn word<const N: usize>(src: &[u8]) -> u64 {
    match N {
        1 => src[0].into(),
        2 => u16::from_le_bytes(*src.first_chunk().expect("enough bytes")).into(),
        4 => u32::from_le_bytes(*src.first_chunk().expect("enough bytes")).into(),
        _ => u64::from_le_bytes(*src.first_chunk().expect("enough bytes")),
    }
}

/// The first `len` bytes of `dst`, or all if there are fewer.
#[inline(always)]
pub(crate) fn clip(dst: &mut Output, len: usize) -> &mut Output {
    let len = len.min(dst.len());
    &mut dst[..len]
}

/// Bytes of `src` before the first vector that is aligned in memory, where it pays to begin there:
/// whole units of `unit` bytes, and 0 in a text that is not long. Some CPUs take twice as long to
/// load a vector that lies across two lines of the cache.
#[inline(always)]
pub(crate) fn before_aligned<S: Simd>(src: &[u8], unit: usize) -> usize {
    const LONG: usize = 1 << 12;
    let before = src.as_ptr().addr().wrapping_neg() % S::LANES;
    if src.len() < LONG || before % unit != 0 {
        return 0;
    }
    before
}

/// Bytes after its result that a compressing store may overwrite.
pub(crate) const SLACK: usize = 32;
