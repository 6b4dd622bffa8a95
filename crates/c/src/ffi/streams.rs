//! Text in chunks: handles of streams.

use super::{encoding, input, malloc, mode, output, report};
use crate::encodings::utflane_encoding;
use crate::stream::utflane_stream;
use crate::types::utflane_status::UTFLANE_BAD_POINTER;
use crate::types::{utflane_mode, utflane_result, utflane_status};
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;

/// The handle of a stream, NULL if there is no memory.
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
    // SAFETY: the function of C has no conditions.
    let handle = unsafe { malloc(size_of::<utflane_stream>()) }.cast::<utflane_stream>();
    if !handle.is_null() {
        // SAFETY: the memory is new, and has the size and the alignment of a stream.
        unsafe { handle.write(stream) };
    }
    handle
}

/// Creates a stream that converts a text in chunks. It keeps the instruction set that is in use
/// now. Release it with `utflane_stream_free`. NULL if an argument is invalid or there is no memory.
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

/// Creates a stream that validates a text in chunks: it is fed as others are, and its output is
/// ignored. Release it with `utflane_stream_free`. NULL if the argument is invalid or there is no
/// memory.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utflane_stream_new_validator(encoding: utflane_encoding) -> *mut utflane_stream {
    handle(self::encoding(encoding).map(utflane_stream::validating))
}

/// Converts as much of the next chunk as fits into `dst`. A chunk may end anywhere: the beginning
/// of a character is kept for the next call. `result` may be NULL, and has what is read and written.
///
/// Returns UTFLANE_OK if all of the chunk is read, UTFLANE_OUTPUT_FULL if the next character does
/// not fit (8 units are always enough), UTFLANE_MALFORMED or UTFLANE_UNREPRESENTABLE after what
/// cannot be converted: the next call resumes after it. Or that an argument is invalid.
///
/// # Safety
///
/// `stream` is a live handle or NULL, `src` and `dst` point to so many units.
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
        // SAFETY: the caller's promise.
        let src = unsafe { input(src, src_len, stream.source()) }?;
        // SAFETY: the caller's promise.
        let dst = unsafe { output(dst, dst_cap, stream.target(), src) }?;
        Ok(stream.feed(src, dst))
    };
    report(result, feed())
}

/// Ends the text, and writes what is pending: the replacement of an incomplete character, or a lone
/// high surrogate. `result` may be NULL. The stream can be used for another text then, whose
/// positions go on.
///
/// Returns UTFLANE_OK, UTFLANE_MALFORMED for an incomplete character, UTFLANE_OUTPUT_FULL if what
/// is pending does not fit (8 units are always enough): then call it again. Or that an argument is
/// invalid.
///
/// # Safety
///
/// `stream` is a live handle or NULL, `dst` points to so many units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_finish(
    stream: Option<&mut utflane_stream>,
    dst: *mut c_void,
    dst_cap: usize,
    result: Option<&mut MaybeUninit<utflane_result>>,
) -> utflane_status {
    let finish = || {
        let stream = stream.ok_or(UTFLANE_BAD_POINTER)?;
        // SAFETY: the caller's promise.
        let dst = unsafe { output(dst, dst_cap, stream.target(), &[]) }?;
        Ok(stream.finish(dst))
    };
    report(result, finish())
}

/// Units of the stream that are converted or skipped; those of a character that is not complete
/// yet do not count. 0 for NULL.
///
/// # Safety
///
/// `stream` is a live handle or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_position(stream: Option<&utflane_stream>) -> u64 {
    stream.map_or(0, |stream| stream.transcoder().position())
}

/// Number of replacements that UTFLANE_LOSSY has written so far. 0 for NULL.
///
/// # Safety
///
/// `stream` is a live handle or NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_replacements(stream: Option<&utflane_stream>) -> u64 {
    stream.map_or(0, |stream| stream.transcoder().replacements())
}

/// Releases a stream. NULL is allowed. After that the handle is that of no stream: whatever is done
/// with it is undefined, as with memory after `free`.
///
/// # Safety
///
/// `stream` is a live handle or NULL, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_stream_free(stream: *mut utflane_stream) {
    const { assert!(!core::mem::needs_drop::<utflane_stream>()) };
    // SAFETY: `malloc` has returned it, or it is NULL, says the caller.
    unsafe { super::free(stream.cast()) }
}
