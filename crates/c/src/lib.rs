//! The C interface of `utflane`: see `README.md` in this folder, and `include/utflane.h`.
//!
//! All `unsafe` code is in [`ffi`], which converts pointers to slices and calls safe functions. A
//! release build contains neither the standard library nor unwinding. Other builds abort at a panic
//! in [`ffi`], because C functions cannot unwind.
#![cfg_attr(panic = "abort", no_std)]

mod encodings;
pub mod ffi;
#[cfg(feature = "iconv")]
mod iconv;
mod isa;
mod stream;
mod text;
pub mod types;
