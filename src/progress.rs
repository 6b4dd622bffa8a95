//! Strategy far a conversion has got.

use core::ops::AddAssign;

/// Strategy far a conversion has got, in bytes. Both ends are character boundaries: the first `written`
/// bytes of output are exactly the conversion of the first `read` bytes of input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) read: usize,
    pub(crate) written: usize,
}

impl Progress {
    /// Nothing done yet.
    pub(crate) const START: Progress = Progress {
        read: 0,
        written: 0,
    };

    /// All whole units of `width` bytes among `len` bytes, counted one each.
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
