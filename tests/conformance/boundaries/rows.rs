//! Checks single inputs that broke an implementation, or could break one.

use utflane::{Isa, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use utflane_test_support::oracle::*;

/// Malformed at once, whatever follows: none of these may be reported as incomplete.
#[test]
fn invalid_ends() {
    for bytes in [
        &b"\xC0"[..],
        b"\xE0\x80",
        b"\xED\xA0",
        b"\xF5",
        b"\x80\xE1\x80",
        b"\xF4\x90",
        b"\xF0\x8F",
    ] {
        for before in 0..70 {
            check_source::<Utf8>(&isas(), &[&b"x".repeat(before), bytes].concat());
        }
    }
}

/// Only malformed sequences, for which a careless count exceeds the length of lossy output. Checks
/// every `step`th combination of a byte and a length.
fn check_nothing_but_malformed(step: usize) {
    let mut number = 0;
    for byte in [
        0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ] {
        for len in [1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200, 700] {
            number += 1;
            if number % step == 0 {
                check_all_pairs(&isas(), &vec![byte; len]);
            }
        }
    }
}

sample_and_all! {
    check_nothing_but_malformed: nothing_but_malformed(5),
    nothing_but_malformed_all(1) = "long: every length"
}

#[test]
fn surrogates_and_odd_bytes() {
    for units in [
        &[0xD800, 0xD801, 0xDC00][..],
        &[0xDC00, 0xD800],
        &[0xD800],
        &[0xD800, 0x41],
        &[0xDBFF],
        &[0xDC00],
        &[0xDFFF],
    ] {
        for before in [0, 1, 7, 8, 15, 16, 31, 32, 33, 63, 64] {
            let mut units = units.to_vec();
            units.splice(0..0, vec![0x41; before]);
            check_source::<Utf16>(&isas(), &units);
            for odd in [&[][..], &[0], &[0x41], &[0xD8], &[0xDC]] {
                check_source::<Utf16Le>(&isas(), &[&little(&units), odd].concat());
                check_source::<Utf16Be>(&isas(), &[&big(&units), odd].concat());
            }
        }
    }
}

/// An unpaired high surrogate as the last unit of a block, with or without other surrogates in the
/// block. The text after it has no surrogates, and is as long as the block or reaches to the end of
/// the input.
#[test]
fn a_high_surrogate_before_a_plain_stretch() {
    for end in [8, 16, 32, 64, 128, 256, 512] {
        for (start, after) in [
            (0, 1),
            (0, end),
            (0, 2 * end + 3),
            (end, 3 * end),
            (2 * end, end),
        ] {
            for before in [&[][..], &[0xD83D, 0xDE00]] {
                let mut units = vec![0x597D; start + end + after];
                let last = start + end - 1;
                units[last] = 0xDBFF;
                units[last - before.len()..last].copy_from_slice(before);
                check_encoding::<Utf16>(&isas(), &units);
                check_pair::<Utf16, Utf8>(&isas(), &units);
                check_pair::<Utf16, Utf16>(&isas(), &units);
                check_pair::<Utf16, Utf32>(&isas(), &units);
                let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
                check_encoding::<Utf16Be>(&isas(), &big);
                check_pair::<Utf16Be, Utf16Le>(&isas(), &big);
            }
        }
    }
}

#[test]
fn cut_utf32() {
    for value in [0x41, 0x10_FFFF, 0x11_0000, 0xD800, 0xFFFF_FFFF_u32] {
        for whole in [0, 1, 3, 4, 7, 8, 15, 16, 17] {
            check_source::<Utf32>(&isas(), &vec![value; whole]);
            for cut in 0..4 {
                let len = 4 * whole + cut;
                let units = vec![value; whole + 1];
                check_source::<Utf32Le>(&isas(), &little(&units)[..len]);
                check_source::<Utf32Be>(&isas(), &big(&units)[..len]);
            }
        }
    }
}

/// UTF-32 code units that are no characters, each alone in a block: all values that a wrong bit, or
/// a limit that is off by one, could let pass. Vector code reorders the code points, and 0x11_D800
/// comes directly after the last valid one.
#[test]
fn no_other_unit_of_32_bits_passes() {
    let near = (0xD800..0xE000).chain(0x11_0000..0x12_0000).step_by(0x40);
    let bits = (21..32).flat_map(|bit| [1 << bit | 0x61, 1 << bit | 0x1_F600]);
    for value in near.flat_map(|value| [value, value + 0x3F]).chain(bits) {
        let place = value as usize / 0x40 % 31;
        let mut src = [0x61; 40];
        src[place] = value;
        for isa in Isa::available() {
            let stop = isa.validate::<Utf32>(&src).unwrap_err();
            assert_eq!(stop.valid_up_to(), place, "{value:X} on {}", isa.name());
            let stops = [
                isa.transcode::<Utf32, Utf8>(&src, &mut [0; 160]),
                isa.transcode::<Utf32, Utf16>(&src, &mut [0; 80]),
                isa.transcode::<Utf32, Utf32>(&src, &mut [0; 40]),
                isa.transcode::<Utf32, Latin1>(&src, &mut [0; 40]),
            ];
            for stop in stops {
                let stop = stop.unwrap_err();
                assert_eq!(stop.read(), place, "{value:X} on {}: {stop}", isa.name());
            }
        }
    }
}

/// Texts of one script, so that each special path of a kernel handles whole blocks, at every
/// `step`th length.
fn check_one_script(step: usize) {
    for (first, script) in SCRIPTS.into_iter().enumerate() {
        for characters in (first % step..150).step_by(step) {
            let text = text(script, characters, characters);
            check_pair::<Utf8, Utf16>(&isas(), text.as_bytes());
            check_pair::<Utf8, Utf32>(&isas(), text.as_bytes());
            check_pair::<Utf8, Utf8>(&isas(), text.as_bytes());
            check_pair::<Utf16, Utf8>(&isas(), &encoded::<Utf16>(&text));
            check_pair::<Utf32, Utf8>(&isas(), &encoded::<Utf32>(&text));
            check_encoding::<Utf8>(&isas(), text.as_bytes());
        }
    }
}

sample_and_all! {
    check_one_script: one_script_at_many_lengths(5),
    one_script_at_every_length(1) = "long: every length"
}

/// Characters in which one continuation byte is replaced by another byte that differs in one or
/// more bits.
#[test]
fn each_continuation_is_looked_at() {
    for character in ["é", "語", "😀", "\u{40000}"] {
        for place in 1..character.len() {
            for other in [0x00, 0x29, 0x7F, 0xC0, 0xE9, 0xFF] {
                for before in ["", "a", "plain words in front, more than a vector has"] {
                    let mut bytes = [before, character, "behind"].concat().into_bytes();
                    bytes[before.len() + place] = other;
                    check_encoding::<Utf8>(&isas(), &bytes);
                    check_pair::<Utf8, Utf16>(&isas(), &bytes);
                }
            }
        }
    }
}
