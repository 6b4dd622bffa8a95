//! Encodings with only one state. They share one variant of [`ShiftState`](super::ShiftState), so
//! that the code for runs of characters is compiled once for all.

use super::vendor::Vendor;
use super::{Bytes, Item, Shift, johab, ucs2, utf1, utf8_cesu8, windows1258};
use crate::CodePoint;
use crate::encoding::endian::Endian;
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;

/// The encoding, which is the only state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Utf1,
    Ucs2(Endian),
    Johab,
    Vendor(Vendor),
    Utf8Cesu8,
    Windows1258Nfc,
}

impl State {
    /// Returns whether the encoding has all characters of Unicode, or all up to U+FFFF.
    pub(super) fn is_unicode(self) -> bool {
        matches!(self, State::Utf1 | State::Ucs2(_) | State::Utf8Cesu8)
    }
}

impl Shift for State {
    fn decode(self, src: &[u8], more: bool) -> (Item, State) {
        let item = match self {
            State::Utf1 => utf1::decode(src),
            State::Ucs2(endian) => ucs2::decode(endian, src),
            State::Johab => johab::decode(src),
            State::Vendor(vendor) => vendor.decode(src),
            State::Utf8Cesu8 => utf8_cesu8::decode(src, more),
            State::Windows1258Nfc => windows1258::decode(src, more),
        };
        (item, self)
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, State) {
        let bytes = match self {
            State::Utf1 => utf1::bytes(code_point),
            State::Ucs2(endian) => ucs2::bytes(endian, code_point),
            State::Johab => johab::bytes(code_point),
            State::Vendor(vendor) => vendor.bytes(code_point),
            State::Utf8Cesu8 => utf8_cesu8::bytes(code_point),
            State::Windows1258Nfc => windows1258::bytes(code_point),
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

    fn restarted(self) -> State {
        self
    }

    fn is_ascii(self, byte: u8) -> bool {
        match self {
            State::Ucs2(_) => false,
            State::Windows1258Nfc => windows1258::is_ascii(byte),
            _ => byte < 0x80,
        }
    }

    fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        match self {
            State::Ucs2(endian) => ucs2::two_bytes(endian, lead, trail),
            State::Johab => johab::two_bytes(lead, trail),
            State::Vendor(vendor) => vendor.two_bytes(lead, trail),
            State::Utf1 | State::Utf8Cesu8 | State::Windows1258Nfc => 0,
        }
    }
}
