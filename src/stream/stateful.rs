//! Conversion from and to legacy encodings, through UTF-8.
//!
//! ```text
//! legacy ── encoding_rs ──► UTF-8 ── our kernels ──► target
//! source ── our kernels ──► UTF-8 ── encoding_rs ──► legacy
//! ```
//!
//! The UTF-8 of a piece is on the stack. Where the second step stops within it, the characters of
//! the piece are gone through one at a time to find where that is in the source.

use super::any;
use super::engine::{self, Converter, FirstCharacter, Replaced, State};
use super::error::Fault;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::multibyte::{CHARACTER, Decoder, ENCODED, Encoder, First};
use crate::encoding::scheme::Encoded;
use crate::{Charset, CodePoint, Isa, Pair};

/// Bytes of UTF-8 for a piece.
const BUFFER: usize = 1 << 12;

/// Bytes of the first pieces; the others are twice as long as the one before, up to a third of the
/// buffer. So what a fault wastes is no more than what was done before it.
const SHORT: usize = 64;

/// Bytes of source that are enough to tell what its first character is.
const LONGEST: usize = 6;

/// The two halves of the way.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    from: Source,
    to: Target,
}

/// The first half, to UTF-8.
#[derive(Clone, Copy)]
enum Source {
    Legacy(Decoder),
    Ours(Charset),
}

/// The second half, from UTF-8.
#[derive(Clone, Copy)]
enum Target {
    Legacy(Encoder),
    Ours(Charset),
}

impl Halves {
    /// The way from `source` to `target`, if one of them is a legacy encoding.
    pub(super) const fn between(source: Charset, target: Charset) -> Option<Halves> {
        let from = match source.legacy() {
            Some(legacy) => Source::Legacy(Decoder::new(legacy)),
            None => Source::Ours(source),
        };
        let to = match target.legacy() {
            Some(legacy) => Target::Legacy(Encoder::new(legacy)),
            None => Target::Ours(target),
        };
        match (&from, &to) {
            (Source::Ours(_), Target::Ours(_)) => None,
            _ => Some(Halves { from, to }),
        }
    }

    /// Goes past a malformed sequence, or a character that the target does not have.
    pub(super) fn pass(&mut self, sequence: &[u8]) {
        if let Source::Legacy(decoder) = &mut self.from {
            decoder.pass(sequence);
        }
    }

    /// Writes what a legacy encoding needs at the end of a text, after which another may begin;
    /// `None` if it does not fit.
    pub(super) fn end(&mut self, dst: &mut Output) -> Option<usize> {
        let mut written = 0;
        if let Target::Legacy(encoder) = &mut self.to {
            if let Some(sequence) = encoder.end() {
                written = sequence.len();
                dst.get_mut(..written)?.write(0, sequence);
            }
            encoder.reset();
        }
        if let Source::Legacy(decoder) = &mut self.from {
            decoder.reset();
        }
        Some(written)
    }
}

/// The functions and the state for two encodings.
pub(super) const fn chosen(source: Charset, target: Charset) -> (&'static Converter, State) {
    let state = State::of(Pair::of(source, target));
    match Halves::between(source, target) {
        None => (&Converter::OF_VALUES, state),
        through => (&CONVERTER, State { through, ..state }),
    }
}

/// The functions for all pairs of which one is a legacy encoding.
static CONVERTER: Converter = Converter {
    convert,
    convert_first,
    encode_replacement,
    replace,
};

/// The halves of the way, of which there is one wherever this file's functions are called.
fn halves(state: &State) -> (Source, Target) {
    let through = state.through.expect("a legacy encoding");
    (through.from, through.to)
}

fn set_halves(state: &mut State, from: Source, to: Target) {
    state.through = Some(Halves { from, to });
}

impl Source {
    /// Converts characters of `src` to UTF-8, up to a fault, an incomplete one, or the end of the
    /// room.
    fn convert(&self, isa: Isa, src: &[u8], text: &mut [u8]) -> Progress {
        match self {
            Source::Legacy(decoder) => decoder.decode(src, text),
            Source::Ours(source) => {
                let pair = Pair::of(*source, Charset::Utf8);
                any::convert(pair, isa, src, Output::from_init(text))
            }
        }
    }

    /// Converts the first character of `src` to UTF-8.
    fn convert_first(&self, src: &[u8], text: &mut [u8; CHARACTER], more: bool) -> FirstCharacter {
        match self {
            Source::Legacy(decoder) => match decoder.decode_first(src, text, more) {
                First::Character(step) => FirstCharacter::Converted(step),
                First::Malformed(malformed) => {
                    let len = malformed.len.unwrap_or_default();
                    FirstCharacter::Faulty(Fault::Malformed(malformed), len.into())
                }
                First::Incomplete => FirstCharacter::Incomplete,
            },
            Source::Ours(source) => {
                let pair = Pair::of(*source, Charset::Utf8);
                engine::convert_first(&pair, src, Output::from_init(text), more)
            }
        }
    }

    fn pass(&mut self, bytes: &[u8]) {
        if let Source::Legacy(decoder) = self {
            decoder.pass(bytes);
        }
    }

    /// How much of `src` and of its text the first `len` bytes of text are, to the end of the
    /// character before.
    fn locate(mut self, src: &[u8], len: usize) -> Progress {
        let mut at = Progress::START;
        while at.written < len {
            let mut text = [0; CHARACTER];
            let rest = &src[at.read..];
            match self.convert_first(rest, &mut text, true) {
                FirstCharacter::Converted(step) if at.written + step.written <= len => {
                    self.pass(&rest[..step.read]);
                    at += step;
                }
                _ => break,
            }
        }
        at
    }
}

