//! [`TextDecoder`]: conversion of text that arrives in chunks to a `String`.
#![allow(
    unsafe_code,
    reason = "the written part of the spare capacity becomes text"
)]

use super::engine::Observer;
use super::{AnyTranscoder, Status, Step, StreamEncoding, StreamError, Transcoder};
use crate::memory;
use crate::memory::output::Output;
use crate::{Charset, Isa, Utf8};
use alloc::string::String;
use core::ops::{Deref, DerefMut};

/// Minimum number of bytes to reserve at the end of a `String`.
const MIN_RESERVE: usize = 64;

/// A [`Transcoder`] to UTF-8 from an encoding that is chosen at run time. Its method
/// [`decode`](Transcoder::decode) appends the text of a chunk to a `String`.
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
#[derive(Clone, Debug)]
pub struct TextDecoder(Transcoder<Charset, Utf8>);

/// Provides the methods of [`Transcoder`].
impl Deref for TextDecoder {
    type Target = Transcoder<Charset, Utf8>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for TextDecoder {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl TextDecoder {
    /// Creates a decoder at the start of a text in the encoding `source`, on [`Isa::best`].
    ///
    /// ```
    /// use utflane::{Charset, stream::TextDecoder};
    ///
    /// let (mut decoder, mut text) = (TextDecoder::new(Charset::Latin1), String::new());
    /// assert_eq!(decoder.decode(b"caf\xE9", &mut text).read, 4);
    /// assert_eq!(text, "café");
    /// ```
    pub fn new(source: Charset) -> TextDecoder {
        TextDecoder(Transcoder::of_values(Isa::best(), source, Charset::Utf8))
    }

    /// Sets the position of the start of the text, in bytes. See [`Transcoder::starting_at`].
    ///
    /// ```
    /// use utflane::{Charset, stream::TextDecoder};
    ///
    /// let decoder = TextDecoder::new(Charset::Utf16Le).starting_at(2);
    /// assert_eq!(decoder.position(), 2);
    /// ```
    #[must_use]
    pub const fn starting_at(self, position: u64) -> Self {
        TextDecoder(self.0.starting_at(position))
    }

    /// Converts to a transcoder whose target encoding is a [`Charset`].
    #[cfg(feature = "std")]
    pub(crate) fn into_any(self) -> AnyTranscoder {
        AnyTranscoder(self.0.with_sides())
    }
}

#[cfg(feature = "std")]
impl AnyTranscoder {
    /// Converts to a decoder, and changes the target to UTF-8.
    pub(crate) fn into_text(mut self) -> TextDecoder {
        self.set_target(Charset::Utf8);
        TextDecoder(self.0.with_sides())
    }
}

/// These methods append to a `String`.
impl<S: StreamEncoding> Transcoder<S, Utf8> {
    /// Converts `chunk` up to the first malformed sequence, and appends the result to `text`.
    ///
    /// At a malformed sequence the status is [`Stopped`](Status::Stopped). To continue, pass
    /// `&chunk[read..]` to the next call. The status is never [`OutputFull`](Status::OutputFull),
    /// because `text` grows.
    ///
    /// ```
    /// use utflane::{Charset, stream::TextDecoder};
    ///
    /// let (mut decoder, mut text) = (TextDecoder::new(Charset::Utf8), String::new());
    /// assert_eq!(decoder.decode(b"5 \xE2\x82", &mut text).read, 4);
    /// assert_eq!(decoder.decode(b"\xAC", &mut text).read, 1);
    /// assert_eq!(text, "5 €");
    /// ```
    pub fn decode(&mut self, chunk: &[S::Unit], text: &mut String) -> Step {
        self.append::<false>(chunk, text, None)
    }

    /// Converts all of `chunk`, replaces malformed sequences with U+FFFD, and appends the result to
    /// `text`.
    ///
    /// ```
    /// use utflane::{Charset, stream::TextDecoder};
    ///
    /// let (mut decoder, mut text) = (TextDecoder::new(Charset::Utf16Le), String::new());
    /// assert_eq!(decoder.decode_lossy(b"a\0\x3D\xD8b\0", &mut text).read, 6);
    /// assert_eq!(text, "a\u{FFFD}b");
    /// ```
    pub fn decode_lossy(&mut self, chunk: &[S::Unit], text: &mut String) -> Step {
        self.append::<true>(chunk, text, None)
    }

    /// Converts like [`decode_lossy`](Self::decode_lossy) and calls `replaced` with an error for
    /// each replacement, as [`transcode_lossy_with`](Self::transcode_lossy_with) does.
    #[cfg(all(feature = "std", feature = "charset"))]
    pub(crate) fn decode_lossy_with(
        &mut self,
        chunk: &[S::Unit],
        text: &mut String,
        mut replaced: impl FnMut(StreamError),
    ) -> Step {
        self.append::<true>(chunk, text, Some(&mut replaced))
    }

    /// Converts all of `chunk`, or up to an error if not `LOSSY`, and appends the result to `text`.
    fn append<const LOSSY: bool>(
        &mut self,
        chunk: &[S::Unit],
        text: &mut String,
        mut observer: Observer,
    ) -> Step {
        let mut all = Step::end(0, Status::OutputFull);
        while all.status == Status::OutputFull {
            let rest = &chunk[all.read..];
            text.reserve(rest.len().max(MIN_RESERVE));
            let convert = |dst: &mut Output| {
                let observer: Observer = match &mut observer {
                    Some(observer) => Some(&mut **observer),
                    None => None,
                };
                let step = self.run::<LOSSY>(rest, dst, observer);
                (step.written, step)
            };
            // SAFETY: a transcoder to UTF-8 initialises the bytes that it counts as written, and
            // they are whole characters.
            let step = unsafe { memory::append_str(text, convert) };
            all.read += step.read;
            all.written += step.written;
            all.status = step.status;
        }
        all
    }

    /// Ends the text and appends the rest of the output.
    ///
    /// The status is [`Stopped`](Status::Stopped) if the text ends with an incomplete character,
    /// which is dropped. You can use the transcoder for another text afterwards.
    ///
    /// ```
    /// use utflane::{Charset, stream::{Status, TextDecoder}};
    ///
    /// let (mut decoder, mut text) = (TextDecoder::new(Charset::Utf8), String::new());
    /// assert_eq!(decoder.decode(b"5 \xE2\x82", &mut text).read, 4);
    /// let Status::Stopped(error) = decoder.finish_text(&mut text).status else { panic!() };
    /// assert_eq!((text.as_str(), error.position()), ("5 ", 2));
    /// ```
    pub fn finish_text(&mut self, text: &mut String) -> Step {
        let mut end = [0; MIN_RESERVE];
        let step = self.finish_into(&mut end);
        push(text, &end[..step.written], step)
    }

    /// Ends the text and appends the rest of the output, with U+FFFD for an incomplete character at
    /// the end.
    ///
    /// ```
    /// use utflane::{Charset, stream::TextDecoder};
    ///
    /// let (mut decoder, mut text) = (TextDecoder::new(Charset::Utf8), String::new());
    /// assert_eq!(decoder.decode_lossy(b"5 \xE2\x82", &mut text).read, 4);
    /// assert_eq!(decoder.finish_text_lossy(&mut text).written, 3);
    /// assert_eq!(text, "5 \u{FFFD}");
    /// ```
    pub fn finish_text_lossy(&mut self, text: &mut String) -> Step {
        let mut end = [0; MIN_RESERVE];
        let step = self.finish_lossy(&mut end);
        push(text, &end[..step.written], step)
    }
}

/// Appends `end`, the last output of a text, to `text`.
fn push(text: &mut String, end: &[u8], step: Step) -> Step {
    text.push_str(core::str::from_utf8(end).unwrap_or_default());
    step
}
