//! The outputs of `convert`: standard output, a device or pipe, or a file that appears whole or not
//! at all.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::identity::Entry;
#[cfg(unix)]
use crate::identity::Identity;
use crate::name::{Name, name_of};
use crate::replace::{Overrides, Ready, Replacement};
use crate::revise::{Revision, date};
use crate::standard;

/// The target of a path that an output is written to.
pub(crate) enum Place {
    Stdout,
    Stderr,
    /// A target that is not replaced: a device, a pipe, or a file descriptor that the program was
    /// started with. Output is appended to it.
    Stream(PathBuf),
    /// A file at a path that is not a symbolic link, with the metadata of an existing one.
    File(PathBuf, Option<Box<Metadata>>),
}

impl Place {
    /// Follows symbolic links: they stay, and their target is written, whether it exists or not.
    pub(crate) fn of(path: &Path) -> io::Result<Place> {
        if path.as_os_str() == "-" {
            return Ok(Place::Stdout);
        }
        let mut path = path.to_owned();
        // The limit of the system.
        for _ in 0..40 {
            if let Some(place) = descriptor(&path) {
                return Ok(place);
            }
            let metadata = match fs::symlink_metadata(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Place::File(path, None));
                }
                result => result?,
            };
            if metadata.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if metadata.is_file() {
                return Ok(Place::File(path, Some(Box::new(metadata))));
            }
            if !metadata.is_symlink() {
                return Ok(Place::Stream(path));
            }
            let target = fs::read_link(&path)?;
            path = path.parent().unwrap_or(Path::new("")).join(target);
        }
        Err(io::Error::other("too many symbolic links"))
    }
}

/// The target of a name of an open file, such as `/dev/fd/1`, to which `/dev/stdout` leads. The
/// open file may have a name of its own, but it is written to, not replaced under that name.
fn descriptor(path: &Path) -> Option<Place> {
    let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(path.parent()?).ok()?;
    let ours = Path::new("/proc").join(std::process::id().to_string());
    let is_ours = folder == Path::new("/dev/fd") || folder == ours.join("fd");
    let is_any = folder.starts_with("/proc") && folder.ends_with("fd");
    match number {
        1 if is_ours => Some(Place::Stdout),
        2 if is_ours => Some(Place::Stderr),
        _ => (is_ours || is_any).then(|| Place::Stream(path.to_owned())),
    }
}

pub(crate) struct Output<'a> {
    name: Name,
    target: Target<'a>,
}

enum Target<'a> {
    Stream(Box<dyn Write + 'a>),
    Replacement(Box<Replacement>),
    Revision(Box<Revision>),
}

/// The result of completing an output.
#[derive(Clone, Copy)]
pub(crate) struct Ending {
    /// Whether the contents are, or would be, new.
    pub(crate) changed: bool,
    /// The message to the user, if any.
    pub(crate) note: Option<&'static str>,
}

