//! Conversion that leaves alone what is behind the units that it counts.
//!
//! Kernels use the output up to its end: they store whole vectors of which a part counts, and
//! chunks that turn out to be malformed. Here text is converted into a buffer that stays in the
//! cache, and the bytes that count are copied from there. Three kinds of text go to the output at
//! once:
//!
//! - Where each unit becomes one unit, kernels for long text write nothing else, given no more
//!   room than that.
//! - Where more text follows that is known to become something, what is left behind a piece is
//!   overwritten: text that is replaced where it is malformed, and text that is validated in far
//!   less time than it takes to copy it.
//!
//! ```text
//! source   |  piece  |  piece  |  piece  |  fault or end
//!          │ to the output, as soon as it is known that the next one converts
//!                              │ through the buffer
//! ```
#![forbid(unsafe_code)]

use super::Pair;
use crate::buffer::output::{Output, Scratch};
use crate::buffer::progress::Progress;
use crate::convert::variants::whole_part;
use crate::encoding::Class;
use crate::{Charset, Isa};

/// Bytes of a piece that goes to the output at once. They become 1024 bytes at least.
const PIECE: usize = 1 << 12;

/// Bytes behind those that count which a kernel may overwrite if nothing stops it.
const OVERWRITTEN: usize = 1 << 10;

/// Bytes of the buffer that a piece fills at most. With its source it fits a first-level cache.
const BUFFER: usize = 1 << 14;

/// Units of a short text: its buffer is small, and lies in the caller's frame.
const SHORT: usize = 1 << 6;

/// Units of a text for which there is a buffer of less than a page, which costs no probe of the
/// stack.
const MEDIUM: usize = 1 << 9;

/// Bytes of output that a unit of input becomes at most.
const MOST_PER_UNIT: usize = 6;

/// Units up to which kernels for short text convert all or nothing, and may write in vain.
const ALL_OR_NOTHING: usize = 1 << 8;

impl Pair {
    /// Converts as [`convert`](Self::convert) does, or with replacement, and writes nothing but
    /// what it counts. Where the pair is a constant, so is the way.
    #[inline(always)]
    pub(super) fn convert_tidily(
        self,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        if !lossy && self.is_exact() {
            // The kernel writes nothing else, given no more room than that.
            let len = src.len() / self.source.unit_len() * self.target.unit_len();
            if let Some(dst) = dst.get_mut(..len) {
                return self.convert(isa, src, dst);
            }
        }
        if src.len() <= SHORT * self.source.unit_len() {
            if !lossy && self.is_short_exact(isa, src) {
                return self.convert(isa, src, dst);
            }
            let mut buffer = Scratch::<{ MOST_PER_UNIT * SHORT + 64 }>::new();
            return self.convert_through(&mut buffer, isa, src, dst, lossy);
        }
        if src.len() <= MEDIUM * self.source.unit_len() {
            return self.convert_medium(isa, src, dst, lossy);
        }
        self.convert_pieces(isa, src, dst, lossy)
    }

    #[inline(never)]
    fn convert_medium(self, isa: Isa, src: &[u8], dst: &mut Output, lossy: bool) -> Progress {
        let mut buffer = Scratch::<{ MOST_PER_UNIT * MEDIUM + 768 }>::new();
        self.convert_through(&mut buffer, isa, src, dst, lossy)
    }

