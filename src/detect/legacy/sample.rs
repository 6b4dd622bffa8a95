//! The part of a text that [`detect_legacy`](super::detect_legacy) scores.

use core::ops::Range;

use super::single_byte::Histogram;
use crate::{Ascii, validate};

/// The size of a sample in bytes, and the number of its parts.
const SIZE: usize = 2048;
const PARTS: usize = 8;
const PART_SIZE: usize = SIZE / PARTS;

/// Maximum distance from a non-ASCII byte back to the start of its word, and maximum length of a
/// word with a rare byte.
const WORD: usize = 64;

/// Maximum size in bytes of the words with rare bytes.
const RARE: usize = 1024;

/// A text of up to 2,048 bytes, or parts from places spread over a longer text, and words with
/// bytes that are not in these parts.
pub(super) struct Sample {
    buffer: [u8; SIZE + RARE],
    len: usize,
}

impl Sample {
    /// Copies a sample of a text. In each eighth of a long text, the sample starts at the first
    /// word with non-ASCII characters.
    pub(super) fn new(text: &[u8], histogram: &Histogram) -> Sample {
        let mut sample = Sample {
            buffer: [0; SIZE + RARE],
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
        sample.add_rare(text, histogram);
        sample
    }

    /// Adds the first word with each byte that is not in the sample. Two encodings may differ in
    /// such a byte only.
    fn add_rare(&mut self, text: &[u8], histogram: &Histogram) {
        let mut is_missing = [false; 256];
        // Byte 40 is the space of EBCDIC. The other encodings all decode ASCII alike.
        let has_ascii = histogram.count(b' ') >= histogram.count(0x40);
        for &byte in histogram.bytes() {
            is_missing[usize::from(byte)] = byte >= 0x80 || !has_ascii;
        }
        for &byte in self.bytes() {
            is_missing[usize::from(byte)] = false;
        }
        let mut missing = is_missing.iter().filter(|is_missing| **is_missing).count();
        let mut start = 0;
        while missing > 0 {
            let is_rare = |byte: &u8| is_missing[usize::from(*byte)];
            let Some(len) = text[start..].iter().position(is_rare) else {
                return;
            };
            let position = start + len;
            let word = word_at(text, position);
            // A longer word was cut, perhaps within a character.
            if word.len() <= WORD && self.len + word.len() <= self.buffer.len() {
                self.add(&text[word]);
            }
            is_missing[usize::from(text[position])] = false;
            missing -= 1;
            start = position + 1;
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.buffer[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

/// Returns the range of the word at a position, with the space after it. If no space is near, the
/// word is cut, but has more than [`WORD`] bytes.
fn word_at(text: &[u8], position: usize) -> Range<usize> {
    // The spaces of ASCII and EBCDIC. In a multi-byte character, only the last byte can be one.
    let is_space = |byte: &u8| *byte <= b' ' || *byte == 0x40;
    let before = &text[position.saturating_sub(WORD)..position];
    let start = position
        - before
            .iter()
            .rev()
            .take_while(|byte| !is_space(byte))
            .count();
    let rest = &text[position..text.len().min(position + WORD)];
    let end = rest.iter().position(is_space).unwrap_or(WORD);
    start..text.len().min(position + end + 1)
}

/// The size in bytes of the first words of a sample.
const FIRST_WORDS: usize = 192;

/// The size in bytes of a short prefix of the first words.
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

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Returns a text with one word of `len` bytes, in which byte FF is at `at`.
    fn text(before: usize, len: usize, at: usize, after: usize) -> Vec<u8> {
        let mut word = alloc::vec![b'a'; len];
        word[at] = 0xFF;
        let filler = |count| b"\xE9 ".repeat(count);
        [filler(before), word, b" ".to_vec(), filler(after)].concat()
    }

    #[test]
    fn rare_words_of_up_to_64_bytes_with_their_space_are_added_whole() {
        for len in [1, 2, 40, 62, 63, 64, 65, 127, 200] {
            for at in [0, 1, len / 2, len - 1] {
                let at = at.min(len - 1);
                // The eight parts of the sample do not contain the word.
                for (before, after) in [(2200, 1800), (1700, 2300)] {
                    let text = text(before, len, at, after);
                    let sample = Sample::new(&text, &Histogram::new(&text));
                    let word = &text[2 * before..2 * before + len + 1];
                    let mut windows = sample.bytes().windows(len + 1);
                    let is_added = windows.any(|part| part == word);
                    assert_eq!(is_added, len < WORD, "{before} {len} {at}");
                }
            }
        }
    }

    #[test]
    fn many_rare_words_fill_the_sample_only() {
        // Each byte from 80 on is in a word of its own.
        let words = (0x80..=0xFF).flat_map(|byte| [&[b'a'; 40][..], &[byte, b' ']].concat());
        let text = [b"\xE9 ".repeat(1200), words.collect()].concat();
        let sample = Sample::new(&text, &Histogram::new(&text));
        assert!(sample.bytes().len() > SIZE && sample.bytes().len() <= SIZE + RARE);
    }
}
