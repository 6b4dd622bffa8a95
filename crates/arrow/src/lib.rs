//! Validates text in Arrow columns and converts it from and to any charset, with
//! [utflane](https://docs.rs/utflane).
//!
//! ```
//! use utflane_arrow::arrow_array::{BinaryArray, StringArray, cast::AsArray};
//! use utflane_arrow::arrow_schema::DataType;
//! use utflane_arrow::{Error, Policy, decode, decode_utf8};
//!
//! // UTF-8: the new array shares the values of the old one.
//! let bytes = BinaryArray::from_opt_vec(vec![Some("café".as_bytes()), None, Some(b"tea")]);
//! let text: StringArray = decode_utf8(&bytes, Policy::Fail)?;
//! assert_eq!(text.value(0), "café");
//!
//! // An error has the row and the position. The policy decides about malformed rows.
//! let bytes = BinaryArray::from_vec(vec![b"tea", b"caf\xE9"]);
//! let Err(Error::Row(error)) = decode_utf8(&bytes, Policy::Fail) else { panic!() };
//! assert_eq!((error.row(), error.position()), (1, 3));
//! assert!(decode_utf8(&bytes, Policy::Null)?.value(0) == "tea");
//!
//! // Another charset, and another type of array.
//! let text = decode(&bytes, "windows-1252".parse().unwrap(), Policy::Fail, &DataType::Utf8View)?;
//! assert_eq!(text.as_string_view().value(1), "café");
//! # Ok::<(), Error>(())
//! ```
//!
//! This version uses `arrow` 59. It re-exports the crates [`arrow_array`], [`arrow_buffer`],
//! [`arrow_cast`] and [`arrow_schema`].

#[doc(no_inline)]
pub use {arrow_array, arrow_buffer, arrow_cast, arrow_schema};

mod batch;
mod charset;
mod convert;
mod decode;
mod dictionary;
mod encode;
mod error;
pub mod files;
mod layout;
mod repair;
mod rows;
mod text;
mod valid;

pub use batch::{bytes_schema, decode_batch};
pub use charset::has_ascii;
pub use decode::{decode, decode_utf8, decode_utf8_data, decode_utf8_view};
pub use encode::encode;
pub use error::{Error, Policy, RowError};
pub use valid::{is_valid, is_valid_utf8};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
