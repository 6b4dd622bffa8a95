//! Encodes one character at a time, for text in which unrepresentable characters are near each
//! other. The kernels convert the rest.
//!
//! Legacy encodings have tables, which are filled from the library's converters when they are first
//! used.

use std::sync::{Mutex, OnceLock, PoisonError};
use utflane::{Charset, Pair, unit_bytes};

/// The bytes of a character, from the lowest, and their number in the highest byte. 0 for a
/// character that is not representable.
type Code = u64;

/// Maximum number of bytes of a code.
const MAX: usize = 7;

/// Memory for a code or for a replacement. More bytes than its length may be overwritten.
pub(crate) type Slot = [u8; 16];

fn code_of(bytes: &[u8]) -> Code {
    let mut code = [0; 8];
    code[..bytes.len()].copy_from_slice(bytes);
    code[MAX] = bytes.len() as u8;
    Code::from_le_bytes(code)
}

/// The codes of 256 code points.
type Block = [Code; 256];

/// The characters of a legacy encoding.
pub(crate) struct Table {
    charset: Charset,
    blocks: [OnceLock<Box<Block>>; BLOCKS],
}

/// The blocks of the first three planes. Few encodings have characters of the others.
const BLOCKS: usize = 0x300;

/// How the characters of an encoding are encoded.
#[derive(Clone, Copy)]
pub(crate) enum Codes {
    /// The code points below this limit are bytes.
    Bytes(u32),
    Unicode(Charset),
    Legacy(&'static Table),
}

impl Codes {
    pub(crate) fn of(charset: Charset) -> Codes {
        match charset {
            Charset::Ascii => Codes::Bytes(0x80),
            Charset::Latin1 => Codes::Bytes(0x100),
            Charset::Utf8
            | Charset::Utf16Le
            | Charset::Utf16Be
            | Charset::Utf32Le
            | Charset::Utf32Be => Codes::Unicode(charset),
            _ => Codes::Legacy(Table::of(charset)),
        }
    }

    /// Whether a code point is representable.
    #[inline]
    pub(crate) fn contains(self, point: u32) -> bool {
        match self {
            Codes::Bytes(limit) => point < limit,
            Codes::Unicode(_) => !matches!(point, 0xD800..0xE000),
            Codes::Legacy(table) => table.code(point) != 0,
        }
    }

    /// Writes a character. Returns its length, which is 0 if it is not representable.
    #[inline(always)]
    pub(crate) fn write(self, point: u32, out: &mut Slot) -> usize {
        match self {
            Codes::Bytes(limit) => {
                out[0] = point as u8;
                usize::from(point < limit)
            }
            Codes::Unicode(_) if matches!(point, 0xD800..0xE000) => 0,
            Codes::Unicode(charset) => write_unicode(point, charset, out),
            Codes::Legacy(table) => {
                let code = table.code(point);
                out[..8].copy_from_slice(&code.to_le_bytes());
                (code >> (8 * MAX)) as usize
            }
        }
    }

    /// Appends a character. Returns `false` if it is not representable.
    pub(crate) fn push(self, point: u32, bytes: &mut Vec<u8>) -> bool {
        let mut out = Slot::default();
        let len = self.write(point, &mut out);
        bytes.extend_from_slice(&out[..len]);
        len > 0
    }
}

#[inline(always)]
fn write_unicode(point: u32, charset: Charset, out: &mut Slot) -> usize {
    let pair = point.wrapping_sub(0x1_0000);
    let units = [0xD800 | (pair >> 10) as u16, 0xDC00 | (pair & 0x3FF) as u16];
    let is_pair = point >= 0x1_0000;
    let units = match is_pair {
        true => units,
        false => [point as u16, 0],
    };
    let continuation = |shift: u32| 0x80 | (point >> shift & 0x3F) as u8;
    match charset {
        Charset::Utf32Le => out[..4].copy_from_slice(&point.to_le_bytes()),
        Charset::Utf32Be => out[..4].copy_from_slice(&point.to_be_bytes()),
        Charset::Utf16Le | Charset::Utf16Be => {
            for (unit, to) in units.into_iter().zip(out.chunks_exact_mut(2)) {
                to.copy_from_slice(&match charset {
                    Charset::Utf16Le => unit.to_le_bytes(),
                    _ => unit.to_be_bytes(),
                });
            }
            return if is_pair { 4 } else { 2 };
        }
        _ if point < 0x1_0000 => {
            // Without branches on the length, which cannot be predicted in most languages.
            let last = 0x80 | point & 0x3F;
            let two = 0xC0 | point >> 6 | last << 8;
            let three = 0xE0 | point >> 12 | (0x80 | point >> 6 & 0x3F) << 8 | last << 16;
            let short = if point < 0x80 { point } else { two };
            let code = if point < 0x800 { short } else { three };
            out[..4].copy_from_slice(&code.to_le_bytes());
            return 1 + usize::from(point >= 0x80) + usize::from(point >= 0x800);
        }
        _ => {
            let first = 0xF0 | (point >> 18) as u8;
            let rest = [continuation(12), continuation(6), continuation(0)];
            out[..4].copy_from_slice(&[first, rest[0], rest[1], rest[2]]);
        }
    }
    4
}

impl Table {
    /// Returns the table of a charset. There is one for the whole process.
    fn of(charset: Charset) -> &'static Table {
        static TABLES: Mutex<Vec<&'static Table>> = Mutex::new(Vec::new());
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().find(|table| table.charset == charset) {
            return table;
        }
        let table: &'static Table = Box::leak(Box::new(Table {
            charset,
            blocks: [const { OnceLock::new() }; BLOCKS],
        }));
        tables.push(table);
        table
    }

    #[inline(always)]
    fn code(&self, point: u32) -> Code {
        match self.blocks.get(point as usize >> 8) {
            Some(block) => {
                let block = block.get_or_init(|| self.block(point & !0xFF));
                block[(point & 0xFF) as usize]
            }
            None => encoded(self.charset, point),
        }
    }

    #[cold]
    fn block(&self, first: u32) -> Box<Block> {
        Box::new(std::array::from_fn(|at| {
            encoded(self.charset, first + at as u32)
        }))
    }
}

/// Encodes a code point with the library.
#[cold]
fn encoded(charset: Charset, point: u32) -> Code {
    let pair = Pair::new(Charset::Utf32, charset).expect("no state");
    let mut bytes = [0; MAX];
    match pair.transcode(unit_bytes(&[point]), &mut bytes) {
        Ok(written) => code_of(&bytes[..written]),
        Err(_) => 0,
    }
}
