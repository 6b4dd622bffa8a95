//! Encodes text with handlers that replace each character by ASCII.

use super::{LONG_CHUNK, Stop, Streak};
use crate::codes::{Codes, Slot};
use crate::points::Point;
use utflane::Charset;

/// Number of characters that are encoded at a time.
const PART: usize = 128;

/// A handler that replaces each unrepresentable character by ASCII.
#[derive(Clone, Copy)]
pub(crate) enum Simple {
    Ignore,
    Replace,
    Backslash,
    XmlCharRef,
}

impl Simple {
    /// Maximum length of a replacement.
    const MAX: usize = 10;

    /// Writes the replacement of a character. Returns its length.
    #[inline]
    pub(crate) fn write(self, point: u32, out: &mut Slot) -> usize {
        match self {
            Simple::Ignore => 0,
            Simple::Replace => {
                out[0] = b'?';
                1
            }
            Simple::Backslash => {
                let (letter, digits) = match point {
                    0..0x100 => (b'x', 2),
                    0x100..0x1_0000 => (b'u', 4),
                    _ => (b'U', 8),
                };
                out[..2].copy_from_slice(&[b'\\', letter]);
                // The first digits are the lowest bytes.
                let ascii = hexadecimal(point) >> (8 * (8 - digits));
                out[2..10].copy_from_slice(&ascii.to_le_bytes());
                2 + digits
            }
            Simple::XmlCharRef => {
                let digits = 1 + point.checked_ilog10().unwrap_or(0) as usize;
                out[..2].copy_from_slice(b"&#");
                let mut rest = point;
                for to in out[2..2 + digits].iter_mut().rev() {
                    *to = b'0' + (rest % 10) as u8;
                    rest /= 10;
                }
                out[2 + digits] = b';';
                3 + digits
            }
        }
    }
}

/// Returns the 8 hexadecimal digits of a number, the first in the lowest byte.
#[inline]
fn hexadecimal(number: u32) -> u64 {
    let mut digits = u64::from(number);
    for (shift, mask) in [
        (16, 0x0000_FFFF_0000_FFFF),
        (8, 0x00FF_00FF_00FF_00FF),
        (4, 0x0F0F_0F0F_0F0F_0F0F),
    ] {
        digits = (digits << shift | digits) & mask;
    }
    const EACH: u64 = 0x0101_0101_0101_0101;
    let letters = (digits + 6 * EACH) >> 4 & EACH;
    (digits + 0x30 * EACH + 0x27 * letters).swap_bytes()
}

/// Encodes a part of a text, appends its bytes, and returns the number of characters. Stops after
/// enough representable characters in a row, and at an unrepresentable one without a handler.
pub(crate) fn encode<P: Point>(
    codes: Codes,
    points: &[P],
    simple: Option<Simple>,
    streak: &mut Streak,
    bytes: &mut Vec<u8>,
) -> (usize, Stop) {
    match (codes, simple) {
        (Codes::Bytes(limit), Some(simple @ (Simple::Ignore | Simple::Replace))) => {
            narrow(points, limit, simple, bytes)
        }
        // Each is a loop of its own.
        (Codes::Bytes(limit), _) => each(Codes::Bytes(limit), points, simple, streak, bytes),
        (Codes::Unicode(Charset::Utf8), _) => {
            each(Codes::Unicode(Charset::Utf8), points, simple, streak, bytes)
        }
        (Codes::Unicode(charset), _) => {
            each(Codes::Unicode(charset), points, simple, streak, bytes)
        }
        (Codes::Legacy(table), _) => each(Codes::Legacy(table), points, simple, streak, bytes),
    }
}

