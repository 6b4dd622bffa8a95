//! Selects the files of one attempt from all files that tasks have written.
//!
//! A task that is lost may have written files before it runs again. These files would duplicate
//! rows. The names of the files of one attempt have the same prefix. For Parquet, the attempt whose
//! files have all rows is selected. For other formats, there must be only one attempt.

use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::UInt64Type;
use datafusion::common::{Result, exec_err, internal_err};
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use std::collections::BTreeMap;

/// A file that was written.
#[derive(Clone, Debug)]
pub(crate) struct Written<P> {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) path: P,
}

/// Returns the files of the attempt that has written all rows, and all other files.
pub(crate) async fn of_one_attempt<P>(
    session: &SessionContext,
    files: Vec<Written<P>>,
    is_parquet: bool,
    rows: u64,
) -> Result<[Vec<Written<P>>; 2]> {
    let mut attempts = BTreeMap::<String, Vec<Written<P>>>::new();
    let mut others = Vec::new();
    for file in files {
        // A file with `#` in its name was incomplete when its writer was lost.
        if file.name.contains('#') {
            others.push(file);
            continue;
        }
        let attempt = file.name.split(['_', '.']).next().unwrap_or_default();
        attempts.entry(attempt.to_owned()).or_default().push(file);
    }
    let mut found = None;
    for (attempt, files) in &attempts {
        let is_all = match is_parquet {
            true => rows_of(session, files)
                .await
                .is_ok_and(|found| found == rows),
            false => attempts.len() == 1,
        };
        if is_all {
            found = Some(attempt.clone());
        }
    }
    let files = found.and_then(|found| attempts.remove(&found));
    if files.is_none() && rows > 0 {
        return exec_err!(
            "an executor was lost while it wrote, and the files with exactly {rows} rows cannot be \
             found: run the statement again"
        );
    }
    others.extend(attempts.into_values().flatten());
    Ok([files.unwrap_or_default(), others])
}

/// Returns the number of rows in Parquet files, from their footers.
async fn rows_of<P>(session: &SessionContext, files: &[Written<P>]) -> Result<u64> {
    // Count on this machine, even if the queries of the session run on a cluster.
    let runtime = session.runtime_env();
    let local = SessionContext::new_with_config_rt(SessionConfig::new(), runtime);
    let mut rows = 0;
    for file in files {
        let options = ParquetReadOptions::default().file_extension("");
        let table = local.read_parquet(&file.url, options).await?;
        rows += table.count().await? as u64;
    }
    Ok(rows)
}

/// Returns the number of rows in the result of `COPY`.
pub(crate) fn rows_written(batches: &[RecordBatch]) -> Result<u64> {
    let mut rows = 0;
    for batch in batches {
        let first = batch.columns().first();
        match first.and_then(|column| column.as_primitive_opt::<UInt64Type>()) {
            Some(counts) => rows += counts.values().iter().sum::<u64>(),
            None => return internal_err!("COPY returns no number of rows"),
        }
    }
    Ok(rows)
}
