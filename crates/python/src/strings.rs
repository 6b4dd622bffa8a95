//! `str` of CPython: made from units of the width that it is kept in, and read.

use pyo3::ffi::{self, Py_ssize_t, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;
use utflane::{Utf16, Utf32, char_count, transcode_to_vec, unit_bytes};

/// `PyUnicode_FromKindAndData`, if the interpreter has it. It copies units, or narrows them to what
/// the largest needs: several times as fast as a decoder of UTF-16 or UTF-8, and a function of
/// CPython's since 3.3, but not one of its stable interface.
type FromKind = unsafe extern "C" fn(c_int, *const c_void, Py_ssize_t) -> *mut PyObject;

fn from_kind() -> Option<FromKind> {
    static FOUND: OnceLock<Option<FromKind>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let found = symbol(c"PyUnicode_FromKindAndData")?;
        // SAFETY: this is its signature in all releases.
        Some(unsafe { std::mem::transmute::<*mut c_void, FromKind>(found) })
    })
}

/// `PyUnicode_New` and `PyUnicode_CopyCharacters`, as old and as little part of the stable interface.
type New = unsafe extern "C" fn(Py_ssize_t, u32) -> *mut PyObject;
type Copy = unsafe extern "C" fn(
    *mut PyObject,
    Py_ssize_t,
    *mut PyObject,
    Py_ssize_t,
    Py_ssize_t,
) -> Py_ssize_t;

fn new_and_copy() -> Option<(New, Copy)> {
    static FOUND: OnceLock<Option<(New, Copy)>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let new = symbol(c"PyUnicode_New")?;
        let copy = symbol(c"PyUnicode_CopyCharacters")?;
        // SAFETY: this is its signature in all releases.
        let new = unsafe { std::mem::transmute::<*mut c_void, New>(new) };
        // SAFETY: as above.
        let copy = unsafe { std::mem::transmute::<*mut c_void, Copy>(copy) };
        Some((new, copy))
    })
}

#[cfg(unix)]
fn symbol(name: &CStr) -> Option<*mut c_void> {
    unsafe extern "C" {
        fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    }
    // The handle that looks in all that is loaded.
    #[cfg(target_os = "macos")]
    const ALL: *mut c_void = -2isize as *mut c_void;
    #[cfg(not(target_os = "macos"))]
    const ALL: *mut c_void = std::ptr::null_mut();
    // SAFETY: a handle and a name.
    let found = unsafe { dlsym(ALL, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

#[cfg(not(unix))]
fn symbol(_: &CStr) -> Option<*mut c_void> {
    None
}

/// A string that is put together of pieces, without memory beside it: of a length that is known, and
/// with characters up to `largest`, of which there is one.
pub(crate) struct Pieces<'py> {
    text: Bound<'py, PyString>,
    copy: Copy,
    len: usize,
    filled: usize,
}

impl<'py> Pieces<'py> {
    /// `None` if the interpreter does not have what it takes.
    pub(crate) fn new(py: Python<'py>, len: usize, largest: u32) -> PyResult<Option<Self>> {
        let Some((new, copy)) = new_and_copy() else {
            return Ok(None);
        };
        // SAFETY: a length and a code point.
        let text = owned(py, unsafe { new(len as Py_ssize_t, largest) })?;
        Ok(Some(Pieces {
            text,
            copy,
            len,
            filled: 0,
        }))
    }

    /// Appends code points, none of which is larger than said; `false` if there is no room.
    pub(crate) fn push(&mut self, piece: &[u16]) -> PyResult<bool> {
        if piece.len() > self.len - self.filled {
            return Ok(false);
        }
        let piece = from_ucs2(self.text.py(), piece)?;
        let (at, count) = (self.filled as Py_ssize_t, len(&piece) as Py_ssize_t);
        // SAFETY: two strings, of which nobody else has the first; it checks their lengths.
        let copied = unsafe { (self.copy)(self.text.as_ptr(), at, piece.as_ptr(), 0, count) };
        if copied < 0 {
            return Err(PyErr::fetch(self.text.py()));
        }
        self.filled += count as usize;
        Ok(true)
    }

    /// The string, if it is full.
    pub(crate) fn finish(self) -> Option<Bound<'py, PyString>> {
        (self.filled == self.len).then_some(self.text)
    }
}

/// Of a new reference, or of the error that is set.
fn owned(py: Python<'_>, object: *mut PyObject) -> PyResult<Bound<'_, PyString>> {
    // SAFETY: a new reference, or null with an error.
    let object = unsafe { Bound::from_owned_ptr_or_err(py, object) }?;
    Ok(object.cast_into()?)
}

pub(crate) fn from_latin1<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let (start, len) = (text.as_ptr().cast::<c_char>(), text.len() as Py_ssize_t);
    // SAFETY: the bytes of a slice.
    owned(py, unsafe {
        ffi::PyUnicode_DecodeLatin1(start, len, std::ptr::null())
    })
}

/// By a decoder of CPython that is fast for ASCII; `None` if something is malformed.
pub(crate) fn from_utf8<'py>(py: Python<'py>, text: &[u8]) -> Option<Bound<'py, PyString>> {
    let (start, len) = (text.as_ptr().cast::<c_char>(), text.len() as Py_ssize_t);
    // SAFETY: the bytes of a slice.
    let text = unsafe { ffi::PyUnicode_DecodeUTF8(start, len, std::ptr::null()) };
    owned(py, text).ok()
}

