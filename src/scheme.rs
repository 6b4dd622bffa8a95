//! The encoding schemes: what an encoding is in terms of bytes, and which kernel converts each pair.
//!
//! A scheme knows how to decode and to encode one character: everything that is exact (ends, errors, lossy text) is
//! built on that. For bulk work it names the kernel: [`Scheme::convert`] asks the source, which asks the target
//! (`from_utf8`, `from_utf16`, ...), so that each pair finds its kernel at compile time, and byte order is a type.

use crate::error::ErrorKind;
use crate::kernels::{Kernels, Progress};
use core::mem::MaybeUninit;

/// The malformed sequence at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    pub(crate) kind: ErrorKind,
    /// In bytes; `None` if it is a beginning that the end of the input cuts off.
    pub(crate) len: Option<u8>,
}

/// What became of encoding a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// So many bytes were written.
    Written(usize),
    /// It does not fit; nothing was written.
    Full,
    /// The encoding does not have it; nothing was written.
    Unrepresentable,
}

/// Bytes of output, possibly not yet initialised.
pub(crate) type Output = [MaybeUninit<u8>];

/// Least significant byte first.
pub(crate) const LITTLE: bool = false;
/// Most significant byte first.
pub(crate) const BIG: bool = true;

/// An encoding scheme.
pub trait Scheme: Copy + 'static {
    /// Bytes of a code unit.
    const WIDTH: usize;
    /// The row or column of this scheme in the tables of kernels.
    const INDEX: usize;
    /// The place of the kernel from well-formed UTF-8 in the tables, if there is one.
    const UNCHECKED: Option<usize> = None;
    /// Which of the lengths of a text counts its units in this scheme.
    const LENGTH: Length;
    /// Whether the scheme has every Unicode character.
    const UNIVERSAL: bool;
    /// What lossy conversion writes for what it cannot convert.
    const REPLACEMENT: char = if Self::UNIVERSAL {
        char::REPLACEMENT_CHARACTER
    } else {
        '?'
    };

    /// The first character of `src`, which is not empty, and its length in bytes.
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed>;

    /// Writes `character` to the beginning of `dst`.
    fn put(character: char, dst: &mut Output) -> Put;

    /// The first 8 characters of `src` if they are there and all are ASCII.
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]>;

    /// Writes 8 ASCII characters if there is room.
    fn put_ascii_block(block: [u8; 8], dst: &mut Output) -> Option<usize>;

    /// Bytes of the incomplete character at the end of `src`.
    fn incomplete_tail(src: &[u8]) -> usize;

    /// Bytes of well-formed text at the start of `src`.
    fn validate<K: Kernels>(kernels: K, src: &[u8]) -> usize;

    /// What the code unit with the bytes `unit` adds to the length of the text.
    fn count_unit(unit: &[u8], length: Length) -> usize;

    /// Units of the conversion of a part of `src` to a scheme with the length `D::LENGTH`.
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8]) -> Progress;

    /// Converts to `D`.
    fn convert<K: Kernels, D: Scheme>(kernels: K, src: &[u8], dst: &mut Output) -> Progress;

    /// Converts from UTF-8 to this scheme. Without `CHECKED` the caller promises that `src` is well-formed.
    fn from_utf8<K: Kernels, const CHECKED: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress;

    /// Converts from UTF-16 in the byte order `ORDER` to this scheme.
    fn from_utf16<K: Kernels, const ORDER: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress;

    /// Converts from UTF-32 in the byte order `ORDER` to this scheme.
    fn from_utf32<K: Kernels, const ORDER: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress;

    /// Converts from single bytes, up to and including `LIMIT`, to this scheme.
    fn from_single_byte<K: Kernels, const LIMIT: u8>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress;
}

/// The ways to count the units of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16.
    Utf16,
    /// Characters: units of UTF-32, Latin-1 and ASCII.
    Characters,
}

