//! The outputs of `convert` and `repair`: standard output, a device or pipe, or a file that is
//! written completely or not at all.

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
use crate::shared::SharedFile;
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
    /// Resolves a path. Symbolic links are followed: they stay, and their target is written,
    /// whether it exists or not.
    pub(crate) fn of(path: &Path) -> io::Result<Place> {
        if path.as_os_str() == "-" {
            return Ok(Place::Stdout);
        }
        let mut path = path.to_owned();
        // The same limit as that of Linux.
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

/// Returns the target of a path that names an open file, such as `/dev/fd/1`, to which
/// `/dev/stdout` leads. Such a file is written to and not replaced, even if it has a name of its
/// own.
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
    /// Opens the target of `path`. A new file gets at most the permissions that all files among
    /// `inputs` have.
    pub(crate) fn open(
        path: &Path,
        place: Place,
        inputs: &[PathBuf],
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
                let sources = inputs.iter().filter_map(|input| metadata_of_file(input));
                Replacement::create(path, replaced.map(|m| *m), sources.collect(), overrides)
                    .map(|replacement| Target::Replacement(Box::new(replacement)))
            }
        };
        let target = target.with_context(|| name.clone())?;
        Ok(Output { name, target })
    }

    /// Opens an output file in a folder. A new file gets at most the permissions of the file with
    /// the metadata `source`, and the date of that file if `keep_date` is set.
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
                Replacement::create(path, replaced.map(|m| *m), vec![source], overrides)
            }
            _ => Err(io::Error::other("exists, but is not a regular file")),
        };
        let mut replacement = replacement.with_context(|| name.clone())?;
        if let Some(date) = date {
            replacement.keep_date(date);
        }
        let target = Target::Replacement(Box::new(replacement));
        Ok(Output { name, target })
    }

    /// Opens an output that replaces its input.
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

    /// Gives an output that replaces its input the date of the input.
    pub(crate) fn keep_date(&mut self) {
        if let Target::Revision(revision) = &mut self.target {
            revision.keep_date();
        }
    }

    /// Keeps the input under its name with this suffix.
    pub(crate) fn keep_with(&mut self, suffix: &OsStr) {
        if let Target::Revision(revision) = &mut self.target {
            revision.keep_with(suffix);
        }
    }

    /// Returns the file that the output replaces if it differs, to read it.
    pub(crate) fn original(&self) -> Option<SharedFile> {
        match &self.target {
            Target::Revision(revision) => Some(revision.original()),
            Target::Stream(_) | Target::Replacement(_) => None,
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

    /// Completes the contents. An output that is dropped instead leaves no trace.
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

/// An output with complete contents. If it is a file, only the flush to disk and the rename are
/// missing.
pub(crate) struct Prepared {
    name: Name,
    changed: bool,
    ready: Option<Ready>,
}

impl Prepared {
    pub(crate) fn name(&self) -> &Name {
        &self.name
    }

    /// Takes the open file if it still has to be flushed to disk.
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

/// Returns an error if the output is appended to the file that is read, because the conversion
/// would never end.
pub(crate) fn check_loop(input: &Path, place: &Place) -> anyhow::Result<()> {
    let output = match place {
        Place::Stdout => standard::stdout_metadata(),
        Place::Stream(path) => fs::metadata(path),
        Place::Stderr | Place::File(..) => return Ok(()),
    };
    if let (Ok(read), Ok(output)) = (metadata_of(input), output) {
        let words = "is input and output at the same time; use --in-place to replace it";
        return match is_same(&read, &output) {
            true => Err(anyhow::anyhow!(words).context(name_of(input))),
            false => Ok(()),
        };
    }
    Ok(())
}

fn metadata_of(input: &Path) -> io::Result<Metadata> {
    match input.as_os_str().to_str() {
        Some("-") => standard::stdin_metadata(),
        _ => fs::metadata(input),
    }
}

/// Returns the metadata of an input if it is a regular file.
fn metadata_of_file(input: &Path) -> Option<Metadata> {
    metadata_of(input).ok().filter(Metadata::is_file)
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
