//! What is to be known of a file to read its text.

use crate::functions::{Policy, charset, policy};
use datafusion::common::{Result, config_err};
use std::collections::HashMap;
use std::fmt;
use utflane::{Charset, detect};

/// The charset of the files of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileCharset {
    /// That of all files.
    Fixed(Charset),
    /// What [`detect`] finds in the first 64 KiB of each file, or this if it finds none: UTF-8,
    /// UTF-16 and UTF-32 are found, code pages are not.
    Detected(Charset),
}

impl fmt::Display for FileCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileCharset::Fixed(charset) => f.write_str(charset.name()),
            FileCharset::Detected(other) => write!(f, "auto (or {})", other.name()),
        }
    }
}

/// Bytes at the start of a file in which its charset is detected.
pub(super) const SAMPLE: u64 = 64 << 10;

impl FileCharset {
    /// The charset of a file that begins with `sample`.
    pub(super) fn of(self, sample: &[u8]) -> Charset {
        match self {
            FileCharset::Fixed(charset) => charset,
            FileCharset::Detected(other) => match detect(sample).charset {
                // There may be more than ASCII behind the sample. If that is not UTF-8, reading it
                // fails, while as a code page it would be read whatever it is.
                Some(Charset::Ascii) => Charset::Utf8,
                Some(found) => found,
                None => other,
            },
        }
    }

    /// All charsets that a file may turn out to be in.
    pub(super) fn candidates(self) -> Vec<Charset> {
        match self {
            FileCharset::Fixed(charset) => vec![charset],
            FileCharset::Detected(other) => vec![
                other,
                Charset::Utf8,
                Charset::Utf16Le,
                Charset::Utf16Be,
                Charset::Utf32Le,
                Charset::Utf32Be,
            ],
        }
    }
}

/// What the text of a file is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Comma-separated values, as DataFusion's options of CSV describe them.
    Csv,
    /// Lines: a table of one column, `line`.
    Lines,
}

/// What is to be known of a file to read its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextOptions {
    /// The charset.
    pub charset: FileCharset,
    /// What becomes of malformed text: [`Policy::Fail`] or [`Policy::Replace`].
    pub malformed: Policy,
    /// What the text is made of.
    pub layout: Layout,
}

impl TextOptions {
    /// CSV in one charset, strict.
    pub const fn csv(charset: Charset) -> TextOptions {
        TextOptions {
            charset: FileCharset::Fixed(charset),
            malformed: Policy::Fail,
            layout: Layout::Csv,
        }
    }

    /// Lines in one charset, strict.
    pub const fn lines(charset: Charset) -> TextOptions {
        TextOptions {
            layout: Layout::Lines,
            ..TextOptions::csv(charset)
        }
    }

    /// Whether one of SQL's options is of this crate.
    pub(super) fn is_own(key: &str) -> bool {
        matches!(own_name(key), "charset" | "fallback_charset" | "malformed")
    }

    /// The options that SQL has given as `charset`, `fallback_charset` and `malformed`. Others
    /// are left to others.
    pub fn from_sql(layout: Layout, options: &HashMap<String, String>) -> Result<TextOptions> {
        let get = |name: &str| {
            let mut found = options.iter().filter(|(key, _)| own_name(key) == name);
            found.next().map(|(_, value)| value.as_str())
        };
        let fallback = get("fallback_charset").map(charset).transpose()?;
        let charset = match get("charset") {
            Some(name) if name.eq_ignore_ascii_case("auto") => {
                FileCharset::Detected(fallback.unwrap_or(Charset::Utf8))
            }
            _ if fallback.is_some() => {
                return config_err!("fallback_charset goes with the charset 'auto' only");
            }
            name => FileCharset::Fixed(name.map_or(Ok(Charset::Utf8), charset)?),
        };
        let malformed = get("malformed").map_or(Ok(Policy::Fail), policy)?;
        if !matches!(malformed, Policy::Fail | Policy::Replace) {
            return config_err!("malformed text of a file is 'strict' or 'replace'");
        }
        Ok(TextOptions {
            charset,
            malformed,
            layout,
        })
    }
}

/// An option without the prefix that DataFusion gives it.
fn own_name(key: &str) -> &str {
    key.strip_prefix("format.").unwrap_or(key)
}
