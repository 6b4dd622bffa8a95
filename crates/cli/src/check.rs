//! `utflane check`: reports which files are malformed, and where.

mod per_line;

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use anyhow::bail;
use clap::Args;
use serde::{Serialize, Serializer};
use utflane::Charset;

use crate::Status;
use crate::charset::{Choice, Encodings, LONGEST_MARK, parse_choices};
use crate::detection::sample_of;
use crate::excerpt::{Excerpt, LOOK_AHEAD, Line, escaped, shown};
use crate::fault::Fault;
use crate::hint::{self, Hint};
use crate::input::Input;
use crate::legacy::{LegacyText, Part};
use crate::name::Name;
use crate::per_line::{Counts, by_lines};
use crate::position::Position;
use crate::report::{Inputs, Report, report_each};
use crate::scan::{Piece, Scanner};
use crate::zeros::{Nuls, before_nul, count_nuls, is_well_formed_without_nul, nul};

#[derive(Args)]
#[command(after_help = "\
Exit status: 0 if all files are well-formed, 1 if one is not, 2 if one cannot be read or the command
line is wrong. Options that change the output do not change the exit status.")]
pub(crate) struct Options {
    #[command(flatten)]
    inputs: Inputs,

    /// Encoding of the files; `auto` uses the byte order mark, or UTF-8 without one. With --per-line,
    /// a list such as `utf-8,latin1`
    #[arg(
        short,
        long,
        value_name = "ENC",
        default_value = "auto",
        value_parser = Encodings::of_input(parse_choices),
        hide_possible_values = true
    )]
    encoding: Choice,

    /// Choose an encoding of the list --encoding for each line: the first in which the line is
    /// well-formed. A line that is malformed in all is an error
    #[arg(long, requires = "encoding")]
    per_line: bool,

    /// Treat NUL characters as errors (default: warn)
    #[arg(long)]
    no_nul: bool,

    /// Show the line of each error, with marks under the error
    #[arg(short, long)]
    verbose: bool,

    /// Report all errors of a file, not only the first
    #[arg(short, long)]
    all: bool,

    /// Maximum number of errors per file that --all shows; others are only counted
    #[arg(
        long,
        value_name = "N",
        requires = "all",
        default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    limit: u64,

    /// Print only the names of files with errors
    #[arg(short, long, group = "names", conflicts_with_all = ["verbose", "all", "json"])]
    list: bool,

    /// Print only the names of well-formed files
    #[arg(short = 'L', long, group = "names", conflicts_with_all = ["verbose", "all", "json"])]
    list_valid: bool,

    /// End names with a NUL character, for `xargs -0`, and do not quote them
    #[arg(short = '0', long, requires = "names")]
    null: bool,

    /// Print nothing; only set the exit status
    #[arg(short, long, conflicts_with_all = ["names", "verbose", "all", "json"])]
    quiet: bool,
}

/// The options of a check.
#[derive(Clone, Copy)]
struct Rules {
    encoding: Choice,
    no_nul: bool,
    verbose: bool,
    all: bool,
    limit: usize,
    output: Show,
    json: bool,
}

/// The maximum number of hints that are printed, because finding a hint takes longer than checking
/// a short file.
const HINTS: usize = 1000;

/// The number of hints found so far, including those beyond the limit.
static HINTED: AtomicUsize = AtomicUsize::new(0);