/// As [`from_utf8`].
pub(crate) fn from_ascii<'py>(py: Python<'py>, text: &[u8]) -> Option<Bound<'py, PyString>> {
    let (start, len) = (text.as_ptr().cast::<c_char>(), text.len() as Py_ssize_t);
    // SAFETY: the bytes of a slice.
    let text = unsafe { ffi::PyUnicode_DecodeASCII(start, len, std::ptr::null()) };
    owned(py, text).ok()
}

/// Each unit is a code point.
pub(crate) fn from_ucs2<'py>(py: Python<'py>, text: &[u16]) -> PyResult<Bound<'py, PyString>> {
    let len = text.len() as Py_ssize_t;
    let Some(from_kind) = from_kind() else {
        return decoded(py, ffi::PyUnicode_DecodeUTF16, unit_bytes(text));
    };
    // SAFETY: the units of a slice, of two bytes.
    owned(py, unsafe { from_kind(2, text.as_ptr().cast(), len) })
}

/// Each unit is a code point.
pub(crate) fn from_ucs4<'py>(py: Python<'py>, text: &[u32]) -> PyResult<Bound<'py, PyString>> {
    let len = text.len() as Py_ssize_t;
    let Some(from_kind) = from_kind() else {
        return decoded(py, ffi::PyUnicode_DecodeUTF32, unit_bytes(text));
    };
    // SAFETY: the units of a slice, of four bytes; all are code points.
    owned(py, unsafe { from_kind(4, text.as_ptr().cast(), len) })
}

type Decoder =
    unsafe extern "C" fn(*const c_char, Py_ssize_t, *const c_char, *mut c_int) -> *mut PyObject;

/// By one of CPython's decoders of units in native order; surrogates pass.
fn decoded<'py>(py: Python<'py>, by: Decoder, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let mut order: c_int = if cfg!(target_endian = "little") {
        -1
    } else {
        1
    };
    let (start, len) = (text.as_ptr().cast(), text.len() as Py_ssize_t);
    // SAFETY: the bytes of a slice, and the name of an error handler.
    owned(py, unsafe {
        by(start, len, c"surrogatepass".as_ptr(), &raw mut order)
    })
}

/// Well-formed UTF-16.
pub(crate) fn from_utf16<'py>(py: Python<'py>, text: &[u16]) -> PyResult<Bound<'py, PyString>> {
    if char_count::<Utf16>(text) == text.len() {
        return from_ucs2(py, text);
    }
    match transcode_to_vec::<Utf16, Utf32>(text) {
        Ok(text) => from_ucs4(py, &text),
        Err(_) => from_wtf16(py, text),
    }
}

