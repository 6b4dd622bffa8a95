//! Conversion in steps, with a table of functions for the two encodings.
//!
//! [`Converter`] is the table: one for each two encodings that are given as types, and one for all
//! that are values. [`Engine`] keeps the state between chunks, in bytes; its code is not generic,
//! so it exists once for all pairs. The verbs convert
//! the bulk of each chunk. The character at which they stop, and a character that lies across
//! chunks, are converted one at a time.

use super::Status;
use super::error::Fault;
use super::pending::{LONGEST, Pending};
use super::state::State;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::convert::pair::Pair;
use crate::encoding::malformed::Malformed;
use crate::encoding::scheme::{Encoded, Scheme, unrepresentable};
use crate::kernels::scalar::CLEAN_RUN;
use crate::kernels::scalar::Codec;
use crate::{Encoding, Isa};
use core::fmt;

/// The outcome of converting the first character of some bytes.
pub(super) enum FirstCharacter {
    /// The character is converted.
    Converted(Progress),
    /// The first bytes, this many, are malformed or an unrepresentable character.
    Faulty(Fault, usize),
    /// The character does not fit into the output; nothing was written.
    Full,
    /// The bytes end within the character.
    Incomplete,
}

/// The reason why a conversion with replacement, one character at a time, returned.
pub(super) enum Replaced {
    /// There was no fault for some bytes, or the text has ended: the kernels are faster again.
    CleanRun,
    Full,
    Incomplete,
}

/// The functions that convert from one encoding to another.
pub(super) struct Converter {
    /// Bulk conversion, up to the first fault or a character that does not fit. If there is a
    /// number of replacements, a character that the target does not have may be replaced, and
    /// counts.
    pub(super) convert:
        fn(&mut State, Isa, &[u8], &mut Output, replaced: Option<&mut u64>) -> Progress,
    /// Converts the first character of a text that may go on, or does not.
    pub(super) convert_first: fn(&mut State, &[u8], &mut Output, bool) -> FirstCharacter,
    pub(super) encode_replacement: fn(&mut State, &mut Output) -> Encoded,
    pub(super) replace:
        fn(&mut State, &[u8], &mut Output, &mut Progress, usize, &mut u64) -> Replaced,
}

impl Converter {
    /// The functions for `S` and `D`.
    pub(super) const fn of<S: Encoding, D: Encoding>() -> Converter {
        Converter {
            convert: |_, isa, src, dst, replaced| {
                let src = S::SCHEME.without_undecided(src);
                // Two code points of one sequence are replaced together.
                let replaced = replaced.filter(|_| S::SCHEME.multibyte().is_none());
                match (D::SCHEME.page(), replaced) {
                    (Some(page), Some(replaced)) => {
                        isa.convert_part_to_page(S::SCHEME, page, src, dst, replaced)
                    }
                    _ => isa.convert(S::SCHEME, D::SCHEME, src, dst),
                }
            },
            convert_first: |_, src, dst, more| {
                convert_first(&(S::SCHEME, D::SCHEME), src, dst, more)
            },
            encode_replacement: |_, dst| D::SCHEME.encode(D::SCHEME.replacement().into(), dst),
            replace: |_, src, dst, at, clean_run, replacements| {
                let codec = (&(S::SCHEME, D::SCHEME), D::SCHEME.replacement());
                replace(codec, src, dst, at, clean_run, replacements)
            },
        }
    }
}

/// Converts the first character of `src`, which is not empty and after which there may be `more`.
#[inline(always)]
pub(super) fn convert_first(
    codec: &impl Codec,
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
                Some(len) => FirstCharacter::Faulty(Fault::Malformed(malformed), len.into()),
                None => FirstCharacter::Incomplete,
            };
        }
    };
    match codec.encode(character, dst) {
        Encoded::Written(written) => FirstCharacter::Converted(Progress { read, written }),
        Encoded::Full => FirstCharacter::Full,
        Encoded::Unrepresentable => {
            let encode = |one| codec.encode(one, Default::default());
            let fault = Fault::Unrepresentable(unrepresentable(character, encode));
            FirstCharacter::Faulty(fault, read)
        }
    }
}

/// Converts with replacement from `at` on, one character at a time, until `clean_run` bytes in a
/// row had no fault: text with many faults must not call a kernel for each.
pub(super) fn replace(
    (codec, replacement): (&impl Codec, char),
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    clean_run: usize,
    replacements: &mut u64,
) -> Replaced {
    let mut fault_end = at.read;
    while at.read < src.len() && at.read - fault_end < clean_run {
        let rest = &src[at.read..];
        let out = &mut dst[at.written..];
        let (encoded, read) = match codec.decode_chunk(rest) {
            Ok((character, read)) => (codec.encode(character, out), read),
            Err(malformed) => match malformed.len {
                Some(read) => (Encoded::Unrepresentable, read.into()),
                None => return Replaced::Incomplete,
            },
        };
        let replaced = encoded == Encoded::Unrepresentable;
        let encoded = if replaced {
            fault_end = at.read + read;
            codec.encode(replacement.into(), &mut dst[at.written..])
        } else {
            encoded
        };
        let Encoded::Written(written) = encoded else {
            return Replaced::Full;
        };
        *at += Progress { read, written };
        *replacements += u64::from(replaced);
    }
    Replaced::CleanRun
}

