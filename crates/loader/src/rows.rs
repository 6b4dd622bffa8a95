//! Reads the rows of a file in the columns of the target.
//!
//! A file is read in blocks of whole rows, which is faster than in batches of a fixed number of
//! rows. If the ends of rows cannot be found in the bytes of a charset, it is read in batches.

use crate::columns::{Columns, Origin, Table};
use crate::head::Found;
use crate::input::{self, Input};
use crate::load::{Job, Planned};
use crate::options::Nul;
use crate::progress::Progress;
use crate::survey::text_options;
use anyhow::Context;
use std::sync::Arc;
use utflane::Charset;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use utflane_arrow::arrow_schema::{DataType, SchemaRef};
use utflane_arrow::files::{BadInput, BadRow, CsvOptions, Decode, FileCharset, RowCutter};

/// The length of a block in bytes.
const BLOCK: usize = 4 << 20;

/// The rows of a file that were read, and the charset of the file.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    /// Rows in batches.
    pub(crate) rows: u64,
    pub(crate) rejected: u64,
    /// The line of the first row that was set aside.
    pub(crate) first_bad: Option<u64>,
    pub(crate) found: Found,
}

/// Receives the rows of a file.
pub(crate) trait Sink {
    fn batch(&mut self, batch: RecordBatch) -> anyhow::Result<()>;
    fn bad_rows(&mut self, rows: &[BadRow]) -> anyhow::Result<()>;
}

/// Reads all rows of a file.
pub(crate) fn read(job: &Job, planned: &Planned, sink: &mut dyn Sink) -> anyhow::Result<Counts> {
    let (options, progress, table) = (job.options, job.progress, &planned.table);
    let head = &table.head;
    let (schema, inferred) = job.columns.of_file(head);
    let csv = text_options(head, options)
        .with_schema(Arc::new(schema))
        .with_inferred(&inferred);
    let layout = Layout::new(table, job.columns, options.nul())?;
    let mut reading = Reading {
        layout,
        progress,
        sink,
        counts: Counts {
            rows: 0,
            rejected: 0,
            first_bad: None,
            found: head.found.clone(),
        },
    };
    let input = input::open(&planned.path, progress)?;
    let cutter = match head.charset {
        FileCharset::Named(charset) => csv.row_cutter(charset).map(|cutter| (cutter, charset)),
        FileCharset::Auto(_) => None,
    };
    match cutter {
        Some((cutter, charset)) => {
            reading.blocks(input, &csv, !options.no_header, (&cutter, charset))?;
        }
        None => reading.batches(input, &csv, head.charset)?,
    }
    Ok(reading.counts)
}

struct Reading<'a> {
    layout: Layout,
    progress: &'a Progress,
    sink: &'a mut dyn Sink,
    counts: Counts,
}

impl Reading<'_> {
    fn blocks(
        &mut self,
        mut input: Input,
        csv: &CsvOptions,
        has_header: bool,
        (cutter, charset): (&RowCutter, Charset),
    ) -> anyhow::Result<()> {
        let mut buffer = Vec::new();
        let (mut position, mut line) = (0, 0);
        let mut target = BLOCK;
        loop {
            let is_ended = input.fill(&mut buffer, target)?;
            let (len, lines) = match is_ended {
                true => (buffer.len(), 0),
                false => cutter.cut(&buffer),
            };
            if len == 0 && !is_ended {
                // A row is longer than the block.
                target = 2 * buffer.len();
                continue;
            }
            let csv = csv
                .clone()
                .with_header(has_header && position == 0)
                .starting_at(position, line);
            let block = csv.read_block(&buffer[..len], charset, BadInput::SetAside);
            for batch in block.batches {
                self.batch(&batch)?;
            }
            self.bad_rows(&block.bad_rows)?;
            if let Some(error) = block.error {
                return Err(error.into());
            }
            if is_ended {
                return Ok(());
            }
            position += len as u64;
            line += lines;
            buffer.drain(..len);
            target = BLOCK.max(2 * buffer.len());
        }
    }

    fn batches(
        &mut self,
        input: Input,
        csv: &CsvOptions,
        charset: FileCharset,
    ) -> anyhow::Result<()> {
        let mut reader = csv.reader(input, charset, BadInput::SetAside);
        while let Some(batch) = reader.next().transpose()? {
            self.batch(&batch)?;
            self.bad_rows(&reader.decoder_mut().take_bad_rows())?;
        }
        self.bad_rows(&reader.decoder_mut().take_bad_rows())?;
        self.counts.found.update(reader.decoder().found_charset());
        Ok(())
    }

    fn batch(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        let rows = batch.num_rows();
        if rows > 0 {
            self.counts.rows += rows as u64;
            self.progress.add_rows(rows);
            self.sink.batch(self.layout.arrange(batch)?)?;
        }
        Ok(())
    }

    fn bad_rows(&mut self, rows: &[BadRow]) -> anyhow::Result<()> {
        let Some(first) = rows.first() else {
            return Ok(());
        };
        self.counts.rejected += rows.len() as u64;
        self.counts.first_bad.get_or_insert(first.line);
        self.sink.bad_rows(rows)
    }
}

