//! [`Visitor`]: receives the text of a UTF-8 scan. The visitor `()` does nothing, `copier` copies
//! the well-formed text, and `counter` counts its length in another encoding.

use super::scan::ChunkKind;
use crate::simd::validate_utf8::ValidateUtf8;

/// Receives well-formed text as soon as it is validated.
pub(crate) trait Visitor<S: ValidateUtf8> {
    /// Whether to test leading ASCII with one branch for each four vectors, in text without chunks.
    const SKIPS_ASCII: bool = false;

    /// Whether the scan of a text without chunks tests the first vector, and then four vectors at a
    /// time, instead of the whole text at once. This takes more code.
    const STOPS_EARLY: bool = false;

    /// Loads the vector at `at`, which is not part of a chunk and is about to be checked. The
    /// visitor may process it at once: work on bytes that turn out to be malformed is discarded.
    #[inline(always)]
    fn load(&mut self, simd: S, src: &[u8], at: usize) -> S::Bytes {
        simd.load(src, at)
    }

    /// [Loads](Visitor::load) four vectors, and returns their "or".
    #[inline(always)]
    fn load_four(&mut self, simd: S, src: &[u8], at: usize) -> S::Bytes {
        let [a, b, c, d] = simd.load_four(src, at);
        (a | b) | (c | d)
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

    /// Counts the units of a vector of a chunk of this kind, before it is known whether the chunk
    /// has an error.
    #[inline(always)]
    fn count(&mut self, _simd: S, _kind: ChunkKind, _bytes: S::Bytes) {}

    /// Receives the kind of each well-formed chunk after the chunk was counted and visited.
    #[inline(always)]
    fn visited_chunk(&mut self, _simd: S, _kind: ChunkKind) {}

    /// Receives the kind of a chunk that was counted but has an error.
    #[inline(always)]
    fn failed_chunk(&mut self, _kind: ChunkKind) {}
}

/// Does nothing.
impl<S: ValidateUtf8> Visitor<S> for () {
    const STOPS_EARLY: bool = true;
}
