//! From UTF-8 to UTF-16, UTF-32 and Latin-1, decoded at every byte position in parallel, as if a
//! character ended there.
//!
//! Transcoders usually walk: look up how long the next characters are, shuffle, advance by the
//! bytes that were consumed, and wait for that before the next load. Here blocks of 64 bytes follow
//! each other at fixed distances. For each position `i`, the bytes `current`, `prev1`, `prev2` and
//! `prev3` are those at `i`, `i - 1`, `i - 2` and `i - 3` ([`Shifted`]):
//!
//! ```text
//!             prev2     prev1     current
//! 1 byte                          0aaaaaaa      low 0aaaaaaa  high 00000000
//! 2 bytes               110bbbbb  10aaaaaa      low bbaaaaaa  high 00000bbb
//! 3 bytes     1110cccc  10bbbbbb  10aaaaaa      low bbaaaaaa  high ccccbbbb
//! ```
//!
//! A position ends a character if the next byte is no continuation byte. The units at all other
//! positions are dropped: the vector is compressed by the mask of ends. A character of 4 bytes has
//! 5 bits more, eeedd, which UTF-32 takes from the two bytes before; in UTF-16 it becomes two
//! units, and its third byte counts as an end, too:
//!
//! ```text
//!   prev3     prev2     prev1     current
//!             11110eee  10ddcccc  10bbbbbb      high surrogate 0xD7C0 + (eee ddccccbb)
//!   11110eee  10ddcccc  10bbbbbb  10aaaaaa      low surrogate  110111bb bbaaaaaa
//! ```
//!
//! A chunk is written while it is checked, and counts as progress only once it and the byte after
//! it are known to be well-formed, or said to be. So a malformed chunk is written in vain: it does
//! not count, and is converted again, block by block. Two loops that count before they have seen
//! the byte after, for runs of ASCII and of four-byte sequences, take their last vector back if
//! that is a continuation byte. Output past the bytes that count may hold anything, and the next
//! step overwrites it.
//!
//! | file | part |
//! |---|---|
//! | this one | short text, and the vectors in which a text begins and ends |
//! | `main_loop` | blocks, and the change to replacement where text is malformed |
//! | `chunks` | chunks of 256 bytes, each of one kind |
//! | `four_byte_runs`, `three_byte_runs` | runs of sequences of one length |
//! | `lossy` | malformed text with replacement |
//! | `shifted`, `target` | decoding, checks; UTF-16, UTF-32 and Latin-1 |
//!
//! `docs/experiments.md` has what lost: tests of each block, other chunks, shuffles for text of one
//! kind.

mod chunks;
mod four_byte_runs;
mod lossy;
pub(crate) mod main_loop;
mod shifted;
mod target;
mod three_byte_runs;

use crate::kernels::generic::decode_utf8::DecodeUtf8;
pub(crate) use chunks::Chunks;
pub(crate) use four_byte_runs::{FourByteRuns, four_byte_characters};
pub(crate) use shifted::{Shifted, faults};
pub(crate) use target::{Latin1, Target, Utf16, Utf32};

use super::short;
use super::utf8_errors::last_boundary;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::kernels::mode::Mode;
use core::ops::ControlFlow;
use main_loop::{MainLoop, convert_blocks};
use shifted::decode;

/// Bytes of the blocks of the main loop.
pub(crate) const BLOCK: usize = 64;

/// Converts UTF-8 to `target`, up to the end of the text or of the capacity, or up to the first
/// fault: a malformed sequence or a character that is not representable. With [`Mode::Lossy`],
/// malformed sequences are replaced on the way; in short text and for Latin-1 they end the
/// conversion.
#[inline(always)]
pub(crate) fn convert<S: DecodeUtf8, T: FourByteRuns<S>>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (target, mode): (T, Mode),
) -> Progress {
    convert_by::<S, T, Chunks>(simd, target, src, dst, mode)
}

/// [`convert`] with the main loop `L`.
#[inline(always)]
pub(crate) fn convert_by<S: DecodeUtf8, T: Target<S>, L: MainLoop<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    let mut to = Progress::START;
    if src.len() < short::threshold::SCALAR_UTF8_BYTES
        || src.len() <= L::ASCII_FIRST
            && convert_leading_ascii::<S, T>(simd, target, src, dst, &mut to)
    {
        return to;
    }
    // The rest begins at a character boundary, as a text does.
    let step = convert_from::<S, T, L>(simd, target, &src[to.read..], &mut dst[to.written..], mode);
    to += step;
    to
}

/// Converts ASCII at the start of `src`, a vector at a time, and returns whether that was all.
#[inline(always)]
fn convert_leading_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> bool {
    if T::UNIT > 1 && target.endian() == Endian::Big {
        convert_ascii::<S, T>(simd, target.with_endian(Endian::Big), src, dst, to)
    } else {
        convert_ascii::<S, T>(simd, target.with_endian(Endian::Little), src, dst, to)
    }
}

