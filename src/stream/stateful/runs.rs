//! Runs of characters of ISO-2022-JP in the same character set.
#![forbid(unsafe_code)]

use crate::convert::codec::Codec;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::multibyte::iso2022::{ESCAPE_LEN, Item, ShiftState, jis0208_to_utf16};
use crate::encoding::scheme::{Encoded, Scheme, Utf8, Utf16};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{Charset, CodePoint, Isa, Pair};

/// Returns whether a byte is an escape or shift byte, or is not ASCII.
fn ends_ascii_run(byte: &u8) -> bool {
    matches!(byte, 0x0E | 0x0F | 0x1B | 0x80..)
}

/// Returns the run of ASCII characters at the start of `src`, where the current character set is
/// ASCII.
fn ascii_run(src: &[u8]) -> &[u8] {
    let end = src.iter().position(ends_ascii_run);
    &src[..end.unwrap_or(src.len())]
}

/// Converts ISO-2022-JP to UTF-16, like [`Stage::decode`](super::Stage::decode).
pub(super) fn decode_iso2022_jp(
    shift: &mut ShiftState,
    isa: Isa,
    src: &[u8],
    units: &mut Output,
) -> Progress {
    let mut at = Progress::START;
    loop {
        let (rest, out) = (&src[at.read..], &mut units[at.written..]);
        if shift.is_ascii() {
            let step = Pair::from_charsets(Charset::Ascii, Charset::Utf16).convert(
                isa,
                ascii_run(rest),
                out,
            );
            if step.read > 0 {
                *shift = shift.after_character();
                at += step;
                continue;
            }
        }
        if shift.is_jis0208() {
            let step = decode_jis0208(rest, out);
            if step.read > 0 {
                *shift = shift.after_character();
                at += step;
                continue;
            }
        }
        let (written, read, after) = match shift.decode(rest, true) {
            (Item::EscapeSequence, after) => (0, ESCAPE_LEN, after),
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

/// Converts two-byte characters of JIS X 0208 to UTF-16. Stops at the first two bytes that are not
/// a character.
fn decode_jis0208(src: &[u8], units: &mut Output) -> Progress {
    let mut at = Progress::START;
    for pair in src.chunks_exact(2).take(units.len() / 2) {
        let unit = jis0208_to_utf16(pair[0], pair[1]);
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

/// Converts a run of ASCII or of JIS X 0208 to UTF-8 from `at` on, one character at a time. Stops
/// before any other character, and before one that does not fit.
pub(super) fn decode_run(
    shift: &mut ShiftState,
    src: &[u8],
    dst: &mut Output,
    mut at: Progress,
) -> Progress {
    loop {
        let (code_unit, read) = match src[at.read..] {
            [byte, ..] if shift.is_ascii() && !ends_ascii_run(&byte) => (byte.into(), 1),
            [lead, trail, ..] if shift.is_jis0208() => match jis0208_to_utf16(lead, trail) {
                0 => return at,
                code_unit => (code_unit, 2),
            },
            _ => return at,
        };
        let code_point = CodePoint(u32::from(code_unit));
        let Encoded::Written(written) = Utf8::NEW.encode(code_point, &mut dst[at.written..]) else {
            return at;
        };
        *shift = shift.after_character();
        at += Progress { read, written };
    }
}
