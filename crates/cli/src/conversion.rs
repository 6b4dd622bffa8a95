//! Converts one file for `convert`, until an obstacle stops the conversion.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use anyhow::ensure;
use clap::ValueEnum;
use utflane::stream::{self, AnyTranscoder, StreamError};
use utflane::{Bom, Charset, Reason, Utf32Le, is_valid};

use crate::binary::{nul, sign};
use crate::charset::{Choice, LONGEST_MARK};
use crate::detection::{Detected, find, wide};
use crate::double_conversion::DoubleConversion;
use crate::fallback::choose;
use crate::fault::Fault;
use crate::input::Input;
use crate::legacy::LegacyText;
use crate::lossy::Lossy;
use crate::newline::{LineEndPolicy, LineEnds, Nel};
use crate::obstacle::Obstacle;
use crate::output::Output;
use crate::per_line::{Counts, Runs};
use crate::position::Position;
use crate::records::{BadRecord, Records};

/// Size of the output buffer in bytes: about the length of the conversion of a full input buffer of
/// mixed text. A smaller buffer needs more steps.
pub(crate) const OUTPUT_CAPACITY: usize = 256 * 1024;

/// Pieces of output of at least this many bytes are written at once.
const SHORT_OUTPUT: usize = 16 * 1024;

/// The options of a conversion.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) from: Choice,
    pub(crate) to: Charset,
    pub(crate) lossy: Lossy,
    pub(crate) newline: LineEndPolicy,
    /// The length of a record of the input in bytes. Each record becomes a line.
    pub(crate) record_length: Option<NonZeroU64>,
    pub(crate) bom: BomPolicy,
    /// Whether binary files are refused.
    pub(crate) text_only: bool,
    /// Whether the output replaces the input. If so, text that seems to be in the target encoding
    /// already is refused.
    pub(crate) in_place: bool,
    /// Whether to trust the named input encoding, even if the text looks like another encoding.
    pub(crate) trust_from: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum BomPolicy {
    /// Write one if the input has one
    Keep,
    /// Write none
    #[value(alias = "remove")]
    Strip,
    /// Write one always
    Add,
}

impl BomPolicy {
    fn is_written(self, had_one: bool) -> bool {
        match self {
            BomPolicy::Keep => had_one,
            BomPolicy::Strip => false,
            BomPolicy::Add => true,
        }
    }
}

/// The result of a conversion.
pub(crate) struct ConversionReport {
    /// The encoding of the input.
    pub(crate) from: Charset,
    /// The result of the detection, if it was requested.
    pub(crate) found: Option<Detected>,
    /// The reason for choosing `from`, for messages.
    pub(crate) reason: &'static str,
    /// The first malformed sequence or unrepresentable character that was replaced.
    pub(crate) first_replaced: Option<Fault>,
    pub(crate) replacements: u64,
    /// The lines in each encoding, if it was chosen per line.
    pub(crate) lines: Option<Counts>,
    /// Whether the input seems to be in the target encoding.
    pub(crate) already: bool,
    pub(crate) obstacle: Option<Obstacle>,
}

/// Converts `input` by `rules`, until an obstacle.
pub(crate) fn convert(
    rules: &Rules,
    input: &mut Input,
    output: &mut Output,
) -> anyhow::Result<ConversionReport> {
    let found = match rules.from {
        Choice::Content { .. } => Some(find(input)?),
        _ => None,
    };
    if let Choice::PerLine(_) = rules.from {
        input.read_by_lines();
    }
    let (from, reason) = choose_encoding(rules.from, found, input)?;
    let mark = match rules.from {
        Choice::PerLine(_) => Charset::Utf8.bom(),
        _ => from.bom(),
    };
    let had_bom = !mark.is_empty() && input.starts_with(mark)?;
    let report = ConversionReport {
        from,
        found,
        reason,
        first_replaced: None,
        replacements: 0,
        lines: None,
        already: false,
        obstacle: obstacle_at_start(rules, from, found, had_bom, input)?,
    };
    if report.obstacle.is_some() {
        return Ok(report);
    }
    if let Some(len) = rules.record_length {
        let width = from.width() as u64;
        ensure!(
            len.get() % width == 0,
            "--record-length: {len} is not a multiple of {width} bytes, the code unit of {from}"
        );
    }
    if rules.bom.is_written(had_bom) {
        output.write_all(rules.to.bom())?;
    }
    let mark = if had_bom { mark } else { &[] };
    Conversion::new(rules, input, output, report, mark)?.run()
}

