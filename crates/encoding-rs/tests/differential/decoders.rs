//! Tests of decoders.

use super::drivers::{MARKS, Mark, our, their};
use super::encodings;
use super::texts::{Random, bytes};
use super::{ours, theirs};

/// An output length that is enough for every test.
const ALL: usize = 1 << 10;

/// Compares all decoding functions for a text in these pieces, with outputs of these lengths.
fn check(
    (ours, theirs): (&'static ours::Encoding, &'static theirs::Encoding),
    mark: Mark,
    text: &[u8],
    pieces: &[&[u8]],
    rooms: &[usize],
) {
    let name = theirs.name();
    let whole = [text];
    let (whole8, whole16) = (
        their::decode(theirs, mark, &whole, || ALL),
        their::decode16(theirs, mark, &whole, || ALL),
    );
    let lossy8 = their::decode_lossy(theirs, mark, &whole, || ALL);
    let lossy16 = their::decode16_lossy(theirs, mark, &whole, || ALL);
    for &room in rooms {
        let context = format!("{name} {mark:?} {pieces:02x?} {room}");
        let room8 = || 3 + room;
        let room16 = || 1 + room;
        assert_eq!(
            our::decode(ours, mark, pieces, fitting(room8, 4)),
            whole8,
            "{context}"
        );
        assert_eq!(
            our::decode16(ours, mark, pieces, fitting(room16, 2)),
            whole16,
            "{context}"
        );
        assert_eq!(
            our::decode_lossy(ours, mark, pieces, fitting(room8, 4)),
            lossy8,
            "{context}"
        );
        let ours = our::decode16_lossy(ours, mark, pieces, fitting(room16, 2));
        assert_eq!(ours, lossy16, "{context}");
    }
}

/// Returns output lengths: `room`, sometimes a length so small that nothing fits, and sometimes at
/// least `enough`.
fn fitting(room: impl Fn() -> usize, enough: usize) -> impl FnMut() -> usize {
    let mut calls = 0;
    move || {
        calls += 1;
        match calls % 3 {
            0 => calls % (enough + 1),
            1 => room(),
            _ => room().max(enough),
        }
    }
}

/// Returns all ways to cut a short text into three pieces, and one piece per byte.
fn cuts(text: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut all = vec![vec![text], text.chunks(1).chain([&text[..0]]).collect()];
    for second in 0..=text.len() {
        for first in 0..=second {
            all.push(vec![&text[..first], &text[first..second], &text[second..]]);
        }
    }
    all
}

#[test]
fn every_split_of_short_texts() {
    for (index, pair) in encodings().into_iter().enumerate() {
        let mut random = Random(index as u64);
        for round in 0..60 {
            let mut text = bytes(&mut random, pair.1, 1 + round % 4);
            text.truncate(9);
            let mark = MARKS[round % 3];
            for pieces in cuts(&text) {
                check(pair, mark, &text, &pieces, &[0, 1, 2, 5, ALL]);
            }
        }
    }
}

/// Incomplete byte order marks are held until the next byte decides.
#[test]
fn beginnings_of_byte_order_marks() {
    let texts: [&[u8]; 12] = [
        b"\xEF\xBB",
        b"\xEF\xBBa",
        b"\xEFa",
        b"\xFE",
        b"\xFEa",
        b"\xFF",
        b"\xFFa",
        b"\xEF\xBB\xBF",
        b"\xEF\xBB\xBFa",
        b"\xFE\xFFa\0",
        b"\xFF\xFEa\0",
        b"\xEF\xBB\xEF\xBB\xBF",
    ];
    for pair in encodings() {
        for (mark, text) in MARKS
            .iter()
            .flat_map(|mark| texts.iter().map(move |text| (*mark, *text)))
        {
            for pieces in cuts(text) {
                check(pair, mark, text, &pieces, &[0, 1, ALL]);
            }
        }
    }
}

