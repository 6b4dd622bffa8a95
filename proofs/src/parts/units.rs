//! Proofs for UTF-16 and UTF-32: surrogates, pairs, and units that are no characters.

use super::super::recorder::{Recorder, Text, Vector, straight};
use super::super::spec::{is_character, is_high, is_low, is_utf16, surrogates as pair_of, units};
use super::super::term::{Term, all, any, constant, forget, no, yes};
use super::{Proof, implies, unknowns};
use crate::encoding::endian::Endian;
use crate::kernels::Kernels;
use crate::kernels::utf32::{MALFORMED_FROM, are_supplementary, with_surrogates_last};
use crate::kernels::validate_units;
use crate::memory::output::Output;
use crate::simd::surrogates::{
    SurrogateTest, are_surrogate_pairs, are_surrogates, characters_of_surrogate_pairs,
    surrogate_pairs,
};
use crate::simd::{Simd, UnitOps};
use std::format;
use std::prelude::v1::*;

const LANES: usize = 16;
const SIMD: Recorder<LANES> = Recorder;
const ENDIANS: [Endian; 2] = [Endian::Little, Endian::Big];

/// The test for surrogates, and the decoding of pairs.
pub(super) fn surrogates(proof: &mut Proof) {
    for endian in ENDIANS {
        let (before, bytes) = (unknowns(LANES), unknowns(LANES));
        let text = [&before[..], &bytes].concat();
        let [before, here] = [&before, &bytes].map(|bytes| units(endian, 2, bytes));
        let found = straight(|| {
            let vector = |bytes: &[Term]| Vector::new(bytes.to_vec());
            let order = SIMD.to_native_16(endian);
            let test = SurrogateTest::new(SIMD, Some(order));
            let (before, units) = (vector(&text[..LANES]), vector(&text[LANES..]));
            let least = test.found(SIMD, test.distance(units));
            let shuffled = SIMD.shuffle_bytes(units, order);
            [
                test.mispaired(SIMD, before, units).lanes(),
                test.high(SIMD, units).lanes(),
                test.low(SIMD, units).lanes(),
                test.any(SIMD, units).lanes(),
                are_surrogates(SIMD, shuffled).lanes(),
                least
                    .units(2)
                    .into_iter()
                    .map(|unit| unit.is(0).not())
                    .collect(),
            ]
        });
        for (i, &unit) in here.iter().enumerate() {
            let any = is_high(unit).or(is_low(unit));
            let mispaired = is_high(before[i]).xor(is_low(unit));
            let wanted = [mispaired, is_high(unit), is_low(unit), any, any, any];
            let same = found
                .iter()
                .zip(wanted)
                .map(|(found, wanted)| found[i].equals(wanted));
            proof.claim(
                &format!("surrogates in lane {i}, {endian:?}"),
                &text,
                all(same),
            );
        }
        forget();
    }
    let bytes = unknowns(LANES);
    let (pairs, characters, encoded) = straight(|| {
        let vector = Vector::new(bytes.clone());
        (
            are_surrogate_pairs(SIMD, vector).lanes(),
            characters_of_surrogate_pairs(SIMD, vector).units(4),
            surrogate_pairs(SIMD, vector).units(4),
        )
    });
    for (i, unit) in units(Endian::NATIVE, 4, &bytes).into_iter().enumerate() {
        let [first, second] = [unit.bits(0, 16), unit.bits(16, 16)];
        let is_pair = is_high(first).and(is_low(second));
        let character = characters[i].bits(0, 21);
        let [high, low] = pair_of(character);
        let decoded = all([
            characters[i].within(0x1_0000, 0x10_FFFF),
            high.equals(first),
            low.equals(second),
        ]);
        let [high, low] = pair_of(unit.bits(0, 21));
        proof.claim(
            &format!("surrogate pairs in lane {i}"),
            &bytes,
            all([
                pairs[i].equals(is_pair),
                implies(is_pair, decoded),
                implies(
                    unit.within(0x1_0000, 0x10_FFFF),
                    encoded[i].equals(low.join(high)),
                ),
            ]),
        );
    }
}

