//! One check for each function: calls it on one instruction set, compares every field and every
//! unit of the result, and verifies that the memory around the output is untouched.

use super::functions::Functions;
use super::model::{Item, Model, Unit};
use super::plan::{Fault, Outcome, Plan};
use std::fmt::Debug;
use std::mem::MaybeUninit;
use utflane::{Isa, TranscodeError, incomplete_tail};

/// Canary units on each side of an output.
const FENCE: usize = 72;

/// Units of the input that a failure message shows.
const SHOWN: usize = 400;

/// The functions that write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Strict,
    Lossy,
    Unchecked,
}

impl Verb {
    /// The verbs of [`Functions`].
    pub const ALL: &[Self] = if super::TYPED {
        &[Self::Strict, Self::Lossy, Self::Unchecked]
    } else {
        &[Self::Strict, Self::Lossy]
    };
}

/// A call, described for failure messages.
pub struct Call<'a> {
    pub isa: Isa,
    pub source: &'static str,
    pub target: &'static str,
    pub verb: &'a dyn Debug,
    pub input: &'a dyn Debug,
    pub len: usize,
}

impl Call<'_> {
    /// Compares one field of a result.
    #[track_caller]
    pub fn expect<T: PartialEq + Debug>(&self, what: &str, expected: T, got: T) {
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

    /// Compares the result for the whole of `dst`, and the written units.
    #[track_caller]
    pub fn expect_answer<U: Unit>(
        &self,
        plan: &Plan<U>,
        answer: Result<usize, TranscodeError>,
        dst: &[U],
    ) {
        let expected = plan.at(dst.len());
        let got = Outcome::of(answer, self.len);
        if expected != got {
            self.fail(
                &format!("result for an output of {} units", dst.len()),
                &expected,
                &got,
            );
        }
        self.expect_units(&plan.units[..got.written], &dst[..got.written]);
    }

    /// Checks that the canaries on both sides of the output are untouched.
    #[track_caller]
    fn expect_fences<U: Unit>(&self, fenced: &[U]) {
        let (before, rest) = fenced.split_at(FENCE);
        let (dst, behind) = rest.split_at(rest.len() - FENCE);
        for outside in [before, behind] {
            if outside.iter().any(|&unit| unit != U::CANARY) {
                let what = format!("canaries around an output of {} units", dst.len());
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

/// Describes a call for a pair of encodings, for failure messages.
pub fn call<'a, S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    verb: &'a dyn Debug,
    input: &'a &[S],
) -> Call<'a> {
    let [source, target] = functions.names();
    Call {
        isa,
        source,
        target,
        verb,
        input,
        len: input.len(),
    }
}

/// Checks the plain form, with `room` units of output between canaries.
pub fn check_slice<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    verb: Verb,
    src: &[S],
    plan: &Plan<D>,
    room: usize,
) {
    let mut fenced = vec![D::CANARY; room + 2 * FENCE];
    let answer = functions.convert(isa, verb, src, &mut fenced[FENCE..][..room]);
    let call = call(functions, isa, &verb, &src);
    call.expect_answer(plan, answer, &fenced[FENCE..][..room]);
    call.expect_fences(&fenced);
}

/// Checks the unchecked function with input that violates its contract. The units that it writes
/// are unspecified, but it must not write outside the output.
pub fn check_unchecked_stays_inside<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    room: usize,
) {
    let mut fenced = vec![D::CANARY; room + 2 * FENCE];
    let answer = functions.convert(isa, Verb::Unchecked, src, &mut fenced[FENCE..][..room]);
    let call = call(functions, isa, &"unchecked, malformed", &src);
    let Outcome { read, written, .. } = Outcome::of(answer, src.len());
    call.expect("read at most the input", true, read <= src.len());
    call.expect("written at most the output", true, written <= room);
    call.expect_fences(&fenced);
}

/// Checks the uninitialised form in the same way.
pub fn check_uninit<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    verb: Verb,
    src: &[S],
    plan: &Plan<D>,
    room: usize,
) {
    let mut fenced = vec![MaybeUninit::new(D::CANARY); room + 2 * FENCE];
    let answer = functions.convert_uninit(isa, verb, src, &mut fenced[FENCE..][..room]);
    // SAFETY: all of it was initialised above, and the functions write only initialised units.
    let fenced: Vec<D> = fenced
        .iter()
        .map(|unit| unsafe { unit.assume_init() })
        .collect();
    let named = (verb, "uninit");
    let call = call(functions, isa, &named, &src);
    call.expect_answer(plan, answer, &fenced[FENCE..][..room]);
    call.expect_fences(&fenced);
}

