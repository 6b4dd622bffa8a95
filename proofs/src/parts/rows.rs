//! Proofs of the row boundaries after a conversion, as whole functions, for texts with some unknown
//! bytes. Also proves for which pairs of encodings an unchanged total length means unchanged
//! characters.

use super::super::recorder::Recorder;
use super::super::spec::{is_continuation, is_high, is_low, joined, units};
use super::super::term::{Term, all, any, constant, forget, unknown, yes};
use super::{Proof, implies, unknowns};
use crate::Charset;
use crate::encoding::endian::Endian;
use crate::encoding::unit_counts::RANGES;
use crate::kernels::Kernels;
use crate::kernels::row_ends::RowEnds;
use crate::rows::column::row_ends::{LATIN1_TO_UTF8, UTF8_TO_CHARACTERS, UTF8_TO_UTF16};
use std::format;
use std::prelude::v1::*;

const SIMD: Recorder<16> = Recorder;

/// Row ends at all positions, from UTF-8, Latin-1 and UTF-16.
pub(super) fn all_pairs(proof: &mut Proof) {
    let one_if = |term: Term| term.widened(32);
    let starts = |byte: Term| is_continuation(byte).not();
    ends(
        proof,
        "UTF-8 to UTF-16",
        1,
        |byte| one_if(starts(byte)).add(one_if(byte.at_least(0xF0))),
        starts,
        |src, ends| SIMD.row_ends_of_bytes(src, ends, UTF8_TO_UTF16, false),
    );
    ends(
        proof,
        "UTF-8 to UTF-32",
        1,
        |byte| one_if(starts(byte)),
        starts,
        |src, ends| SIMD.row_ends_of_bytes(src, ends, UTF8_TO_CHARACTERS, false),
    );
    ends(
        proof,
        "Latin-1 to UTF-8",
        1,
        |byte| constant(1, 32).add(one_if(byte.at_least(0x80))),
        |_| yes(),
        |src, ends| SIMD.row_ends_of_bytes(src, ends, LATIN1_TO_UTF8, true),
    );
    for endian in [Endian::Little, Endian::Big] {
        let bytes = |unit: Term| {
            let two = constant(1, 32).add(one_if(unit.at_least(0x80)));
            let basic = two.add(one_if(unit.at_least(0x800)));
            is_high(unit)
                .or(is_low(unit))
                .choose(constant(2, 32), basic)
        };
        let unit = move |unit: Term| {
            let [first, second] = [unit.bits(0, 8), unit.bits(8, 8)];
            joined(endian, &[first, second])
        };
        ends(
            proof,
            "UTF-16 to UTF-8",
            2,
            move |pair| bytes(unit(pair)),
            move |pair| is_low(unit(pair)).not(),
            |src, ends| SIMD.utf8_row_ends_of_utf16(src, ends, endian),
        );
    }
}

/// Claims that each end becomes the number of units before it, or is reported as within a character
/// if it is. Units of `width` bytes have their first byte lowest.
fn ends(
    proof: &mut Proof,
    what: &str,
    width: usize,
    weight: impl Fn(Term) -> Term,
    starts: impl Fn(Term) -> Term,
    run: impl Fn(&[u8], &mut [u32]) -> RowEnds,
) {
    // Whole blocks of 64 units, because the bytes after the last block are copied before vectors
    // read them.
    for (before, len, after) in [(62, 3, 63), (0, 3, 61)] {
        let known = |units: usize| {
            let unit = (0..width).map(|i| constant(if i == 0 { b'a'.into() } else { 0 }, 8));
            let unit: Vec<Term> = unit.collect();
            unit.repeat(units)
        };
        let text = [known(before), unknowns(width * len), known(after)].concat();
        let units = units(Endian::Little, width, &text);
        let places = [before, before + 2, before + len, units.len()];
        let sums = places.map(|place| {
            let weights = units[..place].iter().map(|&unit| weight(unit));
            weights.fold(constant(0, 32), Term::add)
        });
        let inside = places.iter().filter_map(|&place| units.get(place));
        let is_cut = any(inside.map(|&unit| starts(unit).not()));
        let paths = proof.paths(&text, |src| {
            let mut ends = places.map(|place| (width * place) as u32);
            let result = run(src, &mut ends);
            (result, ends)
        });
        for path in paths {
            let (result, ends) = path.result;
            let is_sum = |(end, sum): (u32, Term)| sum.is(end.into());
            let claim = match result {
                RowEnds::Cut => is_cut,
                RowEnds::Kept => yes(),
                RowEnds::Converted => {
                    let each = ends.into_iter().zip(sums).map(is_sum);
                    all(each).and(is_cut.not())
                }
            };
            let what = format!("{what}, ends around {before} of {} units", units.len());
            proof.claim(&what, &text, implies(path.condition, claim));
        }
        forget();
    }
}

