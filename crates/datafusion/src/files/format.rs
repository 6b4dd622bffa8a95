//! The file format of text in any charset, for DataFusion's listing tables.

use super::counts::Counts;
use super::error::of_query;
use super::header::FirstRow;
use super::lines;
use super::options::{FileCharset, Layout, TextOptions};
use super::sample::Samples;
use super::source::TextSource;
use super::store::TextStore;
use super::write::{TextSink, WriteOptions};
use async_trait::async_trait;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::Session;
use datafusion::common::file_options::csv_writer::CsvWriterOptions;
use datafusion::common::{GetExt, Result, Statistics, internal_err, not_impl_err, plan_err};
use datafusion::config::CsvOptions;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::physical_plan::{
    CsvSource, FileScanConfig, FileScanConfigBuilder, FileSinkConfig, FileSource,
};
use datafusion::datasource::sink::DataSinkExec;
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::logical_expr::dml::InsertOp;
use datafusion::physical_expr::LexRequirement;
use datafusion::physical_plan::ExecutionPlan;
use object_store::{ObjectMeta, ObjectStore};
use std::sync::Arc;

/// A [`FileFormat`] of files in any charset.
///
/// ```
/// use datafusion::config::CsvOptions;
/// use datafusion::datasource::listing::ListingOptions;
/// use std::sync::Arc;
/// use utflane_datafusion::files::{TextFormat, TextOptions};
///
/// let format = TextFormat::new(CsvOptions::default(), TextOptions::csv("UTF-16LE".parse()?));
/// let options = ListingOptions::new(Arc::new(format)).with_file_extension(".csv");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextFormat {
    csv: CsvOptions,
    options: TextOptions,
    write: Option<WriteOptions>,
    bad_rows_of: Option<SchemaRef>,
}

impl TextFormat {
    /// Returns the format of files with the options of CSV `csv` and the options of text `options`.
    /// For [`Layout::Lines`], only the compression in `csv` is used.
    pub const fn new(csv: CsvOptions, options: TextOptions) -> TextFormat {
        TextFormat {
            csv,
            options,
            write: None,
            bad_rows_of: None,
        }
    }

    /// Sets the options for writing files. Without them, files in this format can only be read.
    #[must_use]
    pub fn with_write_options(mut self, write: Option<WriteOptions>) -> TextFormat {
        self.write = write;
        self
    }

    /// Makes the rows of this format the bad rows of files with the schema `bad_rows_of`, as in
    /// [`TextSource::with_bad_rows_of`].
    #[must_use]
    pub fn with_bad_rows_of(mut self, bad_rows_of: Option<SchemaRef>) -> TextFormat {
        self.bad_rows_of = bad_rows_of;
        self
    }

    /// Returns the schema of the files, if the rows of this format are their bad rows.
    pub const fn bad_rows_of(&self) -> Option<&SchemaRef> {
        self.bad_rows_of.as_ref()
    }

    /// Returns the options of CSV.
    pub const fn csv(&self) -> &CsvOptions {
        &self.csv
    }

    /// Returns the options of text.
    pub const fn options(&self) -> TextOptions {
        self.options
    }

    /// Returns the error message for writing to `what` in this format.
    pub(super) fn read_only_message(&self, what: &str) -> String {
        let charset = self.options.charset;
        format!("{what} of text in {charset} cannot be written to, only read")
    }

    fn compression(&self) -> FileCompressionType {
        self.csv.compression.into()
    }

    /// Returns the options for parsing rows without types.
    fn parser(&self) -> utflane_arrow::files::CsvOptions {
        utflane_arrow::files::CsvOptions::new(Arc::new(Schema::empty()))
            .with_delimiter(self.csv.delimiter)
            .with_quote(self.csv.quote)
            .with_escape(self.csv.escape)
            .with_comment(self.csv.comment)
            .with_truncated_rows(self.csv.truncated_rows.unwrap_or(false))
            .with_max_row_len(self.options.max_row_len)
            .with_line_fallbacks(self.options.line_fallback.as_slice())
    }

    /// Returns the format of the decompressed text.
    fn format_of_text(&self) -> CsvFormat {
        CsvFormat::default().with_options(CsvOptions {
            compression: FileCompressionType::UNCOMPRESSED.into(),
            ..self.csv.clone()
        })
    }
}

