//! Validation and conversion of text in chunks, as from files, pipes and sockets.
//!
//! A chunk may end anywhere, also within a character, and may be empty. The results do not depend
//! on where the text is cut: they are those of the verbs for the whole text, and positions (`u64`)
//! count its units from its start. Nothing here allocates, but what a `String` needs.
//!
//! - [`Validator`] checks.
//! - [`Transcoder`] converts, strictly or with replacement, into a `dst` of any length.
//! - [`AnyTranscoder`] is the same between two encodings that are chosen at run time.
//! - [`Utf8Pieces`] hands out chunks of UTF-8 as `str`, [`TextDecoder`], or any [`Transcoder`] to
//!   UTF-8, appends text to a `String`, which grows.
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
mod side;
#[cfg(feature = "convert")]
mod state;
#[cfg(all(feature = "multibyte", feature = "charset"))]
mod stateful;
#[cfg(feature = "convert")]
mod step;
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
    side::Side,
    step::{Status, Step},
    transcoder::Transcoder,
};
