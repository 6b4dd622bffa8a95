//! The functions that C calls. They convert pointers to slices, manage memory, and call safe
//! functions.
//!
//! The caller must guarantee what C always requires: that memory of the given length exists, that
//! output memory is writable, and that no other thread writes to it during the call. Everything
//! else is checked.

#[cfg(feature = "detect-legacy")]
mod detect;
mod direct;
#[cfg(feature = "iconv")]
mod iconv;
mod names;
mod streams;

#[cfg(feature = "detect-legacy")]
pub use detect::*;
pub use direct::*;
#[cfg(feature = "iconv")]
pub use iconv::*;
pub use names::*;
pub use streams::*;

use crate::encodings::numbered;
use crate::encodings::utflane_encoding;
use crate::types::utflane_status::*;
use crate::types::{utflane_mode, utflane_result, utflane_status};
use crate::{isa, text};
use core::ffi::c_void;
use core::mem::{MaybeUninit, transmute};
use core::ptr;
use core_utflane::Charset;

// This makes the shared library depend on the C library, regardless of the program that loads it.
#[cfg_attr(unix, link(name = "c"))]
unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn free(pointer: *mut c_void);
    #[cfg(panic = "abort")]
    fn abort() -> !;
}

/// Aborts if the library panics, which only a bug can cause.
#[cfg(panic = "abort")]
#[panic_handler]
fn panicked(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: the C function has no preconditions.
    unsafe { abort() }
}

fn encoding(number: utflane_encoding) -> Result<Charset, utflane_status> {
    numbered(number).ok_or(UTFLANE_BAD_ENCODING)
}

fn encodings(from: utflane_encoding, to: utflane_encoding) -> Result<[Charset; 2], utflane_status> {
    Ok([encoding(from)?, encoding(to)?])
}

fn mode(number: MaybeUninit<utflane_mode>) -> Result<utflane_mode, utflane_status> {
    // SAFETY: C passes an initialised number, and both types have its size.
    match unsafe { transmute::<MaybeUninit<utflane_mode>, u32>(number) } {
        0 => Ok(utflane_mode::UTFLANE_STRICT),
        1 => Ok(utflane_mode::UTFLANE_LOSSY),
        _ => Err(UTFLANE_BAD_ENCODING),
    }
}

/// Returns a mode, and whether it leaves the rest of the output untouched.
fn any_mode(number: MaybeUninit<utflane_mode>) -> Result<(utflane_mode, bool), utflane_status> {
    // SAFETY: C passes an initialised number, and both types have its size.
    match unsafe { transmute::<MaybeUninit<utflane_mode>, u32>(number) } {
        2 => Ok((utflane_mode::UTFLANE_STRICT, true)),
        3 => Ok((utflane_mode::UTFLANE_LOSSY, true)),
        _ => Ok((mode(number)?, false)),
    }
}

/// Checks a pointer and a length. Returns the pointer and the length in bytes; for an empty text, a
/// pointer that is not NULL. The common case costs two comparisons.
#[inline(always)]
fn extent<T>(
    start: *const c_void,
    len: usize,
    encoding: Charset,
) -> Result<(*const T, usize), utflane_status> {
    // A unit has at most 4 bytes.
    if len > isize::MAX as usize / 4 && len > isize::MAX as usize / encoding.unit_size() {
        return Err(UTFLANE_BAD_LENGTH);
    }
    match (start.is_null(), len) {
        (false, _) => Ok((start.cast(), len * encoding.unit_size())),
        (true, 0) => Ok((ptr::dangling(), 0)),
        (true, _) => Err(UTFLANE_BAD_POINTER),
    }
}

/// Returns the bytes of an input.
///
/// # Safety
///
/// `len` units are readable at `start`, and nobody writes to them for `'a`.
#[inline(always)]
unsafe fn input<'a>(
    start: *const c_void,
    len: usize,
    encoding: Charset,
) -> Result<&'a [u8], utflane_status> {
    let (start, bytes) = extent(start, len, encoding)?;
    // SAFETY: the caller guarantees that these bytes are readable, and `extent` has checked the
    // length.
    Ok(unsafe { core::slice::from_raw_parts(start, bytes) })
}

