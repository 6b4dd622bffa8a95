//! The choice of a charset for each line of a [`Source`].

use super::Source;
use crate::Charset;
use crate::io::lines::line_len;
use crate::io::per_line::{CharsetLines, PerLine};
use crate::stream::AnyTranscoder;
use std::io::{self, Read};

impl<R: Read> Source<R> {
    /// Returns the lines in each charset, if it is chosen per line.
    pub(in crate::io) fn charset_lines(&self) -> &[CharsetLines] {
        self.per_line.as_ref().map_or(&[], PerLine::lines)
    }

    /// Returns whether the charset of the next bytes is to be [chosen](Self::choose).
    pub(in crate::io) fn is_between_runs(&self) -> bool {
        self.per_line.is_some() && self.run == 0
    }

    /// Chooses the charset of the next unread lines, [between runs](Self::is_between_runs). Reads a
    /// whole line, or more than `limit` bytes of it.
    ///
    /// `is_within_line` is whether the unread bytes begin with the rest of a line that is longer
    /// than `limit`. The charset of such a line does not change.
    ///
    /// Returns whether the input has ended. The caller must not read it again, because a reader may
    /// return an error before it reports the end once more.
    pub(in crate::io) fn choose(&mut self, limit: u64, is_within_line: bool) -> io::Result<bool> {
        let mut searched = 0;
        let is_whole = loop {
            let new = &self.input[self.unread.clone()][searched..];
            if let Some(line_feed) = new.iter().rposition(|byte| *byte == b'\n') {
                searched += line_feed + 1;
                break true;
            }
            searched += new.len();
            if searched as u64 > limit || is_within_line && searched > 0 {
                break false;
            }
            if self.fill_uninterrupted()? == 0 {
                break true;
            }
        };
        let text = &self.input[self.unread.clone()][..searched];
        let Some(per_line) = self.per_line.as_mut().filter(|_| !text.is_empty()) else {
            return Ok(true);
        };
        if is_within_line || !is_whole {
            self.run = line_len(text).0;
            self.is_utf8 = false;
            per_line.skip(&text[..self.run]);
            return Ok(false);
        }
        let (run, charset) = per_line.next_run(text);
        self.run = run;
        self.is_utf8 = charset == Some(Charset::Utf8);
        // The errors of a line that is malformed in each charset are those of the first one.
        let charset = charset.unwrap_or(per_line.first());
        let transcoder = &mut self.converter.transcoder;
        if transcoder.source() != charset {
            self.replaced += transcoder.replacements();
            *transcoder =
                AnyTranscoder::new(charset, Charset::Utf8).starting_at(transcoder.position());
        }
        self.origin = transcoder.clone();
        Ok(false)
    }

    /// Copies as much of a run as fits into `dst`, if it is well-formed UTF-8. Returns the number
    /// of bytes. A conversion would validate these bytes once more.
    pub(super) fn copy_run(&mut self, dst: &mut [u8]) -> usize {
        if !self.is_utf8 || self.run == 0 {
            return 0;
        }
        let run = &self.input[self.unread.start..][..self.run];
        let mut len = run.len().min(dst.len());
        while len < run.len() && len > 0 && run[len] & 0xC0 == 0x80 {
            len -= 1;
        }
        dst[..len].copy_from_slice(&run[..len]);
        let transcoder = &mut self.converter.transcoder;
        *transcoder = transcoder
            .clone()
            .starting_at(transcoder.position() + len as u64);
        self.advance(len);
        len
    }

    /// Returns the end of the unread bytes that are in the charset of the transcoder.
    pub(super) fn end_of_run(&self) -> usize {
        match self.per_line {
            None => self.unread.end,
            Some(_) => self.unread.start + self.run,
        }
    }
}
