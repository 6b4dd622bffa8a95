//! Converts one file for `convert`, until an obstacle stops the conversion.

use std::num::NonZeroU64;

use anyhow::ensure;
use clap::ValueEnum;
use utflane::stream::{self, AnyTranscoder};
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
    let (mut from, reason) = match (rules.from, found) {
        (Choice::PerLine(charsets), _) => (charsets[0], "chosen per line"),
        (Choice::First(charsets), _) => choose(charsets, input)?,
        (Choice::Named(charset), _) => (charset, "named by --from"),
        (_, Some(found)) if found.charset.is_some() => {
            // The file may continue with UTF-8 after the ASCII sample.
            let charset = found.charset.filter(|charset| *charset != Charset::Ascii);
            (charset.unwrap_or(Charset::Utf8), found.basis.words())
        }
        _ => match Bom::sniff(input.peek(0, LONGEST_MARK)?) {
            Some(bom) => (Charset::from(bom), "by its byte order mark"),
            None => (Charset::Utf8, "since it has no byte order mark"),
        },
    };
    let mark = match rules.from {
        Choice::PerLine(_) => Charset::Utf8.bom(),
        _ => from.bom(),
    };
    let had_bom = !mark.is_empty() && input.starts_with(mark)?;
    let mut report = ConversionReport {
        from,
        found,
        reason,
        first_replaced: None,
        replacements: 0,
        lines: None,
        already: false,
        obstacle: None,
    };
    if let Some(found) = found
        && let Choice::Content { guess } = rules.from
        && (found.charset.is_none() || !guess && !found.is_reliable)
    {
        report.obstacle = Some(Obstacle::Unsure(found));
        return Ok(report);
    }
    let per_line = matches!(rules.from, Choice::PerLine(_));
    let marked = match rules.from {
        Choice::Named(_) => other_mark(from, input)?,
        Choice::PerLine(_) => wide_mark(input)?,
        _ => None,
    };
    if let Some(charset) = marked
        && !rules.trust_from
    {
        report.obstacle = Some(Obstacle::Marked { charset, per_line });
        return Ok(report);
    }
    let mut double_conversion = DoubleConversion::UNLIKELY;
    if !had_bom {
        let start = input.from(0)?;
        let is_named = match rules.from {
            Choice::Auto | Choice::First(_) => false,
            Choice::PerLine(_) => rules.trust_from,
            Choice::Named(_) | Choice::Content { .. } => true,
        };
        if !is_named {
            report.obstacle = wide(start).map(|charset| Obstacle::LooksLike {
                charset,
                is_target: charset.bom() == rules.to.bom(),
                per_line,
            });
        }
        if !per_line {
            double_conversion = DoubleConversion::new(from, rules.to, start);
        }
    }
    if report.obstacle.is_none() && rules.text_only {
        report.obstacle = sign(input.from(0)?, from).map(Obstacle::Binary);
    }
    if report.obstacle.is_some() {
        return Ok(report);
    }

    let mut offset = 0;
    let mut position = Position::START;
    if had_bom {
        offset = mark.len() as u64;
        position.skip(offset);
    }
    let mut runs = match rules.from {
        Choice::PerLine(charsets) => Some(Runs::new(charsets, offset)?),
        _ => None,
    };
    let mut records = rules.record_length.map(|len| Records::new(len, offset));
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
    let is_bytes = from.width() == 1;
    let mut transcoder = AnyTranscoder::new(from, rules.to).starting_at(offset);
    let mut converted = vec![0; OUTPUT_CAPACITY];
    let mut sink = Sink {
        output,
        line_ends: LineEnds::new(rules.newline, rules.to),
        held: Vec::new(),
        holds: runs.is_some() || records.is_some(),
    };
    let mut nel = Nel::new(rules.newline, from);
    let mut others_replaced = 0;
    // Characters of a legacy encoding are counted in the output if it is UTF-8.
    let counts_output = |from: Charset| from.is_multibyte() && rules.to == Charset::Utf8;
    let is_read_twice = from.is_stateful() && !counts_output(from);
    let mut stateful = is_read_twice.then(|| LegacyText::starting_at(position, from));
    loop {
        if input.is_used_up(offset) {
            sink.flush()?;
        }
        let mut chunk = input.from(offset)?;
        let at_end = chunk.is_empty();
        if let Some(records) = &mut records {
            chunk = records.limit(chunk, offset);
            let bad = match records.end(offset) {
                Some(number) if transcoder.pending() > 0 => Some(BadRecord::Split { number }),
                None if at_end => records.short(offset),
                None => None,
                Some(number) => {
                    (position.line, position.column) = (number + 1, 1);
                    if let Some(stateful) = &mut stateful {
                        stateful.start_line(position.line);
                    }
                    let written = transcoder.insert("\n", &mut converted);
                    sink.write(&converted[..written.expect("every encoding has a line feed")])?;
                    continue;
                }
            };
            if let Some(bad) = bad {
                sink.flush()?;
                report.obstacle = Some(Obstacle::Record(bad));
                return Ok(report);
            }
        }
        if rules.text_only
            && is_bytes
            && let Some(sign) = nul(chunk, offset)
        {
            sink.flush()?;
            report.obstacle = Some(Obstacle::Binary(sign));
            return Ok(report);
        }
        if let Some(runs) = &mut runs
            && !at_end
        {
            chunk = runs.next(chunk, offset);
            if from != runs.charset() {
                from = runs.charset();
                // A stateful target encoding must return to its initial state.
                let end = transcoder.finish_into(&mut converted);
                sink.write(&converted[..end.written])?;
                others_replaced += transcoder.replacements();
                transcoder = AnyTranscoder::new(from, rules.to).starting_at(offset);
            }
        }
        if let Some(runs) = &runs
            && !at_end
            && runs.is_well_formed()
            && (from, rules.to) == (Charset::Utf8, Charset::Utf8)
        {
            // A conversion would validate the text once more.
            sink.write(chunk)?;
            if report.first_replaced.is_none() {
                position.advance(from, chunk);
            }
            offset += chunk.len() as u64;
            transcoder = transcoder.starting_at(offset);
            continue;
        }
        // A lossy conversion is strict up to the first error, whose position is reported. With
        // `--lossy=drop`, `--lossy=escape` or `--replacement` it stays strict, because this
        // function writes the text.
        let lossy = report.first_replaced.is_some() && rules.lossy == Lossy::Replace;
        let step = match (at_end, lossy) {
            (false, true) => transcoder.transcode_lossy(nel.replace(chunk), &mut converted),
            (false, false) => transcoder.transcode(nel.replace(chunk), &mut converted),
            (true, true) => transcoder.finish_lossy(&mut converted),
            (true, false) => transcoder.finish_into(&mut converted),
        };
        double_conversion.feed(&chunk[..step.read]);
        offset += step.read as u64;
        sink.write(&converted[..step.written])?;
        let stopped = match step.status {
            stream::Status::Stopped(error) => Some(error),
            _ => None,
        };
        // Positions after the first error are not reported.
        let is_first = report.first_replaced.is_none();
        if is_first {
            let valid = stopped.map_or(transcoder.position(), |error| error.position());
            if counts_output(from) {
                let len = (valid - position.offset) as usize;
                position.advance_converted(len, &converted[..step.written]);
            } else if let Some(stateful) = &mut stateful {
                stateful.pass(input.slice(stateful.offset()..valid));
                if stopped.is_some() {
                    stateful.complete();
                }
                position = stateful.position();
            } else {
                position.advance(from, input.slice(position.offset..valid));
            }
        }
        if let Some(error) = stopped {
            // The transcoder may have read bytes after the sequence.
            let range = error.position()..transcoder.position();
            if is_first {
                let fault = match error.reason() {
                    Reason::Unrepresentable(code_point) => {
                        let bytes = input.slice(range.clone());
                        Fault::unrepresentable(position, code_point, rules.to, bytes)
                    }
                    _ => Fault::at(input, position, &error)?,
                };
                if rules.lossy == Lossy::Never {
                    sink.flush()?;
                    report.lines = runs.as_ref().map(Runs::counts);
                    report.obstacle = Some(Obstacle::Fault(fault));
                    return Ok(report);
                }
                report.first_replaced = Some(fault);
            } else {
                others_replaced += 1;
            }
            let sequence = input.slice(range);
            let text = rules.lossy.text(error.reason(), sequence, rules.to);
            // A few code pages lack a character of an escape.
            let written = transcoder.insert(&text, &mut converted);
            let written = written.or_else(|| transcoder.insert("?", &mut converted));
            sink.write(&converted[..written.unwrap_or(0)])?;
            continue;
        }
        if at_end {
            break;
        }
    }
    sink.flush()?;
    report.replacements =
        transcoder.replacements() + others_replaced + u64::from(report.first_replaced.is_some());
    report.lines = runs.as_ref().map(Runs::counts);
    report.already = double_conversion.at_end();
    if report.already && rules.in_place && !rules.trust_from {
        report.obstacle = Some(Obstacle::Already(rules.to));
    }
    Ok(report)
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

/// Returns the encoding of the byte order mark, if it is UTF-16 or UTF-32.
fn wide_mark(input: &mut Input) -> anyhow::Result<Option<Charset>> {
    let mark = Bom::sniff(input.peek(0, LONGEST_MARK)?).map(Charset::from);
    Ok(mark.filter(|mark| mark.width() > 1))
}

/// Returns the encoding of the byte order mark, if the input is declared as UTF-16, UCS-2 or UTF-32
/// and has the mark of another encoding.
fn other_mark(from: Charset, input: &mut Input) -> anyhow::Result<Option<Charset>> {
    if from.width() == 1 {
        return Ok(None);
    }
    let mark = Bom::sniff(input.peek(0, LONGEST_MARK)?).map(Charset::from);
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
