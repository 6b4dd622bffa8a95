//! Checks the functions that return text: strings, chunks of text, positions, conversion in place.
//! Expected results come from the standard library.
#![cfg(all(feature = "alloc", feature = "full"))]

mod errors;

use std::borrow::Cow;
use utflane::code_page::{Cp037, Windows1251};
use utflane::*;

/// Texts with characters of every length at every offset from the start, each followed by one kind
/// of malformed sequence.
fn texts() -> Vec<Vec<u8>> {
    let malformed: [&[u8]; 9] = [
        b"",
        b"\xFF",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\xC0\x80",
        b"\xED\xA0\xBD",
        b"\xE2\x82\xE2\x82\xAC",
        b"\x80\x80",
        b"\xF4\x90\x80\x80",
    ];
    let lengths: &[usize] = if cfg!(miri) {
        &[0, 3, 20]
    } else {
        &[0, 1, 2, 3, 7, 15, 16, 31, 63, 64, 100, 400, 5000]
    };
    let mut texts = vec![];
    for &len in lengths {
        for fault in malformed {
            let text: String = "aé€😀 more, ASCII text. "
                .chars()
                .cycle()
                .take(len)
                .collect();
            texts.push([text.as_bytes(), fault].concat());
            texts.push([text.as_bytes(), fault, "b€".as_bytes()].concat());
        }
    }
    texts
}

#[test]
fn appended_is_what_a_new_one_holds_after_what_was_there() {
    fn check<S: Encoding, D: Encoding>(src: &[S::Unit]) {
        let old = [D::Unit::default(); 3];
        let whole = transcode_to_vec::<S, D>(src);
        for capacity in [0, 3, 40, 1 << 16] {
            let mut dst = Vec::with_capacity(capacity);
            dst.extend(old);
            let appended = transcode_append::<S, D>(src, &mut dst);
            assert_eq!(dst[..3], old);
            assert!(dst.capacity() > dst.len(), "no spare capacity");
            match (&whole, appended) {
                (Ok(whole), Ok(appended)) => {
                    assert_eq!((&dst[3..], appended), (&whole[..], whole.len()));
                }
                (Err(expected), Err(error)) => {
                    assert_eq!(error, *expected);
                    let before = transcode_to_vec::<S, D>(&src[..error.read()]).unwrap();
                    assert_eq!((&dst[3..], error.written()), (&before[..], before.len()));
                }
                (expected, result) => panic!("{expected:?}, {result:?}"),
            }
            dst.truncate(3);
            let appended = transcode_lossy_append::<S, D>(src, &mut dst);
            assert_eq!(dst[3..], transcode_lossy_to_vec::<S, D>(src));
            assert_eq!(appended, dst.len() - 3);
            assert!(dst.capacity() > dst.len(), "no spare capacity");
        }
    }
    for text in texts() {
        check::<Utf8, Utf16>(&text);
        check::<Utf8, Utf8>(&text);
        check::<Utf8, Latin1>(&text);
        check::<Utf16Le, Utf8>(&text);
        check::<Latin1, Utf32>(&text);
        check::<Mutf8, Windows1251>(&text);
    }
}

#[test]
fn memory_that_is_there_is_used() {
    let mut units = Vec::<u16>::with_capacity(20_001);
    let place = units.as_ptr();
    for text in texts() {
        units.clear();
        transcode_lossy_append::<Utf8, Utf16>(&text, &mut units);
        assert_eq!((units.as_ptr(), units.capacity()), (place, 20_001));
    }
}