/// UTF-8.
#[derive(Clone, Copy)]
pub struct Utf8;
/// UTF-16 in the byte order `ORDER`.
#[derive(Clone, Copy)]
pub struct Utf16<const ORDER: bool>;
/// UTF-32 in the byte order `ORDER`.
#[derive(Clone, Copy)]
pub struct Utf32<const ORDER: bool>;
/// The characters U+0000 to U+00`LIMIT`, a byte each.
#[derive(Clone, Copy)]
pub struct SingleByte<const LIMIT: u8>;

/// All 256 characters that a byte can number.
pub(crate) type Latin1 = SingleByte<0xFF>;
/// The 128 characters of ASCII.
pub(crate) type Ascii = SingleByte<0x7F>;

/// Writes `bytes` to the beginning of `dst`.
#[inline(always)]
pub(crate) fn put_bytes<const N: usize>(bytes: [u8; N], dst: &mut Output) -> Put {
    match dst.first_chunk_mut::<N>() {
        Some(room) => {
            *room = bytes.map(MaybeUninit::new);
            Put::Written(N)
        }
        None => Put::Full,
    }
}

/// Copies `src` to `dst`, which has the same length.
#[inline(always)]
pub(crate) fn copy(src: &[u8], dst: &mut Output) {
    for (to, from) in dst.iter_mut().zip(src) {
        *to = MaybeUninit::new(*from);
    }
}

impl Malformed {
    /// A malformed sequence of `len` bytes.
    #[inline(always)]
    fn new(kind: ErrorKind, len: u8) -> Self {
        Malformed {
            kind,
            len: Some(len),
        }
    }

    const INCOMPLETE: Malformed = Malformed {
        kind: ErrorKind::Incomplete,
        len: None,
    };
}

/// Whether `byte` is a continuation byte of UTF-8 (80..BF).
#[inline(always)]
pub(crate) const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// What is wrong at the start of `src`, where no UTF-8 character stands (Unicode Standard, table 3-7).
#[cold]
fn malformed_utf8(src: &[u8]) -> Malformed {
    use ErrorKind::*;
    let (second_ok, second_kind, need): (fn(u8) -> bool, _, usize) = match src[0] {
        0x80..=0xBF => return Malformed::new(UnexpectedContinuation, 1),
        0xC0 | 0xC1 => return Malformed::new(Overlong, 1),
        0xF5..=0xF7 => return Malformed::new(TooLarge, 1),
        0xF8.. => return Malformed::new(InvalidByte, 1),
        0xE0 => (|byte| byte >= 0xA0, Overlong, 3),
        0xED => (|byte| byte < 0xA0, Surrogate, 3),
        0xF0 => (|byte| byte >= 0x90, Overlong, 4),
        0xF4 => (|byte| byte < 0x90, TooLarge, 4),
        lead => (
            |_| true,
            MissingContinuation,
            if lead < 0xE0 {
                2
            } else if lead < 0xF0 {
                3
            } else {
                4
            },
        ),
    };
    for at in 1..need {
        match src.get(at) {
            None => return Malformed::INCOMPLETE,
            Some(&byte) if !is_continuation(byte) => {
                return Malformed::new(MissingContinuation, at as u8);
            }
            Some(&byte) if at == 1 && !second_ok(byte) => return Malformed::new(second_kind, 1),
            Some(_) => {}
        }
    }
    unreachable!("the sequence is well-formed")
}

impl Scheme for Utf8 {
    const WIDTH: usize = 1;
    const INDEX: usize = 0;
    const LENGTH: Length = Length::Utf8;
    const UNIVERSAL: bool = true;

