//! Reads all rows of a file before the load, to count them and to infer the types of its columns.

use crate::columns::Table;
use crate::head::Head;
use crate::input;
use crate::options::{Nul, Options};
use crate::progress::Progress;
use crate::target::Target;
use std::path::Path;
use std::sync::Arc;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_schema::{DataType, Field, Schema};
use utflane_arrow::files::{BadInput, CsvOptions, Decode, ValueKinds};

/// Returns the options for reading a file with this header as text.
pub(crate) fn text_options(head: &Head, options: &Options) -> CsvOptions {
    let fields = head.names.iter();
    let fields: Vec<_> = fields
        .map(|name| Field::new(name, DataType::Utf8, true))
        .collect();
    CsvOptions::new(Arc::new(Schema::new(fields)))
        .with_header(!options.no_header)
        .with_delimiter(head.delimiter)
        .with_nul(options.nul() != Nul::Reject)
        .with_line_fallbacks(head.line_fallback.as_slice())
}

/// Reads a file as text, and sets the kinds of its values. Returns the number of its rows,
/// including those to be set aside.
pub(crate) fn survey(
    path: &Path,
    table: &mut Table,
    options: &Options,
    progress: &Progress,
) -> anyhow::Result<u64> {
    let head = &mut table.head;
    let needs_kinds = options.schema.is_none() && !options.all_text;
    // Rows are counted without their values.
    let columns = (!needs_kinds).then(Vec::new);
    let csv = text_options(head, options).with_projection(columns);
    let input = input::open(path, progress)?;
    let mut reader = csv.reader(input, head.charset, BadInput::SetAside);
    let mut kinds = vec![ValueKinds::default(); head.names.len()];
    // SQLite stores NaN as null.
    let has_nan = !matches!(options.to, Target::Sqlite(_));
    let mut rows = 0;
    while let Some(batch) = reader.next().transpose()? {
        rows += (batch.num_rows() + reader.decoder_mut().take_bad_rows().len()) as u64;
        progress.add_rows(batch.num_rows());
        for (kinds, column) in kinds.iter_mut().zip(batch.columns()) {
            if kinds.has_text() {
                continue;
            }
            for value in column.as_string::<i32>().iter().flatten() {
                kinds.add(value);
                if !has_nan && value.eq_ignore_ascii_case("nan") {
                    kinds.add("");
                }
                if kinds.has_text() {
                    break;
                }
            }
        }
    }
    rows += reader.decoder_mut().take_bad_rows().len() as u64;
    head.found.update(reader.decoder().found_charset());
    table.kinds = kinds;
    Ok(rows)
}
