//! Scores how plausible a text is as UTF-16 or UTF-32.
//!
//! Characters that occur in every text (spaces, ASCII, punctuation) increase the score, and so do
//! letters of the same script as the last letter. In UTF-16 in the wrong byte order, and in
//! single-byte text that is decoded as UTF-16, most units belong to no script, or not to the script
//! of their neighbours:
//!
//! ```text
//! "Да, " as UTF-16LE     14 04 | 30 04 | 2C 00 | 20 00       U+0414 U+0430 U+002C U+0020
//!        as UTF-16BE     14 04 | 30 04 | 2C 00 | 20 00       U+1404 U+3004 U+2C00 U+2000
//! ```

use super::{decode_utf16, is_rare_control};
use crate::encoding::endian::Endian;
use crate::memory::arrays;

/// The plausibility of the characters of a sample.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plausibility {
    /// Number of characters. A surrogate pair counts once, and an unpaired surrogate counts as one.
    pub(super) units: usize,
    /// The score. A greater score is more plausible.
    pub(super) score: i32,
    /// Number of characters of the class [`Implausible`](Class::Implausible).
    implausible: usize,
    /// The script of the last letter.
    script: Option<u8>,
    /// Whether the bytes do not look like text in an encoding with smaller units.
    is_distinct: bool,
}

impl Plausibility {
    /// Returns whether the characters are plausible as text.
    pub(super) fn is_text(&self) -> bool {
        self.units > 0 && self.score > 0 && self.implausible * 20 <= self.units && self.is_distinct
    }

    /// Adds a character, or a surrogate.
    fn add(&mut self, value: u32) {
        self.units += 1;
        self.score += match class(value) {
            Class::Ascii => 3,
            Class::Common => 2,
            Class::Script(script) => {
                let is_same = self.script.replace(script) == Some(script);
                2 * i32::from(is_same)
            }
            Class::Implausible => {
                self.implausible += 1;
                -4
            }
        };
    }
}

/// The class of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A printable ASCII character, TAB, LF, CR or ESC.
    Ascii,
    /// Punctuation, currency signs, format characters, and full-width and half-width forms.
    Common,
    /// A letter or sign of the script with this number. Symbols also count as a script.
    Script(u8),
    /// An unassigned, private or rare character, or a control character.
    Implausible,
}

/// The numbers of scripts that have special rules.
pub(super) const LATIN: u8 = 1;
pub(super) const SYMBOLS: u8 = 15;
pub(super) const EAST_ASIA: u8 = 16;
pub(super) const HANGUL: u8 = 17;

/// The blocks of characters that occur in modern text: first code point, last code point, and
/// number of the script. Scripts that occur together have the same number.
const BLOCKS: [(u32, u32, u8); 25] = [
    (0x00A0, 0x024F, LATIN),
    (0x0300, 0x036F, LATIN),
    (0x0370, 0x03FF, 2),
    (0x0400, 0x052F, 3),
    (0x0530, 0x058F, 4),
    (0x0590, 0x05F4, 5),
    (0x0600, 0x06FF, 6),
    (0x0900, 0x0963, 7),
    (0x0964, 0x0DFF, 7),
    (0x0E01, 0x0E5B, 8),
    (0x0E81, 0x0EDF, 9),
    (0x0F00, 0x0FDA, 10),
    (0x1000, 0x109F, 11),
    (0x10A0, 0x10FF, 12),
    (0x1200, 0x137C, 13),
    (0x1780, 0x17F9, 14),
    (0x1E00, 0x1EFF, LATIN),
    (0x1F00, 0x1FFE, 2),
    (0x2070, 0x2BFF, SYMBOLS),
    (0x3041, 0x312F, EAST_ASIA),
    (0x3131, 0x318E, HANGUL),
    (0xAC00, 0xD7A3, HANGUL),
    (0xFB50, 0xFDFC, 6),
    (0xFE30, 0xFEFC, 6),
    (0x1_F000, 0x1_FAFF, SYMBOLS),
];

/// Value in [`ROW_SCRIPTS`]: the 256 code points are not all in the same class.
const MIXED: u8 = 0xFF;

/// Value in [`ROW_SCRIPTS`]: the 256 code points are in no block.
const NO_BLOCK: u8 = 0xFE;

/// For each row of 256 code points up to U+FFFF, the number of their script, [`MIXED`] or
/// [`NO_BLOCK`]. So only code points in mixed rows, or above U+FFFF, need a search of the blocks.
const ROW_SCRIPTS: [u8; 256] = {
    let mut scripts = [NO_BLOCK; 256];
    let mut row = 0;
    while row < 256 {
        let (start, end) = ((row << 8) as u32, (row << 8 | 0xFF) as u32);
        if matches!(row, 0x00 | 0x20 | 0x30 | 0xFE | 0xFF) {
            scripts[row] = MIXED;
        } else if row >= 0x4E && row <= 0x9F {
            scripts[row] = EAST_ASIA;
        }
        let mut block = 0;
        while block < BLOCKS.len() {
            let (first, last, script) = BLOCKS[block];
            if first <= end && last >= start && scripts[row] == NO_BLOCK {
                let is_whole = first <= start && last >= end;
                scripts[row] = if is_whole { script } else { MIXED };
            }
            block += 1;
        }
        row += 1;
    }
    scripts
};

