//! Detection of encodings other than ASCII in text of bytes below 0x80, for
//! [`detect`](fn@super::detect).
//!
//! Encodings for 7-bit mail write non-ASCII characters as ASCII bytes, between shift sequences:
//!
//! ```text
//! UTF-7          Gr+APwA3w-e       + and the UTF-16BE of the characters in base64, ended by -
//! HZ             ~{VPND~}          two bytes per character, those of GB 2312 minus 80
//! ISO-2022-JP    ESC $ B FnK\ ESC ( B
//! ```
//!
//! UTF-16 can also have only bytes below 0x80. In most scripts, every second byte is then a control
//! character.

use super::character_model::{CharacterModel, ascii};
use super::is_rare_control;
use core::ops::ControlFlow;

/// The contents of a text of bytes below 0x80.
pub(super) struct Content {
    /// Number of control characters that [`is_rare_control`] accepts, including NUL.
    pub(super) controls: usize,
    /// The encoding of its shift sequences.
    pub(super) shifted: Option<Shifted>,
}

/// An encoding of bytes below 0x80 with shift sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shifted {
    Utf7,
    Hz,
    Iso2022Jp,
    Iso2022Kr,
    Iso2022Cn,
}

/// Examines a text of bytes below 0x80.
pub(super) fn examine(bytes: &[u8]) -> Content {
    let bit = |is_seen, bit| if is_seen { bit } else { 0 };
    let seen = bytes.iter().fold(0, |seen, &byte| {
        let shift = bit(byte == b'+', HAS_PLUS) | bit(byte == b'~', HAS_TILDE);
        seen | shift | bit(byte == ESCAPE, HAS_ESCAPE) | bit(is_rare_control(byte), HAS_CONTROL)
    });
    // Few texts have control characters. So a separate loop counts them. It is small because it is
    // not vectorised.
    let controls = match seen & HAS_CONTROL {
        0 => 0,
        _ => count_controls(bytes),
    };
    let iso2022 = if seen & HAS_ESCAPE != 0 {
        iso2022(bytes)
    } else {
        None
    };
    let shifted = match seen & (HAS_PLUS | HAS_TILDE) {
        _ if iso2022.is_some() => iso2022,
        // UTF-7 does not contain a tilde.
        HAS_PLUS if is_utf7(bytes) => Some(Shifted::Utf7),
        0 | HAS_PLUS => None,
        _ => is_hz(bytes).then_some(Shifted::Hz),
    };
    Content { controls, shifted }
}

#[cold]
fn count_controls(bytes: &[u8]) -> usize {
    let controls = bytes.iter().filter(|&&byte| is_rare_control(byte));
    // `take` prevents the compiler from vectorising the loop.
    controls.take(bytes.len()).count()
}

/// Bits for the kinds of bytes that occur.
const HAS_PLUS: u8 = 1;
const HAS_TILDE: u8 = 2;
const HAS_ESCAPE: u8 = 4;
const HAS_CONTROL: u8 = 8;

const ESCAPE: u8 = 0x1B;

/// Returns the encoding by the first escape sequence that switches to Japanese, Korean or Chinese.
/// Terminals use other escape sequences.
fn iso2022(bytes: &[u8]) -> Option<Shifted> {
    // A sequence that begins in the last three bytes is ignored, because it may be cut off.
    bytes.windows(4).find_map(|at| match at {
        [ESCAPE, b'$', b')', b'C'] => Some(Shifted::Iso2022Kr),
        [ESCAPE, b'$', b')', b'A' | b'E' | b'G'] => Some(Shifted::Iso2022Cn),
        [ESCAPE, b'$', ..] | [ESCAPE, b'(', b'I' | b'J', _] => Some(Shifted::Iso2022Jp),
        _ => None,
    })
}

/// Returns whether a text contains characters of HZ, and each tilde is part of a sequence of HZ.
fn is_hz(bytes: &[u8]) -> bool {
    let mut has_characters = false;
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == b'~') {
        rest = match &rest[at + 1..] {
            [b'{', shifted @ ..] => {
                let pairs = shifted.chunks_exact(2);
                let is_character = |pair: &&[u8]| matches!(pair, [0x21..=0x77, 0x21..=0x7E]);
                let len = 2 * pairs.take_while(is_character).count();
                has_characters |= len > 0;
                match &shifted[len..] {
                    [b'~', b'}', after @ ..] => after,
                    // The end of the line also ends the shifted characters. The end of the text may
                    // be cut off.
                    after @ ([] | [0x21..=0x77 | b'~'] | [b'\r' | b'\n', ..]) => after,
                    _ => return false,
                }
            }
            [b'~' | b'\n', after @ ..] | after @ [] => after,
            _ => return false,
        };
    }
    has_characters
}

