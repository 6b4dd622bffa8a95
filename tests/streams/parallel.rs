//! Checks that the parallel functions return the results of the serial ones, with pieces cut at
//! every kind of position.
#![cfg(all(feature = "parallel", feature = "full"))]

use utflane::{
    Latin1, Utf8, Utf16, Utf16Be, par_transcode_to_vec, par_validate, transcode_to_vec, validate,
};
use utflane_test_support::oracle::*;

/// Length in units of a text of several pieces.
const LONG: usize = 3 << 19;

/// Runs `check` with several threads, however many CPUs there are.
fn with_threads(check: impl FnOnce() + Send) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
    pool.unwrap().install(check);
}

/// Compares both parallel functions with the serial ones, which have tests of their own.
fn check<S: Model, D: Model>(src: &[S::Unit]) {
    assert_eq!(par_validate::<S>(src), validate::<S>(src));
    let serial = transcode_to_vec::<S, D>(src);
    let parallel = par_transcode_to_vec::<S, D>(src);
    assert_eq!(parallel.as_ref().err(), serial.as_ref().err());
    assert!(parallel == serial, "{} to {}", S::NAME, D::NAME);
}

/// Returns a text of several scripts that is slightly longer than `bytes`.
fn mixed(bytes: usize) -> String {
    Random(17).text_of(bytes, 500)
}

#[test]
fn well_formed_texts() {
    with_threads(|| {
        let whole = mixed(LONG);
        for_each_encoding!(S => {
            let src = encoded::<S>(&whole);
            check::<S, Utf8>(&src);
            if_typed! {
                check::<S, Utf16Be>(&src);
                check::<S, utflane::Utf32>(&src);
            }
        });
        // Shift the text, so that the cuts fall at each byte of a character.
        for first in ["", "a", "ab", "abc"] {
            for character in ["é", "好", "😀"] {
                let src = first.to_owned() + &character.repeat(LONG / character.len());
                check::<Utf8, Utf16>(src.as_bytes());
                check::<Utf16, Utf8>(&src.encode_utf16().collect::<Vec<_>>());
            }
        }
    });
}

#[test]
fn every_length_around_a_cut() {
    with_threads(|| {
        let whole = "é好😀".repeat((3 << 20) / 9);
        for len in [1 << 17, 1 << 19, 1 << 21] {
            for len in len - 5..len + 5 {
                check::<Utf8, Utf16>(&whole.as_bytes()[..len]);
            }
        }
        check::<Utf8, Utf16>(&[]);
    });
}

/// One malformed unit, at random positions and near the cuts.
#[test]
fn the_first_error_is_that_of_one_thread() {
    with_threads(|| {
        let mut random = Random(23);
        let whole = mixed(LONG);
        for turn in 0..12 {
            let cut = (1 << 17) * (1 + random.below(10));
            let at = match turn % 3 {
                0 => random.below(LONG),
                _ => cut - 4 + random.below(8),
            };
            let src = spoilt::<Utf8>(whole.as_bytes(), at, turn);
            check::<Utf8, Utf16>(&src);
            let units = encoded::<Utf16>(&whole);
            let at = at.min(units.len() - 1);
            check::<Utf16, Utf8>(&spoilt::<Utf16>(&units, at / 2, turn));
            check::<Utf16Be, Utf8>(&spoilt::<Utf16Be>(&encoded::<Utf16Be>(&whole), at, turn));
        }
    });
}

/// Errors whose kind depends on the bytes after a cut.
#[test]
fn errors_that_a_cut_divides() {
    with_threads(|| {
        let cut = 1 << 17;
        let sequences: [&[u8]; 7] = [
            b"\xC2\xC2",
            b"\xE1\x80\xC2\x80",
            b"\xF0\x9F\x98\xE2\x82\xAC",
            b"\xF0\x9F\x98A",
            b"\xED\xA0\x80",
            b"\x80\x80",
            b"\xF5\x80\x80\x80",
        ];
        for sequence in sequences {
            for before in 0..6 {
                let mut src = vec![b'a'; LONG];
                src[cut - before..][..sequence.len()].copy_from_slice(sequence);
                check::<Utf8, Utf16>(&src);
            }
        }
        for sequence in [&[0xD800, 0xD800, 0xDC00][..], &[0xDC00], &[0xD800]] {
            for before in 0..4 {
                let mut src = vec![0x61; LONG];
                src[cut / 2 - before..][..sequence.len()].copy_from_slice(sequence);
                check::<Utf16, Utf8>(&src);
            }
        }
    });
}

