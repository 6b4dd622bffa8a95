//! The characters of four bytes of GB18030: each is a pointer, and lies in a range of pointers and
//! of code points that ascend together.
//!
//! ```text
//! 81 30 9D 30    pointer 280, in the range from 208 and U+016C on: U+01B4
//! ```
//!
//! The next character of a text is likely in the range of the last one, which is kept.

use super::ranges::Ranges;

/// The pointer of U+10000. All other planes are one range.
const PLANES: Range = Range {
    pointer: 189_000,
    code_point: 0x1_0000,
    len: 0x10_0000,
};

/// The pointer of U+E7C7, although its range has U+1E3F there, which is of two bytes.
const EXCEPTION: Range = Range {
    pointer: 7457,
    code_point: 0xE7C7,
    len: 1,
};

/// The pointer after those of the ranges.
const END: u16 = 39_420;

/// The first pointer of a range and its code point.
#[derive(Clone, Copy)]
struct Range {
    pointer: u32,
    code_point: u32,
    len: u32,
}

/// Reads and writes these characters.
#[derive(Clone, Copy)]
pub(crate) struct FourBytes {
    /// Without them, there are none of these characters.
    ranges: Option<&'static Ranges>,
    /// That of the last character.
    last: Range,
}

impl FourBytes {
    pub(super) const fn new(ranges: Option<&'static Ranges>) -> FourBytes {
        let last = Range { len: 0, ..PLANES };
        FourBytes { ranges, last }
    }

    /// The code point of four bytes, if they are one.
    #[inline(always)]
    pub(crate) fn decode(&mut self, bytes: [u8; 4]) -> Option<u32> {
        let [lead, digit, third, fourth] = bytes;
        let leads = [lead, third].map(|byte| u32::from(byte.wrapping_sub(0x81)));
        let digits = [digit, fourth].map(|byte| u32::from(byte.wrapping_sub(b'0')));
        if leads[0].max(leads[1]) > 0xFE - 0x81 || digits[0].max(digits[1]) > 9 {
            return None;
        }
        let pointer = ((leads[0] * 10 + digits[0]) * 126 + leads[1]) * 10 + digits[1];
        if pointer.wrapping_sub(self.last.pointer) >= self.last.len {
            self.find(pointer, |range| range.0, |range| range.pointer)?;
        }
        match pointer == EXCEPTION.pointer {
            true => Some(EXCEPTION.code_point),
            false => Some(self.last.code_point + (pointer - self.last.pointer)),
        }
    }

    /// The four bytes of a code point, if it is in a range.
    #[inline(always)]
    pub(crate) fn encode(&mut self, code_point: u32) -> Option<[u8; 4]> {
        if code_point.wrapping_sub(self.last.code_point) >= self.last.len {
            self.find(code_point, |range| range.1, |range| range.code_point)?;
        }
        let pointer = self.last.pointer + (code_point - self.last.code_point);
        Some([
            (pointer / 12600) as u8 + 0x81,
            (pointer / 1260 % 10) as u8 + b'0',
            (pointer / 10 % 126) as u8 + 0x81,
            (pointer % 10) as u8 + b'0',
        ])
    }

    /// Finds the range of a pointer or a code point, which is what `key` and `start` return.
    #[inline(never)]
    fn find(
        &mut self,
        number: u32,
        key: fn(&(u16, u16)) -> u16,
        start: fn(&Range) -> u32,
    ) -> Option<()> {
        let ranges = self.ranges?;
        let range = if number >= start(&PLANES) {
            PLANES
        } else if number == start(&EXCEPTION) {
            EXCEPTION
        } else {
            let number = u16::try_from(number).ok()?;
            let after = ranges.partition_point(|range| key(range) <= number);
            let (pointer, unit) = ranges[after.checked_sub(1)?];
            let end = ranges.get(after).map_or(END, |next| next.0);
            Range {
                pointer: pointer.into(),
                code_point: unit.into(),
                len: (end - pointer).into(),
            }
        };
        // Between two ranges of code points are surrogates, U+E5E5, and what has two bytes.
        if number - start(&range) >= range.len {
            return None;
        }
        self.last = range;
        Some(())
    }
}
