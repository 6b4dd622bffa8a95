//! The encodings whose characters are single bytes.

use super::{Length, Malformed, Output, Progress, Put, Scheme, put_bytes};
use crate::error::ErrorKind;
use crate::kernels::{Form, Kernels, Mode};
use core::mem::MaybeUninit;

/// The characters U+0000 to U+00`LIMIT`, a byte each.
#[derive(Clone, Copy)]
pub struct SingleByte<const LIMIT: u8>;

/// All 256 characters that a byte can number.
pub(crate) type Latin1 = SingleByte<0xFF>;
/// The 128 characters of ASCII.
pub(crate) type Ascii = SingleByte<0x7F>;

impl<const LIMIT: u8> Scheme for SingleByte<LIMIT> {
    type Family = Self;
    const WIDTH: usize = 1;
    const INDEX: usize = if LIMIT == 0x7F { 6 } else { 5 };
    const FORM: Form = Form::limited(LIMIT);
    const LENGTH: Length = Length::Characters;
    const UNIVERSAL: bool = false;

    #[inline(always)]
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed> {
        match src[0] {
            byte if byte <= LIMIT => Ok((char::from(byte), 1)),
            _ => Err(Malformed::new(ErrorKind::InvalidByte, 1)),
        }
    }

    #[inline(always)]
    fn put(character: char, dst: &mut Output) -> Put {
        match u8::try_from(character) {
            Ok(byte) if byte <= LIMIT => put_bytes([byte], dst),
            _ => Put::Unrepresentable,
        }
    }

    #[inline(always)]
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]> {
        let block = *src.first_chunk()?;
        (u64::from_ne_bytes(block) & 0x8080_8080_8080_8080 == 0).then_some(block)
    }

    #[inline(always)]
    fn put_ascii<const N: usize>(block: [u8; N], dst: &mut Output) -> Option<usize> {
        *dst.first_chunk_mut()? = block.map(MaybeUninit::new);
        Some(N)
    }

    fn incomplete_tail(_: &[u8]) -> usize {
        0
    }

    #[inline(always)]
    fn validate<K: Kernels>(kernels: K, src: &[u8], form: Form) -> usize {
        if form.limit() == 0xFF {
            src.len()
        } else {
            kernels.validate_ascii(src)
        }
    }

    #[inline(always)]
    fn count_unit(unit: &[u8], length: Length) -> usize {
        match length {
            Length::Utf8 => 1 + usize::from(unit[0] >= 0x80 && LIMIT == 0xFF),
            Length::Utf16 | Length::Characters => 1,
        }
    }

    #[inline(always)]
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8], _: Form) -> Progress {
        match D::LENGTH {
            Length::Utf8 if LIMIT == 0xFF => kernels.utf8_len_of_latin1(src),
            Length::Utf8 | Length::Utf16 | Length::Characters => Progress::all(src.len(), 1),
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
        D::from_single_byte(kernels, src, dst, from.limit(), to)
    }

    #[inline(always)]
    fn from_utf8<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        _: Mode,
        _: Form,
    ) -> Progress {
        if LIMIT < 0x80 {
            // What is beyond ASCII cannot be expressed: the rest is a copy.
            return kernels.single_byte_to_single_byte(LIMIT, src, dst);
        }
        kernels.utf8_to_latin1(src, dst)
    }

    #[inline(always)]
    fn from_utf16<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress {
        kernels.utf16_to_single_byte(from, to.limit(), src, dst)
    }

    #[inline(always)]
    fn from_utf32<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        from: bool,
        to: Form,
    ) -> Progress {
        kernels.utf32_to_single_byte(from, to.limit(), src, dst)
    }

    #[inline(always)]
    fn from_single_byte<K: Kernels>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
        limit: u8,
        to: Form,
    ) -> Progress {
        kernels.single_byte_to_single_byte(limit & to.limit(), src, dst)
    }
}
