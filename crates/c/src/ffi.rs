//! The functions that C calls: pointers become slices here, and nothing else is `unsafe`.
//!
//! What a caller must see to is what C always asks: that the memory of a length is there, may be
//! written where it is output, and that nobody else writes to it meanwhile. All else is checked.

mod direct;
mod names;
mod streams;

pub use direct::*;
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
use core_utflane::{Charset, Pair};

// The shared library says that it needs the C library, whatever it is loaded into.
#[cfg_attr(unix, link(name = "c"))]
unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn free(pointer: *mut c_void);
    #[cfg(panic = "abort")]
    fn abort() -> !;
}

/// Where a defect of the library ends.
#[cfg(panic = "abort")]
#[panic_handler]
fn panicked(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: the function of C has no conditions.
    unsafe { abort() }
}

fn encoding(number: utflane_encoding) -> Result<Charset, utflane_status> {
    numbered(number).ok_or(UTFLANE_BAD_ENCODING)
}

fn pair(from: utflane_encoding, to: utflane_encoding) -> Result<Pair, utflane_status> {
    Pair::new(encoding(from)?, encoding(to)?).ok_or(UTFLANE_BAD_ENCODING)
}

fn mode(number: MaybeUninit<utflane_mode>) -> Result<utflane_mode, utflane_status> {
    // SAFETY: C has passed a number, and both types have its size.
    match unsafe { transmute::<MaybeUninit<utflane_mode>, u32>(number) } {
        0 => Ok(utflane_mode::UTFLANE_STRICT),
        1 => Ok(utflane_mode::UTFLANE_LOSSY),
        _ => Err(UTFLANE_BAD_ENCODING),
    }
}

/// A mode, and whether it is tidy.
fn any_mode(number: MaybeUninit<utflane_mode>) -> Result<(utflane_mode, bool), utflane_status> {
    // SAFETY: C has passed a number, and both types have its size.
    match unsafe { transmute::<MaybeUninit<utflane_mode>, u32>(number) } {
        2 => Ok((utflane_mode::UTFLANE_STRICT, true)),
        3 => Ok((utflane_mode::UTFLANE_LOSSY, true)),
        _ => Ok((mode(number)?, false)),
    }
}

/// The first of `len` units and their bytes, if they can be there; of no bytes a pointer that is not
/// NULL. What is usual costs two comparisons.
#[inline(always)]
fn extent<T>(
    start: *const c_void,
    len: usize,
    encoding: Charset,
) -> Result<(*const T, usize), utflane_status> {
    // A unit is of 4 bytes at most.
    if len > isize::MAX as usize / 4 && len > isize::MAX as usize / encoding.position_unit() {
        return Err(UTFLANE_BAD_LENGTH);
    }
    match (start.is_null(), len) {
        (false, _) => Ok((start.cast(), len * encoding.position_unit())),
        (true, 0) => Ok((ptr::dangling(), 0)),
        (true, _) => Err(UTFLANE_BAD_POINTER),
    }
}

/// The bytes of an input.
///
/// # Safety
///
/// `len` units can be read at `start`, and nobody writes to them meanwhile.
#[inline(always)]
unsafe fn input<'a>(
    start: *const c_void,
    len: usize,
    encoding: Charset,
) -> Result<&'a [u8], utflane_status> {
    let (start, bytes) = extent(start, len, encoding)?;
    // SAFETY: these bytes can be read, says the caller, and `extent` that so many are allowed.
    Ok(unsafe { core::slice::from_raw_parts(start, bytes) })
}

/// The bytes of an output for `src`.
///
/// # Safety
///
/// `len` units can be written at `start`, and nobody else does anything with them meanwhile.
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
    // SAFETY: these bytes can be written, says the caller, they are not those of `src`, and
    // `extent` has found that so many are allowed.
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

/// A length, UTFLANE_INVALID if an argument is.
fn length(outcome: Result<usize, utflane_status>) -> usize {
    outcome.unwrap_or(usize::MAX)
}

/// Converts `src` to the beginning of `dst`. The content of `dst` after the units written is
/// unspecified, but with UTFLANE_STRICT_TIDY and UTFLANE_LOSSY_TIDY as it was. `dst` may have any
/// capacity: what fits is converted, and the conversion can be resumed at `src + read`, after an
/// error at `src + read + skip`. `result` may be NULL.
///
/// Returns UTFLANE_OK, UTFLANE_OUTPUT_FULL, UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE (both only
/// without replacement), or that an argument is invalid: then nothing is written to `dst`.
///
/// # Safety
///
/// `src` and `dst` point to so many units.
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
        let (mut pair, (mode, is_tidy)) = (pair(from, to)?, any_mode(mode)?);
        pair.is_tidy = is_tidy;
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, pair.source()) }?;
        // SAFETY: the caller's promise.
        let dst = unsafe { output(dst, dst_cap, pair.target(), src) }?;
        Ok((pair, mode, src, dst))
    };
    match arguments() {
        Ok((pair, mode, src, dst)) => text::transcode(pair, mode, (src, src_len), dst, result),
        Err(status) => report(result, Err(status)),
    }
}

