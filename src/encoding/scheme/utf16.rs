//! The scheme of UTF-16: decodes and encodes one character at a time.

use super::{Encoded, EncodingKind, LengthUnit, Scheme, encode_bytes};
use crate::CodePoint;
use crate::encoding::endian::{ByteOrder, Endian};
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::memory;
use crate::memory::output::Output;
use core::marker::PhantomData;

/// UTF-16 in the byte order `O`.
#[derive(Clone, Copy)]
pub struct Utf16<O>(PhantomData<O>);

impl<O> Utf16<O> {
    /// The scheme as a value.
    pub(crate) const NEW: Self = Utf16(PhantomData);
}

impl<O: ByteOrder> Scheme for Utf16<O> {
    const WIDTH: usize = 2;
    const KIND: EncodingKind = EncodingKind::Utf16(O::ENDIAN);
    const LENGTH: LengthUnit = LengthUnit::Utf16;
    const UNIVERSAL: bool = true;
    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[inline(always)]
    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        let Some(&first) = src.first_chunk() else {
            return Err(Malformed::INCOMPLETE);
        };
        let unit = O::ENDIAN.unit_16(first);
        if let Some(character) = char::from_u32(u32::from(unit)) {
            return Ok((character.into(), 2));
        }
        if unit < 0xDC00 {
            let Some(&[_, _, c, d]) = src.first_chunk() else {
                return Err(Malformed::INCOMPLETE);
            };
            let low = O::ENDIAN.unit_16([c, d]);
            if let Ok(character) = char::decode_utf16([unit, low]).next().unwrap_or(Ok('\0')) {
                return Ok((character.into(), 4));
            }
        }
        Err(Malformed::new(ErrorKind::UnpairedSurrogate, 2))
    }

    #[inline(always)]
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        let Some(character) = code_point.to_char() else {
            return Encoded::Unrepresentable;
        };
        match *character.encode_utf16(&mut [0; 2]) {
            [high, low] => {
                let ([a, b], [c, d]) = (O::ENDIAN.bytes_16(high), O::ENDIAN.bytes_16(low));
                encode_bytes([a, b, c, d], dst)
            }
            [unit, ..] => encode_bytes(O::ENDIAN.bytes_16(unit), dst),
            [] => Encoded::Written(0),
        }
    }

    #[inline(always)]
    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        let bytes: &[u8; 16] = src.first_chunk()?;
        let load = |at| match O::ENDIAN {
            Endian::Little => u64::from_le_bytes(*memory::window(bytes, at)),
            Endian::Big => u64::from_be_bytes(*memory::window(bytes, at)),
        };
        let halves = [load(0), load(8)];
        let is_ascii = (halves[0] | halves[1]) & 0xFF80_FF80_FF80_FF80 == 0;
        // Moves the low bytes of four units next to each other.
        let [first, second] = halves.map(|units| {
            let pairs = (units | units >> 8) & 0x0000_FFFF_0000_FFFF;
            let bytes = (pairs | pairs >> 16) as u32;
            match O::ENDIAN {
                Endian::Little => bytes.to_le_bytes(),
                Endian::Big => bytes.to_be_bytes(),
            }
        });
        let ([a, b, c, d], [e, f, g, h]) = (first, second);
        is_ascii.then_some([a, b, c, d, e, f, g, h])
    }

    #[inline(always)]
    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        let out = dst.get_mut(..2 * N)?;
        for (i, byte) in block.into_iter().enumerate() {
            out.write(2 * i, O::ENDIAN.bytes_16(byte.into()));
        }
        Some(2 * N)
    }

    fn incomplete_tail(self, src: &[u8]) -> usize {
        let odd = src.len() % 2;
        let high = src[..src.len() - odd]
            .last_chunk()
            .is_some_and(|&unit| (0xD800..0xDC00).contains(&O::ENDIAN.unit_16(unit)));
        odd + if high { 2 } else { 0 }
    }

    #[inline(always)]
    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        let unit = O::ENDIAN.unit_16([unit[0], unit[1]]);
        match length {
            // Each surrogate counts as half of the four bytes of its pair.
            LengthUnit::Utf8 if (0xD800..0xE000).contains(&unit) => 2,
            LengthUnit::Utf8 => 1 + usize::from(unit >= 0x80) + usize::from(unit >= 0x800),
            LengthUnit::Utf16 => 1,
            LengthUnit::Characters => usize::from(!(0xDC00..0xE000).contains(&unit)),
        }
    }
}
