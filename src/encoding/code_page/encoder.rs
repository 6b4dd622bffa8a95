//! From code points to the bytes of a code page.
//!
//! The characters of a page lie in few rows of 64 code points. What the bytes of a row are is a
//! block of the pool, in which no block is twice: pages have many in common. The compiler makes the
//! tables:
//!
//! ```text
//! unit of UTF-16  rrrrrrrrrrcccccc
//! byte            POOL[page.rows[r]][c], 0 for none
//! ```
//!
//! Pages have characters up to U+27BF, and from U+F800 on (private use, ligatures, forms of Arabic
//! letters). The low 8 bits of the numbers of their rows tell these apart.

use super::{Page, UNASSIGNED};
use crate::buffer::memory;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use core::{array, hint};

/// Code points from U+F800 up to the end. Turned by as many, all that pages may have is one range.
const TURNED: u16 = 0x800;

/// Bits that nothing in that range has.
const BEYOND: u16 = 0xC000;

/// The bytes of a row; 0 for the code points that the page does not have, and for U+0000. (Every
/// page has U+0000 in the byte 00.)
pub(crate) type Block = [u8; 64];

/// All blocks, of which the first has no characters.
pub(super) type Pool = [Block; 256];

/// Numbers that tell the blocks of the pool apart.
pub(super) type Hashes = [u64; 256];

/// The numbers of the blocks of all rows.
pub(super) type Rows = [u8; 256];

/// More blocks than a page has.
const MOST: usize = 32;

/// The blocks of a page. The first has no characters, and the hash 0.
pub(super) struct Blocks {
    /// Their numbers by rows.
    rows: Rows,
    blocks: [Block; MOST],
    hashes: [u64; MOST],
    /// How many there are.
    count: usize,
}

/// The row of a unit of UTF-16. One that is [beyond](is_beyond) may be in any.
#[inline(always)]
const fn row(unit: u16) -> usize {
    (unit >> 6) as u8 as usize
}

/// Whether no page has this.
#[inline(always)]
const fn is_beyond(unit: u16) -> bool {
    unit.wrapping_add(TURNED) & BEYOND != 0
}

/// The pool of the pages that these are the code points of. Blocks of the same row are neighbours:
/// alike as they are, they compress better.
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

/// The blocks in the order of their rows.
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

