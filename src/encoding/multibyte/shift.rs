//! What of a text in ISO-2022-JP decides how the bytes after it are read.
//!
//! An escape sequence chooses the set of characters of all bytes up to the next one. So the state
//! of a text is the last escape sequence in it, and whether anything has followed: another escape
//! sequence in its place would be malformed.
//!
//! ```text
//! ESC $ B  24 22  24 24  ESC ( B  41
//!          あ     い              A
//! ```

/// The first byte of an escape sequence, which is part of nothing else.
pub(super) const ESCAPE: u8 = 0x1B;

/// An escape sequence.
pub(super) type Sequence = [u8; 3];

/// The escape sequence that chooses ASCII, which every text begins with.
pub(super) const ASCII: Sequence = *b"\x1B(B";

/// The escape sequences, with a character of each set in bytes and in UTF-8.
const SEQUENCES: [(Sequence, &[u8], &str); 5] = [
    (ASCII, b"a", "a"),
    (*b"\x1B(J", b"\\", "¥"),
    (*b"\x1B(I", b"1", "ｱ"),
    (*b"\x1B$@", b"$\"", "あ"),
    (*b"\x1B$B", b"$\"", "あ"),
];

/// The state of a text in ISO-2022-JP; other encodings stay at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift {
    sequence: Sequence,
    /// Whether the text ends with that sequence.
    is_last: bool,
}

impl Shift {
    /// That of an empty text.
    pub(super) const START: Shift = Shift {
        sequence: ASCII,
        is_last: false,
    };

    /// The state after more bytes, which are whole characters, sequences and malformed ones.
    pub(super) fn after(self, bytes: &[u8]) -> Shift {
        let is_known = |found: &&Sequence| SEQUENCES.iter().any(|(known, ..)| known == *found);
        let starts = bytes.iter().rposition(|byte| *byte == ESCAPE);
        // A malformed one may come after the last one that counts.
        let mut end = starts.map_or(0, |start| bytes.len().min(start + 3));
        while end > 0 {
            if let Some(sequence) = bytes[..end].last_chunk().filter(is_known) {
                return Shift {
                    sequence: *sequence,
                    is_last: end == bytes.len(),
                };
            }
            end -= 1;
        }
        Shift {
            is_last: self.is_last && bytes.is_empty(),
            ..self
        }
    }

    /// Whether a text that ends here needs nothing more.
    pub(super) fn is_ascii(self) -> bool {
        self.sequence == ASCII
    }

    /// Bytes that bring a decoder from the start to this state.
    pub(super) fn bytes(self) -> impl Iterator<Item = u8> {
        let row = SEQUENCES.iter().find(|row| row.0 == self.sequence);
        let (sequence, character, _) = row.copied().unwrap_or(SEQUENCES[0]);
        let character: &[u8] = if self.is_last { b"" } else { character };
        let needed = if self == Shift::START { 0 } else { usize::MAX };
        sequence
            .into_iter()
            .chain(character.iter().copied())
            .take(needed)
    }

    /// Text that brings an encoder from the start to this state.
    pub(super) fn text(self) -> &'static str {
        let row = SEQUENCES.iter().find(|row| row.0 == self.sequence);
        row.filter(|_| !self.is_ascii()).map_or("", |row| row.2)
    }
}
