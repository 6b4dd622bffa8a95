//! The advance of [`Lines`] from one line to the next.

use super::{Lines, Long};
use crate::io::bad_line::{BadLine, LineError, LineReason};
use crate::stream::Status;
use crate::text::valid_prefix;
use std::boxed::Box;
use std::io::{self, Read};
use std::ops::Range;

impl<R: Read> Lines<R> {
    /// Advances to the next line. At the end of the text the next line is empty.
    pub(super) fn advance(&mut self) -> Result<(), LineError> {
        self.line.start = self.line.end;
        self.raw = None;
        if let Some(Long { end: Some(_), .. }) = self.long {
            return self.next_part().map_or(Ok(()), Err);
        }
        loop {
            let rest = &self.text.as_bytes()[self.index(self.searched)..];
            let (len, is_whole) = self.line_len(rest);
            self.searched += len as u64;
            if is_whole {
                return self.end_line(Some(self.searched));
            }
            self.error = self.error.or(self.stopped.take());
            self.start_long();
            if let Some(part) = self.next_part() {
                return Err(part);
            }
            if !self.convert_more().map_err(LineError::Io)? {
                return self.end_line(None);
            }
        }
    }

    /// Ends the line that is being read, which is then the line to return. `end` is the position
    /// after its line end in the text, or `None` if the text ends first.
    fn end_line(&mut self, end: Option<u64>) -> Result<(), LineError> {
        let end_of_text = match end {
            Some(_) => None,
            None => Some(self.source.converter.transcoder.bytes_read()),
        };
        let (start, error) = (self.line.start, self.error.take());
        self.line.end = end.unwrap_or_else(|| self.text_end());
        if self.long.is_none() {
            if self.line.is_empty() && error.is_none() {
                return Ok(());
            }
            self.number += 1;
            let read = self.source.converter.transcoder.position() - self.source.origin.position();
            if end_of_text.is_none() && error.is_none() && read <= self.limit {
                return Ok(());
            }
        }
        // The line is bad, too long or the last one, so the positions of its bytes are needed.
        let next = match &self.long {
            Some(long) => long.next,
            None => self.raw_position(start),
        };
        let raw = next..end_of_text.unwrap_or_else(|| self.raw_position(self.line.end));
        if end_of_text.is_some() {
            self.start_from_here();
        }
        if self.long.is_some() || raw.end - raw.start > self.limit {
            self.long = Some(Long {
                next,
                end: Some(raw.end),
            });
            return self.next_part().map_or(Ok(()), Err);
        }
        self.raw = Some(raw);
        match error {
            Some(error) => Err(self.bad_line(LineReason::Malformed(error), true)),
            None => Ok(()),
        }
    }

    /// Returns the error for the bytes at `raw`.
    #[cold]
    fn bad_line(&mut self, reason: LineReason, is_last: bool) -> LineError {
        LineError::Bad(Box::new(BadLine {
            number: self.number,
            position: self.raw_positions().start,
            raw: self.raw().to_vec(),
            reason,
            is_last,
        }))
    }

    /// Returns the positions in the input of the bytes of the line returned last.
    pub(super) fn raw_positions(&mut self) -> Range<u64> {
        if let Some(raw) = &self.raw {
            return raw.clone();
        }
        let raw = self.raw_position(self.line.start)..self.raw_position(self.line.end);
        self.raw = Some(raw.clone());
        raw
    }

    /// Returns the position in the input of the end of the character that ends at position `at` of
    /// the text. Moves the origin there.
    fn raw_position(&mut self, at: u64) -> u64 {
        self.source.advance_origin((at - self.origin) as usize);
        self.origin = at;
        self.source.origin.position()
    }

    /// Switches to returning the current line in parts if it has become too long.
    fn start_long(&mut self) {
        let read = self.source.converter.transcoder.position();
        if self.long.is_some() || read - self.source.origin.position() <= self.limit {
            return;
        }
        let next = self.raw_position(self.line.start);
        if read - next > self.limit {
            self.number += 1;
            self.long = Some(Long { next, end: None });
        }
    }

    /// Returns the next part of a line that is too long, if enough of it is read. Returns the last
    /// part only after the end of the line is read.
    fn next_part(&mut self) -> Option<LineError> {
        let long = self.long.as_mut()?;
        let read = self.source.converter.transcoder.position();
        let left = long.end.unwrap_or(read) - long.next;
        let is_last = long.end.is_some() && left <= self.limit;
        if !is_last && left <= self.limit {
            return None;
        }
        let raw = long.next..long.next + left.min(self.limit);
        long.next = raw.end;
        if is_last {
            self.long = None;
        }
        self.raw = Some(raw);
        let limit = self.limit as usize;
        Some(self.bad_line(LineReason::TooLong { limit }, is_last))
    }

    /// Moves the origin to the end of the converted text.
    fn start_from_here(&mut self) {
        self.source.origin = self.source.converter.transcoder.clone();
        self.origin = self.text_end();
        self.searched = self.origin;
    }

    /// Converts the next bytes. At the end of the text, converts the pending bytes and returns
    /// `false`.
    fn convert_more(&mut self) -> io::Result<bool> {
        self.source.decide()?;
        if self.long.is_some() {
            // A line that is too long is returned as bytes, so its text is not needed.
            self.start_from_here();
            self.line = self.origin..self.origin;
        } else if self.step.1 < self.line.start
            && self.step.0.position() > self.source.origin.position()
        {
            self.source.origin = self.step.0.clone();
            self.origin = self.step.1;
        }
        self.source.keep_from = self.long.as_ref().map(|long| long.next);
        let done = self.index(self.line.start);
        if done >= self.text.len() - done {
            self.text.drain(..done);
            self.dropped += done as u64;
        }
        let is_end = self.choose()?
            || self.source.unread.is_empty() && self.source.fill_uninterrupted()? == 0;
        if is_end {
            self.finish();
            return Ok(false);
        }
        let at = self.text_end();
        let (step, before) = self.source.decode(&mut self.text);
        self.step = (before, at);
        if let Status::Stopped(error) = step.status {
            self.stopped = Some(error);
        }
        Ok(true)
    }

    /// Chooses the charset of the next lines, if it is chosen per line. Returns whether the input
    /// has ended.
    fn choose(&mut self) -> io::Result<bool> {
        if !self.source.is_between_runs() {
            return Ok(false);
        }
        let is_within_line = self.long.is_some()
            || self.error.is_some()
            || self.line.start < self.text_end()
            || self.source.converter.transcoder.pending() > 0;
        if !is_within_line {
            // All lines of the last run are returned.
            self.start_from_here();
        }
        self.source.choose(self.limit, is_within_line)
    }

    /// Converts the pending bytes at the end of the text.
    fn finish(&mut self) {
        let mut status = Status::OutputFull;
        while status != Status::InputEmpty {
            let mut end = [0; 64];
            let step = self.source.converter.finish(&mut end);
            self.text.push_str(valid_prefix(&end[..step.written]).0);
            status = step.status;
            if let Status::Stopped(error) = status {
                self.error.get_or_insert(error);
            }
        }
    }
}
