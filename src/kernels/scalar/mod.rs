//! Scalar code for every verb: it is all that runs where there are no vectors, and it goes on where
//! a vector kernel has stopped, to the exact end.
//!
//! The functions go on to the end of the input or to the first character that is malformed,
//! unrepresentable or does not fit. Where they stop is part of the contract. They do not say why: a
//! caller that needs to know decodes the character that stands there.
#![forbid(unsafe_code)]

pub(crate) mod at_places;
mod codec;
mod count;
#[cfg(feature = "multibyte")]
mod multibyte;
mod validate;
mod widen;

pub(crate) use codec::{Codec, convert_some_lossy};
pub(crate) use count::{count, count_lossy};
#[cfg(feature = "multibyte")]
pub(crate) use multibyte::{
    decode as decode_multibyte, encode as encode_multibyte, measure as measure_multibyte,
};
pub(crate) use validate::validate;
pub(crate) use widen::widen;

use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::scheme::{ASCII, Encoded, Scheme, encode_decoded, is_continuation, is_kind};

/// Converts the characters from `at` on as long as they are well-formed, representable and fit:
/// ASCII in blocks of 8, anything else one by one.
#[inline(never)]
pub(crate) fn convert<S: Scheme, D: Scheme>(
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let all_ascii = is_kind!(S, SingleByte(ASCII)) || is_kind!(D, SingleByte(ASCII));
    loop {
        while let Some(block) = from.ascii_block(&src[at.read..]) {
            let Some(written) = to.encode_ascii(block, &mut dst[at.written..]) else {
                break;
            };
            at.read += 8 * S::WIDTH;
            at.written += written;
        }
        // One by one until 8 in a row are ASCII, so that a block may follow. Where everything that
        // can be converted is ASCII, a block has failed because the text ends or because of what
        // stops the conversion: then the rest is converted here.
        let mut ascii_run = 0;
        while all_ascii || ascii_run < 8 {
            let rest = &src[at.read..];
            if rest.is_empty() {
                return at;
            }
            let Ok((code_point, len)) = from.decode(rest) else {
                return at;
            };
            let out = &mut dst[at.written..];
            let Encoded::Written(written) = encode_decoded::<S, D>(to, code_point, out) else {
                return at;
            };
            at.read += len;
            at.written += written;
            ascii_run = if code_point.0 < 0x80 {
                ascii_run + 1
            } else {
                0
            };
        }
    }
}

/// Whether the first two bytes of `src` show a malformed sequence, as they do for most of these.
///
/// A caller that goes on after each malformed sequence of a text with many of them has most of its
/// calls answered here, faster than by a kernel that finds nothing to do.
#[inline(always)]
pub(crate) fn begins_with_fault<S: Scheme>(src: &[u8]) -> bool {
    let byte = |at: usize, missing| src.get(at).copied().unwrap_or(missing);
    if is_kind!(S, Utf8) {
        // No lead byte, or one without a continuation byte after it. There is no branch, since none
        // could be predicted.
        let (first, second) = (byte(0, 0), byte(1, 0x80));
        (first.wrapping_sub(0x80) < 0x42)
            | (first >= 0xF5)
            | ((first >= 0xC2) & !is_continuation(second))
    } else if is_kind!(S, Utf16(_)) {
        // A low surrogate.
        byte(usize::from(!S::KIND.endian().is_big()), 0) & 0xFC == 0xDC
    } else {
        false
    }
}

/// The first and the last four of `src`, if that is 4 to 8 bytes of ASCII.
#[inline(always)]
fn up_to_8_ascii(src: &[u8]) -> Option<[[u8; 4]; 2]> {
    let (first, last) = (*src.first_chunk()?, *src.last_chunk()?);
    let any = u32::from_ne_bytes(first) | u32::from_ne_bytes(last);
    (src.len() <= 8 && any & 0x8080_8080 == 0).then_some([first, last])
}

/// Converts a text of single bytes or UTF-8 of up to about 8 bytes, faster than a call of a kernel.
#[inline(never)]
pub(crate) fn convert_up_to_8<S: Scheme, D: Scheme>(
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    if let (Some([first, last]), Some(out)) =
        (up_to_8_ascii(src), dst.get_mut(..src.len() * D::WIDTH))
    {
        to.encode_ascii(first, out);
        to.encode_ascii(last, &mut out[(src.len() - 4) * D::WIDTH..]);
        return Progress {
            read: src.len(),
            written: out.len(),
        };
    }
    // Not by [`convert`], which saves more registers and looks for blocks of ASCII.
    let mut at = Progress::START;
    while at.read < src.len() {
        let Ok((code_point, len)) = from.decode(&src[at.read..]) else {
            break;
        };
        let out = &mut dst[at.written..];
        let Encoded::Written(written) = encode_decoded::<S, D>(to, code_point, out) else {
            break;
        };
        at.read += len;
        at.written += written;
    }
    at
}

/// Why a conversion with replacement has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lossy {
    /// The text has been well-formed for a while: time for the fast kernel.
    CleanRun,
    /// The next character, or its replacement, does not fit.
    Full,
    /// All input is read.
    Done,
}

/// Bytes of convertible text in a row after which a kernel takes over again where errors come in
/// groups.
pub(crate) const CLEAN_RUN: usize = 64;

/// Converts from `at` on with replacement, until at least `clean_run` bytes in a row have been
/// convertible.
pub(crate) fn convert_lossy<S: Scheme, D: Scheme>(
    (from, to): (S, D),
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
) -> Lossy {
    if S::IS_VARIANT || D::IS_VARIANT {
        return convert_some_lossy(&(from, to), to.replacement(), src, dst, at, clean_run);
    }
    let mut fault_end = at.read;
    while at.read < src.len() {
        let rest = &src[at.read..];
        let out = &mut dst[at.written..];
        let (encoded, len) = match from.decode(rest) {
            Ok((code_point, len)) => (encode_decoded::<S, D>(to, code_point, out), len),
            Err(malformed) => (
                Encoded::Unrepresentable,
                malformed.len.map_or(rest.len(), usize::from),
            ),
        };
        let encoded = match encoded {
            Encoded::Unrepresentable => {
                fault_end = at.read + len;
                to.encode(to.replacement().into(), &mut dst[at.written..])
            }
            encoded => encoded,
        };
        let Encoded::Written(written) = encoded else {
            return Lossy::Full;
        };
        at.read += len;
        at.written += written;
        if at.read - fault_end >= clean_run {
            return Lossy::CleanRun;
        }
    }
    Lossy::Done
}
