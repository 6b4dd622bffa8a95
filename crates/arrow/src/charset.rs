//! The encoding of a column.
#![forbid(unsafe_code)]

use utflane::{AnyEncoding, AnyPair, Charset, Encoding, Isa, Utf8};

/// The encoding of the bytes of a column: a [`Charset`], also a [legacy](Charset::is_legacy) one, or
/// an [`AnyEncoding`], also one of memory.
///
/// ```
/// use utflane::{AnyEncoding, Charset, Utf16};
/// use utflane_arrow::TextEncoding;
///
/// let encoding: TextEncoding = "shift_jis".parse()?;
/// assert_eq!(encoding, Charset::ShiftJis.into());
/// assert_eq!(TextEncoding::from(AnyEncoding::of::<Utf16>()).name(), "UTF-16");
/// # Ok::<(), utflane::UnknownCharset>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextEncoding(pub(crate) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Any(AnyEncoding),
    Legacy(Charset),
}

impl TextEncoding {
    /// UTF-8.
    pub const UTF8: TextEncoding = TextEncoding::of::<Utf8>();

    /// The encoding that a type stands for.
    pub const fn of<E: Encoding>() -> TextEncoding {
        TextEncoding(Kind::Any(AnyEncoding::of::<E>()))
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Any(encoding) => encoding.name(),
            Kind::Legacy(charset) => charset.name(),
        }
    }

    /// Whether text of ASCII characters has the same bytes as in UTF-8.
    pub(crate) fn has_ascii(self) -> bool {
        let ascii: [u8; 128] = std::array::from_fn(|byte| byte as u8);
        let mut text = [0; 512];
        match self.0 {
            Kind::Any(encoding) => {
                let pair = AnyPair::new(encoding, AnyEncoding::of::<Utf8>());
                pair.transcode(Isa::best(), &ascii, &mut text) == Ok(128) && text[..128] == ascii
            }
            // Of 7 bits with escape sequences; the others have ASCII below 80.
            Kind::Legacy(charset) => charset != Charset::Iso2022Jp,
        }
    }
}

impl From<AnyEncoding> for TextEncoding {
    fn from(encoding: AnyEncoding) -> TextEncoding {
        TextEncoding(Kind::Any(encoding))
    }
}

impl From<Charset> for TextEncoding {
    fn from(charset: Charset) -> TextEncoding {
        TextEncoding(match AnyEncoding::of_charset(charset) {
            Some(encoding) => Kind::Any(encoding),
            None => Kind::Legacy(charset),
        })
    }
}

/// Parses a name as [`Charset::named`] does.
impl std::str::FromStr for TextEncoding {
    type Err = utflane::UnknownCharset;

    fn from_str(name: &str) -> Result<TextEncoding, Self::Err> {
        name.parse::<Charset>().map(TextEncoding::from)
    }
}
