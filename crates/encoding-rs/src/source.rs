//! The decoding of what is left of a text when there is no byte order mark any more.

use crate::encoding::{Encoding, Kind, valid_up_to};
use crate::output::{Output, pair};
use utflane::stream::{AnyTranscoder, Status, StreamError};
use utflane::{Charset, Isa, Pair, Reason};

/// How the output is to be written.
#[derive(Clone, Copy)]
pub(crate) struct Mode {
    /// UTF-8 or UTF-16.
    pub(crate) target: Charset,
    /// Whether U+FFFD takes the place of malformed sequences.
    pub(crate) is_lossy: bool,
    /// Whether what is behind the output stays as it was.
    pub(crate) is_tidy: bool,
}

impl Mode {
    pub(crate) const UTF8: Mode = Mode::to(Charset::Utf8);
    pub(crate) const UTF16: Mode = Mode::to(Charset::Utf16);

    const fn to(target: Charset) -> Mode {
        Mode {
            target,
            is_lossy: false,
            is_tidy: false,
        }
    }

    pub(crate) const fn lossy(self) -> Mode {
        Mode {
            is_lossy: true,
            ..self
        }
    }

    pub(crate) const fn tidy(self) -> Mode {
        Mode {
            is_tidy: true,
            ..self
        }
    }

    /// U+FFFD, in the bytes of the target.
    fn replacement(self) -> &'static [u8] {
        const UNIT: [u8; 2] = 0xFFFD_u16.to_ne_bytes();
        match self.target {
            Charset::Utf8 => "\u{FFFD}".as_bytes(),
            _ => &UNIT,
        }
    }
}

/// Why decoding stopped.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    InputEmpty,
    OutputFull,
    /// The length of a malformed sequence, and of what has been read behind it.
    Malformed(u8, u8),
    /// A high surrogate of UTF-16 that another unit follows, of which so many bytes have been read.
    HighSurrogate(usize),
}

/// The state of the decoding of a text.
pub(crate) enum Source {
    /// With what is pending and known, if that is something.
    Text(Charset, Option<AnyTranscoder>),
    UserDefined,
    Replacement {
        is_reported: bool,
    },
}

impl Source {
    pub(crate) fn new(encoding: &Encoding) -> Source {
        match encoding.kind {
            Kind::Text(charset) => Source::Text(charset, None),
            Kind::UserDefined => Source::UserDefined,
            Kind::Replacement => Source::Replacement { is_reported: false },
        }
    }

    /// Bytes that have been read and not decoded.
    pub(crate) fn pending(&self) -> usize {
        match self {
            Source::Text(_, Some(stream)) => stream.pending(),
            Source::Text(_, None) | Source::UserDefined | Source::Replacement { .. } => 0,
        }
    }

    /// Decodes from `src`; also the number of bytes that are read.
    pub(crate) fn decode(&mut self, src: &[u8], out: &mut Output, mode: Mode) -> (usize, Stop) {
        match self {
            Source::Text(charset, stream) => decode(*charset, stream, src, out, mode),
            Source::UserDefined => decode_user_defined(src, out, mode),
            Source::Replacement { is_reported: true } => (src.len(), Stop::InputEmpty),
            Source::Replacement { is_reported } => {
                if src.is_empty() {
                    return (0, Stop::InputEmpty);
                }
                if out.free() < mode.replacement().len() {
                    return (0, Stop::OutputFull);
                }
                *is_reported = true;
                if !mode.is_lossy {
                    return (1, Stop::Malformed(1, 0));
                }
                out.has_replaced |= out.push(mode.replacement());
                (src.len(), Stop::InputEmpty)
            }
        }
    }

