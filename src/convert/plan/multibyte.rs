//! Conversion from and to legacy multi-byte encodings, through UTF-16.
//!
//! ```text
//! multibyte ── its kernel, or scalar ──► UTF-16 ── kernel from UTF-16 to the target ──► target
//! source ── kernel from the source to UTF-16 ──► UTF-16 ── its kernel, or scalar ──► multibyte
//! ```
//!
//! The UTF-16 is in a buffer on the stack. If the second step stops within the buffer, the first
//! step runs again, into a buffer that ends there. The progress of this run is the position in the
//! source.

mod bulk;

pub(crate) use bulk::*;

use crate::Isa;
use crate::convert::plan;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::multibyte::Multibyte;
use crate::encoding::scheme::{self, ASCII, Encoded, Scheme, Utf8, Utf16, encode_decoded, is_kind};
use crate::kernels;
use crate::kernels::mode::Mode;
use crate::kernels::scalar;
use crate::memory;
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;

/// Size of the UTF-16 buffer, in bytes.
const UTF16_BUFFER: usize = 1 << 13;

/// Spare bytes at the end of the buffer, so that kernels do not stop before the end of the text.
const SPARE: usize = 1 << 8;

/// Bytes of UTF-16 in the first round. A short round limits the work that is wasted if an error
/// stops the conversion.
const FIRST_ROUND: usize = 1 << 9;

/// Maximum bytes of a short text, to or from UTF-8. Each step runs once for a short text. If the
/// second step stops before the end of the buffer, the text is converted again like a long one.
const SHORT: usize = 512;

/// Bytes of source that a round converts if the output is short. A part of this length always
/// contains a whole character.
const MIN_PART: usize = 16;

/// Bytes of output up to which UTF-8 is written one character at a time.
pub(crate) const SHORT_MULTIBYTE_OUTPUT: usize = 64;

const UNITS: Utf16<Native> = Utf16::NEW;

/// One of the two steps of a conversion.
type Step<'a> = &'a dyn Fn(&[u8], &mut Output) -> Progress;

/// Converts through UTF-16 in a buffer. `first` converts to UTF-16, `second` from UTF-16. Both must
/// stop only at an error, at the end of their input, or at a full output.
///
/// `per_6` bytes of a typical source fill 6 bytes of output. Stops if at most `least` bytes of
/// output remain.
#[inline(never)]
fn convert_through_utf16(
    first: Step,
    second: Step,
    src: &[u8],
    dst: &mut Output,
    per_6: usize,
    least: usize,
) -> Progress {
    let mut buffer = Buffer::<UTF16_BUFFER>::new();
    let mut size = FIRST_ROUND;
    let mut at = Progress::START;
    while at.read < src.len() && dst.len() - at.written > least {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        // If the output may be too short for the rest, converts a part that probably fits.
        let fitting = if rest.len() <= out.len() {
            rest.len()
        } else {
            MIN_PART.max(out.len() / 6 * per_6).min(rest.len())
        };
        let rest = &rest[..fitting];
        // A byte becomes at most one unit.
        let output = buffer.first(size.min(rest.len().saturating_mul(2).saturating_add(SPARE)));
        let decoded = first(rest, memory::output(output));
        let text = &output[..decoded.written];
        let mut step = second(text, out);
        let is_whole = step.read == text.len();
        if is_whole {
            step.read = decoded.read;
        } else {
            let before = first(rest, memory::output(buffer.first(step.read)));
            if before.written < step.read {
                // `second` stopped between the two code points of one sequence of Big5. The first
                // one must not be written either, so convert again without it.
                let text = &buffer.first(step.read)[..before.written];
                step.written = second(text, out).written;
            }
            step.read = before.read;
        }
        at += step;
        if !is_whole || decoded.read == 0 {
            break;
        }
        size = (2 * size).min(UTF16_BUFFER);
    }
    at
}

