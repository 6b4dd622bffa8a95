//! Parses the characters of code pages, `pages.txt` and `more_pages.txt`, at compile time.
//!
//! Each code page is a line that begins with the name of its type. Lines that begin with a space
//! continue it. The code pages are in the order of the rows in `pages.rs` and `more_pages.rs`:
//!
//! ```text
//! NAME 0410-044F 0401 . [more]         the code points of the bytes from 80 (or from 00) to FF, in
//!                                      hexadecimal; each `.` is a byte without a character
//! NAME = OTHER 9F:20AC 98:. [more]     as in OTHER, which is above, except for these bytes
//! ```
//!
//! Lines that begin with `#` are comments.

use super::UNASSIGNED;

const NONE: u16 = (UNASSIGNED as u16) << 8;

/// Returns the code points of all bytes of each code page. `names` are their names in `text`, in
/// order.
pub(super) const fn code_points<const N: usize>(
    names: &[&str; N],
    text: &'static str,
) -> [[u16; 256]; N] {
    let mut text = Text(text.as_bytes());
    let mut tables = [[NONE; 256]; N];
    let mut page = 0;
    while !text.0.is_empty() {
        if matches!(text.0[0], b'#' | b'\r' | b'\n') {
            while !text.skip(b'\n') {
                text.advance(1);
            }
            continue;
        }
        let name = text.word();
        assert!(
            page < N && is_equal(name, names[page].as_bytes()),
            "the rows are in another order"
        );
        tables[page] = if text.has_item() && text.skip(b'=') {
            assert!(text.has_item());
            let other = index(names, text.word());
            assert!(other < page, "the other code page is above");
            text.changes(tables[other])
        } else {
            text.all_code_points()
        };
        page += 1;
    }
    assert!(page == N, "every row has characters");
    tables
}

/// Returns the index of a name, or `N` if it is not one of `names`.
const fn index<const N: usize>(names: &[&str; N], name: &[u8]) -> usize {
    let mut index = 0;
    while index < N && !is_equal(names[index].as_bytes(), name) {
        index += 1;
    }
    index
}

const fn is_equal(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

/// The rest of the text.
struct Text(&'static [u8]);

impl Text {
    const fn advance(&mut self, len: usize) {
        self.0 = self.0.split_at(len).1;
    }

    /// Advances after the next byte, if it is this one.
    const fn skip(&mut self, byte: u8) -> bool {
        let is_next = matches!(self.0, [next, ..] if *next == byte);
        if is_next {
            self.advance(1);
        }
        is_next
    }

    /// Advances to the next item of a code page. Returns `false` if there is none.
    const fn has_item(&mut self) -> bool {
        while matches!(self.0, [b' ' | b'\r', ..] | [b'\n', b' ', ..]) {
            self.advance(1);
        }
        !matches!(self.0, [] | [b'\n', ..])
    }

    const fn word(&mut self) -> &'static [u8] {
        let start = self.0;
        while !matches!(self.0, [] | [b' ' | b'\r' | b'\n', ..]) {
            self.advance(1);
        }
        start.split_at(start.len() - self.0.len()).0
    }

    /// Parses hexadecimal digits.
    const fn number(&mut self, digits: usize) -> u16 {
        let mut number = 0;
        let mut i = 0;
        while i < digits {
            let digit = self.0[i];
            assert!(digit.is_ascii_hexdigit(), "expected a hexadecimal digit");
            number = 16 * number + (digit & 0xF) as u16 + 9 * (digit >> 6) as u16;
            i += 1;
        }
        self.advance(digits);
        number
    }

    /// Parses the bytes that differ from `table`.
    const fn changes(&mut self, mut table: [u16; 256]) -> [u16; 256] {
        while self.has_item() {
            let byte = self.number(2) as usize;
            assert!(self.skip(b':'));
            table[byte] = if self.skip(b'.') {
                NONE
            } else {
                self.number(4)
            };
        }
        table
    }

    /// Parses the code points of the bytes from 80, or from 00.
    const fn all_code_points(&mut self) -> [u16; 256] {
        let mut listed = [NONE; 256];
        let mut count = 0;
        while self.has_item() {
            if self.skip(b'.') {
                count += 1;
                continue;
            }
            let mut code_point = self.number(4);
            let last = if self.skip(b'-') {
                self.number(4)
            } else {
                code_point
            };
            while code_point <= last {
                listed[count] = code_point;
                count += 1;
                code_point += 1;
            }
        }
        if count == 256 {
            return listed;
        }
        assert!(count == 128, "a code page has 128 or 256 code points");
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
}

/// Returns the number of bytes, counted from the end, that a code page must list: 128 if the bytes
/// below 80 are ASCII, otherwise 256.
pub(super) const fn listed_len(table: &[u16; 256]) -> usize {
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
