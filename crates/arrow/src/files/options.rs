//! The options for reading files of CSV and of lines.

use super::columns::Columns;
use super::scan::Dialect;
use super::values::NumberFormat;
use super::{BadInput, CsvReader, FileCharset, FileDecoder, LineReader, Reader};
use crate::Error;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use regex::Regex;
use std::sync::Arc;
use utflane::Charset;

/// Options for reading a CSV file: those of `arrow_csv`, with its defaults, and options for byte
/// order marks, bad values and long rows.
///
/// ```
/// use std::sync::Arc;
/// use utflane::Charset;
/// use utflane_arrow::arrow_schema::{DataType, Field, Schema};
/// use utflane_arrow::files::{BadInput, CsvOptions, Decode};
///
/// let fields = [("name", DataType::Utf8), ("n", DataType::Int32)];
/// let schema = Arc::new(Schema::new(fields.map(|(name, of)| Field::new(name, of, true)).to_vec()));
/// let file = b"name,n\nJos\xE9,1\nJo,one\nBj\xF6rn,2\n";
/// let options = CsvOptions::new(schema).with_header(true);
/// let mut reader = options.reader(&file[..], Charset::Latin1, BadInput::SetAside);
/// let batches = reader.by_ref().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(batches[0].num_rows(), 2);
/// let bad = reader.decoder_mut().take_bad_rows();
/// assert_eq!((bad.len(), bad[0].line, &bad[0].bytes[..]), (1, 3, &b"Jo,one\n"[..]));
/// # Ok::<(), utflane_arrow::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CsvOptions {
    pub(super) schema: SchemaRef,
    pub(super) batch_size: usize,
    pub(super) header: bool,
    delimiter: u8,
    quote: u8,
    escape: Option<u8>,
    comment: Option<u8>,
    pub(super) terminator: Option<u8>,
    null_regex: Option<Regex>,
    projection: Option<Vec<usize>>,
    truncated_rows: bool,
    skip_blank_lines: bool,
    pub(super) nul: bool,
    pub(super) number_format: NumberFormat,
    max_row_len: usize,
    pub(super) sniff: bool,
    pub(super) line_fallbacks: Vec<Charset>,
    /// The values that are null, if `null_regex` was built from them.
    null_values: Option<Vec<String>>,
    pub(super) bad_values_null: bool,
    /// The columns whose type was inferred, by index.
    pub(super) inferred: Vec<usize>,
    /// Bytes and lines before the text.
    pub(super) start: (u64, u64),
    /// Whether the file is one of lines, not of CSV.
    is_lines: bool,
}

impl CsvOptions {
    /// Default of [`with_max_row_len`](Self::with_max_row_len): 16 MiB.
    pub const MAX_ROW_LEN: usize = 16 << 20;

    /// Creates options for rows with these fields, comma-separated, without a header, and with 8192
    /// rows per batch. A decoder for a schema without fields fails at once.
    pub fn new(schema: SchemaRef) -> CsvOptions {
        CsvOptions {
            schema,
            batch_size: 8192,
            header: false,
            delimiter: b',',
            quote: b'"',
            escape: None,
            comment: None,
            terminator: None,
            null_regex: None,
            projection: None,
            truncated_rows: false,
            skip_blank_lines: true,
            nul: true,
            number_format: NumberFormat::default(),
            max_row_len: CsvOptions::MAX_ROW_LEN,
            sniff: false,
            line_fallbacks: Vec::new(),
            null_values: None,
            bad_values_null: false,
            inferred: Vec::new(),
            start: (0, 0),
            is_lines: false,
        }
    }

    /// Sets the fields of the rows.
    #[must_use]
    pub fn with_schema(mut self, schema: SchemaRef) -> CsvOptions {
        self.schema = schema;
        self
    }

    /// Returns the regular expression for null fields, if one was set.
    pub fn null_regex(&self) -> Option<&Regex> {
        self.null_regex.as_ref()
    }

    /// Sets the number of rows in a batch, at least 1.
    #[must_use]
    pub fn with_batch_size(mut self, rows: usize) -> CsvOptions {
        self.batch_size = rows.max(1);
        self
    }

    /// Sets whether the first row is a header, which is skipped. Default: false.
    #[must_use]
    pub fn with_header(mut self, header: bool) -> CsvOptions {
        self.header = header;
        self
    }

    /// Sets the ASCII character between fields. Default: comma.
    #[must_use]
    pub fn with_delimiter(mut self, delimiter: u8) -> CsvOptions {
        self.delimiter = delimiter;
        self
    }

    /// Sets the ASCII character around fields with line ends or delimiters. Default: `"`.
    #[must_use]
    pub fn with_quote(mut self, quote: u8) -> CsvOptions {
        self.quote = quote;
        self
    }