/// A text is UTF-7 if its cost as UTF-7 is lower than as ASCII by at least this number of bits. The
/// difference is about the same for `1+100-5`, which is ASCII.
const LIKELY_UTF7: i32 = 12;

/// Returns whether a text contains plausible characters of UTF-7, and each plus sign is part of a
/// sequence of UTF-7.
fn is_utf7(bytes: &[u8]) -> bool {
    let (mut utf7, mut ascii_cost) = (CharacterModel::default(), 0);
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'+' | b'\\')) {
        // UTF-7 encodes a backslash in a shift sequence, so this text is not UTF-7.
        if rest[at] == b'\\' {
            return false;
        }
        let shifted = &rest[at + 1..];
        let digits = shifted.iter().map_while(|byte| base64(*byte));
        let len = digits.clone().count();
        let after = &shifted[len..];
        match (len, after) {
            // A literal plus sign, or a sequence that may be cut off.
            (0, [b'-', ..]) | (_, []) => {}
            (0, _) => return false,
            _ if add_utf16(&mut utf7, digits).is_break() => return false,
            _ => {
                ascii_cost += shifted[..len]
                    .iter()
                    .fold(14, |sum, &b| sum + ascii(b) as i32)
            }
        }
        rest = after;
    }
    ascii_cost - utf7.cost as i32 >= LIKELY_UTF7
}

/// Returns the six bits of a character of base64.
fn base64(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

/// Adds the characters of UTF-16BE in base64. Breaks if they are malformed.
fn add_utf16(utf7: &mut CharacterModel, digits: impl Iterator<Item = u32>) -> ControlFlow<()> {
    let (mut pending, mut count) = (0, 0);
    let units = digits.filter_map(|digit| {
        pending = pending << 6 | digit;
        count += 6;
        let unit = (count >= 16).then(|| (pending >> (count - 16)) as u16)?;
        count -= 16;
        pending &= (1 << count) - 1;
        Some(unit)
    });
    for character in char::decode_utf16(units) {
        match character {
            Ok(character) => utf7.add(character.into()),
            Err(_) => return ControlFlow::Break(()),
        }
    }
    // The padding bits of the last digit must be zero.
    if count < 6 && pending == 0 {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shift_sequences_are_recognised() {
        for (text, expected) in [
            // UTF-7, by an encoder that shifts only where it must.
            (&b"Gr+APwA3w-e\n"[..], true),
            (b"caf+AOk-", true),
            (b"caf+AOk.\n", true),
            (b"+ZeVnLIqe-", true),
            (b"1 +- 1, +BB8EQAQ4BDIENQRC-", true),
            (b"a + b, +APw-", false),
            (b"C:\\+APw-", false),
            (b"1+100-5", false),
            (b"if (a+foo-b > 0) i++;", false),
            (b"+49 30 123456, +1-800-555-0199", false),
            (b"user+tag@example.org, x+y+z", false),
            (b"+++ b/src/main.rs\n+use std::io;\n", false),
            (b"C++, a+=1, 2+2=4", false),
            (b"pwD+NzEyMzQ1Njc4OTAxMjM0NTY3ODkw+aZ0/kwQx==", false),
            (b"+-", false),
            // HZ.
            (b"~{VPND~}\n", true),
            (b"~~ ~{VPND~} ~\n ~{<:Ky~}", true),
            (b"~{VPND\n", true),
            (b"cd ~; ~{VPND~}", false),
            (b"~/.config", false),
            (b"~{name}", false),
            (b"~{~a~}", false),
            (b"~~", false),
            // ISO-2022.
            (b"\x1B$B4A;z\x1B(B", true),
            (b"\x1B$)C\x0E0!\x0F", true),
            (b"\x1B(J~", true),
            (b"\x1B[1mbold\x1B(B\x1B[m", false),
        ] {
            let is_shifted = examine(text).shifted.is_some();
            assert_eq!(is_shifted, expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn control_characters_of_long_texts_are_all_counted() {
        let text = [&[b'a'; 300][..], b"\x01\t\0", &[0x18; 700], b"\x1B\x7F"].concat();
        assert_eq!(examine(&text).controls, 702);
    }
}
