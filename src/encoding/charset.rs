//! Names, labels, byte order marks and properties of [`Charset`]s.
//!
//! The names come from three sources: the IANA registry of character sets (RFC 2978), the labels of
//! the WHATWG Encoding Standard that do not contradict it, and the numbers of the Windows code
//! pages that are the same encodings. Names with different meanings (`utf-16`, `ucs-2`) are
//! unknown. Encodings that exist only in memory have no names.
#![forbid(unsafe_code)]

use super::table::{Row, TABLE};
use super::{Charset, Encoding};
use crate::encoding::scheme::Form;

impl Charset {
    /// Returns the value of an encoding that is given as a type.
    ///
    /// ```
    /// use utflane::{Charset, Wtf16, code_page::Cp037};
    ///
    /// assert_eq!(Charset::of::<Wtf16>(), Charset::Wtf16);
    /// assert_eq!(Charset::of::<Cp037>(), Charset::Cp037);
    /// ```
    pub const fn of<E: Encoding>() -> Charset {
        E::CHARSET
    }

    /// Returns the encoding called `name`: a name or alias of the IANA registry, a label of the
    /// WHATWG Encoding Standard with the same meaning, or the number of a DOS or Windows code page,
    /// with or without `cp`. Ignores case, white space and punctuation (`-`, `_`, `:`, `.`).
    ///
    /// Returns `None` for other names, and for names that mean more than one encoding or a
    /// restricted one:
    ///
    /// - `utf-16`, `ucs-2` and `utf-32` leave the byte order to a [byte order mark](crate::Bom).
    /// - `ucs-2le` is limited to U+FFFF, and `gb2312` and `euc-cn` to a subset of GBK.
    /// - `utf-8-sig` is UTF-8 with a byte order mark, which a charset does not describe.
    ///
    /// The message of [`UnknownCharset`](crate::UnknownCharset) suggests a name to use instead.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::named("utf-16be"), Some(Charset::Utf16Be));
    /// assert_eq!(Charset::named("ISO_8859-1:1987"), Some(Charset::Latin1));
    /// assert_eq!(Charset::named("UTF8"), Some(Charset::Utf8));
    /// assert_eq!(Charset::named("utf-16"), None);
    /// assert_eq!(Charset::named("cp1252"), Some(Charset::Windows1252));
    /// assert_eq!(Charset::named("1252"), Some(Charset::Windows1252));
    /// ```
    pub fn named(name: &str) -> Option<Charset> {
        let is_number = significant(name).all(|byte| byte.is_ascii_digit());
        let has_name = |charset: &Charset| {
            charset.aliases().any(|known| {
                let number = known.strip_prefix("cp").filter(|_| is_number);
                [Some(known), number]
                    .into_iter()
                    .flatten()
                    .any(|known| known.bytes().eq(significant(name)))
            })
        };
        Charset::ALL.into_iter().find(has_name)
    }

