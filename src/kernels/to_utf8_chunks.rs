//! Conversion of text without surrogates to UTF-8, in chunks of 64 or more units. The highest unit
//! of a chunk determines its kind.
//!
//! A branch for each block is free only if the branch predictor has learnt the text. In text not
//! seen before, a misprediction costs as much as converting several blocks. So there is one branch
//! for each chunk, and the kind of the next chunk is determined before the current chunk is
//! converted: the CPU detects a misprediction while it still has work to do.
//!
//! With vectors of 16 bytes, compressing a chunk takes several times as long as storing it. So a
//! sparse chunk (ASCII except for a few characters) is stored as if it were ASCII. It is stored
//! again after each non-ASCII character, shifted by the number of additional bytes of that
//! character:
//!
//! ```text
//! units               w e i ß _ g r ü n
//! stored as ASCII     w e i ? _ g r ? n
//! ß, and again        w e i C3 9F _ g r ? n
//! ü, and again        w e i C3 9F _ g r C3 BC n
//! ```
#![forbid(unsafe_code)]

use super::block_loop::{BlockConversion, Vectors, load};
use crate::encoding::scheme::encode_bytes;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::encode_utf8::EncodeUtf8;
use core::hint::black_box;

/// A conversion of chunks. A block has `LANES` units.
pub(crate) trait ChunkConversion<S: EncodeUtf8>: BlockConversion<S> {
    /// Units of a chunk. It is 64 if chunks can be sparse: a word has a bit for each unit.
    const CHUNK_UNITS: usize = 64;

    /// Returns the kind of a chunk, given the "or" of its vectors: 0 if all units are ASCII, 1 if
    /// all are below 0x800, otherwise 2.
    fn kind(self, simd: S, any: S::Bytes) -> u32;

    /// Returns whether all units are ASCII, given the "or" of their vectors.
    fn are_ascii(self, simd: S, any: S::Bytes) -> bool;

    /// Returns a mask of the non-ASCII units of a block.
    fn non_ascii(self, simd: S, vectors: Vectors<S>) -> u64;

    /// Returns the low bytes of the units of a block.
    fn narrowed(self, simd: S, vectors: Vectors<S>) -> S::Bytes;

    /// Writes a block of units below 0x800. Returns the number of bytes that count.
    fn encode_below_800(self, simd: S, vectors: Vectors<S>, dst: &mut Output) -> usize;

    /// Returns whether any unit of a chunk is a surrogate.
    fn has_surrogates(self, simd: S, part: &[u8]) -> bool;

    /// Writes a block of units without surrogates. Returns the number of bytes that count.
    /// `likely_3` means that a branch for blocks whose units all have three bytes pays off.
    fn encode_any(self, simd: S, vectors: Vectors<S>, likely_3: bool, dst: &mut Output) -> usize;

    /// Returns the character of the first unit of `src`, or `None` if the unit is a surrogate.
    fn character(self, src: &[u8]) -> Option<u32>;
}

/// Number of non-ASCII units up to which a chunk is sparse.
const SPARSE_NON_ASCII: usize = 4;

/// Returns the number of ASCII chunks in a row after which [`skip_ascii`] takes over.
const fn ascii_run<S: EncodeUtf8>() -> u32 {
    if S::LANES < 64 { 8 } else { 4 }
}

/// Returns whether a chunk with these non-ASCII units is sparse. (Not all CPUs have a population
/// count.)
#[inline(always)]
fn are_sparse(mut non_ascii: u64) -> bool {
    let mut cleared = 0;
    while cleared < SPARSE_NON_ASCII {
        non_ascii &= non_ascii.wrapping_sub(1);
        cleared += 1;
    }
    non_ascii == 0
}

