//! Files of text in any charset as tables: CSV, and lines.
//!
//! [`register`] makes two kinds of tables known to `CREATE EXTERNAL TABLE`: `STORED AS CSV` with a
//! charset among its options, and `STORED AS LINES`, one text per line. [`TextFormat`] is the same
//! for a [`ListingTable`](datafusion::datasource::listing::ListingTable) that a program makes.
//!
//! Files are read from any object store as a stream, converted to UTF-8 chunk by chunk, and handed
//! to DataFusion's own reader of CSV. Large files are read in parallel: a range of bytes stands for
//! the lines that begin in it, and line ends are found in the encoding of the file, so that no
//! character is cut.

mod counts;
mod error;
mod format;
mod header;
mod lines;
mod options;
mod range;
mod sample;
mod source;
mod store;
mod stream;
mod table;

pub use error::TextError;
pub use format::{TextFormat, TextFormatFactory};
pub use options::{FileCharset, Layout, TextOptions};
pub use source::TextSource;
pub use table::{TextTable, register};