    /// Returns the name in IANA's spelling, which is the encoding's [`NAME`](Encoding::NAME).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf16Le.name(), "UTF-16LE");
    /// ```
    pub const fn name(self) -> &'static str {
        self.known()[0]
    }

    /// Returns the size of a code unit in bytes, in any byte order: 2 for UTF-16 and WTF-16, 4 for
    /// UTF-32 and UCS-4, and 1 for all other encodings.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!([Charset::Utf8, Charset::Utf16Le, Charset::Utf32].map(Charset::unit_len), [1, 2, 4]);
    /// ```
    #[cfg(feature = "convert")]
    pub const fn unit_len(self) -> usize {
        self.class().width()
    }

    /// Returns whether this is one of the [code pages](crate::encoding::code_page).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::Windows1252.is_code_page());
    /// assert!(!Charset::Utf8.is_code_page());
    /// ```
    pub const fn is_code_page(self) -> bool {
        self.page().is_some()
    }

    /// Returns whether this is one of the legacy multi-byte encodings, such as GBK (feature
    /// `multibyte`).
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::named("GBK").is_none_or(Charset::is_legacy));
    /// assert!(!Charset::Windows1252.is_legacy());
    /// ```
    pub const fn is_legacy(self) -> bool {
        self.multibyte_names().is_some()
    }

    /// Returns whether the encoding is stateful: the meaning of a byte depends on escape sequences
    /// anywhere before it. Only ISO-2022-JP (feature `multibyte`) is.
    ///
    /// A stateful encoding has no [`Encoding`] type and no [`Pair`](crate::Pair), because a
    /// conversion that stops cannot be resumed without the state. You can use
    /// [`AnyTranscoder`](crate::stream::AnyTranscoder) and the types based on it, and the methods
    /// of [`Charset`], which convert a whole text.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::named("ISO-2022-JP").is_none_or(Charset::is_stateful));
    /// assert!(!Charset::Utf8.is_stateful());
    /// ```
    pub const fn is_stateful(self) -> bool {
        #[cfg(feature = "multibyte")]
        return matches!(self, Charset::Iso2022Jp);
        #[cfg(not(feature = "multibyte"))]
        false
    }

    /// Returns the names that [`named`](Self::named) accepts for this encoding, in lower case and
    /// without punctuation.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert!(Charset::Latin1.aliases().any(|name| name == "cp819"));
    /// ```
    pub fn aliases(self) -> impl Iterator<Item = &'static str> {
        words(self.known()[1])
    }

    /// Returns the labels in the WHATWG Encoding Standard.
    pub(super) fn labels(self) -> impl Iterator<Item = &'static str> {
        words(self.known()[2])
    }

    /// Returns the name, the list of aliases, and the list of labels in the WHATWG Encoding
    /// Standard.
    const fn known(self) -> [&'static str; 3] {
        match (self.row(), self.page(), self.multibyte_names()) {
            (Some(row), ..) => [row.name, row.names, row.labels],
            (_, Some(page), _) => [page.name, page.names, page.labels],
            (_, _, Some(known)) => [known.name, known.names, known.labels],
            _ => [""; 3],
        }
    }

    /// Returns the row of the table, if this is neither a code page nor a legacy multi-byte
    /// encoding.
    const fn row(self) -> Option<&'static Row> {
        match TABLE.split_at_checked(self as usize - 1) {
            Some((_, [row, ..])) => Some(row),
            _ => None,
        }
    }

    /// Returns the variant of UTF-8, or an arbitrary one if this is another encoding.
    pub(crate) const fn form(self) -> Form {
        match self {
            #[cfg(feature = "variants")]
            Charset::Cesu8 => Form::Cesu8,
            #[cfg(feature = "variants")]
            Charset::Mutf8 => Form::Mutf8,
            #[cfg(feature = "variants")]
            Charset::Rfc2279 => Form::Rfc2279,
            #[cfg(feature = "variants")]
            Charset::JdkUtf8 => Form::Jdk,
            _ => Form::Wtf8,
        }
    }

    /// Returns the encoding of a label in the WHATWG Encoding Standard, as in browsers. Ignores
    /// case and surrounding ASCII white space.
    ///
    /// This differs from [`named`](Self::named): here `latin1`, `iso-8859-1` and `ascii` are
    /// windows-1252, and `utf-16` is UTF-16LE. Returns `None` for other names, and for encodings of
    /// the standard that are not a `Charset`.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::for_label("latin1"), Some(Charset::Windows1252));
    /// assert_eq!(Charset::named("latin1"), Some(Charset::Latin1));
    /// ```
    pub fn for_label(label: &str) -> Option<Charset> {
        let label = label.trim_matches(|c: char| matches!(c, '\t' | '\n' | '\x0C' | '\r' | ' '));
        let has_label = |charset: &Charset| {
            charset
                .labels()
                .any(|known| known.eq_ignore_ascii_case(label))
        };
        Charset::ALL.into_iter().find(has_label)
    }

    /// Returns the byte order mark of this encoding in a file, 2 to 4 bytes. It is empty for
    /// encodings that exist only in memory, Latin-1, ASCII, code pages and legacy multi-byte
    /// encodings. The variants of UTF-8 have the mark of UTF-8, and
    /// [`Bom::sniff`](crate::Bom::sniff) detects it as UTF-8.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::Utf16Be.bom(), b"\xFE\xFF");
    /// assert_eq!(Charset::Latin1.bom(), b"");
    /// ```
    pub const fn bom(self) -> &'static [u8] {
        match self.row() {
            Some(row) => row.mark,
            None => b"",
        }
    }
}

/// Returns the significant bytes of a name, in lower case.
pub(super) fn significant(name: &str) -> impl Iterator<Item = u8> {
    let is_punctuation = |byte: u8| matches!(byte, b'-' | b'_' | b':' | b'.');
    name.bytes()
        .filter(move |&byte| !is_punctuation(byte) && !byte.is_ascii_whitespace())
        .map(|byte| byte.to_ascii_lowercase())
}

/// Returns the words of a list that is separated by spaces.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(' ').filter(|word| !word.is_empty())
}
