//! Checks every cut of a text and every output length against the conversion of the whole.

use super::drive::{drive, faults, whole};
use super::*;
use utflane::Isa;
use utflane::stream::AnyTranscoder;

#[test]
fn a_damaged_text_is_what_the_whole_is_wherever_it_is_cut() {
    let mut random = Random(1);
    for (charset, text) in LEGACY {
        let clean = encoded(charset, text);
        for round in 0..25 {
            let mut bytes = if round == 0 {
                clean.clone()
            } else {
                damaged(&clean, &mut random)
            };
            bytes.truncate(bytes.len() - random.below(3));
            let (expected, expected_faults) = decoded(charset, &bytes);
            let lossy = whole(charset, Charset::Utf8, &bytes, true);
            assert_eq!(
                String::from_utf8_lossy(&lossy.bytes),
                expected,
                "{charset} {bytes:02X?}"
            );
            assert_eq!(lossy.replacements, expected_faults.len() as u64);
            let strict = whole(charset, Charset::Utf8, &bytes, false);
            assert_eq!(
                faults(&strict, bytes.len()),
                expected_faults,
                "{charset} {bytes:02X?}"
            );
            assert_eq!(
                String::from_utf8_lossy(&strict.bytes),
                expected.replace('\u{FFFD}', "")
            );
            for cut in 0..=bytes.len() {
                let (one, two) = bytes.split_at(cut);
                let new = || AnyTranscoder::new(charset, Charset::Utf8);
                let what = format!("{charset} at {cut} of {bytes:02X?}");
                assert_eq!(
                    drive(new(), [one, b"", two], 1 << 10, true),
                    lossy,
                    "{what}"
                );
                assert_eq!(
                    drive(new(), [one, b"", two], 1 << 10, false),
                    strict,
                    "{what}"
                );
            }
            for size in 1..5 {
                let new = || AnyTranscoder::new(charset, Charset::Utf8);
                let what = format!("{charset} by {size} of {bytes:02X?}");
                assert_eq!(
                    drive(new(), bytes.chunks(size), size, true),
                    lossy,
                    "{what}"
                );
                assert_eq!(
                    drive(new(), bytes.chunks(size), size, false),
                    strict,
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn any_other_encoding_goes_there_and_comes_from_there() {
    let mut random = Random(2);
    let others = [
        Charset::Utf16Be,
        Charset::Utf32Le,
        Charset::Latin1,
        Charset::Windows1251,
        Charset::Cp037,
        Charset::Mutf8,
        Charset::ShiftJis,
        Charset::Gb18030,
        Charset::Iso2022Jp,
    ];
    for (charset, text) in LEGACY {
        let clean = encoded(charset, &text.repeat(3));
        let bytes = damaged(&clean, &mut random);
        let utf8 = whole(charset, Charset::Utf8, &bytes, true).bytes;
        for other in others {
            for (from, to, source) in [(charset, other, &bytes), (other, charset, &clean)] {
                let lossy = whole(from, to, source, true);
                let strict = whole(from, to, source, false);
                assert_eq!(lossy.replacements, strict.stops.len() as u64, "{from} {to}");
                for room in [1, 2, 5, 64, 100] {
                    for size in [1, 1000] {
                        let new = || AnyTranscoder::new(from, to);
                        let what = format!("{from} {to} by {size} into {room}: {source:02X?}");
                        let chunks = || source.chunks(size);
                        assert_eq!(drive(new(), chunks(), room, true), lossy, "{what}");
                        assert_eq!(drive(new(), chunks(), room, false), strict, "{what}");
                    }
                }
            }
            // Conversion through UTF-8 is the same, except that malformed sequences were replaced
            // earlier.
            let direct = whole(charset, other, &bytes, true).bytes;
            assert_eq!(
                whole(Charset::Utf8, other, &utf8, true).bytes,
                direct,
                "{charset} {other}"
            );
        }
    }
}

#[test]
fn long_texts_are_those_of_one_call_on_every_instruction_set() {
    for (charset, text) in LEGACY {
        let text = text.repeat(1000);
        let bytes = encoded(charset, &text);
        for isa in Isa::available() {
            let there = AnyTranscoder::with_isa(isa, Charset::Utf8, charset);
            let there = drive(there, text.as_bytes().chunks(50_001), 20_000, false);
            assert!(there.bytes == bytes, "{charset}");
            let back = AnyTranscoder::with_isa(isa, charset, Charset::Utf8);
            let back = drive(back, bytes.chunks(50_001), 20_000, false);
            assert!(back.bytes == text.as_bytes(), "{charset}");
        }
    }
}

#[test]
fn a_stream_goes_on_to_another_target_and_leaves_alone_what_is_behind() {
    for (charset, text) in LEGACY {
        let bytes = encoded(charset, text);
        for cut in 0..=bytes.len() {
            let (one, two) = bytes.split_at(cut);
            let mut transcoder = AnyTranscoder::new(charset, Charset::Utf8);
            assert!(transcoder.is_initial_state());
            transcoder.set_preserve_tail(true);
            let (mut start, mut end) = (vec![0x5A; 8 * text.len()], vec![0x5A; 8 * text.len()]);
            let first = transcoder.transcode(one, &mut start).written;
            if !charset.is_stateful() {
                assert_eq!(transcoder.is_initial_state(), transcoder.pending() == 0);
            }
            transcoder.set_target(Charset::Utf16Be);
            let second = transcoder.transcode(two, &mut end).written;
            assert!(
                start[first..]
                    .iter()
                    .chain(&end[second..])
                    .all(|byte| *byte == 0x5A)
            );
            let units = end[..second]
                .chunks_exact(2)
                .map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
            let units: Vec<u16> = units.collect();
            let mut whole = String::from_utf8(start[..first].to_vec()).unwrap();
            whole += &String::from_utf16(&units).unwrap();
            assert_eq!(whole, text, "{charset} {cut}");
        }
    }
}
