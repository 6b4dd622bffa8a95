//! From code points to bytes: by a table of all units of UTF-16.
//!
//! ```text
//! 亜    CELLS[4E9C] = 88 9F    (Shift_JIS)
//! ```

use super::lazy::{self, Table};

/// How an encoding is written, as far as that is one or two bytes for a unit of UTF-16.
pub(crate) struct Encoder {
    /// The bytes of each unit: one if it is below 100, or else lead and trail; 0 if there are none.
    pub(super) cells: &'static Table<0x1_0000>,
}

impl Encoder {
    /// The bytes of a unit of UTF-16, as a number: one byte if it is below 100, or else lead and
    /// trail. 0 if there are none, and for U+0000.
    #[inline(always)]
    pub(crate) fn bytes(&self, unit: u16) -> u16 {
        lazy::get(self.cells, unit.into())
    }
}
