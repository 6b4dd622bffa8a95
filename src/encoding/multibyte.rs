//! Encodings of several bytes from before Unicode: GBK, GB18030, Big5, Shift_JIS, EUC-JP, EUC-KR
//! and ISO-2022-JP.
//!
//! They are the ones of the WHATWG Encoding Standard. Nearly all of their characters are one byte
//! or two: these are looked up in the tables of a [`Decoder`] and an [`Encoder`], which kernels
//! know, too. The others (four bytes in GB18030, three in EUC-JP, characters beyond the Basic
//! Multilingual Plane and sequences of two code points in Big5) are rare, and read and written by
//! [`rules`]. ISO-2022-JP has the characters of EUC-JP and a state between them: [`iso2022`].
#![forbid(unsafe_code)]

mod decoder;
mod encoder;
#[cfg(feature = "multibyte")]
pub(crate) mod four_bytes;
#[cfg(feature = "multibyte")]
mod index;
#[cfg(feature = "multibyte")]
pub(crate) mod iso2022;
mod lazy;
#[cfg(feature = "multibyte")]
mod ranges;
#[cfg(feature = "multibyte")]
mod rules;
#[cfg(feature = "multibyte")]
mod tables;
#[cfg(all(test, feature = "multibyte", not(emulated)))]
mod tests;

pub(crate) use {decoder::Decoder, encoder::Encoder};

use crate::Charset;
use core::fmt;

/// An encoding of several bytes as a value. (Without the feature there are none.)
pub struct Multibyte {
    pub(crate) charset: Charset,
    // By functions: to older compilers, a constant that leads to what can change is an error.
    decoder: fn() -> &'static Decoder,
    encoder: fn() -> &'static Encoder,
}

impl Multibyte {
    pub(crate) fn decoder(&self) -> &'static Decoder {
        (self.decoder)()
    }

    pub(crate) fn encoder(&self) -> &'static Encoder {
        (self.encoder)()
    }
}

impl fmt::Debug for Multibyte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Multibyte").field(&self.charset).finish()
    }
}

/// What such a charset is known by.
pub(crate) struct Names {
    /// Its name in IANA's spelling.
    pub(crate) name: &'static str,
    /// Its names, in lower case and without punctuation, between spaces.
    pub(crate) names: &'static str,
    /// Its labels in the WHATWG Encoding Standard, between spaces.
    pub(crate) labels: &'static str,
}

/// Declares the types of these encodings, and their [`Names`].
#[cfg(feature = "multibyte")]
macro_rules! encodings {
    (
        types {$(
            $(#[$doc:meta])*
            $name:ident = $table:ident, $text:literal, $names:literal, $labels:literal;
        )*}
        stateful {
            $($stateful:ident, $its_text:literal, $its_names:literal, $its_labels:literal;)*
        }
    ) => {
        $(multibyte_type!($(#[$doc])* $name, $table, $text);)*

        impl Charset {
            /// The encoding of several bytes, if it is one and has no state.
            pub(crate) const fn multibyte(self) -> Option<&'static Multibyte> {
                match self {
                    $(Charset::$name => Some(&tables::$table),)*
                    _ => None,
                }
            }

            /// The names of this charset, if it is an encoding of several bytes.
            pub(crate) const fn multibyte_names(self) -> Option<&'static Names> {
                match self {
                    $(Charset::$name => Some(&Names {
                        name: $text,
                        names: $names,
                        labels: $labels,
                    }),)*
                    $(Charset::$stateful => Some(&Names {
                        name: $its_text,
                        names: $its_names,
                        labels: $its_labels,
                    }),)*
                    _ => None,
                }
            }

            /// Whether it has characters of four bytes.
            pub(crate) const fn has_four_bytes(self) -> bool {
                matches!(self, Charset::Gb18030)
            }
        }
    };
}

/// Declares the type of an encoding, whose tables are a static of its own, so that a program has
/// only those that it can use.
#[cfg(feature = "multibyte")]
macro_rules! multibyte_type {
    ($(#[$doc:meta])* $name:ident, $table:ident, $text:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl crate::encoding::sealed::Sealed for $name {
            type Scheme = crate::encoding::scheme::Multibyte;
            const SCHEME: Self::Scheme = crate::encoding::scheme::Multibyte(&tables::$table);
            const CHARSET: Charset = Charset::$name;
        }

        impl crate::Encoding for $name {
            type Unit = u8;
            const NAME: &'static str = $text;
        }
    };
}

#[cfg(feature = "multibyte")]
encodings! {
    types {
        /// GBK, simplified Chinese as in Windows (code page 936): ASCII and characters of two
        /// bytes. It is read as [`Gb18030`] is, of which it writes the characters of up to two
        /// bytes.
        Gbk = GBK, "GBK", "gbk cp936 ms936 windows936 csgbk xgbk",
            "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk";
        /// GB 18030, the Chinese standard: one, two or four bytes, and all of Unicode but U+E5E5.
        Gb18030 = GB18030, "GB18030", "gb18030 csgb18030", "gb18030";
        /// Big5, traditional Chinese: ASCII and characters of two bytes, with those of Hong Kong
        /// when it is read. (Code page 950 has other characters in some places.)
        ///
        /// Four sequences (88 62, 88 64, 88 A3, 88 A5) are two code points, a letter and a
        /// combining mark, and are read whole or not at all: [`char_count`](fn@crate::char_count)
        /// counts two, and there is no position between them.
        Big5 = BIG5, "Big5", "big5 csbig5 cnbig5 xxbig5",
            "big5 big5-hkscs cn-big5 csbig5 x-x-big5";
        /// Shift_JIS, Japanese as in Windows (code page 932): ASCII, half-width katakana of one
        /// byte, and characters of two bytes, of which the second may be in ASCII's range.
        ShiftJis = SHIFT_JIS, "Shift_JIS",
            "shiftjis mskanji csshiftjis sjis xsjis windows31j cswindows31j ms932 cp932 windows932",
            "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis";
        /// EUC-JP, Japanese as in Unix: ASCII, characters of two bytes, and those of JIS X 0212 of
        /// three, which are only read.
        EucJp = EUC_JP, "EUC-JP",
            "eucjp extendedunixcodepackedformatforjapanese cseucpkdfmtjapanese xeucjp cp51932",
            "cseucpkdfmtjapanese euc-jp x-euc-jp";
        /// EUC-KR, Korean with all syllables as in Windows (code page 949): ASCII and characters of
        /// two bytes.
        EucKr = EUC_KR, "EUC-KR", "euckr cseuckr windows949 cp949 ms949 uhc",
            "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 \
            ksc5601 ksc_5601 windows-949";
    }
    stateful {
        Iso2022Jp, "ISO-2022-JP", "iso2022jp csiso2022jp", "csiso2022jp iso-2022-jp";
    }
}

/// Without the feature there are none.
#[cfg(not(feature = "multibyte"))]
impl Charset {
    pub(crate) const fn multibyte(self) -> Option<&'static Multibyte> {
        None
    }

    pub(crate) const fn multibyte_names(self) -> Option<&'static Names> {
        None
    }

    pub(crate) const fn has_four_bytes(self) -> bool {
        false
    }
}
