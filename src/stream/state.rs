//! The state of a stream between two calls, in addition to the pending bytes.

use super::StreamError;
use super::error::Cause;
use crate::convert::pair::Pair;
use crate::memory::output::Output;

/// The state that is passed to the functions of a [`Converter`](super::engine::Converter).
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) pair: Pair,
    /// The two stages of a conversion through UTF-16, if one of the encodings is stateful.
    #[cfg(all(feature = "multibyte", feature = "charset"))]
    pub(super) stages: Option<super::stateful::Stages>,
}

impl State {
    /// Creates the state for two stateless encodings.
    pub(super) const fn from_pair(pair: Pair) -> State {
        State {
            pair,
            #[cfg(all(feature = "multibyte", feature = "charset"))]
            stages: None,
        }
    }

    /// Returns the error of the bytes `sequence` at byte `position` of the stream.
    pub(super) fn error(&self, position: u64, sequence: &[u8], cause: Cause) -> StreamError {
        let charsets = [self.pair.source(), self.pair.target()];
        StreamError::at(charsets, position, sequence, cause)
    }

    /// Advances the state over a malformed sequence or an unrepresentable character.
    pub(super) fn skip(&mut self, _sequence: &[u8]) {
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let Some(stages) = &mut self.stages {
            stages.skip(_sequence);
        }
    }

    /// Returns whether this is the state at the start of a text.
    pub(super) fn is_at_start(&self) -> bool {
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let Some(stages) = &self.stages {
            return stages.is_at_start();
        }
        true
    }

    /// Sets whether an escape sequence of ISO-2022-JP directly after another one is malformed.
    pub(super) fn reject_repeated_escapes(&mut self, _rejects: bool) {
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let Some(stages) = &mut self.stages {
            stages.reject_repeated_escapes(_rejects);
        }
    }

    /// Writes the bytes that the target requires at the end of a text, and returns their number, or
    /// `None` if they do not fit.
    pub(super) fn end(&mut self, _dst: &mut Output) -> Option<usize> {
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let Some(stages) = &mut self.stages {
            return stages.end(_dst);
        }
        Some(0)
    }
}
