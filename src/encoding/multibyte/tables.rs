//! The tables of each encoding, which are generated from the indexes of the WHATWG Encoding
//! Standard. Each table is a separate static, so that a program contains only those that it uses.
//!
//! Rules that are not in the indexes are in the standard's sections on each decoder and encoder:
//! <https://encoding.spec.whatwg.org>.

#[cfg(feature = "more-charsets")]
pub(crate) mod eucjp_ms;
mod from_ranges;

use super::decoder::{BIG5_START, JIS0212_START, Others, Plane2};
use super::four_bytes::FOUR_BYTES;
use super::index::{self, Index};
use super::lazy::{self, Lazy, Table, set};
use super::rules::BIG5_WRITTEN;
use super::{Decoder, Encoder, Multibyte};
use crate::Charset;
use core::ops::Range;
use core::sync::atomic::AtomicU16;
use from_ranges::{parts, plain, singles};

/// Declares an encoding with a decoder and an encoder.
macro_rules! multibyte {
    ($name:ident = $charset:ident, $decoder:ident, $encoder:ident) => {
        pub(crate) static $name: Multibyte = Multibyte {
            charset: Charset::$charset,
            decoder: || $decoder.get(),
            encoder: || $encoder.get(),
        };
    };
}

multibyte!(SHIFT_JIS = ShiftJis, SHIFT_JIS_DECODER, SHIFT_JIS_ENCODER);
multibyte!(EUC_JP = EucJp, EUC_JP_DECODER, EUC_JP_ENCODER);
multibyte!(EUC_KR = EucKr, EUC_KR_DECODER, EUC_KR_ENCODER);
multibyte!(GBK = Gbk, GB18030_DECODER, GBK_ENCODER);
multibyte!(GB18030 = Gb18030, GB18030_DECODER, GB18030_ENCODER);
multibyte!(BIG5 = Big5, BIG5_DECODER, BIG5_ENCODER);

static SHIFT_JIS_DECODER: Lazy<Decoder> = Lazy::new(
    Decoder {
        rows: parts(&[(0x81, 0x9F, 0, 188), (0xE0, 0xFC, 31 * 188, 188)]),
        columns: parts(&[(0x40, 0x7E, 0, 1), (0x80, 0xFC, 63, 1)]),
        units: &JIS0208,
        singles: singles(&[(0x80, 0x80, 0x80), (0xA1, 0xDF, 0xFF61)]),
        leads: [0x20, 0xA1, 0xDC],
        plain: plain(&[
            (0x81, 0x81, 0x4F, 0x7C),
            (0x82, 0x82, 0x9F, 0xF1),
            (0x83, 0x83, 0x40, 0x96),
            (0x84, 0x84, 0x9F, 0xBE),
            (0x87, 0x87, 0x7E, 0x9C),
            (0x88, 0x88, 0x9F, 0xFC),
            (0x89, 0x97, 0x40, 0xFC),
            (0x98, 0x98, 0x9F, 0xFC),
            (0x99, 0x9F, 0x40, 0xFC),
            (0xE0, 0xE9, 0x40, 0xFC),
            (0xEA, 0xEA, 0x40, 0xA4),
            (0xED, 0xED, 0x40, 0xFC),
            (0xEE, 0xEE, 0x40, 0xEC),
            (0xF0, 0xFB, 0x40, 0xFC),
        ]),
        gap: [0x7F, 0x7F],
        others: Others::None,
    },
    make_jis0208,
);

