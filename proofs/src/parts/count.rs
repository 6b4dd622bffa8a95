//! Proofs of the counted lengths of texts.

use super::super::recorder::Recorder;
use super::super::spec::{is_high, is_low, units};
use super::super::term::{Term, constant, forget, no};
use super::{Proof, implies, unknowns};
use crate::encoding::endian::Endian;
use crate::encoding::scheme::LengthUnit;
use crate::kernels::Kernels;
use crate::kernels::count::{
    CharactersOfUtf8, CharactersOfUtf16, Utf8OfLatin1, Utf8OfUtf16, Utf16OfUtf8, Utf16OfUtf32,
    count, utf8_of_utf32,
};
use crate::kernels::validate_utf8::MEASURE_START;
use crate::memory::progress::Progress;
use std::prelude::v1::*;
use std::{format, vec};

const SIMD: Recorder<16> = Recorder;

/// Every count, for short texts: one or two vectors, and the bytes after the last.
pub(super) fn lengths(proof: &mut Proof) {
    let number = |value: u64| constant(value, 32);
    let one_if = |term: Term| term.widened(32);
    let little = Endian::Little;
    let is_lead = |byte: Term| byte.within(0x80, 0xBF).not();
    sum(
        proof,
        "characters of UTF-8",
        1,
        little,
        |byte| one_if(is_lead(byte)),
        |src| count::<_, CharactersOfUtf8>(SIMD, Endian::NATIVE, src),
    );
    let of_utf8 = |byte: Term| one_if(is_lead(byte)).add(one_if(byte.at_least(0xF0)));
    sum(proof, "UTF-16 of UTF-8", 1, little, of_utf8, |src| {
        count::<_, Utf16OfUtf8>(SIMD, Endian::NATIVE, src)
    });
    let of_latin1 = |byte: Term| number(1).add(one_if(byte.at_least(0x80)));
    sum(proof, "UTF-8 of Latin-1", 1, little, of_latin1, |src| {
        count::<_, Utf8OfLatin1>(SIMD, Endian::NATIVE, src)
    });
    for endian in [Endian::Little, Endian::Big] {
        let of_utf16 = |unit: Term| {
            let basic = number(1).add(one_if(unit.at_least(0x80)));
            let basic = basic.add(one_if(unit.at_least(0x800)));
            is_high(unit).or(is_low(unit)).choose(number(2), basic)
        };
        sum(proof, "UTF-8 of UTF-16", 2, endian, of_utf16, |src| {
            count::<_, Utf8OfUtf16<_>>(SIMD, endian, src)
        });
        sum(
            proof,
            "characters of UTF-16",
            2,
            endian,
            |unit| one_if(is_low(unit).not()),
            |src| count::<_, CharactersOfUtf16<_>>(SIMD, endian, src),
        );
        // The length of a unit that is no character is unspecified.
        let is_known = |unit: Term| unit.at_least(0x11_0000).not();
        let of_utf32 = |unit: Term| {
            let length = number(1).add(one_if(unit.at_least(0x80)));
            let length = length.add(one_if(unit.at_least(0x800)));
            length.add(one_if(unit.at_least(0x1_0000)))
        };
        sum_if(
            proof,
            "UTF-8 of UTF-32",
            (4, endian),
            is_known,
            of_utf32,
            |src| utf8_of_utf32(SIMD, endian, src),
        );
        let of_utf32 = |unit: Term| number(1).add(one_if(unit.at_least(0x1_0000)));
        sum(proof, "UTF-16 of UTF-32", 4, endian, of_utf32, |src| {
            count::<_, Utf16OfUtf32<_>>(SIMD, endian, src)
        });
    }
}

