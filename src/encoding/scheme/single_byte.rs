//! The schemes of Latin-1 and ASCII: each character is one byte.

use super::{ASCII, Encoded, EncodingKind, LATIN1, LengthUnit, Scheme, encode_bytes};
use crate::CodePoint;
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::memory::output::Output;

/// An encoding of the characters from U+0000 up to and including `LAST`. Each is the byte with the
/// same number.
#[derive(Clone, Copy)]
pub struct SingleByte<const LAST: u8>;

/// Latin-1, ISO 8859-1: U+0000 to U+00FF.
pub(crate) type Latin1 = SingleByte<LATIN1>;
/// ASCII: U+0000 to U+007F.
pub(crate) type Ascii = SingleByte<ASCII>;

impl<const LAST: u8> SingleByte<LAST> {
    /// The scheme as a value.
    pub(crate) const NEW: Self = SingleByte;
}

impl<const LAST: u8> Scheme for SingleByte<LAST> {
    const WIDTH: usize = 1;
    const KIND: EncodingKind = EncodingKind::SingleByte(LAST);
    const LENGTH: LengthUnit = LengthUnit::Characters;
    const UNIVERSAL: bool = false;
    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[inline(always)]
    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        match src[0] {
            byte if byte <= LAST => Ok((CodePoint(byte.into()), 1)),
            _ => Err(Malformed::new(ErrorKind::InvalidByte, 1)),
        }
    }

    #[inline(always)]
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        match u8::try_from(code_point.0) {
            Ok(byte) if byte <= LAST => encode_bytes([byte], dst),
            _ => Encoded::Unrepresentable,
        }
    }

    #[inline(always)]
    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        let block = *src.first_chunk()?;
        (u64::from_ne_bytes(block) & 0x8080_8080_8080_8080 == 0).then_some(block)
    }

    #[inline(always)]
    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        dst.get_mut(..N)?.write(0, block);
        Some(N)
    }

    #[inline(always)]
    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        match length {
            LengthUnit::Utf8 => 1 + usize::from(unit[0] >= 0x80 && LAST == LATIN1),
            LengthUnit::Utf16 | LengthUnit::Characters => 1,
        }
    }
}
