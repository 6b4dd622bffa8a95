//! Every scalar value, in every encoding and back.

use crate::differential::*;
use utflane::{Isa, Latin1, Utf8, Utf16, Utf16Be, Utf32};

/// Every scalar value in order, with ASCII between some of them so that they come at every offset
/// of a block.
fn all() -> String {
    let mut all = String::with_capacity(6_000_000);
    for character in '\0'..=char::MAX {
        all.push(character);
        if character as u32 % 251 == 0 {
            all.push_str("ascii!!");
        }
    }
    all
}

/// All of them in one call, for each pair: strict where `D` has them all, lossy everywhere.
fn check_source_of_all<S: Model>() {
    let src = encoded::<S>(&all());
    let items = S::items(&src);
    check_encoding::<S>(&isas(), &src);
    for_each_encoding!(D => {
        let strict = Plan::strict::<D>(&items);
        let lossy = Plan::lossy::<D>(&items);
        for isa in isas() {
            check_slice::<S, D>(isa, Verb::Strict, &src, &strict, strict.units.len());
            check_slice::<S, D>(isa, Verb::Lossy, &src, &lossy, lossy.units.len());
            check_lengths::<S, D>(isa, &src, &strict, &lossy);
        }
    });
}

test_each_encoding!(from: check_source_of_all);

/// Each by itself and between others, to `D` and back.
fn check_round_trip<S: Model, D: Model>(isa: Isa) {
    let (mut there, mut back) = (Vec::new(), Vec::new());
    let mut dst = [D::Unit::CANARY; 80];
    let mut again = [S::Unit::CANARY; 80];
    for character in '\0'..=char::MAX {
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

#[test]
fn one_by_one() {
    for isa in isas() {
        check_round_trip::<Utf8, Utf16>(isa);
        check_round_trip::<Utf8, Utf32>(isa);
        check_round_trip::<Utf16Be, Utf32>(isa);
    }
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
