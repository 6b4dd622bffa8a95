//! The encoding schemes: how each encoding decodes and encodes one character.
//!
//! Everything that must be exact (the tail of a text, errors, replacement) uses these scalar
//! functions. The vector kernels convert the bulk of a text. They identify a scheme by its
//! [`EncodingKind`].

#[cfg(feature = "convert")]
mod code_page;
#[cfg(feature = "multibyte")]
mod multibyte;
mod single_byte;
#[cfg(feature = "convert")]
mod utf16;
#[cfg(feature = "convert")]
mod utf32;
mod utf8;
#[cfg(feature = "convert")]
mod utf8_family;
#[cfg(feature = "variants")]
mod wtf16_ucs4;

#[cfg(feature = "convert")]
pub(crate) use code_page::CodePage;
#[cfg(feature = "multibyte")]
pub(crate) use multibyte::Multibyte;
pub(crate) use single_byte::{Ascii, Latin1};
pub(crate) use utf8::Utf8;
#[cfg(all(feature = "convert", feature = "alloc"))]
pub(crate) use utf8_family::joined;
#[cfg(feature = "convert")]
pub(crate) use utf8_family::{Utf8Family, Utf8Form};
#[cfg(feature = "convert")]
pub(crate) use utf16::Utf16;
#[cfg(feature = "convert")]
pub(crate) use utf32::Utf32;
#[cfg(feature = "variants")]
pub(crate) use wtf16_ucs4::{Ucs4, Wtf16};

use crate::CodePoint;
#[cfg(feature = "convert")]
use crate::encoding::Charset;
#[cfg(feature = "convert")]
use crate::encoding::code_page::CodePageTables;
use crate::encoding::endian::Endian;
use crate::encoding::malformed::Malformed;
use crate::memory::output::Output;

/// The outcome of encoding a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoded {
    /// This number of bytes was written.
    Written(usize),
    /// The destination is too short. Nothing was written.
    Full,
    /// The encoding cannot represent the character. Nothing was written.
    Unrepresentable,
}

/// The kind of a scheme, as a value. It selects the kernels that convert from and to the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingKind {
    /// UTF-8.
    Utf8,
    /// UTF-16 in a byte order.
    Utf16(Endian),
    /// UTF-32 in a byte order.
    Utf32(Endian),
    /// One byte for each character. The value is the last character, [`LATIN1`] or [`ASCII`].
    SingleByte(u8),
    /// A variant of UTF-8, UTF-16 or UTF-32. The kernels of its base do most of the work: see
    /// [`crate::convert::variants`].
    Variant(Variant),
    /// A code page. [`page`](Scheme::page) identifies it.
    CodePage,
    /// A legacy multi-byte encoding. [`multibyte`](Scheme::multibyte) identifies it.
    Multibyte,
}

impl EncodingKind {
    /// Returns the byte order of the units, or the native one if there is none.
    pub(crate) const fn endian(self) -> Endian {
        match self {
            EncodingKind::Utf16(endian) | EncodingKind::Utf32(endian) => endian,
            _ => Endian::NATIVE,
        }
    }

    /// Returns the last character of a single-byte encoding.
    pub(crate) const fn max_char(self) -> u8 {
        match self {
            EncodingKind::SingleByte(last) => last,
            _ => ASCII,
        }
    }
}

/// Returns whether the kind of a scheme, or the kinds of two schemes, match a pattern. The result
/// is a constant, so an `if` on it generates only the code for this scheme.
macro_rules! is_kind {
    ($S:ident, $($pattern:tt)+) => {
        const {
            use $crate::encoding::scheme::EncodingKind::*;
            matches!($S::KIND, $($pattern)+)
        }
    };
    (($S:ident, $D:ident), $($pattern:tt)+) => {
        const {
            use $crate::encoding::scheme::EncodingKind::*;
            matches!(($S::KIND, $D::KIND), $($pattern)+)
        }
    };
}
pub(crate) use is_kind;

/// A variant of UTF-8, UTF-16 or UTF-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// A variant of UTF-8. A [`Utf8Form`] identifies it.
    Utf8Family,
    /// WTF-16.
    Wtf16,
    /// UCS-4.
    Ucs4,
}

