//! One library's way to do one work, ready to be checked and timed.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use bytemuck::Pod;

use crate::corpora::{Answer, Outcome, Sample, Work};

/// A work and the strings it is to be done on.
pub(crate) struct Case {
    pub(crate) work: Work,
    pub(crate) sample: Sample,
    /// What each string must give.
    pub(crate) answers: Vec<Answer>,
    /// Where all contenders write, one after the other.
    output: RefCell<Vec<u64>>,
    /// Bytes that the longest string may become, at worst.
    room: usize,
}

/// Units past the worst case: one peer asks for a spare one.
const SLACK: usize = 64;

impl Case {
    pub(crate) fn new(work: Work, sample: Sample) -> Case {
        let answers = sample
            .strings::<u8>()
            .into_iter()
            .map(|string| work.answer(string))
            .collect();
        let pieces = sample.longest().div_ceil(work.source.width());
        let room = (pieces * work.worst() + SLACK) * work.target.unit();
        let room = if work.verb.writes() { room } else { 0 };
        Case {
            work,
            sample,
            answers,
            // Written once here, so that no contender pays for the first touch of a page.
            output: RefCell::new(vec![0x5555_5555_5555_5555; room.div_ceil(8)]),
            room,
        }
    }

    /// Mean bytes of a string.
    pub(crate) fn bytes(&self) -> f64 {
        self.sample.bytes() as f64 / self.answers.len() as f64
    }

    /// Whether every string goes through to its end.
    pub(crate) fn is_clean(&self) -> bool {
        self.answers.iter().all(|answer| answer.outcome.is_ok())
    }
}

/// What a contender's figure is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Ours,
    /// Ours, with a target exactly as long as needed.
    OursExact,
    /// Does the same work, or more.
    Peer,
    /// Does less work (no place of an error, say) or does not keep to the tier: shown, but not
    /// compared with.
    Aside,
}

pub(crate) struct Contender<'case> {
    pub(crate) name: &'static str,
    pub(crate) role: Role,
    run: Box<dyn Run + 'case>,
}

trait Run {
    fn check(&self, contender: &str, role: Role);
    fn strings(&self) -> usize;
    fn time(&self, passes: usize) -> Duration;
}

struct Runner<'case, S, D, F> {
    case: &'case Case,
    /// Each string and how many units of the target it may write to.
    strings: Vec<(&'case [S], usize)>,
    call: F,
    target: std::marker::PhantomData<D>,
}

impl<'case> Contender<'case> {
    /// `call` does the work on one string, from units `S` to units `D`.
    pub(crate) fn new<S: Pod, D: Pod>(
        name: &'static str,
        role: Role,
        case: &'case Case,
        call: impl Fn(&[S], &mut [D]) -> Outcome + 'case,
    ) -> Contender<'case> {
        let roomy = case.room / size_of::<D>();
        let rooms = case.answers.iter().map(|answer| match role {
            Role::OursExact => answer.output.len() / size_of::<D>(),
            _ => roomy,
        });
        let strings = case.sample.strings().into_iter().zip(rooms).collect();
        let target = std::marker::PhantomData;
        Contender {
            name,
            role,
            run: Box::new(Runner::<S, D, _> {
                case,
                strings,
                call,
                target,
            }),
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

    /// Compares the answers with those that must come.
    ///
    /// # Panics
    ///
    /// If one differs: a figure for a wrong answer is worth nothing.
    pub(crate) fn check(&self) {
        self.run.check(self.name, self.role);
    }

    /// How many strings a pass has.
    pub(crate) fn strings(&self) -> usize {
        self.run.strings()
    }

    /// How long `passes` times all strings take.
    pub(crate) fn time(&self, passes: usize) -> Duration {
        self.run.time(passes)
    }
}

impl<S: Pod, D: Pod, F: Fn(&[S], &mut [D]) -> Outcome> Run for Runner<'_, S, D, F> {
    fn check(&self, contender: &str, role: Role) {
        let work = self.case.work;
        let mut output = self.case.output.borrow_mut();
        let output: &mut [D] = &mut bytemuck::cast_slice_mut(&mut output)[..];
        for ((source, room), answer) in self.strings.iter().zip(&self.case.answers) {
            let outcome = (self.call)(source, &mut output[..*room]);
            let written = match outcome {
                Ok(units) if work.verb.writes() => &output[..units.min(*room)],
                _ => &[],
            };
            let outcome = in_our_units::<S, D>(work, outcome);
            let same = match (outcome, answer.outcome) {
                // Who does less may not know where.
                (Err(_), Err(_)) if role == Role::Aside => true,
                (outcome, expected) => outcome == expected,
            };
            assert!(
                same && bytemuck::cast_slice::<D, u8>(written) == answer.output,
                "{contender}, {} {}: answers {outcome:?}, but {:?} is right (or the text differs) \
                 for a string of {} bytes",
                work.verb,
                work.pair(),
                answer.outcome,
                size_of_val(*source),
            );
        }
    }

    fn strings(&self) -> usize {
        self.strings.len()
    }

    #[inline(never)]
    fn time(&self, passes: usize) -> Duration {
        let mut output = self.case.output.borrow_mut();
        let output: &mut [D] = &mut bytemuck::cast_slice_mut(&mut output)[..];
        let start = Instant::now();
        for _ in 0..passes {
            for (source, room) in &self.strings {
                let _ = black_box((self.call)(black_box(source), &mut output[..*room]));
            }
        }
        start.elapsed()
    }
}

/// What a call on units `S` and `D` answered, in units of the work's encodings: a peer may take the
/// bytes of a scheme for 16-bit units.
fn in_our_units<S, D>(work: Work, outcome: Outcome) -> Outcome {
    let counts_units = !work.verb.is_single();
    match outcome {
        Ok(count) if counts_units => Ok(count * size_of::<D>() / work.target.unit()),
        Ok(count) => Ok(count),
        Err(place) => Err(place * size_of::<S>() / work.source.unit()),
    }
}
