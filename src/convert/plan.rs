//! Dispatch: chooses scalar code or a kernel of the instruction set by the pair of encodings and
//! the length of the text. Scalar code processes the rest of the text where a kernel stops.
//!
//! ```text
//! verb ── very short text ──────────────────────────► scalar
//!   └──── kernel of the pair ── all is read ────────► done
//!                └───────────── it stopped before ──► scalar: the tail, or the error
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod alternate;
#[cfg(feature = "convert")]
mod code_page;
#[cfg(feature = "multibyte")]
mod multibyte;
#[cfg(feature = "convert")]
mod pairs;

#[cfg(feature = "multibyte")]
pub(crate) use multibyte::*;
#[cfg(feature = "convert")]
pub(crate) use {code_page::*, pairs::*};

use crate::Isa;
#[cfg(feature = "convert")]
use crate::convert::variants;
#[cfg(feature = "multibyte")]
use crate::convert::verbs;
#[cfg(feature = "convert")]
use crate::encoding::scheme::LATIN1;
use crate::encoding::scheme::{LengthUnit, Scheme, Utf8, is_kind};
use crate::kernels;
use crate::kernels::scalar;
use crate::memory::progress::Progress;

/// Lengths below or above which other code is faster.
mod threshold {
    /// Bytes of UTF-8 up to which scalar code converts faster than a kernel without masked loads
    /// and stores, except to UTF-8.
    pub(super) const UTF8_SCALAR: usize = 8;

    /// Bytes of UTF-8 below which scalar code finds an error faster.
    pub(super) const UTF8_ERROR_SCALAR: usize = 4;

    /// Bytes of encodings other than UTF-8 up to which scalar code validates faster than a kernel
    /// without masked loads.
    pub(super) const VALIDATE_SCALAR: usize = 3;

    /// Units of encodings other than UTF-8 up to which scalar code converts faster than a kernel
    /// without masked loads and stores.
    pub(super) const UNITS_SCALAR: usize = 2;

    /// Bytes of Latin-1 up to which scalar code widens them to UTF-16 faster than a kernel without
    /// masked loads and stores. For UTF-32 the limit is half of this.
    pub(super) const LATIN1_WIDENED: usize = 64;

    /// If less output remains than this number of bytes, a kernel may stop after each block, so it
    /// is called again.
    pub(super) const KERNEL_SLACK: usize = 512;

    /// Length in bytes from which on the start of a text is checked for an error before a kernel is
    /// called. The check pays off for callers that resume a long text after each error. In short
    /// texts it would take measurable time.
    pub(super) const CHECK_START: usize = 256;
}

/// Returns whether scalar code processes a text of `len` bytes. Scalar code is faster up to `most`
/// bytes, but only on instruction sets without cheap masked access. With such access, a kernel
/// takes less time than a mispredicted branch on the length. So we test the two predictable
/// conditions first. For an empty text, this returns true, because a masked load with an empty mask
/// is slow.
#[inline(always)]
fn is_scalar(isa: Isa, len: usize, most: usize) -> bool {
    (len == 0 || !isa.has_cheap_masked_access()) && len <= most
}

/// Returns the number of bytes of well-formed text at the start of `src`.
#[inline(always)]
pub(crate) fn valid_bytes<S: Scheme>(isa: Isa, scheme: S, src: &[u8]) -> usize {
    #[cfg(feature = "convert")]
    if S::IS_VARIANT {
        return variants::valid_bytes_of_variant(isa, scheme, src);
    }
    #[cfg(feature = "convert")]
    if is_kind!(S, CodePage) {
        let page = scheme.page();
        return page.map_or(0, |page| valid_bytes_of_code_page(isa, page, src));
    }
    #[cfg(feature = "multibyte")]
    if is_kind!(S, Multibyte) {
        let multibyte = scheme.multibyte();
        return multibyte.map_or(0, |multibyte| {
            let all = measure_multibyte_all(isa, multibyte, src, LengthUnit::Characters);
            all.read
        });
    }
    #[cfg(feature = "convert")]
    if !is_kind!(S, Utf8) {
        return valid_bytes_of_units(isa, scheme, src);
    }
    let valid = kernels::validate_utf8(isa, src);
    if valid == src.len() {
        return valid;
    }
    valid_utf8_from(isa, src, valid)
}

/// Returns [`valid_bytes`] of UTF-16, UTF-32, Latin-1 and ASCII.
#[cfg(feature = "convert")]
#[inline(always)]
fn valid_bytes_of_units<S: Scheme>(isa: Isa, scheme: S, src: &[u8]) -> usize {
    if is_scalar(isa, src.len(), threshold::VALIDATE_SCALAR) {
        return scalar::validate(scheme, src, 0);
    }
    let from = const { S::KIND.endian() };
    let valid = if is_kind!(S, Utf16(_)) {
        kernels::validate_utf16(isa, src, from)
    } else if is_kind!(S, Utf32(_)) {
        kernels::validate_utf32(isa, src, from)
    } else if is_kind!(S, SingleByte(LATIN1)) {
        src.len()
    } else if is_kind!(S, SingleByte(_)) {
        kernels::validate_ascii(isa, src)
    } else {
        0
    };
    // The kernel for ASCII stops only at the exact error position.
    let is_exact = is_kind!(S, SingleByte(_)) && isa.has_vectors();
    if valid == src.len() || is_exact {
        return valid;
    }
    scalar::validate(scheme, src, valid)
}

