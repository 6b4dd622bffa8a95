//! What a scan of UTF-8 does besides finding errors: nothing, copy the well-formed text, or count
//! the units that it has in UTF-16 or UTF-32.

use super::BLOCK;
use super::scan::{CHUNK, ChunkKind, scan_chunks};
use super::{is_outlined, scan, scan_long};
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::Length;
use crate::kernels::generic::count::Count;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::simd::outlined;

/// Takes well-formed text as soon as it is validated.
pub(in crate::kernels::generic) trait Visitor<S: DecodeUtf8 + Count> {
    /// Whether ASCII that a text without chunks begins with is worth a branch for each four
    /// vectors.
    const SKIPS_ASCII: bool = false;

    /// Loads the vector at `at`, which is about to be checked and is no part of a chunk, and may
    /// take it at once: what is taken and then not found well-formed does not count.
    #[inline(always)]
    fn load(&mut self, simd: S, src: &[u8], at: usize) -> S::Bytes {
        simd.load(src, at)
    }

    /// Takes `len` well-formed bytes, whole vectors, from `at` on. If it returns `false`, the scan
    /// stops before them, as if they were malformed.
    #[inline(always)]
    fn visit(&mut self, _simd: S, _src: &[u8], _at: usize, _len: usize) -> bool {
        true
    }

    /// [Takes](Visitor::visit) the well-formed rest of a text of at least a vector, from `at` on.
    #[inline(always)]
    fn visit_rest(&mut self, _simd: S, _src: &[u8], _at: usize) -> bool {
        true
    }

    /// [Takes](Visitor::visit) a whole text of `_len` bytes, less than a vector, which zeros follow
    /// in `text`.
    #[inline(always)]
    fn visit_vector(&mut self, _simd: S, _text: S::Bytes, _len: usize) -> bool {
        true
    }

    /// Where bytes of [`ChunkKind::Any`] are counted: a table of units for each high nibble, and
    /// their counter.
    #[inline(always)]
    fn units(&mut self) -> Option<(S::Bytes, &mut S::Bytes)> {
        None
    }

    /// Where continuation bytes of [`ChunkKind::TwoByte`] are counted: their counter.
    #[inline(always)]
    fn continuations(&mut self) -> Option<&mut S::Bytes> {
        None
    }

    /// Is told the kind of each well-formed chunk, once it has been counted and visited.
    #[inline(always)]
    fn visited_chunk(&mut self, _simd: S, _kind: ChunkKind) {}

    /// Is told the kind of a chunk that has been counted, but has an error.
    #[inline(always)]
    fn failed_chunk(&mut self, _kind: ChunkKind) {}
}

/// Does nothing.
impl<S: DecodeUtf8 + Count> Visitor<S> for () {}

/// Copies well-formed text while it is validated, as far as `dst` has capacity.
#[inline(always)]
pub(crate) fn copy<S: DecodeUtf8 + Count>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let len = src.len().min(dst.len());
    let (src, dst) = (&src[..len], &mut dst[..len]);
    if is_outlined::<S>(src) {
        return simd.outlined::<CopyLong>(src, dst, ());
    }
    Progress::all(scan(simd, src, &mut Copier(dst)), 1)
}

outlined!([S: DecodeUtf8 + Count] S, CopyLong(()) = copy_long);

/// [`copy`] of more than four vectors to as many bytes.
#[inline(always)]
fn copy_long<S: DecodeUtf8 + Count>(simd: S, src: &[u8], dst: &mut Output, (): ()) -> Progress {
    Progress::all(scan_long(simd, src, &mut Copier(&mut dst[..src.len()])), 1)
}

/// Copies well-formed text to the same place of a slice that has the length of the source.
struct Copier<'d>(&'d mut Output);

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

/// Counts the units that well-formed text has in UTF-16, or else in UTF-32. Counts the bytes from
/// [`MEASURED_AFTER`] on; those before are well-formed, but may end within a character. Stops at
/// the end of the well-formed text or before it, perhaps within a character, whose units count with
/// its lead byte.
#[inline(always)]
pub(crate) fn measure<S: DecodeUtf8 + Count>(simd: S, src: &[u8], length: Length) -> Progress {
    let mut counter = Counter::new(simd, length == Length::Utf16);
    let (Ok(at) | Err(at)) = scan_chunks(simd, src, &mut counter, MEASURED_AFTER);
    counter.take_back(simd, src, at);
    counter.sum_up(simd);
    Progress {
        read: at,
        written: counter.units,
    }
}

/// Bytes before those that [`measure`] counts. It is faster if it starts at a multiple of these in
/// memory.
pub(crate) const MEASURED_AFTER: usize = BLOCK;

/// Counts units: in chunks of [`ChunkKind::Any`] those of each byte, in others one for each byte,
/// less the continuation bytes.
struct Counter<S: DecodeUtf8 + Count> {
    /// The units so far, but for those in the counters.
    units: usize,
    /// The units of a byte for each high nibble.
    table: S::Bytes,
    /// A counter in each lane: units in chunks of [`ChunkKind::Any`].
    in_any: S::Bytes,
    /// A counter in each lane: continuation bytes in chunks of [`ChunkKind::TwoByte`].
    continuations: S::Bytes,
    /// Chunks that the counters can take before they may overflow.
    chunks_left: usize,
    /// The kind of the chunk that has an error; [`ChunkKind::Ascii`], which has no counter, if none
    /// has.
    failed: ChunkKind,
}

impl<S: DecodeUtf8 + Count> Counter<S> {
    /// Chunks that counters of 8 bits can take: each byte has at most two units.
    const MAX_CHUNKS: usize = 255 / (2 * CHUNK / S::LANES);

    #[inline(always)]
    fn new(simd: S, utf16: bool) -> Self {
        // High nibbles of ASCII, continuation bytes, leads of two and three bytes, leads of four.
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

    /// Adds the counters to the units so far, and empties them.
    #[inline(always)]
    fn sum_up(&mut self, simd: S) {
        self.units += simd.sum_8([self.in_any]);
        self.units -= simd.sum_8([self.continuations]);
        self.in_any = simd.splat(0);
        self.continuations = simd.splat(0);
        self.chunks_left = Self::MAX_CHUNKS;
    }

    /// Takes the chunk at `at` out of the counters again, if it has an error.
    #[inline(always)]
    fn take_back(&mut self, simd: S, src: &[u8], at: usize) {
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
                self.sum_up(simd);
            }
        }
    }

    #[inline(always)]
    fn failed_chunk(&mut self, kind: ChunkKind) {
        self.failed = kind;
    }
}
