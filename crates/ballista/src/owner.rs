//! Owner files, which identify the client of a partial output, so that it can be removed when the
//! client has died.
//!
//! `OUTPUT.owner` next to a partial output contains the scheduler and the job. While the client
//! runs, it holds a lock on the file and renews its modification time. An output is an orphan if
//! the lock is free, the time is old, and the job has ended. The time is needed for file systems on
//! which locks only work within one machine.

use crate::jobs::{self, JobState, Scheduler};
use datafusion::common::{DataFusionError, Result, exec_datafusion_err};
use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::task::AbortHandle;

/// The interval at which a client renews the time of its files.
const RENEWAL: Duration = Duration::from_secs(5);

/// The age at which the client of a file is considered dead.
const DEAD: Duration = Duration::from_secs(60);

/// The age at which an output is an orphan even if the state of its job is unknown.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// The time limit for an answer of the scheduler.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// The suffix of the names of owner files.
const SUFFIX: &str = ".owner";

/// The first line of an owner file.
const TITLE: &str = "utflane-ballista writes the output of this name without .owner";

/// The owner file of a partial output.
#[derive(Debug)]
pub(crate) struct Owner {
    path: PathBuf,
    file: Arc<File>,
    renewal: AbortHandle,
    /// Whether to keep the file, so that a later client removes the output.
    is_left: bool,
}

impl Owner {
    /// Creates the owner file of an output.
    pub(crate) fn of(output: &Path) -> Result<Owner> {
        let path = with_suffix(output);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| of_file(folder, error))?;
        }
        let file = File::create_new(&path).and_then(|mut file| {
            // Without locks, only the age is used.
            let _ = file.lock();
            writeln!(file, "{TITLE}").map(|()| Arc::new(file))
        });
        let file = file.map_err(|error| of_file(&path, error))?;
        let renewed = file.clone();
        let renewal = tokio::spawn(async move {
            loop {
                tokio::time::sleep(RENEWAL).await;
                let _ = renewed.set_modified(SystemTime::now());
            }
        });
        Ok(Owner {
            path,
            file,
            renewal: renewal.abort_handle(),
            is_left: false,
        })
    }

    /// Writes the scheduler and the job to the file.
    pub(crate) fn set_job(&self, scheduler: &str, job: &str) {
        // If this fails, the output becomes an orphan after [`FORGOTTEN`] instead.
        let _ = writeln!(&*self.file, "{scheduler}\n{job}");
    }

    /// Keeps the file for a later client, because executors may still write.
    pub(crate) fn leave(&mut self) {
        self.is_left = true;
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.renewal.abort();
        if !self.is_left {
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn with_suffix(output: &Path) -> PathBuf {
    let mut path = output.as_os_str().to_owned();
    path.push(SUFFIX);
    path.into()
}

fn of_file(path: &Path, error: io::Error) -> DataFusionError {
    exec_datafusion_err!("{}: {error}", path.display())
}

/// Removes the outputs in a folder if their clients have died and their jobs have ended. Connects
/// to their schedulers with the settings of `scheduler`.
pub(crate) async fn remove_orphans(folder: &Path, scheduler: &Scheduler) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let is_owner = name.to_str().is_some_and(|name| {
            let output = name.strip_suffix(SUFFIX);
            output.is_some_and(|output| output.contains(crate::output::PARTIAL))
        });
        // `file` keeps the lock until the output is removed.
        if is_owner
            && let Ok(file) = File::open(&path)
            && is_orphan(&file, scheduler).await
        {
            let output = path.with_extension("");
            log::info!("{} of a client that has died is removed", output.display());
            crate::output::remove(&output);
            let _ = fs::remove_file(&path);
        }
    }
}

/// Returns whether the output of an owner file is an orphan. If it is, the file is locked.
async fn is_orphan(mut file: &File, scheduler: &Scheduler) -> bool {
    let age = file.metadata().and_then(|metadata| metadata.modified());
    let age = age.ok().and_then(|time| time.elapsed().ok());
    let Some(age) = age.filter(|age| *age >= DEAD) else {
        return false;
    };
    if file.try_lock().is_err() || file.rewind().is_err() {
        return false;
    }
    let text = io::read_to_string(file).unwrap_or_default();
    match text.lines().collect::<Vec<_>>().as_slice() {
        [TITLE, url, job] if age < FORGOTTEN => {
            let url = (*url).to_owned();
            let endpoint = scheduler.endpoint.clone();
            let scheduler = Scheduler { url, endpoint };
            let state = tokio::time::timeout(ANSWER_TIMEOUT, jobs::state(&scheduler, job)).await;
            matches!(state, Ok(Ok(state)) if state != JobState::Active)
        }
        [TITLE, ..] => age >= FORGOTTEN,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_orphans_are_removed() -> Result<()> {
        let place = tempfile::tempdir()?;
        let output = |name: &str| place.path().join(format!("{name}.partial-1-2-3"));
        let write = |name: &str, text: &str, age: Duration| -> io::Result<()> {
            fs::create_dir(output(name))?;
            fs::write(output(name).join("a_0.csv"), "1\n")?;
            let mut file = File::create_new(with_suffix(&output(name)))?;
            file.write_all(text.as_bytes())?;
            file.set_modified(SystemTime::now() - age)
        };
        // No scheduler listens on this port.
        let job = format!("{TITLE}\nhttp://127.0.0.1:9\njob\n");
        for (name, text, age) in [
            ("new", &job, DEAD / 2),
            ("unreachable", &job, DEAD * 2),
            ("without-job", &format!("{TITLE}\n"), DEAD * 2),
            ("other", &"notes\n".to_owned(), FORGOTTEN * 2),
            ("old", &job, FORGOTTEN * 2),
            ("old-without-job", &format!("{TITLE}\n"), FORGOTTEN * 2),
        ] {
            write(name, text, age)?;
        }
        // A live client, whose lock is held although its file is old.
        let alive = Owner::of(&output("alive"))?;
        alive.set_job("http://127.0.0.1:9", "job");
        fs::create_dir(output("alive"))?;
        alive.file.set_modified(SystemTime::now() - FORGOTTEN * 2)?;
        fs::create_dir(output("without-owner"))?;
        fs::write(place.path().join("a.owner"), &job)?;

        let scheduler = Scheduler {
            url: "http://127.0.0.1:9".into(),
            endpoint: None,
        };
        remove_orphans(place.path(), &scheduler).await;
        let mut left: Vec<_> = fs::read_dir(place.path())?
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".partial-1-2-3").map(str::to_owned))
            .collect();
        left.sort();
        let expected = [
            "alive",
            "new",
            "other",
            "unreachable",
            "without-job",
            "without-owner",
        ];
        assert_eq!(left, expected);
        assert!(!with_suffix(&output("old")).exists());
        assert!(place.path().join("a.owner").exists());
        drop(alive);
        assert!(!with_suffix(&output("alive")).exists());
        remove_orphans(&place.path().join("none"), &scheduler).await;
        Ok(())
    }
}
