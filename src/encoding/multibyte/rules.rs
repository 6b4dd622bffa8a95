//! Decodes and encodes the sequences of legacy multi-byte encodings that are not in the tables:
//! sequences of other lengths, and malformed ones.
//!
//! The WHATWG Encoding Standard defines the malformed sequences. A following ASCII byte is not part
//! of the sequence. The table shows the number of malformed bytes:
//!
//! ```text
//! lead  trail 80 to FF              two bytes
//! lead  trail 00 to 7F              one: the lead
//! 8F    lead  trail 80 to FF        three (EUC-JP)
//! 8F    lead  trail 00 to 7F        two
//! lead  digit lead  digit           four (GB18030)
//! lead  digit lead  another byte    one: the first
//! lead  digit another byte          one
//! ```

use super::decoder::{BIG5_START, JIS0212_START, NONE, Others, Plane2};
use super::four_bytes::FourBytes;
use super::lazy;
use super::{Decoder, Multibyte};
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::encoding::scheme::{Encoded, encode_bytes};
use crate::memory::output::Output;
use crate::{Charset, CodePoint};
use core::sync::atomic::AtomicU16;

/// A character and its length in bytes.
type Decoded = Result<(CodePoint, usize), Malformed>;

/// The first pointer that the Big5 encoder uses.
pub(super) const BIG5_WRITTEN: u16 = (0xA1 - 0x81) * 157;

impl Multibyte {
    /// Returns the first character of `src`, which is not empty, and its length in bytes. The four
    /// sequences of Big5 that are two code points are returned as [one value](CodePoint::of_two).
    #[inline]
    pub(crate) fn decode(&self, src: &[u8]) -> Decoded {
        self.decoder().decode(src)
    }

    /// Writes a character to the beginning of `dst`.
    #[inline]
    pub(crate) fn encode(&self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        let Ok(unit) = u16::try_from(code_point.0) else {
            return self.encode_other(code_point, dst);
        };
        match self.encoder().bytes(unit) {
            0 if unit != 0 => self.encode_other(code_point, dst),
            bytes @ ..0x100 => encode_bytes([bytes as u8], dst),
            bytes => encode_bytes(bytes.to_be_bytes(), dst),
        }
    }

    /// Writes a character that is not in the tables.
    #[cold]
    fn encode_other(&self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        let encoded = match self.decoder().others {
            Others::Gb18030(_) => {
                let four_bytes = self.four_bytes_written();
                let bytes = four_bytes.and_then(|four_bytes| four_bytes.encode(code_point.0));
                bytes.map(|bytes| encode_bytes(bytes, dst))
            }
            Others::Big5(plane2) if code_point.0 >> 16 == 2 => {
                big5_plane2(code_point.0 as u16, plane2).map(|bytes| encode_bytes(bytes, dst))
            }
            _ => None,
        };
        encoded.unwrap_or(Encoded::Unrepresentable)
    }

    /// Returns the tables for encoding four-byte characters, if the encoding has them.
    #[inline]
    pub(crate) fn four_bytes_written(&self) -> Option<&'static FourBytes> {
        match self.charset {
            Charset::Gb18030 => self.decoder().four_bytes(),
            _ => None,
        }
    }

    /// Returns the number of bytes of an incomplete character at the end of `src`, or 0.
    #[inline]
    pub(crate) fn incomplete_tail(&self, src: &[u8]) -> usize {
        // A byte that is not a lead byte ends a character, so a character starts after it. (The
        // exception is a digit in a four-byte character.) From there on, two lead bytes are one
        // character.
        let decoder = self.decoder();
        let is_no_lead = |byte: &u8| !decoder.is_lead(*byte);
        let start = src.iter().rposition(is_no_lead).map_or(0, |end| end + 1);
        let leads = &src[start..];
        let is_paired = match decoder.others {
            Others::EucJp(_) => !leads.contains(&THREE_BYTES),
            Others::Gb18030(_) => start == 0 || !src[start - 1].is_ascii_digit(),
            _ => true,
        };
        if is_paired {
            return leads.len() % 2;
        }
        let is_end = |byte: &u8| is_no_lead(byte) && !byte.is_ascii_digit();
        let start = src[..start]
            .iter()
            .rposition(is_end)
            .map_or(0, |end| end + 1);
        let mut rest = &src[start..];
        while !rest.is_empty() {
            let len = match decoder.decode(rest) {
                Ok((_, len)) => len,
                Err(Malformed { len: Some(len), .. }) => len.into(),
                Err(Malformed { len: None, .. }) => break,
            };
            rest = &rest[len..];
        }
        rest.len()
    }

    /// Returns the character that replaces unrepresentable characters.
    pub(crate) fn replacement(&self) -> char {
        match self.charset {
            Charset::Gb18030 => char::REPLACEMENT_CHARACTER,
            _ => '?',
        }
    }
}

/// The lead byte of half-width katakana in EUC-JP.
const KATAKANA: u8 = 0x8E;
/// The first byte of a three-byte character in EUC-JP.
const THREE_BYTES: u8 = 0x8F;

impl Decoder {
    /// Does the same as [`Multibyte::decode`].
    #[inline]
    pub(crate) fn decode(&self, src: &[u8]) -> Decoded {
        let lead = src[0];
        if lead < 0x80 {
            return Ok((CodePoint(lead.into()), 1));
        }
        if let Some(trail) = src.get(1) {
            let unit = self.unit(lead, *trail);
            if unit != 0 {
                return Ok((CodePoint(unit.into()), 2));
            }
        }
        match self.singles[usize::from(lead - 0x80)] {
            0 => self.other(src),
            unit => Ok((CodePoint(unit.into()), 1)),
        }
    }