/// The last character of Latin-1.
pub(crate) const LATIN1: u8 = 0xFF;
/// The last character of ASCII.
pub(crate) const ASCII: u8 = 0x7F;

/// An encoding scheme. If one type serves several encodings, the value identifies the encoding.
/// Otherwise all values are equal.
pub trait Scheme: Copy + 'static {
    /// The size of a code unit in bytes.
    const WIDTH: usize;
    /// The kind of the scheme.
    const KIND: EncodingKind;
    /// The [`LengthUnit`] that counts the units of this scheme.
    const LENGTH: LengthUnit;
    /// Whether the scheme can represent every Unicode character.
    const UNIVERSAL: bool;
    /// Whether the scheme is a variant of its [`Base`](Scheme::Base).
    const IS_VARIANT: bool = matches!(Self::KIND, EncodingKind::Variant(_));
    /// Whether a text can be counted in [`LENGTH`](Scheme::LENGTH) to determine the length of its
    /// conversion to this scheme.
    const HAS_LENGTHS: bool = !Self::IS_VARIANT && !matches!(Self::KIND, EncodingKind::Multibyte);

    /// The scheme that has kernels: UTF-8, UTF-16 or UTF-32 for a variant, otherwise the scheme
    /// itself.
    type Base: Scheme;

    /// Returns the [`Base`](Scheme::Base) as a value.
    fn base(self) -> Self::Base;

    /// Returns the form of UTF-8, or `None` if this is neither UTF-8 nor a variant of it.
    #[cfg(feature = "convert")]
    #[inline(always)]
    fn utf8_form(self) -> Option<Utf8Form> {
        None
    }

    /// Returns the character that replaces malformed sequences and unrepresentable characters in a
    /// lossy conversion.
    #[inline(always)]
    fn replacement(self) -> char {
        if Self::UNIVERSAL {
            char::REPLACEMENT_CHARACTER
        } else {
            '?'
        }
    }

    /// Returns the legacy multi-byte encoding, or `None` if this is another scheme.
    #[cfg(feature = "convert")]
    #[inline(always)]
    fn multibyte(self) -> Option<&'static crate::encoding::multibyte::Multibyte> {
        None
    }

    /// Returns the code page, or `None` if this is another scheme.
    #[cfg(feature = "convert")]
    #[inline(always)]
    fn page(self) -> Option<&'static CodePageTables> {
        None
    }

    /// Returns the scheme of an encoding of the same [`Class`](crate::encoding::Class).
    #[cfg(feature = "convert")]
    #[inline(always)]
    fn for_charset(self, _: Charset) -> Self {
        self
    }

    /// Decodes the first character of `src`, which is not empty, and returns it with its length in
    /// bytes.
    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed>;

    /// Returns the malformed sequence at the start of `src`, which is not empty, if it starts with
    /// one.
    #[inline(always)]
    fn malformed(self, src: &[u8]) -> Option<Malformed> {
        self.decode(src).err()
    }

    /// Like [`decode`](Scheme::decode), for a `src` that more input may follow. A character is also
    /// incomplete if more input could make it a different one.
    #[inline(always)]
    fn decode_chunk(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.decode(src)
    }

    /// Returns `src` without a tail that is incomplete for [`decode_chunk`](Scheme::decode_chunk)
    /// but not for [`decode`](Scheme::decode).
    #[inline(always)]
    fn without_ambiguous_tail(self, src: &[u8]) -> &[u8] {
        if Self::IS_VARIANT {
            return &src[..src.len() - self.incomplete_tail(src)];
        }
        src
    }

    /// Writes `code_point` to the beginning of `dst`.
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded;

    /// Returns the first 8 characters of `src`, if it has at least 8 and all of them are ASCII. By
    /// default, ASCII characters are the same bytes as in [`Ascii`].
    #[inline(always)]
    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]> {
        Ascii::NEW.ascii_block(src)
    }

    /// Writes `N` ASCII characters if they fit, and returns the number of bytes written.
    #[inline(always)]
    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize> {
        Ascii::NEW.encode_ascii(block, dst)
    }

    /// Returns the number of bytes of an incomplete character at the end of `src`, or 0. By
    /// default, each byte is a character.
    fn incomplete_tail(self, _src: &[u8]) -> usize {
        0
    }

    /// Returns the number of units of `length` that the code unit with the bytes `unit` adds to the
    /// length of a text.
    fn count_unit(self, unit: &[u8], length: LengthUnit) -> usize;

    /// Returns whether a character starts at the first unit of `src`. The text must be well-formed.
    #[inline(always)]
    fn starts_character(self, src: &[u8]) -> bool {
        self.count_unit(&src[..Self::WIDTH], LengthUnit::Characters) == 1
    }
}

