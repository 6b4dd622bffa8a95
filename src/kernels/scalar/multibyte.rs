//! Encodings of several bytes from before Unicode, from and to UTF-16: characters that the tables
//! have, and ASCII, quickly, the others one by one.

use crate::CodePoint;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::multibyte::Multibyte;
use crate::encoding::scheme::{Encoded, Length, Scheme, Utf16};

const UNITS: Utf16<Native> = Utf16::NEW;

/// Writes a code point, or two, as units of UTF-16, all of them or none. Returns how many bytes are
/// written; `None` if they do not fit.
#[inline(always)]
fn write_units(code_point: CodePoint, to: Endian, dst: &mut Output) -> Option<usize> {
    let [first, second] = match code_point.two() {
        Some(two) => two.map(|one| one.0 as u16),
        None if code_point.0 < 0x1_0000 => [code_point.0 as u16, 0],
        None => {
            let offset = code_point.0 - 0x1_0000;
            [
                0xD800 | (offset >> 10) as u16,
                0xDC00 | offset as u16 & 0x3FF,
            ]
        }
    };
    if second == 0 {
        dst.get_mut(..2)?.write(0, to.bytes_16(first));
        return Some(2);
    }
    let dst = dst.get_mut(..4)?;
    dst.write(0, to.bytes_16(first));
    dst.write(2, to.bytes_16(second));
    Some(4)
}

/// Converts to UTF-16 from `at` on, up to the end of the text, to a malformed sequence, or to a
/// character that does not fit; or, once `some` bytes are read, up to any character.
#[inline(never)]
pub(crate) fn decode(
    multibyte: &Multibyte,
    to: Endian,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    some: usize,
) -> Progress {
    let from = &multibyte.decoder;
    let end = src.len().min(at.read.saturating_add(some));
    while at.read < end {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        if let (Some(&eight), true) = (rest.first_chunk(), out.len() >= 16) {
            if u64::from_ne_bytes(eight) & 0x8080_8080_8080_8080 == 0 {
                let out = out.first::<16>();
                let mut i = 0;
                while i < 8 {
                    out.write(2 * i, to.bytes_16(eight[i].into()));
                    i += 1;
                }
                at += Progress {
                    read: 8,
                    written: 16,
                };
                continue;
            }
        }
        // One by one until it may be ASCII again.
        let stop = src.len().min(at.read + 8);
        while at.read < stop {
            let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
            let (unit, read) = match *rest {
                [lead @ 0x80..=0xFF, trail, ..] => match from.unit(lead, trail) {
                    0 => (from.singles[usize::from(lead & 0x7F)], 1),
                    unit => (unit, 2),
                },
                [byte @ 0x80..=0xFF] => (from.singles[usize::from(byte & 0x7F)], 1),
                [byte, ..] => (byte.into(), 1),
                [] => return at,
            };
            if (unit != 0 || rest[0] == 0) && out.len() >= 2 {
                out.write(0, to.bytes_16(unit));
                at += Progress { read, written: 2 };
                continue;
            }
            let Ok((code_point, read)) = multibyte.decode(rest) else {
                return at;
            };
            let Some(written) = write_units(code_point, to, out) else {
                return at;
            };
            at += Progress { read, written };
        }
    }
    at
}

/// Converts units of UTF-16, in the order of the machine, from `at` on, up to the end of the text,
/// to a unit that is no character, to a character that the encoding does not have, or to one that
/// does not fit; or, once `some` bytes are read, up to any character.
#[inline(never)]
pub(crate) fn encode(
    multibyte: &Multibyte,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
    some: usize,
) -> Progress {
    let to = &multibyte.encoder;
    let end = src.len().min(at.read.saturating_add(some));
    while at.read < end {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        if let (Some(eight), true) = (rest.first_chunk::<16>(), out.len() >= 8) {
            let mut any = 0;
            let mut bytes = [0; 8];
            let mut i = 0;
            while i < 8 {
                let unit = u16::from_ne_bytes([eight[2 * i], eight[2 * i + 1]]);
                bytes[i] = unit as u8;
                any |= unit;
                i += 1;
            }
            if any < 0x80 {
                out.write(0, bytes);
                at += Progress {
                    read: 16,
                    written: 8,
                };
                continue;
            }
        }
        let stop = src.len().min(at.read + 16);
        while at.read < stop {
            let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
            let Some(&unit) = rest.first_chunk() else {
                return at;
            };
            let unit = u16::from_ne_bytes(unit);
            let bytes = to.bytes(unit);
            let is_two = bytes > 0xFF;
            if bytes != 0 && out.len() >= 2 {
                let word = if is_two { bytes.swap_bytes() } else { bytes };
                out.write(0, word.to_le_bytes());
                at += Progress {
                    read: 2,
                    written: 1 + usize::from(is_two),
                };
                continue;
            }
            let Ok((code_point, read)) = UNITS.decode(rest) else {
                return at;
            };
            let Encoded::Written(written) = multibyte.encode(code_point, out) else {
                return at;
            };
            at += Progress { read, written };
        }
    }
    at
}

/// Measures a text from `at` on, up to its end or to a malformed sequence; or, once `some` bytes are
/// read, up to any character. `written` are the units that `length` counts.
#[inline(never)]
pub(crate) fn measure(
    multibyte: &Multibyte,
    src: &[u8],
    mut at: Progress,
    length: Length,
    some: usize,
) -> Progress {
    let end = src.len().min(at.read.saturating_add(some));
    while at.read < end {
        let rest = &src[at.read..];
        if let Some(&eight) = rest.first_chunk() {
            if u64::from_ne_bytes(eight) & 0x8080_8080_8080_8080 == 0 {
                at += Progress {
                    read: 8,
                    written: 8,
                };
                continue;
            }
        }
        let stop = src.len().min(at.read + 8);
        while at.read < stop {
            let Ok((code_point, read)) = multibyte.decode(&src[at.read..]) else {
                return at;
            };
            at += Progress {
                read,
                written: length.of_decoded(code_point),
            };
        }
    }
    at
}
