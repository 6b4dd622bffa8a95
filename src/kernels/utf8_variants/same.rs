//! Validates text as UTF-8, and copies the part that has the same bytes in both variants.

use super::rules::Rules;
use crate::encoding::scheme::Utf8Form;
use crate::kernels::validate_utf8::{Visitor, scan};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::count::Count;
use crate::simd::decode_utf8::DecodeUtf8;

/// Accepts text that is the same in both variants: well-formed UTF-8 without the special characters
/// of [`Rules`]. Copies it to the same offset of `dst`.
struct CommonText<'d> {
    dst: &'d mut Output,
    rules: Rules,
}

impl<S: DecodeUtf8 + Count> Visitor<S> for CommonText<'_> {
    #[inline(always)]
    fn visit(&mut self, simd: S, src: &[u8], at: usize, len: usize) -> bool {
        let src = &src[at..at + len];
        let (mut greatest, mut least) = (simd.splat(0), simd.splat(0xFF));
        let mut vector = 0;
        while vector < len {
            let bytes = simd.load(src, vector);
            greatest = simd.max(greatest, bytes);
            least = simd.min(least, bytes);
            simd.store(bytes, self.dst, at + vector);
            vector += S::LANES;
        }
        simd.is_zero(self.rules.outside_of(simd, least, greatest))
    }

    #[inline(always)]
    fn visit_rest(&mut self, simd: S, src: &[u8], mut at: usize) -> bool {
        // The last vector overlaps the one before it, so there is no branch on the length of the
        // tail.
        let last = src.len() - S::LANES;
        let mut all = <Self as Visitor<S>>::visit(self, simd, src, last, S::LANES);
        while at < last {
            all &= <Self as Visitor<S>>::visit(self, simd, src, at, S::LANES);
            at += S::LANES;
        }
        all
    }

    #[inline(always)]
    fn visit_vector(&mut self, simd: S, text: S::Bytes, len: usize) -> bool {
        simd.store_clipped(text, self.dst, 0);
        // Zeros follow the text. They may be special, so we mask them off.
        let outside = simd.at_least(1, self.rules.outside(simd, text));
        simd.bits(outside) & !(u64::MAX << len) == 0
    }
}

/// Copies text that is the same in both forms.
#[inline(always)]
pub(super) fn convert_same<S: DecodeUtf8 + Count>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    rules: Rules,
) {
    let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
    let len = src.len().min(dst.len());
    let (src, dst) = (&src[..len], &mut dst[..len]);
    let same = scan(simd, src, &mut CommonText { dst, rules });
    at.read += same;
    at.written += same;
}

/// Bytes of the longest text that `convert_short` accepts.
const MAX_SHORT_LEN: usize = 128;

/// Copies short text if it is pure ASCII without special characters, and fits.
#[inline(always)]
pub(crate) fn convert_short<S: DecodeUtf8>(
    simd: S,
    src: &[u8],
    dst: &mut Output,
    forms: [Utf8Form; 2],
) -> Option<Progress> {
    let len = src.len();
    if len > MAX_SHORT_LEN || dst.len() < len || len < S::LANES && !S::CHEAP_MASKED_ACCESS {
        return None;
    }
    let rules = Rules::new(forms);
    if len < S::LANES {
        let bytes = simd.load_partial(src);
        let other = simd.bits(simd.at_least(1, rules.not_plain(simd, bytes)));
        if other & !(u64::MAX << len) != 0 {
            return None;
        }
        simd.store_clipped(bytes, &mut dst[..len], 0);
    } else {
        // The last vector may overlap the one before it.
        let last = len - S::LANES;
        let mut at = 0;
        loop {
            let bytes = simd.load(src, at);
            if !simd.is_zero(rules.not_plain(simd, bytes)) {
                return None;
            }
            simd.store(bytes, dst, at);
            if at == last {
                break;
            }
            at = last.min(at + S::LANES);
        }
    }
    Some(Progress::all(len, 1))
}
