//! Guesses the encoding of a text without a byte order mark.
//!
//! UTF-16 and UTF-32 with mostly ASCII characters is well-formed UTF-8 with many NUL characters:
//! only these reveal it.

use utflane::{Charset, detect};

/// Number of bytes that are examined: a multiple of every unit size.
pub(crate) const SAMPLE: usize = 4096;

/// Number of bytes below which a text must have a zero.
pub(crate) const SHORT: usize = 64;

/// The encoding with units of several bytes that a text with this start seems to be in.
pub(crate) fn looks_like(start: &[u8]) -> Option<Charset> {
    found(start).filter(is_wide)
}

/// Whether an encoding has units of several bytes, if it is one that [`found`] returns.
pub(crate) fn is_wide(found: &Charset) -> bool {
    !matches!(found, Charset::Ascii | Charset::Utf8)
}

/// The one of Unicode's encodings that a text with this start seems to be in.
pub(crate) fn found(start: &[u8]) -> Option<Charset> {
    // A few bytes look like anything, but for zeros.
    if start.len() < SHORT && !start.contains(&0) {
        return None;
    }
    // What a pipe has given so far may end within a unit.
    let cut = if start.len() < SHORT {
        0
    } else {
        start.len() % 4
    };
    detect(&start[..(start.len() - cut).min(SAMPLE)]).charset
}

/// The option, with its value, that declares a text to be in `charset`: advice for messages.
pub(crate) fn advice(charset: Charset, option: &str) -> String {
    let name = charset.name();
    let value = name.to_ascii_lowercase();
    format!("looks like {name}: try --{option} {value}")
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
        let cut = utf16le(&"Быстро и верно\n".repeat(30));
        for end in 64..cut.len() {
            assert_eq!(looks_like(&cut[..end]), Some(Charset::Utf16Le), "{end}");
        }
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
