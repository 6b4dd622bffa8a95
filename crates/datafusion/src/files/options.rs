//! The options of a table of text files: charset, policy for malformed text, and layout.

use crate::functions::{Policy, charset, policy};
use datafusion::common::{Result, config_err};
use object_store::path::Path;
use std::collections::HashMap;
use std::fmt;
use utflane::Charset;
use utflane_arrow::files::{AutoCharset, CsvOptions, LineRuns};

/// The charset of the files of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileCharset {
    /// The charset of all files.
    Fixed(Charset),
    /// The charset that is detected in the first 64 KiB of each file. ASCII is read as UTF-8.
    Detected(AutoCharset),
}

impl fmt::Display for FileCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileCharset::Fixed(charset) => f.write_str(charset.name()),
            FileCharset::Detected(auto) => match auto.fallback() {
                Some(other) => write!(f, "auto (or {})", other.name()),
                None => f.write_str("auto"),
            },
        }
    }
}

/// The number of bytes at the start of a file that are used to detect its charset.
pub(super) const SAMPLE: u64 = 64 << 10;

impl FileCharset {
    /// Returns the charset of `file`, which begins with `sample`. A shorter sample than [`SAMPLE`]
    /// is the whole file.
    ///
    /// # Errors
    ///
    /// Returns an error if the charset is unknown, or a guess that is not allowed.
    pub(super) fn of(self, file: &Path, sample: &[u8]) -> Result<Charset> {
        let auto = match self {
            FileCharset::Fixed(charset) => return Ok(charset),
            FileCharset::Detected(auto) => auto,
        };
        // Text in any charset may follow a sample of ASCII. If we read it as UTF-8, other charsets
        // are an error. In a code page, they would silently become wrong text.
        let error = match auto.detect(sample, (sample.len() as u64) < SAMPLE) {
            Ok(found) => return Ok(found.charset),
            Err(error) => error,
        };
        let advice = match error.charset {
            Some(_) => "the option 'charset' to confirm, or 'guess' to 'true'",
            None => "the option 'charset' or 'fallback_charset'",
        };
        config_err!("{file}: {error}: set {advice}")
    }

    /// Returns the charsets that a file can have, except legacy encodings that are detected if
    /// there is no fallback.
    pub(super) fn candidates(self) -> Vec<Charset> {
        match self {
            FileCharset::Fixed(charset) => vec![charset],
            FileCharset::Detected(auto) => {
                let unicode = [
                    Charset::Utf8,
                    Charset::Utf16Le,
                    Charset::Utf16Be,
                    Charset::Utf32Le,
                    Charset::Utf32Be,
                ];
                unicode.into_iter().chain(auto.fallback()).collect()
            }
        }
    }
}

/// The structure of the text in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Comma-separated values, with DataFusion's options of CSV.
    Csv,
    /// Lines, in a table with one column, `line`.
    Lines,
}

/// The options of a table of text files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextOptions {
    /// The charset of the files.
    pub charset: FileCharset,
    /// The charset of lines that are malformed in the charset of the files, which must be
    /// [`Fixed`](FileCharset::Fixed). See
    /// [`CsvOptions::with_line_fallbacks`](utflane_arrow::files::CsvOptions::with_line_fallbacks).
    pub line_fallback: Option<Charset>,
    /// The policy for malformed text: [`Policy::Fail`] or [`Policy::Replace`].
    pub malformed: Policy,
    /// Whether rows that are malformed or do not parse are left out of the table, instead of an
    /// error. The function `bad_rows` returns them. Requires [`Policy::Fail`].
    pub sets_aside: bool,
    /// The structure of the text.
    pub layout: Layout,
    /// The maximum length of a CSV row, in bytes of UTF-8. See
    /// [`CsvOptions::with_max_row_len`](utflane_arrow::files::CsvOptions::with_max_row_len).
    pub max_row_len: usize,
}

impl TextOptions {
    /// Returns the options for CSV in one charset. Malformed text is an error.
    pub const fn csv(charset: Charset) -> TextOptions {
        TextOptions {
            charset: FileCharset::Fixed(charset),
            line_fallback: None,
            malformed: Policy::Fail,
            sets_aside: false,
            layout: Layout::Csv,
            max_row_len: CsvOptions::MAX_ROW_LEN,
        }
    }

    /// Returns the options for lines in one charset. Malformed text is an error.
    pub const fn lines(charset: Charset) -> TextOptions {
        TextOptions {
            layout: Layout::Lines,
            ..TextOptions::csv(charset)
        }
    }

    /// Returns the charsets of a table, as `EXPLAIN` shows them.
    pub(super) fn charsets(&self) -> String {
        match self.line_fallback {
            None => format!("charset={}", self.charset),
            Some(fallback) => format!("charset={}, line_fallback={fallback}", self.charset),
        }
    }

