//! From code points to the bytes of a code page.
//!
//! The characters of a page lie in few rows of 64 code points. What the bytes of a row are is a
//! block of the pool, in which no block is twice: pages have many in common. The compiler makes the
//! tables:
//!
//! ```text
//! unit of UTF-16  rrrrrrrrrrcccccc
//! byte            POOL.blocks[page.blocks[POOL.rows[r]]][c], 0 for none
//! ```
//!
//! Pages have characters up to U+27BF, and from U+F800 on (private use, ligatures, forms of Arabic
//! letters). Turned by 2048, these are one range, and all other code points are one row.

use super::{Page, UNASSIGNED};
use crate::endian::Endian;
use crate::output::Output;
use crate::progress::Progress;

/// Rows of 64 code points: those that pages may have, and one for all others.
const ROWS: usize = 192;

/// More rows than pages have characters in.
pub(super) const USED: usize = 64;

/// Code points from U+F800 up to the end.
const TURNED: u16 = 0x800;

/// The bytes of a row; 0 for the code points that the page does not have, and for U+0000. (Every
/// page has U+0000 in the byte 00.)
type Block = [u8; 64];

/// What the pages have in common.
pub(super) struct Pool {
    /// Which of the rows that pages have characters in each row is, 0 for others.
    rows: [u8; ROWS],
    /// The first has no characters.
    blocks: [Block; 256],
}

/// Numbers that tell the blocks of the pool apart.
pub(super) type Hashes = [u64; 256];

/// The row of a unit of UTF-16.
#[inline(always)]
const fn row(unit: u16) -> usize {
    let row = (unit.wrapping_add(TURNED) >> 6) as usize;
    if row < ROWS { row } else { ROWS - 1 }
}

impl Pool {
    /// The pool of the pages that these are the code points of, in groups.
    pub(super) const fn new(groups: &[&[[u16; 256]]]) -> (Pool, Hashes) {
        let mut pool = Pool {
            rows: [0; ROWS],
            blocks: [[0; 64]; 256],
        };
        let mut hashes = [0; 256];
        let (mut used, mut count) = (0, 1);
        let mut group = 0;
        while group < groups.len() {
            let mut page = 0;
            while page < groups[group].len() {
                let table = &groups[group][page];
                used = pool.add_rows(table, used);
                count = pool.add_blocks(table, &mut hashes, count);
                page += 1;
            }
            group += 1;
        }
        (pool, hashes)
    }

    /// Numbers the rows in which a page has characters, after `used` that have numbers.
    const fn add_rows(&mut self, table: &[u16; 256], mut used: u8) -> u8 {
        let mut byte = 0;
        while byte < 256 {
            let row = row(table[byte]);
            if is_assigned(table[byte]) && self.rows[row] == 0 {
                assert!(row < ROWS - 1, "no row for a code point");
                used += 1;
                self.rows[row] = used;
            }
            byte += 1;
        }
        assert!((used as usize) < USED);
        used
    }

    /// Adds the blocks of a page to `count` that are there.
    const fn add_blocks(&mut self, table: &[u16; 256], hashes: &mut Hashes, count: usize) -> usize {
        let (blocks, page_hashes) = self.blocks_of(table);
        let mut count = count;
        let mut number = 0;
        while number < USED {
            if find(hashes, count, page_hashes[number]) == count {
                hashes[count] = page_hashes[number];
                self.blocks[count] = blocks[number];
                count += 1;
            }
            number += 1;
        }
        count
    }

    /// The blocks of a page, by the numbers of their rows, and their hashes: 0 for none.
    const fn blocks_of(&self, table: &[u16; 256]) -> ([Block; USED], [u64; USED]) {
        let (mut blocks, mut hashes) = ([[0; 64]; USED], [0u64; USED]);
        let mut byte = 1;
        while byte < 256 {
            let code_point = table[byte];
            if is_assigned(code_point) {
                let number = self.rows[row(code_point)] as usize;
                let cell = code_point as usize % 64;
                blocks[number][cell] = byte as u8;
                // A sum, so that the order does not matter.
                let hash = mixed((cell << 8 | byte) as u64);
                hashes[number] = hashes[number].wrapping_add(hash);
            }
            byte += 1;
        }
        (blocks, hashes)
    }

