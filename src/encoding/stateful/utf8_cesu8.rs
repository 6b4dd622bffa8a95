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
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Scheme, Utf8, Utf8Family, Utf8Form};

/// See [`Shift::decode`](super::Shift::decode).
pub(super) fn decode(src: &[u8], more: bool) -> Item {
    match src {
        [] => return Item::Incomplete,
        // A high surrogate, which is malformed in UTF-8.
        [0xED, 0xA0..=0xAF, ..] => match Utf8Family(Utf8Form::Cesu8).decode_chunk(src) {
            Ok((code_point, len)) => return Item::Character(code_point, len),
            Err(Malformed { len: None, .. }) if more => return Item::Incomplete,
            Err(_) => {}
        },
        _ => {}
    }
    Item::from_decoded(Utf8::NEW.decode(src))
}

/// Returns the bytes of a character, or none if it is unrepresentable.
pub(super) fn bytes(code_point: CodePoint) -> Bytes {
    match code_point.to_char() {
        Some(character) => Bytes::from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        None => Bytes::default(),
    }
}