/// [`convert_leading_ascii`] in a byte order that is a constant once this is inlined.
#[inline(always)]
pub(crate) fn convert_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
) -> bool {
    if T::UNIT * src.len() > dst.len() {
        return false;
    }
    if src.len() < S::LANES {
        let bytes = simd.load_partial(src);
        if !simd.is_ascii(bytes) {
            return false;
        }
        target.write_ascii_clipped(simd, bytes, &mut dst[..T::UNIT * src.len()]);
    } else {
        // The last vector may overlap the one before it. Most text that is not ASCII shows that in
        // its first vector, which has a branch of its own; then there is one for four vectors.
        let last = src.len() - S::LANES;
        let mut at = 0;
        loop {
            let bytes = simd.load(src, at);
            if !simd.is_ascii(bytes) {
                return false;
            }
            target.write_ascii(simd, bytes, dst, T::UNIT * at);
            if at == last {
                break;
            }
            at += S::LANES;
            // Not where a vector becomes so many that their constants leave the registers.
            if const { T::UNIT * S::LANES <= 64 } && at == S::LANES {
                at += skip_ascii::<S, T>(simd, target, &src[at..], &mut dst[T::UNIT * at..]).read;
            }
            *to = Progress {
                read: at,
                written: T::UNIT * at,
            };
            at = at.min(last);
        }
    }
    *to = Progress {
        read: src.len(),
        written: T::UNIT * src.len(),
    };
    true
}

/// Converts ASCII at the start of `src`, four vectors for each branch: they stay in registers
/// between the test and the stores.
#[inline(always)]
fn skip_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let step = Progress {
        read: 4 * S::LANES,
        written: T::UNIT * 4 * S::LANES,
    };
    let mut to = Progress::START;
    let parts = src.chunks_exact(step.read);
    let outs = dst.chunks_exact_mut(step.written);
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
        to += step;
    }
    to
}

/// Converts text: the vectors in which it begins and ends one by one, those between in the main
/// loop `L`.
#[inline(always)]
pub(crate) fn convert_from<S: DecodeUtf8, T: Target<S>, L: MainLoop<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    let mut to = Progress::START;
    let checked = mode != Mode::Unchecked;
    let replace = T::REPRESENTS_ALL && mode == Mode::Lossy && src.len() > BLOCK;
    let starts_well = src.first().is_some_and(|&byte| !is_continuation(byte))
        && convert_edge::<S, T>(simd, target, src, dst, &mut to, checked).is_continue();
    if !(starts_well || replace) || to.read == src.len() {
        return to;
    }
    if convert_blocks::<S, T, L>(
        simd,
        target,
        src,
        dst,
        &mut to,
        [checked, replace],
        !starts_well,
    )
    .is_break()
    {
        return to;
    }
    while to.read < src.len() {
        if convert_edge::<S, T>(simd, target, src, dst, &mut to, checked).is_break() {
            break;
        }
    }
    at_boundary::<S, T>(src, to)
}

/// The progress of a conversion that stops at `to.read`, taken back to the last character boundary:
/// a character that `to.read` is within counts as neither read nor written.
#[inline(always)]
fn at_boundary<S: DecodeUtf8, T: Target<S>>(src: &[u8], to: Progress) -> Progress {
    let read = last_boundary(src, to.read);
    Progress {
        read,
        written: to.written - T::written_of_incomplete(to.read - read),
    }
}

/// Converts the vector at `to.read`, which may begin or end the text, exceed the capacity, or have
/// a fault. Breaks if nothing can be converted after it: at a fault, before which all characters
/// are converted, or where `dst` is full.
#[inline(always)]
fn convert_edge<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    checked: bool,
) -> ControlFlow<()> {
    let mut end = src.len().min(to.read + S::LANES);
    // An end that the next byte does not show.
    let mut forced_end = 0;
    let shifted = Shifted::edge(simd, src, to.read);
    let faults = faults::<S, T, true>(simd, &shifted, checked);
    let faulty = !simd.is_zero(faults);
    if faulty {
        let first = simd.bits(simd.at_least(1, faults)).trailing_zeros() as usize;
        end = last_boundary(src, end.min(to.read + first + 1));
        if end <= to.read {
            return ControlFlow::Break(());
        }
        // A character ends before the fault, even if that begins with a continuation byte.
        forced_end = 1 << (end - to.read - 1);
    }
    // With narrow vectors, one copy of the code is enough here: they always decode four-byte
    // sequences.
    let may_continue = !S::PARTIAL_ACCESS || to.read > 0 && src[to.read - 3] >= 0xF0;
    let four = T::REPRESENTS_ALL && (may_continue || !simd.is_ascii(shifted.third_of_four(simd)));
    let (decoded, ends) = if four {
        decode::<S, T, true>(simd, &shifted)
    } else {
        decode::<S, T, false>(simd, &shifted)
    };
    let len = end - to.read;
    let ends = (ends | forced_end) & (u64::MAX >> (64 - len));
    let mut out = &mut dst[to.written..];
    if S::PARTIAL_ACCESS {
        // A store of a part of a vector costs the same: nothing is written that does not count.
        match out.get_mut(..T::UNIT * ends.count_ones() as usize) {
            Some(all) => out = all,
            None => return ControlFlow::Break(()),
        }
    }
    let written = target.write::<true>(simd, decoded, ends, out);
    if written > out.len() {
        return ControlFlow::Break(());
    }
    *to += Progress { read: len, written };
    if faulty {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
