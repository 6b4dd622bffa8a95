//! Encodes UTF-8 and UTF-16 to each kind of encoding.

use crate::output::{Output, pair};
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Charset, CodePoint, Reason};

/// The kinds of encoders.
pub(crate) enum Target {
    Utf8,
    Text(Charset),
    UserDefined,
    Iso2022Jp(AnyTranscoder),
}

/// A text to be encoded.
pub(crate) trait Input {
    /// Returns the length of the text in code units.
    fn len(&self) -> usize;
    /// Returns the length of a character in code units.
    fn units(character: char) -> usize;
    /// Encodes from the index `from`. Stops at an unmappable character. Returns the number of code
    /// units read.
    fn encode(&self, from: usize, target: &mut Target, out: &mut Output) -> (usize, Stop);
}

/// The reason why encoding stopped.
pub(crate) enum Stop {
    InputEmpty,
    OutputFull,
    /// The next character is unmappable. It has this number of code units.
    Unmappable(char, usize),
}

impl Stop {
    /// Converts an error.
    fn of(error: utflane::TranscodeError) -> Stop {
        match error.reason() {
            Reason::Unrepresentable(code_point) => {
                Stop::Unmappable(character(code_point), error.skip())
            }
            _ => Stop::OutputFull,
        }
    }
}

/// Converts a code point to a character. Well-formed text has no surrogates, so the replacement
/// character is never used.
fn character(code_point: CodePoint) -> char {
    code_point.to_char().unwrap_or(char::REPLACEMENT_CHARACTER)
}

impl Input for &str {
    fn len(&self) -> usize {
        str::len(self)
    }

    fn units(character: char) -> usize {
        character.len_utf8()
    }

    fn encode(&self, from: usize, target: &mut Target, out: &mut Output) -> (usize, Stop) {
        let src = &self[from..];
        match target {
            Target::Utf8 => copy(src, out),
            Target::Text(charset) => {
                let (read, result) = out.convert(pair(Charset::Utf8, *charset), src.as_bytes());
                (read, result.map_or_else(Stop::of, |()| Stop::InputEmpty))
            }
            Target::UserDefined => encode_user_defined::<&str>(src.chars(), out),
            Target::Iso2022Jp(stream) => utf8_to_iso_2022_jp(stream, src, out),
        }
    }
}

impl Input for &[u16] {
    fn len(&self) -> usize {
        <[u16]>::len(self)
    }

    fn units(character: char) -> usize {
        character.len_utf16()
    }

    fn encode(&self, from: usize, target: &mut Target, out: &mut Output) -> (usize, Stop) {
        let src = &self[from..];
        match target {
            Target::Utf8 => {
                let read = out.convert_utf16(src);
                (
                    read,
                    if read == src.len() {
                        Stop::InputEmpty
                    } else {
                        Stop::OutputFull
                    },
                )
            }
            Target::Text(charset) => encode_utf16(*charset, src, out),
            Target::UserDefined => {
                let characters = char::decode_utf16(src.iter().copied());
                let characters = characters.map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER));
                encode_user_defined::<&[u16]>(characters, out)
            }
            Target::Iso2022Jp(stream) => utf16_to_iso_2022_jp(stream, src, out),
        }
    }
}

/// Copies as much as fits.
fn copy(src: &str, out: &mut Output) -> (usize, Stop) {
    let mut len = src.len().min(out.free());
    while !src.is_char_boundary(len) {
        len -= 1;
    }
    let fits = out.push(&src.as_bytes()[..len]);
    debug_assert!(fits);
    (
        len,
        if len == src.len() {
            Stop::InputEmpty
        } else {
            Stop::OutputFull
        },
    )
}

fn encode_utf16(charset: Charset, src: &[u16], out: &mut Output) -> (usize, Stop) {
    let mut at = 0;
    loop {
        let rest = utflane::unit_bytes(&src[at..]);
        let (read, result) = out.convert(pair(Charset::Utf16, charset), rest);
        at += read;
        let stop = match result {
            Ok(()) => return (at, Stop::InputEmpty),
            Err(error) if matches!(error.reason(), Reason::Malformed(_)) => {
                // An unpaired surrogate.
                let replacement = "\u{FFFD}".as_bytes();
                let (_, result) = out.convert(pair(Charset::Utf8, charset), replacement);
                match result.map_err(Stop::of) {
                    Ok(()) => {
                        at += 1;
                        continue;
                    }
                    Err(Stop::Unmappable(character, _)) => Stop::Unmappable(character, 1),
                    Err(stop) => stop,
                }
            }
            Err(error) => Stop::of(error),
        };
        return (at, stop);
    }
}

