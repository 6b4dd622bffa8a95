//! The verbs, which are the public operations: validation, conversion and measuring, for every
//! encoding and pair of encodings.
//!
//! Each verb is a method of [`Isa`] and a free function that calls the method on [`Isa::best`]. The
//! methods cast units to bytes, pass them to [`crate::convert::plan`], and convert its progress to
//! units and errors. Only the validation of UTF-8 calls its kernel directly. [`incomplete_tail`] is
//! only a free function, because it uses no vectors.

mod free;
#[cfg(feature = "convert")]
mod index;
#[cfg(feature = "convert")]
mod lossy;
#[cfg(all(feature = "convert", feature = "alloc"))]
mod owned;
#[cfg(feature = "convert")]
mod pairs;

pub use free::*;
#[cfg(feature = "convert")]
pub use index::{converted_index, original_index};

#[cfg(all(feature = "convert", feature = "alloc"))]
pub(crate) use owned::WORST_CASE_LIMIT;
#[cfg(feature = "convert")]
pub(crate) use pairs::{lossy_len_in, measure_converted, measure_in, worst_case};

use crate::convert::plan;
use crate::encoding::scheme::{EncodingKind, Scheme};
use crate::encoding::sealed::Sealed;
use crate::kernels;
use crate::memory;
use crate::{DecodeError, Encoding, Isa};

pub(crate) type SchemeOf<E> = <E as Sealed>::Scheme;

/// Returns the error at byte `position` of `src`, where validation stopped, or `Ok` if a
/// well-formed character begins there.
///
/// We construct the error directly in the return value. A copy would load several small fields at
/// once, and would have to wait until they are stored.
#[cold]
#[inline(never)]
pub(crate) fn decode_error<E: Encoding>(src: &[u8], position: usize) -> Result<(), DecodeError> {
    let rest = &src[position..];
    match E::SCHEME.malformed(rest) {
        Some(malformed) => Err(DecodeError::new(E::CHARSET, position, rest, malformed)),
        None => Ok(()),
    }
}

/// Returns the first error of `src`, whose first `valid` bytes are well-formed, or `Ok` if there is
/// none. In UTF-8 it may be later than `valid`.
#[cold]
#[inline(never)]
fn decode_error_from<E: Encoding>(isa: Isa, src: &[u8], valid: usize) -> Result<(), DecodeError> {
    let position = match SchemeOf::<E>::KIND {
        EncodingKind::Utf8 => plan::valid_utf8_from(isa, src, valid),
        _ => valid,
    };
    decode_error::<E>(src, position)
}

impl Isa {
    /// Like [`validate`](fn@crate::validate), on this instruction set.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`validate`](fn@crate::validate).
    ///
    /// ```
    /// use utflane::{Isa, Utf8};
    ///
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.validate::<Utf8>(b"gr\xFC\xDFe").unwrap_err().valid_up_to(), 2);
    /// }
    /// ```
    #[inline]
    pub fn validate<E: Encoding>(self, src: &[E::Unit]) -> Result<(), DecodeError> {
        let src = memory::bytes(src);
        // In malformed UTF-8, the kernel stops before the error, and `decode_error_from` finds it.
        let valid = match SchemeOf::<E>::KIND {
            EncodingKind::Utf8 => kernels::validate_utf8(self, src),
            _ => plan::valid_bytes(self, E::SCHEME, src),
        };
        if valid == src.len() {
            return Ok(());
        }
        decode_error_from::<E>(self, src, valid)
    }

    /// Like [`is_valid`](fn@crate::is_valid), on this instruction set.
    ///
    /// ```
    /// use utflane::{Isa, Utf8};
    ///
    /// for isa in Isa::available() {
    ///     assert!(isa.is_valid::<Utf8>("grüße".as_bytes()));
    /// }
    /// ```
    #[inline]
    pub fn is_valid<E: Encoding>(self, src: &[E::Unit]) -> bool {
        plan::is_well_formed(self, E::SCHEME, memory::bytes(src))
    }

    /// Like [`char_count`](fn@crate::char_count), on this instruction set.
    ///
    /// ```
    /// use utflane::{Isa, Utf8};
    ///
    /// for isa in Isa::available() {
    ///     assert_eq!(isa.char_count::<Utf8>("naïve 😀".as_bytes()), 7);
    /// }
    /// ```
    #[inline]
    pub fn char_count<E: Encoding>(self, src: &[E::Unit]) -> usize {
        plan::characters(self, E::SCHEME, memory::bytes(src))
    }
}

#[cfg(all(test, feature = "alloc", feature = "full"))]
mod tests;
