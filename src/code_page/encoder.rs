//! From code points to the bytes of a code page, a text at a time.
//!
//! The characters of a page lie in few blocks of 64 code points. [`Encoder`] knows where the bytes
//! of each such block are. It is made on the stack for each text, in the time of some dozen
//! characters, so that the library needs no table for it.

use super::Page;
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;

/// More code points than the blocks of any page have, and the empty block.
const LEN: usize = 1 << 12;

/// The bytes of the characters of a code page.
pub(crate) struct Encoder {
    /// Where each block of 64 code points begins in `bytes`; at 0 those without characters do.
    starts: [u16; 1 << 10],
    /// The bytes of the blocks; 0 for code points that the page does not have, and for U+0000.
    bytes: [u8; LEN],
    has_ascii: bool,
}

impl Encoder {
    /// The encoder for a page.
    #[inline(never)]
    pub(crate) fn new(page: &Page) -> Encoder {
        let mut encoder = Encoder {
            starts: [0; 1 << 10],
            bytes: [0; LEN],
            has_ascii: page.has_ascii(),
        };
        let mut used = 0;
        for byte in 0..=0xFF {
            let Some(code_point) = page.decode(byte) else {
                continue;
            };
            let start = &mut encoder.starts[usize::from(code_point >> 6)];
            if *start == 0 {
                used += 64;
                *start = used;
            }
            encoder.bytes[usize::from(*start + (code_point & 63))] = byte;
        }
        encoder
    }

    /// The byte of a unit of UTF-16, 0 for none. (Every page has U+0000 in the byte 00.)
    #[inline(always)]
    fn byte(&self, unit: u16) -> u8 {
        let start = self.starts[usize::from(unit >> 6)];
        self.bytes[usize::from(start + (unit & 63)) % LEN]
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
            if self.has_ascii && block.iter().fold(0, |all, unit| all | unit) < 0x80 {
                dst.write(at, block.map(|unit| unit as u8));
            } else {
                // Into the output one by one: from an array, the CPU would have to wait until all
                // of them are there.
                let out = dst[at..].first::<BLOCK>();
                // Its highest bit, if there is a zero among the bytes.
                let mut zero = 0;
                let mut index = 0;
                while index < BLOCK {
                    let byte = self.byte(block[index]);
                    out.write(index, [byte]);
                    zero |= u32::from(byte).wrapping_sub(1);
                    index += 1;
                }
                let has_none = |&unit: &u16| unit != 0 && self.byte(unit) == 0;
                if zero >> 31 != 0 && block.iter().any(has_none) {
                    break;
                }
            }
            at += BLOCK;
        }
        while at < count {
            let unit = unit(units[at]);
            let byte = self.byte(unit);
            if byte == 0 && unit != 0 {
                break;
            }
            dst.write(at, [byte]);
            at += 1;
        }
        Progress {
            read: 2 * at,
            written: at,
        }
    }
}
