//! Chunks of UTF-8, each of one kind: which that is, and what is wrong in it.

use super::visitor::Visitor;
use super::{BLOCK, any_of_block, cut_off, errors_at};
use crate::generic::utf8_errors::leads;
use crate::simd::{Simd, Units};

/// Blocks between two looks at whether anything was wrong.
const BLOCKS: usize = 4;
/// Bytes in them.
pub(super) const CHUNK: usize = BLOCK * BLOCKS;

/// Bytes of a text that is not likely to be in a cache.
const PAST_CACHES: usize = 1 << 24;

/// Whether a chunk is ASCII.
///
/// What comes from memory is read `slowly`, with a look at each vector: asked for by whole chunks, it arrives a fifth later
/// on Zen 4, and later still with prefetches. In a cache that takes up to twice as long.
#[inline(always)]
fn is_ascii<S: Simd>(simd: S, chunk: &[u8; CHUNK], slowly: bool) -> bool {
    if slowly {
        let mut at = 0;
        while at < CHUNK && simd.is_ascii(simd.load(chunk, at)) {
            at += S::LANES;
        }
        return at == CHUNK;
    }
    simd.is_ascii(
        (any_of_block(simd, chunk, 0) | any_of_block(simd, chunk, BLOCK))
            | (any_of_block(simd, chunk, 2 * BLOCK) | any_of_block(simd, chunk, 3 * BLOCK)),
    )
}

/// What the main loop takes at once, after a block of what stands before it.
type Window = [u8; BLOCK + CHUNK];

/// The chunk at `at`, with the block before it, if there is so much.
#[inline(always)]
fn window(src: &[u8], at: usize) -> Option<&Window> {
    src[at - BLOCK..].first_chunk()
}

/// What a chunk is made of: the first of these that is true.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Ascii,
    /// Characters of one or two bytes, and so are those that end just before it.
    Short,
    Any,
    /// There is no whole chunk.
    End,
}

/// The kind of the chunk at `at`.
#[inline(always)]
fn kind<S: Simd>(simd: S, src: &[u8], at: usize) -> Kind {
    let Some(chunk) = window(src, at) else {
        return Kind::End;
    };
    let greatest = greatest_class(simd, chunk);
    if simd.is_ascii(greatest) {
        Kind::Ascii
    } else if has_more(simd, greatest, chunk) {
        Kind::Any
    } else {
        Kind::Short
    }
}

/// The main loop, from `at` on: where it ended, or near which position it found an error.
///
/// What follows a chunk is likely to be like it, so each kind has a loop of its own.
#[inline(always)]
pub(super) fn scan_chunks<S: Units>(
    simd: S,
    src: &[u8],
    visitor: &mut impl Visitor<S>,
    mut at: usize,
) -> Result<usize, usize> {
    let slowly = src.len() >= PAST_CACHES;
    let mut next = kind(simd, src, at);
    while next != Kind::End {
        if next == Kind::Ascii {
            if !simd.is_zero(cut_off(simd, src, at)) {
                return Err(at);
            }
            while let Some(chunk) = src[at..].first_chunk()
                && is_ascii(simd, chunk, slowly)
            {
                visitor.part(simd, src, at, CHUNK);
                visitor.chunk(simd, Kind::Ascii);
                at += CHUNK;
            }
            next = kind(simd, src, at);
        }
        while next == Kind::Short {
            if !simd.is_zero(errors_of_short(simd, src, at, visitor.continuations())) {
                visitor.fail(Kind::Short);
                return Err(at);
            }
            visitor.part(simd, src, at, CHUNK);
            visitor.chunk(simd, Kind::Short);
            at += CHUNK;
            next = kind(simd, src, at);
        }
        while next == Kind::Any {
            if !simd.is_zero(errors_of_any(simd, src, at, visitor.units())) {
                visitor.fail(Kind::Any);
                return Err(at);
            }
            visitor.part(simd, src, at, CHUNK);
            visitor.chunk(simd, Kind::Any);
            at += CHUNK;
            if let Some(chunk) = window(src, at)
                && has_long(simd, simd.load(chunk, BLOCK))
            {
                continue;
            }
            next = kind(simd, src, at);
        }
    }
    Ok(at)
}

