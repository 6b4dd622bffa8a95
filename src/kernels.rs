//! The list of kernels.
//!
//! [`Kernels`] is the list: each method is a kernel, its body the algorithm of `generic/` that an instruction set uses
//! unless it has a better one of its own. A kernel does the bulk of the work with vectors and may stop anywhere at a
//! character boundary; [`crate::scalar`] goes on from there to the exact end, so that a [`Table`] has the same
//! answers on every instruction set.

use crate::generic;
use crate::generic::from_utf8;
use crate::scheme::Output;
use crate::simd::Units;
use core::ops::AddAssign;

/// How far a conversion has got, in bytes. Both ends are character boundaries: the first `written` bytes of output
/// are exactly the conversion of the first `read` bytes of input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub(crate) read: usize,
    pub(crate) written: usize,
}

impl Progress {
    /// Nothing done yet.
    pub(crate) const START: Progress = Progress {
        read: 0,
        written: 0,
    };
}

impl AddAssign for Progress {
    #[inline(always)]
    fn add_assign(&mut self, step: Progress) {
        self.read += step.read;
        self.written += step.written;
    }
}

impl Progress {
    /// All whole units of `width` bytes, counted one each.
    #[inline(always)]
    pub(crate) fn all(len: usize, width: usize) -> Progress {
        Progress {
            read: len - len % width,
            written: len / width,
        }
    }
}

/// The vector kernels. Common rules: a kernel may stop early at any character boundary; it reads and writes inside
/// its slices only; it never counts what is malformed or unrepresentable as read. `ORDER` is a byte order
/// (`LITTLE` or `BIG`), `LIMIT` the last character of a single-byte encoding. Without `CHECKED` the caller promises
/// well-formed text.
///
/// `validate_*` return bytes of well-formed text, `a_to_b` how far they converted, and the counts how many units
/// (`written`) belong to how many bytes (`read`).
pub trait Kernels: Units {
    #[inline(always)]
    fn validate_ascii(self, src: &[u8]) -> usize {
        generic::validate_units::ascii(self, src)
    }
    #[inline(always)]
    fn validate_utf8(self, src: &[u8]) -> usize {
        generic::validate_utf8::validate(self, src)
    }
    #[inline(always)]
    fn validate_utf16<const ORDER: bool>(self, src: &[u8]) -> usize {
        generic::validate_units::utf16::<Self, ORDER>(self, src)
    }
    #[inline(always)]
    fn validate_utf32<const ORDER: bool>(self, src: &[u8]) -> usize {
        generic::validate_units::utf32::<Self, ORDER>(self, src)
    }
    #[inline(always)]
    fn utf8_to_utf8<const CHECKED: bool>(self, src: &[u8], dst: &mut Output) -> Progress {
        generic::validate_utf8::copy(self, src, dst)
    }

