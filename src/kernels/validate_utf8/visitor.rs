//! Visitors of a UTF-8 scan: they do nothing, copy the well-formed text, or count its UTF-16 or
//! UTF-32 units.

use super::BLOCK;
use super::scan;
use super::scan::{CHUNK, ChunkKind, scan_chunks};
use crate::encoding::scheme::Length;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::count::Count;
use crate::simd::decode_utf8::DecodeUtf8;

/// Receives well-formed text as soon as it is validated.
pub(crate) trait Visitor<S: DecodeUtf8 + Count> {
    /// Whether to test leading ASCII with one branch for each four vectors, in text without chunks.
    const SKIPS_ASCII: bool = false;

    /// Loads the vector at `at`, which is not part of a chunk and is about to be checked. The
    /// visitor may process it at once: work on bytes that turn out to be malformed is discarded.
    #[inline(always)]
    fn load(&mut self, simd: S, src: &[u8], at: usize) -> S::Bytes {
        simd.load(src, at)
    }

    /// Processes `len` well-formed bytes from `at` on, in complete vectors. If it returns `false`,
    /// the scan stops before these bytes, as if they were malformed.
    #[inline(always)]
    fn visit(&mut self, _simd: S, _src: &[u8], _at: usize, _len: usize) -> bool {
        true
    }

    /// [Processes](Visitor::visit) the well-formed rest of a text of at least a vector, from `at`
    /// on.
    #[inline(always)]
    fn visit_rest(&mut self, _simd: S, _src: &[u8], _at: usize) -> bool {
        true
    }

    /// [Processes](Visitor::visit) a whole text of `_len` bytes, less than a vector. Zeros follow
    /// it in `text`.
    #[inline(always)]
    fn visit_vector(&mut self, _simd: S, _text: S::Bytes, _len: usize) -> bool {
        true
    }

    /// Returns a table of units by high nibble and a counter, if the scan must count the units of
    /// chunks of [`ChunkKind::Any`].
    #[inline(always)]
    fn units(&mut self) -> Option<(S::Bytes, &mut S::Bytes)> {
        None
    }

    /// Returns a counter, if the scan must count the continuation bytes of chunks of
    /// [`ChunkKind::TwoByte`].
    #[inline(always)]
    fn continuations(&mut self) -> Option<&mut S::Bytes> {
        None
    }

    /// Receives the kind of each well-formed chunk after the chunk was counted and visited.
    #[inline(always)]
    fn visited_chunk(&mut self, _simd: S, _kind: ChunkKind) {}

    /// Receives the kind of a chunk that was counted but has an error.
    #[inline(always)]
    fn failed_chunk(&mut self, _kind: ChunkKind) {}
}

/// Does nothing.
impl<S: DecodeUtf8 + Count> Visitor<S> for () {}

/// Copies well-formed text while validating it, up to the capacity of `dst`.
#[inline(always)]
pub(crate) fn copy<S: DecodeUtf8 + Count>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let len = src.len().min(dst.len());
    let (src, dst) = (&src[..len], &mut dst[..len]);
    Progress::all(scan(simd, src, &mut Copier(dst)), 1)
}

/// Copies well-formed text to the same offset of a slice of the same length.
pub(crate) struct Copier<'d>(pub(crate) &'d mut Output);

impl<S: DecodeUtf8 + Count> Visitor<S> for Copier<'_> {
    const SKIPS_ASCII: bool = S::LANES == 64;

    #[inline(always)]
    fn load(&mut self, simd: S, src: &[u8], at: usize) -> S::Bytes {
        let bytes = simd.load(src, at);
        simd.store(bytes, self.0, at);
        bytes
    }

    #[inline(always)]
    fn visit(&mut self, simd: S, src: &[u8], at: usize, len: usize) -> bool {
        let (src, dst) = (&src[at..at + len], &mut self.0[at..at + len]);
        let mut vector = 0;
        while vector < len {
            simd.store(simd.load(src, vector), dst, vector);
            vector += S::LANES;
        }
        true
    }

    #[inline(always)]
    fn visit_vector(&mut self, simd: S, text: S::Bytes, _len: usize) -> bool {
        simd.store_clipped(text, self.0, 0);
        true
    }
}

/// Counts the units of well-formed text in UTF-16 or UTF-32, from byte [`MEASURED_AFTER`] on. The
/// bytes before are well-formed but may end within a character.
///
/// Stops at or before the end of the well-formed text, possibly within a character. The units of
/// such a character are counted with its lead byte.
#[inline(always)]
pub(crate) fn measure<S: DecodeUtf8 + Count>(simd: S, src: &[u8], length: Length) -> Progress {
    let mut counter = Counter::new(simd, length == Length::Utf16);
    let (Ok(at) | Err(at)) = scan_chunks(simd, src, &mut counter, MEASURED_AFTER);
    counter.subtract_failed(simd, src, at);
    counter.flush(simd);
    Progress {
        read: at,
        written: counter.units,
    }
}

/// Number of bytes before the first byte that [`measure`] counts. It is faster if `src` is aligned
/// to this number in memory.
pub(crate) const MEASURED_AFTER: usize = BLOCK;

/// Counts units: for chunks of [`ChunkKind::Any`] the units of each byte, for other chunks the
/// number of bytes minus the continuation bytes.
struct Counter<S: DecodeUtf8 + Count> {
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

impl<S: DecodeUtf8 + Count> Counter<S> {
    /// Number of chunks that counters of 8 bits can hold: each byte has at most two units.
    const MAX_CHUNKS: usize = 255 / (2 * CHUNK / S::LANES);

    #[inline(always)]
    fn new(simd: S, utf16: bool) -> Self {
        // High nibbles of ASCII, continuation bytes, lead bytes of two and three bytes, of four
        // bytes.
        let table = [
            1,
            1,
            1,
            1,
            1,
            1,
            1,
            1,
            0,
            0,
            0,
            0,
            1,
            1,
            1,
            1 + u8::from(utf16),
        ];
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

impl<S: DecodeUtf8 + Count> Visitor<S> for Counter<S> {
    #[inline(always)]
    fn units(&mut self) -> Option<(S::Bytes, &mut S::Bytes)> {
        Some((self.table, &mut self.in_any))
    }

    #[inline(always)]
    fn continuations(&mut self) -> Option<&mut S::Bytes> {
        Some(&mut self.continuations)
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
