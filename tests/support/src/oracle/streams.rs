//! Checks streams with any chunks and any output length against the standard library.
//!
//! The items of the whole text give the output and the positions where a strict stream stops. Each
//! stream is then driven over the chunks, and all its results are compared.

use super::*;
use utflane::stream::{Status, StreamError, Validator};
use utflane::{Isa, Reason};

/// Converts the error of a strict stream, after `written` units of output, to a stop.
fn stop(error: StreamError, written: usize) -> Stop {
    let why = Why::from(error.reason());
    if let Reason::Malformed(malformed) = error.reason() {
        assert_eq!(malformed.valid_up_to() as u64, error.position());
        assert_eq!(malformed.skip(), error.skip());
    }
    Stop {
        position: error.position() as usize,
        written,
        len: error.skip(),
        why,
    }
}

/// All results of a stream.
#[derive(Debug, PartialEq, Eq)]
struct Answer<U> {
    units: Vec<U>,
    /// The stops of a strict stream, or the replacements reported by a stream, which have `written`
    /// 0.
    stops: Vec<Stop>,
    /// The count of a lossy stream.
    replacements: u64,
}

impl<U: Copy + PartialEq + std::fmt::Debug> Answer<U> {
    /// Shows the first difference of two results.
    fn fail(&self, expected: &Self, what: &str, chunks: &str) -> ! {
        let both = || self.units.iter().zip(&expected.units);
        let index = both().take_while(|(got, expected)| got == expected).count();
        let stop = self
            .stops
            .iter()
            .find(|stop| !expected.stops.contains(stop));
        let missing = expected
            .stops
            .iter()
            .find(|stop| !self.stops.contains(stop));
        panic!(
            "{what}: units differ from {index} on ({:02X?}, expected {:02X?}), unexpected {stop:?}, missing {missing:?}, \
             {} replacements, expected {}\n{chunks}",
            self.units.get(index),
            expected.units.get(index),
            self.replacements,
            expected.replacements,
        );
    }

    fn strict<D: Model<Unit = U>>(items: &[Item]) -> Self {
        let (units, stops) = resumed::<D>(items);
        Answer {
            units,
            stops,
            replacements: 0,
        }
    }

    fn reporting<D: Model<Unit = U>>(items: &[Item]) -> Self {
        let mut answer = Self::lossy::<D>(items);
        answer.stops = resumed::<D>(items).1;
        answer.stops.iter_mut().for_each(|stop| stop.written = 0);
        answer
    }

    fn lossy<D: Model<Unit = U>>(items: &[Item]) -> Self {
        Answer {
            units: Plan::lossy::<D>(items).units,
            stops: Vec::new(),
            replacements: resumed::<D>(items).1.len() as u64,
        }
    }
}

/// Units after the output, which no call may touch.
const FENCE: usize = 8;

/// Drives a stream over one chunk, or to the end if `chunk` is `None`, with `room` units of
/// output at a time, or more if the next character needs it.
fn drive<S: Unit, D: Unit>(
    stream: &mut dyn Stream<S, D>,
    mode: Mode,
    chunk: Option<&[S]>,
    room: usize,
    answer: &mut Answer<D>,
) {
    let mut rest = chunk.unwrap_or_default();
    let mut dst = vec![D::CANARY; room.max(6) + FENCE];
    let mut room_now = room;
    loop {
        let before = stream.position() + stream.pending() as u64;
        let stops = &mut answer.stops;
        let mut report = |error| stops.push(stop(error, 0));
        let step = stream.step(mode, chunk.map(|_| rest), &mut dst[..room_now], &mut report);
        assert!(dst[room_now..].iter().all(|unit| *unit == D::CANARY));
        answer.units.extend_from_slice(&dst[..step.written]);
        dst[..room_now].fill(D::CANARY);
        rest = &rest[step.read..];
        assert!(stream.pending() <= 5);
        let after = stream.position() + stream.pending() as u64;
        assert_eq!(after, before + step.read as u64);
        match step.status {
            Status::InputEmpty => {
                assert!(rest.is_empty());
                return;
            }
            Status::OutputFull if step.read == 0 && step.written == 0 => {
                room_now += 1;
                assert!(room_now <= 6, "any character fits into six units");
            }
            Status::Stopped(error) => answer.stops.push(stop(error, answer.units.len())),
            _ => room_now = room,
        }
    }
}

