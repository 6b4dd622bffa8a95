//! Splits an input into runs of well-formed text and the malformed sequences between them.

use utflane::Charset;
use utflane::stream::StreamError;

use crate::fault::Fault;
use crate::input::Input;
use crate::position::Position;
use crate::validator::{Validate, validator};

pub(crate) struct Scanner {
    charset: Charset,
    input: Input,
    validator: Box<dyn Validate>,
    /// The position up to which the input is scanned. It equals the position of the validator,
    /// except before an error that is not returned yet.
    position: Position,
    /// The malformed sequence at `position`, if there is one.
    error: Option<StreamError>,
    at_end: bool,
}

pub(crate) enum Piece<'a> {
    /// Well-formed text. A long run comes in several pieces, each of whole characters.
    Text(&'a [u8]),
    Malformed(Fault),
    End,
}

impl Scanner {
    /// Starts at the beginning of `input`, before its byte order mark, if it has one.
    pub(crate) fn new(charset: Charset, input: Input) -> Scanner {
        Scanner {
            charset,
            input,
            validator: validator(charset),
            position: Position::START,
            error: None,
            at_end: false,
        }
    }

    /// The position up to which the input is scanned.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    /// Returns the input, to continue reading at that position.
    pub(crate) fn into_input(self) -> Input {
        self.input
    }

    /// Returns the bytes from `start`, the start of the last piece, to the position.
    pub(crate) fn since(&self, start: Position) -> &[u8] {
        self.input.slice(start.offset..self.position.offset)
    }

    /// Returns at most `count` bytes after the position. There are fewer at the end of the input,
    /// or if a line ends before: otherwise a pipe could block for a long time.
    pub(crate) fn after(&mut self, count: u64) -> anyhow::Result<&[u8]> {
        let start = self.position.offset;
        let mut seen = 0;
        loop {
            let bytes = self.input.peek(start, seen + 1)?;
            let length = bytes.len() as u64;
            if length <= seen || length >= count || bytes.contains(&b'\n') {
                return Ok(self.input.slice(start..start + length.min(count)));
            }
            seen = length;
        }
    }

    pub(crate) fn next_piece(&mut self) -> anyhow::Result<Piece<'_>> {
        loop {
            if let Some(error) = self.error.take() {
                let fault = Fault::at(&mut self.input, self.position, &error)?;
                self.position
                    .skip(self.validator.position() - self.position.offset);
                return Ok(Piece::Malformed(fault));
            }
            if self.at_end {
                return Ok(Piece::End);
            }
            self.validate()?;
            let valid = match &self.error {
                Some(error) => error.position(),
                None => self.validator.position(),
            };
            if valid > self.position.offset {
                let text = self.input.slice(self.position.offset..valid);
                self.position.advance(self.charset, text);
                return Ok(Piece::Text(text));
            }
        }
    }

    /// Validates the bytes in the window, up to the first error.
    fn validate(&mut self) -> anyhow::Result<()> {
        let taken = self.validator.position() + self.validator.pending() as u64;
        let chunk = self.input.from(taken)?;
        let result = if chunk.is_empty() {
            self.at_end = true;
            self.validator.finish()
        } else {
            self.validator.feed(chunk)
        };
        self.error = result.err();
        self.validator.resume();
        Ok(())
    }
}
