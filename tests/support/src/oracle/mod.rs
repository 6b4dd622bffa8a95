//! The oracle: computes the expected result of every function for any input, with the standard
//! library alone.
//!
//! - `model` decodes an input into items (a character, or a malformed sequence of some kind) and
//!   encodes characters, with `str::from_utf8`, `utf8_chunks`, `char::decode_utf16` and
//!   `char::from_u32`. It uses no code of the crate under test.
//! - `plan` derives from the items the result of a function for any output length.
//! - `functions` calls the functions of a pair of encodings, by value or by type.
//! - `check` has one function for each operation. It calls the operation on one instruction set and
//!   compares. A failure names instruction set, pair, operation, input, expected and actual result.
//! - `portions` resumes calls that stopped.
//! - `sample` makes inputs.
//! - `choice` derives checks from the bytes of a fuzzer.
//! - `streams` checks streams.

mod check;
mod choice;
mod functions;
mod model;
mod plan;
mod portions;
mod sample;
pub mod streams;
mod variants;

pub use check::{
    Call, Verb, call, check_encoding, check_lengths, check_measure, check_slice, check_to_vec,
    check_unchecked_stays_inside, check_uninit, check_validate,
};
pub use choice::{
    choose_encoding, choose_pair, choose_portions, choose_room, choose_stream, choose_variant,
};
pub use functions::{ByType, ByValue, Functions, Mode, Stream, functions, units};
pub use model::{Item, Model, Unit, utf8_kind};
pub use plan::{Fault, Outcome, Plan, Stop, Why, resumed};
pub use portions::{check_chunks, check_resumption};
pub use sample::{
    SCRIPTS, Script, big, encoded, hex, little, read_vectors, reencoded, spoilt, spoilt_by_chance,
    text, vector_rows,
};

pub use crate::random::Random;
pub use crate::sample_and_all;
use utflane::Isa;

/// Whether [`functions`] returns generic functions.
pub const TYPED: bool = cfg!(feature = "typed");

/// Evaluates code only with the feature `typed`: checks of generic functions that need long to compile.
#[cfg(feature = "typed")]
#[macro_export]
macro_rules! if_typed {
    ($($code:tt)*) => { $($code)* };
}

#[cfg(not(feature = "typed"))]
#[macro_export]
macro_rules! if_typed {
    ($($code:tt)*) => {};
}
pub use if_typed;

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
    check_target::<S, D>(isas, src, &S::items(src));
}

fn check_target<S: Model, D: Model>(isas: &[Isa], src: &[S::Unit], items: &[Item]) {
    let (strict, lossy) = (Plan::strict::<D>(items), Plan::lossy::<D>(items));
    check_functions(&functions::<S, D>(), isas, src, &strict, &lossy);
}

/// Checks all functions with outputs that are large enough.
pub fn check_functions<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isas: &[Isa],
    src: &[S],
    strict: &Plan<D>,
    lossy: &Plan<D>,
) {
    for &isa in isas {
        for &verb in Verb::ALL {
            let plan = match verb {
                Verb::Strict => strict,
                Verb::Lossy => lossy,
                Verb::Unchecked if strict.is_complete() => strict,
                Verb::Unchecked => continue,
            };
            let need = plan.units.len();
            check_slice(functions, isa, verb, src, plan, need);
            check_slice(functions, isa, verb, src, plan, need + 67);
            check_uninit(functions, isa, verb, src, plan, need + 3);
            check_to_vec(functions, isa, verb, src, plan);
        }
        check_measure(functions, isa, src, strict);
        check_lengths(functions, isa, src, strict, lossy);
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
    let items = S::items(src);
    for_each_encoding!(D => check_target::<S, D>(isas, src, &items));
}

/// Checks strict and lossy conversion from `S` to `D`. `rooms` maps the needed output length of
/// each to the output lengths to test.
pub fn check_strict_and_lossy<S: Model, D: Model>(
    isas: &[Isa],
    src: &[S::Unit],
    items: &[Item],
    rooms: impl Fn(usize) -> Vec<usize>,
) {
    let functions = functions::<S, D>();
    let (strict, lossy) = (Plan::strict::<D>(items), Plan::lossy::<D>(items));
    let needs = [&strict, &lossy].map(|plan| rooms(plan.units.len()));
    check_rooms(&functions, isas, src, (Verb::Strict, &strict), &needs[0]);
    check_rooms(&functions, isas, src, (Verb::Lossy, &lossy), &needs[1]);
}

fn check_rooms<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isas: &[Isa],
    src: &[S],
    (verb, plan): (Verb, &Plan<D>),
    rooms: &[usize],
) {
    for &room in rooms {
        for &isa in isas {
            check_slice(functions, isa, verb, src, plan, room);
        }
    }
}

/// Checks strict and lossy conversion from `S` to `D` into outputs of exactly the needed length.
pub fn check_exact<S: Model, D: Model>(isas: &[Isa], src: &[S::Unit]) {
    check_strict_and_lossy::<S, D>(isas, src, &S::items(src), |need| vec![need]);
}

/// Checks all conversions into outputs of `room` units, plain and uninitialised.
pub fn check_room<S: Unit, D: Unit>(
    functions: &dyn Functions<S, D>,
    isa: Isa,
    src: &[S],
    strict: &Plan<D>,
    lossy: &Plan<D>,
    room: usize,
) {
    for &verb in Verb::ALL {
        let plan = match verb {
            Verb::Strict => strict,
            Verb::Lossy => lossy,
            Verb::Unchecked if strict.is_complete() => strict,
            Verb::Unchecked => {
                check_unchecked_stays_inside(functions, isa, src, room);
                continue;
            }
        };
        check_slice(functions, isa, verb, src, plan, room);
        check_uninit(functions, isa, verb, src, plan, room);
    }
}
