//! The schemes of WTF-16 and UCS-4, the variants of UTF-16 and UTF-32. They exist only in memory,
//! so they are in native byte order.

use super::{Encoded, EncodingKind, LengthUnit, Scheme, Utf16, Utf32, Variant, encode_bytes};
use crate::CodePoint;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::memory::output::Output;

/// UTF-16 in which every sequence of units is well-formed.
#[derive(Clone, Copy)]
pub struct Wtf16;

/// Returns the first unit of `src`, if it is complete.
fn unit(src: &[u8]) -> Option<u32> {
    src.first_chunk()
        .map(|&bytes| Endian::NATIVE.unit_16(bytes).into())
}

impl Wtf16 {
    /// The only value of the scheme.
    pub(crate) const NEW: Self = Self;
}

impl Scheme for Wtf16 {
    const WIDTH: usize = 2;
    const KIND: EncodingKind = EncodingKind::Variant(Variant::Wtf16);
    const LENGTH: LengthUnit = LengthUnit::Utf16;
    const UNIVERSAL: bool = true;
    type Base = Utf16<Native>;

    fn base(self) -> Utf16<Native> {
        Utf16::NEW
    }

    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        let high = unit(src).ok_or(Malformed::INCOMPLETE)?;
        match src.get(2..).and_then(unit) {
            Some(low @ 0xDC00..0xE000) if (0xD800..0xDC00).contains(&high) => {
                Ok((CodePoint::from_surrogates(high, low), 4))
            }
            _ => Ok((CodePoint(high), 2)),
        }
    }

    fn decode_chunk(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        if self.incomplete_tail(src) == src.len() {
            return Err(Malformed::INCOMPLETE);
        }
        self.decode(src)
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        if code_point.is_surrogate() {
            return encode_bytes(Endian::NATIVE.bytes_16(code_point.0 as u16), dst);
        }
        self.base().encode(code_point, dst)
    }

    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        self.base().ascii_block(src)
    }

    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        self.base().encode_ascii(block, dst)
    }

    fn incomplete_tail(self, src: &[u8]) -> usize {
        self.base().incomplete_tail(src)
    }

    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        self.base().count_unit(unit, length)
    }

    /// A low surrogate may be the second half of a character.
    fn starts_character(self, src: &[u8]) -> bool {
        !matches!(unit(src), Some(0xDC00..0xE000))
    }
}

/// UTF-32 up to 7FFF_FFFF, without surrogates.
#[derive(Clone, Copy)]
pub struct Ucs4;

impl Ucs4 {
    /// The only value of the scheme.
    pub(crate) const NEW: Self = Self;
}

impl Scheme for Ucs4 {
    const WIDTH: usize = 4;
    const KIND: EncodingKind = EncodingKind::Variant(Variant::Ucs4);
    const LENGTH: LengthUnit = LengthUnit::Characters;
    const UNIVERSAL: bool = true;
    type Base = Utf32<Native>;

    fn base(self) -> Utf32<Native> {
        Utf32::NEW
    }

    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        let &bytes = src.first_chunk().ok_or(Malformed::INCOMPLETE)?;
        match CodePoint(Endian::NATIVE.unit_32(bytes)) {
            code_point if code_point.is_surrogate() => Err(Malformed::new(ErrorKind::Surrogate, 4)),
            CodePoint(0x8000_0000..) => Err(Malformed::new(ErrorKind::TooLarge, 4)),
            code_point => Ok((code_point, 4)),
        }
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        match code_point {
            CodePoint(0xD800..0xE000 | 0x8000_0000..) => Encoded::Unrepresentable,
            CodePoint(value) => encode_bytes(Endian::NATIVE.bytes_32(value), dst),
        }
    }

    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        self.base().ascii_block(src)
    }

    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        self.base().encode_ascii(block, dst)
    }

    fn incomplete_tail(self, src: &[u8]) -> usize {
        self.base().incomplete_tail(src)
    }

    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        self.base().count_unit(unit, length)
    }
}
