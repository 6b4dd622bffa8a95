//! Conversion from and to ISO-2022-JP, through UTF-16.
//!
//! ```text
//! ISO-2022-JP ── a set of characters at a time ──► UTF-16 ── kernels ──► target
//! source ── kernels ──► UTF-16 ── one by one ──► ISO-2022-JP
//! ```
//!
//! The UTF-16 of a piece is on the stack. Where the second step stops within it, the first is asked
//! again how much of the source the units before are, and which state comes after it.

use super::any;
use super::engine::{Converter, FirstCharacter, Replaced};
use super::error::Fault;
use super::state::State;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::encoding::endian::{Endian, Native};
use crate::encoding::multibyte::iso2022::{First, REPLACEMENT, SEQUENCE, Shift, unit};
use crate::encoding::scheme::{Encoded, Scheme, Utf16, encode_each, unrepresentable};
use crate::{Charset, CodePoint, Isa, Pair};

/// Bytes of UTF-16 for a piece.
const BUFFER: usize = 1 << 12;

/// Bytes of the first piece; the others are twice as long as the one before, up to a quarter of the
/// buffer. So what a fault wastes is no more than what was done before it.
const SHORT: usize = 64;

/// Bytes of source that are enough to tell what its first character is.
const LONGEST: usize = 6;

/// The two halves of the way, of which one or both have a state.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    from: Half,
    to: Half,
}

/// A half of the way: to UTF-16, or from there.
#[derive(Clone, Copy)]
enum Half {
    Stateful(Shift),
    Plain(Charset),
}

impl Half {
    const fn of(charset: Charset) -> Half {
        match charset.is_stateful() {
            true => Half::Stateful(Shift::START),
            false => Half::Plain(charset),
        }
    }
}

impl Halves {
    /// The way from `source` to `target`, if one of them has a state.
    const fn between(source: Charset, target: Charset) -> Option<Halves> {
        match (Half::of(source), Half::of(target)) {
            (Half::Plain(_), Half::Plain(_)) => None,
            (from, to) => Some(Halves { from, to }),
        }
    }

    /// Goes past a malformed sequence, or a character that the target does not have.
    pub(super) fn pass(&mut self, sequence: &[u8]) {
        if let Half::Stateful(shift) = &mut self.from {
            *shift = match shift.decode(sequence, false) {
                (First::Incomplete, after) => after.passed(),
                (_, after) => after,
            };
        }
    }

    /// Takes over the state of the source.
    pub(super) fn keep_source(&mut self, before: Halves) {
        self.from = before.from;
    }

    /// Whether both are in the state of an empty text.
    pub(super) fn is_at_start(&self) -> bool {
        let is_other = |half| matches!(half, Half::Stateful(shift) if shift != Shift::START);
        !is_other(self.from) && !is_other(self.to)
    }

