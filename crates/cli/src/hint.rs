//! What a text with faults may be instead: advice for those who check it in the wrong encoding.

use utflane::{Bom, Charset, ErrorKind, incomplete_tail, is_valid};

use crate::charset::{LONGEST_MARK, with_encoding};
use crate::detection::{self, judge_unicode};
use crate::guess::{self, advice, found, is_wide};

/// Bytes of a text that are looked at once it has a fault.
pub(crate) const SAMPLE: usize = 1 << 16;

/// Bytes of words that a guess is made of: at least so many, and one for so many of the sample. It
/// costs as much as a check of several hundred bytes for each, and is not to outweigh the check.
const WORDS: usize = 1 << 7;

/// Bytes that are looked at together, and that are looked at of a word before a byte above 7F.
const BLOCK: usize = 64;

/// Letters without which no encoding is guessed.
const LETTERS: usize = 4;

/// Variants of UTF-8, in which surrogates or overlong NULs may be well-formed.
const VARIANTS: [Charset; 3] = [Charset::Cesu8, Charset::Wtf8, Charset::Mutf8];

/// The encoding that a text seems to be in, and the advice to the user.
#[derive(Clone)]
pub(crate) struct Hint {
    pub(crate) charset: Charset,
    pub(crate) words: String,
}

impl Hint {
    fn new(charset: Charset) -> Hint {
        Hint {
            charset,
            words: advice(charset, "encoding"),
        }
    }

    /// The hint for a text that starts with `start` and is taken for `charset`: that of another
    /// byte order mark.
    pub(crate) fn by_mark(charset: Charset, start: &[u8]) -> Option<Hint> {
        let mark = &start[..start.len().min(LONGEST_MARK as usize)];
        let is_ours = !charset.bom().is_empty() && start.starts_with(charset.bom());
        let bom = Bom::sniff(mark).filter(|_| !is_ours)?;
        let charset = Charset::from(bom);
        Some(Hint {
            charset,
            words: format!("starts with the mark of {charset}: try --encoding auto"),
        })
    }

    /// The hint for a text with this sample that is taken for `charset` and is not right: another
    /// encoding that it looks like. `kind` is that of its first fault, if it is malformed.
    pub(crate) fn by_content(
        charset: Charset,
        kind: Option<ErrorKind>,
        sample: &[u8],
    ) -> Option<Hint> {
        let found = found(sample);
        let wide = found.filter(|other| is_wide(other) && *other != charset);
        let by_fault = || Hint::by_fault(charset, kind?, sample, found);
        wide.map(Hint::new).or_else(by_fault)
    }

    /// The hint for a fault of this kind in `charset`, in a text that starts as if it was in
    /// `found`.
    fn by_fault(
        charset: Charset,
        kind: ErrorKind,
        sample: &[u8],
        found: Option<Charset>,
    ) -> Option<Hint> {
        if !matches!(charset, Charset::Utf8 | Charset::Ascii) {
            return None;
        }
        if matches!(kind, ErrorKind::Surrogate | ErrorKind::Overlong) {
            let is_variant = |variant: &Charset| {
                with_encoding!(no page: *variant, E => {
                    let is_cut = sample.len() >= SAMPLE;
                    let cut = if is_cut { incomplete_tail::<E>(sample) } else { 0 };
                    is_valid::<E>(&sample[..sample.len() - cut])
                })
            };
            return VARIANTS.into_iter().find(is_variant).map(Hint::new);
        }
        let found = match sample.len() {
            guess::SHORT..=guess::SAMPLE => found,
            _ => judge_unicode(sample).and_then(|found| found.charset),
        };
        if found.is_some() {
            return found.filter(|_| charset == Charset::Ascii).map(Hint::new);
        }
        if kind == ErrorKind::Incomplete || !has_letters(sample) || sample.contains(&0) {
            return None;
        }
        let (words, is_whole) = foreign_words(sample);
        let found = detection::guess(&words, is_whole).charset?;
        is_foreign(&words).then(|| Hint {
            words: advice(found, "encoding").replace("looks like", "perhaps"),
            ..Hint::new(found)
        })
    }
}

/// Whether a text has enough letters for a guess.
fn has_letters(sample: &[u8]) -> bool {
    let letters = sample
        .iter()
        .filter(|byte| !byte.is_ascii() || byte.is_ascii_alphabetic());
    letters.take(LETTERS).count() == LETTERS
}

/// Whether the bytes above 7F are not for the most part UTF-8.
fn is_foreign(words: &[u8]) -> bool {
    let (mut well_formed, mut malformed) = (0, 0);
    for chunk in words.utf8_chunks() {
        let valid = chunk.valid().bytes();
        well_formed += valid.filter(|byte| !byte.is_ascii()).count();
        malformed += chunk.invalid().len();
    }
    malformed > well_formed
}

/// The first words with bytes above 7F, by the number of [`WORDS`], and whether the last is whole.
/// What is guessed depends on such words alone.
fn foreign_words(sample: &[u8]) -> (Vec<u8>, bool) {
    let limit = WORDS.max(sample.len() / WORDS);
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
        let most = rest.len().min(foreign + limit);
        let end = rest[foreign..most].iter().position(is_space);
        let end = end.map_or(most, |end| foreign + end);
        words.extend_from_slice(&rest[start..end]);
        if words.len() > limit {
            words.truncate(limit);
            return (words, false);
        }
        rest = &rest[end..];
    }
    (words, sample.len() < SAMPLE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_made_of_few_words() {
        let text = b"plain words, \xE9t\xE9, more\tof\nthem,caf\xE9;\xE8 end";
        let (words, is_whole) = foreign_words(text);
        assert_eq!(words, b" \xE9t\xE9,\nthem,caf\xE9;\xE8");
        assert!(is_whole);
        assert_eq!(foreign_words(&[b'a'; 1000]), (vec![], true));
        // However long the text, and its words.
        for (len, expected) in [(4_000, WORDS), (1 << 16, 512), (1 << 17, 1024)] {
            for text in [
                &b"\xC0"[..],
                b"caf\xE9 ",
                b"\xE9aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            ] {
                let mut sample = text.repeat(len / text.len() + 1);
                sample.truncate(len);
                let (words, is_whole) = foreign_words(&sample);
                assert_eq!((words.len(), is_whole), (expected, false), "{len} {text:?}");
            }
        }
        // A word is looked at for a block before its first such byte, not from its start.
        let long = [&[b'a'; 5_000][..], b"\xE9"].concat();
        assert_eq!(foreign_words(&long).0.len(), BLOCK + 1);
    }
}