impl<'a> Output<'a> {
    /// Opens the target of `path`.
    pub(crate) fn open(
        path: &Path,
        place: Place,
        stdout: &'a mut dyn Write,
        overrides: Overrides,
    ) -> anyhow::Result<Output<'a>> {
        let name = match place {
            Place::Stdout => Name::STDOUT,
            _ => name_of(path),
        };
        let target = match place {
            Place::Stdout => Ok(Target::Stream(Box::new(stdout))),
            Place::Stderr => Ok(Target::Stream(Box::new(io::stderr()))),
            Place::Stream(path) => File::options()
                .append(true)
                .open(path)
                .map(|file| Target::Stream(Box::new(file))),
            Place::File(path, replaced) => {
                Replacement::create(path, replaced.map(|m| *m), None, overrides)
                    .map(|replacement| Target::Replacement(Box::new(replacement)))
            }
        };
        let target = target.with_context(|| name.clone())?;
        Ok(Output { name, target })
    }

    /// Opens a file among others in a folder, where nothing else is written to. A new one gives no
    /// more permissions than the file with the metadata `source`, and has its date if `keep_date`.
    pub(crate) fn file(
        path: &Path,
        place: Place,
        source: Metadata,
        keep_date: bool,
        overrides: Overrides,
    ) -> anyhow::Result<Output<'static>> {
        let name = name_of(path);
        let date = keep_date.then(|| date(&source)).transpose();
        let date = date.with_context(|| name.clone())?;
        let replacement = match place {
            Place::File(path, replaced) => {
                Replacement::create(path, replaced.map(|m| *m), Some(source), overrides)
            }
            _ => Err(io::Error::other("is there, and no file")),
        };
        let mut replacement = replacement.with_context(|| name.clone())?;
        if let Some(date) = date {
            replacement.keep_date(date);
        }
        let target = Target::Replacement(Box::new(replacement));
        Ok(Output { name, target })
    }

    /// Opens an output that replaces the file it is converted from.
    pub(crate) fn revise(
        path: &Path,
        overrides: Overrides,
        dry: bool,
    ) -> anyhow::Result<Output<'a>> {
        let name = name_of(path);
        let revision = Revision::open(path, overrides, dry).with_context(|| name.clone())?;
        Ok(Output {
            name,
            target: Target::Revision(Box::new(revision)),
        })
    }

    /// Gives a file that replaces the one it is converted from the date of that.
    pub(crate) fn keep_date(&mut self) {
        if let Target::Revision(revision) = &mut self.target {
            revision.keep_date();
        }
    }

    /// Keeps the file that it is converted from under its name with this suffix.
    pub(crate) fn keep_with(&mut self, suffix: &OsStr) {
        if let Target::Revision(revision) = &mut self.target {
            revision.keep_with(suffix);
        }
    }

    pub(crate) fn name(&self) -> &Name {
        &self.name
    }

    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.target {
            Target::Stream(stream) => stream.write_all(bytes),
            Target::Replacement(replacement) => replacement.write_all(bytes),
            Target::Revision(revision) => revision.write_all(bytes),
        }
        .with_context(|| self.name.clone())
    }

    /// Ends the writing. An output that is dropped instead leaves no trace.
    pub(crate) fn prepare(self) -> anyhow::Result<Prepared> {
        let (changed, ready) = match self.target {
            Target::Stream(mut stream) => stream.flush().map(|()| (true, None)),
            Target::Replacement(replacement) => {
                replacement.prepare().map(|ready| (true, Some(ready)))
            }
            Target::Revision(revision) => revision.prepare(),
        }
        .with_context(|| self.name.clone())?;
        Ok(Prepared {
            name: self.name,
            changed,
            ready,
        })
    }

    /// Renames the complete file to its final name.
    pub(crate) fn finish(self) -> anyhow::Result<Ending> {
        self.prepare()?.complete()
    }
}

/// An output that is written. If it is a file, it has all but its name.
pub(crate) struct Prepared {
    name: Name,
    changed: bool,
    ready: Option<Ready>,
}

impl Prepared {
    pub(crate) fn name(&self) -> &Name {
        &self.name
    }

    /// Takes the open file away if it has to be brought to the disk yet.
    pub(crate) fn take_unsynchronised(&mut self) -> Option<File> {
        self.ready.as_mut().and_then(Ready::take_unsynchronised)
    }

    /// Renames the file to its final name.
    pub(crate) fn complete(self) -> anyhow::Result<Ending> {
        let note = self.ready.map(Ready::complete).transpose();
        Ok(Ending {
            changed: self.changed,
            note: note.with_context(|| self.name)?.flatten(),
        })
    }
}

/// An error if standard output is appended to the file that is read: the conversion would never
/// end.
pub(crate) fn check_loop(input: &Path, place: &Place) -> anyhow::Result<()> {
    let output = match place {
        Place::Stdout => standard::stdout_metadata(),
        Place::Stream(path) => fs::metadata(path),
        Place::Stderr | Place::File(..) => return Ok(()),
    };
    let read = match input.as_os_str().to_str() {
        Some("-") => standard::stdin_metadata(),
        _ => fs::metadata(input),
    };
    if let (Ok(read), Ok(output)) = (read, output) {
        anyhow::ensure!(
            !is_same(&read, &output),
            "{}: it is read and written at the same time; --in-place FILE replaces it",
            name_of(input)
        );
    }
    Ok(())
}

/// Whether an output replaces this input.
pub(crate) fn is_replaced(input: &Path, place: &Place) -> bool {
    let Place::File(path, Some(metadata)) = place else {
        return false;
    };
    match input.as_os_str().to_str() {
        Some("-") => standard::stdin_metadata().is_ok_and(|read| is_same(&read, metadata)),
        _ => Entry::at(input).is_some_and(|entry| Some(entry) == Entry::at(path)),
    }
}

#[cfg(unix)]
fn is_same(read: &Metadata, output: &Metadata) -> bool {
    let same = Identity::of(Path::new(""), read) == Identity::of(Path::new(""), output);
    same && read.is_file() && read.len() > 0
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    false
}
