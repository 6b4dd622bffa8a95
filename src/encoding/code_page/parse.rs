//! Parses the rows of the tables at compile time.
//!
//! A row lists the code points of the bytes from 80 (or from 00) to FF. Each item is a hexadecimal
//! number, a range such as `0410-044F`, or a `.` for a byte without a character.

use super::UNASSIGNED;

const NONE: u16 = (UNASSIGNED as u16) << 8;

/// Returns the code points of all bytes.
pub(super) const fn code_points(row: &str) -> [u16; 256] {
    let mut listed = [NONE; 256];
    let mut count = 0;
    let row = row.as_bytes();
    let mut at = 0;
    while at < row.len() {
        match row[at] {
            b' ' => at += 1,
            b'.' => {
                count += 1;
                at += 1;
            }
            _ => {
                let first = number(row, at);
                let is_range = at + 4 < row.len() && row[at + 4] == b'-';
                let last = if is_range { number(row, at + 5) } else { first };
                let mut code_point = first;
                while code_point <= last {
                    listed[count] = code_point;
                    count += 1;
                    code_point += 1;
                }
                at += if is_range { 9 } else { 4 };
            }
        }
    }
    if count == 256 {
        return listed;
    }
    assert!(count == 128, "a row has 128 or 256 code points");
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = if byte < 128 {
            byte as u16
        } else {
            listed[byte - 128]
        };
        byte += 1;
    }
    all
}

/// Parses four hexadecimal digits.
const fn number(row: &[u8], at: usize) -> u16 {
    let mut number = 0;
    let mut i = 0;
    while i < 4 {
        let digit = row[at + i];
        assert!(digit.is_ascii_hexdigit());
        number = 16 * number + (digit & 0xF) as u16 + 9 * (digit >> 6) as u16;
        i += 1;
    }
    number
}

/// Returns the number of bytes, counted from the end, that a code page must list: 128 if the bytes
/// below 80 are ASCII, otherwise 256.
pub(super) const fn len(table: &[u16; 256]) -> usize {
    let mut byte = 0;
    while byte < 128 {
        if table[byte] != byte as u16 {
            return 256;
        }
        byte += 1;
    }
    128
}

/// Returns eight bits, from `shift` on, of the code points of the last `LEN` bytes.
pub(super) const fn byte_table<const LEN: usize>(table: &[u16; 256], shift: u32) -> [u8; LEN] {
    let mut bytes = [0; LEN];
    let mut index = 0;
    while index < LEN {
        bytes[index] = (table[256 - LEN + index] >> shift) as u8;
        index += 1;
    }
    bytes
}

/// Returns whether every byte has a character.
pub(super) const fn is_complete(table: &[u16; 256]) -> bool {
    let mut byte = 0;
    while byte < 256 {
        if table[byte] == NONE {
            return false;
        }
        byte += 1;
    }
    true
}
