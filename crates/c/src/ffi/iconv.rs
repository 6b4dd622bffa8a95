//! iconv: the functions of `include/utflane_iconv.h`, which describes them.

use super::names::string;
use super::{free, input, malloc, output};
use crate::iconv::{Conversion, Failure, Progress};
use core::ffi::{c_char, c_int, c_void};
use core::ptr;
use core_utflane::Charset;

unsafe extern "C" {
    #[cfg_attr(
        any(target_vendor = "apple", target_os = "freebsd"),
        link_name = "__error"
    )]
    #[cfg_attr(
        any(target_os = "android", target_os = "netbsd", target_os = "openbsd"),
        link_name = "__errno"
    )]
    #[cfg_attr(
        any(target_os = "illumos", target_os = "solaris"),
        link_name = "___errno"
    )]
    #[cfg_attr(windows, link_name = "_errno")]
    fn __errno_location() -> *mut c_int;
}

/// The handle that means failure.
const NO_HANDLE: *mut c_void = ptr::without_provenance_mut(usize::MAX);

/// The length that means failure.
const NO_LENGTH: usize = usize::MAX;

fn set_errno(number: c_int) {
    // SAFETY: the C function has no preconditions.
    let errno = unsafe { __errno_location() };
    // SAFETY: it points to the thread's own variable.
    unsafe { errno.write(number) };
}

/// Returns the name of the encoding of the locale, on Unix.
///
/// # Safety
///
/// No other thread changes the locale for `'a`.
unsafe fn locale<'a>() -> Option<&'a str> {
    #[cfg(unix)]
    {
        // SAFETY: the C function has no preconditions.
        let name = unsafe { libc::nl_langinfo(libc::CODESET) };
        // SAFETY: it is a null-terminated string, which only a change of the locale changes.
        unsafe { string(name) }?.to_str().ok()
    }
    #[cfg(not(unix))]
    None
}

/// # Safety
///
/// `to` and `from` are NULL or null-terminated strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_iconv_open(to: *const c_char, from: *const c_char) -> *mut c_void {
    // SAFETY: the caller guarantees it.
    let [to, from] = [to, from].map(|name| unsafe { string(name) }?.to_str().ok());
    // SAFETY: the name is not used after this function, and C forbids to change the locale
    // meanwhile.
    let locale = unsafe { locale() };
    let open = || Conversion::open(to?, from?, locale);
    let Some(conversion) = open() else {
        set_errno(libc::EINVAL);
        return NO_HANDLE;
    };
    const { assert!(align_of::<Conversion>() <= 8, "more than malloc promises") };
    // SAFETY: the C function has no preconditions.
    let handle = unsafe { malloc(size_of::<Conversion>()) };
    if handle.is_null() {
        set_errno(libc::ENOMEM);
        return NO_HANDLE;
    }
    // SAFETY: the memory is new, and has the size and the alignment of a conversion.
    unsafe { handle.cast::<Conversion>().write(conversion) };
    handle
}

/// Returns the conversion of a handle, or `None` after setting errno.
///
/// # Safety
///
/// `handle` is NULL, (iconv_t)-1 or a live handle that nobody else uses for `'a`.
unsafe fn conversion<'a>(handle: *mut c_void) -> Option<&'a mut Conversion> {
    if handle.is_null() || handle == NO_HANDLE {
        set_errno(libc::EBADF);
        return None;
    }
    // SAFETY: the caller guarantees it.
    Some(unsafe { &mut *handle.cast() })
}

/// Reads a variable of the caller, which may be missing.
///
/// # Safety
///
/// `variable` is NULL or readable.
unsafe fn read<T>(variable: *mut T, missing: T) -> T {
    if variable.is_null() {
        return missing;
    }
    // SAFETY: the caller guarantees it.
    unsafe { variable.read() }
}

/// # Safety
///
/// `handle` is NULL, (iconv_t)-1 or a live handle. The others are NULL or point to variables. `*in`
/// points to `*in_left` readable bytes, and `*out` to `*out_left` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_iconv(
    handle: *mut c_void,
    r#in: *mut *mut c_char,
    in_left: *mut usize,
    out: *mut *mut c_char,
    out_left: *mut usize,
) -> usize {
    // SAFETY: the caller guarantees it.
    let Some(conversion) = (unsafe { conversion(handle) }) else {
        return NO_LENGTH;
    };
    // SAFETY: the caller guarantees it.
    let starts = [r#in, out].map(|start| unsafe { read(start, ptr::null_mut()) });
    // SAFETY: the caller guarantees it.
    let mut lens = [in_left, out_left].map(|len| unsafe { read(len, 0) });
    for (start, len) in starts.iter().zip(&mut lens) {
        *len = if start.is_null() { 0 } else { *len };
    }
    // SAFETY: the caller guarantees it.
    let src = unsafe { input(starts[0].cast(), lens[0], Charset::Utf8) };
    let src = src.unwrap_or_default();
    // SAFETY: the caller guarantees it.
    let dst = unsafe { output(starts[1].cast(), lens[1], Charset::Utf8, src) };
    let (progress, outcome) = match dst {
        // Input and output overlap, or a length is impossible.
        Err(_) => (Progress::default(), Err(Failure::Incomplete)),
        Ok(_) if src.len() < lens[0] => (Progress::default(), Err(Failure::Incomplete)),
        Ok(dst) if starts[0].is_null() => conversion.reset((!starts[1].is_null()).then_some(dst)),
        Ok(dst) => conversion.convert(src, dst),
    };
    let sides = [
        (r#in, in_left, progress.read),
        (out, out_left, progress.written),
    ];
    for (side, (start, left, done)) in sides.into_iter().enumerate() {
        if done > 0 {
            // SAFETY: the variable is not NULL, because it held a pointer to `done` bytes.
            unsafe { start.write(starts[side].wrapping_add(done)) };
            // SAFETY: as above.
            unsafe { left.write(lens[side] - done) };
        }
    }
    let Err(failure) = outcome else {
        return 0;
    };
    set_errno(match failure {
        Failure::TooBig => libc::E2BIG,
        Failure::IllegalSequence => libc::EILSEQ,
        Failure::Incomplete => libc::EINVAL,
    });
    NO_LENGTH
}

/// # Safety
///
/// `handle` is NULL, (iconv_t)-1 or a live handle, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_iconv_close(handle: *mut c_void) -> c_int {
    const { assert!(!core::mem::needs_drop::<Conversion>()) };
    // SAFETY: the caller guarantees it.
    if unsafe { conversion(handle) }.is_none() {
        return -1;
    }
    // SAFETY: `malloc` returned it, and the caller does not use it afterwards.
    unsafe { free(handle) };
    0
}
