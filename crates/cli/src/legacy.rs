//! Text in legacy multi-byte encodings.
//!
//! Character boundaries depend on the preceding text, back to the start of the line at least. So
//! such text is converted to UTF-8 to be shown and counted.

use std::ops::Range;

use utflane::Charset;
use utflane::stream::{AnyTranscoder, Status, StreamError};

use crate::fault::Fault;
use crate::input::Input;
use crate::position::Position;

/// Size of the UTF-8 buffer of one step in bytes.
const CAPACITY: usize = 64 << 10;

/// Reads a text in a legacy multi-byte encoding from its beginning.
pub(crate) struct LegacyText {
    transcoder: AnyTranscoder,
    utf8: Box<[u8]>,
    /// The size of a code unit in bytes.
    unit: usize,
    /// Whether the text may contain NUL characters in base64.
    has_base64: bool,
    /// Offset of the next bytes for the transcoder.
    offset: u64,
    /// The end of the parts returned so far.
    position: Position,
    /// The malformed sequence at `position`, if there is one.
    error: Option<StreamError>,
    at_end: bool,
}

/// The next part of a text.
pub(crate) enum Part<'a> {
    /// Well-formed text in UTF-8, perhaps empty, and its position in the input. A NUL character is
    /// at the start of a part.
    Text(&'a str, Range<Position>),
    /// A malformed sequence, and the offsets of its bytes.
    Malformed(Fault, Range<u64>),
    End,
}

impl LegacyText {
    pub(crate) fn new(charset: Charset) -> LegacyText {
        LegacyText::starting_at(Position::START, charset)
    }

    /// Starts after a byte order mark, which ends at `position`.
    pub(crate) fn starting_at(position: Position, charset: Charset) -> LegacyText {
        let offset = position.offset;
        LegacyText {
            transcoder: AnyTranscoder::new(charset, Charset::Utf8).starting_at(offset),
            utf8: vec![0; CAPACITY].into_boxed_slice(),
            unit: charset.width(),
            has_base64: matches!(charset, Charset::Utf7 | Charset::Utf7Imap),
            offset,
            position,
            error: None,
            at_end: false,
        }
    }

    /// The offset of the end of the bytes read so far. The last character may start before it.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The end of the parts returned so far.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    pub(crate) fn next(&mut self, input: &mut Input) -> anyhow::Result<Part<'_>> {
        if let Some(error) = self.error.take() {
            let fault = Fault::at(input, self.position, &error)?;
            let start = self.position.offset;
            let end = self.transcoder.position();
            self.position.skip(end - start);
            return Ok(Part::Malformed(fault, start..end));
        }
        if self.at_end {
            return Ok(Part::End);
        }
        let chunk = input.from(self.offset)?;
        let limit = match self.has_base64 {
            true => before_zeros(chunk),
            false => chunk.len(),
        };
        let len = before_or_nul(&chunk[..limit], self.offset, self.unit);
        Ok(self.advance(&chunk[..len], chunk.is_empty()))
    }

    /// Returns the next bytes of the input, at most `count`, as UTF-8.
    pub(crate) fn after(&self, input: &mut Input, count: usize) -> anyhow::Result<Vec<u8>> {
        let bytes = input.peek(self.transcoder.position(), count as u64)?;
        let mut utf8 = vec![0; 3 * count];
        let mut transcoder = self.transcoder.clone();
        let step = transcoder.transcode_lossy(&bytes[..bytes.len().min(count)], &mut utf8);
        utf8.truncate(step.written);
        Ok(utf8)
    }

    /// Advances past the next bytes of the text, or its end.
    fn advance(&mut self, chunk: &[u8], at_end: bool) -> Part<'_> {
        let step = if at_end {
            self.transcoder.finish_into(&mut self.utf8)
        } else {
            self.transcoder.transcode(chunk, &mut self.utf8)
        };
        self.offset += step.read as u64;
        let valid = match step.status {
            Status::Stopped(error) => {
                self.error = Some(error);
                error.position()
            }
            _ => {
                self.at_end = at_end;
                self.transcoder.position()
            }
        };
        let text = std::str::from_utf8(&self.utf8[..step.written]).unwrap_or_default();
        let start = self.position;
        let len = (valid - start.offset) as usize;
        self.position.advance_converted(len, text.as_bytes());
        Part::Text(text, start..self.position)
    }

    /// Sets the position to the start of a line with this number.
    pub(crate) fn start_line(&mut self, number: u64) {
        (self.position.line, self.position.column) = (number, 1);
    }

    /// Ends the last character. Otherwise the next bytes could change it, such as a tone mark after
    /// a letter.
    pub(crate) fn complete(&mut self) {
        self.advance(&[], true);
    }

    /// Advances past whole characters.
    pub(crate) fn pass(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let before = self.offset;
            self.advance(bytes, false);
            bytes = &bytes[(self.offset - before) as usize..];
        }
    }
}

/// Returns the length of the text before the first NUL in `chunk`, or of the NUL if it is first. It
/// is a code unit of `unit` zero bytes. `offset` is the offset of the chunk in the text.
fn before_or_nul(chunk: &[u8], offset: u64, unit: usize) -> usize {
    let cut = (offset % unit as u64) as usize;
    if cut > 0 {
        // The first unit starts before the chunk.
        return chunk.len().min(unit - cut);
    }
    let is_nul = |bytes: &[u8]| bytes.len() == unit && bytes.iter().all(|byte| *byte == 0);
    match chunk.chunks(unit).position(is_nul) {
        Some(0) => unit,
        Some(units) => units * unit,
        None => chunk.len(),
    }
}

/// Returns the length of the text before a NUL in base64, or 1 if it may be first. Its 16 zero bits
/// contain at least two whole digits, which are `A`.
fn before_zeros(chunk: &[u8]) -> usize {
    let zeros = chunk.windows(2).position(|digits| digits == b"AA");
    zeros.map_or(chunk.len(), |before| before.max(1))
}
