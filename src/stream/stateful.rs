//! Streaming conversion from and to stateful encodings, through UTF-16.
//!
//! ```text
//! ISO-2022-JP ── one run of a character set at a time ──► UTF-16 ── kernels ──► target
//! source ── kernels ──► UTF-16 ── one by one ──► ISO-2022-JP
//! ```
//!
//! The UTF-16 of a piece is in a buffer on the stack. If the second stage stops within the buffer,
//! the first stage runs again, into a buffer that ends there. The result of this run is the position
//! in the source, and the state at that position.

mod runs;

use super::any::{self, AnyTranscoder};
use super::engine::{Converter, FirstCharacter};
use super::error::Cause;
use super::pending::MAX_CHARACTER_LEN;
use super::state::State;
use crate::convert::codec::Codec;
use crate::encoding::scheme::{Encoded, encode_each, unrepresentable};
use crate::encoding::stateful::{Item, ShiftState, with_shift};
use crate::kernels::scalar::{CharacterOutcome, StopReason, replace_errors};
use crate::memory::output::{Buffer, Output};
use crate::memory::progress::Progress;
use crate::{Charset, CodePoint, Isa, Pair};
use runs::{decode_run, decode_runs, encode_units};

/// Size of the UTF-16 buffer for a piece, in bytes.
const UTF16_BUFFER: usize = 1 << 12;

/// Spare bytes at the end of the buffer, so that kernels do not stop before the end of the text.
const SPARE: usize = 64;

/// Bytes of the first piece. Each following piece is twice as long, up to a quarter of the buffer.
/// So the work that an error wastes is proportional to the text before it.
const SHORT: usize = 64;

/// Bytes of output up to which characters are converted one by one.
const SHORT_OUTPUT: usize = 64;

/// The two stages of a conversion. At least one of them is stateful.
#[derive(Clone, Copy)]
pub(super) struct Stages {
    from: Stage,
    to: Stage,
}

/// A stage of a conversion: to UTF-16, or from UTF-16.
#[derive(Clone, Copy)]
enum Stage {
    Stateful(ShiftState),
    Plain(Charset),
}

impl Stage {
    const fn from_charset(charset: Charset) -> Stage {
        match ShiftState::start(charset) {
            Some(start) => Stage::Stateful(start),
            None => Stage::Plain(charset),
        }
    }
}

impl Stages {
    /// Returns the stages from `source` to `target`, or `None` if both are stateless.
    const fn between(source: Charset, target: Charset) -> Option<Stages> {
        match (Stage::from_charset(source), Stage::from_charset(target)) {
            (Stage::Plain(_), Stage::Plain(_)) => None,
            (from, to) => Some(Stages { from, to }),
        }
    }

    /// Advances the state over a malformed sequence or an unrepresentable character.
    pub(super) fn skip(&mut self, sequence: &[u8]) {
        if let Stage::Stateful(shift) = &mut self.from {
            *shift = shift.skip(sequence);
        }
    }

    /// Sets whether an escape sequence directly after another one is malformed.
    pub(super) fn reject_repeated_escapes(&mut self, rejects: bool) {
        if let Stage::Stateful(shift) = &mut self.from {
            *shift = shift.rejecting_repeated(rejects);
        }
    }

    /// Sets the state of the source to that of `before`.
    pub(super) fn keep_source(&mut self, before: Stages) {
        self.from = before.from;
    }

    /// Returns whether both stages are in the state of the start of a text.
    pub(super) fn is_at_start(&self) -> bool {
        let is_other =
            |stage| matches!(stage, Stage::Stateful(shift) if shift != shift.restarted());
        !is_other(self.from) && !is_other(self.to)
    }

    /// Ends a text, and prepares for another one. Writes the bytes that the target requires at the
    /// end, and returns their number, or `None` if they do not fit.
    pub(super) fn end(&mut self, dst: &mut Output) -> Option<usize> {
        let mut written = 0;
        if let Stage::Stateful(shift) = &mut self.to {
            let Encoded::Written(len) = shift.end().write(dst) else {
                return None;
            };
            written = len;
            *shift = shift.restarted();
        }
        if let Stage::Stateful(shift) = &mut self.from {
            *shift = shift.restarted();
        }
        Some(written)
    }
}

