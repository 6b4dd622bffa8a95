//! Detects the charset of a file: the sample, and when a result is used without being confirmed.
//!
//! The decoders of this crate, the tables of utflane-datafusion and the Python package all call
//! [`AutoCharset`].

use crate::charset::has_ascii;
use std::fmt;
use utflane::{AnyDetection, Ascii, Bom, Certainty, Charset, Mixed, detect, detect_any, validate};

/// The charset of a file: a given one, or the one that is detected.
///
/// ```
/// use utflane::{Certainty, Charset};
/// use utflane_arrow::files::{AutoCharset, BadInput, LineOptions};
///
/// let file = b"Wszyscy ludzie wiedz\xB9, \xBFe pieni\xB9dze s\xB9 wa\xBFne, \
///     ale szcz\xEA\x9Ccie mo\xBFna znale\x9F\xE6 gdzie indziej.\n";
/// let mut reader = LineOptions::new().reader(&file[..], AutoCharset::new(), BadInput::Fail);
/// assert_eq!(reader.next().unwrap()?.num_rows(), 1);
/// let found = reader.decoder().found_charset().unwrap();
/// assert_eq!((found.charset, found.certainty), (Charset::Windows1250, Certainty::Likely));
/// # Ok::<(), utflane_arrow::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileCharset {
    /// This charset.
    Named(Charset),
    /// The charset that is detected in the file.
    Auto(AutoCharset),
}

impl From<Charset> for FileCharset {
    fn from(charset: Charset) -> FileCharset {
        FileCharset::Named(charset)
    }
}

impl From<AutoCharset> for FileCharset {
    fn from(auto: AutoCharset) -> FileCharset {
        FileCharset::Auto(auto)
    }
}

/// The detection of the charset of a file, in the first MiB.
///
/// A byte order mark decides. Without one, the charset is that of [`detect_any`] if it is
/// [reliable](AnyDetection::is_reliable). Otherwise, detection fails, unless you allow guesses.
///
/// ASCII is read as UTF-8. If the sample contains only ASCII, the first later text with other
/// characters is examined, and the rest of the file is read in its charset if that is reliable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AutoCharset {
    has_guesses: bool,
    fallback: Option<Charset>,
}

/// A detected charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundCharset {
    /// The charset in which the file is read. It is UTF-8 for ASCII.
    pub charset: Charset,
    /// The confidence. It is unknown if the charset is the
    /// [fallback](AutoCharset::with_fallback).
    pub certainty: Certainty,
    /// The language of a text in a legacy encoding, as a code of ISO 639-1, if it was found.
    pub language: Option<&'static str>,
    /// The length of the byte order mark, in bytes.
    pub bom_len: usize,
    /// Whether the sample contains only ASCII, so that the rest of the file may be in another
    /// charset.
    pub is_ascii: bool,
}

/// The error for a file whose charset is unknown or only a guess.
///
/// ```
/// use utflane_arrow::files::AutoCharset;
///
/// let error = AutoCharset::new().detect(b"name\ncaf\xE9\n", true).unwrap_err();
/// assert_eq!((error.guess, error.first_non_ascii), (Some("windows-1252"), Some(8)));
/// assert_eq!(
///     error.to_string(),
///     "the file is perhaps in windows-1252 (its first non-ASCII byte is at index 8)"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownCharset {
    /// The name of the most plausible encoding, or `None` if the encoding is unknown.
    pub guess: Option<&'static str>,
    /// The charset of the guess, or `None` if the encoding is unknown or cannot be read.
    pub charset: Option<Charset>,
    /// The position of the first byte in the file that is not ASCII.
    pub first_non_ascii: Option<usize>,
    /// The second encoding of a file in two encodings.
    pub mixed: Option<Mixed>,
}