#[test]
fn some_splits_of_longer_texts() {
    for (index, pair) in encodings().into_iter().enumerate() {
        let mut random = Random(1000 + index as u64);
        for round in 0..60 {
            let pieces = 1 + random.below(30);
            let mut text = bytes(&mut random, pair.1, pieces);
            text.truncate(300);
            let mut rest = &text[..];
            let mut pieces = vec![];
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(random.below(rest.len() + 1));
                pieces.push(piece);
                rest = after;
            }
            pieces.push(rest);
            let rooms = [random.below(30), random.below(300), ALL];
            check(pair, MARKS[round % 3], &text, &pieces, &rooms);
        }
    }
}

/// All pairs of bytes, followed by ASCII.
#[test]
fn all_pairs_of_bytes() {
    for pair in encodings() {
        for lead in 0..=255 {
            let text: Vec<u8> = (0..=255)
                .flat_map(|trail| [lead, trail, b'a', b'\n'])
                .collect();
            let (theirs, had_errors) = pair.1.decode_without_bom_handling(&text);
            let (ours, had_ours) = pair.0.decode_without_bom_handling(&text);
            assert_eq!(
                (ours, had_ours),
                (theirs, had_errors),
                "{} {lead:02X}",
                pair.1.name()
            );
        }
    }
}

/// Four-byte sequences of GB18030 with lead bytes of each kind, and all three-byte sequences of
/// EUC-JP.
#[test]
fn longer_sequences() {
    let mut four = vec![];
    for (first, second) in [0x81, 0x84, 0x90, 0xE3, 0xFE]
        .iter()
        .flat_map(|first| (0x30..=0x39).map(move |second| (*first, second)))
    {
        for third in 0x81..=0xFE {
            four.extend((0x30..=0x39).flat_map(|fourth| [first, second, third, fourth]));
        }
    }
    let pairs = (0xA1..=0xFE).flat_map(|lead| (0xA1..=0xFE).map(move |trail| (lead, trail)));
    let three: Vec<u8> = pairs
        .flat_map(|(lead, trail)| [0x8F, lead, trail])
        .collect();
    let ours = ours::GB18030.decode(&four);
    let theirs = theirs::GB18030.decode(&four);
    assert_eq!((ours.0, ours.2), (theirs.0, theirs.2));
    let ours = ours::EUC_JP.decode(&three);
    let theirs = theirs::EUC_JP.decode(&three);
    assert_eq!((ours.0, ours.2), (theirs.0, theirs.2));
}

