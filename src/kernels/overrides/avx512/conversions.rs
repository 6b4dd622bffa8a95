//! AVX-512: overrides of conversion kernels. Masked access is cheap, so there are more fast paths
//! for short text than in the shared kernels. They avoid the many constants that the code for long
//! text loads.
mod one_vector;
mod short_text;
mod two_byte_text;

use crate::encoding::endian::{Big, ByteOrder, Endian, Little};
use crate::encoding::scheme::ASCII;
use crate::kernels::Kernels;
use crate::kernels::mode::Mode;
use crate::kernels::utf8_to_units::{self, Chunks, FourByteRuns, Latin1, Utf16, Utf32};
use crate::kernels::validate_utf8::{self, Copier};
use crate::kernels::{
    latin1_to_utf8, one_to_one, short, utf16_to_utf8, utf16_to_utf32, utf32_to_utf16,
    validate_units,
};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::simd::x86::avx512::Avx512;
use crate::simd::{Outlined, Simd, outlined};
use core::marker::PhantomData;

impl Avx512 {
    /// Converts UTF-8 to units in the byte order `O`. ASCII, and text of at most one vector, take
    /// separate paths that need few of the constants for long text.
    #[inline(always)]
    fn utf8_to_units<O: ByteOrder, T: FourByteRuns<Self>>(
        self,
        src: &[u8],
        dst: &mut Output,
        target: T,
        mode: Mode,
    ) -> Progress {
        let mut to = Progress::START;
        let ordered = target.with_endian(O::ENDIAN);
        if utf8_to_units::convert_ascii(self, ordered, src, dst, &mut to) {
            return to;
        }
        let (src, dst) = (&src[to.read..], &mut dst[to.written..]);
        to += if src.len() > Self::LANES {
            self.outlined::<AnyUtf8<T>>(src, dst, (target, mode))
        } else {
            self.outlined::<OneVector<O, T>>(src, dst, (target, mode))
        };
        to
    }
}

outlined!([] Avx512, AnyUtf16(Endian) -> usize = any_utf16);
outlined!([] Avx512, CopyLongUtf8(()) = copy_long_utf8);
outlined!([] Avx512, AnyUtf16ToUtf8(Endian) = any_utf16_to_utf8);
outlined!([] Avx512, MixedUtf16ToUtf32(Progress) = mixed_utf16_to_utf32);
outlined!([] Avx512, MixedUtf32ToUtf16(()) = mixed_utf32_to_utf16);
outlined!([] Avx512, AnyUtf8ToLatin1(()) = any_utf8_to_latin1);
outlined!([] Avx512, AnyLatin1ToUtf8(()) = any_latin1_to_utf8);
outlined!([] Avx512, LongLatin1ToUtf8(()) = latin1_to_utf8::convert);
outlined!([] Avx512, AnyUtf16ToBytes((Endian, u8)) = any_utf16_to_bytes);
outlined!([] Avx512, AnyUtf32ToUtf16([Endian; 2]) = any_utf32_to_utf16);
outlined!([] Avx512, LongBytesToBytes(u8) = one_to_one::single_byte_to_single_byte);
outlined!([] Avx512, LongBytesToUtf16((u8, Endian)) = one_to_one::bytes_to_units::<2, _, one_to_one::Bulk>);
outlined!([] Avx512, LongBytesToUtf32((u8, Endian)) = one_to_one::bytes_to_units::<4, _, one_to_one::Bulk>);
outlined!([] Avx512, LongUtf16ToUtf8(Endian) = utf16_to_utf8::convert);
outlined!([] Avx512, LongUtf16ToUtf32([Endian; 2]) = utf16_to_utf32::convert);
outlined!([] Avx512, LongUtf32ToUtf16([Endian; 2]) = utf32_to_utf16::convert);

impl Kernels for Avx512 {
    #[inline(always)]
    fn validate_utf16(self, src: &[u8], from: Endian) -> usize {
        if short_text::is_utf16_without_surrogates(self, src, from) {
            return src.len();
        }
        self.outlined::<AnyUtf16>(src, <&mut Output>::default(), from)
    }

