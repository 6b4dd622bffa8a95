//! Scores a text in one candidate: an encoding and a language.
//!
//! The score is a cost in bits: the negative binary logarithm of the probability of the text. The
//! lower, the more plausible. The bigram model of the language gives the cost of letters. All other
//! costs are estimates.
//!
//! Words with non-ASCII characters have a greater weight than others. The others are the same in
//! all encodings that contain ASCII, but they help to find the language.

use super::bigrams::Language;
use super::symbols;

/// What a byte or a sequence of bytes is in one candidate.
#[derive(Clone, Copy)]
pub(super) enum Token {
    /// A letter of the language, by its number in the alphabet.
    Letter { number: u8, is_upper: bool },
    /// An ASCII letter, in a language that is not written in Latin letters. Its number is that in
    /// the English alphabet.
    EnglishLetter { number: u8, is_upper: bool },
    /// A letter that is not in the alphabet of the language.
    OtherLetter { is_upper: bool },
    /// Any other character.
    Symbol { character: u16, cost: u8 },
    /// A non-ASCII character of a multi-byte encoding.
    Multibyte { cost: u8 },
}

impl Token {
    /// Returns the approximate cost in bits, whatever is before it.
    pub(super) fn cost(&self) -> u32 {
        match self {
            Token::Letter { .. } | Token::EnglishLetter { .. } => 7,
            Token::OtherLetter { .. } => OTHER_LETTER,
            Token::Symbol { cost, .. } | Token::Multibyte { cost } => u32::from(*cost),
        }
    }
}

// The costs of unusual text, in bits:

/// A letter that is not in the alphabet of the language.
const OTHER_LETTER: u32 = 15;
/// A capital letter after a small one.
const CAPITAL_WITHIN_WORD: u32 = 7;
/// A small letter after two or more capital letters.
const SMALL_AFTER_CAPITALS: u32 = 5;
/// The additional cost, besides [`OTHER_SCRIPT`], of letters of two scripts in one word.
const TWO_SCRIPTS: u32 = 9;
/// A letter of another script than the last letter, in the same word or in an earlier one.
const OTHER_SCRIPT: u32 = 3;
/// A Latin letter beside a character of a multi-byte encoding.
const MULTIBYTE_BESIDE_LETTER: u32 = 5;
/// A symbol between two letters.
const WITHIN_WORD: u32 = 9;
/// A symbol between two spaces.
const ALONE: u32 = 4;
/// A no-break space after a space.
const SPACE_AFTER_SPACE: u32 = 5;
/// A symbol that repeats the previous one.
const REPETITION: u32 = 3;
/// A symbol that continues a drawing.
const DRAWING: u32 = 7;

/// The weight of words with non-ASCII characters, relative to others.
const WEIGHT: u32 = 4;

/// Converts bits to the unit of [`Score::cost`].
pub(super) const fn from_bits(bits: u32) -> u32 {
    bits * WEIGHT
}

/// The score of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    /// The weighted cost, in units of a quarter of a bit.
    pub(super) cost: u32,
    /// The cost in bits of the words with non-ASCII characters, without the weight.
    pub(super) non_ascii_bits: u32,
    /// The length in bytes of these words.
    pub(super) non_ascii_bytes: u32,
}

/// The previous character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    Letter,
    Symbol(u16),
    Multibyte,
}

