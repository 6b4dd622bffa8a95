//! Readers and writers that convert (feature `std`).
//!
//! [`Reader`] goes around a source of bytes in one encoding and is a source of UTF-8; [`Writer`]
//! goes around a sink and takes UTF-8. Both know their encodings at run time, and can be given any
//! pair. Errors of the text are [`std::io::Error`]s of kind
//! [`InvalidData`](std::io::ErrorKind::InvalidData) that carry a
//! [`StreamError`](crate::stream::StreamError):
//!
//! ```
//! use std::io::{ErrorKind, Read};
//! use utflane::{Charset, io::Reader, stream::StreamError};
//!
//! let mut text = String::new();
//! let error = Reader::new(&b"abc\xFFdef"[..], Charset::Utf8)
//!     .read_to_string(&mut text)
//!     .unwrap_err();
//! assert_eq!((text.as_str(), error.kind()), ("abc", ErrorKind::InvalidData));
//!
//! let error: &StreamError = error.get_ref().unwrap().downcast_ref().unwrap();
//! assert_eq!(error.position(), 3);
//! assert_eq!(error.malformed().unwrap().error_len(), Some(1));
//! ```
#![forbid(unsafe_code)]

mod reader;
mod writer;

pub use reader::Reader;
pub use writer::Writer;

use crate::stream::{AnyTranscoder, Step};
use std::boxed::Box;
use std::vec;

/// Bytes of a buffer: large enough that system calls cost nothing, small enough that two stay in a
/// second-level cache.
const CAPACITY: usize = 64 * 1024;

fn buffer() -> Box<[u8]> {
    vec![0; CAPACITY].into_boxed_slice()
}

/// A transcoder, and what it does about text that it cannot convert.
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
