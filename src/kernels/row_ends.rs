//! Row offsets after a conversion of a text that consists of rows end to end.
//!
//! Several tests are applied to each unit of input. The number of tests that it passes is the
//! number of units of output that it becomes. Each test yields one bit per unit. For each block of
//! 64 units, we store a word of bits per test, and the number of bits that are set before the
//! block. So the offset of a row is computed from the words of one block, however long the rows
//! are:
//!
//! ```text
//! UTF-8 to UTF-16       a  c3 a9  b  f0 9f 98 80  c
//! no continuation byte  1   1  0  1   1  0  0  0  1
//! lead byte of four     0   0  0  0   1  0  0  0  0
//! a row begins here                               ^ after 6 bits
//! ```
//!
//! A test that every unit passes needs no word. In conversions from UTF-16 and Latin-1 to UTF-8,
//! the test for the first byte of output is such a test. The words also show whether a row begins
//! within a character. The second test only runs if some unit may pass it.
#![forbid(unsafe_code)]

use crate::encoding::endian::Endian;
use crate::memory::window;
use crate::simd::{Simd, UnitOps};

/// Units of a block.
const BLOCK: usize = 64;

/// Number of blocks whose words are kept at a time.
const WINDOW: usize = 32;

/// The result of a conversion of row ends.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RowEnds {
    /// The ends are unchanged because there is no kernel.
    #[default]
    Kept,
    /// An end is within a character. The ends are overwritten with unspecified values.
    Cut,
    /// Each end is replaced by the number of output units before it.
    Converted,
}

/// The words of several blocks.
struct Window {
    /// The units that pass the first test.
    first: [u64; WINDOW],
    /// The units that pass the second test.
    second: [u64; WINDOW],
    /// The positions where characters start.
    starts: [u64; WINDOW],
    /// The number of bits that are set before the block.
    before: [u32; WINDOW],
}

/// Returns block number `block` of `whole`, or `last` if `block` is after its end.
#[inline(always)]
fn nth<'a, const LEN: usize>(whole: &'a [u8], block: usize, last: &'a [u8; LEN]) -> &'a [u8; LEN] {
    if LEN * block < whole.len() {
        window(whole, LEN * block)
    } else {
        last
    }
}

/// The tests of a block of `LEN` bytes with units of `UNIT` bytes.
trait Words<S: Simd, const UNIT: usize, const LEN: usize> {
    /// Whether characters start at exactly the units that pass the first test.
    const FIRST_STARTS: bool;

    /// Returns the word of the first test, and the summary `seen` of several blocks with this block
    /// added. The summary of no blocks is zero.
    fn first(&self, simd: S, block: &[u8; LEN], seen: S::Bytes) -> (u64, S::Bytes);

    /// Returns whether the second test is needed: a unit in the summarised blocks may pass it, or
    /// may continue a character in a way that the first test does not show.
    fn has_second(&self, simd: S, seen: S::Bytes) -> bool;

    /// Returns the word of the second test, and the positions where characters start.
    fn second(&self, simd: S, block: &[u8; LEN]) -> [u64; 2];

