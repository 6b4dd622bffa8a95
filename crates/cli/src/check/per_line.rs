//! `check --per-line`.

use utflane::Charset;
use utflane::stream::{AnyTranscoder, Status};

use super::Verdict;
use crate::excerpt::{LOOK_AHEAD, Line, escaped};
use crate::fault::Fault;
use crate::input::Input;
use crate::per_line::Runs;
use crate::position::Position;

impl Verdict {
    /// Finds the lines that are malformed in each encoding, and the NUL characters. The first error
    /// of such a line in the first encoding is reported.
    pub(super) fn collect_per_line(
        &mut self,
        charsets: &[Charset],
        mut input: Input,
    ) -> anyhow::Result<()> {
        let mut position = Position::START;
        if input.starts_with(Charset::Utf8.bom())? {
            position.skip(Charset::Utf8.bom().len() as u64);
        }
        let mut runs = Runs::new(charsets, position.offset)?;
        let mut wants_more = true;
        while wants_more {
            let run = runs.next(input.from(position.offset)?, position.offset);
            let run = position.offset..position.offset + run.len() as u64;
            if run.is_empty() {
                break;
            }
            let text = input.slice(run.clone());
            let mut line = Line::start(runs.charset());
            if runs.is_well_formed() {
                wants_more = self.pass(text, position, &mut line);
                position.advance(runs.charset(), text);
            } else {
                wants_more = self.add_malformed_line(position, line, run.end, &mut input)?;
                position = Position {
                    offset: run.end,
                    line: position.line + 1,
                    column: 1,
                };
            }
        }
        self.lines = Some(runs.counts());
        Ok(())
    }

    /// Adds the error of a line from `position` to the offset `end`. Returns whether to continue.
    fn add_malformed_line(
        &mut self,
        mut position: Position,
        mut line: Line,
        end: u64,
        input: &mut Input,
    ) -> anyhow::Result<bool> {
        let charset = line.charset();
        let bytes = input.slice(position.offset..end);
        let valid = charset.validate(bytes).map_err(|error| error.valid_up_to());
        let (text, rest) = bytes.split_at(valid.err().unwrap_or(bytes.len()));
        line.add(text);
        position.advance(charset, text);
        let mut transcoder =
            AnyTranscoder::new(charset, Charset::Utf8).starting_at(position.offset);
        let mut step = transcoder.transcode(rest, &mut [0; 64]);
        if step.status == Status::InputEmpty {
            // The line ends within a character, at the end of the input.
            step = transcoder.finish_into(&mut [0; 64]);
        }
        let Status::Stopped(error) = step.status else {
            return Ok(true);
        };
        let fault = Fault::at(input, position, &error)?;
        let mut excerpt = None;
        if self.rules.verbose && self.faults.len() < self.rules.limit {
            let sequence = input.slice(position.offset..transcoder.position());
            let after = input.slice(transcoder.position()..end);
            let after = &after[..after.len().min(LOOK_AHEAD)];
            excerpt = Some(line.excerpt(escaped(sequence), after));
        }
        Ok(self.add(fault, excerpt))
    }
}
