//! The engine of all transcoders: conversion in chunks, with a table of functions for the two
//! encodings.
//!
//! [`Converter`] is the table. There is one for each pair of encoding types, and one for all pairs
//! of values. [`Engine`] keeps the state between chunks, and counts in bytes. Its code is not
//! generic, so it is compiled once for all pairs. It converts the bulk of each chunk with the same
//! code as the verbs. Where that stops, and where a character is split across chunks, it converts
//! one character.

use super::error::Cause;
use super::pending::{MAX_CHARACTER_LEN, Pending};
use super::state::State;
use super::{Status, StreamError};
use crate::convert::codec::{Codec, Typed};
use crate::convert::pair::Pair;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, unrepresentable};
use crate::kernels::scalar::{
    CharacterCodec, CharacterOutcome, StopReason, clean_run_after, replace_errors, replace_first,
};
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::{Encoding, Isa};
use core::fmt;

/// The outcome of converting the first character of some bytes.
pub(super) enum FirstCharacter {
    /// The character is converted.
    Converted(Progress),
    /// The first bytes are malformed or an unrepresentable character. The `usize` is their number.
    Failed(Cause, usize),
    /// The character does not fit into the output. Nothing was written.
    Full,
    /// The bytes end within the character.
    Incomplete,
}

/// A callback for each replacement, with the error that was replaced.
pub(super) type Observer<'a> = Option<&'a mut dyn FnMut(StreamError)>;

/// The functions that convert from one encoding to another.
pub(super) struct Converter {
    /// Converts the bulk of a text, up to the first error or a character that does not fit. If
    /// `replaced` is given, the function may replace unrepresentable characters, and adds their
    /// number to it.
    pub(super) convert:
        fn(&mut State, Isa, &[u8], &mut Output, replaced: Option<&mut u64>) -> Progress,
    /// Converts the first character of a text. If `more`, more text may follow.
    pub(super) convert_first: fn(&mut State, &[u8], &mut Output, more: bool) -> FirstCharacter,
    /// Writes the replacement of an error.
    pub(super) encode_replacement: fn(&mut State, &mut Output) -> Encoded,
    /// Converts characters one by one with replacement, until `clean_run` bytes in a row have no
    /// error.
    pub(super) replace: fn(
        &mut State,
        &[u8],
        &mut Output,
        &mut Progress,
        clean_run: usize,
        replacements: &mut u64,
    ) -> StopReason,
}

/// The codec of a stream between two stateless encodings.
pub(super) trait StreamCodec: Codec {
    /// Returns the codec of a stream in this state.
    fn from_state(state: &State) -> Self;
}

impl<S: Encoding, D: Encoding> StreamCodec for Typed<S, D> {
    fn from_state(_: &State) -> Self {
        Typed::NEW
    }
}

impl Converter {
    /// Returns the functions for the codec `C`.
    pub(super) const fn for_codec<C: StreamCodec>() -> Converter {
        Converter {
            convert: |state, isa, src, dst, replaced| {
                C::from_state(state).convert_chunk(isa, src, dst, replaced)
            },
            convert_first: |state, src, dst, more| {
                convert_first(&C::from_state(state).characters(), src, dst, more)
            },
            encode_replacement: |state, dst| {
                let codec = C::from_state(state);
                codec.characters().encode(codec.replacement().into(), dst)
            },
            replace: |state, src, dst, at, clean_run, replacements| {
                let codec = C::from_state(state);
                let codec = (&codec.characters(), codec.replacement());
                replace(codec, src, dst, at, clean_run, replacements)
            },
        }
    }
}

