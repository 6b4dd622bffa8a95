//! The list of kernels.
//!
//! [`Kernels`] is the list: each method is a kernel, its body the algorithm of `generic/` that an instruction set uses
//! unless it has a better one of its own. A kernel does the bulk of the work with vectors and may stop anywhere at a
//! character boundary; [`crate::scalar`] goes on from there to the exact end, so that a [`Table`] has the same
//! answers on every instruction set.

use crate::generic;
use crate::generic::from_utf8;
use crate::generic::one_to_one::{self, Long};
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
/// its slices only; it never counts what is malformed or unrepresentable as read. `order`, `from` and `to` are byte orders
/// (`LITTLE` or `BIG`), `limit` the last character of a single-byte encoding.
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
    fn validate_utf16(self, order: bool, src: &[u8]) -> usize {
        generic::validate_units::utf16(self, order, src)
    }
    #[inline(always)]
    fn validate_utf32(self, order: bool, src: &[u8]) -> usize {
        generic::validate_units::utf32(self, order, src)
    }
    #[inline(always)]
    fn utf8_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        generic::validate_utf8::copy(self, src, dst)
    }

    #[inline(always)]
    fn utf8_to_utf16(self, order: bool, src: &[u8], dst: &mut Output, mode: Mode) -> Progress {
        from_utf8::convert::<_, from_utf8::Utf16>(self.in_order(order), src, dst, mode)
    }

    #[inline(always)]
    fn utf8_to_utf32(self, order: bool, src: &[u8], dst: &mut Output, mode: Mode) -> Progress {
        from_utf8::convert::<_, from_utf8::Utf32>(self.in_order(order), src, dst, mode)
    }

    #[inline(always)]
    fn utf8_to_latin1(self, src: &[u8], dst: &mut Output) -> Progress {
        from_utf8::convert::<Self, from_utf8::Latin1>(self, src, dst, Mode::Strict)
    }

    #[inline(always)]
    fn utf16_to_utf8(self, order: bool, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_utf16::to_utf8(self, order, src, dst)
    }

    #[inline(always)]
    fn utf16_to_utf16(self, from: bool, to: bool, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_utf16::to_utf16(self, from, to, src, dst)
    }

    #[inline(always)]
    fn utf16_swapped(self, src: &[u8], dst: &mut Output) -> Progress {
        one_to_one::utf16_swapped(self, src, dst)
    }

    #[inline(always)]
    fn utf16_replaced(self, from: bool, to: bool, src: &[u8], dst: &mut Output) -> Progress {
        generic::replace_utf16::replace(self, from, to, src, dst)
    }

    #[inline(always)]
    fn utf16_to_utf32(self, from: bool, to: bool, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_utf16::to_utf32(self, from, to, src, dst)
    }

    #[inline(always)]
    fn utf16_to_single_byte(
        self,
        order: bool,
        limit: u8,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        one_to_one::utf16_to_single_byte::<_, Long>(self, order, limit, src, dst)
    }

    #[inline(always)]
    fn utf32_to_utf8(self, order: bool, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_utf32::to_utf8(self, order, src, dst)
    }

    #[inline(always)]
    fn utf32_to_utf16(self, from: bool, to: bool, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_utf32::to_utf16(self, from, to, src, dst)
    }

    #[inline(always)]
    fn utf32_to_utf32(self, from: bool, to: bool, src: &[u8], dst: &mut Output) -> Progress {
        one_to_one::utf32_to_utf32(self, from, to, src, dst)
    }

    #[inline(always)]
    fn utf32_to_single_byte(
        self,
        order: bool,
        limit: u8,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        one_to_one::utf32_to_single_byte::<_, Long>(self, order, limit, src, dst)
    }

    #[inline(always)]
    fn latin1_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        generic::from_single_byte::to_utf8(self, src, dst)
    }

    #[inline(always)]
    fn single_byte_to_utf16(
        self,
        limit: u8,
        order: bool,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        one_to_one::single_byte_to_utf16::<_, Long>(self, limit, order, src, dst)
    }

    #[inline(always)]
    fn single_byte_to_utf32(
        self,
        limit: u8,
        order: bool,
        src: &[u8],
        dst: &mut Output,
    ) -> Progress {
        one_to_one::single_byte_to_utf32::<_, Long>(self, limit, order, src, dst)
    }

    #[inline(always)]
    fn single_byte_to_single_byte(self, limit: u8, src: &[u8], dst: &mut Output) -> Progress {
        one_to_one::single_byte_to_single_byte(self, limit, src, dst)
    }

    #[inline(always)]
    fn measure_utf8(self, utf16: bool, src: &[u8]) -> Progress {
        generic::validate_utf8::measure(self, src, utf16)
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
    fn utf8_len_of_utf16(self, order: bool, src: &[u8]) -> Progress {
        generic::count::utf8_of_utf16(self, order, src)
    }

    #[inline(always)]
    fn characters_of_utf16(self, order: bool, src: &[u8]) -> Progress {
        generic::count::characters_of_utf16(self, order, src)
    }

    #[inline(always)]
    fn lossy_utf8_len_of_utf16(self, order: bool, src: &[u8]) -> Progress {
        generic::count::lossy_of_utf16::<Self, true>(self, order, src)
    }

    #[inline(always)]
    fn lossy_characters_of_utf16(self, order: bool, src: &[u8]) -> Progress {
        generic::count::lossy_of_utf16::<Self, false>(self, order, src)
    }

    #[inline(always)]
    fn utf8_len_of_utf32(self, order: bool, src: &[u8]) -> Progress {
        generic::count::utf8_of_utf32(self, order, src)
    }

    #[inline(always)]
    fn utf16_len_of_utf32(self, order: bool, src: &[u8]) -> Progress {
        generic::count::utf16_of_utf32(self, order, src)
    }

    #[inline(always)]
    fn utf8_len_of_latin1(self, src: &[u8]) -> Progress {
        generic::count::utf8_of_latin1(self, src)
    }
}

