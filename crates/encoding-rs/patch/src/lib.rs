//! Re-exports [utflane-encoding-rs](utflane_encoding_rs) under the name `encoding_rs`.

#![no_std]

pub use utflane_encoding_rs::*;
