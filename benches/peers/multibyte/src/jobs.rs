//! What is measured, of whom, on which text.

use crate::peer;
use encoding_rs::{DecoderResult, Encoding as Peer};
use std::cell::RefCell;
use std::hint::black_box;
use std::ops::RangeInclusive;
use utflane::{Charset, Isa, Pair, unit_bytes, unit_bytes_mut};

/// What becomes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    ToUtf16,
    ToUtf8,
    FromUtf16,
    FromUtf8,
    Validate,
    /// The length in UTF-8.
    Length,
    /// To UTF-8, row by row.
    RowsToUtf8,
    RowsFromUtf8,
}

impl Job {
    pub(crate) const ALL: [Job; 8] = [
        Job::ToUtf16,
        Job::ToUtf8,
        Job::FromUtf16,
        Job::FromUtf8,
        Job::Validate,
        Job::Length,
        Job::RowsToUtf8,
        Job::RowsFromUtf8,
    ];
}

/// Who does it.
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

/// Bytes of a piece, whose conversion stays in the cache.
const PIECE: usize = 1 << 16;

/// Bytes of a row.
const ROW: RangeInclusive<usize> = 20..=60;

/// A text in an encoding, in UTF-8 and in UTF-16.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) charset: Charset,
    peer: &'static Peer,
    pieces: Pieces,
    rows: Pieces,
    room: RefCell<Vec<u8>>,
    units: RefCell<Vec<u16>>,
}

/// Parts of a text, one after the other as the rows of a column are, that are the same characters.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    text: String,
    units: Vec<u16>,
    /// Where each ends.
    ends: Vec<[usize; 3]>,
}

/// One of them.
#[derive(Clone, Copy)]
struct Piece<'a> {
    bytes: &'a [u8],
    text: &'a str,
    units: &'a [u16],
}

impl Pieces {
    /// Adds a piece, without the characters that the encoding does not have.
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
        // What is not read as it was written (¥ of Shift_JIS) is not compared.
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

    /// The bytes of input of a job.
    fn len(&self, job: Job) -> usize {
        match job {
            Job::FromUtf16 => 2 * self.units.len(),
            Job::FromUtf8 | Job::RowsFromUtf8 => self.text.len(),
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
            room: RefCell::new(vec![0; 4 * PIECE]),
            units: RefCell::new(vec![0; 2 * PIECE]),
        }
    }

    fn pieces(&self, job: Job) -> &Pieces {
        match job {
            Job::RowsToUtf8 | Job::RowsFromUtf8 => &self.rows,
            _ => &self.pieces,
        }
    }

    /// Bytes of input of a job.
    pub(crate) fn len(&self, job: Job) -> usize {
        self.pieces(job).len(job)
    }

    /// Does a job with the whole text; returns the units written, `None` if the contender does not
    /// do it.
    pub(crate) fn run(&self, job: Job, contender: Contender) -> Option<usize> {
        let (mut room, mut units) = (self.room.borrow_mut(), self.units.borrow_mut());
        let mut written = 0;
        for piece in self.pieces(job).iter() {
            written += black_box(run(
                (self.charset, self.peer),
                job,
                contender,
                black_box(piece),
                &mut room,
                &mut units,
            )?);
        }
        Some(written)
    }

