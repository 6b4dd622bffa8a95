//! Readers and writers that convert text (feature `std`).
//!
//! - [`Reader`] wraps a reader and converts its text to UTF-8.
//! - [`Writer`] wraps a writer and converts UTF-8 that is written to it.
//! - [`Lines`] iterates over the lines of a reader, and returns lines with malformed text as bytes.
//! - [`PerLine`] chooses a charset for each line of a text in several encodings.
//! - `AsyncReader` and `AsyncLines` are the asynchronous counterparts (features `tokio` and
//!   `futures`).
//!
//! All encodings are chosen at run time, and every pair of encodings is possible.
//!
//! Errors in the text are [`std::io::Error`]s of kind
//! [`InvalidData`](std::io::ErrorKind::InvalidData) that contain a
//! [`StreamError`]:
//!
//! ```
//! use std::io::{ErrorKind, Read};
//! use utflane::{Charset, Reason, io::Reader, stream::StreamError};
//!
//! let mut text = String::new();
//! let error = Reader::new(&b"abc\xFFdef"[..], Charset::Utf8)
//!     .read_to_string(&mut text)
//!     .unwrap_err();
//! assert_eq!((text.as_str(), error.kind()), ("abc", ErrorKind::InvalidData));
//!
//! let error: &StreamError = error.get_ref().unwrap().downcast_ref().unwrap();
//! assert_eq!(error.position(), 3);
//! assert!(matches!(error.reason(), Reason::Malformed(error) if error.error_len() == Some(1)));
//! ```
#![forbid(unsafe_code)]

#[cfg(any(feature = "tokio", feature = "futures"))]
mod asynchronous;
mod bad_line;
#[cfg(feature = "futures")]
pub mod futures;
mod lines;
mod per_line;
mod reader;
mod source;
#[cfg(feature = "tokio")]
pub mod tokio;
mod writer;

#[cfg(any(feature = "tokio", feature = "futures"))]
pub use asynchronous::{AsyncLines, AsyncReader};
pub use bad_line::{BadLine, LineError, LineReason};
pub use lines::Lines;
pub use per_line::{CharsetLines, FirstLine, PerLine, PerLineError};
pub use reader::Reader;
pub use writer::Writer;

use crate::Charset;
use crate::stream::{AnyTranscoder, Step, StreamError};
use std::boxed::Box;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Size of a buffer, in bytes. It is so large that the cost of system calls is negligible, and so
/// small that two buffers fit into a second-level cache.
const CAPACITY: usize = 64 * 1024;

/// The buffer of a reader or of a writer. The default has no memory.
#[derive(Default)]
struct Buffer(Box<[u8]>);

impl Buffer {
    fn new() -> Buffer {
        Buffer(vec![0; CAPACITY].into_boxed_slice())
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// Prints only the length, not the bytes of the text.
impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[u8; {}]", self.len())
    }
}

/// A transcoder with the option to replace malformed sequences and unrepresentable characters.
#[derive(Debug)]
struct Converter {
    transcoder: AnyTranscoder,
    lossy: bool,
    /// The replacements since the last call of `take_replacements`, if they are recorded.
    recorded: Option<Vec<StreamError>>,
}

impl Converter {
    fn new(source: Charset, target: Charset) -> Converter {
        Converter {
            transcoder: AnyTranscoder::new(source, target),
            lossy: false,
            recorded: None,
        }
    }

    fn step(&mut self, src: &[u8], dst: &mut [u8]) -> Step {
        let transcoder = &mut self.transcoder;
        match &mut self.recorded {
            _ if !self.lossy => transcoder.transcode(src, dst),
            None => transcoder.transcode_lossy(src, dst),
            Some(list) => transcoder.transcode_lossy_with(src, dst, |error| list.push(error)),
        }
    }

    /// Ends the text.
    fn finish(&mut self, dst: &mut [u8]) -> Step {
        let transcoder = &mut self.transcoder;
        match &mut self.recorded {
            _ if !self.lossy => transcoder.finish_into(dst),
            None => transcoder.finish_lossy(dst),
            Some(list) => transcoder.finish_lossy_with(dst, |error| list.push(error)),
        }
    }

    /// Converts `src` to the end of `text`. Also returns the transcoder as it was before.
    fn decode(&mut self, src: &[u8], text: &mut String) -> (Step, AnyTranscoder) {
        let mut decoder = self.transcoder.clone().into_text();
        let step = match &mut self.recorded {
            _ if !self.lossy => decoder.decode(src, text),
            None => decoder.decode_lossy(src, text),
            Some(list) => decoder.decode_lossy_with(src, text, |error| list.push(error)),
        };
        let before = std::mem::replace(&mut self.transcoder, decoder.into_any());
        (step, before)
    }

    /// Returns the replacements since the last call, if they are recorded.
    fn take_replacements(&mut self) -> Vec<StreamError> {
        self.recorded
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }
}
