//! Rewrites many files with several workers, in groups that are renamed together.

use std::fs;
use std::io;
use std::num::NonZero;

use crate::files::FoundFile;
use crate::group::Group;
use crate::output::{Ending, Prepared};
use crate::temporary::is_too_many;
use crate::work::for_each;

/// The outcome of rewriting one file.
pub(crate) trait Outcome: Send + 'static {
    /// Called after the new file has been renamed to its final name.
    fn complete(&mut self, ending: Ending);
}

/// Rewrites each file, several at a time, and reports the results in the order of the files. This
/// function completes the outputs that `rewrite` prepares.
pub(crate) fn rewrite_each<R: Outcome>(
    files: Vec<FoundFile>,
    jobs: NonZero<usize>,
    rewrite: impl Fn(&FoundFile) -> anyhow::Result<(R, Option<Prepared>)> + Send + Sync + 'static,
    mut report: impl FnMut(&FoundFile, anyhow::Result<R>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let parts = split(files, jobs);
    let rewrite = move |part: &Vec<FoundFile>| rewrite_part(part, &rewrite);
    for_each(parts, jobs, rewrite, |part, results| {
        let mut results = part.iter().zip(results);
        results.try_for_each(|(file, result)| report(file, result))
    })
}

/// The maximum number of files that are written before they are renamed.
const FILES_AT_ONCE: usize = 256;

/// The maximum number of directories of these files. Each stays open until the files are renamed.
const FOLDERS_AT_ONCE: usize = 16;

/// The maximum number of bytes of several files that are written before they are renamed. Until
/// then the old and the new contents are both on the disk.
const BYTES_AT_ONCE: u64 = 16 << 20;

/// Splits a list into parts whose files are renamed together.
fn split(files: Vec<FoundFile>, jobs: NonZero<usize>) -> Vec<Vec<FoundFile>> {
    // Several parts for each worker, so that all workers finish at about the same time.
    let most = (files.len() / (4 * jobs.get())).clamp(1, FILES_AT_ONCE);
    let mut parts: Vec<Vec<FoundFile>> = Vec::new();
    let (mut bytes, mut folders) = (0, 0);
    for file in files {
        let len = fs::metadata(&file.path).map_or(0, |metadata| metadata.len());
        let last = parts.last().and_then(|part| part.last());
        let is_elsewhere = last.is_some_and(|last| last.path.parent() != file.path.parent());
        bytes += len;
        folders += usize::from(is_elsewhere);
        let is_within = bytes <= BYTES_AT_ONCE && folders < FOLDERS_AT_ONCE;
        match parts.last_mut() {
            Some(part) if file.is_link || part.len() < most && is_within => part.push(file),
            _ => {
                parts.push(vec![file]);
                (bytes, folders) = (len, 0);
            }
        }
    }
    parts
}

/// Rewrites files that are renamed together. Returns one result for each file.
fn rewrite_part<R: Outcome>(
    part: &[FoundFile],
    rewrite: impl Fn(&FoundFile) -> anyhow::Result<(R, Option<Prepared>)>,
) -> Vec<anyhow::Result<R>> {
    let mut results = Vec::new();
    let mut group = Group::default();
    for (number, file) in part.iter().enumerate() {
        // Replacing one name of a file changes its link count and status, which the check before a
        // rename of another name compares.
        if file.is_link {
            complete(&mut group, &mut results);
        }
        let mut result = rewrite(file);
        // Completing the pending files frees disk space, because they replace others, and closes
        // directories.
        if result.as_ref().is_err_and(is_out_of_resources) && !group.is_empty() {
            complete(&mut group, &mut results);
            result = rewrite(file);
        }
        let result = result.and_then(|(outcome, prepared)| {
            prepared.map_or(Ok(()), |prepared| group.add(number, prepared))?;
            Ok(outcome)
        });
        results.push(result);
    }
    complete(&mut group, &mut results);
    results
}

/// Renames the files of a group to their final names.
fn complete<R: Outcome>(group: &mut Group, results: &mut [anyhow::Result<R>]) {
    for (number, ending) in group.complete() {
        match (ending, &mut results[number]) {
            (Ok(ending), Ok(outcome)) => outcome.complete(ending),
            (Err(error), result) => *result = Err(error),
            (Ok(_), Err(_)) => {}
        }
    }
}

/// Whether an error means that the disk is full or that too many files are open.
fn is_out_of_resources(error: &anyhow::Error) -> bool {
    let kinds = [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded];
    error.chain().any(|cause| {
        let error = cause.downcast_ref::<io::Error>();
        error.is_some_and(|error| kinds.contains(&error.kind()) || is_too_many(error))
    })
}
