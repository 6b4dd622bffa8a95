//! Decodes a text after its byte order mark.

use crate::encoding::{Encoding, Kind, valid_up_to};
use crate::output::{Output, pair};
use utflane::stream::{AnyTranscoder, Status, StreamError};
use utflane::{Charset, Pair, Reason};

/// The form of the output.
#[derive(Clone, Copy)]
pub(crate) struct Mode {
    /// UTF-8 or UTF-16.
    pub(crate) target: Charset,
    /// Whether U+FFFD replaces malformed sequences.
    pub(crate) is_lossy: bool,
    /// Whether the call leaves the rest of the output buffer untouched.
    pub(crate) preserve_tail: bool,
}

impl Mode {
    pub(crate) const UTF8: Mode = Mode::to(Charset::Utf8);
    pub(crate) const UTF16: Mode = Mode::to(Charset::Utf16);

    const fn to(target: Charset) -> Mode {
        Mode {
            target,
            is_lossy: false,
            preserve_tail: false,
        }
    }

    pub(crate) const fn lossy(self) -> Mode {
        Mode {
            is_lossy: true,
            ..self
        }
    }

    pub(crate) const fn preserving_tail(self) -> Mode {
        Mode {
            preserve_tail: true,
            ..self
        }
    }

    /// Returns U+FFFD in the bytes of the target.
    fn replacement(self) -> &'static [u8] {
        const UNIT: [u8; 2] = 0xFFFD_u16.to_ne_bytes();
        match self.target {
            Charset::Utf8 => "\u{FFFD}".as_bytes(),
            _ => &UNIT,
        }
    }
}

/// The reason why decoding stopped.
#[derive(Clone, Copy)]
pub(crate) enum Stop {
    InputEmpty,
    OutputFull,
    /// The length of a malformed sequence, and the number of bytes read after it.
    Malformed(u8, u8),
    /// An unpaired high surrogate of UTF-16, and the number of bytes read of the unit after it.
    HighSurrogate(u8),
}

/// The state of the decoding of a text.
pub(crate) enum Source {
    /// The stream exists only while it has pending bytes or a state.
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

    /// Returns the number of bytes that were read and not decoded yet.
    pub(crate) fn pending(&self) -> usize {
        match self {
            Source::Text(_, Some(stream)) => stream.pending(),
            Source::Text(_, None) | Source::UserDefined | Source::Replacement { .. } => 0,
        }
    }

