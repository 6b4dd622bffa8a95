//! The encoding schemes: what the bytes of an encoding mean.
//!
//! A scheme decodes and encodes one character at a time. Whatever must be exact (the end of a text,
//! errors, replacement) is built on that. The bulk of a text goes to the vector kernels, which know
//! a scheme by its [`EncodingKind`].
#![forbid(unsafe_code)]

mod code_page;
#[cfg(feature = "multibyte")]
mod multibyte;
mod single_byte;
mod utf16;
mod utf32;
mod utf8;
mod utf8_family;
mod wide;

pub(crate) use code_page::CodePage;
#[cfg(feature = "multibyte")]
pub(crate) use multibyte::Multibyte;
pub(crate) use single_byte::{Ascii, Latin1};
pub(crate) use utf8::Utf8;
#[cfg(feature = "alloc")]
pub(crate) use utf8_family::joined;
pub(crate) use utf8_family::{Form, Utf8Family};
pub(crate) use utf16::Utf16;
pub(crate) use utf32::Utf32;
pub(crate) use wide::{Ucs4, Wtf16};

use crate::CodePoint;
use crate::buffer::output::Output;
use crate::encoding::code_page::Page;
use crate::encoding::endian::Endian;
use crate::encoding::malformed::Malformed;

/// The outcome of encoding a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoded {
    /// So many bytes were written.
    Written(usize),
    /// The destination is too short; nothing was written.
    Full,
    /// The encoding does not have the character; nothing was written.
    Unrepresentable,
}

/// A scheme as a value: it chooses the kernels that convert from and to it, and is all that they
/// know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingKind {
    /// UTF-8.
    Utf8,
    /// UTF-16 in a byte order.
    Utf16(Endian),
    /// UTF-32 in a byte order.
    Utf32(Endian),
    /// A byte for each character; the last character is this one, [`LATIN1`] or [`ASCII`].
    SingleByte(u8),
    /// A variant of UTF-8, UTF-16 or UTF-32, whose kernels do most of its work: see
    /// [`crate::convert::variants`].
    Variant(Variant),
    /// A code page; the scheme's value says [which](Scheme::page).
    CodePage,
    /// An encoding of several bytes from before Unicode; the scheme's value says
    /// [which](Scheme::multibyte).
    Multibyte,
}

impl EncodingKind {
    /// The byte order of its units, where they have one.
    pub(crate) const fn endian(self) -> Endian {
        match self {
            EncodingKind::Utf16(endian) | EncodingKind::Utf32(endian) => endian,
            _ => Endian::NATIVE,
        }
    }

    /// The last character, where each is a byte.
    pub(crate) const fn last(self) -> u8 {
        match self {
            EncodingKind::SingleByte(last) => last,
            _ => ASCII,
        }
    }
}

/// Whether the kind of a scheme, or those of two, match patterns: a constant. Where an `if` asks
/// for it, only the code that is meant for a scheme is generated for it.
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
    /// A variant of UTF-8; which, a [`Form`] says.
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

