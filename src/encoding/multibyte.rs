//! Encodings of several bytes from before Unicode: GBK, GB18030, Big5, Shift_JIS, EUC-JP, EUC-KR.
//!
//! They are the ones of the WHATWG Encoding Standard. Nearly all of their characters are one byte
//! or two: these are looked up in the tables of a [`Decoder`] and an [`Encoder`], which kernels
//! know, too. The others (four bytes in GB18030, three in EUC-JP, characters beyond the Basic
//! Multilingual Plane and sequences of two code points in Big5) are rare, and read and written by
//! [`rules`].
#![forbid(unsafe_code)]

mod decoder;
mod encoder;
pub(crate) mod iso2022;
mod ranges;
mod rules;
mod tables;
#[cfg(all(test, not(emulated)))]
mod tests;

pub(crate) use decoder::Decoder;
pub(crate) use encoder::Encoder;

use crate::Charset;

/// An encoding of several bytes as a value.
pub struct Multibyte {
    pub(crate) charset: Charset,
    pub(crate) decoder: Decoder,
    pub(crate) encoder: Encoder,
}

impl core::fmt::Debug for Multibyte {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Multibyte").field(&self.charset).finish()
    }
}