    /// Replaces each of `ends` by the number of output units before it. `ends` must be ascending
    /// and at most the length of `src`. With `one_more`, each unit becomes one unit more than the
    /// number of tests passed.
    #[inline(always)]
    fn convert(&self, simd: S, src: &[u8], ends: &mut [u32], one_more: bool) -> RowEnds {
        let mut window = Window {
            first: [0; WINDOW],
            second: [0; WINDOW],
            starts: [0; WINDOW],
            before: [0; WINDOW],
        };
        let (mut whole, rest) = src.split_at(src.len() / LEN * LEN);
        let mut last = [0; LEN];
        last[..rest.len()].copy_from_slice(rest);
        let (mut done, mut limit, mut sum) = (0, 0, 0);
        loop {
            let count = WINDOW.min(whole.len() / LEN + 1);
            let mut seen = simd.splat(0);
            let mut block = 0;
            while block < count {
                let word;
                (word, seen) = self.first(simd, nth(whole, block, &last), seen);
                window.first[block] = word;
                window.before[block] = sum;
                sum += word.count_ones();
                block += 1;
            }
            limit += WINDOW * LEN;
            let below = limit.min(src.len() + 1) as u32;
            let is_boundary;
            (done, is_boundary) = if self.has_second(simd, seen) {
                let (mut more, mut block) = (0, 0);
                while block < count {
                    let [second, starts] = self.second(simd, nth(whole, block, &last));
                    window.second[block] = second;
                    window.starts[block] = starts;
                    window.before[block] += more;
                    more += second.count_ones();
                    block += 1;
                }
                sum += more;
                self.convert_window::<true>(&window, ends, done, below, one_more)
            } else {
                self.convert_window::<false>(&window, ends, done, below, one_more)
            };
            if !is_boundary {
                return RowEnds::Cut;
            }
            if count > whole.len() / LEN {
                return RowEnds::Converted;
            }
            whole = &whole[LEN * count..];
        }
    }

    /// Replaces the `ends` from `done` on that are below `limit`, in the blocks of `window`, by the
    /// number of output units before them. Returns the index of the first end that is not replaced,
    /// and whether a character starts at each replaced end.
    #[inline(always)]
    fn convert_window<const SECOND: bool>(
        &self,
        window: &Window,
        ends: &mut [u32],
        done: usize,
        limit: u32,
        one_more: bool,
    ) -> (usize, bool) {
        // With `one_more` and `FIRST_STARTS`, every unit is a character, so every unit starts one.
        let sign = u64::from(one_more) << 63;
        let each = if one_more { u32::MAX } else { 0 };
        let (mut all, mut odd) = (1 << 63, 0);
        let mut row = done;
        while row < ends.len() && ends[row] < limit {
            let end = ends[row] as usize;
            let unit = end / UNIT;
            let block = unit / BLOCK % WINDOW;
            // The word shifted so that the bit of this unit is the highest.
            let up_to = |word: u64| word << (!unit % BLOCK);
            let first = up_to(window.first[block]);
            let mut sum = window.before[block].wrapping_add(unit as u32 & each);
            sum += (first << 1).count_ones();
            if SECOND {
                sum += (up_to(window.second[block]) << 1).count_ones();
            }
            if Self::FIRST_STARTS {
                all &= first | sign;
            } else if SECOND {
                all &= up_to(window.starts[block]);
            }
            odd |= end % UNIT;
            ends[row] = sum;
            row += 1;
        }
        (row, all != 0 && odd == 0)
    }
}

/// Conversion of bytes, with the `tests` of [`of_bytes`].
struct Bytes([u8; 16]);

/// Bit of [`of_bytes`]'s `tests`: a byte passes the first test.
pub(crate) const FIRST: u8 = 0x80;

/// Bits of [`of_bytes`]'s `tests`: a byte passes both tests.
pub(crate) const BOTH: u8 = 0xC0;

impl<S: Simd> Words<S, 1, BLOCK> for Bytes {
    const FIRST_STARTS: bool = true;

    #[inline(always)]
    fn first(&self, simd: S, block: &[u8; BLOCK], mut seen: S::Bytes) -> (u64, S::Bytes) {
        let (mut word, mut at) = (0, 0);
        while at < BLOCK {
            let tests = self.tests(simd, block, at);
            seen = seen | tests;
            word |= simd.bits(simd.non_ascii(tests)) << at;
            at += S::LANES;
        }
        (word, seen)
    }

    #[inline(always)]
    fn has_second(&self, simd: S, seen: S::Bytes) -> bool {
        !simd.is_ascii(simd.add(seen, seen))
    }