/// An encoding scheme. Its values are all alike where the type says everything; where one type
/// serves many encodings, the value says which.
pub trait Scheme: Copy + 'static {
    /// Bytes of a code unit.
    const WIDTH: usize;
    /// The scheme as a value.
    const KIND: EncodingKind;
    /// The length that is the number of units in this scheme.
    const LENGTH: Length;
    /// Whether the scheme has every Unicode character.
    const UNIVERSAL: bool;
    /// Whether it is a variant of its [`Base`](Scheme::Base).
    const IS_VARIANT: bool = matches!(Self::KIND, EncodingKind::Variant(_));
    /// Whether the length of a conversion to it is [`LENGTH`](Scheme::LENGTH) of the text.
    const HAS_LENGTHS: bool = !Self::IS_VARIANT && !matches!(Self::KIND, EncodingKind::Multibyte);

    /// The scheme that has kernels: of a variant, that of UTF-8, UTF-16 or UTF-32; else itself.
    type Base: Scheme;

    /// That scheme as a value.
    fn base(self) -> Self::Base;

    /// UTF-8 or which of its variants this is, if it is one.
    #[inline(always)]
    fn utf8_form(self) -> Option<Form> {
        None
    }

    /// The character that lossy conversion writes in the place of what it cannot convert.
    #[inline(always)]
    fn replacement(self) -> char {
        if Self::UNIVERSAL {
            char::REPLACEMENT_CHARACTER
        } else {
            '?'
        }
    }

    /// The encoding of several bytes, if it is one.
    #[inline(always)]
    fn multibyte(self) -> Option<&'static crate::encoding::multibyte::Multibyte> {
        None
    }

    /// The scheme of another encoding of several bytes, if it is of one.
    #[inline(always)]
    fn with_multibyte(self, _: &'static crate::encoding::multibyte::Multibyte) -> Self {
        self
    }

    /// The code page, if it is one.
    #[inline(always)]
    fn page(self) -> Option<&'static Page> {
        None
    }

    /// The scheme of another code page, if it is of one.
    #[inline(always)]
    fn with_page(self, _: &'static Page) -> Self {
        self
    }

    /// The scheme of another variant of UTF-8, if it is of one.
    #[inline(always)]
    fn with_form(self, _: Form) -> Self {
        self
    }

    /// The first character of `src`, which is not empty, and its length in bytes.
    fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed>;

    /// [`decode`](Scheme::decode) where `src` is part of a text that may go on: incomplete, too, is
    /// a character that would be another one if more followed.
    #[inline(always)]
    fn decode_chunk(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        self.decode(src)
    }

    /// `src` without what [`decode_chunk`](Scheme::decode_chunk) takes for incomplete at its end
    /// and [`decode`](Scheme::decode) does not.
    #[inline(always)]
    fn without_undecided(self, src: &[u8]) -> &[u8] {
        if Self::IS_VARIANT {
            &src[..src.len() - self.incomplete_tail(src)]
        } else {
            src
        }
    }

    /// Writes `code_point` to the beginning of `dst`.
    fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded;

    /// The first 8 characters of `src` if there are so many and all are ASCII.
    fn ascii_block(self, src: &[u8]) -> Option<[u8; 8]>;

    /// Writes `N` ASCII characters if they fit; returns the number of bytes.
    fn encode_ascii<const N: usize>(self, block: [u8; N], dst: &mut Output) -> Option<usize>;

    /// Bytes of the character at the end of `src` that the end cuts off; 0 if there is none.
    fn incomplete_tail(self, src: &[u8]) -> usize;

    /// What the code unit with the bytes `unit` adds to the `length` of the text.
    fn count_unit(self, unit: &[u8], length: Length) -> usize;

    /// Whether a character starts with the unit that `src` begins with, in well-formed text.
    #[inline(always)]
    fn starts_character(self, src: &[u8]) -> bool {
        self.count_unit(&src[..Self::WIDTH], Length::Characters) == 1
    }
}

/// Encodes what [`Scheme::decode`] of `S` gave: in Big5 that may be two code points.
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

/// Encodes a code point with `encode`, or both of two, or none.
#[inline]
pub(crate) fn encode_each(
    code_point: CodePoint,
    dst: &mut Output,
    encode: impl Fn(CodePoint, &mut Output) -> Encoded,
) -> Encoded {
    let Some([first, second]) = code_point.two() else {
        return encode(code_point, dst);
    };
    match encode(first, dst) {
        Encoded::Written(before) => match encode(second, &mut dst[before..]) {
            Encoded::Written(written) => Encoded::Written(before + written),
            other => other,
        },
        // Whether there is room does not matter if it does not have the other one.
        Encoded::Full => match encode(second, Default::default()) {
            Encoded::Unrepresentable => Encoded::Unrepresentable,
            _ => Encoded::Full,
        },
        Encoded::Unrepresentable => Encoded::Unrepresentable,
    }
}

/// Which of two code points, if it is two, `encode` cannot encode: any outcome but
/// [`Unrepresentable`](Encoded::Unrepresentable) will do.
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

impl Length {
    /// That of what [`Scheme::decode`] gave, which may be two code points.
    #[inline(always)]
    pub(crate) fn of_decoded(self, code_point: CodePoint) -> usize {
        match code_point.two() {
            Some([first, second]) => self.of(first) + self.of(second),
            None => self.of(code_point),
        }
    }

    /// That of a character.
    #[inline(always)]
    pub(crate) fn of(self, CodePoint(value): CodePoint) -> usize {
        let above = |limit: u32| usize::from(value >= limit);
        match self {
            Length::Utf8 => 1 + above(0x80) + above(0x800) + above(0x1_0000),
            Length::Utf16 => 1 + above(0x1_0000),
            Length::Characters => 1,
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

/// Whether `byte` is a continuation byte of UTF-8 (80..BF).
#[inline(always)]
pub(crate) const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