/// Returns the bytes of the output for the input `src`.
///
/// # Safety
///
/// `len` units are writable at `start`, and nobody else accesses them for `'a`.
#[inline(always)]
unsafe fn output<'a>(
    start: *mut c_void,
    len: usize,
    encoding: Charset,
    src: &[u8],
) -> Result<&'a mut [MaybeUninit<u8>], utflane_status> {
    let (start, bytes) = extent::<MaybeUninit<u8>>(start, len, encoding)?;
    let source = src.as_ptr().addr();
    if start.addr() < source.wrapping_add(src.len())
        && source < start.addr().wrapping_add(bytes)
        && bytes.min(src.len()) > 0
    {
        return Err(UTFLANE_OVERLAP);
    }
    // SAFETY: the caller guarantees that these bytes are writable, they do not overlap `src`, and
    // `extent` has checked the length.
    Ok(unsafe { core::slice::from_raw_parts_mut(start.cast_mut(), bytes) })
}

/// Writes a result, and returns its status.
#[cold]
fn report(
    result: Option<&mut MaybeUninit<utflane_result>>,
    outcome: Result<utflane_result, utflane_status>,
) -> utflane_status {
    text::report(result, outcome.unwrap_or_else(utflane_result::of))
}

/// Returns a length, or UTFLANE_INVALID if an argument is invalid.
fn length(outcome: Result<usize, utflane_status>) -> usize {
    outcome.unwrap_or(usize::MAX)
}

/// Converts `src` and writes the result to the start of `dst`. The content of `dst` after the
/// written units is unspecified; with UTFLANE_STRICT_TIDY and UTFLANE_LOSSY_TIDY it is untouched.
/// `dst` may have any capacity: the function converts as many characters as fit. Resume at `src +
/// read`, or after an error at `src + read + skip`. `result` may be NULL.
///
/// If an encoding is stateful, such as ISO-2022-JP, `src` must be a whole text that begins in the
/// initial state, and only a stream can resume.
///
/// Returns UTFLANE_OK, UTFLANE_OUTPUT_FULL, UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE (the last
/// two only in strict modes), or the error of an invalid argument, in which case nothing is written
/// to `dst`.
///
/// # Safety
///
/// `src` points to `src_len` readable units, and `dst` to `dst_cap` writable units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_transcode(
    from: utflane_encoding,
    to: utflane_encoding,
    mode: MaybeUninit<utflane_mode>,
    src: *const c_void,
    src_len: usize,
    dst: *mut c_void,
    dst_cap: usize,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let arguments = || {
        let (encodings, mode) = (encodings(from, to)?, any_mode(mode)?);
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encodings[0]) }?;
        // SAFETY: the caller guarantees it.
        let dst = unsafe { output(dst, dst_cap, encodings[1], src) }?;
        Ok((encodings, mode, src, dst))
    };
    match arguments() {
        Ok((encodings, mode, src, dst)) => {
            text::transcode(encodings, mode, (src, src_len), dst, result)
        }
        Err(status) => report(result, Err(status)),
    }
}

/// Converts `src` to a new block of memory and stores its address in `dst`. The block has exactly
/// the required length, followed by a unit of 0. Release it with `utflane_free`. On failure, `dst`
/// is set to NULL. `result` may be NULL.
///
/// Returns the same values as `utflane_transcode` except UTFLANE_OUTPUT_FULL, or UTFLANE_NO_MEMORY.
///
/// # Safety
///
/// `src` points to `src_len` readable units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_transcode_alloc(
    from: utflane_encoding,
    to: utflane_encoding,
    mode: MaybeUninit<utflane_mode>,
    src: *const c_void,
    src_len: usize,
    dst: Option<&mut MaybeUninit<*mut c_void>>,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let Some(dst) = dst else {
        return report(result, Err(UTFLANE_BAD_POINTER));
    };
    let dst = dst.write(ptr::null_mut());
    let mut convert = || {
        let (encodings, mode) = (encodings(from, to)?, self::mode(mode)?);
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encodings[0]) }?;
        let measured = text::measure(encodings, mode, src);
        if measured.status != UTFLANE_OK {
            return Ok(utflane_result {
                written: 0,
                ..measured
            });
        }
        let unit = encodings[1].unit_size();
        let units = measured.written.checked_add(1).ok_or(UTFLANE_NO_MEMORY)?;
        let bytes = units
            .checked_mul(unit)
            .filter(|bytes| isize::try_from(*bytes).is_ok());
        let bytes = bytes.ok_or(UTFLANE_NO_MEMORY)?;
        // SAFETY: the C function has no preconditions.
        let memory = unsafe { malloc(bytes) };
        if memory.is_null() {
            return Err(UTFLANE_NO_MEMORY);
        }
        // SAFETY: the memory is new and has `bytes` bytes.
        let new = unsafe { core::slice::from_raw_parts_mut(memory.cast(), bytes) };
        let (new, zero) = new.split_at_mut(bytes - unit);
        zero.fill(MaybeUninit::new(0));
        *dst = memory;
        let mut outcome = MaybeUninit::new(measured);
        text::transcode(
            encodings,
            (mode, false),
            (src, src_len),
            new,
            Some(&mut outcome),
        );
        // SAFETY: it was initialised with a result, and only a result may have overwritten it.
        Ok(unsafe { outcome.assume_init() })
    };
    report(result, convert())
}

