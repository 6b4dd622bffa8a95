//! Variants of the legacy multi-byte encodings: those of Microsoft and of Unix vendors, with
//! private-use characters, and GB 2312 without the extensions of GBK.
//!
//! They use the tables of [`multibyte`](crate::encoding::multibyte). Only the differences are here.

use super::hz::gb2312;
use super::{Bytes, Item};
use crate::CodePoint;
use crate::encoding::malformed::ErrorKind;
use crate::encoding::multibyte::tables::eucjp_ms::{EucJpMs, eucjp_ms};
use crate::encoding::multibyte::tables::{BIG5, EUC_JP, GBK, SHIFT_JIS, pair};

/// A variant of a legacy multi-byte encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vendor {
    /// Microsoft's Shift_JIS (code page 932).
    MsCp932,
    /// EUC-JP with IBM's characters and private-use characters, as Unix vendors specified it.
    EucJpMs,
    /// Microsoft's Big5.
    Cp950,
    /// GB 2312.
    EucCn,
}

/// Code points, and the bytes that encode them.
type Mappings = &'static [(u16, u16)];

/// Characters that the tables of other vendors have instead of those in Shift_JIS, and four single
/// bytes that Windows decodes as private-use characters.
const MS_CP932: Mappings = &[
    (0xA2, 0x8191),
    (0xA3, 0x8192),
    (0xAC, 0x81CA),
    (0x2014, 0x815C),
    (0x2016, 0x8161),
    (0x301C, 0x8160),
    (0xF8F0, 0xA0),
    (0xF8F1, 0xFD),
    (0xF8F2, 0xFE),
    (0xF8F3, 0xFF),
];

/// Characters that have other bytes in Big5 or none, and single bytes.
const CP950: Mappings = &[
    (0x80, 0x80),
    (0xA2, 0xA246),
    (0xA3, 0xA247),
    (0xA5, 0xA244),
    (0x2022, 0xA145),
    (0x2593, 0xF9FE),
    (0x2609, 0xA1F3),
    (0x2641, 0xA1F2),
    (0x4EDD, 0xC969),
    (0xF8F8, 0xFF),
    (0xFF64, 0xA14E),
];

/// Characters that differ from GBK. The first two are decoded. The others are those of GBK.
const EUC_CN: Mappings = &[
    (0x2015, 0xA1AA),
    (0x30FB, 0xA1A4),
    (0x2014, 0xA1AA),
    (0xB7, 0xA1A4),
];

/// Private-use characters of code page 950, in rows of 157: the first and the last lead byte, and
/// the first code point. The row C6 is private-use only from the trail byte A1 on, so the code
/// points of its first cells belong to the first range.
const CP950_PRIVATE: [(u8, u8, u16); 4] = [
    (0x81, 0x8D, 0xEEB8),
    (0x8E, 0xA0, 0xE311),
    (0xC6, 0xC8, 0xF672),
    (0xFA, 0xFE, 0xE000),
];

/// The private-use characters of Shift_JIS, in rows of 188 from the lead byte F0 on.
const CP932_PRIVATE: core::ops::Range<u16> = 0xE000..0xE758;

/// Returns the unit of two bytes of code page 950, or 0.
fn cp950(lead: u8, trail: u8) -> u16 {
    let column = match trail {
        0x40..=0x7E => trail - 0x40,
        0xA1..=0xFE => trail - 0x62,
        _ => return 0,
    };
    let is_row = |&&(first, last, _): &&(u8, u8, u16)| (first..=last).contains(&lead);
    match (lead, trail) {
        // Control pictures.
        (0xA3, 0xC0..=0xE0) => 0,
        (0xF9, 0xFE) => 0x2593,
        (0xC6, ..0xA1) => BIG5.decoder().unit(lead, trail),
        _ => match CP950_PRIVATE.iter().find(is_row) {
            Some((first, _, start)) => start + u16::from(lead - first) * 157 + u16::from(column),
            None => BIG5.decoder().unit(lead, trail),
        },
    }
}

/// Returns the bytes of a private-use character of code page 950, or 0.
fn cp950_private(unit: u16) -> u16 {
    let found = CP950_PRIVATE.into_iter().find_map(|(first, last, start)| {
        let at = unit.checked_sub(start)?;
        let count = (u16::from(last - first) + 1) * 157;
        (at < count).then(|| pair(u16::from(first) + at / 157, at % 157, [0x40, 0x62]))
    });
    found.unwrap_or(0)
}

impl Vendor {
    /// Returns the unit of a single byte from 80 on, or 0.
    fn single(self, byte: u8) -> u16 {
        match (self, byte) {
            (Vendor::MsCp932, 0x80) => 0x80,
            (Vendor::MsCp932, 0xA1..=0xDF) => 0xFF61 + u16::from(byte - 0xA1),
            (Vendor::MsCp932 | Vendor::Cp950, _) => {
                let is_byte = |&&(_, bytes): &&(u16, u16)| bytes == u16::from(byte);
                self.others()
                    .iter()
                    .find(is_byte)
                    .map_or(0, |&(unit, _)| unit)
            }
            _ => 0,
        }
    }

