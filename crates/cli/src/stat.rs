//! `utflane stat`: counts the bytes, characters and lines of a text.
//!
//! Malformed sequences are counted separately from characters. Text before the first of them is
//! counted in place. The rest is converted with replacement and counted afterwards, because that is
//! much faster for many malformed sequences than handling each of them.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use utflane::stream::AnyTranscoder;
use utflane::{Bom, Charset, Pair};

use crate::Status;
use crate::charset::{Choice, Encodings, LONGEST_MARK, parse_choice};
use crate::endings::Endings;
use crate::fault::Fault;
use crate::input::Input;
use crate::legacy::{LegacyText, Part};
use crate::name::Name;
use crate::position::{Position, count_units};
use crate::report::{Inputs, Report, report_each};
use crate::scan::{Piece, Scanner};

#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    inputs: Inputs,

    /// Encoding of the files; `auto` uses the byte order mark, or UTF-8 without one
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "auto",
        value_parser = Encodings::of_input(parse_choice),
        hide_possible_values = true
    )]
    encoding: Choice,
}

#[derive(Serialize)]
struct Statistics {
    #[serde(flatten)]
    name: Name,
    encoding: &'static str,
    /// The encoding that the byte order mark indicates.
    bom: Option<&'static str>,
    bytes: u64,
    /// Number of well-formed characters, including a byte order mark.
    characters: u64,
    /// The number of characters with 1, 2, 3 and 4 bytes in UTF-8.
    utf8_lengths: [u64; 4],
    /// Number of lines, including a last line without a newline.
    lines: u64,
    line_ends: Endings,
    /// Number of malformed sequences.
    malformed: u64,
    first_error: Option<Fault>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let encoding = options.encoding;
    report_each(&options.inputs, out, move |input| describe(input, encoding))
}

fn describe(mut input: Input, encoding: Choice) -> anyhow::Result<Statistics> {
    let start = input.peek(0, LONGEST_MARK)?;
    let charset = encoding.resolve(start);
    let mut statistics = Statistics {
        bom: Bom::sniff(start).map(|bom| Charset::from(bom).name()),
        name: input.name().clone(),
        encoding: charset.name(),
        bytes: 0,
        characters: 0,
        utf8_lengths: [0; 4],
        lines: 0,
        line_ends: Endings::default(),
        malformed: 0,
        first_error: None,
    };
    if charset.is_multibyte() {
        statistics.collect_legacy(charset, input)?;
    } else {
        statistics.collect(charset, Scanner::new(charset, input))?;
    }
    Ok(statistics)
}

impl Statistics {
    fn collect(&mut self, charset: Charset, mut scanner: Scanner) -> anyhow::Result<()> {
        let mut lengths = Utf8Lengths::default();
        lengths.endings.nel = charset.ebcdic_line_ends().map(|_| 0);
        self.first_error = loop {
            match scanner.next_piece()? {
                Piece::Text(text) => lengths.add(charset, text),
                Piece::Malformed(fault) => break Some(fault),
                Piece::End => break None,
            }
        };
        let mut end = scanner.position();
        if self.first_error.is_some() {
            lengths.endings.interrupt();
            let replaced = lengths.add_lossy(charset, scanner.into_input(), &mut end)?;
            self.malformed = 1 + replaced;
        }
        self.line_ends = lengths.endings;
        self.conclude(end, lengths.counts);
        Ok(())
    }

    fn collect_legacy(&mut self, charset: Charset, mut input: Input) -> anyhow::Result<()> {
        let mut text = LegacyText::new(charset);
        let mut counts = [0; 4];
        loop {
            match text.next(&mut input)? {
                Part::Text(part, _) => {
                    count_lengths(part.as_bytes(), &mut counts);
                    self.line_ends.add(part.as_bytes());
                }
                Part::Malformed(fault, _) => {
                    self.line_ends.interrupt();
                    self.malformed += 1;
                    self.first_error.get_or_insert(fault);
                }
                Part::End => break,
            }
        }
        self.conclude(text.position(), counts);
        Ok(())
    }

    /// Sets the counts that follow from the end position and the lengths of the characters.
    fn conclude(&mut self, end: Position, lengths: [u64; 4]) {
        self.bytes = end.offset;
        self.lines = end.line - u64::from(end.column == 1);
        self.characters = lengths.iter().sum();
        self.utf8_lengths = lengths;
    }
}

/// Counts characters by their length in UTF-8, and line ends.
struct Utf8Lengths {
    counts: [u64; 4],
    endings: Endings,
    /// A buffer for a part of the text in UTF-8.
    utf8: Box<[u8]>,
}

impl Default for Utf8Lengths {
    fn default() -> Self {
        Utf8Lengths {
            counts: [0; 4],
            endings: Endings::default(),
            utf8: vec![0; 16 * 1024].into_boxed_slice(),
        }
    }
}

impl Utf8Lengths {
    fn add(&mut self, charset: Charset, mut text: &[u8]) {
        self.add_nel(charset, text);
        let pair = Pair::new(charset, Charset::Utf8).filter(|_| charset != Charset::Utf8);
        let Some(pair) = pair else {
            self.endings.add(text);
            return count_lengths(text, &mut self.counts);
        };
        while !text.is_empty() {
            let (read, written) = match pair.transcode(text, &mut self.utf8) {
                Ok(written) => (text.len(), written),
                Err(full) => (full.read(), full.written()),
            };
            count_lengths(&self.utf8[..written], &mut self.counts);
            self.endings.add(&self.utf8[..written]);
            text = &text[read..];
        }
    }

