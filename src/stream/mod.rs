//! Text in chunks: validation and conversion of what comes from files, pipes and sockets.
//!
//! A chunk may end anywhere, also within a character, and may be empty. Whatever the cuts, the
//! results are those of the verbs for the whole text, and positions (`u64`) count from its start.
//! Nothing here allocates.
//!
//! - [`Validator`] checks.
//! - [`Transcoder`] converts, strictly or with replacement, into a `dst` of any length.
//! - [`AnyTranscoder`] does the same for a pair of encodings that is chosen at run time.
#![forbid(unsafe_code)]

mod error;
mod pair;
mod pending;
mod transcoder;
mod validator;

pub use error::StreamError;
pub use transcoder::{AnyTranscoder, Status, Step, Transcoder};
pub use validator::Validator;
