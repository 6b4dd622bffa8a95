//! The state of a file, by which a change that somebody else makes to it in the meantime shows.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::identity::Identity;

/// What a file is, and when it was last changed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct State {
    identity: Identity,
    contents: (u64, Option<SystemTime>),
    #[cfg(unix)]
    mode: u32,
    #[cfg(unix)]
    owner: (u32, u32),
    #[cfg(unix)]
    names: u64,
    /// When anything of it was changed. No program can set this.
    #[cfg(unix)]
    changed: (i64, i64),
}

impl State {
    pub(crate) fn of(path: &Path, metadata: &Metadata) -> State {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        State {
            identity: Identity::of(path, metadata),
            contents: (metadata.len(), metadata.modified().ok()),
            #[cfg(unix)]
            mode: metadata.mode(),
            #[cfg(unix)]
            owner: (metadata.uid(), metadata.gid()),
            #[cfg(unix)]
            names: metadata.nlink(),
            #[cfg(unix)]
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// What of a file with this state has become another, if anything has.
    fn difference(&self, now: &State) -> Option<&'static str> {
        if self.identity != now.identity {
            return Some("it is another file");
        }
        if self.contents != now.contents {
            return Some("its contents");
        }
        #[cfg(unix)]
        if self.mode != now.mode {
            return Some("its permissions");
        }
        #[cfg(unix)]
        if self.owner != now.owner {
            return Some("its owner or group");
        }
        #[cfg(unix)]
        if self.names != now.names {
            return Some("its names (hard links)");
        }
        (self != now).then_some("its contents, or its attributes")
    }
}

/// An error if the file at `path` has another state than `before`, or if there is one where none
/// was.
pub(crate) fn check_unchanged(before: Option<&State>, path: &Path) -> io::Result<()> {
    let now = match fs::symlink_metadata(path) {
        Ok(metadata) => Some(State::of(path, &metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let what = match (before, &now) {
        (Some(before), Some(now)) => before.difference(now),
        (Some(_), None) => Some("it is gone"),
        (None, Some(_)) => Some("it was not there"),
        (None, None) => None,
    };
    match what {
        None => Ok(()),
        Some(what) => Err(io::Error::other(format!(
            "it was changed in the meantime ({what}), and is left alone"
        ))),
    }
}

/// The time in which two changes may get one date: file systems take it from a clock that ticks a
/// hundred times a second on some systems.
#[cfg(unix)]
const TICK: std::time::Duration = std::time::Duration::from_millis(20);

/// Waits until a further change of the file gets another date than the last one.
#[cfg(unix)]
pub(crate) fn settle(metadata: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos() as i128);
    let changed = i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec());
    // The clock of a file server may be another one: what is dated in the future is not waited for.
    if let Ok(age) = u64::try_from(now - changed)
        && let Some(rest) = TICK.checked_sub(std::time::Duration::from_nanos(age))
    {
        std::thread::sleep(rest);
    }
}

#[cfg(not(unix))]
pub(crate) fn settle(_: &Metadata) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_just_written_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "new").unwrap();
        let metadata = fs::metadata(&path).unwrap();
        settle(&metadata);
        let age = metadata.modified().unwrap().elapsed().unwrap();
        assert!(age >= TICK, "{age:?}");
    }
}
