//! Detection of texts whose parts are in two encodings, as in concatenated log files.

use super::{AnyDetection, detect_legacy};
use crate::detect::detect;
use crate::encoding::scheme::{Scheme, Utf8Family, Utf8Form};
use crate::{Certainty, Charset, Utf8, validate};

/// The second encoding of a text, and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mixed {
    /// The name of the second encoding.
    pub name: &'static str,
    /// The offset in bytes of the first text in the second encoding.
    pub offset: usize,
}

/// Number of bytes before and after the first malformed byte that are examined.
const AROUND: usize = 1 << 15;

/// Minimum number of bytes of a part in another encoding at the end of a text.
const MIN_TAIL: usize = 16;

/// Minimum number of non-ASCII characters of UTF-8 in a text that also has malformed lines.
const MIN_CHARACTERS: usize = 3;

/// Returns the encoding of a text if it is UTF-16.
fn detect_utf16(bytes: &[u8]) -> Option<Charset> {
    let charset = detect(bytes).charset;
    charset.filter(|charset| matches!(charset, Charset::Utf16Le | Charset::Utf16Be))
}

/// Returns the result for a text that starts as UTF-16 and ends with ASCII.
pub(super) fn utf16_and_ascii(bytes: &[u8]) -> Option<AnyDetection> {
    let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    let len = bytes.iter().rev().take_while(|byte| is_text(byte)).count();
    if len < MIN_TAIL {
        return None;
    }
    // The last unit of UTF-16BE ends with an ASCII byte.
    let start = bytes.len() - len;
    let offset = start + start % 2;
    let charset = detect_utf16(&bytes[..offset])?;
    Some(AnyDetection {
        charset: Some(charset),
        mixed: Some(Mixed {
            name: Charset::Ascii.name(),
            offset,
        }),
        ..AnyDetection::named(charset.name(), Certainty::Guess)
    })
}

/// Returns the result for a text that starts as UTF-8 or ASCII and goes on in another encoding, or
/// that has lines in another encoding.
pub(super) fn utf8_and_other(bytes: &[u8]) -> Option<AnyDetection> {
    let found = |name, offset| {
        Some(AnyDetection {
            mixed: Some(Mixed { name, offset }),
            ..AnyDetection::named(Charset::Utf8.name(), Certainty::Guess)
        })
    };
    let error = validate::<Utf8>(bytes)
        .err()
        .map(|error| error.valid_up_to());
    let nul = bytes.iter().position(|byte| *byte == 0);
    // UTF-16 contains zeros, and often starts with a byte order mark, which is malformed UTF-8.
    if let Some(nul) = nul.filter(|nul| *nul > 0) {
        let offset = match error {
            Some(error) if error < nul => error,
            // The first unit ends, in UTF-16LE, or starts with the zero.
            _ if bytes.get(nul + 2) == Some(&0) && !bytes[nul - 1].is_ascii_control() => nul - 1,
            _ => nul,
        };
        let tail = Some(&bytes[offset..]).filter(|tail| tail.len() >= MIN_TAIL)?;
        return found(detect_utf16(tail)?.name(), offset);
    }
    let error = error?;
    if let Ok((_, 6)) = Utf8Family(Utf8Form::Cesu8).decode(&bytes[error..]) {
        return found("CESU-8", error);
    }
    let part = &bytes[error.saturating_sub(AROUND)..bytes.len().min(error + AROUND)];
    let (mut characters, mut utf8_lines, mut other_lines) = (0, 0, 0);
    let mut others = [0; 1024];
    let mut len = 0;
    for line in part.split_inclusive(|byte| *byte == b'\n') {
        match core::str::from_utf8(line) {
            Ok(line) if line.is_ascii() => {}
            Ok(line) => {
                characters += line.chars().filter(|c| !c.is_ascii()).count();
                utf8_lines += 1;
            }
            Err(_) => {
                other_lines += 1;
                let kept = line.len().min(others.len() - len);
                others[len..len + kept].copy_from_slice(&line[..kept]);
                len += kept;
            }
        }
    }
    if characters < MIN_CHARACTERS || utf8_lines * 4 < other_lines {
        return None;
    }
    found(detect_legacy(&others[..len]).name?, error)
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use crate::detect_any;

    fn mixed(bytes: &[u8]) -> Option<(&'static str, &'static str, usize)> {
        let found = detect_any(bytes);
        let mixed = found.mixed?;
        Some((found.name?, mixed.name, mixed.offset))
    }

    #[test]
    fn each_kind_is_reported_with_its_position() {
        let utf16 = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<alloc::vec::Vec<u8>>()
        };
        let start = "2024-01-01 gestartet, Größe 5\n".as_bytes();
        let tail = utf16("2024-01-02 stopped, no errors\n");
        let log = [start, &tail].concat();
        assert_eq!(mixed(&log), Some(("UTF-8", "UTF-16LE", start.len())));
        let log = [start, b"\xFF\xFE", &tail].concat();
        assert_eq!(mixed(&log), Some(("UTF-8", "UTF-16LE", start.len())));
        let log = [&tail[..], b"and a line in ASCII\n"].concat();
        assert_eq!(mixed(&log), Some(("UTF-16LE", "US-ASCII", tail.len())));
        let lines = "Größe, Länge, Höhe\nMüller, Bäcker\n".as_bytes();
        let log = [
            lines,
            b"Stra\xDFe der K\xF6nige, f\xFCr M\xFCnchen\n",
            lines,
        ]
        .concat();
        assert_eq!(
            mixed(&log),
            Some(("UTF-8", "windows-1252", lines.len() + 4))
        );
        let pair = "Zürich ".as_bytes();
        let log = [pair, b"\xED\xA0\xBD\xED\xB8\x80 \n", lines].concat();
        assert_eq!(mixed(&log), Some(("UTF-8", "CESU-8", pair.len())));
        for text in [lines, &tail, b"Stra\xDFe der K\xF6nige", "Größe".as_bytes()] {
            assert_eq!(mixed(text), None);
        }
    }
}
