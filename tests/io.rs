//! Readers and writers: the text, and each error in its place, whatever the pieces in which it goes in and out and
//! however the other end behaves.
#![cfg(feature = "std")]

#[path = "differential/mod.rs"]
mod differential;

use differential::*;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use utflane::io::{Reader, Writer};
use utflane::stream::StreamError;
use utflane::{Charset, Latin1, Utf8, Utf16Be, Utf16Le, Utf32Le};

/// What is there to be delivered: text, and where it is interrupted by what cannot be converted.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(Vec<u8>),
    Error(u64, Why),
}

/// Adds text, to the last piece if that is text.
fn add_text(pieces: &mut Vec<Piece>, text: &[u8]) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(last)) => last.extend_from_slice(text),
        _ => pieces.push(Piece::Text(text.to_vec())),
    }
}

/// The pieces of a strict conversion that goes on behind each error, by the standard library.
fn expected_pieces<S: Model, D: Model<Unit = u8>>(src: &[S::Unit]) -> Vec<Piece> {
    let (mut pieces, mut position) = (Vec::new(), 0);
    for item in S::items(src) {
        let mut units = Vec::new();
        let why = match item.meaning {
            Ok(character) if D::encode(character, &mut units) => None,
            Ok(character) => Some(Why::Unrepresentable(character)),
            Err(_) => Fault::first(&[item]).map(|fault| {
                let valid_up_to = position;
                Why::Malformed(Fault {
                    valid_up_to,
                    ..fault
                })
            }),
        };
        add_text(&mut pieces, &units);
        pieces.extend(why.map(|why| Piece::Error(position as u64, why)));
        position += item.units;
    }
    pieces
}

fn stream_error(error: &io::Error) -> StreamError {
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    *error.get_ref().unwrap().downcast_ref().unwrap()
}

fn error_piece(error: &io::Error) -> Piece {
    let error = stream_error(error);
    Piece::Error(error.position(), error.reason().into())
}

/// The other end: takes or gives a few bytes at a time, and now and then fails first.
struct Unsteady<T> {
    inner: T,
    random: Random,
    most: usize,
    failures: bool,
}

impl<T> Unsteady<T> {
    fn new(inner: T, seed: u64, most: usize, failures: bool) -> Self {
        Unsteady {
            inner,
            random: Random(seed),
            most,
            failures,
        }
    }

    fn amount(&mut self, len: usize) -> io::Result<usize> {
        match self.random.below(8) {
            0 => Err(ErrorKind::Interrupted.into()),
            1 if self.failures => Err(ErrorKind::WouldBlock.into()),
            _ => Ok(len.min(1 + self.random.below(self.most))),
        }
    }
}

impl Read for Unsteady<&[u8]> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let amount = self.amount(buf.len())?;
        self.inner.read(&mut buf[..amount])
    }
}

impl Write for Unsteady<Vec<u8>> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let amount = self.amount(buf.len())?;
        self.inner.write(&buf[..amount])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.amount(0).map(|_| ())
    }
}

/// An error that passes: the call is to be repeated.
fn passes(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}

/// All that a reader delivers, read in pieces of random lengths.
fn read_pieces(reader: &mut impl BufRead, random: &mut Random, most: usize) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut buf = vec![0; most + 1];
    loop {
        let len = 1 + random.below(most);
        let result = if random.below(2) == 0 {
            reader.read(&mut buf[..len])
        } else {
            reader
                .fill_buf()
                .map(|filled| {
                    let len = len.min(filled.len());
                    buf[..len].copy_from_slice(&filled[..len]);
                    len
                })
                .inspect(|&len| reader.consume(len))
        };
        match result {
            Ok(0) => return pieces,
            Ok(len) => add_text(&mut pieces, &buf[..len]),
            Err(error) if passes(&error) => {}
            Err(error) => pieces.push(error_piece(&error)),
        }
    }
}

/// A text of several scripts with some bytes spoilt, or none.
fn sample<S: Model<Unit = u8>>(random: &mut Random, characters: usize, faults: usize) -> Vec<u8> {
    let mut whole = String::new();
    while whole.len() < characters {
        whole += &text(
            SCRIPTS[random.below(SCRIPTS.len())],
            0,
            1 + random.below(90),
        );
    }
    let mut src = encoded::<S>(&whole);
    for _ in 0..faults {
        src = spoilt::<S>(&src, random.below(src.len()), random.below(13));
    }
    src
}

/// Calls a generic function for some pairs of encodings, with their values.
macro_rules! for_pairs {
    ($check:ident $arguments:tt) => {
        for_pairs!(@each $check $arguments Utf8 Utf8, Utf8 Utf16Le, Utf8 Latin1, Utf16Le Utf8, Utf16Be Utf8,
            Utf32Le Utf8, Latin1 Utf8, Utf16Be Utf16Le)
    };
    (@each $check:ident $arguments:tt $($source:ident $target:ident),*) => {
        $(for_pairs!(@one $check $arguments $source $target);)*
    };
    (@one $check:ident ($($argument:expr),*) $source:ident $target:ident) => {
        $check::<$source, $target>((Charset::$source, Charset::$target), $($argument),*)
    };
}

