//! Proofs of encoding to UTF-8: the bytes of each character, before a store drops the unused ones.

use super::super::recorder::{Dropping, Recorder, Vector, straight, taken};
use super::super::spec::encoded;
use super::super::term::{Term, all, constant, forget};
use super::{Proof, implies, unknowns};
use crate::memory::output::Output;
use crate::simd::encode_utf8::{EncodeUtf8, Sequences};
use std::format;
use std::prelude::v1::*;

const LANES: usize = 16;
const SIMD: Recorder<LANES> = Recorder;

/// Returns whether `bytes`, with the last byte lowest, end with the UTF-8 sequence of `character`.
fn is_encoded(character: Term, bytes: Term) -> Term {
    let lengths = encoded(character).map(|(wanted, has_length)| {
        let each = wanted.iter().rev().zip(0..);
        let same = each.map(|(&wanted, i)| bytes.bits(8 * i, 8).equals(wanted));
        implies(has_length, all(same))
    });
    all(lengths)
}

/// Returns for each unit of a tagged store its bytes, with the last byte lowest, and whether it has
/// two bytes or more, and three.
fn written(dropping: &Dropping) -> Vec<(Term, [Term; 2])> {
    let [units, tags, two, three] = &dropping.parts[..] else {
        core::panic!("a store of tagged units");
    };
    let sequence = |i: usize| {
        let (unit, tags) = (units[i], tags[i]);
        let sextet = |from, tag: u32| unit.bits(from, 6).widened(8).or(tags.bits(tag, 8));
        let lead = constant(0xE, 4).join(unit.bits(12, 4));
        let tagged = lead.join(sextet(6, 8)).join(sextet(0, 0));
        (two[i].choose(tagged, unit.widened(24)), [two[i], three[i]])
    };
    (0..units.len()).map(sequence).collect()
}

/// Characters of 32 bits, UTF-16 code units other than surrogates, and characters of Latin-1.
pub(super) fn all_widths(proof: &mut Proof) {
    let bytes = unknowns(LANES);
    let characters = Vector::new(bytes.clone()).units(4);
    let (sequences, four) = straight(|| {
        let vector = Vector::new(bytes.clone());
        let sequences = Sequences::from_characters(SIMD, vector);
        let masks = [sequences.two, sequences.three, sequences.four].map(|mask| mask.lanes());
        (
            (sequences.bytes.units(4), masks),
            SIMD.bytes_of_4(vector).bytes(),
        )
    });
    let (sequences, [two, three, is_four]) = sequences;
    for (i, &character) in characters.iter().enumerate() {
        let known = character.at_least(0x11_0000).not();
        let lengths = all([
            two[i].equals(character.at_least(0x80)),
            three[i].equals(character.at_least(0x800)),
            is_four[i].equals(character.at_least(0x1_0000)),
        ]);
        let in_order = four[4 * i..][..4]
            .iter()
            .copied()
            .reduce(Term::join)
            .expect("a byte");
        proof.claim(
            &format!("the sequence of the character in lane {i}"),
            &bytes,
            implies(known, lengths.and(is_encoded(character, sequences[i]))).and(implies(
                known.and(character.at_least(0x1_0000)),
                is_encoded(character, in_order),
            )),
        );
    }
    forget();

    let bytes = unknowns(2 * LANES);
    let vectors = |bytes: &[Term]| {
        let (first, second) = bytes.split_at(LANES);
        [first, second].map(|bytes| Vector::new(bytes.to_vec()))
    };
    let units = vectors(&bytes).map(|vector| vector.units(2)).concat();
    let stores = taken(|| {
        SIMD.encode_basic_x2::<true>(vectors(&bytes), <&mut Output>::default(), 0);
    });
    let found: Vec<_> = stores.iter().flat_map(written).collect();
    for (i, &unit) in units.iter().enumerate() {
        let (sequence, [two, three]) = found[i];
        let lengths = all([
            two.equals(unit.at_least(0x80)),
            three.equals(unit.at_least(0x800)),
        ]);
        let same = is_encoded(unit.widened(32), sequence.widened(32));
        proof.claim(
            &format!("the sequence of the unit in lane {i}"),
            &bytes,
            lengths.and(same),
        );
    }
    forget();

    let bytes = unknowns(LANES);
    let stores = taken(|| {
        let vector = Vector::new(bytes.clone());
        SIMD.encode_latin1::<true>(vector, <&mut Output>::default(), 0);
    });
    let found: Vec<_> = stores.iter().flat_map(written).collect();
    for (i, &byte) in bytes.iter().enumerate() {
        let (sequence, [two, three]) = found[i];
        let lengths = two.equals(byte.at_least(0x80)).and(three.not());
        let same = is_encoded(byte.widened(32), sequence.widened(32));
        proof.claim(
            &format!("the sequence of Latin-1 in lane {i}"),
            &bytes,
            lengths.and(same),
        );
    }
}
