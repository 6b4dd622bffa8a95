//! The operations, the libraries, and the texts of the measurement.

use super::peer;
use encoding_rs::{DecoderResult, Encoding as Peer};
use std::cell::RefCell;
use std::hint::black_box;
use std::ops::RangeInclusive;
use utflane::{Charset, Isa, Pair, unit_bytes, unit_bytes_mut};

/// An operation on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    ToUtf16,
    ToUtf8,
    FromUtf16,
    FromUtf8,
    Validate,
    /// Counts the length in UTF-8.
    Length,
    /// Converts to UTF-8, row by row.
    RowsToUtf8,
    RowsFromUtf8,
}

impl Operation {
    pub(crate) const ALL: [Operation; 8] = [
        Operation::ToUtf16,
        Operation::ToUtf8,
        Operation::FromUtf16,
        Operation::FromUtf8,
        Operation::Validate,
        Operation::Length,
        Operation::RowsToUtf8,
        Operation::RowsFromUtf8,
    ];
}

/// A library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    Ours(Isa),
    EncodingRs,
    #[cfg(target_os = "linux")]
    Iconv,
}

impl Contender {
    pub(crate) fn all() -> Vec<Contender> {
        let mut all: Vec<_> = Isa::available().map(Contender::Ours).collect();
        all.push(Contender::EncodingRs);
        #[cfg(target_os = "linux")]
        all.push(Contender::Iconv);
        all
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Contender::Ours(isa) => isa.name(),
            Contender::EncodingRs => "encoding_rs",
            #[cfg(target_os = "linux")]
            Contender::Iconv => "iconv",
        }
    }
}

/// Bytes of a piece. Its conversion stays in the cache.
const PIECE: usize = 1 << 16;

/// Bytes of a row.
const ROW: RangeInclusive<usize> = 20..=60;

/// A text in a legacy encoding, in UTF-8 and in UTF-16.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) charset: Charset,
    peer: &'static Peer,
    pieces: Pieces,
    rows: Pieces,
    buffer: RefCell<Vec<u8>>,
    units: RefCell<Vec<u16>>,
}

/// Parts of a text, adjacent like the rows of a column, in three encodings.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    text: String,
    units: Vec<u16>,
    /// The end of each, in the three encodings.
    ends: Vec<[usize; 3]>,
}

/// One part in three encodings.
#[derive(Clone, Copy)]
struct Piece<'a> {
    bytes: &'a [u8],
    text: &'a str,
    units: &'a [u16],
}

impl Pieces {
    /// Adds a piece, without the characters that the encoding lacks.
    fn add(&mut self, peer: &'static Peer, text: &str, lens: RangeInclusive<usize>) {
        let mut encoder = peer.new_encoder();
        let mut bytes = Vec::with_capacity(4 * text.len() + 16);
        let mut rest = text;
        while !rest.is_empty() {
            let (_, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, false);
            rest = &rest[read..];
        }
        if !lens.contains(&bytes.len()) {
            return;
        }
        // Characters that decode to others (¥ of Shift_JIS) are not compared.
        let (text, _) = peer.decode_without_bom_handling(&bytes);
        self.bytes.extend_from_slice(&bytes);
        self.text.push_str(&text);
        self.units.extend(text.encode_utf16());
        self.ends
            .push([self.bytes.len(), self.text.len(), self.units.len()]);
    }

    fn iter(&self) -> impl Iterator<Item = Piece<'_>> {
        let starts = std::iter::once(&[0; 3]).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| Piece {
            bytes: &self.bytes[start[0]..end[0]],
            text: &self.text[start[1]..end[1]],
            units: &self.units[start[2]..end[2]],
        })
    }

    /// Returns the input length of an operation in bytes.
    fn len(&self, job: Operation) -> usize {
        match job {
            Operation::FromUtf16 => 2 * self.units.len(),
            Operation::FromUtf8 | Operation::RowsFromUtf8 => self.text.len(),
            _ => self.bytes.len(),
        }
    }
}

impl Text {
    pub(crate) fn new(name: &str, charset: Charset, text: &str) -> Text {
        let peer = peer(charset);
        let (mut pieces, mut rows) = (Pieces::default(), Pieces::default());
        let mut rest = text;
        while !rest.is_empty() {
            let mut len = rest.len().min(PIECE);
            while !rest.is_char_boundary(len) {
                len -= 1;
            }
            let (piece, after) = rest.split_at(len);
            pieces.add(peer, piece, 0..=usize::MAX);
            rest = after;
        }
        text.lines().for_each(|line| rows.add(peer, line, ROW));
        Text {
            name: name.into(),
            charset,
            peer,
            pieces,
            rows,
            buffer: RefCell::new(vec![0; 4 * PIECE]),
            units: RefCell::new(vec![0; 2 * PIECE]),
        }
    }

    fn pieces(&self, job: Operation) -> &Pieces {
        match job {
            Operation::RowsToUtf8 | Operation::RowsFromUtf8 => &self.rows,
            _ => &self.pieces,
        }
    }

    /// Returns the input length of an operation in bytes.
    pub(crate) fn len(&self, job: Operation) -> usize {
        self.pieces(job).len(job)
    }

    /// Runs an operation on the whole text. Returns the units written, or `None` if the library
    /// does not support it, or the text has no rows.
    pub(crate) fn run(&self, job: Operation, contender: Contender) -> Option<usize> {
        let (mut buffer, mut units) = (self.buffer.borrow_mut(), self.units.borrow_mut());
        let mut written = None;
        for piece in self.pieces(job).iter() {
            *written.get_or_insert(0) += black_box(run(
                (self.charset, self.peer),
                job,
                contender,
                black_box(piece),
                &mut buffer,
                &mut units,
            )?);
        }
        written
    }