/// Converts the text in `chunks` strictly, lossily, and with reports.
pub fn check_transcoder<S: Model, D: Model>(
    isa: Isa,
    items: &[Item],
    chunks: &[&[S::Unit]],
    room: usize,
) {
    let functions = functions::<S, D>();
    check_mode(
        &functions,
        isa,
        Mode::Strict,
        Answer::strict::<D>(items),
        chunks,
        room,
    );
    check_mode(
        &functions,
        isa,
        Mode::Lossy,
        Answer::lossy::<D>(items),
        chunks,
        room,
    );
    let reporting = Answer::reporting::<D>(items);
    if !reporting.stops.is_empty() {
        check_mode(&functions, isa, Mode::Reporting, reporting, chunks, room);
    }
}

fn check_mode<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    mode: Mode,
    expected: Answer<D>,
    chunks: &[&[S]],
    room: usize,
) {
    let mut stream = functions.stream(isa);
    let mut answer = Answer {
        units: Vec::new(),
        stops: Vec::new(),
        replacements: 0,
    };
    for chunk in chunks {
        drive(&mut *stream, mode, Some(chunk), room, &mut answer);
    }
    drive(&mut *stream, mode, None, room, &mut answer);
    answer.replacements = stream.replacements();
    if answer != expected {
        let (isa, [source, target]) = (isa.name(), functions.names());
        let what = format!("{source} to {target} on {isa}, room {room}, {mode:?}");
        answer.fail(&expected, &what, &format!("{chunks:02X?}"));
    }
    let len = chunks.iter().map(|chunk| chunk.len()).sum::<usize>();
    assert_eq!((stream.position(), stream.pending()), (len as u64, 0));
}

/// Validates `chunks`, and resumes after each error.
pub fn check_validator<S: Model>(isa: Isa, items: &[Item], chunks: &[&[S::Unit]]) {
    let mut validator = Validator::<S>::with_isa(isa);
    let mut sticky = Validator::<S>::with_isa(isa);
    let mut faults = Vec::new();
    let fault = |error: StreamError| match error.reason() {
        Reason::Malformed(malformed) => Fault::from(malformed),
        reason => panic!("{reason:?}"),
    };
    for mut chunk in chunks.iter().copied() {
        let _ = sticky.feed(chunk);
        while let Err(error) = validator.feed(chunk) {
            assert_eq!(validator.feed(chunk), Err(error), "the error stays");
            faults.push(fault(error));
            chunk = &chunk[validator.resume()..];
        }
    }
    if let Err(error) = validator.finish() {
        faults.push(fault(error));
        assert_eq!(validator.finish(), Err(error), "the error stays");
        assert_eq!(validator.resume(), 0);
    }
    assert_eq!(validator.finish(), Ok(()));
    let expected: Vec<Fault> = Fault::all(items).collect();
    let len: usize = items.iter().map(|item| item.units).sum();
    let (name, source) = (isa.name(), S::NAME);
    assert_eq!(faults, expected, "{source} on {name}: {chunks:02X?}");
    assert_eq!(validator.position(), len as u64);
    assert_eq!(
        sticky.finish().err().map(fault),
        expected.first().copied(),
        "{source} on {name}: {chunks:02X?}"
    );
}

/// Cuts `src` into chunks of these lengths, repeated. A length may be 0, but not all of them.
pub fn chunks<'a, U>(mut src: &'a [U], lengths: &[usize]) -> Vec<&'a [U]> {
    let mut chunks = Vec::new();
    for &len in lengths.iter().cycle() {
        let (chunk, rest) = src.split_at(len.min(src.len()));
        chunks.push(chunk);
        src = rest;
        if src.is_empty() {
            break;
        }
    }
    chunks
}
