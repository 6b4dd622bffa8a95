//! The verbs: validation, conversion and measuring, for every encoding and pair of encodings.
//!
//! Each verb is a method of [`Isa`] and a free function that uses [`Isa::best`]. The methods cast
//! units to bytes, let [`crate::convert::dispatch`] work on these, and express its progress in
//! units and errors.

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
pub(crate) use pairs::{measure_converted, worst_len};

use crate::buffer::memory;
use crate::encoding::scheme::Scheme;
use crate::encoding::{sealed::Sealed, unit_size};
use crate::{DecodeError, Encoding, Isa};

type SchemeOf<E> = <E as Sealed>::Scheme;

/// The error at byte `position` of `src`, where validation stopped; `None` if it is well-formed.
#[cold]
#[inline(never)]
pub(crate) fn decode_error<E: Encoding>(src: &[u8], position: usize) -> Option<DecodeError> {
    let rest = &src[position..];
    let malformed = E::SCHEME.decode(rest).err()?;
    Some(DecodeError::new::<E>(position, rest, malformed))
}

impl Isa {
    /// See [`validate`](fn@crate::validate).
    #[inline]
    pub fn validate<E: Encoding>(self, src: &[E::Unit]) -> Result<(), DecodeError> {
        let src = memory::bytes(src);
        let valid = self.valid_bytes(E::SCHEME, src);
        if valid == src.len() {
            return Ok(());
        }
        decode_error::<E>(src, valid).map_or(Ok(()), Err)
    }

    /// See [`is_valid`](fn@crate::is_valid).
    #[inline]
    pub fn is_valid<E: Encoding>(self, src: &[E::Unit]) -> bool {
        let src = memory::bytes(src);
        self.valid_bytes(E::SCHEME, src) == src.len()
    }

    /// See [`char_count`](fn@crate::char_count).
    #[inline]
    pub fn char_count<E: Encoding>(self, src: &[E::Unit]) -> usize {
        self.characters(E::SCHEME, memory::bytes(src))
    }

    /// See [`incomplete_tail`](fn@crate::incomplete_tail).
    #[inline]
    pub fn incomplete_tail<E: Encoding>(self, src: &[E::Unit]) -> usize {
        E::SCHEME.incomplete_tail(memory::bytes(src)) / unit_size::<E>()
    }
}

#[cfg(all(test, feature = "alloc", feature = "full"))]
mod tests;
