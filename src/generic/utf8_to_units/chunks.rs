//! The main loop of x86: chunks of four blocks, each of one kind, that of its highest byte. There is one guess for a
//! chunk, of its kind, and next to none within it.
//!
//! Branches for single blocks are fast where a short text is read again and again, so that the CPU knows it by heart. Where
//! text is new, one that was guessed wrong takes as long as to convert a block. So the kind of the next chunk is known
//! before this one is converted: a wrong guess shows while there is still work to do.
//!
//! On AVX-512 the loop is a function of its own for each byte order ([`Simd::apart`]), so that next to all its constants are in
//! registers. With those of both orders, or of what goes before and after, most were loaded for each block: Russian, Chinese
//! and German took 10 to 40 % longer (Zen 5). Narrow vectors have too few registers for it to matter.

use super::super::utf8_errors::{Ranks, leads, two_byte_errors};
use super::four_byte_runs::{self, FourByteRuns};
use super::main_loop::{Block, Blocks, write_ascii};
use super::{BLOCK, Target, Window, decode, faults};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;
use crate::scheme::is_continuation;
use crate::simd::{SLACK, Simd, Task, Units};

/// Bytes of a chunk.
const CHUNK: usize = 4 * BLOCK;

/// Bytes before a chunk or a block that have to be known.
const BEFORE: usize = 3;

/// A chunk and what stands around it: a block of what is after.
const AROUND_CHUNK: usize = BEFORE + CHUNK + BLOCK;

/// A block and what stands around it.
const AROUND_BLOCK: usize = BEFORE + BLOCK + 1;

/// Bytes of the block or chunk that `n` bytes are around.
const fn len(n: usize) -> usize {
    if n == AROUND_BLOCK { BLOCK } else { CHUNK }
}

/// The block or chunk at `at` and what stands around it, if that is there.
#[inline(always)]
fn around<const N: usize>(src: &[u8], at: usize) -> Option<&[u8; N]> {
    src[at - BEFORE..].first_chunk()
}

/// The first block of what stands around a block or chunk.
#[inline(always)]
fn block<const N: usize>(part: &[u8; N]) -> &[u8; BLOCK] {
    part[BEFORE..].first_chunk().expect("a block")
}

/// The main loop.
pub(crate) struct Chunks;

impl<S: Units, T: FourByteRuns<S>> Blocks<S, T> for Chunks {
    #[inline(always)]
    fn convert(
        simd: S,
        target: T,
        src: &[u8],
        dst: &mut Output,
        to: &mut Progress,
        checked: bool,
        replace: bool,
    ) -> Block {
        let faulty = convert_long::<S, T>(simd, target, src, dst, to, checked);
        if faulty && replace {
            return Block::Faulty;
        }
        // What is not a whole chunk, or has a fault or little room, is one of the next blocks.
        let Some(part) = around::<AROUND_BLOCK>(src, to.read) else {
            return Block::Converted;
        };
        let out = &mut dst[to.written..];
        if out.len() < T::UNIT * BLOCK + SLACK {
            return Block::Full;
        }
        let highest = highest_classes(simd, part);
        let written = if simd.is_ascii(highest) {
            convert_ascii::<S, T, AROUND_BLOCK>(simd, target, part, out)
        } else if simd.is_zero(simd.saturating_sub(highest, simd.splat(0xEF))) {
            convert_any::<S, T, false, AROUND_BLOCK>(simd, target, part, out, checked, 0)
        } else {
            convert_any::<S, T, true, AROUND_BLOCK>(simd, target, part, out, checked, 0)
        };
        let Some(written) = written else {
            return Block::Faulty;
        };
        *to += Progress {
            read: BLOCK,
            written,
        };
        Block::Converted
    }
}

