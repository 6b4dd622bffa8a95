//! The encodings, by number and by label.

use core_utflane::Charset;

/// Encodings whose names exist only here: encodings of values in memory, as little-endian bytes,
/// and the variant of UTF-8 for Java.
const OTHERS: &[Charset] = &[
    #[cfg(feature = "variants")]
    Charset::Wtf16,
    #[cfg(feature = "variants")]
    Charset::Ucs4,
    #[cfg(feature = "variants")]
    Charset::JdkUtf8,
];

/// Returns the encoding with this number.
pub(crate) fn numbered(number: u32) -> Option<Charset> {
    // `ALL` is sorted by number.
    let index = Charset::ALL.binary_search_by_key(&number, |charset| *charset as u32);
    Some(Charset::ALL[index.ok()?])
}

/// Returns the encoding with this index among those that have a name here. Native UTF-16 and UTF-32
/// are left out because they equal the little-endian ones.
pub(crate) fn at(index: u32) -> Option<Charset> {
    let all = Charset::ALL.into_iter();
    let mut named = all.filter(|charset| !matches!(charset, Charset::Utf16 | Charset::Utf32));
    named.nth(index as usize)
}

/// Returns the number of an encoding.
pub(crate) fn number(charset: Charset) -> u32 {
    charset as u32
}

/// Charsets whose names mean other encodings in the WHATWG Encoding Standard, and their names here.
const HIDDEN: &[(Charset, &str)] = &[
    (Charset::Latin1, "x-iso-8859-1"),
    (Charset::Ascii, "x-us-ascii"),
    #[cfg(feature = "code-pages")]
    (Charset::Iso8859_9, "x-iso-8859-9"),
    #[cfg(feature = "code-pages")]
    (Charset::Iso8859_11, "x-iso-8859-11"),
];

/// Returns the encoding with this label: by the WHATWG Encoding Standard, or else by IANA's names.
/// After `x-`, a name has IANA's meaning, unless IANA's name itself begins with `x-`. Without it,
/// any spelling of the name of a hidden charset has the meaning of the standard. If the build lacks
/// that encoding, the label is unknown.
pub(crate) fn find(label: &str) -> Option<Charset> {
    if let Some(charset) = Charset::for_label(label) {
        return Some(charset);
    }
    let is_own = |name: &str| significant(name).eq(significant(label));
    if let Some(other) = OTHERS.iter().copied().find(|other| is_own(other.name())) {
        return Some(other);
    }
    match label.trim_ascii_start().split_at_checked(2) {
        Some((prefix, name)) if prefix.eq_ignore_ascii_case("x-") => {
            Charset::named(name).or_else(|| Charset::named(label))
        }
        _ if is_own("utf-32") => Some(Charset::Utf32Le),
        _ => {
            let charset = Charset::named(label)?;
            let is_hidden = || HIDDEN.iter().any(|(hidden, _)| *hidden == charset);
            match Charset::for_label(charset.name()) {
                None if is_hidden() => None,
                other => Some(other.unwrap_or(charset)),
            }
        }
    }
}

/// Returns the significant characters of a name: those that [`Charset::named`] compares, without
/// brackets.
fn significant(name: &str) -> impl Iterator<Item = u8> {
    name.bytes()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|byte| byte.to_ascii_lowercase())
}

/// Returns the name of an encoding, which [`find`] accepts.
pub(crate) fn name(number: u32) -> &'static str {
    let Some(charset) = numbered(number) else {
        return "";
    };
    let hidden = HIDDEN.iter().find(|(hidden, _)| *hidden == charset);
    hidden.map_or(charset.name(), |(_, name)| name)
}
