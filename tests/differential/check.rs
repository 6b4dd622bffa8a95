//! One check for each verb: call it on one ISA, compare every field and every unit, look at what it
//! must not touch.

use super::model::{Item, Model, Unit};
use super::plan::{Fault, Outcome, Plan};
use std::fmt::Debug;
use std::mem::MaybeUninit;
use utflane::{Isa, TranscodeError};

/// Canaries on either side of an output.
const FENCE: usize = 72;

/// Units of the input that a failure shows.
const SHOWN: usize = 400;

/// The verbs that write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Strict,
    Lossy,
    Unchecked,
}

impl Verb {
    pub(crate) const ALL: [Self; 3] = [Self::Strict, Self::Lossy, Self::Unchecked];
}

/// Names a call in the text of a failure.
pub(crate) struct Call<'a> {
    pub(crate) isa: Isa,
    pub(crate) source: &'static str,
    pub(crate) target: &'static str,
    pub(crate) verb: &'a dyn Debug,
    pub(crate) input: &'a dyn Debug,
    pub(crate) len: usize,
}

impl Call<'_> {
    /// Compares one field of an answer.
    #[track_caller]
    pub(crate) fn expect<T: PartialEq + Debug>(&self, what: &str, expected: T, got: T) {
        if expected != got {
            self.fail(what, &expected, &got);
        }
    }

    #[cold]
    #[track_caller]
    fn fail(&self, what: &str, expected: &dyn Debug, got: &dyn Debug) -> ! {
        let mut input = format!("{:02X?}", self.input);
        if input.len() > SHOWN * 4 {
            input.truncate(SHOWN * 4);
            input.push_str(" ..");
        }
        panic!(
            "{} of {} -> {}, {:?} on {}\n   input {} ({} units)\nexpected {:02X?}\n     got {:02X?}",
            what,
            self.source,
            self.target,
            self.verb,
            self.isa.name(),
            input,
            self.len,
            expected,
            got,
        );
    }

    /// Compares an answer for the whole of `dst`, and what was written.
    #[track_caller]
    pub(crate) fn expect_answer<U: Unit>(
        &self,
        plan: &Plan<U>,
        answer: Result<usize, TranscodeError>,
        dst: &[U],
    ) {
        let expected = plan.at(dst.len());
        let got = Outcome::of(answer, self.len);
        if expected != got {
            self.fail(
                &format!("answer for {} units of room", dst.len()),
                &expected,
                &got,
            );
        }
        self.expect_units(&plan.units[..got.written], &dst[..got.written]);
    }

    /// What lies on either side of an output must be as it was.
    #[track_caller]
    fn expect_fences<U: Unit>(&self, fenced: &[U]) {
        let (before, rest) = fenced.split_at(FENCE);
        let (dst, behind) = rest.split_at(rest.len() - FENCE);
        for outside in [before, behind] {
            if outside.iter().any(|&unit| unit != U::CANARY) {
                let what = format!("what lies outside of {} units of room", dst.len());
                self.fail(&what, &U::CANARY, &outside);
            }
        }
    }

    #[track_caller]
    fn expect_units<U: Unit>(&self, expected: &[U], got: &[U]) {
        if expected != got {
            let index = expected.iter().zip(got).take_while(|(a, b)| a == b).count();
            self.fail(
                &format!("units (first difference at {index})"),
                &expected,
                &got,
            );
        }
    }
}

/// The call of a verb of a pair, for failures.
pub(crate) fn call<'a, S: Model, D: Model>(
    isa: Isa,
    verb: &'a dyn Debug,
    input: &'a &[S::Unit],
) -> Call<'a> {
    Call {
        isa,
        source: S::NAME,
        target: D::NAME,
        verb,
        input,
        len: input.len(),
    }
}

