//! Checks the variants of UTF-8, UTF-16 and UTF-32 against models written from their
//! specifications: every short sequence, each kind of conversion, streams and columns.
#![cfg(all(feature = "alloc", feature = "full"))]

mod ends;
mod jvm;

use utflane::stream::Transcoder;
use utflane::*;
use utflane_test_support::oracle::streams::{check_transcoder, check_validator};
use utflane_test_support::oracle::*;

/// Evaluates an expression for each variant of UTF-8.
macro_rules! for_each_variant {
    ($name:ident => $body:expr) => {
        for_each_variant!(@ $name $body; Wtf8 Cesu8 Mutf8 Rfc2279 JdkUtf8)
    };
    (@ $name:ident $body:expr; $($variant:ident)*) => {
        $({
            type $name = $variant;
            $body;
        })*
    };
}
use for_each_variant;

/// Checks one pair for each conversion path, with `bytes` reinterpreted as the source encoding.
fn check_pairs(isas: &[Isa], bytes: &[u8]) {
    for_each_variant!(E => {
        check_encoding::<E>(isas, bytes);
        check_pair::<E, Utf8>(isas, bytes);
        check_pair::<Utf8, E>(isas, bytes);
        check_pair::<E, Wtf8>(isas, bytes);
        check_pair::<E, Wtf16>(isas, bytes);
        check_pair::<Wtf16, E>(isas, &Wtf16::sample(bytes));
    });
    check_encoding::<Wtf16>(isas, &Wtf16::sample(bytes));
    check_encoding::<Ucs4>(isas, &Ucs4::sample(bytes));
    check_pair::<Mutf8, Cesu8>(isas, bytes);
    check_pair::<Cesu8, Mutf8>(isas, bytes);
    check_pair::<Mutf8, Mutf8>(isas, bytes);
    check_pair::<Cesu8, Cesu8>(isas, bytes);
    check_pair::<Wtf8, Mutf8>(isas, bytes);
    check_pair::<Rfc2279, Ucs4>(isas, bytes);
    check_pair::<Ucs4, Rfc2279>(isas, &Ucs4::sample(bytes));
    check_pair::<Ucs4, Utf8>(isas, &Ucs4::sample(bytes));
    check_pair::<Utf32, Cesu8>(isas, &Utf32::sample(bytes));
    check_pair::<Utf16Be, Mutf8>(isas, &Utf16Be::sample(bytes));
    check_pair::<Mutf8, Utf16Be>(isas, bytes);
    check_pair::<Cesu8, Latin1>(isas, bytes);
    check_pair::<Latin1, Mutf8>(isas, bytes);
    check_pair::<Wtf8, Ascii>(isas, bytes);
    check_pair::<Wtf16, Wtf16>(isas, &Wtf16::sample(bytes));
    check_pair::<Wtf16, Utf16Le>(isas, &Wtf16::sample(bytes));
}

/// Bytes that begin, continue or break the sequences of a variant, one of each kind.
const SYMBOLS: [u8; 23] = [
    0, 0x41, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0,
    0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF8, 0xFC,
];

/// Checks `validate`, lossy conversion to UTF-8 and the tail, on the first and the last instruction
/// set. Scalar code handles inputs of this length.
fn check_short<E: Model<Unit = u8>>(src: &[u8]) {
    let items = E::items(src);
    let isa = Isa::best();
    check_encoding::<E>(&[isa], src);
    let plan = Plan::lossy::<Utf8>(&items);
    let to_utf8 = functions::<E, Utf8>();
    check_slice(&to_utf8, isa, Verb::Lossy, src, &plan, plan.units.len());
    let plan = Plan::strict::<E>(&items);
    let same = functions::<E, E>();
    check_slice(&same, isa, Verb::Strict, src, &plan, plan.units.len());
}

/// Sequences of up to three bytes. Those whose first byte is a lead byte are all sequences of two
/// bytes, and every `step`th of three.
fn check_short_sequences(step: usize) {
    for_each_variant!(E => {
        for first in 0..=0xFF {
            check_short::<E>(&[first]);
            let all = 0..=0xFF;
            for second in all.filter(|second| first >= 0xC0 || usize::from(*second) % step == 0) {
                check_short::<E>(&[first, second]);
                if first >= 0xC0 {
                    let skipped = (usize::from(first) + usize::from(second)) % step;
                    for third in SYMBOLS.into_iter().skip(skipped).step_by(step) {
                        check_short::<E>(&[first, second, third]);
                    }
                }
            }
        }
    });
}

