//! Completes files in groups, because flushing many files to disk together takes little longer than
//! flushing one.
//!
//! The files of a group are complete except for their names. Their file systems are flushed, and
//! then each file is renamed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;

use anyhow::Context;

use crate::output::{Ending, Prepared};
use crate::replace::synchronise;

/// From this number of files on, the whole file system is flushed. That also flushes what other
/// programs have written.
const MANY: usize = 5;

/// Files that wait to be renamed, each with a number from the caller.
#[derive(Default)]
pub(crate) struct Group {
    waiting: Vec<(usize, Prepared)>,
    /// The files to flush, as long as they are few.
    files: Vec<File>,
    /// One open file per file system, if there are many files.
    systems: BTreeMap<u64, File>,
}

impl Group {
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn add(&mut self, number: usize, mut prepared: Prepared) -> anyhow::Result<()> {
        if let Some(file) = prepared.take_unsynchronised() {
            match system(&file) {
                Some(system) => self.add_file(system, file),
                None => synchronise(&file).with_context(|| prepared.name().clone())?,
            }
        }
        self.waiting.push((number, prepared));
        Ok(())
    }

    /// Adds a file to flush. Keeps only a few files open for any number of files.
    fn add_file(&mut self, number: u64, file: File) {
        if !self.systems.is_empty() {
            self.systems.insert(number, file);
            return;
        }
        self.files.push(file);
        if self.files.len() >= MANY {
            let files = self.files.drain(..);
            self.systems
                .extend(files.filter_map(|file| Some((system(&file)?, file))));
        }
    }

    /// Renames all files to their final names. Returns the numbers and results.
    pub(crate) fn complete(&mut self) -> Vec<(usize, anyhow::Result<Ending>)> {
        let files = self.files.drain(..).map(|file| synchronise(&file));
        let systems = std::mem::take(&mut self.systems).into_values();
        let synchronised = files.chain(systems.map(|file| synchronise_system(&file)));
        let result: io::Result<()> = synchronised.collect();
        let complete = |(number, prepared): (usize, Prepared)| {
            let ending = match &result {
                Ok(()) => prepared.complete(),
                Err(error) => Err(io::Error::new(error.kind(), error.to_string()))
                    .with_context(|| prepared.name().clone()),
            };
            (number, ending)
        };
        self.waiting.drain(..).map(complete).collect()
    }
}

/// Returns the number of the file system of a file, if it can be flushed as a whole and reports
/// errors. That holds on Linux 5.8 and later, for file systems that write to their disks
/// themselves.
#[cfg(target_os = "linux")]
fn system(file: &File) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    use std::sync::LazyLock;

    /// The magic numbers of btrfs, ext4 (and its predecessors), F2FS, tmpfs and XFS.
    const KNOWN: [u64; 5] = [0x9123_683E, 0xEF53, 0xF2F5_2010, 0x0102_1994, 0x5846_5342];
    static ARE_REPORTED: LazyLock<bool> = LazyLock::new(|| {
        let name = rustix::system::uname();
        let mut numbers = name.release().to_str().unwrap_or("").split(['.', '-']);
        let mut next = || numbers.next()?.parse::<u32>().ok();
        (next(), next()) >= (Some(5), Some(8))
    });
    let kind = rustix::fs::fstatfs(file).ok()?.f_type as u64 & 0xFFFF_FFFF;
    let is_known = *ARE_REPORTED && KNOWN.contains(&kind);
    is_known.then(|| Some(file.metadata().ok()?.dev()))?
}

#[cfg(not(target_os = "linux"))]
fn system(_: &File) -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
fn synchronise_system(file: &File) -> io::Result<()> {
    Ok(rustix::fs::syncfs(file)?)
}

#[cfg(not(target_os = "linux"))]
fn synchronise_system(file: &File) -> io::Result<()> {
    synchronise(file)
}