/// Converts chunks, up to a chunk with a surrogate or the last two chunks. If the instruction set
/// does not use chunks, converts only leading ASCII.
#[inline(always)]
pub(crate) fn convert<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    if !S::ENCODES_CHUNKS {
        return skip_ascii(simd, blocks, src, dst);
    }
    let units = B::CHUNK_UNITS;
    let chunk = units * B::UNIT;
    let mut at = Progress::START;
    at += skip_ascii(simd, blocks, src, dst);
    let Some(first) = src.get(at.read..at.read + chunk) else {
        return at;
    };
    let mut look = LookAhead::at(simd, blocks, first);
    let mut run = 0;
    let mut likely_3 = false;
    while let Some(around) = src.get(at.read..at.read + 2 * chunk + B::UNIT) {
        let Some(out) = dst.get_mut(at.written..at.written + 3 * units + B::MAX_OUTPUT) else {
            break;
        };
        let next = LookAhead::at(simd, blocks, &around[chunk..2 * chunk]);
        let written = if look.is_ascii::<S>() {
            store_ascii(simd, blocks, around, out);
            units
        } else if look.is_below_800::<S>() {
            encode_below_800(simd, blocks, around, out)
        } else if S::ENCODES_SPARSE && are_sparse(look.non_ascii) {
            match encode_sparse(simd, blocks, around, look.non_ascii, out) {
                Some(written) => written,
                None => return at,
            }
        } else {
            match encode_dense(simd, blocks, &around[..chunk], likely_3, out) {
                Some(written) => written,
                None => return at,
            }
        };
        likely_3 = S::ENCODES_SPARSE && written > 3 * units - 12;
        at += Progress {
            read: chunk,
            written,
        };
        // Without a branch, because the CPU could not predict it.
        run = (run + 1) & u32::from(look.is_ascii::<S>()).wrapping_neg();
        look = next;
        if run == const { ascii_run::<S>() } {
            at += skip_ascii(simd, blocks, &src[at.read..], &mut dst[at.written..]);
            let Some(next) = src.get(at.read..at.read + chunk) else {
                return at;
            };
            look = LookAhead::at(simd, blocks, next);
            run = 0;
        }
    }
    at
}

/// The properties of a chunk that are determined before the previous chunk is converted: its kind
/// or, with vectors of 16 bytes, its non-ASCII units.
struct LookAhead {
    kind: u32,
    non_ascii: u64,
}

impl LookAhead {
    #[inline(always)]
    fn at<S: EncodeUtf8, B: ChunkConversion<S>>(simd: S, blocks: B, part: &[u8]) -> Self {
        if S::ENCODES_SPARSE {
            LookAhead {
                kind: 2,
                non_ascii: non_ascii(simd, blocks, part),
            }
        } else {
            LookAhead {
                kind: kind(simd, blocks, part),
                non_ascii: 0,
            }
        }
    }

    #[inline(always)]
    fn is_ascii<S: EncodeUtf8>(&self) -> bool {
        if S::ENCODES_SPARSE {
            self.non_ascii == 0
        } else {
            self.kind == 0
        }
    }

    #[inline(always)]
    fn is_below_800<S: EncodeUtf8>(&self) -> bool {
        !S::ENCODES_SPARSE && self.kind == 1
    }
}

/// Converts a chunk that is not sparse. Returns `None` if it has a surrogate.
#[inline(always)]
fn encode_dense<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    part: &[u8],
    likely_3: bool,
    out: &mut Output,
) -> Option<usize> {
    if S::ENCODES_SPARSE && kind(simd, blocks, part) < 2 {
        return Some(encode_below_800(simd, blocks, part, out));
    }
    if blocks.has_surrogates(simd, part) {
        return None;
    }
    Some(encode_any(simd, blocks, part, likely_3, out))
}

/// Returns the kind of a chunk.
#[inline(always)]
fn kind<S: EncodeUtf8, B: ChunkConversion<S>>(simd: S, blocks: B, part: &[u8]) -> u32 {
    blocks.kind(simd, combine(simd, part))
}

/// Returns the "or" of the vectors of `part`.
#[inline(always)]
fn combine<S: EncodeUtf8>(simd: S, part: &[u8]) -> S::Bytes {
    let mut any = simd.load(part, 0);
    let mut at = S::LANES;
    while at < part.len() {
        any = any | simd.load(part, at);
        at += S::LANES;
    }
    any
}

