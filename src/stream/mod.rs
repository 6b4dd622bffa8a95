//! Validation and conversion of text in chunks, as from files, pipes and sockets.
//!
//! A chunk may be empty and may end anywhere, even within a character. The results do not depend on
//! the chunk boundaries: they equal the results for the whole text, and positions (`u64`) count
//! units from the start of the text. [`AnyTranscoder`] and [`TextDecoder`] count bytes, except in
//! errors. Only the functions that append to a `String` allocate.
//!
//! - [`Validator`] checks that text is well-formed.
//! - [`Transcoder`] converts, strictly or with replacement, into output of any length.
//! - [`AnyTranscoder`] is a `Transcoder` between two encodings that are chosen at run time.
//! - [`Utf8Pieces`] validates chunks of UTF-8 and borrows them as `str`.
//! - [`TextDecoder`] is a `Transcoder` from an encoding that is chosen at run time to UTF-8. Like
//!   every `Transcoder` to UTF-8, it can append text to a `String`.
#![deny(unsafe_code)]

#[cfg(feature = "charset")]
mod any;
#[cfg(feature = "convert")]
mod engine;
mod error;
#[cfg(all(feature = "charset", feature = "alloc"))]
pub(crate) mod fallback;
mod pending;
mod pieces;
#[cfg(feature = "convert")]
mod state;
#[cfg(all(feature = "multibyte", feature = "charset"))]
mod stateful;
#[cfg(feature = "convert")]
mod step;
#[cfg(feature = "convert")]
mod stream_encoding;
#[cfg(all(feature = "charset", feature = "alloc"))]
mod text_decoder;
#[cfg(feature = "convert")]
mod transcoder;
mod validator;

#[cfg(feature = "charset")]
pub use any::AnyTranscoder;
pub use error::StreamError;
pub use pieces::{Utf8Piece, Utf8Pieces};
#[cfg(all(feature = "charset", feature = "alloc"))]
pub use text_decoder::TextDecoder;
pub use validator::Validator;
#[cfg(feature = "convert")]
pub use {
    step::{Status, Step},
    stream_encoding::StreamEncoding,
    transcoder::Transcoder,
};
