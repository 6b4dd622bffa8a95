//! Conversion from and to encodings of several bytes, through UTF-16, for which there are kernels.
//!
//! ```text
//! multibyte ── its kernel, or one by one ──► UTF-16 ── kernel of UTF-16 and the target ──► target
//! source ── kernel of the source and UTF-16 ──► UTF-16 ── its kernel, or one by one ──► multibyte
//! ```
//!
//! A buffer of UTF-16 is on the stack. Where the second step stops within it, the first is asked
//! again how much of the source the units before are.

mod bulk;

use crate::Isa;
use crate::buffer::memory;
use crate::buffer::output::{Buffer, Output};
use crate::buffer::progress::Progress;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::multibyte::Multibyte;
use crate::encoding::scheme::{self, ASCII, Scheme, Utf16, is_kind};
use crate::kernels::mode::Mode;
use crate::kernels::scalar;

/// Size of the buffer of UTF-16, in bytes.
const BUFFER: usize = 1 << 13;

/// Bytes of the buffer beyond those that a text needs, so that kernels go to its end.
const ROOM: usize = 1 << 8;

/// Bytes of UTF-16 that come first: a fault among them that stops the conversion costs no more than
/// that.
const FIRST: usize = 1 << 9;

/// Bytes of a short text, to or from UTF-8: the steps follow each other once. If the second stops
/// before the end of the buffer, the text is converted as any other.
const SHORT: usize = 512;

/// Bytes of any source that become a byte of any target at most.
const MOST_TO_ONE: usize = 4;

const UNITS: Utf16<Native> = Utf16::NEW;

/// A conversion.
type Step<'a> = &'a dyn Fn(&[u8], &mut Output) -> Progress;

/// Converts through UTF-16 in a buffer: `first` to UTF-16, `second` from there. Both go to the
/// exact end.
#[inline(never)]
fn convert_through_utf16(first: Step, second: Step, src: &[u8], dst: &mut Output) -> Progress {
    let mut buffer = Buffer::<BUFFER>::new();
    let mut size = FIRST;
    let mut at = Progress::START;
    while at.read < src.len() {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        // No byte becomes more than a unit. More than becomes the rest of the output is not needed.
        let units = rest.len().min(MOST_TO_ONE.saturating_mul(out.len() + 1));
        let room = buffer.first(size.min(units.saturating_mul(2).saturating_add(ROOM)));
        let decoded = first(rest, memory::output(room));
        let text = &room[..decoded.written];
        let mut step = second(text, out);
        let is_whole = step.read == text.len();
        if is_whole {
            step.read = decoded.read;
        } else {
            let before = first(rest, memory::output(buffer.first(step.read)));
            if before.written < step.read {
                // The second of two code points of one sequence: the first is not written, either.
                let text = &buffer.first(step.read)[..before.written];
                step.written = second(text, out).written;
            }
            step.read = before.read;
        }
        at += step;
        if !is_whole || decoded.read == 0 {
            break;
        }
        size = (2 * size).min(BUFFER);
    }
    at
}

impl Isa {
    /// Converts from an encoding of several bytes, up to the first malformed sequence or character
    /// that `to` does not have.
    #[inline]
    pub(super) fn convert_from_multibyte<D: Scheme>(
        self,
        multibyte: &'static Multibyte,
        to: D,
        src: &[u8],
        dst: &mut Output,
        mode: Mode,
    ) -> Progress {
        if is_kind!(D, Utf16(_)) {
            return self.multibyte_to_utf16_all(multibyte, const { D::KIND.endian() }, src, dst);
        }
        if is_kind!(D, Utf8) && !self.has_vectors() {
            return scalar::convert(scheme::Multibyte(multibyte), to, src, dst, Progress::START);
        }
        let convert =
            |units: &[u8], dst: &mut Output| self.convert_in_mode(UNITS, to, units, dst, mode);
        if is_kind!(D, Utf8) && src.len() <= SHORT {
            let mut buffer = Buffer::<{ 2 * SHORT + ROOM }>::new();
            let room = memory::output(buffer.first(2 * src.len() + ROOM));
            let decoded = self.multibyte_to_utf16_all(multibyte, Endian::NATIVE, src, room);
            let at = convert(buffer.first(decoded.written), dst);
            if at.read == decoded.written {
                return Progress {
                    read: decoded.read,
                    ..at
                };
            }
        }
        self.convert_from_multibyte_by(multibyte, &convert, src, dst)
    }

    /// Converts from an encoding of several bytes by way of units of UTF-16, which `convert`
    /// converts.
    pub(crate) fn convert_from_multibyte_by(
        self,
        multibyte: &'static Multibyte,
        convert: Step,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let decode = |src: &[u8], units: &mut Output| {
            self.multibyte_to_utf16_all(multibyte, Endian::NATIVE, src, units)
        };
        convert_through_utf16(&decode, convert, src, dst)
    }

    /// Converts to an encoding of several bytes, up to the first sequence that is malformed or
    /// character that it does not have.
    #[inline]
    pub(super) fn convert_to_multibyte<S: Scheme>(
        self,
        from: S,
        multibyte: &'static Multibyte,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        if is_kind!(S, Utf16(Endian::NATIVE)) {
            return self.utf16_to_multibyte_all(multibyte, src, dst);
        }
        let mut at = Progress::START;
        if is_kind!(S, Utf8) && !self.has_vectors() {
            return scalar::convert(from, scheme::Multibyte(multibyte), src, dst, at);
        }
        if is_kind!(S, Utf8) && src.len() <= SHORT {
            let mut buffer = Buffer::<{ 2 * SHORT + ROOM }>::new();
            let room = memory::output(buffer.first(2 * src.len() + ROOM));
            let decoded = self.convert(from, UNITS, src, room);
            let at = self.utf16_to_multibyte_all(multibyte, buffer.first(decoded.written), dst);
            if at.read == decoded.written {
                return Progress {
                    read: decoded.read,
                    ..at
                };
            }
        } else if is_kind!(S, Utf8) {
            at = self.single_byte_to_single_byte(src, dst, ASCII);
        }
        let convert = |src: &[u8], units: &mut Output| self.convert(from, UNITS, src, units);
        let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
        at += self.convert_to_multibyte_by(multibyte, &convert, src, dst);
        at
    }

    /// Converts to an encoding of several bytes by way of units of UTF-16, which `convert` makes.
    pub(crate) fn convert_to_multibyte_by(
        self,
        multibyte: &'static Multibyte,
        convert: Step,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let encode =
            |units: &[u8], dst: &mut Output| self.utf16_to_multibyte_all(multibyte, units, dst);
        convert_through_utf16(convert, &encode, src, dst)
    }
}
