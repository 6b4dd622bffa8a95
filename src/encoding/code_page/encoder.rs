//! Encodes code points as bytes of a code page.
//!
//! The characters of a code page lie in few rows of 64 code points. A block contains the bytes of
//! one row. Code pages have many blocks in common, so the pool contains each block once. The
//! compiler generates the tables:
//!
//! ```text
//! unit of UTF-16  rrrrrrrrrrcccccc
//! byte            POOL[page.rows[r]][c], 0 for none
//! ```
//!
//! Code pages have characters up to U+27BF, and from U+F800 on (private use, ligatures, Arabic
//! presentation forms). The low 8 bits of the row number identify the row within these ranges.

use super::{CodePageTables, UNASSIGNED};
use crate::memory;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use core::{array, hint};

/// The number of code points from U+F800 on. If this number is added to all code points, modulo
/// 0x10000, the characters of all code pages are in one range.
const BIAS: u16 = 0x800;

/// The bits that are zero in all biased code points of this range.
const OUT_OF_RANGE: u16 = 0xC000;

/// The bytes of a row. The byte is 0 for code points that the code page lacks, and for U+0000.
/// (Every code page has U+0000 at byte 00.)
pub(crate) type Block = [u8; 64];

/// All blocks. The first is empty.
pub(super) type Pool = [Block; 256];

/// Hashes that identify the blocks of the pool.
pub(super) type Hashes = [u64; 256];

/// The block number of each row.
pub(super) type Rows = [u8; 256];

/// An upper bound on the number of blocks of a code page.
const MAX_BLOCKS: usize = 32;

/// The blocks of a code page. The first is empty and has the hash 0.
pub(super) struct Blocks {
    /// The block number of each row.
    rows: Rows,
    blocks: [Block; MAX_BLOCKS],
    hashes: [u64; MAX_BLOCKS],
    /// The number of blocks.
    count: usize,
}

/// Returns the row of a unit of UTF-16. The result for a unit that is
/// [out of range](is_out_of_range) is arbitrary.
#[inline(always)]
const fn row(unit: u16) -> usize {
    (unit >> 6) as u8 as usize
}

/// Returns whether a unit is outside the range of all code pages.
#[inline(always)]
const fn is_out_of_range(unit: u16) -> bool {
    unit.wrapping_add(BIAS) & OUT_OF_RANGE != 0
}

/// Creates the pool from the blocks of all code pages. Blocks of the same row are neighbours,
/// because they are similar and so compress better.
pub(super) const fn pool(pages: &[Blocks]) -> (Pool, Hashes) {
    let (mut pool, mut hashes, mut rows) = ([[0; 64]; 256], [0; 256], [0; 256]);
    let mut count = 1;
    let mut page = 0;
    while page < pages.len() {
        let blocks = &pages[page];
        let mut row = 0;
        while row < 256 {
            let number = blocks.rows[row] as usize;
            if number != 0 && find(&hashes, count, blocks.hashes[number]) == count {
                hashes[count] = blocks.hashes[number];
                pool[count] = blocks.blocks[number];
                rows[count] = row;
                count += 1;
            }
            row += 1;
        }
        page += 1;
    }
    sorted(&pool, &hashes, &rows, count)
}

/// Sorts the blocks by their rows.
const fn sorted(pool: &Pool, hashes: &Hashes, rows: &[usize; 256], count: usize) -> (Pool, Hashes) {
    let (mut by_row, mut their_hashes) = ([[0; 64]; 256], [0; 256]);
    let (mut row, mut used) = (0, 0);
    while row < 256 {
        let mut number = 0;
        while number < count {
            if rows[number] == row {
                by_row[used] = pool[number];
                their_hashes[used] = hashes[number];
                used += 1;
            }
            number += 1;
        }
        row += 1;
    }
    (by_row, their_hashes)
}

/// Creates the blocks of the code page with these code points.
pub(super) const fn blocks(table: &[u16; 256]) -> Blocks {
    let (mut rows, mut blocks, mut hashes) = ([0; 256], [[0; 64]; MAX_BLOCKS], [0u64; MAX_BLOCKS]);
    let mut last = 0;
    let mut byte = 1;
    while byte < 256 {
        let code_point = table[byte];
        if (code_point >> 8) as u8 != UNASSIGNED {
            assert!(!is_out_of_range(code_point), "no row for a code point");
            let number = &mut rows[row(code_point)];
            if *number == 0 {
                last += 1;
                *number = last;
            }
            let cell = code_point as usize % 64;
            // Of two bytes of a character, the first encodes it.
            let slot = &mut blocks[*number as usize][cell];
            if *slot == 0 {
                *slot = byte as u8;
                // A sum does not depend on the order.
                let hash = &mut hashes[*number as usize];
                *hash = hash.wrapping_add(mix((cell << 8 | byte) as u64));
            }
        }
        byte += 1;
    }
    Blocks {
        rows,
        blocks,
        hashes,
        count: last as usize + 1,
    }
}

