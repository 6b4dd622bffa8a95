//! A conversion in steps, between two encodings that are known as a table of functions.
//!
//! [`Pair`] is the table, one for each source and target; [`Engine`] is what happens between
//! chunks, once for all of them, in bytes. Bulk work is that of the verbs. What they stop at, and
//! the character that lies across chunks, is looked at by itself.

use super::pending::{LONGEST, Pending};
use super::{Status, StreamError};
use crate::malformed::Malformed;
use crate::output::Output;
use crate::progress::Progress;
use crate::scalar::CALM;
use crate::scheme::{Encoded, Scheme};
use crate::{Encoding, ErrorKind, Isa};

/// What became of the first character of some bytes.
pub(super) enum One {
    /// It is converted.
    Converted(Progress),
    /// So many bytes make no character, or one that the target lacks.
    Faulty(Fault, usize),
    /// It does not fit, and nothing was written.
    Full,
    /// Its end is missing.
    Incomplete,
}

/// What cannot be converted.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    Malformed(Malformed),
    Unrepresentable(char),
}

/// How a stretch of conversion with replacement ended.
enum Stretch {
    /// The text has been convertible for a while, or it has ended: time for the fast kernel.
    Calm,
    Full,
    Incomplete,
}

/// The functions of a source and a target.
pub(super) struct Pair {
    /// Bulk conversion, up to the first character that is malformed, unrepresentable or does not
    /// fit.
    convert: fn(Isa, &[u8], &mut Output) -> Progress,
    one: fn(&[u8], &mut Output) -> One,
    encode_replacement: fn(&mut Output) -> Encoded,
    replace: fn(&[u8], &mut Output, &mut Progress, usize, &mut u64) -> Stretch,
    /// The error for what stands at a byte of the stream.
    error: fn(u64, Fault) -> StreamError,
}

impl Pair {
    /// The functions for `S` and `D`.
    pub(super) const fn of<S: Encoding, D: Encoding>() -> Pair {
        Pair {
            convert: |isa, src, dst| isa.convert::<S::Scheme, D::Scheme>(src, dst),
            one: convert_one::<S::Scheme, D::Scheme>,
            encode_replacement: |dst| D::Scheme::encode(D::Scheme::REPLACEMENT, dst),
            replace: replace::<S::Scheme, D::Scheme>,
            error: |position, fault| match fault {
                Fault::Malformed(malformed) => StreamError::malformed_at::<S>(position, malformed),
                Fault::Unrepresentable(character) => {
                    StreamError::unrepresentable_at::<S>(position, character)
                }
            },
        }
    }
}

/// Converts the first character of `src`, which is not empty.
#[inline(always)]
fn convert_one<S: Scheme, D: Scheme>(src: &[u8], dst: &mut Output) -> One {
    let (character, read) = match S::decode(src) {
        Ok(decoded) => decoded,
        Err(malformed) => {
            return match malformed.len {
                Some(len) => One::Faulty(Fault::Malformed(malformed), len.into()),
                None => One::Incomplete,
            };
        }
    };
    match D::encode(character, dst) {
        Encoded::Written(written) => One::Converted(Progress { read, written }),
        Encoded::Full => One::Full,
        Encoded::Unrepresentable => One::Faulty(Fault::Unrepresentable(character), read),
    }
}

/// Converts from `at` on with replacement, until `calm` bytes in a row have been convertible: text
/// with many faults must not start the wide kernel for each.
fn replace<S: Scheme, D: Scheme>(
    src: &[u8],
    dst: &mut Output,
    at: &mut Progress,
    calm: usize,
    replacements: &mut u64,
) -> Stretch {
    let mut trouble = at.read;
    while at.read < src.len() && at.read - trouble < calm {
        let rest = &src[at.read..];
        let room = &mut dst[at.written..];
        let (put, read) = match S::decode(rest) {
            Ok((character, read)) => (D::encode(character, room), read),
            Err(malformed) => match malformed.len {
                Some(read) => (Encoded::Unrepresentable, read.into()),
                None => return Stretch::Incomplete,
            },
        };
        let replaced = put == Encoded::Unrepresentable;
        let put = if replaced {
            trouble = at.read + read;
            D::encode(D::REPLACEMENT, &mut dst[at.written..])
        } else {
            put
        };
        let Encoded::Written(written) = put else {
            return Stretch::Full;
        };
        *at += Progress { read, written };
        *replacements += u64::from(replaced);
    }
    Stretch::Calm
}

