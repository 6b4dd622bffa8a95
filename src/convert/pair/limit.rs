//! Conversion into an output that is too short for the input: limits the input to the part that the
//! conversion can read, and fills very short outputs with UTF-8.

use super::Pair;
#[cfg(feature = "charset")]
use super::short_output::{BUFFERED_OUTPUT, code_page_to_utf8, utf16_to_utf8};
#[cfg(all(feature = "charset", feature = "multibyte"))]
use crate::convert::plan::{SHORT_MULTIBYTE_OUTPUT, multibyte_to_utf8};
use crate::encoding::Class;
#[cfg(feature = "charset")]
use crate::{
    Charset, Isa,
    encoding::endian::{Big, Little},
    memory::progress::Progress,
};

/// Bytes after the last character that fits. They include the whole next character, and a tail
/// whose meaning depends on the bytes after it.
const LOOKAHEAD: usize = 16;

impl Pair {
    /// Fills a short output with UTF-8, and writes only the bytes that it counts if `preserve_tail`
    /// is set. Returns `None` if other code is faster.
    #[cfg(feature = "charset")]
    #[inline(always)]
    pub(super) fn fill_short_output(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut [u8],
    ) -> Option<Progress> {
        let is_short = (4..=BUFFERED_OUTPUT).contains(&dst.len());
        if self.target != Charset::Utf8 || !is_short || src.len() <= dst.len() {
            return None;
        }
        let tail = self.preserve_tail;
        match self.source.class() {
            // The first of two code points of Big5 is written even if the second one does not fit.
            #[cfg(feature = "multibyte")]
            Class::Multibyte if !tail && dst.len() <= SHORT_MULTIBYTE_OUTPUT.min(src.len() / 4) => {
                let multibyte = self.source.multibyte()?;
                let dst = crate::memory::output(dst);
                Some(multibyte_to_utf8(multibyte, src, dst, Progress::START))
            }
            Class::CodePage => Some(code_page_to_utf8(isa, self.source.page()?, src, dst, tail)),
            Class::Utf16Le => Some(utf16_to_utf8::<Little>(isa, src, dst, tail)),
            Class::Utf16Be => Some(utf16_to_utf8::<Big>(isa, src, dst, tail)),
            _ => None,
        }
    }

    /// Returns the part of `src` that a conversion into `len` bytes of output can read, and at
    /// least [`LOOKAHEAD`] bytes after it. So the result of the conversion does not change.
    ///
    /// Kernels, buffers and searches for runs of text process all of the source that they get.
    /// Without this limit, each call with a short output would process the whole rest of a text.
    #[inline]
    pub(crate) fn limited(self, src: &[u8], len: usize) -> &[u8] {
        if src.len() <= len {
            src
        } else {
            src.get(..self.most_read(len)).unwrap_or(src)
        }
    }

    /// Returns an upper bound of the bytes that a conversion into `len` bytes reads, strictly or
    /// with replacement, plus [`LOOKAHEAD`].
    #[inline(never)]
    fn most_read(self, len: usize) -> usize {
        use Class::*;
        // Bytes of source per unit of output: of a character that becomes one unit, or of a
        // malformed sequence whose replacement is one unit.
        let per_unit = match (self.source.class(), self.target.class()) {
            (Utf8, Utf8) | (Latin1 | Ascii | CodePage, _) => 1,
            (Utf16Le | Utf16Be | Wtf16 | Multibyte, Utf8) => 2,
            (Utf16Le | Utf16Be | Wtf16, Utf16Le | Utf16Be | Wtf16) => 2,
            (Utf8, Utf16Le | Utf16Be) => 3,
            (Utf8Family, _) => 6,
            _ => 4,
        };
        let units = len / self.target.class().width();
        units.saturating_mul(per_unit).saturating_add(LOOKAHEAD)
    }
}
