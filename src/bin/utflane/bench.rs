//! `utflane bench`: times the library's verbs on a user's text, with each instruction set of this
//! CPU.
//!
//! Three ways to read it, since a text that is repeated is one that a CPU learns by heart: the
//! whole in one call, again and again; in chunks, each once a round; and line by line.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::slice;

use anyhow::bail;
use clap::Args;
use utflane::io::Reader;
use utflane::stream::AnyTranscoder;
use utflane::{Charset, Isa};

use crate::Status;
use crate::charset::{Choice, LONGEST_MARK, parse_choice, with_encoding};
use crate::input::Input;
use crate::name::name_of;
use crate::progress::Progress;
use crate::sample::sample;
use crate::timing::{Lap, Text, Timer, Verb, is_read_by_value};

/// Bytes of a file that are read: more than every cache, and little of a machine's memory.
const LARGEST_TEXT: usize = 64 << 20;

/// Size of the generated text: it fits the cache together with its conversion.
const SAMPLE_SIZE: usize = 64 << 10;

/// Bytes of a text that is read once a round: more than a CPU can learn by heart.
const LARGEST_LAP: usize = 8 << 20;

/// Bytes of a chunk, which is what a program reads at a time.
const CHUNK: usize = 64 << 10;

/// One encoding of each kind: byte order makes hardly any difference.
pub(crate) const TARGETS: [Charset; 5] = [
    Charset::Utf8,
    Charset::Utf16Le,
    Charset::Utf32Le,
    Charset::Latin1,
    Charset::Ascii,
];

#[derive(Args)]
pub(crate) struct Options {
    /// File to time, at most its first 64 MiB, in chunks and by lines 8 MiB; without one, a made-up
    /// text in several scripts
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Encoding of the text; `auto` goes by the byte order mark and is UTF-8 without one
    #[arg(short, long, value_name = "ENC", default_value = "auto", value_parser = parse_choice)]
    encoding: Choice,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let text = match &options.file {
        Some(path) if path.is_dir() => {
            bail!("{}: is a directory; a file is timed", name_of(path))
        }
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
    let mut timer = Timer::new(&text, &isas);
    let whole = 0..length;
    let title = "the whole in one call, again and again";
    time(
        out,
        &mut timer,
        title,
        Lap::Repeated,
        slice::from_ref(&whole),
    )?;
    let chunks = beginning(chunks(&text));
    let title = format!("in chunks of {} KiB, each once a round", CHUNK >> 10);
    time(out, &mut timer, &title, Lap::Once, &chunks)?;
    let lines = beginning(lines(&text));
    if lines.len() > 1 {
        let title = format!("line by line: {} calls, each once a round", lines.len());
        time(out, &mut timer, &title, Lap::Once, &lines)?;
    }
    Ok(Status::Fine)
}

/// Times all verbs on the pieces of a text and prints a table.
fn time(
    out: &mut dyn Write,
    timer: &mut Timer,
    title: &str,
    lap: Lap,
    pieces: &[Range<usize>],
) -> anyhow::Result<()> {
    let bytes: usize = pieces.iter().map(Range::len).sum();
    writeln!(out, "\n{title}")?;
    let mut left_out = Vec::new();
    for verb in verbs(timer.charset()) {
        match timer.time(verb, pieces, lap)? {
            Some(times) => {
                let rates = times
                    .iter()
                    .map(|time| format!("{:.2}", bytes as f64 / time / 1e9));
                print_row(out, &verb.label(), rates)?;
            }
            None => left_out.push(verb.label()),
        }
    }
    if !left_out.is_empty() {
        let verbs = left_out.join(", ");
        writeln!(
            out,
            "left out, as they stop before the end of the text: {verbs}"
        )?;
    }
    Ok(())
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
        let tail = incomplete_tail(charset, &bytes);
        bytes.truncate(bytes.len() - tail);
    }
    Ok(Text {
        name: input.name().to_string(),
        charset,
        bytes,
    })
}

/// Bytes of the character that a text ends within.
fn incomplete_tail(charset: Charset, text: &[u8]) -> usize {
    if !charset.is_legacy() {
        return with_encoding!(charset, E => utflane::incomplete_tail::<E>(text));
    }
    let mut utf8 = vec![0; 3 * text.len()];
    let mut transcoder = AnyTranscoder::new(charset, Charset::Utf8);
    let _ = transcoder.transcode_lossy(text, &mut utf8);
    transcoder.pending()
}

/// The generated text in the requested encoding, with `?` for unrepresentable characters.
fn generated(encoding: Choice) -> Text {
    let sample = sample(SAMPLE_SIZE);
    let charset = encoding.resolve(&[]);
    let reader = Reader::with_target(sample.as_bytes(), Charset::Utf8, charset);
    let mut bytes = Vec::new();
    // A slice can always be read.
    let _ = reader.lossy().read_to_end(&mut bytes);
    Text {
        name: "made-up text".into(),
        charset,
        bytes,
    }
}

fn verbs(from: Charset) -> Vec<Verb> {
    if is_read_by_value(from) {
        let strict = TARGETS.into_iter().map(Verb::Transcode);
        return strict.chain(TARGETS.map(Verb::TranscodeLossy)).collect();
    }
    let mut verbs = vec![Verb::Validate, Verb::CharCount];
    // The length of a copy is that of the original: there is nothing to time.
    let others = TARGETS.into_iter().filter(|to| *to != from);
    verbs.extend(others.map(Verb::TranscodedLen));
    verbs.extend(TARGETS.map(Verb::Transcode));
    verbs.extend(TARGETS.map(Verb::TranscodeLossy));
    verbs
}

/// Pieces of the beginning of a text, or of all of it if it is short.
fn beginning(mut pieces: Vec<Range<usize>>) -> Vec<Range<usize>> {
    pieces.truncate(pieces.partition_point(|piece| piece.start < LARGEST_LAP));
    pieces
}

/// The text cut between characters, about every `CHUNK` bytes.
fn chunks(text: &Text) -> Vec<Range<usize>> {
    let bytes = &text.bytes;
    let mut chunks = Vec::new();
    let mut start = 0;
    while bytes.len() - start > CHUNK {
        let chunk = &bytes[start..start + CHUNK];
        let tail = incomplete_tail(text.charset, chunk);
        let end = start + CHUNK - tail;
        chunks.push(start..end);
        start = end;
    }
    chunks.push(start..bytes.len());
    chunks
}

/// The lines without their ends; empty ones are left out.
fn lines(text: &Text) -> Vec<Range<usize>> {
    let mut unit = [0; 4];
    let mut transcoder = AnyTranscoder::new(Charset::Utf8, text.charset);
    let width = transcoder.transcode(b"\n", &mut unit).written;
    let mut lines = Vec::new();
    let mut start = 0;
    for (index, found) in text.bytes.chunks(width).enumerate() {
        if found == &unit[..width] {
            lines.push(start..index * width);
            start = (index + 1) * width;
        }
    }
    lines.push(start..text.bytes.len());
    lines.retain(|line| !line.is_empty());
    lines
}