/// UTF-16 that may have lone surrogates.
pub(crate) fn from_wtf16<'py>(py: Python<'py>, text: &[u16]) -> PyResult<Bound<'py, PyString>> {
    from_ucs4(py, &code_points(text).collect::<Vec<_>>())
}

/// The code points of UTF-16, lone surrogates included.
pub(crate) fn code_points(text: &[u16]) -> impl Iterator<Item = u32> {
    char::decode_utf16(text.iter().copied()).map(|unit| match unit {
        Ok(character) => u32::from(character),
        Err(error) => u32::from(error.unpaired_surrogate()),
    })
}

/// The code points of a string.
pub(crate) fn to_ucs4(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    // SAFETY: a string.
    let len = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    let mut points = vec![0u32; len as usize];
    if len > 0 {
        // SAFETY: room for all of the string, without a NUL at its end.
        let copied = unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), points.as_mut_ptr(), len, 0) };
        if copied.is_null() {
            return Err(PyErr::fetch(text.py()));
        }
    }
    Ok(points)
}

/// Code points of a string from one place to another.
pub(crate) fn part<'py>(
    text: &Bound<'py, PyString>,
    start: usize,
    end: usize,
) -> PyResult<Bound<'py, PyString>> {
    let (start, end) = (start as Py_ssize_t, end as Py_ssize_t);
    // SAFETY: a string; places beyond its end are taken for that.
    owned(text.py(), unsafe {
        ffi::PyUnicode_Substring(text.as_ptr(), start, end)
    })
}

/// Number of code points of a string.
pub(crate) fn len(text: &Bound<'_, PyString>) -> usize {
    // SAFETY: a string.
    unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) as usize }
}

/// UTF-16 in native order, after a byte order mark; `None` if there are lone surrogates.
pub(crate) fn to_utf16<'py>(text: &Bound<'py, PyString>) -> Option<Bound<'py, PyBytes>> {
    // SAFETY: a string.
    let encoded = unsafe { ffi::PyUnicode_AsUTF16String(text.as_ptr()) };
    // SAFETY: a new reference, or null with an error.
    let encoded = unsafe { Bound::from_owned_ptr_or_err(text.py(), encoded) }.ok()?;
    encoded.cast_into().ok()
}

unsafe extern "C" {
    fn _PyBytes_Resize(bytes: *mut *mut PyObject, len: Py_ssize_t) -> c_int;
}

/// A `bytes` of at most `len` bytes: `fill` writes its first ones and returns how many these are.
pub(crate) fn bytes_with<'py, E>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [std::mem::MaybeUninit<u8>]) -> Result<usize, E>,
) -> PyResult<Result<Bound<'py, PyBytes>, E>> {
    let wanted = Py_ssize_t::try_from(len)
        .map_err(|_| pyo3::exceptions::PyMemoryError::new_err("too long a text"))?;
    // SAFETY: without bytes to copy, its contents are not initialised.
    let object = unsafe { ffi::PyBytes_FromStringAndSize(std::ptr::null(), wanted) };
    // SAFETY: a new reference, or null with an error.
    let bytes = unsafe { Bound::from_owned_ptr_or_err(py, object) }?;
    // SAFETY: `bytes` is one, and nobody else has it.
    let start = unsafe { ffi::PyBytes_AsString(bytes.as_ptr()) };
    // SAFETY: it has `len` bytes from there on.
    let room = unsafe { std::slice::from_raw_parts_mut(start.cast(), len) };
    let written = match fill(room) {
        Ok(written) => written.min(len),
        Err(error) => return Ok(Err(error)),
    };
    let mut object = bytes.into_ptr();
    // SAFETY: the only reference; on failure it is released, and null is stored.
    let result = unsafe { _PyBytes_Resize(&raw mut object, written as Py_ssize_t) };
    if result != 0 {
        return Err(PyErr::fetch(py));
    }
    // SAFETY: a new reference.
    let bytes = unsafe { Bound::from_owned_ptr(py, object) };
    Ok(Ok(bytes.cast_into()?))
}