    #[inline(always)]
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed> {
        let bits = |byte: u8| u32::from(byte & 0x3F);
        let lead = src[0];
        let (value, least, len) = if lead < 0x80 {
            return Ok((char::from(lead), 1));
        } else if lead < 0xE0
            && let Some(&[_, b]) = src.first_chunk()
            && is_continuation(b)
        {
            (u32::from(lead & 0x1F) << 6 | bits(b), 0x80, 2)
        } else if lead < 0xF0
            && let Some(&[_, b, c]) = src.first_chunk()
            && is_continuation(b)
            && is_continuation(c)
        {
            (
                u32::from(lead & 0xF) << 12 | bits(b) << 6 | bits(c),
                0x800,
                3,
            )
        } else if let Some(&[_, b, c, d]) = src.first_chunk()
            && is_continuation(b)
            && is_continuation(c)
            && is_continuation(d)
        {
            (
                u32::from(lead & 0xF) << 18 | bits(b) << 12 | bits(c) << 6 | bits(d),
                0x1_0000,
                4,
            )
        } else {
            return Err(malformed_utf8(src));
        };
        let lead_fits = match len {
            2 => lead >= 0xC2,
            3 => lead >= 0xE0,
            _ => (0xF0..0xF8).contains(&lead),
        };
        match char::from_u32(value) {
            Some(character) if lead_fits && value >= least => Ok((character, len)),
            _ => Err(malformed_utf8(src)),
        }
    }

    #[inline(always)]
    fn put(character: char, dst: &mut Output) -> Put {
        let value = u32::from(character);
        let low = |shift: u32| 0x80 | (value >> shift & 0x3F) as u8;
        match value {
            0..0x80 => put_bytes([value as u8], dst),
            0x80..0x800 => put_bytes([0xC0 | (value >> 6) as u8, low(0)], dst),
            0x800..0x1_0000 => put_bytes([0xE0 | (value >> 12) as u8, low(6), low(0)], dst),
            _ => put_bytes([0xF0 | (value >> 18) as u8, low(12), low(6), low(0)], dst),
        }
    }

    #[inline(always)]
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]> {
        Ascii::ascii_block(src)
    }

    #[inline(always)]
    fn put_ascii_block(block: [u8; 8], dst: &mut Output) -> Option<usize> {
        Ascii::put_ascii_block(block, dst)
    }

    fn incomplete_tail(src: &[u8]) -> usize {
        for len in 1..=src.len().min(3) {
            let tail = &src[src.len() - len..];
            if !is_continuation(tail[0]) {
                let cut_off = matches!(Self::decode(tail), Err(Malformed { len: None, .. }));
                return if cut_off { len } else { 0 };
            }
        }
        0
    }

    #[inline(always)]
    fn validate<K: Kernels>(kernels: K, src: &[u8]) -> usize {
        kernels.validate_utf8(src)
    }

    #[inline(always)]
    fn count_unit(unit: &[u8], length: Length) -> usize {
        let starts = usize::from(!is_continuation(unit[0]));
        match length {
            Length::Utf8 => 1,
            Length::Utf16 => starts + usize::from(unit[0] >= 0xF0),
            Length::Characters => starts,
        }
    }

    #[inline(always)]
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8]) -> Progress {
        match D::LENGTH {
            Length::Utf8 => Progress::all(src.len(), 1),
            Length::Utf16 => kernels.utf16_len_of_utf8(src),
            Length::Characters => kernels.characters_of_utf8(src),
        }
    }

    #[inline(always)]
    fn convert<K: Kernels, D: Scheme>(kernels: K, src: &[u8], dst: &mut Output) -> Progress {
        D::from_utf8::<K, true>(kernels, src, dst)
    }

    #[inline(always)]
    fn from_utf8<K: Kernels, const CHECKED: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf8_to_utf8::<CHECKED>(src, dst)
    }

    #[inline(always)]
    fn from_utf16<K: Kernels, const ORDER: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf16_to_utf8::<ORDER>(src, dst)
    }

    #[inline(always)]
    fn from_utf32<K: Kernels, const ORDER: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf32_to_utf8::<ORDER>(src, dst)
    }

    #[inline(always)]
    fn from_single_byte<K: Kernels, const LIMIT: u8>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.single_byte_to_utf8::<LIMIT>(src, dst)
    }
}

/// A unit of UTF-16 from its bytes.
#[inline(always)]
pub(crate) fn unit16<const ORDER: bool>(bytes: [u8; 2]) -> u16 {
    if ORDER == BIG {
        u16::from_be_bytes(bytes)
    } else {
        u16::from_le_bytes(bytes)
    }
}

/// The bytes of a unit of UTF-16.
#[inline(always)]
pub(crate) fn bytes16<const ORDER: bool>(unit: u16) -> [u8; 2] {
    if ORDER == BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}

