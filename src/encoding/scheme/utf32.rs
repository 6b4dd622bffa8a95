//! The scheme of UTF-32: decodes and encodes one character at a time.

use super::{Encoded, EncodingKind, LengthUnit, Scheme, encode_bytes};
use crate::CodePoint;
use crate::encoding::endian::ByteOrder;
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::memory;
use crate::memory::output::Output;
use core::marker::PhantomData;

/// UTF-32 in the byte order `O`.
#[derive(Clone, Copy)]
pub struct Utf32<O>(PhantomData<O>);

impl<O> Utf32<O> {
    /// The scheme as a value.
    pub(crate) const NEW: Self = Utf32(PhantomData);
}

impl<O: ByteOrder> Scheme for Utf32<O> {
    const WIDTH: usize = 4;
    const KIND: EncodingKind = EncodingKind::Utf32(O::ENDIAN);
    const LENGTH: LengthUnit = LengthUnit::Characters;
    const UNIVERSAL: bool = true;
    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[inline(always)]
    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        let Some(&bytes) = src.first_chunk() else {
            return Err(Malformed::INCOMPLETE);
        };
        let value = O::ENDIAN.unit_32(bytes);
        match char::from_u32(value) {
            Some(character) => Ok((character.into(), 4)),
            None if value < 0xE000 => Err(Malformed::new(ErrorKind::Surrogate, 4)),
            None => Err(Malformed::new(ErrorKind::TooLarge, 4)),
        }
    }

    #[inline(always)]
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        match code_point.to_char() {
            Some(character) => encode_bytes(O::ENDIAN.bytes_32(character.into()), dst),
            None => Encoded::Unrepresentable,
        }
    }

    #[inline(always)]
    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        let bytes: &[u8; 32] = src.first_chunk()?;
        let units: [u32; 8] =
            core::array::from_fn(|i| O::ENDIAN.unit_32(*memory::window(bytes, 4 * i)));
        let ascii = units.iter().fold(0, |all, unit| all | unit) < 0x80;
        ascii.then(|| units.map(|unit| unit as u8))
    }

    #[inline(always)]
    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        let out = dst.get_mut(..4 * N)?;
        for (i, byte) in block.into_iter().enumerate() {
            out.write(4 * i, O::ENDIAN.bytes_32(byte.into()));
        }
        Some(4 * N)
    }

    fn incomplete_tail(self, src: &[u8]) -> usize {
        src.len() % 4
    }

    #[inline(always)]
    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        let unit = O::ENDIAN.unit_32([unit[0], unit[1], unit[2], unit[3]]);
        length.units_of(CodePoint(unit))
    }
}