    /// Sets the ASCII character that escapes a quote in a field. A doubled quote is always
    /// accepted.
    #[must_use]
    pub fn with_escape(mut self, escape: Option<u8>) -> CsvOptions {
        self.escape = escape;
        self
    }

    /// Sets the ASCII character at the start of comment lines, which are skipped.
    #[must_use]
    pub fn with_comment(mut self, comment: Option<u8>) -> CsvOptions {
        self.comment = comment;
        self
    }

    /// Sets the ASCII character that ends rows. Default: rows end with CR, LF or CRLF.
    #[must_use]
    pub fn with_terminator(mut self, terminator: Option<u8>) -> CsvOptions {
        self.terminator = terminator;
        self
    }

    /// Sets the regular expression for null fields. Default: empty fields are null.
    #[must_use]
    pub fn with_null_regex(mut self, null_regex: Option<Regex>) -> CsvOptions {
        self.null_regex = null_regex;
        self.null_values = None;
        self
    }

    /// Sets the fields that are null. All others are values, even empty fields.
    #[must_use]
    pub fn with_null_values(mut self, values: &[&str]) -> CsvOptions {
        let escaped: Vec<_> = values.iter().map(|value| regex::escape(value)).collect();
        let any = match escaped.is_empty() {
            // Matches nothing.
            true => r"[^\s\S]".to_owned(),
            false => format!("^(?:{})$", escaped.join("|")),
        };
        self.null_regex = Some(Regex::new(&any).expect("text that is escaped"));
        self.null_values = Some(values.iter().map(|value| (*value).to_owned()).collect());
        self
    }

    /// Sets whether bad values become null: values that are malformed, not of the type of their
    /// column, or missing. Extra fields are dropped. A value with an unclosed quote and all values
    /// after it are null, and the next row begins on the next line. [`BadInput`] then has no
    /// effect.
    #[must_use]
    pub fn with_bad_values_null(mut self, bad_values_null: bool) -> CsvOptions {
        self.bad_values_null = bad_values_null;
        self
    }

    /// Sets the columns whose type was [inferred](Self::infer_schema), by their index in the
    /// schema. Default: none.
    ///
    /// In these columns, a number with leading zeros, such as `00123`, does not parse. It may be a
    /// key, and the number 123 would be another key.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use utflane::Charset;
    /// use utflane_arrow::arrow_schema::Schema;
    /// use utflane_arrow::files::{BadInput, CsvOptions};
    ///
    /// let options = CsvOptions::new(Arc::new(Schema::empty()));
    /// let schema = options.infer_schema("17\n18\n", 1000);
    /// let options = options.with_schema(Arc::new(schema)).with_inferred(&[0]);
    /// let block = options.read_block(b"19\n00123\n", Charset::Utf8, BadInput::SetAside);
    /// assert_eq!((block.batches[0].num_rows(), block.bad_rows[0].line), (1, 2));
    /// ```
    #[must_use]
    pub fn with_inferred(mut self, columns: &[usize]) -> CsvOptions {
        self.inferred = columns.to_vec();
        self
    }

    /// Sets the number of bytes and lines of the file before the text. If the position is not 0, a
    /// byte order mark is a character. Positions and lines count from the start of the file.
    #[must_use]
    pub fn starting_at(mut self, position: u64, line: u64) -> CsvOptions {
        self.start = (position, line);
        self
    }

    /// Sets the columns to read, by their index. Default: all.
    #[must_use]
    pub fn with_projection(mut self, projection: Option<Vec<usize>>) -> CsvOptions {
        self.projection = projection;
        self
    }

    /// Sets whether a row may have fewer fields than there are columns. Missing fields are null.
    #[must_use]
    pub fn with_truncated_rows(mut self, truncated_rows: bool) -> CsvOptions {
        self.truncated_rows = truncated_rows;
        self
    }

    /// Sets whether empty lines are skipped. Otherwise, an empty line is a row with one empty
    /// field. Default: true.
    #[must_use]
    pub fn with_skip_blank_lines(mut self, skip_blank_lines: bool) -> CsvOptions {
        self.skip_blank_lines = skip_blank_lines;
        self
    }

    /// Sets whether values may contain NUL characters, which some databases cannot store in text.
    /// Otherwise, such a value cannot be read. Default: true.
    #[must_use]
    pub fn with_nul(mut self, nul: bool) -> CsvOptions {
        self.nul = nul;
        self
    }

