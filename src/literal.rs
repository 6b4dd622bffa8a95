//! Converts string literals to UTF-16, UTF-32 and Latin-1 at compile time.
//!
//! ```
//! use utflane::{literal, utf16};
//!
//! const NAME: &str = "café";
//! const TITLE: &[u16] = utf16!("Café\0");
//! const LEN: usize = literal::utf16_len(NAME);
//!
//! assert_eq!(LEN, 4);
//! assert_eq!(TITLE, [0x43, 0x61, 0x66, 0xE9, 0]);
//! ```
//!
//! These functions also work at run time, but slowly: use [`transcode`](crate::transcode()) there.
#![forbid(unsafe_code)]

/// Returns the number of units of `text` in UTF-16.
///
/// ```
/// const LEN: usize = utflane::literal::utf16_len("a😀");
/// assert_eq!(LEN, 3);
/// ```
pub const fn utf16_len(text: &str) -> usize {
    let (mut at, mut len) = (0, 0);
    while let Some((character, next)) = character(text, at) {
        len += character.len_utf16();
        at = next;
    }
    len
}

/// Returns the number of units of `text` in UTF-32, which is its number of characters.
///
/// ```
/// const LEN: usize = utflane::literal::utf32_len("a😀");
/// assert_eq!(LEN, 2);
/// ```
pub const fn utf32_len(text: &str) -> usize {
    let (mut at, mut len) = (0, 0);
    while let Some((_, next)) = character(text, at) {
        len += 1;
        at = next;
    }
    len
}

/// Converts `text` to UTF-16 in native byte order. The macro [`utf16!`](crate::utf16) computes the
/// length for you.
///
/// # Panics
///
/// Panics if `LEN` is not [`utf16_len(text)`](utf16_len).
///
/// ```
/// const NAME: [u16; 3] = utflane::literal::to_utf16("é!\0");
/// assert_eq!(NAME, [0xE9, 0x21, 0]);
/// ```
pub const fn to_utf16<const LEN: usize>(text: &str) -> [u16; LEN] {
    assert!(utf16_len(text) == LEN, "the length is another");
    let mut units = [0; LEN];
    let (mut at, mut len) = (0, 0);
    while let Some((character, next)) = character(text, at) {
        let above_bmp = (character as u32).wrapping_sub(0x1_0000);
        if character.len_utf16() == 1 {
            units[len] = character as u16;
        } else {
            units[len] = 0xD800 | (above_bmp >> 10) as u16;
            units[len + 1] = 0xDC00 | (above_bmp & 0x3FF) as u16;
        }
        len += character.len_utf16();
        at = next;
    }
    units
}

/// Converts `text` to UTF-32 in native byte order.
///
/// # Panics
///
/// Panics if `LEN` is not [`utf32_len(text)`](utf32_len).
///
/// ```
/// const FACES: [u32; 2] = utflane::literal::to_utf32("😀😎");
/// assert_eq!(FACES, [0x1F600, 0x1F60E]);
/// ```
pub const fn to_utf32<const LEN: usize>(text: &str) -> [u32; LEN] {
    assert!(utf32_len(text) == LEN, "the length is another");
    let mut units = [0; LEN];
    let (mut at, mut len) = (0, 0);
    while let Some((character, next)) = character(text, at) {
        units[len] = character as u32;
        len += 1;
        at = next;
    }
    units
}

/// Converts `text` to Latin-1. The length is the number of characters, [`utf32_len`].
///
/// # Panics
///
/// Panics if Latin-1 cannot represent one of the characters, or if `LEN` is not
/// [`utf32_len(text)`](utf32_len).
///
/// ```
/// use utflane::literal;
///
/// const LABEL: [u8; 4] = literal::to_latin1("café");
/// assert_eq!(&LABEL, b"caf\xE9");
/// ```
pub const fn to_latin1<const LEN: usize>(text: &str) -> [u8; LEN] {
    let units: [u32; LEN] = to_utf32(text);
    let mut bytes = [0; LEN];
    let mut at = 0;
    while at < LEN {
        assert!(units[at] <= 0xFF, "a character that Latin-1 does not have");
        bytes[at] = units[at] as u8;
        at += 1;
    }
    bytes
}

/// Returns the character at byte `at` of `text` and the index of the next one, or `None` at the
/// end.
const fn character(text: &str, at: usize) -> Option<(char, usize)> {
    let bytes = text.as_bytes();
    if at == bytes.len() {
        return None;
    }
    let len = match bytes[at].leading_ones() {
        0 => 1,
        len => len as usize,
    };
    let mut value = bytes[at] as u32 & (0xFF >> len);
    let mut index = 1;
    while index < len {
        value = value << 6 | (bytes[at + index] & 0x3F) as u32;
        index += 1;
    }
    match char::from_u32(value) {
        Some(character) => Some((character, at + len)),
        None => None,
    }
}

/// Converts a string literal or constant to UTF-16 in native byte order at compile time. Returns a
/// `&'static [u16; LEN]`.
///
/// ```
/// use utflane::utf16;
///
/// const PATH: &[u16] = utf16!("C:\\naïve\0");
/// assert_eq!(PATH, "C:\\naïve\0".encode_utf16().collect::<Vec<_>>());
/// ```
#[macro_export]
macro_rules! utf16 {
    ($text:expr) => {
        &const { $crate::literal::to_utf16::<{ $crate::literal::utf16_len($text) }>($text) }
    };
}
