//! Conversion of a text that arrives in chunks to a `String`.
#![allow(
    unsafe_code,
    reason = "what was written to spare capacity becomes text"
)]

use super::{Side, Status, Step, Transcoder};
use crate::buffer::memory;
use crate::buffer::output::Output;
use crate::{Charset, Isa, Utf8};
use alloc::string::String;

/// Bytes that are made free at the end of a `String` at least.
const ROOM: usize = 64;

/// A [`Transcoder`] to UTF-8 from an encoding that is chosen at run time: with
/// [`decode`](Transcoder::decode) it converts a text that arrives in chunks to the end of a
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
/// assert_eq!(decoder.finish_text(&mut text).status, Status::InputEmpty);
/// assert_eq!(text, "да!");
/// # Ok::<(), utflane::UnknownCharset>(())
/// ```
pub type TextDecoder = Transcoder<Charset, Utf8>;

impl TextDecoder {
    /// Creates a decoder at the start of a text in the encoding `source`, on [`Isa::best`].
    pub fn new(source: Charset) -> TextDecoder {
        Self::of_values(Isa::best(), source, Charset::Utf8)
    }
}

/// Text in a `String`.
impl<S: Side> Transcoder<S, Utf8> {
    /// Converts `chunk` to the end of `text`, up to the first malformed sequence: then the status
    /// is [`Stopped`](Status::Stopped), and the next call takes `&chunk[read..]`. It is never
    /// [`OutputFull`](Status::OutputFull): `text` grows.
    pub fn decode(&mut self, chunk: &[S::Unit], text: &mut String) -> Step {
        let convert = |src: &[S::Unit], dst: &mut Output| self.run::<false>(src, dst);
        // SAFETY: a transcoder to UTF-8 initialises what it counts as written, whole characters.
        unsafe { append(chunk, text, convert) }
    }

    /// Converts all of `chunk` to the end of `text`, with U+FFFD for what is malformed.
    pub fn decode_lossy(&mut self, chunk: &[S::Unit], text: &mut String) -> Step {
        let convert = |src: &[S::Unit], dst: &mut Output| self.run::<true>(src, dst);
        // SAFETY: a transcoder to UTF-8 initialises what it counts as written, whole characters.
        unsafe { append(chunk, text, convert) }
    }

    /// Declares that the text ends here, and appends what is pending. The status is
    /// [`Stopped`](Status::Stopped) if that is an incomplete character, which is dropped. The
    /// transcoder can be used for another text.
    pub fn finish_text(&mut self, text: &mut String) -> Step {
        let mut end = [0; ROOM];
        let step = self.finish_into(&mut end);
        push(text, &end[..step.written], step)
    }

    /// Declares that the text ends here, and appends what is pending, with U+FFFD for an incomplete
    /// character.
    pub fn finish_text_lossy(&mut self, text: &mut String) -> Step {
        let mut end = [0; ROOM];
        let step = self.finish_lossy(&mut end);
        push(text, &end[..step.written], step)
    }
}

/// Converts all of `chunk` to the end of `text`.
///
/// # Safety
///
/// That of [`memory::append_str`], each time that `convert` is called.
unsafe fn append<U>(
    chunk: &[U],
    text: &mut String,
    mut convert: impl FnMut(&[U], &mut Output) -> Step,
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
