//! Where rows begin in the conversion of a text that they lie in end to end.
//!
//! A unit becomes as many units as it passes tests. Each test is a bit for each unit, and a block
//! of 64 units has a word of bits for each test, and the number of all bits before it. So where a
//! row begins follows from the words of one block, however long the rows are:
//!
//! ```text
//! UTF-8 to UTF-16       a  c3 a9  b  f0 9f 98 80  c
//! no continuation byte  1   1  0  1   1  0  0  0  1
//! lead byte of four     0   0  0  0   1  0  0  0  0
//! a row begins here                               ^ after 6 bits
//! ```
//!
//! What every unit passes needs no word: from UTF-16 and Latin-1 that is the first byte of UTF-8.
//! The words tell, too, whether a row begins inside a character. The second test is made only where
//! some unit may pass it.
#![forbid(unsafe_code)]

use crate::buffer::memory::window;
use crate::encoding::endian::Endian;
use crate::kernels::simd::{Simd, Units};

/// Units in a block.
const BLOCK: usize = 64;

/// Blocks whose words are kept at a time.
const WINDOW: usize = 32;

/// What became of the ends of rows.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum RowEnds {
    /// They are as they were: there is no kernel.
    #[default]
    Kept,
    /// One of them is inside a character, and they are no more what they were.
    Cut,
    /// Each is replaced by the units before it.
    Converted,
}

/// The words of some blocks.
struct Window {
    first: [u64; WINDOW],
    second: [u64; WINDOW],
    /// Where characters start.
    starts: [u64; WINDOW],
    before: [u32; WINDOW],
}

/// Block number `block` of `whole`, or `last` after them.
#[inline(always)]
fn nth<'a, const LEN: usize>(whole: &'a [u8], block: usize, last: &'a [u8; LEN]) -> &'a [u8; LEN] {
    if LEN * block < whole.len() {
        window(whole, LEN * block)
    } else {
        last
    }
}

/// What tells the words of a block of units of `UNIT` bytes, `LEN` bytes together.
trait Words<const UNIT: usize, const LEN: usize> {
    /// Whether characters start where the first test is passed.
    const FIRST_STARTS: bool;

    /// What was seen in some blocks.
    type Seen: Copy;

    /// Nothing.
    fn unseen(&self) -> Self::Seen;

    /// The word of the first test, and what is seen.
    fn first(&self, block: &[u8; LEN], seen: Self::Seen) -> (u64, Self::Seen);

    /// Whether a unit in the blocks that were seen may pass the second test, or start no character
    /// although the first test does not say it.
    fn has_second(&self, seen: Self::Seen) -> bool;

    /// The word of the second test, and where characters start.
    fn second(&self, block: &[u8; LEN]) -> [u64; 2];

