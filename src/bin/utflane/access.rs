//! Who may do what with a file that replaces another: owner, permissions and attributes, kept as
//! far as they can be.
//!
//! Nobody gets access by a replacement. Where owner or group cannot be kept, the permissions that
//! would mean something to others are reduced; where a list of permissions (ACL) or an attribute
//! cannot be kept, there is no replacement.

use std::ffi::OsStr;
use std::fs::{File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::io::Errno;
use xattr::FileExt;

/// The permissions of named users and groups.
const ACL: &str = "system.posix_acl_access";

/// Attributes that the system ties to the contents and drops when those change.
const OF_CONTENTS: [&str; 3] = ["security.capability", "security.evm", "security.ima"];

/// What of a file's ownership its replacement has, too.
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

    /// What to tell the user, if there is something to tell.
    pub(crate) fn note(self) -> Option<&'static str> {
        match (self.owner, self.group) {
            (true, true) => None,
            (true, false) => Some("its group could not be kept"),
            (false, true) => Some("its owner could not be kept"),
            (false, false) => Some("its owner and group could not be kept"),
        }
    }
}

/// Whether the file is meant not to be written: by nobody, or not by us.
pub(crate) fn is_read_only(path: &Path, metadata: &Metadata) -> bool {
    let access = || accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS);
    metadata.permissions().readonly() || matches!(access(), Err(Errno::ACCESS | Errno::ROFS))
}

/// Gives `file` the owner, permissions and attributes of the file at `path`, as far as that is
/// allowed.
pub(crate) fn take_over(file: &File, path: &Path, replaced: &Metadata) -> io::Result<Kept> {
    let (owner, group) = (replaced.uid(), replaced.gid());
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (owner, group) {
        // Root may give a file to anybody, others to the groups that they are in.
        let _ = fchown(file, Some(owner), Some(group)).or_else(|_| fchown(file, None, Some(group)));
    }
    let new = file.metadata()?;
    let kept = Kept {
        owner: new.uid() == owner,
        group: new.gid() == group,
    };
    // Before the permissions, which are narrow until then.
    copy_attributes(file, path, kept)?;
    file.set_permissions(Permissions::from_mode(mode(replaced.mode(), kept)))?;
    Ok(kept)
}

/// The permissions of a replacement. A new group may do what both the old one and all others might,
/// and the old one, now among the others, no more than that. The bits that lend a program its
/// owner's rights go, as with any write.
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
    // A folder may have one for its new files.
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
    // It speaks of the owner and the group without their names.
    if name == ACL && kept != Kept::ALL {
        return Err(io::Error::other("owner or group would be others"));
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
                // Whoever is in the new group, or in none: was in the old one, or in none.
                assert_eq!(now & !(replaced >> 3), 0, "{replaced:o} {shift}");
                assert_eq!(now & !replaced, 0, "{replaced:o} {shift}");
            }
        }
        assert_eq!(mode(0o640, kept(false)), 0o600);
        assert_eq!(mode(0o664, kept(false)), 0o644);
        assert_eq!(mode(0o604, kept(false)), 0o600);
    }
}
