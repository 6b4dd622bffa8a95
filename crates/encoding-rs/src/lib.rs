//! A drop-in replacement for [encoding_rs](https://docs.rs/encoding_rs), built on
//! [utflane](https://docs.rs/utflane). It supports the encodings of the WHATWG
//! [Encoding Standard](https://encoding.spec.whatwg.org/), and chooses its SIMD kernels at run
//! time.
//!
//! Names, signatures and guarantees are those of encoding_rs 0.8.44, including its module [`mem`].
//! To switch, change one line of your manifest (the crate is not on crates.io yet):
//!
//! ```toml
//! encoding_rs = { package = "utflane-encoding-rs", path = "../utflane/crates/encoding-rs" }
//! ```
//!
//! Where encoding_rs defines no behaviour, results may differ. The README lists all differences.
//! For example:
//!
//! - A decoder reports that its output is full only when the next character does not fit.
//! - When a decoder reports a malformed sequence, it has read as few bytes after it as possible
//!   ([`DecoderResult::Malformed`]).
//! - A decoder or encoder that is used after the end of its text does not panic.
//!
//! # Features
//!
//! `alloc` (on by default), `std` and `serde` work as in encoding_rs. `simd-accel` and the features
//! for faster encoders have no effect, because fast code is always enabled.

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
