//! Conversion in steps, with a table of functions for the two encodings.
//!
//! [`Pair`] is the table, one for each source and target. [`Engine`] keeps the state between
//! chunks, in bytes; its code is not generic, so it exists once for all pairs. The verbs convert
//! the bulk of each chunk. The character at which they stop, and a character that lies across
//! chunks, are converted one at a time.

use super::pending::{LONGEST, Pending};
use super::{Status, StreamError};
use crate::code_page::Page;
#[cfg(feature = "legacy")]
use crate::encoding::EncodingId;
use crate::encoding::unit_size;
use crate::malformed::Malformed;
use crate::output::Output;
use crate::progress::Progress;
use crate::relatives::Codec;
use crate::scalar::CLEAN_RUN;
use crate::scheme::{Encoded, Scheme};
use crate::{AnyPair, CodePoint, Encoding, Isa};

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

/// A sequence that cannot be converted.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    Malformed(Malformed),
    Unrepresentable(CodePoint),
}

/// The reason why a conversion with replacement, one character at a time, returned.
pub(super) enum Replaced {
    /// There was no fault for some bytes, or the text has ended: the kernels are faster again.
    CleanRun,
    Full,
    Incomplete,
}

/// The functions that convert from one encoding to another.
pub(super) struct Pair {
    /// Bulk conversion, up to the first fault or a character that does not fit.
    pub(super) convert: fn(&mut Sides, Isa, &[u8], &mut Output) -> Progress,
    /// Converts the first character of a text that may go on, or does not.
    pub(super) convert_first: fn(&mut Sides, &[u8], &mut Output, bool) -> FirstCharacter,
    pub(super) encode_replacement: fn(&mut Sides, &mut Output) -> Encoded,
    pub(super) replace:
        fn(&mut Sides, &[u8], &mut Output, &mut Progress, usize, &mut u64) -> Replaced,
    /// The error for a fault at a byte of the stream.
    pub(super) error: fn(&Sides, u64, &[u8], Fault) -> StreamError,
    /// The target that the types say, for errors.
    #[cfg(feature = "legacy")]
    pub(super) target: EncodingId,
}

/// What the types of a pair do not say of its encodings, which are chosen at run time.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    /// The code pages: one pair serves all of them.
    pub(super) from: Option<&'static Page>,
    pub(super) to: Option<&'static Page>,
    /// Both encodings, for [`Pair::OF_ANY`].
    pub(super) any: AnyPair,
    /// The way through UTF-8, if one of the encodings is a legacy one.
    #[cfg(feature = "legacy")]
    pub(super) through: Option<super::legacy::Through>,
}

impl Sides {
    /// Encodings that the types say.
    pub(super) const OF_TYPES: Sides = Sides {
        from: None,
        to: None,
        any: AnyPair::UTF8,
        #[cfg(feature = "legacy")]
        through: None,
    };

    /// Encodings that are these code pages, or that the types say.
    pub(super) const fn of_pages(from: Option<&'static Page>, to: Option<&'static Page>) -> Sides {
        Sides {
            from,
            to,
            ..Sides::OF_TYPES
        }
    }

    #[inline(always)]
    fn source<S: Encoding>(&self) -> S::Scheme {
        self.from
            .map_or(S::SCHEME, |page| S::SCHEME.with_page(page))
    }

    #[inline(always)]
    fn target<D: Encoding>(&self) -> D::Scheme {
        self.to.map_or(D::SCHEME, |page| D::SCHEME.with_page(page))
    }

    /// Goes past a malformed sequence, or a character that the target does not have.
    fn pass(&mut self, _sequence: &[u8]) {
        #[cfg(feature = "legacy")]
        if let Some(through) = &mut self.through {
            through.pass(_sequence);
        }
    }

    /// Writes what the target needs at the end of a text; `None` if it does not fit.
    fn end(&mut self, _dst: &mut Output) -> Option<usize> {
        #[cfg(feature = "legacy")]
        if let Some(through) = &mut self.through {
            return through.end(_dst);
        }
        Some(0)
    }
}

