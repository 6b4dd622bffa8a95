//! UTF-8 to UTF-16, UTF-32 and Latin-1. Every byte position is decoded in parallel, as if a
//! character ended there.
//!
//! Other transcoders usually look up the lengths of the next characters, shuffle, and advance by
//! the number of bytes consumed. The next load depends on that number. Here the blocks of 64 bytes
//! are at fixed distances. For each position `i`, `current`, `prev1`, `prev2` and `prev3` are the
//! bytes at `i`, `i - 1`, `i - 2` and `i - 3` ([`Shifted`]):
//!
//! ```text
//!             prev2     prev1     current
//! 1 byte                          0aaaaaaa      low 0aaaaaaa  high 00000000
//! 2 bytes               110bbbbb  10aaaaaa      low bbaaaaaa  high 00000bbb
//! 3 bytes     1110cccc  10bbbbbb  10aaaaaa      low bbaaaaaa  high ccccbbbb
//! ```
//!
//! A position ends a character if the next byte is not a continuation byte. The units at all other
//! positions are dropped: the vector is compressed by the mask of ends. A character of 4 bytes has
//! 5 more bits, eeedd. In UTF-32 they come from the two bytes before. In UTF-16 the character
//! becomes two units, and its third byte also counts as an end:
//!
//! ```text
//!   prev3     prev2     prev1     current
//!             11110eee  10ddcccc  10bbbbbb      high surrogate 0xD7C0 + (eee ddccccbb)
//!   11110eee  10ddcccc  10bbbbbb  10aaaaaa      low surrogate  110111bb bbaaaaaa
//! ```
//!
//! In this module, an *error* is a malformed sequence or an unrepresentable character.
//!
//! A chunk is written while it is checked. It counts as progress only when it and the byte after it
//! are known (or declared by the caller) to be well-formed. So the output of a malformed chunk is
//! discarded, and the chunk is converted again block by block. The loops for runs of one kind count
//! their output before they see the byte after it. If that is a continuation byte, they drop their
//! last vector or character. Output after the counted bytes is unspecified, and the next step
//! overwrites it.
//!
//! | file | part |
//! |---|---|
//! | this one | short text, and the first and last vectors of a text |
//! | `main_loop` | blocks, and the switch to replacement if text is malformed |
//! | `chunks` | chunks of 256 bytes, each of one kind |
//! | `four_byte_runs`, `three_byte_runs` | runs of sequences of one length |
//! | `lossy` | malformed text with replacement |
//! | `shifted`, `targets` | decoding, error checks; UTF-16, UTF-32 and Latin-1 |
//!
//! `docs/experiments.md` lists slower alternatives: tests of each block, other chunk sizes,
//! shuffles for text of one kind.
#![forbid(unsafe_code)]

mod chunks;
mod four_byte_runs;
mod lossy;
pub(crate) mod main_loop;
mod shifted;
mod targets;
mod three_byte_runs;

pub(crate) use chunks::Chunks;
pub(crate) use four_byte_runs::{FourByteRuns, four_byte_characters};
pub(crate) use shifted::{Shifted, target_errors};
pub(crate) use targets::{Latin1, Target, Utf16, Utf32};

use super::short;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::is_continuation;
use crate::kernels::mode::Mode;
use crate::kernels::scalar::last_boundary;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use core::ops::ControlFlow;
use main_loop::{MainLoop, convert_blocks};
use shifted::decode;

/// Bytes of a block of the main loop.
pub(crate) const BLOCK: usize = 64;

/// Bytes before a block or chunk in its window.
pub(crate) const BEFORE: usize = 3;

/// Bytes of a block's window, which includes the byte after the block.
pub(crate) const BLOCK_WINDOW: usize = BEFORE + BLOCK + 1;

/// Length in bytes up to which the caller replaces errors with scalar code. This takes about as
/// long as the loop with replacement, which converts whole blocks.
const SCALAR_REPLACEMENT: usize = 16;

/// Converts UTF-8 to `target`, up to the end of the text or of the capacity, or up to the first
/// error. With [`Mode::Lossy`], malformed sequences are replaced. They still end the conversion if
/// at most [`SCALAR_REPLACEMENT`] bytes follow the leading ASCII, and in conversions to Latin-1.
#[inline(always)]
pub(crate) fn convert<S: DecodeUtf8, T: FourByteRuns<S>>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    (target, mode): (T, Mode),
) -> Progress {
    convert_with_loop::<S, T, Chunks>(simd, target, src, dst, mode)
}

/// Converts like [`convert`], with the main loop `L`.
#[inline(always)]
pub(crate) fn convert_with_loop<S: DecodeUtf8, T: Target<S>, L: MainLoop<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    let mut progress = Progress::START;
    if src.len() < short::threshold::SCALAR_UTF8_BYTES
        || src.len() <= L::ASCII_FIRST
            && convert_leading_ascii::<S, T>(simd, target, src, dst, &mut progress)
    {
        return progress;
    }
    // The rest begins at a character boundary, so it can be converted like a new text.
    let (src, dst) = (&src[progress.read..], &mut dst[progress.written..]);
    progress += convert_from::<S, T, L>(simd, target, src, dst, mode);
    progress
}

/// Converts ASCII at the start of `src` vector by vector. Returns whether all of `src` was
/// converted.
#[inline(always)]
fn convert_leading_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
) -> bool {
    if T::UNIT > 1 && target.endian() == Endian::Big {
        convert_ascii::<S, T>(simd, target.with_endian(Endian::Big), src, dst, progress)
    } else {
        convert_ascii::<S, T>(simd, target.with_endian(Endian::Little), src, dst, progress)
    }
}