    #[inline(never)]
    fn convert_pieces(self, isa: Isa, src: &[u8], dst: &mut Output, lossy: bool) -> Progress {
        let mut at = Progress::START;
        let mut buffer = Scratch::<{ BUFFER + OVERWRITTEN }>::new();
        if !self.is_plain() {
            return self.convert_buffers(&mut buffer, isa, src, dst, lossy);
        }
        if !lossy && self.is_unit_by_unit() {
            at = self.convert_units(isa, src, dst);
        } else if src.len() >= 2 * PIECE && (lossy || self.is_quick_to_validate()) {
            at = self.convert_directly(isa, src, dst, lossy);
        }
        let len = PIECE * BUFFER / self.most_bytes(PIECE);
        let ascii = self.of_ascii();
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

    /// Converts as much at a time as fits `buffer`: a text in a variant cannot be cut without
    /// looking at what follows, if malformed sequences are to be the same ones.
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
            let room = &mut buffer.output()[..len];
            let step = self.convert_plainly(isa, &src[at.read..], room, lossy);
            dst[at.written..].copy_converted(buffer, step);
            at += step;
            if step.read == 0 || at.read == src.len() {
                return at;
            }
        }
    }

    /// Converts, and may write behind what counts.
    #[inline(always)]
    fn convert_plainly(self, isa: Isa, src: &[u8], dst: &mut Output, lossy: bool) -> Progress {
        match lossy {
            true => self.convert_lossy(isa, src, dst),
            false => self.convert(isa, src, dst),
        }
    }

    /// Whether each unit becomes one unit, of text of any length, by a kernel that writes no
    /// others: all text converts, or what does not is looked for before anything is written.
    #[inline(always)]
    fn is_exact(self) -> bool {
        use Class::*;
        matches!(
            (self.source.class(), self.target.class()),
            (Utf16Le | Utf16Be, Utf16Le | Utf16Be)
                | (Latin1, Utf16Le | Utf16Be | Utf32Le | Utf32Be | Latin1)
        )
    }

    /// Whether the kernels for a short text write nothing but what counts: units that become units,
    /// of the narrower of which there is a vector at most; and UTF-8 where stores of parts of
    /// vectors are cheap, as those of 64 bytes are. There, the first surrogate of a pair is taken
    /// back if a vector ends within it.
    #[inline(always)]
    fn is_short_exact(self, isa: Isa, src: &[u8]) -> bool {
        use Class::*;
        match (self.source.class(), self.target.class()) {
            (Utf16Le | Utf16Be | Utf32Le | Utf32Be, Latin1 | Ascii) => {
                src.len() <= isa.lanes() * self.source.unit_len()
            }
            (Utf8, Utf16Le | Utf16Be | Utf32Le | Utf32Be | Latin1) => {
                isa.lanes() == 64 && (src.len() < 64 || self.source.incomplete_bytes(src) == 0)
            }
            _ => false,
        }
    }

    /// Whether each unit becomes one unit, of long text by a kernel that writes no others.
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

    /// The pair that converts what of the text is ASCII, if one of the two is UTF-8.
    fn of_ascii(self) -> Option<Pair> {
        use Class::{CodePage, Multibyte, Utf8};
        match (self.source.class(), self.target.class()) {
            (CodePage | Multibyte, _) | (_, CodePage | Multibyte) => None,
            (Utf8, _) => Some(Pair::of(Charset::Ascii, self.target)),
            (_, Utf8) => Some(Pair::of(self.source, Charset::Ascii)),
            _ => None,
        }
    }

    /// Converts most of a long text of which each unit becomes one unit. The source goes on where
    /// the output ends, so that no kernel for short text is called.
    fn convert_units(self, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
        let units = (src.len() / self.source.unit_len()).saturating_sub(ALL_OR_NOTHING + 1);
        let len = dst.len().min(units * self.target.unit_len());
        self.convert(isa, src, &mut dst[..len])
    }

    /// Whether all well-formed text converts, and is validated in far less time than it takes to
    /// copy what it becomes.
    fn is_quick_to_validate(self) -> bool {
        use Class::*;
        matches!(
            (self.source.class(), self.target.class()),
            (Latin1, Utf8) | (Utf16Le | Utf16Be, Utf32Le | Utf32Be)
        )
    }

    /// The greatest number of bytes that so many bytes become.
    fn most_bytes(self, len: usize) -> usize {
        let units = self.max_len(len / self.source.position_unit());
        units
            .unwrap_or(len)
            .saturating_mul(self.target.position_unit())
    }

    /// Converts pieces after which, with all that a kernel may overwrite, another one converts.
    fn convert_directly(self, isa: Isa, src: &[u8], dst: &mut Output, lossy: bool) -> Progress {
        let room = self.most_bytes(PIECE) + OVERWRITTEN;
        // The end of a piece that converts.
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
            if end.is_none() || dst.len() - at.written < room {
                break;
            }
            let (part, out) = (&src[at.read..this], &mut dst[at.written..]);
            at += self.convert_plainly(isa, part, out, lossy);
            if at.read < this {
                break;
            }
        }
        at
    }

    /// The first bytes of a text, about `len`, up to the end of a character.
    #[inline(always)]
    fn piece(self, src: &[u8], len: usize) -> &[u8] {
        whole_part(src, len, |part| self.source.incomplete_bytes(part))
    }

    /// Converts by way of `buffer`, which has room for all that `src` can become.
    #[inline(always)]
    fn convert_through<const N: usize>(
        self,
        buffer: &mut Scratch<N>,
        isa: Isa,
        src: &[u8],
        dst: &mut Output,
        lossy: bool,
    ) -> Progress {
        let mut step = self.convert_plainly(isa, src, buffer.output(), lossy);
        if step.written > dst.len() {
            let room = &mut buffer.output()[..dst.len()];
            step = self.convert_plainly(isa, src, room, lossy);
        }
        dst.copy_converted(buffer, step);
        step
    }
}