    /// Compares the answers.
    pub(crate) fn check(&self, job: Job, contenders: &[Contender]) {
        let (mut room, mut units) = (self.room.borrow_mut(), self.units.borrow_mut());
        for &contender in contenders {
            for piece in self.pieces(job).iter() {
                let written = run(
                    (self.charset, self.peer),
                    job,
                    contender,
                    piece,
                    &mut room,
                    &mut units,
                );
                let Some(written) = written else { continue };
                let is_right = match job {
                    // iconv has tables of its own.
                    _ if matches!(contender.name(), "iconv") => true,
                    Job::ToUtf16 => units[..written] == *piece.units,
                    Job::ToUtf8 | Job::RowsToUtf8 => room[..written] == *piece.text.as_bytes(),
                    Job::FromUtf16 | Job::FromUtf8 | Job::RowsFromUtf8 => {
                        let (text, _) = self.peer.decode_without_bom_handling(&room[..written]);
                        text == piece.text
                    }
                    Job::Validate => written == 0,
                    Job::Length => written == piece.text.len(),
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
    job: Job,
    contender: Contender,
    piece: Piece,
    room: &mut [u8],
    units: &mut [u16],
) -> Option<usize> {
    match contender {
        Contender::Ours(isa) => Some(ours(charset, job, isa, piece, room, units)),
        Contender::EncodingRs => Some(theirs(peer, job, piece, room, units)),
        #[cfg(target_os = "linux")]
        Contender::Iconv => by_iconv(charset, job, piece, room),
    }
}

fn ours(
    charset: Charset,
    job: Job,
    isa: Isa,
    piece: Piece,
    room: &mut [u8],
    units: &mut [u16],
) -> usize {
    let pair = |from, to| Pair::new(from, to).expect("a pair");
    let written = match job {
        Job::ToUtf16 => {
            pair(charset, Charset::Utf16).transcode(isa, piece.bytes, unit_bytes_mut(units))
        }
        Job::ToUtf8 | Job::RowsToUtf8 => {
            pair(charset, Charset::Utf8).transcode(isa, piece.bytes, room)
        }
        Job::FromUtf16 => {
            pair(Charset::Utf16, charset).transcode(isa, unit_bytes(piece.units), room)
        }
        Job::FromUtf8 | Job::RowsFromUtf8 => {
            pair(Charset::Utf8, charset).transcode(isa, piece.text.as_bytes(), room)
        }
        Job::Validate => return usize::from(charset.validate(isa, piece.bytes).is_err()),
        Job::Length => return pair(charset, Charset::Utf8).transcoded_len(isa, piece.bytes),
    };
    written.expect("well-formed text")
}

fn theirs(
    peer: &'static Peer,
    job: Job,
    piece: Piece,
    room: &mut [u8],
    units: &mut [u16],
) -> usize {
    match job {
        // There is nothing that only looks.
        Job::ToUtf16 | Job::Validate => {
            let mut decoder = peer.new_decoder_without_bom_handling();
            let (result, _, written) =
                decoder.decode_to_utf16_without_replacement(piece.bytes, units, true);
            assert_eq!(result, DecoderResult::InputEmpty);
            if job == Job::Validate { 0 } else { written }
        }
        Job::ToUtf8 | Job::RowsToUtf8 | Job::Length => {
            let mut decoder = peer.new_decoder_without_bom_handling();
            let (result, _, written) =
                decoder.decode_to_utf8_without_replacement(piece.bytes, room, true);
            assert_eq!(result, DecoderResult::InputEmpty);
            written
        }
        Job::FromUtf16 => {
            let mut encoder = peer.new_encoder();
            encoder
                .encode_from_utf16_without_replacement(piece.units, room, true)
                .2
        }
        Job::FromUtf8 | Job::RowsFromUtf8 => {
            let mut encoder = peer.new_encoder();
            encoder
                .encode_from_utf8_without_replacement(piece.text, room, true)
                .2
        }
    }
}

#[cfg(target_os = "linux")]
fn by_iconv(charset: Charset, job: Job, piece: Piece, room: &mut [u8]) -> Option<usize> {
    let name = match charset {
        Charset::ShiftJis => "CP932",
        Charset::EucKr => "CP949",
        charset => charset.name(),
    };
    match job {
        Job::ToUtf16 => crate::iconv::convert(name, "UTF-16LE", piece.bytes, room),
        Job::ToUtf8 => crate::iconv::convert(name, "UTF-8", piece.bytes, room),
        Job::FromUtf16 => crate::iconv::convert("UTF-16LE", name, unit_bytes(piece.units), room),
        Job::FromUtf8 => crate::iconv::convert("UTF-8", name, piece.text.as_bytes(), room),
        _ => None,
    }
}
