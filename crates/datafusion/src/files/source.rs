//! The source of a scan: opens files and converts their text to batches of rows.

use super::counts::Counts;
use super::csv::{File, Rows};
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
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    CsvSource, FileOpenFuture, FileOpener, FileScanConfig, FileSource,
};
use datafusion::datasource::projection::{ProjectionOpener, SplitProjection};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{DisplayFormatType, PhysicalExpr};
use object_store::ObjectStore;
use std::fmt;
use std::sync::Arc;

/// A [`FileSource`] of files in any charset, with the options of a [`CsvSource`].
#[derive(Clone, Debug)]
pub struct TextSource {
    csv: CsvSource,
    options: TextOptions,
    batch_rows: Option<usize>,
    samples: Samples,
}

impl TextSource {
    /// Returns a source with the options of CSV from `csv` and the options of text `options`. For
    /// [`Layout::Lines`], only the columns of `csv` are used.
    pub fn new(csv: CsvSource, options: TextOptions) -> TextSource {
        TextSource {
            csv,
            options,
            batch_rows: None,
            samples: Samples::default(),
        }
    }

    /// Returns the source for UTF-8 with the same options of CSV.
    pub const fn csv(&self) -> &CsvSource {
        &self.csv
    }

    /// Returns the options of text.
    pub const fn options(&self) -> TextOptions {
        self.options
    }

    /// Replaces the options of CSV.
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

    /// Returns this source with the result of a method of [`CsvSource`].
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
            first_row: None,
        };
        let file_schema = self.table_schema().file_schema();
        let projection = match self.csv.projection() {
            Some(projection) => SplitProjection::new(file_schema, projection),
            None => SplitProjection::unprojected(self.table_schema()),
        };
        let batch_rows = self.batch_rows.or(base.batch_size).unwrap_or(8192);
        let opener: Arc<dyn FileOpener> = match self.options.layout {
            Layout::Csv => {
                let options = csv_options(&self.csv)
                    .with_max_row_len(self.options.max_row_len)
                    .with_batch_size(batch_rows)
                    .with_projection(Some(projection.file_indices.clone()));
                Arc::new(CsvOpener {
                    text,
                    options,
                    header: self.csv.has_header().then(|| FirstRow::of(&self.csv)),
                    terminator: self.csv.terminator(),
                })
            }
            Layout::Lines => Arc::new(LinesOpener {
                text,
                schema: Arc::new(file_schema.project(&projection.file_indices)?),
                batch_rows,
            }),
        };
        ProjectionOpener::try_new(projection, opener, file_schema)
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
        let can_split = charsets.all(|charset| LineEnd::of(self.terminator(), charset).is_some())
            // The lines whose charset is chosen end at line feeds.
            && (self.options.line_fallback.is_none() || self.terminator() == b'\n');
        let is_line = self.options.layout == Layout::Lines;
        // The parser ends a comment only at a line feed, even if rows have another terminator.
        let may_split = self.terminator() == b'\n' || self.csv.comment().is_none();
        can_split && (is_line || may_split && self.csv.supports_repartitioning())
    }

    fn fmt_extra(&self, display: DisplayFormatType, f: &mut fmt::Formatter) -> fmt::Result {
        self.csv.fmt_extra(display, f)?;
        match display {
            DisplayFormatType::Default | DisplayFormatType::Verbose => {
                write!(f, ", {}", self.options.charsets())
            }
            DisplayFormatType::TreeRender => writeln!(f, "{}", self.options.charsets()),
        }
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.csv.apply_expressions(f)
    }
}

/// Returns the options for parsing the rows of a source.
fn csv_options(csv: &CsvSource) -> utflane_arrow::files::CsvOptions {
    utflane_arrow::files::CsvOptions::new(csv.table_schema().file_schema().clone())
        .with_header(csv.has_header())
        .with_delimiter(csv.delimiter())
        .with_quote(csv.quote())
        .with_terminator(csv.terminator())
        .with_escape(csv.escape())
        .with_comment(csv.comment())
        .with_truncated_rows(csv.truncate_rows())
}

/// Returns the store that reads `file`, or a part of it. Removes the range from `file`, so that
/// DataFusion reads the text of the part as a whole file.
fn store_of(text: &TextStore, file: &mut PartitionedFile) -> TextStore {
    let size = file.object_meta.size;
    let range = file.range.take();
    let range = range.map(|range| range.start.max(0) as u64..range.end.max(0) as u64);
    // A range that contains the whole file is not a part.
    let range = range.filter(|range| range.start > 0 || range.end < size);
    TextStore {
        part: range.map(|range| (file.object_meta.clone(), range)),
        ..text.clone()
    }
}

/// Opens files of CSV.
struct CsvOpener {
    text: TextStore,
    options: utflane_arrow::files::CsvOptions,
    /// The search for the header in a part of a file. `None` if files have no header.
    header: Option<FirstRow>,
    terminator: Option<u8>,
}

impl FileOpener for CsvOpener {
    fn open(&self, mut file: PartitionedFile) -> Result<FileOpenFuture> {
        let mut text = store_of(&self.text, &mut file);
        let (mut options, header) = (self.options.clone(), self.header);
        let terminator = self.terminator;
        Ok(Box::pin(async move {
            if let (Some(header), Some((meta, range))) = (header, &text.part) {
                if header.is_before(range.start, &text, meta).await? {
                    options = options.with_header(false);
                } else {
                    text.header = Some(header);
                }
            }
            let file = File {
                store: text,
                meta: file.object_meta,
                options,
                terminator,
            };
            Ok(Rows::open(file, 0).await?.batches())
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
