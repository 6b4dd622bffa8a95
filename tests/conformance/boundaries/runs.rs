//! Checks long inputs that alternate between runs of ASCII and of another script, so that fast
//! paths are entered and left at every length.

use utflane::{Utf8, Utf16, Utf32};
use utflane_test_support::oracle::*;

/// Returns alternating runs of `ascii` and `other` characters, about `bytes` bytes in total.
fn runs(script: Script, ascii: usize, other: usize, bytes: usize) -> String {
    let mut mixed = String::new();
    let mut turn = 0;
    while mixed.len() < bytes {
        mixed += &text(SCRIPTS[0], turn, ascii);
        mixed += &text(script, turn, other);
        turn += 1;
    }
    mixed
}

/// Checks runs of every `step`th length.
fn check_runs(script: Script, step: usize) {
    let isas = isas();
    for ascii in (1..=200).step_by(step) {
        let other = [1, 2, 5, 16, 33, 70][ascii % 6];
        let mixed = runs(script, ascii, other, 900);
        check_encoding::<Utf8>(&isas, mixed.as_bytes());
        check_pair::<Utf8, Utf16>(&isas, mixed.as_bytes());
        check_pair::<Utf8, Utf32>(&isas, mixed.as_bytes());
        check_pair::<Utf16, Utf8>(&isas, &encoded::<Utf16>(&mixed));
        check_pair::<Utf32, Utf8>(&isas, &encoded::<Utf32>(&mixed));
        let mixed = runs(script, other, ascii, 700);
        check_pair::<Utf8, Utf16>(&isas, mixed.as_bytes());
        check_pair::<Utf16, Utf8>(&isas, &encoded::<Utf16>(&mixed));
    }
}

/// The step of the short tests: prime to the numbers of characters.
const SAMPLE: usize = 7;

#[test]
fn of_one_script() {
    for script in &SCRIPTS[1..6] {
        check_runs(script, SAMPLE);
    }
}

#[test]
#[ignore = "long: runs of every length"]
fn of_one_script_all() {
    for script in &SCRIPTS[1..6] {
        check_runs(script, 1);
    }
}

/// A continuation byte after a run of ASCII of every length.
#[test]
fn continuation_byte_after_ascii() {
    let (before, after) = (text(SCRIPTS[1], 0, 300), text(SCRIPTS[0], 0, 400));
    for ascii in 0..1100 {
        let mut src = before.clone().into_bytes();
        src.extend_from_slice(text(SCRIPTS[0], 0, ascii).as_bytes());
        let fault = src.len();
        src.push(0x80);
        src.extend_from_slice(after.as_bytes());
        let mut dst = vec![0; src.len()];
        for isa in isas() {
            let valid = isa
                .validate::<Utf8>(&src)
                .expect_err("a fault")
                .valid_up_to();
            assert_eq!(valid, fault, "{}", isa.name());
            let stop = isa
                .transcode::<Utf8, Utf16>(&src, &mut dst)
                .expect_err("a fault");
            assert_eq!(stop.read(), fault, "{}", isa.name());
        }
    }
}

/// A malformed sequence after 50 to 89 three-byte sequences, followed by more of them.
#[test]
fn malformed_among_three_bytes() {
    let isas = isas();
    for malformed in [
        &b"\xE0\x9F\xBF"[..],
        b"\xED\xA0\x80",
        b"\xED\xBF\xBF",
        b"\xE8\xAA",
        b"\xE8\xAA\xC0",
        b"\xE8\x2A\x9E",
        b"\xD8\xAA\x9E",
        b"\xF0\xAA\x9E",
        b"\x80",
        b"2026\x80",
    ] {
        for before in 50..90 {
            let before = "語".repeat(before);
            let src = [before.as_bytes(), malformed, "年語".repeat(80).as_bytes()].concat();
            let expected = std::str::from_utf8(&src)
                .expect_err("a fault")
                .valid_up_to();
            let mut dst = vec![0; src.len()];
            for isa in &isas {
                let stop = isa
                    .transcode::<Utf8, Utf16>(&src, &mut dst)
                    .expect_err("a fault");
                assert_eq!(stop.read(), expected, "{malformed:X?} on {}", isa.name());
            }
        }
    }
}

