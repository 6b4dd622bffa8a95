//! The main loop of validation: chunks of 256 bytes, each of one kind.
//!
//! | kind | bytes | errors |
//! |---|---|---|
//! | ASCII | below 80 | the chunk before ends within a character |
//! | two-byte | below E0, neither C0 nor C1 | a lead or a continuation byte without the other |
//! | any | any | by three lookups for each pair, see `utf8_errors` |
//!
//! The chunk after the current one is likely to be of its kind, so each kind has a loop of its own.
//! A loop can check chunks of the kinds above it as well. Where these come alone or in short runs,
//! it goes on through them: to leave it and to come back are two branches that the CPU does not
//! foresee in text that it reads for the first time, and cost more than the simpler test saves.
//! Which tests the next chunk needs is computed before the current one is checked, so that the CPU
//! notices a misprediction while it still has work to do.

use super::visitor::Visitor;
use super::{BLOCK, any_of_block, incomplete_before};
use crate::kernels::generic::count::Count;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::utf8_errors::{Ranks, leads};

/// Bytes of a chunk, which one test for errors is for.
pub(super) const CHUNK: usize = 4 * BLOCK;

/// Bytes of text from which on it is not likely to be in a cache.
const PAST_CACHES: usize = 1 << 24;

/// Whether a chunk is ASCII.
///
/// Text that comes from memory, `past_caches`, is read with a test of each vector: a whole chunk of
/// loads in flight makes it arrive a fifth later on Zen 4, and prefetches later still. From a cache
/// it would take up to twice as long so.
#[inline(always)]
fn is_ascii<S: DecodeUtf8 + Count>(simd: S, chunk: &[u8; CHUNK], past_caches: bool) -> bool {
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

/// A chunk with the block before it.
type Window = [u8; BLOCK + CHUNK];

/// The chunk at `at` with the block before it, if the text has a whole chunk there.
#[inline(always)]
fn window(src: &[u8], at: usize) -> Option<&Window> {
    src[at - BLOCK..].first_chunk()
}

/// The kind of a chunk: the first of these that is true.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::kernels::generic) enum ChunkKind {
    Ascii,
    /// Its bytes, and the three before it, belong to characters of one or two bytes, or are
    /// malformed; none is C0 or C1.
    TwoByte,
    Any,
}

/// Chunks that a run of a simpler kind must have on average to be worth leaving the loop of `kind`.
/// The shorter the vectors, the more a simpler test saves.
const fn worth_leaving<S: DecodeUtf8 + Count>(kind: ChunkKind) -> u32 {
    match (kind, S::LANES) {
        (ChunkKind::TwoByte, 32..) => 8,
        (ChunkKind::Any, 64..) => 3,
        _ => 1,
    }
}

/// The last 32 chunks, the last one in the lowest bit: set where a simpler kind than that of the
/// loop would do.
#[derive(Clone, Copy)]
struct History(u32);

impl History {
    /// Takes a run of `chunks` of a simpler kind.
    #[inline(always)]
    fn run(self, chunks: usize) -> Self {
        let chunks = chunks.min(31);
        History(self.0 << chunks | ((1 << chunks) - 1))
    }

    /// Takes the next chunk.
    #[inline(always)]
    fn chunk(self, simpler: bool) -> Self {
        History(self.0 << 1 | u32::from(simpler))
    }

    /// Whether to leave the loop now: at once if runs of simpler chunks are long on average, else
    /// after twice as many as make it worth it. The result is one comparison of numbers: of joined
    /// conditions the compiler makes branches, which are what this saves.
    #[inline(always)]
    fn leaves<S: DecodeUtf8 + Count>(self, kind: ChunkKind) -> bool {
        let worth = worth_leaving::<S>(kind);
        if worth == 1 {
            return self.0 & 1 == 1;
        }
        let runs = (self.0 & !(self.0 << 1)).count_ones();
        let long = u32::from(self.0.count_ones() >= worth * runs).wrapping_neg();
        self.0.trailing_ones() > (!long & (2 * worth - 1))
    }
}

/// Which tests a chunk needs.
struct Needs {
    /// That of [`ChunkKind::TwoByte`], or more: it is not ASCII.
    two_byte: bool,
    /// That of [`ChunkKind::Any`].
    any: bool,
}