#[test]
fn strings_are_those_of_std() {
    for text in texts() {
        let expected = String::from_utf8_lossy(&text);
        assert_eq!(transcode_lossy_to_string::<Utf8>(&text), expected);
        assert_eq!(
            transcode_to_string::<Utf8>(&text).ok(),
            String::from_utf8(text.clone()).ok()
        );
        let mut appended = String::from("é");
        assert_eq!(
            transcode_lossy_append::<Utf8, Utf8>(&text, &mut appended),
            expected.len()
        );
        assert_eq!(appended[2..], *expected);

        let mut strict = String::from("é");
        let valid = transcode_append::<Utf8, Utf8>(&text, &mut strict)
            .unwrap_or_else(|error| error.written());
        assert_eq!(strict.as_bytes()[2..], text[..valid]);

        match (from_utf8_vec(text.clone()), String::from_utf8(text.clone())) {
            (Ok(ours), Ok(std)) => assert_eq!(ours, std),
            (Err(ours), Err(std)) => {
                assert_eq!(ours.to_string(), std.to_string());
                assert_eq!(
                    ours.utf8_error().valid_up_to(),
                    std.utf8_error().valid_up_to()
                );
                assert_eq!(
                    (ours.as_bytes(), &ours.clone().into_bytes()),
                    (&text[..], &text)
                );
            }
            (ours, std) => panic!("{ours:?}, {std:?}"),
        }
    }
}

#[test]
fn borrowed_are_the_bytes_that_are_text_already() {
    fn check<E: Encoding<Unit = u8>>(src: &[u8], is_borrowed: bool) {
        let name = E::NAME;
        let strict = transcode_to_cow::<E>(src);
        assert_eq!(
            strict.as_deref().ok(),
            transcode_to_string::<E>(src).ok().as_deref(),
            "{name}"
        );
        let lossy = transcode_lossy_to_cow::<E>(src);
        assert_eq!(lossy, transcode_lossy_to_string::<E>(src), "{name}");
        assert_eq!(
            matches!(lossy, Cow::Borrowed(_)),
            is_borrowed,
            "{name} {src:02X?}"
        );
        assert_eq!(
            matches!(strict, Ok(Cow::Borrowed(_))),
            is_borrowed,
            "{name} {src:02X?}"
        );
    }
    let long = "plain ASCII text, ".repeat(500);
    for ascii in ["a", "two words", &long] {
        let bytes = ascii.as_bytes();
        check::<Utf8>(bytes, true);
        check::<Ascii>(bytes, true);
        check::<Latin1>(bytes, true);
        check::<Windows1251>(bytes, true);
        check::<Cesu8>(bytes, true);
        check::<Cp037>(bytes, false);
        check::<Utf16Le>(bytes, false);
        let other = [bytes, b"\xE9"].concat();
        check::<Utf8>(&other, false);
        check::<Ascii>(&other, false);
        check::<Latin1>(&other, false);
        check::<Windows1251>(&other, false);
    }
    check::<Utf8>(b"", true);
    check::<Latin1>(b"", true);
    check::<Windows1251>(b"", true);
    check::<Cesu8>(b"", true);
    check::<Cp037>(b"", true);
    check::<Utf16Le>(b"", true);
    // Two bytes each in both: the lengths are equal, the bytes are not.
    check::<Utf16Le>(b"\xE9\0\xE8\0", false);
    check::<Utf8>("é😀".as_bytes(), true);
    check::<Cesu8>("é€".as_bytes(), true);
    check::<Cesu8>(b"\xED\xA0\xBD\xED\xB8\x80", false);
    check::<Utf32Le>(b"", true);
}

#[test]
fn chunks_are_those_of_std() {
    let pieces: [&[u8]; 8] = [
        b"a",
        b"\xE2",
        b"\x82",
        b"\xAC",
        b"\xF0\x9F",
        b"\xFF",
        b"\xED\xA0",
        "é".as_bytes(),
    ];
    let short = (0..8usize.pow(4)).map(|choice| {
        (0..4)
            .flat_map(|place| pieces[choice >> (3 * place) & 7])
            .copied()
            .collect()
    });
    for text in texts().into_iter().chain(short) {
        let ours = utf8_chunks(&text).map(|chunk| (chunk.valid(), chunk.invalid()));
        let std = text
            .utf8_chunks()
            .map(|chunk| (chunk.valid(), chunk.invalid()));
        assert!(ours.eq(std), "{text:02X?}");
    }
}

