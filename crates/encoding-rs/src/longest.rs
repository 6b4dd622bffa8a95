//! How long decoded text can be.

use crate::encoding::{Encoding, Kind};
use utflane::Charset;

/// Lengths of decoded text.
#[derive(Clone, Copy)]
pub(crate) enum Longest {
    SingleByte,
    Utf8,
    Utf16,
    Big5,
    /// EUC-JP and EUC-KR.
    Euc,
    Gb18030,
    /// Shift_JIS and ISO-2022-JP: single bytes become three.
    Japanese,
    Replacement,
}

impl Longest {
    pub(crate) fn of(encoding: &Encoding) -> Longest {
        match encoding.kind {
            Kind::Replacement => Longest::Replacement,
            Kind::UserDefined => Longest::SingleByte,
            Kind::Text(charset) => match charset {
                Charset::Utf8 => Longest::Utf8,
                Charset::Utf16Le | Charset::Utf16Be => Longest::Utf16,
                Charset::Big5 => Longest::Big5,
                Charset::EucJp | Charset::EucKr => Longest::Euc,
                Charset::Gbk | Charset::Gb18030 => Longest::Gb18030,
                Charset::ShiftJis | Charset::Iso2022Jp => Longest::Japanese,
                _ => Longest::SingleByte,
            },
        }
    }

    /// Units of UTF-16 that so many bytes become at most.
    pub(crate) fn utf16(self, bytes: usize) -> Option<usize> {
        match self {
            Longest::Replacement => Some(1),
            Longest::SingleByte | Longest::Euc | Longest::Japanese => Some(bytes),
            Longest::Utf16 => bytes.div_ceil(2).checked_add(1),
            Longest::Utf8 | Longest::Big5 | Longest::Gb18030 => bytes.checked_add(1),
        }
    }

    /// Bytes of UTF-8 that so many bytes become at most, with replacement.
    pub(crate) fn utf8(self, bytes: usize) -> Option<usize> {
        match self {
            Longest::Replacement => Some(3),
            Longest::SingleByte | Longest::Euc | Longest::Japanese => bytes.checked_mul(3),
            Longest::Utf16 => bytes.div_ceil(2).checked_mul(3)?.checked_add(1),
            Longest::Gb18030 => bytes.checked_mul(3)?.checked_add(1),
            Longest::Utf8 | Longest::Big5 => bytes.checked_mul(3)?.checked_add(3),
        }
    }

    /// [`utf8`](Self::utf8) without replacement. There is room for one, too: without, nothing is
    /// reported as malformed.
    pub(crate) fn utf8_without_replacement(self, bytes: usize) -> Option<usize> {
        match self {
            Longest::Utf8 => bytes.checked_add(3),
            Longest::Big5 => bytes.checked_mul(2)?.checked_add(2),
            Longest::Euc => (bytes / 2 + bytes % 2).checked_add(bytes)?.checked_add(2),
            _ => self.utf8(bytes),
        }
    }
}
