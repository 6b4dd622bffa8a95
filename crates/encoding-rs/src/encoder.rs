//! Text to an encoding, in pieces.

use crate::encoding::{Encoding, Kind};
use crate::output::{Output, pair};
use crate::{CoderResult, EncoderResult};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::{self, Write};
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Charset, CodePoint, Isa, Reason};

/// An encoder of one text, which comes in pieces of UTF-8 or UTF-16.
///
/// A call reads from `src` and writes to `dst` until the input is empty, or the next character does
/// not fit into the output, or, without replacement, the encoding does not have a character. It
/// returns why it stopped, how many units it has read and how many bytes it has written, and with
/// replacement whether there were such characters, which become `&#…;` with their number: for one, 10
/// bytes are kept free. The next call takes the rest of `src`. `last` says that the text ends with `src`; only ISO-2022-JP has
/// something to write then.
///
/// Pieces of UTF-16 end with whole characters: an unpaired surrogate is U+FFFD. What is behind the
/// bytes written is unspecified.
///
/// ```
/// use utflane_encoding_rs::{CoderResult, WINDOWS_1252};
///
/// let mut encoder = WINDOWS_1252.new_encoder();
/// let mut bytes = [0; 16];
/// let step = encoder.encode_from_utf8("10 € ☃", &mut bytes, true);
/// assert_eq!(step, (CoderResult::InputEmpty, 10, 12, true));
/// assert_eq!(&bytes[..12], b"10 \x80 &#9731;");
/// ```
pub struct Encoder {
    encoding: &'static Encoding,
    target: Target,
}

/// What an encoding is written by.
enum Target {
    Utf8,
    Text(Charset),
    UserDefined,
    Iso2022Jp(AnyTranscoder),
}

/// A text to be encoded.
trait Input {
    /// Units of the text.
    fn len(&self) -> usize;
    /// Units of a character.
    fn units(character: char) -> usize;
    /// Encodes from here, up to a character that the encoding does not have.
    fn encode(&self, from: usize, target: &mut Target, out: &mut Output) -> (usize, Stop);
}

/// Why encoding stopped.
enum Stop {
    InputEmpty,
    OutputFull,
    /// The character that comes next, of so many units.
    Unmappable(char, usize),
}

impl Stop {
    /// That of an error; the units of the character.
    fn of(error: utflane::TranscodeError) -> Stop {
        match error.reason() {
            Reason::Unrepresentable(code_point) => {
                Stop::Unmappable(character(code_point), error.skip())
            }
            _ => Stop::OutputFull,
        }
    }
}

/// Text has characters only.
fn character(code_point: CodePoint) -> char {
    code_point.to_char().unwrap_or(char::REPLACEMENT_CHARACTER)
}

impl Encoder {
    pub(crate) fn new(encoding: &'static Encoding) -> Encoder {
        let target = match encoding.kind {
            Kind::Text(Charset::Utf8) | Kind::Replacement => Target::Utf8,
            Kind::Text(charset @ Charset::Iso2022Jp) => {
                Target::Iso2022Jp(AnyTranscoder::new(Charset::Utf16, charset))
            }
            Kind::Text(charset) => Target::Text(charset),
            Kind::UserDefined => Target::UserDefined,
        };
        Encoder { encoding, target }
    }

    /// The encoding.
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Whether this is an encoder to ISO-2022-JP in another state than ASCII.
    #[inline]
    pub fn has_pending_state(&self) -> bool {
        matches!(&self.target, Target::Iso2022Jp(stream) if !stream.is_neutral())
    }

    /// Encodes up to a character that the encoding does not have.
    fn run(&mut self, src: &impl Input, out: &mut Output, last: bool) -> (Stop, usize) {
        let (read, stop) = src.encode(0, &mut self.target, out);
        (self.end(stop, out, last), read)
    }

    /// Ends the text, if that is what comes next.
    fn end(&mut self, stop: Stop, out: &mut Output, last: bool) -> Stop {
        match (&mut self.target, &stop) {
            (Target::Iso2022Jp(stream), Stop::InputEmpty) if last => {
                match out.finish(stream, false) {
                    Status::InputEmpty => stop,
                    _ => Stop::OutputFull,
                }
            }
            _ => stop,
        }
    }

    fn run_strict<I: Input>(
        &mut self,
        src: &I,
        out: &mut Output,
        last: bool,
    ) -> (EncoderResult, usize) {
        let (stop, read) = self.run(src, out, last);
        match stop {
            Stop::InputEmpty => (EncoderResult::InputEmpty, read),
            Stop::OutputFull => (EncoderResult::OutputFull, read),
            Stop::Unmappable(character, units) => {
                (EncoderResult::Unmappable(character), read + units)
            }
        }
    }

