//! Checks every scalar value, in every encoding and back.

use utflane::{Isa, Latin1, Utf8, Utf16, Utf16Be, Utf32};
use utflane_test_support::oracle::*;

/// The sample of the short tests: a prime, so that every value of each byte comes.
const SAMPLE: usize = 101;

/// Returns every `step`th scalar value in order, with ASCII inserted so that they lie at every offset in a
/// block.
fn all(step: usize) -> String {
    let mut all = String::with_capacity(6_000_000);
    for character in ('\0'..=char::MAX).step_by(step) {
        all.push(character);
        if character as u32 % 251 == 0 {
            all.push_str("ascii!!");
        }
    }
    all
}

/// Converts them in one call for each pair: strictly if `D` represents them all, and lossily.
fn check_source<S: Model>(step: usize) {
    let src = encoded::<S>(&all(step));
    let items = S::items(&src);
    check_encoding::<S>(&isas(), &src);
    for_each_encoding!(D => {
        let strict = Plan::strict::<D>(&items);
        let lossy = Plan::lossy::<D>(&items);
        let functions = functions::<S, D>();
        for isa in isas() {
            check_slice(&functions, isa, Verb::Strict, &src, &strict, strict.units.len());
            check_slice(&functions, isa, Verb::Lossy, &src, &lossy, lossy.units.len());
            check_lengths(&functions, isa, &src, &strict, &lossy);
        }
    });
}

fn check_source_of_some<S: Model>() {
    check_source::<S>(SAMPLE);
}

fn check_source_of_all<S: Model>() {
    check_source::<S>(1);
}

test_each_encoding!(from: check_source_of_some);
test_each_encoding!(long from_all: check_source_of_all);

/// Converts each by itself and between others, to `D` and back.
fn check_round_trip<S: Model, D: Model>(isa: Isa, step: usize) {
    let (mut there, mut back) = (Vec::new(), Vec::new());
    let mut dst = [D::Unit::CANARY; 80];
    let mut again = [S::Unit::CANARY; 80];
    for character in ('\0'..=char::MAX).step_by(step) {
        there.clear();
        back.clear();
        let before = character as usize % 17;
        let fits = (0..before)
            .all(|_| S::encode('x'.into(), &mut there) && D::encode('x'.into(), &mut back))
            && S::encode(character.into(), &mut there)
            && D::encode(character.into(), &mut back);
        assert!(fits);
        let written = isa.transcode::<S, D>(&there, &mut dst).unwrap();
        assert_eq!(dst[..written], back[..], "{character:?} on {}", isa.name());
        let written = isa.transcode::<D, S>(&dst[..written], &mut again).unwrap();
        assert_eq!(
            again[..written],
            there[..],
            "{character:?} on {}",
            isa.name()
        );
    }
}

fn check_round_trips(step: usize) {
    for isa in isas() {
        check_round_trip::<Utf8, Utf16>(isa, step);
        check_round_trip::<Utf8, Utf32>(isa, step);
        check_round_trip::<Utf16Be, Utf32>(isa, step);
    }
}

sample_and_all! {
    check_round_trips: one_by_one(SAMPLE),
    all_one_by_one(1) = "long: every scalar value"
}

#[test]
fn latin1_one_by_one() {
    for isa in isas() {
        for byte in 0..=u8::MAX {
            for before in 0..70 {
                let mut src = vec![0xFF; before];
                src.push(byte);
                let text: String = src.iter().copied().map(char::from).collect();
                assert_eq!(
                    isa.transcode_to_vec::<Latin1, Utf8>(&src).unwrap(),
                    text.as_bytes()
                );
                assert_eq!(
                    isa.transcode_to_vec::<Utf8, Latin1>(text.as_bytes())
                        .unwrap(),
                    src
                );
                let units: Vec<u16> = text.encode_utf16().collect();
                assert_eq!(isa.transcode_to_vec::<Utf16, Latin1>(&units).unwrap(), src);
            }
        }
    }
}
