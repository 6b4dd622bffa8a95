//! The report of `convert` on a file: lines on standard error, or a record on standard output.

use std::io::{self, Write};

use serde::Serialize;
use utflane::Charset;

use crate::conversion::ConversionReport;
use crate::detection::Detected;
use crate::fault::Fault;
use crate::input::Input;
use crate::name::Name;
use crate::obstacle::Obstacle;
use crate::output::{Ending, Output};
use crate::per_line::Counts;
use crate::report::write_json;
use crate::{Status, complain};

/// The outcome of a conversion of one file.
pub(crate) struct Outcome {
    pub(crate) input: Name,
    pub(crate) output: Name,
    pub(crate) to: Charset,
    pub(crate) report: ConversionReport,
    /// Whether the file was found in a folder, so that a binary file is no error.
    pub(crate) is_found: bool,
    /// `None` if the output is not complete, or if the conversion stopped at an obstacle.
    pub(crate) ending: Option<Ending>,
}

/// The record of `--json` for a file.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    name: &'a Name,
    from: &'static str,
    to: &'static str,
    /// Whether the whole file was converted.
    converted: bool,
    /// Whether the output differs, or would differ, from the file that was there.
    changed: bool,
    replacements: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_line: Option<&'a Counts>,
    first_replacement: Option<&'a Fault>,
    error: Option<&'a Fault>,
    note: Option<String>,
}

impl crate::batch::Outcome for Outcome {
    fn complete(&mut self, ending: Ending) {
        self.ending = Some(ending);
    }
}

impl Outcome {
    /// Creates the outcome of a conversion whose output is not complete yet.
    pub(crate) fn new(
        input: &Input,
        output: &Output,
        to: Charset,
        report: ConversionReport,
    ) -> Outcome {
        Outcome {
            input: input.name().clone(),
            output: output.name().clone(),
            to,
            report,
            is_found: false,
            ending: None,
        }
    }

    pub(crate) fn status(&self) -> Status {
        match self.report.obstacle {
            None => Status::Fine,
            Some(Obstacle::Binary(_)) if self.is_found => Status::Fine,
            Some(_) => Status::Malformed,
        }
    }

    /// Reports problems as lines on standard error; if `verbose`, also the encoding that was used
    /// for the input.
    pub(crate) fn report(&self, verbose: bool) {
        let name = &self.input;
        let ConversionReport { from, reason, .. } = self.report;
        match (&self.report.found, &self.report.obstacle) {
            (_, Some(Obstacle::Unsure(_))) => {}
            (
                Some(Detected {
                    name: Some(encoding),
                    ..
                }),
                None,
            ) => {
                complain(format_args!("{name}: {encoding}, {reason}"));
            }
            _ if verbose && self.report.lines.is_none() => {
                complain(format_args!("{name}: {}, {reason}", from.name()))
            }
            _ => {}
        }
        if let Some(obstacle) = &self.report.obstacle {
            let colon = match obstacle {
                Obstacle::Fault(_) => ":",
                Obstacle::Binary(_) if self.is_found => ": skipped: ",
                _ => ": ",
            };
            complain(format_args!("{name}{colon}{obstacle}"));
            return;
        }
        if let Some(lines) = &self.report.lines {
            lines.report(name, verbose);
        }
        if let Some(first) = &self.report.first_replaced {
            let (position, words) = (first.position(), first.words());
            match self.report.replacements {
                1 => complain(format_args!("{name}:{position}: 1 replacement: {words}")),
                count => complain(format_args!(
                    "{name}:{position}: {count} replacements, the first: {words}"
                )),
            }
        }
        if self.report.already {
            complain(format_args!("warning: {name}: {}", self.already()));
        }
        if let Some(note) = self.ending.as_ref().and_then(|ending| ending.note) {
            complain(format_args!("{}: {note}", self.output));
        }
    }

    /// Reports the changes that a run without `--dry-run` would make.
    pub(crate) fn report_dry_run(&self, verbose: bool, out: &mut dyn Write) -> io::Result<()> {
        let name = &self.input;
        match (&self.report.obstacle, &self.ending) {
            (Some(obstacle @ Obstacle::Binary(_)), _) if self.is_found => {
                return writeln!(out, "{name}: would be skipped: {obstacle}");
            }
            (None, Some(Ending { changed: true, .. })) => {
                writeln!(out, "{name}: would be converted")?;
            }
            (None, _) => writeln!(out, "{name}: would not change")?,
            (Some(_), _) => {}
        }
        self.report(verbose);
        Ok(())
    }

    /// Reports all details as a JSON record.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let report = &self.report;
        let (error, note) = match &report.obstacle {
            Some(Obstacle::Fault(fault)) => (Some(fault), None),
            Some(obstacle @ Obstacle::Binary(_)) if self.is_found => {
                (None, Some(format!("skipped: {obstacle}")))
            }
            Some(obstacle) => (None, Some(obstacle.to_string())),
            None if self.ending.is_none() => {
                let note = "not written because of an error in the output or another input";
                (None, Some(note.into()))
            }
            None if report.already => (None, Some(self.already())),
            None => {
                let note = self.ending.as_ref().and_then(|ending| ending.note);
                (None, note.map(str::to_owned))
            }
        };
        let record = Record {
            name: &self.input,
            from: report.from.name(),
            to: self.to.name(),
            converted: self.ending.is_some(),
            changed: self.ending.as_ref().is_some_and(|ending| ending.changed),
            replacements: report.replacements,
            per_line: report.lines.as_ref(),
            first_replacement: report.first_replaced.as_ref(),
            error,
            note,
        };
        write_json(out, &record)
    }

    fn already(&self) -> String {
        format!("seems to be {} already", self.to.name())
    }
}
