//! Dispatch of conversions: the kernel of a pair, and the code for short texts and for the rest
//! after a kernel.

use super::threshold;
use crate::Isa;
use crate::convert::{plan, variants};
use crate::encoding::scheme::{ASCII, LATIN1, LengthUnit, Scheme, is_kind};
use crate::kernels;
use crate::kernels::mode::Mode;
use crate::kernels::scalar;
use crate::memory::output::Output;
use crate::memory::progress::Progress;

/// Converts strictly, up to the first malformed sequence or unrepresentable character.
#[inline(always)]
pub(crate) fn convert<S: Scheme, D: Scheme>(
    isa: Isa,
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    if src.len() >= threshold::CHECK_START && scalar::begins_with_error::<S>(src) {
        return Progress::START;
    }
    convert_in_mode(isa, from, to, src, dst, Mode::Strict)
}

/// Converts text that is known to be well-formed.
#[inline(always)]
pub(crate) fn convert_unchecked<S: Scheme, D: Scheme>(
    isa: Isa,
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    // The swapping kernel ignores surrogate pairs. With output for less than the whole text, it
    // could stop within a pair.
    if is_kind!((S, D), (Utf16(_), Utf16(_)))
        && const { S::KIND.endian().is_big() != D::KIND.endian().is_big() }
        && dst.len() >= src.len()
    {
        let at = kernels::utf16_swapped(isa, src, dst);
        if at.read == src.len() {
            return at;
        }
        return scalar::convert(from, to, src, dst, at);
    }
    convert_in_mode(isa, from, to, src, dst, Mode::Unchecked)
}

/// Converts with the code for the pair: that of code pages, legacy multi-byte encodings or
/// variants, scalar code for very short text, or else a kernel and scalar code for the rest.
///
/// In [`Mode::Lossy`], it may replace malformed sequences of UTF-8. If the target is a code page, it
/// may also replace unrepresentable characters and malformed UTF-16. It stops at other errors.
#[inline(always)]
pub(crate) fn convert_in_mode<S: Scheme, D: Scheme>(
    isa: Isa,
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    // Each of these branches returns, so that the compiler removes the code after it.
    if is_kind!(S, CodePage) {
        return from.page().map_or(Progress::START, |page| {
            plan::convert_from_code_page(isa, page, to, src, dst, mode)
        });
    }
    if is_kind!(D, CodePage) {
        let mut count = 0;
        let replaced = (mode == Mode::Lossy).then_some(&mut count);
        return to.page().map_or(Progress::START, |page| {
            plan::convert_to_code_page(isa, from, page, src, dst, replaced)
        });
    }
    #[cfg(feature = "multibyte")]
    if is_kind!(S, Multibyte) {
        return from.multibyte().map_or(Progress::START, |multibyte| {
            plan::convert_from_multibyte(isa, multibyte, to, src, dst, mode)
        });
    }
    #[cfg(feature = "multibyte")]
    if is_kind!(D, Multibyte) {
        return to.multibyte().map_or(Progress::START, |multibyte| {
            plan::convert_to_multibyte(isa, from, multibyte, src, dst)
        });
    }
    if const { S::IS_VARIANT || D::IS_VARIANT } {
        return variants::convert_variant(isa, from, to, src, dst);
    }
    let order = const { D::KIND.endian() };
    if is_kind!(S, SingleByte(LATIN1)) && !isa.has_cheap_masked_access() {
        if is_kind!(D, Utf16(_)) && src.len() <= threshold::LATIN1_WIDENED {
            return scalar::widen::<2>(order, src, dst);
        }
        if is_kind!(D, Utf32(_)) && src.len() <= threshold::LATIN1_WIDENED / 2 {
            return scalar::widen::<4>(order, src, dst);
        }
    }
    if is_kind!(S, Utf8) {
        if !is_kind!(D, Utf8) && plan::is_scalar(isa, src.len(), threshold::UTF8_SCALAR) {
            return scalar::convert_up_to_8(from, to, src, dst);
        }
    } else if D::UNIVERSAL && plan::is_scalar(isa, src.len(), threshold::UNITS_SCALAR * S::WIDTH) {
        return scalar::convert(from, to, src, dst, Progress::START);
    }
    let at = kernel::<S, D>(isa, src, dst, mode);
    if at.read == src.len() {
        return at;
    }
    convert_rest(isa, from, to, src, dst, at)
}