/// A unit of UTF-32 from its bytes.
#[inline(always)]
pub(crate) fn unit32<const ORDER: bool>(bytes: [u8; 4]) -> u32 {
    if ORDER == BIG {
        u32::from_be_bytes(bytes)
    } else {
        u32::from_le_bytes(bytes)
    }
}

/// The bytes of a unit of UTF-32.
#[inline(always)]
pub(crate) fn bytes32<const ORDER: bool>(unit: u32) -> [u8; 4] {
    if ORDER == BIG {
        unit.to_be_bytes()
    } else {
        unit.to_le_bytes()
    }
}

impl<const ORDER: bool> Scheme for Utf16<ORDER> {
    const WIDTH: usize = 2;
    const INDEX: usize = if ORDER == BIG { 2 } else { 1 };
    const UNCHECKED: Option<usize> = Some(ORDER as usize);
    const LENGTH: Length = Length::Utf16;
    const UNIVERSAL: bool = true;

    #[inline(always)]
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed> {
        let Some(&first) = src.first_chunk() else {
            return Err(Malformed::INCOMPLETE);
        };
        let unit = unit16::<ORDER>(first);
        if let Some(character) = char::from_u32(u32::from(unit)) {
            return Ok((character, 2));
        }
        if unit < 0xDC00 {
            let Some(&[_, _, c, d]) = src.first_chunk() else {
                return Err(Malformed::INCOMPLETE);
            };
            let low = unit16::<ORDER>([c, d]);
            if let Ok(character) = char::decode_utf16([unit, low]).next().unwrap_or(Ok('\0')) {
                return Ok((character, 4));
            }
        }
        Err(Malformed::new(ErrorKind::UnpairedSurrogate, 2))
    }

    #[inline(always)]
    fn put(character: char, dst: &mut Output) -> Put {
        match *character.encode_utf16(&mut [0; 2]) {
            [high, low] => {
                let ([a, b], [c, d]) = (bytes16::<ORDER>(high), bytes16::<ORDER>(low));
                put_bytes([a, b, c, d], dst)
            }
            [unit, ..] => put_bytes(bytes16::<ORDER>(unit), dst),
            [] => Put::Written(0),
        }
    }

    #[inline(always)]
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]> {
        let (units, _) = src.first_chunk::<16>()?.as_chunks();
        let units: [u16; 8] = core::array::from_fn(|i| unit16::<ORDER>(units[i]));
        let ascii = units.iter().fold(0, |all, unit| all | unit) < 0x80;
        ascii.then(|| units.map(|unit| unit as u8))
    }

    #[inline(always)]
    fn put_ascii_block(block: [u8; 8], dst: &mut Output) -> Option<usize> {
        let (units, _) = dst.first_chunk_mut::<16>()?.as_chunks_mut();
        for (unit, byte) in units.iter_mut().zip(block) {
            *unit = bytes16::<ORDER>(byte.into()).map(MaybeUninit::new);
        }
        Some(16)
    }

    fn incomplete_tail(src: &[u8]) -> usize {
        let (units, odd) = src.as_chunks();
        let high = units
            .last()
            .is_some_and(|&unit| (0xD800..0xDC00).contains(&unit16::<ORDER>(unit)));
        odd.len() + if high { 2 } else { 0 }
    }

    #[inline(always)]
    fn validate<K: Kernels>(kernels: K, src: &[u8]) -> usize {
        kernels.validate_utf16::<ORDER>(src)
    }

    #[inline(always)]
    fn count_unit(unit: &[u8], length: Length) -> usize {
        let unit = unit16::<ORDER>([unit[0], unit[1]]);
        match length {
            // Each half of a surrogate pair counts half of its four bytes.
            Length::Utf8 if (0xD800..0xE000).contains(&unit) => 2,
            Length::Utf8 => 1 + usize::from(unit >= 0x80) + usize::from(unit >= 0x800),
            Length::Utf16 => 1,
            Length::Characters => usize::from(!(0xDC00..0xE000).contains(&unit)),
        }
    }

    #[inline(always)]
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8]) -> Progress {
        match D::LENGTH {
            Length::Utf8 => kernels.utf8_len_of_utf16::<ORDER>(src),
            Length::Utf16 => Progress::all(src.len(), 2),
            Length::Characters => kernels.characters_of_utf16::<ORDER>(src),
        }
    }

    #[inline(always)]
    fn convert<K: Kernels, D: Scheme>(kernels: K, src: &[u8], dst: &mut Output) -> Progress {
        D::from_utf16::<K, ORDER>(kernels, src, dst)
    }

    #[inline(always)]
    fn from_utf8<K: Kernels, const CHECKED: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf8_to_utf16::<ORDER, CHECKED>(src, dst)
    }

    #[inline(always)]
    fn from_utf16<K: Kernels, const FROM: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf16_to_utf16::<FROM, ORDER>(src, dst)
    }

    #[inline(always)]
    fn from_utf32<K: Kernels, const FROM: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf32_to_utf16::<FROM, ORDER>(src, dst)
    }

    #[inline(always)]
    fn from_single_byte<K: Kernels, const LIMIT: u8>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.single_byte_to_utf16::<LIMIT, ORDER>(src, dst)
    }
}