impl Rules {
    /// Whether to look for a hint for a malformed file. Workers are ahead of the reports and may
    /// find more hints than are printed.
    fn wants_hint(self) -> bool {
        self.output == Show::Faults && (self.json || HINTED.load(Relaxed) < HINTS)
    }
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum Show {
    Faults,
    Names { of_valid: bool, raw: bool },
    Nothing,
}

struct Verdict {
    name: Name,
    charset: Charset,
    /// The first error; with `--all`, all errors up to the limit.
    faults: Vec<Finding>,
    count: u64,
    /// The NUL characters; without `--all`, only those before the first error.
    nul: Option<Nuls>,
    /// The encoding that the text may have instead.
    hint: Option<Hint>,
    /// The lines in each encoding, if it is chosen per line.
    lines: Option<Counts>,
    rules: Rules,
}

#[derive(Serialize)]
struct Finding {
    #[serde(flatten)]
    fault: Fault,
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<Excerpt>,
}

pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<Status> {
    let output = match (options.list || options.list_valid, options.quiet) {
        (true, _) => Show::Names {
            of_valid: options.list_valid,
            raw: options.null,
        },
        (_, true) => Show::Nothing,
        _ => Show::Faults,
    };
    let encoding = match options.encoding {
        choice if options.per_line => by_lines(Some(choice), "--encoding")?,
        Choice::First(_) => bail!("--encoding: a list is only possible with --per-line"),
        choice => choice,
    };
    let rules = Rules {
        encoding,
        no_nul: options.no_nul,
        verbose: options.verbose,
        all: options.all,
        limit: usize::try_from(options.limit).unwrap_or(usize::MAX),
        output,
        json: options.inputs.json(),
    };
    report_each(&options.inputs, out, move |input| check(input, rules))
}

fn check(mut input: Input, rules: Rules) -> anyhow::Result<Verdict> {
    if let Choice::PerLine(_) = rules.encoding {
        input.read_by_lines();
    }
    let charset = rules.encoding.resolve(input.peek(0, LONGEST_MARK)?);
    let start = input.from(0)?;
    let hint = match rules.output {
        Show::Faults => Hint::by_mark(charset, start).or_else(|| Hint::by_width(charset, start)),
        _ => None,
    };
    let hint = match rules.encoding {
        Choice::PerLine(_) => hint.map(Hint::without_per_line),
        _ => hint,
    };
    let mut verdict = Verdict {
        name: input.name().clone(),
        charset,
        faults: Vec::new(),
        count: 0,
        nul: None,
        hint,
        lines: None,
        rules,
    };
    verdict.collect(input)?;
    Ok(verdict)
}

impl Verdict {
    /// Finds the errors and the NUL characters. Most files have neither, so a first pass only looks
    /// for one of them, if the input can be read again. A second pass counts lines and columns.
    fn collect(&mut self, mut input: Input) -> anyhow::Result<()> {
        if let Choice::PerLine(charsets) = self.rules.encoding {
            return self.collect_per_line(charsets, input);
        }
        let charset = self.charset;
        let is_shown = self.rules.wants_hint();
        if input.can_be_read_again() && !charset.is_stateful() {
            input.read_in_this_thread();
            if is_well_formed_without_nul(charset, &mut input)? {
                return Ok(());
            }
        }
        // The window may still contain the start.
        let sample = match (input.is_at_start(), is_shown) {
            (true, true) => input.from(0)?.to_vec(),
            (true, false) => Vec::new(),
            (false, _) => {
                input = input.reopen()?;
                match is_shown {
                    true => sample_of(&input, hint::SAMPLE)?.0,
                    false => Vec::new(),
                }
            }
        };
        if charset.is_multibyte() {
            self.collect_faults_of_legacy(input)?;
        } else {
            self.collect_faults(Scanner::new(charset, input))?;
        }
        if is_shown {
            self.look_for_a_hint(&sample);
        }
        Ok(())
    }

    /// Looks for a hint if the text has an error or a NUL character and no hint yet. `sample` is
    /// from the text.
    fn look_for_a_hint(&mut self, sample: &[u8]) {
        if self.hint.is_none() && (self.count > 0 || self.nul.is_some()) {
            let first = self.faults.first();
            let kind = first.and_then(|first| first.fault.malformed());
            self.hint = Hint::by_content(self.charset, kind, sample);
        }
    }

    fn collect_faults(&mut self, mut scanner: Scanner) -> anyhow::Result<()> {
        let mut line = Line::start(self.charset);
        loop {
            let position = scanner.position();
            let fault = match scanner.next_piece()? {
                Piece::Text(text) => {
                    if !self.pass(text, position, &mut line) {
                        return Ok(());
                    }
                    continue;
                }
                Piece::Malformed(fault) => fault,
                Piece::End => return Ok(()),
            };
            let mut excerpt = None;
            if self.rules.verbose && self.faults.len() < self.rules.limit {
                let sequence = scanner.since(position).to_vec();
                let after = scanner.after(LOOK_AHEAD as u64)?;
                excerpt = Some(line.excerpt(escaped(&sequence), after));
                line.add_fault(&sequence);
            }
            if !self.add(fault, excerpt) {
                return Ok(());
            }
        }
    }

    /// As `collect_faults`, for a text in a legacy multi-byte encoding, which is shown in UTF-8.
    fn collect_faults_of_legacy(&mut self, mut input: Input) -> anyhow::Result<()> {
        let mut text = LegacyText::new(self.charset);
        let mut line = Line::start(Charset::Utf8);
        loop {
            let wants_more = match text.next(&mut input)? {
                Part::Text(part, range) => self.pass(part.as_bytes(), range.start, &mut line),
                Part::Malformed(fault, range) => {
                    let mut excerpt = None;
                    if self.rules.verbose && self.faults.len() < self.rules.limit {
                        let after = text.after(&mut input, LOOK_AHEAD)?;
                        let sequence = input.slice(range);
                        excerpt = Some(line.excerpt(escaped(sequence), &after));
                        line.add_fault(sequence);
                    }
                    self.add(fault, excerpt)
                }
                Part::End => false,
            };
            if !wants_more {
                return Ok(());
            }
        }
    }

    /// Adds an error. Returns whether to continue.
    fn add(&mut self, fault: Fault, excerpt: Option<Excerpt>) -> bool {
        self.count += 1;
        if self.faults.len() < self.rules.limit {
            self.faults.push(Finding { fault, excerpt });
        }
        self.rules.all
    }

