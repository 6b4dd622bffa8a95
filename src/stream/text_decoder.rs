//! Conversion of a text that arrives in chunks to a `String`.
#![allow(
    unsafe_code,
    reason = "what was written to spare capacity becomes text"
)]

use super::{AnyTranscoder, Status, Step};
use crate::Charset;
use crate::buffer::memory;
use crate::buffer::output::Output;
use alloc::string::String;

/// Bytes that are made free at the end of a `String` at least.
const ROOM: usize = 64;

/// Converts a text that arrives in chunks, in an encoding chosen at run time, to the end of a
/// `String`.
///
/// ```
/// use utflane::stream::{Status, TextDecoder};
///
/// let mut decoder = TextDecoder::new("windows-1251".parse()?);
/// let mut text = String::new();
/// for chunk in [&b"\xE4"[..], b"\xE0!"] {
///     assert_eq!(decoder.decode(chunk, &mut text).status, Status::InputEmpty);
/// }
/// assert_eq!(decoder.finish(&mut text).status, Status::InputEmpty);
/// assert_eq!(text, "да!");
/// # Ok::<(), utflane::UnknownCharset>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextDecoder {
    transcoder: AnyTranscoder,
}

impl TextDecoder {
    /// Creates a decoder at the start of a text in the encoding `source`.
    pub fn new(source: Charset) -> TextDecoder {
        TextDecoder {
            transcoder: AnyTranscoder::new(source, Charset::Utf8),
        }
    }

    /// Makes positions count from `position`: see [`Transcoder::starting_at`].
    ///
    /// [`Transcoder::starting_at`]: super::Transcoder::starting_at
    #[must_use]
    pub fn starting_at(self, position: u64) -> TextDecoder {
        TextDecoder {
            transcoder: self.transcoder.starting_at(position),
        }
    }

    /// The encoding of the input.
    pub const fn source(&self) -> Charset {
        self.transcoder.source()
    }

    /// Converts `chunk` to the end of `text`, up to the first malformed sequence: then the status
    /// is [`Stopped`](Status::Stopped), and the next call takes `&chunk[read..]`. It is never
    /// [`OutputFull`](Status::OutputFull): `text` grows.
    pub fn decode(&mut self, chunk: &[u8], text: &mut String) -> Step {
        let convert = |src: &[u8], dst: &mut Output| self.transcoder.run::<false>(src, dst);
        // SAFETY: a transcoder to UTF-8 initialises what it counts as written, whole characters.
        unsafe { append(chunk, text, convert) }
    }

    /// Converts all of `chunk` to the end of `text`, with U+FFFD for what is malformed.
    pub fn decode_lossy(&mut self, chunk: &[u8], text: &mut String) -> Step {
        let convert = |src: &[u8], dst: &mut Output| self.transcoder.run::<true>(src, dst);
        // SAFETY: a transcoder to UTF-8 initialises what it counts as written, whole characters.
        unsafe { append(chunk, text, convert) }
    }

    /// Declares that the text ends here, and appends what is pending. The status is
    /// [`Stopped`](Status::Stopped) if that is an incomplete character, which is dropped. The
    /// decoder can be used for another text.
    pub fn finish(&mut self, text: &mut String) -> Step {
        let mut end = [0; ROOM];
        let step = self.transcoder.finish_into(&mut end);
        push(text, &end[..step.written], step)
    }

    /// Declares that the text ends here, and appends what is pending, with U+FFFD for an incomplete
    /// character.
    pub fn finish_lossy(&mut self, text: &mut String) -> Step {
        let mut end = [0; ROOM];
        let step = self.transcoder.finish_lossy(&mut end);
        push(text, &end[..step.written], step)
    }

    /// Number of bytes of the stream that are converted or skipped: see [`Transcoder::position`].
    ///
    /// [`Transcoder::position`]: super::Transcoder::position
    pub const fn position(&self) -> u64 {
        self.transcoder.position()
    }

    /// Number of replacements written so far.
    pub const fn replacements(&self) -> u64 {
        self.transcoder.replacements()
    }
}

/// Converts all of `chunk` to the end of `text`.
///
/// # Safety
///
/// That of [`memory::append_str`], each time that `convert` is called.
unsafe fn append(
    chunk: &[u8],
    text: &mut String,
    mut convert: impl FnMut(&[u8], &mut Output) -> Step,
) -> Step {
    let mut all = Step {
        read: 0,
        written: 0,
        status: Status::OutputFull,
    };
    while all.status == Status::OutputFull {
        let rest = &chunk[all.read..];
        text.reserve(rest.len().max(ROOM));
        // SAFETY: the contract of this function.
        let step = unsafe {
            memory::append_str(text, |dst| {
                let step = convert(rest, dst);
                (step.written, step)
            })
        };
        all.read += step.read;
        all.written += step.written;
        all.status = step.status;
    }
    all
}

/// Appends the `end` of a text.
fn push(text: &mut String, end: &[u8], step: Step) -> Step {
    text.push_str(core::str::from_utf8(end).unwrap_or_default());
    step
}
