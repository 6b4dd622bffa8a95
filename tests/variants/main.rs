//! The variants of UTF-8, UTF-16 and UTF-32, against models written from their documents: every
//! short sequence, each pair that has a way of its own, streams, columns.
#![cfg(all(feature = "alloc", feature = "full"))]

#[path = "../differential/mod.rs"]
mod differential;
mod jvm;
#[path = "../streams/check.rs"]
#[allow(dead_code, reason = "each user takes a part")]
mod streams;

use differential::*;
use streams::{check_transcoder, check_validator};
use utflane::stream::Transcoder;
use utflane::*;

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

/// One pair of each way that a conversion can go, on what `bytes` are in the first.
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

/// Bytes that begin, continue or spoil the sequences of some form, one of each kind.
const SYMBOLS: [u8; 23] = [
    0, 0x41, 0x7F, 0x80, 0x83, 0x84, 0x87, 0x88, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0,
    0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF8, 0xFC,
];

/// The verb `validate`, the lossy one to UTF-8 and the tail, by the first and the last set: scalar
/// code finishes what is as short as this.
fn check_short<E: Model<Unit = u8>>(src: &[u8]) {
    let items = E::items(src);
    let isa = Isa::best();
    check_encoding::<E>(&[isa], src);
    let plan = Plan::lossy::<Utf8>(&items);
    check_slice::<E, Utf8>(isa, Verb::Lossy, src, &plan, plan.units.len());
    let plan = Plan::strict::<E>(&items);
    check_slice::<E, E>(isa, Verb::Strict, src, &plan, plan.units.len());
}

/// All sequences of up to two bytes, and of three whose first is not ASCII.
#[test]
fn every_short_sequence() {
    for_each_variant!(E => {
        for first in 0..=0xFF {
            check_short::<E>(&[first]);
            for second in 0..=0xFF {
                check_short::<E>(&[first, second]);
                for third in SYMBOLS.into_iter().filter(|_| first >= 0xC0) {
                    check_short::<E>(&[first, second, third]);
                }
            }
        }
    });
}

/// Surrogates, whole, cut off and spoilt, one after the other; sequences of up to six bytes.
#[test]
fn every_pair_of_sequences() {
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
    for first in sequences {
        for second in sequences {
            for third in sequences {
                let src = [first, second, third].concat();
                for_each_variant!(E => check_short::<E>(&src));
            }
            check_pairs(&isas(), &[first, second].concat());
        }
    }
}

/// Long texts with something special now and then, at every distance from the end of a block.
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

/// What the fuzz target does, for a moment.
#[test]
fn choices() {
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
    for _ in 0..if cfg!(emulated) { 40 } else { 2000 } {
        let mut data: Vec<u8> = (0..4).map(|_| random.below(256) as u8).collect();
        for _ in 0..random.below(60) {
            let sequence = sequences[random.below(sequences.len())];
            data.extend(sequence.repeat(1 + random.below(4) * random.below(8)));
        }
        choose_variant(&data);
    }
}

/// With every room for output.
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

/// Each way to cut a text in three.
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

/// A row may end with a high surrogate and the next begin with a low one, where these are
/// characters; a character must not lie in two rows.
#[test]
fn columns() {
    fn failing_row<E: Encoding<Unit = u8>>(values: &[u8], offsets: &[u32]) -> Option<usize> {
        let error = validate_column::<E>(values, offsets).err();
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
        validate_column::<Wtf16>(&[0xD800, 0xDC00, 0xDC00], &[0u32, 1, 2, 3]),
        Ok(())
    );
}

/// Half a pair before a cut: chunks without their incomplete tails have one fault where the text
/// has two, and a stream has those of the text.
#[test]
fn half_a_pair_before_a_cut() {
    let text = b"ab\xED\xA0\x80\xED\xED\xA1\xBF\x8C\xED\xA0\x81\xED\xB0\x80";
    let whole = transcode_lossy_to_vec::<Cesu8, Latin1>(text);
    assert_eq!(whole, b"ab?????");
    for isa in isas() {
        for cut in 0..=text.len() {
            check_chunks::<Cesu8, Latin1>(isa, text, &[cut, text.len()]);
            let mut transcoder = Transcoder::<Cesu8, Latin1>::with_isa(isa);
            let (mut room, mut written) = ([0; 40], 0);
            for chunk in [&text[..cut], &text[cut..]] {
                written += transcoder
                    .transcode_lossy(chunk, &mut room[written..])
                    .written;
            }
            written += transcoder.finish_lossy(&mut room[written..]).written;
            assert_eq!(room[..written], whole, "{cut}");
        }
    }
}

