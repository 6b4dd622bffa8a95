//! An encoding chosen at run time, and the names that it goes by.
//!
//! Code names an encoding by a type; a file, a header or an option names it by a string.
//! [`Charset`] is the encoding that such a string names. It covers the encodings whose unit is a
//! byte: those with wider units occur only in memory.
//!
//! Sources of the names: the IANA registry of character sets (RFC 2978), and the labels of the
//! WHATWG Encoding Standard where both agree or only one has the name, and the code pages of Windows
//! that are the same. Names on which they differ (`utf-16`, `ucs-2`) are unknown.
#![forbid(unsafe_code)]

use crate::Encoding;
use crate::code_page::{self, Page};
use crate::legacy::{self, Legacy};

mod labels;
mod text;

pub use text::UnknownCharset;

/// An encoding whose unit is a byte, as a value: for names, options and byte order marks.
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
pub enum Charset {
    /// [`Utf8`](crate::Utf8)
    Utf8,
    /// [`Utf16Le`](crate::Utf16Le)
    Utf16Le,
    /// [`Utf16Be`](crate::Utf16Be)
    Utf16Be,
    /// [`Utf32Le`](crate::Utf32Le)
    Utf32Le,
    /// [`Utf32Be`](crate::Utf32Be)
    Utf32Be,
    /// [`Latin1`](crate::Latin1). This is not windows-1252, which browsers read under this name.
    Latin1,
    /// [`Ascii`](crate::Ascii)
    Ascii,
    /// [`Wtf8`](crate::Wtf8)
    Wtf8,
    /// [`Cesu8`](crate::Cesu8)
    Cesu8,
    /// [`Mutf8`](crate::Mutf8)
    Mutf8,
    /// [`Rfc2279`](crate::Rfc2279)
    Rfc2279,
    /// [`code_page::Koi8R`]
    Koi8R,
    /// [`code_page::Koi8U`]
    Koi8U,
    /// [`code_page::Macintosh`]
    Macintosh,
    /// [`code_page::Windows874`]
    Windows874,
    /// [`code_page::Windows1250`]
    Windows1250,
    /// [`code_page::Windows1251`]
    Windows1251,
    /// [`code_page::Windows1252`]
    Windows1252,
    /// [`code_page::Windows1253`]
    Windows1253,
    /// [`code_page::Windows1254`]
    Windows1254,
    /// [`code_page::Windows1255`]
    Windows1255,
    /// [`code_page::Windows1256`]
    Windows1256,
    /// [`code_page::Windows1257`]
    Windows1257,
    /// [`code_page::Windows1258`]
    Windows1258,
    /// [`code_page::XMacCyrillic`]
    XMacCyrillic,
    /// [`code_page::Iso8859_2`]
    Iso8859_2,
    /// [`code_page::Iso8859_3`]
    Iso8859_3,
    /// [`code_page::Iso8859_4`]
    Iso8859_4,
    /// [`code_page::Iso8859_5`]
    Iso8859_5,
    /// [`code_page::Iso8859_6`]
    Iso8859_6,
    /// [`code_page::Iso8859_7`]
    Iso8859_7,
    /// [`code_page::Iso8859_8`]
    Iso8859_8,
    /// [`code_page::Iso8859_9`]
    Iso8859_9,
    /// [`code_page::Iso8859_10`]
    Iso8859_10,
    /// [`code_page::Iso8859_11`]
    Iso8859_11,
    /// [`code_page::Iso8859_13`]
    Iso8859_13,
    /// [`code_page::Iso8859_14`]
    Iso8859_14,
    /// [`code_page::Iso8859_15`]
    Iso8859_15,
    /// [`code_page::Iso8859_16`]
    Iso8859_16,
    /// [`code_page::Ibm866`]
    Ibm866,
    /// [`code_page::Cp437`]
    Cp437,
    /// [`code_page::Cp850`]
    Cp850,
    /// [`code_page::Cp852`]
    Cp852,
    /// [`code_page::Cp855`]
    Cp855,
    /// [`code_page::Cp857`]
    Cp857,
    /// [`code_page::Cp858`]
    Cp858,
    /// [`code_page::Cp860`]
    Cp860,
    /// [`code_page::Cp861`]
    Cp861,
    /// [`code_page::Cp862`]
    Cp862,
    /// [`code_page::Cp863`]
    Cp863,
    /// [`code_page::Cp864`]
    Cp864,
    /// [`code_page::Cp865`]
    Cp865,
    /// [`code_page::Cp869`]
    Cp869,
    /// [`code_page::Cp037`]
    Cp037,
    /// [`code_page::Cp273`]
    Cp273,
    /// [`code_page::Cp500`]
    Cp500,
    /// [`code_page::Cp1047`]
    Cp1047,
    /// [`code_page::Cp1140`]
    Cp1140,
    /// GBK, simplified Chinese as in Windows (feature `legacy`, as all from here on).
    #[cfg(feature = "legacy")]
    Gbk,
    /// GB 18030, the Chinese standard, which has all of Unicode but U+E5E5.
    #[cfg(feature = "legacy")]
    Gb18030,
    /// Big5, traditional Chinese, with the characters of Hong Kong when it is read.
    #[cfg(feature = "legacy")]
    Big5,
    /// Shift_JIS, Japanese as in Windows.
    #[cfg(feature = "legacy")]
    ShiftJis,
    /// EUC-JP, Japanese as in Unix.
    #[cfg(feature = "legacy")]
    EucJp,
    /// EUC-KR, Korean with all syllables, as in Windows.
    #[cfg(feature = "legacy")]
    EucKr,
    /// ISO-2022-JP, Japanese as in mail: of 7 bits, with escape sequences.
    #[cfg(feature = "legacy")]
    Iso2022Jp,
}

