//! Checks readers and writers: the text and the position of each error are the same for input and
//! output pieces of any length, and even if the inner reader or writer fails at times.
#![cfg(all(feature = "std", feature = "full"))]

use std::io::{self, BufRead, ErrorKind, Read, Write};
use utflane::Charset;
use utflane::io::{Reader, Writer};
use utflane::stream::StreamError;
use utflane_test_support::oracle::*;

/// A part of the expected output: text, or an error that interrupts it.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(Vec<u8>),
    Error(u64, Why),
}

/// Appends text, to the last piece if that is text.
fn add_text(pieces: &mut Vec<Piece>, text: &[u8]) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(last)) => last.extend_from_slice(text),
        _ => pieces.push(Piece::Text(text.to_vec())),
    }
}

/// Returns the expected pieces of a strict conversion that continues after each error, by the
/// standard library.
fn expected_pieces<S: Model, D: Model<Unit = u8>>(src: &[S::Unit]) -> Vec<Piece> {
    let (units, stops) = resumed::<D>(&S::items(src));
    let (mut pieces, mut written) = (Vec::new(), 0);
    for stop in stops {
        add_text(&mut pieces, &units[written..stop.written]);
        pieces.push(Piece::Error(stop.position as u64, stop.why));
        written = stop.written;
    }
    add_text(&mut pieces, &units[written..]);
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

/// An inner reader or writer that transfers a few bytes at a time and sometimes fails first.
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

/// Returns whether an error is temporary, so that the call must be repeated.
fn passes(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock)
}

/// Returns a text of several scripts with `faults` changed bytes.
fn sample<S: Model<Unit = u8>>(random: &mut Random, characters: usize, faults: usize) -> Vec<u8> {
    let whole = random.text_of(characters, 91);
    spoilt_by_chance::<S>(encoded::<S>(&whole), random, faults)
}

/// Calls a generic function for some pairs of encodings, as types and as values.
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

mod decide;
// After the macro that these modules use.
mod lines;
mod per_line;
mod reader;
mod rows;
mod writer;

#[test]
fn what_is_inside_can_be_seen_and_taken_out() {
    let mut reader = Reader::new(&b"x\xFFz"[..], Charset::Latin1);
    assert_eq!(*reader.get_ref(), b"x\xFFz");
    assert_eq!(reader.fill_buf().unwrap(), "xÿz".as_bytes());
    assert_eq!(reader.into_inner(), b"");

    let mut writer = Writer::with_source(Vec::new(), Charset::Latin1, Charset::Utf16Be);
    writer.write_all(b"\xFF").unwrap();
    assert!(writer.get_ref().is_empty());
    writer.finish().unwrap();
    assert_eq!(writer.get_ref(), b"\0\xFF");
    assert_eq!(writer.into_inner(), b"\0\xFF");
}

#[test]
fn debug_texts_tell_the_state_and_not_the_text() {
    let mut reader = Reader::new(&b"ab\xE2"[..], Charset::Utf8);
    assert_eq!(reader.read(&mut [0]).unwrap(), 1);
    let text = format!("{reader:?}");
    assert!(
        text.len() < 500 && text.contains("source: Utf8") && text.contains("ready: 1..2"),
        "{text}"
    );
    let mut writer = Writer::new(io::sink(), Charset::Utf16Le);
    writer.write_all(b"a\xE2").unwrap();
    let text = format!("{writer:?}");
    assert!(
        text.contains("pending: 1") && text.contains("waiting: 0..2"),
        "{text}"
    );
    assert!(text.contains("target: Utf16Le"), "{text}");
    assert!(text.len() < 500, "{text}");
}
