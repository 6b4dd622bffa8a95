//! Decodes one character at a time, for text in which malformed sequences are near each other. The
//! kernels convert the rest.
//!
//! Legacy encodings have tables, which are filled from the library's converters when they are first
//! used.

use std::ffi::CStr;
use std::sync::{Mutex, OnceLock, PoisonError};
use utflane::{Charset, Pair, Reason, unit_bytes_mut};

pub(crate) const ILLEGAL: &CStr = c"illegal multibyte sequence";
pub(crate) const INCOMPLETE: &CStr = c"incomplete multibyte sequence";
const UNDEFINED: &CStr = c"character maps to <undefined>";
const NOT_ASCII: &CStr = c"ordinal not in range(128)";
const BAD_START: &CStr = c"invalid start byte";
const BAD_CONTINUATION: &CStr = c"invalid continuation byte";
pub(crate) const UNEXPECTED_END: &CStr = c"unexpected end of data";

/// The result for the character at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A code point, and its number of bytes.
    Character(u32, usize),
    /// The length of a malformed sequence, and CPython's words for it.
    Malformed(usize, &'static CStr),
    /// Something else, which the kernels convert.
    Unknown,
}

/// Entries of tables that are not code points.
const MALFORMED: u32 = u32::MAX;
const LEAD: u32 = u32::MAX - 1;
const UNKNOWN: u32 = u32::MAX - 2;

type Row = [u32; 256];

/// The characters of a legacy encoding.
pub(crate) struct Table {
    charset: Charset,
    first: Row,
    /// By the second byte, for each first byte.
    second: [OnceLock<Box<Row>>; 256],
}

/// How the characters of an encoding are decoded.
#[derive(Clone, Copy)]
pub(crate) enum Steps {
    Utf8,
    /// Each byte is a character, or is malformed for this reason.
    Bytes(&'static Table, &'static CStr),
    Multibyte(&'static Table),
    None,
}

impl Steps {
    pub(crate) fn of(charset: Charset) -> Steps {
        match charset {
            Charset::Utf8 => Steps::Utf8,
            Charset::Ascii => Steps::Bytes(Table::of(charset), NOT_ASCII),
            _ if charset.is_code_page() => Steps::Bytes(Table::of(charset), UNDEFINED),
            _ if charset.is_multibyte() && !charset.is_stateful() => {
                Steps::Multibyte(Table::of(charset))
            }
            _ => Steps::None,
        }
    }

    /// Decodes the first character of a text that is not empty.
    #[inline]
    pub(crate) fn next(self, text: &[u8]) -> Step {
        match self {
            Steps::Utf8 => utf8(text),
            Steps::Bytes(table, reason) => match table.first[usize::from(text[0])] {
                MALFORMED => Step::Malformed(1, reason),
                point => Step::Character(point, 1),
            },
            Steps::Multibyte(table) => table.next(text),
            Steps::None => Step::Unknown,
        }
    }
}

impl Table {
    /// Returns the table of a charset. There is one for the whole process.
    fn of(charset: Charset) -> &'static Table {
        static TABLES: Mutex<Vec<&'static Table>> = Mutex::new(Vec::new());
        let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.iter().find(|table| table.charset == charset) {
            return table;
        }
        let entry = |byte| match read(charset, &[byte]) {
            // More bytes follow, or CPython waits for another one.
            MALFORMED if charset.is_multibyte() => LEAD,
            UNKNOWN => LEAD,
            entry => entry,
        };
        let table: &'static Table = Box::leak(Box::new(Table {
            charset,
            first: std::array::from_fn(|byte| entry(byte as u8)),
            second: std::array::from_fn(|_| OnceLock::new()),
        }));
        tables.push(table);
        table
    }

    pub(crate) fn is_ascii(&self) -> bool {
        self.charset == Charset::Ascii
    }

    /// Returns the characters of a single-byte encoding.
    pub(crate) fn bytes(&self) -> [Option<u16>; 256] {
        self.first.map(|point| u16::try_from(point).ok())
    }

    /// Returns the character of up to two bytes, and its length. Returns whether it is malformed if
    /// there is none, and more bytes would not change that.
    #[inline(always)]
    pub(crate) fn unit(&self, first: u8, second: u8) -> Result<(u16, usize), bool> {
        let alone = self.first[usize::from(first)];
        if let Ok(unit) = u16::try_from(alone) {
            return Ok((unit, 1));
        }
        let Some(row) = self.second[usize::from(first)].get() else {
            // `next` fills the row.
            return Err(false);
        };
        match row[usize::from(second)] {
            MALFORMED => Err(true),
            point => u16::try_from(point)
                .map(|unit| (unit, 2))
                .map_err(|_| false),
        }
    }

    #[inline]
    fn next(&self, text: &[u8]) -> Step {
        let first = self.first[usize::from(text[0])];
        if first != LEAD {
            return Step::Character(first, 1);
        }
        let Some(second) = text.get(1) else {
            return malformed_multibyte(self.charset, text);
        };
        let row = self.second[usize::from(text[0])].get_or_init(|| {
            let entry = |second| read(self.charset, &[text[0], second]);
            Box::new(std::array::from_fn(|second| entry(second as u8)))
        });
        match row[usize::from(*second)] {
            MALFORMED => malformed_multibyte(self.charset, text),
            UNKNOWN => Step::Unknown,
            point => Step::Character(point, 2),
        }
    }
}

