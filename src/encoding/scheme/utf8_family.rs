//! The schemes of the variants of UTF-8. They use [`Utf8`] for everything that they have in common
//! with it.
//!
//! ```text
//! surrogate          11101101 101ccccc 10bbbbbb (high: second byte 1010____, low: 1011____)
//! NUL in MUTF-8      11000000 10000000
//! five bytes         111110ee 10dddddd 10cccccc 10bbbbbb 10aaaaaa
//! six bytes          1111110f 10eeeeee 10dddddd 10cccccc 10bbbbbb 10aaaaaa
//! ```
//!
//! Sources: Simon Sapin, *The WTF-8 encoding*; Unicode Technical Report 26 (CESU-8); *The Java
//! Virtual Machine Specification*, section 4.4.7; RFC 2279.

use super::{
    Ascii, Encoded, EncodingKind, LengthUnit, Scheme, Utf8, Variant, encode_bytes, is_continuation,
};
use crate::CodePoint;
use crate::encoding::Charset;
use crate::encoding::malformed::{ErrorKind, Malformed};
use crate::memory::output::Output;

/// UTF-8, or a variant of it.
///
/// Each form encodes a character as UTF-8 does, or in more bytes. A test checks this for all
/// characters. `text/cow.rs` relies on it: if the lengths in a form and in UTF-8 are equal, the
/// bytes are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Utf8Form {
    /// UTF-8 itself.
    Utf8,
    /// UTF-8 with malformed sequences as in the JDK: the three bytes of a surrogate are one
    /// malformed sequence.
    Jdk,
    /// UTF-8 with unpaired surrogates.
    Wtf8,
    /// UTF-8 with supplementary characters as surrogate pairs.
    Cesu8,
    /// CESU-8 with unpaired surrogates, and with NUL in two bytes.
    Mutf8,
    /// UTF-8 with up to six bytes.
    Rfc2279,
}

impl Utf8Form {
    /// Returns whether supplementary characters are surrogate pairs, with three bytes for each
    /// surrogate.
    #[inline(always)]
    pub(crate) const fn has_pairs(self) -> bool {
        matches!(self, Utf8Form::Cesu8 | Utf8Form::Mutf8)
    }

    /// Returns whether an unpaired surrogate is well-formed.
    #[inline(always)]
    const fn has_unpaired(self) -> bool {
        matches!(self, Utf8Form::Wtf8 | Utf8Form::Mutf8)
    }

    /// Returns whether this is MUTF-8, in which NUL is `C0 80`.
    #[inline(always)]
    pub(crate) const fn has_long_nul(self) -> bool {
        matches!(self, Utf8Form::Mutf8)
    }
}

/// A variant of UTF-8.
#[derive(Clone, Copy)]
pub struct Utf8Family(pub(crate) Utf8Form);

/// The surrogates at the start of some bytes.
enum Surrogates {
    /// An unpaired surrogate. The `bool` is true for a high surrogate at the end of the bytes,
    /// which a low surrogate may follow in more input.
    Unpaired(u32, bool),
    /// A surrogate pair.
    Pair(u32, u32),
}

/// Returns the low surrogate at the start of `src`, or `Err` if `src` may be an incomplete one.
fn low_surrogate(src: &[u8]) -> Result<Option<u32>, ()> {
    match *src {
        [0xED, second @ 0xB0..0xC0, third, ..] if is_continuation(third) => {
            Ok(Some(surrogate(second, third)))
        }
        [] | [0xED] | [0xED, 0xB0..0xC0] => Err(()),
        _ => Ok(None),
    }
}

/// Returns the surrogate with these bytes after `ED`.
fn surrogate(second: u8, third: u8) -> u32 {
    0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F)
}

/// Returns the character of a surrogate pair that is split between the end of `before` and the
/// start of `after`. When WTF-8 is appended to WTF-8, this character must be replaced by its four
/// bytes.
#[cfg(feature = "alloc")]
pub(crate) fn joined(before: &[u8], after: &[u8]) -> Option<CodePoint> {
    let &[0xED, second @ 0xA0..0xB0, third] = before.last_chunk()? else {
        return None;
    };
    let low = low_surrogate(after).ok()??;
    Some(CodePoint::from_surrogates(surrogate(second, third), low))
}

/// Returns the surrogates at the start of `src`, which starts with `ED` and a byte A0..BF.
fn surrogates(src: &[u8]) -> Result<Surrogates, Malformed> {
    let high = match *src {
        [_, second, third, ..] if is_continuation(third) => surrogate(second, third),
        [_, _, _, ..] => return Err(Malformed::new(ErrorKind::MissingContinuation, 2)),
        _ => return Err(Malformed::INCOMPLETE),
    };
    if high >= 0xDC00 {
        return Ok(Surrogates::Unpaired(high, false));
    }
    Ok(match low_surrogate(&src[3..]) {
        Ok(Some(low)) => Surrogates::Pair(high, low),
        Ok(None) => Surrogates::Unpaired(high, false),
        Err(()) => Surrogates::Unpaired(high, true),
    })
}

