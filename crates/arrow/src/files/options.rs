//! How a file is to be read.

use super::{BadInput, CsvDecoder, CsvReader, LineDecoder, LineReader, Reader};
use arrow_csv::ReaderBuilder;
use arrow_csv::reader::Decoder;
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use regex::Regex;
use std::sync::Arc;
use utflane::Charset;

/// How a CSV file is to be read: what `arrow_csv` has to know, with its defaults, and what becomes
/// of byte order marks.
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
    terminator: Option<u8>,
    null_regex: Option<Regex>,
    projection: Option<Vec<usize>>,
    truncated_rows: bool,
    pub(super) sniff: bool,
    /// What is null, if the regular expression was made of it.
    null_values: Option<Vec<String>>,
    pub(super) bad_values_null: bool,
    /// Bytes and lines before the text.
    pub(super) start: (u64, u64),
}

impl CsvOptions {
    /// Rows of these fields between commas, of which none is a header, 8192 in a batch. A decoder of
    /// a schema without fields fails at once.
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
            sniff: false,
            null_values: None,
            bad_values_null: false,
            start: (0, 0),
        }
    }

    /// Other fields for the rows.
    #[must_use]
    pub fn with_schema(mut self, schema: SchemaRef) -> CsvOptions {
        self.schema = schema;
        self
    }

    /// What fields look like that are null, if it was said.
    pub fn null_regex(&self) -> Option<&Regex> {
        self.null_regex.as_ref()
    }

    /// Rows in a batch, at least 1.
    #[must_use]
    pub fn with_batch_size(mut self, rows: usize) -> CsvOptions {
        self.batch_size = rows.max(1);
        self
    }

    /// Whether the first row is a header, which is left out.
    #[must_use]
    pub fn with_header(mut self, header: bool) -> CsvOptions {
        self.header = header;
        self
    }

    /// The ASCII character between fields.
    #[must_use]
    pub fn with_delimiter(mut self, delimiter: u8) -> CsvOptions {
        self.delimiter = delimiter;
        self
    }

    /// The ASCII character around fields that have line feeds or delimiters.
    #[must_use]
    pub fn with_quote(mut self, quote: u8) -> CsvOptions {
        self.quote = quote;
        self
    }

    /// The ASCII character before a quote that is part of a field. Quotes may always be doubled.
    #[must_use]
    pub fn with_escape(mut self, escape: Option<u8>) -> CsvOptions {
        self.escape = escape;
        self
    }

    /// The ASCII character with which lines begin that are no rows.
    #[must_use]
    pub fn with_comment(mut self, comment: Option<u8>) -> CsvOptions {
        self.comment = comment;
        self
    }

    /// The ASCII character at the end of rows, if it is neither CR, LF nor CRLF.
    #[must_use]
    pub fn with_terminator(mut self, terminator: Option<u8>) -> CsvOptions {
        self.terminator = terminator;
        self
    }

    /// What fields look like that are null. By default those that are empty are.
    #[must_use]
    pub fn with_null_regex(mut self, null_regex: Option<Regex>) -> CsvOptions {
        self.null_regex = null_regex;
        self.null_values = None;
        self
    }

    /// The fields that are null: all others are values, also those that are empty.
    #[must_use]
    pub fn with_null_values(mut self, values: &[&str]) -> CsvOptions {
        let escaped: Vec<_> = values.iter().map(|value| regex::escape(value)).collect();
        let any = match escaped.is_empty() {
            // What is nowhere.
            true => r"[^\s\S]".to_owned(),
            false => format!("^(?:{})$", escaped.join("|")),
        };
        self.null_regex = Some(Regex::new(&any).expect("text that is escaped"));
        self.null_values = Some(values.iter().map(|value| (*value).to_owned()).collect());
        self
    }

    /// Whether values that are malformed or not of the type of their column are null, as are those
    /// that a row lacks; what it has too many is left out. Only
    /// [`read_block`](Self::read_block) does that, where the text is of the usual form.
    #[must_use]
    pub fn with_bad_values_null(mut self, bad_values_null: bool) -> CsvOptions {
        self.bad_values_null = bad_values_null;
        self
    }

    /// Where the text begins: so many bytes and lines of the file are before it, and a byte order
    /// mark would be a character. Positions and lines count from the start of the file.
    #[must_use]
    pub fn starting_at(mut self, position: u64, line: u64) -> CsvOptions {
        self.start = (position, line);
        self
    }

    /// The columns to be read, by their index.
    #[must_use]
    pub fn with_projection(mut self, projection: Option<Vec<usize>>) -> CsvOptions {
        self.projection = projection;
        self
    }

    /// Whether a row may have fewer fields than there are columns: the others are null.
    #[must_use]
    pub fn with_truncated_rows(mut self, truncated_rows: bool) -> CsvOptions {
        self.truncated_rows = truncated_rows;
        self
    }

    /// Whether any byte order mark decides on the charset. If not, that of the charset itself is
    /// left out, and others are text.
    #[must_use]
    pub fn with_sniffing(mut self, sniff: bool) -> CsvOptions {
        self.sniff = sniff;
        self
    }

    /// A decoder of a file that arrives in chunks.
    pub fn decoder(&self, charset: Charset, bad: BadInput) -> CsvDecoder {
        CsvDecoder::new(self.clone(), charset, bad)
    }

    /// A reader of a file.
    pub fn reader<R: std::io::Read>(
        &self,
        inner: R,
        charset: Charset,
        bad: BadInput,
    ) -> CsvReader<R> {
        Reader::new(inner, self.decoder(charset, bad))
    }

    /// The parser of rows, without a header.
    pub(super) fn parser(&self, batch_size: usize) -> Decoder {
        self.parser_to(self.schema.clone(), batch_size)
    }

    /// The parser of rows whose columns are all text, and may be null.
    pub(super) fn parser_to_text(&self, batch_size: usize) -> Decoder {
        let fields = self.schema.fields().iter();
        let fields = fields.map(|field| Field::new(field.name(), DataType::Utf8, true));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        self.parser_to(Arc::new(schema), batch_size)
    }

    fn parser_to(&self, schema: SchemaRef, batch_size: usize) -> Decoder {
        let mut builder = ReaderBuilder::new(schema)
            .with_batch_size(batch_size)
            .with_delimiter(self.delimiter)
            .with_quote(self.quote)
            .with_truncated_rows(self.truncated_rows);
        if let Some(escape) = self.escape {
            builder = builder.with_escape(escape);
        }
        if let Some(comment) = self.comment {
            builder = builder.with_comment(comment);
        }
        if let Some(terminator) = self.terminator {
            builder = builder.with_terminator(terminator);
        }
        if let Some(null_regex) = &self.null_regex {
            builder = builder.with_null_regex(null_regex.clone());
        }
        if let Some(projection) = &self.projection {
            builder = builder.with_projection(projection.clone());
        }
        let mut parser = builder.build_decoder();
        // An empty line is no row, and after it no U+FEFF is taken for a byte order mark. Without
        // columns nothing is parsed.
        let empty = [self.line_feed()];
        if !self.schema.fields().is_empty() {
            parser.decode(&empty).expect("an empty line");
        }
        parser
    }

    /// Whether rows end with line feeds only, outside of quotes.
    pub(super) fn has_line_feeds(&self) -> bool {
        self.escape.is_none() && self.comment.is_none() && self.terminator.is_none()
    }

    /// Whether there is nothing to look for but delimiters, quotes and the ends of lines.
    pub(super) fn is_plain(&self) -> bool {
        let has_nulls = self.null_regex.is_none() || self.null_values.is_some();
        self.has_line_feeds() && has_nulls && self.delimiter < 0x80 && self.quote < 0x80
    }

    pub(super) fn is_null(&self, value: &str) -> bool {
        match &self.null_values {
            Some(values) => values.iter().any(|null| null == value),
            None => value.is_empty(),
        }
    }

    /// The delimiter and the quote.
    pub(super) fn marks(&self) -> (u8, u8) {
        (self.delimiter, self.quote)
    }

    pub(super) fn projection(&self) -> Option<&[usize]> {
        self.projection.as_deref()
    }

    /// The columns that are read.
    pub(super) fn columns(&self) -> Vec<&FieldRef> {
        let fields = self.schema.fields();
        match &self.projection {
            Some(columns) => columns.iter().map(|column| &fields[*column]).collect(),
            None => fields.iter().collect(),
        }
    }

    /// Whether a row may have so many fields.
    pub(super) fn fit_columns(&self, fields: usize) -> bool {
        let columns = self.schema.fields().len();
        fields == columns || fields < columns && self.truncated_rows
    }

    /// What finds the ends of rows, as the parser does.
    pub(super) fn splitter(&self) -> csv_core::Reader {
        let mut builder = csv_core::ReaderBuilder::new();
        builder.delimiter(self.delimiter).quote(self.quote);
        builder.escape(self.escape).comment(self.comment);
        if let Some(terminator) = self.terminator {
            builder.terminator(csv_core::Terminator::Any(terminator));
        }
        let mut splitter = builder.build();
        splitter.read_record(&[self.line_feed()], &mut [0; 8], &mut [0; 8]);
        splitter
    }

    /// The last byte of a line.
    pub(super) fn line_feed(&self) -> u8 {
        self.terminator.unwrap_or(b'\n')
    }
}

