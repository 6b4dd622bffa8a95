//! Charsets as text, and by their marks.

use super::Charset;
#[cfg(feature = "convert")]
use crate::Bom;
use core::fmt::{self, Write};
use core::str::FromStr;

/// Text that is shown in lower case, as names of encodings in errors are.
pub(crate) struct LowerCase(pub(crate) &'static str);

impl fmt::Display for LowerCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.0.bytes();
        bytes.try_for_each(|byte| f.write_char(byte.to_ascii_lowercase().into()))
    }
}

#[cfg(feature = "convert")]
impl From<Bom> for Charset {
    /// The encoding that the mark indicates.
    fn from(bom: Bom) -> Charset {
        match bom {
            Bom::Utf8 => Charset::Utf8,
            Bom::Utf16Le => Charset::Utf16Le,
            Bom::Utf16Be => Charset::Utf16Be,
            Bom::Utf32Le => Charset::Utf32Le,
            Bom::Utf32Be => Charset::Utf32Be,
        }
    }
}

impl FromStr for Charset {
    type Err = UnknownCharset;

    /// Parses a name as [`Charset::named`] does.
    fn from_str(name: &str) -> Result<Charset, UnknownCharset> {
        Charset::named(name).ok_or(UnknownCharset(()))
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of parsing a name that no [`Charset`] has. Its message lists the known encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCharset(());

impl fmt::Display for UnknownCharset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown encoding; known are ")?;
        let named = |charset: &Charset| charset.aliases().next().is_some();
        for (index, charset) in Charset::ALL.into_iter().filter(named).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{charset}")?;
        }
        if !cfg!(feature = "multibyte") {
            f.write_str("; GBK, Shift_JIS and others of East Asia need the feature `multibyte`")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownCharset {}
