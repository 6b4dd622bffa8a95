//! Reading a file or standard input of any size in constant memory.
//!
//! An [`Input`] holds one buffer. Bytes are read into it, looked at, and consumed from its front; what a read cut off
//! in the middle of a character stays there until the next read completes it.
//!
//! ```text
//!   buffer  | consumed | unread: whole characters ... tail | free |
//!                      ^ unread.start               unread.end ^
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use anyhow::Context;

use crate::scheme::Scheme;

/// Large enough that system calls cost nothing, small enough to stay in a second-level cache with what it becomes.
const CAPACITY: usize = 128 * 1024;

/// The longest character, and the longest byte order mark.
const LONGEST_SEQUENCE: usize = 4;

pub(crate) struct Input {
    name: String,
    reader: Box<dyn Read>,
    buffer: Box<[u8]>,
    unread: Range<usize>,
    at_end: bool,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Input> {
        let reader = open_reader(path).with_context(|| name_of(path))?;
        Ok(Input::new(name_of(path), reader))
    }

    fn new(name: String, reader: Box<dyn Read>) -> Input {
        Input {
            name,
            reader,
            buffer: vec![0; CAPACITY].into_boxed_slice(),
            unread: 0..0,
            at_end: false,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The unread text up to its last whole character; at the end of the input, all of it. Empty only at the end.
    pub(crate) fn text(&mut self, scheme: Scheme) -> anyhow::Result<&[u8]> {
        loop {
            let unread = &self.buffer[self.unread.clone()];
            let tail = if self.at_end {
                0
            } else {
                scheme.incomplete_tail(unread)
            };
            let whole = unread.len() - tail;
            if whole > 0 || self.at_end {
                return Ok(&self.buffer[self.unread.start..][..whole]);
            }
            self.fill()?;
        }
    }

    /// The next four bytes, or as many as there are. No malformed sequence is longer.
    pub(crate) fn peek(&mut self) -> anyhow::Result<&[u8]> {
        while self.unread.len() < LONGEST_SEQUENCE && !self.at_end {
            self.fill()?;
        }
        let unread = &self.buffer[self.unread.clone()];
        Ok(&unread[..unread.len().min(LONGEST_SEQUENCE)])
    }

    /// Marks bytes that [`text`](Input::text) or [`peek`](Input::peek) showed as read, and returns them.
    pub(crate) fn consume(&mut self, bytes: usize) -> &[u8] {
        let start = self.unread.start;
        self.unread.start += bytes;
        &self.buffer[start..self.unread.start]
    }

    /// Consumes a byte order mark at the beginning, and says whether there was one.
    pub(crate) fn skip_bom(&mut self, scheme: Scheme) -> anyhow::Result<bool> {
        let bom = scheme.bom();
        let present = !bom.is_empty() && self.peek()?.starts_with(bom);
        if present {
            self.consume(bom.len());
        }
        Ok(present)
    }

    /// Reads once, after moving the few bytes still unread to the front.
    fn fill(&mut self) -> anyhow::Result<()> {
        self.buffer.copy_within(self.unread.clone(), 0);
        self.unread = 0..self.unread.len();
        let count = loop {
            match self.reader.read(&mut self.buffer[self.unread.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result.with_context(|| self.name.clone())?,
            }
        };
        self.unread.end += count;
        self.at_end = count == 0;
        Ok(())
    }
}

/// How messages name an input.
pub(crate) fn name_of(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "<stdin>".into()
    } else {
        path.display().to_string()
    }
}

fn open_reader(path: &Path) -> io::Result<Box<dyn Read>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(Box::new(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one byte a read, after an interrupted read each time.
    struct Dribble(Vec<u8>, bool);

    impl Read for Dribble {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if self.0.is_empty() {
                return Ok(0);
            }
            buffer[0] = self.0.remove(0);
            Ok(1)
        }
    }

    #[test]
    fn text_ends_between_characters_however_short_the_reads() {
        let text = "a\u{e9}\u{20ac}\u{1f600}";
        let mut input = Input::new("test".into(), Box::new(Dribble(text.into(), false)));
        let mut pieces = Vec::new();
        loop {
            let piece = input.text(Scheme::Utf8).unwrap().to_vec();
            if piece.is_empty() {
                break;
            }
            input.consume(piece.len());
            pieces.push(String::from_utf8(piece).unwrap());
        }
        assert_eq!(pieces, ["a", "\u{e9}", "\u{20ac}", "\u{1f600}"]);
    }

    #[test]
    fn peek_collects_four_bytes_and_consumes_none() {
        let mut input = Input::new("test".into(), Box::new(Dribble(b"abcdef".into(), false)));
        assert_eq!(input.peek().unwrap(), b"abcd");
        assert_eq!(input.consume(3), b"abc");
        assert_eq!(input.peek().unwrap(), b"def");
        assert_eq!(input.consume(3), b"def");
        assert_eq!(input.peek().unwrap(), b"");
        assert_eq!(input.text(Scheme::Utf8).unwrap(), b"");
    }
}
