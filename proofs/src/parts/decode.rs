//! Proofs of decoding from UTF-8 to UTF-16, UTF-32 and Latin-1: the result at each position.

use super::super::recorder::{Recorder, Vector};
use super::super::spec::{BOUNDARY, MALFORMED, character_that_ends, surrogates};
use super::super::term::{Term, all, forget, yes};
use super::utf8::within_a_text;
use super::{Proof, implies};
use crate::kernels::utf8_to_units::{Latin1, Shifted, Target, Utf16, Utf32, target_errors};
use std::format;
use std::prelude::v1::*;

/// Every target, in the middle of well-formed text, with and without sequences of four bytes.
pub(super) fn all_widths(proof: &mut Proof) {
    decoding::<16>(proof);
    decoding::<32>(proof);
    decoding::<64>(proof);
}

fn decoding<const LANES: usize>(proof: &mut Proof) {
    let simd = Recorder::<LANES>;
    let (bytes, states, known) = within_a_text(LANES + 1);
    let well_formed = known.and(states[LANES + 3].is(MALFORMED).not());
    let no_four = all(bytes.iter().map(|byte| byte.at_least(0xF0).not()));
    let paths = proof.paths(&bytes, |lent| {
        let shifted = Shifted::inside(simd, lent, 3);
        let utf16 = |four: bool| {
            let (ends, [low, high]) = if four {
                (
                    <Utf16 as Target<_>>::ends::<true>(simd, &shifted),
                    <Utf16 as Target<_>>::decode::<true>(simd, &shifted),
                )
            } else {
                (
                    <Utf16 as Target<_>>::ends::<false>(simd, &shifted),
                    <Utf16 as Target<_>>::decode::<false>(simd, &shifted),
                )
            };
            (ends.lanes(), joined(&[high, low]))
        };
        let ([low, high], top) = <Utf32 as Target<_>>::decode::<true>(simd, &shifted);
        let utf32 = joined(&[top.expect("a vector of the top bits"), high, low]);
        let ([low, high], _) = <Utf32 as Target<_>>::decode::<false>(simd, &shifted);
        let basic = joined(&[high, low]);
        let latin1 = <Latin1 as Target<_>>::decode::<false>(simd, &shifted).bytes();
        let ends = <Utf32 as Target<_>>::ends::<true>(simd, &shifted).lanes();
        let wrong = target_errors::<_, Latin1, false>(simd, &shifted, false).bytes();
        let errors = target_errors::<_, Utf32, true>(simd, &shifted, true).bytes();
        (
            utf16(true),
            utf16(false),
            utf32,
            basic,
            latin1,
            ends,
            (wrong, errors),
        )
    });
    let [path] = &paths[..] else {
        core::panic!("there is one path");
    };
    let (utf16, utf16_basic, utf32, basic, latin1, ends, (wrong, errors)) = &path.result;
    // All lanes of wide vectors have the same code, so some of them are enough.
    for lane in (0..LANES).step_by(LANES / 16) {
        let here: [Term; 4] = bytes[lane..lane + 4].try_into().expect("four bytes");
        let next = bytes[lane + 4];
        let at_end = states[lane + 3].is(BOUNDARY);
        let character = character_that_ends(here);
        let claim = |known: Term, claim: Term| implies(well_formed.and(known), claim);

        proof.claim(
            &format!("an end in lane {lane} of {LANES}"),
            &bytes,
            claim(yes(), ends[lane].equals(at_end)),
        );
        proof.claim(
            &format!("UTF-32 in lane {lane} of {LANES}"),
            &bytes,
            claim(at_end, utf32[lane].equals(character.widened(24))).and(claim(
                at_end.and(no_four),
                basic[lane].equals(character.bits(0, 16)),
            )),
        );
        // The high surrogate is at the position of the third of four bytes.
        let is_third = here[1].at_least(0xF0);
        let supplementary = character_that_ends([here[1], here[2], here[3], next]);
        let is_fourth = here[0].at_least(0xF0);
        let [high, _] = surrogates(supplementary);
        let [_, low] = surrogates(character);
        let last = is_fourth.choose(low, character.bits(0, 16));
        proof.claim(
            &format!("UTF-16 in lane {lane} of {LANES}"),
            &bytes,
            all([
                claim(yes(), utf16.0[lane].equals(at_end.or(is_third))),
                claim(is_third, utf16.1[lane].equals(high)),
                claim(at_end, utf16.1[lane].equals(last)),
                claim(no_four, utf16_basic.0[lane].equals(at_end)),
                claim(
                    no_four.and(at_end),
                    utf16_basic.1[lane].equals(character.bits(0, 16)),
                ),
            ]),
        );
        // For Latin-1, only other lead bytes are errors, at this position or the next.
        let others = here[3].at_least(0xC4).or(next.at_least(0xC4));
        proof.claim(
            &format!("Latin-1 in lane {lane} of {LANES}"),
            &bytes,
            claim(yes(), wrong[lane].is(0).not().equals(others)).and(claim(
                at_end.and(character.at_least(0x100).not()),
                latin1[lane].equals(character.bits(0, 8)),
            )),
        );
        // The validation during decoding checks the byte after each position.
        let malformed = states[lane + 4].is(MALFORMED);
        let before = known.and(states[lane + 3].is(MALFORMED).not());
        proof.claim(
            &format!("the error after lane {lane} of {LANES}"),
            &bytes,
            implies(before, errors[lane].is(0).not().equals(malformed)),
        );
    }
    forget();
}

/// Joins vectors of bytes to numbers, highest byte first.
fn joined(vectors: &[Vector]) -> Vec<Term> {
    let bytes: Vec<Vec<Term>> = vectors.iter().map(|vector| vector.bytes()).collect();
    let number = |lane: usize| bytes.iter().map(|bytes| bytes[lane]).reduce(Term::join);
    (0..bytes[0].len())
        .map(|lane| number(lane).expect("a byte"))
        .collect()
}
