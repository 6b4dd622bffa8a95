//! Decodes bytes with `ignore`, `replace` and `surrogateescape`.

use super::{CHUNK, LONG_CHUNK, Stop, Streak};
use crate::faults::{Builtin, Errors};
use crate::steps::{Steps, Table};

/// What replaces a malformed byte.
#[derive(Clone, Copy)]
enum Action {
    Ignore,
    Replace,
    Escape,
}

/// Bytes that are needed after each position, so that no character is incomplete.
const SLACK: usize = 8;

/// Decodes a part of a text, appends code points of two bytes, and returns the number of bytes that
/// were decoded. Stops after enough bytes without an error, except in single-byte encodings.
pub(crate) fn decode(
    steps: Steps,
    errors: Errors<'_>,
    has_ascii: bool,
    streak: &mut Streak,
    bytes: &[u8],
    text: &mut Vec<u16>,
) -> (usize, Stop) {
    let action = match errors {
        Errors::Ignore => Action::Ignore,
        Errors::Replace => Action::Replace,
        Errors::Builtin(Builtin::SurrogateEscape) => Action::Escape,
        _ => return (0, Stop::Other),
    };
    let start = text.len();
    let chunk = match steps {
        Steps::Bytes(..) => LONG_CHUNK.min(bytes.len()),
        _ => CHUNK,
    };
    text.resize(start + chunk + SLACK, 0);
    let out = &mut text[start..];
    let (read, written, stop) = match steps {
        Steps::Utf8 => utf8(bytes, out, action, streak),
        Steps::Bytes(table, _) if table.is_ascii() => ascii(bytes, out, action),
        Steps::Bytes(table, _) => single(table, bytes, out, action),
        Steps::Multibyte(table) if has_ascii => multibyte(table, bytes, out, action, streak),
        _ => (0, 0, Stop::Other),
    };
    text.truncate(start + written);
    (read, stop)
}

/// Why the loops below ended, without a stop of their own.
fn reason(written: usize, is_streak: bool) -> Stop {
    match written > CHUNK {
        _ if is_streak => Stop::Streak,
        true => Stop::Full,
        false => Stop::Other,
    }
}

/// Widens 8 ASCII bytes.
#[inline(always)]
fn widen(word: [u8; 8], out: &mut [u16; 8]) {
    for (to, from) in out.iter_mut().zip(word) {
        *to = from.into();
    }
}

/// Writes what replaces malformed bytes. Returns the number of units.
#[inline(always)]
fn act(action: Action, bytes: &[u8], out: &mut [u16]) -> usize {
    match action {
        Action::Ignore => 0,
        Action::Replace => {
            out[0] = 0xFFFD;
            1
        }
        Action::Escape => {
            for (to, from) in out.iter_mut().zip(bytes) {
                *to = 0xDC00 + u16::from(*from);
            }
            bytes.len()
        }
    }
}

const ASCII: u64 = 0x8080_8080_8080_8080;

fn utf8(
    bytes: &[u8],
    out: &mut [u16],
    action: Action,
    streak: &mut Streak,
) -> (usize, usize, Stop) {
    let Streak {
        longest,
        mut before,
    } = *streak;
    let (mut at, mut written, mut last) = (0, 0, 0);
    while before + at - last < longest
        && let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>)
        && let Some(out) = out
            .get_mut(written..)
            .and_then(<[u16]>::first_chunk_mut::<SLACK>)
    {
        let text = u64::from_le_bytes(*word);
        if text & ASCII == 0 {
            widen(*word, out);
            (at, written) = (at + 8, written + 8);
            continue;
        }
        if text & 0x80 == 0 {
            widen(*word, out);
            let len = (text & ASCII).trailing_zeros() as usize / 8;
            (at, written) = (at + len, written + len);
            continue;
        }
        let bits = |byte: usize| (text >> (8 * byte)) as u16 & 0x3F;
        let first = text as u16 & 0xFF;
        if is_three(text) {
            out[0] = three_bytes(text);
            (at, written) = (at + 3, written + 1);
            let second = text >> 24;
            if is_three(second) {
                out[1] = three_bytes(second);
                (at, written) = (at + 3, written + 1);
            }
        } else if text & 0xC0E0 == 0x80C0 && first >= 0xC2 {
            out[0] = (first & 0x1F) << 6 | bits(1);
            (at, written) = (at + 2, written + 1);
        } else {
            let len = match first {
                0x80..0xC2 | 0xF5.. => 1,
                _ => match malformed_utf8(text) {
                    // Above the Basic Multilingual Plane.
                    0 => return (at, written, Stop::Other),
                    len => len,
                },
            };
            written += act(action, &word[..len], out);
            at += len;
            (before, last) = (0, at);
        }
    }
    streak.before = before + at - last;
    (at, written, reason(written, streak.before >= longest))
}

/// Whether the lowest bytes are a character of three bytes.
#[inline(always)]
fn is_three(text: u64) -> bool {
    let point = three_bytes(text);
    text & 0xC0_C0F0 == 0x80_80E0 && point >= 0x800 && point & 0xF800 != 0xD800
}