sample_and_all! {
    check_short_sequences: every_short_sequence(SYMBOLS.len()),
    every_short_sequence_all(1) = "long: every sequence of three bytes"
}

/// Surrogates, complete, incomplete and malformed, one after the other, in sequences of up to six
/// bytes: every `step`th of the pairs, and of the sequences after each.
fn check_pairs_of_sequences(step: usize) {
    let sequences: [&[u8]; 24] = [
        b"",
        b"a",
        b"\0",
        b"\x80",
        b"\xC0\x80",
        b"\xC0",
        b"\xED",
        b"\xED\xA0",
        b"\xED\xB0",
        b"\xED\xA0\x80",
        b"\xED\xAF\xBF",
        b"\xED\xB0\x80",
        b"\xED\xBF\xBF",
        b"\xED\x9F\xBF",
        b"\xF0\x90\x80\x80",
        b"\xF4\x8F\xBF\xBF",
        b"\xF4\x90\x80\x80",
        b"\xF7\xBF\xBF\xBF",
        b"\xF8\x88\x80\x80\x80",
        b"\xF8\x87\xBF\xBF\xBF",
        b"\xFC\x84\x80\x80\x80\x80",
        b"\xFD\xBF\xBF\xBF\xBF\xBF",
        b"\xFD\xBF\xBF\xBF\xBF",
        b"\xFE",
    ];
    let mut number = 0;
    for first in sequences {
        for second in sequences {
            number += 1;
            for third in sequences.into_iter().step_by(step) {
                let src = [first, second, third].concat();
                for_each_variant!(E => check_short::<E>(&src));
            }
            if number % step == 0 {
                check_pairs(&isas(), &[first, second].concat());
            }
        }
    }
}

sample_and_all! {
    check_pairs_of_sequences: every_pair_of_sequences(7),
    every_pair_of_sequences_all(1) = "long: every sequence after each pair"
}

/// Long texts with occasional special sequences, at every distance from the end of a block.
#[test]
fn specials_in_long_text() {
    let specials: [&[u8]; 7] = [
        b"\0",
        b"\xC0\x80",
        b"\xED\xA0\xBD\xED\xB8\x80",
        "😀".as_bytes(),
        b"\xED\xA0\x80",
        b"\xED\xB0\x80",
        b"\xFF",
    ];
    let mut random = Random(21);
    for special in specials {
        for (text, every) in [("a", 80), ("é", 33), ("好", 7), ("a", 1), ("a", 3)] {
            let text = text.repeat(every);
            let mut src = vec![b'x'; random.below(70)];
            while src.len() < 700 {
                src.extend_from_slice(text.as_bytes());
                src.extend_from_slice(special);
            }
            src.truncate(src.len() - random.below(80));
            check_pairs(&isas(), &src);
        }
    }
    let planes = "\u{10000}\u{10FFFF}\u{9ABCD}\u{76543}\u{2F800}\u{E0101}";
    let pairs = transcode_to_vec::<Utf8, Cesu8>(planes.as_bytes()).expect("text");
    for run in specials.into_iter().chain([planes.as_bytes(), &pairs]) {
        check_pairs(&isas(), &run.repeat(100));
    }
}

#[test]
fn any_bytes() {
    let mut random = Random(22);
    for round in 0..if cfg!(emulated) { 5 } else { 40 } {
        let text = random.text_of(300, 40);
        let src = spoilt_by_chance::<Mutf8>(text.into_bytes(), &mut random, round % 5);
        check_pairs(&isas(), &src);
    }
}

/// Runs the fuzz target's check with random bytes.
fn check_choices(rounds: usize) {
    let mut random = Random(23);
    let sequences: [&[u8]; 8] = [
        b"abcdefgh",
        b"\xED\xA0\xBD",
        b"\xED\xB8\x80",
        b"\xC0\x80",
        b"\0",
        "好é".as_bytes(),
        "😀".as_bytes(),
        b"\xF8\x88",
    ];
    for _ in 0..rounds {
        let mut data: Vec<u8> = (0..4).map(|_| random.below(256) as u8).collect();
        for _ in 0..random.below(60) {
            let sequence = sequences[random.below(sequences.len())];
            data.extend(sequence.repeat(1 + random.below(4) * random.below(8)));
        }
        choose_variant(&data);
    }
}