/// Calls the plain form of a verb. `Unchecked` only for what is well-formed and representable.
pub(crate) fn run_slice<S: Model, D: Model>(
    isa: Isa,
    verb: Verb,
    src: &[S::Unit],
    dst: &mut [D::Unit],
) -> Result<usize, TranscodeError> {
    match verb {
        Verb::Strict => isa.transcode::<S, D>(src, dst),
        Verb::Lossy => isa.transcode_lossy::<S, D>(src, dst),
        // SAFETY: the oracle converted all of `src`, so it is well-formed and representable.
        Verb::Unchecked => unsafe { isa.transcode_unchecked::<S, D>(src, dst) },
    }
}

/// Calls the uninitialised form of a verb; the units that it says it initialised must lie at the
/// start of `dst`.
pub(crate) fn run_uninit<S: Model, D: Model>(
    isa: Isa,
    verb: Verb,
    src: &[S::Unit],
    dst: &mut [MaybeUninit<D::Unit>],
) -> Result<usize, TranscodeError> {
    let start = dst.as_ptr().cast::<D::Unit>();
    let written = match verb {
        Verb::Strict => isa.transcode_uninit::<S, D>(src, dst)?,
        Verb::Lossy => isa.transcode_lossy_uninit::<S, D>(src, dst)?,
        // SAFETY: the oracle converted all of `src`, so it is well-formed and representable.
        Verb::Unchecked => unsafe { isa.transcode_unchecked_uninit::<S, D>(src, dst)? },
    };
    assert_eq!(
        written.as_ptr(),
        start,
        "the written units are the start of dst"
    );
    Ok(written.len())
}

/// The plain form, with `room` units of output between canaries.
pub(crate) fn check_slice<S: Model, D: Model>(
    isa: Isa,
    verb: Verb,
    src: &[S::Unit],
    plan: &Plan<D::Unit>,
    room: usize,
) {
    let mut fenced = vec![D::Unit::CANARY; room + 2 * FENCE];
    let answer = run_slice::<S, D>(isa, verb, src, &mut fenced[FENCE..][..room]);
    let call = call::<S, D>(isa, &verb, &src);
    call.expect_answer(plan, answer, &fenced[FENCE..][..room]);
    call.expect_fences(&fenced);
}

/// The unchecked verb, given what it must not be given: what it writes is anybody's guess, but it
/// stays where it belongs.
pub(crate) fn check_unchecked_stays_inside<S: Model, D: Model>(
    isa: Isa,
    src: &[S::Unit],
    room: usize,
) {
    let mut fenced = vec![D::Unit::CANARY; room + 2 * FENCE];
    // SAFETY: nothing but units is written, and nothing outside of the room, even so: that is what
    // is looked at.
    let answer = unsafe { isa.transcode_unchecked::<S, D>(src, &mut fenced[FENCE..][..room]) };
    let call = call::<S, D>(isa, &"unchecked, malformed", &src);
    let Outcome { read, written, .. } = Outcome::of(answer, src.len());
    call.expect("read no more than there is", true, read <= src.len());
    call.expect("written no more than there is room", true, written <= room);
    call.expect_fences(&fenced);
}

/// The uninitialised form, likewise.
pub(crate) fn check_uninit<S: Model, D: Model>(
    isa: Isa,
    verb: Verb,
    src: &[S::Unit],
    plan: &Plan<D::Unit>,
    room: usize,
) {
    let mut fenced = vec![MaybeUninit::new(D::Unit::CANARY); room + 2 * FENCE];
    let answer = run_uninit::<S, D>(isa, verb, src, &mut fenced[FENCE..][..room]);
    // SAFETY: all of it was initialised above, and a verb puts nothing but units there.
    let fenced: Vec<D::Unit> = fenced
        .iter()
        .map(|unit| unsafe { unit.assume_init() })
        .collect();
    let named = (verb, "uninit");
    let call = call::<S, D>(isa, &named, &src);
    call.expect_answer(plan, answer, &fenced[FENCE..][..room]);
    call.expect_fences(&fenced);
}