/// Returns the number in the pool of each row's block. (If two blocks had the same hash, a code
/// page would not encode what it decodes. Tests check this for every code page.)
pub(super) const fn rows(blocks: &Blocks, hashes: &Hashes) -> Rows {
    let mut rows = blocks.rows;
    let mut numbers = [0; MAX_BLOCKS];
    let mut number = 1;
    while number < blocks.count {
        numbers[number] = find(hashes, 256, blocks.hashes[number]) as u8;
        number += 1;
    }
    let mut row = 0;
    while row < 256 {
        rows[row] = numbers[rows[row] as usize];
        row += 1;
    }
    rows
}

/// Returns the index of `hash` among the first `count`, or `count` if it is not there.
const fn find(hashes: &Hashes, count: usize, hash: u64) -> usize {
    let mut at = 0;
    while at < count && hashes[at] != hash {
        at += 1;
    }
    at
}

/// Mixes the bits of a number, so that the results for near numbers have little in common.
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Two windows of 128 code points. The first one starts at U+0080. The second one is the window
/// with the most other characters of a code page.
#[derive(Clone, Copy)]
pub(crate) struct UnitWindows {
    /// The blocks of each window.
    pub(crate) blocks: [[&'static Block; 2]; 2],
    /// The second window starts at code point `128 * number`.
    pub(crate) number: u8,
}

/// Returns the number of the second window of the code page with these code points.
pub(super) const fn window(table: &[u16; 256]) -> u8 {
    // Higher numbers do not fit into 8 bits.
    const END: usize = 0x100;
    let mut counts = [0u8; END];
    let (mut byte, mut best) = (0, 2);
    while byte < 256 {
        let number = table[byte] as usize >> 7;
        if number < END && number >= 2 {
            counts[number] += 1;
            if counts[number] > counts[best] {
                best = number;
            }
        }
        byte += 1;
    }
    best as u8
}

/// The number of units that are converted at a time.
const BLOCK: usize = 16;

/// The maximum number of non-ASCII characters in a block that are patched one by one after the
/// ASCII characters are written.
const SPARSE: u64 = 4;

/// A 1 in each byte.
const ONES: u64 = u64::MAX / 0xFF;

/// The highest bit of each byte.
const HIGH_BITS: u64 = ONES << 7;

/// Gathers the [`HIGH_BITS`]. The bit of the first byte becomes the lowest bit.
#[inline(always)]
fn gathered(high_bits: u64) -> u32 {
    // The bit of byte `i` goes from `8 * i + 7` to `56 + i`.
    const SHIFTS: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42 | 1 << 49;
    (high_bits.wrapping_mul(SHIFTS) >> 56) as u32
}

impl CodePageTables {
    /// Returns the blocks that `rows` refers to.
    #[inline(always)]
    fn pool(&self) -> &'static Pool {
        #[cfg(feature = "more-code-pages")]
        return self.pool;
        #[cfg(not(feature = "more-code-pages"))]
        &super::POOL
    }

    /// Returns the byte of a unit of UTF-16 that is not [out of range](is_out_of_range), or 0
    /// if there is none.
    #[inline(always)]
    fn cell(&self, unit: u16) -> u8 {
        self.pool()[usize::from(self.rows[row(unit)])][usize::from(unit) % 64]
    }

    /// Returns the byte of a code point, or `None` if the code page lacks it.
    #[inline(never)]
    pub(crate) fn encode(&self, code_point: u32) -> Option<u8> {
        self.byte(u16::try_from(code_point).ok()?)
    }

    /// Returns the byte of a unit of UTF-16, or `None` if the code page lacks it.
    #[inline(always)]
    fn byte(&self, unit: u16) -> Option<u8> {
        let byte = self.cell(unit);
        (!is_out_of_range(unit) && (byte != 0 || unit == 0)).then_some(byte)
    }

    /// Returns the windows of a code page that includes ASCII.
    pub(crate) fn unit_windows(&self) -> Option<UnitWindows> {
        let block = |row: u8| &self.pool()[usize::from(self.rows[usize::from(row)])];
        let blocks = [2, self.window << 1].map(|row| [block(row), block(row + 1)]);
        let number = self.window;
        self.has_ascii().then_some(UnitWindows { blocks, number })
    }

    /// Converts units of UTF-16 in native order, until the output is full or the code page lacks a
    /// character. After `some` bytes are read, it may stop at any character boundary.
    ///
    /// If `replaced` is given, unrepresentable characters become question marks, and their number
    /// is added to it. A surrogate pair counts as one, and so does an unpaired surrogate.
    #[inline(never)]
    pub(crate) fn encode_utf16(
        &self,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
        some: usize,
    ) -> Progress {
        let question_mark = self.encode(u32::from(b'?')).filter(|_| replaced.is_some());
        let unit = u16::from_ne_bytes;
        let units = &src[..src.len() & !1];
        let (mut read, mut written) = (0, 0);
        let mut count = 0;
        'units: while read < some {
            while let (Some(block), Some(out)) = (
                units[read..].first_chunk::<{ 2 * BLOCK }>(),
                dst[written..].get_mut(..BLOCK),
            ) {
                let block = array::from_fn(|i| unit(*memory::window(block, 2 * i)));
                if !self.encode_block(block, question_mark, out, &mut count) {
                    break;
                }
                read += 2 * BLOCK;
                written += BLOCK;
                if read >= some {
                    break 'units;
                }
            }
            // Converts up to a block of units one by one: the tail, or units that the code page
            // lacks.
            for _ in 0..BLOCK {
                let (Some(&first), true) = (units[read..].first_chunk(), written < dst.len())
                else {
                    break 'units;
                };
                let first = unit(first);
                let byte = self.byte(first);
                let Some(encoded) = byte.or(question_mark) else {
                    break 'units;
                };
                count += u64::from(byte.is_none());
                dst.write(written, [encoded]);
                written += 1;
                let is_low = |&low: &[u8; 2]| unit(low) & 0xFC00 == 0xDC00;
                let is_pair =
                    first & 0xFC00 == 0xD800 && units[read + 2..].first_chunk().is_some_and(is_low);
                read += if is_pair { 4 } else { 2 };
            }
        }
        if let Some(replaced) = replaced {
            *replaced += count;
        }
        Progress { read, written }
    }

