//! Going through an input as stretches of well-formed text and the malformed sequences between them.

use crate::fault::Fault;
use crate::input::Input;
use crate::position::Position;
use crate::scheme::{Choice, Scheme, sniff_bom};

pub(crate) struct Scanner {
    input: Input,
    scheme: Scheme,
    bom: Option<Scheme>,
    position: Position,
}

pub(crate) enum Piece<'a> {
    /// Well-formed text. A long stretch comes in several pieces.
    Text(&'a [u8]),
    Malformed(Fault),
    End,
}

impl Scanner {
    /// Starts at the beginning of `input`, where its byte order mark, if any, is.
    pub(crate) fn new(mut input: Input, encoding: Choice) -> anyhow::Result<Scanner> {
        let start = input.peek()?;
        let scheme = encoding.resolve(start);
        let bom = sniff_bom(start);
        Ok(Scanner {
            input,
            scheme,
            bom,
            position: Position::START,
        })
    }

    pub(crate) fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The encoding that the byte order mark announces, whether or not the input is read as that.
    pub(crate) fn bom(&self) -> Option<Scheme> {
        self.bom
    }

    /// The place up to which the input has been seen.
    pub(crate) fn position(&self) -> Position {
        self.position
    }

    pub(crate) fn next_piece(&mut self) -> anyhow::Result<Piece<'_>> {
        let text = self.input.text(self.scheme)?;
        if text.is_empty() {
            return Ok(Piece::End);
        }
        let valid = match self.scheme.validate(text) {
            Ok(()) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        if valid > 0 {
            let text = self.input.consume(valid);
            self.position.advance(self.scheme, text);
            return Ok(Piece::Text(text));
        }
        let fault = Fault::take(&mut self.input, self.scheme, self.position)?;
        self.position.skip(fault.length);
        Ok(Piece::Malformed(fault))
    }
}
