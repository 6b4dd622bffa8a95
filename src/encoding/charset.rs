//! What an encoding as a value is known by.
//!
//! Sources of the names: the IANA registry of character sets (RFC 2978), and the labels of the
//! WHATWG Encoding Standard where both agree or only one has the name, and the code pages of
//! Windows that are the same. Names on which they differ (`utf-16`, `ucs-2`) are unknown, and
//! encodings that occur in memory only have none.
#![forbid(unsafe_code)]

use super::table::{Row, TABLE};
use super::{Charset, Encoding};
use crate::encoding::scheme::Form;

impl Charset {
    /// The value of an encoding that is given as a type.
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

    /// The encoding called `name`: a name or alias of the IANA registry, or a label of the WHATWG
    /// Encoding Standard that means the same, or the number of a code page of Windows. Case, white
    /// space and punctuation (`-`, `_`, `:`, `.`) are ignored.
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
        self.known()[0]
    }

    /// Bytes of a code unit, native or not: 2 for UTF-16 and WTF-16, 4 for UTF-32 and UCS-4, 1 for
    /// the others.
    #[cfg(feature = "convert")]
    pub const fn unit_len(self) -> usize {
        self.class().width()
    }

    /// Whether this is one of the [code pages](crate::encoding::code_page).
    pub const fn is_code_page(self) -> bool {
        self.page().is_some()
    }

    /// Whether this is one of the encodings of several bytes from before Unicode (feature
    /// `multibyte`): GBK and the others of East Asia.
    pub const fn is_legacy(self) -> bool {
        self.multibyte_names().is_some()
    }

    /// Whether what a byte means depends on escape sequences anywhere before it: this is
    /// ISO-2022-JP (feature `multibyte`). It has no [`Encoding`] type and is in no
    /// [`Pair`](crate::Pair), since a conversion that stops cannot be resumed without what is known
    /// of the text before. There are [`AnyTranscoder`](crate::stream::AnyTranscoder) and what is
    /// built on it, and the verbs of [`Charset`], which take a whole text.
    pub const fn is_stateful(self) -> bool {
        #[cfg(feature = "multibyte")]
        return matches!(self, Charset::Iso2022Jp);
        #[cfg(not(feature = "multibyte"))]
        false
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
        words(self.known()[1])
    }

    /// Its name; its names; its labels in the WHATWG Encoding Standard.
    const fn known(self) -> [&'static str; 3] {
        match (self.row(), self.page(), self.multibyte_names()) {
            (Some(row), ..) => [row.name, row.names, row.labels],
            (_, Some(page), _) => [page.name, page.names, page.labels],
            (_, _, Some(known)) => [known.name, known.names, known.labels],
            _ => [""; 3],
        }
    }

    /// What is known of it, if it is neither a code page nor of several bytes.
    const fn row(self) -> Option<&'static Row> {
        match TABLE.split_at_checked(self as usize - 1) {
            Some((_, [row, ..])) => Some(row),
            _ => None,
        }
    }

    /// Which variant of UTF-8 it is, if it is one.
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
        let has_label = |charset: &Charset| {
            words(charset.known()[2]).any(|known| known.eq_ignore_ascii_case(label))
        };
        Charset::ALL.into_iter().find(has_label)
    }

    /// The byte order mark of this encoding in a file, 2 to 4 bytes; empty for encodings of memory,
    /// Latin-1, ASCII, code pages and legacy encodings, which have none. The variants of UTF-8 have
    /// that of UTF-8, and are taken for it by [`Bom::sniff`](crate::Bom::sniff).
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

/// Those of a list, which are between spaces.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(' ').filter(|word| !word.is_empty())
}
