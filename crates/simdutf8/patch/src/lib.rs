//! Re-exports [utflane-simdutf8](utflane_simdutf8) under the name `simdutf8`.

#![no_std]

pub use utflane_simdutf8::*;
