//! The memory that WebAssembly and JavaScript share.

use crate::Answer;

/// Bytes of input of one call: few enough for a cache, many enough for calls not to count.
const INPUT: usize = 1 << 16;

/// Bytes of output of one call: all of the input as UTF-16. A conversion that writes more stops
/// there and is resumed.
pub(crate) const OUTPUT: usize = 2 * INPUT + 64;

/// What functions read and write.
#[repr(C, align(16))]
pub(crate) struct Buffers {
    pub(crate) input: [u8; INPUT],
    pub(crate) output: [u8; OUTPUT],
    pub(crate) answer: Answer,
}

static mut BUFFERS: Buffers = Buffers {
    input: [0; INPUT],
    output: [0; OUTPUT],
    answer: Answer::EMPTY,
};

/// Calls `work` with the buffers.
pub(crate) fn with_buffers<T>(work: impl FnOnce(&mut Buffers) -> T) -> T {
    let buffers = &raw mut BUFFERS;
    // SAFETY: it points to a static. The module imports nothing and its memory is not shared, so
    // nothing else runs until `work` returns, and no `work` calls this function.
    work(unsafe { &mut *buffers })
}

/// The address of the input, which is followed by the output and by the answer.
#[unsafe(no_mangle)]
pub extern "C" fn buffers() -> *const u8 {
    (&raw const BUFFERS).cast()
}

/// Bytes of the input.
#[unsafe(no_mangle)]
pub extern "C" fn input_size() -> usize {
    INPUT
}

/// Bytes of the output.
#[unsafe(no_mangle)]
pub extern "C" fn output_size() -> usize {
    OUTPUT
}
