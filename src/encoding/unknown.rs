//! Errors for unknown names of encodings, with a suggestion.

use super::Charset;
use super::names::significant;
use core::fmt;
use core::str::FromStr;

impl FromStr for Charset {
    type Err = UnknownCharset;

    /// Parses a name as [`Charset::named`] does.
    fn from_str(name: &str) -> Result<Charset, UnknownCharset> {
        Charset::named(name).ok_or_else(|| UnknownCharset::new(name))
    }
}

/// The error of parsing a name that no [`Charset`] has.
///
/// The message includes the name and, if there is one, a suggestion: the
/// [nearest](Charset::nearest) known name, or the encodings that an ambiguous name can mean.
///
/// ```
/// use utflane::Charset;
///
/// let error = "utf16x".parse::<Charset>().unwrap_err();
/// assert_eq!(error.to_string(), r#"unknown encoding "utf16x" (did you mean "utf-16le"?)"#);
/// let error = "utf-16".parse::<Charset>().unwrap_err().to_string();
/// let expected = r#"encoding "utf-16" needs a byte order: use "utf-16le" or "utf-16be""#;
/// assert!(error.starts_with(expected));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UnknownCharset {
    /// The name, or its beginning if it is longer.
    name: [u8; UnknownCharset::CAPACITY],
    len: u8,
    is_cut: bool,
}

impl UnknownCharset {
    /// The number of bytes of a name that are stored, which is more than any known name has.
    const CAPACITY: usize = 46;

    fn new(name: &str) -> UnknownCharset {
        let name = name.trim();
        let mut len = name.len().min(Self::CAPACITY);
        while !name.is_char_boundary(len) {
            len -= 1;
        }
        let mut kept = [0; Self::CAPACITY];
        kept[..len].copy_from_slice(&name.as_bytes()[..len]);
        UnknownCharset {
            name: kept,
            len: len as u8,
            is_cut: len < name.len(),
        }
    }

    /// Returns the name without surrounding white space. If it has more than 46 bytes, returns its
    /// beginning.
    fn name(&self) -> &str {
        core::str::from_utf8(&self.name[..self.len.into()]).unwrap_or_default()
    }
}

impl fmt::Debug for UnknownCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UnknownCharset").field(&self.name()).finish()
    }
}

impl fmt::Display for UnknownCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, dots) = (self.name(), if self.is_cut { "..." } else { "" });
        if let Some(advice) = advice(name).filter(|_| !self.is_cut) {
            return write!(f, "encoding {name:?} {advice}");
        }
        write!(f, "unknown encoding {name:?}{dots}")?;
        match Charset::nearest(name) {
            Some(nearest) if !self.is_cut => write!(f, " (did you mean \"{nearest}\"?)"),
            _ if cfg!(feature = "multibyte") => Ok(()),
            _ => f.write_str(
                "; the legacy multi-byte encodings, such as GBK and Shift_JIS, need the feature \
                 `multibyte`",
            ),
        }
    }
}

impl core::error::Error for UnknownCharset {}

/// Well-known names that are not a [`Charset`], without punctuation, and advice for each. The
/// nearest known name would be a wrong suggestion.
pub(super) const ADVICE: [(&str, &str); 10] = [
    (
        "utf16 unicode csunicode csutf16 ucs2 iso10646ucs2 csucs2 cp1200 1200",
        "needs a byte order: use \"utf-16le\" or \"utf-16be\", or let a byte order mark decide",
    ),
    (
        "utf32 csutf32 ucs4 iso10646ucs4 csucs4",
        "needs a byte order: use \"utf-32le\" or \"utf-32be\", or let a byte order mark decide",
    ),
    (
        "ucs2le",
        "has no characters above U+FFFF: use \"utf-16le\", which includes it",
    ),
    (
        "ucs2be",
        "has no characters above U+FFFF: use \"utf-16be\", which includes it",
    ),
    (
        "utf8sig utf8bom utf8mb3",
        "is UTF-8 with a restriction or a byte order mark: use \"utf-8\"",
    ),
    ("ucs4le", "is UTF-32: use \"utf-32le\""),
    ("ucs4be", "is UTF-32: use \"utf-32be\""),
    (
        "gb2312 euccn csgb2312 cngb gb231280",
        "is a part of GBK: use \"gbk\" to read it",
    ),
    (
        "cp950 950 ms950 windows950",
        "is not known: \"big5\" has other characters in some places",
    ),
    // With the feature `more-charsets`, the first four and the names of UCS-2, of EUC-CN and of
    // code page 950 are known.
    (
        "utf7 hz hzgb2312 iso2022kr iso2022cn euctw",
        "is not supported",
    ),
];

