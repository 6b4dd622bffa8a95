//! Kernel and scalar code in turn, where the kernel may stop at a character and go on after it.

use crate::Isa;
use crate::buffer::progress::Progress;

/// Bytes that scalar code converts where a kernel has stopped, before the kernel goes on.
const SOME: usize = 64;

/// More and more of them, up to this, where kernels stop soon after they begin.
const MOST: usize = 1 << 13;

/// Bytes in a row from which on it pays to call a kernel.
const RUN: usize = 256;

/// Whose turn it is.
pub(super) enum Turn {
    Kernel,
    /// Scalar code, for so many bytes at least.
    Scalar(usize),
}

/// Converts `all` bytes by `convert`, which goes on from some progress until whose turn it is stops
/// there, and returns the progress then.
#[inline(always)]
pub(super) fn in_turn(
    isa: Isa,
    all: usize,
    mut convert: impl FnMut(Progress, Turn) -> Progress,
) -> Progress {
    let mut at = Progress::START;
    if !isa.has_vectors() {
        return convert(at, Turn::Scalar(usize::MAX));
    }
    let mut some = SOME;
    loop {
        let start = at.read;
        at = convert(at, Turn::Kernel);
        if at.read == all {
            return at;
        }
        some = if at.read - start < RUN {
            MOST.min(4 * some)
        } else {
            SOME
        };
        let start = at.read;
        at = convert(at, Turn::Scalar(some));
        if at.read - start < some {
            return at;
        }
    }
}
