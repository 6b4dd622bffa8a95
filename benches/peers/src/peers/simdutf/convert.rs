//! Strict and unchecked conversions of `simdutf`.

use super::{LESSER, NAME, position};
use crate::contender::{Case, Contender};
use crate::peers::standard::copy_valid;
use utflane_test_support::corpora::{Encoding::*, Outcome, Verb};

/// Its functions, declared by the crate or by this benchmark.
mod lib {
    pub(super) use super::super::undeclared::*;
    pub(super) use ::simdutf::*;
}

pub(super) fn contenders(case: &Case) -> Vec<Contender<'_>> {
    let all = converting(case);
    if all.is_empty() { copying(case) } else { all }
}

/// Calls one of its conversions, from a slice to a slice of worst-case length.
macro_rules! call {
    ($convert:ident, $source:ident, $target:ident) => {{
        debug_assert!($target.len() >= $source.len());
        // SAFETY: the pointers and lengths are those of slices, and `Case` gives every contender
        // except our exact one a target for the longest output of a source of this length. Text
        // that must be well-formed is: see `Case::is_clean`.
        unsafe { lib::$convert($source.as_ptr(), $source.len(), $target.as_mut_ptr()) }
    }};
}

pub(super) use call;

/// One line for each pair: `Source(Unit) Target(Unit): plain, with_errors, valid;`, or
/// `Source(Unit) Target(Unit): only;` if the conversion cannot fail.
macro_rules! conversions {
    ($case:ident;
        $($source:ident($from:ty) $target:ident($to:ty): $plain:ident, $with_errors:ident, $valid:ident;)*
        => $($sure_source:ident($sure_from:ty) $sure_target:ident($sure_to:ty): $sure:ident;)*
    ) => {
        match ($case.work.source, $case.work.target, $case.work.verb) {
            $(
                ($source, $target, Verb::Transcode) => vec![
                    Contender::peer(NAME, $case, |source: &[$from], target: &mut [$to]| {
                        position(call!($with_errors, source, target))
                    }),
                    Contender::aside(LESSER, $case, |source: &[$from], target: &mut [$to]| {
                        match call!($plain, source, target) {
                            0 if !source.is_empty() => Err(0),
                            written => Ok(written),
                        }
                    }),
                ],
                ($source, $target, Verb::Unchecked) => vec![
                    Contender::peer(NAME, $case, |source: &[$from], target: &mut [$to]| {
                        Ok(call!($valid, source, target))
                    }),
                ],
            )*
            $(
                ($sure_source, $sure_target, _) => vec![
                    Contender::peer(NAME, $case, |source: &[$sure_from], target: &mut [$sure_to]| {
                        Ok(call!($sure, source, target))
                    }),
                ],
            )*
            _ => Vec::new(),
        }
    };
}

