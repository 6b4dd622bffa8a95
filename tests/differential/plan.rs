//! What a converting verb must answer, for any room.
//!
//! A plan is the whole output and the places where the output may be cut: before each item.
//!
//! ```text
//! input    a  é     FF a      marks (read, written) of the strict plan to UTF-16: (0,0) (1,1) (3,2), then it stops: FF
//! output   a  é     .         room 0: output full at (0,0); room 1: output full at (1,1); room 2 and more: FF at (3,2)
//! ```

use super::model::{Item, Model};
use utflane::{CodePoint, DecodeError, ErrorKind, Reason, TranscodeError};

/// A malformed sequence, as `DecodeError` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) valid_up_to: usize,
    pub(crate) error_len: Option<usize>,
    pub(crate) kind: ErrorKind,
}

impl Fault {
    fn new(valid_up_to: usize, units: usize, kind: ErrorKind) -> Self {
        Self {
            valid_up_to,
            error_len: (kind != ErrorKind::Incomplete).then_some(units),
            kind,
        }
    }

    /// All faults of an input.
    pub(crate) fn all(items: &[Item]) -> impl Iterator<Item = Self> {
        let mut position = 0;
        items.iter().filter_map(move |item| {
            let start = position;
            position += item.units;
            let kind = item.meaning.err()?;
            Some(Self::new(start, item.units, kind))
        })
    }

    /// The first fault of an input.
    pub(crate) fn first(items: &[Item]) -> Option<Self> {
        Self::all(items).next()
    }

    /// The error's text.
    pub(crate) fn text<E: Model>(&self) -> String {
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

/// Why a conversion stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    OutputFull,
    Malformed(Fault),
    Unrepresentable(CodePoint),
}

/// A verb's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) read: usize,
    pub(crate) written: usize,
    /// `skip()` and why, if it stopped.
    pub(crate) stop: Option<(usize, Why)>,
}

impl Outcome {
    /// The answer of a verb for an input of `len` units.
    pub(crate) fn of(answer: Result<usize, TranscodeError>, len: usize) -> Self {
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
}

impl Outcome {
    /// The same answer, had so many units of input and output come before.
    pub(crate) fn behind(self, read: usize, written: usize) -> Self {
        let stop = self.stop.map(|(skip, why)| match why {
            Why::Malformed(fault) => {
                let valid_up_to = fault.valid_up_to + read;
                (
                    skip,
                    Why::Malformed(Fault {
                        valid_up_to,
                        ..fault
                    }),
                )
            }
            why => (skip, why),
        });
        Self {
            read: self.read + read,
            written: self.written + written,
            stop,
        }
    }
}

impl From<Reason> for Why {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::OutputFull => Self::OutputFull,
            Reason::Malformed(error) => Self::Malformed(error.into()),
            Reason::Unrepresentable(character) => Self::Unrepresentable(character),
            other => panic!("a reason that the oracle does not know: {other:?}"),
        }
    }
}

#[derive(Clone, Copy)]
struct Mark {
    read: usize,
    written: usize,
}

/// The expected answers of one verb on one input.
pub(crate) struct Plan<U> {
    /// All that it writes, given room.
    pub(crate) units: Vec<U>,
    marks: Vec<Mark>,
    stop: Option<(usize, Why)>,
}

impl<U> Plan<U> {
    /// The plan of a conversion that stops at what is malformed or unrepresentable.
    pub(crate) fn strict<D: Model<Unit = U>>(items: &[Item]) -> Self {
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

    /// The plan of a conversion that replaces them.
    pub(crate) fn lossy<D: Model<Unit = U>>(items: &[Item]) -> Self {
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

    /// Whether all of the input is converted.
    pub(crate) fn is_complete(&self) -> bool {
        self.stop.is_none()
    }

    /// The answer for an output of `room` units.
    pub(crate) fn at(&self, room: usize) -> Outcome {
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

/// A place where a strict conversion stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    pub(crate) position: usize,
    /// Units of output before it.
    pub(crate) written: usize,
    pub(crate) why: Why,
}

/// What a strict conversion writes that goes on after each stop, and the stops.
pub(crate) fn resumed<D: Model>(items: &[Item]) -> (Vec<D::Unit>, Vec<Stop>) {
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
            why,
        }));
        position += item.units;
    }
    (units, stops)
}
