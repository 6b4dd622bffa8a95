//! One file.

use crate::Result;
use datafusion::arrow::csv::reader::Format;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::parquet::arrow::ArrowWriter;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};
use utflane::stream::TextDecoder;
use utflane::{Charset, detect};
use utflane_arrow::files::{BadInput, BadRow, CsvOptions, Decode};

/// How much of a file, or of several, has been loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Loaded {
    pub(crate) bytes: u64,
    pub(crate) rows: u64,
    pub(crate) rejected: u64,
}

impl Loaded {
    pub(crate) fn add(&mut self, other: Loaded) {
        self.bytes += other.bytes;
        self.rows += other.rows;
        self.rejected += other.rejected;
    }
}

/// Bytes at the start of a file by which its charset and the types of its columns are judged.
const HEAD: u64 = 1 << 20;

/// The charset of a file, and the text at its start.
fn head_of(path: &Path, fallback: Charset) -> Result<(Charset, String)> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    let charset = match detect(&head).charset {
        // What follows may be more than ASCII.
        Some(Charset::Ascii) => Charset::Utf8,
        found => found.unwrap_or(fallback),
    };
    let mut text = String::new();
    let _ = TextDecoder::new(charset).decode_lossy(&head, &mut text);
    Ok((charset, text.trim_start_matches('\u{FEFF}').to_owned()))
}

/// The columns of a file: their names, and the types that the rows at its start have.
pub(crate) fn schema_of(path: &Path, fallback: Charset) -> Result<SchemaRef> {
    let (_, text) = head_of(path, fallback)?;
    // The last line may be cut.
    let text = &text[..text.rfind('\n').map_or(text.len(), |end| end + 1)];
    // Rows may have too few fields, or too many: they are set aside later.
    let format = Format::default()
        .with_header(true)
        .with_truncated_rows(true);
    let (schema, _) = format.infer_schema(text.as_bytes(), Some(1000))?;
    let fields = schema.fields().iter().map(|field| {
        let data_type = match field.data_type() {
            DataType::Null => &DataType::Utf8,
            other => other,
        };
        Field::new(field.name(), data_type.clone(), true)
    });
    Ok(Arc::new(Schema::new(fields.collect::<Vec<_>>())))
}

/// Whether the header of a file has the columns of the table.
fn has_columns(text: &str, schema: &SchemaRef) -> Result<bool> {
    let header = text.lines().next().unwrap_or_default();
    let format = Format::default().with_header(true);
    let (found, _) = format.infer_schema(header.as_bytes(), Some(0))?;
    let names = |schema: &Schema| -> Vec<String> {
        let names = schema.fields().iter().map(|field| field.name().clone());
        names.collect()
    };
    Ok(names(&found) == names(schema))
}

/// Loads the file `path` into one of Parquet in `target`, which is there only once it is complete.
pub(crate) fn load_file(
    path: &Path,
    target: &Path,
    fallback: Charset,
    schema: &SchemaRef,
    rejected: &Mutex<csv::Writer<File>>,
) -> Result<Loaded> {
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let parquet = target.join(name).with_extension("parquet");
    let partial = target.join(name).with_extension("partial");
    let loaded = write(path, &partial, fallback, schema, rejected);
    match loaded {
        Ok(_) => fs::rename(&partial, parquet)?,
        // There may be none.
        Err(_) => drop(fs::remove_file(&partial)),
    }
    loaded
}

fn write(
    path: &Path,
    partial: &Path,
    fallback: Charset,
    schema: &SchemaRef,
    rejected: &Mutex<csv::Writer<File>>,
) -> Result<Loaded> {
    let (charset, head) = head_of(path, fallback)?;
    if !has_columns(&head, schema)? {
        return Err("the header has other columns than that of the first file".into());
    }
    let options = CsvOptions::new(schema.clone()).with_header(true);
    let mut reader = options.reader(File::open(path)?, charset, BadInput::SetAside);
    let mut writer = ArrowWriter::try_new(File::create(partial)?, schema.clone(), None)?;
    let mut bad_rows = Vec::new();
    let mut loaded = Loaded::default();
    while let Some(batch) = reader.next().transpose()? {
        loaded.rows += batch.num_rows() as u64;
        writer.write(&batch)?;
        bad_rows.extend(reader.decoder_mut().take_bad_rows());
    }
    bad_rows.extend(reader.decoder_mut().take_bad_rows());
    loaded.rejected = bad_rows.len() as u64;
    loaded.bytes = fs::metadata(path)?.len();
    // They are written down before the rows of the file can be seen.
    let mut rejected = rejected.lock().expect("no panic");
    for row in &bad_rows {
        rejected.write_record(record_of(path, row))?;
    }
    rejected.flush()?;
    writer.close()?;
    Ok(loaded)
}

/// What is written down of a row that was set aside.
fn record_of(path: &Path, row: &BadRow) -> [String; 6] {
    let mut bytes = String::new();
    for byte in &row.bytes {
        // A `String` takes all that is written to it.
        let _ = write!(bytes, "{byte:02X}");
    }
    [
        path.display().to_string(),
        row.line.to_string(),
        row.range.start.to_string(),
        row.range.end.to_string(),
        row.reason.to_string(),
        bytes,
    ]
}