/// If lengths change one way only, no character becomes longer while another one becomes shorter.
pub(super) fn lengths(proof: &mut Proof) {
    let encodings = Charset::ALL.into_iter().filter(|charset| {
        let is_other_page = charset.is_code_page() && *charset != Charset::Windows1252;
        !charset.is_stateful() && !is_other_page
    });
    let encodings: Vec<Charset> = encodings.collect();
    for source in &encodings {
        for target in encodings
            .iter()
            .filter(|target| source.lengths_change_one_way(**target))
        {
            let characters = [unknown(32), unknown(32)];
            let [(is_longer, _), (_, is_shorter)] = characters.map(|character| {
                let (before, is_source) = count(*source, character);
                let (after, is_target) = count(*target, character);
                let is_both = is_source.and(is_target);
                let (is_longer, is_shorter) = (before.below(after), after.below(before));
                (is_longer.and(is_both), is_shorter.and(is_both))
            });
            let text = characters.map(|character| [0, 8, 16, 24].map(|bit| character.bits(bit, 8)));
            let what = format!("lengths from {source} to {target}");
            proof.claim(&what, text.as_flattened(), is_longer.and(is_shorter).not());
            forget();
        }
    }
}

/// Returns the number of code units of a character, and whether the encoding may contain it: by the
/// limits of each encoding form, or, for a multi-byte encoding, any number that a test allows.
fn count(charset: Charset, character: Term) -> (Term, Term) {
    let one_from = |start: u64| character.at_least(start).widened(8);
    let is_legal = character.at_least(0x8000_0000).not();
    let sum = |starts: &[u64]| {
        let more = starts.iter().map(|&start| one_from(start));
        more.fold(constant(1, 8), Term::add)
    };
    let utf8 = sum(&[0x80, 0x800, 0x1_0000, 0x20_0000, 0x400_0000]);
    let is_supplementary = character.within(0x1_0000, 0x10_FFFF);
    let utf8_of_pairs = is_supplementary.choose(constant(6, 8), utf8);
    match charset {
        Charset::Utf8 | Charset::Wtf8 | Charset::Rfc2279 | Charset::JdkUtf8 => (utf8, is_legal),
        Charset::Cesu8 => (utf8_of_pairs, is_legal),
        Charset::Mutf8 => (
            character.is(0).choose(constant(2, 8), utf8_of_pairs),
            is_legal,
        ),
        Charset::Utf16 | Charset::Utf16Le | Charset::Utf16Be | Charset::Wtf16 => {
            (sum(&[0x1_0000]), is_legal)
        }
        _ if !charset.is_multibyte() => (constant(1, 8), is_legal),
        _ => {
            let (units, counts) = (unknown(8), charset.unit_counts());
            let ends = RANGES.iter().skip(1).map(|&start| u64::from(start) - 1);
            let ranges = RANGES.iter().zip(ends.chain([0x7FFF_FFFF])).enumerate();
            let is_allowed = ranges.map(|(range, (&start, end))| {
                let [least, most] = [counts.least, counts.most].map(|all| all[range].into());
                let is_counted = units.at_least(least).and(units.at_least(most + 1).not());
                character.within(start.into(), end).and(is_counted)
            });
            (units, any(is_allowed).and(is_legal))
        }
    }
}
