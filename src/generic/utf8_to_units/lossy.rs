//! Conversion of malformed UTF-8 with replacement, in blocks of 64 bytes at fixed distances, however much of it is malformed.
//!
//! Each maximal subpart of a character that is not whole, and each other byte that belongs to no character, becomes a
//! replacement character (Unicode Standard, section 3.9, *U+FFFD Substitution of Maximal Subparts*; the WHATWG Encoding
//! Standard's decoder does the same). Where such a part begins and ends, the three bytes before a byte tell: a byte goes on
//! with a part if it is
//!
//! ```text
//! second    11______ 10______   and the lookups of `utf8.rs` find nothing wrong with the pair
//! third     1110____ or 1111____, a second byte, 10______
//! fourth    1111____, a second byte, a third byte, 10______
//! ```
//!
//! and begins one if not. So there is no walk from part to part, and no branch for a fault: as in the main loop, each
//! position makes what ends there, a character or its replacement. What is asked for a block is whether all its parts
//! are single bytes, which needs no lookups and no compressing, and whether there are characters of four bytes.
//!
//! What was tried and lost (Zen 5, 3 MB with a malformed sequence before one character of a hundred):
//!
//! - blocks without a fault by the main loop as soon as there is one, or after two or four: half as fast, or a fifth slower,
//!   since each of these changes is a wrong guess and a chunk converted in vain;
//! - masks of vectors in the place of bits: half as fast with SSE4.1, a sixth slower with AVX2;
//! - a look at eight blocks before they are written: AVX-512 and ASCII a fifth slower, with AVX2 a tenth faster elsewhere;
//! - a look for single bytes only where a part does not go on from before: a guess for each block, Russian a third slower;
//! - this loop inlined beside the main one: what that keeps in registers is loaded again and again, strict conversion
//!   takes up to a third longer.

use super::super::block_loop::{BUFFER, copy};
use super::{Target, Window};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::is_continuation;
use crate::simd::{SLACK, Simd, Task};
use core::mem::{self, MaybeUninit};
use core::ops::ControlFlow;

/// Bytes of a block.
const BLOCK: usize = 64;

/// Bytes before a block that have to be known.
const BEFORE: usize = 3;

/// A block and what stands around it.
const AROUND: usize = BEFORE + BLOCK + 1;

/// Blocks without a fault after which it is left to the main loop to find the next one. That takes half as long for a block; to
/// come back from there takes as long as some blocks.
const QUIET: u32 = 12;

/// What is known before a block.
#[derive(Clone, Copy)]
struct Before {
    /// Whether the first byte goes on with a part, as the byte of it with this number.
    second: u64,
    third: u64,
    fourth: u64,
}

impl Before {
    /// What is known where a part begins.
    const PART: Self = Before {
        second: 0,
        third: 0,
        fourth: 0,
    };

    /// Whether the first byte goes on with a part.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.second | self.third | self.fourth != 0
    }
}

/// A bit for each byte after a position of the block that is not ASCII.
#[inline(always)]
fn non_ascii<S: Simd>(simd: S, part: &[u8; AROUND]) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < BLOCK {
        let mask = simd.non_ascii(simd.load(part, BEFORE + 1 + at));
        bits |= simd.bits(mask) << at;
        at += S::LANES;
    }
    bits
}

/// A bit for each that is a continuation byte.
#[inline(always)]
fn continuation<S: Simd>(simd: S, part: &[u8; AROUND]) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < BLOCK {
        let mask = simd.continuation(simd.load(part, BEFORE + 1 + at));
        bits |= simd.bits(mask) << at;
        at += S::LANES;
    }
    bits
}

/// A bit for each that is wrong after the one before it.
#[inline(always)]
fn wrong_pairs<S: Simd>(simd: S, part: &[u8; AROUND]) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < BLOCK {
        let (last, next) = (
            simd.load(part, BEFORE + at),
            simd.load(part, BEFORE + 1 + at),
        );
        bits |= simd.bits(simd.at_least(1, simd.pair_errors(last, next))) << at;
        at += S::LANES;
    }
    bits
}

/// A bit for each position of the block that is `back` places after a byte of `limit` or more.
#[inline(always)]
fn at_least<S: Simd>(simd: S, part: &[u8; AROUND], limit: u8, back: usize) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < BLOCK {
        let mask = simd.at_least(limit, simd.load(part, BEFORE + at - back));
        bits |= simd.bits(mask) << at;
        at += S::LANES;
    }
    bits
}

/// Conversion of `src` from `to.read` on. ([`convert`])
pub(crate) struct Replacing<'a, T> {
    pub(crate) src: &'a [u8],
    pub(crate) dst: &'a mut Output,
    pub(crate) to: Progress,
    pub(crate) target: T,
}

impl<S: Simd, T: Target<S>> Task<S> for Replacing<'_, T> {
    type Output = ControlFlow<Progress, Progress>;

    #[inline(always)]
    fn endian(&self) -> Endian {
        self.target.endian()
    }

    #[inline(always)]
    fn run(self, simd: S, endian: Endian) -> Self::Output {
        let target = self.target.in_order(endian);
        convert::<S, T>(simd, target, self.src, self.dst, self.to)
    }
}

