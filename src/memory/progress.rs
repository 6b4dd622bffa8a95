//! The progress of a conversion.
#![forbid(unsafe_code)]

use core::ops::AddAssign;

/// The progress of a conversion, in bytes. Both positions are character boundaries: the first
/// `written` bytes of output are exactly the conversion of the first `read` bytes of input.
/// (Kernels that count use this type with `written` in units.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) read: usize,
    pub(crate) written: usize,
}

impl Progress {
    /// The progress before the first byte.
    pub(crate) const START: Progress = Progress {
        read: 0,
        written: 0,
    };

    /// Returns the progress at the end of `len` bytes if each unit of `width` bytes counts as one
    /// unit of output. An incomplete unit at the end is not read.
    #[inline(always)]
    pub(crate) fn all(len: usize, width: usize) -> Progress {
        Progress {
            read: len - len % width,
            written: len / width,
        }
    }
}

impl AddAssign for Progress {
    #[inline(always)]
    fn add_assign(&mut self, step: Progress) {
        self.read += step.read;
        self.written += step.written;
    }
}
