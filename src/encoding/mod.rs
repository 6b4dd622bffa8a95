//! The encodings as types.
//!
//! The Unicode Standard (section 3.9 and 3.10) tells an encoding *form*, a sequence of code units
//! in native order, from an encoding *scheme*, a sequence of bytes. In memory a form is its scheme
//! in the byte order of the machine, so every encoding names the
//! [scheme](crate::encoding::scheme::Scheme) whose kernels do its work.
#![forbid(unsafe_code)]

#[cfg(feature = "convert")]
pub(crate) mod bom;
mod charset;
#[cfg(feature = "convert")]
pub(crate) mod class;
pub mod code_page;
pub(crate) mod code_point;
pub(crate) mod endian;
pub(crate) mod malformed;
pub(crate) mod multibyte;
pub(crate) mod scheme;
mod table;
#[cfg(all(test, feature = "full"))]
mod tests;
mod text;

#[cfg(feature = "convert")]
pub(crate) use class::{CLASSES, Class, SchemeOf, classes, each_class, with_class};
pub use table::*;
pub(crate) use text::LowerCase;
pub use text::UnknownCharset;

use crate::buffer::memory::Unit;
use core::fmt::Debug;

/// A character encoding: a zero-sized type that the verbs take as a parameter.
///
/// The trait is sealed. `S: Encoding, D: Encoding` are the only bounds that a verb needs:
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
    /// The code unit: `u8`, `u16` or `u32`. Lengths and positions of this encoding count these.
    type Unit: Unit + Copy + Default + Eq + Debug + Send + Sync + 'static;

    /// The name in the field's usual spelling (IANA's for the encoding schemes).
    const NAME: &'static str;
}

pub(crate) mod sealed {
    use crate::encoding::scheme::Scheme;

    /// The private part of an encoding.
    pub trait Sealed {
        /// The encoding scheme of the text as bytes.
        type Scheme: Scheme;
        /// That scheme as a value, which says what the type alone does not.
        const SCHEME: Self::Scheme;
        /// The encoding as a value.
        const CHARSET: super::Charset;
    }
}

/// Bytes per unit of `E`: 1 for UTF-8, Latin-1, ASCII and the encoding schemes, 2 or 4 for the
/// forms.
pub(crate) const fn unit_size<E: Encoding>() -> usize {
    size_of::<E::Unit>()
}