/// The whole validation of UTF-16, for up to one chunk. Code that reads the last unit alone sees a
/// zero here. That is equivalent, because the proof assumes that this unit is no high surrogate.
pub(super) fn utf16(proof: &mut Proof) {
    for endian in ENDIANS {
        for len in (0..=126).step_by(2) {
            let text = unknowns(len);
            let units = units(endian, 2, &text);
            let known = any(units.last().map(|&unit| is_high(unit))).not();
            let paths = proof.paths(&text, |src| validate_units::utf16(SIMD, endian, src));
            for path in paths {
                let claim = if path.result == len {
                    is_utf16(&units)
                } else {
                    is_utf16(&units).not()
                };
                let what = format!("{len} bytes of UTF-16 are judged rightly, {endian:?}");
                proof.claim(&what, &text, implies(known.and(path.condition), claim));
            }
            forget();
        }
    }
}

/// The whole replacement of unpaired surrogates. Each becomes U+FFFD, and a high one at the end is
/// left to the caller.
pub(super) fn replaced(proof: &mut Proof) {
    for (from, to) in [(ENDIANS[0], ENDIANS[1]), (ENDIANS[1], ENDIANS[1])] {
        for len in [18, 24, 46, 82] {
            let text = unknowns(len);
            let units = units(from, 2, &text);
            let halves: Vec<Term> = units.iter().map(|&unit| is_high(unit)).collect();
            let lent = Text {
                bytes: &text,
                known: yes(),
                looked_at: &halves[halves.len() - 1..],
                zeros: false,
            };
            let replace = |src: &[u8], dst: &mut Output| SIMD.utf16_replaced(src, dst, from, to);
            for path in proof.conversions(&lent, len, replace) {
                let read = path.read;
                assert_eq!(read, path.bytes.len());
                let stored = self::units(to, 2, &path.bytes);
                let at = |place: Option<usize>| place.and_then(|place| units.get(place).copied());
                let same = stored.into_iter().enumerate().map(|(i, stored)| {
                    let before = at(i.checked_sub(1)).map_or(no(), is_high);
                    let after = at(Some(i + 1)).map_or(no(), is_low);
                    let low = is_low(units[i]).and(before.not());
                    let high = is_high(units[i]).and(after.not());
                    let replacement = constant(0xFFFD, 16);
                    stored.equals(low.or(high).choose(replacement, units[i]))
                });
                let what = format!("{read} of {len} bytes, {from:?} to {to:?}");
                proof.claim(&what, &text, implies(path.condition, all(same)));
            }
            forget();
        }
    }
}

/// The tests for characters and supplementary characters of UTF-32, and its whole validation.
pub(super) fn utf32(proof: &mut Proof) {
    let bytes = unknowns(LANES);
    let (last, supplementary) = straight(|| {
        let vector = Vector::new(bytes.clone());
        let last = with_surrogates_last(SIMD, vector);
        let malformed = SIMD.at_least_32(MALFORMED_FROM, last).lanes();
        (malformed, are_supplementary(SIMD, vector).lanes())
    });
    for (i, unit) in units(Endian::NATIVE, 4, &bytes).into_iter().enumerate() {
        let claim = last[i].equals(is_character(unit).not());
        let above = supplementary[i].equals(unit.at_least(0x1_0000));
        proof.claim(
            &format!("characters of UTF-32 in lane {i}"),
            &bytes,
            claim.and(above),
        );
    }
    for endian in ENDIANS {
        for len in (0..=160).step_by(4) {
            let text = unknowns(len);
            let units = units(endian, 4, &text);
            let paths = proof.paths(&text, |src| validate_units::utf32(SIMD, endian, src));
            for path in paths {
                let before = all(units[..path.result / 4]
                    .iter()
                    .map(|&unit| is_character(unit)));
                let well_formed = all(units.iter().map(|&unit| is_character(unit)));
                let claim = if path.result == len {
                    well_formed
                } else {
                    before.and(well_formed.not())
                };
                let what = format!("{len} bytes of UTF-32 are judged rightly, {endian:?}");
                proof.claim(&what, &text, implies(path.condition, claim));
            }
            forget();
        }
    }
}

/// The whole validation of ASCII: the position of the first other byte.
pub(super) fn ascii(proof: &mut Proof) {
    for len in (0..=18).chain([31, 47, 63, 64, 65, 79, 96, 130]) {
        let text = unknowns(len);
        let paths = proof.paths(&text, |src| validate_units::ascii(SIMD, src));
        let are_ascii = |text: &[Term]| all(text.iter().map(|byte| byte.at_least(0x80).not()));
        for path in paths {
            let before = are_ascii(&text[..path.result]);
            let claim = match text.get(path.result) {
                None => before,
                Some(other) => before.and(other.at_least(0x80)),
            };
            let what = format!("{len} bytes of ASCII are judged rightly");
            proof.claim(&what, &text, implies(path.condition, claim));
        }
        forget();
    }
}
