//! Conversions of charsets to text, and from byte order marks.

use super::Charset;
#[cfg(feature = "convert")]
use crate::Bom;
use core::fmt::{self, Write};

/// Displays text in lower case. Error messages display names of encodings in this way.
pub(crate) struct LowerCase(pub(crate) &'static str);

impl fmt::Display for LowerCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.0.bytes();
        bytes.try_for_each(|byte| f.write_char(byte.to_ascii_lowercase().into()))
    }
}

#[cfg(feature = "convert")]
impl From<Bom> for Charset {
    /// Returns the encoding that the mark indicates.
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

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
