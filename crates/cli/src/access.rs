//! Copies owner, permissions and attributes of a file to its replacement, as far as possible, and
//! sets the permissions of new files.
//!
//! A replacement never widens access. If the owner or group cannot be kept, other users get fewer
//! permissions. If an access control list (ACL) or an attribute cannot be kept, the file is not
//! replaced.

use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, fchown};
use std::path::Path;
use std::sync::LazyLock;

use rustix::fs::{Access, AtFlags, CWD, Mode, accessat};
use rustix::io::Errno;
use xattr::FileExt;

/// The attribute with the permissions of named users and groups (the ACL).
const ACL: &str = "system.posix_acl_access";

/// Attributes that the system derives from the contents and drops when the contents change.
const OF_CONTENTS: [&str; 3] = ["security.capability", "security.evm", "security.ima"];

/// Whether the replacement has the owner and the group of the original.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Kept {
    owner: bool,
    group: bool,
}

impl Kept {
    const ALL: Kept = Kept {
        owner: true,
        group: true,
    };

    /// The message to the user, if the owner or group could not be kept.
    pub(crate) fn note(self) -> Option<&'static str> {
        match (self.owner, self.group) {
            (true, true) => None,
            (true, false) => Some("its group could not be kept"),
            (false, true) => Some("its owner could not be kept"),
            (false, false) => Some("its owner and group could not be kept"),
        }
    }
}

/// Whether the file is read-only: it has no write bit, or this process may not write to it.
pub(crate) fn is_read_only(path: &Path, metadata: &Metadata) -> bool {
    let access = || accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS);
    metadata.permissions().readonly() || matches!(access(), Err(Errno::ACCESS | Errno::ROFS))
}

/// Gives `file` the owner, permissions and attributes of the file at `path`, as far as the system
/// allows it.
pub(crate) fn take_over(file: &File, path: &Path, replaced: &Metadata) -> io::Result<Kept> {
    let (owner, group) = (replaced.uid(), replaced.gid());
    let mut new = file.metadata()?;
    if (new.uid(), new.gid()) != (owner, group) {
        // Root may give a file to any user. Other users may only change its group, to one that they
        // are in.
        let _ = fchown(file, Some(owner), Some(group)).or_else(|_| fchown(file, None, Some(group)));
        new = file.metadata()?;
    }
    let kept = Kept {
        owner: new.uid() == owner,
        group: new.gid() == group,
    };
    // Attributes come first because the file is private until its permissions are set.
    copy_attributes(file, path, kept)?;
    file.set_permissions(Permissions::from_mode(mode(replaced.mode(), kept)))?;
    Ok(kept)
}

/// Gives a new file the permissions that all its sources have in common, less the umask.
pub(crate) fn limit(file: &File, sources: &[Metadata]) -> io::Result<()> {
    let mode = common_mode(&file.metadata()?, sources);
    file.set_permissions(Permissions::from_mode(mode))
}

/// Returns the permissions of a new file or folder: those that all `sources` have in common, less
/// the umask.
fn common_mode(new: &Metadata, sources: &[Metadata]) -> u32 {
    let limits = sources.iter().map(|source| {
        let kept = Kept {
            owner: true,
            group: new.gid() == source.gid(),
        };
        mode(source.mode(), kept)
    });
    limits.fold(0o777 & !umask(), |mode, limit| mode & limit)
}

/// Creates a folder with the permissions that all `sources` have in common, less the umask. The
/// owner gets full access for now. If the final permissions deny the owner some of it, returns
/// them.
pub(crate) fn create_folder(path: &Path, sources: &[Metadata]) -> io::Result<Option<Permissions>> {
    match DirBuilder::new().mode(0o700).create(path) {
        // Another thread has created the folder.
        Err(_) if path.is_dir() => return Ok(None),
        result => result?,
    }
    let new = fs::metadata(path)?;
    // A folder may inherit the set-group-ID bit.
    let mode = new.mode() & 0o7000 | common_mode(&new, sources);
    fs::set_permissions(path, Permissions::from_mode(mode | 0o700))?;
    Ok((mode & 0o700 != 0o700).then(|| Permissions::from_mode(mode)))
}

/// Returns the umask. The first call must come before any thread creates files, because the umask
/// can only be read by setting it.
pub(crate) fn umask() -> u32 {
    static MASK: LazyLock<u32> = LazyLock::new(|| {
        let mask = rustix::process::umask(Mode::RWXG | Mode::RWXO);
        rustix::process::umask(mask);
        mask.as_raw_mode() as u32
    });
    *MASK
}

/// Returns the permissions of a replacement. If the group has changed, members of the old group are
/// now among all others. So both the new group and all others get only the permissions that the old
/// group and all others had in common. The set-user-ID and set-group-ID bits are dropped, as by any
/// write.
fn mode(replaced: u32, kept: Kept) -> u32 {
    let (owner, group, others) = (replaced & 0o700, replaced >> 3 & 7, replaced & 7);
    let (group, others) = match kept.group {
        true => (group, others),
        false => (group & others, group & others),
    };
    owner | group << 3 | others
}

fn copy_attributes(file: &File, path: &Path, kept: Kept) -> io::Result<()> {
    let names: Vec<_> = match xattr::list_deref(path) {
        Ok(names) => names.collect(),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
        Err(error) => return Err(error),
    };
    // The new file may have inherited a default ACL from the folder.
    if !names.iter().any(|name| name == ACL) && file.get_xattr(ACL).is_ok_and(|acl| acl.is_some()) {
        file.remove_xattr(ACL)?;
    }
    for name in names {
        copy_attribute(file, path, &name, kept).map_err(|error| {
            io::Error::other(format!("its attribute {name:?} cannot be kept: {error}"))
        })?;
    }
    Ok(())
}

fn copy_attribute(file: &File, path: &Path, name: &OsStr, kept: Kept) -> io::Result<()> {
    if OF_CONTENTS.iter().any(|other| name == *other) {
        return Ok(());
    }
    let value = xattr::get_deref(path, name)?;
    // An ACL refers to owner and group without naming them.
    if name == ACL && kept != Kept::ALL {
        return Err(io::Error::other("the owner or group has changed"));
    }
    match value {
        Some(value) if file.get_xattr(name)?.as_ref() != Some(&value) => {
            file.set_xattr(name, &value)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_access_by_a_change_of_group() {
        let kept = |group| Kept {
            owner: group,
            group,
        };
        for replaced in 0..=0o7777 {
            assert_eq!(mode(replaced, kept(true)), replaced & 0o777);
            let mode = mode(replaced, kept(false));
            assert_eq!(mode & 0o700, replaced & 0o700);
            for (now, shift) in [(mode >> 3 & 7, 3), (mode & 7, 0)] {
                // A user in the new group, or in neither, was in the old group, or in neither.
                assert_eq!(now & !(replaced >> 3), 0, "{replaced:o} {shift}");
                assert_eq!(now & !replaced, 0, "{replaced:o} {shift}");
            }
        }
        assert_eq!(mode(0o640, kept(false)), 0o600);
        assert_eq!(mode(0o664, kept(false)), 0o644);
        assert_eq!(mode(0o604, kept(false)), 0o600);
    }
}