/// What tells a scheme from others of its family, to kernels that all of them share: the byte order of units of
/// several bytes, the last character that a single byte stands for; and, of UTF-8 as a source, the [`Mode`].
#[derive(Clone, Copy, Debug)]
pub struct Form(u8);

impl Form {
    /// Units in the byte order `order`.
    pub(crate) const fn ordered(order: bool) -> Form {
        Form(order as u8)
    }

    /// Single bytes up to `limit`.
    pub(crate) const fn limited(limit: u8) -> Form {
        Form(limit)
    }

    /// UTF-8, to be converted in this mode.
    pub(crate) const fn in_mode(mode: Mode) -> Form {
        Form(mode as u8)
    }

    /// Units of UTF-16, or else of UTF-32.
    pub(crate) const fn units(utf16: bool) -> Form {
        Form(utf16 as u8)
    }

    /// Whether units are those of UTF-16.
    #[inline(always)]
    pub(crate) fn utf16(self) -> bool {
        self.0 != 0
    }

    /// The byte order.
    #[inline(always)]
    pub(crate) fn order(self) -> bool {
        self.0 & 1 != 0
    }

    /// The mode.
    #[inline(always)]
    pub(crate) fn mode(self) -> Mode {
        match self.0 {
            0 => Mode::Strict,
            1 => Mode::Lossy,
            _ => Mode::Unchecked,
        }
    }

    /// The last character.
    #[inline(always)]
    pub(crate) fn limit(self) -> u8 {
        self.0
    }
}

/// What a conversion from UTF-8 does about what is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It stops there.
    Strict,
    /// It may replace it.
    Lossy,
    /// Nothing: there is none.
    Unchecked,
}

/// Bytes of well-formed text at the start of the input: all, or up to a boundary near the first error.
pub(crate) type Validate = unsafe fn(&[u8], Form) -> usize;
/// How far a conversion from a form to another gets: to the end, or up to a boundary near what stops it.
pub(crate) type Convert = unsafe fn(&[u8], &mut Output, Form, Form) -> Progress;
/// Units of the conversion of a part of the input.
pub(crate) type Count = unsafe fn(&[u8], Form) -> Progress;

/// The number of encoding schemes.
pub(crate) const SCHEMES: usize = 7;

/// The kernels of one instruction set: what an [`Isa`](crate::Isa) points to. Rows and columns are numbered by
/// [`Scheme::INDEX`](crate::scheme::Scheme::INDEX); schemes of a family have the same kernels.
///
/// The functions are safe to call where the CPU has the instruction set, and nowhere else.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) validate: [Validate; SCHEMES],
    pub(crate) convert: [[Convert; SCHEMES]; SCHEMES],
    /// From UTF-16 to the other byte order, unchecked, all units for which there is room.
    pub(crate) swap_16: Convert,
    /// From UTF-16 to UTF-16 of any byte order, with replacement, up to near the end of either.
    pub(crate) replace_16: Convert,
    /// A column for each [`Length`](crate::scheme::Length).
    pub(crate) count: [[Count; 3]; SCHEMES],
    /// Units of UTF-8 that is found well-formed, in the form that [`Form::units`] makes.
    pub(crate) measure_utf8: Count,
    /// With replacement of what is malformed, from UTF-16; other sources have the verbs above.
    pub(crate) count_lossy: [Count; 3],
}

