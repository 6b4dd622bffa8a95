//! AVX-512: short text in which no character has more than two bytes (Latin, Greek, Cyrillic,
//! Hebrew, Arabic).
//!
//! It is well-formed if and only if exactly one continuation byte follows each lead: as bits, the
//! continuation bytes are the leads shifted by one place. No lookup is needed. Every byte that is
//! not a lead ends a character, so nothing beyond a vector has to be known. Where all leads are
//! those of Latin-1, the result of a vector is compressed as bytes.
//!
//! On Zen 4, moving a mask to a general register takes 2 cycles: only the bits of leads and of
//! continuation bytes are moved, all other tests are made where the masks are. For long text chunks
//! are quicker, which need no branch for each block.

#![forbid(unsafe_code)]

use super::{Avx512, Vector};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::utf8_to_units::{BLOCK, Target};
use crate::kernels::simd::{SLACK, Simd};

/// The lowest lead of a well-formed character.
const LEAD: u8 = 0xC2;
/// The number of leads of Latin-1.
const OF_LATIN1: u8 = 2;
/// The number of leads of two bytes.
const OF_TWO: u8 = 0xE0 - LEAD;

/// Converts the start of a text, up to the boundary of a character: as far as no character has more
/// than two bytes and the output fits.
#[inline(always)]
pub(super) fn convert<T: Target<Avx512>>(
    simd: Avx512,
    target: T,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let mut to = Progress::START;
    let mut open = 0;
    if convert_edge::<T>(simd, target, src, dst, &mut to, &mut open)
        && convert_blocks::<T>(simd, target, src, dst, &mut to, &mut open)
        && to.read < src.len()
    {
        convert_edge::<T>(simd, target, src, dst, &mut to, &mut open);
    }
    // A lead at the end belongs to a character that is not written.
    to.read -= open as usize;
    to
}

/// Converts blocks from `to.read` on, which is not the start. `open` tells whether a lead stands
/// before them. Returns whether it came to the last block or to the end of the output.
#[inline(always)]
fn convert_blocks<T: Target<Avx512>>(
    simd: Avx512,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    open: &mut u64,
) -> bool {
    while src.len() - to.read >= BLOCK && dst.len() - to.written >= T::UNIT * BLOCK + SLACK {
        let part = &src[to.read - 1..][..1 + BLOCK];
        let out = &mut dst[to.written..][..T::UNIT * BLOCK + SLACK];
        let (first, last) = (simd.load(part, 0), simd.load(part, 1));
        let Some(leads) = convert_vector::<T, false>(simd, target, first, last, BLOCK, *open, out)
        else {
            return false;
        };
        *to += Progress {
            read: BLOCK,
            written: T::UNIT * leads.count_zeros() as usize,
        };
        *open = leads >> 63;
    }
    true
}

/// Converts the vector at `to.read`, where the input may begin or end and the output may be short.
/// Returns whether it did.
#[inline(always)]
fn convert_edge<T: Target<Avx512>>(
    simd: Avx512,
    target: T,
    src: &[u8],
    dst: &mut Output,
    to: &mut Progress,
    open: &mut u64,
) -> bool {
    let len = (src.len() - to.read).min(BLOCK);
    let last = simd.load_partial(&src[to.read..]);
    let first = if to.read == 0 {
        simd.shift_in::<1>(simd.splat(0), last)
    } else {
        simd.load_partial(&src[to.read - 1..])
    };
    let out = &mut dst[to.written..];
    let Some(leads) = convert_vector::<T, true>(simd, target, first, last, len, *open, out) else {
        return false;
    };
    let written = T::UNIT * (len - leads.count_ones() as usize);
    if written > out.len() {
        return false;
    }
    *to += Progress { read: len, written };
    *open = leads >> 63;
    true
}

/// Converts the first `len` bytes of the vector `last`, after which there are zeros, as far as the
/// output fits. `first` has the byte before each. Returns the bits of its leads, if it is
/// well-formed and the target has all its characters.
#[inline(always)]
fn convert_vector<T: Target<Avx512>, const CLIPPED: bool>(
    simd: Avx512,
    target: T,
    first: Vector,
    last: Vector,
    len: usize,
    open: u64,
    out: &mut Output,
) -> Option<u64> {
    let continues = simd.continuation(last);
    let ends = !simd.at_least(0xC0, last);
    let leads = !simd.bits(ends);
    if simd.bits(continues) != leads << 1 | open {
        return None;
    }
    // A lead in the last place is tested with the next vector.
    let above = simd.add(first, simd.splat(LEAD.wrapping_neg()));
    let [low, high] = simd.bits_of_two(continues, first, last);
    let mask = simd.bits(ends) & (u64::MAX >> (BLOCK - len));
    if !CLIPPED && simd.bits(simd.at_least(OF_LATIN1, above) & continues) == 0 {
        target.write_latin1(simd, low, mask, out);
        return Some(leads);
    }
    let highest = if T::REPRESENTS_ALL { OF_TWO } else { OF_LATIN1 };
    if simd.bits(simd.at_least(highest, above) & continues) != 0 {
        return None;
    }
    // Nothing is written that does not count.
    let out = match CLIPPED {
        true => out.get_mut(..T::UNIT * mask.count_ones() as usize)?,
        false => out,
    };
    target.write::<CLIPPED>(simd, T::from_low_high([low, high]), mask, out);
    Some(leads)
}