/// Converts the first character of `src`, which is not empty. If `more`, more text may follow.
#[inline(always)]
pub(super) fn convert_first(
    codec: &impl CharacterCodec,
    src: &[u8],
    dst: &mut Output,
    more: bool,
) -> FirstCharacter {
    let decoded = if more {
        codec.decode_chunk(src)
    } else {
        codec.decode(src)
    };
    let (character, read) = match decoded {
        Ok(decoded) => decoded,
        Err(malformed) => {
            return match malformed.len {
                Some(len) => FirstCharacter::Failed(Cause::Malformed(malformed), len.into()),
                None => FirstCharacter::Incomplete,
            };
        }
    };
    match codec.encode(character, dst) {
        Encoded::Written(written) => FirstCharacter::Converted(Progress { read, written }),
        Encoded::Full => FirstCharacter::Full,
        Encoded::Unrepresentable => {
            let encode = |one| codec.encode(one, Default::default());
            let cause = Cause::Unrepresentable(unrepresentable(character, encode));
            FirstCharacter::Failed(cause, read)
        }
    }
}

/// Converts a chunk with replacement from `at` on, like [`replace_errors`], and counts the
/// replacements.
pub(super) fn replace(
    (codec, replacement): (&impl CharacterCodec, char),
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
    replacements: &mut u64,
) -> StopReason {
    replace_errors(src, dst, at, clean_run, |src, dst| {
        let step = replace_first(codec, replacement, src, dst, true);
        *replacements += u64::from(matches!(step, CharacterOutcome::Replaced(_)));
        step
    })
}

/// A stream: the functions for its encodings, and the state between chunks.
#[derive(Clone)]
pub(super) struct Engine {
    isa: Isa,
    converter: &'static Converter,
    pub(super) state: State,
    pending: Pending,
    /// Bytes of the stream read so far, including the pending ones. It is at least the number of
    /// pending bytes.
    pub(super) bytes_read: u64,
    /// Replacements written so far.
    pub(super) replacements: u64,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("source", &self.pair().source())
            .field("target", &self.pair().target())
            .field("position", &self.position())
            .field("pending", &self.pending)
            .field("replacements", &self.replacements)
            .finish()
    }
}

impl Engine {
    pub(super) const fn new(isa: Isa, converter: &'static Converter, state: State) -> Engine {
        Engine {
            isa,
            converter,
            state,
            pending: Pending::NONE,
            bytes_read: 0,
            replacements: 0,
        }
    }

    /// Sets the position of the pending bytes, or of the next chunk if there are none.
    pub(super) const fn start_at(&mut self, position: u64) {
        self.bytes_read = position.saturating_add(self.pending.len() as u64);
    }

    /// Returns the number of bytes converted or skipped.
    pub(super) const fn position(&self) -> u64 {
        self.bytes_read - self.pending.len() as u64
    }

    /// Returns the two encodings.
    pub(super) const fn pair(&self) -> Pair {
        self.state.pair
    }

    /// Changes the target to that of `converter` and `state`, which are those of a new text. Keeps
    /// the state of the source.
    pub(super) fn set_target(&mut self, converter: &'static Converter, mut state: State) {
        state.pair.preserve_tail = self.state.pair.preserve_tail;
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let (Some(stages), Some(before)) = (&mut state.stages, self.state.stages) {
            stages.keep_source(before);
        }
        (self.converter, self.state) = (converter, state);
    }

    /// Returns whether the engine is in the state of the start of a text.
    pub(super) fn is_initial_state(&self) -> bool {
        self.pending.is_empty() && self.state.is_at_start()
    }

