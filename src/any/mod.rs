//! Encodings chosen at run time, all of them.
//!
//! [`Charset`] names the encodings of files; [`AnyEncoding`] covers those of memory, too, and has
//! the verbs. They work on bytes, but count the units of the encoding. Kernels are those of the
//! generic verbs, chosen by a table; what is done a character at a time, and where the target
//! matters only by the number of its units, is there once for many pairs, so that all pairs
//! together are small.
#![forbid(unsafe_code)]

mod column;
mod pair;

pub use pair::AnyPair;

use crate::encoding::{EncodingId, sealed::Sealed};
use crate::malformed::Malformed;
use crate::output::Output;
use crate::scheme::{Encoded, Form, Scheme};
use crate::{Charset, CodePoint, DecodeError, Encoding, Isa};

type SchemeOf<E> = <E as Sealed>::Scheme;

/// Encodings that share a scheme but for its [value](AnyEncoding::scheme).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Class {
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Latin1,
    Ascii,
    Utf8Family,
    Wtf16,
    Ucs4,
    CodePage,
}

/// Number of classes.
const CLASSES: usize = Class::CodePage as usize + 1;

/// Calls a macro with arguments, the classes and an encoding of each, in their order.
macro_rules! classes {
    ($macro:ident!($($arguments:tt)*)) => {
        $crate::any::$macro!(@ $($arguments)*, {
            Utf8 => crate::Utf8, Utf16Le => crate::Utf16Le, Utf16Be => crate::Utf16Be,
            Utf32Le => crate::Utf32Le, Utf32Be => crate::Utf32Be,
            Latin1 => crate::Latin1, Ascii => crate::Ascii,
            Utf8Family => crate::Wtf8, Wtf16 => crate::Wtf16, Ucs4 => crate::Ucs4,
            CodePage => crate::code_page::Windows1252
        })
    };
}

/// Evaluates `$body` with `$E` naming an encoding of the class of `$encoding`.
macro_rules! with_any {
    ($encoding:expr, $E:ident => $body:expr) => {
        $crate::any::classes!(with_any!($encoding, $E, $body))
    };
    (@ $encoding:expr, $E:ident, $body:expr, {$($class:ident => $type:ty),*}) => {
        match $encoding.class {
            $($crate::any::Class::$class => {
                type $E = $type;
                $body
            })*
        }
    };
}

/// An array of `$body` for each class, with `$E` naming an encoding of it.
macro_rules! each_class {
    ($E:ident => $body:expr) => {
        $crate::any::classes!(each_class!($E, $body))
    };
    (@ $E:ident, $body:expr, {$($class:ident => $type:ty),*}) => {
        [$({
            type $E = $type;
            $body
        }),*]
    };
}
use {classes, each_class, with_any};

/// An encoding of any kind as a value.
///
/// The methods take the bytes of a text; those of UTF-16, UTF-32 and their relatives in memory are
/// the bytes of its units, at any alignment. Positions and lengths count units of the encoding, as
/// those of the generic verbs do, and results are the same as theirs. (Bytes at the end that are no
/// whole unit are an incomplete character.)
///
/// ```
/// use utflane::{AnyEncoding, Charset, Isa, Wtf16};
///
/// let encoding = AnyEncoding::of_charset(Charset::Utf16Be).unwrap();
/// let error = encoding.validate(Isa::best(), b"\0a\xD8\0").unwrap_err();
/// assert_eq!(error.valid_up_to(), 2);
/// assert_eq!(AnyEncoding::of::<Wtf16>().name(), "WTF-16");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyEncoding {
    id: EncodingId,
    // Every call asks for these.
    class: Class,
    /// Bytes of a unit are 1 shifted by this.
    unit_shift: u8,
}

impl AnyEncoding {
    /// The encoding that a type stands for.
    pub const fn of<E: Encoding>() -> AnyEncoding {
        AnyEncoding::with_id(E::ID)
    }

    /// The encoding that a charset stands for, `None` if it has streams only.
    pub const fn of_charset(charset: Charset) -> Option<AnyEncoding> {
        Some(AnyEncoding::with_id(match charset {
            Charset::Utf8 => EncodingId::Utf8,
            Charset::Utf16Le => EncodingId::Utf16Le,
            Charset::Utf16Be => EncodingId::Utf16Be,
            Charset::Utf32Le => EncodingId::Utf32Le,
            Charset::Utf32Be => EncodingId::Utf32Be,
            Charset::Latin1 => EncodingId::Latin1,
            Charset::Ascii => EncodingId::Ascii,
            Charset::Wtf8 => EncodingId::Wtf8,
            Charset::Cesu8 => EncodingId::Cesu8,
            Charset::Mutf8 => EncodingId::Mutf8,
            Charset::Rfc2279 => EncodingId::Rfc2279,
            page if page.is_code_page() => EncodingId::Charset(page),
            _ => return None,
        }))
    }

