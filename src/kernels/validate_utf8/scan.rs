//! The main loop of UTF-8 validation, over chunks of 256 bytes that are each of one kind.
//!
//! | kind | bytes | errors |
//! |---|---|---|
//! | ASCII | below 80 | the chunk before it ends within a character |
//! | two-byte | below E0, except C0 and C1 | a lead byte or a continuation byte without the other |
//! | any | any | by three lookups for each pair, see `utf8_errors` |
//!
//! Neighbouring chunks are often of the same kind, so each kind has its own loop. The loop of a
//! kind can also check chunks of the kinds above it in the table. It does so for single chunks and
//! short runs: leaving the loop and coming back are two mispredicted branches in text not seen
//! before, and they cost more than the simpler test saves. The tests that the next chunk needs are
//! determined before the current chunk is checked, so that the CPU detects a misprediction while it
//! still has work to do.

use super::visitor::Visitor;
use super::{BLOCK, any_of_block, incomplete_before};
use crate::simd::utf8_errors::{Ranks, leads};
use crate::simd::validate_utf8::ValidateUtf8;

/// Bytes of a chunk. One test covers the errors of a chunk.
pub(super) const CHUNK: usize = 4 * BLOCK;

/// Text length in bytes from which the text is probably in no cache.
const PAST_CACHES: usize = 1 << 24;