    /// Returns whether a byte from 80 on begins a character of two bytes.
    fn is_lead(self, byte: u8) -> bool {
        match self {
            Vendor::MsCp932 => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            Vendor::EucJpMs => matches!(byte, 0x8E | 0xA1..=0xFE),
            Vendor::Cp950 => matches!(byte, 0x81..=0xFE),
            Vendor::EucCn => matches!(byte, 0xA1..=0xF7),
        }
    }

    /// Returns the mappings that differ from the encoding whose tables are used. Those of eucJP-ms
    /// are in its tables.
    fn others(self) -> Mappings {
        match self {
            Vendor::MsCp932 => MS_CP932,
            Vendor::EucJpMs => &[],
            Vendor::Cp950 => CP950,
            Vendor::EucCn => EUC_CN,
        }
    }

    /// Returns the one or two bytes of a unit as a number, or 0.
    fn two(self, unit: u16) -> u16 {
        let mapped = self.others().iter().find(|(other, _)| *other == unit);
        if let Some(&(_, bytes)) = mapped {
            return bytes;
        }
        // Of the tables, we take only characters that are decoded in the same way.
        let decoded = |bytes: u16| {
            let [lead, trail] = bytes.to_be_bytes();
            if self.two_bytes(lead, trail) == unit {
                bytes
            } else {
                0
            }
        };
        match self {
            Vendor::MsCp932 if CP932_PRIVATE.contains(&unit) => {
                let at = unit - CP932_PRIVATE.start;
                pair(0xF0 + at / 188, at % 188, [0x40, 0x41])
            }
            Vendor::MsCp932 => SHIFT_JIS.encoder().bytes(unit),
            Vendor::Cp950 => match cp950_private(unit) {
                0 => decoded(BIG5.encoder().bytes(unit)),
                bytes => bytes,
            },
            Vendor::EucCn => decoded(GBK.encoder().bytes(unit)),
            Vendor::EucJpMs => 0,
        }
    }

    /// Decodes a text that begins with 8F, in eucJP-ms.
    fn three_bytes(src: &[u8]) -> Item {
        if let [_, lead @ 0xA1..=0xFE, trail @ 0xA1..=0xFE, ..] = src {
            let unit = eucjp_ms().three_bytes(*lead, *trail);
            if unit != 0 {
                return Item::Character(CodePoint(unit.into()), 3);
            }
        }
        Item::from_decoded(EUC_JP.decode(src))
    }

    /// See [`Shift::decode`](super::Shift::decode).
    pub(super) fn decode(self, src: &[u8]) -> Item {
        match src {
            [] => Item::Incomplete,
            [byte @ ..0x80, ..] => Item::Character(CodePoint((*byte).into()), 1),
            [0x8F, ..] if self == Vendor::EucJpMs => Vendor::three_bytes(src),
            [byte, rest @ ..] => match (self.single(*byte), self.is_lead(*byte), rest) {
                (0, false, _) => Item::malformed(ErrorKind::InvalidByte, 1),
                (0, true, []) => Item::Incomplete,
                (0, true, [trail, ..]) => match self.two_bytes(*byte, *trail) {
                    // An ASCII character is not part of a malformed sequence.
                    0 if trail.is_ascii() => Item::malformed(ErrorKind::MissingContinuation, 1),
                    0 => Item::malformed(ErrorKind::Unassigned, 2),
                    unit => Item::Character(CodePoint(unit.into()), 2),
                },
                (unit, ..) => Item::Character(CodePoint(unit.into()), 1),
            },
        }
    }

    /// Returns the bytes of a character, or none if it is unrepresentable.
    pub(super) fn bytes(self, CodePoint(code_point): CodePoint) -> Bytes {
        let bytes = match (u16::try_from(code_point), self) {
            (Ok(..0x80), _) => return Bytes::from_slice(&[code_point as u8]),
            (Ok(unit), Vendor::EucJpMs) => eucjp_ms().bytes(unit),
            (Ok(unit), _) => {
                let [lead, trail] = self.two(unit).to_be_bytes();
                [0, lead, trail]
            }
            (Err(_), _) => [0; 3],
        };
        let first = bytes.iter().position(|byte| *byte != 0);
        Bytes::from_slice(&bytes[first.unwrap_or(bytes.len())..])
    }

    /// See [`Shift::two_bytes`](super::Shift::two_bytes).
    pub(super) fn two_bytes(self, lead: u8, trail: u8) -> u16 {
        match (self, lead, trail) {
            (Vendor::MsCp932, ..) => SHIFT_JIS.decoder().unit(lead, trail),
            (Vendor::Cp950, ..) => cp950(lead, trail),
            (Vendor::EucJpMs, 0x8E, 0xA1..=0xDF) => 0xFF61 + u16::from(trail - 0xA1),
            (Vendor::EucJpMs, 0xA1..=0xFE, 0xA1..=0xFE) => match EucJpMs::two_bytes(lead, trail) {
                0 => EUC_JP.decoder().unit(lead, trail),
                unit => unit,
            },
            (Vendor::EucCn, 0xA1, 0xA4) => 0x30FB,
            (Vendor::EucCn, 0xA1, 0xAA) => 0x2015,
            (Vendor::EucCn, ..) => gb2312(lead, trail),
            (Vendor::EucJpMs, ..) => 0,
        }
    }
}
