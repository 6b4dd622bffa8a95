//! Scores a text in each code page and language, for [`detect_legacy`](super::detect_legacy).

use super::bigrams::{Language, LanguageSet, code};
use super::score::{Score, Scorer, Token, from_bits};
use super::symbols;
use super::{Ranking, Scored};
use crate::Charset;
use crate::encoding::code_page::CodePageTables;

/// The cost of a byte without a character, in bits.
const UNASSIGNED: u8 = 40;

const WESTERN: &str = "en fr de es pt it nl sv da no is fi ca eu af id sq ga";
const CENTRAL: &str = "en de pl cs sk hu ro hr sl sq";
const TURKISH: &str = "en tr de fr";
const BALTIC: &str = "en lt lv et de pl fi";
const CYRILLIC: &str = "ru uk be bg mk sr";
const GREEK: &str = "el";
const HEBREW: &str = "he";
const ARABIC: &str = "ar fa";
const CELTIC: &str = "cy ga";

const fn row(charset: Charset, prior: u8, languages: &str) -> (Charset, u8, LanguageSet) {
    (charset, prior, LanguageSet::new(languages))
}

/// Each code page, its prior cost in bits, and the languages that are written in it. Rare code
/// pages have a higher prior cost. A code page can have several rows for languages that are more or
/// less frequent in it.
static ROWS: [(Charset, u8, LanguageSet); 51] = [
    row(Charset::Windows1252, 0, WESTERN),
    row(Charset::Windows1252, 8, CELTIC),
    row(Charset::Windows1250, 2, CENTRAL),
    row(Charset::Windows1250, 10, "fr es sv fi da no"),
    row(Charset::Windows1251, 1, CYRILLIC),
    row(Charset::Windows1253, 1, GREEK),
    row(Charset::Windows1254, 3, TURKISH),
    row(Charset::Windows1254, 8, WESTERN),
    row(Charset::Windows1255, 1, HEBREW),
    row(Charset::Windows1256, 1, ARABIC),
    row(Charset::Windows1257, 3, BALTIC),
    row(Charset::Windows1258, 4, "vi"),
    row(Charset::Windows874, 1, "th"),
    row(Charset::Iso8859_2, 3, CENTRAL),
    row(Charset::Iso8859_3, 7, "eo tr"),
    row(Charset::Iso8859_4, 6, BALTIC),
    row(Charset::Iso8859_5, 4, CYRILLIC),
    row(Charset::Iso8859_6, 3, ARABIC),
    row(Charset::Iso8859_7, 2, GREEK),
    row(Charset::Iso8859_8, 3, HEBREW),
    row(Charset::Iso8859_9, 5, TURKISH),
    row(Charset::Iso8859_10, 8, "sv no da is fi et lt lv"),
    row(Charset::Iso8859_13, 5, BALTIC),
    row(Charset::Iso8859_14, 5, CELTIC),
    row(Charset::Iso8859_15, 5, WESTERN),
    row(Charset::Iso8859_15, 6, "et"),
    row(Charset::Iso8859_16, 6, "ro hr hu pl sl sq fr"),
    row(Charset::Koi8R, 2, "ru bg"),
    row(Charset::Koi8U, 3, "uk be ru"),
    row(Charset::Macintosh, 5, WESTERN),
    row(Charset::XMacCyrillic, 4, CYRILLIC),
    row(Charset::Cp437, 5, "en fr de es it nl sv fi"),
    row(Charset::Cp850, 4, WESTERN),
    row(Charset::Cp852, 4, CENTRAL),
    row(Charset::Cp855, 6, CYRILLIC),
    row(Charset::Cp857, 6, TURKISH),
    row(Charset::Cp858, 6, WESTERN),
    row(Charset::Cp860, 9, "pt es it fr"),
    row(Charset::Cp861, 9, "is"),
    row(Charset::Cp862, 5, HEBREW),
    row(Charset::Cp863, 9, "fr"),
    row(Charset::Cp864, 7, ARABIC),
    row(Charset::Cp865, 9, "da no sv"),
    row(Charset::Ibm866, 2, "ru be bg"),
    row(Charset::Ibm866, 4, "uk"),
    row(Charset::Cp869, 6, GREEK),
    row(Charset::Cp037, 8, WESTERN),
    row(Charset::Cp273, 10, "de"),
    row(Charset::Cp500, 9, WESTERN),
    row(Charset::Cp1047, 10, WESTERN),
    row(Charset::Cp1140, 11, WESTERN),
];

/// Upper bound of the number of candidates.
const CANDIDATES: usize = 512;

/// A code page and a language that is written in it.
struct Candidate<'a> {
    charset: Charset,
    /// The prior cost, in the unit of [`Score::cost`].
    prior: u32,
    language_index: usize,
    language: &'a Language,
    english: &'a Language,
    characters: &'a Characters,
}

