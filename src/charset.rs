//! An encoding chosen at run time, and the names that it goes by.
//!
//! Code names an encoding by a type; a file, a header or an option names it by a string.
//! [`Charset`] is the encoding that such a string names. It covers the encodings whose unit is a
//! byte: those with wider units occur only in memory.
//!
//! Sources of the names: the IANA registry of character sets (RFC 2978), and the labels of the
//! WHATWG Encoding Standard where both agree or only one has the name. Names on which they differ
//! (`utf-16`, `ucs-2`) are unknown.
#![forbid(unsafe_code)]

use crate::{Bom, Encoding};
use core::fmt;
use core::str::FromStr;

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
}

/// Evaluates `$body` with `$E` naming the encoding type of `$charset`.
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

/// All charsets, in the order of the variants.
#[rustfmt::skip]
const TABLE: [Row; 11] = [
    row(Charset::Utf8, b"\xEF\xBB\xBF", "utf8 csutf8 unicode11utf8 unicode20utf8 xunicode20utf8"),
    row(Charset::Utf16Le, b"\xFF\xFE", "utf16le csutf16le unicodefeff"),
    row(Charset::Utf16Be, b"\xFE\xFF", "utf16be csutf16be unicodefffe"),
    row(Charset::Utf32Le, b"\xFF\xFE\0\0", "utf32le csutf32le"),
    row(Charset::Utf32Be, b"\0\0\xFE\xFF", "utf32be csutf32be"),
    row(Charset::Latin1, b"", "iso88591 iso885911987 isoir100 latin1 l1 ibm819 cp819 csisolatin1"),
    row(Charset::Ascii, b"", "usascii ascii us isoir6 ansix341968 ansix341986 iso646irv1991 \
        iso646us ibm367 cp367 csascii"),
    row(Charset::Wtf8, b"", "wtf8"),
    row(Charset::Cesu8, b"", "cesu8 cscesu8"),
    row(Charset::Mutf8, b"", "mutf8 modifiedutf8"),
    row(Charset::Rfc2279, b"", "utf8rfc2279 utf8(rfc2279) rfc2279"),
];

impl Charset {
    /// All charsets.
    pub const ALL: [Charset; TABLE.len()] = {
        let mut all = [Charset::Utf8; TABLE.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = TABLE[index].charset;
            index += 1;
        }
        all
    };

    /// The encoding called `name`: a name or alias of the IANA registry, or a label of the WHATWG
    /// Encoding Standard that means the same. Case, white space and punctuation (`-`, `_`, `:`,
    /// `.`) are ignored.
    ///
    /// `None` for other names, and for `utf-16` and `utf-32`, which leave the byte order to a [byte
    /// order mark](Bom).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::named("utf-16be"), Some(Charset::Utf16Be));
    /// assert_eq!(Charset::named("ISO_8859-1:1987"), Some(Charset::Latin1));
    /// assert_eq!(Charset::named("UTF8"), Some(Charset::Utf8));
    /// assert_eq!(Charset::named("utf-16"), None);
    /// assert_eq!(Charset::named("windows-1252"), None);
    /// ```
    pub fn named(name: &str) -> Option<Charset> {
        let significant = || {
            name.bytes()
                .filter(|byte| {
                    !matches!(byte, b'-' | b'_' | b':' | b'.') && !byte.is_ascii_whitespace()
                })
                .map(|byte| byte.to_ascii_lowercase())
        };
        let has_name = |row: &&Row| {
            row.names
                .split(' ')
                .any(|known| known.bytes().eq(significant()))
        };
        TABLE.iter().find(has_name).map(|row| row.charset)
    }

    /// The name in IANA's spelling: the encoding's [`NAME`](Encoding::NAME).
    pub const fn name(self) -> &'static str {
        with_charset!(self, E => E::NAME)
    }

    /// The byte order mark of this encoding, 2 to 4 bytes; empty for those that have none, as all
    /// but UTF-8, UTF-16 and UTF-32.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf16Be.bom(), b"\xFE\xFF");
    /// assert_eq!(Charset::Latin1.bom(), b"");
    /// ```
    pub const fn bom(self) -> &'static [u8] {
        TABLE[self as usize].bom
    }
}

