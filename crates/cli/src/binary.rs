//! Tells files that are no text, in any encoding: a conversion would destroy them.
//!
//! Text has no NUL, and hardly any of the control characters that neither format it nor control a
//! terminal. Compressed data has each byte about as often as any other, so that one in twelve is
//! such a character: the first lines show it.

use std::fmt;

use utflane::Charset;
use utflane::stream::AnyTranscoder;

/// Bytes of a file that are searched for control characters, which is nearly always all that is
/// needed: compressed data of this length without a NUL does not occur.
const SAMPLE: usize = 64 << 10;

/// The least number of units to one control character in text.
const TEXT: usize = 100;

/// Whether a character is none that text has. Those it may have: BEL, BS, HT, LF, VT, FF, CR, SUB,
/// which ends texts of DOS, and ESC.
fn is_odd(character: u8) -> bool {
    matches!(character, 0..=6 | 14..=25 | 28..=31)
}

/// What shows that a file is no text.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Sign {
    /// A NUL, at this offset.
    Nul(u64),
    /// Control characters in the first bytes, so many.
    Controls { count: usize, bytes: usize },
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sign::Nul(offset) => write!(f, "NUL at byte {offset}"),
            Sign::Controls { count, bytes } => {
                let plural = if *count == 1 { "" } else { "s" };
                write!(f, "{count} control character{plural} in {bytes} bytes")
            }
        }
    }
}

/// The first NUL of a part of a text, at `offset` of it, whose units are bytes.
pub(crate) fn nul(part: &[u8], offset: u64) -> Option<Sign> {
    // A search for whether there is one is many times faster than one for the place.
    let mut bytes = part.contains(&0).then(|| part.iter())?;
    let index = bytes.position(|byte| *byte == 0)?;
    Some(Sign::Nul(offset + index as u64))
}

/// What shows that a file with this start, which is said to be in `charset`, is no text.
pub(crate) fn sign(start: &[u8], charset: Charset) -> Option<Sign> {
    let start = &start[..start.len().min(SAMPLE)];
    let width = charset.unit_len();
    let count = if width == 1 {
        // Text of ASCII that is said to be in EBCDIC is mistaken for that, but text.
        let odd = odd_bytes(charset);
        let read = start.iter().filter(|byte| odd[usize::from(**byte)]);
        let raw = start.iter().filter(|byte| is_odd(**byte));
        read.count().min(raw.count())
    } else {
        let low = if encoded(charset, 1)[0] == 1 {
            0
        } else {
            width - 1
        };
        let is_odd = |unit: &&[u8]| {
            unit.iter().enumerate().all(|(index, byte)| match index {
                _ if index == low => is_odd(*byte),
                _ => *byte == 0,
            })
        };
        start.chunks_exact(width).filter(is_odd).count()
    };
    let bytes = start.len();
    (count > 0 && count * TEXT >= bytes / width).then_some(Sign::Controls { count, bytes })
}

/// Which bytes of an encoding are control characters that text does not have.
fn odd_bytes(charset: Charset) -> [bool; 256] {
    let mut odd = [false; 256];
    for character in (1..32).filter(|character| is_odd(*character)) {
        odd[usize::from(encoded(charset, character)[0])] = true;
    }
    odd
}

/// A character of ASCII in an encoding.
fn encoded(charset: Charset, character: u8) -> [u8; 4] {
    let mut bytes = [0; 4];
    let step = AnyTranscoder::new(Charset::Utf8, charset).transcode(&[character], &mut bytes);
    debug_assert_eq!(step.read, 1);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_wherever_it_is() {
        assert_eq!(nul(b"text", 7), None);
        assert_eq!(nul(b"te\0t\0", 7), Some(Sign::Nul(9)));
    }

    #[test]
    fn control_characters_count_as_the_encoding_has_them() {
        let count = |bytes: &[u8], charset| match sign(bytes, charset) {
            Some(Sign::Controls { count, .. }) => count,
            _ => 0,
        };
        for charset in [Charset::Utf8, Charset::Latin1, Charset::Iso2022Jp] {
            assert_eq!(count(b"\x07\x08\t\n\x0B\x0C\r\x1A\x1B", charset), 0);
            assert_eq!(count(b"\x01 \x1F", charset), 2);
        }
        // `-.` and a line feed in EBCDIC, EOT and ENQ in ASCII.
        assert_eq!(count(b"-.\n", Charset::Cp037), 0);
        assert_eq!(count(b"\x60\x4B\x15", Charset::Cp037), 0);
        assert_eq!(count(b"\x01\x02\x03", Charset::Cp037), 3);
        assert_eq!(count(b"a\0\x01\0\x01\x01", Charset::Utf16Le), 1);
        assert_eq!(count(b"\0a\0\x01\x01\0", Charset::Utf16Be), 1);
        assert_eq!(count(b"\0\0\0\0\0\0\0a", Charset::Utf32Be), 1);
        // One in a hundred is too many.
        let mut text = [b'a'; 101];
        text[50] = 1;
        assert_eq!(count(&text, Charset::Utf8), 0);
        assert_eq!(count(&text[1..], Charset::Utf8), 1);
    }
}