    fn run_lossy<I: Input>(
        &mut self,
        src: &I,
        out: &mut Output,
        last: bool,
    ) -> (CoderResult, usize) {
        let reserve = match self.encoding.can_encode_everything() {
            true => 0,
            false => Reference::LONGEST,
        };
        let mut read = 0;
        if out.free() < reserve {
            return (self.full(src.len() == 0, last), read);
        }
        out.reserve(reserve);
        loop {
            let (more, stop) = src.encode(read, &mut self.target, out);
            read += more;
            match self.end(stop, out, last) {
                Stop::InputEmpty => return (CoderResult::InputEmpty, read),
                Stop::OutputFull => return (CoderResult::OutputFull, read),
                Stop::Unmappable(character, units) => {
                    out.push_reserved(Reference::new(character).bytes());
                    out.has_replaced = true;
                    read += units;
                }
            }
            if out.free() == 0 {
                return (self.full(read == src.len(), last), read);
            }
        }
    }

    /// Why a call returns that has no more room: it may be done all the same.
    fn full(&self, is_empty: bool, last: bool) -> CoderResult {
        match is_empty && !(last && self.has_pending_state()) {
            true => CoderResult::InputEmpty,
            false => CoderResult::OutputFull,
        }
    }

    /// Encodes from UTF-8, with `&#…;` for a character that the encoding does not have.
    pub fn encode_from_utf8(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_lossy(&src, &mut out, last);
        (result, read, out.written, out.has_replaced)
    }

    /// [`encode_from_utf8`](Self::encode_from_utf8) to the end of a `Vec`, which does not grow
    /// beyond its capacity. Returns how many bytes are read.
    #[cfg(feature = "alloc")]
    pub fn encode_from_utf8_to_vec(
        &mut self,
        src: &str,
        dst: &mut Vec<u8>,
        last: bool,
    ) -> (CoderResult, usize, bool) {
        append(dst, |out| {
            let (result, read) = self.run_lossy(&src, out, last);
            (result, read, out.has_replaced)
        })
    }

    /// Encodes from UTF-8, up to a character that the encoding does not have.
    pub fn encode_from_utf8_without_replacement(
        &mut self,
        src: &str,
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_strict(&src, &mut out, last);
        (result, read, out.written)
    }

    /// [`encode_from_utf8_without_replacement`](Self::encode_from_utf8_without_replacement) to the
    /// end of a `Vec`, which does not grow beyond its capacity. Returns how many bytes are read.
    #[cfg(feature = "alloc")]
    pub fn encode_from_utf8_to_vec_without_replacement(
        &mut self,
        src: &str,
        dst: &mut Vec<u8>,
        last: bool,
    ) -> (EncoderResult, usize) {
        append(dst, |out| self.run_strict(&src, out, last))
    }

    /// Encodes from UTF-16, with `&#…;` for a character that the encoding does not have.
    pub fn encode_from_utf16(
        &mut self,
        src: &[u16],
        dst: &mut [u8],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_lossy(&src, &mut out, last);
        (result, read, out.written, out.has_replaced)
    }

    /// Encodes from UTF-16, up to a character that the encoding does not have.
    pub fn encode_from_utf16_without_replacement(
        &mut self,
        src: &[u16],
        dst: &mut [u8],
        last: bool,
    ) -> (EncoderResult, usize, usize) {
        let mut out = Output::new(dst);
        let (result, read) = self.run_strict(&src, &mut out, last);
        (result, read, out.written)
    }

    /// The bytes that `byte_length` bytes of UTF-8 become at most if the encoding has their
    /// characters; `None` if a `usize` cannot hold that.
    pub fn max_buffer_length_from_utf8_if_no_unmappables(
        &self,
        byte_length: usize,
    ) -> Option<usize> {
        self.with_reference(self.max_buffer_length_from_utf8_without_replacement(byte_length))
    }

    /// The bytes that `byte_length` bytes of UTF-8 become at most without replacement; `None` if a
    /// `usize` cannot hold that.
    pub fn max_buffer_length_from_utf8_without_replacement(
        &self,
        byte_length: usize,
    ) -> Option<usize> {
        match &self.target {
            Target::Utf8 | Target::UserDefined => Some(byte_length),
            Target::Iso2022Jp(_) => byte_length.checked_mul(3)?.checked_add(3),
            Target::Text(Charset::Gb18030) => byte_length.checked_mul(2)?.checked_add(2),
            Target::Text(Charset::Gbk) => byte_length.checked_add(3),
            Target::Text(charset) if charset.is_code_page() => Some(byte_length),
            Target::Text(_) => byte_length.checked_add(1),
        }
    }

    /// The bytes that `u16_length` units of UTF-16 become at most if the encoding has their
    /// characters; `None` if a `usize` cannot hold that.
    pub fn max_buffer_length_from_utf16_if_no_unmappables(
        &self,
        u16_length: usize,
    ) -> Option<usize> {
        self.with_reference(self.max_buffer_length_from_utf16_without_replacement(u16_length))
    }

