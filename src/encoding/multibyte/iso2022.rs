//! ISO-2022-JP: character sets, with escape sequences that switch between them.
//!
//! An escape sequence selects the character set of the bytes up to the next one. So the state of a
//! text is its last escape sequence.
//!
//! Two concatenated texts have two consecutive escape sequences, because the first text ends with a
//! return to ASCII. We accept this by default, as mail programs, iconv and CPython do. In the
//! WHATWG Encoding Standard, the second one is malformed, although it still selects its set. The
//! library follows this rule on request. With that rule, the state also records whether the text
//! ends with an escape sequence.
//!
//! ```text
//! ESC $ B  24 22  24 24  ESC ( B  41
//!          あ     い              A
//! ```
//!
//! Two bytes are a character of JIS X 0208. They are the bytes of EUC-JP with bit 7 cleared.

use super::tables::EUC_JP;
use crate::CodePoint;
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::encoding::scheme::{Encoded, encode_bytes};
use crate::memory::output::Output;

/// The first byte of an escape sequence. It occurs nowhere else.
const ESCAPE: u8 = 0x1B;

/// Bytes that switch sets in ISO 2022. The standard assigns no characters to them.
const SHIFT_OUT: u8 = 0x0E;
const SHIFT_IN: u8 = 0x0F;

/// An escape sequence.
pub(crate) type EscapeSequence = [u8; 3];

/// A character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Ascii,
    /// ASCII, except that \ and ~ are ¥ and ‾.
    Roman,
    /// Half-width katakana, which are decoded but not encoded.
    Katakana,
    Jis0208,
}

impl Set {
    /// Returns the set that an escape sequence selects.
    fn from_escape_sequence(sequence: &[u8]) -> Option<Set> {
        match sequence {
            b"\x1B(B" => Some(Set::Ascii),
            b"\x1B(J" => Some(Set::Roman),
            b"\x1B(I" => Some(Set::Katakana),
            b"\x1B$@" | b"\x1B$B" => Some(Set::Jis0208),
            _ => None,
        }
    }

    /// Returns the escape sequence that selects the set.
    fn sequence(self) -> EscapeSequence {
        match self {
            Set::Ascii => *b"\x1B(B",
            Set::Roman => *b"\x1B(J",
            Set::Katakana => *b"\x1B(I",
            Set::Jis0208 => *b"\x1B$B",
        }
    }

    /// Returns the character of a single byte.
    fn character(self, byte: u8) -> Option<CodePoint> {
        let code_point = match (self, byte) {
            (Set::Ascii | Set::Roman, SHIFT_OUT | SHIFT_IN | ESCAPE | 0x80..) => return None,
            (Set::Roman, b'\\') => 0xA5,
            (Set::Roman, b'~') => 0x203E,
            (Set::Ascii | Set::Roman, _) => u32::from(byte),
            (Set::Katakana, 0x21..=0x5F) => u32::from(byte) - 0x21 + 0xFF61,
            (Set::Katakana | Set::Jis0208, _) => return None,
        };
        Some(CodePoint(code_point))
    }
}

/// The state of a text between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShiftState {
    set: Set,
    /// Whether an escape sequence directly after another one is malformed.
    rejects_repeated: bool,
    /// Whether the text ends with an escape sequence. Always false if repeated escape sequences are
    /// accepted.
    is_last: bool,
}

/// The first item of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// A character, and its length in bytes.
    Character(CodePoint, usize),
    /// An escape sequence.
    EscapeSequence,
    Malformed(Malformed),
    /// The bytes end within a character or an escape sequence.
    Incomplete,
}

/// The length of an escape sequence in bytes.
pub(crate) const ESCAPE_LEN: usize = size_of::<EscapeSequence>();

impl ShiftState {
    /// The state of an empty text.
    pub(crate) const START: ShiftState = ShiftState {
        set: Set::Ascii,
        rejects_repeated: false,
        is_last: false,
    };

    /// Returns the state of an empty text, with the same rule for repeated escape sequences.
    pub(crate) fn restarted(self) -> ShiftState {
        ShiftState::START.rejecting_repeated(self.rejects_repeated)
    }

    /// Returns the same state with this rule for repeated escape sequences.
    pub(crate) fn rejecting_repeated(self, rejects_repeated: bool) -> ShiftState {
        ShiftState {
            rejects_repeated,
            is_last: self.is_last && rejects_repeated,
            ..self
        }
    }

    /// Decodes the first item of `src`, and returns the state after it. If `more`, more input may
    /// follow `src`.
    #[inline]
    pub(crate) fn decode(self, src: &[u8], more: bool) -> (Item, ShiftState) {
        let first = match (self.set, src) {
            (_, []) => Item::Incomplete,
            (_, [ESCAPE, ..]) => return self.decode_sequence(src, more),
            (Set::Jis0208, [0x21..=0x7E]) => Item::Incomplete,
            (Set::Jis0208, [0x21..=0x7E, ESCAPE, ..]) => missing(),
            (Set::Jis0208, [lead @ 0x21..=0x7E, trail, ..]) => {
                match jis0208_to_utf16(*lead, *trail) {
                    0 => Item::Malformed(Malformed::new(ErrorKind::Unassigned, 2)),
                    unit => Item::Character(CodePoint(unit.into()), 2),
                }
            }
            (set, [byte, ..]) => match set.character(*byte) {
                Some(code_point) => Item::Character(code_point, 1),
                None => Item::Malformed(Malformed::new(ErrorKind::InvalidByte, 1)),
            },
        };
        match first {
            Item::Incomplete => (first, self),
            _ => (first, self.after_character()),
        }
    }