/// Decodes a sequence of RFC 2279 that UTF-8 does not have. Its lead byte is F4 or more.
fn decode_long(src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
    let (len, least) = match src[0] {
        0..0xF8 => (4, 0x1_0000),
        0xF8..0xFC => (5, 0x20_0000),
        0xFC..0xFE => (6, 0x400_0000),
        _ => return Err(Malformed::new(ErrorKind::InvalidByte, 1)),
    };
    let mut value = u32::from(src[0]) & (0x7F >> len);
    for at in 1..len {
        match src.get(at) {
            None => return Err(Malformed::INCOMPLETE),
            Some(&byte) if !is_continuation(byte) => {
                return Err(Malformed::new(ErrorKind::MissingContinuation, at as u8));
            }
            Some(&byte) => value = value << 6 | u32::from(byte & 0x3F),
        }
        // The first two bytes determine whether the sequence is overlong.
        if at == 1 && value << (6 * (len - 2)) < least {
            return Err(Malformed::new(ErrorKind::Overlong, 1));
        }
    }
    Ok((CodePoint(value), len))
}

/// Encodes a value above U+10FFFF as in RFC 2279.
fn encode_long(value: u32, dst: &mut Output) -> Encoded {
    let low = |shift: u32| 0x80 | (value >> shift & 0x3F) as u8;
    let lead = |tag: u8, shift: u32| tag | (value >> shift) as u8;
    match value {
        0..0x20_0000 => encode_bytes([lead(0xF0, 18), low(12), low(6), low(0)], dst),
        0x20_0000..0x400_0000 => {
            encode_bytes([lead(0xF8, 24), low(18), low(12), low(6), low(0)], dst)
        }
        0x400_0000..0x8000_0000 => {
            let lead = lead(0xFC, 30);
            encode_bytes([lead, low(24), low(18), low(12), low(6), low(0)], dst)
        }
        _ => Encoded::Unrepresentable,
    }
}

/// Returns the three bytes of a unit of UTF-16 from 0x800 on, which may be a surrogate.
pub(crate) const fn three_bytes(unit: u32) -> [u8; 3] {
    [
        0xE0 | (unit >> 12) as u8,
        0x80 | (unit >> 6 & 0x3F) as u8,
        0x80 | (unit & 0x3F) as u8,
    ]
}

impl Utf8Family {
    /// Does the same as [`decode`](Scheme::decode), except that a high surrogate at the end of
    /// `src` is incomplete if `more` input may follow.
    fn decode_before(self, src: &[u8], more: bool) -> Result<(CodePoint, usize), Malformed> {
        let Utf8Family(form) = self;
        let second = src.get(1).copied();
        match (src[0], second) {
            (0, _) if form.has_long_nul() => Err(Malformed::new(ErrorKind::Nul, 1)),
            (0xC0, None) if form.has_long_nul() => Err(Malformed::INCOMPLETE),
            (0xC0, Some(0x80)) if form.has_long_nul() => Ok((CodePoint(0), 2)),
            (0xC0, Some(byte)) if form.has_long_nul() && !is_continuation(byte) => {
                Err(Malformed::new(ErrorKind::MissingContinuation, 1))
            }
            (0xF0..=0xF4, _) if form.has_pairs() => Err(Malformed::new(ErrorKind::FourBytes, 1)),
            (lead, _) if lead >= 0xF4 && form == Utf8Form::Rfc2279 => decode_long(src),
            (0xED, Some(0xA0..0xC0)) if !matches!(form, Utf8Form::Utf8 | Utf8Form::Rfc2279) => {
                match surrogates(src)? {
                    Surrogates::Unpaired(..) | Surrogates::Pair(..) if form == Utf8Form::Jdk => {
                        Err(Malformed::new(ErrorKind::Surrogate, 3))
                    }
                    Surrogates::Pair(high, low) if form.has_pairs() => {
                        Ok((CodePoint::from_surrogates(high, low), 6))
                    }
                    Surrogates::Pair(..) => Err(Malformed::new(ErrorKind::Surrogate, 3)),
                    Surrogates::Unpaired(_, true) if more || !form.has_unpaired() => {
                        Err(Malformed::INCOMPLETE)
                    }
                    Surrogates::Unpaired(unit, _) if form.has_unpaired() => {
                        Ok((CodePoint(unit), 3))
                    }
                    Surrogates::Unpaired(..) => {
                        Err(Malformed::new(ErrorKind::UnpairedSurrogate, 3))
                    }
                }
            }
            _ => Utf8.decode(src),
        }
    }
}

