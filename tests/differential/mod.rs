//! The oracle: what every verb must answer for any input, by the standard library alone.
//!
//! `model` decodes an input into items (a character, or a malformed sequence of some kind) and
//! encodes characters, with `str::from_utf8`, `utf8_chunks`, `char::decode_utf16`, `char::from_u32`
//! and nothing of the crate under test. `plan` derives from the items what a verb answers for any
//! room. `check` calls one verb of one ISA and compares: one function for each verb, a panic that
//! names ISA, pair, verb, input, expected and got. `portions` goes on after calls that stop.
//! `sample` makes inputs, `random` numbers; `choice` reads from the bytes of a fuzzer what to
//! check.
//!
//! Tests, fuzz targets and benchmarks share this module by path, each using its part of it.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "each user takes a part"
)]

mod check;
mod choice;
mod model;
mod plan;
mod portions;
mod random;
mod sample;
mod variants;

pub(crate) use check::{
    Call, Verb, call, check_encoding, check_lengths, check_measure, check_slice, check_to_vec,
    check_unchecked_stays_inside, check_uninit, check_validate, run_slice, run_uninit,
};
pub(crate) use choice::{
    choose_encoding, choose_pair, choose_portions, choose_room, choose_variant,
};
pub(crate) use model::{Item, Model, Unit, utf8_kind};
pub(crate) use plan::{Fault, Outcome, Plan, Stop, Why, resumed};
pub(crate) use portions::{check_chunks, check_resumption};
pub(crate) use random::Random;
pub(crate) use sample::{
    SCRIPTS, Script, big, encoded, hex, little, read_vectors, reencoded, spoilt, spoilt_by_chance,
    text, vector_rows,
};
use utflane::Isa;

/// Evaluates an expression once for every encoding, under the given type name; `chosen n` only for
/// the nth.
macro_rules! for_each_encoding {
    (chosen $choice:expr, $name:ident => $body:expr) => {
        for_each_encoding!(@list chosen(usize::from($choice)) $name => $body)
    };
    ($name:ident => $body:expr) => {
        for_each_encoding!(@list every() $name => $body)
    };
    (@list $which:ident $choice:tt $name:ident => $body:expr) => {
        for_each_encoding!(@$which $choice $name => $body;
            0 Utf8, 1 Utf16, 2 Utf16Le, 3 Utf16Be, 4 Utf32, 5 Utf32Le, 6 Utf32Be, 7 Latin1, 8 Ascii)
    };
    (@every () $name:ident => $body:expr; $($number:literal $encoding:ident),*) => {
        $({
            type $name = utflane::$encoding;
            $body;
        })*
    };
    (@chosen ($choice:expr) $name:ident => $body:expr; $($number:literal $encoding:ident),*) => {
        match $choice {
            $($number => {
                type $name = utflane::$encoding;
                $body;
            })*
            other => panic!("no encoding {other}"),
        }
    };
}
pub(crate) use for_each_encoding;

/// A test for each encoding, so that they run side by side: `module::utf8` and so on call the
/// generic function.
macro_rules! test_each_encoding {
    ($module:ident: $check:ident) => {
        test_each_encoding! { @list $module $check
            utf8 Utf8, utf16 Utf16, utf16le Utf16Le, utf16be Utf16Be, utf32 Utf32, utf32le Utf32Le, utf32be Utf32Be,
            latin1 Latin1, ascii Ascii }
    };
    (@list $module:ident $check:ident $($name:ident $encoding:ident),*) => {
        mod $module {
            $(
                #[test]
                fn $name() {
                    super::$check::<utflane::$encoding>();
                }
            )*
        }
    };
}
pub(crate) use test_each_encoding;

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

/// Every verb of all 81 pairs, and of each encoding by itself, on what `bytes` are in that
/// encoding.
pub(crate) fn check_all_pairs(isas: &[Isa], bytes: &[u8]) {
    for_each_encoding!(S => check_source::<S>(isas, &S::sample(bytes)));
}

/// Every verb that reads `S`: by itself, and to each encoding.
pub(crate) fn check_source<S: Model>(isas: &[Isa], src: &[S::Unit]) {
    check_encoding::<S>(isas, src);
    for_each_encoding!(D => check_pair::<S, D>(isas, src));
}

/// The strict and the lossy verb from `S` to `D` with the rooms that follow from the units each of
/// them writes.
pub(crate) fn check_strict_and_lossy<S: Model, D: Model>(
    isas: &[Isa],
    src: &[S::Unit],
    items: &[Item],
    rooms: impl Fn(usize) -> Vec<usize>,
) {
    let plans = [
        (Verb::Strict, Plan::strict::<D>(items)),
        (Verb::Lossy, Plan::lossy::<D>(items)),
    ];
    for (verb, plan) in &plans {
        for room in rooms(plan.units.len()) {
            for &isa in isas {
                check_slice::<S, D>(isa, *verb, src, plan, room);
            }
        }
    }
}

/// The strict and the lossy verb from `S` to `D` with exactly the room that each of them needs.
pub(crate) fn check_exact<S: Model, D: Model>(isas: &[Isa], src: &[S::Unit]) {
    check_strict_and_lossy::<S, D>(isas, src, &S::items(src), |need| vec![need]);
}

/// The strict and the lossy verb from `S` to `D` with exactly `room` units of output, plain and
/// uninitialised.
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
    } else {
        check_unchecked_stays_inside::<S, D>(isa, src, room);
    }
}