/// Every piece from one on has an error. The error in the first of them must be returned, although
/// it is found last: it is at the end of its piece, and the others fail at once.
#[test]
fn the_first_of_many_errors_wins() {
    const PIECE: usize = 1 << 17;
    const PIECES: usize = 17;
    with_threads(|| {
        let clean = "я".repeat(PIECES * PIECE / 2).into_bytes();
        let places = [PIECE - 2, PIECE / 2, 0];
        for turn in 0..40 {
            let (first, slow) = (turn % 5, places[turn % 2]);
            let mut src = clean.clone();
            src[first * PIECE + slow] = 0xFF;
            for piece in first + 1..PIECES {
                src[piece * PIECE + places[1 + (turn + piece) % 2]] = 0xFF;
            }
            let error = par_validate::<Utf8>(&src).unwrap_err();
            assert_eq!(error.valid_up_to(), first * PIECE + slow, "{turn}");
            let error = par_transcode_to_vec::<Utf8, Utf16>(&src).unwrap_err();
            assert_eq!(error.read(), first * PIECE + slow, "{turn}");
        }
    });
}

#[test]
fn the_first_unrepresentable_character_stops() {
    with_threads(|| {
        for at in [0, 70_000, (1 << 17) - 1, 1_000_000] {
            let src = "é".repeat(at) + "€" + &"é".repeat(LONG / 2);
            check::<Utf8, Latin1>(src.as_bytes());
        }
    });
}

/// Malformed text for which the counted length is shorter than the output before the error.
#[test]
fn a_count_that_is_too_small_is_no_answer() {
    with_threads(|| {
        let mut src = vec![b'a'; LONG];
        src[400_000..500_000].fill(0x80);
        check::<Utf8, Utf16>(&src);
        let mut units = vec![0x800; LONG / 2];
        units[400_000..500_000].fill(0xDC00);
        check::<Utf16, Utf8>(&units);
    });
}

#[test]
fn one_thread_is_enough() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.unwrap()
        .install(|| check::<Utf8, Utf16>(mixed(LONG).as_bytes()));
}

/// In text without ASCII no byte shows where a character begins, so a cut depends on the parity of
/// the run before it.
#[cfg(feature = "multibyte")]
#[test]
#[ignore = "long: 1.5 MiB in each of 288 ways"]
fn all_cuts_in_legacy_multi_byte_encodings() {
    check_legacy_cuts(
        &["", "a", "ab", "abc"],
        &[None, Some(1 << 17), Some((1 << 20) + 1)],
    );
}

#[cfg(feature = "multibyte")]
#[test]
fn cuts_in_legacy_multi_byte_encodings() {
    check_legacy_cuts(&["a"], &[Some((1 << 20) + 1)]);
}

#[cfg(feature = "multibyte")]
fn check_legacy_cuts(starts: &[&str], faults: &[Option<usize>]) {
    use utflane::{Encoding, EucJp, Gb18030, Gbk, ShiftJis};

    fn check<E: Encoding<Unit = u8>>(src: &[u8]) {
        assert_eq!(par_validate::<E>(src), validate::<E>(src), "{}", E::NAME);
        let serial = transcode_to_vec::<E, Utf16>(src);
        let parallel = par_transcode_to_vec::<E, Utf16>(src);
        assert!(parallel == serial, "{}", E::NAME);
    }

    with_threads(|| {
        for unit in [
            &b"\xD6\xD0"[..],
            b"\x81\x30\x84\x36",
            b"\x81\x30",
            b"\xB0\xA1\x8F\xB0\xA1",
            b"\x81",
            b"\x81\x40\xD6\xD0\xB0",
        ] {
            for &before in starts {
                for &fault in faults {
                    let mut src = [before.as_bytes(), &unit.repeat(LONG / unit.len())].concat();
                    if let Some(fault) = fault {
                        src[fault] = 0xFF;
                    }
                    check::<Gbk>(&src);
                    check::<Gb18030>(&src);
                    check::<EucJp>(&src);
                    check::<ShiftJis>(&src);
                }
            }
        }
    });
}
