//! AVX-512: conversion of short UTF-8 in which no character has more than two bytes (Latin, Greek,
//! Cyrillic, Hebrew, Arabic).
//!
//! Such text is well-formed if and only if exactly one continuation byte follows each lead byte and
//! there is no other continuation byte. As bits, the continuation bytes are the lead bytes shifted
//! by one position, so no table lookup is needed. Every byte except a lead byte ends a character,
//! so the bytes after a vector are not needed. If all lead bytes are those of Latin-1, the result
//! of a vector is compressed as bytes.
//!
//! On Zen 4, moving a mask to a general register takes 2 cycles. So only the masks of lead bytes
//! and of continuation bytes are moved, and all other tests use mask registers. For long text,
//! chunks are faster, because they do not need a branch for each block.

#![forbid(unsafe_code)]

use crate::kernels::utf8_to_units::{BLOCK, Target};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::x86::avx512::{Avx512, Vector};
use crate::simd::{SLACK, Simd};

/// The lowest lead byte of a well-formed character.
const LEAD: u8 = 0xC2;
/// The number of lead bytes of Latin-1.
const OF_LATIN1: u8 = 2;
/// The number of lead bytes of two-byte characters.
const OF_TWO: u8 = 0xE0 - LEAD;

/// Converts the start of a text, up to a character boundary. Stops at the vector with the first
/// longer or malformed character, or if the output is full.
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
    // A lead byte at the end begins a character that has not been written.
    to.read -= open as usize;
    to
}

/// Converts whole blocks from `to.read` on, which is not the start of the text. `open` is 1 if the
/// byte before is a lead byte. Returns `false` if a block cannot be converted, and `true` if the
/// rest of the input or of the output is too short for a block.
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

/// Converts the vector at `to.read`, at the start or the end of the input or where the output may
/// be short. Returns whether the vector was converted.
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
        simd.shift_in_zeros::<1>(last)
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

/// Converts the first `len` bytes of the vector `last`, which are followed by zeros. Output that
/// does not fit is not written. `first` contains the byte before each byte of `last`. Returns the
/// bits of the lead bytes, or `None` if the vector is malformed, has longer characters, or cannot
/// be represented.
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
    // A lead byte in the last lane is tested with the next vector.
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
    // Units that are not counted must not be written.
    let out = match CLIPPED {
        true => out.get_mut(..T::UNIT * mask.count_ones() as usize)?,
        false => out,
    };
    target.write::<CLIPPED>(simd, T::from_low_high([low, high]), mask, out);
    Some(leads)
}