    /// Returns the tables for decoding four-byte sequences, if the encoding has them.
    #[inline]
    pub(crate) fn four_bytes(&self) -> Option<&'static FourBytes> {
        match self.others {
            Others::Gb18030(four_bytes) => Some(four_bytes),
            _ => None,
        }
    }

    /// Returns whether a character that starts with this byte has more bytes.
    #[inline(always)]
    fn is_lead(&self, byte: u8) -> bool {
        let is_other = matches!(byte, KATAKANA | THREE_BYTES);
        self.rows[usize::from(byte)] != NONE || is_other && matches!(self.others, Others::EucJp(_))
    }

    /// Decodes the first character of `src`, if it is neither a single byte nor in the table.
    #[cold]
    fn other(&self, src: &[u8]) -> Decoded {
        if !self.is_lead(src[0]) {
            return Err(Malformed::new(ErrorKind::InvalidByte, 1));
        }
        let &[lead, trail, ..] = src else {
            return Err(Malformed::INCOMPLETE);
        };
        match self.others {
            Others::EucJp(_) if lead == KATAKANA && matches!(trail, 0xA1..=0xDF) => {
                Ok((CodePoint(u32::from(trail) - 0xA1 + 0xFF61), 2))
            }
            Others::EucJp(units) if lead == THREE_BYTES && matches!(trail, 0xA1..=0xFE) => {
                jis0212(src, units)
            }
            Others::Gb18030(four_bytes) if trail.is_ascii_digit() => gb18030(src, four_bytes),
            Others::Big5(plane2) => match big5(self.pointer(lead, trail), plane2) {
                Some(code_point) => Ok((code_point, 2)),
                None => Err(malformed(trail, 1)),
            },
            _ => Err(malformed(trail, 1)),
        }
    }
}

/// Returns the malformed sequence of `before` bytes and the byte `last` after them. If `last` is
/// ASCII, it is not part of the sequence.
fn malformed(last: u8, before: u8) -> Malformed {
    match (last.is_ascii(), before) {
        (true, 1) => Malformed::new(ErrorKind::MissingContinuation, 1),
        (true, _) => Malformed::new(ErrorKind::Unassigned, before),
        (false, _) => Malformed::new(ErrorKind::Unassigned, before + 1),
    }
}

/// Decodes a character of JIS X 0212 whose first two bytes are valid.
#[inline]
fn jis0212(src: &[u8], units: &[AtomicU16]) -> Decoded {
    let &[_, lead, trail, ..] = src else {
        return Err(Malformed::INCOMPLETE);
    };
    if !matches!(trail, 0xA1..=0xFE) {
        return Err(malformed(trail, 2));
    }
    let pointer = usize::from(lead - 0xA1) * 94 + usize::from(trail - 0xA1);
    let unit = pointer
        .checked_sub(JIS0212_START)
        .map_or(0, |at| lazy::get(units, at));
    match unit {
        0 => Err(malformed(trail, 2)),
        unit => Ok((CodePoint(unit.into()), 3)),
    }
}

/// Decodes a four-byte character whose first two bytes are valid.
#[inline]
fn gb18030(src: &[u8], four_bytes: &FourBytes) -> Decoded {
    let continues = |at: usize, is_allowed: fn(&u8) -> bool| match src.get(at) {
        None => Err(Malformed::INCOMPLETE),
        Some(byte) if is_allowed(byte) => Ok(*byte),
        Some(_) => Err(Malformed::new(ErrorKind::MissingContinuation, 1)),
    };
    let third = continues(2, |byte| matches!(byte, 0x81..=0xFE))?;
    let fourth = continues(3, u8::is_ascii_digit)?;
    match four_bytes.decode([src[0], src[1], third, fourth]) {
        Some(code_point) => Ok((CodePoint(code_point), 4)),
        None => Err(Malformed::new(ErrorKind::Unassigned, 4)),
    }
}

/// Returns the character of Big5 at this index of its table, if it is not one unit.
#[inline]
fn big5(index: usize, [pointers, lows]: &Plane2) -> Option<CodePoint> {
    let pointer = u16::try_from(index + BIG5_START).ok()?;
    Some(match pointer {
        1133 => CodePoint::of_two(0xCA, 0x304),
        1135 => CodePoint::of_two(0xCA, 0x30C),
        1164 => CodePoint::of_two(0xEA, 0x304),
        1166 => CodePoint::of_two(0xEA, 0x30C),
        _ => {
            let found = pointers.binary_search_by_key(&pointer, lazy::number);
            CodePoint(0x2_0000 | u32::from(lazy::number(&lows[found.ok()?])))
        }
    })
}

/// Returns the two bytes of a character of plane 2, given the low 16 bits of its code point.
#[inline]
fn big5_plane2(low: u16, [pointers, lows]: &Plane2) -> Option<[u8; 2]> {
    let start = pointers.partition_point(|pointer| lazy::number(pointer) < BIG5_WRITTEN);
    let found = lows[start..]
        .iter()
        .position(|one| lazy::number(one) == low);
    let pointer = lazy::number(&pointers[start + found?]);
    let column = (pointer % 157) as u8;
    let trail = column + if column < 63 { 0x40 } else { 0x62 };
    Some([(pointer / 157) as u8 + 0x81, trail])
}