/// The blocks of the page with these code points.
pub(super) const fn blocks(table: &[u16; 256]) -> Blocks {
    let (mut rows, mut blocks, mut hashes) = ([0; 256], [[0; 64]; MOST], [0u64; MOST]);
    let mut last = 0;
    let mut byte = 1;
    while byte < 256 {
        let code_point = table[byte];
        if (code_point >> 8) as u8 != UNASSIGNED {
            assert!(!is_beyond(code_point), "no row for a code point");
            let number = &mut rows[row(code_point)];
            if *number == 0 {
                last += 1;
                *number = last;
            }
            let cell = code_point as usize % 64;
            blocks[*number as usize][cell] = byte as u8;
            // A sum, so that the order does not matter.
            let hash = &mut hashes[*number as usize];
            *hash = hash.wrapping_add(mixed((cell << 8 | byte) as u64));
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

/// The numbers in the pool of the blocks of a page, by rows. (If two blocks had the same hash, a
/// page would not encode what it decodes: tests show that each does.)
pub(super) const fn rows(blocks: &Blocks, hashes: &Hashes) -> Rows {
    let mut rows = blocks.rows;
    let mut numbers = [0; MOST];
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
    (number ^ number >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// Two windows of 128 code points: that from U+0080 on, and the other one of which a page has the
/// most characters.
#[derive(Clone, Copy)]
pub(crate) struct UnitWindows {
    /// The blocks of each.
    pub(crate) blocks: [[&'static Block; 2]; 2],
    /// The code points of the other one begin at so many times 128.
    pub(crate) number: u8,
}

/// The number of the window of the page with these code points.
pub(super) const fn window(table: &[u16; 256]) -> u8 {
    // Higher ones have no number of 8 bits.
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

/// Units that are converted at a time.
const BLOCK: usize = 16;

/// Characters other than ASCII in a block up to which they are written over the others.
const SPARSE: u64 = 4;

/// A one in each byte.
const ONES: u64 = u64::MAX / 0xFF;

/// The highest bit of each byte.
const HIGH_BITS: u64 = ONES << 7;

/// The [`HIGH_BITS`] side by side: the first byte's is the lowest.
#[inline(always)]
fn gathered(high_bits: u64) -> u32 {
    // The bit of byte `i` goes from `8 * i + 7` to `56 + i`.
    const SHIFTS: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42 | 1 << 49;
    (high_bits.wrapping_mul(SHIFTS) >> 56) as u32
}

impl Page {
    /// The byte of a unit of UTF-16, 0 for none, if it is not [beyond](is_beyond).
    #[inline(always)]
    fn cell(&self, unit: u16) -> u8 {
        super::POOL[usize::from(self.rows[row(unit)])][usize::from(unit) % 64]
    }

    /// The byte of a code point.
    #[inline(never)]
    pub(crate) fn encode(&self, code_point: u32) -> Option<u8> {
        self.byte(u16::try_from(code_point).ok()?)
    }

    /// The byte of a unit of UTF-16, if it is a character that the page has.
    #[inline(always)]
    fn byte(&self, unit: u16) -> Option<u8> {
        let byte = self.cell(unit);
        (!is_beyond(unit) && (byte != 0 || unit == 0)).then_some(byte)
    }

    /// The windows of a page that has ASCII.
    pub(crate) fn unit_windows(&self) -> Option<UnitWindows> {
        let block = |row: u8| &super::POOL[usize::from(self.rows[usize::from(row)])];
        let blocks = [2, self.window << 1].map(|row| [block(row), block(row + 1)]);
        let number = self.window;
        self.has_ascii().then_some(UnitWindows { blocks, number })
    }

    /// Converts units of UTF-16, in the order of the machine, as long as the output has space, and
    /// the page their characters; or, once `some` bytes are read, up to any character. If there is `replaced`, the others become question marks, and it
    /// counts them: a pair of surrogates is one, and so is a surrogate alone.
    #[inline(never)]
    pub(crate) fn encode_utf16(
        &self,
        src: &[u8],
        dst: &mut Output,
        replaced: Option<&mut u64>,
        some: usize,
    ) -> Progress {
        let mark = self.encode(u32::from(b'?')).filter(|_| replaced.is_some());
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
                if !self.encode_block(block, mark, out, &mut count) {
                    break;
                }
                read += 2 * BLOCK;
                written += BLOCK;
                if read >= some {
                    break 'units;
                }
            }
            // As many one by one: the last ones, or those that a block does not have.
            for _ in 0..BLOCK {
                let (Some(&first), true) = (units[read..].first_chunk(), written < dst.len())
                else {
                    break 'units;
                };
                let first = unit(first);
                let byte = self.byte(first);
                let Some(encoded) = byte.or(mark) else {
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

    /// Converts a block of units, if each of them is a character that the page has. Where few are
    /// not ASCII, some may become `mark`, which adds to `marks`.
    #[inline(always)]
    fn encode_block(
        &self,
        units: [u16; BLOCK],
        mark: Option<u8>,
        out: &mut Output,
        marks: &mut u64,
    ) -> bool {
        let out = out.first::<BLOCK>();
        if self.has_ascii() {
            // Each of the others becomes a byte that is not ASCII, either. If the compiler knew
            // the bytes, it would not narrow the units, but put each half together by shifts. (Of a
            // minimum it makes a conversion of numbers with a sign on WebAssembly, which is zero
            // from 0x8000 on.)
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
                        None if unit & 0xF800 != 0xD800 && mark.is_some() => {
                            count += 1;
                            mark
                        }
                        byte => byte,
                    };
                    let Some(byte) = byte else {
                        return false;
                    };
                    out.write(index, [byte]);
                    others &= others - 1;
                }
                *marks += count;
                return true;
            }
        }
        let turned = units.iter().map(|unit| unit.wrapping_add(TURNED));
        if turned.fold(0, |all, unit| all | unit) & BEYOND != 0 {
            return false;
        }
        // Into the output one by one: from an array, the CPU would have to wait until all of them
        // are there.
        let mut index = 0;
        // Its highest bit, if there is a zero among the bytes: no character, or U+0000.
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
