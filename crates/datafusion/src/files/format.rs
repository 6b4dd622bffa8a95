//! The file format of text in any charset, for DataFusion's listing tables.

use super::counts::Counts;
use super::error::of_query;
use super::header::FirstRow;
use super::lines;
use super::options::{Layout, TextOptions};
use super::sample::Samples;
use super::source::TextSource;
use super::store::TextStore;
use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::Session;
use datafusion::common::{GetExt, Result, Statistics, internal_err, not_impl_err};
use datafusion::config::CsvOptions;
use datafusion::datasource::file_format::csv::{CsvFormat, CsvFormatFactory};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use datafusion::datasource::physical_plan::{
    CsvSource, FileScanConfig, FileScanConfigBuilder, FileSinkConfig, FileSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::physical_expr::LexRequirement;
use datafusion::physical_plan::ExecutionPlan;
use object_store::{ObjectMeta, ObjectStore};
use std::collections::HashMap;
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
}

impl TextFormat {
    /// Returns the format of files with the options of CSV `csv` and the options of text `options`.
    /// For [`Layout::Lines`], only the compression in `csv` is used.
    pub const fn new(csv: CsvOptions, options: TextOptions) -> TextFormat {
        TextFormat { csv, options }
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
    pub(super) fn is_read_only(&self, what: &str) -> String {
        let charset = self.options.charset;
        format!("{what} of text in {charset} cannot be written to, only read")
    }

    fn compression(&self) -> FileCompressionType {
        self.csv.compression.into()
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
            samples: Samples::default(),
            counts: Counts::default(),
            part: None,
            header: None,
            first_row: Some(FirstRow::of_inference(self.csv.comment)),
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
        _input: Arc<dyn ExecutionPlan>,
        _state: &dyn Session,
        _conf: FileSinkConfig,
        _order_requirements: Option<LexRequirement>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        not_impl_err!("{}", self.is_read_only("a file"))
    }

    fn file_source(&self, table_schema: TableSchema) -> Arc<dyn FileSource> {
        let csv = CsvSource::new(table_schema).with_csv_options(self.csv.clone());
        Arc::new(TextSource::new(csv, self.options))
    }
}

/// Creates [`TextFormat`]s from options in SQL.
#[derive(Clone, Copy, Debug)]
pub struct TextFormatFactory {
    layout: Layout,
}

impl TextFormatFactory {
    /// Returns a factory for formats with this layout.
    pub const fn new(layout: Layout) -> TextFormatFactory {
        TextFormatFactory { layout }
    }
}

impl FileFormatFactory for TextFormatFactory {
    fn create(
        &self,
        state: &dyn Session,
        options: &HashMap<String, String>,
    ) -> Result<Arc<dyn FileFormat>> {
        let text = TextOptions::from_sql(self.layout, options)?;
        let mut others = options.clone();
        others.retain(|key, _| !TextOptions::is_own(key));
        let csv = CsvFormatFactory::new().create(state, &others)?;
        match csv.downcast_ref::<CsvFormat>() {
            Some(csv) => Ok(Arc::new(TextFormat::new(csv.options().clone(), text))),
            None => internal_err!("the format of CSV is another"),
        }
    }

    fn default(&self) -> Arc<dyn FileFormat> {
        let options = TextOptions {
            layout: self.layout,
            ..TextOptions::csv(utflane::Charset::Utf8)
        };
        Arc::new(TextFormat::new(CsvOptions::default(), options))
    }
}

impl GetExt for TextFormatFactory {
    fn get_ext(&self) -> String {
        // The name of the format in a session. DataFusion's own format has the name `csv`.
        let name = match self.layout {
            Layout::Csv => "text_csv",
            Layout::Lines => "lines",
        };
        name.to_owned()
    }
}
