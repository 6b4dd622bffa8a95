//! An open file that is read from several offsets at a time.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// Reads a regular file from its own offset, independently of other readers of the same open file.
#[derive(Clone)]
pub(crate) struct SharedFile {
    file: Arc<File>,
    /// The length in bytes when the file was opened.
    len: u64,
    offset: u64,
}

impl SharedFile {
    /// Reads a file of this length from its start.
    pub(crate) fn new(file: File, len: u64) -> SharedFile {
        SharedFile {
            file: Arc::new(file),
            len,
            offset: 0,
        }
    }

    /// Reads the same file from its start.
    pub(crate) fn again(&self) -> SharedFile {
        SharedFile {
            offset: 0,
            ..self.clone()
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }
}

impl Read for SharedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let count = std::os::unix::fs::FileExt::read_at(&*self.file, buffer, self.offset)?;
        #[cfg(windows)]
        let count = std::os::windows::fs::FileExt::seek_read(&*self.file, buffer, self.offset)?;
        self.offset += count as u64;
        Ok(count)
    }
}