/// Returns the encoding of the input, or the first one for `--per-line`, and the reason for it.
/// `found` is the result of the detection, if it was requested.
fn choose_encoding(
    choice: Choice,
    found: Option<Detected>,
    input: &mut Input,
) -> anyhow::Result<(Charset, &'static str)> {
    if let Some(found) = found
        && let Some(charset) = found.charset
    {
        let charset = match charset {
            // The file may continue with UTF-8 after the ASCII sample.
            Charset::Ascii => Charset::Utf8,
            other => other,
        };
        return Ok((charset, found.basis.words()));
    }
    Ok(match choice {
        Choice::PerLine(charsets) => (charsets[0], "chosen per line"),
        Choice::First(charsets) => choose(charsets, input)?,
        Choice::Named(charset) => (charset, "named by --from"),
        Choice::Auto | Choice::Content { .. } => match mark_of(input)? {
            Some(charset) => (charset, "by its byte order mark"),
            None => (Charset::Utf8, "since it has no byte order mark"),
        },
    })
}

/// Returns the obstacle that the detection or the start of the input shows, if there is one.
fn obstacle_at_start(
    rules: &Rules,
    from: Charset,
    found: Option<Detected>,
    had_bom: bool,
    input: &mut Input,
) -> anyhow::Result<Option<Obstacle>> {
    if let Some(found) = found
        && let Choice::Content { guess } = rules.from
        && (found.charset.is_none() || !guess && !found.is_reliable)
    {
        return Ok(Some(Obstacle::Unsure(found)));
    }
    let per_line = matches!(rules.from, Choice::PerLine(_));
    let other_mark = match rules.from {
        _ if rules.trust_from => None,
        Choice::Named(_) => other_mark(from, input)?,
        Choice::PerLine(_) => mark_of(input)?.filter(|mark| mark.width() > 1),
        _ => None,
    };
    if let Some(charset) = other_mark {
        return Ok(Some(Obstacle::Marked { charset, per_line }));
    }
    let is_trusted = match rules.from {
        Choice::Auto | Choice::First(_) => false,
        Choice::PerLine(_) => rules.trust_from,
        Choice::Named(_) | Choice::Content { .. } => true,
    };
    if !had_bom
        && !is_trusted
        && let Some(charset) = wide(input.from(0)?)
    {
        return Ok(Some(Obstacle::LooksLike {
            charset,
            is_target: charset.bom() == rules.to.bom(),
            per_line,
        }));
    }
    match rules.text_only {
        true => Ok(sign(input.from(0)?, from).map(Obstacle::Binary)),
        false => Ok(None),
    }
}

/// The state of a conversion.
struct Conversion<'a, 'b> {
    rules: &'a Rules,
    input: &'a mut Input,
    sink: Sink<'a, 'b>,
    /// The encoding of the text at `offset`.
    from: Charset,
    transcoder: AnyTranscoder,
    /// Offset of the next bytes for the transcoder.
    offset: u64,
    /// The buffer for the output of a step.
    converted: Vec<u8>,
    /// The end of the text that is converted, up to the first error. Later positions are not
    /// reported.
    position: Position,
    /// Reads the text a second time to count its characters: for a stateful encoding, unless the
    /// output is UTF-8.
    stateful: Option<LegacyText>,
    runs: Option<Runs>,
    records: Option<Records>,
    nel: Nel,
    double_conversion: DoubleConversion,
    /// The number of replacements that `transcoder` has not counted, without the first one.
    others_replaced: u64,
    report: ConversionReport,
}

impl<'a, 'b> Conversion<'a, 'b> {
    /// Starts after the byte order mark, which is empty if the input has none.
    fn new(
        rules: &'a Rules,
        input: &'a mut Input,
        output: &'a mut Output<'b>,
        report: ConversionReport,
        mark: &[u8],
    ) -> anyhow::Result<Conversion<'a, 'b>> {
        let from = report.from;
        let offset = mark.len() as u64;
        let mut position = Position::START;
        if !mark.is_empty() {
            position.skip(offset);
        }
        let runs = match rules.from {
            Choice::PerLine(charsets) => Some(Runs::new(charsets, offset)?),
            _ => None,
        };
        let records = rules.record_length.map(|len| Records::new(len, offset));
        let double_conversion = match mark.is_empty() && runs.is_none() {
            true => DoubleConversion::new(from, rules.to, input.from(0)?),
            false => DoubleConversion::UNLIKELY,
        };
        let is_read_twice = from.is_stateful() && !counts_output(from, rules.to);
        Ok(Conversion {
            rules,
            input,
            sink: Sink {
                output,
                line_ends: LineEnds::new(rules.newline, rules.to),
                held: Vec::new(),
                holds: runs.is_some() || records.is_some(),
            },
            from,
            transcoder: AnyTranscoder::new(from, rules.to).starting_at(offset),
            offset,
            converted: vec![0; OUTPUT_CAPACITY],
            position,
            stateful: is_read_twice.then(|| LegacyText::starting_at(position, from)),
            runs,
            records,
            nel: Nel::new(rules.newline, from),
            double_conversion,
            others_replaced: 0,
            report,
        })
    }

