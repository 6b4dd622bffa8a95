//! Every cut of a text and every length of output, against the whole.

use super::*;
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Isa, Reason};

/// What a stream has said: its output, and the positions and lengths of what was replaced.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    bytes: Vec<u8>,
    stops: Vec<(u64, Reason)>,
    replacements: u64,
}

/// Drives a transcoder over chunks, with `room` bytes of output at a time.
fn drive<'a>(
    mut transcoder: AnyTranscoder,
    chunks: impl IntoIterator<Item = &'a [u8]>,
    room: usize,
    lossy: bool,
) -> Answer {
    let (mut bytes, mut stops) = (Vec::new(), Vec::new());
    let mut out = vec![0; room.max(12)];
    // Where the next character needs more room, it gets all there is.
    let mut size = room;
    for mut chunk in chunks {
        loop {
            // A clone goes on as the original does.
            transcoder = transcoder.clone();
            let step = match lossy {
                true => transcoder.transcode_lossy(chunk, &mut out[..size]),
                false => transcoder.transcode(chunk, &mut out[..size]),
            };
            assert!(step.written <= size);
            bytes.extend_from_slice(&out[..step.written]);
            chunk = &chunk[step.read..];
            size = room;
            match step.status {
                Status::InputEmpty => break,
                Status::OutputFull if step.written == 0 => size = out.len(),
                Status::OutputFull => {}
                Status::Stopped(error) => stops.push((error.position(), error.reason())),
            }
        }
    }
    loop {
        let step = match lossy {
            true => transcoder.finish_lossy(&mut out[..size]),
            false => transcoder.finish_into(&mut out[..size]),
        };
        bytes.extend_from_slice(&out[..step.written]);
        size = out.len();
        match step.status {
            Status::InputEmpty => break,
            Status::OutputFull => {}
            Status::Stopped(error) => stops.push((error.position(), error.reason())),
        }
    }
    let replacements = transcoder.replacements();
    Answer {
        bytes,
        stops,
        replacements,
    }
}

fn whole(from: Charset, to: Charset, bytes: &[u8], lossy: bool) -> Answer {
    drive(AnyTranscoder::new(from, to), [bytes], 1 << 20, lossy)
}

/// The positions and lengths of malformed sequences; an incomplete one goes on to the end.
fn faults(answer: &Answer, end: usize) -> Vec<(u64, usize)> {
    let faults = answer.stops.iter().map(|(position, reason)| {
        let Reason::Malformed(error) = reason else {
            panic!("{reason:?}");
        };
        assert_eq!(error.valid_up_to() as u64, *position);
        let len = error.error_len().unwrap_or(end - error.valid_up_to());
        (*position, len)
    });
    faults.collect()
}

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
            bytes.truncate(bytes.len() - random.next(3));
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
            // By way of UTF-8 it is the same, but that what is malformed was replaced before.
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
fn errors_say_where_and_what() {
    let said = |charset: Charset, bytes: &[u8]| {
        let answer = whole(charset, Charset::Utf8, bytes, false);
        let said = answer.stops.iter().map(|(_, reason)| match reason {
            Reason::Malformed(error) => format!("{:?}: {error}", error.kind()),
            other => format!("{other:?}"),
        });
        said.collect::<Vec<_>>().join("; ")
    };
    for (charset, bytes, expected) in [
        (
            Charset::ShiftJis,
            &b"ab\xFF"[..],
            "InvalidByte: invalid shift_jis sequence of 1 bytes from index 2",
        ),
        (
            Charset::EucJp,
            b"\xA4\xA2\x8F\xA1",
            "Incomplete: incomplete euc-jp byte sequence from index 2",
        ),
        (
            Charset::Gbk,
            b"\x81 x",
            "MissingContinuation: invalid gbk sequence of 1 bytes from index 0",
        ),
        (
            Charset::EucKr,
            b"x\xFE\xFE",
            "Unassigned: invalid euc-kr sequence of 2 bytes from index 1",
        ),
        (
            Charset::Iso2022Jp,
            b"\x1B(",
            "MissingContinuation: invalid iso-2022-jp sequence of 1 bytes from index 0",
        ),
        (
            Charset::Iso2022Jp,
            b"\x1B(J\x1B(B",
            "Unassigned: invalid iso-2022-jp sequence of 3 bytes from index 3",
        ),
    ] {
        assert_eq!(said(charset, bytes), expected);
    }
    let stop = whole(Charset::Big5, Charset::Latin1, b"x\x88\x62y", false).stops;
    // Two code points, of which ISO-8859-1 has the first.
    assert_eq!(stop, [(1, Reason::Unrepresentable('\u{304}'.into()))]);
    let stop = whole(
        Charset::Utf16Be,
        Charset::EucKr,
        b"\0x\xD8\x3D\xDE\0\0\xE9",
        false,
    )
    .stops;
    let expected = [(2, '\u{1F600}'), (6, 'é')];
    assert_eq!(
        stop,
        expected.map(|(at, c)| (at, Reason::Unrepresentable(c.into())))
    );
}

#[test]
fn a_transcoder_begins_anew_after_the_end() {
    let mut transcoder = AnyTranscoder::new(Charset::Utf8, Charset::Iso2022Jp);
    let mut out = [0; 16];
    for _ in 0..2 {
        let step = transcoder.transcode("あ".as_bytes(), &mut out);
        assert_eq!(&out[..step.written], b"\x1B$B$\"");
        assert_eq!(
            transcoder.finish().unwrap_err().reason(),
            Reason::OutputFull
        );
        assert_eq!(transcoder.finish_into(&mut out).written, 3);
        assert_eq!(&out[..3], b"\x1B(B");
        assert_eq!(transcoder.finish(), Ok(()));
    }
    let mut transcoder = AnyTranscoder::new(Charset::Iso2022Jp, Charset::Utf8);
    for _ in 0..2 {
        let step = transcoder.transcode(b"\x24\x22\x1B$B$\"", &mut out);
        assert_eq!(&out[..step.written], "$\"あ".as_bytes());
        assert_eq!(transcoder.finish(), Ok(()));
    }
}
