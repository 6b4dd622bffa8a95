//! Conversion of malformed UTF-8 with replacement, in blocks of 64 bytes at fixed distances,
//! independent of the number of malformed sequences.
//!
//! Each maximal subpart of an incomplete sequence, and each other byte that belongs to no sequence,
//! becomes a replacement character (Unicode Standard, section 3.9, *U+FFFD Substitution of Maximal
//! Subparts*; the decoder of the WHATWG Encoding Standard does the same). The text consists of
//! *parts*: sequences, maximal subparts, and single malformed bytes. The three bytes before a byte
//! show whether it continues a part. It does in these positions:
//!
//! ```text
//! second byte    11______ 10______   and the lookups of `utf8_errors` allow the pair
//! third byte     1110____ or 1111____, a second byte, 10______
//! fourth byte    1111____, a second byte, a third byte, 10______
//! ```
//!
//! All other bytes begin a part. So there is no loop over parts, and no branch depends on an error.
//! As in the main loop, each position produces the unit that ends there: a character or its
//! replacement. A block has two branches. One tests whether all its parts are single bytes, which
//! need no lookups and no compressing. The other tests for four-byte sequences.
//!
//! This loop is a separate function. Inlined next to the main loop, it took registers from the
//! constants there, and strict conversion took up to a third longer. `docs/experiments.md` lists
//! other slower alternatives.

use super::{BEFORE, BLOCK, BLOCK_WINDOW, Shifted, Target};
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::kernels::block_loop::TAIL_BUFFER;
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::{SLACK, Task};
use core::mem;
use core::ops::ControlFlow;

/// Number of well-formed blocks after which the main loop takes over. The main loop needs half of
/// the time per block, but returning from it takes as long as several blocks.
const WELL_FORMED: u32 = 12;

/// The state between blocks.
#[derive(Clone, Copy)]
struct Carry {
    /// 1 if the first byte of the block continues a part as its second byte, 0 if not.
    second: u64,
    /// 1 if it continues a part as its third byte.
    third: u64,
    /// 1 if it continues a part as its fourth byte.
    fourth: u64,
}

impl Carry {
    /// The first byte of the block begins a part.
    const NONE: Self = Carry {
        second: 0,
        third: 0,
        fourth: 0,
    };

    /// Returns whether the first byte of the block continues a part.
    #[inline(always)]
    fn continues(&self) -> bool {
        self.second | self.third | self.fourth != 0
    }
}

/// A test of a position of the block.
enum Test {
    /// The next byte is not ASCII.
    NextNonAscii,
    /// The next byte is a continuation byte.
    NextContinuation,
    /// The next byte is malformed after the current one.
    NextMalformed,
    /// The byte this number of positions before has at least this value.
    AtLeast(usize, u8),
}

/// Returns the positions of the block that pass a test, which is a constant after inlining.
#[inline(always)]
fn positions<S: DecodeUtf8>(simd: S, window: &[u8; BLOCK_WINDOW], test: Test) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < BLOCK {
        let next = simd.load(window, BEFORE + 1 + at);
        let mask = match test {
            Test::NextNonAscii => simd.non_ascii(next),
            Test::NextContinuation => simd.continuation(next),
            Test::NextMalformed => {
                let current = simd.load(window, BEFORE + at);
                simd.at_least(1, simd.pair_errors(current, next))
            }
            Test::AtLeast(back, limit) => {
                simd.at_least(limit, simd.load(window, BEFORE + at - back))
            }
        };
        bits |= simd.bits(mask) << at;
        at += S::LANES;
    }
    bits
}

/// The conversion of `src` from `progress.read` on: [`convert`].
pub(crate) struct Replacing<'a, T> {
    pub(crate) src: &'a [u8],
    pub(crate) dst: &'a mut Output,
    pub(crate) progress: Progress,
    pub(crate) target: T,
}

impl<S: DecodeUtf8, T: Target<S>> Task<S> for Replacing<'_, T> {
    type Output = ControlFlow<Progress, Progress>;

    #[inline(always)]
    fn endian(&self) -> Endian {
        self.target.endian()
    }

    #[inline(always)]
    fn run(self, simd: S, endian: Endian) -> Self::Output {
        let target = self.target.with_endian(endian);
        convert::<S, T>(simd, target, self.src, self.dst, self.progress)
    }
}

