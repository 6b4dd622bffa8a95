//! Text without surrogates to UTF-8: chunks of 64 units or more, each of one kind, that of its
//! highest unit.
//!
//! A branch for each block is free only where the branch predictor has learnt the text; in new text
//! a misprediction costs as much as the conversion of a few blocks. So there is one branch for a
//! chunk, and the kind of the next chunk is known before this one is converted: a misprediction is
//! found out while there is still work to do.
//!
//! With vectors of 16 bytes it takes several times as long to compress a chunk as to store it. So a
//! chunk that is sparse, ASCII but for a few characters, is stored as if it were ASCII, and once
//! more after each of these characters, as many bytes later as it is longer than one:
//!
//! ```text
//! units               w e i ß _ g r ü n
//! stored as ASCII     w e i ? _ g r ? n
//! ß, and again        w e i C3 9F _ g r ? n
//! ü, and again        w e i C3 9F _ g r C3 BC n
//! ```

use super::block_loop::{BlockConversion, Vectors, load};
use super::encode_utf8::EncodeUtf8;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::encode_bytes;
use core::hint::black_box;

/// A conversion of chunks. A block has `LANES` units.
pub(crate) trait ChunkConversion<S: EncodeUtf8>: BlockConversion<S> {
    /// Units in a chunk: 64, for each of which a word has a bit, where chunks may be sparse.
    const CHUNK_UNITS: usize = 64;

    /// The kind of a chunk, given the "or" of its vectors: 0 if all units are ASCII, 1 if all are
    /// below 0x800, 2 otherwise.
    fn kind(self, simd: S, any: S::Bytes) -> u32;

    /// Whether all units are ASCII, given the "or" of their vectors.
    fn are_ascii(self, simd: S, any: S::Bytes) -> bool;

    /// A bit for each unit of a block that is not ASCII.
    fn non_ascii(self, simd: S, vectors: Vectors<S>) -> u64;

    /// The low bytes of the units of a block.
    fn narrowed(self, simd: S, vectors: Vectors<S>) -> S::Bytes;

    /// Writes a block of units below 0x800. Returns how many bytes count.
    fn encode_below_800(self, simd: S, vectors: Vectors<S>, dst: &mut Output) -> usize;

    /// Whether any unit of a chunk is a surrogate.
    fn has_surrogates(self, simd: S, part: &[u8]) -> bool;

    /// Writes a block of units of which none is a surrogate. Returns how many bytes count. If it is
    /// `likely_3`, a branch for units that all take three bytes is worth it.
    fn encode_any(self, simd: S, vectors: Vectors<S>, likely_3: bool, dst: &mut Output) -> usize;

    /// The character that the first unit of `src` is; `None` if that is a surrogate.
    fn character(self, src: &[u8]) -> Option<u32>;
}

/// Non-ASCII units up to which a chunk is sparse.
const SPARSE_NON_ASCII: usize = 4;

/// Chunks of ASCII in a row after which [`skip_ascii`] takes over.
const fn ascii_run<S: EncodeUtf8>() -> u32 {
    if S::LANES < 64 { 8 } else { 4 }
}

/// Whether a chunk with these non-ASCII units is sparse. (Not all CPUs can count bits.)
#[inline(always)]
fn are_sparse(mut non_ascii: u64) -> bool {
    let mut cleared = 0;
    while cleared < SPARSE_NON_ASCII {
        non_ascii &= non_ascii.wrapping_sub(1);
        cleared += 1;
    }
    non_ascii == 0
}

/// Converts chunks, up to one with a surrogate or the last two; only ASCII where the instruction
/// set has no use for chunks.
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
        // Without a branch, which the CPU would have to predict.
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

/// What is known of a chunk before the one before it is converted: its kind or, with vectors of 16
/// bytes, its non-ASCII units.
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

/// Converts a chunk that is not sparse. `None` if it has a surrogate.
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

/// The kind of a chunk.
#[inline(always)]
fn kind<S: EncodeUtf8, B: ChunkConversion<S>>(simd: S, blocks: B, part: &[u8]) -> u32 {
    blocks.kind(simd, combine(simd, part))
}

/// The "or" of the vectors of `part`.
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

/// Writes the low bytes of the units of the chunk that `src` begins with.
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
    // Rare, and many blocks: the compiler must not unroll the loop.
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

/// Converts a chunk of units of which none is a surrogate.
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

/// A bit for each unit of a chunk that is not ASCII.
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

/// Converts the sparse chunk that `src` begins with: what follows each non-ASCII character is
/// stored as if it were ASCII. `None` if one of these is a surrogate.
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
        let place = non_ascii.trailing_zeros() as usize;
        non_ascii &= non_ascii - 1;
        let character = blocks.character(&src[place * B::UNIT..])?;
        let two = 0x80C0 | character >> 6 | (character & 0x3F) << 8;
        let three =
            0x80_80E0 | character >> 12 | (character << 2 & 0x3F00) | (character & 0x3F) << 16;
        let has_three = usize::from(character >= 0x800);
        let bytes = if has_three == 0 { two } else { three };
        let out = &mut dst[place + more..];
        encode_bytes(bytes.to_le_bytes(), out);
        store_ascii(
            simd,
            blocks,
            &src[(place + 1) * B::UNIT..],
            &mut out[2 + has_three..],
        );
        more += 1 + has_three;
    }
    Some(64 + more)
}

/// Converts ASCII, four vectors for each branch.
#[inline(always)]
pub(crate) fn skip_ascii<S: EncodeUtf8, B: ChunkConversion<S>>(
    simd: S,
    blocks: B,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    // So few vectors stay in registers between the test and the stores.
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
