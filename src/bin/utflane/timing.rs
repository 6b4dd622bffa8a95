//! How long a verb takes on the pieces of a text, with each instruction set.
//!
//! The instruction sets take turns, so that other load on the machine affects all of them, and the
//! best of several rounds counts.

use std::hint::black_box;
use std::ops::Range;
use std::slice;
use std::time::{Duration, Instant};

use anyhow::ensure;
use utflane::stream::{AnyTranscoder, Status};
use utflane::{Charset, Isa};

use crate::bench::TARGETS;
use crate::charset::with_encoding;

const ROUNDS: usize = 9;

/// The least duration of a turn that repeats its text, far above the resolution of the clock.
const TURN: Duration = Duration::from_millis(1);

/// Bytes of a turn that reads its text once: it stays in the second-level cache, and what it takes
/// to get going hardly counts.
const BATCH: usize = 128 << 10;

/// A verb that is timed.
#[derive(Clone, Copy)]
pub(crate) enum Verb {
    Validate,
    CharCount,
    TranscodedLen(Charset),
    Transcode(Charset),
    TranscodeLossy(Charset),
}

pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) charset: Charset,
    pub(crate) bytes: Vec<u8>,
}

/// How often a round reads the text.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(crate) enum Lap {
    /// Until the clock has seen enough: the CPU learns a short text by heart.
    Repeated,
    /// Once, from the first piece to the last, some at a time with each instruction set.
    Once,
}

pub(crate) struct Timer<'text> {
    text: &'text Text,
    isas: &'text [Isa],
    outputs: [Vec<u8>; 2],
}

impl<'text> Timer<'text> {
    pub(crate) fn new(text: &'text Text, isas: &'text [Isa]) -> Timer<'text> {
        let len = longest_output(text.charset, &text.bytes);
        Timer {
            text,
            isas,
            outputs: [vec![0; len], vec![0; len]],
        }
    }

    pub(crate) fn charset(&self) -> Charset {
        self.text.charset
    }

    /// The time that the pieces take with each instruction set, in seconds, or `None` if the verb
    /// stops before the end of one.
    pub(crate) fn time(
        &mut self,
        verb: Verb,
        pieces: &[Range<usize>],
        lap: Lap,
    ) -> anyhow::Result<Option<Vec<f64>>> {
        for piece in pieces {
            if !self.check(verb, piece)? {
                return Ok(None);
            }
        }
        let batches = match lap {
            Lap::Repeated => vec![pieces],
            Lap::Once => batches(pieces),
        };
        let mut total = vec![0.0; self.isas.len()];
        let mut best = vec![vec![f64::INFINITY; batches.len()]; self.isas.len()];
        let repetitions = match lap {
            Lap::Repeated => self.repetitions(verb, pieces),
            Lap::Once => vec![1; self.isas.len()],
        };
        for round in 0..ROUNDS {
            for (number, batch) in batches.iter().enumerate() {
                for turn in 0..self.isas.len() {
                    let which = (round + turn) % self.isas.len();
                    if lap == Lap::Once {
                        self.touch(batch);
                    }
                    let count = repetitions[which];
                    let taken = self
                        .turn(verb, self.isas[which], batch, count)
                        .as_secs_f64();
                    let best = &mut best[which][number];
                    *best = best.min(taken / f64::from(count));
                }
            }
        }
        for (total, best) in total.iter_mut().zip(best) {
            *total = best.iter().sum();
        }
        Ok(Some(total))
    }

    /// Whether the verb goes through a piece, with all instruction sets alike.
    fn check(&mut self, verb: Verb, piece: &Range<usize>) -> anyhow::Result<bool> {
        let text = self.text;
        let [output, other] = &mut self.outputs;
        let run = |isa, output: &mut [u8]| {
            verb.run(
                isa,
                text.charset,
                &text.bytes,
                slice::from_ref(piece),
                output,
            )
        };
        let answer = run(self.isas[0], output);
        let written = answer.filter(|_| verb.writes()).unwrap_or(0);
        for isa in &self.isas[1..] {
            let same = run(*isa, other) == answer;
            ensure!(
                same && other[..written] == output[..written],
                "{}: {} and {} differ",
                verb.label(),
                self.isas[0].name(),
                isa.name()
            );
        }
        Ok(answer.is_some())
    }

    fn turn(&mut self, verb: Verb, isa: Isa, pieces: &[Range<usize>], count: u32) -> Duration {
        let text = self.text;
        let output = &mut self.outputs[0];
        let start = Instant::now();
        for _ in 0..count {
            black_box(verb.run(black_box(isa), text.charset, &text.bytes, pieces, output));
        }
        start.elapsed()
    }

    /// The least number of repetitions, a power of two, that takes enough time.
    fn repetitions(&mut self, verb: Verb, pieces: &[Range<usize>]) -> Vec<u32> {
        let isas = self.isas.iter();
        isas.map(|isa| {
            let mut count = 1;
            while self.turn(verb, *isa, pieces, count) < TURN {
                count *= 2;
            }
            count
        })
        .collect()
    }

    /// Brings the pieces into the cache, for whichever instruction set comes first as for the
    /// others.
    fn touch(&self, pieces: &[Range<usize>]) {
        let place = pieces[0].start..pieces[pieces.len() - 1].end;
        let bytes = self.text.bytes[place].iter().step_by(64);
        black_box(bytes.fold(0, |all, byte| all ^ byte));
    }
}