/// Converts chunks and runs of characters of four bytes as far as they go. Returns whether a chunk that is malformed
/// ends that.
#[inline(always)]
fn convert_long<S: Units, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    checked: bool,
) -> bool {
    while around::<AROUND_CHUNK>(src, to.read).is_some() {
        let (end, faulty) = simd.by_endian(AllChunks {
            src,
            dst,
            to: *to,
            checked,
            target,
        });
        *to = end;
        if faulty || !T::HAS {
            return faulty;
        }
        let next = around::<AROUND_BLOCK>(src, to.read);
        if !next.is_some_and(|part| four_byte_runs::are_in(block(part))) {
            return false;
        }
        let run = simd.by_endian(four_byte_runs::Run {
            src,
            dst,
            to: *to,
            target,
        });
        let Some(end) = run else {
            return false;
        };
        *to = end;
    }
    false
}

/// All chunks from `to` on: how far they go, and whether the next one is malformed.
struct AllChunks<'a, T> {
    src: &'a [u8],
    dst: &'a mut Output,
    to: Progress,
    checked: bool,
    target: T,
}

impl<S: Units, T: FourByteRuns<S>> Task<S> for AllChunks<'_, T> {
    type Output = (Progress, bool);

    #[inline(always)]
    fn endian(&self) -> Endian {
        self.target.endian()
    }

    #[inline(always)]
    fn run(mut self, simd: S, endian: Endian) -> (Progress, bool) {
        let target = self.target.in_order(endian);
        let faulty =
            convert_chunks::<S, T>(simd, target, self.src, self.dst, &mut self.to, self.checked);
        (self.to, faulty)
    }
}

/// Converts chunks as long as they are well-formed, there is room, and no run of characters of four bytes begins. Returns
/// whether the next one is not well-formed.
#[inline(always)]
fn convert_chunks<S: Units, T: FourByteRuns<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    checked: bool,
) -> bool {
    let Some(mut part) = around::<AROUND_CHUNK>(src, to.read) else {
        return false;
    };
    let mut highest = simd.greatest(highest_classes(simd, part));
    // Units of each block of the last chunk.
    let mut likely = 0;
    loop {
        let next = around::<AROUND_CHUNK>(src, to.read + CHUNK);
        let highest_of_next = match next {
            Some(next) => simd.greatest(highest_classes(simd, next)),
            None => 0,
        };
        let out = &mut dst[to.written..];
        // Letters are written with up to a block of what is after them.
        if out.len() < T::UNIT * (CHUNK + BLOCK) + SLACK {
            return false;
        }
        let written = match highest {
            0..0x80 => convert_ascii::<S, T, AROUND_CHUNK>(simd, target, part, out),
            0x80..0xC2 if S::CLIPS => convert_latin1::<S, T>(simd, target, part, out),
            0x80..0xC2 => convert_sparse::<S, T>(simd, target, part, out),
            // Neither has Latin-1.
            _ if T::HIGHEST < 0xFF => None,
            0xC2..0xE0 => convert_short::<S, T>(simd, target, part, out),
            0xE0..0xF0 => {
                convert_any::<S, T, false, AROUND_CHUNK>(simd, target, part, out, checked, likely)
            }
            0xF0.. if T::HAS && four_byte_runs::are_in(block(part)) => return false,
            0xF0.. => convert_any::<S, T, true, AROUND_CHUNK>(simd, target, part, out, checked, 0),
        };
        let Some(written) = written else {
            return true;
        };
        likely = written.div_ceil(T::UNIT * CHUNK / BLOCK);
        *to += Progress {
            read: CHUNK,
            written,
        };
        let Some(next) = next else {
            return false;
        };
        (part, highest) = (next, highest_of_next);
        if highest < 0x80 {
            // Bytes are widened with fewer instructions where the byte order is known.
            if T::UNIT > 1 && target.endian() == Endian::Big {
                skip_ascii::<S, T>(simd, target.in_order(Endian::Big), src, dst, to);
            } else {
                skip_ascii::<S, T>(simd, target.in_order(Endian::Little), src, dst, to);
            }
            let Some(next) = around(src, to.read) else {
                return false;
            };
            (part, highest) = (next, simd.greatest(highest_classes(simd, next)));
        }
    }
}

