//! The native part of the Python package `utflane`.
//!
//! `unsafe` code is in `buffer`, `points` and `strings`, for functions that PyO3 does not offer
//! under the stable ABI of Python 3.10, in `faults`, for functions that it does not wrap, and in
//! `arrow`, for the structures of other libraries.

mod arrow;
mod buffer;
mod codes;
mod columns;
mod decode;
mod dense;
mod detection;
mod encode;
mod encoding;
mod faults;
mod files;
mod malformed;
mod points;
mod stateful;
mod steps;
mod strings;
mod text;
mod unrepresentable;
mod verbs;

/// The module. The public functions are documented in `_utflane.pyi`.
#[pyo3::pymodule(gil_used = false)]
mod _utflane {
    #[pymodule_export]
    use crate::columns::{Array, ColumnError, decode_column, encode_column, validate_column};
    #[pymodule_export]
    use crate::detection::{Detection, detect};
    #[pymodule_export]
    use crate::files::{CsvError, CsvReader, Table};
    #[pymodule_export]
    use crate::verbs::{
        Codec, Malformed, decode, encode, encoding_name, encoding_names, repair, transcode,
        validate,
    };
}