impl Scheme for Utf8Family {
    const WIDTH: usize = 1;
    const KIND: EncodingKind = EncodingKind::Variant(Variant::Utf8Family);
    const LENGTH: LengthUnit = LengthUnit::Utf8;
    const UNIVERSAL: bool = true;
    type Base = Utf8;

    fn base(self) -> Utf8 {
        Utf8
    }

    #[inline(always)]
    fn for_charset(self, charset: Charset) -> Self {
        Utf8Family(charset.form())
    }

    #[inline(always)]
    fn utf8_form(self) -> Option<Utf8Form> {
        Some(self.0)
    }

    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.decode_before(src, false)
    }

    fn decode_chunk(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.decode_before(src, true)
    }

    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        let Utf8Family(form) = self;
        let value = code_point.0;
        match code_point.to_char() {
            Some('\0') if form.has_long_nul() => encode_bytes([0xC0, 0x80], dst),
            Some('\u{10000}'..) if form.has_pairs() => {
                let [a, b, c] = three_bytes(0xD7C0 + (value >> 10));
                let [d, e, f] = three_bytes(0xDC00 | value & 0x3FF);
                encode_bytes([a, b, c, d, e, f], dst)
            }
            Some(_) => Utf8.encode(code_point, dst),
            None if code_point.is_surrogate() && form.has_unpaired() => {
                encode_bytes(three_bytes(value), dst)
            }
            None if form == Utf8Form::Rfc2279 && !code_point.is_surrogate() => {
                encode_long(value, dst)
            }
            None => Encoded::Unrepresentable,
        }
    }

    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        let block = Ascii::NEW.ascii_block(src)?;
        (!self.0.has_long_nul() || !block.contains(&0)).then_some(block)
    }

    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        if self.0.has_long_nul() && block.contains(&0) {
            return None;
        }
        Ascii::NEW.encode_ascii(block, dst)
    }

    fn incomplete_tail(self, src: &[u8]) -> usize {
        let is_incomplete = |len: &usize| {
            let tail = &src[src.len() - len..];
            matches!(self.decode_chunk(tail), Err(Malformed { len: None, .. }))
        };
        (1..=src.len().min(5))
            .rev()
            .find(is_incomplete)
            .unwrap_or(0)
    }

    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize {
        Utf8.count_unit(unit, length)
    }

    /// A low surrogate may be the second half of a character.
    fn starts_character(self, src: &[u8]) -> bool {
        let is_low = matches!(*src, [0xED, 0xB0..0xC0, ..]);
        !(is_continuation(src[0]) || is_low && self.0.has_pairs())
    }
}

#[cfg(test)]
mod tests {
    use super::{Utf8Family, Utf8Form};
    use crate::CodePoint;
    use crate::encoding::scheme::{Encoded, Scheme};
    use crate::memory;

    /// Returns the next form. The match is exhaustive, so that a new form must be added here.
    fn next(form: Utf8Form) -> Option<Utf8Form> {
        Some(match form {
            Utf8Form::Utf8 => Utf8Form::Jdk,
            Utf8Form::Jdk => Utf8Form::Wtf8,
            Utf8Form::Wtf8 => Utf8Form::Cesu8,
            Utf8Form::Cesu8 => Utf8Form::Mutf8,
            Utf8Form::Mutf8 => Utf8Form::Rfc2279,
            Utf8Form::Rfc2279 => return None,
        })
    }

    #[test]
    fn what_is_not_written_as_in_utf8_is_longer() {
        let mut forms = Some(Utf8Form::Utf8);
        while let Some(form) = forms {
            for character in '\0'..=char::MAX {
                let (mut utf8, mut bytes) = ([0; 4], [0; 8]);
                let utf8 = character.encode_utf8(&mut utf8).as_bytes();
                let code_point = CodePoint(character.into());
                let encoded = Utf8Family(form).encode(code_point, memory::output(&mut bytes));
                let Encoded::Written(len) = encoded else {
                    panic!("{form:?} lacks {character:?}");
                };
                let bytes = &bytes[..len];
                assert!(bytes == utf8 || len > utf8.len(), "{form:?} {character:?}");
                // The bytes of UTF-8 must be malformed in the form.
                if bytes != utf8 {
                    let read = Utf8Family(form).decode(utf8);
                    assert!(read.is_err(), "{form:?} {character:?}");
                }
            }
            forms = next(form);
        }
    }
}
