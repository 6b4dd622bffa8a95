//! Conversions: the kernel of a pair, and who else does the work.
#![forbid(unsafe_code)]

use super::threshold;
use crate::Isa;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::{ASCII, LATIN1, Length, Scheme, is_kind};
use crate::kernels::mode::Mode;
use crate::kernels::scalar;

impl Isa {
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
    pub(super) fn convert_in_mode<S: Scheme, D: Scheme>(
        self,
        from: S,
        to: D,
        src: &[u8],
        dst: &mut Output,
        mode: Mode,
    ) -> Progress {
        // Each of these returns: what comes after it is not compiled for it.
        if is_kind!(S, CodePage) {
            return from.page().map_or(Progress::START, |page| {
                self.convert_from_page(page, to, src, dst, mode)
            });
        }
        if is_kind!(D, CodePage) {
            let mut count = 0;
            // Two code points of one sequence are replaced together, which this does not do.
            let replaces = mode == Mode::Lossy && !is_kind!(S, Multibyte);
            let replaced = replaces.then_some(&mut count);
            return to.page().map_or(Progress::START, |page| {
                self.convert_to_page(from, page, src, dst, replaced)
            });
        }
        #[cfg(feature = "multibyte")]
        if is_kind!(S, Multibyte) {
            return from.multibyte().map_or(Progress::START, |multibyte| {
                self.convert_from_multibyte(multibyte, to, src, dst, mode)
            });
        }
        #[cfg(feature = "multibyte")]
        if is_kind!(D, Multibyte) {
            return to.multibyte().map_or(Progress::START, |multibyte| {
                self.convert_to_multibyte(from, multibyte, src, dst)
            });
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
