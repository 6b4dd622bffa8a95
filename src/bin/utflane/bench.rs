//! `utflane bench`: times the library's verbs on a user's text, with each instruction set of this
//! CPU.
//!
//! The instruction sets take turns, so that other load on the machine affects all of them, and the
//! best of several rounds counts.

use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use clap::Args;
use utflane::{Charset, Isa};

use crate::Status;
use crate::charset::{Choice, LONGEST_MARK, parse_choice, with_encoding};
use crate::input::Input;
use crate::progress::Progress;
use crate::sample::sample;

/// Bytes of a file that are read: more than every cache, and little of a machine's memory.
const LARGEST_TEXT: usize = 64 << 20;

/// Size of the generated text: it fits the cache together with its conversion.
const SAMPLE_SIZE: usize = 64 << 10;

const ROUNDS: usize = 9;

/// The least duration of a round, far above the resolution of the clock.
const ROUND_TIME: Duration = Duration::from_millis(1);

/// One encoding of each kind: byte order makes hardly any difference.
const TARGETS: [Charset; 5] = [
    Charset::Utf8,
    Charset::Utf16Le,
    Charset::Utf32Le,
    Charset::Latin1,
    Charset::Ascii,
];

#[derive(Args)]
pub(crate) struct Options {
    /// File to time, at most its first 64 MiB; without one, a made-up text in several scripts
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Encoding of the text; `auto` goes by the byte order mark and is UTF-8 without one
    #[arg(short, long, value_name = "ENC", default_value = "auto", value_parser = parse_choice)]
    encoding: Choice,
}

/// A verb that is timed.
#[derive(Clone, Copy)]
enum Verb {
    Validate,
    CharCount,
    TranscodedLen(Charset),
    Transcode(Charset),
    TranscodeLossy(Charset),
}

struct Text {
    name: String,
    charset: Charset,
    bytes: Vec<u8>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let text = match &options.file {
        Some(path) => read(Input::open(path, &Progress::NONE, true)?, options.encoding)?,
        None => generated(options.encoding),
    };
    if text.bytes.is_empty() {
        bail!("{}: there is no text to time", text.name);
    }
    let isas: Vec<Isa> = Isa::available().collect();
    let length = text.bytes.len();
    writeln!(
        out,
        "{}: {length} bytes of {}\n",
        text.name,
        text.charset.name()
    )?;
    print_row(
        out,
        "GB/s of input",
        isas.iter().map(|isa| isa.name().to_owned()),
    )?;
    let len = longest_output(text.charset, &text.bytes);
    let mut outputs = [vec![0; len], vec![0; len]];
    let mut left_out = Vec::new();
    for verb in verbs(text.charset) {
        match time_verb(verb, &isas, &text, &mut outputs)? {
            Some(times) => {
                let rates = times
                    .iter()
                    .map(|time| format!("{:.2}", length as f64 / time / 1e9));
                print_row(out, &verb.label(), rates)?;
            }
            None => left_out.push(verb.label()),
        }
    }
    if !left_out.is_empty() {
        let verbs = left_out.join(", ");
        writeln!(
            out,
            "\nLeft out, as they stop before the end of this text: {verbs}"
        )?;
    }
    Ok(Status::Fine)
}

fn print_row(
    out: &mut dyn Write,
    label: &str,
    cells: impl Iterator<Item = String>,
) -> io::Result<()> {
    write!(out, "{label:32}")?;
    for cell in cells {
        write!(out, "{cell:>9}")?;
    }
    writeln!(out)
}

/// The beginning of an input after its byte order mark, cut at a character boundary; all of it if
/// it is short.
fn read(mut input: Input, encoding: Choice) -> anyhow::Result<Text> {
    let charset = encoding.resolve(input.peek(0, LONGEST_MARK)?);
    let mut offset = 0;
    if input.starts_with(charset.bom())? {
        offset = charset.bom().len() as u64;
    }
    let mut bytes = Vec::new();
    while bytes.len() < LARGEST_TEXT {
        let piece = input.from(offset)?;
        if piece.is_empty() {
            break;
        }
        bytes.extend_from_slice(piece);
        offset += piece.len() as u64;
    }
    if bytes.len() >= LARGEST_TEXT {
        let tail = with_encoding!(charset, E => utflane::incomplete_tail::<E>(&bytes));
        bytes.truncate(bytes.len() - tail);
    }
    Ok(Text {
        name: input.name().to_string(),
        charset,
        bytes,
    })
}

