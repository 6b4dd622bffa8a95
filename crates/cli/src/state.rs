//! The state of a file, to detect changes that somebody else makes to it in the meantime.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::time::SystemTime;

use crate::directory::Directory;
use crate::identity::Identity;

/// The identity of a file, and its properties and dates.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct State {
    identity: Identity,
    /// The length in bytes, and the time of the last change of the contents.
    contents: (u64, Time),
    #[cfg(unix)]
    mode: u32,
    #[cfg(unix)]
    owner: (u32, u32),
    #[cfg(unix)]
    names: u64,
    /// The time of the last status change (ctime), which no program can set.
    #[cfg(unix)]
    changed: Time,
}

/// Seconds and nanoseconds.
#[cfg(unix)]
type Time = (i64, i64);
#[cfg(not(unix))]
type Time = Option<std::time::SystemTime>;

impl State {
    #[cfg(unix)]
    pub(crate) fn of(path: &Path, metadata: &Metadata) -> State {
        use std::os::unix::fs::MetadataExt;
        State {
            identity: Identity::of(path, metadata),
            contents: (metadata.len(), (metadata.mtime(), metadata.mtime_nsec())),
            mode: metadata.mode(),
            owner: (metadata.uid(), metadata.gid()),
            names: metadata.nlink(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path, metadata: &Metadata) -> State {
        State {
            identity: Identity::of(path, metadata),
            contents: (metadata.len(), metadata.modified().ok()),
        }
    }

    #[cfg(unix)]
    #[allow(
        clippy::unnecessary_cast,
        reason = "systems have these numbers in different types"
    )]
    pub(crate) fn of_stat(stat: &rustix::fs::Stat) -> State {
        State {
            identity: Identity::Number(stat.st_dev as u64, stat.st_ino as u64),
            contents: (
                stat.st_size as u64,
                (stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            ),
            mode: stat.st_mode as u32,
            owner: (stat.st_uid as u32, stat.st_gid as u32),
            names: stat.st_nlink as u64,
            changed: (stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        }
    }

    /// Returns the first difference between two states, in words.
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

/// Returns an error if the state of the file with this name differs from `before`, or if there is a
/// file although `before` is `None`.
pub(crate) fn check_unchanged(
    before: Option<&State>,
    directory: &Directory,
    name: &OsStr,
) -> io::Result<()> {
    let now = directory.state(name)?;
    let what = match (before, &now) {
        (Some(before), Some(now)) => before.difference(now),
        (Some(_), None) => Some("it is gone"),
        (None, Some(_)) => Some("it is new"),
        (None, None) => None,
    };
    match what {
        None => Ok(()),
        Some(what) => Err(io::Error::other(format!(
            "it was changed in the meantime ({what}), so it is not replaced"
        ))),
    }
}

/// Two changes within this time may get the same date, because some systems have a clock for file
/// dates that ticks a hundred times per second.
#[cfg(unix)]
const TICK: std::time::Duration = std::time::Duration::from_millis(20);

/// Waits until another change of the file would get a later date than the last one.
#[cfg(unix)]
pub(crate) fn settle(metadata: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_nanos() as i128);
    let changed = i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec());
    // The clock of a file server may differ. We do not wait for dates in the future.
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
    use std::fs;

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
