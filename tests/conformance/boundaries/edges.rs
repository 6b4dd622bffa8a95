//! Checks one error at every position of inputs of every length: after fast paths, on either side
//! of the end of each block, and at the end of the input. Does the same for characters that a
//! target cannot represent.

use utflane::{Ascii, Isa, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Le};
use utflane_test_support::oracle::*;
use utflane_test_support::random::Random;

/// Malformed and incomplete sequences.
const FAULTS: [&[u8]; 12] = [
    b"\x80",
    b"\xC0",
    b"\xC0\xAF",
    b"\xC1\xBF",
    b"\xC3",
    b"\xE1",
    b"\xE1\x80",
    b"\xF1\x80",
    b"\xF1\x80\x80",
    b"\xED\xA0\x80",
    b"\xF4\x90",
    b"\xFF",
];

/// Returns `len` characters of a script, truncated to at most `len` bytes of whole characters.
fn at_most(script: Script, first: usize, len: usize) -> Vec<u8> {
    let mut bytes = text(script, first, len).into_bytes();
    let mut len = len.min(bytes.len());
    while len < bytes.len() && bytes[len] & 0xC0 == 0x80 {
        len -= 1;
    }
    bytes.truncate(len);
    bytes
}

/// ASCII with an occasional letter of two bytes.
const LETTERS: Script = &[
    'n', 'a', 't', 'ü', 'r', 'l', 'i', 'c', 'h', ' ', 'e', 'i', 'n', 'e', ' ', 'S', 't', 'r', 'a',
    'ß', 'e', ' ', 'w', 'i', 'e', ' ', 'j', 'e', 'd', 'e', ' ', 'a', 'n', 'd', 'e', 'r', 'e', ',',
];

/// The step of the short tests: a prime, so that every error and every position in a block occurs.
const SAMPLE: usize = 23;

/// Checks an error at every `step`th position of an input of `len` bytes. The conversions must report
/// each, with outputs of the needed length and of `spare` units more.
fn check_positions(before: Script, after: Script, len: usize, spare: usize, step: usize) {
    let isas = isas();
    for position in (len % step..=len).step_by(step) {
        let fault = FAULTS[(position + len) % FAULTS.len()];
        let src = [
            &at_most(before, len, position),
            fault,
            &at_most(after, 0, len - position),
        ]
        .concat();
        let items = Utf8::items(&src);
        for &isa in &isas {
            check_validate::<Utf8>(isa, &src, Fault::first(&items));
        }
        let rooms = |need| vec![need + spare];
        check_strict_and_lossy::<Utf8, Utf16>(&isas, &src, &items, rooms);
        check_strict_and_lossy::<Utf8, Utf32>(&isas, &src, &items, rooms);
        check_strict_and_lossy::<Utf8, Latin1>(&isas, &src, &items, rooms);
    }
}

fn check_in_ascii(step: usize) {
    (0..300).for_each(|len| check_positions(SCRIPTS[0], SCRIPTS[0], len, 0, step));
}

fn check_in_long_ascii(step: usize) {
    (300..640)
        .step_by(17)
        .for_each(|len| check_positions(SCRIPTS[0], SCRIPTS[0], len, 0, step));
}

fn check_between_ascii_and_text(step: usize) {
    for (before, after) in [(SCRIPTS[0], SCRIPTS[5]), (SCRIPTS[3], SCRIPTS[0])] {
        (0..600)
            .step_by(11)
            .for_each(|len| check_positions(before, after, len, 0, step));
    }
}

fn check_in_text(step: usize) {
    for script in &SCRIPTS[1..] {
        (0..600)
            .step_by(23)
            .for_each(|len| check_positions(script, script, len, 0, step));
    }
}

/// Main loops that convert much text at once need much output space.
fn check_in_long_text(step: usize) {
    for script in SCRIPTS.into_iter().chain([LETTERS]) {
        for len in [700, 901] {
            check_positions(script, script, len, 700, step);
        }
    }
    // With step 1, each malformed sequence at each position.
    for len in 1402..1402 + FAULTS.len() {
        check_positions(SCRIPTS[0], SCRIPTS[0], len, 700, step);
    }
}

sample_and_all! { check_in_ascii: in_ascii(SAMPLE), in_ascii_all(1) = "long: every position" }
sample_and_all! {
    check_in_long_ascii: in_long_ascii(SAMPLE),
    in_long_ascii_all(1) = "long: every position"
}
sample_and_all! {
    check_between_ascii_and_text: between_ascii_and_text(SAMPLE),
    between_ascii_and_text_all(1) = "long: every position"
}
sample_and_all! { check_in_text: in_text(SAMPLE), in_text_all(1) = "long: every position" }
sample_and_all! {
    check_in_long_text: in_long_text_with_room_to_spare(SAMPLE),
    in_long_text_with_room_to_spare_all(1) = "long: every position"
}