/// Bytes of a chunk between which and the next is a branch: all of them would be much code with short vectors.
const fn part_of<S: Simd>() -> usize {
    4 * S::LANES
}

/// The errors of a chunk. The units of bytes are added to a counter, if they are asked for with their table.
#[inline(always)]
fn errors_of_any<S: Simd>(
    simd: S,
    src: &[u8],
    at: usize,
    mut units: Option<(S::Bytes, &mut S::Bytes)>,
) -> S::Bytes {
    let length = const { part_of::<S>() };
    let mut errors = simd.splat(0);
    let chunk = &src[at - 3..src.len().min(at + CHUNK)];
    let mut from = 0;
    while let Some(part) = chunk.get(from..from + 3 + length) {
        let mut vector = 3;
        while vector < 3 + length {
            errors = errors | errors_at(simd, part, vector);
            if let Some((table, counter)) = &mut units {
                let units = simd.lookup_high(*table, simd.load(part, vector));
                **counter = simd.add(**counter, units);
            }
            vector += S::LANES;
        }
        from += length;
    }
    errors
}

/// The errors of a chunk in which, and three bytes before which, all characters have one or two bytes and none of those is
/// C0 or C1.
#[inline(always)]
fn errors_of_short<S: Units>(
    simd: S,
    src: &[u8],
    at: usize,
    mut continuations: Option<&mut S::Bytes>,
) -> S::Bytes {
    let length = const { part_of::<S>() };
    let mut errors = simd.splat(0);
    let chunk = &src[at - 1..src.len().min(at + CHUNK)];
    let mut from = 0;
    while let Some(part) = chunk.get(from..from + 1 + length) {
        let mut vector = 0;
        while vector < length {
            let (first, last) = (simd.load(part, vector), simd.load(part, vector + 1));
            // A continuation follows a lead, and nothing else does.
            errors = errors | (leads(simd, first) ^ simd.continues(last));
            if let Some(counter) = &mut continuations {
                **counter = simd.count_8(**counter, simd.continuation(last));
            }
            vector += S::LANES;
        }
        from += length;
    }
    errors & simd.splat(0x80)
}

/// The bytes in another order: ASCII below 80, continuations, leads of two bytes, C0 and C1, longer leads.
#[inline(always)]
fn classes<S: Simd>(simd: S, bytes: S::Bytes) -> S::Bytes {
    bytes ^ simd.splat(0x1E)
}

/// The highest rank of a lead of two bytes, that of C3.
const LEAD_OF_TWO: u8 = 0xC3 ^ 0x1E;

/// Whether a byte is E0 or more.
#[inline(always)]
fn has_long<S: Simd>(simd: S, bytes: S::Bytes) -> bool {
    !simd.is_zero(simd.saturating_sub(bytes, simd.splat(0xDF)))
}

/// Whether a byte is E0 or more, C0 or C1.
#[inline(always)]
fn has_more<S: Simd>(simd: S, greatest: S::Bytes, chunk: &Window) -> bool {
    let greatest = simd.max(greatest, classes(simd, simd.load(chunk, BLOCK - 3)));
    !simd.is_zero(simd.saturating_sub(greatest, simd.splat(LEAD_OF_TWO)))
}

/// The greatest ranks of bytes of a chunk.
#[inline(always)]
fn greatest_class<S: Simd>(simd: S, chunk: &Window) -> S::Bytes {
    let mut any = classes(simd, simd.load(chunk, BLOCK));
    let mut at = BLOCK + S::LANES;
    while at < BLOCK + CHUNK {
        any = simd.max(any, classes(simd, simd.load(chunk, at)));
        at += S::LANES;
    }
    any
}
