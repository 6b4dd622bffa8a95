//! The conversion kernels: validation of encodings other than UTF-8, conversions, lengths and row
//! ends.

use crate::encoding::code_page::{LowHighTables, UnitWindows};
use crate::encoding::endian::Endian;
use crate::encoding::multibyte::{Decoder, Encoder};
use crate::encoding::scheme::{LengthUnit, Utf8Form};
use crate::kernels::ValidationKernels;
use crate::kernels::count::{self, count};
use crate::kernels::mode::Mode;
use crate::kernels::one_to_one::{Bulk, bytes_to_units, units_to_bytes};
use crate::kernels::row_ends::RowEnds;
use crate::kernels::utf8_to_units::{self, Latin1, Utf16, Utf32};
use crate::kernels::{
    code_page_to_utf16, latin1_to_utf8, measure_multibyte, multibyte_to_utf16, one_to_one,
    row_ends, short, utf8_variants, utf16_replaced, utf16_to_code_page, utf16_to_multibyte,
    utf16_to_utf8, utf16_to_utf16, utf16_to_utf32, utf32_to_utf8, utf32_to_utf16, validate_units,
    validate_utf8,
};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::count::Count;
use crate::simd::decode_utf8::DecodeUtf8;
use crate::simd::encode_utf8::EncodeUtf8;
use crate::simd::store_units::StoreUnits;
use crate::simd::surrogates::DecodeUtf16;
use crate::simd::{UnitOps, outlined};

// Kernels for long text, each compiled as a separate function.
outlined!([S: EncodeUtf8] S, LongUtf16ToUtf8(Endian) = utf16_to_utf8::convert);
outlined!([S: DecodeUtf8 + EncodeUtf8 + Count] S,
    LongUtf8Variants([Utf8Form; 2]) = utf8_variants::convert);
outlined!([S: DecodeUtf16] S, LongUtf16ToUtf32([Endian; 2]) = utf16_to_utf32::convert);
outlined!([S: UnitOps] S, LongUtf16ToBytes((Endian, u8)) = units_to_bytes::<2, _, Bulk>);
outlined!([S: EncodeUtf8] S, LongUtf32ToUtf8(Endian) = utf32_to_utf8::convert);
outlined!([S: UnitOps] S, LongUtf32ToUtf16([Endian; 2]) = utf32_to_utf16::convert);
outlined!([S: UnitOps] S, LongUtf32ToBytes((Endian, u8)) = units_to_bytes::<4, _, Bulk>);
outlined!([S: UnitOps] S, LongBytesToUtf16((u8, Endian)) = bytes_to_units::<2, _, Bulk>);
outlined!([S: UnitOps] S, LongBytesToUtf32((u8, Endian)) = bytes_to_units::<4, _, Bulk>);

