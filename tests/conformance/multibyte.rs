//! Checks the legacy multi-byte encodings.
//!
//! `kernels` compares every instruction set with scalar code, `columns` compares columns with their
//! rows converted one by one, and `rows` compares with expected results written by hand. These run
//! wherever the library runs. The other modules compare with the result of `encoding_rs` for a
//! whole text in one call, with inputs cut anywhere and outputs of any length.
#![cfg(all(feature = "multibyte", feature = "full"))]

mod columns;
mod drive;
#[cfg(not(emulated))]
mod iconv;
mod kernels;
#[cfg(not(emulated))]
mod pairs;
mod rows;
#[cfg(not(emulated))]
mod samples;
#[cfg(feature = "more-charsets")]
mod stateful;
#[cfg(not(emulated))]
mod streams;
#[cfg(not(emulated))]
mod tables;
#[cfg(not(emulated))]
mod types;
#[cfg(all(feature = "more-charsets", not(emulated)))]
mod vendor;
#[cfg(not(emulated))]
mod verbs;
#[cfg(all(feature = "more-charsets", not(emulated)))]
mod vietnamese;
mod words;

use utflane::Charset;
use utflane_test_support::random::Random;
use utflane_test_support::sample_and_all;
#[cfg(not(emulated))]
use {
    samples::{LEGACY, damaged, encoded},
    utflane_test_support::standard::{decoded, standard},
};
