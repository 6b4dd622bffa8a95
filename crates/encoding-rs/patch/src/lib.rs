//! [utflane-encoding-rs](utflane_encoding_rs) under the name of encoding_rs.

#![no_std]

pub use utflane_encoding_rs::*;
