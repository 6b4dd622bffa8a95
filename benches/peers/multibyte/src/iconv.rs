//! `iconv` of the C library.

use std::ffi::{CString, c_char};
use std::ptr;

/// Converts a text, of which all is well-formed, to `dst`, which has room; returns the bytes
/// written, or `None` if it does not have the encodings, or a character in one.
pub(crate) fn convert(from: &str, to: &str, src: &[u8], dst: &mut [u8]) -> Option<usize> {
    let [from, to] = [from, to].map(|name| CString::new(name).expect("a name"));
    // SAFETY: both are strings of C.
    let descriptor = unsafe { libc::iconv_open(to.as_ptr(), from.as_ptr()) };
    if descriptor.addr() == usize::MAX {
        return None;
    }
    let mut input: *mut c_char = src.as_ptr().cast_mut().cast();
    let mut output: *mut c_char = dst.as_mut_ptr().cast();
    let (mut left, mut room) = (src.len(), dst.len());
    // SAFETY: the pointers and lengths are those of the slices, and it only reads the first.
    let result = unsafe {
        libc::iconv(
            descriptor,
            ptr::from_mut(&mut input),
            ptr::from_mut(&mut left),
            ptr::from_mut(&mut output),
            ptr::from_mut(&mut room),
        )
    };
    // SAFETY: it is open.
    unsafe { libc::iconv_close(descriptor) };
    (result != usize::MAX).then_some(dst.len() - room)
}
