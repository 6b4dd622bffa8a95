//! Loads one file.

use crate::Result;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::reader::{FileReader, SerializedFileReader};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex};
use utflane::io::Reader;
use utflane::stream::TextDecoder;
use utflane::{Charset, detect};
use utflane_arrow::files::{BadInput, BadRow, CsvOptions, Decode};

/// The amount of data that was loaded from one or more files.
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

/// The number of bytes at the start of a file that are used to detect its charset and to infer the
/// types of its columns.
const HEAD: u64 = 1 << 20;

/// The charset of text that is in no Unicode encoding.
#[derive(Clone, Copy)]
pub(crate) enum Fallback {
    /// Of whole files.
    File(Charset),
    /// Of lines in files that are otherwise UTF-8.
    Line(Charset),
}

/// The start of a file.
struct Head {
    charset: Charset,
    /// The charset of lines that are malformed in UTF-8.
    line_fallback: Option<Charset>,
    text: String,
    is_whole_file: bool,
}

impl Head {
    fn of(path: &Path, fallback: Fallback) -> Result<Head> {
        // Reading from another kind of file, such as a pipe, could block.
        if !fs::metadata(path)?.is_file() {
            return Err("this is no regular file".into());
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(HEAD + 1).read_to_end(&mut bytes)?;
        let is_whole_file = bytes.len() as u64 <= HEAD;
        bytes.truncate(HEAD as usize);
        let charset = match detect(&bytes).charset {
            // There may be non-ASCII text after the head.
            Some(Charset::Ascii) => Charset::Utf8,
            Some(found) => found,
            None => match fallback {
                Fallback::File(charset) => charset,
                Fallback::Line(_) => Charset::Utf8,
            },
        };
        let line_fallback = match fallback {
            Fallback::Line(other) if charset == Charset::Utf8 => Some(other),
            _ => None,
        };
        let mut text = String::new();
        match line_fallback {
            Some(other) => {
                let reader = Reader::per_line(&bytes[..], &[charset, other])?;
                reader.lossy().read_to_string(&mut text)?;
            }
            None => {
                let _ = TextDecoder::new(charset).decode_lossy(&bytes, &mut text);
            }
        }
        Ok(Head {
            charset,
            line_fallback,
            text: text.trim_start_matches('\u{FEFF}').to_owned(),
            is_whole_file,
        })
    }

    /// Returns the names of the columns. A name can contain line feeds.
    fn names(&self) -> Result<Vec<String>> {
        let (names, is_all) = first_record(&self.text)?;
        if names.is_empty() {
            return Err("there is no header".into());
        }
        if is_all && !self.is_whole_file {
            return Err(format!("the header does not end in the first {HEAD} bytes").into());
        }
        // After an unclosed quote, all following text is part of the name. So one more line feed
        // changes the name.
        if is_all && first_record(&(self.text.clone() + "\n"))?.0 != names {
            return Err("the header has a quote that is not closed".into());
        }
        Ok(names)
    }

    /// Returns the names of the columns, and the types inferred from the rows.
    fn schema(&self) -> Result<SchemaRef> {
        self.names()?;
        // The last line may be incomplete.
        let end = match self.is_whole_file {
            true => self.text.len(),
            false => self.text.rfind('\n').map_or(self.text.len(), |end| end + 1),
        };
        // Rows with too few or too many fields are set aside later.
        let options = CsvOptions::new(Arc::new(Schema::empty())).with_header(true);
        Ok(Arc::new(options.infer_schema(&self.text[..end], 1000)))
    }
}

/// Returns the fields of the first record of a text, and whether the text has no other records.
fn first_record(text: &str) -> Result<(Vec<String>, bool)> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers()?.iter().map(str::to_owned).collect();
    Ok((names, reader.position().byte() == text.len() as u64))
}

/// Returns the columns of a file.
pub(crate) fn schema_of(path: &Path, fallback: Fallback) -> Result<SchemaRef> {
    Head::of(path, fallback)?.schema()
}

/// Returns the name of the Parquet file for a CSV file: its name, with `.parquet` instead of
/// `.csv`.
pub(crate) fn parquet_name(path: &Path) -> OsString {
    let mut name = path.file_stem().unwrap_or(path.as_os_str()).to_owned();
    name.push(".parquet");
    name
}

/// Loads the file `path` into a Parquet file in `folder`. Removes the Parquet file after an error.
pub(crate) fn load_file(
    path: &Path,
    folder: &Path,
    fallback: Fallback,
    schema: &SchemaRef,
    rejected: &Mutex<csv::Writer<File>>,
) -> Result<Loaded> {
    let parquet = folder.join(parquet_name(path));
    let loaded = write(path, &parquet, fallback, schema, rejected);
    if loaded.is_err() {
        // The file may not exist.
        let _ = fs::remove_file(&parquet);
    }
    loaded
}

fn write(
    path: &Path,
    parquet: &Path,
    fallback: Fallback,
    schema: &SchemaRef,
    rejected: &Mutex<csv::Writer<File>>,
) -> Result<Loaded> {
    let head = Head::of(path, fallback)?;
    let columns = schema.fields().iter().map(|field| field.name());
    if !head.names()?.iter().eq(columns) {
        return Err("the header has other columns than that of the first file".into());
    }
    let all: Vec<_> = (0..schema.fields().len()).collect();
    let options = CsvOptions::new(schema.clone());
    let options = options.with_header(true).with_inferred(&all);
    let options = options.with_line_fallbacks(head.line_fallback.as_slice());
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

/// Returns the number of rows in the Parquet file for `path`, from its footer.
pub(crate) fn stored_rows(path: &Path, folder: &Path) -> Result<u64> {
    let parquet = File::open(folder.join(parquet_name(path)))?;
    let reader = SerializedFileReader::new(parquet)?;
    Ok(u64::try_from(reader.metadata().file_metadata().num_rows())?)
}

/// Returns the record for a row that was set aside.
fn record_of(path: &Path, row: &BadRow) -> [String; 6] {
    let mut bytes = String::new();
    for byte in &row.bytes {
        // Writing to a `String` never fails.
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
