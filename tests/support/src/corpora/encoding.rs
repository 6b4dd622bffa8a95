//! The encodings by name, with a simple encoder and decoder for each.
//!
//! Results under test are compared with these, so they use only the standard library and are not
//! fast.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Utf8,
    Utf16,
    Utf16Le,
    Utf16Be,
    Utf32,
    Utf32Le,
    Utf32Be,
    Latin1,
    Ascii,
}

use Encoding::*;

/// A character of a text, or a malformed sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// `None` if malformed or incomplete.
    pub character: Option<char>,
    /// Length in bytes.
    pub bytes: usize,
}

impl Encoding {
    pub const ALL: [Encoding; 9] = [
        Utf8, Utf16, Utf16Le, Utf16Be, Utf32, Utf32Le, Utf32Be, Latin1, Ascii,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Utf8 => "utf8",
            Utf16 => "utf16",
            Utf16Le => "utf16le",
            Utf16Be => "utf16be",
            Utf32 => "utf32",
            Utf32Le => "utf32le",
            Utf32Be => "utf32be",
            Latin1 => "latin1",
            Ascii => "ascii",
        }
    }

    /// Returns the bytes of a unit. A text can be cut only between units.
    pub const fn width(self) -> usize {
        match self {
            Utf8 | Latin1 | Ascii => 1,
            Utf16 | Utf16Le | Utf16Be => 2,
            Utf32 | Utf32Le | Utf32Be => 4,
        }
    }

    /// Returns the size in bytes of the unit that positions count. Encoding schemes count bytes.
    pub const fn unit(self) -> usize {
        match self {
            Utf16 => 2,
            Utf32 => 4,
            _ => 1,
        }
    }

    /// Appends `character`. Returns false if the encoding cannot represent it.
    pub fn push(self, bytes: &mut Vec<u8>, character: char) -> bool {
        let code = u32::from(character);
        match self {
            Utf8 => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
            Utf16 | Utf16Le | Utf16Be => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    self.push_code(bytes, u32::from(*unit));
                }
            }
            Utf32 | Utf32Le | Utf32Be => self.push_code(bytes, code),
            Latin1 | Ascii => {
                let limit = if self == Latin1 { 0xff } else { 0x7f };
                if code > limit {
                    return false;
                }
                bytes.push(code as u8);
            }
        }
        true
    }

    /// Appends one code unit, whatever its value.
    pub(super) fn push_code(self, bytes: &mut Vec<u8>, code: u32) {
        let half = code as u16;
        match self {
            Utf8 | Latin1 | Ascii => bytes.push(code as u8),
            Utf16 => bytes.extend(half.to_ne_bytes()),
            Utf16Le => bytes.extend(half.to_le_bytes()),
            Utf16Be => bytes.extend(half.to_be_bytes()),
            Utf32 => bytes.extend(code.to_ne_bytes()),
            Utf32Le => bytes.extend(code.to_le_bytes()),
            Utf32Be => bytes.extend(code.to_be_bytes()),
        }
    }

    /// Returns the code unit at the start of `bytes`, which must contain a whole unit.
    fn code(self, bytes: &[u8]) -> u32 {
        let half = || [bytes[0], bytes[1]];
        let full = || [bytes[0], bytes[1], bytes[2], bytes[3]];
        match self {
            Utf8 | Latin1 | Ascii => u32::from(bytes[0]),
            Utf16 => u32::from(u16::from_ne_bytes(half())),
            Utf16Le => u32::from(u16::from_le_bytes(half())),
            Utf16Be => u32::from(u16::from_be_bytes(half())),
            Utf32 => u32::from_ne_bytes(full()),
            Utf32Le => u32::from_le_bytes(full()),
            Utf32Be => u32::from_be_bytes(full()),
        }
    }

    /// Whether a text can be cut before `index` (in bytes) without splitting a character.
    pub(super) fn is_boundary(self, bytes: &[u8], index: usize) -> bool {
        if index >= bytes.len() {
            return true;
        }
        let code = self.code(&bytes[index..]);
        match self {
            Utf8 => code & 0xc0 != 0x80,
            Utf16 | Utf16Le | Utf16Be => !(0xdc00..0xe000).contains(&code),
            _ => true,
        }
    }

    /// Decodes the start of `bytes`, which must not be empty: a character, or a malformed sequence
    /// (a maximal subpart, or one unit).
    pub fn first(self, bytes: &[u8]) -> Sequence {
        let character = |character, bytes| Sequence { character, bytes };
        match self {
            Utf8 => first_of_utf8(bytes),
            Utf16 | Utf16Le | Utf16Be => self.first_of_utf16(bytes),
            Utf32 | Utf32Le | Utf32Be if bytes.len() < 4 => character(None, bytes.len()),
            Utf32 | Utf32Le | Utf32Be => character(char::from_u32(self.code(bytes)), 4),
            Latin1 => character(Some(char::from(bytes[0])), 1),
            Ascii => character(Some(char::from(bytes[0])).filter(char::is_ascii), 1),
        }
    }

    fn first_of_utf16(self, bytes: &[u8]) -> Sequence {
        let whole = bytes.len() & !1;
        let units = bytes[..whole.min(4)]
            .chunks_exact(2)
            .map(|unit| self.code(unit) as u16);
        match char::decode_utf16(units).next() {
            Some(Ok(character)) => Sequence {
                character: Some(character),
                bytes: 2 * character.len_utf16(),
            },
            // An odd last byte belongs to the surrogate that it follows.
            Some(Err(error)) if bytes.len() == 3 && error.unpaired_surrogate() < 0xdc00 => {
                Sequence {
                    character: None,
                    bytes: 3,
                }
            }
            _ => Sequence {
                character: None,
                bytes: bytes.len().min(2),
            },
        }
    }
}

fn first_of_utf8(bytes: &[u8]) -> Sequence {
    // A character is at most four bytes long.
    let window = &bytes[..bytes.len().min(4)];
    let chunk = window
        .utf8_chunks()
        .next()
        .expect("a text that is not empty");
    match chunk.valid().chars().next() {
        Some(character) => Sequence {
            character: Some(character),
            bytes: character.len_utf8(),
        },
        None => Sequence {
            character: None,
            bytes: chunk.invalid().len(),
        },
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(name: &str) -> Result<Encoding, String> {
        let found = Encoding::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| format!("unknown encoding {name:?}"))
    }
}
