//! What a stream knows between two conversions besides the bytes that are pending.

use super::StreamError;
use super::error::Fault;
use crate::buffer::output::Output;
use crate::convert::pair::Pair;

/// What the functions of a converter work with.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) pair: Pair,
    /// The way through UTF-16, if one of the encodings has a state.
    #[cfg(all(feature = "multibyte", feature = "charset"))]
    pub(super) through: Option<super::stateful::Halves>,
}

impl State {
    /// That of two encodings neither of which has a state.
    pub(super) const fn of(pair: Pair) -> State {
        State {
            pair,
            #[cfg(all(feature = "multibyte", feature = "charset"))]
            through: None,
        }
    }

    /// The error of a fault at a byte of the stream; `rest` begins with it.
    pub(super) fn error(&self, position: u64, rest: &[u8], fault: Fault) -> StreamError {
        let charsets = [self.pair.source(), self.pair.target()];
        StreamError::at(charsets, position, rest, fault)
    }

    /// Goes past a malformed sequence, or a character that the target does not have.
    pub(super) fn pass(&mut self, _sequence: &[u8]) {
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let Some(through) = &mut self.through {
            through.pass(_sequence);
        }
    }

    /// Whether it is that of an empty text.
    pub(super) fn is_at_start(&self) -> bool {
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let Some(through) = &self.through {
            return through.is_at_start();
        }
        true
    }

    /// Writes what the target needs at the end of a text; `None` if it does not fit.
    pub(super) fn end(&mut self, _dst: &mut Output) -> Option<usize> {
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let Some(through) = &mut self.through {
            return through.end(_dst);
        }
        Some(0)
    }
}