    /// Replaces each of `ends`, which ascend up to the length of `src`, by the units of the
    /// conversion before it. With `one_more`, each unit becomes one besides what tests say.
    #[inline(always)]
    fn convert(&self, src: &[u8], ends: &mut [u32], one_more: bool) -> RowEnds {
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
            let mut seen = self.unseen();
            let mut block = 0;
            while block < count {
                let word;
                (word, seen) = self.first(nth(whole, block, &last), seen);
                window.first[block] = word;
                window.before[block] = sum;
                sum += word.count_ones();
                block += 1;
            }
            limit += WINDOW * LEN;
            let below = limit.min(src.len() + 1) as u32;
            let is_boundary;
            (done, is_boundary) = if self.has_second(seen) {
                let (mut more, mut block) = (0, 0);
                while block < count {
                    let [second, starts] = self.second(nth(whole, block, &last));
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

    /// Replaces those `ends` from `done` on that are below `limit`, in the blocks of `window`, by
    /// what is before them. Returns up to where they are replaced, and whether a character starts
    /// at each.
    #[inline(always)]
    fn convert_window<const SECOND: bool>(
        &self,
        window: &Window,
        ends: &mut [u32],
        done: usize,
        limit: u32,
        one_more: bool,
    ) -> (usize, bool) {
        // Where each unit is a character, all of them start one.
        let sign = u64::from(one_more) << 63;
        let each = if one_more { u32::MAX } else { 0 };
        let (mut all, mut odd) = (1 << 63, 0);
        let mut row = done;
        while row < ends.len() && ends[row] < limit {
            let end = ends[row] as usize;
            let unit = end / UNIT;
            let block = unit / BLOCK % WINDOW;
            // With the bit of this unit as the highest.
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

/// Bytes, and what each becomes by its upper four bits, see [`of_bytes`].
struct Bytes<S> {
    simd: S,
    tests: [u8; 16],
}

/// A byte passes the first test.
pub(crate) const FIRST: u8 = 0x80;

/// A byte passes both tests.
pub(crate) const BOTH: u8 = 0xC0;

impl<S: Simd> Words<1, BLOCK> for Bytes<S> {
    const FIRST_STARTS: bool = true;

    type Seen = S::Bytes;

    #[inline(always)]
    fn unseen(&self) -> S::Bytes {
        self.simd.splat(0)
    }

    #[inline(always)]
    fn first(&self, block: &[u8; BLOCK], mut seen: S::Bytes) -> (u64, S::Bytes) {
        let simd = self.simd;
        let (mut word, mut at) = (0, 0);
        while at < BLOCK {
            let tests = self.tests(block, at);
            seen = seen | tests;
            word |= simd.bits(simd.non_ascii(tests)) << at;
            at += S::LANES;
        }
        (word, seen)
    }

    #[inline(always)]
    fn has_second(&self, seen: S::Bytes) -> bool {
        !self.simd.is_ascii(self.simd.add(seen, seen))
    }

    #[inline(always)]
    fn second(&self, block: &[u8; BLOCK]) -> [u64; 2] {
        let simd = self.simd;
        let (mut word, mut at) = (0, 0);
        while at < BLOCK {
            let tests = self.tests(block, at);
            word |= simd.bits(simd.non_ascii(simd.add(tests, tests))) << at;
            at += S::LANES;
        }
        [word, u64::MAX]
    }
}

impl<S: Simd> Bytes<S> {
    #[inline(always)]
    fn tests(&self, block: &[u8; BLOCK], at: usize) -> S::Bytes {
        let simd = self.simd;
        simd.lookup(self.tests, simd.shift_right::<4>(simd.load(block, at)))
    }
}

/// Where rows begin in the conversion of bytes, of which `tests` says by their upper four bits
/// which tests they pass. With `one_more`, each becomes a unit besides.
#[inline(always)]
pub(crate) fn of_bytes<S: Simd>(
    simd: S,
    src: &[u8],
    ends: &mut [u32],
    tests: [u8; 16],
    one_more: bool,
) -> RowEnds {
    Bytes { simd, tests }.convert(src, ends, one_more)
}

/// Units of UTF-16.
struct Units16<S: Simd> {
    simd: S,
    to_native: S::Bytes,
}

impl<S: Units> Words<2, { 2 * BLOCK }> for Units16<S> {
    const FIRST_STARTS: bool = false;

    type Seen = S::Bytes;

    #[inline(always)]
    fn unseen(&self) -> S::Bytes {
        self.simd.splat(0)
    }

    #[inline(always)]
    fn first(&self, block: &[u8; 2 * BLOCK], mut seen: S::Bytes) -> (u64, S::Bytes) {
        let simd = self.simd;
        let (mut word, mut at) = (0, 0);
        while at < 2 * BLOCK {
            let [a, b] = self.units(block, at);
            seen = seen | a | b;
            word |=
                simd.bits_16([simd.at_least_16(0x80, a), simd.at_least_16(0x80, b)]) << (at / 2);
            at += 2 * S::LANES;
        }
        (word, seen)
    }

    #[inline(always)]
    fn has_second(&self, seen: S::Bytes) -> bool {
        self.simd.any_16(self.simd.at_least_16(0x800, seen))
    }

    #[inline(always)]
    fn second(&self, block: &[u8; 2 * BLOCK]) -> [u64; 2] {
        let simd = self.simd;
        let (surrogate, low) = (simd.splat_16(0xD800), simd.splat_16(0xDC00));
        let (mut second, mut starts) = (0, 0);
        let mut at = 0;
        while at < 2 * BLOCK {
            let [a, b] = self.units(block, at);
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

impl<S: Units> Units16<S> {
    #[inline(always)]
    fn units(&self, block: &[u8; 2 * BLOCK], at: usize) -> [S::Bytes; 2] {
        let simd = self.simd;
        [
            simd.shuffle_16s(simd.load(block, at), self.to_native),
            simd.shuffle_16s(simd.load(block, at + S::LANES), self.to_native),
        ]
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
) -> RowEnds {
    let to_native = simd.to_native_16(from);
    Units16 { simd, to_native }.convert(src, ends, true)
}
