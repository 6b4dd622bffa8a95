//! UTF-16, a character at a time.

use super::{BIG, LITTLE, Length, Malformed, Output, Progress, Put, Scheme, put_bytes};
use crate::error::ErrorKind;
use crate::kernels::{Form, Kernels, Mode};
use core::mem::MaybeUninit;

/// UTF-16 in the byte order `ORDER`.
#[derive(Clone, Copy)]
pub struct Utf16<const ORDER: bool>;

/// A unit of UTF-16 from its bytes.
#[inline(always)]
pub(crate) fn unit16<const ORDER: bool>(bytes: [u8; 2]) -> u16 {
    if ORDER == BIG {
        u16::from_be_bytes(bytes)
    } else {
        u16::from_le_bytes(bytes)
    }
}

/// The bytes of a unit of UTF-16 in the byte order `order`.
#[inline(always)]
pub(crate) fn bytes16(order: bool, unit: u16) -> [u8; 2] {
    if order == BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}

impl<const ORDER: bool> Scheme for Utf16<ORDER> {
    type Family = Utf16<LITTLE>;
    const WIDTH: usize = 2;
    const INDEX: usize = if ORDER == BIG { 2 } else { 1 };
    const FORM: Form = Form::ordered(ORDER);
    const LENGTH: Length = Length::Utf16;
    const UNIVERSAL: bool = true;

    #[inline(always)]
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed> {
        let Some(&first) = src.first_chunk() else {
            return Err(Malformed::INCOMPLETE);
        };
        let unit = unit16::<ORDER>(first);
        if let Some(character) = char::from_u32(u32::from(unit)) {
            return Ok((character, 2));
        }
        if unit < 0xDC00 {
            let Some(&[_, _, c, d]) = src.first_chunk() else {
                return Err(Malformed::INCOMPLETE);
            };
            let low = unit16::<ORDER>([c, d]);
            if let Ok(character) = char::decode_utf16([unit, low]).next().unwrap_or(Ok('\0')) {
                return Ok((character, 4));
            }
        }
        Err(Malformed::new(ErrorKind::UnpairedSurrogate, 2))
    }

    #[inline(always)]
    fn put(character: char, dst: &mut Output) -> Put {
        match *character.encode_utf16(&mut [0; 2]) {
            [high, low] => {
                let ([a, b], [c, d]) = (bytes16(ORDER, high), bytes16(ORDER, low));
                put_bytes([a, b, c, d], dst)
            }
            [unit, ..] => put_bytes(bytes16(ORDER, unit), dst),
            [] => Put::Written(0),
        }
    }

    #[inline(always)]
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]> {
        let (units, _) = src.first_chunk::<16>()?.as_chunks();
        let units: [u16; 8] = core::array::from_fn(|i| unit16::<ORDER>(units[i]));
        let ascii = units.iter().fold(0, |all, unit| all | unit) < 0x80;
        ascii.then(|| units.map(|unit| unit as u8))
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(block: [u8; N], dst: &mut Output) -> Option<usize> {
        let (units, _) = dst.get_mut(..2 * N)?.as_chunks_mut();
        for (unit, byte) in units.iter_mut().zip(block) {
            *unit = bytes16(ORDER, byte.into()).map(MaybeUninit::new);
        }
        Some(2 * N)
    }

    fn incomplete_tail(src: &[u8]) -> usize {
        let (units, odd) = src.as_chunks();
        let high = units
            .last()
            .is_some_and(|&unit| (0xD800..0xDC00).contains(&unit16::<ORDER>(unit)));
        odd.len() + if high { 2 } else { 0 }
    }

    #[inline(always)]
    fn validate<K: Kernels>(kernels: K, src: &[u8], form: Form) -> usize {
        kernels.validate_utf16(form.order(), src)
    }

    #[inline(always)]
    fn count_unit(unit: &[u8], length: Length) -> usize {
        let unit = unit16::<ORDER>([unit[0], unit[1]]);
        match length {
            // Each half of a surrogate pair counts half of its four bytes.
            Length::Utf8 if (0xD800..0xE000).contains(&unit) => 2,
            Length::Utf8 => 1 + usize::from(unit >= 0x80) + usize::from(unit >= 0x800),
            Length::Utf16 => 1,
            Length::Characters => usize::from(!(0xDC00..0xE000).contains(&unit)),
        }
    }

    #[inline(always)]
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8], form: Form) -> Progress {
        match D::LENGTH {
            Length::Utf8 => kernels.utf8_len_of_utf16(form.order(), src),
            Length::Utf16 => Progress::all(src.len(), 2),
            Length::Characters => kernels.characters_of_utf16(form.order(), src),
        }
    }

    #[inline(always)]
    fn convert<K: Kernels, D: Scheme>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: Form,
        to: Form,
    ) -> Progress {
        D::from_utf16(kernels, src, dst, from.order(), to)
    }

    #[inline(always)]
    fn from_utf8<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        mode: Mode,
        to: Form,
    ) -> Progress {
        kernels.utf8_to_utf16(to.order(), src, dst, mode)
    }

    #[inline(always)]
    fn from_utf16<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress {
        kernels.utf16_to_utf16(from, to.order(), src, dst)
    }

    #[inline(always)]
    fn from_utf32<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress {
        kernels.utf32_to_utf16(from, to.order(), src, dst)
    }

    #[inline(always)]
    fn from_single_byte<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        limit: u8,
        to: Form,
    ) -> Progress {
        kernels.single_byte_to_utf16(limit, to.order(), src, dst)
    }
}

/// Units of the lossy conversion from UTF-16 in the form `form` to a scheme with the length `D::LENGTH`, where nothing is
/// incomplete.
#[inline(always)]
pub(crate) fn count_lossy_utf16<K: Kernels, D: Scheme>(
    kernels: K,
    src: &[u8],
    form: Form,
) -> Progress {
    match D::LENGTH {
        Length::Utf8 => kernels.lossy_utf8_len_of_utf16(form.order(), src),
        Length::Utf16 => Progress::all(src.len(), 2),
        Length::Characters => kernels.lossy_characters_of_utf16(form.order(), src),
    }
}