/// The form that makes a vector.
pub(crate) fn check_to_vec<S: Model, D: Model>(
    isa: Isa,
    verb: Verb,
    src: &[S::Unit],
    plan: &Plan<D::Unit>,
) {
    let (answer, units) = split(match verb {
        Verb::Strict => isa.transcode_to_vec::<S, D>(src),
        Verb::Lossy => Ok(isa.transcode_lossy_to_vec::<S, D>(src)),
        // SAFETY: the oracle converted all of `src`, so it is well-formed and representable.
        Verb::Unchecked => Ok(unsafe { isa.transcode_unchecked_to_vec::<S, D>(src) }),
    });
    let named = (verb, "to_vec");
    let call = call::<S, D>(isa, &named, &src);
    call.expect(
        "answer",
        plan.at(usize::MAX),
        Outcome::of(answer, src.len()),
    );
    if let Some(units) = units {
        call.expect_units(&plan.units, &units);
    }
}

fn split<U>(
    answer: Result<Vec<U>, TranscodeError>,
) -> (Result<usize, TranscodeError>, Option<Vec<U>>) {
    match answer {
        Ok(units) => (Ok(units.len()), Some(units)),
        Err(error) => (Err(error), None),
    }
}

/// `measure`: what the strict verb would answer, given room.
pub(crate) fn check_measure<S: Model, D: Model>(isa: Isa, src: &[S::Unit], strict: &Plan<D::Unit>) {
    let got = Outcome::of(isa.measure::<S, D>(src), src.len());
    call::<S, D>(isa, &"measure", &src).expect("answer", strict.at(usize::MAX), got);
}

/// `transcoded_len`, `lossy_len` and `max_len`.
pub(crate) fn check_lengths<S: Model, D: Model>(
    isa: Isa,
    src: &[S::Unit],
    strict: &Plan<D::Unit>,
    lossy: &Plan<D::Unit>,
) {
    let most = utflane::max_len::<S, D>(src.len()).expect("no overflow at this length");
    let named = "max_len";
    call::<S, D>(isa, &named, &src).expect("not below lossy_len", true, most >= lossy.units.len());
    let got = isa.lossy_len::<S, D>(src);
    call::<S, D>(isa, &"lossy_len", &src).expect("answer", lossy.units.len(), got);

    let got = isa.transcoded_len::<S, D>(src);
    let call = call::<S, D>(isa, &"transcoded_len", &src);
    if strict.is_complete() {
        call.expect("answer", strict.units.len(), got);
    } else {
        call.expect("not above max_len", true, got <= most);
        call.expect("as on scalar", scalar().transcoded_len::<S, D>(src), got);
    }
}

/// The verbs that need no target.
pub(crate) fn check_encoding<E: Model>(isas: &[Isa], src: &[E::Unit]) {
    let items = E::items(src);
    for &isa in isas {
        check_validate::<E>(isa, src, Fault::first(&items));
        check_char_count::<E>(isa, src, &items);
        check_incomplete_tail::<E>(isa, src, &items);
    }
}

/// `validate` and `is_valid`, with the error's text.
pub(crate) fn check_validate<E: Model>(isa: Isa, src: &[E::Unit], expected: Option<Fault>) {
    let error = isa.validate::<E>(src).err();
    let call = call::<E, E>(isa, &"validate", &src);
    call.expect("answer", expected, error.map(Fault::from));
    if let (Some(error), Some(expected)) = (error, expected) {
        call.expect("text", expected.text::<E>(), error.to_string());
    }
    call.expect("is_valid", expected.is_none(), isa.is_valid::<E>(src));
}

fn check_char_count<E: Model>(isa: Isa, src: &[E::Unit], items: &[Item]) {
    let got = isa.char_count::<E>(src);
    let call = call::<E, E>(isa, &"char_count", &src);
    if Fault::first(items).is_none() {
        call.expect("answer", items.len(), got);
    } else {
        call.expect("not above the input's length", true, got <= src.len());
        call.expect("as on scalar", scalar().char_count::<E>(src), got);
    }
}

fn check_incomplete_tail<E: Model>(isa: Isa, src: &[E::Unit], items: &[Item]) {
    let expected = E::tail(items, src);
    let got = isa.incomplete_tail::<E>(src);
    call::<E, E>(isa, &"incomplete_tail", &src).expect("answer", expected, got);
}

fn scalar() -> Isa {
    Isa::named("scalar").expect("scalar is everywhere")
}
