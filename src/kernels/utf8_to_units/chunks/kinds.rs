//! The conversion of a chunk of each kind, and of single blocks.
//!
//! Each function writes while it checks. It returns the number of bytes written if the block or
//! chunk and the byte after it have no error. Otherwise it returns `None`, and the caller discards
//! the output.

use super::super::main_loop::write_ascii;
use super::super::{BEFORE, BLOCK, BLOCK_WINDOW, Shifted, Target, shifted::decode, target_errors};
use super::{CHUNK, CHUNK_WINDOW, len};
use crate::encoding::scheme::is_continuation;
use crate::memory::output::Output;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::utf8_errors::{leads, two_byte_errors};

/// Converts a block or chunk of ASCII.
#[inline(always)]
pub(super) fn convert_ascii_chunk<S: DecodeUtf8, T: Target<S>, const N: usize>(
    simd: S,
    target: T,
    window: &[u8; N],
    out: &mut Output,
) -> Option<usize> {
    write_ascii::<S, T>(simd, target, &window[BEFORE..], out, len(N));
    (!is_continuation(window[BEFORE + len(N)])).then_some(T::UNIT * len(N))
}

/// Converts a chunk that Latin-1 can represent, for instruction sets where compressing a vector
/// costs about as much as storing it.
#[inline(always)]
pub(super) fn convert_latin1<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    window: &[u8; CHUNK_WINDOW],
    out: &mut Output,
) -> Option<usize> {
    let mut errors = simd.splat(0);
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + CHUNK {
        let (prev1, current) = (simd.load(window, at - 1), simd.load(window, at));
        let leads = leads(simd, current);
        errors = errors | two_byte_errors(simd, leads, simd.load(window, at + 1));
        // C2 80 is U+0080, and C3 80 is U+00C0.
        let upper = simd.at_least(0xC3, prev1);
        let low = simd.select(upper, simd.add(current, simd.splat(0x40)), current);
        let mask = simd.bits(!simd.non_ascii(leads));
        written += target.write_latin1(simd, low, mask, &mut out[written..]);
        at += S::LANES;
    }
    simd.is_ascii(errors).then_some(written)
}

/// Converts a chunk that Latin-1 can represent and that is probably mostly ASCII. Compressing each
/// vector would cost more than a branch for each non-ASCII character.
#[inline(always)]
pub(super) fn convert_sparse_latin1<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    window: &[u8; CHUNK_WINDOW],
    out: &mut Output,
) -> Option<usize> {
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + CHUNK {
        let mut errors = simd.splat(0);
        let mut non_ascii = 0;
        let mut vector = 0;
        while vector < BLOCK {
            let leads = leads(simd, simd.load(window, at + vector));
            errors = errors | two_byte_errors(simd, leads, simd.load(window, at + vector + 1));
            non_ascii |= simd.bits(simd.non_ascii(leads)) << vector;
            vector += S::LANES;
        }
        if !simd.is_ascii(errors) {
            return None;
        }
        written += write_sparse::<S, T>(simd, target, window, at, non_ascii, &mut out[written..]);
        at += BLOCK;
    }
    Some(written)
}

/// Writes the well-formed block at `at`, which is ASCII except for some characters of two bytes.
/// `non_ascii` has a bit for the lead byte of each. Writes each of these characters, and then the
/// next 64 bytes as if they were ASCII. The next of these characters overwrites the output from its
/// position on. Returns the number of bytes that count.
///
/// ```text
/// source     a b c ä d e f ö g h
/// written    a b c . . . . . . .      the block as it is
///            a b c ä d e f . . .      ä, and the block after it
///            a b c ä d e f ö g h      ö, and the block after it
/// ```
#[inline(always)]
fn write_sparse<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    window: &[u8; CHUNK_WINDOW],
    at: usize,
    mut non_ascii: u64,
    out: &mut Output,
) -> usize {
    let end = at + BLOCK;
    let mut written = 0;
    let mut from = at;
    if is_continuation(window[at]) {
        from = at + 1;
        target.encode_bmp(simd, character(window[at - 1], window[at]), out);
        written = T::UNIT;
    }
    write_ascii::<S, T>(simd, target, &window[from..], &mut out[written..], BLOCK);
    while non_ascii != 0 {
        let lead = at + non_ascii.trailing_zeros() as usize;
        non_ascii &= non_ascii - 1;
        written += T::UNIT * (lead - from);
        from = lead + 2;
        if from > end {
            return written;
        }
        target.encode_bmp(
            simd,
            character(window[lead], window[lead + 1]),
            &mut out[written..],
        );
        written += T::UNIT;
        write_ascii::<S, T>(simd, target, &window[from..], &mut out[written..], BLOCK);
    }
    written + T::UNIT * (end - from)
}