/// Arranges the columns of a file as those of the target.
struct Layout {
    schema: SchemaRef,
    origins: Vec<Origin>,
    /// The values of the folders, or `None` if a value is null.
    folders: Vec<Option<Constant>>,
    nul: Nul,
}

enum Constant {
    Integer(i64),
    Text(String),
}

impl Layout {
    fn new(table: &Table, columns: &Columns, nul: Nul) -> anyhow::Result<Layout> {
        let schema = columns.schema.clone();
        let mut folders = Vec::new();
        for (name, value) in &table.partitions {
            let is_integer = schema.field_with_name(name)?.data_type() == &DataType::Int64;
            let constant = |value: &String| match is_integer {
                true => value.parse().map(Constant::Integer),
                false => Ok(Constant::Text(value.clone())),
            };
            let constant = value.as_ref().map(constant).transpose();
            folders.push(constant.with_context(|| format!("the value of the folders {name:?}"))?);
        }
        let origins = columns.origins(table).map_err(anyhow::Error::msg)?;
        Ok(Layout {
            schema,
            origins,
            folders,
            nul,
        })
    }

    fn arrange(&self, batch: &RecordBatch) -> anyhow::Result<RecordBatch> {
        let mut arrays = Vec::with_capacity(self.origins.len());
        for (origin, field) in self.origins.iter().zip(self.schema.fields()) {
            arrays.push(match origin {
                Origin::File(column) => self.without_nul(batch.column(*column)),
                Origin::Folder(folder) => repeated(
                    self.folders[*folder].as_ref(),
                    field.data_type(),
                    batch.num_rows(),
                ),
            });
        }
        Ok(RecordBatch::try_new(self.schema.clone(), arrays)?)
    }

    /// Replaces or removes NUL characters in a column of text.
    fn without_nul(&self, array: &ArrayRef) -> ArrayRef {
        let replacement = match self.nul {
            Nul::Replace => "\u{FFFD}",
            Nul::Strip => "",
            Nul::Keep | Nul::Reject => return array.clone(),
        };
        match array.as_string_opt::<i32>() {
            Some(texts) if texts.value_data().contains(&0) => {
                let values = texts.iter();
                let values = values.map(|text| text.map(|text| text.replace('\0', replacement)));
                Arc::new(values.collect::<StringArray>())
            }
            _ => array.clone(),
        }
    }
}

fn repeated(constant: Option<&Constant>, data_type: &DataType, rows: usize) -> ArrayRef {
    match constant {
        Some(Constant::Integer(value)) => Arc::new(Int64Array::from(vec![*value; rows])),
        Some(Constant::Text(value)) => {
            Arc::new(std::iter::repeat_n(Some(value), rows).collect::<StringArray>())
        }
        None => utflane_arrow::arrow_array::new_null_array(data_type, rows),
    }
}