/// Releases memory that was returned by a function with `_alloc` in its name. NULL is allowed.
///
/// # Safety
///
/// `memory` is NULL or comes from such a function, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_free(memory: *mut c_void) {
    // SAFETY: the caller guarantees that `malloc` returned it, or that it is NULL.
    unsafe { free(memory) }
}

/// Measures a conversion without writing output: `written` of `result` is the number of units that
/// `utflane_transcode` would write, given enough capacity. `result` may be NULL.
///
/// Returns the same values as `utflane_transcode` except UTFLANE_OUTPUT_FULL.
///
/// # Safety
///
/// `src` points to `src_len` readable units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_measure(
    from: utflane_encoding,
    to: utflane_encoding,
    mode: MaybeUninit<utflane_mode>,
    src: *const c_void,
    src_len: usize,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let measure = || {
        let (encodings, mode) = (encodings(from, to)?, self::mode(mode)?);
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encodings[0]) }?;
        Ok(text::measure(encodings, mode, src))
    };
    report(result, measure())
}

/// Checks that `src` is well-formed. `result` may be NULL; otherwise its `read` and `position` are
/// the position of the first malformed sequence, and `kind` and `error_len` describe it.
///
/// Returns UTFLANE_OK or UTFLANE_MALFORMED, or the error of an invalid argument.
///
/// # Safety
///
/// `src` points to `src_len` readable units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_validate(
    encoding: utflane_encoding,
    src: *const c_void,
    src_len: usize,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let arguments = || {
        let encoding = self::encoding(encoding)?;
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encoding) }?;
        Ok((encoding, src))
    };
    match arguments() {
        Ok((encoding, src)) => text::validate(encoding, src, result),
        Err(status) => report(result, Err(status)),
    }
}

/// Returns the length in units that `src` has after conversion: exact if `src` is well-formed and
/// `to` has its characters, otherwise some number up to `utflane_max_len`. Faster than
/// `utflane_measure`, which validates. Returns UTFLANE_INVALID if an argument is invalid.
///
/// # Safety
///
/// `src` points to `src_len` readable units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_transcoded_len(
    from: utflane_encoding,
    to: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let encodings = encodings(from, to)?;
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encodings[0]) }?;
        Ok(text::transcoded_len(encodings, src))
    };
    length(count())
}

/// Returns the length in units that `src` has after conversion with UTFLANE_LOSSY, exact for any
/// text. Returns UTFLANE_INVALID if an argument is invalid.
///
/// # Safety
///
/// `src` points to `src_len` readable units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_lossy_len(
    from: utflane_encoding,
    to: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let encodings = encodings(from, to)?;
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encodings[0]) }?;
        Ok(text::lossy_len(encodings, src))
    };
    length(count())
}

/// Returns the maximum number of units that `units` units can convert to, in any mode. Returns
/// UTFLANE_INVALID if that exceeds a `size_t`, or if an argument is invalid.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utflane_max_len(
    from: utflane_encoding,
    to: utflane_encoding,
    units: usize,
) -> usize {
    let most = |encodings| text::max_len(encodings, units).ok_or(UTFLANE_BAD_LENGTH);
    length(encodings(from, to).and_then(most))
}

/// Returns the number of characters in `src`: exact if it is well-formed, otherwise some number up
/// to `src_len`. Returns UTFLANE_INVALID if an argument is invalid.
///
/// # Safety
///
/// `src` points to `src_len` readable units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_char_count(
    encoding: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let encoding = self::encoding(encoding)?;
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encoding) }?;
        Ok(isa::current().char_count_charset(encoding, src))
    };
    length(count())
}

/// Returns the length in units of the incomplete character at the end of `src`, or 0 if there is
/// none. Returns UTFLANE_INVALID if an argument is invalid.
///
/// # Safety
///
/// `src` points to `src_len` readable units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_incomplete_tail(
    encoding: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let encoding = self::encoding(encoding)?;
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, encoding) }?;
        Ok(encoding.incomplete_tail(src))
    };
    length(count())
}