impl<const ORDER: bool> Scheme for Utf32<ORDER> {
    const WIDTH: usize = 4;
    const INDEX: usize = if ORDER == BIG { 4 } else { 3 };
    const UNCHECKED: Option<usize> = Some(2 + ORDER as usize);
    const LENGTH: Length = Length::Characters;
    const UNIVERSAL: bool = true;

    #[inline(always)]
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed> {
        let Some(&bytes) = src.first_chunk() else {
            return Err(Malformed::INCOMPLETE);
        };
        let value = unit32::<ORDER>(bytes);
        match char::from_u32(value) {
            Some(character) => Ok((character, 4)),
            None if value < 0xE000 => Err(Malformed::new(ErrorKind::Surrogate, 4)),
            None => Err(Malformed::new(ErrorKind::TooLarge, 4)),
        }
    }

    #[inline(always)]
    fn put(character: char, dst: &mut Output) -> Put {
        put_bytes(bytes32::<ORDER>(character.into()), dst)
    }

    #[inline(always)]
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]> {
        let (units, _) = src.first_chunk::<32>()?.as_chunks();
        let units: [u32; 8] = core::array::from_fn(|i| unit32::<ORDER>(units[i]));
        let ascii = units.iter().fold(0, |all, unit| all | unit) < 0x80;
        ascii.then(|| units.map(|unit| unit as u8))
    }

    #[inline(always)]
    fn put_ascii_block(block: [u8; 8], dst: &mut Output) -> Option<usize> {
        let (units, _) = dst.first_chunk_mut::<32>()?.as_chunks_mut();
        for (unit, byte) in units.iter_mut().zip(block) {
            *unit = bytes32::<ORDER>(byte.into()).map(MaybeUninit::new);
        }
        Some(32)
    }

    fn incomplete_tail(src: &[u8]) -> usize {
        src.len() % 4
    }

    #[inline(always)]
    fn validate<K: Kernels>(kernels: K, src: &[u8]) -> usize {
        kernels.validate_utf32::<ORDER>(src)
    }

    #[inline(always)]
    fn count_unit(unit: &[u8], length: Length) -> usize {
        let unit = unit32::<ORDER>([unit[0], unit[1], unit[2], unit[3]]);
        let above = |limit: u32| usize::from(unit >= limit);
        match length {
            Length::Utf8 => 1 + above(0x80) + above(0x800) + above(0x1_0000),
            Length::Utf16 => 1 + above(0x1_0000),
            Length::Characters => 1,
        }
    }

    #[inline(always)]
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8]) -> Progress {
        match D::LENGTH {
            Length::Utf8 => kernels.utf8_len_of_utf32::<ORDER>(src),
            Length::Utf16 => kernels.utf16_len_of_utf32::<ORDER>(src),
            Length::Characters => Progress::all(src.len(), 4),
        }
    }

    #[inline(always)]
    fn convert<K: Kernels, D: Scheme>(kernels: K, src: &[u8], dst: &mut Output) -> Progress {
        D::from_utf32::<K, ORDER>(kernels, src, dst)
    }

    #[inline(always)]
    fn from_utf8<K: Kernels, const CHECKED: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf8_to_utf32::<ORDER, CHECKED>(src, dst)
    }

    #[inline(always)]
    fn from_utf16<K: Kernels, const FROM: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf16_to_utf32::<FROM, ORDER>(src, dst)
    }

    #[inline(always)]
    fn from_utf32<K: Kernels, const FROM: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf32_to_utf32::<FROM, ORDER>(src, dst)
    }

    #[inline(always)]
    fn from_single_byte<K: Kernels, const LIMIT: u8>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.single_byte_to_utf32::<LIMIT, ORDER>(src, dst)
    }
}

