//! Where rows begin in the conversion of a text that they lie in end to end.
//!
//! A unit becomes as many units as it passes tests. Each test is a bit for each unit, and a block of
//! 64 units has a word of bits for each test, and the number of all bits before it. So where a row
//! begins follows from the words of one block, however long the rows are:
//!
//! ```text
//! UTF-8 to UTF-16       a  c3 a9  b  f0 9f 98 80  c
//! no continuation byte  1   1  0  1   1  0  0  0  1
//! lead byte of four     0   0  0  0   1  0  0  0  0
//! a row begins here                               ^ after 6 bits
//! ```
#![forbid(unsafe_code)]

use crate::endian::Endian;
use crate::simd::{Simd, Units};

/// Units in a block.
const BLOCK: usize = 64;

/// Blocks whose words are kept at a time.
const WINDOW: usize = 32;

/// The words of some blocks, with `N` tests.
struct Window<const N: usize> {
    words: [[u64; N]; WINDOW],
    before: [u32; WINDOW],
}

impl<const N: usize> Window<N> {
    #[inline(always)]
    fn new() -> Self {
        Window {
            words: [[0; N]; WINDOW],
            before: [0; WINDOW],
        }
    }

    /// Puts a block in its place, after so many bits; returns how many bits it has.
    #[inline(always)]
    fn put(&mut self, block: usize, words: [u64; N], before: u32) -> u32 {
        self.words[block] = words;
        self.before[block] = before;
        let (mut sum, mut test) = (0, 0);
        while test < N {
            sum += words[test].count_ones();
            test += 1;
        }
        sum
    }

    /// The bits before a unit, which is in these blocks.
    #[inline(always)]
    fn before(&self, unit: usize) -> u32 {
        let block = unit / BLOCK % WINDOW;
        let low = (1 << (unit % BLOCK)) - 1;
        let mut sum = self.before[block];
        let mut test = 0;
        while test < N {
            sum += (self.words[block][test] & low).count_ones();
            test += 1;
        }
        sum
    }

    /// Replaces those `ends` from `done` on that are below `limit` by the bits before them; returns
    /// up to where they are replaced.
    #[inline(always)]
    fn place(&self, ends: &mut [u32], done: usize, unit: usize, limit: u32) -> usize {
        let mut place = done;
        while place < ends.len() && ends[place] < limit {
            ends[place] = self.before(ends[place] as usize / unit);
            place += 1;
        }
        place
    }
}

/// What tells the words of a block of units of `UNIT` bytes, `LEN` bytes together.
trait Words<const N: usize, const UNIT: usize, const LEN: usize> {
    fn words(&self, block: &[u8; LEN]) -> [u64; N];

    /// Replaces each of `ends`, which ascend up to the length of `src`, by the units of the
    /// conversion before it; returns how many that are.
    #[inline(always)]
    fn place_all(&self, src: &[u8], ends: &mut [u32]) -> usize {
        let mut window = Window::<N>::new();
        let (mut whole, rest) = src.as_chunks::<LEN>();
        let mut last = [0; LEN];
        last[..rest.len()].copy_from_slice(rest);
        let (mut done, mut limit, mut sum) = (0, 0, 0);
        loop {
            let count = WINDOW.min(whole.len() + 1);
            let mut block = 0;
            while block < count {
                let words = self.words(whole.get(block).unwrap_or(&last));
                sum += window.put(block, words, sum);
                block += 1;
            }
            limit += WINDOW * LEN;
            done = window.place(ends, done, UNIT, limit.min(src.len() + 1) as u32);
            if count > whole.len() {
                return done;
            }
            whole = &whole[count..];
        }
    }
}

/// Bytes, and what each becomes by its upper four bits: no unit, one ([`ONE`]) or two ([`TWO`]).
struct Bytes<S> {
    simd: S,
    units: [u8; 16],
}

/// A byte becomes a unit: the first bit.
pub(crate) const ONE: u8 = 0x80;

/// A byte becomes two units: the first two bits.
pub(crate) const TWO: u8 = 0xC0;

impl<S: Simd> Words<2, 1, BLOCK> for Bytes<S> {
    #[inline(always)]
    fn words(&self, block: &[u8; BLOCK]) -> [u64; 2] {
        let simd = self.simd;
        let mut words = [0; 2];
        let mut at = 0;
        while at < BLOCK {
            let bytes = simd.load(block, at);
            let units = simd.lookup(self.units, simd.shift_right::<4>(bytes));
            words[0] |= simd.bits(simd.non_ascii(units)) << at;
            words[1] |= simd.bits(simd.non_ascii(simd.add(units, units))) << at;
            at += S::LANES;
        }
        words
    }
}

/// Where rows begin in the conversion of bytes, of which `units` says by their upper four bits how
/// many units they become.
#[inline(always)]
pub(crate) fn of_bytes<S: Simd>(simd: S, src: &[u8], ends: &mut [u32], units: [u8; 16]) -> usize {
    Bytes { simd, units }.place_all(src, ends)
}

/// Units of UTF-16.
struct Units16<S: Simd> {
    simd: S,
    to_native: S::Bytes,
}

impl<S: Units> Words<3, 2, { 2 * BLOCK }> for Units16<S> {
    #[inline(always)]
    fn words(&self, block: &[u8; 2 * BLOCK]) -> [u64; 3] {
        let simd = self.simd;
        let surrogate = simd.splat_16(0xD800);
        let (mut from_80, mut from_800, mut no_surrogates) = (0, 0, 0);
        let mut at = 0;
        while at < 2 * BLOCK {
            let a = simd.shuffle_16s(simd.load(block, at), self.to_native);
            let b = simd.shuffle_16s(simd.load(block, at + S::LANES), self.to_native);
            let is_from_80 = [simd.at_least_16(0x80, a), simd.at_least_16(0x80, b)];
            let is_from_800 = [simd.at_least_16(0x800, a), simd.at_least_16(0x800, b)];
            let is_no_surrogate = [
                simd.at_least_16(0x800, a ^ surrogate),
                simd.at_least_16(0x800, b ^ surrogate),
            ];
            from_80 |= simd.bits_16(is_from_80) << (at / 2);
            from_800 |= simd.bits_16(is_from_800) << (at / 2);
            no_surrogates |= simd.bits_16(is_no_surrogate) << (at / 2);
            at += 2 * S::LANES;
        }
        [from_80, from_800, no_surrogates]
    }
}

/// Where rows begin in the conversion of UTF-16 to UTF-8: a unit becomes a byte, one more from 80
/// on, and one more from 800 on, but for surrogates, which become two.
#[inline(always)]
pub(crate) fn utf8_of_utf16<S: Units>(
    simd: S,
    src: &[u8],
    ends: &mut [u32],
    from: Endian,
) -> usize {
    let to_native = simd.to_native_16(from);
    Units16 { simd, to_native }.place_all(src, ends)
}