/// The state of a stream.
#[derive(Clone)]
pub(super) struct Engine {
    isa: Isa,
    converter: &'static Converter,
    state: State,
    pending: Pending,
    /// Bytes of the stream read so far, including the pending ones; at least the number of these.
    taken: u64,
    replacements: u64,
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
            taken: 0,
            replacements: 0,
        }
    }

    /// Sets the position of the pending bytes, or of the next chunk if there are none.
    pub(super) const fn start_at(&mut self, position: u64) {
        self.taken = position.saturating_add(self.pending.len() as u64);
    }

    /// Number of bytes converted or skipped.
    pub(super) const fn position(&self) -> u64 {
        self.taken - self.pending.len() as u64
    }

    /// The two encodings.
    pub(super) const fn pair(&self) -> Pair {
        self.state.pair
    }

    /// Goes on to another target: its functions and the state of a text at its start, of which the
    /// source is that of now.
    pub(super) fn set_target(&mut self, converter: &'static Converter, mut state: State) {
        state.pair.is_tidy = self.state.pair.is_tidy;
        #[cfg(all(feature = "multibyte", feature = "charset"))]
        if let (Some(through), Some(before)) = (&mut state.through, self.state.through) {
            through.keep_source(before);
        }
        (self.converter, self.state) = (converter, state);
    }

    /// Whether what is behind the bytes that count stays as it was.
    pub(super) const fn set_tidy(&mut self, is_tidy: bool) {
        self.state.pair.is_tidy = is_tidy;
    }

    /// Whether text is converted from here as from the start.
    pub(super) fn is_neutral(&self) -> bool {
        self.pending.is_empty() && self.state.is_at_start()
    }

    /// Number of bytes that are pending.
    pub(super) const fn pending(&self) -> usize {
        self.pending.len()
    }

    pub(super) const fn replacements(&self) -> u64 {
        self.replacements
    }

    /// Converts from `src` to `dst` until one of them is used up, or up to the first fault unless
    /// `LOSSY`.
    pub(super) fn step<const LOSSY: bool>(
        &mut self,
        src: &[u8],
        dst: &mut Output,
    ) -> (Progress, Status) {
        let mut at = Progress::START;
        let status = loop {
            let rest = &src[at.read..];
            if self.pending.is_empty() && rest.len() >= LONGEST {
                let bulk = (self.converter.convert)(
                    &mut self.state,
                    self.isa,
                    rest,
                    &mut dst[at.written..],
                    LOSSY.then_some(&mut self.replacements),
                );
                at += bulk;
                if LOSSY {
                    // After a long run without a fault, this one is taken for a single one.
                    let clean_run = if bulk.read < CLEAN_RUN { CLEAN_RUN } else { 1 };
                    let replacements = &mut self.replacements;
                    match (self.converter.replace)(
                        &mut self.state,
                        src,
                        dst,
                        &mut at,
                        clean_run,
                        replacements,
                    ) {
                        Replaced::CleanRun if at.read < src.len() => continue,
                        Replaced::CleanRun | Replaced::Incomplete => {}
                        Replaced::Full => break Status::OutputFull,
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
                    FirstCharacter::Faulty(fault, len) if !LOSSY => {
                        let position = self.taken.saturating_add(at.read as u64);
                        let position = position - self.pending.len() as u64;
                        at.read += self.pending.advance(len);
                        self.state.pass(&joined[..len]);
                        let error = self.state.error(position, &joined, fault);
                        break Status::Stopped(error);
                    }
                    FirstCharacter::Faulty(_, len) => {
                        match (self.converter.encode_replacement)(&mut self.state, out) {
                            Encoded::Written(written) => {
                                self.replacements += 1;
                                self.state.pass(&joined[..len]);
                                (len, written)
                            }
                            Encoded::Full | Encoded::Unrepresentable => break Status::OutputFull,
                        }
                    }
                };
            at.read += self.pending.advance(done);
            at.written += written;
        };
        self.taken = self.taken.saturating_add(at.read as u64);
        (at, status)
    }

    /// Ends a text: converts what is pending. If that is incomplete, it is malformed.
    pub(super) fn finish<const LOSSY: bool>(&mut self, dst: &mut Output) -> (usize, Status) {
        let mut at = 0;
        while !self.pending.is_empty() {
            let joined = self.pending.joined(&[]);
            let out = &mut dst[at..];
            let (fault, len) =
                match (self.converter.convert_first)(&mut self.state, &joined, out, false) {
                    FirstCharacter::Converted(step) => {
                        self.pending.advance(step.read);
                        at += step.written;
                        continue;
                    }
                    FirstCharacter::Full => return (at, Status::OutputFull),
                    FirstCharacter::Incomplete => {
                        (Fault::Malformed(Malformed::INCOMPLETE), joined.len())
                    }
                    FirstCharacter::Faulty(fault, len) => (fault, len),
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
            let position = self.position();
            self.pending.advance(len);
            self.state.pass(&joined[..len]);
            if !LOSSY {
                let error = self.state.error(position, &joined, fault);
                return (at, Status::Stopped(error));
            }
        }
        match self.state.end(&mut dst[at..]) {
            Some(written) => (at + written, Status::InputEmpty),
            None => (at, Status::OutputFull),
        }
    }
}
