//! Tests of encoders.

use super::drivers::{our, their};
use super::texts::{Random, text};
use super::{encodings, ours, theirs};

/// An output length that is enough for every test.
const ALL: usize = 1 << 10;

/// Returns output lengths: `room`, sometimes a small length, and sometimes at least `enough`, which
/// fits any character or reference.
fn fitting(room: usize, enough: usize) -> impl FnMut() -> usize {
    let mut calls = 0;
    move || {
        calls += 1;
        match calls % 3 {
            0 => calls % enough,
            1 => room,
            _ => room.max(enough),
        }
    }
}

fn check(
    (ours, theirs): (&'static ours::Encoding, &'static theirs::Encoding),
    pieces: &[&str],
    room: usize,
) {
    let context = format!("{} {pieces:?} {room}", ours.name());
    let whole = pieces.concat();
    let strict = their::encode(theirs, &[&whole], || ALL);
    let lossy = their::encode_lossy(theirs, &[&whole], || 10 * ALL);
    assert_eq!(
        our::encode(ours, pieces, fitting(room, 8)),
        strict,
        "{context}"
    );
    assert_eq!(
        our::encode_lossy(ours, pieces, fitting(room, 20)),
        lossy,
        "{context}"
    );
    let units: Vec<Vec<u16>> = pieces
        .iter()
        .map(|piece| piece.encode_utf16().collect())
        .collect();
    let units: Vec<&[u16]> = units.iter().map(|units| &units[..]).collect();
    check16((ours, theirs), &units, room);
}

fn check16(
    (ours, theirs): (&'static ours::Encoding, &'static theirs::Encoding),
    pieces: &[&[u16]],
    room: usize,
) {
    let context = format!("{} {pieces:04x?} {room}", ours.name());
    // A high surrogate at the end of a piece is unpaired, so both libraries get the same pieces.
    let strict = their::encode16(theirs, pieces, || ALL);
    let lossy = their::encode16_lossy(theirs, pieces, || 10 * ALL);
    assert_eq!(
        our::encode16(ours, pieces, fitting(room, 8)),
        strict,
        "{context}"
    );
    assert_eq!(
        our::encode16_lossy(ours, pieces, fitting(room, 20)),
        lossy,
        "{context}"
    );
}

#[test]
fn every_split_and_room() {
    for (index, pair) in encodings().into_iter().enumerate() {
        let mut random = Random(index as u64);
        for round in 0..60 {
            let text = text(&mut random, 1 + round % 7);
            let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
            for cut in starts.iter().take(12).chain([&text.len()]) {
                let (head, tail) = text.split_at(*cut);
                check(pair, &[head, tail], random.below(40));
            }
            for room in (0..24).chain([ALL]) {
                check(pair, &[&text], room);
            }
        }
    }
}

#[test]
fn unpaired_surrogates() {
    for (index, pair) in encodings().into_iter().enumerate() {
        let mut random = Random(index as u64);
        for _ in 0..200 {
            let units = [
                0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x41, 0x3042, 0xA5, 0xD83D, 0xDCA9, 0x4E00,
            ];
            let is_long = random.below(8) == 0;
            let len = 1 + random.below(if is_long { 700 } else { 12 });
            let text: Vec<u16> = (0..len).map(|_| units[random.below(units.len())]).collect();
            let (head, tail) = text.split_at(random.below(len + 1));
            check16(pair, &[head, tail], random.below(40));
            check16(pair, &[&text], ALL);
        }
    }
}

/// Every character, in the order of code points.
#[test]
fn all_characters() {
    let all: Vec<char> = ('\0'..=char::MAX).collect();
    for (ours, theirs) in encodings() {
        for part in all.chunks(4096) {
            // Only GB18030 is tested with planes 4 to 14, to save time.
            let plane = part[0] as u32 >> 16;
            if plane > 3 && plane < 15 && ours != ours::GB18030 {
                continue;
            }
            let text: String = part.iter().collect();
            let (our_bytes, _, our_unmappables) = ours.encode(&text);
            let (their_bytes, _, their_unmappables) = theirs.encode(&text);
            assert!(our_bytes == their_bytes, "{} {:?}", ours.name(), part[0]);
            assert_eq!(our_unmappables, their_unmappables);
        }
    }
}

/// Both libraries keep 10 bytes free for a replacement, so each call returns the same.
#[test]
fn calls_with_replacement() {
    for (index, (ours, theirs)) in encodings().into_iter().enumerate() {
        let mut random = Random(5000 + index as u64);
        for round in 0..200 {
            let text = text(&mut random, 1 + round % 7);
            let room = random.below(12 + 12 * (round % 7));
            let (mut dst, mut their_dst) = (vec![0; room], vec![0; room]);
            let last = round % 2 == 0;
            let mut encoder = ours.new_encoder();
            let mut their = theirs.new_encoder();
            let result = encoder.encode_from_utf8(&text, &mut dst, last);
            let their_result = their.encode_from_utf8(&text, &mut their_dst, last);
            // encoding_rs may stop earlier if the next character might not fit. It writes more only
            // if it stops between an escape sequence and its character.
            let is_cut = their_dst[..their_result.2].ends_with(b"\x1B$B");
            assert!(
                is_cut || result.2 >= their_result.2,
                "{} {text:?} {room}",
                ours.name()
            );
            let both = result.2.min(their_result.2);
            assert_eq!(dst[..both], their_dst[..both]);
            if result.1 == their_result.1 && result.2 == their_result.2 {
                assert_eq!(encoder.has_pending_state(), their.has_pending_state());
            }
        }
    }
}

#[test]
fn lengths() {
    for (index, (ours, theirs)) in encodings().into_iter().enumerate() {
        let mut random = Random(6000 + index as u64);
        let (mut encoder, their) = (ours.new_encoder(), theirs.new_encoder());
        for n in [0, 1, 2, 3, 10, 1000] {
            let pairs = [
                (
                    encoder.max_buffer_length_from_utf8_if_no_unmappables(n),
                    their.max_buffer_length_from_utf8_if_no_unmappables(n),
                ),
                (
                    encoder.max_buffer_length_from_utf8_without_replacement(n),
                    their.max_buffer_length_from_utf8_without_replacement(n),
                ),
                (
                    encoder.max_buffer_length_from_utf16_if_no_unmappables(n),
                    their.max_buffer_length_from_utf16_if_no_unmappables(n),
                ),
                (
                    encoder.max_buffer_length_from_utf16_without_replacement(n),
                    their.max_buffer_length_from_utf16_without_replacement(n),
                ),
            ];
            assert!(
                pairs.iter().all(|(ours, theirs)| ours == theirs),
                "{}",
                ours.name()
            );
        }
        for round in 0..200 {
            let text = text(&mut random, 1 + round % 5);
            let units: Vec<u16> = text.encode_utf16().collect();
            let len = encoder.max_buffer_length_from_utf8_without_replacement(text.len());
            let (result, ..) = encoder.encode_from_utf8_without_replacement(
                &text,
                &mut vec![0; len.unwrap()],
                false,
            );
            assert_ne!(
                result,
                ours::EncoderResult::OutputFull,
                "{} {text:?}",
                ours.name()
            );
            let len = encoder.max_buffer_length_from_utf16_without_replacement(units.len());
            let (result, ..) = encoder.encode_from_utf16_without_replacement(
                &units,
                &mut vec![0; len.unwrap()],
                false,
            );
            assert_ne!(
                result,
                ours::EncoderResult::OutputFull,
                "{} {text:?}",
                ours.name()
            );
        }
    }
}
