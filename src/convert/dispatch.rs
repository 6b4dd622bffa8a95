//! Dispatch: the pair of encodings and the length of the text choose scalar code or a kernel of the
//! instruction set, and scalar code finishes what the kernel leaves.
//!
//! ```text
//! verb ── very short text ──────────────────────────► scalar
//!   └──── kernel of the pair ── all is read ────────► done
//!                └───────────── it stopped before ──► scalar: the end, or what cannot be converted
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod code_page;
#[cfg(feature = "convert")]
mod in_turn;
#[cfg(feature = "multibyte")]
mod multibyte;
#[cfg(feature = "convert")]
mod pairs;

#[cfg(feature = "charset")]
pub(super) use code_page::{Units, convert_to_page_by};

use crate::Isa;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::{LATIN1, Length, Scheme, is_kind};
use crate::kernels::scalar;

/// Lengths up to which, or from which on, other code is quicker.
mod threshold {
    /// Bytes of UTF-8 up to which scalar code converts more quickly than any kernel, and below
    /// which it validates more quickly.
    pub(super) const UTF8_SCALAR: usize = 8;

    /// Bytes of other encodings below which scalar code validates more quickly.
    pub(super) const VALIDATE_SCALAR: usize = 4;

    /// Units of other encodings up to which scalar code converts more quickly.
    pub(super) const UNITS_SCALAR: usize = 2;

    /// Bytes of Latin-1 up to which scalar code widens them to UTF-16 more quickly than a kernel;
    /// half as many for UTF-32.
    pub(super) const LATIN1_WIDENED: usize = 64;

    /// Bytes of output from which on a kernel does not stop because the output is full. With fewer
    /// it may convert a block and stop, and is called again.
    pub(super) const KERNEL_SLACK: usize = 512;

    /// Bytes from which on a text is looked at for a fault at its start: whoever goes on after each
    /// fault of a long text comes here often, and in a short text the look would show.
    pub(super) const FAULT_FIRST: usize = 256;
}

impl Isa {
    /// Number of bytes of well-formed UTF-8 at the start of `src`, as far as a kernel says it.
    #[inline(always)]
    pub(crate) fn valid_bytes_by_kernel(self, src: &[u8]) -> usize {
        if src.len() < threshold::UTF8_SCALAR {
            return 0;
        }
        self.validate_utf8(src)
    }

    /// Number of bytes of well-formed text at the start of `src`.
    #[inline(always)]
    pub(crate) fn valid_bytes<S: Scheme>(self, scheme: S, src: &[u8]) -> usize {
        #[cfg(feature = "convert")]
        if S::IS_VARIANT {
            return self.valid_bytes_of_variant(scheme, src);
        }
        #[cfg(feature = "convert")]
        if is_kind!(S, CodePage) {
            let page = scheme.page();
            return page.map_or(0, |page| self.valid_bytes_of_page(page, src));
        }
        #[cfg(feature = "multibyte")]
        if is_kind!(S, Multibyte) {
            let multibyte = scheme.multibyte();
            return multibyte.map_or(0, |multibyte| {
                let all = self.measure_multibyte_all(multibyte, src, Length::Characters);
                all.read
            });
        }
        let scalar_below = if is_kind!(S, Utf8) {
            threshold::UTF8_SCALAR
        } else {
            threshold::VALIDATE_SCALAR
        };
        if src.len() < scalar_below {
            return scalar::validate(scheme, src, 0);
        }
        let from = const { S::KIND.endian() };
        let valid = if is_kind!(S, Utf8) {
            self.validate_utf8(src)
        } else if is_kind!(S, Utf16(_)) {
            self.validate_utf16(src, from)
        } else if is_kind!(S, Utf32(_)) {
            self.validate_utf32(src, from)
        } else if is_kind!(S, SingleByte(LATIN1)) {
            src.len()
        } else if is_kind!(S, SingleByte(_)) {
            self.validate_ascii(src)
        } else {
            0
        };
        // The kernel of ASCII stops nowhere else.
        let is_exact = is_kind!(S, SingleByte(_)) && self.has_vectors();
        if valid == src.len() || is_exact {
            return valid;
        }
        scalar::validate(scheme, src, valid)
    }

    /// Number of units of the conversion of `src` to a scheme with the length `length`.
    #[inline(always)]
    pub(crate) fn count<S: Scheme>(self, scheme: S, src: &[u8], length: Length) -> usize {
        #[cfg(feature = "multibyte")]
        if is_kind!(S, Multibyte) {
            let multibyte = scheme.multibyte();
            return multibyte.map_or(0, |multibyte| {
                self.measure_multibyte_all(multibyte, src, length).written
            });
        }
        #[cfg(feature = "convert")]
        if is_kind!(S, CodePage) && length == Length::Utf8 {
            let page = scheme.page();
            let at = page.map_or(Progress::START, |page| self.utf8_len_of_page(page, src));
            return scalar::count(scheme, src, at, length);
        }
        let from = const { S::KIND.endian() };
        // One unit becomes one unit.
        let same = Progress::all(src.len(), S::WIDTH);
        let at = if is_kind!(S, Utf8) {
            match length {
                Length::Utf8 => same,
                Length::Utf16 => self.utf16_len_of_utf8(src),
                Length::Characters => self.characters_of_utf8(src),
            }
        } else if is_kind!(S, Utf16(_)) {
            match length {
                Length::Utf8 => self.utf8_len_of_utf16(src, from),
                Length::Utf16 => same,
                Length::Characters => self.characters_of_utf16(src, from),
            }
        } else if is_kind!(S, Utf32(_)) {
            match length {
                Length::Utf8 => self.utf8_len_of_utf32(src, from),
                Length::Utf16 => self.utf16_len_of_utf32(src, from),
                Length::Characters => same,
            }
        } else if is_kind!(S, SingleByte(LATIN1)) && length == Length::Utf8 {
            self.utf8_len_of_latin1(src)
        } else if is_kind!(S, SingleByte(_) | CodePage) {
            same
        } else {
            Progress::START
        };
        if at.read == src.len() {
            return at.written;
        }
        scalar::count(scheme, src, at, length)
    }

    /// Number of characters of `src`.
    #[inline(always)]
    pub(crate) fn characters<S: Scheme>(self, scheme: S, src: &[u8]) -> usize {
        #[cfg(feature = "convert")]
        if S::IS_VARIANT {
            return self.characters_of_variant(scheme, src);
        }
        #[cfg(feature = "multibyte")]
        if is_kind!(S, Multibyte) {
            return self.lossy_length(scheme, src, Length::Characters);
        }
        self.count(scheme, src, Length::Characters)
    }
}