    /// Converts the whole input, or the part before an obstacle.
    fn run(mut self) -> anyhow::Result<ConversionReport> {
        let obstacle = loop {
            if let ControlFlow::Break(obstacle) = self.step()? {
                break obstacle;
            }
        };
        self.sink.flush()?;
        let rules = self.rules;
        let mut report = self.report;
        if matches!(obstacle, None | Some(Obstacle::Fault(_))) {
            report.lines = self.runs.as_ref().map(Runs::counts);
        }
        report.obstacle = obstacle;
        if report.obstacle.is_none() {
            report.replacements = self.transcoder.replacements()
                + self.others_replaced
                + u64::from(report.first_replaced.is_some());
            report.already = self.double_conversion.at_end();
            if report.already && rules.in_place && !rules.trust_from {
                report.obstacle = Some(Obstacle::Already(rules.to));
            }
        }
        Ok(report)
    }

    /// Converts the next chunk, up to the first error in it. Breaks at the end of the input, or at
    /// an obstacle.
    fn step(&mut self) -> anyhow::Result<ControlFlow<Option<Obstacle>>> {
        if self.input.is_used_up(self.offset) {
            self.sink.flush()?;
        }
        let at_end = self.input.from(self.offset)?.is_empty();
        if let Some(records) = &mut self.records {
            let bad = match records.end(self.offset) {
                Some(number) if self.transcoder.pending() > 0 => Some(BadRecord::Split { number }),
                Some(number) => {
                    self.end_record(number)?;
                    return Ok(ControlFlow::Continue(()));
                }
                None if at_end => records.short(self.offset),
                None => None,
            };
            if let Some(bad) = bad {
                return Ok(ControlFlow::Break(Some(Obstacle::Record(bad))));
            }
        }
        let mut chunk = self.input.from(self.offset)?;
        if let Some(records) = &self.records {
            chunk = records.limit(chunk, self.offset);
        }
        if self.rules.text_only
            && self.from.width() == 1
            && let Some(sign) = nul(chunk, self.offset)
        {
            return Ok(ControlFlow::Break(Some(Obstacle::Binary(sign))));
        }
        if let Some(runs) = &mut self.runs
            && !at_end
        {
            chunk = runs.next(chunk, self.offset);
            if self.from != runs.charset() {
                self.from = runs.charset();
                // A stateful target encoding must return to its initial state.
                let end = self.transcoder.finish_into(&mut self.converted);
                self.sink.write(&self.converted[..end.written])?;
                self.others_replaced += self.transcoder.replacements();
                self.transcoder =
                    AnyTranscoder::new(self.from, self.rules.to).starting_at(self.offset);
            }
            if runs.is_well_formed() && (self.from, self.rules.to) == (Charset::Utf8, Charset::Utf8)
            {
                // A conversion would validate the text once more.
                self.sink.write(chunk)?;
                if self.report.first_replaced.is_none() {
                    self.position.advance(self.from, chunk);
                }
                self.offset += chunk.len() as u64;
                self.transcoder = self.transcoder.clone().starting_at(self.offset);
                return Ok(ControlFlow::Continue(()));
            }
        }
        // A lossy conversion is strict up to the first error, whose position is reported. With
        // `--lossy=drop`, `--lossy=escape` or `--replacement` it stays strict, because
        // `handle_error` writes the text.
        let lossy = self.report.first_replaced.is_some() && self.rules.lossy == Lossy::Replace;
        let (transcoder, converted) = (&mut self.transcoder, &mut self.converted);
        let step = match (at_end, lossy) {
            (false, true) => transcoder.transcode_lossy(self.nel.replace(chunk), converted),
            (false, false) => transcoder.transcode(self.nel.replace(chunk), converted),
            (true, true) => transcoder.finish_lossy(converted),
            (true, false) => transcoder.finish_into(converted),
        };
        self.double_conversion.feed(&chunk[..step.read]);
        self.offset += step.read as u64;
        self.sink.write(&self.converted[..step.written])?;
        let error = match step.status {
            stream::Status::Stopped(error) => Some(error),
            _ => None,
        };
        if self.report.first_replaced.is_none() {
            self.advance_position(error, step.written);
        }
        match error {
            Some(error) => self.handle_error(error),
            None if at_end => Ok(ControlFlow::Break(None)),
            None => Ok(ControlFlow::Continue(())),
        }
    }

