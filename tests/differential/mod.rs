//! The oracle: what every verb must answer for any input, by the standard library alone.
//!
//! `model` decodes an input into items (a character, or a malformed sequence of some kind) and encodes characters, with
//! `str::from_utf8`, `utf8_chunks`, `char::decode_utf16`, `char::from_u32` and nothing of the crate under test. `plan`
//! derives from the items what a verb answers for any room. `check` calls one verb of one ISA and compares: one function
//! for each verb, a panic that names ISA, pair, verb, input, expected and got. `sample` makes inputs.
//!
//! Tests, fuzz targets and benchmarks share this module by path, each using its part of it.
#![allow(dead_code, unused_imports, reason = "each user takes a part")]

mod check;
mod model;
mod plan;
mod sample;

pub(crate) use check::{
    Call, Verb, call, check_encoding, check_lengths, check_measure, check_slice, check_to_vec,
    check_uninit, check_validate, run_slice, run_uninit,
};
pub(crate) use model::{Item, Model, Unit, utf8_kind};
pub(crate) use plan::{Fault, Outcome, Plan, Why};
pub(crate) use sample::{Random, SCRIPTS, Script, encoded, reencoded, spoilt, text};
use utflane::Isa;

/// Evaluates an expression once for every encoding, under the given type name.
macro_rules! for_each_encoding {
    ($name:ident => $body:expr) => {
        for_each_encoding!(@each $name => $body;
            Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1 Ascii)
    };
    (@each $name:ident => $body:expr; $($encoding:ident)*) => {
        $({
            type $name = utflane::$encoding;
            $body;
        })*
    };
}
pub(crate) use for_each_encoding;

/// The ISAs of this machine, best first.
pub(crate) fn isas() -> Vec<Isa> {
    Isa::available().collect()
}

/// Every verb from `S` to `D`, in each of its forms, with room to spare.
pub(crate) fn check_pair<S: Model, D: Model>(isas: &[Isa], src: &[S::Unit]) {
    let items = S::items(src);
    let strict = Plan::strict::<D>(&items);
    let lossy = Plan::lossy::<D>(&items);
    for &isa in isas {
        for verb in Verb::ALL {
            let plan = match verb {
                Verb::Strict => &strict,
                Verb::Lossy => &lossy,
                Verb::Unchecked if strict.is_complete() => &strict,
                Verb::Unchecked => continue,
            };
            let need = plan.units.len();
            check_slice::<S, D>(isa, verb, src, plan, need);
            check_slice::<S, D>(isa, verb, src, plan, need + 67);
            check_uninit::<S, D>(isa, verb, src, plan, need + 3);
            check_to_vec::<S, D>(isa, verb, src, plan);
        }
        check_measure::<S, D>(isa, src, &strict);
        check_lengths::<S, D>(isa, src, &strict, &lossy);
    }
}

/// Every verb of all 81 pairs, and of each encoding by itself, on what `bytes` are in that encoding.
pub(crate) fn check_all_pairs(isas: &[Isa], bytes: &[u8]) {
    for_each_encoding!(S => check_source::<S>(isas, &S::sample(bytes)));
}

/// Every verb that reads `S`: by itself, and to each encoding.
pub(crate) fn check_source<S: Model>(isas: &[Isa], src: &[S::Unit]) {
    check_encoding::<S>(isas, src);
    for_each_encoding!(D => check_pair::<S, D>(isas, src));
}

/// The strict and the lossy verb from `S` to `D` with exactly `room` units of output, plain and uninitialised.
pub(crate) fn check_room<S: Model, D: Model>(
    isa: Isa,
    src: &[S::Unit],
    strict: &Plan<D::Unit>,
    lossy: &Plan<D::Unit>,
    room: usize,
) {
    check_slice::<S, D>(isa, Verb::Strict, src, strict, room);
    check_uninit::<S, D>(isa, Verb::Strict, src, strict, room);
    check_slice::<S, D>(isa, Verb::Lossy, src, lossy, room);
    check_uninit::<S, D>(isa, Verb::Lossy, src, lossy, room);
    if strict.is_complete() {
        check_slice::<S, D>(isa, Verb::Unchecked, src, strict, room);
        check_uninit::<S, D>(isa, Verb::Unchecked, src, strict, room);
    }
}
