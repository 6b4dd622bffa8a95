//! Shuffle tables for instruction sets without compressing stores.
//!
//! `COMPRESS_8X8` and `COMPRESS_8X16`, 2 and 4 KiB: for each 8-bit mask, the byte shuffle that
//! compresses 8 bytes, or 8 units of 16 bits. It moves to the front, in order, the bytes or units
//! whose bit is set. Zeros fill the rest. With mask `0b0000_0101`:
//!
//! ```text
//! positions      0     1     2     3     4 ...
//! row of 8X8     0     2     zero  zero  zero ...
//! row of 8X16    0 1   4 5   zero  zero  zero ...
//! ```
//!
//! `COMPRESS_8X16_SWAPPED` (4 KiB) is `COMPRESS_8X16` with the bytes of each unit swapped.
//!
//! `KEEP_1_2` (4 KiB) has a byte shuffle for each 8-bit mask. For each of 8 units of 16 bits, it
//! writes the high byte if the bit of the unit is set, and then the low byte. With mask
//! `0b0000_0101`:
//!
//! ```text
//! positions      0     1     2     3     4 ...
//! row            1     0     2     5     4     6     8 ...
//! ```
//!
//! `KEEP_1_4` (4 KiB) has byte shuffles that keep the 1 to 4 low bytes of each of 4 units of 32
//! bits, high bytes first. The row index has two bits for each unit, the lowest for the first unit.
//! `KEEP_1_4_LEN` is the number of bytes kept.
//!
//! ```text
//! bits           00    01    11      10
//! bytes kept     0     1 0   2 1 0   3 2 1 0
//! ```
//!
//! `KEEP_1_3` (4 KiB) is like `KEEP_1_4`, for characters of up to three bytes. The lead byte of a
//! two-byte sequence is byte 3 of its unit. The lead byte of a three-byte sequence is byte 2.
//! `KEEP_1_4_LEN` is also the number of bytes kept by this table.
//!
//! ```text
//! bits           00    01    11
//! bytes kept     0     3 0   2 1 0
//! ```
#![forbid(unsafe_code)]

use core::ops::Deref;

/// A table with a row for each value of a byte. Rows are aligned, so that a shuffle instruction can
/// use a row as a memory operand.
#[repr(align(16))]
pub(crate) struct Rows<const N: usize>([[u8; N]; 256]);

impl<const N: usize> Deref for Rows<N> {
    type Target = [[u8; N]; 256];

    #[inline(always)]
    fn deref(&self) -> &[[u8; N]; 256] {
        &self.0
    }
}

/// The index that makes a byte shuffle write zero.
const ZERO: u8 = 0x80;

pub(crate) static COMPRESS_8X8: Rows<8> = compress::<8>(0);
pub(crate) static COMPRESS_8X16: Rows<16> = compress::<16>(0);
pub(crate) static COMPRESS_8X16_SWAPPED: Rows<16> = compress::<16>(1);
pub(crate) static KEEP_1_2: Rows<16> = keep_1_2();
pub(crate) static KEEP_1_4: Rows<16> = keep([&[0], &[1, 0], &[3, 2, 1, 0], &[2, 1, 0]]);
pub(crate) static KEEP_1_3: Rows<16> = keep([&[0], &[3, 0], &[], &[2, 1, 0]]);

/// Returns the shuffles that compress 8 units of `N / 8` bytes. Byte `i` of a unit is written at
/// index `i ^ swap` of the unit.
const fn compress<const N: usize>(swap: usize) -> Rows<N> {
    let width = N / 8;
    let mut rows = [[ZERO; N]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut byte, mut len) = (0, 0);
        while byte < N {
            if mask >> (byte / width) & 1 == 1 {
                rows[mask][len ^ swap] = byte as u8;
                len += 1;
            }
            byte += 1;
        }
        mask += 1;
    }
    Rows(rows)
}

