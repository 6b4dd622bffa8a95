//! [`Copier`]: the visitor of a UTF-8 scan that copies the well-formed text.

use super::{Visitor, scan};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::validate_utf8::ValidateUtf8;

/// Copies well-formed text while validating it, up to the capacity of `dst`.
#[inline(always)]
pub(crate) fn copy<S: ValidateUtf8>(simd: S, src: &[u8], dst: &mut Output) -> Progress {
    let len = src.len().min(dst.len());
    let (src, dst) = (&src[..len], &mut dst[..len]);
    Progress::all(scan(simd, src, &mut Copier(dst)), 1)
}

/// Copies well-formed text to the same offset of a slice of the same length.
pub(crate) struct Copier<'d>(pub(crate) &'d mut Output);

impl<S: ValidateUtf8> Visitor<S> for Copier<'_> {
    const SKIPS_ASCII: bool = S::LANES == 64;

    #[inline(always)]
    fn load(&mut self, simd: S, src: &[u8], at: usize) -> S::Bytes {
        let bytes = simd.load(src, at);
        simd.store(bytes, self.0, at);
        bytes
    }

    #[inline(always)]
    fn load_four(&mut self, simd: S, src: &[u8], at: usize) -> S::Bytes {
        let a = Visitor::<S>::load(self, simd, src, at);
        let b = Visitor::<S>::load(self, simd, src, at + S::LANES);
        let c = Visitor::<S>::load(self, simd, src, at + 2 * S::LANES);
        let d = Visitor::<S>::load(self, simd, src, at + 3 * S::LANES);
        (a | b) | (c | d)
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
