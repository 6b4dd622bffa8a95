//! Every room for output, from none to one unit more than needed: the verb must stop where the next
//! whole character does not fit, touch nothing behind, and be able to go on.
#![cfg(all(feature = "alloc", feature = "full"))]

mod differential;

use differential::*;
use utflane::{Utf8, Utf16, Utf16Be, Utf16Le, Utf32};

/// Each room for one input of one pair.
fn check_rooms<S: Model, D: Model>(src: &[S::Unit]) {
    let items = S::items(src);
    let strict = Plan::strict::<D>(&items);
    let lossy = Plan::lossy::<D>(&items);
    for isa in isas() {
        for room in 0..=lossy.units.len() + 1 {
            check_room::<S, D>(isa, src, &strict, &lossy, room);
        }
    }
}

fn check_resumptions<S: Model, D: Model>(
    src: &[S::Unit],
    rooms: impl Iterator<Item = usize> + Clone,
) {
    for isa in isas() {
        for room in rooms.clone() {
            check_resumption::<S, D>(isa, src, Verb::Strict, room);
            check_resumption::<S, D>(isa, src, Verb::Lossy, room);
        }
    }
}

/// Short: a few characters of every length, well-formed or with a fault in the middle or at the
/// end.
fn short(random: &mut Random) -> [Vec<u8>; 4] {
    let first = random.below(11);
    let clean = text(SCRIPTS[5], first, 9).into_bytes();
    let cut = clean[..clean.len() - 1 - random.below(3)].to_vec();
    let spoiler = random.below(13);
    let bad = spoilt::<Utf8>(&clean, random.below(clean.len()), spoiler);
    let ascii = text(SCRIPTS[0], first, 40 + first).into_bytes();
    [clean, cut, bad, ascii]
}

#[test]
fn every_pair_on_short_inputs() {
    let mut random = Random(1);
    for turn in 0..4 {
        for bytes in short(&mut random) {
            for_each_encoding!(S => {
                let src = reencoded::<S>(&bytes);
                let src = match turn % 2 {
                    0 => src,
                    _ => spoilt::<S>(&src, random.below(src.len()), turn),
                };
                for_each_encoding!(D => check_rooms::<S, D>(&src));
            });
        }
    }
}

#[test]
fn every_pair_on_raw_bytes() {
    let mut random = Random(2);
    for len in [0, 1, 2, 3, 5, 8, 33] {
        let bytes = random.bytes(len);
        for_each_encoding!(S => {
            let src = S::sample(&bytes);
            for_each_encoding!(D => check_rooms::<S, D>(&src));
        });
    }
}

/// Long: the bounds of vector loops, after whole blocks of one script and of mixtures.
fn check_long<S: Model>() {
    for script in SCRIPTS {
        let clean = encoded::<S>(&text(script, 0, 180));
        let bad = spoilt::<S>(&clean, clean.len() * 3 / 4, 3);
        for_each_encoding!(D => {
            check_rooms::<S, D>(&clean);
            check_rooms::<S, D>(&bad);
        });
    }
}

test_each_encoding!(long: check_long);

#[test]
fn resumption_of_every_pair() {
    let mut random = Random(3);
    for bytes in short(&mut random) {
        for_each_encoding!(S => {
            let src = spoilt::<S>(&reencoded::<S>(&bytes), 7, 1);
            for_each_encoding!(D => check_resumptions::<S, D>(&src, 0..20));
        });
    }
}

#[test]
fn resumption_at_length() {
    for script in SCRIPTS {
        let clean = text(script, 0, 400);
        let bad = spoilt::<Utf8>(clean.as_bytes(), clean.len() / 2 + 3, clean.len());
        let rooms = (1..130).step_by(3);
        check_resumptions::<Utf8, Utf16>(&bad, rooms.clone());
        check_resumptions::<Utf8, Utf32>(&bad, rooms.clone());
        check_resumptions::<Utf8, Utf8>(&bad, rooms.clone());
        let bad = spoilt::<Utf16>(&encoded::<Utf16>(&clean), 200, 0);
        check_resumptions::<Utf16, Utf8>(&bad, rooms.clone());
        check_resumptions::<Utf16, Utf16Be>(&bad, rooms.clone());
        let bad = spoilt::<Utf32>(&encoded::<Utf32>(&clean), 200, 1);
        check_resumptions::<Utf32, Utf8>(&bad, rooms.clone());
        check_resumptions::<Utf32, Utf16Le>(&bad, rooms);
    }
}