    /// Writes what the target needs at the end of a text, after which another may begin; `None` if
    /// it does not fit.
    pub(super) fn end(&mut self, dst: &mut Output) -> Option<usize> {
        let mut written = 0;
        if let Half::Stateful(shift) = &mut self.to {
            if let Some(sequence) = shift.end() {
                written = sequence.len();
                dst.get_mut(..written)?.write(0, sequence);
            }
            *shift = Shift::START;
        }
        if let Half::Stateful(shift) = &mut self.from {
            *shift = Shift::START;
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

/// The functions for all pairs of which one has a state.
static CONVERTER: Converter = Converter {
    convert,
    convert_first,
    encode_replacement,
    replace,
};

/// The halves of the way, of which there is one wherever this file's functions are called.
fn halves(state: &State) -> Halves {
    state.through.expect("an encoding with a state")
}

impl Half {
    /// Converts characters of `src` to UTF-16, up to a fault, an incomplete one, or the end of the
    /// room, and goes on to the state after them.
    fn decode(&mut self, isa: Isa, src: &[u8], units: &mut Output) -> Progress {
        match self {
            Half::Plain(source) => any::convert(Pair::of(*source, Charset::Utf16), isa, src, units),
            Half::Stateful(shift) => decode_stateful(shift, isa, src, units),
        }
    }

    /// Converts units of UTF-16, up to a character that does not fit or that the encoding does not
    /// have, and goes on to the state after them.
    fn encode(&mut self, isa: Isa, units: &[u8], dst: &mut Output, is_tidy: bool) -> Progress {
        let shift = match self {
            Half::Plain(target) => {
                let mut pair = Pair::of(Charset::Utf16, *target);
                pair.is_tidy = is_tidy;
                return any::convert(pair, isa, units, dst);
            }
            Half::Stateful(shift) => shift,
        };
        let mut at = Progress::START;
        while let Some(&unit) = units[at.read..].first_chunk() {
            let code_point = CodePoint(u16::from_ne_bytes(unit).into());
            let (encoded, after) = shift.encode(code_point, &mut dst[at.written..]);
            let Encoded::Written(written) = encoded else {
                break;
            };
            *shift = after;
            at += Progress { read: 2, written };
        }
        at
    }

    /// What `src` begins with, and the state after it.
    fn first(self, src: &[u8], more: bool) -> (First, Half) {
        let charset = match self {
            Half::Stateful(shift) => {
                let (first, after) = shift.decode(src, more);
                return (first, Half::Stateful(after));
            }
            Half::Plain(charset) => charset,
        };
        let decoded = match more {
            true => charset.decode_chunk(src),
            false => charset.decode(src),
        };
        let first = match decoded {
            Ok((code_point, len)) => First::Character(code_point, len),
            Err(malformed) if malformed.len.is_none() => First::Incomplete,
            Err(malformed) => First::Malformed(malformed),
        };
        (first, self)
    }

    /// Writes a character, and goes on to the state after it.
    fn encode_one(&mut self, code_point: CodePoint, dst: &mut Output) -> Encoded {
        match self {
            Half::Plain(target) => encode_each(code_point, dst, |one, dst| target.encode(one, dst)),
            Half::Stateful(shift) => {
                let (encoded, after) = shift.encode(code_point, dst);
                *shift = after;
                encoded
            }
        }
    }
}

/// Bytes of a text in ISO-2022-JP that are ASCII in that set.
fn ascii_run(src: &[u8]) -> &[u8] {
    let is_other = |byte: &u8| matches!(byte, 0x0E | 0x0F | 0x1B | 0x80..);
    let end = src.iter().position(is_other);
    &src[..end.unwrap_or(src.len())]
}

fn decode_stateful(shift: &mut Shift, isa: Isa, src: &[u8], units: &mut Output) -> Progress {
    let mut at = Progress::START;
    loop {
        let (rest, out) = (&src[at.read..], &mut units[at.written..]);
        if shift.is_ascii() {
            let step = Pair::of(Charset::Ascii, Charset::Utf16).convert(isa, ascii_run(rest), out);
            if step.read > 0 {
                *shift = shift.passed();
                at += step;
                continue;
            }
        }
        if shift.is_jis0208() {
            let step = decode_jis0208(rest, out);
            if step.read > 0 {
                *shift = shift.passed();
                at += step;
                continue;
            }
        }
        let (written, read, after) = match shift.decode(rest, true) {
            (First::Sequence, after) => (0, SEQUENCE, after),
            (First::Character(code_point, read), after) => {
                match Utf16::<Native>::NEW.encode(code_point, out) {
                    Encoded::Written(written) => (written, read, after),
                    _ => return at,
                }
            }
            _ => return at,
        };
        *shift = after;
        at += Progress { read, written };
    }
}

/// Converts characters of two bytes.
fn decode_jis0208(src: &[u8], units: &mut Output) -> Progress {
    let mut at = Progress::START;
    for pair in src.chunks_exact(2).take(units.len() / 2) {
        let unit = unit(pair[0], pair[1]);
        if unit == 0 {
            break;
        }
        units.write(at.written, Endian::NATIVE.bytes_16(unit));
        at += Progress {
            read: 2,
            written: 2,
        };
    }
    at
}

fn convert(
    state: &mut State,
    isa: Isa,
    src: &[u8],
    dst: &mut Output,
    _: Option<&mut u64>,
) -> Progress {
    let Halves { mut from, mut to } = halves(state);
    let is_tidy = state.pair.is_tidy;
    let mut units = [0; BUFFER];
    let mut at = Progress::START;
    let mut size = SHORT;
    while at.read < src.len() {
        let (rest, out) = (&src[at.read..], &mut dst[at.written..]);
        let piece = &rest[..rest.len().min(size)];
        let (before, there) = (from, to);
        let decoded = from.decode(isa, piece, Output::from_init(&mut units));
        let mut step = to.encode(isa, &units[..decoded.written], out, is_tidy);
        let is_whole = step.read == decoded.written;
        if is_whole {
            step.read = decoded.read;
        } else {
            from = before;
            let kept = from.decode(isa, piece, Output::from_init(&mut units[..step.read]));
            if kept.written < step.read {
                // The second of two code points of one sequence: the first is not written, either.
                to = there;
                let units = &units[..kept.written];
                step.written = to.encode(isa, units, out, is_tidy).written;
            }
            step.read = kept.read;
        }
        at += step;
        if !is_whole || decoded.read == 0 {
            break;
        }
        size = (2 * size).min(BUFFER / 4);
    }
    state.through = Some(Halves { from, to });
    at
}

fn convert_first(state: &mut State, src: &[u8], dst: &mut Output, more: bool) -> FirstCharacter {
    let Halves { from, mut to } = halves(state);
    let (first, from) = from.first(src, more);
    let (code_point, read) = match first {
        First::Character(code_point, read) => (code_point, read),
        First::Sequence => {
            state.through = Some(Halves { from, to });
            return FirstCharacter::Converted(Progress {
                read: SEQUENCE,
                written: 0,
            });
        }
        First::Malformed(malformed) => {
            let len = malformed.len.unwrap_or_default();
            return FirstCharacter::Faulty(Fault::Malformed(malformed), len.into());
        }
        First::Incomplete => return FirstCharacter::Incomplete,
    };
    match to.encode_one(code_point, dst) {
        Encoded::Written(written) => {
            state.through = Some(Halves { from, to });
            FirstCharacter::Converted(Progress { read, written })
        }
        Encoded::Full => FirstCharacter::Full,
        Encoded::Unrepresentable => {
            let which = unrepresentable(code_point, |one| to.encode_one(one, Default::default()));
            FirstCharacter::Faulty(Fault::Unrepresentable(which), read)
        }
    }
}

/// Writes what stands for a fault.
fn encode_replacement(state: &mut State, dst: &mut Output) -> Encoded {
    let Halves { from, mut to } = halves(state);
    let replacement = match to {
        Half::Plain(target) => target.replacement(),
        Half::Stateful(_) => REPLACEMENT,
    };
    let encoded = to.encode_one(replacement.into(), dst);
    state.through = Some(Halves { from, to });
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
                let mut through = halves(state);
                through.pass(&rest[..read]);
                state.through = Some(through);
                *at += Progress { read, written };
                fault_end = at.read;
                *replacements += 1;
            }
        }
    }
    Replaced::CleanRun
}