impl Verb {
    pub(crate) fn label(self) -> String {
        match self {
            Verb::Validate => "validate".into(),
            Verb::CharCount => "char_count".into(),
            Verb::TranscodedLen(to) => format!("transcoded_len to {}", to.name()),
            Verb::Transcode(to) => format!("transcode to {}", to.name()),
            Verb::TranscodeLossy(to) => format!("transcode_lossy to {}", to.name()),
        }
    }

    /// Whether the verb's result is the number of units that it wrote.
    fn writes(self) -> bool {
        matches!(self, Verb::Transcode(_) | Verb::TranscodeLossy(_))
    }

    /// The sum of the verb's results for pieces of `text`, or `None` if it stops before the end of
    /// one: at a malformed sequence or an unrepresentable character. Each piece is written to the
    /// start of `output`.
    fn run(
        self,
        isa: Isa,
        from: Charset,
        text: &[u8],
        pieces: &[Range<usize>],
        output: &mut [u8],
    ) -> Option<usize> {
        let mut pieces = pieces.iter().map(|piece| &text[piece.clone()]);
        if is_read_by_value(from) {
            // One transcoder serves all pages.
            return pieces
                .map(|text| self.run_page(isa, from, text, output))
                .sum();
        }
        with_encoding!(no page: from, S => match self {
            Verb::Validate => pieces.try_fold(0, |sum, text| {
                isa.validate::<S>(text).ok().map(|()| sum)
            }),
            Verb::CharCount => Some(pieces.map(|text| isa.char_count::<S>(text)).sum()),
            Verb::TranscodedLen(to) => with_encoding!(no page: to, D => {
                Some(pieces.map(|text| isa.transcoded_len::<S, D>(text)).sum())
            }),
            Verb::Transcode(to) => with_encoding!(no page: to, D => {
                pieces.map(|text| isa.transcode::<S, D>(text, output).ok()).sum()
            }),
            Verb::TranscodeLossy(to) => with_encoding!(no page: to, D => {
                pieces.map(|text| isa.transcode_lossy::<S, D>(text, output).ok()).sum()
            }),
        })
    }
}

impl Verb {
    fn run_page(self, isa: Isa, from: Charset, text: &[u8], output: &mut [u8]) -> Option<usize> {
        let step = match self {
            Verb::Transcode(to) => AnyTranscoder::with_isa(isa, from, to).transcode(text, output),
            Verb::TranscodeLossy(to) => {
                AnyTranscoder::with_isa(isa, from, to).transcode_lossy(text, output)
            }
            _ => return None,
        };
        (step.status == Status::InputEmpty).then_some(step.written)
    }
}

/// Whether an encoding is known to the library as a value: a code page, or one without a type.
pub(crate) fn is_read_by_value(charset: Charset) -> bool {
    charset.is_code_page() || charset.is_legacy()
}

/// Pieces that lie side by side, each group of about `BATCH` bytes.
fn batches(pieces: &[Range<usize>]) -> Vec<&[Range<usize>]> {
    let mut batches = Vec::new();
    let mut rest = pieces;
    while let Some(first) = rest.first() {
        let count = rest.partition_point(|piece| piece.start < first.start + BATCH);
        let (batch, others) = rest.split_at(count);
        batches.push(batch);
        rest = others;
    }
    batches
}

/// Bytes of the longest of the outputs.
fn longest_output(from: Charset, text: &[u8]) -> usize {
    if is_read_by_value(from) {
        // That of UTF-32.
        return 4 * text.len();
    }
    let lengths = TARGETS.map(|to| {
        with_encoding!(no page: from, S => {
            with_encoding!(no page: to, D => utflane::lossy_len::<S, D>(text))
        })
    });
    lengths.into_iter().max().unwrap_or(0)
}
