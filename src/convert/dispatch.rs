//! Dispatch: the pair of encodings and the length of the text choose scalar code or a kernel of the
//! instruction set, and scalar code finishes what the kernel leaves.
//!
//! ```text
//! verb ── very short text ──────────────────────────► scalar
//!   └──── kernel of the pair ── all is read ────────► done
//!                └───────────── it stopped before ──► scalar: the end, or what cannot be converted
//! ```
#![forbid(unsafe_code)]

mod code_page;

pub(super) use code_page::{Units, convert_to_page_by};

use crate::Isa;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::{ASCII, LATIN1, Length, Scheme, is_kind};
use crate::kernels::mode::Mode;
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
    /// Number of bytes of well-formed text at the start of `src`.
    #[inline(always)]
    pub(crate) fn valid_bytes<S: Scheme>(self, scheme: S, src: &[u8]) -> usize {
        if S::IS_VARIANT {
            return self.valid_bytes_of_variant(scheme, src);
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
        } else if is_kind!(S, CodePage) {
            match scheme.page() {
                Some(page) => return self.valid_bytes_of_page(page, src),
                None => 0,
            }
        } else {
            0
        };
        if valid == src.len() {
            return valid;
        }
        scalar::validate(scheme, src, valid)
    }

    /// Converts strictly, up to the first malformed sequence or unrepresentable character.
    #[inline(always)]
    pub(crate) fn convert<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        if src.len() >= threshold::FAULT_FIRST && scalar::begins_with_fault::<S>(src) {
            return Progress::START;
        }
        self.convert_in_mode(from, to, src, dst, Mode::Strict)
    }

    /// Converts as [`convert`](Self::convert) does, but from UTF-8 may replace malformed sequences,
    /// and to a code page whatever that does not have. Between other encodings it stops at them.
    #[inline(always)]
    pub(crate) fn convert_replacing<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        self.convert_in_mode(from, to, src, dst, Mode::Lossy)
    }

    /// Converts text that is known to be well-formed.
    #[inline(always)]
    pub(crate) fn convert_unchecked<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        // The swapping kernel ignores surrogate pairs, so it needs output for the whole text: with
        // less, it could stop within a pair.
        if is_kind!((S, D), (Utf16(_), Utf16(_)))
            && const { S::KIND.endian().is_big() != D::KIND.endian().is_big() }
            && dst.len() >= src.len()
        {
            let at = self.utf16_swapped(src, dst);
            if at.read == src.len() {
                return at;
            }
            return scalar::convert(from, to, src, dst, at);
        }
        self.convert_in_mode(from, to, src, dst, Mode::Unchecked)
    }

    #[inline(always)]
    fn convert_in_mode<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
        mode: Mode,
    ) -> Progress {
        if is_kind!(S, CodePage) {
            if let Some(page) = from.page() {
                return self.convert_from_page(page, to, src, dst, mode);
            }
        }
        if is_kind!(D, CodePage) {
            if let Some(page) = to.page() {
                let mut count = 0;
                let replaced = (mode == Mode::Lossy).then_some(&mut count);
                return self.convert_to_page(from, page, src, dst, replaced);
            }
        }
        if const { S::IS_VARIANT || D::IS_VARIANT } {
            return self.convert_variant(from, to, src, dst);
        }
        let order = const { D::KIND.endian() };
        if is_kind!((S, D), (SingleByte(LATIN1), Utf16(_)))
            && src.len() <= threshold::LATIN1_WIDENED
        {
            return scalar::widen::<2>(order, src, dst);
        }
        if is_kind!((S, D), (SingleByte(LATIN1), Utf32(_)))
            && src.len() <= threshold::LATIN1_WIDENED / 2
        {
            return scalar::widen::<4>(order, src, dst);
        }
        if is_kind!(S, Utf8) {
            if src.len() <= threshold::UTF8_SCALAR {
                return scalar::convert_up_to_8(from, to, src, dst);
            }
        } else if D::UNIVERSAL && src.len() <= threshold::UNITS_SCALAR * S::WIDTH {
            return scalar::convert(from, to, src, dst, Progress::START);
        }
        let at = self.kernel::<S, D>(src, dst, mode);
        if at.read == src.len() {
            return at;
        }
        self.convert_rest(from, to, src, dst, at)
    }

    /// Calls the kernel of the pair; those with a code page or a variant have none.
    #[inline(always)]
    fn kernel<S: Scheme, D: Scheme>(self, src: &[u8], dst: &mut Output, mode: Mode) -> Progress {
        /// The call of the first row whose pattern the two kinds match.
        macro_rules! first {
            ($($pattern:tt => $call:expr,)*) => {
                $(if is_kind!((S, D), $pattern) {
                    return $call;
                })*
            };
        }
        let (from, to) = const { (S::KIND.endian(), D::KIND.endian()) };
        let (last_from, last) = const { (S::KIND.last(), D::KIND.last()) };
        first! {
            (Utf8, Utf8) => self.utf8_to_utf8(src, dst),
            (Utf8, Utf16(_)) => self.utf8_to_utf16(src, dst, to, mode),
            (Utf8, Utf32(_)) => self.utf8_to_utf32(src, dst, to, mode),
            (Utf8, SingleByte(LATIN1)) => self.utf8_to_latin1(src, dst),
            (Utf16(_), Utf8) => self.utf16_to_utf8(src, dst, from),
            (Utf16(_), Utf16(_)) => self.utf16_to_utf16(src, dst, from, to),
            (Utf16(_), Utf32(_)) => self.utf16_to_utf32(src, dst, from, to),
            (Utf16(_), SingleByte(_)) => self.utf16_to_single_byte(src, dst, from, last),
            (Utf32(_), Utf8) => self.utf32_to_utf8(src, dst, from),
            (Utf32(_), Utf16(_)) => self.utf32_to_utf16(src, dst, from, to),
            (Utf32(_), Utf32(_)) => self.utf32_to_utf32(src, dst, from, to),
            (Utf32(_), SingleByte(_)) => self.utf32_to_single_byte(src, dst, from, last),
            (SingleByte(LATIN1), Utf8) => self.latin1_to_utf8(src, dst),
            // UTF-8 and ASCII have equal bytes for the characters of ASCII.
            (Utf8, SingleByte(_)) => self.single_byte_to_single_byte(src, dst, ASCII),
            (SingleByte(_), Utf8) => self.single_byte_to_single_byte(src, dst, ASCII),
            (SingleByte(_), Utf16(_)) => self.single_byte_to_utf16(src, dst, last_from, to),
            (SingleByte(_), Utf32(_)) => self.single_byte_to_utf32(src, dst, last_from, to),
            (SingleByte(_), SingleByte(_)) => {
                self.single_byte_to_single_byte(src, dst, last_from & last)
            },
        }
        Progress::START
    }

    /// Continues where a kernel stopped: with kernels while the output is short, then with scalar
    /// code.
    #[inline(never)]
    fn convert_rest<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
        mut at: Progress,
    ) -> Progress {
        while dst.len() - at.written < threshold::KERNEL_SLACK {
            let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
            let step = self.kernel::<S, D>(src, dst, Mode::Strict);
            at += step;
            if step.read == 0 || step.read == src.len() {
                break;
            }
        }
        if scalar::begins_with_fault::<S>(&src[at.read..]) {
            return at;
        }
        scalar::convert(from, to, src, dst, at)
    }

    /// Number of units of the conversion of `src` to a scheme with the length `length`.
    #[inline(always)]
    pub(crate) fn count<S: Scheme>(self, scheme: S, src: &[u8], length: Length) -> usize {
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
        } else if is_kind!(S, CodePage) && length == Length::Utf8 {
            match scheme.page() {
                Some(page) => self.utf8_len_of_page(page, src),
                None => same,
            }
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
        if S::IS_VARIANT {
            return self.characters_of_variant(scheme, src);
        }
        self.count(scheme, src, Length::Characters)
    }

    /// Counts the units of the lossy conversion of `src`, which ends with a character, to a scheme
    /// with the length `length`. It may stop anywhere, and does so at the start if there is no
    /// kernel for the pair.
    #[inline(always)]
    pub(crate) fn count_lossy<S: Scheme>(self, src: &[u8], length: Length) -> Progress {
        let from = const { S::KIND.endian() };
        if !is_kind!(S, Utf16(_)) {
            return Progress::START;
        }
        match length {
            Length::Utf8 => self.lossy_utf8_len_of_utf16(src, from),
            Length::Utf16 => Progress::all(src.len(), S::WIDTH),
            Length::Characters => self.lossy_characters_of_utf16(src, from),
        }
    }
}
