//! The table of encodings.
//!
//! Each row declares the type of an encoding, its value, and its names. The number of a value also
//! identifies the encoding in C and in JavaScript, so it never changes.
//!
//! Code pages are declared in [`crate::encoding::code_page`], and the types of legacy multi-byte
//! encodings in [`crate::encoding::multibyte`].

#[cfg(feature = "convert")]
use super::class::Class;
use super::{Encoding, sealed};
#[cfg(feature = "code-pages")]
use crate::encoding::code_page::rows;
#[cfg(feature = "convert")]
use crate::encoding::endian::{Big, Little, Native};
use crate::encoding::scheme::{self, Scheme};
#[cfg(feature = "convert")]
use crate::encoding::scheme::{Utf8Family, Utf8Form};

/// Calls a macro, without rows of code pages.
#[cfg(not(feature = "code-pages"))]
macro_rules! rows {
    ($then:ident!($($first:tt)*)) => {
        $then! { $($first)* }
    };
}
#[cfg(all(feature = "convert", not(feature = "code-pages")))]
pub(super) use rows;

/// The row of an encoding that is not a code page.
pub(super) struct Row {
    pub(super) name: &'static str,
    /// The byte order mark, or empty if there is none.
    pub(super) mark: &'static [u8],
    /// The names, in lower case and without punctuation, separated by spaces.
    pub(super) names: &'static str,
    /// The labels in the WHATWG Encoding Standard, in lower case, separated by spaces.
    pub(super) labels: &'static str,
}

