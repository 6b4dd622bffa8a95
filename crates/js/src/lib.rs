//! The WebAssembly of the npm package: functions over three buffers of fixed size.
//!
//! JavaScript copies a piece of a text to the input, calls a function, and copies the results from
//! the output and the answer. Nothing is kept between calls: JavaScript keeps the state of a
//! stream, which is a few bytes and a position. So there is nothing to free, the memory never
//! grows, and any number of texts can be in progress at a time.
#![no_std]

mod buffers;
mod encodings;
mod report;
#[cfg(feature = "multibyte")]
mod stateful;

use buffers::{Buffers, OUTPUT, with_buffers};
use core_utflane::{Ascii, Charset, DecodeError, ErrorKind, Pair, Reason, TranscodeError};

/// The reason why a function stopped.
#[repr(u32)]
#[derive(Clone, Copy)]
pub enum Status {
    /// The whole piece was processed.
    Done = 0,
    /// The output is full.
    OutputFull = 1,
    /// The function stopped at a malformed sequence.
    Malformed = 2,
    /// The function stopped at a character that the target cannot represent.
    Unrepresentable = 3,
    /// An argument is out of range. JavaScript never passes one.
    BadArgument = 4,
}

/// The results of a function besides its status, in the order in which JavaScript reads them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Answer {
    /// Number of bytes of the input that were processed.
    read: u32,
    /// Number of bytes written to the output.
    written: u32,
    /// Length of the malformed sequence or of the unrepresentable character in bytes.
    length: u32,
    /// The rule that is broken, see [`kind_number`].
    kind: u32,
    /// The unrepresentable character.
    code_point: u32,
}

impl Answer {
    const EMPTY: Answer = Answer {
        read: 0,
        written: 0,
        length: 0,
        kind: 0,
        code_point: 0,
    };
}

/// Returns the number of an error kind: an index into JavaScript's list of names.
fn kind_number(kind: ErrorKind) -> u32 {
    match kind {
        ErrorKind::UnexpectedContinuation => 1,
        ErrorKind::InvalidByte => 2,
        ErrorKind::Overlong => 3,
        ErrorKind::Surrogate => 4,
        ErrorKind::TooLarge => 5,
        ErrorKind::MissingContinuation => 6,
        ErrorKind::UnpairedSurrogate => 7,
        ErrorKind::FourBytes => 8,
        ErrorKind::Nul => 9,
        ErrorKind::Unassigned => 10,
        ErrorKind::Incomplete => 11,
        _ => 0,
    }
}

/// Returns the part of a piece that does not depend on the following text.
fn decided(encoding: Charset, piece: &[u8]) -> &[u8] {
    let unit = encoding.unit_size();
    let whole = &piece[..piece.len() - piece.len() % unit];
    &whole[..whole.len() - encoding.incomplete_tail(whole) * unit]
}

fn malformed(encoding: Charset, src: &[u8], error: DecodeError, answer: &mut Answer) -> Status {
    let unit = encoding.unit_size();
    let read = error.valid_up_to() * unit;
    let rest = src.len() - read;
    answer.read = read as u32;
    answer.length = error.error_len().map_or(rest, |len| len * unit) as u32;
    answer.kind = kind_number(error.kind());
    Status::Malformed
}

fn stopped(pair: Pair, src: &[u8], error: TranscodeError, answer: &mut Answer) -> Status {
    let status = match error.reason() {
        Reason::Malformed(error) => malformed(pair.source(), src, error, answer),
        Reason::Unrepresentable(code_point) => {
            answer.length = (error.skip() * pair.source().unit_size()) as u32;
            answer.code_point = code_point.0;
            Status::Unrepresentable
        }
        _ => Status::OutputFull,
    };
    answer.read = (error.read() * pair.source().unit_size()) as u32;
    answer.written = (error.written() * pair.target().unit_size()) as u32;
    status
}

/// Returns the bytes `start` to `end` of the input. If this is not the `last` piece of the text, a
/// last character that depends on the following text is left out.
fn piece(
    input: &[u8],
    encoding: u32,
    (start, end): (u32, u32),
    last: u32,
) -> Option<(Charset, &[u8])> {
    let encoding = encodings::numbered(encoding)?;
    let src = input.get(start as usize..end as usize)?;
    let src = if last == 0 {
        decided(encoding, src)
    } else {
        src
    };
    Some((encoding, src))
}

/// Returns the pair of two encodings, and the [piece] of text in the first one.
fn piece_of_pair(
    input: &[u8],
    [from, to]: [u32; 2],
    range: (u32, u32),
    last: u32,
) -> Option<(Pair, &[u8])> {
    let (from, src) = piece(input, from, range, last)?;
    Some((Pair::new(from, encodings::numbered(to)?)?, src))
}

/// Converts the bytes `start` to `end` of the input to the output. Writes at most `capacity` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn convert(
    from: u32,
    to: u32,
    start: u32,
    end: u32,
    lossy: u32,
    last: u32,
    capacity: u32,
) -> Status {
    with_buffers(|buffers| {
        let Buffers {
            input,
            output,
            answer,
        } = buffers;
        *answer = Answer::EMPTY;
        let output = &mut output[..(capacity as usize).min(OUTPUT)];
        let Some((pair, src)) = piece_of_pair(input, [from, to], (start, end), last) else {
            return Status::BadArgument;
        };
        let result = if lossy != 0 {
            pair.transcode_lossy(src, output)
        } else {
            pair.transcode(src, output)
        };
        match result {
            Ok(written) => {
                answer.read = src.len() as u32;
                answer.written = (written * pair.target().unit_size()) as u32;
                Status::Done
            }
            Err(error) => stopped(pair, src, error, answer),
        }
    })
}

