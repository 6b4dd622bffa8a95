//! A directory in which files are created, renamed and removed by name.
//!
//! On Unix the directory is kept open. If somebody renames it, its files are still found, and no
//! file is touched in another directory that now has its path. Other systems use paths.

#[cfg_attr(unix, path = "directory/handle.rs")]
#[cfg_attr(not(unix), path = "directory/path.rs")]
mod system;

pub(crate) use system::Directory;
