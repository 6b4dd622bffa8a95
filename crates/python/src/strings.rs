//! Creates `str` objects of CPython from units of their internal width, and reads them.

use pyo3::ffi::{self, Py_ssize_t, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::OnceLock;
use utflane::{Utf16, Utf32, char_count, transcode_to_vec, unit_bytes};

/// The type of `PyUnicode_FromKindAndData`, which is used if the interpreter has it. It copies
/// units, or narrows them to the width that the largest needs, and is several times as fast as a
/// decoder of UTF-16 or UTF-8. CPython has had it since 3.3, but not in its stable ABI.
type FromKind = unsafe extern "C" fn(c_int, *const c_void, Py_ssize_t) -> *mut PyObject;

fn from_kind() -> Option<FromKind> {
    static FOUND: OnceLock<Option<FromKind>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let found = symbol(c"PyUnicode_FromKindAndData")?;
        // SAFETY: this is its signature in all releases.
        Some(unsafe { std::mem::transmute::<*mut c_void, FromKind>(found) })
    })
}

/// The types of `PyUnicode_New` and `PyUnicode_CopyCharacters`, which are as old, and also not in
/// the stable ABI.
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
pub(crate) fn symbol(name: &CStr) -> Option<*mut c_void> {
    unsafe extern "C" {
        fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    }
    // The handle that searches all loaded libraries.
    #[cfg(target_os = "macos")]
    const ALL: *mut c_void = -2isize as *mut c_void;
    #[cfg(not(target_os = "macos"))]
    const ALL: *mut c_void = std::ptr::null_mut();
    // SAFETY: the handle is valid, and the name is null-terminated.
    let found = unsafe { dlsym(ALL, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}

#[cfg(not(unix))]
pub(crate) fn symbol(_: &CStr) -> Option<*mut c_void> {
    None
}

/// A string that is assembled from pieces in place. `largest` must be the largest of its
/// characters, or one of the same width.
pub(crate) struct Pieces<'py> {
    text: Bound<'py, PyString>,
    copy: Copy,
    capacity: usize,
    filled: usize,
}

impl<'py> Pieces<'py> {
    /// Creates an empty string. Returns `None` if the interpreter lacks the required functions.
    pub(crate) fn new(py: Python<'py>, capacity: usize, largest: u32) -> PyResult<Option<Self>> {
        let Some((new, copy)) = new_and_copy() else {
            return Ok(None);
        };
        // SAFETY: the arguments are a length and a code point.
        let text = owned(py, unsafe { new(capacity as Py_ssize_t, largest) })?;
        Ok(Some(Pieces {
            text,
            copy,
            capacity,
            filled: 0,
        }))
    }

    /// Appends code points, which must not exceed the declared maximum. Returns `false` if they do
    /// not fit.
    pub(crate) fn push(&mut self, piece: &[u16]) -> PyResult<bool> {
        if piece.len() > self.capacity - self.filled {
            return Ok(false);
        }
        let piece = from_ucs2(self.text.py(), piece)?;
        let (at, count) = (self.filled as Py_ssize_t, len(&piece) as Py_ssize_t);
        // SAFETY: both are strings, nobody else has the first one, and the function checks the
        // lengths.
        let copied = unsafe { (self.copy)(self.text.as_ptr(), at, piece.as_ptr(), 0, count) };
        if copied < 0 {
            return Err(PyErr::fetch(self.text.py()));
        }
        self.filled += count as usize;
        Ok(true)
    }

    /// Returns the string. The memory after its end is released.
    pub(crate) fn finish(self) -> PyResult<Bound<'py, PyString>> {
        if self.filled == self.capacity {
            return Ok(self.text);
        }
        let py = self.text.py();
        let mut object = self.text.into_ptr();
        // SAFETY: this is the only reference to a string that nobody has used. On failure, it is
        // unchanged.
        let result = unsafe { ffi::PyUnicode_Resize(&raw mut object, self.filled as Py_ssize_t) };
        // SAFETY: it is the reference of above, or of the string that replaces it.
        let text = unsafe { Bound::from_owned_ptr(py, object) };
        match result {
            0 => Ok(text.cast_into()?),
            _ => Err(PyErr::fetch(py)),
        }
    }
}