/// Returns the class of a code point.
pub(super) fn class(value: u32) -> Class {
    match ROW_SCRIPTS.get((value >> 8) as usize) {
        Some(&MIXED) | None => class_by_search(value),
        Some(&NO_BLOCK) => Class::Implausible,
        Some(&script) => Class::Script(script),
    }
}

/// Returns the class of a code point by searching the blocks.
fn class_by_search(value: u32) -> Class {
    match value {
        0x20..0x7F | 0x09 | 0x0A | 0x0D | 0x1B => Class::Ascii,
        0x2010..=0x203E | 0x20A0..=0x20BF | 0x3001..=0x3020 | 0xFF01..=0xFF9F => Class::Common,
        0x200B..=0x200F | 0xFE0E | 0xFE0F | 0xFEFF => Class::Common,
        0x2_0000..=0x2_FFFF => Class::Script(EAST_ASIA),
        0x4E00..=0x9FFF => Class::Script(EAST_ASIA),
        _ => {
            // The blocks are in ascending order: find the first block that does not end before the
            // value.
            let block = BLOCKS.partition_point(|(_, last, _)| *last < value);
            match BLOCKS.get(block) {
                Some((first, _, script)) if *first <= value => Class::Script(*script),
                _ => Class::Implausible,
            }
        }
    }
}

/// Scores a sample as UTF-32.
pub(super) fn plausibility_of_utf32(sample: &[u8], endian: Endian) -> Plausibility {
    let mut plausibility = Plausibility {
        is_distinct: true,
        ..Plausibility::default()
    };
    arrays(sample).for_each(|&bytes| plausibility.add(endian.unit_32(bytes)));
    plausibility
}

/// Scores a sample as UTF-16. `is_utf8` is true if the bytes are also well-formed UTF-8.
pub(super) fn plausibility_of_utf16(sample: &[u8], endian: Endian, is_utf8: bool) -> Plausibility {
    let mut plausibility = Plausibility::default();
    let mut bytes = ByteHistogram::default();
    let units = arrays(sample).map(|&bytes| endian.unit_16(bytes));
    let units = units.inspect(|unit| bytes.add(*unit));
    let mut pairs = 0;
    for value in decode_utf16(units) {
        pairs += usize::from(value >= 0x1_0000);
        plausibility.add(value);
    }
    plausibility.is_distinct = if is_utf8 {
        bytes.resembles_alphabetic_utf16()
    } else {
        // In text in other encodings, several surrogate pairs do not occur by chance.
        bytes.resembles_utf16() || pairs > 1
    };
    plausibility
}

/// Statistics of the bytes of 16-bit units.
#[derive(Default)]
struct ByteHistogram {
    units: usize,
    nul_high_bytes: usize,
    nul_low_bytes: usize,
    /// Number of high bytes below 0x20.
    small_high_bytes: usize,
    /// Number of high bytes, and number of all bytes, that [`is_rare_control`] accepts: control
    /// characters that are rare in single-byte text.
    control_high_bytes: usize,
    control_bytes: usize,
    /// Number of low bytes for each value of their two highest bits.
    quarters: [usize; 4],
}

impl ByteHistogram {
    fn add(&mut self, unit: u16) {
        let [high, low] = unit.to_be_bytes();
        self.units += 1;
        self.nul_high_bytes += usize::from(high == 0);
        self.nul_low_bytes += usize::from(low == 0);
        self.small_high_bytes += usize::from(high < 0x20);
        self.control_high_bytes += usize::from(is_rare_control(high));
        self.control_bytes +=
            usize::from(is_rare_control(high)) + usize::from(is_rare_control(low));
        self.quarters[usize::from(low >> 6)] += 1;
    }

    /// Returns whether most units can be letters of alphabetic scripts, whose high bytes are below
    /// 0x20. Also requires that more high bytes than low bytes are zero, or that no low byte is
    /// zero and most high bytes are control characters that are rare in UTF-8.
    fn resembles_alphabetic_utf16(&self) -> bool {
        let other = self.nul_low_bytes == 0 && 2 * self.control_high_bytes > self.units;
        2 * self.small_high_bytes > self.units
            && (self.nul_high_bytes > self.nul_low_bytes || other)
    }

    /// Returns whether the bytes do not look like text in a single-byte or double-byte encoding.
    /// This is true if a byte is a rare control character, or if the low bytes of at least 8 units
    /// are spread over all four quarters.
    fn resembles_utf16(&self) -> bool {
        let is_spread = self.quarters.iter().all(|count| 12 * count > self.units);
        self.control_bytes > 0 || self.units >= 8 && is_spread
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_is_that_of_the_searched_block() {
        let other = (0..0x12_0000).find(|&value| class(value) != class_by_search(value));
        assert_eq!(other, None);
    }
}