/// Converts like [`convert_leading_ascii`], with a byte order that is a constant after inlining.
#[inline(always)]
pub(crate) fn convert_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
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
        // The last vector may overlap the one before it. The first vector has its own branch
        // because most text that is not ASCII has a non-ASCII byte there. After it there is one
        // branch for four vectors.
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
            // We skip this if a vector expands to so many vectors that there are not enough
            // registers for their constants.
            if const { T::UNIT * S::LANES <= 64 } && at == S::LANES {
                at += skip_ascii::<S, T>(simd, target, &src[at..], &mut dst[T::UNIT * at..]).read;
            }
            *progress = Progress {
                read: at,
                written: T::UNIT * at,
            };
            at = at.min(last);
        }
    }
    *progress = Progress {
        read: src.len(),
        written: T::UNIT * src.len(),
    };
    true
}

/// Converts ASCII at the start of `src` with one branch for each four vectors, which stay in
/// registers between the test and the stores.
#[inline(always)]
pub(super) fn skip_ascii<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let step = Progress {
        read: 4 * S::LANES,
        written: T::UNIT * 4 * S::LANES,
    };
    let mut progress = Progress::START;
    let parts = src.chunks_exact(step.read);
    let outs = dst.chunks_exact_mut(step.written);
    for (part, out) in parts.zip(outs) {
        let [first, second, third, fourth] = simd.load_four(part, 0);
        if !simd.is_ascii((first | second) | (third | fourth)) {
            break;
        }
        target.write_ascii(simd, first, out, 0);
        target.write_ascii(simd, second, out, T::UNIT * S::LANES);
        target.write_ascii(simd, third, out, T::UNIT * 2 * S::LANES);
        target.write_ascii(simd, fourth, out, T::UNIT * 3 * S::LANES);
        progress += step;
    }
    progress
}

/// Converts a text without a fast path for leading ASCII. The first vector and the last ones are
/// converted one by one, the blocks between them in the main loop `L`.
#[inline(always)]
pub(crate) fn convert_from<S: DecodeUtf8, T: Target<S>, L: MainLoop<S, T>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    let mut progress = Progress::START;
    let checked = mode != Mode::Unchecked;
    // In builds for small code, the caller replaces errors.
    let replace = !cfg!(utflane_small)
        && T::REPRESENTS_ALL
        && mode == Mode::Lossy
        && src.len() > SCALAR_REPLACEMENT;
    let starts_well_formed = src.first().is_some_and(|&byte| !is_continuation(byte))
        && convert_edge_vector::<S, T>(simd, target, src, dst, &mut progress, checked)
            .is_continue();
    if !(starts_well_formed || replace) || progress.read == src.len() {
        return progress;
    }
    if convert_blocks::<S, T, L>(
        simd,
        target,
        src,
        dst,
        &mut progress,
        [checked, replace],
        !starts_well_formed,
    )
    .is_break()
    {
        return progress;
    }
    while progress.read < src.len() {
        if convert_edge_vector::<S, T>(simd, target, src, dst, &mut progress, checked).is_break() {
            break;
        }
    }
    at_boundary::<S, T>(src, progress)
}

/// Returns `progress`, moved back to the last character boundary. If `progress.read` is within a
/// character, the character counts as neither read nor written.
#[inline(always)]
fn at_boundary<S: DecodeUtf8, T: Target<S>>(src: &[u8], progress: Progress) -> Progress {
    let read = last_boundary(src, progress.read);
    Progress {
        read,
        written: progress.written - T::written_of_incomplete(progress.read - read),
    }
}

/// Converts the vector at `progress.read`, which may begin or end the text, exceed the capacity, or
/// contain an error. Breaks if nothing can be converted after it: if `dst` is full, or at an error,
/// after converting all characters before it.
#[inline(always)]
fn convert_edge_vector<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    src: &[u8],
    dst: &mut Output,
    progress: &mut Progress,
    checked: bool,
) -> ControlFlow<()> {
    let mut end = src.len().min(progress.read + S::LANES);
    // The bit of a character end that the next byte does not show.
    let mut forced_end = 0;
    let shifted = Shifted::edge(simd, src, progress.read);
    let errors = target_errors::<S, T, true>(simd, &shifted, checked);
    let has_error = !simd.is_zero(errors);
    if has_error {
        let first = simd.bits(simd.at_least(1, errors)).trailing_zeros() as usize;
        end = last_boundary(src, end.min(progress.read + first + 1));
        if end <= progress.read {
            return ControlFlow::Break(());
        }
        // A character ends before the error, even if the error begins with a continuation byte.
        forced_end = 1 << (end - progress.read - 1);
    }
    // With narrow vectors we keep only one copy of the code: it always decodes four-byte sequences.
    let may_continue =
        !S::CHEAP_MASKED_ACCESS || progress.read > 0 && src[progress.read - 3] >= 0xF0;
    let four = T::REPRESENTS_ALL && (may_continue || !simd.is_ascii(shifted.third_of_four(simd)));
    let (decoded, ends) = if four {
        decode::<S, T, true>(simd, &shifted)
    } else {
        decode::<S, T, false>(simd, &shifted)
    };
    let len = end - progress.read;
    let ends = (ends | forced_end) & (u64::MAX >> (64 - len));
    let mut out = &mut dst[progress.written..];
    if S::CHEAP_MASKED_ACCESS {
        // A partial store costs the same as a full one, so we write only the bytes that count.
        match out.get_mut(..T::UNIT * ends.count_ones() as usize) {
            Some(all) => out = all,
            None => return ControlFlow::Break(()),
        }
    }
    let written = target.write::<true>(simd, decoded, ends, out);
    if written > out.len() {
        return ControlFlow::Break(());
    }
    *progress += Progress { read: len, written };
    if has_error {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}
