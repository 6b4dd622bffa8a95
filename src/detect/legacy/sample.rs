//! The part of a text that is examined.
#![forbid(unsafe_code)]

use crate::{Ascii, validate};

/// The size of a sample in bytes, and the number of its parts.
const SIZE: usize = 2048;
const PARTS: usize = 8;
const PART_SIZE: usize = SIZE / PARTS;

/// Maximum distance from a non-ASCII byte back to the start of its word.
const WORD: usize = 64;

/// A text of up to 2,048 bytes, or parts from places spread over a longer text.
pub(super) struct Sample {
    buffer: [u8; SIZE],
    len: usize,
}

impl Sample {
    /// Copies a sample of a text. In each eighth of a long text, the sample starts at the first
    /// word with non-ASCII characters.
    pub(super) fn new(text: &[u8]) -> Sample {
        let mut sample = Sample {
            buffer: [0; SIZE],
            len: 0,
        };
        if text.len() <= SIZE {
            sample.add(text);
            return sample;
        }
        for part in text.chunks(text.len().div_ceil(PARTS)) {
            let Err(error) = validate::<Ascii>(part) else {
                continue;
            };
            let position = error.valid_up_to();
            // The bytes of multi-byte characters are all greater than a space, so a space never
            // splits a character.
            let before = &part[position.saturating_sub(WORD)..position];
            let word = before.iter().rev().take_while(|byte| **byte > b' ').count();
            let start = position - word;
            sample.add(&part[start..part.len().min(start + PART_SIZE)]);
        }
        sample
    }

    fn add(&mut self, bytes: &[u8]) {
        self.buffer[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

/// The size in bytes of the first words of a sample.
const FIRST_WORDS: usize = 192;
const SHORT: usize = 64;

/// The first words of a sample that contain non-ASCII characters.
pub(super) struct FirstWords {
    buffer: [u8; FIRST_WORDS],
    len: usize,
}

impl FirstWords {
    pub(super) fn new(sample: &[u8]) -> FirstWords {
        let mut words = FirstWords {
            buffer: [0; FIRST_WORDS],
            len: 0,
        };
        for word in sample.split_inclusive(|byte| *byte <= b' ') {
            let rest = &mut words.buffer[words.len..];
            if !word.is_ascii() {
                let len = word.len().min(rest.len());
                rest[..len].copy_from_slice(&word[..len]);
                words.len += len;
            }
        }
        words
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Returns a short prefix, if there are more words, and all words.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &[u8]> {
        let all = self.bytes();
        let short = (all.len() > SHORT).then(|| &all[..SHORT]);
        short.into_iter().chain([all])
    }
}
