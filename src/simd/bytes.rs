//! The operations on vectors of bytes ([`Simd`]), and calls of separately compiled parts of an
//! algorithm ([`Task`], [`Outlined`]).
//!
//! Only functions that have the CPU features enabled create a token. Vectors exist only where a
//! token exists, so every operation is safe to call. All operations are `#[inline(always)]`, so
//! they leave no calls in the machine code of an entry point or of the function of a task.
#![forbid(unsafe_code)]

use super::partial;
use super::task::{Outlined, Task};
use crate::memory::output::Output;
use crate::memory::window;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The operations of one instruction set on vectors of `LANES` bytes.
pub(crate) trait Simd: Copy {
    /// Runs a kernel in a separate function.
    fn outlined<K: Outlined<Self>>(
        self,
        src: &[u8],
        dst: &mut Output,
        parameters: K::Parameters,
    ) -> K::Output;

    /// Runs a rarely needed task in a separate function, so that the calling code keeps all
    /// registers.
    fn cold<T: Task<Self>>(self, task: T) -> T::Output;

    /// Runs a task, by default inline. Instruction sets that cannot otherwise keep its constants in
    /// registers compile a separate function for each byte order.
    #[inline(always)]
    fn run_by_endian<T: Task<Self>>(self, task: T) -> T::Output {
        let endian = task.endian();
        task.run(self, endian)
    }

    /// A vector of bytes.
    type Bytes: Copy
        + BitAnd<Output = Self::Bytes>
        + BitOr<Output = Self::Bytes>
        + BitXor<Output = Self::Bytes>;

    /// A boolean for each byte of a vector.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;

    /// The number of bytes in a vector: 16, 32 or 64.
    const LANES: usize;

    /// Whether loads, stores and compressing stores of part of a vector cost about the same as
    /// those of a whole vector.
    const CHEAP_MASKED_ACCESS: bool;

    /// The number of bytes of a 256-byte chunk to test first. If they decide the kind of the chunk,
    /// a branch skips the test of the other bytes. 0 if a misprediction of this branch costs more
    /// than the skipped test.
    const SAMPLE: usize = 0;

    /// Loads `LANES` bytes of `src` from `at` on.
    ///
    /// # Panics
    ///
    /// Panics if fewer bytes follow.
    fn load(self, src: &[u8], at: usize) -> Self::Bytes;

    /// Loads four vectors of `src` from `at` on. Checks bounds only once.
    ///
    /// # Panics
    ///
    /// Panics if fewer bytes follow.
    #[inline(always)]
    fn load_four(self, src: &[u8], at: usize) -> [Self::Bytes; 4] {
        let four = &src[at..][..const { 4 * Self::LANES }];
        [
            self.load(four, 0),
            self.load(four, Self::LANES),
            self.load(four, 2 * Self::LANES),
            self.load(four, 3 * Self::LANES),
        ]
    }

    /// Loads the first bytes of `src`, at most `LANES`, followed by zeros.
    fn load_partial(self, src: &[u8]) -> Self::Bytes;

    /// Loads the bytes of `src`, at most `2 * LANES`, followed by zeros. If masked access is cheap,
    /// there is no branch on the length, which may be unpredictable.
    ///
    /// # Panics
    ///
    /// May panic if `src` is longer.
    #[inline(always)]
    fn load_two(self, src: &[u8]) -> [Self::Bytes; 2] {
        if src.len() <= Self::LANES {
            return [self.load_partial(src), self.splat(0)];
        }
        [self.load(src, 0), self.load_partial(&src[Self::LANES..])]
    }

    /// Loads five vectors: at `at - 3`, `at - 2`, `at - 1`, `at` and `at + 1`. `at` is a multiple
    /// of `LANES` inside `src`. Bytes outside `src` are zero.
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

    /// Writes a vector to `dst` from `at` on.
    ///
    /// # Panics
    ///
    /// Panics if the vector does not fit.
    fn store(self, bytes: Self::Bytes, dst: &mut Output, at: usize);

    /// Writes the part of a vector that fits into `dst` from `at` on. The default is for vectors of
    /// 16 bytes.
    #[inline(always)]
    fn store_clipped(self, bytes: Self::Bytes, dst: &mut Output, at: usize) {
        partial::store_clipped(self, bytes, dst, at);
    }

    /// Calls [`store_clipped`](Simd::store_clipped) if `CLIPPED`, otherwise [`store`](Simd::store).
    #[inline(always)]
    fn store_or_clip<const CLIPPED: bool>(self, bytes: Self::Bytes, dst: &mut Output, at: usize) {
        if CLIPPED {
            self.store_clipped(bytes, dst, at);
        } else {
            self.store(bytes, dst, at);
        }
    }

    /// Returns a vector with `byte` in every lane.
    fn splat(self, byte: u8) -> Self::Bytes;

    /// Shifts each byte right by `N` bits.
    fn shift_right<const N: u32>(self, bytes: Self::Bytes) -> Self::Bytes;

    /// Shifts each byte left by `N` bits.
    fn shift_left<const N: u32>(self, bytes: Self::Bytes) -> Self::Bytes;

