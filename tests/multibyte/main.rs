//! Encodings of several bytes from before Unicode.
//!
//! `kernels` compares every instruction set with scalar code, and `rows` with answers that are
//! written out, wherever the library runs. The others compare with what `encoding_rs` says of a
//! whole text in one call, however the text is cut and however short the output is.
#![cfg(all(feature = "multibyte", feature = "full"))]

mod drive;
#[cfg(not(emulated))]
mod iconv;
mod kernels;
#[cfg(not(emulated))]
mod oracle;
#[cfg(not(emulated))]
mod pairs;
mod rows;
#[cfg(not(emulated))]
mod standard;
#[cfg(not(emulated))]
mod streams;
#[cfg(not(emulated))]
mod tables;
#[cfg(not(emulated))]
mod types;
#[cfg(not(emulated))]
mod verbs;
mod words;

use utflane::Charset;
#[cfg(not(emulated))]
use {
    oracle::{decoded, standard},
    standard::{LEGACY, damaged, encoded},
};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % below
    }
}