impl From<Bom> for Charset {
    /// The encoding that the mark indicates.
    fn from(bom: Bom) -> Charset {
        match bom {
            Bom::Utf8 => Charset::Utf8,
            Bom::Utf16Le => Charset::Utf16Le,
            Bom::Utf16Be => Charset::Utf16Be,
            Bom::Utf32Le => Charset::Utf32Le,
            Bom::Utf32Be => Charset::Utf32Be,
        }
    }
}

impl FromStr for Charset {
    type Err = UnknownCharset;

    /// Parses a name as [`Charset::named`] does.
    fn from_str(name: &str) -> Result<Charset, UnknownCharset> {
        Charset::named(name).ok_or(UnknownCharset(()))
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of parsing a name that no [`Charset`] has. Its message lists the known encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCharset(());

impl fmt::Display for UnknownCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown encoding; known are ")?;
        for (index, charset) in Charset::ALL.into_iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{charset}")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownCharset {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    /// The names as the registries spell them.
    const SPELLINGS: [(Charset, &str); 11] = [
        (
            Charset::Utf8,
            "UTF-8 csUTF8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
        ),
        (Charset::Utf16Le, "UTF-16LE csUTF16LE unicodefeff"),
        (Charset::Utf16Be, "UTF-16BE csUTF16BE unicodefffe"),
        (Charset::Utf32Le, "UTF-32LE csUTF32LE"),
        (Charset::Utf32Be, "UTF-32BE csUTF32BE"),
        (
            Charset::Latin1,
            "ISO_8859-1:1987 iso-ir-100 ISO_8859-1 ISO-8859-1 latin1 l1 IBM819 CP819 csISOLatin1",
        ),
        (
            Charset::Ascii,
            "US-ASCII iso-ir-6 ANSI_X3.4-1968 ANSI_X3.4-1986 ISO_646.irv:1991 ISO646-US us IBM367 \
             cp367 csASCII ascii",
        ),
        (Charset::Wtf8, "WTF-8 wtf8"),
        (Charset::Cesu8, "CESU-8 csCESU-8"),
        (Charset::Mutf8, "MUTF-8 modified-utf-8"),
        (Charset::Rfc2279, "utf-8-rfc2279 UTF-8(RFC2279) rfc2279"),
    ];

    #[test]
    fn every_spelling_names_its_encoding() {
        for (charset, spellings) in SPELLINGS {
            for spelling in spellings.split_whitespace() {
                assert_eq!(spelling.parse(), Ok(charset), "{spelling}");
                assert_eq!(Charset::named(&spelling.to_uppercase()), Some(charset));
                assert_eq!(
                    Charset::named(&std::format!(" {spelling}\n")),
                    Some(charset)
                );
            }
            assert_eq!(charset.to_string().parse(), Ok(charset));
        }
    }

    #[test]
    fn no_name_stands_for_two() {
        let names = || TABLE.iter().flat_map(|row| row.names.split(' '));
        for name in names() {
            assert!(!name.is_empty());
            assert_eq!(names().filter(|other| *other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn rows_stand_in_the_order_of_the_variants() {
        for (index, charset) in Charset::ALL.into_iter().enumerate() {
            assert_eq!(charset as usize, index, "{charset}");
        }
    }

    #[test]
    fn what_means_something_else_is_unknown() {
        for name in "utf-16 utf-32 ucs-2 unicode csunicode iso-10646-ucs-2 windows-1252 cp1252 \
                     iso-8859-15 utf-7"
            .split_whitespace()
            .chain(["", "-", "utf-8é"])
        {
            assert_eq!(Charset::named(name), None, "{name}");
        }
    }

    #[test]
    fn marks_are_those_that_are_sniffed() {
        for charset in Charset::ALL {
            let sniffed = Bom::sniff(charset.bom());
            let expected = (!charset.bom().is_empty()).then_some(charset);
            assert_eq!(sniffed.map(Charset::from), expected);
        }
    }
}