/// Four bytes in a run of characters of four bytes: another such character, shorter characters, or
/// malformed bytes. The run is followed by each kind of text.
fn check_runs_of_four_bytes(step: usize) {
    const FOURS: [&[u8]; 12] = [
        "\u{10000}".as_bytes(),
        "\u{10FFFF}".as_bytes(),
        "éя".as_bytes(),
        "a語".as_bytes(),
        "abcd".as_bytes(),
        b"\xF0\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80\x80\x80",
        b"\xF7\xBF\xBF\xBF",
        b"\xF8\x80\x80\x80",
        b"\xF1\x80\x80a",
        b"\xF1a\x80\x80",
    ];
    let isas = isas();
    for place in (0..120).step_by(step) {
        for four in FOURS {
            for behind in ["a", "語", "🦀", "\u{80}"] {
                let before = at_most(SCRIPTS[0], 0, 65 + place % 4);
                let mut run = "🦀".repeat(120 + place % 16).into_bytes();
                run[4 * place..][..4].copy_from_slice(four);
                // Without its lead byte, U+0080 is a continuation byte.
                let behind = &behind.repeat(80).into_bytes()[usize::from(behind == "\u{80}")..];
                let src = [&before, &run, behind].concat();
                let items = Utf8::items(&src);
                let rooms = |need| vec![need, need + 700, need / 2];
                check_strict_and_lossy::<Utf8, Utf16>(&isas, &src, &items, rooms);
                check_strict_and_lossy::<Utf8, Utf32>(&isas, &src, &items, rooms);
            }
        }
    }
}

sample_and_all! {
    check_runs_of_four_bytes: in_runs_of_four_bytes(SAMPLE),
    in_runs_of_four_bytes_all(1) = "long: every place"
}

/// Main loops may read text that is larger than the caches with other code.
#[test]
fn in_text_larger_than_caches() {
    let mut src = vec![b'a'; (1 << 24) + 1000];
    let (start, len) = (700, 600);
    for isa in isas() {
        assert_eq!(isa.validate::<Utf8>(&src), Ok(()), "{isa:?}");
        for position in start..start + len {
            src[position] = 0x80;
            let error = isa.validate::<Utf8>(&src).expect_err("a fault");
            assert_eq!(error.valid_up_to(), position, "{isa:?}");
            src[position] = b'a';
        }
    }
}

const CHARACTERS: [&[u8]; 4] = [
    "ü".as_bytes(),
    "я".as_bytes(),
    "語".as_bytes(),
    "🦀".as_bytes(),
];

/// Three errors or characters in ASCII, equally spaced, with outputs of the needed length, slightly
/// longer, and shorter. Checks every `step`th distance.
fn check_here_and_there(step: usize) {
    let isas = isas();
    let (to_utf16, to_utf32) = (functions::<Utf8, Utf16>(), functions::<Utf8, Utf32>());
    for distance in (0..150).step_by(step) {
        let ascii = at_most(SCRIPTS[0], distance, distance);
        let fault = FAULTS[distance % FAULTS.len()];
        for other in FAULTS.into_iter().chain(CHARACTERS) {
            for [first, then] in [[fault, other], [other, fault]] {
                let parts = [b"\xFF", &*ascii, first, &ascii, then, &ascii, &[b'a'; 90]];
                let src = parts.concat();
                let items = Utf8::items(&src);
                let (utf16, utf32) = (Plan::lossy::<Utf16>(&items), Plan::lossy::<Utf32>(&items));
                for &isa in &isas {
                    for (more, less) in [(0, 0), (64, 0), (0, 1), (0, 80), (0, 90 + distance)] {
                        let room = utf16.units.len() + more - less;
                        check_slice(&to_utf16, isa, Verb::Lossy, &src, &utf16, room);
                        let room = utf32.units.len() + more - less;
                        check_slice(&to_utf32, isa, Verb::Lossy, &src, &utf32, room);
                    }
                }
            }
        }
    }
}

sample_and_all! {
    check_here_and_there: here_and_there_in_ascii(11),
    here_and_there_in_ascii_all(1) = "long: every distance"
}

/// Changes one unit, at every `step`th position, and converts strictly and lossily.
fn check_spoilt<S: Model, D: Model>(script: Script, characters: usize, step: usize) {
    let clean = encoded::<S>(&text(script, 0, characters));
    for position in (characters % step..clean.len()).step_by(step) {
        check_exact::<S, D>(&isas(), &spoilt::<S>(&clean, position, position));
    }
}

