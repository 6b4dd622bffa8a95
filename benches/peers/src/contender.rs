//! A library's implementation of an operation, ready to be checked and timed.

use std::cell::RefCell;
use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use bytemuck::Pod;

use utflane_test_support::corpora::{Answer, Outcome, Sample, Work};

/// An operation and its input strings.
pub(crate) struct Case {
    pub(crate) work: Work,
    corpus: String,
    pub(crate) sample: Sample,
    /// The expected result for each string.
    pub(crate) answers: Vec<Answer>,
    /// The output buffer, shared by all contenders.
    output: RefCell<Vec<u64>>,
    /// Worst-case output length of the longest string, in bytes.
    capacity: usize,
}

/// Units after the worst case, because one peer needs a spare unit.
const SLACK: usize = 64;

impl Case {
    pub(crate) fn new(work: Work, corpus: &str, sample: Sample) -> Case {
        let answers = sample
            .strings::<u8>()
            .into_iter()
            .map(|string| work.answer(string))
            .collect();
        let pieces = sample.longest().div_ceil(work.source.width());
        let capacity = (pieces * work.worst() + SLACK) * work.target.unit();
        let capacity = if work.verb.writes() { capacity } else { 0 };
        Case {
            work,
            corpus: corpus.to_string(),
            sample,
            answers,
            // Written here, so that no contender pays for the first access to a page.
            output: RefCell::new(vec![0x5555_5555_5555_5555; capacity.div_ceil(8)]),
            capacity,
        }
    }

    /// Returns the mean length of a string in bytes.
    pub(crate) fn bytes(&self) -> f64 {
        self.sample.bytes() as f64 / self.answers.len() as f64
    }

    /// Returns whether every string is converted to its end.
    pub(crate) fn is_clean(&self) -> bool {
        self.answers.iter().all(|answer| answer.outcome.is_ok())
    }
}

/// How a contender's figure is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Ours,
    /// Ours, with a target of exactly the needed length.
    OursExact,
    /// Does the same work, or more.
    Peer,
    /// Does less work (for example, without an error position) or ignores the tier. Shown, but not
    /// compared.
    Aside,
}

pub(crate) struct Contender<'case> {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    case: &'case Case,
    /// Runs the operation on some of the strings and returns the last outcome. The loop is inside,
    /// so that the library's function can be inlined into it as in a program.
    pass: Box<Pass<'case>>,
    /// Sizes of the units that `pass` reads and writes, in bytes. A peer may read the bytes of an
    /// encoding scheme as 16-bit units.
    units: [usize; 2],
}

type Pass<'case> = dyn Fn(Range<usize>, &mut [u64]) -> Outcome + 'case;