/// Validates the bytes `start` to `end` of the input.
#[unsafe(no_mangle)]
pub extern "C" fn validate(encoding: u32, start: u32, end: u32, last: u32) -> Status {
    with_buffers(|buffers| {
        let Buffers { input, answer, .. } = buffers;
        *answer = Answer::EMPTY;
        let Some((encoding, src)) = piece(input, encoding, (start, end), last) else {
            return Status::BadArgument;
        };
        match encoding.validate(src) {
            Ok(()) => {
                answer.read = src.len() as u32;
                Status::Done
            }
            Err(error) => malformed(encoding, src, error, answer),
        }
    })
}

/// Whether the first `len` bytes of the input are all below 80.
#[unsafe(no_mangle)]
pub extern "C" fn is_ascii(len: u32) -> u32 {
    with_buffers(|buffers| {
        let src = buffers.input.get(..len as usize).unwrap_or_default();
        core_utflane::is_valid::<Ascii>(src).into()
    })
}

/// Size of an error in the output in bytes: its position from the start of the input, its length,
/// and the number of its kind.
const FAULT: usize = 12;

/// Finds all malformed sequences in the bytes `start` to `end` of the input, and writes them to the
/// output. `written` is their size in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn faults(encoding: u32, start: u32, end: u32, last: u32) -> Status {
    with_buffers(|buffers| {
        let Buffers {
            input,
            output,
            answer,
        } = buffers;
        *answer = Answer::EMPTY;
        let Some((encoding, src)) = piece(input, encoding, (start, end), last) else {
            return Status::BadArgument;
        };
        let mut found = Answer::EMPTY;
        let mut status = Status::OutputFull;
        for entry in output.chunks_exact_mut(FAULT) {
            let rest = &src[answer.read as usize..];
            let Err(error) = encoding.validate(rest) else {
                answer.read = src.len() as u32;
                status = Status::Done;
                break;
            };
            malformed(encoding, rest, error, &mut found);
            let at = answer.read + found.read;
            for (bytes, value) in
                entry
                    .chunks_exact_mut(4)
                    .zip([start + at, found.length, found.kind])
            {
                bytes.copy_from_slice(&value.to_le_bytes());
            }
            answer.read = at + found.length;
            answer.written += FAULT as u32;
        }
        status
    })
}

/// Whether the first `len` bytes of the input are the same text in an encoding and in Latin-1. The
/// check is fast and may return 0 although they are.
#[unsafe(no_mangle)]
pub extern "C" fn is_latin1(encoding: u32, len: u32) -> u32 {
    with_buffers(|buffers| {
        let _text = buffers.input.get(..len as usize).unwrap_or_default();
        let is_same = match encodings::numbered(encoding) {
            Some(Charset::Latin1) => true,
            #[cfg(feature = "code-pages")]
            Some(Charset::Windows1252) => {
                let differs = |byte: &u8| byte & 0xE0 == 0x80;
                let blocks = _text.chunks(64);
                blocks
                    .map(|block| block.iter().fold(false, |any, byte| any | differs(byte)))
                    .all(|any| !any)
            }
            _ => false,
        };
        u32::from(is_same)
    })
}

/// Whether an encoding is stateful. The functions of [`stateful`] convert such encodings.
#[cfg(feature = "multibyte")]
#[unsafe(no_mangle)]
pub extern "C" fn is_stateful(encoding: u32) -> u32 {
    encodings::numbered(encoding)
        .is_some_and(Charset::is_stateful)
        .into()
}

/// Detects the encoding of the first `len` bytes of the input. The lowest 16 bits of the result are
/// its number, or 0; then follow one bit for `exact`, and the certainty.
#[cfg(feature = "detect")]
#[unsafe(no_mangle)]
pub extern "C" fn detect(len: u32) -> u32 {
    use core_utflane::Certainty;

    with_buffers(|buffers| {
        let found = core_utflane::detect(buffers.input.get(..len as usize).unwrap_or_default());
        let number = found.charset.map_or(0, encodings::number);
        let certainty = match found.certainty {
            Certainty::Certain => 2,
            Certainty::Likely => 1,
            _ => 0,
        };
        number | u32::from(found.exact) << 16 | certainty << 17
    })
}

/// Returns the number of the encoding whose label is in the first `len` bytes of the input, or 0 if
/// there is none.
#[unsafe(no_mangle)]
pub extern "C" fn find(len: u32) -> u32 {
    with_buffers(|buffers| {
        let label = buffers.input.get(..len as usize).unwrap_or_default();
        let label = core_utflane::from_utf8(label).unwrap_or_default();
        encodings::find(label).map_or(0, encodings::number)
    })
}

/// Returns the number of the encoding with this index, or 0 after the last one. Indices start at 0.
#[unsafe(no_mangle)]
pub extern "C" fn at(index: u32) -> u32 {
    encodings::at(index).map_or(0, encodings::number)
}

/// Writes the name of an encoding to the output. Returns its length, or 0 for no encoding.
#[unsafe(no_mangle)]
pub extern "C" fn name(encoding: u32) -> u32 {
    with_buffers(|buffers| {
        let name = encodings::name(encoding);
        buffers.output[..name.len()].copy_from_slice(name.as_bytes());
        name.len() as u32
    })
}

#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
