//! Runs of characters in the same state.
#![forbid(unsafe_code)]

use crate::convert::codec::Codec;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::scheme::{Encoded, Scheme, Utf8, Utf16};
use crate::encoding::stateful::{Item, Shift};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{Charset, CodePoint, Isa, Pair};

/// Converts a stateful encoding to UTF-16, like [`Stage::decode`](super::Stage::decode).
pub(super) fn decode_runs(
    shift: &mut impl Shift,
    isa: Isa,
    src: &[u8],
    units: &mut Output,
) -> Progress {
    let mut at = Progress::START;
    loop {
        let (rest, out) = (&src[at.read..], &mut units[at.written..]);
        let ascii_end = rest.iter().position(|&byte| !shift.is_ascii(byte));
        let ascii = &rest[..ascii_end.unwrap_or(rest.len())];
        let step = Pair::from_charsets(Charset::Ascii, Charset::Utf16).convert(isa, ascii, out);
        if let Some(&last) = ascii[..step.read].last() {
            *shift = shift.after_ascii(last);
            at += step;
            continue;
        }
        let step = decode_two_bytes(*shift, rest, out);
        if step.read > 0 {
            *shift = shift.after_two_bytes();
            at += step;
            continue;
        }
        let (written, read, after) = match shift.decode(rest, true) {
            (Item::Shift(read), after) => (0, read, after),
            (Item::Character(code_point, read), after) => {
                match Utf16::<Native>::NEW.encode(code_point, out) {
                    Encoded::Written(written) => (written, read, after),
                    _ => return at,
                }
            }
            _ => return at,
        };
        *shift = after;
        at += Progress { read, written };
    }
}

/// Converts two-byte characters to UTF-16. Stops at the first two bytes that are not a character.
fn decode_two_bytes(shift: impl Shift, src: &[u8], units: &mut Output) -> Progress {
    let mut at = Progress::START;
    for pair in src.chunks_exact(2).take(units.len() / 2) {
        let unit = shift.two_bytes(pair[0], pair[1]);
        if unit == 0 {
            break;
        }
        units.write(at.written, Endian::NATIVE.bytes_16(unit));
        at += Progress {
            read: 2,
            written: 2,
        };
    }
    at
}

/// Converts a run of ASCII or of two-byte characters to UTF-8 from `at` on, one character at a
/// time. Stops before any other character, and before one that does not fit. Also returns whether it
/// stopped because the output is full.
pub(super) fn decode_run(
    shift: &mut impl Shift,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> (Progress, bool) {
    let (before, state) = (at.read, *shift);
    let mut is_full = decode_each(src, dst, &mut at, |[byte]| {
        state.is_ascii(byte).then_some(byte.into())
    });
    if at.read > before {
        *shift = state.after_ascii(src[at.read - 1]);
    } else if !is_full {
        is_full = decode_each(src, dst, &mut at, |[lead, trail]| {
            Some(state.two_bytes(lead, trail)).filter(|&unit| unit != 0)
        });
        if at.read > before {
            *shift = state.after_two_bytes();
        }
    }
    (at, is_full)
}

/// Converts characters of `N` bytes to UTF-8 from `at` on, until `decode` returns `None`. Returns
/// whether it stopped because the output is full.
#[inline(always)]
fn decode_each<const N: usize>(
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    decode: impl Fn([u8; N]) -> Option<u16>,
) -> bool {
    while let Some(bytes) = src[at.read..].first_chunk() {
        let Some(unit) = decode(*bytes) else {
            return false;
        };
        let code_point = CodePoint(unit.into());
        let Encoded::Written(written) = Utf8::NEW.encode(code_point, &mut dst[at.written..]) else {
            return true;
        };
        *at += Progress { read: N, written };
    }
    false
}

/// Encodes units of UTF-16, up to a character that does not fit or is unrepresentable.
pub(super) fn encode_units(shift: &mut impl Shift, units: &[u8], dst: &mut Output) -> Progress {
    let mut at = Progress::START;
    while let Some(&unit) = units[at.read..].first_chunk() {
        let code_point = CodePoint(u16::from_ne_bytes(unit).into());
        let (encoded, after) = shift.encode(code_point, &mut dst[at.written..]);
        let Encoded::Written(written) = encoded else {
            break;
        };
        *shift = after;
        at += Progress { read: 2, written };
    }
    at
}
