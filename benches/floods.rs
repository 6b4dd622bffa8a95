//! Measures the time per byte of short and long texts full of errors. If both are equal, the time
//! is linear.
//!
//! ```text
//! cargo bench --package utflane-benches --bench floods                               the usual pairs and errors: some minutes
//! cargo bench --package utflane-benches --bench floods -- to_vec/utf8-utf16/         rows with this in their names
//! cargo bench --package utflane-benches --bench floods -- --all resumed/             every pair, and every byte as the error
//! cargo bench --package utflane-benches --bench floods -- --isa sse41 lossy/
//! cargo bench --package utflane-benches --bench floods -- text/                      the functions of text
//! cargo bench --package utflane-benches --bench floods -- shift_jis                  legacy multi-byte encodings
//! ```
//!
//! A row is called `verb/pair/fault/pattern`. Times are nanoseconds per byte of input for 64 KiB
//! and for 32 MiB, the minimum of several runs. For `resumed`, in which the caller continues after
//! each error, the time per error is shown as well. A row is marked and makes the run fail if its
//! long text takes more than 8 ns per byte and more than twice the time of the short text.

#[path = "floods/multibyte.rs"]
mod multibyte;
#[path = "floods/text.rs"]
mod text;

use bytemuck::Pod;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;
use utflane::{Ascii, Charset, Encoding, Isa, Latin1, Pair};
use utflane::{Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};

const SHORT: usize = 64 << 10;
const LONG: usize = 32 << 20;

const VERBS: [&str; 11] = [
    "validate",
    "is_valid",
    "transcode",
    "resumed",
    "lossy",
    "to_vec",
    "lossy_to_vec",
    "measure",
    "transcoded_len",
    "lossy_len",
    "char_count",
];

/// Distances between errors, in units. The text between them is ASCII.
const PATTERNS: [usize; 5] = [1, 2, 32, 64, 257];

