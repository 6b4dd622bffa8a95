//! The scheme of code pages: each byte is a character of a table.

use super::{Ascii, Encoded, EncodingKind, LengthUnit, Scheme, encode_bytes};
use crate::CodePoint;
use crate::encoding::Charset;
use crate::encoding::code_page::CodePageTables;
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::memory::output::Output;

/// A code page.
#[derive(Clone, Copy)]
pub struct CodePage(pub(crate) &'static CodePageTables);

impl Scheme for CodePage {
    const WIDTH: usize = 1;
    const KIND: EncodingKind = EncodingKind::CodePage;
    const LENGTH: LengthUnit = LengthUnit::Characters;
    const UNIVERSAL: bool = false;

    type Base = Self;

    #[inline(always)]
    fn base(self) -> Self {
        self
    }

    #[inline(always)]
    fn page(self) -> Option<&'static CodePageTables> {
        Some(self.0)
    }

    #[inline(always)]
    fn for_charset(self, charset: Charset) -> Self {
        charset.page().map_or(self, CodePage)
    }

    #[inline(always)]
    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        match self.0.decode(src[0]) {
            Some(code_point) => Ok((CodePoint(code_point.into()), 1)),
            None => Err(Malformed::new(ErrorKind::Unassigned, 1)),
        }
    }

    #[inline(always)]
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        match self.0.encode(code_point.0) {
            Some(byte) => encode_bytes([byte], dst),
            None => Encoded::Unrepresentable,
        }
    }

    #[inline(always)]
    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        Ascii::NEW.ascii_block(src).filter(|_| self.0.has_ascii())
    }

    /// Returns `None` for code pages without ASCII, which encode these characters like all others.
    #[inline(always)]
    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        self.0
            .has_ascii()
            .then(|| Ascii::NEW.encode_ascii(block, dst))?
    }

    #[inline(always)]
    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        match (length, self.0.decode(unit[0])) {
            (LengthUnit::Utf16 | LengthUnit::Characters, _) | (_, Some(0..0x80)) => 1,
            (LengthUnit::Utf8, Some(0x80..0x800)) => 2,
            (LengthUnit::Utf8, _) => 3,
        }
    }
}