    /// Decodes from `src`, which may begin with a character that can be decoded without a state if
    /// `is_stateless` is set. Also returns the number of bytes read.
    pub(crate) fn decode(
        &mut self,
        src: &[u8],
        out: &mut Output,
        mode: Mode,
        is_stateless: bool,
    ) -> (usize, Stop) {
        match self {
            Source::Text(charset, stream) => decode(*charset, stream, src, out, mode, is_stateless),
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

    /// Decodes the pending bytes at the end of a text.
    pub(crate) fn finish(&mut self, out: &mut Output, mode: Mode) -> Stop {
        let Source::Text(charset, Some(stream)) = self else {
            return Stop::InputEmpty;
        };
        prepare(stream, mode);
        let before = stream.clone();
        match out.finish(stream, mode.is_lossy) {
            Status::InputEmpty => Stop::InputEmpty,
            Status::Stopped(_) if out.free() < mode.replacement().len() => {
                *stream = before;
                Stop::OutputFull
            }
            Status::Stopped(error) => malformed(*charset, stream, error, before.pending()),
            _ => Stop::OutputFull,
        }
    }

    /// Returns the length of the prefix in which each byte stands for the code point of the same
    /// number. Returns `None` if the encoding has no such bytes or the decoder is within a
    /// sequence.
    pub(crate) fn latin1_up_to(&self, encoding: &Encoding, bytes: &[u8]) -> Option<usize> {
        match (self, encoding.kind) {
            (Source::Text(_, Some(stream)), _) if !stream.is_initial_state() => None,
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
    stream.set_preserve_tail(mode.preserve_tail);
}

/// Returns the malformed sequence of an error. `pending` bytes were pending before the call.
fn malformed(charset: Charset, stream: &AnyTranscoder, error: StreamError, pending: usize) -> Stop {
    let after = stream.pending();
    // The targets UTF-8 and UTF-16 can represent every character, so this is never reached.
    let Reason::Malformed(error) = error.reason() else {
        return Stop::Malformed(1, after as u8);
    };
    match (error.error_len(), error.bytes(), charset) {
        (Some(_), [0xD8..=0xDB, _], Charset::Utf16Be)
        | (Some(_), [_, 0xD8..=0xDB], Charset::Utf16Le) => Stop::HighSurrogate(after as u8),
        // An escape sequence right after another one. The malformed sequence is the first one.
        (Some(3), [0x1B, ..], Charset::Iso2022Jp) => Stop::Malformed(3, 3),
        (len, ..) => Stop::Malformed(len.unwrap_or(pending) as u8, after as u8),
    }
}

/// Up to this number of bytes, UTF-8 is validated and copied faster in two passes than in one.
const SHORT: usize = 4096;

/// Length of the longest character of any encoding without a state, and of its UTF-8 or UTF-16.
pub(crate) const LONGEST: usize = 4;

/// Returns the reason why decoding stopped before the last `rest` bytes of the input, with `free`
/// bytes of output left, if it does not depend on these bytes.
#[inline(always)]
pub(crate) fn known_stop(rest: usize, free: usize, mode: Mode) -> Option<Stop> {
    match rest {
        0 => Some(Stop::InputEmpty),
        // Neither the next character nor the replacement of a malformed sequence fits.
        LONGEST.. if free < mode.replacement().len() => Some(Stop::OutputFull),
        _ => None,
    }
}

/// Copies UTF-8, if the part that fits is short and well-formed. Returns the number of bytes.
#[inline(never)]
fn copy_utf8(src: &[u8], out: &mut Output) -> usize {
    let mut len = src.len().min(out.free());
    // Go back to the end of a character. If there is none, the text is malformed.
    for _ in 1..LONGEST {
        match src.get(len) {
            Some(byte) if byte & 0xC0 == 0x80 => len = len.saturating_sub(1),
            _ => break,
        }
    }
    if len > SHORT || utflane::from_utf8(&src[..len]).is_err() || !out.push(&src[..len]) {
        return 0;
    }
    len
}

/// Decodes without a state, up to an error or a full output. UTF-8 is only decoded if all of it is
/// well-formed. Returns the numbers of bytes read and written.
#[inline(always)]
pub(crate) fn decode_prefix(
    charset: Charset,
    src: &[u8],
    dst: &mut [u8],
    mode: Mode,
) -> (usize, usize) {
    if charset == mode.target {
        // The output of well-formed UTF-8 is the input.
        let len = copy_utf8(src, &mut Output::new(dst));
        return (len, len);
    }
    let Some(mut pair) = Pair::new(charset, mode.target) else {
        return (0, 0);
    };
    pair.preserve_tail = mode.preserve_tail;
    let (read, written) = pair.transcode_prefix(src, dst);
    (read, written * mode.target.unit_size())
}

/// Decodes a text. `is_stateless` says whether it may begin with a character that can be decoded
/// without a state.
fn decode(
    charset: Charset,
    stream: &mut Option<AnyTranscoder>,
    src: &[u8],
    out: &mut Output,
    mode: Mode,
    is_stateless: bool,
) -> (usize, Stop) {
    let is_stateless = is_stateless && stream.is_none();
    let mut read = 0;
    if is_stateless && charset == mode.target && out.is_uninit() {
        read = copy_utf8(src, out);
        if let Some(stop) = known_stop(src.len() - read, out.free(), mode) {
            return (read, stop);
        }
    }
    if let (true, Some(mut pair)) = (is_stateless, Pair::new(charset, mode.target)) {
        pair.preserve_tail = mode.preserve_tail;
        let (done, result) = out.convert(pair, &src[read..]);
        read += done;
        match result {
            Ok(()) => return (read, Stop::InputEmpty),
            Err(error) if error.reason() == Reason::OutputFull => return (read, Stop::OutputFull),
            // The rest begins with a malformed or incomplete sequence.
            Err(_) => {}
        }
    }
    let state = stream.get_or_insert_with(|| {
        let mut stream = AnyTranscoder::new(charset, mode.target);
        stream.set_reject_repeated_escapes(true);
        stream
    });
    let (more, stop) = decode_stream(charset, state, &src[read..], out, mode);
    if state.is_initial_state() {
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
        Status::Stopped(error) => malformed(charset, stream, error, 0),
        _ => Stop::OutputFull,
    };
    let malformed = match stop {
        Stop::Malformed(len, _) => len.into(),
        Stop::HighSurrogate(_) => 2,
        Stop::InputEmpty | Stop::OutputFull => return (step.read, stop),
    };
    match out.free() < mode.replacement().len() {
        true => {
            // A malformed sequence is reported only if its replacement fits into the output. Go
            // back and decode again, up to the sequence.
            *stream = before;
            out.written = start;
            let src = &src[..step.read.saturating_sub(malformed)];
            let step = out.step(stream, src, false);
            (step.read, Stop::OutputFull)
        }
        false => (step.read, stop),
    }
}

/// Length of a block of a single-byte encoding, in bytes.
const BLOCK: usize = 64;

/// The difference between a code point and its byte, if the byte is not ASCII.
const USER_DEFINED: u16 = 0xF700;

fn decode_user_defined(src: &[u8], out: &mut Output, mode: Mode) -> (usize, Stop) {
    let mut read = 0;
    // In blocks, then in bytes once a block does not fit.
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

/// Returns the length of the prefix of a text in a code page in which each byte stands for the code
/// point of the same number.
fn page_up_to(page: Charset, bytes: &[u8]) -> usize {
    let decode = pair(page, Charset::Utf16);
    let mut at = valid_up_to(Charset::Ascii, bytes);
    for block in bytes[at..].chunks(BLOCK) {
        let mut units = [0u16; BLOCK];
        let len = match decode.transcode(block, utflane::unit_bytes_mut(&mut units)) {
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