impl AnyTranscoder {
    /// Writes `text` in the target encoding between two parts of the output, and returns the number
    /// of bytes. Returns `None` if it does not fit, or if the target cannot represent it.
    // Only the command-line program needs it, for its own replacements.
    #[doc(hidden)]
    pub fn insert(&mut self, text: &str, output: &mut [u8]) -> Option<usize> {
        let state = &mut self.engine.state;
        let mut stages = state.stages.unwrap_or(Stages {
            from: Stage::Plain(state.pair.source()),
            to: Stage::Plain(state.pair.target()),
        });
        let (dst, mut at) = (Output::from_init(output), 0);
        for character in text.chars() {
            match stages.to.encode_one(character.into(), &mut dst[at..]) {
                Encoded::Written(written) => at += written,
                _ => return None,
            }
        }
        state.stages = state.stages.and(Some(stages));
        Some(at)
    }
}

/// Returns the functions and the initial state for two encodings.
pub(super) const fn converter_for(source: Charset, target: Charset) -> (&'static Converter, State) {
    let state = State::from_pair(Pair::from_charsets(source, target));
    match Stages::between(source, target) {
        None => (&any::CONVERTER, state),
        stages => (&CONVERTER, State { stages, ..state }),
    }
}

/// The functions for all pairs with a stateful encoding.
static CONVERTER: Converter = Converter {
    convert,
    convert_first,
    encode_replacement,
    replace,
};

/// Returns the two stages. Each state that is passed to the functions in [`CONVERTER`] has them.
fn stages(state: &State) -> Stages {
    state.stages.expect("an encoding with a state")
}

impl Stage {
    /// Converts `src` to UTF-16, up to a malformed or incomplete sequence or until `units` is full,
    /// and updates the state.
    fn decode(&mut self, isa: Isa, src: &[u8], units: &mut Output) -> Progress {
        match self {
            Stage::Plain(source) => {
                Pair::from_charsets(*source, Charset::Utf16).convert_chunk(isa, src, units, None)
            }
            Stage::Stateful(state) => {
                with_shift!(state, any, shift => decode_runs(shift, isa, src, units))
            }
        }
    }

    /// Converts units of UTF-16, up to a character that does not fit or is unrepresentable, and
    /// updates the state.
    fn encode(
        &mut self,
        isa: Isa,
        units: &[u8],
        dst: &mut Output,
        preserve_tail: bool,
    ) -> Progress {
        match self {
            Stage::Plain(target) => {
                let mut pair = Pair::from_charsets(Charset::Utf16, *target);
                pair.preserve_tail = preserve_tail;
                pair.convert_chunk(isa, units, dst, None)
            }
            Stage::Stateful(state) => {
                with_shift!(state, any, shift => encode_units(shift, units, dst))
            }
        }
    }

    /// Returns the first item of `src`, and the state after it.
    fn first(self, src: &[u8], more: bool) -> (Item, Stage) {
        let charset = match self {
            Stage::Stateful(shift) => {
                let (first, after) = shift.decode(src, more);
                return (first, Stage::Stateful(after));
            }
            Stage::Plain(charset) => charset,
        };
        let decoded = if more {
            charset.decode_chunk(src)
        } else {
            charset.decode(src)
        };
        (Item::from_decoded(decoded), self)
    }

    /// Writes a character and updates the state.
    fn encode_one(&mut self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        match self {
            Stage::Plain(target) => {
                encode_each(code_point, dst, |one, dst| target.encode(one, dst))
            }
            Stage::Stateful(shift) => {
                // A sequence of Big5 can be two characters. Each of them changes the state.
                let mut next = *shift;
                let encoded = encode_each(code_point, dst, |one, dst| {
                    let (encoded, after) = next.encode(one, dst);
                    next = after;
                    encoded
                });
                if let Encoded::Written(_) = encoded {
                    *shift = next;
                }
                encoded
            }
        }
    }
}

/// See [`Converter::convert`].
fn convert(
    state: &mut State,
    isa: Isa,
    src: &[u8],
    dst: &mut Output,
    _: Option<&mut u64>,
) -> Progress {
    let mut at = Progress::START;
    if dst.len() > SHORT_OUTPUT {
        at = convert_buffered(state, isa, src, dst);
    }
    convert_short(state, src, dst, at)
}