    /// Does the same as [`decode`](Self::decode), for an escape sequence or bytes that only begin
    /// like one.
    fn decode_sequence(self, src: &[u8], more: bool) -> (Item, ShiftState) {
        match (
            src.get(..ESCAPE_LEN).and_then(Set::from_escape_sequence),
            src,
        ) {
            (Some(set), _) => {
                let malformed = Malformed::new(ErrorKind::Unassigned, ESCAPE_LEN as u8);
                let first = if self.is_last {
                    Item::Malformed(malformed)
                } else {
                    Item::EscapeSequence
                };
                let is_last = self.rejects_repeated;
                let after = ShiftState {
                    set,
                    is_last,
                    ..self
                };
                (first, after)
            }
            (None, [_]) => (Item::Incomplete, self),
            (None, [_, b'$' | b'(']) if more => (Item::Incomplete, self),
            (None, _) => (missing(), self.after_character()),
        }
    }

    /// Returns the state after more characters of the same set.
    #[inline(always)]
    pub(crate) fn after_character(self) -> ShiftState {
        ShiftState {
            is_last: false,
            ..self
        }
    }

    /// Returns whether single bytes are ASCII (except [`ESCAPE`], 0E and 0F).
    #[inline(always)]
    pub(crate) fn is_ascii(self) -> bool {
        self.set == Set::Ascii
    }

    /// Returns whether two bytes are a character, which [`jis0208_to_utf16`] decodes.
    #[inline(always)]
    pub(crate) fn is_jis0208(self) -> bool {
        self.set == Set::Jis0208
    }

    /// Writes a character to the beginning of `dst`, after an escape sequence if necessary. Returns
    /// the outcome and the state after it.
    #[inline]
    pub(crate) fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, ShiftState) {
        let Some((set, bytes)) = self.bytes(code_point) else {
            return (Encoded::Unrepresentable, self);
        };
        let ([high, low], [escape, kind, end]) = (bytes.to_be_bytes(), set.sequence());
        let encoded = match (set == self.set, high) {
            (true, 0) => encode_bytes([low], dst),
            (true, _) => encode_bytes([high, low], dst),
            (false, 0) => encode_bytes([escape, kind, end, low], dst),
            (false, _) => encode_bytes([escape, kind, end, high, low], dst),
        };
        let after = ShiftState {
            set,
            ..self.after_character()
        };
        match encoded {
            Encoded::Written(_) => (encoded, after),
            _ => (encoded, self),
        }
    }

    /// Returns the character set and the bytes (as a number) of a character. Prefers the current
    /// set.
    #[inline(always)]
    fn bytes(self, CodePoint(code_point): CodePoint) -> Option<(Set, u16)> {
        let unit = match u16::try_from(code_point).ok()? {
            // EUC-JP encodes these two as \ and ~, which would be decoded as other characters. Here
            // they are in the Roman set.
            0xA5 => return Some((Set::Roman, b'\\'.into())),
            0x203E => return Some((Set::Roman, b'~'.into())),
            unit @ ..0x80 => {
                let byte = unit as u8;
                let is_roman = self.set == Set::Roman && !matches!(byte, b'\\' | b'~');
                let set = if is_roman { Set::Roman } else { Set::Ascii };
                return set.character(byte).map(|_| (set, unit));
            }
            unit @ 0xFF61..=0xFF9F => FULL_WIDTH[usize::from(unit - 0xFF61)],
            unit => unit,
        };
        let bytes = EUC_JP.encoder().bytes(unit);
        (bytes >= 0xA1A1).then_some((Set::Jis0208, bytes & 0x7F7F))
    }

    /// Returns the escape sequence that a text in this state must end with.
    pub(crate) fn end(self) -> Option<EscapeSequence> {
        (!self.is_ascii()).then(|| Set::Ascii.sequence())
    }
}

/// The character that replaces unrepresentable characters.
pub(crate) const REPLACEMENT: char = '?';

/// Returns the unit of UTF-16 of two bytes of JIS X 0208, or 0 if there is none.
#[inline(always)]
pub(crate) fn jis0208_to_utf16(lead: u8, trail: u8) -> u16 {
    if !(lead | trail).is_ascii() {
        return 0;
    }
    EUC_JP.decoder().unit(lead | 0x80, trail | 0x80)
}

/// Returns the error for a lead byte, or the first byte of an escape sequence, with an invalid byte
/// after it.
fn missing() -> Item {
    Item::Malformed(Malformed::new(ErrorKind::MissingContinuation, 1))
}

/// The characters that are written for U+FF61 to U+FF9F: index ISO-2022-JP katakana of the
/// standard.
static FULL_WIDTH: [u16; 63] = {
    const TEXT: &str = "。「」、・ヲァィゥェォャュョッー\
        アイウエオカキクケコサシスセソタチツテト\
        ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";
    let text = TEXT.as_bytes();
    assert!(text.len() == 3 * 63);
    let (mut units, mut at) = ([0; 63], 0);
    while at < 63 {
        let [middle, low] = [text[3 * at + 1] & 0x3F, text[3 * at + 2] & 0x3F];
        // The lead byte of all of them is E3.
        units[at] = 0x3000 | (middle as u16) << 6 | low as u16;
        at += 1;
    }
    units
};