#[inline(always)]
fn each<P: Point>(
    codes: Codes,
    points: &[P],
    simple: Option<Simple>,
    streak: &mut Streak,
    bytes: &mut Vec<u8>,
) -> (usize, Stop) {
    let part = points.len().min(PART);
    let most = match (codes, simple) {
        (Codes::Unicode(_), None | Some(Simple::Ignore | Simple::Replace)) => 4,
        _ => Simple::MAX,
    };
    let start = bytes.len();
    bytes.resize(start + most * part + size_of::<Slot>(), 0);
    let out = &mut bytes[start..];
    let Streak {
        longest,
        mut before,
    } = *streak;
    let (mut at, mut written, mut last) = (0, 0, 0);
    let (stop, marks) = loop {
        if at == part {
            break (Stop::Full, 0);
        }
        let Some(slot) = out[written..].first_chunk_mut::<{ size_of::<Slot>() }>() else {
            break (Stop::Full, 0);
        };
        let len = codes.write(points[at].value(), slot);
        if len > 0 {
            written += len;
            at += 1;
            match before + at - last < longest {
                true => continue,
                false => break (Stop::Streak, 0),
            }
        }
        let Some(simple) = simple else {
            break (Stop::Other, 0);
        };
        if !matches!(simple, Simple::Ignore | Simple::Replace) {
            written += simple.write(points[at].value(), slot);
            at += 1;
            (before, last) = (0, at);
            continue;
        }
        let run = run_len(codes, &points[at..points.len().min(at + LONG_CHUNK)]);
        let marks = if matches!(simple, Simple::Replace) {
            run
        } else {
            0
        };
        at += run;
        (before, last) = (0, at);
        if at > part {
            break (Stop::Full, marks);
        }
        out[written..written + marks].fill(b'?');
        written += marks;
    };
    streak.before = before + at - last;
    bytes.truncate(start + written);
    bytes.resize(start + written + marks, b'?');
    (at, stop)
}

/// Copies characters, without those that are not representable, or with question marks in place of
/// them. Returns the number of characters.
pub(crate) fn filter<P: Point>(codes: Codes, points: &[P], simple: Simple, out: &mut [P]) -> usize {
    let is_surrogate = |point: P| point.value() & !0x7FF == 0xD800;
    match (codes, simple) {
        (Codes::Unicode(_), Simple::Replace) => {
            for (to, point) in out.iter_mut().zip(points) {
                *to = if is_surrogate(*point) {
                    P::MARK
                } else {
                    *point
                };
            }
            points.len()
        }
        (Codes::Unicode(_), _) => {
            let mut len = 0;
            for part in points.chunks(16) {
                if !part.iter().all(|point| is_surrogate(*point)) {
                    len += kept(part, &mut out[len..], |point| !is_surrogate(point));
                }
            }
            len
        }
        (_, Simple::Replace) => {
            for (to, point) in out.iter_mut().zip(points) {
                let is_kept = codes.contains(point.value());
                *to = if is_kept { *point } else { P::MARK };
            }
            points.len()
        }
        _ => kept(points, out, |point| codes.contains(point.value())),
    }
}

#[inline(always)]
fn kept<P: Point>(points: &[P], out: &mut [P], is_kept: impl Fn(P) -> bool) -> usize {
    let mut len = 0;
    for point in points {
        out[len] = *point;
        len += usize::from(is_kept(*point));
    }
    len
}

/// Returns the number of unrepresentable characters at the start.
#[inline(always)]
fn run_len<P: Point>(codes: Codes, points: &[P]) -> usize {
    let mut len = 0;
    if !matches!(codes, Codes::Legacy(_)) {
        for part in points.as_chunks::<16>().0 {
            if part.iter().any(|point| codes.contains(point.value())) {
                break;
            }
            len += 16;
        }
    }
    let is_bad = |point: &&P| !codes.contains(point.value());
    len + points[len..].iter().take_while(is_bad).count()
}

/// Encodes ASCII or Latin-1.
fn narrow<P: Point>(
    points: &[P],
    limit: u32,
    simple: Simple,
    bytes: &mut Vec<u8>,
) -> (usize, Stop) {
    let points = &points[..points.len().min(LONG_CHUNK)];
    let is_byte = |point: P| point.value() < limit;
    if matches!(simple, Simple::Replace) {
        bytes.extend(points.iter().map(|point| match is_byte(*point) {
            true => point.value() as u8,
            false => b'?',
        }));
        return (points.len(), Stop::Full);
    }
    let start = bytes.len();
    bytes.resize(start + points.len(), 0);
    let out = &mut bytes[start..];
    let mut written = 0;
    let (parts, rest) = points.as_chunks::<8>();
    for part in parts {
        let bad = part.iter().filter(|point| !is_byte(**point)).count();
        if bad == 0 {
            for (to, point) in out[written..written + 8].iter_mut().zip(part) {
                *to = point.value() as u8;
            }
            written += 8;
        } else if bad < 8 {
            for point in part {
                out[written] = point.value() as u8;
                written += usize::from(is_byte(*point));
            }
        }
    }
    for point in rest {
        out[written] = point.value() as u8;
        written += usize::from(is_byte(*point));
    }
    bytes.truncate(start + written);
    (points.len(), Stop::Full)
}
