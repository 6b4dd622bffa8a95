//! One function for each conversion, validation and length of UTF-8, UTF-16, UTF-32 and Latin-1.
//! They need no lookup of encodings and no capacity. They are for calls with short text, and for
//! `utflane_simdutf.hpp`.
//!
//! Lengths count units of 16 or 32 bits, including UTF-16LE and UTF-16BE. Pointers may be NULL if
//! the length is 0.

use crate::isa;
use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr;
use core_utflane::{Ascii, Charset, Encoding, Latin1, Pair, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};

/// The progress of a function, in whole characters.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct utflane_progress {
    /// Units of the input that were processed: all, or those before the first malformed sequence or
    /// unrepresentable character.
    pub read: usize,
    /// Units written.
    pub written: usize,
}

/// Returns `len` bytes at `start`.
///
/// # Safety
///
/// The bytes are readable at `start`, and nobody writes to them for `'a`.
#[inline(always)]
unsafe fn bytes<'a>(start: *const c_void, len: usize) -> &'a [u8] {
    if start.is_null() {
        return &[];
    }
    // SAFETY: the caller guarantees it.
    unsafe { core::slice::from_raw_parts(start.cast(), len) }
}

/// Creates a pair that leaves the rest of the output untouched.
const fn preserving_tail(from: Charset, to: Charset) -> Pair {
    match Pair::new(from, to) {
        Some(mut pair) => {
            pair.preserve_tail = true;
            pair
        }
        None => panic!("a pair that is converted at once"),
    }
}

/// Converts with a pair that leaves the rest of the output untouched. `from` and `to` are the sizes
/// of the units in bytes. One unit becomes at most `most` units.
///
/// # Safety
///
/// `len` units are readable at `src`, and the converted text is writable at `dst`.
#[inline(always)]
unsafe fn convert(
    pair: Pair,
    [from, to, most]: [usize; 3],
    src: *const c_void,
    len: usize,
    dst: *mut c_void,
) -> utflane_progress {
    // No text is longer. The check here also lets the compiler see that the output is long enough.
    if src.is_null() || len > isize::MAX as usize / 16 {
        return utflane_progress {
            read: 0,
            written: 0,
        };
    }
    // SAFETY: the caller guarantees it.
    let src = unsafe { bytes(src, len * from) };
    let dst = if dst.is_null() {
        ptr::dangling_mut()
    } else {
        dst.cast::<MaybeUninit<u8>>()
    };
    // SAFETY: the conversion only touches the units that it counts as written, and the caller
    // guarantees that these are writable. Nobody can guarantee that the whole slice exists, because
    // the capacity is unknown, but no code accesses it beyond the written units.
    let out = unsafe { core::slice::from_raw_parts_mut(dst, len * most * to) };
    match pair.with_isa(isa::current()).transcode_uninit(src, out) {
        Ok(written) => utflane_progress {
            read: len,
            written: written * pair.target().unit_size() / to,
        },
        Err(error) => utflane_progress {
            read: error.read() * pair.source().unit_size() / from,
            written: error.written() * pair.target().unit_size() / to,
        },
    }
}

macro_rules! conversions {
    ($($name:ident: $from:ident $from_bytes:literal, $to:ident $to_bytes:literal $most:literal;)*) => {$(
        /// See the header.
        ///
        /// # Safety
        ///
        /// `src` points to `len` readable units, and `dst` has enough capacity for the converted
        /// text.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            src: *const c_void,
            len: usize,
            dst: *mut c_void,
        ) -> utflane_progress {
            const PAIR: Pair = preserving_tail(Charset::$from, Charset::$to);
            // SAFETY: the caller guarantees it.
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
/// `len` units of `unit` bytes are readable at `src`.
#[inline(always)]
unsafe fn valid_units<E: Encoding<Unit = u8>>(
    src: *const c_void,
    len: usize,
    unit: usize,
) -> usize {
    // SAFETY: the caller guarantees it.
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
        /// `src` points to `len` readable units.
        #[must_use]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(src: *const c_void, len: usize) -> usize {
            // SAFETY: the caller guarantees it.
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
        /// `src` points to `len` readable units.
        #[must_use]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(src: *const c_void, len: usize) -> usize {
            // SAFETY: the caller guarantees it.
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
