//! Conversion to UTF-8 one character at a time, for outputs so short that kernels would stop
//! several times near their end.
#![forbid(unsafe_code)]

#[cfg(feature = "charset")]
use crate::CodePoint;
#[cfg(feature = "charset")]
use crate::encoding::code_page::{CodePageTables, UNASSIGNED};
#[cfg(feature = "charset")]
use crate::encoding::endian::ByteOrder;
#[cfg(feature = "multibyte")]
use crate::encoding::multibyte::Multibyte;
#[cfg(feature = "multibyte")]
use crate::encoding::scheme::{self, encode_decoded};
#[cfg(feature = "charset")]
use crate::encoding::scheme::{CodePage, Utf16, is_kind};
use crate::encoding::scheme::{Encoded, Scheme, Utf8};
#[cfg(feature = "charset")]
use crate::kernels::scalar;
use crate::memory::output::Output;
use crate::memory::progress::Progress;

/// Bytes of output up to which this code is faster than a kernel for legacy multi-byte encodings.
pub(super) const SHORT_OUTPUT: usize = 64;

/// Bytes of output up to which this code is faster than a kernel for UTF-16 or code pages. Their
/// kernels are faster than those for legacy multi-byte encodings, so the limit is lower.
pub(super) const VERY_SHORT_OUTPUT: usize = 32;

/// Converts a text in a code page.
#[cfg(feature = "charset")]
#[inline(never)]
pub(super) fn code_page_to_utf8(
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let from = CodePage(page);
    let Some([low, high]) = page.low_high_tables() else {
        return scalar::convert(from, Utf8::NEW, src, dst, Progress::START);
    };
    units_to_utf8(from, src, dst, |src| {
        let byte = *src.first()?;
        if byte < 0x80 {
            return Some(byte.into());
        }
        let index = usize::from(byte & 0x7F);
        (high[index] != UNASSIGNED).then(|| u16::from_be_bytes([high[index], low[index]]))
    })
}

/// Converts UTF-16.
#[cfg(feature = "charset")]
#[inline(never)]
pub(super) fn utf16_to_utf8<O: ByteOrder>(src: &[u8], dst: &mut Output) -> Progress {
    units_to_utf8(Utf16::<O>::NEW, src, dst, |src| {
        let unit = O::ENDIAN.unit_16(*src.first_chunk()?);
        (unit & 0xF800 != 0xD800).then_some(unit)
    })
}

/// Converts units that are characters of the Basic Multilingual Plane. `next` returns the first
/// unit of its argument, or `None` if it is not such a character. Scalar code converts the rest.
#[cfg(feature = "charset")]
#[inline(always)]
fn units_to_utf8<S: Scheme>(
    from: S,
    src: &[u8],
    dst: &mut Output,
    next: impl Fn(&[u8]) -> Option<u16>,
) -> Progress {
    let width = if is_kind!(S, CodePage) { 1 } else { 2 };
    let mut at = ascii_to_utf8(from, src, dst, Progress::START, width);
    while let Some(unit) = next(&src[at.read..]) {
        let encoded = Utf8::NEW.encode(CodePoint(unit.into()), &mut dst[at.written..]);
        let Encoded::Written(written) = encoded else {
            return at;
        };
        at.read += width;
        at.written += written;
        if written == 1 {
            at = ascii_to_utf8(from, src, dst, at, width);
        }
    }
    scalar::convert(from, Utf8::NEW, src, dst, at)
}

/// Converts blocks of ASCII from `at` on.
#[inline(always)]
fn ascii_to_utf8<S: Scheme>(
    from: S,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    width: usize,
) -> Progress {
    while let Some(block) = from.ascii_block(&src[at.read..]) {
        let Some(written) = Utf8::NEW.encode_ascii(block, &mut dst[at.written..]) else {
            break;
        };
        at.read += 8 * width;
        at.written += written;
    }
    at
}

/// Converts a text in a legacy multi-byte encoding from `at` on. Of two code points of Big5, it may
/// write the first one without counting it.
#[cfg(feature = "multibyte")]
#[inline(never)]
pub(super) fn multibyte_to_utf8(
    multibyte: &'static Multibyte,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let (from, decoder) = (scheme::Multibyte(multibyte), multibyte.decoder());
    at = ascii_to_utf8(from, src, dst, at, 1);
    while at.read < src.len() {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        let Ok((code_point, read)) = decoder.decode(rest) else {
            break;
        };
        let value = code_point.0;
        let encoded = if value < 0x1_0000 {
            Utf8::NEW.encode(code_point, out)
        } else {
            encode_decoded::<scheme::Multibyte, _>(Utf8::NEW, code_point, out)
        };
        let Encoded::Written(written) = encoded else {
            break;
        };
        at += Progress { read, written };
        if value < 0x80 {
            at = ascii_to_utf8(from, src, dst, at, 1);
        }
    }
    at
}
