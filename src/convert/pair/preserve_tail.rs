//! Conversion that leaves the output after the written units untouched, for
//! [`Pair::preserve_tail`].
//!
//! Kernels may overwrite the whole output. They store whole vectors even if only a part of a vector
//! counts as written, and they write a chunk before it is known to be well-formed. So text is
//! converted into a buffer that stays in the cache, and the written bytes are copied from there. In
//! four cases, text is converted directly into the output:
//!
//! - The kernel for short text writes only the bytes that it counts: see `is_short_exact`.
//! - Each unit becomes one unit. If the output ends where the result ends, kernels for long text
//!   write only the bytes that they count.
//! - The text is converted with replacement. No piece can fail, so the output of the next piece
//!   overwrites the bytes after the current piece.
//! - Validating the text is much faster than copying its output. The next piece is validated before
//!   the current one is converted, so it cannot fail either.
//!
//! ```text
//! source   |  piece  |  piece  |  piece  |  error or end
//!          │ to the output, as soon as it is known that the next one converts
//!                              │ through the buffer
//! ```

use super::Pair;
use crate::convert::codec::Codec;
use crate::convert::variants::cut_at_boundary;
use crate::encoding::Class;
use crate::memory::output::{Output, Scratch};
use crate::memory::progress::Progress;
use crate::{Charset, Isa};

/// Bytes of a piece that is converted directly into the output. They become at least 1024 bytes.
const PIECE: usize = 1 << 12;

/// Maximum bytes after the written ones that a kernel overwrites if it reads all of its input.
const OVERWRITTEN: usize = 1 << 10;

/// Maximum bytes of the buffer that a piece fills. With its source it fits into a first-level
/// cache.
const OUTPUT_BUFFER: usize = 1 << 14;

/// Maximum units of a short text. Its buffer is small and is in the caller's stack frame.
const SHORT: usize = 1 << 6;

/// Maximum units of a text with a medium buffer. It is smaller than a page, so that it needs no
/// stack probe.
const MEDIUM: usize = 1 << 9;

/// Maximum bytes of output per unit of input.
const MAX_BYTES_PER_UNIT: usize = 6;

/// Maximum units for kernels for short text, which convert all of it or nothing. They may write
/// output and then not count it.
const ALL_OR_NOTHING: usize = 1 << 8;

impl Pair {
    /// Converts as [`convert`](Self::convert) does, or with replacement, and writes only the bytes
    /// that it counts. If the pair is a constant, the branches on it are resolved at compile time.
    #[inline(always)]
    pub(super) fn convert_through_buffer(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        if !lossy && self.is_exact() {
            // With an output of exactly this length, the kernel writes only the bytes that it
            // counts.
            let len = src.len() / self.source.width() * self.target.width();
            if let Some(dst) = dst.get_mut(..len) {
                return self.convert(isa, src, dst);
            }
        }
        if src.len() <= SHORT * self.source.width() {
            // One call for both cases, because it is inlined.
            let is_exact = !lossy && self.is_short_exact(isa, src, dst);
            let mut buffer = Scratch::<{ MAX_BYTES_PER_UNIT * SHORT + 64 }>::new();
            let out = if is_exact { &mut *dst } else { buffer.output() };
            let step = self.convert_overwriting(isa, src, out, lossy);
            if is_exact {
                return step;
            }
            return self.copy_converted(step, &mut buffer, isa, src, dst, lossy);
        }
        if src.len() <= MEDIUM * self.source.width() {
            return self.convert_medium(isa, src, dst, lossy);
        }
        self.convert_pieces(isa, src, dst, lossy)
    }

    #[inline(never)]
    fn convert_medium(self, isa: Isa, src: &[u8], dst: &mut Output, lossy: bool) -> Progress {
        let mut buffer = Scratch::<{ MAX_BYTES_PER_UNIT * MEDIUM + 768 }>::new();
        self.convert_through(&mut buffer, isa, src, dst, lossy)
    }