    /// Counts NUL characters in well-formed text at `position`, and adds them as errors with
    /// `--no-nul`. Returns whether to continue.
    fn pass(&mut self, mut text: &[u8], mut position: Position, line: &mut Line) -> bool {
        let charset = line.charset();
        let count = count_nuls(charset, text);
        if count > 0 {
            let mut first = position;
            first.advance(charset, before_nul(charset, text));
            self.nul.get_or_insert(Nuls { first, count: 0 }).count += count;
        }
        let is_shown = self.rules.verbose;
        let faults = if self.rules.no_nul { count } else { 0 };
        // A legacy encoding is shown in UTF-8.
        let bytes = match self.charset.is_multibyte() && charset == Charset::Utf8 {
            true => nul(self.charset),
            false => nul(charset),
        };
        for _ in 0..faults {
            let (before, rest) = text.split_at(before_nul(charset, text).len());
            let (nul, rest) = rest.split_at(nul(charset).len());
            position.advance(charset, before);
            let fault = Fault::nul(position, bytes);
            let mut excerpt = None;
            if is_shown {
                line.add(before);
                excerpt = Some(line.excerpt(shown('\0'), rest));
                line.add(nul);
            }
            if !self.add(fault, excerpt) {
                self.nul = self.nul.take().map(|nuls| Nuls { count: 1, ..nuls });
                return false;
            }
            position.advance(charset, nul);
            text = rest;
        }
        if is_shown {
            line.add(text);
        }
        true
    }

    fn is_valid(&self) -> bool {
        self.count == 0
    }
}

/// One line of `--json`.
impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Record<'a> {
            #[serde(flatten)]
            name: &'a Name,
            encoding: &'static str,
            valid: bool,
            error: Option<&'a Finding>,
            #[serde(skip_serializing_if = "Option::is_none")]
            errors: Option<&'a [Finding]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            error_count: Option<u64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            per_line: Option<&'a Counts>,
            nul: Option<&'a Nuls>,
            looks_like: Option<&'static str>,
            hint: Option<&'a str>,
        }
        let all = self.rules.all;
        Record {
            name: &self.name,
            encoding: self.charset.name(),
            valid: self.is_valid(),
            error: self.faults.first(),
            errors: all.then_some(&self.faults),
            error_count: all.then_some(self.count),
            per_line: self.lines.as_ref(),
            nul: self.nul.as_ref(),
            looks_like: self.hint.as_ref().map(|hint| hint.charset.name()),
            hint: self.hint.as_ref().map(|hint| hint.words.as_str()),
        }
        .serialize(serializer)
    }
}

impl Report for Verdict {
    type Summary = ();

    fn status(&self) -> Status {
        if self.is_valid() {
            Status::Fine
        } else {
            Status::Malformed
        }
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.rules.output != Show::Faults {
            return remarks;
        }
        let name = &self.name;
        if let Some(lines) = &self.lines {
            remarks.extend(lines.remarks(name, self.rules.verbose));
        }
        if self.count > self.faults.len() as u64 && self.rules.all {
            let (count, shown) = (self.count, self.faults.len());
            remarks.push(format!("{name}: {count} errors, {shown} shown"));
        }
        // With `--no-nul`, NUL characters are reported as errors.
        let nuls = self.nul.as_ref().filter(|_| !self.rules.no_nul);
        let number = self
            .hint
            .as_ref()
            .map_or(0, |_| HINTED.fetch_add(1, Relaxed));
        let hint = self.hint.as_ref().filter(|_| number < HINTS);
        match (nuls, hint.map(|hint| &hint.words)) {
            (Some(nuls), Some(hint)) => remarks.push(format!("warning: {name}:{nuls}; {hint}")),
            (Some(nuls), None) => remarks.push(format!("warning: {name}:{nuls}")),
            (None, Some(hint)) => remarks.push(format!("hint: {name}: {hint}")),
            (None, None) => {}
        }
        if number + 1 == HINTS {
            remarks.push(format!("no more hints after the first {HINTS}"));
        }
        remarks
    }

    fn print(&self, (): &mut (), out: &mut dyn Write) -> io::Result<()> {
        match self.rules.output {
            Show::Faults => self
                .faults
                .iter()
                .try_for_each(|Finding { fault, excerpt }| {
                    writeln!(out, "{}:{fault}", self.name)?;
                    match excerpt {
                        Some(excerpt) => writeln!(out, "{excerpt}"),
                        None => Ok(()),
                    }
                }),
            Show::Names { of_valid, raw } if of_valid == self.is_valid() => match raw {
                false => writeln!(out, "{}", self.name),
                true => {
                    out.write_all(self.name.bytes())?;
                    out.write_all(&[0])
                }
            },
            Show::Names { .. } | Show::Nothing => Ok(()),
        }
    }
}
