//! The conversions, validations and lengths of UTF-8, UTF-16, UTF-32 and Latin-1, a function each:
//! nothing is looked up, and no capacity is given. They are for calls with short text, and for
//! `utflane_simdutf.hpp`.
//!
//! Lengths count units of 16 and 32 bits, also of UTF-16LE. Pointers are those of C: of a length of
//! 0 they may be NULL.

use crate::isa;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;
use core_utflane::{Ascii, Charset, Encoding, Latin1, Pair, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};

/// How far a function has got: whole characters.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_progress {
    /// Units of the input that are done: all, or those before the first that is malformed or that
    /// the target encoding does not have.
    pub read: usize,
    /// Units written.
    pub written: usize,
}

/// The bytes of `len` units.
///
/// # Safety
///
/// They can be read at `start`, and nobody writes to them meanwhile.
#[inline(always)]
unsafe fn bytes<'a>(start: *const c_void, len: usize) -> &'a [u8] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { core::slice::from_raw_parts(start.cast(), len) }
}

/// A tidy pair.
const fn tidy(from: Charset, to: Charset) -> Pair {
    match Pair::new(from, to) {
        Some(mut pair) => {
            pair.is_tidy = true;
            pair
        }
        None => panic!("a pair that is converted at once"),
    }
}

/// Converts with a pair that is tidy, whose units have `from` and `to` bytes. A unit becomes `most`
/// units at most.
///
/// # Safety
///
/// `len` units can be read at `src`, and at `dst` so many written as are converted.
#[inline(always)]
unsafe fn convert(
    pair: Pair,
    [from, to, most]: [usize; 3],
    src: *const c_void,
    len: usize,
    dst: *mut c_void,
) -> utflane_progress {
    // No text is longer. Known here, it is known below, too, that the output is long enough.
    if src.is_null() || len > isize::MAX as usize / 16 {
        return utflane_progress {
            read: 0,
            written: 0,
        };
    }
    // SAFETY: the caller's promise.
    let src = unsafe { bytes(src, len * from) };
    let dst = if dst.is_null() {
        ptr::dangling_mut()
    } else {
        dst.cast::<MaybeUninit<u8>>()
    };
    // SAFETY: a tidy conversion touches what it counts as written, which is there, says the caller.
    // That all of a slice is there, too, nobody can promise who is not told a capacity: nothing
    // beyond what is written is looked at.
    let out = unsafe { core::slice::from_raw_parts_mut(dst, len * most * to) };
    match pair.transcode_uninit(isa::current(), src, out) {
        Ok(written) => utflane_progress {
            read: len,
            written: written * pair.target().position_unit() / to,
        },
        Err(error) => utflane_progress {
            read: error.read() * pair.source().position_unit() / from,
            written: error.written() * pair.target().position_unit() / to,
        },
    }
}

macro_rules! conversions {
    ($($name:ident: $from:ident $from_bytes:literal, $to:ident $to_bytes:literal $most:literal;)*) => {$(
        /// See the header.
        ///
        /// # Safety
        ///
        /// `src` points to so many units, and `dst` has room for what they become.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            src: *const c_void,
            len: usize,
            dst: *mut c_void,
        ) -> utflane_progress {
            const PAIR: Pair = tidy(Charset::$from, Charset::$to);
            // SAFETY: the caller's promise.
            unsafe { convert(PAIR, [$from_bytes, $to_bytes, $most], src, len, dst) }
        }
    )*};
}

conversions! {
    utflane_utf8_to_utf16le: Utf8 1, Utf16Le 2 1;
    utflane_utf8_to_utf16be: Utf8 1, Utf16Be 2 1;
    utflane_utf8_to_utf32: Utf8 1, Utf32 4 1;
    utflane_utf8_to_latin1: Utf8 1, Latin1 1 1;
    utflane_utf16le_to_utf8: Utf16Le 2, Utf8 1 3;
    utflane_utf16be_to_utf8: Utf16Be 2, Utf8 1 3;
    utflane_utf16le_to_utf32: Utf16Le 2, Utf32 4 1;
    utflane_utf16be_to_utf32: Utf16Be 2, Utf32 4 1;
    utflane_utf16le_to_latin1: Utf16Le 2, Latin1 1 1;
    utflane_utf16be_to_latin1: Utf16Be 2, Latin1 1 1;
    utflane_utf32_to_utf8: Utf32 4, Utf8 1 4;
    utflane_utf32_to_utf16le: Utf32 4, Utf16Le 2 2;
    utflane_utf32_to_utf16be: Utf32 4, Utf16Be 2 2;
    utflane_utf32_to_latin1: Utf32 4, Latin1 1 1;
    utflane_latin1_to_utf8: Latin1 1, Utf8 1 2;
    utflane_latin1_to_utf16le: Latin1 1, Utf16Le 2 1;
    utflane_latin1_to_utf16be: Latin1 1, Utf16Be 2 1;
    utflane_latin1_to_utf32: Latin1 1, Utf32 4 1;
}

/// The units of well-formed text at the beginning.
///
/// # Safety
///
/// `len` units of `unit` bytes can be read at `src`.
#[inline(always)]
unsafe fn valid_units<E: Encoding<Unit = u8>>(
    src: *const c_void,
    len: usize,
    unit: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let src = unsafe { bytes(src, len * unit) };
    match isa::current().validate::<E>(src) {
        Ok(()) => len,
        Err(error) => error.valid_up_to() / unit,
    }
}

macro_rules! validations {
    ($($name:ident: $encoding:ty, $unit:literal;)*) => {$(
        /// See the header.
        ///
        /// # Safety
        ///
        /// `src` points to so many units.
        #[must_use]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(src: *const c_void, len: usize) -> usize {
            // SAFETY: the caller's promise.
            unsafe { valid_units::<$encoding>(src, len, $unit) }
        }
    )*};
}

#[cfg(target_endian = "little")]
type NativeUtf32 = core_utflane::Utf32Le;
#[cfg(target_endian = "big")]
type NativeUtf32 = core_utflane::Utf32Be;

validations! {
    utflane_valid_utf8: Utf8, 1;
    utflane_valid_ascii: Ascii, 1;
    utflane_valid_utf16le: Utf16Le, 2;
    utflane_valid_utf16be: Utf16Be, 2;
    utflane_valid_utf32: NativeUtf32, 4;
}

macro_rules! lengths {
    ($($name:ident: $from:ty, $unit:literal, $to:ty;)*) => {$(
        /// See the header.
        ///
        /// # Safety
        ///
        /// `src` points to so many units.
        #[must_use]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(src: *const c_void, len: usize) -> usize {
            // SAFETY: the caller's promise.
            let src = unsafe { bytes(src, len * $unit) };
            isa::current().transcoded_len::<$from, $to>(src)
        }
    )*};
}

lengths! {
    utflane_utf16_len_of_utf8: Utf8, 1, Utf16;
    utflane_utf32_len_of_utf8: Utf8, 1, Utf32;
    utflane_utf8_len_of_utf16le: Utf16Le, 2, Utf8;
    utflane_utf8_len_of_utf16be: Utf16Be, 2, Utf8;
    utflane_utf32_len_of_utf16le: Utf16Le, 2, Utf32;
    utflane_utf32_len_of_utf16be: Utf16Be, 2, Utf32;
    utflane_utf8_len_of_utf32: NativeUtf32, 4, Utf8;
    utflane_utf16_len_of_utf32: NativeUtf32, 4, Utf16;
    utflane_utf8_len_of_latin1: Latin1, 1, Utf8;
}
