//! Where `convert` writes: standard output, or a file that appears whole or not at all.
//!
//! A file is written under a temporary name in the same folder and renamed when it is complete. Until then the name
//! keeps what it had, so the input may be the very file that is replaced.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::{Builder, NamedTempFile};

use crate::name::{Name, name_of};

pub(crate) struct Output<'a> {
    name: Name,
    target: Target<'a>,
}

enum Target<'a> {
    /// Standard output, or a file that cannot be replaced: a device, a named pipe.
    Stream(Box<dyn Write + 'a>),
    Replacement(Box<Replacement>),
}

/// A file in the making, under a temporary name that goes away with it.
struct Replacement {
    file: NamedTempFile,
    path: PathBuf,
    /// What is known of the file that it replaces.
    #[cfg_attr(not(unix), expect(dead_code, reason = "permissions are those of Unix"))]
    replaced: Option<Metadata>,
}

impl<'a> Output<'a> {
    /// Opens a file for writing, or `stdout` for `-`.
    pub(crate) fn open(path: &Path, stdout: &'a mut dyn Write) -> anyhow::Result<Output<'a>> {
        if path.as_os_str() == "-" {
            return Ok(Output {
                name: Name::STDOUT,
                target: Target::Stream(Box::new(stdout)),
            });
        }
        let name = name_of(path);
        let target = open_target(path).with_context(|| name.clone())?;
        Ok(Output { name, target })
    }

    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match &mut self.target {
            Target::Stream(stream) => stream.write_all(bytes),
            Target::Replacement(replacement) => replacement.file.write_all(bytes),
        }
        .with_context(|| self.name.clone())
    }

    /// Makes what was written appear under the file's name. An output that is dropped instead leaves no trace there.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self.target {
            Target::Stream(mut stream) => stream.flush(),
            Target::Replacement(replacement) => replacement.finish(),
        }
        .with_context(|| self.name.clone())
    }
}

fn open_target(path: &Path) -> io::Result<Target<'static>> {
    let replacement = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => {
            let stream = File::options().write(true).open(path)?;
            return Ok(Target::Stream(Box::new(stream)));
        }
        // A symbolic link stays; what it points to is replaced.
        Ok(metadata) => Replacement::create(fs::canonicalize(path)?, Some(metadata))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Replacement::create(path.to_owned(), None)?
        }
        Err(error) => return Err(error),
    };
    Ok(Target::Replacement(Box::new(replacement)))
}

impl Replacement {
    fn create(path: PathBuf, replaced: Option<Metadata>) -> io::Result<Replacement> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = Builder::new();
        builder.prefix(".utflane-");
        #[cfg(unix)]
        builder.permissions(unix::permissions(replaced.as_ref()));
        let file = builder.tempfile_in(folder)?;
        Ok(Replacement {
            file,
            path,
            replaced,
        })
    }

    fn finish(self) -> io::Result<()> {
        #[cfg(unix)]
        if let Some(replaced) = &self.replaced {
            unix::take_over(self.file.as_file(), replaced)?;
        }
        self.file.persist(&self.path)?;
        Ok(())
    }
}

#[cfg(unix)]
mod unix {
    //! Owner and permissions of a file that replaces another.

    use std::fs::{File, Metadata, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    /// The permissions to create a file with, before the process's mask takes some away: never more than the file has
    /// that it replaces, and what any new file gets if there is none.
    pub(super) fn permissions(replaced: Option<&Metadata>) -> Permissions {
        let mode = replaced.map_or(0o666, |metadata| metadata.mode() & 0o777);
        Permissions::from_mode(mode)
    }

    /// Gives `file` the owner, where that is allowed, and the permissions of the file that it replaces.
    pub(super) fn take_over(file: &File, replaced: &Metadata) -> io::Result<()> {
        let _ = fchown(file, Some(replaced.uid()), Some(replaced.gid()));
        file.set_permissions(Permissions::from_mode(replaced.mode() & 0o777))
    }
}
