//! Where rows begin in a conversion: whole functions, for texts of which some bytes are unknown.

use super::super::recorder::Recorder;
use super::super::spec::{is_continuation, is_high, is_low, joined};
use super::super::term::{Term, all, any, constant, forget, yes};
use super::{Proof, implies, unknowns};
use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::generic::row_ends::RowEnds;
use crate::rows::column::row_ends::{LATIN1_TO_UTF8, UTF8_TO_CHARACTERS, UTF8_TO_UTF16};
use std::format;
use std::prelude::v1::*;

const SIMD: Recorder<16> = Recorder;

/// Ends at all places, from UTF-8, Latin-1 and UTF-16.
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

/// Claims that each end becomes the number of units before it, or that an end is said to be inside
/// a character if one is. Units of `width` bytes are given with their first byte lowest.
fn ends(
    proof: &mut Proof,
    what: &str,
    width: usize,
    weight: impl Fn(Term) -> Term,
    starts: impl Fn(Term) -> Term,
    run: impl Fn(&[u8], &mut [u32]) -> RowEnds,
) {
    // Whole blocks of 64 units: what is left after them is copied before vectors look at it.
    for (before, len, after) in [(62, 3, 63), (0, 3, 61)] {
        let known = |units: usize| {
            let unit = (0..width).map(|i| constant(if i == 0 { b'a'.into() } else { 0 }, 8));
            let unit: Vec<Term> = unit.collect();
            unit.repeat(units)
        };
        let text = [known(before), unknowns(width * len), known(after)].concat();
        let units: Vec<Term> = text
            .chunks(width)
            .map(|unit| unit.iter().copied().reduce(|low, high| high.join(low)))
            .map(|unit| unit.expect("a byte"))
            .collect();
        let places = [before, before + 2, before + len, units.len()];
        let sums = places.map(|place| {
            let weights = units[..place].iter().map(|&unit| weight(unit));
            weights.fold(constant(0, 32), Term::add)
        });
        let inside = places.iter().filter_map(|&place| units.get(place));
        let is_cut = any(inside.map(|&unit| starts(unit).not()));
        let ways = proof.ways(&text, |src| {
            let mut ends = places.map(|place| (width * place) as u32);
            let result = run(src, &mut ends);
            (result, ends)
        });
        for way in ways {
            let (result, ends) = way.result;
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
            proof.claim(&what, &text, implies(way.condition, claim));
        }
        forget();
    }
}