/// The generated text in the requested encoding, with `?` for unrepresentable characters.
fn generated(encoding: Choice) -> Text {
    let sample = sample(SAMPLE_SIZE);
    let charset = encoding.resolve(&[]);
    let bytes = with_encoding!(charset, E => {
        utflane::transcode_lossy_to_vec::<utflane::Utf8, E>(sample.as_bytes())
    });
    Text {
        name: "made-up text".into(),
        charset,
        bytes,
    }
}

fn verbs(from: Charset) -> Vec<Verb> {
    let mut verbs = vec![Verb::Validate, Verb::CharCount];
    // The length of a copy is that of the original: there is nothing to time.
    let others = TARGETS.into_iter().filter(|to| *to != from);
    verbs.extend(others.map(Verb::TranscodedLen));
    verbs.extend(TARGETS.map(Verb::Transcode));
    verbs.extend(TARGETS.map(Verb::TranscodeLossy));
    verbs
}

impl Verb {
    fn label(self) -> String {
        match self {
            Verb::Validate => "validate".into(),
            Verb::CharCount => "char_count".into(),
            Verb::TranscodedLen(to) => format!("transcoded_len to {}", to.name()),
            Verb::Transcode(to) => format!("transcode to {}", to.name()),
            Verb::TranscodeLossy(to) => format!("transcode_lossy to {}", to.name()),
        }
    }

    /// Whether the verb's result is the number of units that it wrote.
    fn writes(self) -> bool {
        matches!(self, Verb::Transcode(_) | Verb::TranscodeLossy(_))
    }

    /// The verb's result for `text`, or `None` if it stops before the end: at a malformed sequence
    /// or an unrepresentable character.
    fn run(self, isa: Isa, from: Charset, text: &[u8], output: &mut [u8]) -> Option<usize> {
        with_encoding!(from, S => match self {
            Verb::Validate => isa.validate::<S>(text).ok().map(|()| 0),
            Verb::CharCount => Some(isa.char_count::<S>(text)),
            Verb::TranscodedLen(to) => {
                with_encoding!(to, D => Some(isa.transcoded_len::<S, D>(text)))
            }
            Verb::Transcode(to) => {
                with_encoding!(to, D => isa.transcode::<S, D>(text, output).ok())
            }
            Verb::TranscodeLossy(to) => {
                with_encoding!(to, D => isa.transcode_lossy::<S, D>(text, output).ok())
            }
        })
    }
}

/// The best time of one run with each instruction set, in seconds, or `None` if the verb stops
/// before the end of the text.
fn time_verb(
    verb: Verb,
    isas: &[Isa],
    text: &Text,
    outputs: &mut [Vec<u8>; 2],
) -> anyhow::Result<Option<Vec<f64>>> {
    let [output, other] = outputs;
    let run = |isa, output: &mut [u8]| verb.run(isa, text.charset, &text.bytes, output);

    let answer = run(isas[0], output);
    for isa in &isas[1..] {
        let same = run(*isa, other) == answer;
        let written = if verb.writes() {
            answer.unwrap_or(0)
        } else {
            0
        };
        ensure!(
            same && other[..written] == output[..written],
            "{}: {} and {} differ",
            verb.label(),
            isas[0].name(),
            isa.name()
        );
    }
    if answer.is_none() {
        return Ok(None);
    }

    let mut time = |isa, repetitions: u32| {
        let start = Instant::now();
        for _ in 0..repetitions {
            black_box(run(black_box(isa), output));
        }
        start.elapsed()
    };
    let repetitions: Vec<u32> = isas
        .iter()
        .map(|isa| repetitions_for(ROUND_TIME, |count| time(*isa, count)))
        .collect();
    let mut best = vec![f64::INFINITY; isas.len()];
    for _ in 0..ROUNDS {
        for (index, isa) in isas.iter().enumerate() {
            let seconds = time(*isa, repetitions[index]).as_secs_f64();
            best[index] = best[index].min(seconds / f64::from(repetitions[index]));
        }
    }
    Ok(Some(best))
}

/// The least number of repetitions, a power of two, that takes `enough` time.
fn repetitions_for(enough: Duration, mut time: impl FnMut(u32) -> Duration) -> u32 {
    let mut count = 1;
    while time(count) < enough {
        count *= 2;
    }
    count
}

/// Bytes of the longest of the outputs.
fn longest_output(from: Charset, text: &[u8]) -> usize {
    let lengths = TARGETS.map(
        |to| with_encoding!(from, S => with_encoding!(to, D => utflane::lossy_len::<S, D>(text))),
    );
    lengths.into_iter().max().unwrap_or(0)
}