impl fmt::Display for UnknownCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.guess {
            Some(name) => write!(f, "the file is perhaps in {name}")?,
            None => f.write_str("the encoding of the file is unknown")?,
        }
        if let Some(mixed) = self.mixed {
            return write!(f, ", and in {} from index {}", mixed.name, mixed.offset);
        }
        if self.guess.is_some() && self.charset.is_none() {
            return f.write_str(", which cannot be read");
        }
        match self.first_non_ascii {
            Some(index) => write!(f, " (its first non-ASCII byte is at index {index})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownCharset {}

impl AutoCharset {
    /// The number of bytes at the start of a file that are examined: 1 MiB.
    pub const SAMPLE: usize = 1 << 20;

    /// Creates a detection that refuses guesses, and has no fallback.
    pub const fn new() -> AutoCharset {
        AutoCharset {
            has_guesses: false,
            fallback: None,
        }
    }

    /// Sets whether a charset that is only a guess is used. Default: false.
    #[must_use]
    pub const fn with_guesses(mut self, has_guesses: bool) -> AutoCharset {
        self.has_guesses = has_guesses;
        self
    }

    /// Sets the charset of files that are in no Unicode encoding. Default: none, so that legacy
    /// encodings are detected. A fallback takes precedence over them.
    #[must_use]
    pub const fn with_fallback(mut self, fallback: Option<Charset>) -> AutoCharset {
        self.fallback = fallback;
        self
    }

    /// Returns whether a charset that is only a guess is used.
    pub const fn has_guesses(&self) -> bool {
        self.has_guesses
    }

    /// Returns the charset of files that are in no Unicode encoding, if it was set.
    pub const fn fallback(&self) -> Option<Charset> {
        self.fallback
    }

    /// Detects the charset of a file from its first bytes, usually [`SAMPLE`](Self::SAMPLE) of
    /// them. `is_whole` is whether they are the whole file. Otherwise, they may end within a
    /// character.
    ///
    /// # Errors
    ///
    /// The charset is unknown, or it is a guess and guesses are not allowed.
    ///
    /// ```
    /// use utflane::Charset;
    /// use utflane_arrow::files::AutoCharset;
    ///
    /// let auto = AutoCharset::new();
    /// assert_eq!(auto.detect("é,ü\n".as_bytes(), true)?.charset, Charset::Utf8);
    /// let cafe = b"caf\xE9\n";
    /// assert!(auto.detect(cafe, true).is_err());
    /// assert_eq!(auto.with_guesses(true).detect(cafe, true)?.charset, Charset::Windows1252);
    /// let auto = auto.with_fallback(Some(Charset::Latin1));
    /// assert_eq!(auto.detect(cafe, true)?.charset, Charset::Latin1);
    /// # Ok::<(), utflane_arrow::files::UnknownCharset>(())
    /// ```
    pub fn detect(&self, start: &[u8], is_whole: bool) -> Result<FoundCharset, UnknownCharset> {
        if let Some(bom) = Bom::sniff(start) {
            return Ok(FoundCharset {
                bom_len: bom.len(),
                ..FoundCharset::without_bom(bom.into(), Certainty::Certain)
            });
        }
        if let Some(charset) = self.fallback
            && detect(start).charset.is_none()
        {
            return Ok(FoundCharset::without_bom(charset, Certainty::Unknown));
        }
        let found = detect_text(start, is_whole);
        if let Some(charset) = found.charset
            && (found.is_reliable() || self.has_guesses)
        {
            let is_ascii = charset == Charset::Ascii;
            let charset = if is_ascii { Charset::Utf8 } else { charset };
            return Ok(FoundCharset {
                language: found.language,
                is_ascii,
                ..FoundCharset::without_bom(charset, found.certainty)
            });
        }
        Err(UnknownCharset::new(&found, start))
    }

    /// Detects the charset of the rest of a file that begins with ASCII, from its first text that is
    /// not ASCII.
    ///
    /// # Errors
    ///
    /// The charset is unknown, it is a guess and guesses are not allowed, or ASCII has other bytes
    /// in it. Positions count from the start of `text`. Decoders then still read the file as UTF-8.
    ///
    /// ```
    /// use utflane::Charset;
    /// use utflane_arrow::files::AutoCharset;
    ///
    /// let auto = AutoCharset::new();
    /// assert_eq!(auto.detect_after_ascii(b"caf\xE9\n").unwrap_err().first_non_ascii, Some(3));
    /// let found = auto.with_fallback(Some(Charset::Latin1)).detect_after_ascii(b"caf\xE9\n")?;
    /// assert_eq!(found.charset, Charset::Latin1);
    /// # Ok::<(), utflane_arrow::files::UnknownCharset>(())
    /// ```
    pub fn detect_after_ascii(&self, text: &[u8]) -> Result<FoundCharset, UnknownCharset> {
        let unicode = detect(text);
        let found = match self.fallback {
            _ if unicode.charset.is_some() => {
                FoundCharset::without_bom(Charset::Utf8, unicode.certainty)
            }
            Some(charset) => FoundCharset::without_bom(charset, Certainty::Unknown),
            None => self.detect(text, false)?,
        };
        match has_ascii(found.charset) {
            true => Ok(found),
            false => Err(UnknownCharset::new(&detect_text(text, false), text)),
        }
    }
}

impl FoundCharset {
    fn without_bom(charset: Charset, certainty: Certainty) -> FoundCharset {
        FoundCharset {
            charset,
            certainty,
            language: None,
            bom_len: 0,
            is_ascii: false,
        }
    }
}

impl UnknownCharset {
    fn new(found: &AnyDetection, text: &[u8]) -> UnknownCharset {
        let error = validate::<Ascii>(text).err();
        UnknownCharset {
            guess: found.name,
            charset: found.charset,
            first_non_ascii: error.map(|error| error.valid_up_to()),
            mixed: found.mixed,
        }
    }
}

/// Detects the encoding of a text, or of its start.
fn detect_text(text: &[u8], is_whole: bool) -> AnyDetection {
    let mut found = detect_any(text);
    if !is_whole
        && found.language.is_some()
        && let Some(charset) = found.charset
    {
        // The start may end within a character. Texts in legacy encodings contain no NUL, but
        // binary files do.
        let end = text.len() - charset.incomplete_tail(text);
        let is_well_formed = charset.validate(&text[..end]).is_ok();
        found.exact = is_well_formed && !text.contains(&0);
    }
    found
}
