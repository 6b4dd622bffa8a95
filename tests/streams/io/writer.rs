//! Checks the output and the errors of writers. A random test compares them with the oracle.

use super::*;
use utflane::{DecodeError, Latin1, Reason, Utf8, Utf16Be, Utf16Le, Utf32Le};

fn malformed(error: &StreamError) -> DecodeError {
    match error.reason() {
        Reason::Malformed(error) => error,
        reason => panic!("{reason:?}"),
    }
}

/// Writes `src` in pieces of random lengths, with flushes between them, and repeats calls that
/// fail.
fn write_pieces<W: Write>(
    writer: &mut Writer<W>,
    src: &[u8],
    random: &mut Random,
    most: usize,
) -> io::Result<()> {
    let mut taken = 0;
    while taken < src.len() {
        let len = random.below(most + 1).min(src.len() - taken);
        let result = match random.below(9) {
            0 => writer.flush().map(|()| 0),
            _ => writer.write(&src[taken..taken + len]),
        };
        match result {
            Ok(len) => taken += len,
            Err(error) if passes(&error) => {}
            Err(error) => return Err(error),
        }
    }
    finish(writer)
}

fn finish<W: Write>(writer: &mut Writer<W>) -> io::Result<()> {
    loop {
        match writer.finish() {
            Err(error) if passes(&error) => {}
            result => return result,
        }
    }
}

fn check_writer<S: Model<Unit = u8>, D: Model<Unit = u8>>(
    (source, target): (Charset, Charset),
    seed: u64,
    characters: usize,
    most: usize,
) {
    let mut random = Random(seed);
    for faults in [0, 1, 30] {
        let src = sample::<S>(&mut random, characters, faults);
        let src = &src[..src.len() - random.below(2)];
        let items = S::items(src);
        for lossy in [false, true] {
            let mut writer =
                Writer::with_source(Unsteady::new(Vec::new(), seed, most, true), source, target);
            if lossy {
                writer = writer.lossy();
            }
            let plan = if lossy {
                Plan::lossy::<D>(&items)
            } else {
                Plan::strict::<D>(&items)
            };
            let result = write_pieces(&mut writer, src, &mut random, most);
            let stop = plan.at(usize::MAX);
            let expected = stop
                .stop
                .map(|(_, why)| Piece::Error(stop.read as u64, why));
            let what = format!("{source} to {target}, lossy {lossy}: {src:02X?}");
            assert_eq!(result.as_ref().err().map(error_piece), expected, "{what}");
            if let Err(error) = result {
                // The error is final, and the text before it has been written.
                let again = loop {
                    match writer.write(b"more").unwrap_err() {
                        error if passes(&error) => {}
                        error => break error,
                    }
                };
                assert_eq!(stream_error(&again), stream_error(&error));
            } else {
                finish(&mut writer).unwrap();
            }
            assert!(writer.get_ref().inner == plan.units, "{what}");
        }
    }
}

#[test]
fn writers_neither_lose_nor_invent() {
    for seed in 0..20 {
        for_pairs!(check_writer(seed, 300, 7));
        for_pairs!(check_writer(seed, 300, 100));
    }
    for_pairs!(check_writer(1, 200_000, 90_000));
    for_pairs!(check_writer(2, 200_000, 3_000));
}

#[test]
fn a_failed_write_accepts_the_bytes_before_the_error() {
    let mut writer = Writer::new(Vec::new(), Charset::Utf16Le);
    assert_eq!(writer.write(b"abc\xFFdef").unwrap(), 3);
    let error = stream_error(&writer.flush().unwrap_err());
    assert_eq!(error.position(), 3);
    assert_eq!(writer.get_ref(), b"a\0b\0c\0");
    assert_eq!(stream_error(&writer.finish().unwrap_err()), error);
    assert_eq!(writer.into_inner(), b"a\0b\0c\0");

    // The malformed sequence began in an earlier call.
    let mut writer = Writer::new(Vec::new(), Charset::Utf16Le);
    writer.write_all(b"a\xE2\x82").unwrap();
    writer.flush().unwrap();
    assert_eq!(writer.get_ref(), b"a\0");
    let error = stream_error(&writer.write(b"b").unwrap_err());
    assert_eq!(
        (error.position(), malformed(&error).error_len()),
        (1, Some(2))
    );
    assert_eq!(writer.into_inner(), b"a\0");
}