/// Evaluates `$body` with `$E` naming the encoding type of `$charset`, or one code page for all of
/// them.
macro_rules! with_charset {
    ($charset:expr, $E:ident => $body:expr) => {
        $crate::charset::with_charset!(
            @each $charset, $E, $body,
            Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1 Ascii Wtf8 Cesu8 Mutf8 Rfc2279
        )
    };
    (@each $charset:expr, $E:ident, $body:expr, $($name:ident)*) => {
        match $charset {
            $($crate::Charset::$name => {
                type $E = $crate::$name;
                $body
            })*
            // Any code page: its scheme's value is to be exchanged. (A legacy encoding has no type.)
            _ => {
                type $E = $crate::code_page::Windows1252;
                $body
            }
        }
    };
}
pub(crate) use with_charset;

/// What a charset is known by.
struct Row {
    charset: Charset,
    /// Its byte order mark, empty if it has none.
    bom: &'static [u8],
    /// Its names, in lower case and without punctuation, between spaces.
    names: &'static str,
}

const fn row(charset: Charset, bom: &'static [u8], names: &'static str) -> Row {
    Row {
        charset,
        bom,
        names,
    }
}

/// All charsets but code pages and legacy encodings, in the order of the variants.
#[rustfmt::skip]
const TABLE: [Row; 11] = [
    row(Charset::Utf8, b"\xEF\xBB\xBF", "utf8 csutf8 unicode11utf8 unicode20utf8 xunicode20utf8 \
        cp65001"),
    row(Charset::Utf16Le, b"\xFF\xFE", "utf16le csutf16le unicodefeff"),
    row(Charset::Utf16Be, b"\xFE\xFF", "utf16be csutf16be unicodefffe"),
    row(Charset::Utf32Le, b"\xFF\xFE\0\0", "utf32le csutf32le"),
    row(Charset::Utf32Be, b"\0\0\xFE\xFF", "utf32be csutf32be"),
    row(Charset::Latin1, b"", "iso88591 iso885911987 isoir100 latin1 l1 ibm819 cp819 csisolatin1"),
    row(Charset::Ascii, b"", "usascii ascii us isoir6 ansix341968 ansix341986 iso646irv1991 \
        iso646us ibm367 cp367 csascii"),
    row(Charset::Wtf8, b"\xEF\xBB\xBF", "wtf8"),
    row(Charset::Cesu8, b"\xEF\xBB\xBF", "cesu8 cscesu8"),
    row(Charset::Mutf8, b"\xEF\xBB\xBF", "mutf8 modifiedutf8"),
    row(Charset::Rfc2279, b"\xEF\xBB\xBF", "utf8rfc2279 utf8(rfc2279) rfc2279"),
];

/// The number of the first legacy encoding among the variants.
const FIRST_LEGACY: usize = TABLE.len() + code_page::COUNT;

impl Charset {
    /// All charsets; those of several bytes from before Unicode with the feature `legacy` only.
    pub const ALL: [Charset; FIRST_LEGACY + legacy::COUNT] = {
        let mut all = [Charset::Utf8; FIRST_LEGACY + legacy::COUNT];
        let mut index = 0;
        while index < all.len() {
            all[index] = if index < TABLE.len() {
                TABLE[index].charset
            } else if index < FIRST_LEGACY {
                code_page::numbered(index - TABLE.len())
                    .expect("a page")
                    .charset
            } else {
                legacy::ROWS[index - FIRST_LEGACY].charset
            };
            index += 1;
        }
        all
    };