/// Encodes a result of [`Scheme::decode`] of `S`, which may be two code points in Big5.
#[inline(always)]
pub(crate) fn encode_decoded<S: Scheme, D: Scheme>(
    to: D,
    code_point: CodePoint,
    dst: &mut Output,
) -> Encoded {
    if is_kind!(S, Multibyte) {
        return encode_each(code_point, dst, |one, dst| to.encode(one, dst));
    }
    to.encode(code_point, dst)
}

/// Encodes a code point with `encode`. If it is two code points, encodes both or none.
#[inline]
pub(crate) fn encode_each(
    code_point: CodePoint,
    dst: &mut Output,
    mut encode: impl FnMut(CodePoint, &mut Output) -> Encoded,
) -> Encoded {
    let Some([first, second]) = code_point.two() else {
        return encode(code_point, dst);
    };
    match encode(first, dst) {
        Encoded::Written(before) => match encode(second, &mut dst[before..]) {
            Encoded::Written(written) => Encoded::Written(before + written),
            other => other,
        },
        // If the second code point is unrepresentable, the outcome is `Unrepresentable`, even if
        // the output is full.
        Encoded::Full => match encode(second, Default::default()) {
            Encoded::Unrepresentable => Encoded::Unrepresentable,
            _ => Encoded::Full,
        },
        Encoded::Unrepresentable => Encoded::Unrepresentable,
    }
}

/// Returns the unrepresentable code point of `code_point`, which may be two code points. `encode`
/// must return [`Unrepresentable`](Encoded::Unrepresentable) only for code points that it cannot
/// encode.
pub(crate) fn unrepresentable(
    code_point: CodePoint,
    mut encode: impl FnMut(CodePoint) -> Encoded,
) -> CodePoint {
    match code_point.two() {
        Some([first, _]) if encode(first) == Encoded::Unrepresentable => first,
        Some([_, second]) => second,
        None => code_point,
    }
}

/// A unit in which the length of a text is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthUnit {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16.
    Utf16,
    /// Characters: units of UTF-32, Latin-1 and ASCII.
    Characters,
}

impl LengthUnit {
    /// Returns the length of a result of [`Scheme::decode`], which may be two code points.
    #[inline(always)]
    pub(crate) fn of_decoded(self, code_point: CodePoint) -> usize {
        match code_point.two() {
            Some([first, second]) => self.units_of(first) + self.units_of(second),
            None => self.units_of(code_point),
        }
    }

    /// Returns the length of a character.
    #[inline(always)]
    pub(crate) fn units_of(self, CodePoint(value): CodePoint) -> usize {
        let above = |limit: u32| usize::from(value >= limit);
        match self {
            LengthUnit::Utf8 => 1 + above(0x80) + above(0x800) + above(0x1_0000),
            LengthUnit::Utf16 => 1 + above(0x1_0000),
            LengthUnit::Characters => 1,
        }
    }
}

/// Writes `bytes` to the beginning of `dst`.
#[inline(always)]
pub(crate) fn encode_bytes<const N: usize>(bytes: [u8; N], dst: &mut Output) -> Encoded {
    if dst.len() < N {
        return Encoded::Full;
    }
    dst.write(0, bytes);
    Encoded::Written(N)
}

/// Returns whether `byte` is a continuation byte of UTF-8 (80..BF).
#[inline(always)]
pub(crate) const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
