//! The source of a scan: which files, and how their text becomes batches of rows.

use super::counts::Counts;
use super::error::of_query;
use super::header::FirstRow;
use super::lines::Lines;
use super::options::{Layout, TextOptions};
use super::range::LineEnd;
use super::sample::Samples;
use super::store::TextStore;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::config::CsvOptions;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, internal_err};
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    CsvSource, FileOpenFuture, FileOpener, FileScanConfig, FileSource,
};
use datafusion::datasource::projection::{ProjectionOpener, SplitProjection};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{DisplayFormatType, PhysicalExpr};
use futures::{StreamExt, TryStreamExt};
use object_store::ObjectStore;
use std::fmt;
use std::sync::Arc;

/// A [`FileSource`] of files in any charset: a [`CsvSource`] that reads their text.
#[derive(Clone, Debug)]
pub struct TextSource {
    csv: CsvSource,
    options: TextOptions,
    batch_rows: Option<usize>,
    samples: Samples,
}

impl TextSource {
    /// The source that reads as `csv` does, but files as `options` say. For [`Layout::Lines`],
    /// `csv` gives the columns only.
    pub fn new(csv: CsvSource, options: TextOptions) -> TextSource {
        TextSource {
            csv,
            options,
            batch_rows: None,
            samples: Samples::default(),
        }
    }

    /// The source of UTF-8 that reads as this one does.
    pub const fn csv(&self) -> &CsvSource {
        &self.csv
    }

    /// How files are read.
    pub const fn options(&self) -> TextOptions {
        self.options
    }

    /// The source with other options of CSV.
    #[must_use]
    pub fn with_csv_options(mut self, options: CsvOptions) -> TextSource {
        self.csv = self.csv.with_csv_options(options);
        self
    }

    fn terminator(&self) -> u8 {
        match self.options.layout {
            Layout::Csv => self.csv.terminator().unwrap_or(b'\n'),
            Layout::Lines => b'\n',
        }
    }

    /// The source with what a method of [`CsvSource`] has returned.
    fn with(&self, csv: &Arc<dyn FileSource>) -> Result<Arc<dyn FileSource>> {
        match csv.downcast_ref::<CsvSource>() {
            Some(csv) => Ok(Arc::new(TextSource {
                csv: csv.clone(),
                ..self.clone()
            })),
            None => internal_err!("a source of CSV has become another"),
        }
    }
}

impl FileSource for TextSource {
    fn create_file_opener(
        &self,
        store: Arc<dyn ObjectStore>,
        base: &FileScanConfig,
        partition: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        let text = TextStore {
            store,
            options: self.options,
            compression: base.file_compression_type,
            terminator: self.terminator(),
            samples: self.samples.clone(),
            counts: Counts::of(self.metrics(), partition),
            part: None,
            header: None,
        };
        match self.options.layout {
            Layout::Csv => {
                // What the reader of CSV gets is decompressed.
                let mut base = base.clone();
                base.file_compression_type = FileCompressionType::UNCOMPRESSED;
                Ok(Arc::new(CsvTextOpener {
                    source: self.clone(),
                    text,
                    base,
                    partition,
                }))
            }
            Layout::Lines => {
                let file_schema = self.table_schema().file_schema();
                let projection = match self.csv.projection() {
                    Some(projection) => SplitProjection::new(file_schema, projection),
                    None => SplitProjection::unprojected(self.table_schema()),
                };
                let opener = LinesOpener {
                    text,
                    schema: Arc::new(file_schema.project(&projection.file_indices)?),
                    batch_rows: self.batch_rows.or(base.batch_size).unwrap_or(8192),
                };
                ProjectionOpener::try_new(projection, Arc::new(opener), file_schema)
            }
        }
    }

    fn table_schema(&self) -> &TableSchema {
        self.csv.table_schema()
    }

    fn with_batch_size(&self, batch_size: usize) -> Arc<dyn FileSource> {
        let csv = self.csv.with_batch_size(batch_size);
        Arc::new(TextSource {
            csv: csv.downcast_ref().unwrap_or(&self.csv).clone(),
            batch_rows: Some(batch_size),
            ..self.clone()
        })
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        self.csv.projection()
    }