/// Returns the shuffles that keep the low byte of each of 8 units of 16 bits, preceded by the high
/// byte if the bit of the unit is set.
const fn keep_1_2() -> Rows<16> {
    let mut rows = [[ZERO; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut unit, mut len) = (0, 0);
        while unit < 8 {
            if mask >> unit & 1 == 1 {
                rows[mask][len] = 2 * unit + 1;
                len += 1;
            }
            rows[mask][len] = 2 * unit;
            len += 1;
            unit += 1;
        }
        mask += 1;
    }
    Rows(rows)
}

/// Returns the shuffles that keep some bytes of each of 4 units of 32 bits. Two bits of the row
/// index for each unit select the bytes from `kept`.
const fn keep(kept: [&[u8]; 4]) -> Rows<16> {
    let mut rows = [[ZERO; 16]; 256];
    let mut key = 0;
    while key < 256 {
        let (mut unit, mut len) = (0, 0);
        while unit < 4 {
            let bytes = kept[key >> (2 * unit) & 3];
            let mut i = 0;
            while i < bytes.len() {
                rows[key][len] = 4 * unit as u8 + bytes[i];
                (len, i) = (len + 1, i + 1);
            }
            unit += 1;
        }
        key += 1;
    }
    Rows(rows)
}

/// The number of bytes that each row of `KEEP_1_4` keeps.
pub(crate) static KEEP_1_4_LEN: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut key = 0;
    while key < 256 {
        let mut unit = 0;
        while unit < 4 {
            lengths[key] += [1, 2, 4, 3][key >> (2 * unit) & 3];
            unit += 1;
        }
        key += 1;
    }
    lengths
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a row that writes `bytes`, followed by zeros.
    fn row<const N: usize>(bytes: impl IntoIterator<Item = u8>) -> [u8; N] {
        let mut row = [ZERO; N];
        for (i, byte) in bytes.into_iter().enumerate() {
            row[i] = byte;
        }
        row
    }

    #[test]
    fn rows_follow_from_their_masks() {
        for mask in 0..256usize {
            let is_set = |unit: &u8| mask >> unit & 1 == 1;
            let kept = (0..8).filter(is_set);
            assert_eq!(COMPRESS_8X8[mask], row(kept.clone()), "mask {mask:08b}");
            let units = kept.clone().flat_map(|unit| [2 * unit, 2 * unit + 1]);
            assert_eq!(COMPRESS_8X16[mask], row(units), "mask {mask:08b}");
            let swapped = kept.flat_map(|unit| [2 * unit + 1, 2 * unit]);
            assert_eq!(COMPRESS_8X16_SWAPPED[mask], row(swapped), "mask {mask:08b}");
            let pairs = (0..8).flat_map(|unit| {
                let high = is_set(&unit).then_some(2 * unit + 1);
                high.into_iter().chain([2 * unit])
            });
            assert_eq!(KEEP_1_2[mask], row(pairs), "mask {mask:08b}");
        }
    }

    #[test]
    fn rows_follow_from_their_keys() {
        for key in 0..256usize {
            let kept = |by_bits: [&'static [u8]; 4]| {
                let units = (0..4).map(move |unit| (4 * unit, by_bits[key >> (2 * unit) & 3]));
                units.flat_map(|(first, bytes)| bytes.iter().map(move |byte| first + byte))
            };
            let up_to_4 = kept([&[0], &[1, 0], &[3, 2, 1, 0], &[2, 1, 0]]);
            let len = usize::from(KEEP_1_4_LEN[key]);
            assert_eq!(up_to_4.clone().count(), len, "key {key:08b}");
            assert_eq!(KEEP_1_4[key], row(up_to_4), "key {key:08b}");
            let up_to_3 = kept([&[0], &[3, 0], &[], &[2, 1, 0]]);
            if (0..4).all(|unit| key >> (2 * unit) & 3 != 0b10) {
                assert_eq!(up_to_3.clone().count(), len, "key {key:08b}");
            }
            assert_eq!(KEEP_1_3[key], row(up_to_3), "key {key:08b}");
        }
    }
}
