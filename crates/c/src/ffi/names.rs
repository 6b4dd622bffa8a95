//! Encodings by name and by content, instruction sets, messages.

use super::{encoding, input};
use crate::encodings;
use crate::encodings::utflane_encoding;
use crate::isa;
use crate::types::utflane_status::*;
use crate::types::{utflane_certainty, utflane_detection, utflane_status};
use core::ffi::{CStr, c_char, c_void};
use core::mem::{MaybeUninit, transmute};
use core::ptr;
use core_utflane::{Bom, Certainty, Charset, Isa};

/// The text of a name.
///
/// # Safety
///
/// `name` is NULL or a string.
unsafe fn string<'a>(name: *const c_char) -> Option<&'a CStr> {
    // SAFETY: a string, says the caller.
    (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) })
}

/// The encoding called `name`, a string: a name or alias of the IANA registry, or one of the WHATWG
/// Encoding Standard that means the same. Case, white space and `-`, `_`, `:`, `.` are ignored.
/// What `utflane_encoding_name` answers, names that encoding. UTFLANE_NONE for others, for NULL, and
/// for `utf-16` and `utf-32`, which leave the byte order to a mark.
///
/// # Safety
///
/// `name` is NULL or a string.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_encoding_by_name(name: *const c_char) -> utflane_encoding {
    // SAFETY: the caller's promise.
    let Some(name) = (unsafe { string(name) }) else {
        return encodings::NONE;
    };
    let named = name.to_str().ok().and_then(Charset::named);
    encodings::number(named.or_else(|| encodings::exactly_named(name)))
}

/// The encoding that browsers take for a label, a string, by the WHATWG Encoding Standard: `latin1`
/// and `ascii` are windows-1252. UTFLANE_NONE for others and for NULL.
///
/// # Safety
///
/// `label` is NULL or a string.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_encoding_by_label(label: *const c_char) -> utflane_encoding {
    // SAFETY: the caller's promise.
    let label = unsafe { string(label) };
    let label = label.and_then(|label| label.to_str().ok());
    encodings::number(label.and_then(Charset::for_label))
}

/// The name of an encoding, a constant string; NULL if it is none.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn utflane_encoding_name(encoding: utflane_encoding) -> *const c_char {
    let charset = self::encoding(encoding);
    charset.map_or(ptr::null(), |charset| encodings::name(charset).as_ptr())
}

/// Bytes of a unit of an encoding: 1, 2 or 4; 0 if it is none.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_encoding_unit(encoding: utflane_encoding) -> usize {
    self::encoding(encoding).map_or(0, Charset::position_unit)
}

/// The encodings one by one: that of an index from 0 on, UTFLANE_NONE after the last.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_encoding_at(index: usize) -> utflane_encoding {
    encodings::number(Charset::ALL.get(index).copied())
}

/// The byte order mark of an encoding, constant bytes, whose number goes to `len`: 0 if it has none
/// or the argument is none. `len` may be NULL.
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

/// The encoding whose byte order mark `src`, of `src_len` bytes, begins with; `bom_len`, which may
/// be NULL, is set to the bytes of the mark, 0 for none. UTFLANE_NONE for none, and if an argument
/// is invalid.
///
/// # Safety
///
/// `src` points to so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_sniff_bom(
    src: *const c_void,
    src_len: usize,
    bom_len: Option<&mut MaybeUninit<usize>>,
) -> utflane_encoding {
    // SAFETY: the caller's promise.
    let src = unsafe { input(src, src_len, Charset::Utf8) };
    let bom = src.ok().and_then(Bom::sniff);
    if let Some(bom_len) = bom_len {
        bom_len.write(bom.map_or(0, Bom::len));
    }
    encodings::number(bom.map(Charset::from))
}

/// Detects which of ASCII, UTF-8, UTF-16 and UTF-32 a text of `src_len` bytes is in, by its byte
/// order mark or its content, and writes that to `detection`.
///
/// Returns UTFLANE_OK, or that an argument is invalid.
///
/// # Safety
///
/// `src` points to so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_detect(
    src: *const c_void,
    src_len: usize,
    detection: Option<&mut MaybeUninit<utflane_detection>>,
) -> utflane_status {
    let Some(detection) = detection else {
        return UTFLANE_BAD_POINTER;
    };
    // SAFETY: the caller's promise.
    let found = match unsafe { input(src, src_len, Charset::Utf8) } {
        Ok(src) => core_utflane::detect(src),
        Err(status) => return status,
    };
    detection.write(utflane_detection {
        encoding: encodings::number(found.charset),
        certainty: match found.certainty {
            Certainty::Certain => utflane_certainty::UTFLANE_CERTAIN,
            Certainty::Likely => utflane_certainty::UTFLANE_LIKELY,
            _ => utflane_certainty::UTFLANE_UNKNOWN,
        },
        exact: found.exact,
    });
    UTFLANE_OK
}

/// The instruction sets that this CPU has, best first: the name of that of an index from 0 on, a
/// constant string, NULL after the last.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_isa_at(index: usize) -> *const c_char {
    let isa = Isa::available().nth(index);
    isa.map_or(ptr::null(), |isa| isa::name(isa).as_ptr())
}

/// The name of the instruction set in use, a constant string.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_isa_current() -> *const c_char {
    isa::name(isa::current()).as_ptr()
}

/// Makes all functions use the instruction set called `name`, a string, or with NULL the best one
/// again. Results do not depend on it. Calls and streams that have begun keep theirs.
///
/// Returns UTFLANE_OK, or UTFLANE_UNKNOWN_NAME if this CPU has none of that name: then nothing
/// changes.
///
/// # Safety
///
/// `name` is NULL or a string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utflane_isa_pin(name: *const c_char) -> utflane_status {
    // SAFETY: the caller's promise.
    if isa::pin(unsafe { string(name) }) {
        UTFLANE_OK
    } else {
        UTFLANE_UNKNOWN_NAME
    }
}

/// The version of the library, a constant string.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// What a status means, a constant string in English.
#[unsafe(no_mangle)]
pub extern "C" fn utflane_status_message(status: MaybeUninit<utflane_status>) -> *const c_char {
    // SAFETY: C has passed a number, and both types have its size.
    let number = unsafe { transmute::<MaybeUninit<utflane_status>, u32>(status) };
    let message = match number {
        0 => c"success",
        1 => c"output full",
        2 => c"malformed input",
        3 => c"character that the target encoding does not have",
        16 => c"unknown encoding or mode",
        17 => c"invalid pointer",
        18 => c"length of more bytes than there can be",
        19 => c"input and output overlap",
        20 => c"no memory",
        21 => c"unknown name",
        _ => c"unknown status",
    };
    message.as_ptr()
}
