//! [`TextCodec`], a decoder of frames of text for `tokio_util`.

use crate::Charset;
use crate::stream::{Status, Step, StreamError, TextDecoder};
use std::io;
use std::string::String;
use tokio_util::bytes::{Buf, BytesMut};
use tokio_util::codec::Decoder;

/// A [`Decoder`] of text in an encoding that is chosen at run time. Each frame is a `String` with
/// the text that has arrived.
///
/// Frames end with complete characters. A malformed sequence is an error of kind
/// [`InvalidData`](std::io::ErrorKind::InvalidData) that contains a [`StreamError`]. The previous
/// frames contain all text before it.
///
/// ```
/// use tokio_util::bytes::BytesMut;
/// use tokio_util::codec::Decoder;
/// use utflane::{Charset, io::tokio::TextCodec};
///
/// let mut codec = TextCodec::new(Charset::Utf8);
/// assert_eq!(codec.decode(&mut BytesMut::from(&b"5 \xE2\x82"[..]))?, Some("5 ".to_owned()));
/// assert_eq!(codec.decode(&mut BytesMut::from(&b"\xAC"[..]))?, Some("€".to_owned()));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextCodec {
    decoder: TextDecoder,
    is_lossy: bool,
    /// The error to return after the text of the last frame.
    error: Option<StreamError>,
}

impl TextCodec {
    /// Creates a codec for text in the encoding `source`.
    ///
    /// ```
    /// use tokio_util::{bytes::BytesMut, codec::Decoder};
    /// use utflane::{Charset, io::tokio::TextCodec};
    ///
    /// let mut codec = TextCodec::new(Charset::Latin1);
    /// let frame = codec.decode(&mut BytesMut::from(&b"caf\xE9"[..]))?;
    /// assert_eq!(frame.as_deref(), Some("café"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(source: Charset) -> TextCodec {
        TextCodec {
            decoder: TextDecoder::new(source),
            is_lossy: false,
            error: None,
        }
    }

    /// Replaces malformed sequences with U+FFFD instead of returning an error.
    ///
    /// ```
    /// use tokio_util::{bytes::BytesMut, codec::Decoder};
    /// use utflane::{Charset, io::tokio::TextCodec};
    ///
    /// let mut codec = TextCodec::new(Charset::Utf8).lossy();
    /// let frame = codec.decode(&mut BytesMut::from(&b"a\xFFb"[..]))?;
    /// assert_eq!(frame.as_deref(), Some("a\u{FFFD}b"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn lossy(mut self) -> TextCodec {
        self.is_lossy = true;
        self
    }

    /// Returns the frame of a step that appended to `text`. If there is text, the error of the step
    /// is returned by the next call.
    fn frame(&mut self, step: Step, text: String) -> io::Result<Option<String>> {
        match step.status {
            Status::Stopped(error) if text.is_empty() => return Err(error.into()),
            Status::Stopped(error) => self.error = Some(error),
            Status::InputEmpty | Status::OutputFull => {}
        }
        Ok((!text.is_empty()).then_some(text))
    }
}

impl Decoder for TextCodec {
    type Item = String;
    type Error = io::Error;

    fn decode(&mut self, src: &mut BytesMut) -> io::Result<Option<String>> {
        if let Some(error) = self.error.take() {
            return Err(error.into());
        }
        let mut text = String::new();
        let step = if self.is_lossy {
            self.decoder.decode_lossy(src, &mut text)
        } else {
            self.decoder.decode(src, &mut text)
        };
        src.advance(step.read);
        self.frame(step, text)
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> io::Result<Option<String>> {
        if let Some(text) = self.decode(src)? {
            return Ok(Some(text));
        }
        let mut text = String::new();
        let step = if self.is_lossy {
            self.decoder.finish_text_lossy(&mut text)
        } else {
            self.decoder.finish_text(&mut text)
        };
        self.frame(step, text)
    }
}