    /// Sets the ASCII characters of numbers: the decimal separator, and a separator between groups
    /// of three digits. Default: a point, and no other separator.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use utflane_arrow::arrow_schema::{DataType, Schema};
    /// use utflane_arrow::files::CsvOptions;
    ///
    /// let options = CsvOptions::new(Arc::new(Schema::empty()))
    ///     .with_delimiter(b';')
    ///     .with_number_format(b',', Some(b'.'));
    /// let schema = options.infer_schema("1.234,5;1.5\n0,5;2\n", 1000);
    /// assert_eq!(schema.field(0).data_type(), &DataType::Float64);
    /// assert_eq!(schema.field(1).data_type(), &DataType::Utf8);
    /// ```
    #[must_use]
    pub fn with_number_format(mut self, decimal: u8, thousands: Option<u8>) -> CsvOptions {
        self.number_format = NumberFormat { decimal, thousands };
        self
    }

    /// Sets the largest length of a row, in bytes of UTF-8 without its line end. Default: 16 MiB.
    ///
    /// This bounds the memory that an unclosed quote can cost. A row with a quote that is not
    /// closed within this length does not parse. With [`BadInput::SetAside`], the row ends with the
    /// line of that quote, and reading continues on the next line. Any other longer row is an
    /// error.
    #[must_use]
    pub fn with_max_row_len(mut self, bytes: usize) -> CsvOptions {
        self.max_row_len = bytes.max(1);
        self
    }

    /// Checks the options.
    ///
    /// # Errors
    ///
    /// - A schema without fields, or with a type whose values cannot be read from text.
    /// - A projection of a column that the schema does not have.
    /// - A delimiter, quote, escape, comment or terminator that is not ASCII.
    ///
    /// Decoders and readers return the same error before they read any row.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use utflane_arrow::arrow_schema::{DataType, Field, Schema};
    /// use utflane_arrow::files::CsvOptions;
    ///
    /// let field = Field::new("key", DataType::Binary, true);
    /// let options = CsvOptions::new(Arc::new(Schema::new(vec![field])));
    /// let error = options.check().unwrap_err().to_string();
    /// assert!(error.contains("\"key\"") && error.contains("Binary"));
    /// ```
    pub fn check(&self) -> Result<(), Error> {
        Columns::new(self).map(drop)
    }

    /// Sets whether a byte order mark overrides the charset. If false (default), the byte order
    /// mark of the charset itself is skipped, and any other is text. With
    /// [`AutoCharset`](super::AutoCharset), a byte order mark always decides.
    #[must_use]
    pub fn with_sniffing(mut self, sniff: bool) -> CsvOptions {
        self.sniff = sniff;
        self
    }

    /// Sets the charsets of lines that are malformed in the charset of the file. Such a line is
    /// read in the first of these in which it is well-formed. A line that is malformed in each
    /// charset is read in the charset of the file, with an error or a replacement. Default: none.
    ///
    /// Lines end at the byte LF. So a quoted field with line feeds can be in several charsets.
    ///
    /// Suitable charsets are those of [`PerLine`](utflane::io::PerLine::new). The decoder fails at
    /// once if one is unsuitable, or if the charset of the file is detected. A byte order mark of
    /// UTF-16 or UTF-32 that [overrides](Self::with_sniffing) the charset also overrides these.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use utflane::Charset;
    /// use utflane_arrow::arrow_array::cast::AsArray;
    /// use utflane_arrow::arrow_schema::{DataType, Field, Schema};
    /// use utflane_arrow::files::{BadInput, CsvOptions};
    ///
    /// let field = Field::new("name", DataType::Utf8, false);
    /// let options = CsvOptions::new(Arc::new(Schema::new(vec![field])));
    /// let options = options.with_line_fallbacks(&[Charset::Windows1252]);
    /// let mut reader = options.reader(&b"Jos\xC3\xA9\nJos\xE9\n"[..], Charset::Utf8, BadInput::Fail);
    /// let batch = reader.next().unwrap()?;
    /// assert_eq!(batch["name"].as_string::<i32>().value(1), "José");
    /// let windows = &reader.decoder().charset_lines()[1];
    /// assert_eq!((windows.lines, windows.first.unwrap().number), (1, 2));
    /// # Ok::<(), utflane_arrow::Error>(())
    /// ```
    #[must_use]
    pub fn with_line_fallbacks(mut self, charsets: &[Charset]) -> CsvOptions {
        self.line_fallbacks = charsets.to_vec();
        self
    }

    /// Creates a decoder for a file that arrives in chunks, in a [`Charset`](utflane::Charset), or
    /// in the charset that [`AutoCharset`](super::AutoCharset) detects.
    pub fn decoder(&self, charset: impl Into<FileCharset>, bad: BadInput) -> FileDecoder {
        FileDecoder::new(self, charset.into(), bad)
    }

    /// Creates a reader of a file, in a charset as for [`decoder`](Self::decoder).
    pub fn reader<R: std::io::Read>(
        &self,
        inner: R,
        charset: impl Into<FileCharset>,
        bad: BadInput,
    ) -> CsvReader<R> {
        Reader::new(inner, self.decoder(charset, bad))
    }