/// Checks every pair with well-formed text in each source encoding: every `scripts`th script, with
/// every `step`th length of runs.
fn check_every_pair(bytes: usize, step: usize, scripts: usize) {
    for (turn, script) in SCRIPTS.into_iter().enumerate().step_by(scripts) {
        for ascii in [0, 1, 15, 40, 129]
            .into_iter()
            .skip(turn % step)
            .step_by(step)
        {
            let mixed = runs(script, ascii, 3 + ascii, bytes + turn);
            for_each_encoding!(S => check_source::<S>(&isas(), &encoded::<S>(&mixed)));
        }
    }
}

sample_and_all! {
    check_every_pair: every_pair(600, 3, 1),
    every_pair_all(600, 1, 1) = "long: runs of every length"
}

/// NUL characters at the end of a text are characters, not padding of the last vector. Checks every
/// `step`th length.
fn check_zeros(step: usize) {
    for script in SCRIPTS {
        for characters in (1..20).chain([31, 33, 63]).step_by(step) {
            for zeros in 1..4 {
                let ended = text(script, characters, characters) + &"\0".repeat(zeros);
                for_each_encoding!(S => check_source::<S>(&isas(), &encoded::<S>(&ended)));
            }
        }
    }
}

sample_and_all! {
    check_zeros: zeros_behind_text(5),
    zeros_behind_text_all(1) = "long: every length"
}

// Text that is long enough to fill an internal buffer several times.
sample_and_all! {
    check_every_pair: every_pair_at_length(9_000, 5, 5),
    every_pair_at_length_all(9_000, 1, 1) = "long: runs of every length"
}

/// Groups of characters with every pattern of lengths, so that every row of a lookup table is used.
#[test]
fn every_pattern() {
    let isas = isas();
    let eights = [['a', 'é'], ['a', '語'], ['é', '語'], ['語', '😀']].map(|pair| {
        let pattern = move |key: usize| (0..8).map(move |i| pair[key >> i & 1]).collect();
        Box::new(pattern) as Box<dyn Fn(usize) -> String>
    });
    let four = ['a', 'é', '語', '😀'];
    let fours = move |key: usize| (0..4).map(|i| four[key >> (2 * i) & 3]).collect::<String>();
    for pattern in eights.into_iter().chain([Box::new(fours) as Box<_>]) {
        for key in 0..256 {
            let text = pattern(key).repeat(5);
            check_pair::<Utf8, Utf16>(&isas, text.as_bytes());
            check_pair::<Utf16, Utf8>(&isas, &encoded::<Utf16>(&text));
            check_pair::<Utf32, Utf8>(&isas, &encoded::<Utf32>(&text));
            check_pair::<Utf32, Utf16>(&isas, &encoded::<Utf32>(&text));
        }
    }
}

/// One script, then another up to the end of a block or nearly: main loops are entered in the
/// middle of the text and must stop in time. Checks every `step`th combination of two scripts and a
/// length.
fn check_ends_of_blocks(step: usize) {
    let isas = isas();
    let mut number = 0;
    for start in SCRIPTS {
        for rest in SCRIPTS {
            for before in [1, 30, 64, 100] {
                number += 1;
                if number % step != 0 {
                    continue;
                }
                let mut mixed = text(start, 0, before);
                mixed += &text(rest, 0, 640);
                for end in [320, 384, 576, 640] {
                    let ends = (end - 2..=end + 2).filter(|&end| mixed.is_char_boundary(end));
                    for end in ends {
                        check_pair::<Utf8, Utf16>(&isas, &mixed.as_bytes()[..end]);
                        check_pair::<Utf8, Utf32>(&isas, &mixed.as_bytes()[..end]);
                    }
                }
            }
        }
    }
}

sample_and_all! {
    check_ends_of_blocks: to_the_end_of_a_block(5),
    to_the_end_of_a_block_all(1) = "long: all pairs of scripts"
}
