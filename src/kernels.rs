//! The list of kernels.
//!
//! A kernel does most of the work with vectors and may stop at any character boundary. From there
//! [`crate::kernels::scalar`] goes on to the exact end, so that answers are the same on every
//! instruction set. A kernel is a method of the trait [`Kernels`] with the shared algorithm as its
//! body; its entry points and their table follow from its signature, by [`list`]. An instruction
//! set with a better algorithm overrides the method in its folder:
//!
#![doc = include_str!("kernels/own.md")]

pub(crate) mod arch;
mod entry;
pub(crate) mod generic;
pub(crate) mod isa;
pub(crate) mod mode;
pub(crate) mod scalar;
pub(crate) mod simd;
pub(crate) mod tables;

use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::code_page::{Planes, UnitWindows};
use crate::encoding::endian::Endian;
use crate::encoding::multibyte::{Decoder, Encoder};
use crate::encoding::scheme::{Form, Length};
use crate::kernels::generic::count::Count;
use crate::kernels::generic::decode_utf8::DecodeUtf8;
use crate::kernels::generic::encode_utf8::EncodeUtf8;
use crate::kernels::generic::one_to_one::Bulk;
use crate::kernels::generic::row_ends::RowEnds;
use crate::kernels::generic::store_units::StoreUnits;
use crate::kernels::generic::surrogates::DecodeUtf16;
use crate::kernels::generic::utf8_to_units::{self, Latin1, Utf16, Utf32};
use crate::kernels::generic::{
    count, latin1_to_utf8, measure_multibyte, multibyte_to_utf16, one_to_one, page_to_utf16,
    row_ends, short, utf8_variants, utf16_replaced, utf16_to_multibyte, utf16_to_page,
    utf16_to_utf8, utf16_to_utf16, utf16_to_utf32, utf32_to_utf8, utf32_to_utf16, validate_units,
    validate_utf8,
};
use crate::kernels::mode::Mode;
use crate::kernels::simd::{Units, outlined};

// The kernels for long text that are functions of their own.
outlined!([S: EncodeUtf8] S, LongUtf16ToUtf8(Endian) = utf16_to_utf8::convert);
outlined!([S: DecodeUtf8 + EncodeUtf8 + Count] S,
    LongUtf8Variants([Form; 2]) = utf8_variants::convert);
outlined!([S: DecodeUtf16] S, LongUtf16ToUtf32([Endian; 2]) = utf16_to_utf32::convert);
outlined!([S: Units] S, LongUtf16ToBytes((Endian, u8)) = one_to_one::utf16_to_bytes::<_, Bulk>);
outlined!([S: EncodeUtf8] S, LongUtf32ToUtf8(Endian) = utf32_to_utf8::convert);
outlined!([S: Units] S, LongUtf32ToUtf16([Endian; 2]) = utf32_to_utf16::convert);
outlined!([S: Units] S, LongUtf32ToBytes((Endian, u8)) = one_to_one::utf32_to_bytes::<_, Bulk>);
outlined!([S: Units] S, LongBytesToUtf16((u8, Endian)) = one_to_one::bytes_to_utf16::<_, Bulk>);
outlined!([S: Units] S, LongBytesToUtf32((u8, Endian)) = one_to_one::bytes_to_utf32::<_, Bulk>);

