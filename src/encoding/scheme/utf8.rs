//! The scheme of UTF-8: decodes and encodes one character at a time.

#[cfg(feature = "convert")]
use super::Utf8Form;
use super::{Encoded, EncodingKind, LengthUnit, Scheme, encode_bytes, is_continuation};
use crate::CodePoint;
use crate::encoding::malformed::{ErrorKind, Malformed, first_4};
use crate::memory::output::Output;

/// UTF-8.
#[derive(Clone, Copy)]
pub struct Utf8;

/// The error for each lead byte from C0 on, if the byte is invalid or does not allow the
/// continuation byte after it.
static KINDS: [ErrorKind; 64] = {
    use ErrorKind::*;
    let mut kinds = [InvalidByte; 64];
    let mut lead = 0xC0;
    while lead <= 0xFF {
        kinds[lead & 0x3F] = match lead {
            0xC0 | 0xC1 | 0xE0 | 0xF0 => Overlong,
            0xED => Surrogate,
            0xF4..=0xF7 => TooLarge,
            _ => InvalidByte,
        };
        lead += 1;
    }
    kinds
};

/// Returns the malformed sequence at the start of `src`, if it starts with one (Unicode Standard,
/// table 3-7).
///
/// Errors are unpredictable for the CPU, so the code does not branch on the bytes after the lead
/// byte.
#[inline(always)]
fn malformed(src: &[u8]) -> Option<Malformed> {
    let bytes = first_4(src);
    let [lead, second, ..] = bytes.to_le_bytes();
    let kind = KINDS[usize::from(lead & 0x3F)];
    match lead {
        ..0x80 => return None,
        0x80..0xC0 => return Some(Malformed::new(ErrorKind::UnexpectedContinuation, 1)),
        0xC0 | 0xC1 | 0xF5.. => return Some(Malformed::new(kind, 1)),
        _ => {}
    }
    // The continuation bytes that may follow the lead byte.
    let is = |byte| u8::from(lead == byte);
    let first = 0x80 + 0x20 * is(0xE0) + 0x10 * is(0xF0);
    let last = 0xBF - 0x20 * is(0xED) - 0x30 * is(0xF4);
    let is_second = (first..=last).contains(&second);
    // The length of the lead byte and the continuation bytes after it. Bit 6 or 7 of a byte that is
    // not a continuation byte differs from those of 80.
    let others = ((bytes >> 8) ^ 0x0080_8080) & 0x00C0_C0C0;
    let len = 1 + (others | 1 << 24).trailing_zeros() / 8;
    if is_second & (len >= lead.leading_ones()) {
        return None;
    }
    // Whether only a continuation byte is missing.
    let is_short = is_second | (len == 1);
    if is_short & (len as usize == src.len()) {
        return Some(Malformed::INCOMPLETE);
    }
    Some(if is_short {
        Malformed::new(ErrorKind::MissingContinuation, len as u8)
    } else {
        Malformed::new(kind, 1)
    })
}

/// Returns the malformed sequence at the start of `src`, which must not start with a well-formed
/// one.
#[cold]
fn malformed_utf8(src: &[u8]) -> Malformed {
    malformed(src).expect("the sequence is malformed")
}

impl Utf8 {
    /// The scheme as a value.
    pub(crate) const NEW: Self = Utf8;
}

impl Scheme for Utf8 {
    const WIDTH: usize = 1;
    const KIND: EncodingKind = EncodingKind::Utf8;
    const LENGTH: LengthUnit = LengthUnit::Utf8;
    const UNIVERSAL: bool = true;
    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[cfg(feature = "convert")]
    #[inline(always)]
    fn utf8_form(self) -> Option<Utf8Form> {
        Some(Utf8Form::Utf8)
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
    fn malformed(self, src: &[u8]) -> Option<Malformed> {
        malformed(src)
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
    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        let starts = usize::from(!is_continuation(unit[0]));
        match length {
            LengthUnit::Utf8 => 1,
            LengthUnit::Utf16 => starts + usize::from(unit[0] >= 0xF0),
            LengthUnit::Characters => starts,
        }
    }
}
