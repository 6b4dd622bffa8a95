//! The letter bigram model of each language: the cost in bits of a letter after another one.
//!
//! `benches/detection/train.py` writes the tables and describes their format.

use core::cmp::Ordering;

/// The models of all languages.
static MODELS: &[u8] = include_bytes!("bigrams.bin");

/// The languages in the order of [`MODELS`], as codes of ISO 639-1.
const CODES: &str = "en fr de es pt it nl sv da no is fi et lv lt pl cs sk hu ro hr sl sq tr ca eu eo \
                     af id vi cy ga ru uk be bg mk sr el he ar fa th";

/// The number of languages. A code and its separator have 3 bytes.
pub(super) const LANGUAGES: usize = CODES.len().div_ceil(3);

/// A set of languages: one bit for each, by its index in [`CODES`].
#[derive(Clone, Copy)]
pub(super) struct LanguageSet(u64);

impl LanguageSet {
    /// Creates the set of the languages with these codes, separated by spaces.
    pub(super) const fn new(codes: &str) -> LanguageSet {
        let (codes, all) = (codes.as_bytes(), CODES.as_bytes());
        let (mut set, mut at) = (0, 0);
        while at < codes.len() {
            let mut index = 0;
            // The code must be in the list: the index panics at compile time.
            while all[3 * index] != codes[at] || all[3 * index + 1] != codes[at + 1] {
                index += 1;
            }
            set |= 1 << index;
            at += 3;
        }
        LanguageSet(set)
    }

    /// Returns whether the set contains the language at an index.
    pub(super) fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
}

/// Returns the code of the language at an index.
pub(super) fn code(index: usize) -> &'static str {
    let start = 3 * index;
    CODES.get(start..start + 2).unwrap_or_default()
}

/// A language, with its bigram model.
#[derive(Clone, Copy, Default)]
pub(super) struct Language {
    /// The letters in lower case and ascending order, as UTF-16LE.
    alphabet: &'static [u8],
    /// The cost of letter `y` after letter `x`, in the nibble `x * size + y`. Letter 0 is the
    /// boundary of a word.
    costs: &'static [u8],
    /// The number of letters, including letter 0.
    size: usize,
    /// Whether the alphabet is Latin. It then starts with all letters of ASCII.
    is_latin: bool,
}

impl Language {
    /// Returns all languages, in the order of [`CODES`].
    pub(super) fn all() -> [Language; LANGUAGES] {
        let mut rest = MODELS;
        core::array::from_fn(|_| {
            let Some((&[_, _, count], tail)) = rest.split_first_chunk() else {
                return Language::default();
            };
            let size = usize::from(count) + 1;
            let (alphabet, tail) = tail.split_at(2 * usize::from(count));
            let (costs, tail) = tail.split_at((size * size).div_ceil(2));
            rest = tail;
            Language {
                alphabet,
                costs,
                size,
                is_latin: alphabet.starts_with(&[b'a', 0]),
            }
        })
    }

    /// Returns the number of a lower-case letter in the alphabet, from 1 on. A Latin alphabet has
    /// all ASCII letters, another one has none.
    pub(super) fn number(&self, letter: u16) -> Option<u8> {
        if letter < 0x80 {
            return self.is_latin.then(|| letter as u8 - b'a' + 1);
        }
        let (mut low, mut high) = (0, self.size - 1);
        while low < high {
            let middle = (low + high) / 2;
            let unit = self.alphabet.get(2 * middle..2 * middle + 2)?;
            match u16::from_le_bytes([unit[0], unit[1]]).cmp(&letter) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle as u8 + 1),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Returns the cost in bits of a letter after another letter, given their numbers.
    #[inline]
    pub(super) fn bigram_cost(&self, first: u8, second: u8) -> u32 {
        let index = usize::from(first) * self.size + usize::from(second);
        let nibbles = self.costs.get(index / 2).copied().unwrap_or(0xFF);
        u32::from(nibbles >> (index % 2 * 4) & 15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_those_of_the_listed_languages() {
        let mut rest = MODELS;
        for index in 0..LANGUAGES {
            let (head, tail) = rest.split_first_chunk::<3>().unwrap();
            assert_eq!(&head[..2], code(index).as_bytes());
            let size = usize::from(head[2]) + 1;
            if tail.starts_with(&[b'a', 0]) {
                let latin = tail.iter().step_by(2).take(26).copied();
                assert!(latin.eq(b'a'..=b'z'), "{}", code(index));
            }
            rest = &tail[2 * (size - 1) + (size * size).div_ceil(2)..];
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn frequent_bigrams_cost_less() {
        let english = Language::all()[0];
        let [t, h, q] = [b't', b'h', b'q'].map(|letter| english.number(letter.into()).unwrap());
        assert!(english.bigram_cost(t, h) < english.bigram_cost(h, q));
        assert_eq!(english.number(0x44F), None);
    }
}
