//! Legacy multi-byte encodings: GBK, GB18030, Big5, Shift_JIS, EUC-JP and EUC-KR, as defined by the
//! WHATWG Encoding Standard.
//!
//! Nearly all characters are one or two bytes. The tables of a [`Decoder`] and an [`Encoder`]
//! contain these, for scalar code and kernels. [`rules`] decodes and encodes the rare other
//! characters: four bytes in GB18030, three bytes in EUC-JP, and in Big5 characters beyond the
//! Basic Multilingual Plane and sequences of two code points. For ISO-2022-JP, which has the
//! characters of EUC-JP, see [`stateful`](crate::encoding::stateful).

mod decoder;
mod encoder;
#[cfg(feature = "multibyte")]
pub(crate) mod four_bytes;
#[cfg(feature = "multibyte")]
mod index;
mod lazy;
#[cfg(feature = "multibyte")]
mod ranges;
#[cfg(feature = "multibyte")]
mod rules;
#[cfg(feature = "multibyte")]
pub(crate) mod tables;

pub(crate) use {decoder::Decoder, encoder::Encoder};

use crate::Charset;
#[cfg(feature = "rows")]
use crate::encoding::unit_counts::UnitCounts;
use core::fmt;

/// A legacy multi-byte encoding as a value. (Without the feature there are no values.)
pub struct Multibyte {
    pub(crate) charset: Charset,
    // These are functions, because older compilers reject a constant that refers to mutable
    // statics.
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

/// Declares the types of the encodings. The tables of each are a separate static, so that a program
/// contains only those that it can use.
#[cfg(feature = "multibyte")]
macro_rules! types {
    ($($(#[$doc:meta])* $name:ident = $table:ident;)*) => {
        $(
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
                const NAME: &'static str = Charset::$name.name();
            }
        )*
    };
}

#[cfg(feature = "multibyte")]
types! {
    /// GBK, simplified Chinese as in Windows (code page 936): ASCII, the euro sign (byte 80),
    /// and two-byte characters. It is decoded as [`Gb18030`], including four-byte characters,
    /// but encodes only the characters that need at most two bytes.
    #[doc(alias = "Cp936")]
    #[doc(alias = "Gb2312")]
    Gbk = GBK;
    /// GB18030, the Chinese standard: one, two or four bytes, and all of Unicode except
    /// U+E5E5.
    #[doc(alias = "Cp54936")]
    Gb18030 = GB18030;
    /// Big5, traditional Chinese: ASCII and two-byte characters. The characters of Hong Kong
    /// (HKSCS) are decoded but not encoded. (Code page 950 has some other characters.)
    ///
    /// Four sequences (88 62, 88 64, 88 A3, 88 A5) are two code points, a letter and a
    /// combining mark. They are converted as a whole or not at all:
    /// [`char_count`](fn@crate::char_count) counts two characters, and there is no position
    /// between them.
    #[doc(alias = "Cp950")]
    Big5 = BIG5;
    /// Shift_JIS, Japanese as in Windows (code page 932): ASCII, one-byte half-width katakana,
    /// and two-byte characters, whose second byte may be in the ASCII range.
    #[doc(alias = "Cp932")]
    #[doc(alias = "SJIS")]
    #[doc(alias = "Windows31J")]
    ShiftJis = SHIFT_JIS;
    /// EUC-JP, Japanese as in Unix: ASCII, two-byte characters, and the three-byte characters
    /// of JIS X 0212, which are decoded but not encoded.
    #[doc(alias = "Cp51932")]
    EucJp = EUC_JP;
    /// EUC-KR, Korean with all syllables as in Windows (code page 949): ASCII and two-byte
    /// characters.
    #[doc(alias = "Cp949")]
    #[doc(alias = "UHC")]
    EucKr = EUC_KR;
}

#[cfg(feature = "multibyte")]
impl Charset {
    /// Returns the legacy multi-byte encoding, or `None` if this is another encoding or stateful.
    pub(crate) const fn multibyte(self) -> Option<&'static Multibyte> {
        match self {
            Charset::Gbk => Some(&tables::GBK),
            Charset::Gb18030 => Some(&tables::GB18030),
            Charset::Big5 => Some(&tables::BIG5),
            Charset::ShiftJis => Some(&tables::SHIFT_JIS),
            Charset::EucJp => Some(&tables::EUC_JP),
            Charset::EucKr => Some(&tables::EUC_KR),
            _ => None,
        }
    }

    /// Returns whether the encoding has four-byte characters.
    pub(crate) const fn has_four_bytes(self) -> bool {
        matches!(self, Charset::Gb18030)
    }

    /// Returns the bounds for [`unit_counts`](Self::unit_counts), for decoding and encoding. The
    /// minimum is 1 byte in these encodings:
    ///
    /// - GBK and GB18030, for the euro sign.
    /// - Big5, where a sequence of two code points counts as two characters of one byte.
    /// - Shift_JIS and EUC-JP, where 5C also encodes a yen sign. In Shift_JIS, half-width katakana
    ///   are also one byte.
    #[cfg(feature = "rows")]
    pub(super) const fn multibyte_counts(self) -> &'static UnitCounts {
        use UnitCounts as Counts;
        match self {
            Charset::Gbk | Charset::Gb18030 => const { &Counts::of_multibyte([1, 4], [4, 4]) },
            Charset::Big5 => const { &Counts::of_multibyte([1, 2], [2, 2]) },
            Charset::ShiftJis => const { &Counts::of_multibyte([1, 2], Counts::NONE) },
            Charset::EucJp => const { &Counts::of_multibyte([1, 3], Counts::NONE) },
            _ => const { &Counts::of_multibyte([2, 2], Counts::NONE) },
        }
    }
}

/// Without the feature, no charset is a legacy multi-byte encoding.
#[cfg(not(feature = "multibyte"))]
impl Charset {
    pub(crate) const fn multibyte(self) -> Option<&'static Multibyte> {
        None
    }

    pub(crate) const fn has_four_bytes(self) -> bool {
        false
    }

    #[cfg(feature = "rows")]
    pub(super) const fn multibyte_counts(self) -> &'static UnitCounts {
        const { &UnitCounts::of_multibyte(UnitCounts::NONE, UnitCounts::NONE) }
    }
}
