//! The list of kernels: traits that each instruction set implements, and the signature of each
//! kernel. The kernels of UTF-8 validation are here. All other kernels are in [`conversions`], and
//! need the feature `convert`.
//!
//! Each kernel is a method of a trait. The default of the method is the shared algorithm, and
//! instruction sets with a better algorithm override it: see [`overrides`](super::overrides). From
//! the signature, [`entry`](super::entry) generates a function that calls the method of an
//! instruction set.
//!
//! Common rules:
//!
//! - A kernel may stop early at any character boundary, with two exceptions: The kernel for ASCII
//!   stops exactly at the error, and `validate_utf8` reads all of a well-formed text.
//! - It reads and writes only inside its slices.
//! - It never counts a malformed sequence or an unrepresentable character as read.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
mod conversions;

#[cfg(feature = "convert")]
pub(crate) use conversions::{Kernels, conversion_signatures};

use crate::kernels::validate_utf8;
use crate::simd::validate_utf8::ValidateUtf8;

/// The kernels of UTF-8 validation.
pub(crate) trait ValidationKernels: ValidateUtf8 {
    /// Returns the number of bytes of well-formed text at the start of `src`.
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        validate_utf8::scan(self, src, &mut ())
    }

    /// Returns the position of the first error of `src`, or its length if it has none. Its first
    /// `valid` bytes are well-formed and end at a character boundary.
    #[inline(always)]
    fn first_utf8_error(self, src: &[u8], valid: usize) -> usize {
        validate_utf8::first_error(self, src, valid)
    }
}

/// Calls a macro with the tokens given, followed by the signatures of the kernels of validation.
macro_rules! validation_signatures {
    ($then:ident!($($first:tt)*)) => {
        $then! {
            $($first)*
            fn validate_utf8 [] (src: &[u8]) -> usize;
            fn first_utf8_error [] (src: &[u8], valid: usize) -> usize;
        }
    };
}
pub(crate) use validation_signatures;