/// Returns the number of bytes of well-formed UTF-8 at the start of `src`. A kernel has already
/// validated the first `valid` bytes.
#[inline(never)]
pub(crate) fn valid_utf8_from(isa: Isa, src: &[u8], valid: usize) -> usize {
    // Many malformed texts begin with an error.
    if scalar::begins_with_error::<Utf8>(&src[valid..]) {
        valid
    } else if isa.has_vectors() && src.len() >= threshold::UTF8_ERROR_SCALAR {
        kernels::first_utf8_error(isa, src, valid)
    } else {
        scalar::validate(Utf8, src, valid)
    }
}

/// Returns whether `src` is well-formed, like [`valid_bytes`] without the position of an error.
#[inline(always)]
pub(crate) fn is_well_formed<S: Scheme>(isa: Isa, scheme: S, src: &[u8]) -> bool {
    if is_kind!(S, Utf8) {
        // Without vectors the kernel validates nothing, so scalar code does.
        return kernels::validate_utf8(isa, src) == src.len()
            || !isa.has_vectors() && scalar::validate(scheme, src, 0) == src.len();
    }
    valid_bytes(isa, scheme, src) == src.len()
}

/// Returns the length of `src` after conversion, in the unit `length`.
#[inline(always)]
pub(crate) fn count<S: Scheme>(isa: Isa, scheme: S, src: &[u8], length: LengthUnit) -> usize {
    #[cfg(feature = "multibyte")]
    if is_kind!(S, Multibyte) {
        let multibyte = scheme.multibyte();
        return multibyte.map_or(0, |multibyte| {
            measure_multibyte_all(isa, multibyte, src, length).written
        });
    }
    #[cfg(feature = "convert")]
    if is_kind!(S, CodePage) && length == LengthUnit::Utf8 {
        let page = scheme.page();
        let at = page.map_or(Progress::START, |page| {
            utf8_len_of_code_page(isa, page, src)
        });
        return scalar::count(scheme, src, at, length);
    }
    #[cfg(feature = "convert")]
    let at = count_by_kernel::<S>(isa, src, length);
    #[cfg(not(feature = "convert"))]
    let at = Progress::START;
    if at.read == src.len() {
        return at.written;
    }
    scalar::count(scheme, src, at, length)
}

/// Returns the progress of the kernel that counts: the bytes read, and their length after
/// conversion.
#[cfg(feature = "convert")]
#[inline(always)]
fn count_by_kernel<S: Scheme>(isa: Isa, src: &[u8], length: LengthUnit) -> Progress {
    let from = const { S::KIND.endian() };
    // The result if each unit becomes one unit.
    let same = Progress::all(src.len(), S::WIDTH);
    if is_kind!(S, Utf8) {
        match length {
            LengthUnit::Utf8 => same,
            LengthUnit::Utf16 => kernels::utf16_len_of_utf8(isa, src),
            LengthUnit::Characters => kernels::characters_of_utf8(isa, src),
        }
    } else if is_kind!(S, Utf16(_)) {
        match length {
            LengthUnit::Utf8 => kernels::utf8_len_of_utf16(isa, src, from),
            LengthUnit::Utf16 => same,
            LengthUnit::Characters => kernels::characters_of_utf16(isa, src, from),
        }
    } else if is_kind!(S, Utf32(_)) {
        match length {
            LengthUnit::Utf8 => kernels::utf8_len_of_utf32(isa, src, from),
            LengthUnit::Utf16 => kernels::utf16_len_of_utf32(isa, src, from),
            LengthUnit::Characters => same,
        }
    } else if is_kind!(S, SingleByte(LATIN1)) && length == LengthUnit::Utf8 {
        kernels::utf8_len_of_latin1(isa, src)
    } else if is_kind!(S, SingleByte(_) | CodePage) {
        same
    } else {
        Progress::START
    }
}

/// Returns the number of characters of `src`.
#[inline(always)]
pub(crate) fn characters<S: Scheme>(isa: Isa, scheme: S, src: &[u8]) -> usize {
    #[cfg(feature = "convert")]
    if S::IS_VARIANT {
        return variants::characters_of_variant(isa, scheme, src);
    }
    #[cfg(feature = "multibyte")]
    if is_kind!(S, Multibyte) {
        return verbs::lossy_len_in(isa, scheme, src, LengthUnit::Characters);
    }
    count(isa, scheme, src, LengthUnit::Characters)
}