/// Converts `src` with replacement from `progress.read` on, where a part begins. Continues in the
/// main loop after several blocks without an error, possibly within a character. Breaks at the end
/// of the text, or between parts if `dst` is full.
#[inline(always)]
fn convert<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mut progress: Progress,
) -> ControlFlow<Progress, Progress> {
    let capacity = T::UNIT * BLOCK + SLACK;
    let mut carry = Carry::NONE;
    let mut well_formed = 0;
    loop {
        let continues = carry.continues();
        // At the start and the end of the text, and at the end of `dst`, a block is converted in
        // buffers.
        let mut edge = [0; BLOCK_WINDOW];
        let mut buffer = Buffer::<TAIL_BUFFER>::new();
        let around = src.get(progress.read.wrapping_sub(BEFORE)..).unwrap_or(&[]);
        let inside = around.len() >= BLOCK_WINDOW && dst.len() - progress.written >= capacity;
        let (mut rest, mut out) = if inside {
            (around, &mut dst[progress.written..])
        } else {
            let from = progress.read.saturating_sub(BEFORE);
            let near = &src[from..src.len().min(progress.read + BLOCK + 1)];
            edge[BEFORE - (progress.read - from)..][..near.len()].copy_from_slice(near);
            (&edge[..], Output::from_init(buffer.first(capacity)))
        };
        let all = (rest.len(), out.len());
        while let Some(window) = rest.first_chunk::<BLOCK_WINDOW>() {
            if out.len() < capacity || well_formed == WELL_FORMED {
                break;
            }
            let (written, has_error) = convert_block::<S, T>(simd, target, window, &mut carry, out);
            well_formed = if has_error { 0 } else { well_formed + 1 };
            rest = &rest[BLOCK..];
            out = &mut mem::take(&mut out)[written..];
        }
        let mut step = Progress {
            read: all.0 - rest.len(),
            written: all.1 - out.len(),
        };
        if !inside {
            // The zeros after the text were also converted, to one unit each.
            let len = BLOCK.min(src.len() - progress.read);
            step.read = len;
            step.written -= T::UNIT * (BLOCK - len);
            let Some(out) = dst[progress.written..].get_mut(..step.written) else {
                // Move back to the start of the part that the block before has left incomplete.
                if continues {
                    let start = progress.read;
                    progress.read -= 1;
                    while is_continuation(src[progress.read]) {
                        progress.read -= 1;
                    }
                    progress.written -= T::written_of_incomplete(start - progress.read);
                }
                return ControlFlow::Break(progress);
            };
            out.fill_from(buffer.first(capacity));
        }
        progress += step;
        if progress.read == src.len() {
            return ControlFlow::Break(progress);
        }
        if well_formed == WELL_FORMED {
            return ControlFlow::Continue(progress);
        }
    }
}

/// Converts a block. Returns the number of bytes that count, and whether the block or the byte
/// after it has an error.
#[inline(always)]
fn convert_block<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    window: &[u8; BLOCK_WINDOW],
    carry: &mut Carry,
    out: &mut Output,
) -> (usize, bool) {
    // These bits describe the byte after each position.
    let non_ascii = positions(simd, window, Test::NextNonAscii);
    let continuation = positions(simd, window, Test::NextContinuation);
    // These bits describe the byte at each position.
    let is_non_ascii = non_ascii << 1 | u64::from(window[BEFORE] >= 0x80);
    let is_lead = (non_ascii & !continuation) << 1 | u64::from(window[BEFORE] >= 0xC0);
    if is_lead & continuation == 0 && !carry.continues() {
        write_single::<S, T>(simd, target, window, out);
        return (T::UNIT * BLOCK, is_non_ascii | continuation != 0);
    }
    let second = continuation & !positions(simd, window, Test::NextMalformed);
    let is_second = second << 1 | carry.second;
    let of_three = positions(simd, window, Test::AtLeast(1, 0xE0));
    let third = is_second & of_three & continuation;
    let is_third = third << 1 | carry.third;
    let of_four = positions(simd, window, Test::AtLeast(2, 0xF0));
    let fourth = is_third & of_four & continuation;
    let is_fourth = fourth << 1 | carry.fourth;
    let continues = second | third | fourth;
    *carry = Carry {
        second: second >> 63,
        third: third >> 63,
        fourth: fourth >> 63,
    };
    let complete = !is_non_ascii | (is_second & !of_three) | (is_third & !of_four) | is_fourth;
    let bits = BlockBits {
        units: !continues | T::ends_at_thirds(fourth),
        replaced: !(continues | complete),
        thirds: fourth,
        fourths: is_fourth,
    };
    let written = if fourth | is_fourth == 0 {
        write::<S, T, false>(simd, target, window, &bits, out)
    } else {
        write::<S, T, true>(simd, target, window, &bits, out)
    };
    let has_error = bits.replaced | (continuation & !continues);
    (written, has_error != 0)
}

/// How to write a block. Each mask has one bit for each position.
struct BlockBits {
    /// The positions where units end.
    units: u64,
    /// The positions where the unit is a replacement character.
    replaced: u64,
    /// The third bytes of complete four-byte sequences.
    thirds: u64,
    /// The fourth bytes of complete four-byte sequences.
    fourths: u64,
}

/// Writes a block. Without `FOUR` it must not have four-byte sequences.
#[inline(always)]
fn write<S: DecodeUtf8, T: Target<S>, const FOUR: bool>(
    simd: S,
    target: T,
    window: &[u8; BLOCK_WINDOW],
    bits: &BlockBits,
    out: &mut Output,
) -> usize {
    let mut written = 0;
    let mut vector = 0;
    while vector < BLOCK {
        let shifted = Shifted::inside(simd, window, BEFORE + vector);
        let decoded = if FOUR {
            let thirds = simd.mask(bits.thirds >> vector);
            let fourths = simd.mask(bits.fourths >> vector);
            T::decode_four_byte(simd, &shifted, thirds, fourths)
        } else {
            T::decode::<false>(simd, &shifted)
        };
        let decoded = T::replaced(simd, decoded, simd.mask(bits.replaced >> vector));
        let units = bits.units >> vector & (u64::MAX >> (64 - S::LANES));
        written += target.write::<false>(simd, decoded, units, &mut out[written..]);
        vector += S::LANES;
    }
    written
}

/// Writes a block in which each part is a single byte: ASCII or a malformed byte.
#[inline(always)]
fn write_single<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    window: &[u8; BLOCK_WINDOW],
    out: &mut Output,
) {
    let mut vector = 0;
    while vector < BLOCK {
        let bytes = simd.load(window, BEFORE + vector);
        let decoded = T::from_low_high([bytes, simd.splat(0)]);
        let decoded = T::replaced(simd, decoded, simd.non_ascii(bytes));
        target.write_all(simd, decoded, out, T::UNIT * vector);
        vector += S::LANES;
    }
}