fn check_reader<S: Model<Unit = u8>, D: Model<Unit = u8>>(
    (source, target): (Charset, Charset),
    seed: u64,
    characters: usize,
    most: usize,
) {
    let mut random = Random(seed);
    for faults in [0, 1, 30] {
        let src = sample::<S>(&mut random, characters, faults);
        let src = &src[..src.len() - random.below(2)];
        let inner = Unsteady::new(src, seed, most, true);
        let mut reader = Reader::with_target(inner, source, target);
        let pieces = read_pieces(&mut reader, &mut random, most);
        assert!(
            pieces == expected_pieces::<S, D>(src),
            "{source} to {target}: {src:02X?}"
        );

        let inner = Unsteady::new(src, seed, most, true);
        let mut reader = Reader::with_target(inner, source, target).lossy();
        let mut expected = Vec::new();
        add_text(&mut expected, &Plan::lossy::<D>(&S::items(src)).units);
        let pieces = read_pieces(&mut reader, &mut random, most);
        assert!(pieces == expected, "lossy {source} to {target}: {src:02X?}");
    }
}

#[test]
fn readers_deliver_text_and_errors_in_their_places() {
    for seed in 0..20 {
        for_pairs!(check_reader(seed, 300, 7));
        for_pairs!(check_reader(seed, 300, 100));
    }
    // Longer than the buffers, with and without the buffer between.
    for_pairs!(check_reader(1, 200_000, 90_000));
    for_pairs!(check_reader(2, 200_000, 3_000));
}

#[test]
fn a_reader_of_nothing_is_at_its_end() {
    for source in Charset::ALL {
        let mut reader = Reader::new(io::empty(), source);
        assert_eq!(reader.read(&mut [0; 9]).unwrap(), 0);
        assert_eq!(reader.fill_buf().unwrap(), b"");
        assert_eq!(reader.source(), source);
        assert_eq!(reader.target(), Charset::Utf8);
    }
    let mut reader = Reader::new(&b"abc"[..], Charset::Utf8);
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    assert_eq!(reader.fill_buf().unwrap(), b"abc");
}

#[test]
fn a_reader_fills_strings() {
    let mut random = Random(4);
    for faults in [0, 3] {
        let src = sample::<Utf16Le>(&mut random, 150_000, faults);
        let expected = String::from_utf16_lossy(
            &src.as_chunks()
                .0
                .iter()
                .map(|&unit| u16::from_le_bytes(unit))
                .collect::<Vec<_>>(),
        );
        let inner = Unsteady::new(&src[..], 9, 70_000, false);
        let mut text = String::from("before ");
        let len = Reader::new(inner, Charset::Utf16Le)
            .lossy()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(len, expected.len());
        assert!(text.strip_prefix("before ") == Some(&expected));

        let mut lines = Vec::new();
        for line in Reader::new(&src[..], Charset::Utf16Le).lossy().lines() {
            lines.push(line.unwrap());
        }
        assert!(lines == expected.lines().collect::<Vec<_>>());
    }
}

#[test]
fn a_string_gets_what_comes_before_an_error() {
    let src = "é".repeat(50_000) + "!";
    let bytes = [src.as_bytes(), b"\xE2\x82", src.as_bytes()].concat();
    let mut reader = Reader::new(&bytes[..], Charset::Utf8);
    let mut text = String::new();
    let error = reader.read_to_string(&mut text).unwrap_err();
    assert!(text == src);
    let theirs = std::str::from_utf8(&bytes).unwrap_err();
    assert_eq!(stream_error(&error).position(), theirs.valid_up_to() as u64);
    assert_eq!(error.to_string(), theirs.to_string());
    text.clear();
    assert_eq!(reader.read_to_string(&mut text).unwrap(), src.len());
    assert!(text == src);
}

#[test]
fn a_string_takes_nothing_but_utf8() {
    let mut text = String::from("kept");
    let mut reader = Reader::with_target("é".as_bytes(), Charset::Utf8, Charset::Latin1);
    let error = reader.read_to_string(&mut text).unwrap_err();
    assert_eq!(
        (error.kind(), text.as_str()),
        (ErrorKind::InvalidData, "kept")
    );
    // Half a character was taken out before.
    let mut reader = Reader::new("é!".as_bytes(), Charset::Utf8);
    assert_eq!(reader.read(&mut [0]).unwrap(), 1);
    let error = reader.read_to_string(&mut text).unwrap_err();
    assert_eq!(
        (error.kind(), text.as_str()),
        (ErrorKind::InvalidData, "kept")
    );
}