    #[inline(never)]
    fn convert_pieces(self, isa: Isa, src: &[u8], dst: &mut Output, lossy: bool) -> Progress {
        let mut at = Progress::START;
        let mut buffer = Scratch::<{ OUTPUT_BUFFER + OVERWRITTEN }>::new();
        if !self.is_plain() {
            return self.convert_buffers(&mut buffer, isa, src, dst, lossy);
        }
        if !lossy && self.is_unit_by_unit() {
            at = self.convert_units(isa, src, dst);
        } else if src.len() >= 2 * PIECE && (lossy || self.validates_fast()) {
            at = self.convert_directly(isa, src, dst, lossy);
        }
        let len = PIECE * OUTPUT_BUFFER / self.max_output_bytes(PIECE);
        let ascii = self.ascii_pair();
        while at.read < src.len() {
            if let Some(ascii) = ascii {
                at += ascii.convert_units(isa, &src[at.read..], &mut dst[at.written..]);
            }
            let part = self.piece(&src[at.read..], len);
            let out = &mut dst[at.written..];
            let step = self.convert_through(&mut buffer, isa, part, out, lossy);
            at += step;
            if step.read < part.len() {
                break;
            }
        }
        at
    }

    /// Converts as much text at a time as fits into `buffer`. Text in a variant cannot be split
    /// into pieces in advance, because the bytes after a split decide which sequences are
    /// malformed.
    fn convert_buffers<const N: usize>(
        self,
        buffer: &mut Scratch<N>,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        let mut at = Progress::START;
        loop {
            let len = N.min(dst.len() - at.written);
            let capacity = &mut buffer.output()[..len];
            let step = self.convert_overwriting(isa, &src[at.read..], capacity, lossy);
            dst[at.written..].copy_converted(buffer, step);
            at += step;
            if step.read == 0 || at.read == src.len() {
                return at;
            }
        }
    }

    /// Converts, and may write after the bytes that it counts.
    #[inline(always)]
    pub(super) fn convert_overwriting(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        if lossy {
            self.convert_lossy(isa, src, dst)
        } else {
            self.convert(isa, src, dst)
        }
    }

    /// Returns whether each unit becomes one unit, and kernels for text of any length write only
    /// the bytes that they count. Either all text can be converted, or the kernel searches for
    /// errors before it writes.
    #[inline(always)]
    fn is_exact(self) -> bool {
        use Class::*;
        matches!(
            (self.source.class(), self.target.class()),
            (Utf16Le | Utf16Be, Utf16Le | Utf16Be)
                | (Latin1, Utf16Le | Utf16Be | Utf32Le | Utf32Be | Latin1)
        )
    }

    /// Returns whether the kernels for short text write only the bytes that they count. This holds
    /// in two cases:
    ///
    /// - Each unit becomes one unit, and the narrower units fill at most one vector.
    /// - The source is UTF-8 or Latin-1, and vectors have 64 bytes, because masked stores are cheap
    ///   there. UTF-8 must be shorter than 64 bytes or end with a complete character: otherwise a
    ///   kernel may write a surrogate that it does not count. From Latin-1 to UTF-8, `dst` must
    ///   have capacity for any text of this length.
    #[inline(always)]
    fn is_short_exact(self, isa: Isa, src: &[u8], dst: &Output) -> bool {
        use Class::*;
        match (self.source.class(), self.target.class()) {
            (Utf16Le | Utf16Be | Utf32Le | Utf32Be, Latin1 | Ascii) => {
                src.len() <= isa.lanes() * self.source.width()
            }
            (Utf8, Utf16Le | Utf16Be | Utf32Le | Utf32Be | Latin1) => {
                isa.lanes() == 64 && (src.len() < 64 || self.source.incomplete_bytes(src) == 0)
            }
            (Latin1, Utf8) => isa.lanes() == 64 && src.len() <= dst.len() / 2,
            _ => false,
        }
    }

    /// Returns whether each unit becomes one unit, and the kernel for long text writes only the
    /// bytes that it counts.
    fn is_unit_by_unit(self) -> bool {
        use Class::*;
        match (self.source.class(), self.target.class()) {
            (Utf16Le | Utf16Be, Latin1 | Ascii) => true,
            (Utf32Le | Utf32Be, Utf32Le | Utf32Be | Latin1 | Ascii) => true,
            (Latin1, Ascii) => true,
            (Ascii, target) => !matches!(target, CodePage | Multibyte | Utf8Family | Wtf16 | Ucs4),
            _ => false,
        }
    }

