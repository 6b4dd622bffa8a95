//! UTF-32, a character at a time.

use super::{BIG, LITTLE, Length, Malformed, Output, Progress, Put, Scheme, put_bytes};
use crate::error::ErrorKind;
use crate::kernels::{Form, Kernels, Mode};
use core::mem::MaybeUninit;

/// UTF-32 in the byte order `ORDER`.
#[derive(Clone, Copy)]
pub struct Utf32<const ORDER: bool>;

/// A unit of UTF-32 from its bytes.
#[inline(always)]
fn unit32<const ORDER: bool>(bytes: [u8; 4]) -> u32 {
    if ORDER == BIG {
        u32::from_be_bytes(bytes)
    } else {
        u32::from_le_bytes(bytes)
    }
}

/// The bytes of a unit of UTF-32.
#[inline(always)]
pub(crate) fn bytes32(order: bool, unit: u32) -> [u8; 4] {
    if order == BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}

impl<const ORDER: bool> Scheme for Utf32<ORDER> {
    type Family = Utf32<LITTLE>;
    const WIDTH: usize = 4;
    const INDEX: usize = if ORDER == BIG { 4 } else { 3 };
    const FORM: Form = Form::ordered(ORDER);
    const LENGTH: Length = Length::Characters;
    const UNIVERSAL: bool = true;

    #[inline(always)]
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed> {
        let Some(&bytes) = src.first_chunk() else {
            return Err(Malformed::INCOMPLETE);
        };
        let value = unit32::<ORDER>(bytes);
        match char::from_u32(value) {
            Some(character) => Ok((character, 4)),
            None if value < 0xE000 => Err(Malformed::new(ErrorKind::Surrogate, 4)),
            None => Err(Malformed::new(ErrorKind::TooLarge, 4)),
        }
    }

    #[inline(always)]
    fn put(character: char, dst: &mut Output) -> Put {
        put_bytes(bytes32(ORDER, character.into()), dst)
    }

    #[inline(always)]
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]> {
        let (units, _) = src.first_chunk::<32>()?.as_chunks();
        let units: [u32; 8] = core::array::from_fn(|i| unit32::<ORDER>(units[i]));
        let ascii = units.iter().fold(0, |all, unit| all | unit) < 0x80;
        ascii.then(|| units.map(|unit| unit as u8))
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(block: [u8; N], dst: &mut Output) -> Option<usize> {
        let (units, _) = dst.get_mut(..4 * N)?.as_chunks_mut();
        for (unit, byte) in units.iter_mut().zip(block) {
            *unit = bytes32(ORDER, byte.into()).map(MaybeUninit::new);
        }
        Some(4 * N)
    }

    fn incomplete_tail(src: &[u8]) -> usize {
        src.len() % 4
    }

    #[inline(always)]
    fn validate<K: Kernels>(kernels: K, src: &[u8], form: Form) -> usize {
        kernels.validate_utf32(form.order(), src)
    }

    #[inline(always)]
    fn count_unit(unit: &[u8], length: Length) -> usize {
        let unit = unit32::<ORDER>([unit[0], unit[1], unit[2], unit[3]]);
        let above = |limit: u32| usize::from(unit >= limit);
        match length {
            Length::Utf8 => 1 + above(0x80) + above(0x800) + above(0x1_0000),
            Length::Utf16 => 1 + above(0x1_0000),
            Length::Characters => 1,
        }
    }

    #[inline(always)]
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8], form: Form) -> Progress {
        match D::LENGTH {
            Length::Utf8 => kernels.utf8_len_of_utf32(form.order(), src),
            Length::Utf16 => kernels.utf16_len_of_utf32(form.order(), src),
            Length::Characters => Progress::all(src.len(), 4),
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
        D::from_utf32(kernels, src, dst, from.order(), to)
    }

    #[inline(always)]
    fn from_utf8<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        mode: Mode,
        to: Form,
    ) -> Progress {
        kernels.utf8_to_utf32(to.order(), src, dst, mode)
    }

    #[inline(always)]
    fn from_utf16<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress {
        kernels.utf16_to_utf32(from, to.order(), src, dst)
    }

    #[inline(always)]
    fn from_utf32<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress {
        kernels.utf32_to_utf32(from, to.order(), src, dst)
    }

    #[inline(always)]
    fn from_single_byte<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        limit: u8,
        to: Form,
    ) -> Progress {
        kernels.single_byte_to_utf32(limit, to.order(), src, dst)
    }
}