/// How a file of lines is to be read: as a column of text, a row for each line.
///
/// Lines end with LF or CRLF, which are no part of them.
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
    pub(super) column: String,
    pub(super) batch_size: usize,
    pub(super) sniff: bool,
}

impl Default for LineOptions {
    fn default() -> LineOptions {
        LineOptions::new()
    }
}

impl LineOptions {
    /// The column `line`, of type `Utf8`, and 8192 lines in a batch.
    pub fn new() -> LineOptions {
        LineOptions {
            column: "line".to_owned(),
            batch_size: 8192,
            sniff: false,
        }
    }

    /// The name of the column.
    #[must_use]
    pub fn with_column(mut self, name: impl Into<String>) -> LineOptions {
        self.column = name.into();
        self
    }

    /// Lines in a batch, at least 1.
    #[must_use]
    pub fn with_batch_size(mut self, lines: usize) -> LineOptions {
        self.batch_size = lines.max(1);
        self
    }

    /// See [`CsvOptions::with_sniffing`].
    #[must_use]
    pub fn with_sniffing(mut self, sniff: bool) -> LineOptions {
        self.sniff = sniff;
        self
    }

    /// A decoder of a file that arrives in chunks.
    pub fn decoder(&self, charset: Charset, bad: BadInput) -> LineDecoder {
        LineDecoder::new(self.clone(), charset, bad)
    }

    /// A reader of a file.
    pub fn reader<R: std::io::Read>(
        &self,
        inner: R,
        charset: Charset,
        bad: BadInput,
    ) -> LineReader<R> {
        Reader::new(inner, self.decoder(charset, bad))
    }
}