/// Returns the character that a lead byte and a continuation byte encode.
#[inline(always)]
fn character(lead: u8, last: u8) -> u16 {
    u16::from(lead & 0x1F) << 6 | u16::from(last & 0x3F)
}

/// Converts a chunk of characters of one or two bytes.
#[inline(always)]
pub(super) fn convert_two_byte<S: DecodeUtf8, T: Target<S>>(
    simd: S,
    target: T,
    window: &[u8; CHUNK_WINDOW],
    out: &mut Output,
) -> Option<usize> {
    let mut errors = simd.splat(0);
    let mut greatest = simd.splat(0);
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + CHUNK {
        let (prev1, current) = (simd.load(window, at - 1), simd.load(window, at));
        let leads = leads(simd, current);
        errors = errors | two_byte_errors(simd, leads, simd.load(window, at + 1));
        // After subtracting C2, only C0 and C1, which are always malformed, exceed FD.
        let above = simd.add(current, simd.splat(0xC2u8.wrapping_neg()));
        greatest = simd.max(greatest, above);
        let decoded = simd.bits_of_two(simd.continuation(current), prev1, current);
        let mask = simd.bits(!simd.non_ascii(leads));
        written += target.write_hinted(
            simd,
            T::from_low_high(decoded),
            mask,
            BLOCK,
            &mut out[written..],
        );
        at += S::LANES;
    }
    let overlong = simd.saturating_sub(greatest, simd.splat(0xFD));
    (simd.is_ascii(errors) && simd.is_zero(overlong)).then_some(written)
}

/// Converts a block or chunk of any kind. `hint` is the expected number of units of a block.
/// Without `FOUR` the text must not have four-byte sequences.
#[inline(always)]
pub(super) fn convert_general<S: DecodeUtf8, T: Target<S>, const FOUR: bool, const N: usize>(
    simd: S,
    target: T,
    window: &[u8; N],
    out: &mut Output,
    checked: bool,
    hint: usize,
) -> Option<usize> {
    let mut errors = simd.splat(0);
    let mut at = BEFORE;
    // A block is often converted by itself because its chunk has an error. So it is checked before
    // it is written.
    while N == BLOCK_WINDOW && at < BEFORE + BLOCK {
        let shifted = Shifted::inside(simd, window, at);
        errors = errors | target_errors::<S, T, FOUR>(simd, &shifted, checked);
        at += S::LANES;
    }
    if N == BLOCK_WINDOW && !simd.is_zero(errors) {
        return None;
    }
    let mut written = 0;
    let mut at = BEFORE;
    while at < BEFORE + len(N) {
        let shifted = Shifted::inside(simd, window, at);
        if N == CHUNK_WINDOW {
            // With cheap masked access (AVX-512), a branch on `checked` takes about as long as the
            // check.
            errors = errors
                | target_errors::<S, T, FOUR>(simd, &shifted, checked || S::CHEAP_MASKED_ACCESS);
        }
        let (decoded, ends) = decode::<S, T, FOUR>(simd, &shifted);
        written += target.write_hinted(simd, decoded, ends, hint, &mut out[written..]);
        at += S::LANES;
    }
    simd.is_zero(errors).then_some(written)
}
