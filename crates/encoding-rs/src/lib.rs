//! The interface of [encoding_rs](https://docs.rs/encoding_rs) over
//! [utflane](https://docs.rs/utflane): the encodings of the
//! [Encoding Standard](https://encoding.spec.whatwg.org/), which are the web's, with SIMD that is
//! chosen when the program runs.
//!
//! Names, signatures and what they promise are those of encoding_rs 0.8.44, with its module
//! [`mem`], so that a program switches by one line of its manifest:
//!
//! ```toml
//! encoding_rs = { package = "utflane-encoding-rs", version = "0.1" }
//! ```
//!
//! What is a matter of choice there may differ here:
//!
//! - To a decoder, the output is full when the next character does not fit, not before.
//! - Of the bytes behind a malformed sequence, as few as possible have been read when it is
//!   reported ([`DecoderResult::Malformed`]).
//! - A decoder or encoder that is used after the end of its text does not panic.
//!
//! # Features
//!
//! `alloc` (on by default), `std` and `serde` are those of encoding_rs. `simd-accel` and the
//! features for the speed of encoders choose nothing: what they are for is always there.

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod decoder;
mod encoder;
mod encoding;
mod labels;
mod longest;
pub mod mem;
mod output;
mod reference;
mod results;
mod source;
mod statics;
mod target;
#[cfg(feature = "alloc")]
mod whole;

pub use decoder::Decoder;
pub use encoder::Encoder;
pub use encoding::Encoding;
pub use results::{CoderResult, DecoderResult, EncoderResult};
pub use statics::*;
