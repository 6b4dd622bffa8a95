//! Validation of UTF-8 in builds without optimisation. The standard library is compiled with
//! optimisation, so it validates many times as fast as an unoptimised kernel.
#![forbid(unsafe_code)]

use crate::Isa;
use core::str::Utf8Error;

/// Returns the number of bytes of well-formed UTF-8 at the start of `src`.
pub(crate) fn validate_utf8(_: Isa, src: &[u8]) -> usize {
    match core::str::from_utf8(src) {
        Ok(text) => text.len(),
        Err(error) => Utf8Error::valid_up_to(&error),
    }
}

/// Returns the number of bytes of well-formed UTF-8 at the start of `src`, whose first `valid` bytes
/// are well-formed.
pub(crate) fn first_utf8_error(isa: Isa, src: &[u8], valid: usize) -> usize {
    valid + validate_utf8(isa, &src[valid..])
}