    /// The bytes that `u16_length` units of UTF-16 become at most without replacement; `None` if a
    /// `usize` cannot hold that.
    pub fn max_buffer_length_from_utf16_without_replacement(
        &self,
        u16_length: usize,
    ) -> Option<usize> {
        match &self.target {
            Target::Utf8 => u16_length.checked_mul(3),
            Target::UserDefined => Some(u16_length),
            Target::Iso2022Jp(_) => {
                let half = u16_length / 2 + u16_length % 2;
                u16_length.checked_mul(4)?.checked_add(half)?.checked_add(3)
            }
            Target::Text(Charset::Gb18030) => u16_length.checked_mul(4),
            Target::Text(Charset::Gbk) => u16_length.checked_mul(2)?.checked_add(2),
            Target::Text(charset) if charset.is_code_page() => Some(u16_length),
            Target::Text(_) => u16_length.checked_mul(2),
        }
    }

    /// A length, and that of one reference: for those who ask with a text that needs one.
    fn with_reference(&self, len: Option<usize>) -> Option<usize> {
        match self.encoding.can_encode_everything() {
            true => len,
            false => len?.checked_add(Reference::LONGEST),
        }
    }
}

impl fmt::Debug for Encoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoder")
            .field("encoding", &self.encoding)
            .finish_non_exhaustive()
    }
}

/// Writes to the spare capacity of `dst`.
#[cfg(feature = "alloc")]
fn append<T>(dst: &mut Vec<u8>, write: impl FnOnce(&mut Output) -> T) -> T {
    let mut out = Output::uninit(dst.spare_capacity_mut());
    let result = write(&mut out);
    let len = out.written;
    let len = dst.len() + len;
    // SAFETY: so many bytes of the spare capacity are written.
    unsafe { dst.set_len(len) };
    result
}

/// A numeric character reference of HTML.
struct Reference {
    bytes: [u8; Reference::LONGEST],
    len: usize,
}

impl Reference {
    const LONGEST: usize = "&#1114111;".len();

    fn new(character: char) -> Reference {
        let mut reference = Reference {
            bytes: [0; Reference::LONGEST],
            len: 0,
        };
        let written = write!(reference, "&#{};", u32::from(character));
        debug_assert!(written.is_ok());
        reference
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Write for Reference {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.get_mut(self.len..self.len + text.len());
        room.ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
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

/// Encodes UTF-16, of which a surrogate at the end is unpaired.
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
        Status::OutputFull => return (read, Stop::OutputFull),
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
    };
    // What takes its place is ASCII, which the sets of single bytes have where that is needed.
    let mut single = [0; 4];
    let letter = utflane::unit_bytes(&[0x41u16]);
    let is_wide = stream.clone().transcode(letter, &mut single).written > 1;
    if is_wide && !matches!(out.finish(stream, false), Status::InputEmpty) {
        return (read, Stop::OutputFull);
    }
    // The controls are those by which a reader would take what follows for something else.
    let stop = match unmappable {
        '\x0E' | '\x0F' | '\x1B' => Stop::Unmappable(char::REPLACEMENT_CHARACTER, 1),
        _ => Stop::Unmappable(unmappable, unmappable.len_utf16()),
    };
    (read, stop)
}

/// Units of a piece.
const PIECE: usize = 1024;

/// Encodes UTF-8, through UTF-16.
fn utf8_to_iso_2022_jp(stream: &mut AnyTranscoder, src: &str, out: &mut Output) -> (usize, Stop) {
    let to_utf16 = pair(Charset::Utf8, Charset::Utf16);
    let to_utf8 = pair(Charset::Utf16, Charset::Utf8);
    let (isa, mut at) = (Isa::best(), 0);
    while at < src.len() {
        let mut units = [0u16; PIECE];
        let rest = &src.as_bytes()[at..];
        let room = utflane::unit_bytes_mut(&mut units);
        // A piece ends with a character, where the units are full.
        let (len, written) = match to_utf16.transcode(isa, rest, room) {
            Ok(written) => (rest.len(), written),
            Err(error) => (error.read(), error.written()),
        };
        let (read, stop) = utf16_to_iso_2022_jp(stream, &units[..written], out);
        match stop {
            Stop::InputEmpty => at += len,
            stop => {
                at += to_utf8.transcoded_len(isa, utflane::unit_bytes(&units[..read]));
                return match stop {
                    Stop::Unmappable(character, _) => {
                        let next = src[at..].chars().next();
                        (
                            at,
                            Stop::Unmappable(character, next.map_or(0, char::len_utf8)),
                        )
                    }
                    stop => (at, stop),
                };
            }
        }
    }
    (at, Stop::InputEmpty)
}