/// Checks the form that returns a vector.
pub fn check_to_vec<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    verb: Verb,
    src: &[S],
    plan: &Plan<D>,
) {
    let (answer, units) = match functions.convert_to_vec(isa, verb, src) {
        Ok(units) => (Ok(units.len()), Some(units)),
        Err(error) => (Err(error), None),
    };
    let named = (verb, "to_vec");
    let call = call(functions, isa, &named, &src);
    call.expect(
        "answer",
        plan.at(usize::MAX),
        Outcome::of(answer, src.len()),
    );
    if let Some(units) = units {
        call.expect_units(&plan.units, &units);
    }
}

/// Checks `measure`, which returns the result of a strict conversion into an output that is large
/// enough.
pub fn check_measure<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    strict: &Plan<D>,
) {
    let got = Outcome::of(functions.measure(isa, src), src.len());
    call(functions, isa, &"measure", &src).expect("answer", strict.at(usize::MAX), got);
}

/// Checks `transcoded_len`, `lossy_len` and `max_len`.
pub fn check_lengths<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    strict: &Plan<D>,
    lossy: &Plan<D>,
) {
    let most = functions.max_len(src.len());
    let most = most.expect("no overflow at this length");
    let fits = most >= lossy.units.len();
    call(functions, isa, &"max_len", &src).expect("not below lossy_len", true, fits);
    let got = functions.lossy_len(isa, src);
    call(functions, isa, &"lossy_len", &src).expect("answer", lossy.units.len(), got);

    let got = functions.transcoded_len(isa, src);
    let call = call(functions, isa, &"transcoded_len", &src);
    if strict.is_complete() {
        call.expect("answer", strict.units.len(), got);
    } else {
        call.expect("not above max_len", true, got <= most);
        let expected = functions.transcoded_len(scalar(), src);
        call.expect("as on scalar", expected, got);
    }
}

/// Describes a call for one encoding.
fn call_alone<'a, E: Model>(isa: Isa, verb: &'a dyn Debug, input: &'a &[E::Unit]) -> Call<'a> {
    Call {
        isa,
        source: E::NAME,
        target: E::NAME,
        verb,
        input,
        len: input.len(),
    }
}

/// Checks the functions that have no target encoding.
pub fn check_encoding<E: Model>(isas: &[Isa], src: &[E::Unit]) {
    let items = E::items(src);
    for &isa in isas {
        check_validate::<E>(isa, src, Fault::first(&items));
        check_char_count::<E>(isa, src, &items);
    }
    check_incomplete_tail::<E>(src, &items);
}

/// Checks `validate` and `is_valid`, including the error message.
pub fn check_validate<E: Model>(isa: Isa, src: &[E::Unit], expected: Option<Fault>) {
    let error = isa.validate::<E>(src).err();
    let call = call_alone::<E>(isa, &"validate", &src);
    call.expect("answer", expected, error.map(Fault::from));
    if let (Some(error), Some(expected)) = (error, expected) {
        call.expect("text", expected.text::<E>(), error.to_string());
    }
    call.expect("is_valid", expected.is_none(), isa.is_valid::<E>(src));
}

fn check_char_count<E: Model>(isa: Isa, src: &[E::Unit], items: &[Item]) {
    let got = isa.char_count::<E>(src);
    let call = call_alone::<E>(isa, &"char_count", &src);
    if Fault::first(items).is_none() {
        call.expect("answer", items.len(), got);
    } else {
        call.expect("not above the input's length", true, got <= src.len());
        call.expect("as on scalar", scalar().char_count::<E>(src), got);
    }
}

fn check_incomplete_tail<E: Model>(src: &[E::Unit], items: &[Item]) {
    let expected = E::tail(items, src);
    let got = incomplete_tail::<E>(src);
    call_alone::<E>(Isa::best(), &"incomplete_tail", &src).expect("answer", expected, got);
}

fn scalar() -> Isa {
    Isa::named("scalar").expect("scalar is everywhere")
}