impl Target {
    /// Converts characters of UTF-8, up to one that does not fit or that the encoding does not
    /// have.
    fn convert(&mut self, isa: Isa, text: &[u8], dst: &mut Output) -> Progress {
        match self {
            Target::Legacy(encoder) => {
                let text = crate::from_utf8(text).unwrap_or_default();
                let mut bytes = [0; BUFFER];
                let room = dst.len().min(BUFFER);
                let step = encoder.encode(text, &mut bytes[..room]);
                copy(isa, &bytes[..step.written], dst);
                step
            }
            Target::Ours(target) => any::convert(Pair::of(Charset::Utf8, *target), isa, text, dst),
        }
    }

    /// Converts one character of the source, one or two of UTF-8 or none. `Err` has the one that
    /// the encoding does not have.
    fn convert_whole(&mut self, text: &str, dst: &mut Output) -> Result<Encoded, CodePoint> {
        let mut bytes = [0; ENCODED];
        let before = *self;
        let mut written = 0;
        for (start, character) in text.char_indices() {
            let one = &text[start..start + character.len_utf8()];
            let out = &mut bytes[written..];
            let step = match self {
                Target::Legacy(encoder) => encoder.encode(one, out).written,
                Target::Ours(target) => {
                    match target.encode(character.into(), Output::from_init(out)) {
                        Encoded::Written(written) => written,
                        _ => 0,
                    }
                }
            };
            if step == 0 {
                *self = before;
                return Err(character.into());
            }
            written += step;
        }
        if written > dst.len() {
            *self = before;
            return Ok(Encoded::Full);
        }
        for (index, byte) in bytes[..written].iter().enumerate() {
            dst.write(index, [*byte]);
        }
        Ok(Encoded::Written(written))
    }
}

/// Copies bytes to the beginning of `dst`, which has room for them.
fn copy(isa: Isa, bytes: &[u8], dst: &mut Output) {
    Pair::of(Charset::Latin1, Charset::Latin1).convert(isa, bytes, dst);
}

fn convert(
    state: &mut State,
    isa: Isa,
    src: &[u8],
    dst: &mut Output,
    _: Option<&mut u64>,
) -> Progress {
    let (mut from, mut to) = halves(state);
    let mut text = [0; BUFFER];
    let mut at = Progress::START;
    let mut size = SHORT;
    loop {
        let room = dst.len() - at.written;
        // Near the end of the output, short pieces: the target stops in each that does not fit.
        let len = size.min(room / 4).max(SHORT / 4);
        let piece = &src[at.read..];
        let piece = &piece[..piece.len().min(len)];
        let decoded = from.convert(isa, piece, &mut text);
        if decoded.read == 0 || room == 0 {
            break;
        }
        let before = to;
        let out = &mut dst[at.written..];
        let encoded = to.convert(isa, &text[..decoded.written], out);
        let mut step = Progress {
            read: decoded.read,
            written: encoded.written,
        };
        let is_whole = encoded.read == decoded.written;
        if !is_whole {
            let found = from.locate(piece, encoded.read);
            step.read = found.read;
            if found.written < encoded.read {
                // Half of a character of two code points is not written.
                to = before;
                step.written = to.convert(isa, &text[..found.written], out).written;
            }
        }
        from.pass(&piece[..step.read]);
        at += step;
        if !is_whole {
            break;
        }
        size = (2 * size).min(BUFFER / 3);
    }
    set_halves(state, from, to);
    at
}

fn convert_first(state: &mut State, src: &[u8], dst: &mut Output, more: bool) -> FirstCharacter {
    let (mut from, mut to) = halves(state);
    let mut text = [0; CHARACTER];
    let step = match from.convert_first(src, &mut text, more) {
        FirstCharacter::Converted(step) => step,
        other => return other,
    };
    let text = crate::from_utf8(&text[..step.written]).unwrap_or_default();
    match to.convert_whole(text, dst) {
        Ok(Encoded::Written(written)) => {
            from.pass(&src[..step.read]);
            set_halves(state, from, to);
            let read = step.read;
            FirstCharacter::Converted(Progress { read, written })
        }
        Ok(_) => FirstCharacter::Full,
        Err(code_point) => FirstCharacter::Faulty(Fault::Unrepresentable(code_point), step.read),
    }
}

/// U+FFFD where the target has it, `?` elsewhere.
fn encode_replacement(state: &mut State, dst: &mut Output) -> Encoded {
    let (from, mut to) = halves(state);
    let encoded = match to {
        Target::Ours(target) => any::encode_replacement(target, dst),
        Target::Legacy(encoder) => {
            let encoded = to.convert_whole(encoder.replacement(), dst);
            encoded.unwrap_or(Encoded::Unrepresentable)
        }
    };
    set_halves(state, from, to);
    encoded
}

fn replace(
    state: &mut State,
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
    replacements: &mut u64,
) -> Replaced {
    let mut fault_end = at.read;
    while at.read < src.len() && at.read - fault_end < clean_run {
        let rest = &src[at.read..];
        let rest = &rest[..rest.len().min(LONGEST)];
        let out = &mut dst[at.written..];
        match convert_first(state, rest, out, true) {
            FirstCharacter::Converted(step) => *at += step,
            FirstCharacter::Full => return Replaced::Full,
            FirstCharacter::Incomplete => return Replaced::Incomplete,
            FirstCharacter::Faulty(_, read) => {
                let out = &mut dst[at.written..];
                let Encoded::Written(written) = encode_replacement(state, out) else {
                    return Replaced::Full;
                };
                let (mut from, to) = halves(state);
                from.pass(&rest[..read]);
                set_halves(state, from, to);
                *at += Progress { read, written };
                fault_end = at.read;
                *replacements += 1;
            }
        }
    }
    Replaced::CleanRun
}