/// An encoding: its name in rows, and its function that has no version by value.
type Named = (&'static str, Charset, fn(Isa, &[u8]) -> bool);

const ENCODINGS: [Named; 9] = [
    ("utf8", Charset::Utf8, is_valid::<Utf8>),
    ("utf16", Charset::Utf16, is_valid::<Utf16>),
    ("utf16le", Charset::Utf16Le, is_valid::<Utf16Le>),
    ("utf16be", Charset::Utf16Be, is_valid::<Utf16Be>),
    ("utf32", Charset::Utf32, is_valid::<Utf32>),
    ("utf32le", Charset::Utf32Le, is_valid::<Utf32Le>),
    ("utf32be", Charset::Utf32Be, is_valid::<Utf32Be>),
    ("latin1", Charset::Latin1, is_valid::<Latin1>),
    ("ascii", Charset::Ascii, is_valid::<Ascii>),
];

fn is_valid<E: Encoding<Unit: Pod>>(isa: Isa, src: &[u8]) -> bool {
    isa.is_valid::<E>(bytemuck::cast_slice(src))
}

struct Options {
    isa: Isa,
    all: bool,
    filter: String,
    /// Only checks that everything runs.
    smoke: bool,
}

/// The number of errors that the caller saw in a run.
type Faults = usize;

/// Returns the units that are errors in an encoding with this name.
fn faults(name: &str, all: bool) -> Vec<u32> {
    match name {
        "utf8" | "latin1" | "ascii" if all => (0..=0xFF).collect(),
        "utf8" => vec![0x80, 0xC2, 0xE2, 0xF0, 0xFF],
        "latin1" | "ascii" => vec![0x80],
        _ if name.starts_with("utf16") => vec![0xDC00, 0xD800],
        _ => vec![0xDC00, 0x11_0000],
    }
}

/// Returns `len` bytes of text with `fault` every `distance` units.
fn flood(name: &str, fault: u32, distance: usize, len: usize) -> Vec<u8> {
    let bytes = |unit: u32| match name {
        "utf16" => (unit as u16).to_ne_bytes().to_vec(),
        "utf16le" => (unit as u16).to_le_bytes().to_vec(),
        "utf16be" => (unit as u16).to_be_bytes().to_vec(),
        "utf32" => unit.to_ne_bytes().to_vec(),
        "utf32le" => unit.to_le_bytes().to_vec(),
        "utf32be" => unit.to_be_bytes().to_vec(),
        _ => vec![unit as u8],
    };
    let mut group = bytes(fault);
    group.extend(bytes('a'.into()).repeat(distance - 1));
    group.into_iter().cycle().take(len).collect()
}

/// Returns the minimum time of several runs in nanoseconds, and the errors of one run.
fn time(runs: usize, mut run: impl FnMut() -> Faults) -> (f64, Faults) {
    let mut least = f64::INFINITY;
    let mut faults = 0;
    for _ in 0..runs {
        let start = Instant::now();
        faults = run();
        least = least.min(start.elapsed().as_nanos() as f64);
    }
    (least, faults)
}

/// Measures a row with a short text and a long one, and prints it. Returns whether the time is
/// linear.
fn is_linear<T>(
    options: &Options,
    row: &str,
    texts: [&[T]; 2],
    run: impl FnMut(&[T]) -> Faults,
) -> bool {
    measure(options, row, texts, run).1
}

/// Also returns the nanoseconds per byte of the short text.
fn measure<T>(
    options: &Options,
    row: &str,
    [short, long]: [&[T]; 2],
    mut run: impl FnMut(&[T]) -> Faults,
) -> (f64, bool) {
    let runs = if options.smoke { 1 } else { 30 };
    let (least, faults) = time(runs, || run(short));
    let little = least / size_of_val(short) as f64;
    let much = time(runs.div_ceil(10), || run(long)).0 / size_of_val(long) as f64;
    let is_linear = options.smoke || much <= 2.0 * little + 8.0;
    let mark = if is_linear { "" } else { "  NOT LINEAR" };
    let by_fault = match faults {
        0 => String::new(),
        _ => format!("  {:6.1} ns/error", least / faults as f64),
    };
    println!("{row:<44} {little:8.3} {much:8.3}{by_fault}{mark}");
    (little, is_linear)
}

/// Returns whether an encoding with this name is in the usual pairs.
fn is_usual(name: &str) -> bool {
    !name.ends_with("le") && !name.ends_with("be")
}

/// Measures the rows of a pair. Returns whether all are linear.
fn pair(options: &Options, (source, from, is_valid): Named, (target, to, _): Named) -> bool {
    let pair = Pair::new(from, to).expect("two stateless encodings");
    let mut linear = true;
    for fault in faults(source, options.all) {
        for distance in PATTERNS {
            let row = |verb: &str| format!("{verb}/{source}-{target}/{fault:x}/every-{distance}");
            let verbs = VERBS.into_iter().filter(|verb| {
                let single = matches!(*verb, "validate" | "is_valid" | "char_count");
                (!single || source == target) && row(verb).contains(&options.filter)
            });
            let verbs: Vec<&str> = verbs.collect();
            if verbs.is_empty() {
                continue;
            }
            let long = if options.smoke { SHORT } else { LONG };
            let src = flood(source, fault, distance, long);
            let capacity = pair.max_len(src.len() / from.unit_size());
            let mut dst = vec![0; capacity.expect("a length") * to.unit_size()];
            for verb in verbs {
                linear &= is_linear(options, &row(verb), [&src[..SHORT], &src], |src| {
                    if verb == "is_valid" {
                        black_box(is_valid(options.isa, black_box(src)));
                        return 0;
                    }
                    multibyte::run(options.isa, verb, pair, black_box(src), &mut dst)
                });
            }
        }
    }
    linear
}

fn main() -> ExitCode {
    let mut options = Options {
        isa: Isa::best(),
        all: false,
        filter: String::new(),
        smoke: true,
    };
    let mut arguments = std::env::args().skip(1);
    let mut only_test = false;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Cargo passes this to request a measurement.
            "--bench" => options.smoke = false,
            "--test" => only_test = true,
            "--all" => options.all = true,
            "--isa" => {
                let name = arguments.next().unwrap_or_default();
                options.isa = Isa::named(&name).expect("an instruction set of this CPU");
            }
            _ => options.filter = argument,
        }
    }
    options.smoke |= only_test;
    println!(
        "{:<44} {:>8} {:>8}  ns/byte on {}",
        "",
        "64 KiB",
        "32 MiB",
        options.isa.name()
    );
    let mut linear = text::measure(&options);
    linear &= multibyte::floods(&options);
    let is_chosen = |encoding: &&Named| options.all || is_usual(encoding.0);
    for source in ENCODINGS.iter().filter(is_chosen) {
        for target in ENCODINGS.iter().filter(is_chosen) {
            linear &= pair(&options, *source, *target);
        }
    }
    if linear {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