/// The returned count starts at the call, not at the start of a character that an earlier call
/// began.
#[test]
fn a_character_of_two_calls_before_an_error() {
    let text = "é€😀".as_bytes();
    for (start, end) in [(0, 2), (2, 5), (5, 9)] {
        for cut in start + 1..end {
            let mut writer = Writer::new(Vec::new(), Charset::Utf16Le);
            writer.write_all(&text[..cut]).unwrap();
            let rest = [&text[cut..end], b"a\xFF!"].concat();
            assert_eq!(writer.write(&rest).unwrap(), end - cut + 1, "{cut}");
            let error = stream_error(&writer.write(b"b").unwrap_err());
            assert_eq!(error.position(), end as u64 + 1);
            let written = String::from_utf8(text[..end].to_vec()).unwrap() + "a";
            let units = written.encode_utf16().flat_map(u16::to_le_bytes);
            assert_eq!(writer.into_inner(), units.collect::<Vec<u8>>());
        }
    }
}

#[test]
fn a_text_that_ends_within_a_character() {
    let mut writer = Writer::new(Vec::new(), Charset::Utf8);
    writer.write_all(b"ab\xF0\x9F").unwrap();
    let error = stream_error(&writer.finish().unwrap_err());
    assert_eq!((error.position(), malformed(&error).error_len()), (2, None));
    assert_eq!(writer.into_inner(), b"ab");

    let mut writer = Writer::new(Vec::new(), Charset::Utf8).lossy();
    writer.write_all(b"ab\xF0\x9F").unwrap();
    writer.finish().unwrap();
    writer.finish().unwrap();
    assert_eq!(writer.replacements(), 1);
    assert_eq!(writer.into_inner(), "ab\u{FFFD}".as_bytes());
}

#[test]
fn a_writer_that_is_dropped_writes_out_what_it_has() {
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out, Charset::Latin1);
    writer.write_all("é".as_bytes()).unwrap();
    drop(writer);
    assert_eq!(out, b"\xE9");

    let mut writer = Writer::new(Vec::new(), Charset::Latin1);
    writer.write_all("é".as_bytes()).unwrap();
    assert_eq!(writer.get_ref(), b"");
    assert_eq!(writer.into_inner(), b"\xE9");
}

/// A sink that accepts no bytes causes an error, not an endless loop.
#[test]
fn a_full_sink_is_an_error() {
    let mut buffer = [0; 3];
    let mut writer = Writer::new(&mut buffer[..], Charset::Utf8);
    writer.write_all(b"abcdef").unwrap();
    assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::WriteZero);
    drop(writer);
    assert_eq!(&buffer, b"abc");
}

/// The final replacement character does not fit in the buffer after the pending text. The buffer's
/// size is internal, so the test uses all lengths around powers of two.
#[test]
fn the_last_replacement_fits_after_a_full_buffer() {
    for len in (10..18).flat_map(|power| (1 << power) - 4..(1 << power) + 2) {
        let mut writer = Writer::with_source(Vec::new(), Charset::Utf8, Charset::Utf8).lossy();
        let text = "a".repeat(len) + "€";
        writer.write_all(&text.as_bytes()[..len + 2]).unwrap();
        writer.finish().unwrap();
        assert_eq!(writer.replacements(), 1);
        let expected = "a".repeat(len) + "\u{fffd}";
        assert!(writer.into_inner() == expected.as_bytes(), "{len}");
    }
}

/// A call accepts all bytes before an error, even if the error position counts units of several
/// bytes.
#[test]
fn accepted_length_counts_bytes() {
    let units = [0x61u16, 0x62, 0xDC00, 0x63];
    let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
    for before in [0, 2] {
        let mut writer = Writer::with_source(Vec::new(), Charset::Utf16, Charset::Utf8);
        writer.write_all(&bytes[..before]).unwrap();
        assert_eq!(writer.write(&bytes[before..]).unwrap(), 4 - before);
        let error = writer.write(&bytes[4..]).unwrap_err();
        assert_eq!(stream_error(&error).position(), 2);
        assert_eq!(writer.into_inner(), b"ab");
    }
}

#[test]
fn replacements_of_a_writer_are_recorded() {
    let text = "a€b\u{10FFFF}".as_bytes();
    for most in [1, 2, 100] {
        let mut writer = Writer::new(Vec::new(), Charset::Latin1)
            .lossy()
            .record_replacements();
        let mut replaced = Vec::new();
        for piece in [text, b"\xE2"].concat().chunks(most) {
            writer.write_all(piece).unwrap();
            replaced.extend(writer.take_replacements());
        }
        writer.finish().unwrap();
        replaced.extend(writer.take_replacements());
        let places = replaced
            .iter()
            .map(|error| (error.position(), error.skip()));
        assert_eq!(places.collect::<Vec<_>>(), [(1, 3), (5, 4), (9, 1)]);
        assert_eq!(writer.into_inner(), b"a?b??");
    }
}
