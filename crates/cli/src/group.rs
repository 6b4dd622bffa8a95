//! Completes files in groups: to bring many files to the disk at once takes little longer than to
//! bring one.
//!
//! The files of a group have all but their names. Their file systems are synchronised, and then
//! each file is renamed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;

use anyhow::Context;

use crate::output::{Ending, Prepared};
use crate::replace::synchronise;

/// The number of files from which on a whole file system is synchronised: others may have written
/// to it, too.
const MANY: usize = 5;

/// Files that wait for their names, each with a number that the caller gives.
#[derive(Default)]
pub(crate) struct Group {
    waiting: Vec<(usize, Prepared)>,
    /// Those that are not on the disk yet, while they are few.
    files: Vec<File>,
    /// An open file of each file system, if they are many.
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

    /// Keeps few files open, however many there are.
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

    /// Gives all files their names. Returns the numbers and results.
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

/// The number of the file system of a file, if it can be synchronised as a whole, and errors of
/// that are reported: by Linux 5.8 and later, in a file system whose disk it writes to itself.
#[cfg(target_os = "linux")]
fn system(file: &File) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    use std::sync::LazyLock;

    /// Numbers of btrfs, ext4 (and its forerunners), F2FS, tmpfs and XFS.
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