/// Decodes one character. Returns its code point, `MALFORMED`, or `UNKNOWN` if more bytes follow or
/// there are more code points.
fn read(charset: Charset, bytes: &[u8]) -> u32 {
    let pair = Pair::new(charset, Charset::Utf32).expect("no state");
    let mut points = [0u32; 4];
    match pair.transcode(bytes, unit_bytes_mut(&mut points)) {
        Ok(1) => points[0],
        Ok(_) => UNKNOWN,
        Err(error) => match error.reason() {
            Reason::Malformed(malformed) if malformed.error_len().is_some() => MALFORMED,
            _ => UNKNOWN,
        },
    }
}

/// Describes a malformed sequence at the start of a text as CPython's codec does: one byte is
/// malformed, unless the text ends before the codec can decide.
pub(crate) fn malformed_multibyte(charset: Charset, text: &[u8]) -> Step {
    let needed = match (charset, text) {
        (Charset::ShiftJis, [..=0x80 | 0xA0..=0xDF | 0xFD.., ..]) => 1,
        (Charset::EucJp, [0x8F, ..]) => 3,
        (Charset::Gb18030, [_, 0x30..=0x39, ..]) => 4,
        _ => 2,
    };
    match text.len() < needed {
        true => Step::Malformed(text.len(), INCOMPLETE),
        false => Step::Malformed(1, ILLEGAL),
    }
}

/// Decodes the first character of UTF-8.
#[inline]
fn utf8(text: &[u8]) -> Step {
    let first = u32::from(text[0]);
    let (len, least, most) = match first {
        0..0x80 => return Step::Character(first, 1),
        0xC2..0xE0 => (2, 0x80, 0xBF),
        0xE0 => (3, 0xA0, 0xBF),
        0xED => (3, 0x80, 0x9F),
        0xE1..0xF0 => (3, 0x80, 0xBF),
        0xF0 => (4, 0x90, 0xBF),
        0xF1..0xF4 => (4, 0x80, 0xBF),
        0xF4 => (4, 0x80, 0x8F),
        _ => return Step::Malformed(1, BAD_START),
    };
    let Some(second) = text.get(1) else {
        return Step::Malformed(1, UNEXPECTED_END);
    };
    if !(least..=most).contains(second) {
        return Step::Malformed(1, BAD_CONTINUATION);
    }
    let mut point = (first & 0x7F >> len) << 6 | u32::from(second & 0x3F);
    for at in 2..len {
        match text.get(at) {
            Some(byte @ 0x80..=0xBF) => point = point << 6 | u32::from(byte & 0x3F),
            Some(_) => return Step::Malformed(at, BAD_CONTINUATION),
            None => return Step::Malformed(at, UNEXPECTED_END),
        }
    }
    Step::Character(point, len)
}