    #[inline(always)]
    fn utf8_to_utf16<const ORDER: bool, const CHECKED: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        from_utf8::convert::<Self, from_utf8::Utf16<ORDER>, CHECKED>(self, src, dst)
    }

    #[inline(always)]
    fn utf8_to_utf32<const ORDER: bool, const CHECKED: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        from_utf8::convert::<Self, from_utf8::Utf32<ORDER>, CHECKED>(self, src, dst)
    }

    #[inline(always)]
    fn utf8_to_single_byte<const LIMIT: u8>(self, src: &[u8], dst: &mut Output) -> Progress {
        if LIMIT == 0xFF {
            from_utf8::convert::<Self, from_utf8::Latin1, true>(self, src, dst)
        } else {
            // What is beyond ASCII is not representable: the rest is a copy.
            self.single_byte_to_single_byte::<LIMIT, LIMIT>(src, dst)
        }
    }

    #[inline(always)]
    fn utf16_to_utf8<const ORDER: bool>(self, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_utf16::to_utf8::<Self, ORDER>(self, src, dst)
    }

    #[inline(always)]
    fn utf16_to_utf16<const FROM: bool, const TO: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::from_utf16::to_utf16::<Self, FROM, TO>(self, src, dst)
    }

    #[inline(always)]
    fn utf16_to_utf32<const FROM: bool, const TO: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::from_utf16::to_utf32::<Self, FROM, TO>(self, src, dst)
    }

    #[inline(always)]
    fn utf16_to_single_byte<const ORDER: bool, const LIMIT: u8>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::one_to_one::utf16_to_single_byte::<Self, ORDER, LIMIT>(self, src, dst)
    }

    #[inline(always)]
    fn utf32_to_utf8<const ORDER: bool>(self, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_utf32::to_utf8::<Self, ORDER>(self, src, dst)
    }

    #[inline(always)]
    fn utf32_to_utf16<const FROM: bool, const TO: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::from_utf32::to_utf16::<Self, FROM, TO>(self, src, dst)
    }

    #[inline(always)]
    fn utf32_to_utf32<const FROM: bool, const TO: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::one_to_one::utf32_to_utf32::<Self, FROM, TO>(self, src, dst)
    }

    #[inline(always)]
    fn utf32_to_single_byte<const ORDER: bool, const LIMIT: u8>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::one_to_one::utf32_to_single_byte::<Self, ORDER, LIMIT>(self, src, dst)
    }

    #[inline(always)]
    fn single_byte_to_utf8<const LIMIT: u8>(self, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_single_byte::to_utf8::<Self, LIMIT>(self, src, dst)
    }

    #[inline(always)]
    fn single_byte_to_utf16<const LIMIT: u8, const ORDER: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::one_to_one::single_byte_to_utf16::<Self, LIMIT, ORDER>(self, src, dst)
    }

    #[inline(always)]
    fn single_byte_to_utf32<const LIMIT: u8, const ORDER: bool>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::one_to_one::single_byte_to_utf32::<Self, LIMIT, ORDER>(self, src, dst)
    }

    #[inline(always)]
    fn single_byte_to_single_byte<const FROM: u8, const TO: u8>(
        self,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        generic::one_to_one::single_byte_to_single_byte::<Self, FROM, TO>(self, src, dst)
    }

    #[inline(always)]
    fn utf16_len_of_utf8(self, src: &[u8]) -> Progress {
        generic::count::utf16_of_utf8(self, src)
    }

    #[inline(always)]
    fn characters_of_utf8(self, src: &[u8]) -> Progress {
        generic::count::characters_of_utf8(self, src)
    }

    #[inline(always)]
    fn utf8_len_of_utf16<const ORDER: bool>(self, src: &[u8]) -> Progress {
        generic::count::utf8_of_utf16::<Self, ORDER>(self, src)
    }

    #[inline(always)]
    fn characters_of_utf16<const ORDER: bool>(self, src: &[u8]) -> Progress {
        generic::count::characters_of_utf16::<Self, ORDER>(self, src)
    }

    #[inline(always)]
    fn utf8_len_of_utf32<const ORDER: bool>(self, src: &[u8]) -> Progress {
        generic::count::utf8_of_utf32::<Self, ORDER>(self, src)
    }

    #[inline(always)]
    fn utf16_len_of_utf32<const ORDER: bool>(self, src: &[u8]) -> Progress {
        generic::count::utf16_of_utf32::<Self, ORDER>(self, src)
    }

    #[inline(always)]
    fn utf8_len_of_latin1(self, src: &[u8]) -> Progress {
        generic::count::utf8_of_latin1(self, src)
    }
}

/// Bytes of well-formed text at the start of the input, exactly.
pub(crate) type Validate = unsafe fn(&[u8]) -> usize;
/// How far a conversion gets, exactly: to the end, or to the first character that is malformed, unrepresentable or
/// does not fit.
pub(crate) type Convert = unsafe fn(&[u8], &mut Output) -> Progress;
/// Units of the conversion of the input.
pub(crate) type Count = unsafe fn(&[u8]) -> usize;

