//! The tables of eucJP-ms: all characters for encoding, and for decoding those that EUC-JP lacks.

use super::{Encoder, Lazy, PRIVATE, index, make_cells, make_japanese, pair, set};
use crate::encoding::multibyte::lazy::{self, Table};
use core::cell::Cell;

/// The tables that eucJP-ms has in addition to those of EUC-JP.
pub(crate) struct EucJpMs {
    /// Two bytes each. If bit 7 of the second byte is cleared, the byte 8F is before them.
    encoder: Encoder,
    /// IBM's characters, which have three bytes.
    ibm: Table<106>,
}

static TABLES: Lazy<EucJpMs> = {
    static CELLS: Table<0x1_0000> = lazy::empty();
    let tables = EucJpMs {
        encoder: Encoder { cells: &CELLS },
        ibm: lazy::empty(),
    };
    Lazy::new(tables, make)
};

/// Returns the tables of eucJP-ms.
pub(crate) fn eucjp_ms() -> &'static EucJpMs {
    TABLES.get()
}

/// The two bytes after 8F of the first of IBM's characters.
const IBM_START: [u8; 2] = [0xF3, 0xF3];

/// Private-use characters: the first lead byte, and the first code point. The rows of two bytes
/// come before those of three bytes.
const PRIVATE_ROW: u8 = 0xF5;
const PRIVATE_START: u16 = 0xE000;
const PRIVATE_COUNT: u16 = 10 * 94;

/// Characters that other vendors have instead of those in the tables, and U+FFE4, which replaces
/// U+00A6 of JIS X 0212.
const OTHERS: [(u16, u16); 7] = [
    (0xA2, 0xA1F1),
    (0xA3, 0xA1F2),
    (0xAC, 0xA2CC),
    (0x2014, 0xA1BD),
    (0x2016, 0xA1C2),
    (0x301C, 0xA1C1),
    (0xFFE4, 0xA243),
];

impl EucJpMs {
    /// Returns the bytes of a unit, with zeros before them if there are fewer than three. All are
    /// zeros if the encoding lacks the unit.
    pub(crate) fn bytes(&self, unit: u16) -> [u8; 3] {
        match self.encoder.bytes(unit).to_be_bytes() {
            [lead @ 1..=0xFF, trail @ ..0x80] => [0x8F, lead, trail | 0x80],
            [lead, trail] => [0, lead, trail],
        }
    }

    /// Returns the unit of two bytes from A1 to FE, or 0 if it is that of EUC-JP.
    pub(crate) fn two_bytes(lead: u8, trail: u8) -> u16 {
        match lead {
            PRIVATE_ROW.. => PRIVATE_START + distance([lead, trail], [PRIVATE_ROW, 0xA1]),
            _ => 0,
        }
    }

    /// Returns the unit of 8F and two bytes from A1 to FE, or 0 if it is that of EUC-JP.
    pub(crate) fn three_bytes(&self, lead: u8, trail: u8) -> u16 {
        match [lead, trail] {
            [0xA2, 0xC3] => 0xFFE4,
            [PRIVATE_ROW..=0xFF, _] => Self::two_bytes(lead, trail) + PRIVATE_COUNT,
            bytes if bytes >= IBM_START => lazy::get(&self.ibm, distance(bytes, IBM_START).into()),
            _ => 0,
        }
    }
}

/// Returns the number of characters from `start` to `bytes`, in rows of 94.
fn distance(bytes: [u8; 2], start: [u8; 2]) -> u16 {
    let [bytes, start] = [bytes, start].map(|[row, cell]| u16::from(row) * 94 + u16::from(cell));
    bytes - start
}

/// Returns the two bytes of a pointer in rows of 94.
fn pointer_bytes(pointer: u16) -> u16 {
    pair(pointer / 94 + 0xA1, pointer % 94, [0xA1; 2])
}

/// Returns the two bytes of a pointer after 8F, as [`EucJpMs::bytes`] expects them.
fn after_8f(pointer: u16) -> u16 {
    pointer_bytes(pointer) & 0xFF7F
}

fn make(tables: &EucJpMs) {
    let to = &tables.encoder;
    let private = u16::from(PRIVATE_ROW - 0xA1) * 94;
    make_cells(to, index::JIS0208, &|pointer| {
        (pointer < private).then(|| pointer_bytes(pointer))
    });
    make_cells(to, index::JIS0212, &|pointer| Some(after_8f(pointer)));
    let ibm = distance(IBM_START, [0xA1; 2]);
    let count = Cell::new(0);
    // IBM's characters are in the order of Shift_JIS, without those that are in the other sets.
    index::JIS0208.each(&mut |pointer, code_point| {
        let unit = code_point as u16;
        let bytes = to.bytes(unit);
        let is_elsewhere = match unit {
            0xFFE2 | 0xFFE4 | 0x2235 => true,
            ..0x4E00 | 0xFF00.. => false,
            // Another thread may already have written its bytes.
            _ => bytes != 0 && bytes < after_8f(ibm),
        };
        if pointer >= PRIVATE.end && !is_elsewhere {
            let at = count.replace(count.get() + 1);
            set(&tables.ibm, at.into(), unit);
            if bytes == 0 {
                set(to.cells, unit.into(), after_8f(ibm + at));
            }
        }
    });
    for at in 0..PRIVATE_COUNT {
        let unit = PRIVATE_START + at;
        set(to.cells, unit.into(), pointer_bytes(private + at));
        set(
            to.cells,
            (unit + PRIVATE_COUNT).into(),
            after_8f(private + at),
        );
    }
    make_japanese(to, 0x8E00);
    for (unit, bytes) in OTHERS {
        set(to.cells, unit.into(), bytes);
    }
}
