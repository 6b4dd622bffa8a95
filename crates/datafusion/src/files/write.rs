//! Writes CSV files in any charset, for `COPY`.

use super::guard::{Failure, GuardedStore, failing};
use async_trait::async_trait;
use bytes::Bytes;
use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::common::file_options::csv_writer::CsvWriterOptions;
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::{DataFusionError, Result, config_err, exec_datafusion_err};
use datafusion::datasource::file_format::csv::{CsvSerializer, CsvSink};
use datafusion::datasource::file_format::write::BatchSerializer;
use datafusion::datasource::file_format::write::demux::DemuxedStreamReceiver;
use datafusion::datasource::file_format::write::orchestration::spawn_writer_tasks_and_join;
use datafusion::datasource::physical_plan::{FileSink, FileSinkConfig};
use datafusion::datasource::sink::DataSink;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::{DisplayAs, DisplayFormatType};
use object_store::ObjectStore;
use std::fmt;
use std::sync::Arc;
use utflane::Charset;
use utflane::stream::{AnyTranscoder, Status, StreamError};

/// The charset of the files that `COPY` writes, and how text is encoded in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WriteOptions {
    /// The charset.
    pub charset: Charset,
    /// Whether characters that the charset does not have are replaced, instead of an error. The
    /// replacement is U+FFFD, or `?` if the charset does not have U+FFFD.
    pub replaces: bool,
    /// Whether files begin with a byte order mark.
    pub has_bom: bool,
}

impl WriteOptions {
    /// Returns the options for a charset. Characters that it does not have are an error, and files
    /// have no byte order mark.
    pub const fn new(charset: Charset) -> WriteOptions {
        WriteOptions {
            charset,
            replaces: false,
            has_bom: false,
        }
    }

    /// Parses the values of the options `unmappable` and `bom` from SQL.
    pub(super) fn with_sql(mut self, unmappable: Option<&str>, bom: Option<&str>) -> Result<Self> {
        let lower = |word: Option<&str>| word.map(str::to_ascii_lowercase);
        self.replaces = match lower(unmappable).as_deref() {
            None | Some("fail") => false,
            Some("replace") => true,
            Some(word) => return config_err!("unmappable is 'fail' or 'replace', not {word:?}"),
        };
        self.has_bom = match lower(bom).as_deref() {
            None | Some("false") => false,
            Some("true") if self.charset.bom().is_empty() => {
                return config_err!("bom 'true': {} has no byte order mark", self.charset);
            }
            Some("true") => true,
            Some(word) => return config_err!("bom is 'true' or 'false', not {word:?}"),
        };
        Ok(self)
    }
}

/// Writes CSV files in any charset. After an error, it leaves no new file.
#[derive(Debug)]
pub struct TextSink {
    csv: CsvSink,
    options: WriteOptions,
}

impl TextSink {
    /// Returns a sink that writes the files of `config`, with these options of CSV and of text.
    pub fn new(config: FileSinkConfig, csv: CsvWriterOptions, options: WriteOptions) -> TextSink {
        TextSink {
            csv: CsvSink::new(config, csv),
            options,
        }
    }

    /// Returns the sink for UTF-8 with the same files and the same options of CSV.
    pub const fn csv(&self) -> &CsvSink {
        &self.csv
    }

    /// Returns the options of text.
    pub const fn options(&self) -> WriteOptions {
        self.options
    }
}

impl DisplayAs for TextSink {
    fn fmt_as(&self, display: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        self.csv.fmt_as(display, f)?;
        match display {
            DisplayFormatType::Default | DisplayFormatType::Verbose => {
                write!(f, ", charset={}", self.options.charset)
            }
            DisplayFormatType::TreeRender => write!(f, "\ncharset={}", self.options.charset),
        }
    }
}

#[async_trait]
impl DataSink for TextSink {
    fn schema(&self) -> &SchemaRef {
        self.csv.config().output_schema()
    }

    async fn write_all(
        &self,
        data: SendableRecordBatchStream,
        context: &Arc<TaskContext>,
    ) -> Result<u64> {
        let attempt = Attempt {
            config: self.csv.config().clone(),
            csv: self.csv.writer_options().clone(),
            options: self.options,
            failure: Failure::default(),
        };
        let data = failing(data, attempt.failure.clone());
        let written = FileSink::write_all(&attempt, data, context).await;
        written.map_err(|error| attempt.failure.first().unwrap_or(error))
    }
}

/// One execution of a sink.
#[derive(Debug)]
struct Attempt {
    config: FileSinkConfig,
    csv: CsvWriterOptions,
    options: WriteOptions,
    failure: Failure,
}

impl DisplayAs for Attempt {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("TextSink")
    }
}