    /// Counts U+0085 if the text is EBCDIC, where it ends a line.
    fn add_nel(&mut self, charset: Charset, text: &[u8]) {
        if let (Some([_, nel]), Some(count)) = (charset.ebcdic_line_ends(), &mut self.endings.nel) {
            *count += count_units(text, [nel]);
        }
    }

    /// Counts the rest of `input` after `end`, and moves `end` to the end of the input. Returns the
    /// number of malformed sequences.
    fn add_lossy(
        &mut self,
        charset: Charset,
        mut input: Input,
        end: &mut Position,
    ) -> anyhow::Result<u64> {
        let mut transcoder = AnyTranscoder::new(charset, Charset::Utf8);
        loop {
            let chunk = input.from(end.offset)?;
            let at_end = chunk.is_empty();
            let step = if at_end {
                transcoder.finish_lossy(&mut self.utf8)
            } else {
                transcoder.transcode_lossy(chunk, &mut self.utf8)
            };
            let utf8 = &self.utf8[..step.written];
            count_lengths(utf8, &mut self.counts);
            self.endings.add(utf8);
            if charset.is_code_page() {
                // Each byte is a character or malformed.
                end.advance(charset, &chunk[..step.read]);
                self.add_nel(charset, &chunk[..step.read]);
            } else {
                end.advance_converted(step.read, utf8);
            }
            if at_end {
                break;
            }
        }
        // Replacement characters have three bytes each and do not count.
        let replaced = transcoder.replacements();
        self.counts[2] -= replaced;
        Ok(replaced)
    }
}

/// Counts the characters of well-formed UTF-8 by length, which the lead byte indicates.
fn count_lengths(utf8: &[u8], counts: &mut [u64; 4]) {
    // The counts of a block fit in a byte, so the compiler vectorises with lanes of bytes.
    for block in utf8.chunks(255) {
        let count = |is: fn(u8) -> bool| -> u64 {
            block
                .iter()
                .map(|byte| u8::from(is(*byte)))
                .sum::<u8>()
                .into()
        };
        counts[0] += count(|byte| byte < 0x80);
        counts[1] += count(|byte| byte >> 5 == 0b110);
        counts[2] += count(|byte| byte >> 4 == 0b1110);
        counts[3] += count(|byte| byte >> 3 == 0b11110);
    }
}

/// The column headings. `characters` is the total, followed by the characters with 1 to 4 bytes in
/// UTF-8.
const HEADS: [&str; 14] = [
    "bytes",
    "lines",
    "characters",
    "1-byte",
    "2-byte",
    "3-byte",
    "4-byte",
    "malformed",
    "LF",
    "CRLF",
    "CR",
    "mark",
    "encoding",
    "file",
];

/// The number of columns with numbers, which are right-aligned.
const NUMBERS: usize = 11;

type Row = [String; HEADS.len()];

/// The rows of the table, and the sums of the columns with numbers.
#[derive(Default)]
struct Table {
    rows: Vec<Row>,
    totals: [u64; NUMBERS],
}

impl Table {
    fn add(&mut self, numbers: [u64; NUMBERS], others: [String; HEADS.len() - NUMBERS]) {
        let cells = numbers.iter().map(u64::to_string).chain(others);
        let cells = cells.collect::<Vec<_>>();
        self.rows
            .push(cells.try_into().expect("a cell for each head"));
    }

    /// Prints the table, whose columns are as wide as their widest cell.
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let heads = HEADS.map(str::to_owned);
        let rows = || std::iter::once(&heads).chain(&self.rows);
        let width = |column: usize| rows().map(|row| row[column].len()).max();
        let widths: [usize; HEADS.len()] = std::array::from_fn(|column| width(column).unwrap_or(0));
        for row in rows() {
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                match column {
                    _ if column == HEADS.len() - 1 => writeln!(out, "{cell}")?,
                    0..NUMBERS => write!(out, "{cell:>width$}  ")?,
                    _ => write!(out, "{cell:<width$}  ")?,
                }
            }
        }
        Ok(())
    }
}

impl Report for Statistics {
    type Summary = Table;

    fn status(&self) -> Status {
        if self.malformed == 0 {
            Status::Fine
        } else {
            Status::Malformed
        }
    }

    fn remarks(&self) -> Vec<String> {
        let line = |fault| match self.malformed {
            1 => format!("{}:{fault}", self.name),
            count => format!("{}:{fault}, the first of {count}", self.name),
        };
        self.first_error.iter().map(line).collect()
    }

    fn print(&self, table: &mut Table, _: &mut dyn Write) -> io::Result<()> {
        let [one, two, three, four] = self.utf8_lengths;
        let (all, malformed) = (self.characters, self.malformed);
        let Endings { lf, crlf, cr, .. } = self.line_ends;
        let numbers = [
            self.bytes, self.lines, all, one, two, three, four, malformed, lf, crlf, cr,
        ];
        let mark = if self.bom.is_some() { "yes" } else { "no" };
        for (total, number) in table.totals.iter_mut().zip(numbers) {
            *total += number;
        }
        table.add(
            numbers,
            [mark.into(), self.encoding.into(), self.name.to_string()],
        );
        Ok(())
    }

    fn print_summary(mut table: Table, out: &mut dyn Write) -> io::Result<()> {
        match table.rows.len() {
            0 => return Ok(()),
            1 => {}
            _ => table.add(table.totals, ["".into(), "".into(), "total".into()]),
        }
        table.print(out)
    }
}
