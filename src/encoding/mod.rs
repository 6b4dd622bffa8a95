//! The encodings as types ([`Encoding`]) and as values ([`Charset`]).
//!
//! The Unicode Standard (sections 3.9 and 3.10) distinguishes encoding *forms*, which are sequences
//! of code units in native order, from encoding *schemes*, which are sequences of bytes. In memory,
//! a form is its scheme in the byte order of the machine. So each encoding names the
//! [scheme](crate::encoding::scheme::Scheme) whose kernels convert it.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
pub(crate) mod bom;
mod charset;
#[cfg(feature = "convert")]
pub(crate) mod class;
#[cfg(feature = "convert")]
pub mod code_page;
pub(crate) mod code_point;
pub(crate) mod endian;
pub(crate) mod malformed;
#[cfg(feature = "convert")]
pub(crate) mod multibyte;
#[cfg(feature = "charset")]
mod names;
pub(crate) mod scheme;
#[cfg(feature = "multibyte")]
pub(crate) mod stateful;
mod table;
#[cfg(all(test, feature = "full"))]
mod tests;
mod text;
#[cfg(feature = "rows")]
pub(crate) mod unit_counts;
#[cfg(feature = "charset")]
mod unknown;

#[cfg(feature = "convert")]
pub(crate) use class::{CLASSES, Class, SchemeOf, classes, each_class, with_class};
pub use table::*;
pub(crate) use text::LowerCase;
#[cfg(feature = "charset")]
pub use unknown::UnknownCharset;

use crate::memory::Unit;
use core::fmt::Debug;

/// A character encoding: a zero-sized type that is a type parameter of every operation.
///
/// This trait is sealed. `S: Encoding, D: Encoding` are the only bounds that a conversion needs:
///
/// ```
/// use utflane::{Encoding, Latin1, TranscodeError, Utf8, transcode_to_vec};
///
/// fn convert<S: Encoding, D: Encoding>(src: &[S::Unit]) -> Result<Vec<D::Unit>, TranscodeError> {
///     transcode_to_vec::<S, D>(src)
/// }
/// assert_eq!(convert::<Latin1, Utf8>(b"caf\xe9").unwrap(), "café".as_bytes());
/// assert_eq!(Utf8::NAME, "UTF-8");
/// ```
pub trait Encoding: sealed::Sealed + Copy + Default + Eq + Debug + Send + Sync + 'static {
    /// The code unit: `u8`, `u16` or `u32`. Lengths and positions of this encoding count units.
    type Unit: Unit + Copy + Default + Eq + Debug + Send + Sync + 'static;

    /// The usual name, for encoding schemes in IANA's spelling.
    const NAME: &'static str;
}

pub(crate) mod sealed {
    use crate::encoding::scheme::Scheme;

    /// The private part of an encoding.
    pub trait Sealed {
        /// The encoding scheme of the text as bytes.
        type Scheme: Scheme;
        /// The scheme as a value. It identifies the code page or variant, which the type does not.
        const SCHEME: Self::Scheme;
        /// The encoding as a value.
        const CHARSET: super::Charset;
    }
}

/// Returns the number of bytes per unit of `E`: 1 for UTF-8, Latin-1, ASCII and the encoding
/// schemes, 2 or 4 for the forms.
pub(crate) const fn unit_size<E: Encoding>() -> usize {
    size_of::<E::Unit>()
}