impl Candidate<'_> {
    /// Sets the tokens of the bytes that occur.
    fn set_tokens(&self, histogram: &Histogram, tokens: &mut Tokens) {
        for &byte in histogram.bytes() {
            tokens[usize::from(byte)] = match self.characters.of_bytes[usize::from(byte)] {
                Character::Letter(letter, is_upper) => match self.language.number(letter) {
                    Some(number) => Token::Letter { number, is_upper },
                    // The language has no Latin letters.
                    None if letter < 0x80 => Token::EnglishLetter {
                        number: letter as u8 - b'a' + 1,
                        is_upper,
                    },
                    None => Token::OtherLetter { is_upper },
                },
                Character::Symbol(character, cost) => Token::Symbol { character, cost },
                Character::Unassigned => UNASSIGNED_TOKENS[0],
            };
        }
    }

    /// Returns the score of a text, or `None` if its cost is more than `limit`.
    fn score(&self, text: &[u8], tokens: &Tokens, limit: u32) -> Option<Score> {
        let mut scorer = Scorer::new(self.language, self.english);
        for part in text.chunks(CHECKED) {
            for &byte in part {
                scorer.add(tokens[usize::from(byte)], 1, byte < 0x80);
            }
            if scorer.cost() + self.prior > limit {
                return None;
            }
        }
        let score = scorer.finish();
        let cost = score.cost + self.prior;
        (cost <= limit).then_some(Score { cost, ..score })
    }
}

/// The number of bytes after which the cost is compared with the limit.
const CHECKED: usize = 32;

