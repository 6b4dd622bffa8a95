//! Lossy conversions, which `simdutf` lacks. The strict conversion runs first. If it fails, UTF-16
//! is made well-formed and converted, and UTF-8 is converted by `encoding_rs`.

use std::cell::RefCell;

use ::simdutf as lib;
use bytemuck::Pod;

use super::convert::call;
use super::{NAME, position, undeclared};
use crate::contender::{Case, Contender};
use utflane_test_support::corpora::{Encoding::*, Outcome, Verb};

/// A strict conversion, and one of text that is known to be well-formed.
macro_rules! convert {
    ($strict:ident, $valid:ident) => {
        (
            |source: &[u16], target: &mut [_]| position(call!($strict, source, target)),
            |source: &[u16], target: &mut [_]| Ok(call!($valid, source, target)),
        )
    };
}

macro_rules! well_formed {
    ($name:ident) => {{
        #[inline(always)]
        fn repair(source: &[u16], target: &mut [u16]) {
            let target = &mut target[..source.len()];
            // SAFETY: both slices have this length, and the C++ function is declared as above.
            unsafe { undeclared::$name(source.as_ptr(), source.len(), target.as_mut_ptr()) }
        }
        repair
    }};
}

#[rustfmt::skip]
pub(super) fn contenders(case: &Case) -> Vec<Contender<'_>> {
    let work = case.work;
    let native = well_formed!(to_well_formed_utf16);
    let little = well_formed!(to_well_formed_utf16le);
    let big = well_formed!(to_well_formed_utf16be);
    let contender = match (work.verb, work.source, work.target) {
        (Verb::LossyLen, Utf16, Utf8) => {
            Contender::peer(NAME, case, |source, _: &mut [u8]| Ok(lossy_len(source)))
        }
        (Verb::LossyLen, ..) => return Vec::new(),
        (_, Utf8, Utf16) => utf8_to_utf16(case),
        (_, Utf16, Utf16) => repaired(case, native),
        (_, Utf16Le, Utf16Le) => repaired(case, little),
        (_, Utf16Be, Utf16Be) => repaired(case, big),
        (_, Utf16, Utf8) => then(case, native,
            convert!(convert_utf16_to_utf8_with_errors, convert_valid_utf16_to_utf8)),
        (_, Utf16Le, Utf8) => then(case, little,
            convert!(convert_utf16le_to_utf8_with_errors, convert_valid_utf16le_to_utf8)),
        (_, Utf16Be, Utf8) => then(case, big,
            convert!(convert_utf16be_to_utf8_with_errors, convert_valid_utf16be_to_utf8)),
        (_, Utf16, Utf32) => then(case, native,
            convert!(convert_utf16_to_utf32_with_errors, convert_valid_utf16_to_utf32)),
        (_, Utf16Le, Utf32) => then(case, little,
            convert!(convert_utf16le_to_utf32_with_errors, convert_valid_utf16le_to_utf32)),
        (_, Utf16Be, Utf32) => then(case, big,
            convert!(convert_utf16be_to_utf32_with_errors, convert_valid_utf16be_to_utf32)),
        _ => return super::convert::converting(case),
    };
    vec![contender]
}

fn utf8_to_utf16(case: &Case) -> Contender<'_> {
    let name = "simdutf, encoding_rs on errors";
    Contender::peer(name, case, |source: &[u8], target: &mut [u16]| {
        position(call!(convert_utf8_to_utf16_with_errors, source, target))
            .or_else(|_| Ok(encoding_rs::mem::convert_utf8_to_utf16(source, target)))
    })
}

fn repaired<'case>(
    case: &'case Case,
    repair: impl Fn(&[u16], &mut [u16]) + 'case,
) -> Contender<'case> {
    Contender::peer(NAME, case, move |source: &[u16], target| {
        repair(source, target);
        Ok(source.len())
    })
}

/// Repairs into a buffer of its own, which is allocated before the timed part.
fn then<'case, D: Pod>(
    case: &'case Case,
    repair: impl Fn(&[u16], &mut [u16]) + 'case,
    (strict, valid): (
        impl Fn(&[u16], &mut [D]) -> Outcome + 'case,
        impl Fn(&[u16], &mut [D]) -> Outcome + 'case,
    ),
) -> Contender<'case> {
    let repaired = RefCell::new(vec![0_u16; case.sample.longest() / size_of::<u16>()]);
    Contender::peer(NAME, case, move |source: &[u16], target| {
        strict(source, target).or_else(|_| {
            let mut repaired = repaired.borrow_mut();
            let repaired = &mut repaired[..source.len()];
            repair(source, repaired);
            valid(repaired, target)
        })
    })
}

#[inline(always)]
fn lossy_len(source: &[u16]) -> usize {
    // SAFETY: pointer and length are those of a slice, and the C++ function is declared as above.
    unsafe {
        undeclared::utf8_length_from_utf16_with_replacement(source.as_ptr(), source.len()).count
    }
}