impl Needs {
    /// Those of the chunk at `at`, if the text has a whole chunk there.
    #[inline(always)]
    fn at<S: DecodeUtf8 + Count>(simd: S, src: &[u8], at: usize) -> Option<Self> {
        let window = window(src, at)?;
        Some(Self::of(simd, window))
    }

    /// [`Needs::at`] after a chunk of [`ChunkKind::Any`]: a sample of the next one mostly tells that
    /// it is of that kind, too.
    #[inline(always)]
    fn after_any<S: DecodeUtf8 + Count>(simd: S, src: &[u8], at: usize) -> Option<Self> {
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
        Some(Self::of(simd, window))
    }

    #[inline(always)]
    fn of<S: DecodeUtf8 + Count>(simd: S, window: &Window) -> Self {
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

/// Checks the chunks from `at` on: where the last one ends, or where the first one with an error
/// begins.
#[inline(always)]
pub(super) fn scan_chunks<S: DecodeUtf8 + Count>(
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
            // Where vectors are wide, the longest test costs less than a guess that fails.
            next = if S::LANES < 32 {
                needs.kind()
            } else {
                ChunkKind::Any
            };
        }
        while next == ChunkKind::TwoByte {
            let ahead = Needs::at(simd, src, at + CHUNK);
            if !simd.is_zero(errors_of_two_byte(simd, src, at, visitor.continuations())) {
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
            if !simd.is_zero(errors_of_any(simd, src, at, visitor.units())) {
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

/// Bytes of a chunk that are checked without a branch. With short vectors, a whole chunk would be
/// much code.
const fn step<S: DecodeUtf8 + Count>() -> usize {
    4 * S::LANES
}

/// The errors of a chunk of [`ChunkKind::Any`], combined by "or". Where there is a table of units
/// for each high nibble and a counter, adds the units of each byte to that.
#[inline(always)]
fn errors_of_any<S: DecodeUtf8 + Count>(
    simd: S,
    src: &[u8],
    at: usize,
    mut units: Option<(S::Bytes, &mut S::Bytes)>,
) -> S::Bytes {
    let length = const { step::<S>() };
    let mut errors = simd.splat(0);
    let mut before = simd.before_turn(src, at);
    let chunk = &src[at - 3..src.len().min(at + CHUNK)];
    let mut rest = chunk;
    while let Some(part) = rest.get(..3 + length) {
        let mut vector = 3;
        while vector < 3 + length {
            errors = errors | simd.errors_in_turn(part, vector, &mut before);
            if let Some((table, counter)) = &mut units {
                let units = simd.lookup_high(*table, simd.load(part, vector));
                **counter = simd.add(**counter, units);
            }
            vector += S::LANES;
        }
        rest = simd.after(chunk, rest, length);
    }
    errors
}

/// The errors of a chunk of [`ChunkKind::TwoByte`], combined by "or". Where there is a counter,
/// adds the continuation bytes to it.
#[inline(always)]
fn errors_of_two_byte<S: DecodeUtf8 + Count>(
    simd: S,
    src: &[u8],
    at: usize,
    mut continuations: Option<&mut S::Bytes>,
) -> S::Bytes {
    let length = const { step::<S>() };
    let mut errors = simd.splat(0);
    let mut rest = &src[at - 1..src.len().min(at + CHUNK)];
    while let Some(part) = rest.get(..1 + length) {
        let mut vector = 0;
        while vector < length {
            let (prev1, current) = (simd.load(part, vector), simd.load(part, vector + 1));
            // A continuation byte follows a lead byte, and no other byte does.
            errors = errors | (leads(simd, prev1) ^ simd.continues(current));
            if let Some(counter) = &mut continuations {
                **counter = simd.count_8(**counter, simd.continuation(current));
            }
            vector += S::LANES;
        }
        rest = &rest[length..];
    }
    errors & simd.splat(0x80)
}

/// Ranks by which the greatest of a chunk tells its kind.
const RANKS: Ranks = Ranks::OverlongLast;

/// Whether a byte of the chunk, given its greatest ranks, or of the three before it keeps it from
/// being [`ChunkKind::TwoByte`]: C0, C1, or E0 or more.
#[inline(always)]
fn exceeds_two_byte<S: DecodeUtf8 + Count>(simd: S, greatest: S::Bytes, window: &Window) -> bool {
    let before = RANKS.of_vector(simd, simd.load(window, BLOCK - 3));
    let greatest = simd.max(greatest, before);
    !simd.is_zero(simd.saturating_sub(greatest, simd.splat(RANKS.of(0xC3))))
}