/// The number of encoding schemes.
pub(crate) const SCHEMES: usize = 7;

/// The verbs of one instruction set: what an [`Isa`](crate::Isa) points to. Rows and columns are numbered by
/// [`Scheme::INDEX`](crate::scheme::Scheme::INDEX).
///
/// The functions are safe to call where the CPU has the instruction set, and nowhere else.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) validate: [Validate; SCHEMES],
    pub(crate) convert: [[Convert; SCHEMES]; SCHEMES],
    /// From well-formed UTF-8 to UTF-16 and UTF-32. (For other pairs, checking costs next to nothing.) In the order of
    /// [`Scheme::UNCHECKED`](crate::scheme::Scheme::UNCHECKED).
    pub(crate) convert_unchecked: [Convert; 4],
    /// A column for each [`Length`](crate::scheme::Length).
    pub(crate) count: [[Count; 3]; SCHEMES],
}

/// An array with the instance of a function for each scheme, in the order of [`Scheme::INDEX`](crate::scheme::Scheme::INDEX).
macro_rules! each_scheme {
    ($($function:ident)::+ $(, $source:ty)?) => {
        [
            $($function)::+::<$($source,)? $crate::scheme::Utf8>,
            $($function)::+::<$($source,)? $crate::scheme::Utf16<LITTLE>>,
            $($function)::+::<$($source,)? $crate::scheme::Utf16<BIG>>,
            $($function)::+::<$($source,)? $crate::scheme::Utf32<LITTLE>>,
            $($function)::+::<$($source,)? $crate::scheme::Utf32<BIG>>,
            $($function)::+::<$($source,)? $crate::scheme::Latin1>,
            $($function)::+::<$($source,)? $crate::scheme::Ascii>,
        ]
    };
}

/// An array of such arrays, with the instance for each source and target.
macro_rules! each_pair {
    ($($function:ident)::+, $each:ident) => {
        [
            $each!($($function)::+, $crate::scheme::Utf8),
            $each!($($function)::+, $crate::scheme::Utf16<LITTLE>),
            $each!($($function)::+, $crate::scheme::Utf16<BIG>),
            $each!($($function)::+, $crate::scheme::Utf32<LITTLE>),
            $each!($($function)::+, $crate::scheme::Utf32<BIG>),
            $each!($($function)::+, $crate::scheme::Latin1),
            $each!($($function)::+, $crate::scheme::Ascii),
        ]
    };
}

/// An array with the instance for each [`Length`](crate::scheme::Length), in the order of its variants.
macro_rules! each_length {
    ($($function:ident)::+, $source:ty) => {
        [
            $($function)::+::<$source, $crate::scheme::Utf8>,
            $($function)::+::<$source, $crate::scheme::Utf16<LITTLE>>,
            $($function)::+::<$source, $crate::scheme::Utf32<LITTLE>>,
        ]
    };
}

/// The [`Table`] of the instruction set whose entry points are the generic functions `validate`, `convert`,
/// `convert_unchecked` and `count` of the module in which the macro stands.
macro_rules! table {
    ($name:literal) => {{
        use $crate::kernels::{Table, each_length, each_pair, each_scheme};
        use $crate::scheme::{BIG, LITTLE};
        Table {
            name: $name,
            validate: each_scheme!(self::validate),
            convert: each_pair!(self::convert, each_scheme),
            convert_unchecked: [
                self::convert_unchecked::<$crate::scheme::Utf16<LITTLE>>,
                self::convert_unchecked::<$crate::scheme::Utf16<BIG>>,
                self::convert_unchecked::<$crate::scheme::Utf32<LITTLE>>,
                self::convert_unchecked::<$crate::scheme::Utf32<BIG>>,
            ],
            count: each_pair!(self::count, each_length),
        }
    }};
}

pub(crate) use {each_length, each_pair, each_scheme, table};
