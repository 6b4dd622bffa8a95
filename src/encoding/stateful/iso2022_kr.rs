//! ISO-2022-KR (RFC 1557): KS X 1001 in seven bits.
//!
//! ```text
//! ESC $ ) C  a b  SO 0! 3* SI  c        ab각낌c
//! ```
//!
//! The escape sequence is at the start of a line, before the first character of two bytes. These
//! are the characters of EUC-KR with bit 7 cleared, between the bytes SO and SI.

use super::{Bytes, ESCAPE, Item, SHIFT_IN, SHIFT_OUT, Shift};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::multibyte::tables::EUC_KR;
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;

/// The escape sequence, which selects KS X 1001.
const HEADER: &[u8; 4] = b"\x1B$)C";

/// The state of a text between two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Whether the text has the escape sequence.
    has_header: bool,
    /// Whether a line starts here.
    is_line_start: bool,
    /// Whether characters of two bytes follow.
    is_shifted: bool,
}

impl State {
    pub(super) const START: State = State {
        has_header: false,
        is_line_start: true,
        is_shifted: false,
    };

    /// Returns the state after a character or a malformed sequence other than a line feed.
    fn within_line(self) -> State {
        State {
            is_line_start: false,
            ..self
        }
    }

    /// Decodes the first item where bytes are ASCII.
    fn decode_ascii(self, src: &[u8]) -> (Item, State) {
        let invalid = Item::malformed(ErrorKind::InvalidByte, 1);
        match src {
            [] | [SHIFT_OUT] => (Item::Incomplete, self.within_line()),
            // SO before SI encodes nothing, so it could hide text.
            [SHIFT_OUT, 0x21..=0x7E, ..] if self.has_header => {
                let after = State {
                    is_shifted: true,
                    ..self.within_line()
                };
                (Item::Shift(1), after)
            }
            [SHIFT_OUT | SHIFT_IN | 0x80.., ..] => (invalid, self.within_line()),
            [ESCAPE, ..] if self.is_line_start && src.starts_with(HEADER) => {
                let after = State {
                    has_header: true,
                    ..self.within_line()
                };
                (Item::Shift(HEADER.len()), after)
            }
            [ESCAPE, ..] if self.is_line_start && HEADER.starts_with(src) => {
                (Item::Incomplete, self.within_line())
            }
            [ESCAPE, ..] => (
                Item::malformed(ErrorKind::MissingContinuation, 1),
                self.within_line(),
            ),
            [byte, ..] => (
                Item::Character(CodePoint((*byte).into()), 1),
                self.after_ascii(*byte),
            ),
        }
    }

    /// Decodes the first item where two bytes are a character.
    fn decode_shifted(self, src: &[u8]) -> (Item, State) {
        let item = match src {
            [] | [0x21..=0x7E] => Item::Incomplete,
            [SHIFT_IN, ..] => {
                let after = State {
                    is_shifted: false,
                    ..self
                };
                return (Item::Shift(1), after);
            }
            [lead @ 0x21..=0x7E, trail @ 0x21..=0x7E, ..] => match unit(*lead, *trail) {
                0 => Item::malformed(ErrorKind::Unassigned, 2),
                unit => Item::Character(CodePoint(unit.into()), 2),
            },
            [0x21..=0x7E, ..] => Item::malformed(ErrorKind::MissingContinuation, 1),
            [byte, ..] => {
                // A line must end outside the characters of two bytes. If SI is missing, the next
                // line is not affected.
                let is_line_end = *byte == b'\n';
                let after = State {
                    is_shifted: !is_line_end,
                    is_line_start: is_line_end,
                    ..self
                };
                return (Item::malformed(ErrorKind::InvalidByte, 1), after);
            }
        };
        (item, self)
    }
}

/// Returns the unit of UTF-16 of a character of KS X 1001, or 0 if there is none.
fn unit(lead: u8, trail: u8) -> u16 {
    match (lead, trail) {
        (0x21..=0x7E, 0x21..=0x7E) => EUC_KR.decoder().unit(lead | 0x80, trail | 0x80),
        _ => 0,
    }
}

impl Shift for State {
    fn decode(self, src: &[u8], _: bool) -> (Item, State) {
        match self.is_shifted {
            true => self.decode_shifted(src),
            false => self.decode_ascii(src),
        }
    }

    fn encode(self, CodePoint(code_point): CodePoint, dst: &mut Output) -> (Encoded, State) {
        let mut bytes = Bytes::default();
        if !self.has_header {
            bytes.extend(HEADER);
        }
        let after = State {
            has_header: true,
            is_shifted: code_point >= 0x80,
            is_line_start: code_point == u32::from(b'\n'),
        };
        if after.is_shifted {
            let unit = u16::try_from(code_point).unwrap_or_default();
            let [lead, trail] = EUC_KR.encoder().bytes(unit).to_be_bytes();
            // The other characters of EUC-KR are not in KS X 1001.
            if lead < 0xA1 || trail < 0xA1 {
                return (Encoded::Unrepresentable, self);
            }
            if !self.is_shifted {
                bytes.push(SHIFT_OUT);
            }
            bytes.extend(&[lead & 0x7F, trail & 0x7F]);
        } else {
            let byte = code_point as u8;
            if matches!(byte, ESCAPE | SHIFT_OUT | SHIFT_IN) {
                return (Encoded::Unrepresentable, self);
            }
            if self.is_shifted {
                bytes.push(SHIFT_IN);
            }
            bytes.push(byte);
        }
        (bytes.write(dst), after)
    }

    fn end(self) -> Bytes {
        match self.is_shifted {
            true => Bytes::from_slice(&[SHIFT_IN]),
            false => Bytes::default(),
        }
    }

    fn restarted(self) -> State {
        State::START
    }

    fn is_ascii(self, byte: u8) -> bool {
        !self.is_shifted && !matches!(byte, ESCAPE | SHIFT_OUT | SHIFT_IN | 0x80..)
    }

    fn after_ascii(self, last: u8) -> State {
        State {
            is_line_start: last == b'\n',
            ..self
        }
    }

    fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        match self.is_shifted {
            true => unit(lead, trail),
            false => 0,
        }
    }
}
