//! Guesses the encoding of a text that is in no Unicode encoding.
//!
//! The crate `chardetng` recognises the encodings of the WHATWG Encoding Standard by the sequences
//! of letters that are frequent in each language. Any guess may be wrong.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use utflane::Charset;

use crate::binary::sign;

/// Number of bytes of words that a guess is based on. The crate is several hundred times slower
/// than a check, and more bytes hardly change the guess.
const WORDS: usize = 256;

/// Number of bytes of text in ISO-2022-JP that a guess is based on.
const ESCAPED: usize = 1 << 12;

/// Number of bytes that are searched at once, and the maximum number of bytes of a word before its
/// first byte above 7F.
const BLOCK: usize = 64;

/// A guess of an encoding.
#[derive(Clone, Copy)]
pub(crate) struct Guess {
    /// `None` if the library does not have the encoding.
    pub(crate) charset: Option<Charset>,
    pub(crate) name: &'static str,
}

/// Guesses the encoding of a text with this sample. `is_whole` says whether the sample is the whole
/// text.
pub(crate) fn guess(sample: &[u8], is_whole: bool) -> Option<Guess> {
    // Binary files, and UTF-16 that is not detected, contain bytes that do not occur in texts in
    // these encodings.
    if sample.contains(&0) || sign(sample, Charset::Latin1).is_some() {
        return None;
    }
    let (words, is_whole) = foreign_words(sample, is_whole);
    if words.is_empty() {
        return guess_escaped(sample, is_whole);
    }
    Some(guess_by(&words, is_whole))
}

/// Guesses ISO-2022-JP, the only encoding here whose bytes are all below 80.
fn guess_escaped(sample: &[u8], is_whole: bool) -> Option<Guess> {
    let start = sample.iter().position(|byte| *byte == 0x1B)?;
    let rest = &sample[start..];
    let part = &rest[..rest.len().min(ESCAPED)];
    let guess = guess_by(part, is_whole && part.len() == rest.len());
    Some(guess).filter(|guess| guess.charset == Some(Charset::Iso2022Jp))
}

fn guess_by(text: &[u8], is_whole: bool) -> Guess {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(text, is_whole);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    // Most encodings have the same name in the library, and a search in all labels takes longer.
    let is_called = |charset: &Charset| charset.name().eq_ignore_ascii_case(encoding.name());
    let charset = Charset::ALL.into_iter().find(is_called);
    let charset = charset.or_else(|| Charset::for_label(encoding.name()));
    Guess {
        charset,
        name: charset.map_or(encoding.name(), Charset::name),
    }
}

/// Returns the first words with bytes above 7F, at most [`WORDS`] bytes, and whether no other such
/// words follow. A guess depends only on such words.
pub(crate) fn foreign_words(sample: &[u8], is_whole: bool) -> (Vec<u8>, bool) {
    let mut words = Vec::new();
    let mut rest = sample;
    while let Some(block) = rest.chunks(BLOCK).position(|block| !block.is_ascii()) {
        let from = block * BLOCK;
        let foreign = from
            + rest[from..]
                .iter()
                .position(|byte| *byte > 0x7F)
                .unwrap_or(0);
        let is_space = |byte: &u8| *byte <= b' ';
        let start = rest[..foreign].iter().rposition(is_space).unwrap_or(0);
        let start = start.max(foreign.saturating_sub(BLOCK));
        let most = rest.len().min(foreign + WORDS);
        let end = rest[foreign..most].iter().position(is_space);
        let end = end.map_or(most, |end| foreign + end);
        words.extend_from_slice(&rest[start..end]);
        if words.len() > WORDS {
            words.truncate(WORDS);
            return (words, false);
        }
        rest = &rest[end..];
    }
    (words, is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_made_of_few_words() {
        let text = b"plain words, \xE9t\xE9, more\tof\nthem,caf\xE9;\xE8 end";
        let (words, is_whole) = foreign_words(text, true);
        assert_eq!(words.as_slice(), b" \xE9t\xE9,\nthem,caf\xE9;\xE8");
        assert!(is_whole);
        assert_eq!(foreign_words(&[b'a'; 1000], true), (vec![], true));
        // The length of the text and of its words does not matter.
        for len in [4_000, 1 << 16, 1 << 17] {
            for text in [
                &b"\xC0"[..],
                b"caf\xE9 ",
                b"\xE9aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            ] {
                let mut sample = text.repeat(len / text.len() + 1);
                sample.truncate(len);
                let (words, is_whole) = foreign_words(&sample, true);
                assert_eq!((words.len(), is_whole), (WORDS, false), "{len} {text:?}");
            }
        }
        // Of a long word, only a block before its first byte above 7F counts.
        let long = [&[b'a'; 5_000][..], b"\xE9"].concat();
        assert_eq!(foreign_words(&long, true).0.len(), BLOCK + 1);
    }

    #[test]
    fn bytes_of_ascii_are_no_code_page() {
        let name = |text: &[u8]| guess(text, true).map(|guess| guess.name);
        assert_eq!(name(b"\x1B$B4A;z\x1B(B\n"), Some("ISO-2022-JP"));
        let late = b"plain text\n".repeat(1000);
        let late = [&late[..], &b"\x1B$B4A;z\x1B(B\n".repeat(1000)].concat();
        assert_eq!(name(&late), Some("ISO-2022-JP"));
        assert_eq!(name(b"\x1B$)C\x0EGQ1[\x0F\n"), None);
        assert_eq!(name(b"Gr+APwA3w-e\n"), None);
        assert_eq!(name(b"caf\xE9\n"), Some("windows-1252"));
        assert_eq!(name(b"caf\xE9\0"), None);
        assert_eq!(name(b"caf\xE9\x13\x01"), None);
    }
}