/// (The table does not have the characters with lead bytes 8E and 8F, which are rare.)
static EUC_JP_DECODER: Lazy<Decoder> = Lazy::new(
    Decoder {
        rows: parts(&[(0xA1, 0xFE, 0, 94)]),
        columns: parts(&[(0xA1, 0xFE, 0, 1)]),
        units: JIS0208.split_at(94 * 94).0,
        singles: [0; 128],
        leads: [0, 0xA1, 0xFE],
        plain: plain(&[
            (0xA1, 0xA1, 0xB0, 0xDD),
            (0xA2, 0xA2, 0xDC, 0xEA),
            (0xA3, 0xA3, 0xE1, 0xFA),
            (0xA4, 0xA4, 0xA1, 0xF3),
            (0xA5, 0xA5, 0xA1, 0xF6),
            (0xA8, 0xA8, 0xA1, 0xC0),
            (0xAD, 0xAD, 0xDF, 0xFC),
            (0xB0, 0xCE, 0xA1, 0xFE),
            (0xCF, 0xCF, 0xA1, 0xD3),
            (0xD0, 0xF3, 0xA1, 0xFE),
            (0xF9, 0xFB, 0xA1, 0xFE),
            (0xFC, 0xFC, 0xA1, 0xEE),
        ]),
        gap: [0x7F, 0x7F],
        others: Others::EucJp(&JIS0212),
    },
    |decoder| {
        make_jis0208(decoder);
        make_units(&JIS0212, index::JIS0212, &|pointer| {
            pointer.wrapping_sub(JIS0212_START)
        });
    },
);

/// The table of EUC-KR has two parts with rows of 94: trail bytes from A1 on, and trail bytes below
/// A1. Lead bytes from C7 on have no characters in the second part, so their indices are past the
/// end of the table.
static EUC_KR_DECODER: Lazy<Decoder> = Lazy::new(
    Decoder {
        rows: parts(&[(0x81, 0xFE, 0, 94)]),
        columns: parts(&[
            (0xA1, 0xFE, 0, 1),
            (0x41, 0x5A, 126 * 94, 1),
            (0x61, 0x7A, 126 * 94 + 26, 1),
            (0x81, 0xA0, 126 * 94 + 52, 1),
        ]),
        units: &EUC_KR_UNITS,
        singles: [0; 128],
        leads: [0, 0x81, 0xFE],
        plain: plain(&[
            (0x81, 0xA0, 0x61, 0xFE),
            (0xA1, 0xA1, 0x61, 0xA3),
            (0xA2, 0xA2, 0x61, 0xA4),
            (0xA3, 0xA4, 0x61, 0xFE),
            (0xA5, 0xA5, 0x61, 0xAA),
            (0xA6, 0xA6, 0x61, 0xE4),
            (0xA7, 0xA7, 0x61, 0xEF),
            (0xA8, 0xA9, 0xB1, 0xF5),
            (0xAA, 0xAA, 0x61, 0xF3),
            (0xAB, 0xAB, 0x61, 0xF6),
            (0xAC, 0xAF, 0x61, 0xA0),
            (0xB0, 0xC5, 0x61, 0xFE),
            (0xC6, 0xC8, 0xA1, 0xFE),
            (0xCA, 0xFD, 0xA1, 0xFE),
        ]),
        gap: [0x7B, 0x80],
        others: Others::None,
    },
    |decoder| {
        let index_of = |pointer| {
            let [lead, trail] = euc_kr(pointer).to_be_bytes();
            decoder.pointer(lead, trail)
        };
        make_units(decoder.units, index::EUC_KR, &index_of);
    },
);

/// GBK is decoded as GB18030.
static GB18030_DECODER: Lazy<Decoder> = Lazy::new(
    Decoder {
        rows: parts(&[(0x81, 0xFE, 0, 190)]),
        columns: parts(&[(0x40, 0x7E, 0, 1), (0x80, 0xFE, 63, 1)]),
        units: &GB18030_UNITS,
        singles: singles(&[(0x80, 0x80, 0x20AC)]),
        leads: [0, 0x81, 0xFE],
        plain: plain(&[
            (0x81, 0xA0, 0x40, 0xFE),
            (0xA1, 0xA1, 0x40, 0xA3),
            (0xA2, 0xA5, 0x40, 0xFE),
            (0xA6, 0xA7, 0x40, 0xA0),
            (0xA8, 0xA8, 0x43, 0xA0),
            (0xA9, 0xFE, 0x40, 0xFE),
        ]),
        gap: [0x7F, 0x7F],
        others: Others::Gb18030(&FOUR_BYTES),
    },
    |decoder| make_units(decoder.units, index::GB18030, &|pointer| pointer),
);

