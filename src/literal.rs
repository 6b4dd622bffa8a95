//! The macro [`utf16!`](crate::utf16), which converts string literals at compile time, and the
//! functions that it calls.
#![forbid(unsafe_code)]

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

/// Returns the number of units of `text` in UTF-16.
pub const fn utf16_len(text: &str) -> usize {
    let (mut at, mut len) = (0, 0);
    while let Some((character, next)) = character(text, at) {
        len += character.len_utf16();
        at = next;
    }
    len
}

/// Converts `text` to UTF-16 in native byte order.
///
/// # Panics
///
/// Panics if `LEN` is not [`utf16_len(text)`](utf16_len).
pub const fn to_utf16<const LEN: usize>(text: &str) -> [u16; LEN] {
    assert!(utf16_len(text) == LEN, "LEN must be utf16_len(text)");
    let mut units = [0; LEN];
    let (mut at, mut len) = (0, 0);
    while let Some((character, next)) = character(text, at) {
        let (_, rest) = units.split_at_mut(len);
        len += character.encode_utf16(rest).len();
        at = next;
    }
    units
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
