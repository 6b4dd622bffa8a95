//! The tables of each encoding, from the indexes of the WHATWG Encoding Standard: see
//! `index/make.rs`. Each is a static of its own, so that a program has only those that it uses.

use super::decoder::{NONE, Others};
use super::ranges::RANGES;
use super::{Decoder, Encoder, Multibyte};
use crate::Charset;

/// A table that `build.rs` has written: as text, which the compiler reads faster than it evaluates
/// a function over as many bytes.
macro_rules! table {
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/multibyte/", $name))
    };
}

pub(crate) static SHIFT_JIS: Multibyte = Multibyte {
    charset: Charset::ShiftJis,
    decoder: Decoder {
        rows: parts(&[(0x81, 0x9F, 0, 188), (0xE0, 0xFC, 31 * 188, 188)]),
        columns: parts(&[(0x40, 0x7E, 0, 1), (0x80, 0xFC, 63, 1)]),
        units: &JIS0208,
        singles: singles(&[(0x80, 0x80, 0x80), (0xA1, 0xDF, 0xFF61)]),
        leads: [0x20, 0xA1, 0xDC],
        plain: table!("shift_jis.plain"),
        gap: [0x7F, 0x7F],
        others: Others::None,
    },
    encoder: Encoder {
        pages: table!("jis.pages"),
        blocks: &JIS_BLOCKS,
        cells: &SHIFT_JIS_CELLS,
    },
};

/// (Its decoder does not know those with the leads 8E and 8F: these are rare.)
pub(crate) static EUC_JP: Multibyte = Multibyte {
    charset: Charset::EucJp,
    decoder: Decoder {
        rows: parts(&[(0xA1, 0xFE, 0, 94)]),
        columns: parts(&[(0xA1, 0xFE, 0, 1)]),
        units: JIS0208.split_at(94 * 94).0,
        singles: [0; 128],
        leads: [0, 0xA1, 0xFE],
        plain: table!("euc_jp.plain"),
        gap: [0x7F, 0x7F],
        others: Others::EucJp(&JIS0212),
    },
    encoder: EUC_JP_ENCODER,
};

/// The table of EUC-KR is in two parts of rows of 94: the trails from A1 on, and those before. No
/// lead from C7 on has one of these: their places are behind the table.
pub(crate) static EUC_KR: Multibyte = Multibyte {
    charset: Charset::EucKr,
    decoder: Decoder {
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
        plain: table!("euc_kr.plain"),
        gap: [0x7B, 0x80],
        others: Others::None,
    },
    encoder: Encoder {
        pages: table!("euc_kr.pages"),
        blocks: &EUC_KR_BLOCKS,
        cells: &EUC_KR_CELLS,
    },
};

pub(crate) static GBK: Multibyte = Multibyte {
    charset: Charset::Gbk,
    decoder: CHINESE,
    encoder: Encoder {
        pages: table!("gbk.pages"),
        blocks: &GB18030_BLOCKS,
        cells: &GB18030_CELLS,
    },
};

pub(crate) static GB18030: Multibyte = Multibyte {
    charset: Charset::Gb18030,
    decoder: CHINESE,
    encoder: Encoder {
        pages: table!("gb18030.pages"),
        blocks: &GB18030_BLOCKS,
        cells: &GB18030_CELLS,
    },
};

/// The first leads, 81 to 86, have no characters: their rows are behind the table.
pub(crate) static BIG5: Multibyte = Multibyte {
    charset: Charset::Big5,
    decoder: Decoder {
        rows: parts(&[
            (0x81, 0x86, BIG5_UNITS.len() as u16, 0),
            (0x87, 0xFE, 0, 157),
        ]),
        columns: parts(&[(0x40, 0x7E, 0, 1), (0xA1, 0xFE, 63, 1)]),
        units: &BIG5_UNITS,
        singles: [0; 128],
        leads: [0, 0x81, 0xFE],
        plain: table!("big5.plain"),
        gap: [0x7F, 0xA0],
        others: Others::Big5(&BIG5_PLANE2),
    },
    encoder: Encoder {
        pages: table!("big5.pages"),
        blocks: &BIG5_BLOCKS,
        cells: &BIG5_CELLS,
    },
};

/// GBK is read as GB18030.
const CHINESE: Decoder = Decoder {
    rows: parts(&[(0x81, 0xFE, 0, 190)]),
    columns: parts(&[(0x40, 0x7E, 0, 1), (0x80, 0xFE, 63, 1)]),
    units: &GB18030_UNITS,
    singles: singles(&[(0x80, 0x80, 0x20AC)]),
    leads: [0, 0x81, 0xFE],
    plain: table!("gb18030.plain"),
    gap: [0x7F, 0x7F],
    others: Others::Gb18030(&RANGES),
};

/// What ISO-2022-JP is written with, too.
pub(super) const EUC_JP_ENCODER: Encoder = Encoder {
    pages: table!("jis.pages"),
    blocks: &JIS_BLOCKS,
    cells: &EUC_JP_CELLS,
};

/// JIS X 0208 in rows of 94, with what companies and Shift_JIS have after it.
pub(super) static JIS0208: [u16; 11104] = table!("jis0208.units");
/// JIS X 0212 in rows of 94, from the pointer 108 on.
static JIS0212: [u16; 7103] = table!("jis0212.units");
static EUC_KR_UNITS: [u16; 18348] = table!("euc_kr.units");
static GB18030_UNITS: [u16; 23940] = table!("gb18030.units");
static BIG5_UNITS: [u16; 18840] = table!("big5.units");
static BIG5_PLANE2: [[u16; 2]; 1713] = table!("big5.plane2");

/// The characters of Shift_JIS and those of EUC-JP: nearly the same.
static JIS_BLOCKS: [[u64; 8]; 99] = table!("jis.blocks");
static SHIFT_JIS_CELLS: [u16; 7520] = table!("shift_jis.cells");
static EUC_JP_CELLS: [u16; 7520] = table!("euc_jp.cells");
static EUC_KR_BLOCKS: [[u64; 8]; 146] = table!("euc_kr.blocks");
static EUC_KR_CELLS: [u16; 17175] = table!("euc_kr.cells");
static GB18030_BLOCKS: [[u64; 8]; 132] = table!("gb18030.blocks");
static GB18030_CELLS: [u16; 24085] = table!("gb18030.cells");
static BIG5_BLOCKS: [[u64; 8]; 127] = table!("big5.blocks");
static BIG5_CELLS: [u16; 14489] = table!("big5.cells");

/// What bytes add to a pointer. Of each range: the first and the last byte, what the first adds,
/// and how much more each of the others.
const fn parts(ranges: &[(u8, u8, u16, u16)]) -> [u16; 256] {
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

/// The units of single bytes from 80 on. Of each range: the first and the last byte, and the unit
/// of the first.
const fn singles(ranges: &[(u8, u8, u16)]) -> [u16; 128] {
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