/// Converts `src` from `to.read` on, where a part begins, with replacement: until there has been no fault for a while, which
/// may be inside a character that the main loop goes on with. Breaks at the end of the text, or, at the boundary of a
/// part, where there is not enough room.
#[inline(always)]
fn convert<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mut to: Progress,
) -> ControlFlow<Progress, Progress> {
    let max_output = T::UNIT * BLOCK + SLACK;
    let mut before = Before::PART;
    let mut quiet = 0;
    loop {
        let goes_on = before.goes_on();
        // Where the text or the room begins or ends, a block is copied.
        let mut edge = [0; AROUND];
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let around = src.get(to.read.wrapping_sub(BEFORE)..).unwrap_or(&[]);
        let inside = around.len() >= AROUND && dst.len() - to.written >= max_output;
        let (mut rest, mut out) = if inside {
            (around, &mut dst[to.written..])
        } else {
            let from = to.read.saturating_sub(BEFORE);
            let near = &src[from..src.len().min(to.read + BLOCK + 1)];
            edge[BEFORE - (to.read - from)..][..near.len()].copy_from_slice(near);
            (&edge[..], &mut buffer[..max_output])
        };
        let all = (rest.len(), out.len());
        while let Some(part) = rest.first_chunk::<AROUND>()
            && out.len() >= max_output
            && quiet < QUIET
        {
            let (written, faulty) = convert_block::<S, T>(simd, target, part, &mut before, out);
            quiet = if faulty { 0 } else { quiet + 1 };
            rest = &rest[BLOCK..];
            out = &mut mem::take(&mut out)[written..];
        }
        let mut step = Progress {
            read: all.0 - rest.len(),
            written: all.1 - out.len(),
        };
        if !inside {
            // Zeros after the end are characters, too.
            let len = BLOCK.min(src.len() - to.read);
            step.read = len;
            step.written -= T::UNIT * (BLOCK - len);
            let Some(out) = dst[to.written..].get_mut(..step.written) else {
                if goes_on {
                    let start = to.read;
                    to.read -= 1;
                    while is_continuation(src[to.read]) {
                        to.read -= 1;
                    }
                    to.written -= T::written_of_unfinished(start - to.read);
                }
                return ControlFlow::Break(to);
            };
            copy(&buffer, out);
        }
        to += step;
        if to.read == src.len() {
            return ControlFlow::Break(to);
        }
        if quiet == QUIET {
            return ControlFlow::Continue(to);
        }
    }
}

/// Converts a block, given what is known of what stands before it, which becomes what is known before the next. Returns the
/// bytes that count, and whether there is a fault in it or right after it.
#[inline(always)]
fn convert_block<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    part: &[u8; AROUND],
    before: &mut Before,
    out: &mut Output,
) -> (usize, bool) {
    // Of the bytes after the positions.
    let non_ascii = non_ascii(simd, part);
    let continuation = continuation(simd, part);
    // Of those at the positions.
    let is_non_ascii = non_ascii << 1 | u64::from(part[BEFORE] >= 0x80);
    let is_lead = (non_ascii & !continuation) << 1 | u64::from(part[BEFORE] >= 0xC0);
    if is_lead & continuation == 0 && !before.goes_on() {
        write_single::<S, T>(simd, target, part, out);
        return (T::UNIT * BLOCK, is_non_ascii | continuation != 0);
    }
    let second = continuation & !wrong_pairs(simd, part);
    let is_second = second << 1 | before.second;
    let of_three = at_least(simd, part, 0xE0, 1);
    let third = is_second & of_three & continuation;
    let is_third = third << 1 | before.third;
    let of_four = at_least(simd, part, 0xF0, 2);
    let fourth = is_third & of_four & continuation;
    let is_fourth = fourth << 1 | before.fourth;
    let goes_on = second | third | fourth;
    *before = Before {
        second: second >> 63,
        third: third >> 63,
        fourth: fourth >> 63,
    };
    let whole = !is_non_ascii | (is_second & !of_three) | (is_third & !of_four) | is_fourth;
    let block = Block {
        units: !goes_on | T::also(fourth),
        replaced: !(goes_on | whole),
        thirds: fourth,
        fourths: is_fourth,
    };
    let written = if fourth | is_fourth == 0 {
        write::<S, T, false>(simd, target, part, &block, out)
    } else {
        write::<S, T, true>(simd, target, part, &block, out)
    };
    let faulty = block.replaced | (continuation & !goes_on);
    (written, faulty != 0)
}

/// What becomes of a block, a bit for each position.
struct Block {
    /// Where units end.
    units: u64,
    /// Where replacements do.
    replaced: u64,
    /// The third bytes of whole characters of four.
    thirds: u64,
    /// Their fourth bytes.
    fourths: u64,
}

/// Writes a block; without `FOUR` no character in it has four bytes.
#[inline(always)]
fn write<S: Simd, T: Target<S>, const FOUR: bool>(
    simd: S,
    target: T,
    part: &[u8; AROUND],
    block: &Block,
    out: &mut Output,
) -> usize {
    let mut written = 0;
    let mut vector = 0;
    while vector < BLOCK {
        let window = Window::inside(simd, part, BEFORE + vector);
        let decoded = if FOUR {
            let thirds = simd.mask(block.thirds >> vector);
            let fourths = simd.mask(block.fourths >> vector);
            T::decode_four(simd, &window, thirds, fourths)
        } else {
            T::decode::<false>(simd, &window)
        };
        let decoded = T::replaced(simd, decoded, simd.mask(block.replaced >> vector));
        let units = block.units >> vector & (u64::MAX >> (64 - S::LANES));
        written += target.write::<false>(simd, decoded, units, &mut out[written..]);
        vector += S::LANES;
    }
    written
}

/// Writes a block in which each byte is a part: ASCII and faults.
#[inline(always)]
fn write_single<S: Simd, T: Target<S>>(simd: S, target: T, part: &[u8; AROUND], out: &mut Output) {
    let mut vector = 0;
    while vector < BLOCK {
        let bytes = simd.load(part, BEFORE + vector);
        let decoded = T::of_halves([bytes, simd.splat(0)]);
        let decoded = T::replaced(simd, decoded, simd.non_ascii(bytes));
        target.write_all(simd, decoded, out, T::UNIT * vector);
        vector += S::LANES;
    }
}
