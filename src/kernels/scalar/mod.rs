//! Scalar code for every operation. It converts all of the text if there is no vector kernel, and
//! otherwise continues where a vector kernel has stopped.
//!
//! The functions stop at the end of the input, or before the first character that is malformed, is
//! unrepresentable, or does not fit. This position is part of their contract. They do not return
//! the reason: a caller that needs it decodes the character at that position.
#![forbid(unsafe_code)]

mod count;
#[cfg(feature = "multibyte")]
mod multibyte;
#[cfg(feature = "convert")]
pub(crate) mod multibyte_lookup;
#[cfg(feature = "convert")]
mod replace;
mod validate;
#[cfg(feature = "convert")]
mod widen;

pub(crate) use count::count;
#[cfg(feature = "convert")]
pub(crate) use count::count_lossy;
#[cfg(feature = "multibyte")]
pub(crate) use multibyte::{
    decode as decode_multibyte, encode as encode_multibyte, measure as measure_multibyte,
};
#[cfg(feature = "convert")]
pub(crate) use replace::{
    CLEAN_RUN, CharacterCodec, CharacterOutcome, StopReason, clean_run_after, convert_lossy,
    convert_lossy_dyn, replace_errors, replace_first,
};
pub(crate) use validate::{last_boundary, validate};
#[cfg(feature = "convert")]
pub(crate) use widen::widen;

use crate::{
    encoding::scheme::{ASCII, Encoded, Scheme, encode_decoded, is_continuation, is_kind},
    memory::output::Output,
    memory::progress::Progress,
};

/// Converts characters from `at` on while they are well-formed, representable and fit: ASCII in
/// blocks of 8, other text one character at a time.
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
        at = convert_ascii(from, to, src, dst, at);
        // Convert one character at a time until 8 in a row are ASCII. Then a block of ASCII may
        // follow. If only ASCII can be converted (`all_ascii`), a failed block means that the
        // conversion ends within the next 8 characters, so there is no need to try another block.
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

/// Converts blocks of 8 ASCII characters from `at` on.
#[inline(always)]
pub(crate) fn convert_ascii<S: Scheme, D: Scheme>(
    from: S,
    to: D,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    while let Some(block) = from.ascii_block(&src[at.read..]) {
        let Some(written) = to.encode_ascii(block, &mut dst[at.written..]) else {
            break;
        };
        at.read += 8 * S::WIDTH;
        at.written += written;
    }
    at
}

/// Returns whether the first two bytes of `src` prove that it begins with a malformed sequence.
/// Most malformed sequences can be recognised this way.
///
/// This is faster than the call of a kernel that would stop immediately. It matters to callers that
/// resume after each of many malformed sequences.
#[inline(always)]
pub(crate) fn begins_with_error<S: Scheme>(src: &[u8]) -> bool {
    let byte = |at: usize, missing| src.get(at).copied().unwrap_or(missing);
    if is_kind!(S, Utf8) {
        // An invalid lead byte, or a lead byte without a continuation byte. The test is free of
        // branches because they would be unpredictable.
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

/// Returns the first and the last four bytes of `src` if it is 4 to 8 bytes of ASCII.
#[inline(always)]
fn up_to_8_ascii(src: &[u8]) -> Option<[[u8; 4]; 2]> {
    let (first, last) = (*src.first_chunk()?, *src.last_chunk()?);
    let any = u32::from_ne_bytes(first) | u32::from_ne_bytes(last);
    (src.len() <= 8 && any & 0x8080_8080 == 0).then_some([first, last])
}

/// Converts UTF-8 or single-byte text of up to about 8 bytes, faster than a call of a kernel.
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
    // We do not call [`convert`] because it saves more registers and looks for blocks of ASCII.
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