fn encode_user_defined<I: Input>(
    characters: impl Iterator<Item = char>,
    out: &mut Output,
) -> (usize, Stop) {
    let mut read = 0;
    for character in characters {
        let byte = match character {
            '\0'..='\x7F' | '\u{F780}'..='\u{F7FF}' => character as u32 as u8,
            _ => return (read, Stop::Unmappable(character, I::units(character))),
        };
        if !out.push(&[byte]) {
            return (read, Stop::OutputFull);
        }
        read += I::units(character);
    }
    (read, Stop::InputEmpty)
}

/// Encodes UTF-16. A high surrogate at the end is unpaired, because a chunk ends with a whole
/// character.
fn utf16_to_iso_2022_jp(
    stream: &mut AnyTranscoder,
    src: &[u16],
    out: &mut Output,
) -> (usize, Stop) {
    let is_high = |unit: &&u16| matches!(unit, 0xD800..=0xDBFF);
    let cut = src.iter().rev().take_while(is_high).count();
    let whole = &src[..src.len() - cut];
    let step = out.step(stream, utflane::unit_bytes(whole), false);
    let mut read = step.read / 2;
    let unmappable = match step.status {
        Status::InputEmpty if cut > 0 => char::REPLACEMENT_CHARACTER,
        Status::InputEmpty => return (read, Stop::InputEmpty),
        Status::Stopped(error) => match error.reason() {
            Reason::Unrepresentable(code_point) => {
                let character = character(code_point);
                read -= character.len_utf16();
                character
            }
            _ => {
                read -= 1;
                char::REPLACEMENT_CHARACTER
            }
        },
        _ => return (read, Stop::OutputFull),
    };
    // The replacement is ASCII. If the letter A needs an escape sequence, the stream is in a
    // two-byte character set and must return to ASCII.
    let mut single = [0; 4];
    let letter = utflane::unit_bytes(&[0x41u16]);
    let is_wide = stream.clone().transcode(letter, &mut single).written > 1;
    if is_wide && !matches!(out.finish(stream, false), Status::InputEmpty) {
        return (read, Stop::OutputFull);
    }
    // SO, SI and ESC would change the meaning of the text after them, so the standard replaces them
    // by U+FFFD.
    let stop = match unmappable {
        '\x0E' | '\x0F' | '\x1B' => Stop::Unmappable(char::REPLACEMENT_CHARACTER, 1),
        _ => Stop::Unmappable(unmappable, unmappable.len_utf16()),
    };
    (read, stop)
}

/// Length of a chunk in UTF-16 code units.
const PIECE: usize = 1024;

/// Encodes UTF-8, through UTF-16.
fn utf8_to_iso_2022_jp(stream: &mut AnyTranscoder, src: &str, out: &mut Output) -> (usize, Stop) {
    let to_utf16 = pair(Charset::Utf8, Charset::Utf16);
    let mut at = 0;
    while at < src.len() {
        let mut units = [0u16; PIECE];
        let rest = &src.as_bytes()[at..];
        let dst = utflane::unit_bytes_mut(&mut units);
        // If the units are full, the chunk ends at a character boundary.
        let (len, written) = match to_utf16.transcode(rest, dst) {
            Ok(written) => (rest.len(), written),
            Err(error) => (error.read(), error.written()),
        };
        let (read, stop) = utf16_to_iso_2022_jp(stream, &units[..written], out);
        match stop {
            Stop::InputEmpty => at += len,
            stop => {
                let mut rest = src[at..].chars();
                let mut units = 0;
                while units < read {
                    units += rest.next().map_or(read, char::len_utf16);
                }
                at = src.len() - rest.as_str().len();
                let stop = match stop {
                    Stop::Unmappable(character, _) => {
                        Stop::Unmappable(character, rest.next().map_or(0, char::len_utf8))
                    }
                    stop => stop,
                };
                return (at, stop);
            }
        }
    }
    (at, Stop::InputEmpty)
}
