//! The names and labels of [`Charset`]s.
//!
//! The names come from three sources: the IANA registry of character sets (RFC 2978), the labels of
//! the WHATWG Encoding Standard that do not contradict it, and the numbers of the Windows code
//! pages that are the same encodings. Names with different meanings (`utf-16`, `ucs-2`) are
//! unknown. Encodings that exist only in memory have no names.

use super::Charset;

impl Charset {
    /// Returns the encoding called `name`: a name or alias of the IANA registry, a label of the
    /// WHATWG Encoding Standard with the same meaning, or the number of a DOS or Windows code page
    /// or of a part of ISO 8859, with or without `cp` or `iso`. Ignores case, white space and
    /// punctuation (`-`, `_`, `:`, `.`).
    ///
    /// Returns `None` for other names, and for names that mean more than one encoding or a
    /// restricted one:
    ///
    /// - `utf-16`, `ucs-2` and `utf-32` leave the byte order to a [byte order mark](crate::Bom).
    /// - `gb2312` means GBK on the web, and a subset of it (`euc-cn`) elsewhere.
    /// - `euc-cn` and `ucs-2le`, which lack many characters of GBK and UTF-16, are known only with
    ///   the feature `more-charsets`.
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
                let number = known.strip_prefix("cp").or(known.strip_prefix("iso"));
                let number = number.filter(|_| is_number);
                [Some(known), number]
                    .into_iter()
                    .flatten()
                    .any(|known| known.bytes().eq(significant(name)))
            })
        };
        Charset::ALL.into_iter().find(has_name)
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