    #[inline(always)]
    fn utf8_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        if src.len().min(dst.len()) > 4 * Self::LANES {
            return self.outlined::<CopyLongUtf8>(src, dst, ());
        }
        validate_utf8::copy(self, src, dst)
    }

    #[inline(always)]
    fn utf8_to_utf16(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        match to {
            Endian::Little => self.utf8_to_units::<Little, _>(src, dst, Utf16(to), mode),
            Endian::Big => self.utf8_to_units::<Big, _>(src, dst, Utf16(to), mode),
        }
    }

    #[inline(always)]
    fn utf8_to_utf32(self, src: &[u8], dst: &mut Output, to: Endian, mode: Mode) -> Progress {
        match to {
            Endian::Little => self.utf8_to_units::<Little, _>(src, dst, Utf32(to), mode),
            Endian::Big => self.utf8_to_units::<Big, _>(src, dst, Utf32(to), mode),
        }
    }

    #[inline(always)]
    fn utf8_to_latin1(self, src: &[u8], dst: &mut Output) -> Progress {
        if let Some(all) = one_vector::utf8_to_latin1(self, src, dst) {
            return all;
        }
        self.outlined::<AnyUtf8ToLatin1>(src, dst, ())
    }

    #[inline(always)]
    fn utf16_to_utf8(self, src: &[u8], dst: &mut Output, from: Endian) -> Progress {
        if let Some(all) = one_vector::utf16_to_utf8(self, src, dst, from) {
            return all;
        }
        self.outlined::<AnyUtf16ToUtf8>(src, dst, from)
    }

    #[inline(always)]
    fn utf16_to_utf32(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        if !short_text::is_widened(src, dst, [from, to]) {
            return self.outlined::<LongUtf16ToUtf32>(src, dst, [from, to]);
        }
        match short_text::widen(self, src, dst) {
            Ok(all) => all,
            Err(at) => self.outlined::<MixedUtf16ToUtf32>(src, dst, at),
        }
    }

    #[inline(always)]
    fn utf32_to_utf16(self, src: &[u8], dst: &mut Output, from: Endian, to: Endian) -> Progress {
        let endians = [from, to];
        if let Some(all) = one_vector::utf32_to_utf16(self, src, dst, endians) {
            return all;
        }
        self.outlined::<AnyUtf32ToUtf16>(src, dst, endians)
    }

    #[inline(always)]
    fn latin1_to_utf8(self, src: &[u8], dst: &mut Output) -> Progress {
        if src.len().wrapping_sub(1) < Self::LANES
            && let Some(written) = one_vector::latin1_to_utf8(self, src, dst)
        {
            let read = src.len();
            return Progress { read, written };
        }
        self.outlined::<AnyLatin1ToUtf8>(src, dst, ())
    }

    #[inline(always)]
    fn utf16_to_single_byte(
        self,
        src: &[u8],
        dst: &mut Output,
        from: Endian,
        last: u8,
    ) -> Progress {
        let map = (from, last);
        if let Some(all) = one_vector::utf16_to_latin1(self, src, dst, map) {
            return all;
        }
        self.outlined::<AnyUtf16ToBytes>(src, dst, map)
    }

    #[inline(always)]
    fn single_byte_to_utf16(self, src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress {
        if let Some(all) = short_text::latin1_to_units::<2>(self, src, dst, (last, to)) {
            return all;
        }
        if let Some(all) = short::single_byte_to_units::<2, _>(self, src, dst, (last, to)) {
            return all;
        }
        self.outlined::<LongBytesToUtf16>(src, dst, (last, to))
    }

    #[inline(always)]
    fn single_byte_to_utf32(self, src: &[u8], dst: &mut Output, last: u8, to: Endian) -> Progress {
        if let Some(all) = short_text::latin1_to_units::<4>(self, src, dst, (last, to)) {
            return all;
        }
        if let Some(all) = short::single_byte_to_units::<4, _>(self, src, dst, (last, to)) {
            return all;
        }
        self.outlined::<LongBytesToUtf32>(src, dst, (last, to))
    }

    #[inline(always)]
    fn single_byte_to_single_byte(self, src: &[u8], dst: &mut Output, last: u8) -> Progress {
        if last == ASCII
            && let Some(all) = short_text::copy_ascii(self, src, dst)
        {
            return all;
        }
        self.outlined::<LongBytesToBytes>(src, dst, last)
    }
}

/// Validates UTF-16 of any length.
#[inline(always)]
fn any_utf16(simd: Avx512, src: &[u8], _: &mut Output, from: Endian) -> usize {
    validate_units::utf16(simd, from, src)
}

/// Copies UTF-8 while validating it: more than four vectors of `src`, to as much of `dst`.
#[inline(always)]
fn copy_long_utf8(simd: Avx512, src: &[u8], dst: &mut Output, (): ()) -> Progress {
    let len = src.len().min(dst.len());
    let (src, dst) = (&src[..len], &mut dst[..len]);
    Progress::all(validate_utf8::scan_long(simd, src, &mut Copier(dst)), 1)
}

/// The conversion of UTF-8 of any length.
struct AnyUtf8<T>(PhantomData<T>);

impl<T: FourByteRuns<Avx512>> Outlined<Avx512> for AnyUtf8<T> {
    type Parameters = (T, Mode);
    type Output = Progress;