/// Converts `src` to a new block of memory, of just the length that is needed and a unit of 0 after
/// it, and writes the address of that to `dst`: release it with `utflane_free`. If it fails, `dst`
/// is set to NULL. `result` may be NULL.
///
/// Returns what `utflane_transcode` does, but for UTFLANE_OUTPUT_FULL, or UTFLANE_NO_MEMORY.
///
/// # Safety
///
/// `src` points to so many units.
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
        let (pair, mode) = (pair(from, to)?, self::mode(mode)?);
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, pair.source()) }?;
        let measured = text::measure(pair, mode, src);
        if measured.status != UTFLANE_OK {
            return Ok(utflane_result {
                written: 0,
                ..measured
            });
        }
        let unit = pair.target().position_unit();
        let units = measured.written.checked_add(1).ok_or(UTFLANE_NO_MEMORY)?;
        let bytes = units
            .checked_mul(unit)
            .filter(|bytes| isize::try_from(*bytes).is_ok());
        let bytes = bytes.ok_or(UTFLANE_NO_MEMORY)?;
        // SAFETY: the function of C has no conditions.
        let memory = unsafe { malloc(bytes) };
        if memory.is_null() {
            return Err(UTFLANE_NO_MEMORY);
        }
        // SAFETY: the memory is new and has so many bytes.
        let new = unsafe { core::slice::from_raw_parts_mut(memory.cast(), bytes) };
        let (new, zero) = new.split_at_mut(bytes - unit);
        zero.fill(MaybeUninit::new(0));
        *dst = memory;
        let mut outcome = MaybeUninit::new(measured);
        text::transcode(pair, mode, (src, src_len), new, Some(&mut outcome));
        // SAFETY: it was a result before, and whatever is written there is one.
        Ok(unsafe { outcome.assume_init() })
    };
    report(result, convert())
}

/// Releases what a function with `_alloc` in its name has returned. NULL is allowed.
///
/// # Safety
///
/// `memory` is from such a function, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_free(memory: *mut c_void) {
    // SAFETY: `malloc` has returned it, or it is NULL, says the caller.
    unsafe { free(memory) }
}

/// What `utflane_transcode` would do, given room, without output: `written` of `result` is the
/// number of units. `result` may be NULL.
///
/// Returns what `utflane_transcode` does, but for UTFLANE_OUTPUT_FULL.
///
/// # Safety
///
/// `src` points to so many units.
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
        let (pair, mode) = (pair(from, to)?, self::mode(mode)?);
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, pair.source()) }?;
        Ok(text::measure(pair, mode, src))
    };
    report(result, measure())
}

/// Checks that `src` is well-formed. `result` may be NULL; `read` and `position` of it are where
/// the first malformed sequence is, `kind` and `error_len` what it is.
///
/// Returns UTFLANE_OK or UTFLANE_MALFORMED, or that an argument is invalid.
///
/// # Safety
///
/// `src` points to so many units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_validate(
    encoding: utflane_encoding,
    src: *const c_void,
    src_len: usize,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let arguments = || {
        let encoding = self::encoding(encoding)?;
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, encoding) }?;
        Ok((encoding, src))
    };
    match arguments() {
        Ok((encoding, src)) => text::validate(encoding, src, result),
        Err(status) => report(result, Err(status)),
    }
}

/// Units of the conversion of `src`: exact if it is well-formed and `to` has its characters,
/// otherwise some number up to `utflane_max_len`. It is faster than `utflane_measure`, which
/// validates. UTFLANE_INVALID if an argument is invalid.
///
/// # Safety
///
/// `src` points to so many units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_transcoded_len(
    from: utflane_encoding,
    to: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let pair = pair(from, to)?;
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, pair.source()) }?;
        Ok(pair.transcoded_len(isa::current(), src))
    };
    length(count())
}

/// Units of the conversion of `src` with UTFLANE_LOSSY, exact for any text. UTFLANE_INVALID if an
/// argument is invalid.
///
/// # Safety
///
/// `src` points to so many units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_lossy_len(
    from: utflane_encoding,
    to: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let pair = pair(from, to)?;
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, pair.source()) }?;
        Ok(pair.lossy_len(isa::current(), src))
    };
    length(count())
}

/// The greatest number of units to which `units` units can convert, in either mode.
/// UTFLANE_INVALID if that is not in the range of a `size_t`, or an argument is invalid.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utflane_max_len(
    from: utflane_encoding,
    to: utflane_encoding,
    units: usize,
) -> usize {
    length(pair(from, to).and_then(|pair| pair.max_len(units).ok_or(UTFLANE_BAD_LENGTH)))
}

/// Number of characters of `src`: exact if it is well-formed, otherwise some number up to
/// `src_len`. UTFLANE_INVALID if an argument is invalid.
///
/// # Safety
///
/// `src` points to so many units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_char_count(
    encoding: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let encoding = self::encoding(encoding)?;
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, encoding) }?;
        Ok(encoding.char_count(isa::current(), src))
    };
    length(count())
}

/// Units of the incomplete character at the end of `src`, 0 if there is none. UTFLANE_INVALID if an
/// argument is invalid.
///
/// # Safety
///
/// `src` points to so many units.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_incomplete_tail(
    encoding: utflane_encoding,
    src: *const c_void,
    src_len: usize,
) -> usize {
    let count = || {
        let encoding = self::encoding(encoding)?;
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, encoding) }?;
        Ok(encoding.incomplete_tail(src))
    };
    length(count())
}
