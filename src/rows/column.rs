//! Validation and conversion of columns: many short rows of text, as in Arrow and Parquet.
//!
//! All rows are well-formed if and only if the values from the first row to the last are
//! well-formed as one text and every row starts at a character boundary. So a group of rows is
//! validated or converted as one long text. Then, while its values are in the cache, one unit of
//! each row is checked. Rows are processed one by one only if a group fails.
//!
//! - `rows`: the layouts, which define where the texts of rows are.
//! - [`codec`]: the traits through which the algorithms use encodings, given by types or at run
//!   time.
//! - [`validate`], [`convert`]: the algorithms.
//! - [`row_ends`]: character boundaries, and the row ends in the output.
#![deny(unsafe_code)]

pub(crate) mod codec;
pub(crate) mod convert;
mod error;
pub(crate) mod offset;
#[cfg(feature = "charset")]
mod pair;
pub(crate) mod row_ends;
pub(crate) mod validate;
mod verbs;

#[cfg(feature = "alloc")]
pub(crate) mod owned;

pub use error::{ColumnError, ColumnReason};
pub use offset::Offset;
pub use verbs::*;