    /// Decodes what is pending at the end of a text.
    pub(crate) fn finish(&mut self, out: &mut Output, mode: Mode) -> Stop {
        let Source::Text(charset, Some(stream)) = self else {
            return Stop::InputEmpty;
        };
        prepare(stream, mode);
        let before = stream.clone();
        match out.finish(stream, mode.is_lossy) {
            Status::InputEmpty => Stop::InputEmpty,
            Status::OutputFull => Stop::OutputFull,
            Status::Stopped(_) if out.free() < mode.replacement().len() => {
                *stream = before;
                Stop::OutputFull
            }
            Status::Stopped(error) => malformed(*charset, stream, error, before.pending()),
        }
    }

    /// The number of bytes that stand for the code points of the same numbers, if the encoding has
    /// such and the text could begin here.
    pub(crate) fn latin1_up_to(&self, encoding: &Encoding, bytes: &[u8]) -> Option<usize> {
        match (self, encoding.kind) {
            (Source::Text(_, Some(stream)), _) if !stream.is_neutral() => None,
            (_, Kind::Text(Charset::Utf16Le | Charset::Utf16Be) | Kind::Replacement) => None,
            (_, Kind::Text(Charset::Iso2022Jp)) => {
                Some(Encoding::iso_2022_jp_ascii_valid_up_to(bytes))
            }
            (_, Kind::Text(page)) if page.is_code_page() => Some(page_up_to(page, bytes)),
            _ => Some(valid_up_to(Charset::Ascii, bytes)),
        }
    }
}

fn prepare(stream: &mut AnyTranscoder, mode: Mode) {
    stream.set_target(mode.target);
    stream.set_tidy(mode.is_tidy);
}

/// What is malformed; so many bytes were pending, and are.
fn malformed(charset: Charset, stream: &AnyTranscoder, error: StreamError, pending: usize) -> Stop {
    let after = stream.pending();
    // UTF-8 and UTF-16 have every character.
    let Reason::Malformed(error) = error.reason() else {
        return Stop::Malformed(1, after as u8);
    };
    match (error.error_len(), error.bytes(), charset) {
        (Some(_), [0xD8..=0xDB, _], Charset::Utf16Be)
        | (Some(_), [_, 0xD8..=0xDB], Charset::Utf16Le) => Stop::HighSurrogate(after),
        // The escape sequence before this one, after which nothing came, is what is malformed.
        (Some(3), [0x1B, ..], Charset::Iso2022Jp) => Stop::Malformed(3, 3),
        (len, ..) => Stop::Malformed(len.unwrap_or(pending) as u8, after as u8),
    }
}

/// Bytes of UTF-8 that are validated and copied in less time than together.
const SHORT: usize = 4096;

/// Decodes as a whole text what can be, and the rest as a stream.
fn decode(
    charset: Charset,
    stream: &mut Option<AnyTranscoder>,
    src: &[u8],
    out: &mut Output,
    mode: Mode,
) -> (usize, Stop) {
    if stream.is_none() && charset == mode.target && src.len() <= SHORT {
        // What is validated and copied in two passes is the same.
        if utflane::from_utf8(src).is_ok() && out.push(src) {
            return (src.len(), Stop::InputEmpty);
        }
    }
    let mut read = 0;
    if let (None, Some(mut pair)) = (&stream, Pair::new(charset, mode.target)) {
        pair.is_tidy = mode.is_tidy;
        let (done, result) = out.convert(pair, src);
        match result {
            Ok(()) => return (done, Stop::InputEmpty),
            Err(error) if error.reason() == Reason::OutputFull => return (done, Stop::OutputFull),
            // Malformed or incomplete.
            Err(_) => read = done,
        }
    }
    let state = stream.get_or_insert_with(|| AnyTranscoder::new(charset, mode.target));
    let (more, stop) = decode_stream(charset, state, &src[read..], out, mode);
    if state.is_neutral() {
        *stream = None;
    }
    (read + more, stop)
}

