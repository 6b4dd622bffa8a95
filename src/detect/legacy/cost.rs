//! The cost of a text in bits, in one encoding and language: the lower, the more plausible.
//!
//! Words with non-ASCII characters have a greater weight than others. The others are the same in
//! all encodings that contain ASCII, but they help to find the language.

use super::letters::Language;
use super::symbols;

/// What a byte or character is in one encoding and language.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// A letter of the language, by its number in the alphabet.
    Letter { number: u8, is_upper: bool },
    /// An ASCII letter, in a language that does not use them.
    English { number: u8, is_upper: bool },
    /// A letter that the language does not use. `has_case` is false if its script has no capital
    /// letters.
    Foreign { is_upper: bool },
    /// Any other character.
    Symbol { character: u16, cost: u8 },
    /// A character of an encoding with several bytes per character, with its cost.
    Wide { cost: u8 },
}

impl Meaning {
    /// Returns the approximate cost in bits of the character, whatever is before it.
    pub(super) fn cost(&self) -> u32 {
        match self {
            Meaning::Letter { .. } | Meaning::English { .. } => 7,
            Meaning::Foreign { .. } => FOREIGN_LETTER,
            Meaning::Symbol { cost, .. } | Meaning::Wide { cost } => u32::from(*cost),
        }
    }
}

/// The costs of unusual text, in bits.
const FOREIGN_LETTER: u32 = 15;
/// A capital letter after a small one.
const CAPITAL_WITHIN_WORD: u32 = 7;
/// A small letter after two capital letters.
const SMALL_AFTER_CAPITALS: u32 = 5;
/// Letters of two scripts in one word.
const TWO_SCRIPTS: u32 = 9;
/// A word in another script than the word before.
const OTHER_SCRIPT: u32 = 3;
/// A Latin letter beside a character of a multi-byte encoding.
const WIDE_BESIDE_LETTER: u32 = 5;
/// A symbol between two letters.
const WITHIN_WORD: u32 = 9;
/// A symbol between two spaces.
const ALONE: u32 = 4;
/// A no-break space after a space.
const SPACE_AFTER_SPACE: u32 = 5;
/// A symbol that repeats the last one, or continues a drawing.
const AGAIN: u32 = 3;
const DRAWING: u32 = 7;

/// Weight of words with non-ASCII characters, relative to others.
const WEIGHT: u32 = 4;

/// Bits to the unit of [`Total::cost`].
pub(super) const fn from_bits(bits: u32) -> u32 {
    bits * WEIGHT
}

/// The cost of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Total {
    /// The cost, in units of a quarter of a bit.
    pub(super) cost: u32,
    /// The part of the cost, in bits, and the number of bytes of words with non-ASCII characters.
    pub(super) foreign_bits: u32,
    pub(super) foreign_bytes: u32,
}

/// The last character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Letter,
    Symbol(u16),
    Wide,
}

/// Adds up the cost of a text.
pub(super) struct CostModel<'a> {
    language: &'a Language,
    english: &'a Language,
    total: Total,
    /// The cost of the last word, its length in bytes, and whether it has non-ASCII characters.
    word: u32,
    word_len: u32,
    is_foreign: bool,
    /// The number of the last letter in its alphabet, or 0.
    before: u8,
    /// Whether the last letter was [`Meaning::English`].
    is_english: Option<bool>,
    last: Last,
    /// Whether the last letter was a small letter, and the number of capital letters before it.
    is_small: bool,
    capitals: u32,
    /// Whether a symbol follows a letter, or a space.
    is_after_letter: bool,
    is_alone: bool,
    /// Whether a quotation was opened by „.
    is_quoted: bool,
}