/// Calls `then` with each candidate and its number, if `is_included` accepts the number. Bytes that
/// are not in `histogram` are unassigned in the characters.
fn for_each_candidate(
    histogram: &Histogram,
    languages: &[Language],
    is_included: impl Fn(usize) -> bool,
    mut then: impl FnMut(usize, Candidate<'_>),
) {
    let mut number = 0;
    for (charset, prior, written) in &ROWS {
        let Some(page) = charset.page() else {
            continue;
        };
        let mut characters = None;
        for (language_index, language) in languages.iter().enumerate() {
            if !written.contains(language_index) {
                continue;
            }
            if is_included(number) {
                let candidate = Candidate {
                    charset: *charset,
                    prior: from_bits((*prior).into()),
                    language_index,
                    language,
                    english: &languages[0],
                    characters: characters.get_or_insert_with(|| Characters::new(page, histogram)),
                };
                then(number, candidate);
            }
            number += 1;
        }
    }
}

/// The candidates that are plausible for the first words of a text.
pub(super) struct Shortlist {
    /// The cost of the first words in each candidate, or `u32::MAX` if it was over the limit.
    costs: [u32; CANDIDATES],
    /// The maximum cost of a candidate in the list.
    pub(super) limit: u32,
}

impl Shortlist {
    /// Returns the list of all candidates.
    pub(super) fn all() -> Shortlist {
        Shortlist {
            costs: [0; CANDIDATES],
            limit: u32::MAX,
        }
    }

    /// Removes the candidates in which the cost of `first` is more than `distance` above the lowest
    /// cost, which is at most `lowest`.
    pub(super) fn retain(
        &mut self,
        first: &[u8],
        languages: &[Language],
        lowest: u32,
        distance: u32,
    ) {
        let histogram = Histogram::new(first);
        let mut tokens = UNASSIGNED_TOKENS;
        let mut limit = lowest.saturating_add(distance);
        let mut costs = [u32::MAX; CANDIDATES];
        for_each_candidate(
            &histogram,
            languages,
            |number| self.contains(number),
            |number, candidate| {
                candidate.set_tokens(&histogram, &mut tokens);
                if !histogram.fits(&tokens) {
                    return;
                }
                if let Some(score) = candidate.score(first, &tokens, limit) {
                    costs[number] = score.cost;
                    limit = limit.min(score.cost.saturating_add(distance));
                }
            },
        );
        *self = Shortlist { costs, limit };
    }

    fn contains(&self, number: usize) -> bool {
        self.costs[number] <= self.limit
    }

    /// Ranks the candidates of the list by their score for a sample. `histogram` is that of the
    /// whole text: rare characters outside the sample also count, each once.
    pub(super) fn rank(
        &self,
        sample: &[u8],
        histogram: &Histogram,
        languages: &[Language],
        ranking: &mut Ranking,
    ) {
        let sampled = Histogram::new(sample);
        let mut tokens = UNASSIGNED_TOKENS;
        let is_included = |number| self.contains(number);
        for_each_candidate(histogram, languages, is_included, |_, candidate| {
            candidate.set_tokens(histogram, &mut tokens);
            let Some(mut score) = candidate.score(sample, &tokens, u32::MAX) else {
                return;
            };
            let first = if candidate.characters.has_ascii {
                0x80
            } else {
                0
            };
            for &byte in histogram.bytes() {
                if byte >= first && sampled.count(byte) == 0 {
                    let cost = tokens[usize::from(byte)].cost();
                    score.cost += from_bits(cost.saturating_sub(USUAL));
                }
            }
            ranking.add(Scored {
                name: candidate.charset.name(),
                language: code(candidate.language_index),
                score,
            });
        });
    }
}

/// How often each byte occurs in a text.
pub(super) struct Histogram {
    counts: [u32; 256],
    /// The bytes that occur, in ascending order, and their number.
    bytes: [u8; 256],
    len: usize,
}

impl Histogram {
    pub(super) fn new(text: &[u8]) -> Histogram {
        let mut counts = [0_u32; 256];
        for &byte in text {
            let count = &mut counts[usize::from(byte)];
            *count = count.saturating_add(1);
        }
        let (mut bytes, mut len) = ([0; 256], 0);
        for byte in 0..=u8::MAX {
            bytes[len] = byte;
            len += usize::from(counts[usize::from(byte)] > 0);
        }
        Histogram { counts, bytes, len }
    }

    /// Returns how often a byte occurs.
    pub(super) fn count(&self, byte: u8) -> u32 {
        self.counts[usize::from(byte)]
    }

    /// Returns the bytes that occur, in ascending order.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Returns whether half of the non-ASCII bytes are letters of the language or frequent symbols,
    /// or there are few non-ASCII bytes.
    fn fits(&self, tokens: &Tokens) -> bool {
        let (mut all, mut known) = (0, 0);
        for &byte in self.bytes().iter().rev().take_while(|byte| **byte >= 0x80) {
            let count = self.count(byte);
            all += count;
            known += match tokens[usize::from(byte)] {
                Token::Letter { .. } => count,
                Token::Symbol { cost, .. } if cost <= FREQUENT => count,
                _ => 0,
            };
        }
        2 * known >= all || all < FEW
    }
}

/// Number of non-ASCII bytes that are too few for [`Histogram::fits`].
const FEW: u32 = 8;

/// The maximum cost in bits of frequent symbols.
const FREQUENT: u8 = 10;

/// The cost in bits of characters that occur in most texts.
const USUAL: u32 = 6;

/// The token of each byte, in a code page and a language.
type Tokens = [Token; 256];

/// The tokens before [`Candidate::set_tokens`].
const UNASSIGNED_TOKENS: Tokens = [Token::Symbol {
    character: u16::MAX,
    cost: UNASSIGNED,
}; 256];

/// The characters of the bytes of a text in a code page.
struct Characters {
    of_bytes: [Character; 256],
    has_ascii: bool,
}

#[derive(Clone, Copy)]
enum Character {
    Unassigned,
    /// A letter in lower case, and whether it is upper case in the text.
    Letter(u16, bool),
    /// Another character, and its cost.
    Symbol(u16, u8),
}

impl Characters {
    fn new(page: &CodePageTables, histogram: &Histogram) -> Characters {
        let mut of_bytes = [Character::Unassigned; 256];
        for &byte in histogram.bytes() {
            of_bytes[usize::from(byte)] = page
                .decode(byte)
                .map_or(Character::Unassigned, Character::new);
        }
        Characters {
            of_bytes,
            has_ascii: page.has_ascii(),
        }
    }
}

impl Character {
    fn new(unit: u16) -> Character {
        let Some(character) = char::from_u32(unit.into()) else {
            return Character::Unassigned;
        };
        if !is_letter(character) {
            return Character::Symbol(unit, symbols::cost(unit));
        }
        let mut lower = character.to_lowercase();
        match (lower.next(), lower.next()) {
            // Romanian: the letters with a comma have the frequency of those with a cedilla.
            (Some('ș'), _) => Character::Letter(0x15F, character == 'Ș'),
            (Some('ț'), _) => Character::Letter(0x163, character == 'Ț'),
            // The dotted capital I of Turkish has two characters in lower case.
            (Some(first), Some(_)) => Character::Letter(first as u16, true),
            (Some(lower), None) => Character::Letter(lower as u16, lower != character),
            _ => Character::Letter(unit, false),
        }
    }
}

/// Returns whether a character belongs to words.
fn is_letter(character: char) -> bool {
    match character {
        // Signs that are letters by their properties: ª º µ and the presentation forms of Arabic.
        'ª' | 'º' | 'µ' | '\u{FB50}'..='\u{FEFF}' => false,
        // Vowels and tones of Vietnamese, Hebrew, Arabic and Thai.
        '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{64B}'..='\u{652}' => true,
        '\u{E31}'..='\u{E4E}' => true,
        _ => character.is_alphabetic(),
    }
}

/// Returns whether two code pages decode all bytes of a text to the same characters.
pub(super) fn is_same(histogram: &Histogram, one: Charset, other: Charset) -> bool {
    let (Some(one), Some(other)) = (one.page(), other.page()) else {
        return false;
    };
    let mut bytes = histogram.bytes().iter();
    bytes.all(|byte| one.decode(*byte) == other.decode(*byte))
}
