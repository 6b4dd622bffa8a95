//! Classes of encodings: the dispatch from a [`Charset`], which is known at run time, to generic
//! code.
//!
//! Two kinds of operations are compiled once for each class, not for each pair of encodings, which
//! keeps the code small: the scalar operations of a `Charset` in this file, and operations that
//! depend on the target only by its [`LengthUnit`].

use super::{Charset, Encoding, sealed::Sealed};
use crate::CodePoint;
use crate::encoding::endian::Endian;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{
    ASCII, Encoded, EncodingKind, LATIN1, LengthUnit, Scheme, Utf8Form, Variant,
};
use crate::memory::output::Output;

pub(crate) type SchemeOf<E> = <E as Sealed>::Scheme;

/// A class of encodings whose schemes differ only in their [value](Charset::scheme).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    // Up to `Ascii`, each class is one encoding, or two with the same bytes on this machine.
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Latin1,
    Ascii,
    /// The variants of UTF-8.
    Utf8Family,
    Wtf16,
    Ucs4,
    CodePage,
    /// The legacy multi-byte encodings.
    Multibyte,
}

/// The number of classes.
pub(crate) const CLASSES: usize = Class::Multibyte as usize + 1;

/// One encoding for each class that a Cargo feature can exclude. If the class is excluded, another
/// encoding is a placeholder that no [`Charset`] selects.
pub(crate) mod representative {
    #[cfg(not(feature = "code-pages"))]
    pub(crate) use crate::Latin1 as CodePage;
    #[cfg(not(feature = "multibyte"))]
    pub(crate) use crate::Latin1 as Multibyte;
    #[cfg(feature = "multibyte")]
    pub(crate) use crate::ShiftJis as Multibyte;
    #[cfg(feature = "code-pages")]
    pub(crate) use crate::code_page::Windows1252 as CodePage;
    #[cfg(feature = "variants")]
    pub(crate) use crate::{Ucs4, Wtf8 as Utf8Family, Wtf16};
    #[cfg(not(feature = "variants"))]
    pub(crate) use crate::{Utf8 as Utf8Family, Utf16 as Wtf16, Utf32 as Ucs4};
}

/// Calls a macro with arguments, followed by the classes and an encoding of each, in order.
macro_rules! classes {
    ($macro:ident!($($arguments:tt)*)) => {
        $crate::encoding::$macro!(@ $($arguments)*, {
            Utf8 => crate::Utf8, Utf16Le => crate::Utf16Le, Utf16Be => crate::Utf16Be,
            Utf32Le => crate::Utf32Le, Utf32Be => crate::Utf32Be,
            Latin1 => crate::Latin1, Ascii => crate::Ascii,
            Utf8Family => $crate::encoding::class::representative::Utf8Family,
            Wtf16 => $crate::encoding::class::representative::Wtf16,
            Ucs4 => $crate::encoding::class::representative::Ucs4,
            CodePage => $crate::encoding::class::representative::CodePage,
            Multibyte => $crate::encoding::class::representative::Multibyte
        })
    };
}

/// Evaluates `$body` with `$E` naming an encoding of the class of `$charset`.
macro_rules! with_class {
    ($charset:expr, $E:ident => $body:expr) => {
        $crate::encoding::classes!(with_class!($charset, $E, $body))
    };
    (@ $charset:expr, $E:ident, $body:expr, {$($class:ident => $type:ty),*}) => {
        match $charset.class() {
            $($crate::encoding::Class::$class => {
                type $E = $type;
                $body
            })*
        }
    };
}

/// Creates an array of `$body` for each class, with `$E` naming an encoding of the class.
macro_rules! each_class {
    ($E:ident => $body:expr) => {
        $crate::encoding::classes!(each_class!($E, $body))
    };
    (@ $E:ident, $body:expr, {$($class:ident => $type:ty),*}) => {
        [$({
            type $E = $type;
            $body
        }),*]
    };
}
pub(crate) use {classes, each_class, with_class};

