//! UTF-8 in which characters above U+FFFF may also be encoded as in CESU-8: as two surrogates of
//! three bytes each. Exports of databases contain both.
//!
//! ```text
//! F0 9F 99 88    ED A0 BD ED B9 88        both are U+1F648
//! ```
//!
//! Everything else is as in UTF-8: an unpaired surrogate is malformed. The encoder writes UTF-8.

use super::{Bytes, Item};
use crate::CodePoint;
use crate::encoding::scheme::{Scheme, Utf8, supplementary, surrogate};
use core::ops::RangeInclusive;

/// The bytes of a surrogate pair.
const PAIR: [RangeInclusive<u8>; 6] = [
    0xED..=0xED,
    0xA0..=0xAF,
    0x80..=0xBF,
    0xED..=0xED,
    0xB0..=0xBF,
    0x80..=0xBF,
];

/// See [`Shift::decode`](super::Shift::decode).
pub(super) fn decode(src: &[u8], more: bool) -> Item {
    let other = src
        .iter()
        .zip(PAIR)
        .position(|(byte, of)| !of.contains(byte));
    match other.unwrap_or(src.len().min(PAIR.len())) {
        0 if src.is_empty() => Item::Incomplete,
        6 => {
            let [high, low] = [surrogate(src[1], src[2]), surrogate(src[4], src[5])];
            Item::Character(CodePoint(supplementary(high, low)), 6)
        }
        // UTF-8 rejects the second byte.
        len @ 2.. if more && len == src.len() => Item::Incomplete,
        _ => Item::from_decoded(Utf8::NEW.decode(src)),
    }
}

/// Returns the bytes of a character, or none if it is unrepresentable.
pub(super) fn bytes(code_point: CodePoint) -> Bytes {
    match code_point.to_char() {
        Some(character) => Bytes::from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        None => Bytes::default(),
    }
}