    /// Returns whether an option in SQL belongs to this crate.
    pub(super) fn is_own(key: &str) -> bool {
        let names = [
            "charset",
            "fallback_charset",
            "guess",
            "line_fallback",
            "malformed",
            "on_bad",
            "max_row_len",
        ];
        names.contains(&own_name(key))
    }

    /// Parses the options `charset`, `fallback_charset`, `guess`, `line_fallback`, `malformed`,
    /// `on_bad` and `max_row_len` from SQL. Ignores other options.
    ///
    /// # Errors
    ///
    /// Returns an error if the value of an option is not valid.
    pub fn from_sql(layout: Layout, options: &HashMap<String, String>) -> Result<TextOptions> {
        let get = |name| value_of(options, name);
        let fallback = get("fallback_charset").map(charset).transpose()?;
        let guess = match get("guess") {
            None => None,
            Some(word) => match word.to_ascii_lowercase().as_str() {
                "true" => Some(true),
                "false" => Some(false),
                _ => return config_err!("guess is 'true' or 'false', not {word:?}"),
            },
        };
        let charset = match get("charset") {
            Some(name) if name.eq_ignore_ascii_case("auto") => {
                let auto = AutoCharset::new().with_fallback(fallback);
                FileCharset::Detected(auto.with_guesses(guess == Some(true)))
            }
            _ if fallback.is_some() => {
                return config_err!("fallback_charset is an option for charset 'auto' only");
            }
            _ if guess.is_some() => {
                return config_err!("guess is an option for charset 'auto' only");
            }
            name => FileCharset::Fixed(name.map_or(Ok(Charset::Utf8), charset)?),
        };
        let line_fallback = get("line_fallback").map(self::charset).transpose()?;
        let malformed = match get("malformed") {
            None => Policy::Fail,
            Some(name) => match policy(name)? {
                malformed @ (Policy::Fail | Policy::Replace) => malformed,
                _ => return config_err!("malformed is 'strict' or 'replace', not {name:?}"),
            },
        };
        let sets_aside = match get("on_bad") {
            None => false,
            Some(word) => match word.to_ascii_lowercase().as_str() {
                "fail" => false,
                "set_aside" if malformed == Policy::Replace => {
                    return config_err!(
                        "on_bad 'set_aside' and malformed 'replace' exclude each other"
                    );
                }
                "set_aside" => true,
                _ => return config_err!("on_bad is 'fail' or 'set_aside', not {word:?}"),
            },
        };
        let max_row_len = match get("max_row_len") {
            None => CsvOptions::MAX_ROW_LEN,
            Some(_) if layout == Layout::Lines => {
                return config_err!("max_row_len is an option of CSV only");
            }
            Some(bytes) => match bytes.parse() {
                Ok(bytes) if bytes > 0 => bytes,
                _ => {
                    return config_err!("max_row_len is a positive number of bytes, not {bytes:?}");
                }
            },
        };
        let options = TextOptions {
            charset,
            line_fallback,
            malformed,
            sets_aside,
            layout,
            max_row_len,
        };
        options.line_runs()?;
        Ok(options)
    }

    /// Returns the converter that chooses a charset for each line, or `None` without a fallback.
    ///
    /// # Errors
    ///
    /// Returns an error if a charset cannot be chosen per line, or if the charset of the files is
    /// detected.
    pub(super) fn line_runs(&self) -> Result<Option<LineRuns>> {
        let Some(fallback) = self.line_fallback else {
            return Ok(None);
        };
        let FileCharset::Fixed(first) = self.charset else {
            return config_err!("line_fallback requires the name of a charset, not charset 'auto'");
        };
        // The parser of CSV fails at a row that is too long, but a line of it may be in a charset
        // with two bytes per byte of UTF-8.
        let limit = match self.layout {
            Layout::Csv => self.max_row_len.saturating_mul(2),
            Layout::Lines => usize::MAX,
        };
        match LineRuns::new(&[first, fallback], limit) {
            Ok(lines) => Ok(Some(lines)),
            Err(error) => config_err!("line_fallback: {error}"),
        }
    }
}

/// Returns the value of an option in SQL, if it is set.
pub(super) fn value_of<'a>(options: &'a HashMap<String, String>, name: &str) -> Option<&'a str> {
    let mut found = options.iter().filter(|(key, _)| own_name(key) == name);
    found.next().map(|(_, value)| value.as_str())
}

/// Removes the prefix that DataFusion adds to the name of an option.
pub(super) fn own_name(key: &str) -> &str {
    key.strip_prefix("format.").unwrap_or(key)
}