/// The `max_*_buffer_length` methods, and the methods that depend on the state of a decoder.
#[test]
fn lengths_and_states() {
    for (index, (ours, theirs)) in encodings().into_iter().enumerate() {
        let mut random = Random(2000 + index as u64);
        for round in 0..400 {
            let mark = MARKS[round % 3];
            let mut text = bytes(&mut random, theirs, 1 + round % 5);
            text.truncate(12);
            let (head, tail) = text.split_at(random.below(text.len() + 1));
            let context = format!("{} {mark:?} {head:02x?} {tail:02x?}", ours.name());
            let mut decoder = our::decoder(ours, mark);
            let mut their = their::decoder(theirs, mark);
            let _ = decoder.decode_to_utf16(head, &mut [0; ALL], false);
            let _ = their.decode_to_utf16(head, &mut [0; ALL], false);
            let latin1 = decoder.latin1_byte_compatible_up_to(tail);
            let their_latin1 = their.latin1_byte_compatible_up_to(tail);
            if latin1.is_some() && decoder.encoding().is_single_byte() {
                // encoding_rs does not count ASCII at the end, contrary to its documentation.
                let same = |byte: &u8| {
                    let text = theirs
                        .decode_without_bom_handling(core::slice::from_ref(byte))
                        .0;
                    text.chars().eq([char::from(*byte)])
                };
                assert_eq!(
                    latin1,
                    Some(tail.iter().take_while(|byte| same(byte)).count())
                );
                assert!(
                    their_latin1 <= latin1 && their_latin1.is_some(),
                    "{context}"
                );
            } else {
                assert_eq!(latin1, their_latin1, "{context}");
            }
            assert_eq!(decoder.encoding().name(), their.encoding().name());
            // A buffer that is long enough for encoding_rs is long enough here.
            let len = tail.len();
            let [our16, their16] = [
                decoder.max_utf16_buffer_length(len),
                their.max_utf16_buffer_length(len),
            ];
            assert!(our16 <= their16, "{context}");
            let [our8, their8] = [
                decoder.max_utf8_buffer_length(len),
                their.max_utf8_buffer_length(len),
            ];
            assert!(our8 <= their8, "{context}");
            let strict = decoder.max_utf8_buffer_length_without_replacement(len);
            let their_strict = their.max_utf8_buffer_length_without_replacement(len);
            assert!(strict <= their_strict, "{context}");

            let again = || {
                let mut decoder = our::decoder(ours, mark);
                let _ = decoder.decode_to_utf16(head, &mut [0; ALL], false);
                decoder
            };
            let mut units = vec![0; decoder.max_utf16_buffer_length(len).unwrap()];
            let (result, read, ..) = again().decode_to_utf16(tail, &mut units, true);
            assert_eq!(
                (result, read),
                (ours::CoderResult::InputEmpty, len),
                "{context}"
            );
            let mut bytes = vec![0; decoder.max_utf8_buffer_length(len).unwrap()];
            let (result, read, ..) = again().decode_to_utf8(tail, &mut bytes, true);
            assert_eq!(
                (result, read),
                (ours::CoderResult::InputEmpty, len),
                "{context}"
            );
            let mut bytes = vec![0; strict.unwrap()];
            let (result, ..) = again().decode_to_utf8_without_replacement(tail, &mut bytes, true);
            assert_ne!(result, ours::DecoderResult::OutputFull, "{context}");
        }
    }
}

/// A `str` stays well-formed, and a `String` keeps its capacity.
#[test]
fn into_text() {
    for (index, (ours, theirs)) in encodings().into_iter().enumerate() {
        let mut random = Random(3000 + index as u64);
        for round in 0..200 {
            let text = bytes(&mut random, theirs, 1 + round % 9);
            let mut dst = "é☃\u{1F4A9}".repeat(1 + random.below(20));
            let mut their_dst = dst.clone();
            let (_, _, written, replaced) = ours.new_decoder().decode_to_str(&text, &mut dst, true);
            let theirs = theirs
                .new_decoder()
                .decode_to_str(&text, &mut their_dst, true);
            assert!(
                core::str::from_utf8(dst.as_bytes()).is_ok(),
                "{} {text:02x?}",
                ours.name()
            );
            let both = written.min(theirs.2);
            assert_eq!(dst[..both], their_dst[..both]);
            assert!(written >= theirs.2 && (replaced || !theirs.3));
            // Whole characters after the output are unchanged.
            let mut boundary = written;
            while !"é☃\u{1F4A9}".repeat(20).is_char_boundary(boundary) {
                boundary += 1;
            }
            assert!(
                dst.as_bytes()[written..boundary]
                    .iter()
                    .all(|byte| *byte == 0)
            );
            assert_eq!(
                dst[boundary..],
                "é☃\u{1F4A9}".repeat(20)[boundary..dst.len()]
            );

            let mut string = String::with_capacity(random.below(60));
            let (capacity, start) = (string.capacity(), string.as_ptr());
            let mut decoder = ours.new_decoder();
            let _ = decoder.decode_to_string_without_replacement(&text, &mut string, true);
            assert!(core::str::from_utf8(string.as_bytes()).is_ok());
            assert_eq!((string.capacity(), string.as_ptr()), (capacity, start));
        }
    }
}
