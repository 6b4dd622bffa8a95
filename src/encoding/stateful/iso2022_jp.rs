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

use super::{Bytes, ESCAPE, Item, SHIFT_IN, SHIFT_OUT, Shift};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::multibyte::tables::EUC_JP;
use crate::encoding::scheme::{Encoded, encode_bytes};
use crate::memory::output::Output;

/// An escape sequence.
type EscapeSequence = [u8; 3];

/// A character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Ascii,
    /// ASCII, except that \ and ~ are ¥ and ‾.
    Roman,
    /// Half-width katakana. ISO-2022-JP decodes but does not encode them.
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

/// The state of a text between two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    set: Set,
    /// Whether half-width katakana are encoded, as in Microsoft's code page 50221, instead of
    /// replaced by full-width katakana.
    writes_katakana: bool,
    /// Whether an escape sequence directly after another one is malformed.
    rejects_repeated: bool,
    /// Whether the text ends with an escape sequence. Always false if repeated escape sequences are
    /// accepted.
    is_after_escape: bool,
}

/// The length of an escape sequence in bytes.
const ESCAPE_LEN: usize = size_of::<EscapeSequence>();

impl State {
    /// The state of an empty text.
    pub(super) const START: State = State {
        set: Set::Ascii,
        writes_katakana: false,
        rejects_repeated: false,
        is_after_escape: false,
    };

    /// The state of an empty text in code page 50221.
    #[cfg(feature = "more-charsets")]
    pub(super) const WITH_KATAKANA: State = State {
        writes_katakana: true,
        ..State::START
    };

    /// Returns the same state with this rule for repeated escape sequences.
    pub(super) fn rejecting_repeated(self, rejects_repeated: bool) -> State {
        State {
            rejects_repeated,
            is_after_escape: self.is_after_escape && rejects_repeated,
            ..self
        }
    }

    /// Decodes an escape sequence, or bytes that only begin like one.
    fn decode_sequence(self, src: &[u8], more: bool) -> (Item, State) {
        match (
            src.get(..ESCAPE_LEN).and_then(Set::from_escape_sequence),
            src,
        ) {
            (Some(set), _) => {
                let item = if self.is_after_escape {
                    Item::malformed(ErrorKind::Unassigned, ESCAPE_LEN as u8)
                } else {
                    Item::Shift(ESCAPE_LEN)
                };
                let is_after_escape = self.rejects_repeated;
                let after = State {
                    set,
                    is_after_escape,
                    ..self
                };
                (item, after)
            }
            (None, [_]) => (Item::Incomplete, self.after_character()),
            (None, [_, b'$' | b'(']) if more => (Item::Incomplete, self.after_character()),
            (None, _) => (MISSING, self.after_character()),
        }
    }

    /// Returns the state after more characters of the same set.
    #[inline(always)]
    fn after_character(self) -> State {
        State {
            is_after_escape: false,
            ..self
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
            unit @ 0xFF61..=0xFF9F if self.writes_katakana => {
                return Some((Set::Katakana, unit - 0xFF61 + 0x21));
            }
            unit @ 0xFF61..=0xFF9F => FULL_WIDTH[usize::from(unit - 0xFF61)],
            unit => unit,
        };
        let bytes = EUC_JP.encoder().bytes(unit);
        (bytes >= 0xA1A1).then_some((Set::Jis0208, bytes & 0x7F7F))
    }
}

impl Shift for State {
    #[inline]
    fn decode(self, src: &[u8], more: bool) -> (Item, State) {
        let item = match (self.set, src) {
            (_, []) => Item::Incomplete,
            (_, [ESCAPE, ..]) => return self.decode_sequence(src, more),
            (Set::Jis0208, [0x21..=0x7E]) => Item::Incomplete,
            (Set::Jis0208, [0x21..=0x7E, ESCAPE, ..]) => MISSING,
            (Set::Jis0208, [lead @ 0x21..=0x7E, trail, ..]) => {
                match jis0208_to_utf16(*lead, *trail) {
                    0 => Item::malformed(ErrorKind::Unassigned, 2),
                    unit => Item::Character(CodePoint(unit.into()), 2),
                }
            }
            (set, [byte, ..]) => match set.character(*byte) {
                Some(code_point) => Item::Character(code_point, 1),
                None => Item::malformed(ErrorKind::InvalidByte, 1),
            },
        };
        (item, self.after_character())
    }

    #[inline]
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> (Encoded, State) {
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
        let after = State {
            set,
            ..self.after_character()
        };
        (encoded, after)
    }

    fn end(self) -> Bytes {
        match self.set {
            Set::Ascii => Bytes::default(),
            _ => Bytes::from_slice(&Set::Ascii.sequence()),
        }
    }

    fn restarted(self) -> State {
        State {
            set: Set::Ascii,
            is_after_escape: false,
            ..self
        }
    }

    #[inline(always)]
    fn is_ascii(self, byte: u8) -> bool {
        self.set == Set::Ascii && !matches!(byte, SHIFT_OUT | SHIFT_IN | ESCAPE | 0x80..)
    }

    #[inline(always)]
    fn after_ascii(self, _: u8) -> State {
        self.after_character()
    }

    #[inline(always)]
    fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        match self.set {
            Set::Jis0208 => jis0208_to_utf16(lead, trail),
            _ => 0,
        }
    }

    #[inline(always)]
    fn after_two_bytes(self) -> State {
        self.after_character()
    }
}

/// Returns the unit of UTF-16 of two bytes of JIS X 0208, or 0 if there is none.
#[inline(always)]
fn jis0208_to_utf16(lead: u8, trail: u8) -> u16 {
    if !(lead | trail).is_ascii() {
        return 0;
    }
    EUC_JP.decoder().unit(lead | 0x80, trail | 0x80)
}

/// A lead byte, or the first byte of an escape sequence, with an invalid byte after it.
const MISSING: Item = Item::malformed(ErrorKind::MissingContinuation, 1);

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
