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

mod engine;
mod error;
#[cfg(feature = "alloc")]
pub(crate) mod fallback;
#[cfg(feature = "legacy")]
mod multibyte;
mod pending;
mod pieces;
mod side;
mod step;
#[cfg(feature = "alloc")]
mod text_decoder;
mod transcoder;
mod validator;

pub use error::StreamError;
pub use pieces::{Utf8Piece, Utf8Pieces};
pub use side::Side;
pub use step::{Status, Step};
#[cfg(feature = "alloc")]
pub use text_decoder::TextDecoder;
pub use transcoder::{AnyTranscoder, Transcoder};
pub use validator::Validator;