/// The first lead bytes, 81 to 86, have no characters. Their rows are past the end of the table.
static BIG5_DECODER: Lazy<Decoder> = Lazy::new(
    Decoder {
        rows: parts(&[
            (0x81, 0x86, BIG5_UNITS.len() as u16, 0),
            (0x87, 0xFE, 0, 157),
        ]),
        columns: parts(&[(0x40, 0x7E, 0, 1), (0xA1, 0xFE, 63, 1)]),
        units: &BIG5_UNITS,
        singles: [0; 128],
        leads: [0, 0x81, 0xFE],
        plain: plain(&[
            (0xA1, 0xA1, 0x51, 0xB0),
            (0xA2, 0xA2, 0x59, 0xFE),
            (0xA3, 0xA3, 0x74, 0xBA),
            (0xA4, 0xC5, 0x40, 0xFE),
            (0xC6, 0xC6, 0x40, 0xD7),
            (0xC7, 0xC7, 0x40, 0xF2),
            (0xC8, 0xC8, 0xCD, 0xF1),
            (0xC9, 0xF9, 0x40, 0xFE),
        ]),
        gap: [0x7F, 0xA0],
        others: Others::Big5(&BIG5_PLANE2),
    },
    |decoder| {
        make_units(decoder.units, index::BIG5, &|pointer| {
            pointer.wrapping_sub(BIG5_START)
        });
        let [pointers, lows] = &BIG5_PLANE2;
        let mut at = 0;
        index::BIG5.each(&mut |pointer, code_point| {
            if code_point > 0xFFFF {
                set(pointers, at, pointer);
                set(lows, at, code_point as u16);
                at += 1;
            }
        });
    },
);

/// JIS X 0208 in rows of 94, followed by the extensions of vendors and of Shift_JIS.
static JIS0208: Table<11104> = lazy::empty();
/// JIS X 0212 in rows of 94, from the pointer [`JIS0212_START`] on.
static JIS0212: Table<7103> = lazy::empty();
static EUC_KR_UNITS: Table<18348> = lazy::empty();
static GB18030_UNITS: Table<23940> = lazy::empty();
static BIG5_UNITS: Table<18840> = lazy::empty();
static BIG5_PLANE2: Plane2 = [lazy::empty(), lazy::empty()];

/// Writes the units of an index to a table. `index_of` maps a pointer to the index in the table.
#[inline(never)]
fn make_units(units: &[AtomicU16], index: Index, index_of: &dyn Fn(usize) -> usize) {
    index.each(&mut |pointer, code_point| {
        if let Ok(unit) = u16::try_from(code_point) {
            set(units, index_of(pointer.into()), unit);
        }
    });
}

/// The pointers of private-use characters of Shift_JIS, which index jis0208 lacks, and the code
/// point of the first one.
const PRIVATE: Range<u16> = 8836..10716;
const FIRST_PRIVATE: u16 = 0xE000;

fn make_jis0208(decoder: &Decoder) {
    make_units(decoder.units, index::JIS0208, &|pointer| pointer);
    for (pointer, unit) in PRIVATE.zip(FIRST_PRIVATE..) {
        set(decoder.units, pointer.into(), unit);
    }
}

/// Declares the table of an encoder.
macro_rules! encoder {
    ($name:ident: $make:expr) => {
        static $name: Lazy<Encoder> = {
            static CELLS: Table<0x1_0000> = lazy::empty();
            Lazy::new(Encoder { cells: &CELLS }, $make)
        };
    };
}

encoder!(SHIFT_JIS_ENCODER: |encoder| {
    /// NEC's duplicates of IBM's characters, which Shift_JIS does not encode.
    const COPIES: Range<u16> = 8272..PRIVATE.start;
    make_cells(encoder, index::JIS0208, &|pointer| {
        let lead = pointer / 188;
        let lead = lead + if lead < 0x1F { 0x81 } else { 0xC1 };
        (!COPIES.contains(&pointer)).then(|| pair(lead, pointer % 188, [0x40, 0x41]))
    });
    make_japanese(encoder, 0);
    set(encoder.cells, 0x80, 0x80);
});

