//! From code points to the bytes of a code page, a text at a time.
//!
//! The characters of a page lie in few blocks of 64 code points. [`Encoder`] has a number for each
//! block of the Basic Multilingual Plane, 0 for those without a character, and the bytes of the
//! others. Made on the stack for each text, it needs no table in the program: 128 rows in all take
//! the time of some dozen characters.

use super::Page;
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;

/// More blocks than any page has characters in, and the empty one.
const BLOCKS: usize = 48;

/// The bytes of the characters of a code page.
pub(crate) struct Encoder {
    /// The number of each block of code points.
    numbers: [u8; 1 << 10],
    /// The bytes of each block that is numbered; 0 for code points that the page does not have, and
    /// for U+0000.
    blocks: [[u8; 64]; BLOCKS],
    has_ascii: bool,
}

impl Encoder {
    /// The encoder for a page.
    #[inline(never)]
    pub(crate) fn new(page: &Page) -> Encoder {
        let mut encoder = Encoder {
            numbers: [0; 1 << 10],
            blocks: [[0; 64]; BLOCKS],
            has_ascii: page.has_ascii(),
        };
        let mut used = 0;
        for byte in 0..=0xFF {
            let Some(code_point) = page.decode(byte) else {
                continue;
            };
            let code_point = usize::from(code_point);
            let number = &mut encoder.numbers[code_point >> 6];
            if *number == 0 {
                used += 1;
                *number = used;
            }
            encoder.blocks[usize::from(*number)][code_point & 63] = byte;
        }
        encoder
    }

    /// The byte of a unit of UTF-16. (Every page has U+0000 in the byte 00.)
    #[inline(always)]
    fn byte(&self, unit: u16) -> Option<u8> {
        let number = usize::from(self.numbers[usize::from(unit >> 6)]);
        let byte = self.blocks[number % BLOCKS][usize::from(unit) & 63];
        (byte != 0 || unit == 0).then_some(byte)
    }

    /// Converts units of UTF-16 as long as the page has their characters and the output space.
    pub(crate) fn encode(&self, from: Endian, src: &[u8], dst: &mut Output) -> Progress {
        match from {
            Endian::Little => self.encode_units(u16::from_le_bytes, src, dst),
            Endian::Big => self.encode_units(u16::from_be_bytes, src, dst),
        }
    }

    #[inline(always)]
    fn encode_units(
        &self,
        unit: impl Fn([u8; 2]) -> u16,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        const BLOCK: usize = 16;
        let (units, _) = src.as_chunks::<2>();
        let count = units.len().min(dst.len());
        let units = &units[..count];
        let mut at = 0;
        while let Some(block) = units[at..].first_chunk::<BLOCK>() {
            let block = block.map(&unit);
            let bytes = if self.has_ascii && block.iter().fold(0, |all, unit| all | unit) < 0x80 {
                block.map(|unit| unit as u8)
            } else {
                let bytes = block.map(|unit| self.byte(unit));
                if bytes.contains(&None) {
                    break;
                }
                bytes.map(Option::unwrap_or_default)
            };
            dst.write(at, bytes);
            at += BLOCK;
        }
        while at < count
            && let Some(byte) = self.byte(unit(units[at]))
        {
            dst.write(at, [byte]);
            at += 1;
        }
        Progress {
            read: 2 * at,
            written: at,
        }
    }
}