    /// The name: the type's [`NAME`](Encoding::NAME).
    pub const fn name(self) -> &'static str {
        match self.id {
            EncodingId::Charset(charset) => charset.name(),
            EncodingId::Utf16 => crate::Utf16::NAME,
            EncodingId::Utf32 => crate::Utf32::NAME,
            EncodingId::Cesu8 => crate::Cesu8::NAME,
            EncodingId::Mutf8 => crate::Mutf8::NAME,
            EncodingId::Rfc2279 => crate::Rfc2279::NAME,
            EncodingId::JdkUtf8 => crate::JdkUtf8::NAME,
            _ => with_any!(self, E => E::NAME),
        }
    }

    const fn with_id(id: EncodingId) -> AnyEncoding {
        let unit_shift = match id {
            EncodingId::Utf16 | EncodingId::Wtf16 => 1,
            EncodingId::Utf32 | EncodingId::Ucs4 => 2,
            _ => 0,
        };
        AnyEncoding {
            id,
            class: AnyEncoding::class_of(id),
            unit_shift,
        }
    }

    /// What the type of its scheme is. In memory a form is its scheme in the byte order of the
    /// machine.
    const fn class_of(id: EncodingId) -> Class {
        const IS_LITTLE: bool = cfg!(target_endian = "little");
        match id {
            EncodingId::Utf8 => Class::Utf8,
            EncodingId::Utf16 if IS_LITTLE => Class::Utf16Le,
            EncodingId::Utf16Le => Class::Utf16Le,
            EncodingId::Utf16 | EncodingId::Utf16Be => Class::Utf16Be,
            EncodingId::Utf32 if IS_LITTLE => Class::Utf32Le,
            EncodingId::Utf32Le => Class::Utf32Le,
            EncodingId::Utf32 | EncodingId::Utf32Be => Class::Utf32Be,
            EncodingId::Latin1 => Class::Latin1,
            EncodingId::Ascii => Class::Ascii,
            EncodingId::Wtf8 | EncodingId::Cesu8 | EncodingId::Mutf8 => Class::Utf8Family,
            EncodingId::Rfc2279 | EncodingId::JdkUtf8 => Class::Utf8Family,
            EncodingId::Wtf16 => Class::Wtf16,
            EncodingId::Ucs4 => Class::Ucs4,
            EncodingId::Charset(_) => Class::CodePage,
        }
    }

    /// The encoding as errors name it.
    pub(crate) const fn id(self) -> EncodingId {
        self.id
    }

    /// Bytes of a unit, in which lengths and positions count: 2 for UTF-16 and WTF-16, 4 for UTF-32
    /// and UCS-4, 1 for the others.
    #[inline]
    pub const fn unit_len(self) -> usize {
        1 << self.unit_shift
    }

    /// The scheme as a value, by a type of its class.
    #[inline(always)]
    pub(crate) fn scheme<E: Encoding>(self) -> SchemeOf<E> {
        match self.id {
            EncodingId::Charset(charset) => match charset.page() {
                Some(page) => E::SCHEME.with_page(page),
                None => E::SCHEME,
            },
            EncodingId::Cesu8 => E::SCHEME.with_form(Form::Cesu8),
            EncodingId::Mutf8 => E::SCHEME.with_form(Form::Mutf8),
            EncodingId::Rfc2279 => E::SCHEME.with_form(Form::Rfc2279),
            EncodingId::JdkUtf8 => E::SCHEME.with_form(Form::Jdk),
            _ => E::SCHEME,
        }
    }

    /// See [`Scheme::RELATIVE`].
    pub(crate) fn is_relative(self) -> bool {
        with_any!(self, E => SchemeOf::<E>::RELATIVE)
    }

    /// See [`Scheme::decode`].
    pub(crate) fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        with_any!(self, E => self.scheme::<E>().decode(src))
    }

    /// See [`Scheme::decode_chunk`].
    pub(crate) fn decode_chunk(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        with_any!(self, E => self.scheme::<E>().decode_chunk(src))
    }

    /// See [`Scheme::without_undecided`].
    pub(crate) fn without_undecided(self, src: &[u8]) -> &[u8] {
        with_any!(self, E => self.scheme::<E>().without_undecided(src))
    }

    /// See [`Scheme::encode`].
    pub(crate) fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        with_any!(self, E => self.scheme::<E>().encode(code_point, dst))
    }

    /// See [`Scheme::REPLACEMENT`].
    pub(crate) fn replacement(self) -> char {
        with_any!(self, E => SchemeOf::<E>::REPLACEMENT)
    }

    /// See [`validate`](fn@crate::validate).
    ///
    /// # Errors
    ///
    /// The first malformed sequence.
    pub fn validate(self, isa: Isa, src: &[u8]) -> Result<(), DecodeError> {
        let valid = self.valid_up_to(isa, src);
        if valid == src.len() {
            return Ok(());
        }
        self.error_at(src, valid).map_or(Ok(()), Err)
    }

    /// Number of bytes of well-formed text at the start of `src`.
    fn valid_up_to(self, isa: Isa, src: &[u8]) -> usize {
        with_any!(self, E => isa.valid_bytes(self.scheme::<E>(), src))
    }

    /// The error at byte `position` of `src`, if it is malformed there.
    fn error_at(self, src: &[u8], position: usize) -> Option<DecodeError> {
        let rest = &src[position..];
        let malformed = self.decode(rest).err()?;
        let encoding = (self.id, self.unit_len());
        Some(DecodeError::of(encoding, position, rest, malformed))
    }

    /// See [`char_count`](fn@crate::char_count).
    pub fn char_count(self, isa: Isa, src: &[u8]) -> usize {
        with_any!(self, E => isa.characters(self.scheme::<E>(), src))
    }

    /// See [`incomplete_tail`](fn@crate::incomplete_tail).
    pub fn incomplete_tail(self, src: &[u8]) -> usize {
        let bytes = with_any!(self, E => self.scheme::<E>().incomplete_tail(src));
        bytes.div_ceil(self.unit_len())
    }
}