#[rustfmt::skip]
pub(super) fn converting(case: &Case) -> Vec<Contender<'_>> {
    conversions! { case;
        Utf8(u8) Utf16(u16): convert_utf8_to_utf16, convert_utf8_to_utf16_with_errors, convert_valid_utf8_to_utf16;
        Utf8(u8) Utf16Le(u16): convert_utf8_to_utf16le, convert_utf8_to_utf16le_with_errors, convert_valid_utf8_to_utf16le;
        Utf8(u8) Utf16Be(u16): convert_utf8_to_utf16be, convert_utf8_to_utf16be_with_errors, convert_valid_utf8_to_utf16be;
        Utf8(u8) Utf32(u32): convert_utf8_to_utf32, convert_utf8_to_utf32_with_errors, convert_valid_utf8_to_utf32;
        Utf8(u8) Latin1(u8): convert_utf8_to_latin1, convert_utf8_to_latin1_with_errors, convert_valid_utf8_to_latin1;
        Utf16(u16) Utf8(u8): convert_utf16_to_utf8, convert_utf16_to_utf8_with_errors, convert_valid_utf16_to_utf8;
        Utf16Le(u16) Utf8(u8): convert_utf16le_to_utf8, convert_utf16le_to_utf8_with_errors, convert_valid_utf16le_to_utf8;
        Utf16Be(u16) Utf8(u8): convert_utf16be_to_utf8, convert_utf16be_to_utf8_with_errors, convert_valid_utf16be_to_utf8;
        Utf16(u16) Utf32(u32): convert_utf16_to_utf32, convert_utf16_to_utf32_with_errors, convert_valid_utf16_to_utf32;
        Utf16Le(u16) Utf32(u32): convert_utf16le_to_utf32, convert_utf16le_to_utf32_with_errors, convert_valid_utf16le_to_utf32;
        Utf16Be(u16) Utf32(u32): convert_utf16be_to_utf32, convert_utf16be_to_utf32_with_errors, convert_valid_utf16be_to_utf32;
        Utf16(u16) Latin1(u8): convert_utf16_to_latin1, convert_utf16_to_latin1_with_errors, convert_valid_utf16_to_latin1;
        Utf16Le(u16) Latin1(u8): convert_utf16le_to_latin1, convert_utf16le_to_latin1_with_errors, convert_valid_utf16le_to_latin1;
        Utf16Be(u16) Latin1(u8): convert_utf16be_to_latin1, convert_utf16be_to_latin1_with_errors, convert_valid_utf16be_to_latin1;
        Utf32(u32) Utf8(u8): convert_utf32_to_utf8, convert_utf32_to_utf8_with_errors, convert_valid_utf32_to_utf8;
        Utf32(u32) Utf16(u16): convert_utf32_to_utf16, convert_utf32_to_utf16_with_errors, convert_valid_utf32_to_utf16;
        Utf32(u32) Utf16Le(u16): convert_utf32_to_utf16le, convert_utf32_to_utf16le_with_errors, convert_valid_utf32_to_utf16le;
        Utf32(u32) Utf16Be(u16): convert_utf32_to_utf16be, convert_utf32_to_utf16be_with_errors, convert_valid_utf32_to_utf16be;
        Utf32(u32) Latin1(u8): convert_utf32_to_latin1, convert_utf32_to_latin1_with_errors, convert_valid_utf32_to_latin1;
    =>
        Latin1(u8) Utf8(u8): convert_latin1_to_utf8;
        Latin1(u8) Utf16(u16): convert_latin1_to_utf16;
        Latin1(u8) Utf16Le(u16): convert_latin1_to_utf16le;
        Latin1(u8) Utf16Be(u16): convert_latin1_to_utf16be;
        Latin1(u8) Utf32(u32): convert_latin1_to_utf32;
    }
}

/// To the same encoding or its other byte order: validates, then copies or swaps bytes.
fn copying(case: &Case) -> Vec<Contender<'_>> {
    let work = case.work;
    let contender = match (work.source, work.target, work.verb) {
        (Utf8, Utf8, Verb::Transcode) => copied(case, lib::validate_utf8_with_errors),
        (Ascii, Utf8 | Latin1 | Ascii, Verb::Transcode) => {
            copied(case, lib::validate_ascii_with_errors)
        }
        (Utf16, Utf16, Verb::Transcode) => copied(case, lib::validate_utf16_with_errors),
        (Utf16Le, Utf16Le, Verb::Transcode) => copied(case, lib::validate_utf16le_with_errors),
        (Utf16Be, Utf16Be, Verb::Transcode) => copied(case, lib::validate_utf16be_with_errors),
        (Utf32, Utf32, Verb::Transcode) => copied(case, lib::validate_utf32_with_errors),
        (Utf16Le, Utf16Be, Verb::Transcode) => swapped(case, lib::validate_utf16le_with_errors),
        (Utf16Be, Utf16Le, Verb::Transcode) => swapped(case, lib::validate_utf16be_with_errors),
        (Utf16Le, Utf16Be, _) | (Utf16Be, Utf16Le, _) => {
            Contender::peer(NAME, case, |source: &[u16], target| swap(source, target))
        }
        _ => return Vec::new(),
    };
    vec![contender]
}

fn copied<'case, T: bytemuck::Pod>(
    case: &'case Case,
    validate: impl Fn(&[T]) -> lib::Result + 'case,
) -> Contender<'case> {
    Contender::peer(NAME, case, move |source: &[T], target| {
        copy_valid(position(validate(source)), source, target)
    })
}

fn swapped<'case>(
    case: &'case Case,
    validate: impl Fn(&[u16]) -> lib::Result + 'case,
) -> Contender<'case> {
    Contender::peer(NAME, case, move |source: &[u16], target| {
        match position(validate(source)) {
            Ok(_) => swap(source, target),
            Err(position) => {
                swap(&source[..position], target)?;
                Err(position)
            }
        }
    })
}

#[inline(always)]
fn swap(source: &[u16], target: &mut [u16]) -> Outcome {
    call!(change_endianness_utf16, source, target);
    Ok(source.len())
}