/// The conversion kernels.
///
/// - `from` and `to` are byte orders, and `last` is the last character of a single-byte encoding.
/// - `validate_*` return the number of bytes of well-formed text at the start of `src`.
/// - Conversions return their progress in bytes.
/// - `measure_*`, `*_len_of_*` and `characters_of_*` return the number of bytes measured (`read`)
///   and the number of units that these bytes convert to (`written`).
/// - `*row_ends*` return whether they have replaced `ends`.
///
/// Kernels that often get short texts try `short` first. The code for long text saves registers and
/// loads constants before the first vector. It is an outlined function, so short texts do not pay
/// for this.
pub(crate) trait Kernels:
    ValidationKernels
    + DecodeUtf8
    + DecodeUtf16
    + EncodeUtf8
    + Count
    + UnitOps<Narrow: EncodeUtf8 + StoreUnits>
{
    #[inline(always)]
    fn validate_ascii(self, src: &[u8]) -> usize {
        validate_units::ascii(self, src)
    }

    #[inline(always)]
    fn validate_utf16(self, src: &[u8], from: Endian) -> usize {
        validate_units::utf16(self, from, src)
    }

    #[inline(always)]
    fn validate_utf32(self, src: &[u8], from: Endian) -> usize {
        validate_units::utf32(self, from, src)
    }

    #[inline(always)]
    fn utf8_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        validate_utf8::copy(self, src, dst)
    }

    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        if cfg!(utflane_small) && to.is_big() != Endian::NATIVE.is_big() {
            return Progress::START;
        }
        utf8_to_units::convert(self, src, dst, (Utf16(to), mode))
    }

    #[inline(always)]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        utf8_to_units::convert(self, src, dst, (Utf32(to), mode))
    }

    #[inline(always)]
    fn utf8_to_latin1(self, src: &[u8], dst: &mut Output) -> Progress {
        utf8_to_units::convert(self, src, dst, (Latin1, Mode::Strict))
    }

    #[inline(always)]
    fn utf16_to_utf8(self, src: &[u8], dst: &mut Output, from: Endian) -> Progress {
        if cfg!(utflane_small) && from.is_big() != Endian::NATIVE.is_big() {
            return Progress::START;
        }
        if let Some(all) = short::units_to_utf8::<2, _>(self, src, dst, from) {
            return all;
        }
        self.outlined::<LongUtf16ToUtf8>(src, dst, from)
    }

    #[inline(always)]
    fn utf16_to_utf16(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        utf16_to_utf16::convert(self, src, dst, [from, to])
    }

    #[inline(always)]
    fn utf16_swapped(self, src: &[u8], dst: &mut Output) -> Progress {
        one_to_one::utf16_swapped(self, src, dst)
    }

    #[inline(always)]
    fn utf16_replaced(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        utf16_replaced::convert(self, src, dst, [from, to])
    }

    #[inline(always)]
    fn utf16_to_utf32(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        if let Some(all) = short::units_to_units::<2, _>(self, src, dst, [from, to]) {
            return all;
        }
        self.outlined::<LongUtf16ToUtf32>(src, dst, [from, to])
    }

    #[inline(always)]
    fn utf16_to_single_byte(
        self,
        src: &[u8],
        dst: &mut Output,
        from: Endian,
        last: u8,
    ) -> Progress {
        if let Some(all) = short::units_to_single_byte::<2, _>(self, src, dst, (from, last)) {
            return all;
        }
        self.outlined::<LongUtf16ToBytes>(src, dst, (from, last))
    }

    #[inline(always)]
    fn utf32_to_utf8(self, src: &[u8], dst: &mut Output, from: Endian) -> Progress {
        if let Some(all) = short::units_to_utf8::<4, _>(self, src, dst, from) {
            return all;
        }
        self.outlined::<LongUtf32ToUtf8>(src, dst, from)
    }

    #[inline(always)]
    fn utf32_to_utf16(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        if let Some(all) = short::units_to_units::<4, _>(self, src, dst, [from, to]) {
            return all;
        }
        self.outlined::<LongUtf32ToUtf16>(src, dst, [from, to])
    }

    #[inline(always)]
    fn utf32_to_utf32(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        one_to_one::utf32_to_utf32(self, src, dst, [from, to])
    }

    #[inline(always)]
    fn utf32_to_single_byte(
        self,
        src: &[u8],
        dst: &mut Output,
        from: Endian,
        last: u8,
    ) -> Progress {
        if let Some(all) = short::units_to_single_byte::<4, _>(self, src, dst, (from, last)) {
            return all;
        }
        self.outlined::<LongUtf32ToBytes>(src, dst, (from, last))
    }

    #[inline(always)]
    fn latin1_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        latin1_to_utf8::convert(self, src, dst, ())
    }

    #[inline(always)]
    fn code_page_to_utf16(
        self,
        src: &[u8],
        dst: &mut Output,
        page: LowHighTables,
        to: Endian,
    ) -> Progress {
        code_page_to_utf16::convert(self, src, dst, (page, to))
    }

    #[inline(always)]
    fn utf16_to_code_page(self, src: &[u8], dst: &mut Output, windows: UnitWindows) -> Progress {
        utf16_to_code_page::convert(self, src, dst, windows)
    }

    #[inline(always)]
    fn multibyte_to_utf16(self, src: &[u8], dst: &mut Output, from: &'static Decoder) -> Progress {
        multibyte_to_utf16::convert(self, src, dst, from)
    }

    #[inline(always)]
    fn measure_multibyte(self, src: &[u8], from: &'static Decoder, length: LengthUnit) -> Progress {
        measure_multibyte::measure(self, src, (from, length))
    }

    #[inline(always)]
    fn utf16_to_multibyte(self, src: &[u8], dst: &mut Output, to: &'static Encoder) -> Progress {
        utf16_to_multibyte::convert(self, src, dst, to)
    }

    #[inline(always)]
    fn single_byte_to_utf16(self, src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress {
        if let Some(all) = short::single_byte_to_units::<2, _>(self, src, dst, (last, to)) {
            return all;
        }
        self.outlined::<LongBytesToUtf16>(src, dst, (last, to))
    }

    #[inline(always)]
    fn single_byte_to_utf32(self, src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress {
        if let Some(all) = short::single_byte_to_units::<4, _>(self, src, dst, (last, to)) {
            return all;
        }
        self.outlined::<LongBytesToUtf32>(src, dst, (last, to))
    }

    #[inline(always)]
    fn single_byte_to_single_byte(self, src: &[u8], dst: &mut Output, last: u8) -> Progress {
        one_to_one::single_byte_to_single_byte(self, src, dst, last)
    }

    #[inline(always)]
    fn utf8_variants(self, src: &[u8], dst: &mut Output, forms: [Utf8Form; 2]) -> Progress {
        if cfg!(utflane_small) {
            return Progress::START;
        }
        if let Some(all) = utf8_variants::convert_short(self, src, dst, forms) {
            return all;
        }
        self.outlined::<LongUtf8Variants>(src, dst, forms)
    }

    #[inline(always)]
    fn measure_utf8(self, src: &[u8], length: LengthUnit) -> Progress {
        validate_utf8::measure(self, src, length)
    }

    #[inline(always)]
    fn utf16_len_of_utf8(self, src: &[u8]) -> Progress {
        count::<_, count::Utf16OfUtf8>(self, Endian::NATIVE, src)
    }

    #[inline(always)]
    fn characters_of_utf8(self, src: &[u8]) -> Progress {
        count::<_, count::CharactersOfUtf8>(self, Endian::NATIVE, src)
    }

    #[inline(always)]
    fn utf8_len_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::<_, count::Utf8OfUtf16<_>>(self, from, src)
    }

    #[inline(always)]
    fn characters_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::<_, count::CharactersOfUtf16<_>>(self, from, src)
    }

    #[inline(always)]
    fn lossy_utf8_len_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::lossy_of_utf16::<Self, true>(self, from, src)
    }

    #[inline(always)]
    fn lossy_characters_of_utf16(self, src: &[u8], from: Endian) -> Progress {
        count::lossy_of_utf16::<Self, false>(self, from, src)
    }

    #[inline(always)]
    fn utf8_len_of_utf32(self, src: &[u8], from: Endian) -> Progress {
        count::utf8_of_utf32(self, from, src)
    }

    #[inline(always)]
    fn utf16_len_of_utf32(self, src: &[u8], from: Endian) -> Progress {
        count::<_, count::Utf16OfUtf32<_>>(self, from, src)
    }

    #[inline(always)]
    fn utf8_len_of_latin1(self, src: &[u8]) -> Progress {
        count::<_, count::Utf8OfLatin1>(self, Endian::NATIVE, src)
    }

    #[inline(always)]
    fn row_ends_of_bytes(
        self,
        src: &[u8],
        ends: &mut [u32],
        tests: [u8; 16],
        one_more: bool,
    ) -> RowEnds {
        row_ends::of_bytes(self, src, ends, tests, one_more)
    }

    #[inline(always)]
    fn utf8_row_ends_of_utf16(self, src: &[u8], ends: &mut [u32], from: Endian) -> RowEnds {
        row_ends::utf8_of_utf16(self, src, ends, from)
    }
}