/// Converts from a multi-byte encoding, up to the first malformed sequence or character that
/// `to` cannot represent.
#[inline]
pub(super) fn convert_from_multibyte<D: Scheme>(
    isa: Isa,
    multibyte: &'static Multibyte,
    to: D,
    src: &[u8],
    dst: &mut Output,
    mode: Mode,
) -> Progress {
    if is_kind!(D, Utf16(_)) {
        return multibyte_to_utf16_all(isa, multibyte, const { D::KIND.endian() }, src, dst);
    }
    if is_kind!(D, Utf8) && (dst.len() <= SHORT_MULTIBYTE_OUTPUT || !isa.has_vectors()) {
        return multibyte_to_utf8(multibyte, src, dst, Progress::START);
    }
    let convert =
        |units: &[u8], dst: &mut Output| plan::convert_in_mode(isa, UNITS, to, units, dst, mode);
    if is_kind!(D, Utf8) && src.len() <= SHORT.min(dst.len()) {
        let mut buffer = Buffer::<{ 2 * SHORT + SPARE }>::new();
        let output = memory::output(buffer.first(2 * src.len() + SPARE));
        let decoded = multibyte_to_utf16_all(isa, multibyte, Endian::NATIVE, src, output);
        let at = convert(buffer.first(decoded.written), dst);
        if at.read == decoded.written {
            return Progress {
                read: decoded.read,
                ..at
            };
        }
    }
    if is_kind!(D, Utf8) {
        let least = SHORT_MULTIBYTE_OUTPUT;
        let at = convert_from_multibyte_by(isa, multibyte, &convert, src, dst, least);
        return multibyte_to_utf8(multibyte, src, dst, at);
    }
    convert_from_multibyte_by(isa, multibyte, &convert, src, dst, 0)
}

/// Converts from a multi-byte encoding through UTF-16. `convert` converts the UTF-16 to the
/// target. Stops if at most `least` bytes of output remain.
pub(crate) fn convert_from_multibyte_by(
    isa: Isa,
    multibyte: &'static Multibyte,
    convert: Step,
    src: &[u8],
    dst: &mut Output,
    least: usize,
) -> Progress {
    let decode = |src: &[u8], units: &mut Output| {
        multibyte_to_utf16_all(isa, multibyte, Endian::NATIVE, src, units)
    };
    convert_through_utf16(&decode, convert, src, dst, 4, least)
}

/// Converts to a multi-byte encoding, up to the first malformed sequence or unrepresentable
/// character.
#[inline]
pub(super) fn convert_to_multibyte<S: Scheme>(
    isa: Isa,
    from: S,
    multibyte: &'static Multibyte,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    if is_kind!(S, Utf16(Endian::NATIVE)) {
        return utf16_to_multibyte_all(isa, multibyte, src, dst);
    }
    let mut at = Progress::START;
    if is_kind!(S, Utf8) && !isa.has_vectors() {
        return scalar::convert(from, scheme::Multibyte(multibyte), src, dst, at);
    }
    if is_kind!(S, Utf8) && src.len() <= SHORT {
        let mut buffer = Buffer::<{ 2 * SHORT + SPARE }>::new();
        let output = memory::output(buffer.first(2 * src.len() + SPARE));
        let decoded = plan::convert(isa, from, UNITS, src, output);
        let at = utf16_to_multibyte_all(isa, multibyte, buffer.first(decoded.written), dst);
        if at.read == decoded.written {
            return Progress {
                read: decoded.read,
                ..at
            };
        }
    } else if is_kind!(S, Utf8) {
        at = kernels::single_byte_to_single_byte(isa, src, dst, ASCII);
    }
    let convert = |src: &[u8], units: &mut Output| plan::convert(isa, from, UNITS, src, units);
    let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
    at += convert_to_multibyte_by(isa, multibyte, &convert, src, dst);
    at
}

/// Converts to a multi-byte encoding through UTF-16. `convert` converts the source to UTF-16.
pub(crate) fn convert_to_multibyte_by(
    isa: Isa,
    multibyte: &'static Multibyte,
    convert: Step,
    src: &[u8],
    dst: &mut Output,
) -> Progress {
    let encode =
        |units: &[u8], dst: &mut Output| utf16_to_multibyte_all(isa, multibyte, units, dst);
    convert_through_utf16(convert, &encode, src, dst, 9, 0)
}

/// Converts a text in a legacy multi-byte encoding from `at` on, one character at a time. A sequence
/// of Big5 can become two code points. If only the first one fits, it may be written, but is not
/// counted.
#[inline(never)]
pub(crate) fn multibyte_to_utf8(
    multibyte: &'static Multibyte,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let decoder = multibyte.decoder();
    at = scalar::convert_ascii(Utf8, Utf8, src, dst, at);
    while at.read < src.len() {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        let Ok((code_point, read)) = decoder.decode(rest) else {
            break;
        };
        let value = code_point.0;
        let encoded = if value < 0x1_0000 {
            Utf8.encode(code_point, out)
        } else {
            encode_decoded::<scheme::Multibyte, _>(Utf8, code_point, out)
        };
        let Encoded::Written(written) = encoded else {
            break;
        };
        at += Progress { read, written };
        if value < 0x80 {
            at = scalar::convert_ascii(Utf8, Utf8, src, dst, at);
        }
    }
    at
}
