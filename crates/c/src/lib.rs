//! The C interface of `utflane`: see `README.md` here, and `include/utflane.h`.
//!
//! All that is `unsafe` is in [`ffi`]: it turns pointers into slices, and what it calls is safe.
//! A release has no standard library in it and no unwinding; other builds end at a panic
//! there, since functions of C cannot unwind.
#![cfg_attr(panic = "abort", no_std)]

mod encodings;
pub mod ffi;
mod isa;
mod stream;
mod text;
pub mod types;
