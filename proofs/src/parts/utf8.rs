//! Proofs of the validation of UTF-8.

use super::super::recorder::{Recorder, Vector, straight};
use super::super::spec::{BOUNDARY, MALFORMED, is_utf8, states};
use super::super::term::{Term, all, any, constant, forget, unknown};
use super::{Proof, implies, unknowns};
use crate::kernels::validate_utf8;
use crate::simd::utf8_errors;
use crate::simd::validate_utf8::ValidateUtf8;
use std::prelude::v1::*;
use std::{format, vec};

/// Returns three unknown bytes and `len` more, in a text that was well-formed before them: the
/// bytes, the state after each, and the assumption about the text before the block.
pub(super) fn within_a_text(len: usize) -> (Vec<Term>, Vec<Term>, Term) {
    let bytes = unknowns(3 + len);
    let state = unknown(4);
    let states = states(state, &bytes);
    let known = state
        .at_least(MALFORMED)
        .not()
        .and(states[2].is(MALFORMED).not());
    (bytes, states, known)
}

/// The errors of a vector, after any well-formed text.
pub(super) fn errors(proof: &mut Proof) {
    errors_of::<16>(proof);
    errors_of::<32>(proof);
    errors_of::<64>(proof);
}

fn errors_of<const LANES: usize>(proof: &mut Proof) {
    let simd = Recorder::<LANES>;
    let (bytes, states, known) = within_a_text(LANES);
    let shifted = |by: usize| Vector::new(bytes[3 - by..][..LANES].to_vec());
    let end = *states.last().expect("a state");
    let (errors, incomplete) = straight(|| {
        let [prev3, prev2, prev1, current] = [shifted(3), shifted(2), shifted(1), shifted(0)];
        let errors = simd.errors([prev3, prev2, prev1, current]);
        let incomplete = utf8_errors::incomplete_at_end(simd, current);
        (errors.is_nonzero(), incomplete.is_nonzero())
    });
    let well_formed = end.is(MALFORMED).not();
    proof.claim(
        &format!("errors of {LANES} bytes are those of the text"),
        &bytes,
        implies(known, errors.xor(well_formed)),
    );
    proof.claim(
        &format!("the end of {LANES} bytes is within a character"),
        &bytes,
        implies(known.and(well_formed), incomplete.xor(end.is(BOUNDARY))),
    );
    forget();
}

/// Returns the errors of each byte of a text, and whether its end is within a character, by the
/// formulas that [`errors`] proves. By induction over the vectors, a text without errors is
/// well-formed.
fn faults(text: &[Term]) -> (Vec<Term>, Term) {
    const LANES: usize = 16;
    let simd = Recorder::<LANES>;
    let mut padded = vec![constant(0, 8); 2 * LANES];
    padded.extend_from_slice(text);
    let vector = |end: usize| Vector::new(padded[end - LANES..end].to_vec());
    straight(|| {
        let last = |end: usize| {
            let [prev3, prev2, prev1, current] = [3, 2, 1, 0].map(|by| vector(end - by));
            let errors = simd.errors([prev3, prev2, prev1, current]);
            errors.bytes()[LANES - 1].is(0).not()
        };
        let errors = (2 * LANES + 1..=padded.len()).map(last).collect();
        let incomplete = utf8_errors::incomplete_at_end(simd, vector(padded.len()));
        (errors, incomplete.is_nonzero())
    })
}

/// The whole function, for texts of at most four vectors, which have no chunks. The accepted part
/// must be well-formed, and all of the text must be accepted if it is well-formed.
pub(super) fn validation(proof: &mut Proof) {
    validation_of::<16>(proof, 0..=64);
    validation_of::<32>(proof, (0..=128).step_by(3));
    validation_of::<64>(proof, (0..=256).step_by(15));
}

/// The test for chunks of characters of one and two bytes: in chunks without other characters, its
/// errors equal those of the general test.
pub(super) fn two_byte(proof: &mut Proof) {
    const LANES: usize = 16;
    let simd = Recorder::<LANES>;
    let bytes = unknowns(3 + LANES);
    let shifted = |by: usize| Vector::new(bytes[3 - by..][..LANES].to_vec());
    let (by_pairs, by_leads, by_change) = straight(|| {
        let [prev3, prev2, prev1, current] = [shifted(3), shifted(2), shifted(1), shifted(0)];
        let leads = utf8_errors::leads(simd, prev1);
        (
            simd.errors([prev3, prev2, prev1, current]).bytes(),
            (leads ^ simd.continues(current)).bytes(),
            utf8_errors::two_byte_errors(simd, leads, current).bytes(),
        )
    });
    let is_two_byte = |byte: &Term| byte.within(0, 0xBF).or(byte.within(0xC2, 0xDF));
    let known = all(bytes.iter().map(is_two_byte));
    for (i, pairs) in by_pairs.into_iter().enumerate() {
        let wrong = pairs.is(0).not();
        let same = |found: Term| found.bits(7, 1).equals(wrong);
        let claim = implies(known, same(by_leads[i]).and(same(by_change[i])));
        proof.claim(
            &format!("errors of one- and two-byte characters in lane {i}"),
            &bytes,
            claim,
        );
    }
}

/// Proves texts of some lengths. Short ones are also compared with the table of the standard.
fn validation_of<const LANES: usize>(proof: &mut Proof, lengths: impl Iterator<Item = usize>) {
    for len in lengths {
        let text = unknowns(len);
        let (errors, incomplete) = faults(&text);
        let well_formed = any(errors.iter().copied()).or(incomplete).not();
        if len <= 24 {
            proof.claim(
                &format!("{len} bytes without errors are well-formed"),
                &text,
                well_formed.equals(is_utf8(&text)),
            );
        }
        let paths = proof.paths(&text, |src| {
            validate_utf8::scan(Recorder::<LANES>, src, &mut ())
        });
        for path in paths {
            let (what, claim) = if path.result == len {
                ("accepted", well_formed)
            } else {
                let before = any(errors[..path.result].iter().copied());
                ("rejected", well_formed.not().and(before.not()))
            };
            proof.claim(
                &format!("{len} bytes are rightly {what}, with vectors of {LANES}"),
                &text,
                implies(path.condition, claim),
            );
        }
        forget();
    }
}