    #[inline(always)]
    fn second(&self, simd: S, block: &[u8; BLOCK]) -> [u64; 2] {
        let (mut word, mut at) = (0, 0);
        while at < BLOCK {
            let tests = self.tests(simd, block, at);
            word |= simd.bits(simd.non_ascii(simd.add(tests, tests))) << at;
            at += S::LANES;
        }
        [word, u64::MAX]
    }
}

impl Bytes {
    #[inline(always)]
    fn tests<S: Simd>(&self, simd: S, block: &[u8; BLOCK], at: usize) -> S::Bytes {
        simd.lookup(self.0, simd.shift_right::<4>(simd.load(block, at)))
    }
}

/// Replaces `ends` for a conversion of bytes. `tests` contains the tests that a byte passes, by its
/// upper four bits. With `one_more`, each byte becomes one unit more than the number of tests
/// passed.
#[inline(always)]
pub(crate) fn of_bytes<S: Simd>(
    simd: S,
    src: &[u8],
    ends: &mut [u32],
    tests: [u8; 16],
    one_more: bool,
) -> RowEnds {
    Bytes(tests).convert(simd, src, ends, one_more)
}

/// Conversion of units of UTF-16.
struct Units16<S: Simd> {
    to_native: S::Bytes,
}

impl<S: UnitOps> Words<S, 2, { 2 * BLOCK }> for Units16<S> {
    const FIRST_STARTS: bool = false;

    #[inline(always)]
    fn first(&self, simd: S, block: &[u8; 2 * BLOCK], mut seen: S::Bytes) -> (u64, S::Bytes) {
        let (mut word, mut at) = (0, 0);
        while at < 2 * BLOCK {
            let [a, b] = self.units(simd, block, at);
            seen = seen | a | b;
            word |=
                simd.bits_16([simd.at_least_16(0x80, a), simd.at_least_16(0x80, b)]) << (at / 2);
            at += 2 * S::LANES;
        }
        (word, seen)
    }

    #[inline(always)]
    fn has_second(&self, simd: S, seen: S::Bytes) -> bool {
        simd.any_16(simd.at_least_16(0x800, seen))
    }

    #[inline(always)]
    fn second(&self, simd: S, block: &[u8; 2 * BLOCK]) -> [u64; 2] {
        let (surrogate, low) = (simd.splat_16(0xD800), simd.splat_16(0xDC00));
        let (mut second, mut starts) = (0, 0);
        let mut at = 0;
        while at < 2 * BLOCK {
            let [a, b] = self.units(simd, block, at);
            let from_800 = [simd.at_least_16(0x800, a), simd.at_least_16(0x800, b)];
            let no_surrogate = [
                simd.at_least_16(0x800, a ^ surrogate),
                simd.at_least_16(0x800, b ^ surrogate),
            ];
            let no_low = [
                simd.at_least_16(0x400, a ^ low),
                simd.at_least_16(0x400, b ^ low),
            ];
            second |= simd.bits_16([from_800[0] & no_surrogate[0], from_800[1] & no_surrogate[1]])
                << (at / 2);
            starts |= simd.bits_16(no_low) << (at / 2);
            at += 2 * S::LANES;
        }
        [second, starts]
    }
}

impl<S: UnitOps> Units16<S> {
    #[inline(always)]
    fn units(&self, simd: S, block: &[u8; 2 * BLOCK], at: usize) -> [S::Bytes; 2] {
        [
            simd.shuffle_bytes(simd.load(block, at), self.to_native),
            simd.shuffle_bytes(simd.load(block, at + S::LANES), self.to_native),
        ]
    }
}

/// Replaces `ends` for a conversion of UTF-16 to UTF-8. A unit becomes one byte, one more from 80
/// on, and one more from 800 on, except that surrogates become two bytes.
#[inline(always)]
pub(crate) fn utf8_of_utf16<S: UnitOps>(
    simd: S,
    src: &[u8],
    ends: &mut [u32],
    from: Endian,
) -> RowEnds {
    let to_native = simd.to_native_16(from);
    Units16 { to_native }.convert(simd, src, ends, true)
}
