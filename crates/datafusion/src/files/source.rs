//! The source of a scan: opens files and converts their text to batches of rows.

use super::aside::{Aside, Output, Parser};
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
use futures::stream::{self, StreamExt};
use object_store::ObjectStore;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use utflane_arrow::files::LineOptions;

/// A [`FileSource`] of files in any charset, with the options of a [`CsvSource`].
#[derive(Clone, Debug)]
pub struct TextSource {
    csv: CsvSource,
    options: TextOptions,
    /// The schema of the files, if the rows of this source are the bad rows of the files.
    bad_rows_of: Option<SchemaRef>,
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
            bad_rows_of: None,
            batch_rows: None,
            samples: Samples::default(),
        }
    }

    /// Makes the rows of this source the bad rows of files with the schema `bad_rows_of`. The
    /// columns are then those of the function `bad_rows`.
    #[must_use]
    pub fn with_bad_rows_of(mut self, bad_rows_of: Option<SchemaRef>) -> TextSource {
        self.bad_rows_of = bad_rows_of;
        self
    }

    /// Returns the schema of the files, if the rows of this source are their bad rows.
    pub const fn bad_rows_of(&self) -> Option<&SchemaRef> {
        self.bad_rows_of.as_ref()
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
            None => internal_err!("CsvSource has returned another kind of source"),
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
            row_end: self.csv.terminator(),
            samples: self.samples.clone(),
            counts: Counts::of(self.metrics(), partition),
            part: None,
            header: None,
            first_row: None,
            good_rows: None,
        };
        let file_schema = self.table_schema().file_schema();
        let projection = match self.csv.projection() {
            Some(projection) => SplitProjection::new(file_schema, projection),
            None => SplitProjection::unprojected(self.table_schema()),
        };
        let batch_rows = self.batch_rows.or(base.batch_size).unwrap_or(8192);
        let columns = projection.file_indices.clone();
        let schema = self.bad_rows_of.as_ref().unwrap_or(file_schema);
        let options = csv_options(&self.csv, schema)
            .with_max_row_len(self.options.max_row_len)
            .with_batch_size(batch_rows);
        let header = self.csv.has_header().then(|| FirstRow::of(&self.csv));
        let is_csv = self.options.layout == Layout::Csv;
        let text = FileText {
            text,
            header: header.filter(|_| is_csv),
            // A query that ends early would miss the error of an earlier part that ends within a
            // row, and return the rows of the next part.
            is_whole: is_csv && base.limit.is_some(),
        };
        let sets_aside = self.options.sets_aside;
        let opener: Arc<dyn FileOpener> = match self.options.layout {
            _ if sets_aside || self.bad_rows_of.is_some() => Arc::new(AsideOpener {
                text,
                parser: match is_csv {
                    true => Parser::Csv(options),
                    false => Parser::Lines(LineOptions::new().with_batch_size(batch_rows)),
                },
                output: match self.bad_rows_of {
                    Some(_) => Output::BadRows(columns),
                    None => Output::Rows(columns),
                },
            }),
            Layout::Csv => Arc::new(CsvOpener {
                text,
                options: options.with_projection(Some(columns)),
            }),
            Layout::Lines => Arc::new(LinesOpener {
                text,
                schema: Arc::new(file_schema.project(&columns)?),
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

/// Returns the options for parsing the rows of a source, in files with this schema.
fn csv_options(csv: &CsvSource, schema: &SchemaRef) -> utflane_arrow::files::CsvOptions {
    utflane_arrow::files::CsvOptions::new(schema.clone())
        .with_header(csv.has_header())
        .with_delimiter(csv.delimiter())
        .with_quote(csv.quote())
        .with_terminator(csv.terminator())
        .with_escape(csv.escape())
        .with_comment(csv.comment())
        .with_truncated_rows(csv.truncate_rows())
}

/// The text of the files of a scan.
struct FileText {
    text: TextStore,
    /// The search for the header. `None` if files have no header.
    header: Option<FirstRow>,
    /// Whether the first part of a file reads the whole file, and other parts nothing.
    is_whole: bool,
}

impl FileText {
    /// Returns the store that reads `file`, or a part of it, or `None` if nothing is to be read.
    /// Removes the range from `file`, so that DataFusion reads the text of the part as a whole
    /// file.
    fn store_of(&self, file: &mut PartitionedFile) -> Option<TextStore> {
        let size = file.object_meta.size;
        let range = file.range.take();
        let range = range.map(|range| range.start.max(0) as u64..range.end.max(0) as u64);
        if self.is_whole && range.as_ref().is_some_and(|range| range.start > 0) {
            return None;
        }
        // A range that contains the whole file is not a part.
        let is_part = |range: &Range<u64>| range.start > 0 || range.end < size;
        let range = range.filter(|range| !self.is_whole && is_part(range));
        Some(TextStore {
            part: range.map(|range| (file.object_meta.clone(), range)),
            ..self.text.clone()
        })
    }
}

/// Returns whether `text` contains the header, which `header` searches for.
async fn has_header(header: Option<FirstRow>, text: &TextStore) -> Result<bool> {
    match (header, &text.part) {
        (None, _) => Ok(false),
        (Some(_), None) => Ok(true),
        (Some(header), Some((meta, range))) => {
            Ok(!header.is_before(range.start, &text.lossy(), meta).await?)
        }
    }
}

/// Opens files of CSV.
struct CsvOpener {
    text: FileText,
    options: utflane_arrow::files::CsvOptions,
}

impl FileOpener for CsvOpener {
    fn open(&self, mut file: PartitionedFile) -> Result<FileOpenFuture> {
        let text = self.text.store_of(&mut file);
        let (options, header) = (self.options.clone(), self.text.header);
        Ok(Box::pin(async move {
            let Some(mut text) = text else {
                return Ok(stream::empty().boxed());
            };
            let has_header = has_header(header, &text).await?;
            if has_header && text.part.is_some() {
                text.header = header;
            }
            let file = File {
                store: text,
                meta: file.object_meta,
                options: options.with_header(has_header),
            };
            Ok(Rows::open(file, 0).await?.batches())
        }))
    }
}

/// Opens files of lines.
struct LinesOpener {
    text: FileText,
    schema: SchemaRef,
    batch_rows: usize,
}

impl FileOpener for LinesOpener {
    fn open(&self, mut file: PartitionedFile) -> Result<FileOpenFuture> {
        let text = self.text.store_of(&mut file);
        let (schema, batch_rows) = (self.schema.clone(), self.batch_rows);
        Ok(Box::pin(async move {
            let Some(text) = text else {
                return Ok(stream::empty().boxed());
            };
            let (_, lines) = text.text(&file.object_meta.location).await?;
            Ok(Lines::new(lines, schema, batch_rows).batches())
        }))
    }
}

/// Opens files whose bad rows are set aside.
struct AsideOpener {
    text: FileText,
    parser: Parser,
    output: Output,
}

impl FileOpener for AsideOpener {
    fn open(&self, mut file: PartitionedFile) -> Result<FileOpenFuture> {
        let text = self.text.store_of(&mut file);
        let (mut parser, output) = (self.parser.clone(), self.output.clone());
        let header = self.text.header;
        Ok(Box::pin(async move {
            let Some(text) = text else {
                return Ok(stream::empty().boxed());
            };
            let has_header = has_header(header, &text).await?;
            if let Parser::Csv(options) = parser {
                parser = Parser::Csv(options.with_header(has_header));
            }
            let header = header.filter(|_| has_header);
            Aside::open(text, file.object_meta, parser, header, output).await
        }))
    }
}
