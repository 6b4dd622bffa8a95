//! Alternates between kernel and scalar code, for kernels that may stop at a character and can
//! continue after it.

use crate::Isa;
use crate::memory::progress::Progress;

/// Minimum bytes that scalar code converts after a kernel has stopped, before the kernel continues.
const SCALAR_MIN: usize = 64;

/// Maximum of that number of bytes, which grows each time a kernel converts less than [`RUN`]
/// bytes.
const SCALAR_MAX: usize = 1 << 13;

/// Minimum bytes that a kernel must convert in one call for the call to pay off.
const RUN: usize = 256;

/// The code to run next.
pub(super) enum Turn {
    Kernel,
    /// Scalar code, for at least this number of bytes.
    Scalar(usize),
}

/// Converts `all` bytes. `convert` runs the code that [`Turn`] names from the given progress on,
/// and returns the progress at which that code stops.
#[inline(always)]
pub(super) fn alternate(
    isa: Isa,
    all: usize,
    mut convert: impl FnMut(Progress, Turn) -> Progress,
) -> Progress {
    let mut at = Progress::START;
    if !isa.has_vectors() {
        return convert(at, Turn::Scalar(usize::MAX));
    }
    let mut some = SCALAR_MIN;
    loop {
        let start = at.read;
        at = convert(at, Turn::Kernel);
        if at.read == all {
            return at;
        }
        some = if at.read - start < RUN {
            SCALAR_MAX.min(4 * some)
        } else {
            SCALAR_MIN
        };
        let start = at.read;
        at = convert(at, Turn::Scalar(some));
        if at.read - start < some {
            return at;
        }
    }
}
