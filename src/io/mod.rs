//! Readers and writers that convert text (feature `std`).
//!
//! [`Reader`] wraps a reader of bytes in one encoding and is a reader of UTF-8; [`Writer`] wraps a
//! writer and takes UTF-8. Their encodings are chosen at run time, and any pair is possible.
//! With the features `tokio` and `futures`, `AsyncReader` is the asynchronous reader.
//!
//! Errors in the text are [`std::io::Error`]s of kind
//! [`InvalidData`](std::io::ErrorKind::InvalidData) that contain a
//! [`StreamError`](crate::stream::StreamError):
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
#[cfg(feature = "futures")]
pub mod futures;
mod reader;
mod source;
#[cfg(feature = "tokio")]
pub mod tokio;
mod writer;

#[cfg(any(feature = "tokio", feature = "futures"))]
pub use asynchronous::AsyncReader;
pub use reader::Reader;
pub use writer::Writer;

use crate::stream::{AnyTranscoder, Step};
use std::boxed::Box;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::vec;

/// Bytes of a buffer: large enough that the cost of system calls is negligible, small enough that
/// two buffers fit a second-level cache.
const CAPACITY: usize = 64 * 1024;

/// The memory of a reader or of a writer; none by default.
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

/// Its length: the bytes are the text's.
impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[u8; {}]", self.len())
    }
}

/// A transcoder, and whether it replaces malformed sequences and unrepresentable characters.
#[derive(Clone, Debug)]
struct Converter {
    transcoder: AnyTranscoder,
    lossy: bool,
}

impl Converter {
    fn step(&mut self, src: &[u8], dst: &mut [u8]) -> Step {
        if self.lossy {
            self.transcoder.transcode_lossy(src, dst)
        } else {
            self.transcoder.transcode(src, dst)
        }
    }
}