/// Returns whether a chunk is ASCII.
///
/// Text from main memory (`past_caches`) is tested vector by vector. On Zen 4, loading a whole
/// chunk before the test takes 1.2 times as long, and prefetching takes longer still. Cached text
/// is tested chunk by chunk, because vector by vector takes up to twice as long.
#[inline(always)]
fn is_ascii<S: ValidateUtf8>(simd: S, chunk: &[u8; CHUNK], past_caches: bool) -> bool {
    if past_caches {
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

/// A chunk and the block before it.
type Window = [u8; BLOCK + CHUNK];

/// Returns the chunk at `at` and the block before it, if the text has a complete chunk there.
#[inline(always)]
fn window(src: &[u8], at: usize) -> Option<&Window> {
    src[at - BLOCK..].first_chunk()
}

/// The kind of a chunk: the first variant that applies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChunkKind {
    Ascii,
    /// The bytes of the chunk and the three bytes before it belong to characters of one or two
    /// bytes, or are malformed. None is C0 or C1.
    TwoByte,
    Any,
}

/// Returns the number of chunks that runs of a simpler kind must have on average, so that leaving
/// the loop of `kind` pays off. The shorter the vectors, the more a simpler test saves.
const fn worth_leaving<S: ValidateUtf8>(kind: ChunkKind) -> u32 {
    match (kind, S::LANES) {
        (ChunkKind::TwoByte, 32..) => 8,
        (ChunkKind::Any, 64..) => 3,
        _ => 1,
    }
}

/// One bit for each of the last 32 chunks, the latest in the lowest bit. A bit is set if a simpler
/// kind than that of the loop is sufficient.
#[derive(Clone, Copy)]
struct History(u32);

impl History {
    /// Appends a run of `chunks` of a simpler kind.
    #[inline(always)]
    fn run(self, chunks: usize) -> Self {
        let chunks = chunks.min(31);
        History(self.0 << chunks | ((1 << chunks) - 1))
    }

    /// Appends the next chunk.
    #[inline(always)]
    fn chunk(self, simpler: bool) -> Self {
        History(self.0 << 1 | u32::from(simpler))
    }

    /// Returns whether to leave the loop now: after one simpler chunk if runs of them are long on
    /// average, otherwise after a run of twice [`worth_leaving`] chunks. The result is one
    /// comparison of numbers, because the compiler would turn combined conditions into the branches
    /// that we avoid.
    #[inline(always)]
    fn leaves<S: ValidateUtf8>(self, kind: ChunkKind) -> bool {
        let worth = worth_leaving::<S>(kind);
        if worth == 1 {
            return self.0 & 1 == 1;
        }
        let runs = (self.0 & !(self.0 << 1)).count_ones();
        let long = u32::from(self.0.count_ones() >= worth * runs).wrapping_neg();
        self.0.trailing_ones() > (!long & (2 * worth - 1))
    }
}

/// The tests that a chunk needs.
struct Needs {
    /// Whether the chunk is not ASCII, so that it needs the test of [`ChunkKind::TwoByte`] or of
    /// [`ChunkKind::Any`].
    two_byte: bool,
    /// Whether it needs the test of [`ChunkKind::Any`].
    any: bool,
}

impl Needs {
    /// Returns the tests of the chunk at `at`, if the text has a complete chunk there.
    #[inline(always)]
    fn at<S: ValidateUtf8>(simd: S, src: &[u8], at: usize) -> Option<Self> {
        let window = window(src, at)?;
        Some(Self::from_window(simd, window))
    }

    /// Returns [`Needs::at`] after a chunk of [`ChunkKind::Any`]. A sample of the chunk usually
    /// shows that it is also of that kind.
    #[inline(always)]
    fn after_any<S: ValidateUtf8>(simd: S, src: &[u8], at: usize) -> Option<Self> {
        let window = window(src, at)?;
        if S::SAMPLE > 0 {
            let mut greatest = simd.load(window, BLOCK);
            let mut vector = S::LANES;
            while vector < S::SAMPLE {
                greatest = simd.max(greatest, simd.load(window, BLOCK + vector));
                vector += S::LANES;
            }
            if !simd.is_zero(simd.saturating_sub(greatest, simd.splat(0xDF))) {
                return Some(Needs {
                    two_byte: true,
                    any: true,
                });
            }
        }
        Some(Self::from_window(simd, window))
    }

    #[inline(always)]
    fn from_window<S: ValidateUtf8>(simd: S, window: &Window) -> Self {
        let chunk = BLOCK + S::LANES..BLOCK + CHUNK;
        let greatest = RANKS.greatest(simd, window, BLOCK, chunk);
        Needs {
            two_byte: !simd.is_ascii(greatest),
            any: exceeds_two_byte(simd, greatest, window),
        }
    }

    #[inline(always)]
    fn kind(self) -> ChunkKind {
        match self {
            Needs {
                two_byte: false, ..
            } => ChunkKind::Ascii,
            Needs { any: false, .. } => ChunkKind::TwoByte,
            Needs { any: true, .. } => ChunkKind::Any,
        }
    }
}

/// Checks the chunks from `at` on. Returns `Ok` with the end of the last chunk, or `Err` with the
/// start of the first chunk that has an error or that `visitor` rejects.
#[inline(always)]
pub(super) fn scan_chunks<S: ValidateUtf8>(
    simd: S,
    src: &[u8],
    visitor: &mut impl Visitor<S>,
    mut at: usize,
) -> Result<usize, usize> {
    let past_caches = src.len() >= PAST_CACHES;
    let mut history = History(0);
    let Some(needs) = Needs::at(simd, src, at) else {
        return Ok(at);
    };
    let mut next = needs.kind();
    loop {
        if next == ChunkKind::Ascii {
            if !simd.is_zero(incomplete_before(simd, src, at)) {
                return Err(at);
            }
            let start = at;
            while let Some(chunk) = src[at..].first_chunk() {
                if !is_ascii(simd, chunk, past_caches) {
                    break;
                }
                if !visitor.visit(simd, src, at, CHUNK) {
                    return Err(at);
                }
                visitor.visited_chunk(simd, ChunkKind::Ascii);
                at += CHUNK;
            }
            history = history.run((at - start) / CHUNK);
            let Some(needs) = Needs::at(simd, src, at) else {
                return Ok(at);
            };
            // With wide vectors, the longest test costs less than a misprediction.
            next = if S::LANES < 32 {
                needs.kind()
            } else {
                ChunkKind::Any
            };
        }
        while next == ChunkKind::TwoByte {
            let ahead = Needs::at(simd, src, at + CHUNK);
            if !simd.is_zero(errors_of_two_byte(simd, src, at, visitor)) {
                visitor.failed_chunk(ChunkKind::TwoByte);
                return Err(at);
            }
            if !visitor.visit(simd, src, at, CHUNK) {
                return Err(at);
            }
            visitor.visited_chunk(simd, ChunkKind::TwoByte);
            at += CHUNK;
            let Some(needs) = ahead else {
                return Ok(at);
            };
            history = history.chunk(!needs.two_byte);
            if needs.any {
                next = ChunkKind::Any;
            } else if history.leaves::<S>(ChunkKind::TwoByte) {
                next = ChunkKind::Ascii;
            }
        }
        while next == ChunkKind::Any {
            let ahead = Needs::after_any(simd, src, at + CHUNK);
            if !simd.is_zero(errors_of_any(simd, src, at, visitor)) {
                visitor.failed_chunk(ChunkKind::Any);
                return Err(at);
            }
            if !visitor.visit(simd, src, at, CHUNK) {
                return Err(at);
            }
            visitor.visited_chunk(simd, ChunkKind::Any);
            at += CHUNK;
            let Some(needs) = ahead else {
                return Ok(at);
            };
            history = history.chunk(!needs.any);
            if history.leaves::<S>(ChunkKind::Any) {
                next = needs.kind();
            }
        }
    }
}

/// Returns the number of bytes of a chunk that are checked without a branch. With short vectors,
/// unrolling a whole chunk would produce too much code.
const fn step<S: ValidateUtf8>() -> usize {
    4 * S::LANES
}

/// Returns the "or" of the errors of a chunk of [`ChunkKind::Any`].
#[inline(always)]
fn errors_of_any<S: ValidateUtf8>(
    simd: S,
    src: &[u8],
    at: usize,
    visitor: &mut impl Visitor<S>,
) -> S::Bytes {
    let length = const { step::<S>() };
    let mut errors = simd.splat(0);
    let mut before = simd.state_before(src, at);
    let chunk = &src[at - 3..src.len().min(at + CHUNK)];
    let mut rest = chunk;
    while let Some(part) = rest.get(..3 + length) {
        let mut vector = 3;
        while vector < 3 + length {
            errors = errors | simd.errors_next(part, vector, &mut before);
            visitor.count(simd, ChunkKind::Any, simd.load(part, vector));
            vector += S::LANES;
        }
        rest = simd.after(chunk, rest, length);
    }
    errors
}

/// Returns the "or" of the errors of a chunk of [`ChunkKind::TwoByte`].
#[inline(always)]
fn errors_of_two_byte<S: ValidateUtf8>(
    simd: S,
    src: &[u8],
    at: usize,
    visitor: &mut impl Visitor<S>,
) -> S::Bytes {
    let length = const { step::<S>() };
    let mut errors = simd.splat(0);
    let mut rest = &src[at - 1..src.len().min(at + CHUNK)];
    while let Some(part) = rest.get(..1 + length) {
        let mut vector = 0;
        while vector < length {
            let (prev1, current) = (simd.load(part, vector), simd.load(part, vector + 1));
            // A continuation byte must follow each lead byte and no other byte.
            errors = errors | (leads(simd, prev1) ^ simd.continues(current));
            visitor.count(simd, ChunkKind::TwoByte, current);
            vector += S::LANES;
        }
        rest = &rest[length..];
    }
    errors & simd.splat(0x80)
}

/// Order of the bytes by which the maximum of a chunk determines its kind.
const RANKS: Ranks = Ranks::OverlongLast;

/// Returns whether the chunk, given its maximum rank, or the three bytes before it contain a byte
/// that excludes [`ChunkKind::TwoByte`]: C0, C1, or E0 or more.
#[inline(always)]
fn exceeds_two_byte<S: ValidateUtf8>(simd: S, greatest: S::Bytes, window: &Window) -> bool {
    let before = RANKS.of_vector(simd, simd.load(window, BLOCK - 3));
    let greatest = simd.max(greatest, before);
    !simd.is_zero(simd.saturating_sub(greatest, simd.splat(RANKS.rank(0xC3))))
}