impl<'a> CostModel<'a> {
    pub(super) fn new(language: &'a Language, english: &'a Language) -> CostModel<'a> {
        CostModel {
            language,
            english,
            total: Total {
                cost: 0,
                foreign_bits: 0,
                foreign_bytes: 0,
            },
            word: 0,
            word_len: 0,
            is_foreign: false,
            before: 0,
            is_english: None,
            last: Last::Symbol(0x20),
            is_small: false,
            capitals: 0,
            is_after_letter: false,
            is_alone: false,
            is_quoted: false,
        }
    }

    /// Adds a character of `len` bytes. `is_ascii` is true if its bytes are ASCII.
    #[inline]
    pub(super) fn add(&mut self, meaning: Meaning, len: u32, is_ascii: bool) {
        self.word_len += len;
        self.is_foreign |= !is_ascii;
        match meaning {
            Meaning::Letter { number, is_upper } => {
                self.change_script(false);
                self.word += self.language.cost(self.before, number);
                self.add_letter(number, is_upper);
            }
            Meaning::English { number, is_upper } => {
                self.change_script(true);
                self.word += self.english.cost(self.before, number);
                self.add_letter(number, is_upper);
            }
            Meaning::Foreign { is_upper } => {
                self.word += FOREIGN_LETTER;
                self.add_letter(0, is_upper);
            }
            Meaning::Symbol { character, cost } => self.add_symbol(character, cost, is_ascii),
            Meaning::Wide { cost } => {
                self.end_letters();
                if self.last == Last::Letter {
                    self.word += WIDE_BESIDE_LETTER;
                }
                self.word += u32::from(cost);
                self.last = Last::Wide;
            }
        }
    }

    fn change_script(&mut self, is_english: bool) {
        match self.is_english {
            Some(last) if last == is_english => {}
            Some(_) if self.before != 0 => {
                self.word += TWO_SCRIPTS + OTHER_SCRIPT;
                self.before = 0;
            }
            Some(_) => self.word += OTHER_SCRIPT,
            None => {}
        }
        self.is_english = Some(is_english);
    }

    fn add_letter(&mut self, number: u8, is_upper: bool) {
        match self.last {
            Last::Symbol(symbol) if symbol >= 0x80 => {
                self.word += match (self.is_after_letter, symbols::joins_letters(symbol)) {
                    (true, true) => 0,
                    (true, false) => symbols::before_letter(symbol) + WITHIN_WORD,
                    (false, _) => symbols::before_letter(symbol),
                };
            }
            Last::Wide => self.word += WIDE_BESIDE_LETTER,
            _ => {}
        }
        if is_upper {
            if self.is_small {
                self.word += CAPITAL_WITHIN_WORD;
            }
            self.capitals += 1;
        } else {
            if self.capitals > 1 {
                self.word += SMALL_AFTER_CAPITALS;
            }
            self.capitals = 0;
        }
        self.is_small = !is_upper;
        self.before = number;
        self.last = Last::Letter;
        self.is_alone = false;
    }

    fn end_letters(&mut self) {
        if self.before != 0 {
            let language = if self.is_english == Some(true) {
                self.english
            } else {
                self.language
            };
            self.word += language.cost(self.before, 0);
        }
        self.before = 0;
        (self.is_small, self.capitals) = (false, 0);
    }

    fn add_symbol(&mut self, character: u16, cost: u8, is_ascii: bool) {
        self.end_letters();
        let last = self.last;
        self.last = Last::Symbol(character);
        self.is_after_letter = last == Last::Letter && !is_ascii;
        let closes = character == symbols::OPENING_QUOTE && self.is_quoted;
        if self.is_after_letter && !closes {
            self.word += symbols::after_letter(character);
        }
        self.is_quoted = character == symbols::LOW_QUOTE || self.is_quoted && !closes;
        let is_drawn = symbols::is_drawing(character)
            && matches!(last, Last::Symbol(last) if symbols::is_drawing(last));
        let is_sign = character < symbols::ARABIC_FORMS && !is_ascii;
        self.word += if last == Last::Symbol(character) && is_sign {
            AGAIN
        } else if is_drawn {
            DRAWING
        } else {
            u32::from(cost)
        };
        if self.is_alone && character == 0x20 {
            self.word += ALONE;
        }
        if character == 0xA0 && last == Last::Symbol(0x20) {
            self.word += SPACE_AFTER_SPACE;
        }
        self.is_alone =
            !is_ascii && last == Last::Symbol(0x20) && !symbols::stands_alone(character);
        if symbols::ends_word(character) {
            self.end_word();
        }
    }

    fn end_word(&mut self) {
        if self.is_foreign {
            self.total.cost += WEIGHT * self.word;
            self.total.foreign_bits += self.word;
            self.total.foreign_bytes += self.word_len;
        } else {
            self.total.cost += self.word;
        }
        (self.word, self.word_len, self.is_foreign) = (0, 0, false);
    }

    /// Returns the cost of the words that are complete, in units of a quarter of a bit.
    pub(super) fn cost(&self) -> u32 {
        self.total.cost
    }

    pub(super) fn finish(mut self) -> Total {
        self.end_letters();
        self.end_word();
        self.total
    }
}
