//! Passes the rows of a file from the thread that reads it to the driver of a database.

use crate::load::{Job, Planned};
use crate::report::Rejected;
use crate::rows::{self, Counts, Sink};
use crate::target::Target;
use anyhow::{Context, bail};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex};
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::types::Float64Type;
use utflane_arrow::arrow_array::{RecordBatch, RecordBatchReader};
use utflane_arrow::arrow_schema::{ArrowError, SchemaRef};
use utflane_arrow::files::BadRow;

/// The number of batches of a file that wait for the database.
const WAITING: usize = 2;

/// Returns a channel for the messages about a file.
pub(crate) fn channel() -> (SyncSender<Message>, Receiver<Message>) {
    mpsc::sync_channel(WAITING)
}

/// Reads a file, and sends its rows and how it has ended.
pub(crate) fn send_file(job: &Job, planned: &Planned, sender: &SyncSender<Message>) {
    let mut sink = MessageSink {
        sender,
        rejected: job.rejected(planned),
        // SQLite stores NaN as null.
        has_nan: !matches!(job.options.to, Target::Sqlite(_)),
    };
    let counts = rows::read(job, planned, &mut sink);
    let counts = counts.and_then(|counts| sink.rejected.finish().map(|()| counts));
    // After an error of the database, nobody receives the end of a file.
    let _ = sender.send(Message::End(counts.map_or_else(End::Failed, End::Done)));
}

pub(crate) enum Message {
    Batch(RecordBatch),
    End(End),
}

pub(crate) enum End {
    Done(Counts),
    Failed(anyhow::Error),
}

struct MessageSink<'a> {
    sender: &'a SyncSender<Message>,
    rejected: Rejected,
    has_nan: bool,
}

impl Sink for MessageSink<'_> {
    fn batch(&mut self, batch: RecordBatch) -> anyhow::Result<()> {
        if !self.has_nan {
            check_nan(&batch)?;
        }
        self.sender
            .send(Message::Batch(batch))
            .context("the load has ended")
    }

    fn bad_rows(&mut self, rows: &[BadRow]) -> anyhow::Result<()> {
        self.rejected.write(rows)
    }
}

/// Returns an error if a number is NaN.
fn check_nan(batch: &RecordBatch) -> anyhow::Result<()> {
    for (column, field) in batch.columns().iter().zip(batch.schema_ref().fields()) {
        let floats = column.as_primitive_opt::<Float64Type>();
        if floats.is_some_and(|floats| floats.iter().flatten().any(f64::is_nan)) {
            let name = field.name();
            bail!("column {name:?}: SQLite would store NaN as null, so load the column as text");
        }
    }
    Ok(())
}

/// The rows of a file, for the driver.
pub(crate) struct FileRows {
    schema: SchemaRef,
    messages: Receiver<Message>,
    /// How the file ended.
    end: Arc<Mutex<Option<End>>>,
}

impl FileRows {
    /// Returns the rows, and how the file has ended once they are read.
    pub(crate) fn new(
        schema: &SchemaRef,
        messages: Receiver<Message>,
    ) -> (FileRows, Arc<Mutex<Option<End>>>) {
        let end = Arc::new(Mutex::new(None));
        let rows = FileRows {
            schema: schema.clone(),
            messages,
            end: end.clone(),
        };
        (rows, end)
    }
}

impl Iterator for FileRows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let end = match self.messages.recv() {
            Ok(Message::Batch(batch)) => return Some(Ok(batch)),
            Ok(Message::End(end)) => end,
            // The end was received before.
            Err(_) => return None,
        };
        let is_done = matches!(end, End::Done(_));
        *self.end.lock().expect("no panic") = Some(end);
        let error = || ArrowError::ExternalError("the file cannot be read".into());
        (!is_done).then(|| Err(error()))
    }
}

impl RecordBatchReader for FileRows {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}