fn decode_stream(
    charset: Charset,
    stream: &mut AnyTranscoder,
    src: &[u8],
    out: &mut Output,
    mode: Mode,
) -> (usize, Stop) {
    prepare(stream, mode);
    if mode.is_lossy {
        let step = out.step(stream, src, true);
        let stop = match step.status {
            Status::InputEmpty => Stop::InputEmpty,
            _ => Stop::OutputFull,
        };
        return (step.read, stop);
    }
    let before = stream.clone();
    let start = out.written;
    let step = out.step(stream, src, false);
    let stop = match step.status {
        Status::InputEmpty => Stop::InputEmpty,
        Status::OutputFull => Stop::OutputFull,
        Status::Stopped(error) => malformed(charset, stream, error, 0),
    };
    let malformed = match stop {
        Stop::Malformed(len, _) => len.into(),
        Stop::HighSurrogate(_) => 2,
        Stop::InputEmpty | Stop::OutputFull => return (step.read, stop),
    };
    match out.free() < mode.replacement().len() {
        true => {
            // The sequence is reported when there is room for its replacement: up to it, again.
            *stream = before;
            out.written = start;
            let src = &src[..step.read.saturating_sub(malformed)];
            let step = out.step(stream, src, false);
            (step.read, Stop::OutputFull)
        }
        false => (step.read, stop),
    }
}

/// Bytes of a block of x-user-defined.
const BLOCK: usize = 64;

/// What is added to a byte that is not ASCII.
const USER_DEFINED: u16 = 0xF700;

fn decode_user_defined(src: &[u8], out: &mut Output, mode: Mode) -> (usize, Stop) {
    let mut read = 0;
    // By blocks, and where one does not fit, by bytes.
    for len in [BLOCK, 1] {
        let mut buffer = [0; 3 * BLOCK];
        for block in src[read..].chunks(len) {
            let written = match mode.target {
                Charset::Utf8 => user_defined_to_utf8(block, &mut buffer),
                _ => user_defined_to_utf16(block, &mut buffer),
            };
            if !out.push(&buffer[..written]) {
                break;
            }
            read += block.len();
        }
    }
    match read == src.len() {
        true => (read, Stop::InputEmpty),
        false => (read, Stop::OutputFull),
    }
}

fn user_defined_to_utf8(block: &[u8], buffer: &mut [u8; 3 * BLOCK]) -> usize {
    let mut written = 0;
    for &byte in block {
        match byte.is_ascii() {
            true => buffer[written] = byte,
            false => {
                // U+F780 to U+F7FF.
                let bytes = [0xEF, 0x9C | byte >> 6, 0x80 | byte & 0x3F];
                buffer[written..written + 3].copy_from_slice(&bytes);
            }
        }
        written += if byte.is_ascii() { 1 } else { 3 };
    }
    written
}

fn user_defined_to_utf16(block: &[u8], buffer: &mut [u8; 3 * BLOCK]) -> usize {
    for (&byte, unit) in block.iter().zip(buffer.chunks_exact_mut(2)) {
        let added = if byte.is_ascii() { 0 } else { USER_DEFINED };
        unit.copy_from_slice(&(added + u16::from(byte)).to_ne_bytes());
    }
    2 * block.len()
}

/// The number of bytes of a text in a code page that stand for the code points of their numbers.
fn page_up_to(page: Charset, bytes: &[u8]) -> usize {
    let decode = pair(page, Charset::Utf16);
    let mut at = valid_up_to(Charset::Ascii, bytes);
    for block in bytes[at..].chunks(BLOCK) {
        let mut units = [0u16; BLOCK];
        let len = match decode.transcode(Isa::best(), block, utflane::unit_bytes_mut(&mut units)) {
            Ok(len) => len,
            Err(error) => error.written(),
        };
        let decoded = units[..len].iter().zip(block);
        let same = decoded.take_while(|(unit, byte)| **unit == u16::from(**byte));
        let same = same.count();
        at += same;
        if same < block.len() {
            break;
        }
    }
    at
}