impl<const LIMIT: u8> Scheme for SingleByte<LIMIT> {
    const WIDTH: usize = 1;
    const INDEX: usize = if LIMIT == 0x7F { 6 } else { 5 };
    const LENGTH: Length = Length::Characters;
    const UNIVERSAL: bool = false;

    #[inline(always)]
    fn decode(src: &[u8]) -> Result<(char, usize), Malformed> {
        match src[0] {
            byte if byte <= LIMIT => Ok((char::from(byte), 1)),
            _ => Err(Malformed::new(ErrorKind::InvalidByte, 1)),
        }
    }

    #[inline(always)]
    fn put(character: char, dst: &mut Output) -> Put {
        match u8::try_from(character) {
            Ok(byte) if byte <= LIMIT => put_bytes([byte], dst),
            _ => Put::Unrepresentable,
        }
    }

    #[inline(always)]
    fn ascii_block(src: &[u8]) -> Option<[u8; 8]> {
        let block = *src.first_chunk()?;
        (u64::from_ne_bytes(block) & 0x8080_8080_8080_8080 == 0).then_some(block)
    }

    #[inline(always)]
    fn put_ascii_block(block: [u8; 8], dst: &mut Output) -> Option<usize> {
        *dst.first_chunk_mut()? = block.map(MaybeUninit::new);
        Some(8)
    }

    fn incomplete_tail(_: &[u8]) -> usize {
        0
    }

    #[inline(always)]
    fn validate<K: Kernels>(kernels: K, src: &[u8]) -> usize {
        if LIMIT == 0xFF {
            src.len()
        } else {
            kernels.validate_ascii(src)
        }
    }

    #[inline(always)]
    fn count_unit(unit: &[u8], length: Length) -> usize {
        match length {
            Length::Utf8 => 1 + usize::from(unit[0] >= 0x80 && LIMIT == 0xFF),
            Length::Utf16 | Length::Characters => 1,
        }
    }

    #[inline(always)]
    fn count<K: Kernels, D: Scheme>(kernels: K, src: &[u8]) -> Progress {
        match D::LENGTH {
            Length::Utf8 if LIMIT == 0xFF => kernels.utf8_len_of_latin1(src),
            Length::Utf8 | Length::Utf16 | Length::Characters => Progress::all(src.len(), 1),
        }
    }

    #[inline(always)]
    fn convert<K: Kernels, D: Scheme>(kernels: K, src: &[u8], dst: &mut Output) -> Progress {
        D::from_single_byte::<K, LIMIT>(kernels, src, dst)
    }

    #[inline(always)]
    fn from_utf8<K: Kernels, const CHECKED: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf8_to_single_byte::<LIMIT>(src, dst)
    }

    #[inline(always)]
    fn from_utf16<K: Kernels, const ORDER: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf16_to_single_byte::<ORDER, LIMIT>(src, dst)
    }

    #[inline(always)]
    fn from_utf32<K: Kernels, const ORDER: bool>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.utf32_to_single_byte::<ORDER, LIMIT>(src, dst)
    }

    #[inline(always)]
    fn from_single_byte<K: Kernels, const FROM: u8>(
        kernels: K,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        kernels.single_byte_to_single_byte::<FROM, LIMIT>(src, dst)
    }
}