/// Converts through a buffer until the rest of the output is short. This is a separate function,
/// because the buffer needs much stack.
#[inline(never)]
fn convert_buffered(state: &mut State, isa: Isa, src: &[u8], dst: &mut Output) -> Progress {
    let Stages { mut from, mut to } = stages(state);
    let preserve_tail = state.pair.preserve_tail;
    let mut buffer = Buffer::<UTF16_BUFFER>::new();
    let mut at = Progress::START;
    let mut size = SHORT;
    while at.read < src.len() && dst.len() - at.written > SHORT_OUTPUT {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        // Usually, two bytes become at most three bytes of UTF-8.
        let piece = &rest[..rest.len().min(size).min(out.len() * 2 / 3)];
        let (before, to_before) = (from, to);
        // A byte becomes at most one unit.
        let units = buffer.first(2 * piece.len() + SPARE);
        let decoded = from.decode(isa, piece, Output::from_init(units));
        let mut step = to.encode(isa, &units[..decoded.written], out, preserve_tail);
        let is_whole = step.read == decoded.written;
        if is_whole {
            step.read = decoded.read;
        } else {
            from = before;
            let kept = from.decode(isa, piece, Output::from_init(&mut units[..step.read]));
            if kept.written < step.read {
                // The conversion stopped between the two code points of one sequence of Big5. The
                // first one must not be written either, so encode again without it.
                to = to_before;
                let units = &units[..kept.written];
                step.written = to.encode(isa, units, out, preserve_tail).written;
            }
            step.read = kept.read;
        }
        at += step;
        if !is_whole || decoded.read == 0 {
            break;
        }
        size = (2 * size).min(UTF16_BUFFER / 4);
    }
    state.stages = Some(Stages { from, to });
    at
}

/// Converts from `at` on while the rest of the output is short, one character at a time.
fn convert_short(state: &mut State, src: &[u8], dst: &mut Output, mut at: Progress) -> Progress {
    let Stages { mut from, mut to } = stages(state);
    while at.read < src.len() && dst.len() - at.written <= SHORT_OUTPUT {
        let mut is_full = false;
        // For the other encodings, which are rare, this is not worth the size of the code.
        if let (Stage::Stateful(ShiftState::Iso2022Jp(shift)), Stage::Plain(Charset::Utf8)) =
            (&mut from, to)
        {
            (at, is_full) = decode_run(shift, src, dst, at);
        }
        state.stages = Some(Stages { from, to });
        if is_full {
            return at;
        }
        let next = &src[at.read..src.len().min(at.read + MAX_CHARACTER_LEN)];
        if next.is_empty() {
            return at;
        }
        match convert_first(state, next, &mut dst[at.written..], true) {
            FirstCharacter::Converted(step) => at += step,
            _ => return at,
        }
        Stages { from, to } = stages(state);
    }
    state.stages = Some(Stages { from, to });
    at
}

/// See [`Converter::convert_first`].
fn convert_first(state: &mut State, src: &[u8], dst: &mut Output, more: bool) -> FirstCharacter {
    let Stages { from, mut to } = stages(state);
    let (first, from) = from.first(src, more);
    let (code_point, read) = match first {
        Item::Character(code_point, read) => (code_point, read),
        Item::Shift(read) => {
            state.stages = Some(Stages { from, to });
            return FirstCharacter::Converted(Progress { read, written: 0 });
        }
        Item::Malformed(malformed) => {
            let len = malformed.len.unwrap_or_default();
            return FirstCharacter::Failed(Cause::Malformed(malformed), len.into());
        }
        Item::Incomplete => return FirstCharacter::Incomplete,
    };
    match to.encode_one(code_point, dst) {
        Encoded::Written(written) => {
            state.stages = Some(Stages { from, to });
            FirstCharacter::Converted(Progress { read, written })
        }
        Encoded::Full => FirstCharacter::Full,
        Encoded::Unrepresentable => {
            let which = unrepresentable(code_point, |one| to.encode_one(one, Default::default()));
            FirstCharacter::Failed(Cause::Unrepresentable(which), read)
        }
    }
}

/// See [`Converter::encode_replacement`].
fn encode_replacement(state: &mut State, dst: &mut Output) -> Encoded {
    let Stages { from, mut to } = stages(state);
    let replacement = match to {
        Stage::Plain(target) => target.replacement(),
        Stage::Stateful(shift) => shift.replacement(),
    };
    let encoded = to.encode_one(replacement.into(), dst);
    state.stages = Some(Stages { from, to });
    encoded
}

/// See [`Converter::replace`].
fn replace(
    state: &mut State,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
    replacements: &mut u64,
) -> StopReason {
    replace_errors(src, dst, at, clean_run, |src, dst| {
        let src = &src[..src.len().min(MAX_CHARACTER_LEN)];
        match convert_first(state, src, dst, true) {
            FirstCharacter::Converted(step) => CharacterOutcome::Converted(step),
            FirstCharacter::Full => CharacterOutcome::Full,
            FirstCharacter::Incomplete => CharacterOutcome::Incomplete,
            FirstCharacter::Failed(_, read) => {
                let Encoded::Written(written) = encode_replacement(state, dst) else {
                    return CharacterOutcome::Full;
                };
                let mut after = stages(state);
                after.skip(&src[..read]);
                state.stages = Some(after);
                *replacements += 1;
                CharacterOutcome::Replaced(Progress { read, written })
            }
        }
    })
}
