//! The sources of files: a file of the system, an object with `read`, or memory.

use crate::buffer::Viewed;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::fs::File;
use std::io::{self, Read};

pub(crate) enum Input {
    File(File),
    /// A Python object.
    Object(Py<PyAny>),
    Memory(Viewed, usize),
}

impl Input {
    /// Appends up to `len` bytes. Returns their number, 0 at the end.
    pub(crate) fn read(&mut self, bytes: &mut Vec<u8>, len: usize) -> io::Result<usize> {
        match self {
            Input::File(file) => file.take(len as u64).read_to_end(bytes),
            Input::Memory(memory, read) => {
                let rest = &memory[*read..];
                let taken = rest.len().min(len);
                bytes.extend_from_slice(&rest[..taken]);
                *read += taken;
                Ok(taken)
            }
            Input::Object(object) => Python::attach(|py| {
                let chunk = object.bind(py).call_method1("read", (len,))?;
                match chunk.cast::<PyBytes>() {
                    Ok(chunk) => {
                        bytes.extend_from_slice(chunk.as_bytes());
                        Ok(chunk.as_bytes().len())
                    }
                    Err(_) => {
                        let chunk = Viewed::of(&chunk)?;
                        bytes.extend_from_slice(&chunk);
                        Ok(chunk.len())
                    }
                }
            })
            .map_err(|error: PyErr| io::Error::other(error)),
        }
    }

    /// Returns the total length in bytes, if known.
    pub(crate) fn len(&self) -> Option<u64> {
        match self {
            Input::File(file) => {
                let metadata = file.metadata().ok()?;
                metadata.is_file().then_some(metadata.len())
            }
            Input::Memory(memory, _) => Some(memory.len() as u64),
            Input::Object(_) => None,
        }
    }
}
