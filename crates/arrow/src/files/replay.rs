//! Which bytes of a file a part of its text was made of: the conversion is done again, from the
//! state before its piece, into output that ends where the part does.

use super::source::{REPLACEMENT, Source};
use std::ops::Range;
use utflane::stream::{AnyTranscoder, Status};

/// A conversion that is done again.
pub(super) struct Replay<'a> {
    source: &'a Source,
    transcoder: AnyTranscoder,
    /// Bytes of the text and of the file before it.
    text: u64,
    file: u64,
    scratch: Vec<u8>,
    /// The last position asked for, in the text and in the file.
    last: (u64, u64),
}

impl<'a> Replay<'a> {
    /// From the first checkpoint on that is kept.
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

    /// The bytes of the file that a part of the text was made of; parts ascend.
    pub(super) fn bytes(&mut self, text: Range<u64>) -> (Range<u64>, Vec<u8>) {
        let range = self.file_position(text.start)..self.file_position(text.end);
        let base = self.source.bytes_base;
        let bytes = &self.source.bytes[(range.start - base) as usize..(range.end - base) as usize];
        (range.clone(), bytes.to_vec())
    }

    /// The position in the file, in bytes, of a position of the text at which a character starts.
    fn file_position(&mut self, text: u64) -> u64 {
        if self.last.0 != text {
            self.last = (text, self.advance(text));
        }
        self.last.1
    }

    fn advance(&mut self, text: u64) -> u64 {
        while self.text < text {
            let room = (text - self.text).min(self.scratch.len() as u64) as usize;
            let dst = &mut self.scratch[..room];
            let rest = &self.source.bytes[(self.file - self.source.bytes_base) as usize..];
            let step = if rest.is_empty() {
                self.transcoder.finish_into(dst)
            } else {
                self.transcoder.transcode(rest, dst)
            };
            self.file += step.read as u64;
            self.text += step.written as u64;
            match step.status {
                // It is looked at although there is no room left: then it comes after `text`.
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