/// Lengths of lossy conversions from UTF-16. A pair is four bytes of UTF-8 and one character. An
/// unpaired surrogate is replaced by three bytes, one character.
pub(super) fn lossy(proof: &mut Proof) {
    let one_if = |term: Term| term.widened(32);
    for endian in [Endian::Little, Endian::Big] {
        for (before, len, after) in [(0, 8, 4), (60, 8, 6)] {
            let known = vec![constant(0, 8); before];
            let text = [known, unknowns(len), vec![constant(0, 8); after]].concat();
            let units = units(endian, 2, &text);
            let (mut bytes, mut characters) = (constant(0, 32), constant(0, 32));
            for (i, &unit) in units.iter().enumerate() {
                let before = i.checked_sub(1).map_or(no(), |i| is_high(units[i]));
                let after = units.get(i + 1).map_or(no(), |&unit| is_low(unit));
                let in_pair = is_low(unit).and(before).or(is_high(unit).and(after));
                let size = constant(1, 32).add(one_if(unit.at_least(0x80)));
                let size = size.add(one_if(unit.at_least(0x800)));
                bytes = bytes.add(in_pair.choose(constant(2, 32), size));
                let ends_pair = is_low(unit).and(before);
                characters = characters.add(one_if(ends_pair.not()));
            }
            for path in proof.paths(&text, |src| SIMD.lossy_utf8_len_of_utf16(src, endian)) {
                let found = path.number(path.result.written).equals(bytes);
                let what = format!("UTF-8 of UTF-16 with replacement, {endian:?}");
                proof.claim(&what, &text, implies(path.condition, found));
            }
            for path in proof.paths(&text, |src| SIMD.lossy_characters_of_utf16(src, endian)) {
                let found = path.number(path.result.written).equals(characters);
                let what = format!("characters of UTF-16 with replacement, {endian:?}");
                proof.claim(&what, &text, implies(path.condition, found));
            }
            forget();
        }
    }
}

/// Lengths counted during validation of UTF-8, with several unknown bytes in a chunk.
pub(super) fn measured(proof: &mut Proof) {
    for (around, len) in [("a", 4), ("é", 4), ("日", 3)] {
        for length in [LengthUnit::Utf16, LengthUnit::Characters] {
            let known = |bytes: usize| -> Vec<Term> {
                let all = around.repeat(bytes).into_bytes().into_iter();
                all.take(bytes / around.len() * around.len())
                    .map(|byte| constant(byte.into(), 8))
                    .collect()
            };
            let text = [known(66), known(96), unknowns(len), known(500)].concat();
            let weight = |byte: Term| {
                let starts = byte.within(0x80, 0xBF).not().widened(32);
                match length {
                    LengthUnit::Utf16 => starts.add(byte.at_least(0xF0).widened(32)),
                    _ => starts,
                }
            };
            for path in proof.paths(&text, |src| SIMD.measure_utf8(src, length)) {
                let Progress { read, written } = path.result;
                let weights = text[MEASURE_START..read.max(MEASURE_START)].iter();
                let wanted = weights.fold(constant(0, 32), |sum, &byte| sum.add(weight(byte)));
                let claim = path.number(written).equals(wanted);
                let what = format!("{read} bytes of UTF-8 are measured, in {around}");
                proof.claim(&what, &text, implies(path.condition, claim));
            }
            forget();
        }
    }
}

fn sum(
    proof: &mut Proof,
    what: &str,
    width: usize,
    endian: Endian,
    weight: impl Fn(Term) -> Term,
    run: impl Fn(&[u8]) -> Progress,
) {
    sum_if(
        proof,
        what,
        (width, endian),
        |_| constant(1, 1),
        weight,
        run,
    );
}

fn sum_if(
    proof: &mut Proof,
    what: &str,
    (width, endian): (usize, Endian),
    is_known: impl Fn(Term) -> Term,
    weight: impl Fn(Term) -> Term,
    run: impl Fn(&[u8]) -> Progress,
) {
    for len in [4, 16, 20] {
        let text = unknowns(len);
        let units = units(endian, width, &text);
        let known = units
            .iter()
            .fold(constant(1, 1), |all, &unit| all.and(is_known(unit)));
        let wanted = units
            .iter()
            .fold(constant(0, 32), |sum, &unit| sum.add(weight(unit)));
        for path in proof.paths(&text, &run) {
            let Progress { read, written } = path.result;
            assert_eq!(read, len, "{what}");
            proof.claim(
                &format!("{what}, {len} bytes"),
                &text,
                implies(
                    known.and(path.condition),
                    path.number(written).equals(wanted),
                ),
            );
        }
        forget();
    }
}