/// Declares [`Charset`], and for each row the type and its [`Row`].
macro_rules! encodings {
    (
        types {$(
            $(#[$doc:meta])*
            $name:ident = $number:literal $(if $feature:tt)?: $unit:ty,
            $scheme:ty = $value:expr, $text:literal, $mark:expr, $names:literal
            $(, labels $labels:literal)?;
        )*}
        multibyte {$(
            #[doc = $its_doc:literal]
            $multibyte:ident = $its_number:literal if $its_feature:literal,
            $its_text:literal, $its_mark:expr, $its_names:literal $(, labels $its_labels:literal)?;
        )*}
    ) => {
        rows!(charset!(
            types {$($name = $number $(if $feature)?, $text;)*}
            multibyte {$($multibyte = $its_number if $its_feature, $its_doc;)*}
        ));
        /// The rows, in the order of the numbers.
        pub(super) static TABLE: [Row; [$($number),*].len()] = [$(Row {
            name: $text,
            mark: $mark,
            names: $names,
            labels: concat!($($labels)?),
        }),*];
        /// The rows of the legacy multi-byte encodings, in the order of the numbers.
        pub(super) static MULTIBYTE: &[Row] = &[$(#[cfg(feature = $its_feature)] Row {
            name: $its_text,
            mark: $its_mark,
            names: $its_names,
            labels: concat!($($its_labels)?),
        },)*];
        impl Charset {
            /// Returns the size in bytes of the units that lengths and positions count.
            ///
            /// This is the size of [`Encoding::Unit`]: 2 for [`Charset::Utf16`] and 1 for
            /// [`Charset::Utf16Le`].
            ///
            /// ```
            /// use utflane::Charset;
            ///
            /// assert_eq!(Charset::Utf16.unit_size(), 2);
            /// assert_eq!(Charset::Utf16Le.unit_size(), 1);
            /// ```
            #[inline]
            pub const fn unit_size(self) -> usize {
                match self {
                    $($(#[cfg(feature = $feature)])? Charset::$name => size_of::<$unit>(),)*
                    _ => 1,
                }
            }

            /// Returns the class of the scheme. That of a stateful encoding is arbitrary.
            #[inline]
            #[cfg(feature = "convert")]
            pub(crate) const fn class(self) -> Class {
                match self {
                    $($(#[cfg(feature = $feature)])?
                    Charset::$name => const { Class::from_kind(<$scheme>::KIND) },)*
                    $(#[cfg(feature = $its_feature)] Charset::$multibyte => Class::Multibyte,)*
                    _ => Class::CodePage,
                }
            }
        }
        $($(#[cfg(feature = $feature)])?
        encoding_type!($(#[$doc])* $name: $unit, $scheme = $value, $text);)*
    };
}

/// Declares the type of an encoding.
macro_rules! encoding_type {
    ($(#[$doc:meta])* $name:ident: $unit:ty, $scheme:ty = $value:expr, $text:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name;

        impl sealed::Sealed for $name {
            type Scheme = $scheme;
            const SCHEME: $scheme = $value;
            const CHARSET: Charset = Charset::$name;
        }

        impl Encoding for $name {
            type Unit = $unit;
            const NAME: &'static str = $text;
        }

        const _: () = {
            let unit = size_of::<$unit>();
            assert!(unit == 1 || unit == <$scheme>::WIDTH);
        };
    };
}

/// Declares [`Charset`]. The last arguments are the rows of the code pages.
macro_rules! charset {
    (
        types {$($name:ident = $number:literal $(if $feature:tt)?, $text:literal;)*}
        multibyte {$(
            $multibyte:ident = $its_number:literal if $its_feature:literal, $its_doc:literal;
        )*}
        $($(#[$_:meta])* $page:ident = $page_number:literal $row:tt)*
    ) => {
        /// An encoding that is chosen at run time, by its name, an option or a byte order mark.
        ///
        /// `charset as u8` is a number that never changes.
        ///
        /// ```
        /// use utflane::{Bom, Charset};
        ///
        /// let charset: Charset = "UTF-16LE".parse()?;
        /// assert_eq!(charset, Charset::Utf16Le);
        /// assert_eq!(charset.name(), "UTF-16LE");
        /// assert_eq!(Bom::sniff(b"\xFF\xFEh\0").map(Charset::from), Some(charset));
        /// # Ok::<(), utflane::UnknownCharset>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Charset {
            $(
                #[doc = concat!("[`", $text, "`](struct@crate::", stringify!($name), ")")]
                $(#[cfg(feature = $feature)])?
                $name = $number,
            )*
            $(
                #[doc = concat!(
                    "[`code_page::", stringify!($page), "`](crate::code_page::", stringify!($page), ")"
                )]
                $page = $page_number,
            )*
            $(#[doc = $its_doc] #[cfg(feature = $its_feature)] $multibyte = $its_number,)*
        }

        impl Charset {
            /// All charsets. The legacy multi-byte encodings are included with the feature
            /// `multibyte`, and the stateful encodings with `more-charsets`.
            pub const ALL: [Charset; ALL.len()] = by_number(ALL);
        }

        const ALL: &[Charset] = &[
            $($(#[cfg(feature = $feature)])? Charset::$name,)*
            $(Charset::$page,)*
            $(#[cfg(feature = $its_feature)] Charset::$multibyte,)*
        ];
    };
}

/// The number of the first row of [`MULTIBYTE`].
pub(super) const FIRST_MULTIBYTE: usize = 96;

/// U+FEFF in UTF-8.
const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";

encodings! {
    types {
        /// UTF-8 as RFC 3629 defines it: shortest form only, no surrogates, nothing above U+10FFFF.
        Utf8 = 1: u8, scheme::Utf8 = scheme::Utf8::NEW,
            "UTF-8", UTF8_MARK,
            "utf8 csutf8 unicode11utf8 unicode20utf8 xunicode20utf8 cp65001 utf8mb4",
            labels "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8";
        /// UTF-16, the encoding form: `u16` units in native order.
        Utf16 = 2 if "convert": u16, scheme::Utf16<Native> = scheme::Utf16::NEW,
            "UTF-16", b"", "";
        /// UTF-16LE, the encoding scheme: little-endian bytes at any alignment.
        Utf16Le = 3 if "convert": u8, scheme::Utf16<Little> = scheme::Utf16::NEW,
            "UTF-16LE", b"\xFF\xFE", "utf16le csutf16le unicodefeff unicodelittleunmarked xutf16le",
            labels "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le";
        /// UTF-16BE, the encoding scheme: big-endian bytes at any alignment.
        Utf16Be = 4 if "convert": u8, scheme::Utf16<Big> = scheme::Utf16::NEW,
            "UTF-16BE", b"\xFE\xFF", "utf16be csutf16be unicodefffe unicodebigunmarked xutf16be",
            labels "unicodefffe utf-16be";
        /// UTF-32, the encoding form: `u32` units in native order.
        Utf32 = 5 if "convert": u32, scheme::Utf32<Native> = scheme::Utf32::NEW,
            "UTF-32", b"", "";
        /// UTF-32LE, the encoding scheme: little-endian bytes at any alignment.
        Utf32Le = 6 if "convert": u8, scheme::Utf32<Little> = scheme::Utf32::NEW,
            "UTF-32LE", b"\xFF\xFE\0\0", "utf32le csutf32le xutf32le";
        /// UTF-32BE, the encoding scheme: big-endian bytes at any alignment.
        Utf32Be = 7 if "convert": u8, scheme::Utf32<Big> = scheme::Utf32::NEW,
            "UTF-32BE", b"\0\0\xFE\xFF", "utf32be csutf32be xutf32be";
        /// ISO 8859-1: each byte is the code point of the same number. This is not windows-1252.
        #[doc(alias = "Iso8859_1")]
        Latin1 = 8 if "convert": u8, scheme::Latin1 = scheme::Latin1::NEW,
            "ISO-8859-1", b"", "iso88591 iso885911987 isoir100 latin1 l1 ibm819 cp819 csisolatin1 \
            88591 cp28591";
        /// US-ASCII: bytes below 0x80.
        #[doc(alias = "UsAscii")]
        Ascii = 9 if "convert": u8, scheme::Ascii = scheme::Ascii::NEW,
            "US-ASCII", b"", "usascii ascii us isoir6 ansix341968 ansix341986 iso646irv1991 \
            iso646us ibm367 cp367 csascii iso646irv1983 ascii7 cp20127";
        /// WTF-8: UTF-8 that may also contain unpaired surrogates, as three bytes each. A high
        /// surrogate directly before a low one is malformed, because the pair is one character of
        /// four bytes.
        Wtf8 = 10 if "variants": u8, Utf8Family = Utf8Family(Utf8Form::Wtf8),
            "WTF-8", UTF8_MARK, "wtf8";
        /// WTF-16: any sequence of `u16` units, as in strings of Windows, Java and JavaScript. It
        /// is never malformed. Unpaired surrogates are code points.
        Wtf16 = 11 if "variants": u16, scheme::Wtf16 = scheme::Wtf16::NEW,
            "WTF-16", b"", "";
        /// CESU-8 (Unicode Technical Report 26): UTF-8, except that characters above U+FFFF are two
        /// surrogates of three bytes each.
        Cesu8 = 12 if "variants": u8, Utf8Family = Utf8Family(Utf8Form::Cesu8),
            "CESU-8", UTF8_MARK, "cesu8 cscesu8";
        /// MUTF-8, the JVM's modified UTF-8, as in class files, JNI and DEX: CESU-8 in which U+0000
        /// is `C0 80` and unpaired surrogates are allowed.
        Mutf8 = 13 if "variants": u8, Utf8Family = Utf8Family(Utf8Form::Mutf8),
            "MUTF-8", UTF8_MARK, "mutf8 modifiedutf8";
        /// UTF-8 as defined by RFC 2279: up to six bytes, U+0000 to U+7FFFFFFF, without surrogates.
        Rfc2279 = 14 if "variants": u8, Utf8Family = Utf8Family(Utf8Form::Rfc2279),
            "UTF-8 (RFC 2279)", UTF8_MARK, "utf8rfc2279 utf8(rfc2279) rfc2279";
        /// UCS-4: `u32` units in native order, up to 7FFFFFFF, without surrogates.
        Ucs4 = 15 if "variants": u32, scheme::Ucs4 = scheme::Ucs4::NEW,
            "UCS-4", b"", "";
        /// UTF-8 that inserts as many U+FFFD for malformed input as Java's decoder does (`new
        /// String(bytes, UTF_8)`): one for a three-byte surrogate, and one for a truncated
        /// surrogate. It accepts the same text as [`Utf8`](struct@Utf8).
        JdkUtf8 = 16 if "variants": u8, Utf8Family = Utf8Family(Utf8Form::Jdk),
            "UTF-8 (JDK)", b"", "";
    }
    multibyte {
        /// GBK: simplified Chinese, as in Windows. Requires the feature `multibyte`.
        Gbk = 96 if "multibyte", "GBK", b"", "gbk cp936 ms936 windows936 csgbk xgbk xmswin936",
            labels "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk";
        /// GB18030: the Chinese standard. It represents all of Unicode except U+E5E5.
        Gb18030 = 97 if "multibyte", "GB18030", b"", "gb18030 csgb18030 gb180302022 cp54936",
            labels "gb18030";
        /// Big5: traditional Chinese. Characters of Hong Kong (HKSCS) are decoded but not encoded.
        Big5 = 98 if "multibyte", "Big5", b"", "big5 csbig5 cnbig5 xxbig5 bigfive",
            labels "big5 big5-hkscs cn-big5 csbig5 x-x-big5";
        /// Shift_JIS: Japanese, as in Windows.
        ShiftJis = 99 if "multibyte", "Shift_JIS", b"",
            "shiftjis mskanji csshiftjis sjis xsjis windows31j cswindows31j ms932 cp932 windows932 \
            xwindows932 sjiswin",
            labels "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis";
        /// EUC-JP: Japanese, as in Unix.
        EucJp = 100 if "multibyte", "EUC-JP", b"",
            "eucjp extendedunixcodepackedformatforjapanese cseucpkdfmtjapanese xeucjp cp51932 \
            ujis eucjis",
            labels "cseucpkdfmtjapanese euc-jp x-euc-jp";
        /// EUC-KR: Korean with all syllables, as in Windows.
        EucKr = 101 if "multibyte", "EUC-KR", b"",
            "euckr cseuckr windows949 cp949 ms949 uhc xwindows949 mscp949 ksc56011987 ksc56011989 \
            ksc5601 ksx1001 korean csksc56011987 isoir149",
            labels "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 \
            ksc5601 ksc_5601 windows-949";
        /// ISO-2022-JP: Japanese, as in mail, in 7 bits with escape sequences. It has no type.
        Iso2022Jp = 102 if "multibyte", "ISO-2022-JP", b"", "iso2022jp csiso2022jp cp50220",
            labels "csiso2022jp iso-2022-jp";
        /// Code page 50221: ISO-2022-JP with half-width katakana. With `more-charsets`.
        Cp50221 = 103 if "more-charsets", "CP50221", b"", "cp50221 windows50221 xwindows50221";
        /// UTF-7 (RFC 2152), as in old mail.
        Utf7 = 104 if "more-charsets", "UTF-7", b"",
            "utf7 csutf7 cp65000 unicode11utf7 csunicode11utf7";
        /// The variant of UTF-7 for the names of IMAP mailboxes (RFC 3501).
        Utf7Imap = 105 if "more-charsets", "UTF-7-IMAP", b"", "utf7imap csutf7imap";
        /// HZ (RFC 1843): simplified Chinese in 7 bits.
        Hz = 106 if "more-charsets", "HZ-GB-2312", b"", "hzgb2312 hz cp52936";
        /// ISO-2022-KR (RFC 1557): Korean in 7 bits.
        Iso2022Kr = 107 if "more-charsets", "ISO-2022-KR", b"", "iso2022kr csiso2022kr cp50225";
        /// ISO 8859-1 with escape sequences that switch to UTF-8 and back, as in compound text.
        Iso2022Utf8 = 108 if "more-charsets", "ISO-2022-UTF-8", b"", "iso2022utf8";
        /// UTF-1 (ISO 10646-1:1993, annex G), which UTF-8 replaced.
        Utf1 = 109 if "more-charsets", "UTF-1", b"", "utf1 csiso10646utf1 iso10646utf1";
        /// UCS-2 in little-endian bytes: UTF-16LE without surrogates, so up to U+FFFF.
        Ucs2Le = 110 if "more-charsets", "UCS-2LE", b"\xFF\xFE", "ucs2le";
        /// UCS-2 in big-endian bytes.
        Ucs2Be = 111 if "more-charsets", "UCS-2BE", b"\xFE\xFF", "ucs2be";
        /// JOHAB (code page 1361): Korean, in which each syllable has the bits of its letters.
        Johab = 112 if "more-charsets", "JOHAB", b"", "johab cp1361 1361 ms1361 xjohab";
        /// Microsoft's Shift_JIS (code page 932), with private-use characters in both directions.
        XMsCp932 = 113 if "more-charsets", "x-ms-cp932", b"", "xmscp932 cp943c ibm943c xibm943c";
        /// EUC-JP as Unix vendors extended it, with private-use characters and JIS X 0212.
        EucJpMs = 114 if "more-charsets", "eucJP-ms", b"", "eucjpms eucjpwin eucjpopen xeucjpopen";
        /// Code page 950: Microsoft's Big5, with private-use characters and the euro sign.
        Cp950 = 115 if "more-charsets", "CP950", b"", "cp950 ms950 windows950 xwindows950";
        /// EUC-CN: GB 2312 without the extensions of GBK.
        EucCn = 116 if "more-charsets", "EUC-CN", b"", "euccn eucgb2312cn xeuccn";
        /// UTF-8 in which characters above U+FFFF may also be encoded as in CESU-8.
        Utf8Cesu8 = 117 if "more-charsets", "UTF-8+CESU-8", UTF8_MARK, "utf8+cesu8 utf8cesu8";
        /// windows-1258 (Vietnamese), in which a letter and its tone mark are one character.
        Windows1258Nfc = 118 if "more-charsets", "windows-1258-nfc", b"", "windows1258nfc";
    }
}

/// Sorts charsets by their numbers.
const fn by_number<const N: usize>(charsets: &[Charset]) -> [Charset; N] {
    let mut charsets = *charsets.first_chunk().expect("as many as there are");
    let mut sorted = 0;
    while sorted < N {
        let mut index = sorted;
        while index > 0 && charsets[index - 1] as u8 > charsets[index] as u8 {
            charsets.swap(index - 1, index);
            index -= 1;
        }
        sorted += 1;
    }
    charsets
}
