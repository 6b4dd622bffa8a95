//! What the encoding of a column means for its bytes.
#![forbid(unsafe_code)]

use utflane::{Charset, Isa, Pair};

/// Whether text of ASCII characters has the same bytes in an encoding as in UTF-8.
pub(crate) fn has_ascii(charset: Charset) -> bool {
    let ascii: [u8; 128] = std::array::from_fn(|byte| byte as u8);
    let mut text = [0; 512];
    match Pair::new(charset, Charset::Utf8) {
        Some(pair) => {
            pair.transcode(Isa::best(), &ascii, &mut text) == Ok(128) && text[..128] == ascii
        }
        // Of 7 bits with escape sequences.
        None => false,
    }
}
