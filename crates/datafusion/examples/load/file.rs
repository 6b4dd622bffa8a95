//! One file.

use crate::Result;
use datafusion::arrow::csv::reader::Format;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::reader::{FileReader, SerializedFileReader};
use std::ffi::OsString;
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

/// The start of a file.
struct Head {
    charset: Charset,
    text: String,
    is_whole_file: bool,
}

impl Head {
    fn of(path: &Path, fallback: Charset) -> Result<Head> {
        // Another kind of file, as a pipe, could keep its reader waiting.
        if !fs::metadata(path)?.is_file() {
            return Err("this is no regular file".into());
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(HEAD + 1).read_to_end(&mut bytes)?;
        let is_whole_file = bytes.len() as u64 <= HEAD;
        bytes.truncate(HEAD as usize);
        let charset = match detect(&bytes).charset {
            // What follows may be more than ASCII.
            Some(Charset::Ascii) => Charset::Utf8,
            found => found.unwrap_or(fallback),
        };
        let mut text = String::new();
        let _ = TextDecoder::new(charset).decode_lossy(&bytes, &mut text);
        Ok(Head {
            charset,
            text: text.trim_start_matches('\u{FEFF}').to_owned(),
            is_whole_file,
        })
    }

    /// The names of the columns. One may have line feeds.
    fn names(&self) -> Result<Vec<String>> {
        let (names, is_all) = first_record(&self.text)?;
        if names.is_empty() {
            return Err("there is no header".into());
        }
        if is_all && !self.is_whole_file {
            return Err(format!("the header does not end in the first {HEAD} bytes").into());
        }
        // An open quote takes what follows for a part of the name, also one more line feed.
        if is_all && first_record(&(self.text.clone() + "\n"))?.0 != names {
            return Err("the header has a quote that is not closed".into());
        }
        Ok(names)
    }

    /// The columns: their names, and the types that the rows have.
    fn schema(&self) -> Result<SchemaRef> {
        self.names()?;
        // The last line may be cut.
        let end = match self.is_whole_file {
            true => self.text.len(),
            false => self.text.rfind('\n').map_or(self.text.len(), |end| end + 1),
        };
        // Rows may have too few fields, or too many: they are set aside later.
        let format = Format::default()
            .with_header(true)
            .with_truncated_rows(true);
        let (schema, _) = format.infer_schema(&self.text.as_bytes()[..end], Some(1000))?;
        let fields = schema.fields().iter().map(|field| {
            let data_type = match field.data_type() {
                DataType::Null => &DataType::Utf8,
                other => other,
            };
            Field::new(field.name(), data_type.clone(), true)
        });
        Ok(Arc::new(Schema::new(fields.collect::<Vec<_>>())))
    }
}

/// The fields of the first record of a text, and whether it is all of the text.
fn first_record(text: &str) -> Result<(Vec<String>, bool)> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers()?.iter().map(str::to_owned).collect();
    Ok((names, reader.position().byte() == text.len() as u64))
}

/// The columns of a file.
pub(crate) fn schema_of(path: &Path, fallback: Charset) -> Result<SchemaRef> {
    Head::of(path, fallback)?.schema()
}

/// The name of the file of Parquet that is made of a file: all of its name but `.csv`.
pub(crate) fn parquet_name(path: &Path) -> OsString {
    let mut name = path.file_stem().unwrap_or(path.as_os_str()).to_owned();
    name.push(".parquet");
    name
}

/// Loads the file `path` into one of Parquet in `folder`. If that fails, there is none.
pub(crate) fn load_file(
    path: &Path,
    folder: &Path,
    fallback: Charset,
    schema: &SchemaRef,
    rejected: &Mutex<csv::Writer<File>>,
) -> Result<Loaded> {
    let parquet = folder.join(parquet_name(path));
    let loaded = write(path, &parquet, fallback, schema, rejected);
    if loaded.is_err() {
        // There may be none.
        let _ = fs::remove_file(&parquet);
    }
    loaded
}

fn write(
    path: &Path,
    parquet: &Path,
    fallback: Charset,
    schema: &SchemaRef,
    rejected: &Mutex<csv::Writer<File>>,
) -> Result<Loaded> {
    let head = Head::of(path, fallback)?;
    let columns = schema.fields().iter().map(|field| field.name());
    if !head.names()?.iter().eq(columns) {
        return Err("the header has other columns than that of the first file".into());
    }
    let options = CsvOptions::new(schema.clone()).with_header(true);
    let mut reader = options.reader(File::open(path)?, head.charset, BadInput::SetAside);
    let file = File::create_new(parquet)?;
    let mut writer = ArrowWriter::try_new(file, schema.clone(), None)?;
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
    writer.into_inner()?.sync_all()?;
    let mut rejected = rejected.lock().expect("no panic");
    for row in &bad_rows {
        rejected.write_record(record_of(path, row))?;
    }
    rejected.flush()?;
    Ok(loaded)
}

/// The rows that are in the file of Parquet made of `path`, by its footer.
pub(crate) fn stored_rows(path: &Path, folder: &Path) -> Result<u64> {
    let parquet = File::open(folder.join(parquet_name(path)))?;
    let reader = SerializedFileReader::new(parquet)?;
    Ok(u64::try_from(reader.metadata().file_metadata().num_rows())?)
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