impl<'case> Contender<'case> {
    /// Creates a contender whose `call` converts one string, from units `S` to units `D`.
    pub(crate) fn new<S: Pod, D: Pod>(
        name: &'static str,
        role: Role,
        case: &'case Case,
        call: impl Fn(&[S], &mut [D]) -> Outcome + 'case,
    ) -> Contender<'case> {
        let roomy = case.capacity / size_of::<D>();
        let rooms = case.answers.iter().map(|answer| match role {
            Role::OursExact => answer.output.len() / size_of::<D>(),
            _ => roomy,
        });
        let strings: Vec<(&[S], usize)> = case.sample.strings().into_iter().zip(rooms).collect();
        let pass = move |which: Range<usize>, output: &mut [u64]| {
            let output: &mut [D] = bytemuck::cast_slice_mut(output);
            let mut outcome = Ok(0);
            for (source, capacity) in &strings[which] {
                outcome = black_box(call(black_box(source), &mut output[..*capacity]));
            }
            outcome
        };
        Contender {
            name,
            role,
            case,
            pass: Box::new(pass),
            units: [size_of::<S>(), size_of::<D>()],
        }
    }

    /// Creates a contender whose `call` converts many strings at once: one text with the offsets of
    /// its rows, to another text and its offsets.
    pub(crate) fn of_column<S: Pod, D: Pod>(
        name: &'static str,
        role: Role,
        case: &'case Case,
        call: impl Fn(&[S], &[u32], &mut [D], &mut [u32]) -> Outcome + 'case,
    ) -> Contender<'case> {
        let (values, offsets) = case.sample.column::<S>();
        if case.work.verb.writes() {
            let capacity = size_of_val(values) * case.work.worst() * case.work.target.unit();
            case.output.borrow_mut().resize(capacity / 8 + SLACK, 0);
        }
        let places = RefCell::new(vec![0; offsets.len()]);
        let pass = move |which: Range<usize>, output: &mut [u64]| {
            let offsets = &offsets[which.start..=which.end];
            let places = &mut places.borrow_mut()[..offsets.len()];
            let output = bytemuck::cast_slice_mut(output);
            black_box(call(black_box(values), black_box(offsets), output, places))
        };
        Contender {
            name,
            role,
            case,
            pass: Box::new(pass),
            units: [size_of::<S>(), size_of::<D>()],
        }
    }

    pub(crate) fn peer<S: Pod, D: Pod>(
        name: &'static str,
        case: &'case Case,
        call: impl Fn(&[S], &mut [D]) -> Outcome + 'case,
    ) -> Contender<'case> {
        Contender::new(name, Role::Peer, case, call)
    }

    pub(crate) fn aside<S: Pod, D: Pod>(
        name: &'static str,
        case: &'case Case,
        call: impl Fn(&[S], &mut [D]) -> Outcome + 'case,
    ) -> Contender<'case> {
        Contender::new(name, Role::Aside, case, call)
    }

    /// Returns the number of strings in a pass.
    pub(crate) fn strings(&self) -> usize {
        self.case.answers.len()
    }

    /// See `Sample::batches`.
    pub(crate) fn batches(&self, bytes: usize) -> Vec<Range<usize>> {
        self.case.sample.batches(bytes)
    }

    /// See `Sample::touch`.
    pub(crate) fn touch(&self, strings: Range<usize>) {
        self.case.sample.touch(strings);
    }

    /// Returns the time for these strings, `passes` times.
    pub(crate) fn time(&self, strings: Range<usize>, passes: usize) -> Duration {
        let mut output = self.case.output.borrow_mut();
        let start = Instant::now();
        for _ in 0..passes {
            let _ = (self.pass)(strings.clone(), &mut output);
        }
        start.elapsed()
    }

    /// Compares the results with the expected ones.
    ///
    /// # Panics
    ///
    /// If a result differs, because a figure for a wrong result is worthless.
    pub(crate) fn check(&self) {
        let work = self.case.work;
        let mut output = self.case.output.borrow_mut();
        for (index, answer) in self.case.answers.iter().enumerate() {
            // Removes what the contender before has written.
            output[..answer.output.len().div_ceil(8)].fill(0x5555_5555_5555_5555);
            let outcome = (self.pass)(index..index + 1, &mut output);
            let written = match outcome {
                Ok(units) if work.verb.writes() => units * self.units[1],
                Ok(_) => 0,
                // A contender that does less need not convert the text before the error.
                Err(_) if self.role == Role::Aside => 0,
                Err(_) => answer.output.len(),
            };
            let text = &bytemuck::cast_slice::<u64, u8>(&output)[..written];
            let outcome = self.in_our_units(outcome);
            let same = match (outcome, answer.outcome) {
                // It need not report the position either.
                (Err(_), Err(_)) if self.role == Role::Aside => true,
                (outcome, expected) => outcome == expected && text == answer.output,
            };
            assert!(
                same,
                "{}, {} {} on {}: returned {outcome:?}, expected {:?} (or the text differs) \
                 for string {index} of {}",
                self.name,
                work.verb,
                work.pair(),
                self.case.corpus,
                answer.outcome,
                self.strings(),
            );
        }
    }

    fn in_our_units(&self, outcome: Outcome) -> Outcome {
        let work = self.case.work;
        let [source, target] = self.units;
        match outcome {
            Ok(count) if work.verb.is_single() => Ok(count),
            Ok(count) => Ok(count * target / work.target.unit()),
            Err(place) => Err(place * source / work.source.unit()),
        }
    }
}