    /// The encoding called `name`: a name or alias of the IANA registry, or a label of the WHATWG
    /// Encoding Standard that means the same, or the number of a code page of Windows. Case, white space and punctuation (`-`, `_`, `:`,
    /// `.`) are ignored.
    ///
    /// `None` for other names, and for `utf-16` and `utf-32`, which leave the byte order to a [byte
    /// order mark](crate::Bom).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::named("utf-16be"), Some(Charset::Utf16Be));
    /// assert_eq!(Charset::named("ISO_8859-1:1987"), Some(Charset::Latin1));
    /// assert_eq!(Charset::named("UTF8"), Some(Charset::Utf8));
    /// assert_eq!(Charset::named("utf-16"), None);
    /// assert_eq!(Charset::named("cp1252"), Some(Charset::Windows1252));
    /// ```
    pub fn named(name: &str) -> Option<Charset> {
        let significant = || {
            name.bytes()
                .filter(|byte| {
                    !matches!(byte, b'-' | b'_' | b':' | b'.') && !byte.is_ascii_whitespace()
                })
                .map(|byte| byte.to_ascii_lowercase())
        };
        let has_name = |charset: &Charset| {
            let mut names = charset.aliases();
            names.any(|known| known.bytes().eq(significant()))
        };
        Charset::ALL.into_iter().find(has_name)
    }

    /// The name in IANA's spelling: the encoding's [`NAME`](Encoding::NAME).
    pub const fn name(self) -> &'static str {
        match (self.page(), self.legacy()) {
            (Some(page), _) => page.name,
            (None, Some(legacy)) => legacy.name,
            (None, None) => with_charset!(self, E => E::NAME),
        }
    }

    /// Number of bytes of a code unit: 1, 2 for UTF-16, 4 for UTF-32.
    pub const fn unit_len(self) -> usize {
        match self {
            Charset::Utf16Le | Charset::Utf16Be => 2,
            Charset::Utf32Le | Charset::Utf32Be => 4,
            _ => 1,
        }
    }

    /// Whether this is one of the [code pages](crate::code_page).
    pub const fn is_code_page(self) -> bool {
        self.page().is_some()
    }

    /// Whether this is one of the encodings of several bytes from before Unicode (feature
    /// `legacy`), which have no [`Encoding`] type: they exist for
    /// [`AnyTranscoder`](crate::stream::AnyTranscoder) and what is built on it.
    pub const fn is_legacy(self) -> bool {
        self.legacy().is_some()
    }

    /// The names under which [`named`](Self::named) knows this encoding, in lower case and without
    /// punctuation.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::Latin1.aliases().any(|name| name == "cp819"));
    /// ```
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        let names = match (self.page(), self.legacy()) {
            (Some(page), _) => page.names,
            (None, Some(legacy)) => legacy.names,
            (None, None) => TABLE[self as usize].names,
        };
        names.split(' ')
    }

    /// The code page, if it is one.
    pub(crate) const fn page(self) -> Option<&'static Page> {
        match (self as usize).checked_sub(TABLE.len()) {
            Some(number) => code_page::numbered(number),
            None => None,
        }
    }

    /// What is known of it, if it is a legacy encoding.
    pub(crate) const fn legacy(self) -> Option<&'static Legacy> {
        match (self as usize).checked_sub(FIRST_LEGACY) {
            Some(number) => legacy::numbered(number),
            None => None,
        }
    }

    /// The encoding that the WHATWG Encoding Standard has for a label, which is what browsers do.
    /// Case and ASCII white space around it are ignored.
    ///
    /// This is not [`named`](Self::named): here `latin1`, `iso-8859-1` and `ascii` are
    /// windows-1252, and `utf-16` is UTF-16LE. `None` for other names, and for the encodings of
    /// that standard that are not charsets here.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::for_label("latin1"), Some(Charset::Windows1252));
    /// assert_eq!(Charset::named("latin1"), Some(Charset::Latin1));
    /// ```
    pub fn for_label(label: &str) -> Option<Charset> {
        let label = label.trim_matches(|c: char| matches!(c, '\t' | '\n' | '\x0C' | '\r' | ' '));
        let has_label = |(_, labels): &(Charset, &str)| {
            labels
                .split(' ')
                .any(|known| known.eq_ignore_ascii_case(label))
        };
        let legacy = legacy::ROWS.iter().map(|row| (row.charset, row.labels));
        let found = labels::LABELS.into_iter().chain(legacy).find(has_label);
        found.map(|(charset, _)| charset)
    }

    /// The byte order mark of this encoding, 2 to 4 bytes; empty for Latin-1, ASCII, code pages and
    /// legacy encodings, which have none. The relatives of UTF-8 have that of UTF-8, and are taken for it by
    /// [`Bom::sniff`](crate::Bom::sniff).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf16Be.bom(), b"\xFE\xFF");
    /// assert_eq!(Charset::Latin1.bom(), b"");
    /// ```
    pub const fn bom(self) -> &'static [u8] {
        let number = self as usize;
        if number < TABLE.len() {
            TABLE[number].bom
        } else {
            b""
        }
    }
}

#[cfg(test)]
mod tests;