/// Converts what is ASCII after ASCII, as many vectors at a time as registers hold between the look and the store.
#[inline(always)]
fn skip_ascii<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) {
    let step = Progress {
        read: 4 * S::LANES,
        written: T::UNIT * 4 * S::LANES,
    };
    let start = to.read;
    let parts = src[to.read..].chunks_exact(step.read);
    let outs = dst[to.written..].chunks_exact_mut(step.written);
    for (part, out) in parts.zip(outs) {
        let first = simd.load(part, 0);
        let second = simd.load(part, S::LANES);
        let third = simd.load(part, 2 * S::LANES);
        let fourth = simd.load(part, 3 * S::LANES);
        if !simd.is_ascii((first | second) | (third | fourth)) {
            break;
        }
        target.write_ascii(simd, first, out, 0);
        target.write_ascii(simd, second, out, T::UNIT * S::LANES);
        target.write_ascii(simd, third, out, T::UNIT * 2 * S::LANES);
        target.write_ascii(simd, fourth, out, T::UNIT * 3 * S::LANES);
        *to += step;
    }
    // The byte after was not looked at. Where it is wrong, the last step was too much.
    if to.read > start && src.get(to.read).is_some_and(|&byte| is_continuation(byte)) {
        to.read -= step.read;
        to.written -= step.written;
    }
}

/// The bytes of highest rank in a block or chunk and the three bytes before it.
///
/// [`Ranks`] of Latin-1 are all below C2.
#[inline(always)]
fn highest_classes<S: Simd, const N: usize>(simd: S, part: &[u8; N]) -> S::Bytes {
    Ranks::Latin1First.greatest(simd, part, 0, BEFORE..BEFORE + len(N))
}

/// Converts a block or chunk of ASCII. Like the others of its kind: returns the bytes written, if all is well-formed, and
/// so is the byte after.
#[inline(always)]
fn convert_ascii<S: Simd, T: Target<S>, const N: usize>(
    simd: S,
    target: T,
    part: &[u8; N],
    out: &mut Output,
) -> Option<usize> {
    write_ascii::<S, T>(simd, target, &part[BEFORE..], out, len(N));
    (!is_continuation(part[BEFORE + len(N)])).then_some(T::UNIT * len(N))
}

/// Converts a chunk whose characters are those of Latin-1, where to compress costs no more than to store.
#[inline(always)]
fn convert_latin1<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    part: &[u8; AROUND_CHUNK],
    out: &mut Output,
) -> Option<usize> {
    let mut errors = simd.splat(0);
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + CHUNK {
        let (first, last) = (simd.load(part, at - 1), simd.load(part, at));
        let leads = leads(simd, last);
        errors = errors | two_byte_errors(simd, leads, simd.load(part, at + 1));
        // C2 80 is 80, and C3 80 is C0.
        let upper = simd.at_least(0xC3, first);
        let low = simd.select(upper, simd.add(last, simd.splat(0x40)), last);
        let mask = simd.bits(!simd.non_ascii(leads));
        written += target.write_low(simd, low, mask, &mut out[written..]);
        at += S::LANES;
    }
    simd.is_ascii(errors).then_some(written)
}

/// Converts a chunk whose characters are those of Latin-1, where most are ASCII.
#[inline(always)]
fn convert_sparse<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    part: &[u8; AROUND_CHUNK],
    out: &mut Output,
) -> Option<usize> {
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + CHUNK {
        let mut errors = simd.splat(0);
        let mut non_ascii = 0;
        let mut vector = 0;
        while vector < BLOCK {
            let leads = leads(simd, simd.load(part, at + vector));
            errors = errors | two_byte_errors(simd, leads, simd.load(part, at + vector + 1));
            non_ascii |= simd.bits(simd.non_ascii(leads)) << vector;
            vector += S::LANES;
        }
        if !simd.is_ascii(errors) {
            return None;
        }
        written += write_sparse::<S, T>(simd, target, part, at, non_ascii, &mut out[written..]);
        at += BLOCK;
    }
    Some(written)
}

