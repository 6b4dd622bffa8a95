//! The four-byte characters of GB18030: all characters that have no shorter sequence. The bytes of
//! a sequence are the digits of a number, its *pointer* in the WHATWG Encoding Standard.
//!
//! ```text
//! 81 30 9D 30    UNITS[280] = 01B4
//! ```

use super::lazy::{self, Lazy, Table, set};
use super::ranges::{END, RANGES};

/// The pointer of U+10000. From there on, pointers and code points ascend together.
const PLANES: u32 = 189_000;

/// The tables for decoding and encoding four-byte characters.
pub(crate) struct FourBytes {
    /// The units of UTF-16 of the Basic Multilingual Plane, indexed by pointer. 0 if there is none.
    units: Lazy<&'static Table<{ END as usize }>>,
    /// The pointer plus 1 of each unit of UTF-16. 0 if there is none.
    pointers: Lazy<&'static Table<0x1_0000>>,
}

pub(super) static FOUR_BYTES: FourBytes = {
    static UNITS: Table<{ END as usize }> = lazy::empty();
    static POINTERS: Table<0x1_0000> = lazy::empty();
    FourBytes {
        units: Lazy::new(&UNITS, |units| {
            each(&mut |pointer, unit| set(*units, pointer.into(), unit));
        }),
        pointers: Lazy::new(&POINTERS, |pointers| {
            each(&mut |pointer, unit| set(*pointers, unit.into(), pointer + 1));
        }),
    }
};

/// Calls `visit` with each pointer and its unit.
fn each(visit: &mut dyn FnMut(u16, u16)) {
    let ends = RANGES.iter().skip(1).map(|next| next.0).chain([END]);
    for (&(start, first), end) in RANGES.iter().zip(ends) {
        for pointer in start..end {
            let unit = match first + (pointer - start) {
                // Since GB18030-2005, U+1E3F has two bytes and this sequence is U+E7C7.
                0x1E3F => 0xE7C7,
                unit => unit,
            };
            visit(pointer, unit);
        }
    }
}

impl FourBytes {
    /// Returns the code point of four bytes, or `None` if they are not a character.
    #[inline(always)]
    pub(crate) fn decode(&self, bytes: [u8; 4]) -> Option<u32> {
        let [lead, digit, third, fourth] = bytes;
        let leads = [lead, third].map(|byte| u32::from(byte.wrapping_sub(0x81)));
        let digits = [digit, fourth].map(|byte| u32::from(byte.wrapping_sub(b'0')));
        if leads[0].max(leads[1]) > 0xFE - 0x81 || digits[0].max(digits[1]) > 9 {
            return None;
        }
        let pointer = ((leads[0] * 10 + digits[0]) * 126 + leads[1]) * 10 + digits[1];
        let code_point = match pointer {
            PLANES.. => pointer - PLANES + 0x1_0000,
            _ => lazy::get(*self.units.get(), pointer as usize).into(),
        };
        matches!(code_point, 1..0x11_0000).then_some(code_point)
    }

    /// Returns the four bytes of a code point, or `None` if it has a shorter sequence or none.
    #[inline(always)]
    pub(crate) fn encode(&self, code_point: u32) -> Option<[u8; 4]> {
        let pointer = match code_point {
            ..0x1_0000 => match lazy::get(*self.pointers.get(), code_point as usize) {
                0 => return None,
                next => u32::from(next) - 1,
            },
            0x1_0000..0x11_0000 => code_point - 0x1_0000 + PLANES,
            _ => return None,
        };
        Some([
            (pointer / 12600) as u8 + 0x81,
            (pointer / 1260 % 10) as u8 + b'0',
            (pointer / 10 % 126) as u8 + 0x81,
            (pointer % 10) as u8 + b'0',
        ])
    }
}