#[test]
fn unpaired_surrogates_are_replaced_in_place() {
    for distance in [1, 2, 3, 5, 1023, 1024, 1025, 3000] {
        for surrogate in [0xD83D, 0xDE00] {
            // A pair lies across the end of the first 1024 units.
            let mut units: Vec<u16> = "a€b😀".encode_utf16().cycle().take(4000).collect();
            units
                .iter_mut()
                .step_by(distance)
                .for_each(|unit| *unit = surrogate);
            let expected: Vec<u16> = String::from_utf16_lossy(&units).encode_utf16().collect();
            let differ = units.iter().zip(&expected).filter(|(a, b)| a != b).count();
            assert_eq!(make_well_formed_utf16(&mut units), differ);
            assert_eq!(units, expected);
            assert_eq!(make_well_formed_utf16(&mut units), 0);
        }
    }
}

#[test]
fn positions_lead_from_one_encoding_to_another_and_back() {
    fn check<S: Encoding, D: Encoding>(text: &str, places: &[usize]) {
        let src = transcode_to_vec::<Utf8, S>(text.as_bytes()).unwrap();
        // Returns the length of `text[..end]` in both encodings.
        let len = |end: usize| {
            let part = &text.as_bytes()[..end];
            (
                transcode_to_vec::<Utf8, S>(part).unwrap().len(),
                transcode_to_vec::<Utf8, D>(part).unwrap().len(),
            )
        };
        for &place in places {
            let (from, to) = len(place);
            assert_eq!(converted_index::<S, D>(&src, from), Some(to));
            assert_eq!(original_index::<S, D>(&src, to), Some(from));
            let Some(character) = text[place..].chars().next() else {
                assert_eq!(converted_index::<S, D>(&src, from + 1), None);
                assert_eq!(original_index::<S, D>(&src, to + 1), None);
                continue;
            };
            let (next_from, next_to) = len(place + character.len_utf8());
            for within in from..next_from {
                assert_eq!(converted_index::<S, D>(&src, within), Some(to));
            }
            for within in to..next_to {
                assert_eq!(original_index::<S, D>(&src, within), Some(from));
            }
        }
    }
    let long = "aé€😀 more, ASCII text. ".repeat(1500);
    for text in ["", "a", "aé€😀!", &long] {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let mut places: Vec<usize> = starts
            .iter()
            .copied()
            .step_by(1 + starts.len() / 60)
            .collect();
        places.push(text.len());
        check::<Utf8, Utf16>(text, &places);
        check::<Utf16, Utf8>(text, &places);
        check::<Utf8, Utf32>(text, &places);
        check::<Utf32Le, Utf16Be>(text, &places);
        check::<Utf8, Cesu8>(text, &places);
    }
    check::<Latin1, Utf8>("aé", &[0, 1, 3]);
    // With malformed text the results are unspecified, but must be in range.
    for text in texts() {
        for index in 0..text.len().min(70) {
            let max = max_len::<Utf8, Utf16>(index).unwrap();
            assert!(converted_index::<Utf8, Utf16>(&text, index).unwrap() <= max);
            assert!(original_index::<Utf8, Utf16>(&text, index).is_none_or(|at| at <= text.len()));
        }
    }
}

#[test]
fn utf8_goes_before_another_encoding() {
    for text in texts() {
        let (ours, charset) = from_utf8_or(&text, Charset::Latin1).unwrap();
        match core::str::from_utf8(&text) {
            Ok(text) => {
                assert!(matches!(ours, Cow::Borrowed(same) if same == text));
                assert_eq!(charset, Charset::Utf8);
            }
            Err(_) => {
                assert_eq!(ours, from_latin1(&text));
                assert_eq!(charset, Charset::Latin1);
            }
        }
    }
    let error = from_utf8_or(b"ab\xFF", Charset::Utf16Le).unwrap_err();
    assert_eq!(error.position(), 2);
    assert!(matches!(error.reason(), Reason::Malformed(error) if error.error_len().is_none()));
}
