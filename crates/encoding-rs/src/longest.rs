//! The largest lengths of decoded text, for the `max_*_buffer_length` methods of decoders.

use crate::encoding::{Encoding, Kind};
use utflane::Charset;

/// Encodings with the same largest lengths of decoded text.
#[derive(Clone, Copy)]
pub(crate) enum Longest {
    SingleByte,
    Utf8,
    Utf16,
    Big5,
    /// EUC-JP and EUC-KR.
    Euc,
    Gb18030,
    /// Shift_JIS and ISO-2022-JP, in which one byte can become three bytes of UTF-8.
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

    /// Returns the largest number of UTF-16 code units that `bytes` bytes can become.
    pub(crate) fn utf16(self, bytes: usize) -> Option<usize> {
        match self {
            Longest::Replacement => Some(1),
            Longest::SingleByte | Longest::Euc | Longest::Japanese => Some(bytes),
            Longest::Utf16 => bytes.div_ceil(2).checked_add(1),
            Longest::Utf8 | Longest::Big5 | Longest::Gb18030 => bytes.checked_add(1),
        }
    }

    /// Returns the largest number of UTF-8 bytes that `bytes` bytes can become, with replacement.
    pub(crate) fn utf8(self, bytes: usize) -> Option<usize> {
        match self {
            Longest::Replacement => Some(3),
            Longest::SingleByte | Longest::Euc | Longest::Japanese => bytes.checked_mul(3),
            Longest::Utf16 => bytes.div_ceil(2).checked_mul(3)?.checked_add(1),
            Longest::Gb18030 => bytes.checked_mul(3)?.checked_add(1),
            Longest::Utf8 | Longest::Big5 => bytes.checked_mul(3)?.checked_add(3),
        }
    }

    /// Returns the same as [`utf8`](Self::utf8), without replacement. The length includes space for
    /// one U+FFFD, because a decoder reports a malformed sequence only if that fits.
    pub(crate) fn utf8_without_replacement(self, bytes: usize) -> Option<usize> {
        match self {
            Longest::Utf8 => bytes.checked_add(3),
            Longest::Big5 => bytes.checked_mul(2)?.checked_add(2),
            Longest::Euc => (bytes / 2 + bytes % 2).checked_add(bytes)?.checked_add(2),
            _ => self.utf8(bytes),
        }
    }
}