    /// Returns the number of pending bytes.
    pub(super) const fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Converts from `src` to `dst` until one of them is used up. A strict conversion (not `LOSSY`)
    /// also stops at the first error. If there is an `observer`, this function writes each
    /// replacement itself, because the converter does not report positions. It also does so for
    /// errors, such as unpaired surrogates, that are split between two chunks.
    pub(super) fn step<const LOSSY: bool>(
        &mut self,
        src: &[u8],
        dst: &mut Output,
        mut observer: Observer,
    ) -> (Progress, Status) {
        let replaces_in_bulk = LOSSY && observer.is_none();
        let mut at = Progress::START;
        let status = loop {
            let rest = &src[at.read..];
            if self.pending.is_empty() && rest.len() >= MAX_CHARACTER_LEN {
                let bulk = (self.converter.convert)(
                    &mut self.state,
                    self.isa,
                    rest,
                    &mut dst[at.written..],
                    replaces_in_bulk.then_some(&mut self.replacements),
                );
                at += bulk;
                if replaces_in_bulk {
                    let clean_run = clean_run_after(bulk.read);
                    let replacements = &mut self.replacements;
                    match (self.converter.replace)(
                        &mut self.state,
                        src,
                        dst,
                        &mut at,
                        clean_run,
                        replacements,
                    ) {
                        StopReason::CleanRun => continue,
                        StopReason::Done | StopReason::Incomplete => {}
                        StopReason::Full => break Status::OutputFull,
                    }
                }
            }
            if self.pending.is_empty() && at.read == src.len() {
                break Status::InputEmpty;
            }
            let joined = self.pending.joined(&src[at.read..]);
            let out = &mut dst[at.written..];
            let (done, written) =
                match (self.converter.convert_first)(&mut self.state, &joined, out, true) {
                    FirstCharacter::Converted(step) => (step.read, step.written),
                    FirstCharacter::Full => break Status::OutputFull,
                    FirstCharacter::Incomplete => {
                        self.pending.keep(joined);
                        at.read = src.len();
                        break Status::InputEmpty;
                    }
                    FirstCharacter::Failed(cause, len) if !LOSSY => {
                        let error = self.error(at.read, &joined[..len], cause);
                        at.read += self.pending.advance(len);
                        self.state.skip(&joined[..len]);
                        break Status::Stopped(error);
                    }
                    FirstCharacter::Failed(cause, len) => {
                        match (self.converter.encode_replacement)(&mut self.state, out) {
                            Encoded::Written(written) => {
                                self.replacements += 1;
                                if let Some(observer) = &mut observer {
                                    observer(self.error(at.read, &joined[..len], cause));
                                }
                                self.state.skip(&joined[..len]);
                                (len, written)
                            }
                            Encoded::Full | Encoded::Unrepresentable => break Status::OutputFull,
                        }
                    }
                };
            at.read += self.pending.advance(done);
            at.written += written;
        };
        self.bytes_read = self.bytes_read.saturating_add(at.read as u64);
        (at, status)
    }

    /// Returns the error of the bytes `sequence`, which are pending or follow the first `read`
    /// bytes of a chunk.
    #[cold]
    fn error(&self, read: usize, sequence: &[u8], cause: Cause) -> StreamError {
        let bytes_read = self.bytes_read.saturating_add(read as u64);
        let position = bytes_read - self.pending.len() as u64;
        self.state.error(position, sequence, cause)
    }

    /// Ends a text: converts the pending bytes. An incomplete character is malformed here.
    pub(super) fn finish<const LOSSY: bool>(
        &mut self,
        dst: &mut Output,
        mut observer: Observer,
    ) -> (usize, Status) {
        let mut at = 0;
        while !self.pending.is_empty() {
            let joined = self.pending.joined(&[]);
            let out = &mut dst[at..];
            let (cause, len) =
                match (self.converter.convert_first)(&mut self.state, &joined, out, false) {
                    FirstCharacter::Converted(step) => {
                        self.pending.advance(step.read);
                        at += step.written;
                        continue;
                    }
                    FirstCharacter::Full => return (at, Status::OutputFull),
                    FirstCharacter::Incomplete => {
                        (Cause::Malformed(Malformed::INCOMPLETE), joined.len())
                    }
                    FirstCharacter::Failed(cause, len) => (cause, len),
                };
            if LOSSY {
                let Encoded::Written(written) =
                    (self.converter.encode_replacement)(&mut self.state, out)
                else {
                    return (at, Status::OutputFull);
                };
                at += written;
                self.replacements += 1;
            }
            let error = self.error(0, &joined[..len], cause);
            self.pending.advance(len);
            self.state.skip(&joined[..len]);
            if !LOSSY {
                return (at, Status::Stopped(error));
            }
            if let Some(observer) = &mut observer {
                observer(error);
            }
        }
        match self.state.end(&mut dst[at..]) {
            Some(written) => (at + written, Status::InputEmpty),
            None => (at, Status::OutputFull),
        }
    }
}
