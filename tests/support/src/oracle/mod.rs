//! The oracle: computes the expected result of every function for any input, with the standard
//! library alone.
//!
//! - `model` decodes an input into items (a character, or a malformed sequence of some kind) and
//!   encodes characters, with `str::from_utf8`, `utf8_chunks`, `char::decode_utf16` and
//!   `char::from_u32`. It uses no code of the crate under test.
//! - `plan` derives from the items the result of a function for any output length.
//! - `check` has one function for each operation. It calls the operation on one instruction set and
//!   compares. A failure names instruction set, pair, operation, input, expected and actual result.
//! - `portions` resumes calls that stopped.
//! - `sample` makes inputs.
//! - `choice` derives checks from the bytes of a fuzzer.
//! - `streams` checks streams.

mod check;
mod choice;
mod model;
mod plan;
mod portions;
mod sample;
pub mod streams;
mod variants;

pub use check::{
    Call, Verb, call, check_encoding, check_lengths, check_measure, check_slice, check_to_vec,
    check_unchecked_stays_inside, check_uninit, check_validate, run_slice, run_uninit,
};
pub use choice::{choose_encoding, choose_pair, choose_portions, choose_room, choose_variant};
pub use model::{Item, Model, Unit, utf8_kind};
pub use plan::{Fault, Outcome, Plan, Stop, Why, resumed};
pub use portions::{check_chunks, check_resumption};
pub use sample::{
    SCRIPTS, Script, big, encoded, hex, little, read_vectors, reencoded, spoilt, spoilt_by_chance,
    text, vector_rows,
};

pub use crate::random::Random;
use utflane::Isa;

/// Evaluates an expression once for every encoding, under the given type name. With `chosen n`,
/// only for encoding number n.
#[macro_export]
macro_rules! for_each_encoding {
    (chosen $choice:expr, $name:ident => $body:expr) => {
        $crate::for_each_encoding!(@list chosen(usize::from($choice)) $name => $body)
    };
    ($name:ident => $body:expr) => {
        $crate::for_each_encoding!(@list every() $name => $body)
    };
    (@list $which:ident $choice:tt $name:ident => $body:expr) => {
        $crate::for_each_encoding!(@$which $choice $name => $body;
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
pub use for_each_encoding;

/// Defines a test for each encoding, so that they run in parallel. `module::utf8` and so on call
/// the generic function.
#[macro_export]
macro_rules! test_each_encoding {
    ($module:ident: $check:ident) => {
        $crate::test_each_encoding! { @all [cfg(all())] $module $check }
    };
    // The same, for tests that are too long for the first command of the README.
    (long $module:ident: $check:ident) => {
        $crate::test_each_encoding! { @all [ignore = "long: every case"] $module $check }
    };
    (@all $attribute:tt $module:ident $check:ident) => {
        $crate::test_each_encoding! { @list $attribute $module $check
            utf8 Utf8, utf16 Utf16, utf16le Utf16Le, utf16be Utf16Be, utf32 Utf32, utf32le Utf32Le, utf32be Utf32Be,
            latin1 Latin1, ascii Ascii }
    };
    (@list $attribute:tt $module:ident $check:ident $($name:ident $encoding:ident),*) => {
        mod $module {
            $(
                #[test]
                #$attribute
                fn $name() {
                    super::$check::<utflane::$encoding>();
                }
            )*
        }
    };
}
pub use test_each_encoding;

/// Returns the instruction sets of this machine, best first.
pub fn isas() -> Vec<Isa> {
    Isa::available().collect()
}

/// Checks every function from `S` to `D`, in each of its forms, with outputs that are large enough.
pub fn check_pair<S: Model, D: Model>(isas: &[Isa], src: &[S::Unit]) {
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

/// Checks every function for all 81 pairs and for each encoding, with `bytes` reinterpreted as the
/// source encoding.
pub fn check_all_pairs(isas: &[Isa], bytes: &[u8]) {
    for_each_encoding!(S => check_source::<S>(isas, &S::sample(bytes)));
}

/// Checks every function that reads `S`, alone and with each target.
pub fn check_source<S: Model>(isas: &[Isa], src: &[S::Unit]) {
    check_encoding::<S>(isas, src);
    for_each_encoding!(D => check_pair::<S, D>(isas, src));
}

/// Checks strict and lossy conversion from `S` to `D`. `rooms` maps the needed output length of
/// each to the output lengths to test.
pub fn check_strict_and_lossy<S: Model, D: Model>(
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

/// Checks strict and lossy conversion from `S` to `D` into outputs of exactly the needed length.
pub fn check_exact<S: Model, D: Model>(isas: &[Isa], src: &[S::Unit]) {
    check_strict_and_lossy::<S, D>(isas, src, &S::items(src), |need| vec![need]);
}

/// Checks strict and lossy conversion from `S` to `D` into outputs of `room` units, plain and
/// uninitialised.
pub fn check_room<S: Model, D: Model>(
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