impl Pair {
    /// The functions for `S` and `D`.
    pub(super) const fn of<S: Encoding, D: Encoding>() -> Pair {
        Pair {
            convert: |sides, isa, src, dst| {
                let from = sides.source::<S>();
                isa.convert(from, sides.target::<D>(), from.without_undecided(src), dst)
            },
            convert_first: |sides, src, dst, more| {
                let schemes = (sides.source::<S>(), sides.target::<D>());
                convert_first(&schemes, src, dst, more)
            },
            encode_replacement: |sides, dst| {
                let replacement = D::Scheme::REPLACEMENT.into();
                sides.target::<D>().encode(replacement, dst)
            },
            replace: |sides, src, dst, at, clean_run, replacements| {
                let schemes = (sides.source::<S>(), sides.target::<D>());
                let codec = (&schemes, D::Scheme::REPLACEMENT);
                replace(codec, src, dst, at, clean_run, replacements)
            },
            error: |sides, position, rest, fault| {
                let source = (S::ID, unit_size::<S>());
                let error = StreamError::at(source, D::ID, position, rest, fault);
                let charset = |page: Option<&Page>| page.map(|page| page.charset);
                error.in_charsets(charset(sides.from), charset(sides.to))
            },
            #[cfg(feature = "legacy")]
            target: D::ID,
        }
    }

    /// The functions for every pair of encodings.
    pub(super) const OF_ANY: Pair = Pair {
        convert: |sides, isa, src, dst| {
            let src = sides.any.source().without_undecided(src);
            sides.any.convert(isa, src, dst)
        },
        convert_first: |sides, src, dst, more| convert_first(&sides.any, src, dst, more),
        encode_replacement: |sides, dst| {
            let target = sides.any.target();
            target.encode(target.replacement().into(), dst)
        },
        replace: |sides, src, dst, at, clean_run, replacements| {
            let codec = (&sides.any, sides.any.target().replacement());
            replace(codec, src, dst, at, clean_run, replacements)
        },
        error: |sides, position, rest, fault| {
            let [source, target] = [sides.any.source(), sides.any.target()];
            let encoding = (source.id(), source.unit_len());
            StreamError::at(encoding, target.id(), position, rest, fault)
        },
        #[cfg(feature = "legacy")]
        target: EncodingId::Utf8,
    };
}

/// Converts the first character of `src`, which is not empty and after which there may be `more`.
#[inline(always)]
fn convert_first(codec: &impl Codec, src: &[u8], dst: &mut Output, more: bool) -> FirstCharacter {
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
        Encoded::Unrepresentable => FirstCharacter::Faulty(Fault::Unrepresentable(character), read),
    }
}

/// Converts with replacement from `at` on, one character at a time, until `clean_run` bytes in a
/// row had no fault: text with many faults must not call a kernel for each.
fn replace(
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
    pair: &'static Pair,
    sides: Sides,
    pending: Pending,
    /// Bytes of the stream read so far, including the pending ones; at least the number of these.
    taken: u64,
    replacements: u64,
}

impl Engine {
    pub(super) const fn new(isa: Isa, pair: &'static Pair, sides: Sides) -> Engine {
        Engine {
            isa,
            pair,
            sides,
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
                let bulk =
                    (self.pair.convert)(&mut self.sides, self.isa, rest, &mut dst[at.written..]);
                at += bulk;
                if LOSSY {
                    // After a long run without a fault, this one is taken for a single one.
                    let clean_run = if bulk.read < CLEAN_RUN { CLEAN_RUN } else { 1 };
                    let replacements = &mut self.replacements;
                    match (self.pair.replace)(
                        &mut self.sides,
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
                match (self.pair.convert_first)(&mut self.sides, &joined, out, true) {
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
                        self.sides.pass(&joined[..len]);
                        let error = (self.pair.error)(&self.sides, position, &joined, fault);
                        break Status::Stopped(error);
                    }
                    FirstCharacter::Faulty(_, len) => {
                        match (self.pair.encode_replacement)(&mut self.sides, out) {
                            Encoded::Written(written) => {
                                self.replacements += 1;
                                self.sides.pass(&joined[..len]);
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
            let (fault, len) = match (self.pair.convert_first)(&mut self.sides, &joined, out, false)
            {
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
                    (self.pair.encode_replacement)(&mut self.sides, out)
                else {
                    return (at, Status::OutputFull);
                };
                at += written;
                self.replacements += 1;
            }
            let position = self.position();
            self.pending.advance(len);
            self.sides.pass(&joined[..len]);
            if !LOSSY {
                let error = (self.pair.error)(&self.sides, position, &joined, fault);
                return (at, Status::Stopped(error));
            }
        }
        match self.sides.end(&mut dst[at..]) {
            Some(written) => (at + written, Status::InputEmpty),
            None => (at, Status::OutputFull),
        }
    }
}