/// Writes the low bytes of the units of the chunk at the start of `src`.
#[inline(always)]
fn store_ascii<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    dst: &mut Output,
) {
    let mut at = 0;
    while at < B::CHUNK_UNITS {
        let vectors = load::<S, B>(simd, &src[at * B::UNIT..]);
        simd.store(blocks.narrowed(simd, vectors), dst, at);
        at += S::LANES;
    }
}

/// Converts a chunk of units below 0x800.
#[inline(always)]
fn encode_below_800<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    dst: &mut Output,
) -> usize {
    let mut written = 0;
    let mut at = 0;
    // This is rare and has many blocks, so we prevent the compiler from unrolling the loop.
    let end = if S::ENCODES_SPARSE && B::UNIT == 1 {
        black_box(B::CHUNK_UNITS)
    } else {
        B::CHUNK_UNITS
    };
    while at < end {
        let vectors = load::<S, B>(simd, &src[at * B::UNIT..]);
        written += blocks.encode_below_800(simd, vectors, &mut dst[written..]);
        at += S::LANES;
    }
    written
}

/// Converts a chunk of units without surrogates.
#[inline(always)]
fn encode_any<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    likely_3: bool,
    dst: &mut Output,
) -> usize {
    let mut written = 0;
    let mut at = 0;
    while at < B::CHUNK_UNITS {
        let vectors = load::<S, B>(simd, &src[at * B::UNIT..]);
        written += blocks.encode_any(
            simd,
            vectors,
            likely_3,
            &mut dst[written..written + B::MAX_OUTPUT],
        );
        at += S::LANES;
    }
    written
}

/// Returns a mask of the non-ASCII units of a chunk.
#[inline(always)]
fn non_ascii<S: EncodeUtf8, B: ChunkConversion<S>>(simd: S, blocks: B, src: &[u8]) -> u64 {
    let mut non_ascii = 0;
    let mut at = 0;
    while at < 64 {
        let vectors = load::<S, B>(simd, &src[at * B::UNIT..]);
        non_ascii |= blocks.non_ascii(simd, vectors) << at;
        at += S::LANES;
    }
    non_ascii
}

/// Converts the sparse chunk at the start of `src`. The units after each non-ASCII character are
/// stored as if they were ASCII. Returns `None` if the chunk has a surrogate.
#[inline(always)]
fn encode_sparse<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    mut non_ascii: u64,
    dst: &mut Output,
) -> Option<usize> {
    store_ascii(simd, blocks, src, dst);
    let mut more = 0;
    while non_ascii != 0 {
        let index = non_ascii.trailing_zeros() as usize;
        non_ascii &= non_ascii - 1;
        let character = blocks.character(&src[index * B::UNIT..])?;
        let two = 0x80C0 | character >> 6 | (character & 0x3F) << 8;
        let three =
            0x80_80E0 | character >> 12 | (character << 2 & 0x3F00) | (character & 0x3F) << 16;
        let has_three = usize::from(character >= 0x800);
        let bytes = if has_three == 0 { two } else { three };
        let out = &mut dst[index + more..];
        encode_bytes(bytes.to_le_bytes(), out);
        store_ascii(
            simd,
            blocks,
            &src[(index + 1) * B::UNIT..],
            &mut out[2 + has_three..],
        );
        more += 1 + has_three;
    }
    Some(64 + more)
}

/// Converts ASCII with one branch for each four vectors.
#[inline(always)]
pub(crate) fn skip_ascii<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    // Four vectors stay in registers between the test and the stores.
    let units = const { 4 * S::LANES / B::UNIT };
    let mut at = Progress::START;
    while let Some(part) = src.get(at.read..at.read + 4 * S::LANES) {
        let Some(out) = dst.get_mut(at.written..at.written + units) else {
            break;
        };
        if !blocks.are_ascii(simd, combine(simd, part)) {
            break;
        }
        let mut from = 0;
        while from < units {
            let vectors = load::<S, B>(simd, &part[from * B::UNIT..]);
            simd.store(blocks.narrowed(simd, vectors), out, from);
            from += S::LANES;
        }
        at += Progress {
            read: 4 * S::LANES,
            written: units,
        };
    }
    at
}