/// The state of a stream.
#[derive(Clone)]
pub(super) struct Engine {
    isa: Isa,
    pair: &'static Pair,
    pending: Pending,
    /// Bytes taken in, with those that are pending: never fewer than these.
    taken: u64,
    replacements: u64,
}

impl Engine {
    pub(super) const fn new(isa: Isa, pair: &'static Pair) -> Engine {
        Engine {
            isa,
            pair,
            pending: Pending::NONE,
            taken: 0,
            replacements: 0,
        }
    }

    /// Sets the number of bytes before what is pending, or comes next.
    pub(super) const fn start_at(&mut self, position: u64) {
        self.taken = position.saturating_add(self.pending.len() as u64);
    }

    /// Bytes converted or skipped.
    pub(super) const fn position(&self) -> u64 {
        self.taken - self.pending.len() as u64
    }

    /// Bytes kept inside.
    pub(super) const fn pending(&self) -> usize {
        self.pending.len()
    }

    pub(super) const fn replacements(&self) -> u64 {
        self.replacements
    }

    /// Converts from `src` to `dst` as far as both last, and up to the first fault unless `LOSSY`.
    pub(super) fn step<const LOSSY: bool>(
        &mut self,
        src: &[u8],
        dst: &mut Output,
    ) -> (Progress, Status) {
        let mut at = Progress::START;
        let status = loop {
            let rest = &src[at.read..];
            if self.pending.is_empty() && rest.len() >= LONGEST {
                let bulk = (self.pair.convert)(self.isa, rest, &mut dst[at.written..]);
                at += bulk;
                if LOSSY {
                    // A lone fault costs no more than itself.
                    let calm = if bulk.read < CALM { CALM } else { 1 };
                    let replacements = &mut self.replacements;
                    match (self.pair.replace)(src, dst, &mut at, calm, replacements) {
                        Stretch::Calm if at.read < src.len() => continue,
                        Stretch::Calm | Stretch::Incomplete => {}
                        Stretch::Full => break Status::OutputFull,
                    }
                }
            }
            if self.pending.is_empty() && at.read == src.len() {
                break Status::InputEmpty;
            }
            let joined = self.pending.joined(&src[at.read..]);
            let room = &mut dst[at.written..];
            let (done, written) = match (self.pair.one)(&joined, room) {
                One::Converted(step) => (step.read, step.written),
                One::Full => break Status::OutputFull,
                One::Incomplete => {
                    self.pending.keep(joined);
                    at.read = src.len();
                    break Status::InputEmpty;
                }
                One::Faulty(fault, len) if !LOSSY => {
                    let position = self.taken.saturating_add(at.read as u64);
                    let position = position - self.pending.len() as u64;
                    at.read += self.pending.advance(len);
                    break Status::Stopped((self.pair.error)(position, fault));
                }
                One::Faulty(_, len) => match (self.pair.encode_replacement)(room) {
                    Encoded::Written(written) => {
                        self.replacements += 1;
                        (len, written)
                    }
                    Encoded::Full | Encoded::Unrepresentable => break Status::OutputFull,
                },
            };
            at.read += self.pending.advance(done);
            at.written += written;
        };
        self.taken = self.taken.saturating_add(at.read as u64);
        (at, status)
    }

    /// The end of a strict conversion.
    pub(super) fn finish(&mut self) -> Result<(), StreamError> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let incomplete = Malformed {
            kind: ErrorKind::Incomplete,
            len: None,
        };
        let error = (self.pair.error)(self.position(), Fault::Malformed(incomplete));
        self.pending = Pending::NONE;
        Err(error)
    }

    /// The end of a conversion with replacement: bytes written, or `None` if there is no room.
    pub(super) fn finish_lossy(&mut self, dst: &mut Output) -> Option<usize> {
        if self.pending.is_empty() {
            return Some(0);
        }
        let Encoded::Written(written) = (self.pair.encode_replacement)(dst) else {
            return None;
        };
        self.pending = Pending::NONE;
        self.replacements += 1;
        Some(written)
    }
}
