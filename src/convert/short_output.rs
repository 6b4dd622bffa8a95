//! Conversion to UTF-8 into short outputs. Near the end of such an output, a kernel would stop
//! several times. So the text goes through a larger buffer, or is converted one character at a
//! time.
#![forbid(unsafe_code)]

#[cfg(feature = "charset")]
use crate::convert::plan;
#[cfg(feature = "multibyte")]
use crate::encoding::multibyte::Multibyte;
#[cfg(feature = "multibyte")]
use crate::encoding::scheme::{self, Encoded, encode_decoded};
use crate::encoding::scheme::{Scheme, Utf8};
#[cfg(feature = "multibyte")]
use crate::memory::output::Output;
use crate::memory::progress::Progress;
#[cfg(feature = "charset")]
use crate::{
    Isa,
    encoding::code_page::{CodePageTables, UNASSIGNED},
    encoding::endian::{ByteOrder, Endian, Native},
    encoding::scheme::{CodePage, LengthUnit, Utf16},
    kernels::scalar,
    memory::{
        self,
        output::{Buffer, Scratch},
    },
};

/// Bytes of output up to which this code is faster than a kernel for legacy multi-byte encodings.
#[cfg(feature = "multibyte")]
pub(super) const SHORT_MULTIBYTE_OUTPUT: usize = 64;

/// Bytes of output up to which UTF-16 and code pages are converted one character at a time.
#[cfg(feature = "charset")]
const VERY_SHORT_OUTPUT: usize = 16;

/// [`UNASSIGNED`] as a unit: the high byte in the table of a byte without a character.
#[cfg(feature = "charset")]
const UNASSIGNED_UNIT: u16 = UNASSIGNED as u16;

/// Bytes of output up to which UTF-16 and code pages are converted through a buffer.
#[cfg(feature = "charset")]
pub(super) const BUFFERED_OUTPUT: usize = 256;

/// Spare bytes at the end of the buffers, so that kernels do not stop before the end of the text.
#[cfg(feature = "charset")]
const SPARE: usize = 64;

/// Converts a text in a code page. `dst` has 4 to [`BUFFERED_OUTPUT`] bytes. If `preserve_tail` is
/// set, writes only the bytes that it counts.
#[cfg(feature = "charset")]
#[inline(never)]
pub(super) fn code_page_to_utf8(
    isa: Isa,
    page: &'static CodePageTables,
    src: &[u8],
    dst: &mut [u8],
    preserve_tail: bool,
) -> Progress {
    if let (false, Some([low, high])) = (is_buffered(dst, preserve_tail), page.low_high_tables()) {
        return units_to_utf8(CodePage(page), 1, src, dst, |src| {
            let byte = *src.first()?;
            let index = usize::from(byte & 0x7F);
            // All ones if the byte is not ASCII.
            let mask = (i16::from(byte as i8) >> 7) as u16;
            match [u16::from(high[index]) & mask, low[index].into()] {
                [UNASSIGNED_UNIT, _] => None,
                [high @ 0x08..=0xFF, low] => Some(Unit::Three(high << 8 | low)),
                [high, low] => {
                    let two = two_bytes(high << 8 | low);
                    Some(Unit::Short(two & mask | u16::from(byte) & !mask))
                }
            }
        });
    }
    // A byte becomes a unit, which becomes at least one byte.
    let src = &src[..src.len().min(dst.len())];
    let mut buffer = Buffer::<{ 2 * BUFFERED_OUTPUT + SPARE }>::new();
    let units = memory::output(buffer.first(2 * src.len() + SPARE));
    let decoded = plan::decode_page(isa, page, Endian::NATIVE, src, units);
    let units = buffer.first(decoded.written);
    let at = convert_buffered::<Native>(isa, units, dst, preserve_tail);
    Progress {
        read: at.read / 2,
        ..at
    }
}

/// Converts UTF-16, like [`code_page_to_utf8`].
#[cfg(feature = "charset")]
#[inline(never)]
pub(super) fn utf16_to_utf8<O: ByteOrder>(
    isa: Isa,
    src: &[u8],
    dst: &mut [u8],
    preserve_tail: bool,
) -> Progress {
    if is_buffered(dst, preserve_tail) {
        return convert_buffered::<O>(isa, src, dst, preserve_tail);
    }
    units_to_utf8(Utf16::<O>::NEW, 2, src, dst, |src| {
        match O::ENDIAN.unit_16(*src.first_chunk()?) {
            0xD800..0xE000 => None,
            unit @ 0x0800.. => Some(Unit::Three(unit)),
            unit => {
                // All ones if the unit is not ASCII.
                let mask = ((0x7F - unit as i16) >> 15) as u16;
                Some(Unit::Short(two_bytes(unit) & mask | unit & !mask))
            }
        }
    })
}

/// A character of the Basic Multilingual Plane.
#[cfg(feature = "charset")]
enum Unit {
    /// One byte, or two bytes of UTF-8, with the first one lowest. It is computed without a branch
    /// on the length, which is hard to predict.
    Short(u16),
    /// A unit that becomes three bytes.
    Three(u16),
}

/// Returns the UTF-8 of a unit from 0x80 to 0x7FF, with the first byte lowest.
#[cfg(feature = "charset")]
#[inline(always)]
fn two_bytes(unit: u16) -> u16 {
    0x80_C0 | unit >> 6 | (unit & 0x3F) << 8
}