/// Converts a new reference, or null with an error set.
fn owned(py: Python<'_>, object: *mut PyObject) -> PyResult<Bound<'_, PyString>> {
    // SAFETY: it is a new reference, or null with an error set.
    let object = unsafe { Bound::from_owned_ptr_or_err(py, object) }?;
    Ok(object.cast_into()?)
}

pub(crate) fn from_latin1<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let (start, len) = (text.as_ptr().cast::<c_char>(), text.len() as Py_ssize_t);
    // SAFETY: pointer and length are those of a slice.
    owned(py, unsafe {
        ffi::PyUnicode_DecodeLatin1(start, len, std::ptr::null())
    })
}

/// Decodes with CPython, which is fast for ASCII. Returns `None` if something is malformed.
pub(crate) fn from_utf8<'py>(py: Python<'py>, text: &[u8]) -> Option<Bound<'py, PyString>> {
    let (start, len) = (text.as_ptr().cast::<c_char>(), text.len() as Py_ssize_t);
    // SAFETY: pointer and length are those of a slice.
    let text = unsafe { ffi::PyUnicode_DecodeUTF8(start, len, std::ptr::null()) };
    owned(py, text).ok()
}

/// As [`from_utf8`], for ASCII.
pub(crate) fn from_ascii<'py>(py: Python<'py>, text: &[u8]) -> Option<Bound<'py, PyString>> {
    let (start, len) = (text.as_ptr().cast::<c_char>(), text.len() as Py_ssize_t);
    // SAFETY: pointer and length are those of a slice.
    let text = unsafe { ffi::PyUnicode_DecodeASCII(start, len, std::ptr::null()) };
    owned(py, text).ok()
}

/// Creates a string in which each unit is a code point.
pub(crate) fn from_ucs2<'py>(py: Python<'py>, text: &[u16]) -> PyResult<Bound<'py, PyString>> {
    let len = text.len() as Py_ssize_t;
    let Some(from_kind) = from_kind() else {
        let points: Vec<u32> = text.iter().copied().map(u32::from).collect();
        return from_ucs4(py, &points);
    };
    // SAFETY: pointer and length are those of a slice of 2-byte units.
    owned(py, unsafe { from_kind(2, text.as_ptr().cast(), len) })
}

/// Creates a string in which each unit is a code point.
pub(crate) fn from_ucs4<'py>(py: Python<'py>, text: &[u32]) -> PyResult<Bound<'py, PyString>> {
    let len = text.len() as Py_ssize_t;
    let Some(from_kind) = from_kind() else {
        return decoded(py, unit_bytes(text));
    };
    // SAFETY: pointer and length are those of a slice of 4-byte units, which are code points.
    owned(py, unsafe { from_kind(4, text.as_ptr().cast(), len) })
}

/// Decodes UTF-32 in native byte order with CPython's decoder. Surrogates are preserved.
fn decoded<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let mut order: c_int = if cfg!(target_endian = "little") {
        -1
    } else {
        1
    };
    let (start, len) = (text.as_ptr().cast(), text.len() as Py_ssize_t);
    // SAFETY: pointer and length are those of a slice, and the name of the error handler is
    // null-terminated.
    owned(py, unsafe {
        ffi::PyUnicode_DecodeUTF32(start, len, c"surrogatepass".as_ptr(), &raw mut order)
    })
}

/// Creates a string from well-formed UTF-16.
pub(crate) fn from_utf16<'py>(py: Python<'py>, text: &[u16]) -> PyResult<Bound<'py, PyString>> {
    if char_count::<Utf16>(text) == text.len() {
        return from_ucs2(py, text);
    }
    match transcode_to_vec::<Utf16, Utf32>(text) {
        Ok(text) => from_ucs4(py, &text),
        Err(_) => from_wtf16(py, text),
    }
}

/// Creates a string from UTF-16 that may contain unpaired surrogates.
pub(crate) fn from_wtf16<'py>(py: Python<'py>, text: &[u16]) -> PyResult<Bound<'py, PyString>> {
    from_ucs4(py, &code_points(text).collect::<Vec<_>>())
}