/// Adds up the score of a text.
pub(super) struct Scorer<'a> {
    language: &'a Language,
    english: &'a Language,
    /// The score of the words before the current one.
    score: Score,
    /// The cost of the current word in bits, its length in bytes, and whether it has non-ASCII
    /// characters.
    word_bits: u32,
    word_len: u32,
    has_non_ascii: bool,
    /// The number of the previous letter in its alphabet. It is 0 if the previous character is no
    /// letter, or a letter of another alphabet.
    letter: u8,
    /// Whether the last letter that was not a [`Token::OtherLetter`] was a
    /// [`Token::EnglishLetter`]. `None` before the first such letter.
    is_english: Option<bool>,
    previous: Previous,
    /// Whether the previous character is a small letter.
    is_small: bool,
    /// The number of capital letters directly before.
    capitals: u32,
    /// Whether the previous character is a non-ASCII symbol after a letter. Valid only while
    /// `previous` is a symbol.
    is_after_letter: bool,
    /// Whether the previous character is a non-ASCII symbol after a space, and not one that can
    /// [stand alone](symbols::stands_alone).
    is_alone: bool,
    /// Whether a quotation that „ opened is still open.
    is_quoted: bool,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(language: &'a Language, english: &'a Language) -> Scorer<'a> {
        Scorer {
            language,
            english,
            score: Score::default(),
            word_bits: 0,
            word_len: 0,
            has_non_ascii: false,
            letter: 0,
            is_english: None,
            previous: Previous::Symbol(0x20),
            is_small: false,
            capitals: 0,
            is_after_letter: false,
            is_alone: false,
            is_quoted: false,
        }
    }

    /// Adds a character of `len` bytes. `is_ascii` is true if its bytes are ASCII.
    #[inline]
    pub(super) fn add(&mut self, token: Token, len: u32, is_ascii: bool) {
        self.word_len += len;
        self.has_non_ascii |= !is_ascii;
        match token {
            Token::Letter { number, is_upper } => {
                self.change_script(false);
                self.word_bits += self.language.bigram_cost(self.letter, number);
                self.add_letter(number, is_upper);
            }
            Token::EnglishLetter { number, is_upper } => {
                self.change_script(true);
                self.word_bits += self.english.bigram_cost(self.letter, number);
                self.add_letter(number, is_upper);
            }
            Token::OtherLetter { is_upper } => {
                self.word_bits += OTHER_LETTER;
                self.add_letter(0, is_upper);
            }
            Token::Symbol { character, cost } => self.add_symbol(character, cost, is_ascii),
            Token::Multibyte { cost } => {
                self.end_letters();
                if self.previous == Previous::Letter {
                    self.word_bits += MULTIBYTE_BESIDE_LETTER;
                }
                self.word_bits += u32::from(cost);
                self.previous = Previous::Multibyte;
            }
        }
    }

    fn change_script(&mut self, is_english: bool) {
        match self.is_english {
            Some(last) if last == is_english => {}
            Some(_) if self.letter != 0 => {
                self.word_bits += TWO_SCRIPTS + OTHER_SCRIPT;
                self.letter = 0;
            }
            Some(_) => self.word_bits += OTHER_SCRIPT,
            None => {}
        }
        self.is_english = Some(is_english);
    }

    fn add_letter(&mut self, number: u8, is_upper: bool) {
        match self.previous {
            Previous::Symbol(symbol) if symbol >= 0x80 => {
                self.word_bits += match (self.is_after_letter, symbols::joins_letters(symbol)) {
                    (true, true) => 0,
                    (true, false) => symbols::before_letter(symbol) + WITHIN_WORD,
                    (false, _) => symbols::before_letter(symbol),
                };
            }
            Previous::Multibyte => self.word_bits += MULTIBYTE_BESIDE_LETTER,
            _ => {}
        }
        if is_upper {
            if self.is_small {
                self.word_bits += CAPITAL_WITHIN_WORD;
            }
            self.capitals += 1;
        } else {
            if self.capitals > 1 {
                self.word_bits += SMALL_AFTER_CAPITALS;
            }
            self.capitals = 0;
        }
        self.is_small = !is_upper;
        self.letter = number;
        self.previous = Previous::Letter;
        self.is_alone = false;
    }

    fn end_letters(&mut self) {
        if self.letter != 0 {
            let language = if self.is_english == Some(true) {
                self.english
            } else {
                self.language
            };
            self.word_bits += language.bigram_cost(self.letter, 0);
        }
        self.letter = 0;
        (self.is_small, self.capitals) = (false, 0);
    }

    fn add_symbol(&mut self, character: u16, cost: u8, is_ascii: bool) {
        self.end_letters();
        let previous = self.previous;
        self.previous = Previous::Symbol(character);
        self.is_after_letter = previous == Previous::Letter && !is_ascii;
        let closes = character == symbols::OPENING_QUOTE && self.is_quoted;
        if self.is_after_letter && !closes {
            self.word_bits += symbols::after_letter(character);
        }
        self.is_quoted = character == symbols::LOW_QUOTE || self.is_quoted && !closes;
        let is_drawn = symbols::is_drawing(character)
            && matches!(previous, Previous::Symbol(symbol) if symbols::is_drawing(symbol));
        let is_repeatable = character < symbols::ARABIC_FORMS && !is_ascii;
        self.word_bits += if previous == Previous::Symbol(character) && is_repeatable {
            REPETITION
        } else if is_drawn {
            DRAWING
        } else {
            u32::from(cost)
        };
        if self.is_alone && character == 0x20 {
            self.word_bits += ALONE;
        }
        if character == 0xA0 && previous == Previous::Symbol(0x20) {
            self.word_bits += SPACE_AFTER_SPACE;
        }
        self.is_alone =
            !is_ascii && previous == Previous::Symbol(0x20) && !symbols::stands_alone(character);
        if symbols::ends_word(character) {
            self.end_word();
        }
    }

    fn end_word(&mut self) {
        if self.has_non_ascii {
            self.score.cost += WEIGHT * self.word_bits;
            self.score.non_ascii_bits += self.word_bits;
            self.score.non_ascii_bytes += self.word_len;
        } else {
            self.score.cost += self.word_bits;
        }
        (self.word_bits, self.word_len, self.has_non_ascii) = (0, 0, false);
    }

    /// Returns the cost of the words that are complete, in units of a quarter of a bit.
    pub(super) fn cost(&self) -> u32 {
        self.score.cost
    }

    /// Returns the score, including the last word.
    pub(super) fn finish(mut self) -> Score {
        self.end_letters();
        self.end_word();
        self.score
    }
}
