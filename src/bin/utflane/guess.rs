//! Guesses the encoding of a text without a byte order mark.
//!
//! UTF-16 and UTF-32 with mostly ASCII characters is well-formed UTF-8 with many NUL characters:
//! only these reveal it.

use utflane::stream::Validator;
use utflane::{Charset, Encoding, Utf16Be, Utf16Le, Utf32Be, Utf32Le};

/// Number of bytes that are examined: a multiple of every unit size.
const SAMPLE: usize = 4096;

/// The last plane with characters of scripts.
const LAST_PLANE: u8 = 3;

/// The encoding with units of several bytes that a text with this start seems to be in: it is
/// well-formed in it without NUL characters, and most of its units are from alphabets, whose high
/// bytes are not as frequent in UTF-8.
pub(crate) fn looks_like(start: &[u8]) -> Option<Charset> {
    let start = &start[..start.len().min(SAMPLE)];
    if !start.contains(&0) {
        return None;
    }
    // Two units of UTF-16 are rarely one well-formed unit of UTF-32, and then in a plane that is
    // not in use.
    let (units, _) = start.as_chunks::<4>();
    let is_used = |index| units.iter().all(|unit| unit[index] <= LAST_PLANE);
    if is_used(2) && is_text::<Utf32Le, 4>(start) {
        return Some(Charset::Utf32Le);
    }
    if is_used(1) && is_text::<Utf32Be, 4>(start) {
        return Some(Charset::Utf32Be);
    }
    let (units, _) = start.as_chunks::<2>();
    let zeros = |index| units.iter().filter(|unit| unit[index] == 0).count();
    let low = |index| units.iter().filter(|unit| unit[index] < 0x20).count();
    let is_high = |index| 2 * low(index) > units.len() && zeros(index) > zeros(1 - index);
    if is_high(1) && is_text::<Utf16Le, 2>(start) {
        return Some(Charset::Utf16Le);
    }
    if is_high(0) && is_text::<Utf16Be, 2>(start) {
        return Some(Charset::Utf16Be);
    }
    None
}

/// The option, with its value, that declares a text to be in `charset`: advice for messages.
pub(crate) fn advice(charset: Charset, option: &str) -> String {
    let name = charset.name();
    let value = name.to_ascii_lowercase();
    format!("looks like {name}: try --{option} {value}")
}

/// Whether `start` begins with well-formed text, of one unit of `N` bytes or more, without a NUL
/// character.
fn is_text<E: Encoding<Unit = u8>, const N: usize>(start: &[u8]) -> bool {
    let (units, _) = start.as_chunks::<N>();
    let mut validator = Validator::<E>::new();
    !units.is_empty()
        && !units.contains(&[0; N])
        && validator.feed(start).is_ok()
        && (start.len() == SAMPLE || validator.finish().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16le(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn zeros_tell() {
        let text = "Größe, 漢字 и\n";
        let swap = |bytes: Vec<u8>, width| -> Vec<u8> {
            bytes
                .chunks(width)
                .flat_map(|unit| unit.iter().rev().copied())
                .collect()
        };
        let utf32le: Vec<u8> = text
            .chars()
            .flat_map(|c| u32::from(c).to_le_bytes())
            .collect();
        assert_eq!(looks_like(&utf16le(text)), Some(Charset::Utf16Le));
        assert_eq!(looks_like(&swap(utf16le(text), 2)), Some(Charset::Utf16Be));
        assert_eq!(looks_like(&utf32le), Some(Charset::Utf32Le));
        assert_eq!(looks_like(&swap(utf32le, 4)), Some(Charset::Utf32Be));
        let cyrillic = utf16le(&"Быстро и верно\n".repeat(3000));
        assert_eq!(looks_like(&cyrillic), Some(Charset::Utf16Le));
        assert_eq!(looks_like(&utf16le("é\n")), Some(Charset::Utf16Le));
        assert_eq!(looks_like(b"h\0i\0"), Some(Charset::Utf16Le));
    }

    #[test]
    fn other_zeros_do_not() {
        for bytes in [
            &b""[..],
            b"a",
            b"\0",
            b"text",
            b"one\0two\0",
            b"a\0\0b\0\0",
            b"h\0i\0\n",
            &[0; 64],
            "漢字".as_bytes(),
        ] {
            assert_eq!(looks_like(bytes), None, "{bytes:?}");
        }
    }
}