/// Iterates over the code points of UTF-16, including unpaired surrogates.
pub(crate) fn code_points(text: &[u16]) -> impl Iterator<Item = u32> {
    char::decode_utf16(text.iter().copied()).map(|unit| match unit {
        Ok(character) => u32::from(character),
        Err(error) => u32::from(error.unpaired_surrogate()),
    })
}

/// Returns the code points of a string.
pub(crate) fn to_ucs4(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    // SAFETY: the object is a string.
    let len = unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) };
    let mut points = vec![0u32; len as usize];
    if len > 0 {
        // SAFETY: the buffer has the length of the string, and no NUL is appended.
        let copied = unsafe { ffi::PyUnicode_AsUCS4(text.as_ptr(), points.as_mut_ptr(), len, 0) };
        if copied.is_null() {
            return Err(PyErr::fetch(text.py()));
        }
    }
    Ok(points)
}

/// Returns the number of code points of a string.
pub(crate) fn len(text: &Bound<'_, PyString>) -> usize {
    // SAFETY: the object is a string.
    unsafe { ffi::PyUnicode_GetLength(text.as_ptr()) as usize }
}

/// Up to this number of code points, CPython encodes Unicode.
const SHORT: usize = 48;

/// Encodes a short text in UTF-8 or UTF-16 with CPython, for which the call costs more than the
/// conversion. Returns `None` for other text, if there are surrogates, and for unusual arguments.
#[inline]
pub(crate) fn to_short_unicode<'py>(
    text: &Bound<'py, PyString>,
    encoding: &str,
    errors: &str,
) -> Option<Bound<'py, PyBytes>> {
    let encode = match encoding {
        "utf-8" => ffi::PyUnicode_AsUTF8String,
        "utf-16" => ffi::PyUnicode_AsUTF16String,
        _ => return None,
    };
    if len(text) > SHORT || errors != "strict" {
        return None;
    }
    // SAFETY: the object is a string.
    let encoded = unsafe { encode(text.as_ptr()) };
    // SAFETY: it is a new reference, or null with an error set.
    let encoded = unsafe { Bound::from_owned_ptr_or_err(text.py(), encoded) }.ok()?;
    encoded.cast_into().ok()
}

/// Concatenates strings.
pub(crate) fn joined<'py>(
    py: Python<'py>,
    parts: Vec<Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyString>> {
    let (empty, parts) = (PyString::new(py, ""), PyList::new(py, parts)?);
    // SAFETY: both objects are of the required types.
    owned(py, unsafe {
        ffi::PyUnicode_Join(empty.as_ptr(), parts.as_ptr())
    })
}

unsafe extern "C" {
    fn _PyBytes_Resize(bytes: *mut *mut PyObject, len: Py_ssize_t) -> c_int;
}

/// Creates a `bytes` object of at most `len` bytes. `fill` writes its content and returns the
/// number of bytes written, and a value that is passed on.
pub(crate) fn bytes_with<'py, T>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [std::mem::MaybeUninit<u8>]) -> PyResult<(usize, T)>,
) -> PyResult<(Bound<'py, PyBytes>, T)> {
    let wanted = Py_ssize_t::try_from(len)
        .map_err(|_| pyo3::exceptions::PyMemoryError::new_err("too long a text"))?;
    // SAFETY: null means that the content is left uninitialised.
    let object = unsafe { ffi::PyBytes_FromStringAndSize(std::ptr::null(), wanted) };
    // SAFETY: it is a new reference, or null with an error set.
    let bytes = unsafe { Bound::from_owned_ptr_or_err(py, object) }?;
    // SAFETY: the object is a `bytes` object that nobody else has.
    let start = unsafe { ffi::PyBytes_AsString(bytes.as_ptr()) };
    // SAFETY: the object has `len` bytes at `start`.
    let capacity = unsafe { std::slice::from_raw_parts_mut(start.cast(), len) };
    let (written, value) = fill(capacity)?;
    let mut object = bytes.into_ptr();
    // SAFETY: this is the only reference. On failure it is released, and null is stored.
    let result = unsafe { _PyBytes_Resize(&raw mut object, written.min(len) as Py_ssize_t) };
    if result != 0 {
        return Err(PyErr::fetch(py));
    }
    // SAFETY: it is a new reference.
    let bytes = unsafe { Bound::from_owned_ptr(py, object) };
    Ok((bytes.cast_into()?, value))
}