/// Writes the well-formed block at `at`, which is ASCII but for some `letters` of two bytes, given by their leads: a copy of
/// what follows each, as if no other did. Returns the bytes that count.
#[inline(always)]
fn write_sparse<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    part: &[u8; AROUND_CHUNK],
    at: usize,
    mut non_ascii: u64,
    out: &mut Output,
) -> usize {
    let end = at + BLOCK;
    let mut written = 0;
    let mut from = at;
    if is_continuation(part[at]) {
        from = at + 1;
        target.encode_basic(simd, character(part[at - 1], part[at]), out);
        written = T::UNIT;
    }
    write_ascii::<S, T>(simd, target, &part[from..], &mut out[written..], BLOCK);
    while non_ascii != 0 {
        let lead = at + non_ascii.trailing_zeros() as usize;
        non_ascii &= non_ascii - 1;
        written += T::UNIT * (lead - from);
        from = lead + 2;
        if from > end {
            return written;
        }
        target.encode_basic(
            simd,
            character(part[lead], part[lead + 1]),
            &mut out[written..],
        );
        written += T::UNIT;
        write_ascii::<S, T>(simd, target, &part[from..], &mut out[written..], BLOCK);
    }
    written + T::UNIT * (end - from)
}

/// The character of two bytes.
#[inline(always)]
fn character(lead: u8, last: u8) -> u16 {
    u16::from(lead & 0x1F) << 6 | u16::from(last & 0x3F)
}

/// Converts a chunk whose characters have one or two bytes.
#[inline(always)]
fn convert_short<S: Simd, T: Target<S>>(
    simd: S,
    target: T,
    part: &[u8; AROUND_CHUNK],
    out: &mut Output,
) -> Option<usize> {
    let mut errors = simd.splat(0);
    let mut highest = simd.splat(0);
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + CHUNK {
        let (first, last) = (simd.load(part, at - 1), simd.load(part, at));
        let leads = leads(simd, last);
        errors = errors | two_byte_errors(simd, leads, simd.load(part, at + 1));
        // Now C0 and C1 are the highest.
        highest = simd.max(highest, simd.add(last, simd.splat(0u8.wrapping_sub(0xC2))));
        let decoded = simd.bits_of_two(simd.continuation(last), first, last);
        let mask = simd.bits(!simd.non_ascii(leads));
        written += target.write_hinted(
            simd,
            T::of_halves(decoded),
            mask,
            BLOCK,
            &mut out[written..],
        );
        at += S::LANES;
    }
    let overlong = simd.saturating_sub(highest, simd.splat(0xFD));
    (simd.is_ascii(errors) && simd.is_zero(overlong)).then_some(written)
}

/// Converts any block or chunk, with about `likely` units a block; without `FOUR` no character has four bytes.
#[inline(always)]
fn convert_any<S: Simd, T: Target<S>, const FOUR: bool, const N: usize>(
    simd: S,
    target: T,
    part: &[u8; N],
    out: &mut Output,
    checked: bool,
    likely: usize,
) -> Option<usize> {
    let mut wrong = simd.splat(0);
    let mut at = BEFORE;
    // Where a fault is likely, a block is looked at first.
    while N == AROUND_BLOCK && at < BEFORE + BLOCK {
        let window = Window::inside(simd, part, at);
        wrong = wrong | faults::<S, T, FOUR>(simd, &window, checked);
        at += S::LANES;
    }
    if N == AROUND_BLOCK && !simd.is_zero(wrong) {
        return None;
    }
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + len(N) {
        let window = Window::inside(simd, part, at);
        if N == AROUND_CHUNK {
            // With masks of bits, to ask takes about as long as to check.
            wrong = wrong | faults::<S, T, FOUR>(simd, &window, checked || S::CLIPS);
        }
        let (decoded, ends) = decode::<S, T, FOUR>(simd, &window);
        written += target.write_hinted(simd, decoded, ends, likely, &mut out[written..]);
        at += S::LANES;
    }
    simd.is_zero(wrong).then_some(written)
}