sample_and_all! {
    check_choices: choices(if cfg!(emulated) { 40 } else { 300 }),
    choices_all(2000) = "long: more rounds"
}

/// Every output length.
#[test]
fn rooms() {
    fn check<S: Model, D: Model>(src: &[S::Unit]) {
        let items = S::items(src);
        check_strict_and_lossy::<S, D>(&isas(), src, &items, |need| (0..=need).collect());
    }
    let bytes = b"abc\xED\xA0\xBD\xED\xB8\x80\xC3\xA9\xED\xA0\x80b\xC0\x80\0".repeat(8);
    let text = "ab\0é好😀😀c".repeat(12);
    check::<Mutf8, Utf8>(&bytes);
    check::<Cesu8, Utf8>(&bytes);
    check::<Wtf8, Wtf16>(&bytes);
    check::<Mutf8, Wtf16>(&bytes);
    check::<Utf8, Mutf8>(text.as_bytes());
    check::<Utf8, Cesu8>(text.as_bytes());
    check::<Utf16, Mutf8>(&encoded::<Utf16>(&text));
    check::<Wtf16, Wtf8>(&encoded::<Wtf16>(&text));
}

/// Every cut of a text into three chunks.
#[test]
fn every_cut() {
    fn check<S: Model, D: Model>(src: &[S::Unit]) {
        let items = S::items(src);
        for first in 0..=src.len() {
            for second in first..=src.len() {
                let chunks = [&src[..first], &src[first..second], &src[second..]];
                for isa in [Isa::best(), isas().pop().unwrap()] {
                    check_validator::<S>(isa, &items, &chunks);
                    for room in [1, 64] {
                        check_transcoder::<S, D>(isa, &items, &chunks, room);
                    }
                }
            }
        }
    }
    let texts: [&[u8]; 6] = [
        b"\xED\xA0\x80\xED\xB0\x80\xED\xA0\x80",
        b"a\xED\xA0\x80\xED\xA0\x80\xED\xB0",
        b"\xED\xA0\x80\xED\xB0A\xED\xB0\x80\xED",
        b"\xC0\x80\xC0\xF0\x9F\x98\x80\0",
        b"\xFD\xBF\xBF\xBF\xBF\xBF\xF8\x88\x80\x80",
        b"\xED\xA0\x80\xED\x9F\xBF\xED\xA0",
    ];
    for src in texts {
        for_each_variant!(E => {
            check::<E, Utf8>(src);
            check::<E, Mutf8>(src);
        });
        check::<Wtf8, Wtf16>(src);
    }
    check::<Wtf16, Wtf8>(&[0x41, 0xD800, 0xD801, 0xDC00, 0xDC00, 0xD800]);
    check::<Ucs4, Rfc2279>(&[0x41, 0x7FFF_FFFF, 0xD800, 0x11_0000]);
}

/// A row may end with a high surrogate and the next row begin with a low one in encodings that have
/// unpaired surrogates. A character must not lie in two rows.
#[test]
fn columns() {
    fn failing_row<E: Encoding<Unit = u8>>(values: &[u8], offsets: &[u32]) -> Option<usize> {
        let error = validate_rows::<E>(&rows::Column::new(values, offsets)).err();
        error.map(|error| error.row())
    }
    let pair = b"a\xED\xA0\x80\xED\xB0\x80b";
    let offsets = [0, 4, 8];
    assert_eq!(failing_row::<Cesu8>(pair, &offsets), Some(0));
    assert_eq!(failing_row::<Mutf8>(pair, &offsets), None);
    assert_eq!(failing_row::<Wtf8>(pair, &offsets), None);
    assert_eq!(failing_row::<Cesu8>(pair, &[0, 8]), None);
    assert_eq!(failing_row::<Wtf8>(pair, &[0, 8]), Some(0));
    assert_eq!(failing_row::<Mutf8>(b"a\0b", &[0, 1, 3]), Some(1));
    assert_eq!(
        validate_rows::<Wtf16>(&rows::Column::new(
            &[0xD800, 0xDC00, 0xDC00],
            &[0u32, 1, 2, 3]
        )),
        Ok(())
    );
}
