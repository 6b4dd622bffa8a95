//! Tables over bytes, made from ranges of bytes.

use crate::encoding::multibyte::decoder::NONE;

/// Returns the number that each byte adds to a pointer. A range has its first and last byte, the
/// number for the first byte, and the increment for each further byte.
pub(super) const fn parts(ranges: &[(u8, u8, u16, u16)]) -> [u16; 256] {
    let mut parts = [NONE; 256];
    let mut range = 0;
    while range < ranges.len() {
        let (first, last, mut part, step) = ranges[range];
        let mut byte = first as usize;
        while byte <= last as usize {
            parts[byte] = part;
            part += step;
            byte += 1;
        }
        range += 1;
    }
    parts
}

/// Returns the units of single bytes from 80 on. A range has its first and last byte, and the unit
/// of the first byte.
pub(super) const fn singles(ranges: &[(u8, u8, u16)]) -> [u16; 128] {
    let mut singles = [0; 128];
    let mut range = 0;
    while range < ranges.len() {
        let (first, last, mut unit) = ranges[range];
        let mut byte = first as usize;
        while byte <= last as usize {
            singles[byte - 0x80] = unit;
            unit += 1;
            byte += 1;
        }
        range += 1;
    }
    singles
}

/// Returns the [plain](super::Decoder::plain) trail bytes. A range has its first and last lead
/// byte, and the first and last trail byte of each.
pub(super) const fn plain(ranges: &[(u8, u8, u8, u8)]) -> [[u8; 128]; 2] {
    let [mut firsts, mut lasts] = [[0xFF; 128], [0; 128]];
    let mut range = 0;
    while range < ranges.len() {
        let (lead, last_lead, first, last) = ranges[range];
        let mut lead = lead as usize & 0x7F;
        while lead <= last_lead as usize & 0x7F {
            firsts[lead] = first;
            lasts[lead] = last;
            lead += 1;
        }
        range += 1;
    }
    [firsts, lasts]
}