    /// The numbers of the blocks of a page, by those of their rows.
    pub(super) const fn numbers(&self, table: &[u16; 256], hashes: &Hashes) -> [u8; USED] {
        let (blocks, page_hashes) = self.blocks_of(table);
        let mut numbers = [0; USED];
        let mut number = 0;
        while number < USED {
            let found = find(hashes, 256, page_hashes[number]);
            numbers[number] = found as u8;
            let mut cell = 0;
            while cell < 64 {
                assert!(
                    self.blocks[found][cell] == blocks[number][cell],
                    "another block"
                );
                cell += 1;
            }
            number += 1;
        }
        numbers
    }
}

/// Whether this is a code point, and not the mark of a byte without one.
const fn is_assigned(code_point: u16) -> bool {
    (code_point >> 8) as u8 != UNASSIGNED
}

/// Where `hash` is among the first `count`, or `count`.
const fn find(hashes: &Hashes, count: usize, hash: u64) -> usize {
    let mut at = 0;
    while at < count && hashes[at] != hash {
        at += 1;
    }
    at
}

/// A number that has little in common with that of a number near.
const fn mixed(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1
}

/// What becomes of a character that the page does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The conversion stops before it.
    Stops,
    /// It becomes a question mark.
    Replaced,
}

impl Page {
    /// The byte of a unit of UTF-16, 0 for none.
    #[inline(always)]
    fn byte(&self, unit: u16) -> u8 {
        let pool = &super::POOL;
        let block = self.blocks[usize::from(pool.rows[row(unit)]) % USED];
        pool.blocks[usize::from(block)][usize::from(unit) % 64]
    }

    /// The byte of a code point.
    #[inline(always)]
    pub(crate) fn encode(&self, code_point: u32) -> Option<u8> {
        let unit = u16::try_from(code_point).ok()?;
        match self.byte(unit) {
            0 if unit != 0 => None,
            byte => Some(byte),
        }
    }

    /// Converts units of UTF-16 as long as the output has space, and the page their characters, or
    /// these are replaced.
    pub(crate) fn encode_utf16(
        &self,
        from: Endian,
        missing: Missing,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        match (from, missing) {
            (Endian::Little, Missing::Stops) => self.encode_units(u16::from_le_bytes, src, dst),
            (Endian::Big, Missing::Stops) => self.encode_units(u16::from_be_bytes, src, dst),
            (Endian::Little, Missing::Replaced) => self.replace_units(u16::from_le_bytes, src, dst),
            (Endian::Big, Missing::Replaced) => self.replace_units(u16::from_be_bytes, src, dst),
        }
    }

    /// See [`Missing::Stops`].
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
            if self.has_ascii() && block.iter().fold(0, |all, unit| all | unit) < 0x80 {
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
            let Some(byte) = self.encode(unit(units[at]).into()) else {
                break;
            };
            dst.write(at, [byte]);
            at += 1;
        }
        Progress {
            read: 2 * at,
            written: at,
        }
    }

    /// See [`Missing::Replaced`]: a pair of surrogates is one character, and so is a surrogate
    /// alone.
    #[inline(always)]
    fn replace_units(
        &self,
        unit: impl Fn([u8; 2]) -> u16,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        let question_mark = self.byte(u16::from(b'?'));
        let mut at = Progress::START;
        loop {
            at += self.encode_units(&unit, &src[at.read..], &mut dst[at.written..]);
            // One by one until some in a row needed no replacement.
            let mut kept = 0;
            while kept < KEPT {
                let (units, _) = src[at.read..].as_chunks::<2>();
                let (Some(&first), true) = (units.first(), at.written < dst.len()) else {
                    return at;
                };
                let first = unit(first);
                let byte = match self.byte(first) {
                    0 if first != 0 => question_mark,
                    byte => byte,
                };
                let is_pair = first & 0xFC00 == 0xD800
                    && units
                        .get(1)
                        .is_some_and(|&low| unit(low) & 0xFC00 == 0xDC00);
                dst.write(at.written, [byte]);
                kept = if byte == question_mark { 0 } else { kept + 1 };
                at += Progress {
                    read: if is_pair { 4 } else { 2 },
                    written: 1,
                };
            }
        }
    }
}

/// Characters in a row without a replacement after which blocks are tried again.
const KEPT: usize = 16;
