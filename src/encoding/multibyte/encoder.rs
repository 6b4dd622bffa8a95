//! Encodes code points in the legacy multi-byte encodings, by a table of all units of UTF-16.
//!
//! ```text
//! 亜    cells[4E9C] = 88 9F    (Shift_JIS)
//! ```

use super::lazy::{self, Table};

/// The table for encoding units of UTF-16 that become one or two bytes.
pub(crate) struct Encoder {
    /// The bytes of each unit, as a number: one byte if it is below 0x100, otherwise lead and trail
    /// byte. 0 if the encoding lacks the unit.
    pub(super) cells: &'static Table<0x1_0000>,
}

impl Encoder {
    /// Returns the bytes of a unit of UTF-16 as a number: one byte if it is below 0x100, otherwise
    /// lead and trail byte. Returns 0 if the encoding lacks the unit, and for U+0000.
    #[inline(always)]
    pub(crate) fn bytes(&self, unit: u16) -> u16 {
        lazy::get(self.cells, unit.into())
    }
}