#[async_trait]
impl FileFormat for TextFormat {
    fn get_ext(&self) -> String {
        let extension = match self.options.layout {
            Layout::Csv => "csv",
            Layout::Lines => "txt",
        };
        extension.to_owned()
    }

    fn get_ext_with_compression(&self, compression: &FileCompressionType) -> Result<String> {
        Ok(self.get_ext() + &compression.get_ext())
    }

    fn compression_type(&self) -> Option<FileCompressionType> {
        Some(self.compression())
    }

    async fn infer_schema(
        &self,
        state: &dyn Session,
        store: &Arc<dyn ObjectStore>,
        objects: &[ObjectMeta],
    ) -> Result<SchemaRef> {
        if self.options.layout == Layout::Lines {
            return Ok(lines::schema());
        }
        let text: Arc<dyn ObjectStore> = Arc::new(TextStore {
            store: store.clone(),
            options: self.options,
            compression: self.compression(),
            terminator: self.csv.terminator.unwrap_or(b'\n'),
            row_end: self.csv.terminator,
            samples: Samples::default(),
            counts: Counts::default(),
            part: None,
            header: None,
            first_row: Some(FirstRow::of_inference(self.csv.comment)),
            good_rows: self.options.sets_aside.then(|| Arc::new(self.parser())),
        });
        let format = self.format_of_text();
        let inferred = format.infer_schema(state, &text, objects).await;
        inferred.map_err(of_query)
    }

    async fn infer_stats(
        &self,
        _state: &dyn Session,
        _store: &Arc<dyn ObjectStore>,
        table_schema: SchemaRef,
        _object: &ObjectMeta,
    ) -> Result<Statistics> {
        Ok(Statistics::new_unknown(&table_schema))
    }

    async fn create_physical_plan(
        &self,
        state: &dyn Session,
        conf: FileScanConfig,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let Some(source) = conf.file_source.downcast_ref::<TextSource>() else {
            return internal_err!("the source of a TextFormat is not a TextSource");
        };
        let session = &state.config_options().catalog;
        let has_header = self.csv.has_header.unwrap_or(session.has_header);
        let newlines = self.csv.newlines_in_values;
        let source = source.clone().with_csv_options(CsvOptions {
            has_header: Some(has_header),
            newlines_in_values: Some(newlines.unwrap_or(session.newlines_in_values)),
            ..self.csv.clone()
        });
        let conf = FileScanConfigBuilder::from(conf)
            .with_file_compression_type(self.compression())
            .with_source(Arc::new(source))
            .build();
        Ok(DataSourceExec::from_data_source(conf))
    }

    async fn create_writer_physical_plan(
        &self,
        input: Arc<dyn ExecutionPlan>,
        state: &dyn Session,
        conf: FileSinkConfig,
        order_requirements: Option<LexRequirement>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let write = match (self.options.charset, self.write) {
            (FileCharset::Detected(_), _) => {
                return plan_err!("COPY to text needs the name of a charset, not 'auto'");
            }
            (FileCharset::Fixed(charset), Some(write)) if self.options.layout == Layout::Csv => {
                if self.options != TextOptions::csv(charset) {
                    return plan_err!(
                        "the options of text for COPY are charset, unmappable and bom; others are \
                         for tables"
                    );
                }
                write
            }
            _ => return not_impl_err!("{}", self.read_only_message("a file")),
        };
        if conf.insert_op != InsertOp::Append {
            return not_impl_err!("{}", self.read_only_message("a file"));
        }
        let session = &state.config_options().catalog;
        let has_header = self.csv.has_header.unwrap_or(session.has_header);
        let csv = self.csv.clone().with_has_header(has_header);
        let sink = TextSink::new(conf, CsvWriterOptions::try_from(&csv)?, write);
        let sink = DataSinkExec::new(input, Arc::new(sink), order_requirements);
        Ok(Arc::new(sink))
    }

    fn file_source(&self, table_schema: TableSchema) -> Arc<dyn FileSource> {
        let csv = CsvSource::new(table_schema).with_csv_options(self.csv.clone());
        let source = TextSource::new(csv, self.options);
        Arc::new(source.with_bad_rows_of(self.bad_rows_of.clone()))
    }
}
