//! Recognises binary files, which a conversion would destroy.
//!
//! Text has no NUL, and hardly any control characters except those that format it or control a
//! terminal. In compressed data, all byte values are about equally frequent, so one byte in twelve
//! is such a control character. The start of the file is enough to see that.

use std::fmt;

use utflane::Charset;
use utflane::stream::AnyTranscoder;

/// Number of bytes that are searched for control characters. This is nearly always enough:
/// compressed data of this length has a NUL.
const SAMPLE: usize = 64 << 10;

/// Text has at least this number of units for each control character.
const TEXT: usize = 100;

/// Whether a character is a control character that text does not contain. Text may contain BEL, BS,
/// HT, LF, VT, FF, CR, ESC, and SUB, which ends texts of DOS.
fn is_unusual_control(character: u8) -> bool {
    matches!(character, 0..=6 | 14..=25 | 28..=31)
}

/// The reason why a file is considered binary.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Sign {
    /// A NUL at this offset in bytes.
    Nul(u64),
    /// `count` control characters in the first `bytes` bytes.
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

/// Finds the first NUL in `part`, which starts at `offset` in a text whose units are bytes.
pub(crate) fn nul(part: &[u8], offset: u64) -> Option<Sign> {
    // `contains` is many times faster than `position`.
    let mut bytes = part.contains(&0).then(|| part.iter())?;
    let index = bytes.position(|byte| *byte == 0)?;
    Some(Sign::Nul(offset + index as u64))
}

/// Returns a sign that a file is binary, if its start has one. `charset` is the declared encoding.
pub(crate) fn sign(start: &[u8], charset: Charset) -> Option<Sign> {
    let start = &start[..start.len().min(SAMPLE)];
    let width = charset.width();
    let count = if width == 1 {
        // ASCII text that is declared as EBCDIC is text in the wrong encoding, but not binary. So
        // we take the smaller count of both readings.
        let odd = odd_bytes(charset);
        let read = start.iter().filter(|byte| odd[usize::from(**byte)]);
        let raw = start.iter().filter(|byte| is_unusual_control(**byte));
        read.count().min(raw.count())
    } else {
        let low = if encoded(charset, 1).first() == Some(&1) {
            0
        } else {
            width - 1
        };
        let is_unusual_control = |unit: &&[u8]| {
            unit.iter().enumerate().all(|(index, byte)| match index {
                _ if index == low => is_unusual_control(*byte),
                _ => *byte == 0,
            })
        };
        start.chunks_exact(width).filter(is_unusual_control).count()
    };
    let bytes = start.len();
    (count > 0 && count * TEXT >= bytes / width).then_some(Sign::Controls { count, bytes })
}

/// Marks the bytes of an encoding that are control characters which text does not contain.
fn odd_bytes(charset: Charset) -> [bool; 256] {
    let mut odd = [false; 256];
    for character in (1..32).filter(|character| is_unusual_control(*character)) {
        if charset.is_stateful() {
            // SO and SI are shift sequences.
            odd[usize::from(character)] = !matches!(character, 0x0E | 0x0F);
        } else if let [byte] = encoded(charset, character)[..] {
            odd[usize::from(byte)] = true;
        }
    }
    odd
}

/// Encodes an ASCII character. Returns no bytes if the encoding lacks it.
fn encoded(charset: Charset, character: u8) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    let step = AnyTranscoder::new(Charset::Utf8, charset).transcode(&[character], &mut bytes);
    bytes.truncate(step.written);
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
