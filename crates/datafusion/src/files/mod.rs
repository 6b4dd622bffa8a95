//! Tables of text files in any charset: CSV, or lines.
//!
//! [`register`] adds two kinds of tables to `CREATE EXTERNAL TABLE`: `STORED AS CSV` with the
//! option `charset`, and `STORED AS LINES`, which has one row per line. To create a
//! [`ListingTable`](datafusion::datasource::listing::ListingTable) in a program, use
//! [`TextFormat`].
//!
//! Files are read from any object store as a stream, converted to UTF-8 chunk by chunk, and parsed
//! by [`utflane_arrow::files`]. Large files are read in parallel. Each range of bytes contains the
//! lines that begin in it. Line ends are found in the encoding of the file, so no character is
//! split.

mod aside;
mod bad_rows;
mod compressed;
mod counts;
mod csv;
mod error;
mod factory;
mod format;
mod guard;
mod header;
mod lines;
mod options;
mod range;
mod raw;
mod sample;
mod source;
mod store;
mod stream;
mod table;
mod write;

pub use bad_rows::BadRowsFunction;
pub use error::TextError;
pub use factory::{CsvFactory, TextFormatFactory};
pub use format::TextFormat;
pub use options::{FileCharset, Layout, TextOptions};
pub use source::TextSource;
pub use table::{TextTable, register};
pub use utflane_arrow::files::AutoCharset;
pub use write::{TextSink, WriteOptions};
