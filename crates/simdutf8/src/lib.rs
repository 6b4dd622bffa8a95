//! The interface of [simdutf8](https://docs.rs/simdutf8) 0.1.5, implemented with
//! [utflane](https://docs.rs/utflane).
//!
//! - [`compat`]: errors have a position and a length, like those of std.
//! - [`basic`]: errors have neither.
//!
//! Unlike simdutf8, this package also uses AVX-512, and chooses an instruction set at run time
//! without the feature `std`. [`compat::Utf8Validator`], [`compat::from_utf8_vec`] and
//! [`compat::Utf8Error::to_std`] are additions.
//!
//! ```
//! use utflane_simdutf8::{basic, compat};
//!
//! assert_eq!(basic::from_utf8("10 €".as_bytes()), Ok("10 €"));
//!
//! let error = compat::from_utf8(b"10 \xE2\x82!").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (3, Some(2)));
//! ```
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod basic;
pub mod compat;
#[cfg(feature = "public_imp")]
mod imp;
