//! Streams: the functions for text in chunks, and their handles.

use super::{encoding, input, malloc, mode, output, report};
use crate::encodings::utflane_encoding;
use crate::stream::utflane_stream;
use crate::types::utflane_status::UTFLANE_BAD_POINTER;
use crate::types::{utflane_mode, utflane_result, utflane_status};
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;

/// Returns the handle of a stream, or NULL if memory allocation fails.
fn handle(stream: Result<utflane_stream, utflane_status>) -> *mut utflane_stream {
    const {
        assert!(
            align_of::<utflane_stream>() <= 8,
            "more than malloc promises"
        )
    };
    let Ok(stream) = stream else {
        return ptr::null_mut();
    };
    // SAFETY: the C function has no preconditions.
    let handle = unsafe { malloc(size_of::<utflane_stream>()) }.cast::<utflane_stream>();
    if !handle.is_null() {
        // SAFETY: the memory is new, and has the size and the alignment of a stream.
        unsafe { handle.write(stream) };
    }
    handle
}

/// Creates a stream that converts a text in chunks. It keeps the instruction set that is in use
/// now. Release it with `utflane_stream_free`. Returns NULL if an argument is invalid or memory
/// allocation fails.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utflane_stream_new(
    from: utflane_encoding,
    to: utflane_encoding,
    mode: MaybeUninit<utflane_mode>,
) -> *mut utflane_stream {
    let stream = || {
        let encodings = [encoding(from)?, encoding(to)?];
        Ok(utflane_stream::converting(encodings, self::mode(mode)?))
    };
    handle(stream())
}

/// Creates a stream that validates a text in chunks. It is used like other streams, and its output
/// is ignored. Release it with `utflane_stream_free`. Returns NULL if the argument is invalid or
/// memory allocation fails.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utflane_stream_new_validator(encoding: utflane_encoding) -> *mut utflane_stream {
    handle(self::encoding(encoding).map(utflane_stream::validating))
}

/// Converts as much of the next chunk as fits into `dst`. A chunk may end anywhere: the start of an
/// incomplete character is kept for the next call. `result` may be NULL; otherwise it contains the
/// units read and written.
///
/// Returns UTFLANE_OK if the whole chunk is read, and UTFLANE_OUTPUT_FULL if the next character
/// does not fit (8 units are always enough). Returns UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE
/// after a sequence or character that cannot be converted; the next call resumes after it.
/// Otherwise returns the error of an invalid argument.
///
/// # Safety
///
/// `stream` is a live handle or NULL, `src` points to `src_len` readable units, and `dst` to
/// `dst_cap` writable units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_feed(
    stream: Option<&mut utflane_stream>,
    src: *const c_void,
    src_len: usize,
    dst: *mut c_void,
    dst_cap: usize,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let feed = || {
        let stream = stream.ok_or(UTFLANE_BAD_POINTER)?;
        // SAFETY: the caller guarantees it.
        let src = unsafe { input(src, src_len, stream.source()) }?;
        // SAFETY: the caller guarantees it.
        let dst = unsafe { output(dst, dst_cap, stream.target(), src) }?;
        Ok(stream.feed(src, dst))
    };
    report(result, feed())
}

/// Ends the text, and writes the pending output: the replacement of an incomplete character, or an
/// unpaired high surrogate. `result` may be NULL. Afterwards the stream can be used for another
/// text, whose positions continue those of the first.
///
/// Returns UTFLANE_OK, UTFLANE_MALFORMED for an incomplete character, or UTFLANE_OUTPUT_FULL if the
/// pending output does not fit (8 units are always enough), in which case you call it again.
/// Otherwise returns the error of an invalid argument.
///
/// # Safety
///
/// `stream` is a live handle or NULL, and `dst` points to `dst_cap` writable units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_finish(
    stream: Option<&mut utflane_stream>,
    dst: *mut c_void,
    dst_cap: usize,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let finish = || {
        let stream = stream.ok_or(UTFLANE_BAD_POINTER)?;
        // SAFETY: the caller guarantees it.
        let dst = unsafe { output(dst, dst_cap, stream.target(), &[]) }?;
        Ok(stream.finish(dst))
    };
    report(result, finish())
}

/// Returns the number of units of the stream that were converted or skipped, without those of an
/// incomplete character. Returns 0 for NULL.
///
/// # Safety
///
/// `stream` is a live handle or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_position(stream: Option<&utflane_stream>) -> u64 {
    stream.map_or(0, |stream| stream.transcoder().position())
}

/// Returns the number of replacements that UTFLANE_LOSSY has written so far. Returns 0 for NULL.
///
/// # Safety
///
/// `stream` is a live handle or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_replacements(stream: Option<&utflane_stream>) -> u64 {
    stream.map_or(0, |stream| stream.transcoder().replacements())
}

/// Releases a stream. NULL is allowed. Any later use of the handle is undefined behaviour, as with
/// memory after `free`.
///
/// # Safety
///
/// `stream` is a live handle or NULL, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_free(stream: *mut utflane_stream) {
    const { assert!(!core::mem::needs_drop::<utflane_stream>()) };
    // SAFETY: the caller guarantees that `malloc` returned it, or that it is NULL.
    unsafe { super::free(stream.cast()) }
}