impl Class {
    /// Returns the class of a scheme.
    pub(crate) const fn from_kind(kind: EncodingKind) -> Class {
        match kind {
            EncodingKind::Utf8 => Class::Utf8,
            EncodingKind::Utf16(Endian::Little) => Class::Utf16Le,
            EncodingKind::Utf16(Endian::Big) => Class::Utf16Be,
            EncodingKind::Utf32(Endian::Little) => Class::Utf32Le,
            EncodingKind::Utf32(Endian::Big) => Class::Utf32Be,
            EncodingKind::SingleByte(ASCII) => Class::Ascii,
            EncodingKind::SingleByte(LATIN1..) => Class::Latin1,
            EncodingKind::SingleByte(_) => panic!("no such encoding"),
            EncodingKind::Variant(Variant::Utf8Family) => Class::Utf8Family,
            EncodingKind::Variant(Variant::Wtf16) => Class::Wtf16,
            EncodingKind::Variant(Variant::Ucs4) => Class::Ucs4,
            EncodingKind::CodePage => Class::CodePage,
            EncodingKind::Multibyte => Class::Multibyte,
        }
    }

    /// Returns the size of a code unit in bytes.
    pub(crate) const fn width(self) -> usize {
        match self {
            Class::Utf16Le | Class::Utf16Be | Class::Wtf16 => 2,
            Class::Utf32Le | Class::Utf32Be | Class::Ucs4 => 4,
            _ => 1,
        }
    }
}

impl Charset {
    /// Returns the scheme as a value. `E` must be an encoding of the same class.
    #[inline(always)]
    pub(crate) fn scheme<E: Encoding>(self) -> SchemeOf<E> {
        E::SCHEME.for_charset(self)
    }

    /// See [`Scheme::LENGTH`].
    pub(crate) fn length(self) -> LengthUnit {
        with_class!(self, E => SchemeOf::<E>::LENGTH)
    }

    /// See [`Scheme::UNIVERSAL`].
    pub(crate) fn is_universal(self) -> bool {
        with_class!(self, E => SchemeOf::<E>::UNIVERSAL)
    }

    /// See [`Scheme::IS_VARIANT`].
    pub(crate) fn is_variant(self) -> bool {
        with_class!(self, E => SchemeOf::<E>::IS_VARIANT)
    }

    /// See [`Scheme::HAS_LENGTHS`].
    pub(crate) fn has_lengths(self) -> bool {
        with_class!(self, E => SchemeOf::<E>::HAS_LENGTHS)
    }

    /// See [`Scheme::base`].
    pub(crate) fn base(self) -> Charset {
        match self.class() {
            Class::Utf8Family => Charset::Utf8,
            Class::Wtf16 => Charset::Utf16,
            Class::Ucs4 => Charset::Utf32,
            _ => self,
        }
    }

    /// See [`Scheme::utf8_form`].
    pub(crate) fn utf8_form(self) -> Option<Utf8Form> {
        match self.class() {
            Class::Utf8 => Some(Utf8Form::Utf8),
            Class::Utf8Family => Some(self.form()),
            _ => None,
        }
    }

    /// See [`Scheme::decode`].
    pub(crate) fn decode(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        with_class!(self, E => self.scheme::<E>().decode(src))
    }

    /// See [`Scheme::decode_chunk`].
    pub(crate) fn decode_chunk(self, src: &[u8]) -> Result<(CodePoint, usize), Malformed> {
        with_class!(self, E => self.scheme::<E>().decode_chunk(src))
    }

    /// See [`Scheme::without_ambiguous_tail`].
    pub(crate) fn without_ambiguous_tail(self, src: &[u8]) -> &[u8] {
        with_class!(self, E => self.scheme::<E>().without_ambiguous_tail(src))
    }

    /// See [`Scheme::incomplete_tail`].
    pub(crate) fn incomplete_bytes(self, src: &[u8]) -> usize {
        with_class!(self, E => self.scheme::<E>().incomplete_tail(src))
    }

    /// See [`Scheme::encode`].
    pub(crate) fn encode(self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        with_class!(self, E => self.scheme::<E>().encode(code_point, dst))
    }

    /// See [`Scheme::replacement`].
    pub(crate) fn replacement(self) -> char {
        with_class!(self, E => self.scheme::<E>().replacement())
    }
}