/// Calls a macro with the tokens given, followed by the signatures of all conversion kernels.
macro_rules! conversion_signatures {
    ($then:ident!($($first:tt)*)) => {
        $then! {
            $($first)*
            fn validate_ascii ["convert"] (src: &[u8]) -> usize;
            fn validate_utf16 ["convert"] (src: &[u8], from: Endian) -> usize;
            fn validate_utf32 ["utf-32"] (src: &[u8], from: Endian) -> usize;
            fn utf8_to_utf8 ["convert"] (src: &[u8], dst: &mut Output) -> Progress;
            fn utf8_to_utf16 ["convert"]
                (src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress;
            fn utf8_to_utf32 ["utf-32"]
                (src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress;
            fn utf8_to_latin1 ["convert"] (src: &[u8], dst: &mut Output) -> Progress;
            fn utf16_to_utf8 ["convert"] (src: &[u8], dst: &mut Output, from: Endian) -> Progress;
            fn utf16_to_utf16 ["convert"]
                (src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress;
            fn utf16_swapped ["convert"] (src: &[u8], dst: &mut Output) -> Progress;
            fn utf16_replaced ["convert"]
                (src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress;
            fn utf16_to_utf32 ["utf-32"]
                (src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress;
            fn utf16_to_single_byte ["convert"]
                (src: &[u8], dst: &mut Output, from: Endian, last: u8) -> Progress;
            fn utf32_to_utf8 ["utf-32"] (src: &[u8], dst: &mut Output, from: Endian) -> Progress;
            fn utf32_to_utf16 ["utf-32"]
                (src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress;
            fn utf32_to_utf32 ["utf-32"]
                (src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress;
            fn utf32_to_single_byte ["utf-32"]
                (src: &[u8], dst: &mut Output, from: Endian, last: u8) -> Progress;
            fn latin1_to_utf8 ["convert"] (src: &[u8], dst: &mut Output) -> Progress;
            fn code_page_to_utf16 ["code-pages"]
                (src: &[u8], dst: &mut Output, page: LowHighTables, to: Endian) -> Progress;
            fn utf16_to_code_page ["code-pages"]
                (src: &[u8], dst: &mut Output, windows: UnitWindows) -> Progress;
            fn multibyte_to_utf16 ["multibyte"]
                (src: &[u8], dst: &mut Output, from: &'static Decoder) -> Progress;
            fn measure_multibyte ["multibyte"]
                (src: &[u8], from: &'static Decoder, length: LengthUnit) -> Progress;
            fn utf16_to_multibyte ["multibyte"]
                (src: &[u8], dst: &mut Output, to: &'static Encoder) -> Progress;
            fn single_byte_to_utf16 ["convert"]
                (src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress;
            fn single_byte_to_utf32 ["utf-32"]
                (src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress;
            fn single_byte_to_single_byte ["convert"]
                (src: &[u8], dst: &mut Output, last: u8) -> Progress;
            fn utf8_variants ["variants"]
                (src: &[u8], dst: &mut Output, forms: [Utf8Form; 2]) -> Progress;
            fn measure_utf8 ["convert"] (src: &[u8], length: LengthUnit) -> Progress;
            fn utf16_len_of_utf8 ["convert"] (src: &[u8]) -> Progress;
            fn characters_of_utf8 ["convert"] (src: &[u8]) -> Progress;
            fn utf8_len_of_utf16 ["convert"] (src: &[u8], from: Endian) -> Progress;
            fn characters_of_utf16 ["convert"] (src: &[u8], from: Endian) -> Progress;
            fn lossy_utf8_len_of_utf16 ["convert"] (src: &[u8], from: Endian) -> Progress;
            fn lossy_characters_of_utf16 ["convert"] (src: &[u8], from: Endian) -> Progress;
            fn utf8_len_of_utf32 ["utf-32"] (src: &[u8], from: Endian) -> Progress;
            fn utf16_len_of_utf32 ["utf-32"] (src: &[u8], from: Endian) -> Progress;
            fn utf8_len_of_latin1 ["convert"] (src: &[u8]) -> Progress;
            fn row_ends_of_bytes ["rows"]
                (src: &[u8], ends: &mut [u32], tests: [u8; 16], one_more: bool) -> RowEnds;
            fn utf8_row_ends_of_utf16 ["rows"]
                (src: &[u8], ends: &mut [u32], from: Endian) -> RowEnds;
        }
    };
}
pub(crate) use conversion_signatures;