#[inline(always)]
fn three_bytes(text: u64) -> u16 {
    let bits = |byte: usize| (text >> (8 * byte)) as u16 & 0x3F;
    (text as u16) << 12 | bits(1) << 6 | bits(2)
}

/// Returns the length of a malformed sequence, or 0 for a character of four bytes.
#[inline(always)]
fn malformed_utf8(text: u64) -> usize {
    let byte = |at: usize| (text >> (8 * at)) as u8;
    let (least, most) = match byte(0) {
        0xE0 => (0xA0, 0xBF),
        0xED => (0x80, 0x9F),
        0xF0 => (0x90, 0xBF),
        0xF4 => (0x80, 0x8F),
        _ => (0x80, 0xBF),
    };
    let is_continuation = |at: usize| byte(at) & 0xC0 == 0x80;
    match byte(0) {
        0xC2.. if !(least..=most).contains(&byte(1)) => 1,
        0xF0.. if is_continuation(2) && is_continuation(3) => 0,
        0xF0.. if is_continuation(2) => 3,
        _ => 2,
    }
}

fn ascii(bytes: &[u8], out: &mut [u16], action: Action) -> (usize, usize, Stop) {
    let bytes = &bytes[..bytes.len().min(LONG_CHUNK)];
    let len = bytes.len();
    let (pairs, is_kept) = (out.iter_mut().zip(bytes), |byte: u8| byte < 0x80);
    match action {
        Action::Replace => {
            for (to, byte) in pairs {
                *to = if is_kept(*byte) {
                    u16::from(*byte)
                } else {
                    0xFFFD
                };
            }
            (len, len, Stop::Full)
        }
        Action::Escape => {
            for (to, byte) in pairs {
                let escape = if is_kept(*byte) { 0 } else { 0xDC00 };
                *to = escape + u16::from(*byte);
            }
            (len, len, Stop::Full)
        }
        Action::Ignore => {
            let mut written = 0;
            let (words, rest) = bytes.as_chunks::<8>();
            for word in words {
                match u64::from_le_bytes(*word) & ASCII {
                    0 => {
                        if let Some(out) = out[written..].first_chunk_mut() {
                            widen(*word, out);
                        }
                        written += 8;
                    }
                    ASCII => {}
                    _ => {
                        for byte in word {
                            out[written] = u16::from(*byte);
                            written += usize::from(is_kept(*byte));
                        }
                    }
                }
            }
            for byte in rest {
                out[written] = u16::from(*byte);
                written += usize::from(is_kept(*byte));
            }
            (len, written, Stop::Full)
        }
    }
}

fn single(table: &Table, bytes: &[u8], out: &mut [u16], action: Action) -> (usize, usize, Stop) {
    let bytes = &bytes[..bytes.len().min(LONG_CHUNK)];
    let row = table.bytes();
    // Only bytes from 80 are escaped.
    let is_error = |byte: &u8| {
        matches!(action, Action::Escape) && *byte < 0x80 && row[usize::from(*byte)].is_none()
    };
    let has_errors = (0..0x80).any(|byte| is_error(&byte));
    let error = bytes.iter().position(|byte| has_errors && is_error(byte));
    let (len, stop) = match error {
        Some(at) => (at, Stop::Other),
        None => (bytes.len(), Stop::Full),
    };
    let units: [u16; 256] = std::array::from_fn(|byte| match (row[byte], action) {
        (Some(unit), _) => unit,
        (None, Action::Escape) => 0xDC00 + byte as u16,
        (None, _) => 0xFFFD,
    });
    let is_ignored =
        |byte: u8| matches!(action, Action::Ignore) && row[usize::from(byte)].is_none();
    let kept: [bool; 256] = std::array::from_fn(|byte| !is_ignored(byte as u8));
    let mut written = 0;
    for byte in &bytes[..len] {
        out[written] = units[usize::from(*byte)];
        written += usize::from(kept[usize::from(*byte)]);
    }
    (len, written, stop)
}

fn multibyte(
    table: &Table,
    bytes: &[u8],
    out: &mut [u16],
    action: Action,
    streak: &mut Streak,
) -> (usize, usize, Stop) {
    let Streak {
        longest,
        mut before,
    } = *streak;
    let (mut at, mut written, mut last) = (0, 0, 0);
    while before + at - last < longest
        && let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>)
        && let Some(out) = out
            .get_mut(written..)
            .and_then(<[u16]>::first_chunk_mut::<SLACK>)
    {
        if word[0] < 0x80 {
            let ascii = u64::from_le_bytes(*word) & ASCII;
            let len = match ascii {
                0 => 8,
                _ => ascii.trailing_zeros() as usize / 8,
            };
            widen(*word, out);
            (at, written) = (at + len, written + len);
            continue;
        }
        match table.unit(word[0], word[1]) {
            Ok((unit, len)) => {
                out[0] = unit;
                (at, written) = (at + len, written + 1);
            }
            Err(true) => {
                written += act(action, &word[..1], out);
                at += 1;
                (before, last) = (0, at);
            }
            Err(false) => return (at, written, Stop::Other),
        }
    }
    streak.before = before + at - last;
    (at, written, reason(written, streak.before >= longest))
}
