//! Calls `iconv` of the C library.

use std::ffi::{CString, c_char};
use std::ptr;

/// Converts well-formed text to `dst`, which must be long enough. Returns the bytes written, or
/// `None` if iconv lacks one of the encodings or a character.
pub(crate) fn convert(from: &str, to: &str, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    let [from, to] = [from, to].map(|name| CString::new(name).expect("a name"));
    // SAFETY: both are NUL-terminated strings.
    let descriptor = unsafe { libc::iconv_open(to.as_ptr(), from.as_ptr()) };
    if descriptor.addr() == usize::MAX {
        return None;
    }
    let mut input: *mut c_char = src.as_ptr().cast_mut().cast();
    let mut output: *mut c_char = dst.as_mut_ptr().cast();
    let (mut left, mut capacity) = (src.len(), dst.len());
    // SAFETY: the pointers and lengths are those of the slices, and iconv only reads the first.
    let result = unsafe {
        libc::iconv(
            descriptor,
            ptr::from_mut(&mut input),
            ptr::from_mut(&mut left),
            ptr::from_mut(&mut output),
            ptr::from_mut(&mut capacity),
        )
    };
    // SAFETY: the descriptor is open.
    unsafe { libc::iconv_close(descriptor) };
    (result != usize::MAX).then_some(dst.len() - capacity)
}
