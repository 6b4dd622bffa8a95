//! From code points to bytes.
//!
//! The code points of an encoding lie scattered among those of the Basic Multilingual Plane. Each
//! block of 32 has a bit for those that the encoding has, and the place of their bytes in a list of
//! all:
//!
//! ```text
//! U+4E9C        PAGES[4E] = 12    BLOCKS[12][4] = { bits: 9C → 1, first: 1033 }
//! CELLS[1033 + how many bits are set before it] = 88 9F    (Shift_JIS)
//! ```

/// How an encoding is written, as far as that is one or two bytes for a unit of UTF-16.
pub(crate) struct Encoder {
    /// By the upper byte of a code point, where its blocks are.
    pub(crate) pages: [u8; 256],
    /// Blocks of 32 code points, those of a page together: in the lower half of each a bit for each
    /// code point, in the upper half the place of the first of them.
    pub(crate) blocks: &'static [[u64; 8]],
    /// The bytes of the code points, in their order: one if it is below 100, or else lead and
    /// trail; 0 for what only another encoding with the same blocks has.
    pub(crate) cells: &'static [u16],
}

impl Encoder {
    /// The bytes of a unit of UTF-16, as a number: one byte if it is below 100, or else lead and
    /// trail. 0 if there are none, and for U+0000.
    #[inline(always)]
    pub(crate) fn bytes(&self, unit: u16) -> u16 {
        let [low, high] = unit.to_le_bytes();
        let page = usize::from(self.pages[usize::from(high)]);
        let Some(blocks) = self.blocks.get(page) else {
            return 0;
        };
        let block = blocks[usize::from(low >> 5)];
        let bit = 1 << (low % 32);
        if block as u32 & bit == 0 {
            return 0;
        }
        let before = (block as u32 & (bit - 1)).count_ones();
        let cell = (block >> 32) as usize + before as usize;
        self.cells.get(cell).copied().unwrap_or(0)
    }
}