    pub(super) fn dialect(&self) -> Dialect {
        Dialect {
            delimiter: self.delimiter,
            quote: self.quote,
            escape: self.escape.filter(|escape| *escape != self.quote),
            comment: self.comment,
            terminator: self.terminator.or(self.is_lines.then_some(b'\n')),
            max_row_len: self.max_row_len,
            skips_blank_lines: self.skip_blank_lines,
            is_lines: self.is_lines,
        }
    }

    #[inline]
    pub(super) fn is_null(&self, value: &[u8]) -> bool {
        match (&self.null_values, &self.null_regex) {
            (Some(values), _) => values.iter().any(|null| null.as_bytes() == value),
            (None, Some(regex)) => str::from_utf8(value).is_ok_and(|value| regex.is_match(value)),
            (None, None) => value.is_empty(),
        }
    }

    pub(super) fn projection(&self) -> Option<&[usize]> {
        self.projection.as_deref()
    }

    /// Returns whether a row may have this number of fields.
    pub(super) fn fit_columns(&self, fields: usize) -> bool {
        let columns = self.schema.fields().len();
        fields == columns || self.bad_values_null || fields < columns && self.truncated_rows
    }
}

/// Options for reading a file of lines as a column of text, with one row per line.
///
/// Lines end with LF or CRLF, which is not part of the row. A line of more than 2 GiB does not
/// parse.
///
/// ```
/// use utflane::Charset;
/// use utflane_arrow::arrow_array::cast::AsArray;
/// use utflane_arrow::files::{BadInput, LineOptions};
///
/// let file = b"\xFF\xFEo\0n\0e\0\n\0\xE9\0";
/// let mut reader = LineOptions::new().reader(&file[..], Charset::Utf16Le, BadInput::Fail);
/// let batch = reader.next().unwrap()?;
/// let lines: Vec<_> = batch["line"].as_string::<i32>().iter().flatten().collect();
/// assert_eq!(lines, ["one", "é"]);
/// # Ok::<(), utflane_arrow::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineOptions {
    pub(super) csv: CsvOptions,
}

impl Default for LineOptions {
    fn default() -> LineOptions {
        LineOptions::new()
    }
}

impl LineOptions {
    /// Creates options for a column `line` of type `Utf8`, with 8192 lines per batch.
    pub fn new() -> LineOptions {
        let csv = CsvOptions {
            is_lines: true,
            // No line is null, not even an empty one.
            null_values: Some(Vec::new()),
            ..CsvOptions::new(Arc::new(Schema::empty()))
        };
        let csv = csv
            .with_skip_blank_lines(false)
            .with_max_row_len(usize::MAX);
        LineOptions { csv }.with_column("line")
    }

    /// Sets the number of bytes and lines of the file before the text, as
    /// [`CsvOptions::starting_at`] does.
    #[must_use]
    pub fn starting_at(mut self, position: u64, line: u64) -> LineOptions {
        self.csv = self.csv.starting_at(position, line);
        self
    }

    /// Sets the name of the column.
    #[must_use]
    pub fn with_column(mut self, name: impl Into<String>) -> LineOptions {
        let field = Field::new(name, DataType::Utf8, false);
        self.csv = self.csv.with_schema(Arc::new(Schema::new(vec![field])));
        self
    }

    /// Sets the number of lines in a batch, at least 1.
    #[must_use]
    pub fn with_batch_size(mut self, lines: usize) -> LineOptions {
        self.csv = self.csv.with_batch_size(lines);
        self
    }

    /// Sets whether a byte order mark overrides the charset, as
    /// [`CsvOptions::with_sniffing`] does.
    #[must_use]
    pub fn with_sniffing(mut self, sniff: bool) -> LineOptions {
        self.csv = self.csv.with_sniffing(sniff);
        self
    }

    /// Sets the charsets of lines that are malformed in the charset of the file, as
    /// [`CsvOptions::with_line_fallbacks`] does.
    #[must_use]
    pub fn with_line_fallbacks(mut self, charsets: &[Charset]) -> LineOptions {
        self.csv = self.csv.with_line_fallbacks(charsets);
        self
    }

    /// Creates a decoder for a file that arrives in chunks, in a [`Charset`](utflane::Charset), or
    /// in the charset that [`AutoCharset`](super::AutoCharset) detects.
    pub fn decoder(&self, charset: impl Into<FileCharset>, bad: BadInput) -> FileDecoder {
        FileDecoder::new(&self.csv, charset.into(), bad)
    }

    /// Creates a reader of a file, in a charset as for [`decoder`](Self::decoder).
    pub fn reader<R: std::io::Read>(
        &self,
        inner: R,
        charset: impl Into<FileCharset>,
        bad: BadInput,
    ) -> LineReader<R> {
        Reader::new(inner, self.decoder(charset, bad))
    }
}
