//! CSV files to Arrow.

mod input;
mod options;
mod pipeline;
mod pool;
mod table;

pub(crate) use table::{CsvError, CsvReader, Table};