/// Calls the kernel of the pair. Returns [`Progress::START`] for pairs without a kernel, such
/// as pairs with a code page or a variant.
#[inline(always)]
fn kernel<S: Scheme, D: Scheme>(isa: Isa, src: &[u8], dst: &mut Output, mode: Mode) -> Progress {
    /// Evaluates the call of the first row whose pattern matches the two kinds.
    macro_rules! first {
        ($($pattern:tt => $call:expr,)*) => {
            $(if is_kind!((S, D), $pattern) {
                return $call;
            })*
        };
    }
    let (from, to) = const { (S::KIND.endian(), D::KIND.endian()) };
    let (last_from, last) = const { (S::KIND.max_char(), D::KIND.max_char()) };
    first! {
        (Utf8, Utf8) => kernels::utf8_to_utf8(isa, src, dst),
        (Utf8, Utf16(_)) => kernels::utf8_to_utf16(isa, src, dst, to, mode),
        (Utf8, Utf32(_)) => kernels::utf8_to_utf32(isa, src, dst, to, mode),
        (Utf8, SingleByte(LATIN1)) => kernels::utf8_to_latin1(isa, src, dst),
        (Utf16(_), Utf8) => kernels::utf16_to_utf8(isa, src, dst, from),
        (Utf16(_), Utf16(_)) => kernels::utf16_to_utf16(isa, src, dst, from, to),
        (Utf16(_), Utf32(_)) => kernels::utf16_to_utf32(isa, src, dst, from, to),
        (Utf16(_), SingleByte(_)) => kernels::utf16_to_single_byte(isa, src, dst, from, last),
        (Utf32(_), Utf8) => kernels::utf32_to_utf8(isa, src, dst, from),
        (Utf32(_), Utf16(_)) => kernels::utf32_to_utf16(isa, src, dst, from, to),
        (Utf32(_), Utf32(_)) => kernels::utf32_to_utf32(isa, src, dst, from, to),
        (Utf32(_), SingleByte(_)) => kernels::utf32_to_single_byte(isa, src, dst, from, last),
        (SingleByte(LATIN1), Utf8) => kernels::latin1_to_utf8(isa, src, dst),
        // UTF-8 and ASCII have equal bytes for the characters of ASCII.
        (Utf8, SingleByte(_)) => kernels::single_byte_to_single_byte(isa, src, dst, ASCII),
        (SingleByte(_), Utf8) => kernels::single_byte_to_single_byte(isa, src, dst, ASCII),
        (SingleByte(_), Utf16(_)) => {
            kernels::single_byte_to_utf16(isa, src, dst, last_from, to)
        },
        (SingleByte(_), Utf32(_)) => {
            kernels::single_byte_to_utf32(isa, src, dst, last_from, to)
        },
        (SingleByte(_), SingleByte(_)) => {
            kernels::single_byte_to_single_byte(isa, src, dst, last_from & last)
        },
    }
    Progress::START
}

/// Continues where a kernel stopped. Calls the kernel again while the output is short, then
/// scalar code.
#[inline(never)]
fn convert_rest<S: Scheme, D: Scheme>(
    isa: Isa,
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    if is_kind!((S, D), (Utf8, Utf8)) {
        // The kernel has stopped at most a chunk before the error or the end of the output.
        let fitting = &src[..src.len().min(at.read + (dst.len() - at.written))];
        let valid = plan::valid_utf8_from(isa, fitting, at.read);
        let copied = &fitting[at.read..valid];
        dst[at.written..][..copied.len()].fill_from(copied);
        at += Progress::all(copied.len(), 1);
    }
    loop {
        if scalar::begins_with_error::<S>(&src[at.read..]) {
            return at;
        }
        if dst.len() - at.written >= threshold::KERNEL_SLACK {
            break;
        }
        let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
        let step = kernel::<S, D>(isa, src, dst, Mode::Strict);
        at += step;
        if step.read == 0 || step.read == src.len() {
            break;
        }
    }
    scalar::convert(from, to, src, dst, at)
}

/// Counts the units of the lossy conversion of `src`, in the units of `length`. `src` must end
/// with a complete character. The count may stop before the end of `src`, and stops at the
/// start if there is no kernel for the pair.
#[inline(always)]
pub(crate) fn count_lossy<S: Scheme>(isa: Isa, src: &[u8], length: LengthUnit) -> Progress {
    let from = const { S::KIND.endian() };
    if !is_kind!(S, Utf16(_)) {
        return Progress::START;
    }
    match length {
        LengthUnit::Utf8 => kernels::lossy_utf8_len_of_utf16(isa, src, from),
        LengthUnit::Utf16 => Progress::all(src.len(), S::WIDTH),
        LengthUnit::Characters => kernels::lossy_characters_of_utf16(isa, src, from),
    }
}
