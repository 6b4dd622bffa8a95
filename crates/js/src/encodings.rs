//! The encodings, by number and by label.

use core_utflane::{AnyEncoding, Charset, JdkUtf8, Ucs4, Wtf16};

/// Encodings that are no charset: those of memory, as little-endian bytes, and one for Java.
const OTHERS: [AnyEncoding; 3] = [
    AnyEncoding::of::<Wtf16>(),
    AnyEncoding::of::<Ucs4>(),
    AnyEncoding::of::<JdkUtf8>(),
];

/// The encoding of a number.
pub(crate) fn numbered(number: u32) -> Option<AnyEncoding> {
    let number = number as usize;
    match Charset::ALL.get(number) {
        Some(charset) => AnyEncoding::of_charset(*charset),
        None => OTHERS.get(number - Charset::ALL.len()).copied(),
    }
}

/// The number of a charset.
pub(crate) fn number(charset: Charset) -> Option<u32> {
    let index = Charset::ALL.iter().position(|other| *other == charset)?;
    Some(index as u32)
}

/// Charsets whose names mean others in the WHATWG Encoding Standard, and the names that they have
/// here.
const HIDDEN: [(Charset, &str); 4] = [
    (Charset::Latin1, "x-iso-8859-1"),
    (Charset::Ascii, "x-us-ascii"),
    (Charset::Iso8859_9, "x-iso-8859-9"),
    (Charset::Iso8859_11, "x-iso-8859-11"),
];

/// The number of the encoding that has a label: what the WHATWG Encoding Standard says, else what
/// IANA's names say. After `x-` these have IANA's meaning; without it a name of a hidden charset
/// has that standard's, however it is spelt.
pub(crate) fn find(label: &str) -> Option<u32> {
    if let Some(charset) = Charset::for_label(label) {
        return number(charset);
    }
    let is_own = |name: &str| significant(name).eq(significant(label));
    if let Some(index) = OTHERS.iter().position(|encoding| is_own(encoding.name())) {
        return Some((Charset::ALL.len() + index) as u32);
    }
    let charset = match label.trim_ascii_start().split_at_checked(2) {
        Some((prefix, name)) if prefix.eq_ignore_ascii_case("x-") => Charset::named(name),
        _ if is_own("utf-32") => Some(Charset::Utf32Le),
        _ => Charset::named(label)
            .map(|charset| Charset::for_label(charset.name()).unwrap_or(charset)),
    };
    number(charset?)
}

/// What counts of a name: what does for [`Charset::named`], and no brackets.
fn significant(name: &str) -> impl Iterator<Item = u8> {
    name.bytes()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|byte| byte.to_ascii_lowercase())
}

/// The name of an encoding, by which [`find`] finds it.
pub(crate) fn name(number: u32) -> &'static str {
    let charset = Charset::ALL.get(number as usize);
    let hidden = HIDDEN.iter().find(|(hidden, _)| Some(hidden) == charset);
    match hidden {
        Some((_, name)) => name,
        None => numbered(number).map_or("", AnyEncoding::name),
    }
}
