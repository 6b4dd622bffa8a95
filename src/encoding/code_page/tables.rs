//! The tables of one code page.

use super::{UNASSIGNED, encoder};
use crate::Charset;

/// A code page as a value.
#[derive(Debug)]
pub struct CodePageTables {
    pub(crate) charset: Charset,
    /// The name in IANA's spelling.
    pub(crate) name: &'static str,
    /// The names, in lower case and without punctuation, separated by spaces.
    pub(crate) names: &'static str,
    /// The labels in the WHATWG Encoding Standard, in lower case, separated by spaces.
    pub(crate) labels: &'static str,
    /// The low and high bytes of the code points of the last 128 or all 256 bytes. If the high byte
    /// is [`UNASSIGNED`], the byte has no character.
    pub(super) low: &'static [u8],
    pub(super) high: &'static [u8],
    /// The table for encoding: see [`encoder`].
    pub(super) rows: &'static encoder::Rows,
    /// The blocks that `rows` refers to.
    #[cfg(feature = "more-code-pages")]
    pub(super) pool: &'static encoder::Pool,
    /// The number of the second [window](super::UnitWindows).
    pub(super) window: u8,
    /// Whether every byte has a character.
    pub(crate) is_complete: bool,
}

/// The low and high bytes of the code points of the bytes from 80 on.
pub(crate) type LowHighTables = [&'static [u8; 128]; 2];

impl CodePageTables {
    /// Returns whether the bytes below 80 are ASCII.
    #[inline(always)]
    pub(crate) const fn has_ascii(&self) -> bool {
        self.low.len() == 128
    }

    /// Returns whether all bytes except 80 to 9F are the characters of Latin-1.
    pub(crate) fn is_near_latin1(&self) -> bool {
        #[cfg(feature = "code-pages")]
        return matches!(self.charset, Charset::Windows1252);
        #[cfg(not(feature = "code-pages"))]
        false
    }

    /// Returns the low and high bytes of the code points of the bytes from 80 on, if the bytes
    /// below are ASCII.
    #[inline(always)]
    pub(crate) fn low_high_tables(&self) -> Option<LowHighTables> {
        Some([self.low.try_into().ok()?, self.high.try_into().ok()?])
    }

    /// Returns the code point of a byte, or `None` if it has no character.
    #[inline(always)]
    pub(crate) const fn decode(&self, byte: u8) -> Option<u16> {
        if self.has_ascii() && byte < 0x80 {
            return Some(byte as u16);
        }
        let index = byte as usize - (256 - self.low.len());
        match self.high[index] {
            UNASSIGNED => None,
            high => Some(u16::from_be_bytes([high, self.low[index]])),
        }
    }
}
