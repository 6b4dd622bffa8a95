//! The memory that WebAssembly and JavaScript share.

use crate::Answer;

/// Size of the input of one call in bytes: small enough for the cache, and large enough that the
/// overhead of calls is negligible.
pub(crate) const INPUT: usize = 1 << 16;

/// Size of the output of one call in bytes: enough for the whole input as UTF-16. A conversion that
/// writes more stops and is resumed.
pub(crate) const OUTPUT: usize = 2 * INPUT + 64;

/// The memory that functions read and write.
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

/// Returns the address of the input, which is followed by the output and the answer.
#[unsafe(no_mangle)]
pub extern "C" fn buffers() -> *const u8 {
    (&raw const BUFFERS).cast()
}

/// Returns the size of the input in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input_size() -> usize {
    INPUT
}

/// Returns the size of the output in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn output_size() -> usize {
    OUTPUT
}