#[async_trait]
impl DataSink for Attempt {
    fn schema(&self) -> &SchemaRef {
        self.config.output_schema()
    }

    async fn write_all(
        &self,
        data: SendableRecordBatchStream,
        context: &Arc<TaskContext>,
    ) -> Result<u64> {
        FileSink::write_all(self, data, context).await
    }
}

#[async_trait]
impl FileSink for Attempt {
    fn config(&self) -> &FileSinkConfig {
        &self.config
    }

    async fn spawn_writer_tasks_and_join(
        &self,
        context: &Arc<TaskContext>,
        demux_task: SpawnedTask<Result<()>>,
        files: DemuxedStreamReceiver,
        store: Arc<dyn ObjectStore>,
    ) -> Result<u64> {
        let builder = self.csv.writer_options.clone();
        let has_header = builder.header();
        let serializer = Serializer {
            csv: CsvSerializer::new()
                .with_builder(builder)
                .with_header(has_header),
            options: self.options,
            failure: self.failure.clone(),
        };
        spawn_writer_tasks_and_join(
            context,
            Arc::new(serializer),
            self.csv.compression.into(),
            self.csv.compression_level,
            Arc::new(GuardedStore::new(store, self.failure.clone())),
            demux_task,
            files,
        )
        .await
    }
}

/// Converts batches to CSV in a charset.
struct Serializer {
    csv: CsvSerializer,
    options: WriteOptions,
    failure: Failure,
}

impl BatchSerializer for Serializer {
    fn serialize(&self, batch: RecordBatch, initial: bool) -> Result<Bytes> {
        let encode = || {
            let text = self.csv.serialize(batch.clone(), initial)?;
            let mut bytes = Vec::with_capacity(text.len() + text.len() / 2);
            if initial && self.options.has_bom {
                bytes.extend_from_slice(self.options.charset.bom());
            }
            match encode(&text, self.options, &mut bytes) {
                Ok(()) => Ok(Bytes::from(bytes)),
                Err(error) => Err(explain(&text, error, &batch, self.options.charset)),
            }
        };
        encode().map_err(|error| self.failure.set(error))
    }
}

/// Appends a text in a charset to `bytes`.
fn encode(
    mut text: &[u8],
    options: WriteOptions,
    bytes: &mut Vec<u8>,
) -> std::result::Result<(), StreamError> {
    let mut encoder = AnyTranscoder::new(Charset::Utf8, options.charset);
    let mut is_end = false;
    loop {
        let start = bytes.len();
        bytes.resize(start + text.len() + text.len() / 2 + 64, 0);
        let rest = &mut bytes[start..];
        let step = match (is_end, options.replaces) {
            (false, true) => encoder.transcode_lossy(text, rest),
            (false, false) => encoder.transcode(text, rest),
            (true, true) => encoder.finish_lossy(rest),
            (true, false) => encoder.finish_into(rest),
        };
        bytes.truncate(start + step.written);
        text = &text[step.read.min(text.len())..];
        match step.status {
            Status::Stopped(error) => return Err(error),
            Status::InputEmpty if is_end => return Ok(()),
            Status::InputEmpty => is_end = true,
            _ => {}
        }
    }
}

/// Returns the error for a character of a batch that the charset does not have.
fn explain(
    text: &[u8],
    error: StreamError,
    batch: &RecordBatch,
    charset: Charset,
) -> DataFusionError {
    let at = usize::try_from(error.position()).unwrap_or(usize::MAX);
    let rest = text.get(at..).and_then(|rest| str::from_utf8(rest).ok());
    let Some(char) = rest.and_then(|rest| rest.chars().next()) else {
        return exec_datafusion_err!("COPY: {error}");
    };
    let place = place_of(char, batch).unwrap_or_default();
    exec_datafusion_err!(
        "COPY: character U+{:04X} ({char:?}){place} cannot be represented in {charset}: set the \
         option unmappable to 'replace', or name another charset",
        u32::from(char)
    )
}

/// Returns the first column and value with a character.
fn place_of(char: char, batch: &RecordBatch) -> Option<String> {
    let schema = batch.schema();
    for (column, field) in batch.columns().iter().zip(schema.fields()) {
        if field.name().contains(char) {
            return Some(format!(" in the name of column {:?}", field.name()));
        }
        let Ok(texts) = cast(column, &DataType::LargeUtf8) else {
            continue;
        };
        let mut texts = texts.as_string::<i64>().iter().flatten();
        if let Some(text) = texts.find(|text| text.contains(char)) {
            let shown: String = text.chars().take(64).collect();
            let more = if shown.len() < text.len() { "..." } else { "" };
            let name = field.name();
            return Some(format!(" in column {name:?}, value {shown:?}{more}"));
        }
    }
    None
}
