//! Lengths of UTF-8 in other encodings, counted while the text is validated.

use super::BLOCK;
use super::scan::{CHUNK, ChunkKind, scan_chunks};
use super::visitor::Visitor;
use crate::encoding::scheme::LengthUnit;
use crate::memory::progress::Progress;
use crate::simd::count::Count;
use crate::simd::validate_utf8::ValidateUtf8;

/// Counts the units of well-formed text in UTF-16 or UTF-32, from byte [`MEASURE_START`] on. The
/// bytes before are well-formed but may end within a character.
///
/// Stops at or before the end of the well-formed text, possibly within a character. The units of
/// such a character are counted with its lead byte.
#[inline(always)]
pub(crate) fn measure<S: ValidateUtf8 + Count>(
    simd: S,
    src: &[u8],
    length: LengthUnit,
) -> Progress {
    let mut counter = Counter::new(simd, length == LengthUnit::Utf16);
    let (Ok(at) | Err(at)) = scan_chunks(simd, src, &mut counter, MEASURE_START);
    counter.subtract_failed(simd, src, at);
    counter.flush(simd);
    Progress {
        read: at,
        written: counter.units,
    }
}

/// Number of bytes before the first byte that [`measure`] counts. It is faster if `src` is aligned
/// to this number in memory.
pub(crate) const MEASURE_START: usize = BLOCK;

/// Counts units: for chunks of [`ChunkKind::Any`] the units of each byte, for other chunks the
/// number of bytes minus the continuation bytes.
struct Counter<S: ValidateUtf8 + Count> {
    /// The units so far, except those in the counters below.
    units: usize,
    /// The units of a byte, by its high nibble.
    table: S::Bytes,
    /// One counter for each lane: units in chunks of [`ChunkKind::Any`].
    in_any: S::Bytes,
    /// One counter for each lane: continuation bytes in chunks of [`ChunkKind::TwoByte`].
    continuations: S::Bytes,
    /// Number of chunks that can be counted before a counter can overflow.
    chunks_left: usize,
    /// The kind of the chunk with an error, or [`ChunkKind::Ascii`], which has no counter, if there
    /// is none.
    failed: ChunkKind,
}

impl<S: ValidateUtf8 + Count> Counter<S> {
    /// Number of chunks that counters of 8 bits can hold: each byte has at most two units.
    const MAX_CHUNKS: usize = 255 / (2 * CHUNK / S::LANES);

    #[inline(always)]
    fn new(simd: S, utf16: bool) -> Self {
        // High nibbles of ASCII, continuation bytes, lead bytes of two and three bytes, of four
        // bytes.
        let four = 1 + u8::from(utf16);
        let table = [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, four];
        Counter {
            units: 0,
            table: simd.high_table(table),
            in_any: simd.splat(0),
            continuations: simd.splat(0),
            chunks_left: Self::MAX_CHUNKS,
            failed: ChunkKind::Ascii,
        }
    }

    /// Adds the counters to `units` and resets them.
    #[inline(always)]
    fn flush(&mut self, simd: S) {
        self.units += simd.sum_8([self.in_any]);
        self.units -= simd.sum_8([self.continuations]);
        self.in_any = simd.splat(0);
        self.continuations = simd.splat(0);
        self.chunks_left = Self::MAX_CHUNKS;
    }

    /// Subtracts the chunk at `at` from the counters again, if it has an error.
    #[inline(always)]
    fn subtract_failed(&mut self, simd: S, src: &[u8], at: usize) {
        let chunk = if self.failed == ChunkKind::Ascii {
            &[]
        } else {
            &src[at..src.len().min(at + CHUNK)]
        };
        let mut at = 0;
        while let Some(bytes) = chunk.get(at..at + S::LANES) {
            let bytes = simd.load(bytes, 0);
            if self.failed == ChunkKind::TwoByte {
                let count = simd.count_8(simd.splat(0), simd.continuation(bytes));
                self.continuations = simd.saturating_sub(self.continuations, count);
            } else {
                let count = simd.lookup_high(self.table, bytes);
                self.in_any = simd.saturating_sub(self.in_any, count);
            }
            at += S::LANES;
        }
    }
}

impl<S: ValidateUtf8 + Count> Visitor<S> for Counter<S> {
    #[inline(always)]
    fn count(&mut self, simd: S, kind: ChunkKind, bytes: S::Bytes) {
        if kind == ChunkKind::Any {
            self.in_any = simd.add(self.in_any, simd.lookup_high(self.table, bytes));
        } else {
            self.continuations = simd.count_8(self.continuations, simd.continuation(bytes));
        }
    }

    #[inline(always)]
    fn visited_chunk(&mut self, simd: S, kind: ChunkKind) {
        if kind != ChunkKind::Any {
            self.units += CHUNK;
        }
        if kind != ChunkKind::Ascii {
            self.chunks_left -= 1;
            if self.chunks_left == 0 {
                self.flush(simd);
            }
        }
    }

    #[inline(always)]
    fn failed_chunk(&mut self, kind: ChunkKind) {
        self.failed = kind;
    }
}
