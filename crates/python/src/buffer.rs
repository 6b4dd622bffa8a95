//! Access to the bytes of an argument, without a copy: any object with a contiguous buffer.
//!
//! The two functions declared here are in the stable ABI from Python 3.11 on. Python 3.10 also has
//! them, with the same structure, but does not guarantee it for other releases.

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{Py_ssize_t, PyObject};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ffi::{c_char, c_int, c_void};
use std::ops::Deref;
use std::ptr::null_mut;

/// `Py_buffer`.
#[repr(C)]
struct RawBuffer {
    buf: *mut c_void,
    obj: *mut PyObject,
    len: Py_ssize_t,
    itemsize: Py_ssize_t,
    readonly: c_int,
    ndim: c_int,
    format: *mut c_char,
    shape: *mut Py_ssize_t,
    strides: *mut Py_ssize_t,
    suboffsets: *mut Py_ssize_t,
    internal: *mut c_void,
}

/// Requests contiguous bytes, regardless of the type of the items.
const SIMPLE: c_int = 0;

unsafe extern "C" {
    fn PyObject_GetBuffer(object: *mut PyObject, view: *mut RawBuffer, flags: c_int) -> c_int;
    fn PyBuffer_Release(view: *mut RawBuffer);
}

/// The bytes of an object. While this lives, the object cannot be resized or closed.
pub(crate) enum Bytes<'a, 'py> {
    Own(&'a Bound<'py, PyBytes>),
    Viewed(Viewed),
}

pub(crate) struct Viewed(RawBuffer);

// SAFETY: any thread may read the bytes, and `drop` attaches its thread to the interpreter.
unsafe impl Send for Viewed {}
// SAFETY: as above.
unsafe impl Sync for Viewed {}

impl<'a, 'py> Bytes<'a, 'py> {
    pub(crate) fn of(object: &'a Bound<'py, PyAny>) -> PyResult<Bytes<'a, 'py>> {
        match object.cast::<PyBytes>() {
            Ok(bytes) => Ok(Bytes::Own(bytes)),
            Err(_) => Viewed::of(object).map(Bytes::Viewed),
        }
    }
}

impl Viewed {
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Viewed> {
        if object.is_instance_of::<PyString>() {
            let message = "a bytes-like object is required, not 'str'";
            return Err(PyTypeError::new_err(message));
        }
        let mut raw = RawBuffer {
            buf: null_mut(),
            obj: null_mut(),
            len: 0,
            itemsize: 0,
            readonly: 0,
            ndim: 0,
            format: null_mut(),
            shape: null_mut(),
            strides: null_mut(),
            suboffsets: null_mut(),
            internal: null_mut(),
        };
        // SAFETY: the object is valid, and the structure is writable.
        let result = unsafe { PyObject_GetBuffer(object.as_ptr(), &raw mut raw, SIMPLE) };
        if result != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        Ok(Viewed(raw))
    }
}

impl Deref for Viewed {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let (start, len) = (self.0.buf.cast::<u8>(), self.0.len as usize);
        if len == 0 || start.is_null() {
            return &[];
        }
        // SAFETY: the object exports these bytes until the buffer is released.
        unsafe { std::slice::from_raw_parts(start, len) }
    }
}

impl Deref for Bytes<'_, '_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Own(bytes) => bytes.as_bytes(),
            Bytes::Viewed(viewed) => viewed,
        }
    }
}

impl Drop for Viewed {
    fn drop(&mut self) {
        // A thread of another library may drop a stream of Arrow. If the interpreter has exited,
        // there is nothing to release.
        Python::try_attach(|_| {
            // SAFETY: `PyObject_GetBuffer` filled it, and it is released once.
            unsafe { PyBuffer_Release(&raw mut self.0) }
        });
    }
}