/// An array with the instance of a function for the family of each scheme, in the order of
/// [`Scheme::INDEX`](crate::scheme::Scheme::INDEX).
macro_rules! each_scheme {
    ($function:ident) => {
        [
            $function::<$crate::scheme::Utf8>,
            $function::<Units16>,
            $function::<Units16>,
            $function::<Units32>,
            $function::<Units32>,
            $function::<Bytes>,
            $function::<Bytes>,
        ]
    };
}

/// An array of arrays with the instance for each source and target. From UTF-8, each form may have a way of its own for
/// short texts, and from ASCII to UTF-8 there is less to do than from Latin-1.
macro_rules! each_pair {
    ($function:ident) => {
        [
            [
                $function::<$crate::scheme::Utf8, $crate::scheme::Utf8>,
                $function::<$crate::scheme::Utf8, $crate::scheme::Utf16<LITTLE>>,
                $function::<$crate::scheme::Utf8, $crate::scheme::Utf16<BIG>>,
                $function::<$crate::scheme::Utf8, $crate::scheme::Utf32<LITTLE>>,
                $function::<$crate::scheme::Utf8, $crate::scheme::Utf32<BIG>>,
                $function::<$crate::scheme::Utf8, $crate::scheme::Latin1>,
                $function::<$crate::scheme::Utf8, $crate::scheme::Ascii>,
            ],
            $crate::kernels::each_target!($function, Units16),
            $crate::kernels::each_target!($function, Units16),
            $crate::kernels::each_target!($function, Units32),
            $crate::kernels::each_target!($function, Units32),
            $crate::kernels::each_target!($function, Bytes),
            $crate::kernels::each_target!($function, Bytes, $crate::scheme::Ascii),
        ]
    };
}

/// An array with the instance for the family of each target, to UTF-8 that of another source if one is named.
macro_rules! each_target {
    ($function:ident, $source:ty) => {
        $crate::kernels::each_target!($function, $source, $source)
    };
    ($function:ident, $source:ty, $to_utf8:ty) => {
        [
            $function::<$to_utf8, $crate::scheme::Utf8>,
            $function::<$source, Units16>,
            $function::<$source, Units16>,
            $function::<$source, Units32>,
            $function::<$source, Units32>,
            $function::<$source, Bytes>,
            $function::<$source, Bytes>,
        ]
    };
}

/// An array with the instance for each [`Length`](crate::scheme::Length), in the order of its variants.
macro_rules! each_length {
    ($function:ident $(, $source:ty)?) => {
        [
            $function::<$($source,)? $crate::scheme::Utf8>,
            $function::<$($source,)? Units16>,
            $function::<$($source,)? Units32>,
        ]
    };
}

/// The [`Table`] of the instruction set whose entry points are the functions `validate`, `convert`, `swap_16`, `replace_16`, `count`,
/// `measure_utf8` and `count_lossy` of the module in which the macro stands.
macro_rules! table {
    ($name:expr) => {{
        use $crate::kernels::{Table, each_length, each_pair, each_scheme};
        use $crate::scheme::{BIG, LITTLE};
        // Each stands for its family.
        type Units16 = $crate::scheme::Utf16<LITTLE>;
        type Units32 = $crate::scheme::Utf32<LITTLE>;
        type Bytes = $crate::scheme::Latin1;
        Table {
            name: $name,
            validate: each_scheme!(validate),
            convert: each_pair!(convert),
            swap_16,
            replace_16,
            count: [
                each_length!(count, $crate::scheme::Utf8),
                each_length!(count, Units16),
                each_length!(count, Units16),
                each_length!(count, Units32),
                each_length!(count, Units32),
                each_length!(count, $crate::scheme::Latin1),
                each_length!(count, $crate::scheme::Ascii),
            ],
            measure_utf8,
            count_lossy: each_length!(count_lossy),
        }
    }};
}

pub(crate) use {each_length, each_pair, each_scheme, each_target, table};

#[cfg(test)]
mod tests;