/// Declares the trait of the kernels, and a macro `list` that passes their signatures, each with its
/// feature, to a macro `then!(first ..)`, after `first ..`, with the imports that they need.
macro_rules! kernels {
    (
        ($dollar:tt) $(#[$doc:meta])* trait $kernels:ident;
        $(
            $(#[cfg(feature = $feature:tt)])?
            fn $kernel:ident($this:ident $(, $argument:ident: $type:ty)* $(,)?)
                -> $result:ty $body:block
        )*
    ) => {
        $(#[$doc])*
        pub(crate) trait $kernels:
            DecodeUtf8 + DecodeUtf16 + EncodeUtf8 + Count + Units<Narrow: EncodeUtf8 + StoreUnits>
        {
            $(#[inline(always)] fn $kernel($this, $($argument: $type),*) -> $result $body)*
        }

        macro_rules! list {
            ($dollar then:ident!($dollar($dollar first:tt)*)) => {
                use crate::kernels::*;
                $dollar then! {
                    $dollar($dollar first)*
                    $(fn $kernel [$($feature)?] ($($argument: $type),*) -> $result;)*
                }
            };
        }
        pub(crate) use list;
    };
}

kernels! { ($)
    /// The vector kernels.
    ///
    /// Common rules: a kernel may stop early at any character boundary; it reads and writes only
    /// inside its slices; it never counts a malformed sequence or an unrepresentable character as
    /// read. `from` and `to` are byte orders, `last` is the last character of a single-byte
    /// encoding.
    ///
    /// `validate_*` return the number of bytes of well-formed text at the start of `src`.
    /// Conversions return their progress in bytes. Counts return how many units (`written`) the
    /// conversion of how many bytes (`read`) has. Those of the ends of rows return what became of
    /// `ends`.
    ///
    /// Where short texts are frequent, a kernel tries `short` first. Its code for long text saves
    /// registers and loads constants before its first vector, so it is a function of its own.
    trait Kernels;

    #[cfg(feature = "convert")]
    fn validate_ascii(self, src: &[u8]) -> usize {
        validate_units::ascii(self, src)
    }

    fn validate_utf8(self, src: &[u8]) -> usize {
        validate_utf8::validate(self, src)
    }

    #[cfg(feature = "convert")]
    fn validate_utf16(self, src: &[u8], from: Endian) -> usize {
        validate_units::utf16(self, from, src)
    }

    #[cfg(feature = "utf-32")]
    fn validate_utf32(self, src: &[u8], from: Endian) -> usize {
        validate_units::utf32(self, from, src)
    }

    #[cfg(feature = "convert")]
    fn utf8_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        validate_utf8::copy(self, src, dst)
    }

    #[cfg(feature = "convert")]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        utf8_to_units::convert(self, src, dst, (Utf16(to), mode))
    }

    #[cfg(feature = "utf-32")]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        utf8_to_units::convert(self, src, dst, (Utf32(to), mode))
    }

    #[cfg(feature = "convert")]
    fn utf8_to_latin1(self, src: &[u8], dst: &mut Output) -> Progress {
        utf8_to_units::convert(self, src, dst, (Latin1, Mode::Strict))
    }

    #[cfg(feature = "convert")]
    fn utf16_to_utf8(self, src: &[u8], dst: &mut Output, from: Endian) -> Progress {
        if let Some(all) = short::utf16_to_utf8(self, src, dst, from) {
            return all;
        }
        self.outlined::<LongUtf16ToUtf8>(src, dst, from)
    }

    #[cfg(feature = "convert")]
    fn utf16_to_utf16(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        utf16_to_utf16::convert(self, src, dst, [from, to])
    }

    #[cfg(feature = "convert")]
    fn utf16_swapped(self, src: &[u8], dst: &mut Output) -> Progress {
        one_to_one::utf16_swapped(self, src, dst)
    }

    #[cfg(feature = "convert")]
    fn utf16_replaced(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        utf16_replaced::convert(self, src, dst, [from, to])
    }

    #[cfg(feature = "utf-32")]
    fn utf16_to_utf32(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        if let Some(all) = short::utf16_to_utf32(self, src, dst, [from, to]) {
            return all;
        }
        self.outlined::<LongUtf16ToUtf32>(src, dst, [from, to])
    }

    #[cfg(feature = "convert")]
    fn utf16_to_single_byte(
        self,
        src: &[u8],
        dst: &mut Output,
        from: Endian,
        last: u8,
    ) -> Progress {
        if let Some(all) = short::utf16_to_single_byte(self, src, dst, (from, last)) {
            return all;
        }
        self.outlined::<LongUtf16ToBytes>(src, dst, (from, last))
    }

    #[cfg(feature = "utf-32")]
    fn utf32_to_utf8(self, src: &[u8], dst: &mut Output, from: Endian) -> Progress {
        if let Some(all) = short::utf32_to_utf8(self, src, dst, from) {
            return all;
        }
        self.outlined::<LongUtf32ToUtf8>(src, dst, from)
    }

    #[cfg(feature = "utf-32")]
    fn utf32_to_utf16(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        if let Some(all) = short::utf32_to_utf16(self, src, dst, [from, to]) {
            return all;
        }
        self.outlined::<LongUtf32ToUtf16>(src, dst, [from, to])
    }

    #[cfg(feature = "utf-32")]
    fn utf32_to_utf32(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        one_to_one::utf32_to_utf32(self, src, dst, [from, to])
    }

    #[cfg(feature = "utf-32")]
    fn utf32_to_single_byte(
        self,
        src: &[u8],
        dst: &mut Output,
        from: Endian,
        last: u8,
    ) -> Progress {
        if let Some(all) = short::utf32_to_single_byte(self, src, dst, (from, last)) {
            return all;
        }
        self.outlined::<LongUtf32ToBytes>(src, dst, (from, last))
    }

    #[cfg(feature = "convert")]
    fn latin1_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        latin1_to_utf8::convert(self, src, dst, ())
    }

    #[cfg(feature = "code-pages")]
    fn page_to_utf16(self, src: &[u8], dst: &mut Output, page: Planes, to: Endian) -> Progress {
        page_to_utf16::convert(self, src, dst, (page, to))
    }

    #[cfg(feature = "code-pages")]
    fn utf16_to_page(self, src: &[u8], dst: &mut Output, windows: UnitWindows) -> Progress {
        utf16_to_page::convert(self, src, dst, windows)
    }

    #[cfg(feature = "multibyte")]
    fn multibyte_to_utf16(self, src: &[u8], dst: &mut Output, from: &'static Decoder) -> Progress {
        multibyte_to_utf16::convert(self, src, dst, from)
    }

    #[cfg(feature = "multibyte")]
    fn measure_multibyte(self, src: &[u8], from: &'static Decoder, length: Length) -> Progress {
        measure_multibyte::measure(self, src, (from, length))
    }

    #[cfg(feature = "multibyte")]
    fn utf16_to_multibyte(self, src: &[u8], dst: &mut Output, to: &'static Encoder) -> Progress {
        utf16_to_multibyte::convert(self, src, dst, to)
    }

    #[cfg(feature = "convert")]
    fn single_byte_to_utf16(self, src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress {
        if let Some(all) = short::single_byte_to_utf16(self, src, dst, (last, to)) {
            return all;
        }
        self.outlined::<LongBytesToUtf16>(src, dst, (last, to))
    }

    #[cfg(feature = "utf-32")]
    fn single_byte_to_utf32(self, src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress {
        if let Some(all) = short::single_byte_to_utf32(self, src, dst, (last, to)) {
            return all;
        }
        self.outlined::<LongBytesToUtf32>(src, dst, (last, to))
    }

    #[cfg(feature = "convert")]
    fn single_byte_to_single_byte(self, src: &[u8], dst: &mut Output, last: u8) -> Progress {
        one_to_one::single_byte_to_single_byte(self, src, dst, last)
    }

    #[cfg(feature = "variants")]
    fn utf8_variants(self, src: &[u8], dst: &mut Output, forms: [Form; 2]) -> Progress {
        if let Some(all) = utf8_variants::convert_row(self, src, dst, forms) {
            return all;
        }
        self.outlined::<LongUtf8Variants>(src, dst, forms)
    }

    #[cfg(feature = "convert")]
    fn measure_utf8(self, src: &[u8], length: Length) -> Progress {
        validate_utf8::measure(self, src, length)
    }

    #[cfg(feature = "convert")]
    fn utf16_len_of_utf8(self, src: &[u8]) -> Progress {
        count::utf16_of_utf8(self, src)
    }

    #[cfg(feature = "convert")]
    fn characters_of_utf8(self, src: &[u8]) -> Progress {
        count::characters_of_utf8(self, src)
    }

    #[cfg(feature = "convert")]
    fn utf8_len_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::utf8_of_utf16(self, from, src)
    }

    #[cfg(feature = "convert")]
    fn characters_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::characters_of_utf16(self, from, src)
    }

    #[cfg(feature = "convert")]
    fn lossy_utf8_len_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::lossy_of_utf16::<Self, true>(self, from, src)
    }

    #[cfg(feature = "convert")]
    fn lossy_characters_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::lossy_of_utf16::<Self, false>(self, from, src)
    }

    #[cfg(feature = "utf-32")]
    fn utf8_len_of_utf32(self, src: &[u8], from: Endian) -> Progress {
        count::utf8_of_utf32(self, from, src)
    }

    #[cfg(feature = "utf-32")]
    fn utf16_len_of_utf32(self, src: &[u8], from: Endian) -> Progress {
        count::utf16_of_utf32(self, from, src)
    }

    #[cfg(feature = "convert")]
    fn utf8_len_of_latin1(self, src: &[u8]) -> Progress {
        count::utf8_of_latin1(self, src)
    }

    #[cfg(feature = "rows")]
    fn row_ends_of_bytes(
        self,
        src: &[u8],
        ends: &mut [u32],
        tests: [u8; 16],
        one_more: bool,
    ) -> RowEnds {
        row_ends::of_bytes(self, src, ends, tests, one_more)
    }

    #[cfg(feature = "rows")]
    fn utf8_row_ends_of_utf16(self, src: &[u8], ends: &mut [u32], from: Endian) -> RowEnds {
        row_ends::utf8_of_utf16(self, src, ends, from)
    }
}

pub(crate) use entry::entry_points;

#[cfg(test)]
mod tests;