    /// In short text, first converts the vectors before the first character of more than two bytes.
    #[inline(always)]
    fn run(simd: Avx512, src: &[u8], dst: &mut Output, (target, mode): (T, Mode)) -> Progress {
        let mut at = Progress::START;
        if src.len() <= short::threshold::ASCII_BYTES {
            at = two_byte_text::convert(simd, target, src, dst);
            if at.read == src.len() {
                return at;
            }
        }
        let (src, dst) = (&src[at.read..], &mut dst[at.written..]);
        at += utf8_to_units::convert_from::<_, _, Chunks>(simd, target, src, dst, mode);
        at
    }
}

/// The conversion of UTF-8 of at most one vector, in a byte order that is a compile-time constant.
struct OneVector<O, T>(PhantomData<(O, T)>);

impl<O: ByteOrder, T: FourByteRuns<Avx512>> Outlined<Avx512> for OneVector<O, T> {
    type Parameters = (T, Mode);
    type Output = Progress;

    #[inline(always)]
    fn run(simd: Avx512, src: &[u8], dst: &mut Output, (target, mode): (T, Mode)) -> Progress {
        // Shows the compiler that `src` is at most one vector.
        if src.len() > Avx512::LANES {
            return Progress::START;
        }
        AnyUtf8::run(simd, src, dst, (target.with_endian(O::ENDIAN), mode))
    }
}

/// Converts UTF-16 of any length to UTF-8.
#[inline(always)]
fn any_utf16_to_utf8(simd: Avx512, src: &[u8], dst: &mut Output, from: Endian) -> Progress {
    if let Some(all) = short::units_to_utf8::<2, _>(simd, src, dst, from) {
        return all;
    }
    match short_text::mixed_utf16_to_utf8(simd, src, dst, from) {
        None => simd.outlined::<LongUtf16ToUtf8>(src, dst, from),
        Some(all) => all,
    }
}

/// Converts short text in native byte order with surrogate pairs, from `at` on. The part before
/// `at` has no surrogates and is already converted.
#[inline(always)]
fn mixed_utf16_to_utf32(simd: Avx512, src: &[u8], dst: &mut Output, at: Progress) -> Progress {
    if at.read == 0
        && let Some(all) = short_text::surrogate_pairs::<2>(simd, src, dst)
    {
        return all;
    }
    short_text::mixed_utf16_to_utf32(simd, src, dst, at)
}

/// Converts UTF-8 of any length to Latin-1.
#[inline(always)]
fn any_utf8_to_latin1(simd: Avx512, src: &[u8], dst: &mut Output, (): ()) -> Progress {
    simd.utf8_to_units::<Little, _>(src, dst, Latin1, Mode::Strict)
}

/// Converts Latin-1 of any length to UTF-8.
#[inline(always)]
fn any_latin1_to_utf8(simd: Avx512, src: &[u8], dst: &mut Output, (): ()) -> Progress {
    match short_text::latin1_to_utf8(simd, src, dst) {
        None => simd.outlined::<LongLatin1ToUtf8>(src, dst, ()),
        Some(all) => all,
    }
}

/// Converts UTF-16 of any length to Latin-1 or ASCII.
#[inline(always)]
fn any_utf16_to_bytes(simd: Avx512, src: &[u8], dst: &mut Output, map: (Endian, u8)) -> Progress {
    match short::units_to_single_byte::<2, _>(simd, src, dst, map) {
        None => one_to_one::units_to_bytes::<2, _, one_to_one::Bulk>(simd, src, dst, map),
        Some(all) => all,
    }
}

/// Converts UTF-32 of any length to UTF-16.
#[inline(always)]
fn any_utf32_to_utf16(
    simd: Avx512,
    src: &[u8],
    dst: &mut Output,
    endians: [Endian; 2],
) -> Progress {
    if !short::is_short(src, 4) || endians != [Endian::NATIVE; 2] {
        return simd.outlined::<LongUtf32ToUtf16>(src, dst, endians);
    }
    match short::units_to_units::<4, _>(simd, src, dst, endians) {
        None => simd.outlined::<MixedUtf32ToUtf16>(src, dst, ()),
        Some(all) => all,
    }
}

/// Converts short text in native byte order with characters that become surrogate pairs.
#[inline(always)]
fn mixed_utf32_to_utf16(simd: Avx512, src: &[u8], dst: &mut Output, (): ()) -> Progress {
    match short_text::surrogate_pairs::<4>(simd, src, dst) {
        None => utf32_to_utf16::convert_mixed(simd, src, dst, [Endian::NATIVE; 2]),
        Some(all) => all,
    }
}
