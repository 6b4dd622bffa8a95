//! Encodings by name and by content, instruction sets, and messages.

use super::{encoding, input};
use crate::encodings;
use crate::encodings::utflane_encoding;
use crate::isa;
use crate::types::utflane_status::*;
use crate::types::{utflane_detection, utflane_status};
use core::ffi::{CStr, c_char, c_void};
use core::mem::{MaybeUninit, transmute};
use core::ptr;
use core_utflane::{Bom, Charset, Isa};

/// Returns a name as a string, or `None` for NULL.
///
/// # Safety
///
/// `name` is NULL or a null-terminated string.
pub(super) unsafe fn string<'a>(name: *const c_char) -> Option<&'a CStr> {
    // SAFETY: the caller guarantees a null-terminated string.
    (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) })
}

/// Returns the encoding with this name: a name or alias of the IANA registry, or a label of the
/// WHATWG Encoding Standard with the same meaning. Case, white space and `-`, `_`, `:`, `.` are
/// ignored. The results of `utflane_encoding_name` are accepted. Returns UTFLANE_NONE for other
/// names, for NULL, and for `utf-16` and `utf-32`, which leave the byte order to a byte order mark.
///
/// # Safety
///
/// `name` is NULL or a null-terminated string.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_encoding_by_name(name: *const c_char) -> utflane_encoding {
    // SAFETY: the caller guarantees it.
    let Some(name) = (unsafe { string(name) }) else {
        return encodings::NONE;
    };
    let named = name.to_str().ok().and_then(Charset::named);
    encodings::number(named.or_else(|| encodings::exactly_named(name)))
}

/// Returns the encoding that browsers use for a label, by the WHATWG Encoding Standard: `latin1`
/// and `ascii` are windows-1252. Returns UTFLANE_NONE for other labels and for NULL.
///
/// # Safety
///
/// `label` is NULL or a null-terminated string.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_encoding_by_label(label: *const c_char) -> utflane_encoding {
    // SAFETY: the caller guarantees it.
    let label = unsafe { string(label) };
    let label = label.and_then(|label| label.to_str().ok());
    encodings::number(label.and_then(Charset::for_label))
}

/// Returns the name of an encoding as a constant string, or NULL if the argument is not an
/// encoding.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utflane_encoding_name(encoding: utflane_encoding) -> *const c_char {
    let charset = self::encoding(encoding);
    charset.map_or(ptr::null(), |charset| encodings::name(charset).as_ptr())
}

/// Returns the size of a code unit of an encoding in bytes: 1, 2 or 4, or 0 if the argument is not
/// an encoding.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_encoding_unit(encoding: utflane_encoding) -> usize {
    self::encoding(encoding).map_or(0, Charset::unit_size)
}

/// Returns the encoding with this index, to iterate over all encodings. Indices start at 0. Returns
/// UTFLANE_NONE after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_encoding_at(index: usize) -> utflane_encoding {
    encodings::number(Charset::ALL.get(index).copied())
}

/// Returns the byte order mark of an encoding as constant bytes, and stores its length in `len`: 0
/// if the encoding has none or the argument is not an encoding. `len` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_encoding_bom(
    encoding: utflane_encoding,
    len: Option<&mut MaybeUninit<usize>>,
) -> *const u8 {
    let bom = self::encoding(encoding).map_or(&b""[..], Charset::bom);
    if let Some(len) = len {
        len.write(bom.len());
    }
    bom.as_ptr()
}

/// Returns the encoding whose byte order mark `src`, of `src_len` bytes, begins with, and stores
/// the length of the mark in `bom_len`, which may be NULL. Returns UTFLANE_NONE, and stores 0, if
/// there is no mark or an argument is invalid.
///
/// # Safety
///
/// `src` points to `src_len` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_sniff_bom(
    src: *const c_void,
    src_len: usize,
    bom_len: Option<&mut MaybeUninit<usize>>,
) -> utflane_encoding {
    // SAFETY: the caller guarantees it.
    let src = unsafe { input(src, src_len, Charset::Utf8) };
    let bom = src.ok().and_then(Bom::sniff);
    if let Some(bom_len) = bom_len {
        bom_len.write(bom.map_or(0, Bom::len));
    }
    encodings::number(bom.map(Charset::from))
}

/// Detects whether a text of `src_len` bytes is in ASCII, UTF-8, UTF-16 or UTF-32, by its byte
/// order mark or its content, and stores the result in `detection`.
///
/// Returns UTFLANE_OK, or the error of an invalid argument.
///
/// # Safety
///
/// `src` points to `src_len` readable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_detect(
    src: *const c_void,
    src_len: usize,
    detection: Option<&mut MaybeUninit<utflane_detection>>,
) -> utflane_status {
    let Some(detection) = detection else {
        return UTFLANE_BAD_POINTER;
    };
    // SAFETY: the caller guarantees it.
    let found = match unsafe { input(src, src_len, Charset::Utf8) } {
        Ok(src) => core_utflane::detect(src),
        Err(status) => return status,
    };
    detection.write(utflane_detection {
        encoding: encodings::number(found.charset),
        certainty: found.certainty.into(),
        exact: found.exact,
    });
    UTFLANE_OK
}

/// Returns the name of an instruction set of this CPU as a constant string, to iterate over them,
/// best first. Indices start at 0. Returns NULL after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_isa_at(index: usize) -> *const c_char {
    let isa = Isa::available().nth(index);
    isa.map_or(ptr::null(), |isa| isa::name(isa).as_ptr())
}

/// Returns the name of the instruction set in use as a constant string.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_isa_current() -> *const c_char {
    isa::name(isa::current()).as_ptr()
}

/// Makes all functions use the instruction set called `name`, or with NULL the best one again.
/// Results do not depend on it. Calls and streams that have begun keep their instruction sets.
///
/// Returns UTFLANE_OK, or UTFLANE_UNKNOWN_NAME if this CPU does not have it, in which case nothing
/// changes.
///
/// # Safety
///
/// `name` is NULL or a null-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_isa_pin(name: *const c_char) -> utflane_status {
    // SAFETY: the caller guarantees it.
    if isa::pin(unsafe { string(name) }) {
        UTFLANE_OK
    } else {
        UTFLANE_UNKNOWN_NAME
    }
}

/// Returns the version of the library as a constant string.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns a description of a status as a constant string in English.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_status_message(status: MaybeUninit<utflane_status>) -> *const c_char {
    // SAFETY: C passes an initialised number, and both types have its size.
    let number = unsafe { transmute::<MaybeUninit<utflane_status>, u32>(status) };
    let message = match number {
        0 => c"success",
        1 => c"output full",
        2 => c"malformed input",
        3 => c"character that the target encoding does not have",
        16 => c"unknown encoding or mode",
        17 => c"invalid pointer",
        18 => c"length exceeds PTRDIFF_MAX bytes",
        19 => c"input and output overlap",
        20 => c"no memory",
        21 => c"unknown name",
        _ => c"unknown status",
    };
    message.as_ptr()
}
