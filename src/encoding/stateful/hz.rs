//! HZ (RFC 1843): GB 2312 in seven bits.
//!
//! ```text
//! a b ~{ <:Ky ~} c        ab己所c
//! ```
//!
//! `~{` begins characters of two bytes, which are those of GB 2312 in EUC-CN with bit 7 cleared,
//! and `~}` ends them. `~~` is a tilde. A tilde at the end of a line joins it with the next line.

use super::{Bytes, Item, Shift};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::multibyte::tables::GBK;
use crate::encoding::scheme::Encoded;
use crate::memory::output::Output;

/// The state of a text between two items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Whether characters of two bytes follow.
    is_shifted: bool,
}

const ASCII: State = State { is_shifted: false };
const SHIFTED: State = State { is_shifted: true };

impl State {
    pub(super) const START: State = ASCII;
}

/// Returns whether GB 2312 has a character at this row and cell (1 to 94, plus 0x20). GBK has
/// additional characters in some rows.
fn is_gb2312(row: u8, cell: u8) -> bool {
    match row {
        0x21 | 0x23 | 0x30..=0x56 | 0x58..=0x77 => matches!(cell, 0x21..=0x7E),
        0x22 => matches!(cell, 0x31..=0x62 | 0x65..=0x6E | 0x71..=0x7C),
        0x24 => matches!(cell, 0x21..=0x73),
        0x25 => matches!(cell, 0x21..=0x76),
        0x26 => matches!(cell, 0x21..=0x38 | 0x41..=0x58),
        0x27 => matches!(cell, 0x21..=0x41 | 0x51..=0x71),
        0x28 => matches!(cell, 0x21..=0x3A | 0x45..=0x69),
        0x29 => matches!(cell, 0x24..=0x6F),
        0x57 => matches!(cell, 0x21..=0x79),
        _ => false,
    }
}

/// Returns the unit of UTF-16 of a character of GB 2312 in EUC-CN, or 0 if there is none. As in
/// GBK, A1A4 is U+00B7, and A1AA is U+2014.
pub(super) fn gb2312(lead: u8, trail: u8) -> u16 {
    match is_gb2312(lead ^ 0x80, trail ^ 0x80) {
        true => GBK.decoder().unit(lead, trail),
        false => 0,
    }
}

/// Returns the unit of UTF-16 of a character in HZ, or 0 if there is none.
fn unit(lead: u8, trail: u8) -> u16 {
    gb2312(lead ^ 0x80, trail ^ 0x80)
}

impl Shift for State {
    fn decode(self, src: &[u8], _: bool) -> (Item, State) {
        match (self, src) {
            (_, [] | [b'~'] | [b'~', b'{']) => (Item::Incomplete, self),
            (ASCII, [b'~', b'~', ..]) => (Item::Character(CodePoint('~'.into()), 2), self),
            // `~{~}` encodes nothing, so it could hide text.
            (ASCII, [b'~', b'{', 0x21..=0x77, ..]) => (Item::Shift(2), SHIFTED),
            (ASCII, [b'~', b'\n', ..]) => (Item::Shift(2), self),
            (SHIFTED, [b'~', b'}', ..]) => (Item::Shift(2), ASCII),
            (_, [b'~', ..]) => (Item::malformed(ErrorKind::MissingContinuation, 1), self),
            (ASCII, [byte @ ..0x80, ..]) => (Item::Character(CodePoint((*byte).into()), 1), self),
            (SHIFTED, [0x21..=0x77]) => (Item::Incomplete, self),
            (SHIFTED, [lead @ 0x21..=0x77, trail @ 0x21..=0x7E, ..]) => match unit(*lead, *trail) {
                0 => (Item::malformed(ErrorKind::Unassigned, 2), self),
                unit => (Item::Character(CodePoint(unit.into()), 2), self),
            },
            (SHIFTED, [0x21..=0x77, ..]) => {
                (Item::malformed(ErrorKind::MissingContinuation, 1), self)
            }
            // A line must end outside the characters of two bytes. If `~}` is missing, the next
            // line is not affected.
            (_, [b'\n', ..]) => (Item::malformed(ErrorKind::InvalidByte, 1), ASCII),
            _ => (Item::malformed(ErrorKind::InvalidByte, 1), self),
        }
    }

    fn encode(self, CodePoint(code_point): CodePoint, dst: &mut Output) -> (Encoded, State) {
        let mut bytes = Bytes::default();
        let after = match code_point {
            0..0x80 => {
                if self == SHIFTED {
                    bytes.extend(b"~}");
                }
                if code_point == u32::from(b'~') {
                    bytes.push(b'~');
                }
                bytes.push(code_point as u8);
                ASCII
            }
            _ => {
                let unit = u16::try_from(code_point).unwrap_or_default();
                let [lead, trail] = (GBK.encoder().bytes(unit) ^ 0x8080).to_be_bytes();
                if !is_gb2312(lead, trail) {
                    return (Encoded::Unrepresentable, self);
                }
                if self == ASCII {
                    bytes.extend(b"~{");
                }
                bytes.extend(&[lead, trail]);
                SHIFTED
            }
        };
        (bytes.write(dst), after)
    }

    fn end(self) -> Bytes {
        match self {
            SHIFTED => Bytes::from_slice(b"~}"),
            ASCII => Bytes::default(),
        }
    }

    fn restarted(self) -> State {
        ASCII
    }

    fn is_ascii(self, byte: u8) -> bool {
        self == ASCII && byte < 0x80 && byte != b'~'
    }

    fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        match self {
            SHIFTED => unit(lead, trail),
            ASCII => 0,
        }
    }
}
