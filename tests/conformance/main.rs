//! Conversions and validation give the results of the standard library, of `encoding_rs`, or of models written from
//! specifications.

mod boundaries;
mod code_pages;
mod exhaustive;
mod multibyte;
mod names;
mod properties;
#[cfg(feature = "full")]
mod tools;
mod variants;
