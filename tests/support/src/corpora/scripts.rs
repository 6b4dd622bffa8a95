//! Generates text of one script, letter by letter: nonsense with the usual mix of characters,
//! spaces and line lengths of that script.

use std::ops::RangeInclusive;

use crate::random::Random;

/// The properties of a script that affect a converter.
struct Script {
    name: &'static str,
    bytes: usize,
    letters: &'static [RangeInclusive<char>],
    /// Rare letters, and how many of a thousand letters they replace.
    rare: (&'static [RangeInclusive<char>], usize),
    word_letters: RangeInclusive<usize>,
    /// Separators between words and between sentences.
    separators: (&'static [&'static str], &'static [&'static str]),
    sentence_words: RangeInclusive<usize>,
    line_sentences: RangeInclusive<usize>,
}

const SPACED: (&[&str], &[&str]) = (&[" ", " ", " ", " ", " ", ", "], &[". ", ". ", "? "]);
const DENSE: (&[&str], &[&str]) = (&["", "", "、"], &["。", "。", "？"]);
const NOTHING: (&[&str], &[&str]) = (&[""], &[""]);
const NO_RARE: (&[RangeInclusive<char>], usize) = (&[], 0);
const ASCII_LETTERS: &[RangeInclusive<char>] = &['a'..='z'];

const SCRIPTS: [Script; 10] = [
    spaced("latin", 86_940, ASCII_LETTERS, NO_RARE, 2..=10),
    spaced(
        "german",
        200_822,
        ASCII_LETTERS,
        (&['ä'..='ä', 'ö'..='ö', 'ü'..='ü', 'ß'..='ß'], 9),
        2..=12,
    ),
    spaced("russian", 104_770, &['а'..='я'], NO_RARE, 2..=8),
    spaced("arabic", 81_685, &['ء'..='غ', 'ف'..='ي'], NO_RARE, 2..=7),
    spaced("hebrew", 66_495, &['א'..='ת'], NO_RARE, 2..=7),
    spaced("hindi", 87_997, &['अ'..='ह', 'ा'..='्'], NO_RARE, 3..=9),
    spaced("korean", 66_600, &['가'..='힣'], (&['·'..='·'], 9), 2..=5),
    dense("chinese", 69_840, &['一'..='龥'], NO_RARE),
    dense(
        "japanese",
        67_808,
        &['ぁ'..='ん', 'ァ'..='ン', '一'..='龥'],
        (&['0'..='9'], 40),
    ),
    Script {
        name: "emoji",
        bytes: 65_542,
        letters: &['🌀'..='🙏', '🚀'..='🛅'],
        rare: NO_RARE,
        word_letters: 1..=1,
        separators: NOTHING,
        sentence_words: 1..=1,
        line_sentences: 1_000_000..=1_000_000,
    },
];

const fn spaced(
    name: &'static str,
    bytes: usize,
    letters: &'static [RangeInclusive<char>],
    rare: (&'static [RangeInclusive<char>], usize),
    word_letters: RangeInclusive<usize>,
) -> Script {
    Script {
        name,
        bytes,
        letters,
        rare,
        word_letters,
        separators: SPACED,
        sentence_words: 4..=14,
        line_sentences: 1..=6,
    }
}

const fn dense(
    name: &'static str,
    bytes: usize,
    letters: &'static [RangeInclusive<char>],
    rare: (&'static [RangeInclusive<char>], usize),
) -> Script {
    Script {
        name,
        bytes,
        letters,
        rare,
        word_letters: 2..=9,
        separators: DENSE,
        sentence_words: 2..=5,
        line_sentences: 3..=12,
    }
}

/// Generates text like the script corpus with this name.
pub(super) fn generate(name: &str) -> String {
    let script = SCRIPTS
        .iter()
        .find(|script| script.name == name)
        .expect("each script corpus is described here");
    let mut random = Random(script.bytes as u64);
    let mut text = String::new();
    while text.len() < script.bytes {
        for _ in 0..random.within(script.line_sentences.clone()) {
            script.push_sentence(&mut text, &mut random);
            if text.len() >= script.bytes {
                return text;
            }
        }
        text.push_str("\n\n");
    }
    text
}

impl Script {
    fn push_sentence(&self, text: &mut String, random: &mut Random) {
        for word in 0..random.within(self.sentence_words.clone()) {
            if word > 0 {
                text.push_str(random.pick(self.separators.0));
            }
            for _ in 0..random.within(self.word_letters.clone()) {
                let rare = random.below(1000) < self.rare.1;
                let letters = if rare { self.rare.0 } else { self.letters };
                text.push(letter(letters, random));
            }
        }
        text.push_str(random.pick(self.separators.1));
    }
}

/// Returns a random letter of these ranges, all equally likely.
fn letter(ranges: &[RangeInclusive<char>], random: &mut Random) -> char {
    let size = |range: &RangeInclusive<char>| *range.end() as usize - *range.start() as usize + 1;
    let mut index = random.below(ranges.iter().map(size).sum());
    for range in ranges {
        if index < size(range) {
            return range.clone().nth(index).expect("index is within the range");
        }
        index -= size(range);
    }
    unreachable!("index is below the sum of all sizes")
}

/// Generates alternating runs of ASCII and Cyrillic, each of a random length from `lengths`.
pub(super) fn runs(lengths: RangeInclusive<usize>) -> String {
    let mut random = Random(*lengths.end() as u64);
    let mut text = String::new();
    while text.len() < 64 * 1024 {
        for letters in [&['a'..='z'], &['а'..='я']] {
            for _ in 0..random.within(lengths.clone()) {
                text.push(letter(letters, &mut random));
            }
        }
    }
    text
}
