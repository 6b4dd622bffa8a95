//! The encodings, by number and by label.

use core_utflane::Charset;

/// Encodings of memory, as little-endian bytes, and one for Java, which go by the names that they
/// have here alone.
const OTHERS: [Charset; 3] = [Charset::Wtf16, Charset::Ucs4, Charset::JdkUtf8];

/// The encodings that are here. Nothing is kept between calls, so there is none that is stateful.
fn all() -> impl Iterator<Item = Charset> {
    let all = Charset::ALL.into_iter();
    all.filter(|charset| !charset.is_stateful())
}

/// The encoding of a number.
pub(crate) fn numbered(number: u32) -> Option<Charset> {
    // They are sorted by their numbers.
    let index = Charset::ALL.binary_search_by_key(&number, |charset| *charset as u32);
    let charset = Charset::ALL[index.ok()?];
    (!charset.is_stateful()).then_some(charset)
}

/// The encoding of an index among those that have a name here: UTF-16 and UTF-32 of memory are
/// those of little-endian bytes.
pub(crate) fn at(index: u32) -> Option<Charset> {
    let mut named = all().filter(|charset| !matches!(charset, Charset::Utf16 | Charset::Utf32));
    named.nth(index as usize)
}

/// The number of an encoding.
pub(crate) fn number(charset: Charset) -> u32 {
    charset as u32
}

/// Charsets whose names mean others in the WHATWG Encoding Standard, and the names that they have
/// here.
const HIDDEN: [(Charset, &str); 4] = [
    (Charset::Latin1, "x-iso-8859-1"),
    (Charset::Ascii, "x-us-ascii"),
    (Charset::Iso8859_9, "x-iso-8859-9"),
    (Charset::Iso8859_11, "x-iso-8859-11"),
];

/// The encoding that has a label: what the WHATWG Encoding Standard says, else what
/// IANA's names say. After `x-` these have IANA's meaning; without it a name of a hidden charset
/// has that standard's, however it is spelt.
pub(crate) fn find(label: &str) -> Option<Charset> {
    find_any(label).filter(|charset| !charset.is_stateful())
}

fn find_any(label: &str) -> Option<Charset> {
    if let Some(charset) = Charset::for_label(label) {
        return Some(charset);
    }
    let is_own = |name: &str| significant(name).eq(significant(label));
    if let Some(other) = OTHERS.into_iter().find(|other| is_own(other.name())) {
        return Some(other);
    }
    match label.trim_ascii_start().split_at_checked(2) {
        Some((prefix, name)) if prefix.eq_ignore_ascii_case("x-") => Charset::named(name),
        _ if is_own("utf-32") => Some(Charset::Utf32Le),
        _ => Charset::named(label)
            .map(|charset| Charset::for_label(charset.name()).unwrap_or(charset)),
    }
}

/// What counts of a name: what does for [`Charset::named`], and no brackets.
fn significant(name: &str) -> impl Iterator<Item = u8> {
    name.bytes()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|byte| byte.to_ascii_lowercase())
}

/// The name of an encoding, by which [`find`] finds it.
pub(crate) fn name(number: u32) -> &'static str {
    let Some(charset) = numbered(number) else {
        return "";
    };
    let hidden = HIDDEN.iter().find(|(hidden, _)| *hidden == charset);
    hidden.map_or(charset.name(), |(_, name)| name)
}
