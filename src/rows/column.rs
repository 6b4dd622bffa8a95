//! Columns of texts: rows that are short and many, as Arrow and Parquet keep them.
//!
//! All rows are well-formed if and only if the values from the first row to the last are
//! well-formed as one text and every row starts at a character boundary. So a group of rows is
//! validated or converted as one long text, and then, while its values are in a near cache, one
//! unit of each row is checked. Rows are taken one by one only where a group fails.
//!
//! - `rows` are the layouts: where the texts of rows are.
//! - [`codec`] is what the algorithms need of encodings given by types or at run time.
//! - [`validate`], [`convert`]: the algorithms; [`row_ends`]: where rows begin in the output.
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
