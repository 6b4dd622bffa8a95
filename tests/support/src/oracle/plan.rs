//! Computes the result of a conversion for any output length.
//!
//! A plan is the whole output and the positions where it may be cut: before each item.
//!
//! ```text
//! input    a  é     FF a      marks (read, written) of the strict plan to UTF-16: (0,0) (1,1) (3,2), then it stops: FF
//! output   a  é     .         room 0: output full at (0,0); room 1: output full at (1,1); room 2 and more: FF at (3,2)
//! ```

use super::model::{Item, Model};
use utflane::{CodePoint, DecodeError, ErrorKind, Reason, TranscodeError};

/// A malformed sequence, with the fields of `DecodeError`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub valid_up_to: usize,
    pub error_len: Option<usize>,
    pub kind: ErrorKind,
}

impl Fault {
    fn new(valid_up_to: usize, units: usize, kind: ErrorKind) -> Self {
        Self {
            valid_up_to,
            error_len: (kind != ErrorKind::Incomplete).then_some(units),
            kind,
        }
    }

    /// Returns all malformed sequences of an input.
    pub fn all(items: &[Item]) -> impl Iterator<Item = Self> {
        let mut position = 0;
        items.iter().filter_map(move |item| {
            let start = position;
            position += item.units;
            let kind = item.meaning.err()?;
            Some(Self::new(start, item.units, kind))
        })
    }

    /// Returns the first malformed sequence of an input.
    pub fn first(items: &[Item]) -> Option<Self> {
        Self::all(items).next()
    }

    /// Returns the error message.
    pub fn text<E: Model>(&self) -> String {
        let (name, unit, index) = (E::TEXT_NAME, E::UNIT_NAME, self.valid_up_to);
        match self.error_len {
            Some(len) => format!("invalid {name} sequence of {len} {unit}s from index {index}"),
            None => format!("incomplete {name} {unit} sequence from index {index}"),
        }
    }
}

impl From<DecodeError> for Fault {
    fn from(error: DecodeError) -> Self {
        Self {
            valid_up_to: error.valid_up_to(),
            error_len: error.error_len(),
            kind: error.kind(),
        }
    }
}

/// The reason for which a conversion stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    OutputFull,
    Malformed(Fault),
    Unrepresentable(CodePoint),
}

/// The result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub read: usize,
    pub written: usize,
    /// If it stopped, `skip()` and the reason.
    pub stop: Option<(usize, Why)>,
}

impl Outcome {
    /// Converts the result of a function for an input of `len` units.
    pub fn of(answer: Result<usize, TranscodeError>, len: usize) -> Self {
        match answer {
            Ok(written) => Self {
                read: len,
                written,
                stop: None,
            },
            Err(error) => Self {
                read: error.read(),
                written: error.written(),
                stop: Some((error.skip(), Why::from(error.reason()))),
            },
        }
    }

    /// Returns the result for a text with `read` more units at its start, which become `written` units of output.
    pub fn shifted(mut self, read: usize, written: usize) -> Self {
        self.read += read;
        self.written += written;
        if let Some((_, Why::Malformed(fault))) = &mut self.stop {
            fault.valid_up_to += read;
        }
        self
    }
}

impl From<Reason> for Why {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::OutputFull => Self::OutputFull,
            Reason::Malformed(error) => Self::Malformed(error.into()),
            Reason::Unrepresentable(character) => Self::Unrepresentable(character),
            other => panic!("reason unknown to the oracle: {other:?}"),
        }
    }
}

#[derive(Clone, Copy)]
struct Mark {
    read: usize,
    written: usize,
}

/// The expected results of one function for one input.
pub struct Plan<U> {
    /// The whole output.
    pub units: Vec<U>,
    marks: Vec<Mark>,
    stop: Option<(usize, Why)>,
}

impl<U> Plan<U> {
    /// Plans a conversion that stops at malformed or unrepresentable input.
    pub fn strict<D: Model<Unit = U>>(items: &[Item]) -> Self {
        let mut plan = Self::new(items.len());
        for item in items {
            let read = plan.end().read;
            let why = match item.meaning {
                Ok(character) if D::encode(character, &mut plan.units) => {
                    plan.advance(item);
                    continue;
                }
                Ok(character) => Why::Unrepresentable(character),
                Err(kind) => Why::Malformed(Fault::new(read, item.units, kind)),
            };
            plan.stop = Some((item.units, why));
            break;
        }
        plan
    }

    /// Plans a conversion that replaces malformed and unrepresentable input.
    pub fn lossy<D: Model<Unit = U>>(items: &[Item]) -> Self {
        let mut plan = Self::new(items.len());
        for item in items {
            let replacement = D::REPLACEMENT.into();
            let character = item.meaning.unwrap_or(replacement);
            if !D::encode(character, &mut plan.units) {
                assert!(D::encode(replacement, &mut plan.units));
            }
            plan.advance(item);
        }
        plan
    }

    fn new(items: usize) -> Self {
        let mut marks = Vec::with_capacity(items + 1);
        marks.push(Mark {
            read: 0,
            written: 0,
        });
        Self {
            units: Vec::with_capacity(items * 4),
            marks,
            stop: None,
        }
    }

    fn end(&self) -> Mark {
        *self.marks.last().expect("a plan has a mark at its start")
    }

    fn advance(&mut self, item: &Item) {
        self.marks.push(Mark {
            read: self.end().read + item.units,
            written: self.units.len(),
        });
    }

    /// Returns whether the conversion reaches the end of the input.
    pub fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// Returns the expected result for an output of `room` units.
    pub fn at(&self, room: usize) -> Outcome {
        let fitting = self.marks.partition_point(|mark| mark.written <= room);
        let Mark { read, written } = self.marks[fitting - 1];
        Outcome {
            read,
            written,
            stop: match fitting == self.marks.len() {
                true => self.stop,
                false => Some((0, Why::OutputFull)),
            },
        }
    }
}

/// A position at which a strict conversion stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    pub position: usize,
    /// Units of output before it.
    pub written: usize,
    /// Units of the malformed sequence or of the unrepresentable character.
    pub len: usize,
    pub why: Why,
}

/// Returns the output of a strict conversion that is resumed after each stop, and the stops.
pub fn resumed<D: Model>(items: &[Item]) -> (Vec<D::Unit>, Vec<Stop>) {
    let (mut units, mut stops, mut position) = (Vec::new(), Vec::new(), 0);
    for item in items {
        let why = match item.meaning {
            Ok(character) if D::encode(character, &mut units) => None,
            Ok(character) => Some(Why::Unrepresentable(character)),
            Err(kind) => Some(Why::Malformed(Fault::new(position, item.units, kind))),
        };
        stops.extend(why.map(|why| Stop {
            position,
            written: units.len(),
            len: item.units,
            why,
        }));
        position += item.units;
    }
    (units, stops)
}