    fn try_pushdown_projection(
        &self,
        projection: &ProjectionExprs,
    ) -> Result<Option<Arc<dyn FileSource>>> {
        let pushed = self.csv.try_pushdown_projection(projection)?;
        pushed.map(|csv| self.with(&csv)).transpose()
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        self.csv.metrics()
    }

    fn file_type(&self) -> &str {
        match self.options.layout {
            Layout::Csv => "csv",
            Layout::Lines => "lines",
        }
    }

    fn supports_repartitioning(&self) -> bool {
        let mut charsets = self.options.charset.candidates().into_iter();
        let can_split = charsets.all(|charset| LineEnd::of(self.terminator(), charset).is_some());
        let is_line = self.options.layout == Layout::Lines;
        // The parser does not end comments where it ends rows, if that is no line feed.
        let may_split = self.terminator() == b'\n' || self.csv.comment().is_none();
        can_split && (is_line || may_split && self.csv.supports_repartitioning())
    }

    fn fmt_extra(&self, display: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        self.csv.fmt_extra(display, f)?;
        match display {
            DisplayFormatType::Default | DisplayFormatType::Verbose => {
                write!(f, ", charset={}", self.options.charset)
            }
            DisplayFormatType::TreeRender => writeln!(f, "charset={}", self.options.charset),
        }
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.csv.apply_expressions(f)
    }
}

/// The options of a source that its readers of CSV are made with.
fn options_of(csv: &CsvSource) -> CsvOptions {
    CsvOptions {
        has_header: Some(csv.has_header()),
        delimiter: csv.delimiter(),
        quote: csv.quote(),
        terminator: csv.terminator(),
        escape: csv.escape(),
        comment: csv.comment(),
        newlines_in_values: Some(csv.newlines_in_values()),
        truncated_rows: Some(csv.truncate_rows()),
        ..CsvOptions::default()
    }
}

/// The store that reads `file`, or its part, which is then no part for DataFusion.
fn store_of(text: &TextStore, file: &mut PartitionedFile) -> TextStore {
    let size = file.object_meta.size;
    let range = file.range.take();
    let range = range.map(|range| range.start.max(0) as u64..range.end.max(0) as u64);
    // A part that is the whole file is read as such.
    let range = range.filter(|range| range.start > 0 || range.end < size);
    TextStore {
        part: range.map(|range| (file.object_meta.clone(), range)),
        ..text.clone()
    }
}

/// Opens files of CSV.
struct CsvTextOpener {
    source: TextSource,
    text: TextStore,
    base: FileScanConfig,
    partition: usize,
}

impl FileOpener for CsvTextOpener {
    fn open(&self, mut file: PartitionedFile) -> Result<FileOpenFuture> {
        let mut text = store_of(&self.text, &mut file);
        let mut csv = self.source.csv.clone();
        let (base, partition) = (self.base.clone(), self.partition);
        Ok(Box::pin(async move {
            if csv.has_header()
                && let Some((meta, range)) = &text.part
            {
                let header = FirstRow::of(&csv);
                if header.is_before(range.start, &text, meta).await? {
                    csv = csv.clone().with_csv_options(CsvOptions {
                        has_header: Some(false),
                        ..options_of(&csv)
                    });
                } else {
                    text.header = Some(header);
                }
            }
            let (rows, meta) = (FirstRow::of(&csv), file.object_meta.clone());
            let opener = csv.create_file_opener(Arc::new(text.clone()), &base, partition)?;
            let batches = opener.open(file)?.await.map_err(of_query)?;
            let batches = batches.or_else(move |error| {
                let (text, meta) = (text.clone(), meta.clone());
                async move { Err(rows.with_row(of_query(error), &text, &meta).await) }
            });
            Ok(batches.boxed())
        }))
    }
}

/// Opens files of lines.
struct LinesOpener {
    text: TextStore,
    schema: SchemaRef,
    batch_rows: usize,
}

impl FileOpener for LinesOpener {
    fn open(&self, mut file: PartitionedFile) -> Result<FileOpenFuture> {
        let text = store_of(&self.text, &mut file);
        let (schema, batch_rows) = (self.schema.clone(), self.batch_rows);
        Ok(Box::pin(async move {
            let (_, lines) = text.text(&file.object_meta.location).await?;
            Ok(Lines::new(lines, schema, batch_rows).batches())
        }))
    }
}