#[test]
fn sniffing_finds_each_mark_and_leaves_other_text_alone() {
    for charset in Charset::ALL {
        for (seed, text) in ["", "a", "ab", "text"].into_iter().enumerate() {
            let mut file = charset.bom().to_vec();
            let converted = Reader::with_target(text.as_bytes(), Charset::Utf8, charset);
            file.extend(converted.bytes().map(Result::unwrap));
            for default in [Charset::Latin1, Charset::Utf16Be] {
                let expected = if charset.bom().is_empty() {
                    default
                } else {
                    charset
                };
                let inner = Unsteady::new(&file[..], seed as u64, 2, false);
                let mut reader = Reader::sniff(inner, default).unwrap();
                assert_eq!(reader.source(), expected);
                if expected == charset {
                    let mut got = String::new();
                    reader.read_to_string(&mut got).unwrap();
                    assert_eq!(got, text);
                }
            }
        }
    }
    // The position counts the mark.
    let mut reader = Reader::sniff(&b"\xEF\xBB\xBFab\xFF"[..], Charset::Utf8).unwrap();
    assert_eq!(reader.read(&mut [0; 9]).unwrap(), 2);
    assert_eq!(
        stream_error(&reader.read(&mut [0; 9]).unwrap_err()).position(),
        5
    );
}

/// Writes `src` in pieces of random lengths, with flushes between, repeating calls that fail.
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
                // The error is final, and what comes before it is out.
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
fn a_call_that_fails_takes_what_comes_before_the_error_and_no_more() {
    let mut writer = Writer::new(Vec::new(), Charset::Utf16Le);
    assert_eq!(writer.write(b"abc\xFFdef").unwrap(), 3);
    let error = stream_error(&writer.flush().unwrap_err());
    assert_eq!(error.position(), 3);
    assert_eq!(writer.get_ref(), b"a\0b\0c\0");
    assert_eq!(stream_error(&writer.finish().unwrap_err()), error);
    assert_eq!(writer.into_inner(), b"a\0b\0c\0");

    // The malformed sequence began in a call before.
    let mut writer = Writer::new(Vec::new(), Charset::Utf16Le);
    writer.write_all(b"a\xE2\x82").unwrap();
    writer.flush().unwrap();
    assert_eq!(writer.get_ref(), b"a\0");
    let error = stream_error(&writer.write(b"b").unwrap_err());
    assert_eq!(
        (error.position(), error.malformed().unwrap().error_len()),
        (1, Some(2))
    );
    assert_eq!(writer.into_inner(), b"a\0");
}

#[test]
fn a_text_that_ends_within_a_character() {
    let mut writer = Writer::new(Vec::new(), Charset::Utf8);
    writer.write_all(b"ab\xF0\x9F").unwrap();
    let error = stream_error(&writer.finish().unwrap_err());
    assert_eq!(
        (error.position(), error.malformed().unwrap().error_len()),
        (2, None)
    );
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

/// A sink that takes nothing is an error, not a loop.
#[test]
fn a_full_sink_is_an_error() {
    let mut room = [0; 3];
    let mut writer = Writer::new(&mut room[..], Charset::Utf8);
    writer.write_all(b"abcdef").unwrap();
    assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::WriteZero);
    drop(writer);
    assert_eq!(&room, b"abc");
}

/// The replacement at the end of a text does not fit behind what waits in the buffer, whose size is nobody's business:
/// all lengths around powers of two.
#[test]
fn the_last_replacement_finds_room() {
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

#[test]
fn an_error_while_sniffing_is_that_of_the_inner_reader() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::ConnectionReset.into())
        }
    }
    let error = Reader::sniff(b"a".chain(Broken), Charset::Utf8).err();
    assert_eq!(
        error.map(|error| error.kind()),
        Some(ErrorKind::ConnectionReset)
    );
}

#[test]
fn what_is_inside_can_be_changed() {
    let mut reader = Reader::new(&b"abc"[..], Charset::Latin1);
    assert_eq!(*reader.get_ref(), b"abc");
    *reader.get_mut() = b"x\xFFz";
    assert_eq!(reader.fill_buf().unwrap(), "xÿz".as_bytes());
    assert_eq!(reader.into_inner(), b"");

    let mut writer = Writer::with_source(Vec::new(), Charset::Latin1, Charset::Utf16Be);
    assert_eq!(writer.source(), Charset::Latin1);
    assert_eq!(writer.target(), Charset::Utf16Be);
    writer.get_mut().extend(b"mark");
    writer.write_all(b"\xFF").unwrap();
    writer.finish().unwrap();
    assert_eq!(writer.into_inner(), b"mark\0\xFF");
}

#[test]
fn debug_texts_tell_the_state_and_not_the_text() {
    let mut reader = Reader::new(&b"ab\xE2"[..], Charset::Utf8);
    assert_eq!(reader.read(&mut [0]).unwrap(), 1);
    let text = format!("{reader:?}");
    assert!(
        text.contains("source: Utf8") && text.contains("ready: 1"),
        "{text}"
    );
    let mut writer = Writer::new(io::sink(), Charset::Utf16Le);
    writer.write_all(b"a\xE2").unwrap();
    let text = format!("{writer:?}");
    assert!(
        text.contains("pending: 1") && text.contains("waiting: 2"),
        "{text}"
    );
    assert_eq!(
        (writer.source(), writer.target()),
        (Charset::Utf8, Charset::Utf16Le)
    );
}