/// Returns the advice for a well-known name that is not a [`Charset`].
fn advice(name: &str) -> Option<&'static str> {
    let has_name = |known: &str| known.bytes().eq(significant(name));
    let found = ADVICE
        .iter()
        .find(|(names, _)| names.split(' ').any(has_name));
    found.map(|&(_, advice)| advice)
}

/// The maximum number of bytes of a name, without punctuation, that are compared. Most known names
/// are shorter.
const LONGEST: usize = 32;

impl Charset {
    /// Returns the known name that is nearest to `name`, in a usual spelling, for a "did you mean"
    /// message. Returns `None` if no known name is near, or if `name` is known.
    ///
    /// Names are near if they differ by at most one edit for each three characters. An edit
    /// inserts, removes or replaces a character, or exchanges two neighbours. Digits must be equal,
    /// because another number is another encoding.
    ///
    /// ```
    /// use utflane::Charset;
    ///
    /// assert_eq!(Charset::nearest("windos-1252"), Some("windows-1252"));
    /// assert_eq!(Charset::nearest("uft-8"), Some("utf-8"));
    /// assert_eq!(Charset::nearest("windows-1259"), None);
    /// assert_eq!(Charset::nearest("utf-8"), None);
    /// ```
    pub fn nearest(name: &str) -> Option<&'static str> {
        let mut wanted = [0; LONGEST];
        let mut len = 0;
        for byte in significant(name) {
            *wanted.get_mut(len)? = byte;
            len += 1;
        }
        let wanted = &wanted[..len];
        if len < 3 || Charset::named(name).is_some() {
            return None;
        }
        let known = Charset::ALL
            .into_iter()
            .flat_map(|charset| charset.aliases().map(move |alias| (charset, alias)));
        let distances = known.filter_map(|(charset, alias)| {
            let distance = distance(wanted, alias.as_bytes())?;
            (distance <= len / 3).then_some((distance, charset, alias))
        });
        let (_, charset, alias) = distances.min_by_key(|&(distance, ..)| distance)?;
        Some(charset.spelling(alias))
    }

    /// Returns an alias with its punctuation, if it is known.
    fn spelling(self, alias: &'static str) -> &'static str {
        let spelled = |name: &&str| significant(name).eq(alias.bytes());
        let labels = self.labels().find(spelled);
        let name = Some(self.name()).filter(spelled);
        labels.or(name).unwrap_or(alias)
    }
}

/// Returns the restricted Damerau-Levenshtein distance of a name of at most [`LONGEST`] bytes from
/// another name, or `None` if their digits differ.
fn distance(name: &[u8], other: &[u8]) -> Option<usize> {
    let [digits, others] =
        [name, other].map(|name| name.iter().filter(|byte| byte.is_ascii_digit()));
    if other.len() > LONGEST || !digits.eq(others) {
        return None;
    }
    // The distances of the prefixes of `other` from three prefixes of `name`: the one before the
    // last, the last one, and the next one.
    let mut rows = [[0; LONGEST + 1]; 3];
    for (cell, len) in rows[1].iter_mut().zip(0..) {
        *cell = len;
    }
    for i in 0..name.len() {
        rows[2][0] = i + 1;
        for j in 0..other.len() {
            let replaced = rows[1][j] + usize::from(name[i] != other[j]);
            let inserted_or_removed = rows[1][j + 1].min(rows[2][j]) + 1;
            rows[2][j + 1] = replaced.min(inserted_or_removed);
            if i > 0 && j > 0 && (name[i - 1], name[i]) == (other[j], other[j - 1]) {
                rows[2][j + 1] = rows[2][j + 1].min(rows[0][j - 1] + 1);
            }
        }
        rows.rotate_left(1);
    }
    Some(rows[1][other.len()])
}
