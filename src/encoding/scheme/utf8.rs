//! UTF-8, a character at a time.

use super::{Ascii, Encoded, EncodingKind, Form, Length, Scheme, encode_bytes, is_continuation};
use crate::CodePoint;
use crate::buffer::output::Output;
use crate::encoding::malformed::{ErrorKind, Malformed};

/// UTF-8.
#[derive(Clone, Copy)]
pub struct Utf8;

/// The malformed sequence at the start of `src`, where there is no well-formed one (Unicode
/// Standard, table 3-7).
#[cold]
fn malformed_utf8(src: &[u8]) -> Malformed {
    use ErrorKind::*;
    let (second_ok, second_kind, need): (fn(u8) -> bool, _, usize) = match src[0] {
        0x80..=0xBF => return Malformed::new(UnexpectedContinuation, 1),
        0xC0 | 0xC1 => return Malformed::new(Overlong, 1),
        0xF5..=0xF7 => return Malformed::new(TooLarge, 1),
        0xF8.. => return Malformed::new(InvalidByte, 1),
        0xE0 => (|byte| byte >= 0xA0, Overlong, 3),
        0xED => (|byte| byte < 0xA0, Surrogate, 3),
        0xF0 => (|byte| byte >= 0x90, Overlong, 4),
        0xF4 => (|byte| byte < 0x90, TooLarge, 4),
        lead => (
            |_| true,
            MissingContinuation,
            if lead < 0xE0 {
                2
            } else if lead < 0xF0 {
                3
            } else {
                4
            },
        ),
    };
    for at in 1..need {
        match src.get(at) {
            None => return Malformed::INCOMPLETE,
            Some(&byte) if !is_continuation(byte) => {
                return Malformed::new(MissingContinuation, at as u8);
            }
            Some(&byte) if at == 1 && !second_ok(byte) => return Malformed::new(second_kind, 1),
            Some(_) => {}
        }
    }
    unreachable!("the sequence is well-formed")
}

impl Utf8 {
    /// The scheme as a value.
    pub(crate) const NEW: Self = Utf8;
}

impl Scheme for Utf8 {
    const WIDTH: usize = 1;
    const KIND: EncodingKind = EncodingKind::Utf8;
    const LENGTH: Length = Length::Utf8;
    const UNIVERSAL: bool = true;
    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[inline(always)]
    fn utf8_form(self) -> Option<Form> {
        Some(Form::Utf8)
    }

    #[inline(always)]
    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        let lead = src[0];
        let bits = |byte: u8, shift: u32| u32::from(byte & 0x3F) << shift;
        let (value, least, len) = match *src {
            [0..0x80, ..] => return Ok((CodePoint(lead.into()), 1)),
            [0xC2..0xE0, b, ..] if is_continuation(b) => {
                (u32::from(lead & 0x1F) << 6 | bits(b, 0), 0x80, 2)
            }
            [0xE0..0xF0, b, c, ..] if is_continuation(b) && is_continuation(c) => {
                let value = u32::from(lead & 0xF) << 12 | bits(b, 6) | bits(c, 0);
                (value, 0x800, 3)
            }
            [0xF0..0xF5, b, c, d, ..]
                if is_continuation(b) && is_continuation(c) && is_continuation(d) =>
            {
                let value = u32::from(lead & 0x7) << 18 | bits(b, 12) | bits(c, 6) | bits(d, 0);
                (value, 0x1_0000, 4)
            }
            _ => return Err(malformed_utf8(src)),
        };
        match char::from_u32(value) {
            Some(character) if value >= least => Ok((character.into(), len)),
            _ => Err(malformed_utf8(src)),
        }
    }

    #[inline(always)]
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        let Some(character) = code_point.to_char() else {
            return Encoded::Unrepresentable;
        };
        let value = u32::from(character);
        let low = |shift: u32| 0x80 | (value >> shift & 0x3F) as u8;
        match value {
            0..0x80 => encode_bytes([value as u8], dst),
            0x80..0x800 => encode_bytes([0xC0 | (value >> 6) as u8, low(0)], dst),
            0x800..0x1_0000 => encode_bytes([0xE0 | (value >> 12) as u8, low(6), low(0)], dst),
            _ => encode_bytes([0xF0 | (value >> 18) as u8, low(12), low(6), low(0)], dst),
        }
    }

    #[inline(always)]
    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        Ascii::NEW.ascii_block(src)
    }

    #[inline(always)]
    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        Ascii::NEW.encode_ascii(block, dst)
    }

    fn incomplete_tail(self, src: &[u8]) -> usize {
        for len in 1..=src.len().min(3) {
            let tail = &src[src.len() - len..];
            if !is_continuation(tail[0]) {
                let cut_off = matches!(self.decode(tail), Err(Malformed { len: None, .. }));
                return if cut_off { len } else { 0 };
            }
        }
        0
    }

    #[inline(always)]
    fn count_unit(self, unit: &[u8], length: Length) -> usize {
        let starts = usize::from(!is_continuation(unit[0]));
        match length {
            Length::Utf8 => 1,
            Length::Utf16 => starts + usize::from(unit[0] >= 0xF0),
            Length::Characters => starts,
        }
    }
}
