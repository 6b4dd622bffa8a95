//! UCS-2: two bytes per character, up to U+FFFF and without surrogates.

use super::{Bytes, Item};
use crate::CodePoint;
use crate::encoding::endian::Endian;
use crate::encoding::malformed::ErrorKind;

/// See [`Shift::decode`](super::Shift::decode).
pub(super) fn decode(endian: Endian, src: &[u8]) -> Item {
    match src {
        [first, second, ..] => match endian.unit_16([*first, *second]) {
            0xD800..=0xDFFF => Item::malformed(ErrorKind::Surrogate, 2),
            unit => Item::Character(CodePoint(unit.into()), 2),
        },
        _ => Item::Incomplete,
    }
}

/// Returns the bytes of a character, or none if it is unrepresentable.
pub(super) fn bytes(endian: Endian, CodePoint(code_point): CodePoint) -> Bytes {
    match u16::try_from(code_point) {
        Ok(0xD800..=0xDFFF) | Err(_) => Bytes::default(),
        Ok(unit) => Bytes::from_slice(&endian.bytes_16(unit)),
    }
}

/// See [`Shift::two_bytes`](super::Shift::two_bytes).
pub(super) fn two_bytes(endian: Endian, lead: u8, trail: u8) -> u16 {
    match endian.unit_16([lead, trail]) {
        0xD800..=0xDFFF => 0,
        unit => unit,
    }
}
