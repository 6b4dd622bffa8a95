//! Alternates between a kernel and scalar code. It serves kernels that may stop at one character
//! and can continue after it.

use crate::Isa;
use crate::memory::progress::Progress;

/// Minimum bytes that scalar code converts after a kernel has stopped, before the kernel continues.
const SCALAR_MIN: usize = 64;

/// Maximum of that number. The number quadruples after each kernel call that converts less than
/// [`RUN`] bytes.
const SCALAR_MAX: usize = 1 << 13;

/// Minimum bytes that a kernel must convert in one call for the call to pay off.
const RUN: usize = 256;

/// The code to run next.
pub(super) enum Turn {
    Kernel,
    /// Scalar code, for at least this number of bytes.
    Scalar(usize),
}

/// Converts a text of `len` bytes. Returns early if scalar code converts less than it was asked to.
/// `convert` runs the code that [`Turn`] names from the given progress on, and returns the progress
/// at which that code stops.
#[inline(always)]
pub(super) fn alternate(
    isa: Isa,
    len: usize,
    mut convert: impl FnMut(Progress, Turn) -> Progress,
) -> Progress {
    let mut at = Progress::START;
    if !isa.has_vectors() {
        return convert(at, Turn::Scalar(usize::MAX));
    }
    let mut scalar_bytes = SCALAR_MIN;
    loop {
        let start = at.read;
        at = convert(at, Turn::Kernel);
        if at.read == len {
            return at;
        }
        scalar_bytes = if at.read - start < RUN {
            SCALAR_MAX.min(4 * scalar_bytes)
        } else {
            SCALAR_MIN
        };
        let start = at.read;
        at = convert(at, Turn::Scalar(scalar_bytes));
        if at.read - start < scalar_bytes {
            return at;
        }
    }
}