/// A text in two parts becomes what it becomes as one, wherever it is cut: also between the halves
/// of a pair, of which each is well-formed.
#[test]
fn appended_parts_are_one_text() {
    fn check<S: Encoding, D: Encoding>(src: &[S::Unit]) {
        let Ok(whole) = transcode_to_vec::<S, D>(src) else {
            return;
        };
        for cut in 0..=src.len() {
            let (mut strict, mut lossy) = (vec![], vec![]);
            let (first, second) = src.split_at(cut);
            let Ok(written) = transcode_append::<S, D>(first, &mut strict) else {
                continue;
            };
            assert_eq!(written, strict.len());
            transcode_lossy_append::<S, D>(first, &mut lossy);
            let Ok(more) = transcode_append::<S, D>(second, &mut strict) else {
                continue;
            };
            let what = format!("{} to {}, {src:X?} cut at {cut}", S::NAME, D::NAME);
            assert_eq!(strict, whole, "{what}");
            assert!(is_valid::<D>(&strict), "{what}");
            assert_eq!(written + more, strict.len(), "{what}");
            assert_eq!(
                transcode_lossy_append::<S, D>(second, &mut lossy),
                more,
                "{what}"
            );
            assert_eq!(lossy, whole, "{what}");
        }
    }
    let units = [0x41, 0xE9, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000];
    let one = units.iter().map(|&unit| vec![unit]);
    let two = units.iter().flat_map(|&a| units.map(|b| vec![a, b]));
    let four = two
        .clone()
        .flat_map(|a| two.clone().map(move |b| [&a[..], &b[..]].concat()));
    let long = [vec![0x41; 5000], vec![0xD83D, 0xDE00], vec![0x20AC; 5000]].concat();
    for text in one.chain(two.clone()).chain(four) {
        check::<Wtf16, Utf8>(&text);
        check::<Wtf16, Utf16>(&text);
        check::<Wtf16, Utf16Be>(&text);
        check::<Wtf16, Utf32>(&text);
        check::<Wtf16, Wtf16>(&text);
        check::<Wtf16, Cesu8>(&text);
        check::<Wtf16, Rfc2279>(&text);
        for_each_variant!(E => {
            check::<Wtf16, E>(&text);
            let src = transcode_to_vec::<Wtf16, Mutf8>(&text).unwrap();
            check::<Mutf8, E>(&src);
            let src = transcode_to_vec::<Wtf16, Wtf8>(&text).unwrap();
            check::<Wtf8, E>(&src);
        });
    }
    let mut text = transcode_to_vec::<Wtf16, Wtf8>(&long[..5001]).unwrap();
    assert_eq!(
        transcode_append::<Wtf16, Wtf8>(&long[5001..], &mut text),
        Ok(1 + 15000)
    );
    assert_eq!(Ok(text), transcode_to_vec::<Wtf16, Wtf8>(&long));
}

/// What stops a conversion after half a pair is where it is, and what is before it is joined.
#[test]
fn a_pair_is_joined_before_a_fault() {
    let mut text = b"\xED\xA0\xBD".to_vec();
    let error = transcode_append::<Wtf8, Wtf8>(b"\xED\xB8\x80a\xFF", &mut text).unwrap_err();
    assert_eq!((error.read(), error.written()), (4, 2));
    assert_eq!(text, "😀a".as_bytes());
    // Two high ones, or a low one first, are no pair.
    for (before, after) in [(0xD800, 0xD800), (0xDC00, 0xDC00), (0xDC00, 0xD800)] {
        let mut text = transcode_to_vec::<Wtf16, Wtf8>(&[before]).unwrap();
        assert_eq!(transcode_append::<Wtf16, Wtf8>(&[after], &mut text), Ok(3));
        assert!(is_valid::<Wtf8>(&text));
    }
}