    /// Returns the pair that converts the ASCII parts of the text, if one of the two encodings is
    /// UTF-8.
    fn ascii_pair(self) -> Option<Pair> {
        use Class::{CodePage, Multibyte, Utf8};
        match (self.source.class(), self.target.class()) {
            (CodePage | Multibyte, _) | (_, CodePage | Multibyte) => None,
            (Utf8, _) => Some(Pair::from_charsets(Charset::Ascii, self.target)),
            (_, Utf8) => Some(Pair::from_charsets(self.source, Charset::Ascii)),
            _ => None,
        }
    }

    /// Converts most of a long text in which each unit becomes one unit. The output passed to the
    /// kernel has no capacity for the last units of the source, more than [`ALL_OR_NOTHING`]. So
    /// the kernel for long text stops at the end of this output, and no kernel for short text is
    /// called.
    fn convert_units(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        let units = (src.len() / self.source.width()).saturating_sub(ALL_OR_NOTHING + 1);
        let len = dst.len().min(units * self.target.width());
        self.convert(isa, src, &mut dst[..len])
    }

    /// Returns whether all well-formed text can be converted, and validating it is much faster than
    /// copying its output.
    fn validates_fast(self) -> bool {
        use Class::*;
        matches!(
            (self.source.class(), self.target.class()),
            (Latin1, Utf8) | (Utf16Le | Utf16Be, Utf32Le | Utf32Be)
        )
    }

    /// Returns the largest number of bytes that `len` bytes can become.
    fn max_output_bytes(self, len: usize) -> usize {
        let units = self.max_len(len / self.source.unit_size());
        units.unwrap_or(len).saturating_mul(self.target.unit_size())
    }

    /// Converts pieces directly into the output, while the next piece is known to convert and
    /// overwrites the bytes after the current one.
    fn convert_directly(self, isa: Isa, src: &[u8], dst: &mut Output, lossy: bool) -> Progress {
        let capacity = self.max_output_bytes(PIECE) + OVERWRITTEN;
        // Returns the end of the piece at `from`, if all of it can be converted.
        let end_of_next = |from: usize| {
            src.get(from..from + PIECE)?;
            let part = self.piece(&src[from..], PIECE);
            let converts = lossy || self.source.valid_up_to(isa, part) == part.len();
            converts.then_some(from + part.len())
        };
        let mut at = Progress::START;
        let mut end = end_of_next(0);
        while let Some(this) = end {
            end = end_of_next(this);
            if end.is_none() || dst.len() - at.written < capacity {
                break;
            }
            let (part, out) = (&src[at.read..this], &mut dst[at.written..]);
            at += self.convert_overwriting(isa, part, out, lossy);
            if at.read < this {
                break;
            }
        }
        at
    }

    /// Returns about `len` bytes at the start of a text, up to the end of a character.
    #[inline(always)]
    pub(super) fn piece(self, src: &[u8], len: usize) -> &[u8] {
        cut_at_boundary(src, len, |part| self.source.incomplete_bytes(part))
    }

    /// Converts through `buffer`, which has capacity for the whole output of `src`.
    #[inline(always)]
    fn convert_through<const N: usize>(
        self,
        buffer: &mut Scratch<N>,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        let step = self.convert_overwriting(isa, src, buffer.output(), lossy);
        self.copy_converted(step, buffer, isa, src, dst, lossy)
    }

    /// Copies the result of a conversion from `buffer`. If it does not fit into `dst`, converts
    /// again.
    #[inline(always)]
    fn copy_converted<const N: usize>(
        self,
        mut step: Progress,
        buffer: &mut Scratch<N>,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        if step.written > dst.len() {
            let capacity = &mut buffer.output()[..dst.len()];
            step = self.convert_overwriting(isa, src, capacity, lossy);
        }
        dst.copy_converted(buffer, step);
        step
    }
}
