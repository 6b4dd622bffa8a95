//! Finds encodings by the names of Python, IANA and the WHATWG Encoding Standard.

use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use std::cell::RefCell;
use utflane::{Bom, Charset};
use utflane_arrow::has_ascii;

/// How an encoding treats a byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// As a character like others.
    Text,
    /// It is written, and removed when decoding: `utf-8-sig`.
    Utf8,
    /// It also sets the byte order, which is native without a mark: `utf-16`, `utf-32`.
    Order,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Encoding {
    pub(crate) charset: Charset,
    pub(crate) mark: Mark,
    /// Whether ASCII text has the same bytes in this encoding.
    pub(crate) has_ascii: bool,
    asked: Asked,
}

/// The name that was asked for, unless it is very long.
#[derive(Clone, Copy, Debug)]
struct Asked {
    len: u8,
    bytes: [u8; 23],
}

impl Asked {
    fn new(name: &str) -> Asked {
        let mut asked = Asked {
            len: 0,
            bytes: [0; 23],
        };
        if let Some(bytes) = asked.bytes.get_mut(..name.len()) {
            bytes.copy_from_slice(name.as_bytes());
            asked.len = name.len() as u8;
        }
        asked
    }

    fn get(&self) -> Option<&str> {
        let name = std::str::from_utf8(&self.bytes[..usize::from(self.len)]).ok();
        name.filter(|name| !name.is_empty())
    }
}

/// Python's names, without punctuation, of encodings that have other names in utflane.
const ALIASES: &[(&str, Charset)] = &[
    ("u8", Charset::Utf8),
    ("utf", Charset::Utf8),
    ("8859", Charset::Latin1),
    ("iso8859", Charset::Latin1),
    ("latin", Charset::Latin1),
    ("646", Charset::Ascii),
    ("macroman", Charset::Macintosh),
    ("maccyrillic", Charset::XMacCyrillic),
    ("cyrillic", Charset::Iso8859_5),
    ("big5hkscs", Charset::Big5),
    ("hkscs", Charset::Big5),
    ("ujis", Charset::EucJp),
    ("u16", NATIVE_UTF16),
    ("u32", NATIVE_UTF32),
];

/// UTF-16 in native byte order.
pub(crate) const NATIVE_UTF16: Charset = match cfg!(target_endian = "little") {
    true => Charset::Utf16Le,
    false => Charset::Utf16Be,
};

const NATIVE_UTF32: Charset = match cfg!(target_endian = "little") {
    true => Charset::Utf32Le,
    false => Charset::Utf32Be,
};

/// Maximum number of names in the cache.
const REMEMBERED: usize = 64;

thread_local! {
    static KNOWN: RefCell<Vec<(Box<str>, Encoding)>> = const { RefCell::new(Vec::new()) };
}

/// Returns the charsets that have a name, so that they can occur in files.
pub(crate) fn all() -> impl Iterator<Item = Charset> {
    let is_named = |charset: &Charset| charset.aliases().next().is_some();
    Charset::ALL.into_iter().filter(is_named)
}

impl Encoding {
    pub(crate) fn named(name: &str) -> PyResult<Encoding> {
        let known = KNOWN.with_borrow(|known| {
            let found = known.iter().find(|(known, _)| **known == *name);
            found.map(|(_, encoding)| *encoding)
        });
        match known {
            Some(encoding) => Ok(encoding),
            None => Encoding::search(name),
        }
    }

    #[cold]
    fn search(name: &str) -> PyResult<Encoding> {
        let (charset, mark) = Encoding::parse(name)
            .ok_or_else(|| PyLookupError::new_err(format!("unknown encoding: {name:?}")))?;
        let encoding = Encoding {
            charset,
            mark,
            has_ascii: has_ascii(charset),
            asked: Asked::new(name),
        };
        KNOWN.with_borrow_mut(|known| {
            if known.len() < REMEMBERED {
                known.push((name.into(), encoding));
            }
        });
        Ok(encoding)
    }

    fn parse(name: &str) -> Option<(Charset, Mark)> {
        let is_significant = |c: &char| !matches!(c, '-' | '_' | ':' | '.' | ' ');
        let plain: String = name.chars().filter(is_significant).collect();
        let plain = plain.to_ascii_lowercase();
        match &plain[..] {
            "utf8sig" => return Some((Charset::Utf8, Mark::Utf8)),
            "utf16" | "u16" => return Some((NATIVE_UTF16, Mark::Order)),
            "utf32" | "u32" => return Some((NATIVE_UTF32, Mark::Order)),
            _ => {}
        }
        let alias = ALIASES.iter().find(|(alias, _)| *alias == plain);
        let charset = Charset::named(name)
            .or(alias.map(|(_, charset)| *charset))
            .or_else(|| Charset::for_label(name))?;
        Some((charset, Mark::Text))
    }

    /// Returns the encoding of a text, and the length of a byte order mark that is not part of the
    /// text.
    pub(crate) fn of(&self, bytes: &[u8]) -> (Charset, usize) {
        match self.mark {
            Mark::Text => (self.charset, 0),
            Mark::Utf8 if bytes.starts_with(self.charset.bom()) => (self.charset, 3),
            Mark::Utf8 => (self.charset, 0),
            Mark::Order => {
                // We only look for marks of this width: `FF FE 00 00` can also be UTF-16 that
                // begins with a NUL.
                let other = match self.charset.width() {
                    2 => [Bom::Utf16Le, Bom::Utf16Be],
                    _ => [Bom::Utf32Le, Bom::Utf32Be],
                };
                let of = |bom: &Bom| bytes.starts_with(Charset::from(*bom).bom());
                match other.iter().find(|bom| of(bom)) {
                    Some(bom) => (Charset::from(*bom), bom.len()),
                    None => (self.charset, 0),
                }
            }
        }
    }

    /// Returns the byte order mark that is written before a text.
    pub(crate) fn written_mark(&self) -> &'static [u8] {
        match self.mark {
            Mark::Text => b"",
            Mark::Utf8 | Mark::Order => self.charset.bom(),
        }
    }

    /// Returns Python's name for the encoding in errors of encoding.
    pub(crate) fn error_name(&self) -> &str {
        match (self.mark, self.charset.width()) {
            (Mark::Order, 2) => "utf-16",
            (Mark::Order, _) => "utf-32",
            _ => self.decoding_error_name(self.charset),
        }
    }

    /// Returns Python's name for a charset in errors of decoding. Different legacy multi-byte
    /// encodings of Python are one charset, so it is the name that was asked for.
    pub(crate) fn decoding_error_name(&self, charset: Charset) -> &str {
        match self.asked.get() {
            Some(name) if charset.is_multibyte() && !charset.is_stateful() => name,
            _ => error_name(charset),
        }
    }
}

/// Returns Python's name for a charset in errors.
fn error_name(charset: Charset) -> &'static str {
    match charset {
        Charset::Utf8 | Charset::JdkUtf8 => "utf-8",
        Charset::Utf16Le => "utf-16-le",
        Charset::Utf16Be => "utf-16-be",
        Charset::Utf32Le => "utf-32-le",
        Charset::Utf32Be => "utf-32-be",
        Charset::Latin1 => "latin-1",
        Charset::Ascii => "ascii",
        charset if charset.is_code_page() => "charmap",
        Charset::Iso2022Jp => "iso2022_jp",
        charset => charset.name(),
    }
}
