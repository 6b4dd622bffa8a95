//! Encodings with only one state, which have no kernels: they are converted like stateful
//! encodings. They share one variant of [`ShiftState`](super::ShiftState), so that the code for
//! runs of characters is compiled once for all.

use super::vendor::Vendor;
use super::{Bytes, Item, Shift, johab, ucs2, utf1, utf8_cesu8, windows1258};
use crate::CodePoint;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;

/// The encoding, which is the only state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OneState {
    Utf1,
    Ucs2(Endian),
    Johab,
    Vendor(Vendor),
    Utf8Cesu8,
    Windows1258Nfc,
}

impl OneState {
    /// Returns whether the encoding has all characters of Unicode, or all up to U+FFFF.
    pub(super) fn is_unicode(self) -> bool {
        matches!(
            self,
            OneState::Utf1 | OneState::Ucs2(_) | OneState::Utf8Cesu8
        )
    }
}

impl Shift for OneState {
    fn decode(self, src: &[u8], more: bool) -> (Item, OneState) {
        let item = match self {
            OneState::Utf1 => utf1::decode(src),
            OneState::Ucs2(endian) => ucs2::decode(endian, src),
            OneState::Johab => johab::decode(src),
            OneState::Vendor(vendor) => vendor.decode(src),
            OneState::Utf8Cesu8 => utf8_cesu8::decode(src, more),
            OneState::Windows1258Nfc => windows1258::decode(src, more),
        };
        (item, self)
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, OneState) {
        let bytes = match self {
            OneState::Utf1 => utf1::bytes(code_point),
            OneState::Ucs2(endian) => ucs2::bytes(endian, code_point),
            OneState::Johab => johab::bytes(code_point),
            OneState::Vendor(vendor) => vendor.bytes(code_point),
            OneState::Utf8Cesu8 => utf8_cesu8::bytes(code_point),
            OneState::Windows1258Nfc => windows1258::bytes(code_point),
        };
        let encoded = match bytes.len {
            0 => Encoded::Unrepresentable,
            _ => bytes.write(dst),
        };
        (encoded, self)
    }

    fn end(self) -> Bytes {
        Bytes::default()
    }

    fn restarted(self) -> OneState {
        self
    }

    fn is_ascii(self, byte: u8) -> bool {
        match self {
            OneState::Ucs2(_) => false,
            OneState::Windows1258Nfc => windows1258::is_ascii(byte),
            _ => byte < 0x80,
        }
    }

    fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        match self {
            OneState::Ucs2(endian) => ucs2::two_bytes(endian, lead, trail),
            OneState::Johab => johab::two_bytes(lead, trail),
            OneState::Vendor(vendor) => vendor.two_bytes(lead, trail),
            OneState::Utf1 | OneState::Utf8Cesu8 | OneState::Windows1258Nfc => 0,
        }
    }
}