    /// Writes the line feed after the record with this number.
    fn end_record(&mut self, number: u64) -> anyhow::Result<()> {
        (self.position.line, self.position.column) = (number + 1, 1);
        if let Some(stateful) = &mut self.stateful {
            stateful.start_line(self.position.line);
        }
        let written = self.transcoder.insert("\n", &mut self.converted);
        let written = written.expect("every encoding has a line feed");
        self.sink.write(&self.converted[..written])
    }

    /// Moves the position to the end of the last step, which wrote `written` bytes, or to `error`.
    fn advance_position(&mut self, error: Option<StreamError>, written: usize) {
        let end = error.map_or(self.transcoder.position(), |error| error.position());
        if counts_output(self.from, self.rules.to) {
            let len = (end - self.position.offset) as usize;
            self.position
                .advance_converted(len, &self.converted[..written]);
        } else if let Some(stateful) = &mut self.stateful {
            stateful.pass(self.input.slice(stateful.offset()..end));
            if error.is_some() {
                stateful.complete();
            }
            self.position = stateful.position();
        } else {
            let text = self.input.slice(self.position.offset..end);
            self.position.advance(self.from, text);
        }
    }

    /// Writes a replacement for a malformed sequence or an unrepresentable character. Breaks if the
    /// conversion is not lossy.
    fn handle_error(
        &mut self,
        error: StreamError,
    ) -> anyhow::Result<ControlFlow<Option<Obstacle>>> {
        let Rules { to, ref lossy, .. } = *self.rules;
        // The transcoder may have read bytes after the sequence.
        let range = error.position()..self.transcoder.position();
        if self.report.first_replaced.is_some() {
            self.others_replaced += 1;
        } else {
            let fault = match error.reason() {
                Reason::Unrepresentable(code_point) => {
                    let bytes = self.input.slice(range.clone());
                    Fault::unrepresentable(self.position, code_point, to, bytes)
                }
                _ => Fault::at(self.input, self.position, &error)?,
            };
            if *lossy == Lossy::Never {
                return Ok(ControlFlow::Break(Some(Obstacle::Fault(fault))));
            }
            self.report.first_replaced = Some(fault);
        }
        let text = lossy.text(error.reason(), self.input.slice(range), to);
        // A few code pages lack a character of an escape.
        let written = self.transcoder.insert(&text, &mut self.converted);
        let written = written.or_else(|| self.transcoder.insert("?", &mut self.converted));
        self.sink.write(&self.converted[..written.unwrap_or(0)])?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Whether the characters of a text are counted in the output: those of a legacy encoding, if the
/// output is UTF-8.
fn counts_output(from: Charset, to: Charset) -> bool {
    from.is_multibyte() && to == Charset::Utf8
}

/// The output of a conversion, after the change of line ends.
struct Sink<'a, 'b> {
    output: &'a mut Output<'b>,
    line_ends: LineEnds,
    /// Short pieces that are not written yet.
    held: Vec<u8>,
    /// Whether short pieces are held back, because there may be one for each line.
    holds: bool,
}

impl Sink<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let bytes = self.line_ends.change(bytes);
        let is_short = bytes.len() < SHORT_OUTPUT && self.held.len() < OUTPUT_CAPACITY;
        if self.holds && is_short {
            self.held.extend_from_slice(bytes);
            return Ok(());
        }
        // The same as `flush`, which would borrow the line ends.
        self.output.write_all(&self.held)?;
        self.held.clear();
        self.output.write_all(bytes)
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.output.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }
}

/// Returns the encoding of the byte order mark, if the input has one.
fn mark_of(input: &mut Input) -> anyhow::Result<Option<Charset>> {
    Ok(Bom::sniff(input.peek(0, LONGEST_MARK)?).map(Charset::from))
}

/// Returns the encoding of the byte order mark, if the input is declared as UTF-16, UCS-2 or UTF-32
/// and has the mark of another encoding.
fn other_mark(from: Charset, input: &mut Input) -> anyhow::Result<Option<Charset>> {
    if from.width() == 1 {
        return Ok(None);
    }
    let mark = mark_of(input)?;
    let is_ambiguous = from.bom() == Charset::Utf16Le.bom() && mark == Some(Charset::Utf32Le);
    if !is_ambiguous {
        // UCS-2 has the mark of UTF-16.
        return Ok(mark.filter(|mark| mark.bom() != from.bom()));
    }
    // The mark of UTF-32LE is also that of UTF-16LE or UCS-2LE and a NUL character. The following
    // text decides.
    let (_, text) = input
        .from(0)?
        .split_at(mark.map_or(0, |mark| mark.bom().len()));
    let text = &text[..text.len() / 4 * 4];
    Ok(mark.filter(|_| !text.is_empty() && is_valid::<Utf32Le>(text)))
}