    /// Adds bytes, modulo 256.
    fn add(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Subtracts bytes. Negative differences become 0.
    fn saturating_sub(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Returns the lesser byte of each pair.
    fn min(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Returns the greater byte of each pair.
    fn max(self, left: Self::Bytes, right: Self::Bytes) -> Self::Bytes;

    /// Returns a vector with `bytes` in each group of 16 bytes.
    fn repeat(self, bytes: [u8; 16]) -> Self::Bytes;

    /// Returns `table[i]` for each byte `i` of `indices`. All indices must be below 16.
    #[inline(always)]
    fn lookup(self, table: [u8; 16], indices: Self::Bytes) -> Self::Bytes {
        self.shuffle_bytes(self.repeat(table), indices)
    }

    /// Replaces each byte `i` by byte `order[i]` of the same group of 16 bytes. Indices from 0x80
    /// on become zero, and other indices must be below 16.
    fn shuffle_bytes(self, bytes: Self::Bytes, order: Self::Bytes) -> Self::Bytes;

    /// Returns `table[i & 0x7F]` for each byte `i` of `bytes` and each of the two tables. The
    /// result for a byte below 0x80 is unspecified.
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

    /// Moves the bytes `N` lanes (1 to 3) towards the end. The first `N` lanes become the last `N`
    /// bytes of `before`.
    fn shift_in<const N: usize>(self, before: Self::Bytes, bytes: Self::Bytes) -> Self::Bytes;

    /// Moves the bytes `N` lanes (1 to 3) towards the end. The first `N` lanes become zero.
    #[inline(always)]
    fn shift_in_zeros<const N: usize>(self, bytes: Self::Bytes) -> Self::Bytes {
        self.shift_in::<N>(self.splat(0), bytes)
    }

    /// Returns the greatest byte.
    fn greatest(self, bytes: Self::Bytes) -> u8;

    /// Returns whether all bytes are below 0x80.
    fn is_ascii(self, bytes: Self::Bytes) -> bool;

    /// Returns whether all bytes are zero.
    fn is_zero(self, bytes: Self::Bytes) -> bool;

    /// Returns the mask of bytes that are 0x80 or more.
    fn non_ascii(self, bytes: Self::Bytes) -> Self::Mask;

    /// Returns the mask of UTF-8 continuation bytes, 80..BF.
    fn continuation(self, bytes: Self::Bytes) -> Self::Mask;

    /// Returns the mask of bytes that are `limit` or more.
    fn at_least(self, limit: u8, bytes: Self::Bytes) -> Self::Mask;

    /// Returns the bytes of `yes` where the mask is set, and those of `no` elsewhere.
    fn select(self, mask: Self::Mask, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;

    /// Returns the bytes where the mask is set, and zero elsewhere.
    fn keep(self, mask: Self::Mask, bytes: Self::Bytes) -> Self::Bytes;

    /// Returns the mask as bits. The lowest bit is for the first byte.
    fn bits(self, mask: Self::Mask) -> u64;

    /// Returns the index, in four vectors, of the first byte whose mask is set. At least one mask
    /// must have a set byte.
    #[inline(always)]
    fn first_of_four(self, masks: [Self::Mask; 4]) -> usize {
        let (mut offset, mut vector) = (0, 4);
        while vector > 0 {
            vector -= 1;
            let bits = self.bits(masks[vector]);
            if bits != 0 {
                offset = vector * Self::LANES + bits.trailing_zeros() as usize;
            }
        }
        offset
    }

    /// Returns the mask with these bits. The lowest bit is for the first byte. Bits after the last
    /// lane are ignored.
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

    /// Loads the first `N` bytes of `src`, then its last `N` bytes, followed by zeros. `N` is 1, 2,
    /// 4 or 8.
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

    /// Writes the first `N` bytes to the start of `dst`, and the next `N` bytes to its end. `N` is
    /// 1, 2, 4 or 8.
    #[inline(always)]
    fn store_ends<const N: usize>(self, bytes: Self::Bytes, dst: &mut Output) {
        let mut all = [0; 64];
        self.store(bytes, Output::from_init(&mut all), 0);
        let first: &[u8; N] = all.first_chunk().expect("half of a vector");
        let last: &[u8; N] = all[N..].first_chunk().expect("half of a vector");
        dst.write(0, *first);
        dst.write(dst.len() - N, *last);
    }

    /// Loads the bytes of `src` from `at` on, at most `LANES`, followed by zeros. If `src` has
    /// enough bytes before `at`, this may be cheaper than [`load_partial`](Simd::load_partial).
    #[inline(always)]
    fn load_end(self, src: &[u8], at: usize) -> Self::Bytes {
        if Self::LANES == 16 {
            return partial::load_end(self, src, at);
        }
        self.load_partial(&src[at..])
    }
}

/// Loads the first `N` bytes as a little-endian word. `N` is 1, 2, 4 or 8.
///
/// A loop over the bytes would compile to single-byte loads if the word is shifted afterwards.
#[inline(always)]
fn word<const N: usize>(src: &[u8]) -> u64 {
    match N {
        1 => src[0].into(),
        2 => u16::from_le_bytes(*src.first_chunk().expect("enough bytes")).into(),
        4 => u32::from_le_bytes(*src.first_chunk().expect("enough bytes")).into(),
        _ => u64::from_le_bytes(*src.first_chunk().expect("enough bytes")),
    }
}

/// Returns the first `len` bytes of `dst`, or all of `dst` if it is shorter.
#[inline(always)]
pub(crate) fn clip(dst: &mut Output, len: usize) -> &mut Output {
    let len = len.min(dst.len());
    &mut dst[..len]
}

/// Returns the number of bytes of `src` before the first aligned vector: whole units of `unit`
/// bytes.
///
/// Returns 0 for short text, and if no unit begins at an aligned address. Alignment pays in long
/// text because some CPUs take twice as long to load a vector that crosses a cache line.
#[inline(always)]
pub(crate) fn before_aligned<S: Simd>(src: &[u8], unit: usize) -> usize {
    const LONG: usize = 1 << 12;
    let before = src.as_ptr().addr().wrapping_neg() % S::LANES;
    if src.len() < LONG || before % unit != 0 {
        return 0;
    }
    before
}

/// The number of bytes after a whole vector that a compressing store may overwrite.
pub(crate) const SLACK: usize = 32;
