//! The methods of [`Transcoder`] that end a text.
#![forbid(unsafe_code)]

use super::Transcoder;
use crate::memory;
use crate::memory::output::Output;
use crate::stream::engine::{Engine, Observer};
use crate::stream::{Status, Step, StreamEncoding, StreamError};

impl<S: StreamEncoding, D: StreamEncoding> Transcoder<S, D> {
    /// Ends the text, for conversions that have nothing left to write.
    ///
    /// This is [`finish_into`] without output. Only a source with unpaired surrogates or a target
    /// ISO-2022-JP can need output at the end.
    ///
    /// # Errors
    ///
    /// Returns the incomplete character at the end of the text, if any. It is dropped, and you can
    /// use the transcoder for another text.
    ///
    /// Returns [`Reason::OutputFull`](crate::Reason::OutputFull) if output is needed. Nothing is
    /// dropped then: call [`finish_into`].
    ///
    /// ```
    /// use utflane::{Utf8, Utf16Be, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf16Be, Utf8>::new();
    /// assert_eq!(transcoder.transcode(b"\0h\0i\0", &mut [0; 8]).written, 2);
    /// let error = transcoder.finish().unwrap_err();
    /// assert_eq!(error.position(), 4);
    /// assert_eq!(error.to_string(), "incomplete utf-16be byte sequence from index 4");
    /// ```
    ///
    /// [`finish_into`]: Transcoder::finish_into
    pub fn finish(&mut self) -> Result<(), StreamError> {
        finish_without_output(&mut self.engine)
    }

    /// Ends the text and writes the rest of the output.
    ///
    /// Output remains in two cases. A high surrogate at the end of a text in WTF-8, WTF-16 or
    /// MUTF-8 is unpaired now. A text in ISO-2022-JP needs a last escape sequence.
    ///
    /// The status is [`Stopped`](Status::Stopped) if a character at the end is incomplete or cannot
    /// be represented. It is [`OutputFull`](Status::OutputFull) if the output does not fit into
    /// `dst`. Call the method again in that case. A `dst` of 8 units always suffices.
    ///
    /// ```
    /// use utflane::{Wtf8, Wtf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Wtf16, Wtf8>::new();
    /// assert_eq!(transcoder.transcode(&[0xD83D], &mut [0; 8]).written, 0);
    /// let mut end = [0; 8];
    /// assert_eq!(transcoder.finish_into(&mut end).written, 3);
    /// assert_eq!(end[..3], [0xED, 0xA0, 0xBD]);
    /// ```
    pub fn finish_into(&mut self, dst: &mut [D::Unit]) -> Step {
        self.end::<false>(memory::output(dst), None)
    }

    /// Ends the text and writes the rest of the output, with a replacement for an incomplete
    /// character at the end.
    ///
    /// The status is [`Status::OutputFull`] if the output does not fit into `dst`. Call the method
    /// again in that case. A `dst` of 8 units always suffices.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// assert_eq!(transcoder.transcode_lossy(b"\xE2\x98", &mut [0; 8]).written, 0);
    /// let mut end = [0; 4];
    /// assert_eq!(transcoder.finish_lossy(&mut end).written, 1);
    /// assert_eq!(end[0], 0xFFFD);
    /// ```
    pub fn finish_lossy(&mut self, dst: &mut [D::Unit]) -> Step {
        self.end::<true>(memory::output(dst), None)
    }

    /// Ends the text like [`finish_lossy`](Self::finish_lossy) and calls `replaced` with an error
    /// for each replacement, as [`transcode_lossy_with`](Self::transcode_lossy_with) does.
    ///
    /// ```
    /// use utflane::{Utf8, Utf16, stream::Transcoder};
    ///
    /// let mut transcoder = Transcoder::<Utf8, Utf16>::new();
    /// assert_eq!(transcoder.transcode_lossy(b"5 \xE2\x98", &mut [0; 8]).written, 2);
    /// let mut replaced = Vec::new();
    /// let step = transcoder.finish_lossy_with(&mut [0; 8], |error| replaced.push(error));
    /// assert_eq!((step.written, replaced.len()), (1, 1));
    /// assert_eq!((replaced[0].position(), replaced[0].skip()), (2, 2));
    /// ```
    pub fn finish_lossy_with(
        &mut self,
        dst: &mut [D::Unit],
        mut replaced: impl FnMut(StreamError),
    ) -> Step {
        self.end::<true>(memory::output(dst), Some(&mut replaced))
    }

    fn end<const LOSSY: bool>(&mut self, dst: &mut Output, observer: Observer) -> Step {
        let (written, status) = self.engine.finish::<LOSSY>(dst, observer);
        Step::end(written / size_of::<D::Unit>(), status)
    }
}

/// Ends a text, and returns an error if output is needed.
fn finish_without_output(engine: &mut Engine) -> Result<(), StreamError> {
    match engine.finish::<false>(Default::default(), None) {
        (_, Status::InputEmpty) => Ok(()),
        (_, Status::Stopped(error)) => Err(error),
        (_, Status::OutputFull) => {
            let unit = engine.pair().source().unit_size() as u64;
            Err(StreamError::output_full_at(engine.position() / unit))
        }
    }
}
