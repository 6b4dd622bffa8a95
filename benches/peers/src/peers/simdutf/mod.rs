//! `simdutf`, the C++ library, through its crate. The variants `*_with_errors` report the error
//! position as ours do. A plain conversion does not, so it is shown separately. A plain
//! validator is the peer of `is_valid`.

mod convert;
mod replace;
mod undeclared;

use ::simdutf as lib;

use crate::contender::{Case, Contender};
use utflane_test_support::corpora::{Encoding::*, Outcome, Verb};

pub(super) const NAME: &str = "simdutf";
const LESSER: &str = "simdutf, no position";

pub(super) fn contenders(case: &Case) -> Vec<Contender<'_>> {
    match case.work.verb {
        Verb::Validate | Verb::IsValid => validating(case),
        Verb::CharCount | Verb::TranscodedLen => counting(case),
        Verb::Measure => measuring(case),
        Verb::Transcode | Verb::Unchecked => convert::contenders(case),
        Verb::Lossy | Verb::LossyLen => replace::contenders(case),
    }
}

#[inline(always)]
pub(super) fn position(result: lib::Result) -> Outcome {
    match result.error {
        lib::ErrorCode::Success => Ok(result.count),
        _ => Err(result.count),
    }
}

/// One line for each encoding: `Source(Unit): plain, with_errors;`
macro_rules! validations {
    ($case:ident; $($source:ident($unit:ty): $plain:ident, $with_errors:ident;)*) => {
        match ($case.work.source, $case.work.verb) {
            $(
                ($source, Verb::IsValid) => {
                    Contender::peer(NAME, $case, |source: &[$unit], _: &mut [u8]| {
                        Ok(usize::from(lib::$plain(source)))
                    })
                }
                ($source, _) => {
                    Contender::peer(NAME, $case, |source: &[$unit], _: &mut [u8]| {
                        position(lib::$with_errors(source)).map(|_| 0)
                    })
                }
            )*
            _ => return Vec::new(),
        }
    };
}

fn validating(case: &Case) -> Vec<Contender<'_>> {
    vec![validations! { case;
        Ascii(u8): validate_ascii, validate_ascii_with_errors;
        Utf8(u8): validate_utf8, validate_utf8_with_errors;
        Utf16(u16): validate_utf16, validate_utf16_with_errors;
        Utf16Le(u16): validate_utf16le, validate_utf16le_with_errors;
        Utf16Be(u16): validate_utf16be, validate_utf16be_with_errors;
        Utf32(u32): validate_utf32, validate_utf32_with_errors;
    }]
}

/// One line for each count: `verb source(Unit) target(Unit): function;`
macro_rules! counts {
    ($case:ident; $($verb:ident $source:ident($unit:ty) $target:ident($to:ty): $count:ident;)*) => {
        match ($case.work.verb, $case.work.source, $case.work.target) {
            $(
                (Verb::$verb, $source, $target) => {
                    Contender::peer(NAME, $case, |source: &[$unit], _: &mut [$to]| {
                        Ok(lib::$count(source))
                    })
                }
            )*
            _ => return Vec::new(),
        }
    };
}

#[rustfmt::skip]
fn counting(case: &Case) -> Vec<Contender<'_>> {
    vec![counts! { case;
        CharCount Utf8(u8) Utf8(u8): count_utf8;
        CharCount Utf16(u16) Utf16(u16): count_utf16;
        CharCount Utf16Le(u16) Utf16Le(u16): count_utf16le;
        CharCount Utf16Be(u16) Utf16Be(u16): count_utf16be;
        TranscodedLen Utf8(u8) Utf16(u16): utf16_length_from_utf8;
        TranscodedLen Utf8(u8) Utf16Le(u16): utf16_length_from_utf8;
        TranscodedLen Utf8(u8) Utf16Be(u16): utf16_length_from_utf8;
        TranscodedLen Utf8(u8) Utf32(u32): utf32_length_from_utf8;
        TranscodedLen Utf8(u8) Latin1(u8): latin1_length_from_utf8;
        TranscodedLen Utf16(u16) Utf8(u8): utf8_length_from_utf16;
        TranscodedLen Utf16Le(u16) Utf8(u8): utf8_length_from_utf16le;
        TranscodedLen Utf16Be(u16) Utf8(u8): utf8_length_from_utf16be;
        TranscodedLen Utf16(u16) Utf32(u32): utf32_length_from_utf16;
        TranscodedLen Utf16Le(u16) Utf32(u32): utf32_length_from_utf16le;
        TranscodedLen Utf16Be(u16) Utf32(u32): utf32_length_from_utf16be;
        TranscodedLen Utf32(u32) Utf8(u8): utf8_length_from_utf32;
        TranscodedLen Utf32(u32) Utf16(u16): utf16_length_from_utf32;
        TranscodedLen Latin1(u8) Utf8(u8): utf8_length_from_latin1;
    }]
}

/// Measures in two steps, as its users do with untrusted text. One line for each pair:
/// `source(Unit) target(Unit): validation, count;`
macro_rules! measures {
    ($case:ident; $($source:ident($unit:ty) $target:ident($to:ty): $valid:ident, $count:ident;)*) => {
        match ($case.work.source, $case.work.target) {
            $(
                ($source, $target) => {
                    Contender::peer(NAME, $case, |source: &[$unit], _: &mut [$to]| {
                        position(lib::$valid(source))?;
                        Ok(lib::$count(source))
                    })
                }
            )*
            _ => return Vec::new(),
        }
    };
}

fn measuring(case: &Case) -> Vec<Contender<'_>> {
    vec![measures! { case;
        Utf8(u8) Utf16(u16): validate_utf8_with_errors, utf16_length_from_utf8;
        Utf8(u8) Utf32(u32): validate_utf8_with_errors, utf32_length_from_utf8;
        Utf16(u16) Utf8(u8): validate_utf16_with_errors, utf8_length_from_utf16;
        Utf16(u16) Utf32(u32): validate_utf16_with_errors, utf32_length_from_utf16;
        Utf32(u32) Utf8(u8): validate_utf32_with_errors, utf8_length_from_utf32;
        Utf32(u32) Utf16(u16): validate_utf32_with_errors, utf16_length_from_utf32;
    }]
}