    /// Converts a block of units if the code page has all of them. In blocks with few non-ASCII
    /// characters, it may replace characters by `question_mark`, and adds their number to
    /// `replaced`.
    #[inline(always)]
    fn encode_block(
        &self,
        units: [u16; BLOCK],
        question_mark: Option<u8>,
        out: &mut Output,
        replaced: &mut u64,
    ) -> bool {
        let out = out.first::<BLOCK>();
        if self.has_ascii() {
            // Each non-ASCII unit becomes a non-ASCII byte. The black box hides the bytes from the
            // compiler, which would otherwise build each half by shifts instead of narrowing the
            // units. (We avoid a minimum: on WebAssembly, the compiler lowers it to a
            // saturating conversion of signed numbers, which is zero from 0x8000 on.)
            let bytes = units.map(|unit| if unit < 0x80 { unit as u8 } else { 0xFF });
            let bytes = hint::black_box(bytes);
            let halves: [[u8; 8]; 2] = array::from_fn(|half| *memory::window(&bytes, 8 * half));
            let [low, high] = halves.map(|half| u64::from_le_bytes(half) & HIGH_BITS);
            if ((low >> 7) + (high >> 7)).wrapping_mul(ONES) >> 56 <= SPARSE {
                out.write(0, bytes);
                let mut others = gathered(low) | gathered(high) << 8;
                let mut count = 0;
                while others != 0 {
                    let index = others.trailing_zeros() as usize % BLOCK;
                    let unit = units[index];
                    let byte = match self.byte(unit) {
                        None if unit & 0xF800 != 0xD800 && question_mark.is_some() => {
                            count += 1;
                            question_mark
                        }
                        byte => byte,
                    };
                    let Some(byte) = byte else {
                        return false;
                    };
                    out.write(index, [byte]);
                    others &= others - 1;
                }
                *replaced += count;
                return true;
            }
        }
        let biased = units.iter().map(|unit| unit.wrapping_add(BIAS));
        if biased.fold(0, |all, unit| all | unit) & OUT_OF_RANGE != 0 {
            return false;
        }
        // Writes the bytes directly into the output. If they went through an array, the CPU would
        // have to wait until all of them are there.
        let mut index = 0;
        // The highest bit is set if one of the bytes is zero: a missing character, or U+0000.
        let mut zero = 0;
        while index < BLOCK {
            let byte = self.cell(units[index]);
            out.write(index, [byte]);
            zero |= u32::from(byte).wrapping_sub(1);
            index += 1;
        }
        zero >> 31 == 0
    }
}
