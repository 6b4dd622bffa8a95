//! A program that can call every verb for every pair of encodings, chosen by name. So it links all of the library.
//!
//! - Its symbols and their sizes are those of a program that uses the whole library.
//! - It runs one verb a given number of times, so that the difference of two runs is the cost of that verb alone.
//! - `probe isa` prints the instruction sets that the library finds on this CPU, best first.

use std::hint::black_box;
use std::process::exit;
use utflane::rows::{BadRow, Column};
use utflane::*;

/// Calls one verb with a source and an output. The result only prevents the compiler from removing the call.
type Verb<S, D> = fn(&[<S as Encoding>::Unit], &mut [<D as Encoding>::Unit]) -> usize;

fn verb<S: Encoding, D: Encoding>(name: &str) -> Option<Verb<S, D>> {
    let verb: Verb<S, D> = match name {
        "validate" => |source, _| validate::<S>(source).map_or(0, |()| source.len()),
        "is_valid" => |source, _| is_valid::<S>(source).into(),
        "transcode" => |source, room| transcode::<S, D>(source, room).unwrap_or(0),
        "transcode_lossy" => |source, room| transcode_lossy::<S, D>(source, room).unwrap_or(0),
        // SAFETY: `source` is well-formed, because `run` has converted it.
        "transcode_unchecked" => {
            |source, room| unsafe { transcode_unchecked::<S, D>(source, room) }.unwrap_or(0)
        }
        "transcode_to_vec" => {
            |source, _| transcode_to_vec::<S, D>(source).map_or(0, |units| units.len())
        }
        "transcode_lossy_to_vec" => |source, _| transcode_lossy_to_vec::<S, D>(source).len(),
        "measure" => |source, _| measure::<S, D>(source).unwrap_or(0),
        "transcoded_len" => |source, _| transcoded_len::<S, D>(source),
        "lossy_len" => |source, _| lossy_len::<S, D>(source),
        "char_count" => |source, _| char_count::<S>(source),
        "incomplete_tail" => |source, _| incomplete_tail::<S>(source),
        "transcode_rows" => |source, room| {
            let (offsets, ends) = (&[0, source.len()], &mut [0u32; 2]);
            let rows = Column::new(source, offsets);
            transcode_rows::<S, D>(&rows, room, ends, |_| BadRow::Stop).unwrap_or(0)
        },
        _ => return None,
    };
    Some(verb)
}

/// Converts `text` to `S`, runs the verb `name` on it, and returns the size of the conversion in bytes.
fn run<S: Encoding, D: Encoding>(name: &str, text: &[u8], rounds: usize) -> usize {
    let Some(verb) = verb::<S, D>(name) else {
        usage()
    };
    let source = transcode_lossy_to_vec::<Utf8, S>(text);
    let mut room = vec![D::Unit::default(); max_len::<S, D>(source.len()).unwrap_or(0)];
    for _ in 0..rounds {
        black_box(verb(black_box(&source), &mut room));
    }
    size_of_val(&source[..])
}

/// The instance of `run` for an encoding given by name.
macro_rules! instance {
    ($name:expr, $run:ident $(, $source:ty)?) => {
        match $name {
            Utf8::NAME => $run::<$($source,)? Utf8>,
            Utf16::NAME => $run::<$($source,)? Utf16>,
            Utf16Le::NAME => $run::<$($source,)? Utf16Le>,
            Utf16Be::NAME => $run::<$($source,)? Utf16Be>,
            Utf32::NAME => $run::<$($source,)? Utf32>,
            Utf32Le::NAME => $run::<$($source,)? Utf32Le>,
            Utf32Be::NAME => $run::<$($source,)? Utf32Be>,
            Latin1::NAME => $run::<$($source,)? Latin1>,
            Ascii::NAME => $run::<$($source,)? Ascii>,
            _ => usage(),
        }
    };
}

fn run_from<S: Encoding>(verb: &str, target: &str, text: &[u8], rounds: usize) -> usize {
    instance!(target, run, S)(verb, text, rounds)
}

fn usage() -> ! {
    eprintln!("usage: probe VERB FROM TO UTF-8-FILE ROUNDS\n       probe isa");
    exit(2)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["isa"] => Isa::available().for_each(|isa| println!("{}", isa.name())),
        [verb, source, target, file, rounds] => {
            let text = std::fs::read(file).expect("a readable file");
            let rounds = rounds.parse().expect("a number of rounds");
            let bytes = match (source, target) {
                // All legacy multi-byte encodings have the same kernels, from and to UTF-16.
                (ShiftJis::NAME, Utf16::NAME) => run::<ShiftJis, Utf16>(verb, &text, rounds),
                (Utf16::NAME, ShiftJis::NAME) => run::<Utf16, ShiftJis>(verb, &text, rounds),
                _ => instance!(source, run_from)(verb, target, &text, rounds),
            };
            println!("{bytes}");
        }
        _ => usage(),
    }
}