encoder!(EUC_JP_ENCODER: |encoder| {
    make_cells(encoder, index::JIS0208, &|pointer| {
        let bytes = || pair(pointer / 94 + 0xA1, pointer % 94, [0xA1; 2]);
        (pointer < 94 * 94).then(bytes)
    });
    make_japanese(encoder, 0x8E00);
});

encoder!(EUC_KR_ENCODER: |encoder| {
    make_cells(encoder, index::EUC_KR, &|pointer| Some(euc_kr(pointer.into())));
});

encoder!(GB18030_ENCODER: make_chinese);
encoder!(GBK_ENCODER: |encoder| {
    // The euro sign is the only character that GB18030 encodes differently.
    set(encoder.cells, 0x20AC, 0x80);
    make_chinese(encoder);
});

encoder!(BIG5_ENCODER: |encoder| {
    /// Pointers that the encoder does not use. Most code points with several pointers are encoded
    /// by the first one, but the code points of these are encoded by the last one.
    const NOT_WRITTEN: [u16; 6] = [5247, 5248, 5249, 5250, 5287, 5289];
    make_cells(encoder, index::BIG5, &|pointer| {
        let bytes = || pair(pointer / 157 + 0x81, pointer % 157, [0x40, 0x62]);
        (pointer >= BIG5_WRITTEN && !NOT_WRITTEN.contains(&pointer)).then(bytes)
    });
});

/// Writes the bytes of ASCII and of an index to a table. A code point gets the bytes of its first
/// pointer for which `bytes` returns any.
#[inline(never)]
fn make_cells(to: &Encoder, index: Index, bytes: &dyn Fn(u16) -> Option<u16>) {
    for ascii in 0..0x80 {
        set(to.cells, ascii.into(), ascii);
    }
    index.each(&mut |pointer, code_point| {
        if let (Ok(unit), Some(bytes)) = (u16::try_from(code_point), bytes(pointer)) {
            if to.bytes(unit) == 0 {
                set(to.cells, unit.into(), bytes);
            }
        }
    });
}

/// Writes half-width katakana, with the lead byte `lead` if it is not 0. Also writes the characters
/// that both Japanese encodings encode as other characters.
#[inline(never)]
fn make_japanese(to: &Encoder, lead: u16) {
    for byte in 0xA1..=0xDF {
        set(to.cells, usize::from(byte) - 0xA1 + 0xFF61, lead | byte);
    }
    set(to.cells, 0xA5, b'\\'.into());
    set(to.cells, 0x203E, b'~'.into());
    set(to.cells, 0x2212, to.bytes(0xFF0D));
}

/// Private-use code points that had these bytes before GB18030-2022, and that the encoder still
/// writes as these bytes: the first code point of each run, its bytes, and the length of the run.
const OVERRIDES: [(u16, u16, u16); 10] = [
    (0xE78D, 0xA6D9, 7),
    (0xE794, 0xA6EC, 2),
    (0xE796, 0xA6F3, 1),
    (0xE81E, 0xFE59, 1),
    (0xE826, 0xFE61, 1),
    (0xE82B, 0xFE66, 2),
    (0xE832, 0xFE6D, 1),
    (0xE843, 0xFE7E, 1),
    (0xE854, 0xFE90, 1),
    (0xE864, 0xFEA0, 1),
];

#[inline(never)]
fn make_chinese(to: &Encoder) {
    make_cells(to, index::GB18030, &|pointer| {
        Some(pair(pointer / 190 + 0x81, pointer % 190, [0x40, 0x41]))
    });
    for (unit, bytes, count) in OVERRIDES {
        for at in 0..count {
            set(to.cells, (unit + at).into(), bytes + at);
        }
    }
}

/// Returns the two bytes of a pointer of EUC-KR.
fn euc_kr(pointer: usize) -> u16 {
    let pointer = pointer as u16;
    pair(pointer / 190 + 0x81, pointer % 190, [0x41; 2])
}

/// Returns a lead byte and the trail byte of a column. Trail bytes start at `low` for columns up to
/// 62, and continue at `high` for the others.
pub(crate) fn pair(lead: u16, column: u16, [low, high]: [u16; 2]) -> u16 {
    lead << 8 | (column + if column < 0x3F { low } else { high })
}