    /// Compares the results.
    pub(crate) fn check(&self, job: Operation, contenders: &[Contender]) {
        let (mut buffer, mut units) = (self.buffer.borrow_mut(), self.units.borrow_mut());
        for &contender in contenders {
            for piece in self.pieces(job).iter() {
                let written = run(
                    (self.charset, self.peer),
                    job,
                    contender,
                    piece,
                    &mut buffer,
                    &mut units,
                );
                let Some(written) = written else { continue };
                let is_right = match job {
                    // iconv has tables of its own.
                    _ if matches!(contender.name(), "iconv") => true,
                    Operation::ToUtf16 => units[..written] == *piece.units,
                    Operation::ToUtf8 | Operation::RowsToUtf8 => {
                        buffer[..written] == *piece.text.as_bytes()
                    }
                    Operation::FromUtf16 | Operation::FromUtf8 | Operation::RowsFromUtf8 => {
                        let (text, _) = self.peer.decode_without_bom_handling(&buffer[..written]);
                        text == piece.text
                    }
                    Operation::Validate => written == 0,
                    Operation::Length => written == piece.text.len(),
                };
                assert!(
                    is_right,
                    "{} {} {job:?} {}",
                    self.name,
                    self.charset,
                    contender.name()
                );
            }
        }
    }
}

fn run(
    (charset, peer): (Charset, &'static Peer),
    job: Operation,
    contender: Contender,
    piece: Piece,
    buffer: &mut [u8],
    units: &mut [u16],
) -> Option<usize> {
    match contender {
        Contender::Ours(isa) => Some(ours(charset, job, isa, piece, buffer, units)),
        Contender::EncodingRs => Some(theirs(peer, job, piece, buffer, units)),
        #[cfg(target_os = "linux")]
        Contender::Iconv => by_iconv(charset, job, piece, buffer),
    }
}

fn ours(
    charset: Charset,
    job: Operation,
    isa: Isa,
    piece: Piece,
    buffer: &mut [u8],
    units: &mut [u16],
) -> usize {
    let pair = |from, to| Pair::new(from, to).expect("a pair").with_isa(isa);
    let written = match job {
        Operation::ToUtf16 => {
            pair(charset, Charset::Utf16).transcode(piece.bytes, unit_bytes_mut(units))
        }
        Operation::ToUtf8 | Operation::RowsToUtf8 => {
            pair(charset, Charset::Utf8).transcode(piece.bytes, buffer)
        }
        Operation::FromUtf16 => {
            pair(Charset::Utf16, charset).transcode(unit_bytes(piece.units), buffer)
        }
        Operation::FromUtf8 | Operation::RowsFromUtf8 => {
            pair(Charset::Utf8, charset).transcode(piece.text.as_bytes(), buffer)
        }
        Operation::Validate => {
            return usize::from(isa.validate_charset(charset, piece.bytes).is_err());
        }
        Operation::Length => return pair(charset, Charset::Utf8).transcoded_len(piece.bytes),
    };
    written.expect("well-formed text")
}

fn theirs(
    peer: &'static Peer,
    job: Operation,
    piece: Piece,
    buffer: &mut [u8],
    units: &mut [u16],
) -> usize {
    match job {
        // It has no function that only validates.
        Operation::ToUtf16 | Operation::Validate => {
            let mut decoder = peer.new_decoder_without_bom_handling();
            let (result, _, written) =
                decoder.decode_to_utf16_without_replacement(piece.bytes, units, true);
            assert_eq!(result, DecoderResult::InputEmpty);
            if job == Operation::Validate {
                0
            } else {
                written
            }
        }
        Operation::ToUtf8 | Operation::RowsToUtf8 | Operation::Length => {
            let mut decoder = peer.new_decoder_without_bom_handling();
            let (result, _, written) =
                decoder.decode_to_utf8_without_replacement(piece.bytes, buffer, true);
            assert_eq!(result, DecoderResult::InputEmpty);
            written
        }
        Operation::FromUtf16 => {
            let mut encoder = peer.new_encoder();
            encoder
                .encode_from_utf16_without_replacement(piece.units, buffer, true)
                .2
        }
        Operation::FromUtf8 | Operation::RowsFromUtf8 => {
            let mut encoder = peer.new_encoder();
            encoder
                .encode_from_utf8_without_replacement(piece.text, buffer, true)
                .2
        }
    }
}

#[cfg(target_os = "linux")]
fn by_iconv(charset: Charset, job: Operation, piece: Piece, buffer: &mut [u8]) -> Option<usize> {
    let name = match charset {
        Charset::ShiftJis => "CP932",
        Charset::EucKr => "CP949",
        charset => charset.name(),
    };
    match job {
        Operation::ToUtf16 => super::iconv::convert(name, "UTF-16LE", piece.bytes, buffer),
        Operation::ToUtf8 => super::iconv::convert(name, "UTF-8", piece.bytes, buffer),
        Operation::FromUtf16 => {
            super::iconv::convert("UTF-16LE", name, unit_bytes(piece.units), buffer)
        }
        Operation::FromUtf8 => super::iconv::convert("UTF-8", name, piece.text.as_bytes(), buffer),
        _ => None,
    }
}
