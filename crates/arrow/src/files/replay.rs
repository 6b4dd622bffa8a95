//! Finds the bytes of a file that a part of its text was converted from. The conversion is repeated
//! from the last checkpoint, with output that ends at the position in question.

use super::source::{REPLACEMENT, Source};
use std::ops::Range;
use utflane::stream::{AnyTranscoder, Status};

/// A repeated conversion.
pub(super) struct Replay<'a> {
    source: &'a Source,
    transcoder: AnyTranscoder,
    /// Bytes of the text and of the file before the current position.
    text: u64,
    file: u64,
    scratch: Vec<u8>,
    /// The last position found, in the text and in the file.
    last: (u64, u64),
}

impl<'a> Replay<'a> {
    /// Starts at the first checkpoint that is still kept.
    pub(super) fn new(source: &'a Source) -> Option<Replay<'a>> {
        let first = source.checkpoints.front()?;
        Some(Replay {
            source,
            transcoder: first.transcoder.clone(),
            text: first.text,
            file: first.file,
            scratch: vec![0; 1 << 12],
            last: (first.text, first.transcoder.position()),
        })
    }

    /// Returns the range and the bytes of the file that a part of the text was converted from.
    /// Parts must ascend.
    pub(super) fn bytes(&mut self, text: Range<u64>) -> (Range<u64>, Vec<u8>) {
        let range = self.file_position(text.start)..self.file_position(text.end);
        let base = self.source.bytes_base;
        let bytes = &self.source.bytes[(range.start - base) as usize..(range.end - base) as usize];
        (range.clone(), bytes.to_vec())
    }

    /// Returns the position in the file, in bytes, of a character boundary of the text.
    fn file_position(&mut self, text: u64) -> u64 {
        if self.last.0 != text {
            self.last = (text, self.advance(text));
        }
        self.last.1
    }

    fn advance(&mut self, text: u64) -> u64 {
        // The charset may change at a checkpoint.
        let checkpoints = &self.source.checkpoints;
        let before = checkpoints.partition_point(|checkpoint| checkpoint.text <= text);
        if let Some(last) = checkpoints.get(before.wrapping_sub(1))
            && last.file > self.file
        {
            self.transcoder = last.transcoder.clone();
            (self.text, self.file) = (last.text, last.file);
        }
        while self.text < text {
            let capacity = (text - self.text).min(self.scratch.len() as u64) as usize;
            let dst = &mut self.scratch[..capacity];
            let rest = &self.source.bytes[(self.file - self.source.bytes_base) as usize..];
            let step = if rest.is_empty() {
                self.transcoder.finish_into(dst)
            } else {
                // A step of EBCDIC reads at most as many bytes as it writes.
                let charset = self.transcoder.source();
                let is_ebcdic = charset.is_ebcdic();
                let len = rest
                    .len()
                    .min(if is_ebcdic { dst.len() } else { usize::MAX });
                let rest = self.source.with_line_feeds(charset, &rest[..len]);
                self.transcoder.transcode(&rest, dst)
            };
            self.file += step.read as u64;
            self.text += step.written as u64;
            match step.status {
                // The transcoder reports an error even if the output is full. Then the malformed
                // sequence begins at `text`.
                Status::Stopped(error) => {
                    let is_there = self.text == text;
                    self.text += REPLACEMENT.len() as u64;
                    if is_there {
                        return error.position();
                    }
                }
                _ if step.read + step.written == 0 => break,
                _ => {}
            }
        }
        self.transcoder.position()
    }
}
