//! The scheme of legacy multi-byte encodings.

use super::{Encoded, EncodingKind, LengthUnit, Scheme};
use crate::CodePoint;
use crate::encoding::Charset;
use crate::encoding::malformed::Malformed;
use crate::encoding::multibyte;
use crate::memory::output::Output;

/// A legacy multi-byte encoding. Bytes below 80 that begin a character are ASCII.
#[derive(Clone, Copy)]
pub struct Multibyte(pub(crate) &'static multibyte::Multibyte);

impl Scheme for Multibyte {
    const WIDTH: usize = 1;
    const KIND: EncodingKind = EncodingKind::Multibyte;
    /// Unused: see [`Scheme::HAS_LENGTHS`].
    const LENGTH: LengthUnit = LengthUnit::Characters;
    const UNIVERSAL: bool = false;

    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[inline(always)]
    fn replacement(self) -> char {
        self.0.replacement()
    }

    #[inline(always)]
    fn multibyte(self) -> Option<&'static multibyte::Multibyte> {
        Some(self.0)
    }

    #[inline(always)]
    fn for_charset(self, charset: Charset) -> Self {
        charset.multibyte().map_or(self, Multibyte)
    }

    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.0.decode(src)
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        self.0.encode(code_point, dst)
    }

    fn incomplete_tail(self, src: &[u8]) -> usize {
        self.0.incomplete_tail(src)
    }

    /// Returns 1. It is never called, because the length of a byte depends on the bytes before it
    /// (see [`Scheme::HAS_LENGTHS`]).
    fn count_unit(self, _: &[u8], _: LengthUnit) -> usize {
        1
    }
}