#[cfg(feature = "charset")]
fn is_buffered(dst: &[u8], preserve_tail: bool) -> bool {
    preserve_tail || dst.len() > VERY_SHORT_OUTPUT
}

/// Converts units that are characters of the Basic Multilingual Plane. `next` returns the first
/// unit of its argument, or `None` if it is not such a character. Scalar code converts the rest.
/// May overwrite bytes of `dst` that it does not count.
#[cfg(feature = "charset")]
#[inline(always)]
fn units_to_utf8<S: Scheme>(
    from: S,
    width: usize,
    src: &[u8],
    dst: &mut [u8],
    next: impl Fn(&[u8]) -> Option<Unit>,
) -> Progress {
    let mut at = Progress::START;
    'all: loop {
        at = ascii_to_utf8(from, width, src, dst, at);
        // After a few characters, looks for ASCII again.
        for _ in 0..8 {
            let Some(unit) = next(&src[at.read..]) else {
                break 'all;
            };
            let out = &mut dst[at.written..];
            match (unit, out) {
                (Unit::Short(bytes), [first, second, ..]) => {
                    [*first, *second] = bytes.to_le_bytes();
                    at.written += 1 + usize::from(bytes >> 15);
                }
                (Unit::Short(byte @ ..0x80), [last]) => {
                    *last = byte as u8;
                    at.written += 1;
                }
                (Unit::Three(unit), [first, second, third, ..]) => {
                    *first = 0xE0 | (unit >> 12) as u8;
                    *second = 0x80 | (unit >> 6 & 0x3F) as u8;
                    *third = 0x80 | (unit & 0x3F) as u8;
                    at.written += 3;
                }
                _ => return at,
            }
            at.read += width;
        }
    }
    scalar::convert(from, Utf8::NEW, src, memory::output(dst), at)
}

/// Converts as much UTF-16 as fits into `dst`, which has at most [`BUFFERED_OUTPUT`] bytes. If
/// `preserve_tail` is set, writes only the bytes that it counts. Then `dst` must have at least four
/// bytes.
///
/// Converts as many units as `dst` has bytes into a buffer, copies the bytes that fit, and counts
/// the units that they stand for.
#[cfg(feature = "charset")]
#[inline(always)]
fn convert_buffered<O: ByteOrder>(
    isa: Isa,
    src: &[u8],
    dst: &mut [u8],
    preserve_tail: bool,
) -> Progress {
    let src = &src[..src.len().min(2 * dst.len())];
    let mut buffer = Scratch::<{ 3 * BUFFERED_OUTPUT + SPARE }>::new();
    let all = plan::convert(isa, Utf16::<O>::NEW, Utf8::NEW, src, buffer.output());
    let fitting = all.written.min(dst.len());
    let tail: Option<[u8; 4]> = dst.last_chunk().copied();
    let copied = Progress::all(fitting, 1);
    memory::output(dst).copy_converted(&buffer, copied);
    if all.written == fitting {
        return all;
    }
    let cut = match *dst {
        [.., 0xC0..=0xFF] => 1,
        [.., 0xE0..=0xFF, _] => 2,
        [.., 0xF0..=0xFF, _, _] => 3,
        _ => 0,
    };
    if let (true, Some(tail), Some(last)) = (preserve_tail, tail, dst.last_chunk_mut::<4>()) {
        last[4 - cut..].copy_from_slice(&tail[4 - cut..]);
    }
    let written = fitting - cut;
    let units = plan::count(isa, Utf8::NEW, &dst[..written], LengthUnit::Utf16);
    Progress {
        read: 2 * units,
        written,
    }
}

/// Converts blocks of eight ASCII characters from `at` on. Units of `from` have `width` bytes.
#[cfg(feature = "charset")]
#[inline(always)]
fn ascii_to_utf8<S: Scheme>(
    from: S,
    width: usize,
    src: &[u8],
    dst: &mut [u8],
    mut at: Progress,
) -> Progress {
    while let Some(block) = from.ascii_block(&src[at.read..]) {
        let Some(slot) = dst[at.written..].first_chunk_mut() else {
            break;
        };
        *slot = block;
        at.read += 8 * width;
        at.written += 8;
    }
    at
}

/// Converts blocks of eight ASCII characters from `at` on.
#[cfg(feature = "multibyte")]
#[inline(always)]
fn ascii_blocks_to_utf8(src: &[u8], dst: &mut Output, mut at: Progress) -> Progress {
    while let Some(block) = Utf8::NEW.ascii_block(&src[at.read..]) {
        let Some(written) = Utf8::NEW.encode_ascii(block, &mut dst[at.written..]) else {
            break;
        };
        at += Progress::all(written, 1);
    }
    at
}

/// Converts a text in a legacy multi-byte encoding from `at` on. A sequence of Big5 can become two
/// code points. If only the first one fits, it may be written, but is not counted.
#[cfg(feature = "multibyte")]
#[inline(never)]
pub(super) fn multibyte_to_utf8(
    multibyte: &'static Multibyte,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    let decoder = multibyte.decoder();
    at = ascii_blocks_to_utf8(src, dst, at);
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
            at = ascii_blocks_to_utf8(src, dst, at);
        }
    }
    at
}