fn check_spoilt_units(step: usize) {
    for script in SCRIPTS {
        for characters in [5, 20, 40, 75, 150, 300] {
            check_spoilt::<Utf16, Utf8>(script, characters, step);
            check_spoilt::<Utf16Le, Utf32>(script, characters, step);
            check_spoilt::<Utf16Be, Utf16>(script, characters, step);
            check_spoilt::<Utf32, Utf8>(script, characters, step);
            check_spoilt::<Utf32Le, Utf16>(script, characters, step);
            check_spoilt::<Ascii, Utf8>(script, characters, step);
            check_spoilt::<Ascii, Utf16>(script, characters, step);
        }
    }
}

sample_and_all! {
    check_spoilt_units: spoilt_units(SAMPLE),
    spoilt_units_all(1) = "long: every position"
}

/// Every pair, with inputs that pass through an internal buffer in several portions.
fn check_spoilt_units_of_every_pair(step: usize) {
    for_each_encoding!(S => for_each_encoding!(D => {
        check_spoilt::<S, D>(SCRIPTS[6], 160, step);
        check_spoilt::<S, D>(SCRIPTS[4], 40, step);
    }));
}

sample_and_all! {
    check_spoilt_units_of_every_pair: spoilt_units_of_every_pair(5),
    spoilt_units_of_every_pair_all(1) = "long: every position"
}

/// Checks a character that the target cannot represent, at every position.
fn check_unrepresentable<S: Model, D: Model>(character: char, len: usize) {
    for position in 0..=len {
        let mut text = text(SCRIPTS[0], 0, len);
        text.insert(position, character);
        let src = encoded::<S>(&text);
        assert!(!Plan::strict::<D>(&S::items(&src)).is_complete());
        check_exact::<S, D>(&isas(), &src);
    }
}

fn check_all_unrepresentable(step: usize) {
    for len in [0, 7, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 129, 300]
        .into_iter()
        .step_by(step)
    {
        for character in ['\u{100}', '€', '😀'] {
            check_unrepresentable::<Utf8, Latin1>(character, len);
            check_unrepresentable::<Utf16, Latin1>(character, len);
            check_unrepresentable::<Utf32, Latin1>(character, len);
            check_unrepresentable::<Utf16Be, Ascii>(character, len);
            check_unrepresentable::<Utf8, Ascii>(character, len);
        }
        check_unrepresentable::<Latin1, Ascii>('\u{80}', len);
    }
}

sample_and_all! {
    check_all_unrepresentable: unrepresentable(3),
    unrepresentable_all(1) = "long: every length"
}

/// The first byte that is not ASCII, at positions in texts of many lengths, followed by more such
/// bytes.
#[test]
fn first_byte_that_is_not_ascii() {
    for len in [1, 7, 16, 33, 64, 100, 300, 700, 5000] {
        for place in (0..len).step_by(1 + len / 400) {
            let mut text = vec![b'a'; len];
            text[place..]
                .iter_mut()
                .step_by(3)
                .for_each(|byte| *byte = 0x80);
            for isa in Isa::available() {
                let error = isa.validate::<Ascii>(&text).unwrap_err();
                assert_eq!(error.valid_up_to(), place, "{} of {len}", isa.name());
            }
        }
    }
}

/// Texts of up to 300 bytes in random order of lengths, which begin with up to six errors in a row and
/// have frequent errors after them. The outputs have the needed length, are longer, and are shorter.
fn check_frequent_errors(texts: usize) {
    let isas = isas();
    let mut random = Random(1);
    for _ in 0..texts {
        let (len, distance) = (1 + random.below(300), random.pick(&[2, 10, 50]));
        let mut src = Vec::new();
        for _ in 0..random.below(7) {
            src.extend(random.pick(&FAULTS));
        }
        while src.len() < len {
            let next: &[u8] = match random.below(distance) {
                0 => random.pick(&FAULTS),
                1 => random.pick(&CHARACTERS),
                _ => b"a",
            };
            src.extend(next);
        }
        let items = Utf8::items(&src);
        let rooms = |need: usize| vec![need, need + 64, need.saturating_sub(1), need / 2];
        check_strict_and_lossy::<Utf8, Utf8>(&isas, &src, &items, rooms);
        check_strict_and_lossy::<Utf8, Utf16>(&isas, &src, &items, rooms);
        check_strict_and_lossy::<Utf8, Utf32>(&isas, &src, &items, rooms);
    }
}

sample_and_all! {
    check_frequent_errors: frequent_errors(1_000),
    frequent_errors_all(50_000) = "long: many texts"
}
