//! The cost of a text in each code page and language.

use super::cost::{CostModel, Meaning, Total, from_bits};
use super::letters::{Language, Set, code};
use super::symbols;
use super::{Best, Candidate};
use crate::Charset;
use crate::encoding::code_page::CodePageTables;

/// Cost of a byte without a character.
const UNASSIGNED: u8 = 40;

const WESTERN: Set = Set::new("en fr de es pt it nl sv da no is fi ca eu af id sq ga");
const CENTRAL: Set = Set::new("en de pl cs sk hu ro hr sl sq");
const TURKISH: Set = Set::new("en tr de fr");
const BALTIC: Set = Set::new("en lt lv et de pl fi");
const CYRILLIC: Set = Set::new("ru uk be bg mk sr");
const NORDIC: Set = Set::new("sv no da is fi et lt lv");
const GREEK: Set = Set::new("el");
const HEBREW: Set = Set::new("he");
const ARABIC: Set = Set::new("ar fa");
const THAI: Set = Set::new("th");
const CELTIC: Set = Set::new("cy ga");

/// A code page, the cost of the code page itself in bits, and the languages that are written in it.
/// Rare code pages cost more. A code page can have several rows for languages that are more or less
/// frequent in it.
type Row = (Charset, u8, Set);

pub(super) static ROWS: [Row; 51] = [
    (Charset::Windows1252, 0, WESTERN),
    (Charset::Windows1252, 8, CELTIC),
    (Charset::Windows1250, 2, CENTRAL),
    (Charset::Windows1250, 10, Set::new("fr es sv fi da no")),
    (Charset::Windows1251, 1, CYRILLIC),
    (Charset::Windows1253, 1, GREEK),
    (Charset::Windows1254, 3, TURKISH),
    (Charset::Windows1254, 8, WESTERN),
    (Charset::Windows1255, 1, HEBREW),
    (Charset::Windows1256, 1, ARABIC),
    (Charset::Windows1257, 3, BALTIC),
    (Charset::Windows1258, 4, Set::new("vi")),
    (Charset::Windows874, 1, THAI),
    (Charset::Iso8859_2, 3, CENTRAL),
    (Charset::Iso8859_3, 7, Set::new("eo tr")),
    (Charset::Iso8859_4, 6, BALTIC),
    (Charset::Iso8859_5, 4, CYRILLIC),
    (Charset::Iso8859_6, 3, ARABIC),
    (Charset::Iso8859_7, 2, GREEK),
    (Charset::Iso8859_8, 3, HEBREW),
    (Charset::Iso8859_9, 5, TURKISH),
    (Charset::Iso8859_10, 8, NORDIC),
    (Charset::Iso8859_13, 5, BALTIC),
    (Charset::Iso8859_14, 5, CELTIC),
    (Charset::Iso8859_15, 5, WESTERN),
    (Charset::Iso8859_15, 6, Set::new("et")),
    (Charset::Iso8859_16, 6, Set::new("ro hr hu pl sl sq fr")),
    (Charset::Koi8R, 2, Set::new("ru bg")),
    (Charset::Koi8U, 3, Set::new("uk be ru")),
    (Charset::Macintosh, 5, WESTERN),
    (Charset::XMacCyrillic, 4, CYRILLIC),
    (Charset::Cp437, 5, Set::new("en fr de es it nl sv fi")),
    (Charset::Cp850, 4, WESTERN),
    (Charset::Cp852, 4, CENTRAL),
    (Charset::Cp855, 6, CYRILLIC),
    (Charset::Cp857, 6, TURKISH),
    (Charset::Cp858, 6, WESTERN),
    (Charset::Cp860, 9, Set::new("pt es it fr")),
    (Charset::Cp861, 9, Set::new("is")),
    (Charset::Cp862, 5, HEBREW),
    (Charset::Cp863, 9, Set::new("fr")),
    (Charset::Cp864, 7, ARABIC),
    (Charset::Cp865, 9, Set::new("da no sv")),
    (Charset::Ibm866, 2, Set::new("ru be bg")),
    (Charset::Ibm866, 4, Set::new("uk")),
    (Charset::Cp869, 6, GREEK),
    (Charset::Cp037, 8, WESTERN),
    (Charset::Cp273, 10, Set::new("de")),
    (Charset::Cp500, 9, WESTERN),
    (Charset::Cp1047, 10, WESTERN),
    (Charset::Cp1140, 11, WESTERN),
];

/// Upper bound of the number of pairs of a row and a language.
const PAIRS: usize = 512;

/// A code page and a language that is written in it.
struct Pair<'a> {
    charset: Charset,
    prior: u32,
    language_index: usize,
    language: &'a Language,
    english: &'a Language,
    characters: &'a Characters,
}

impl Pair<'_> {
    /// Returns the cost of a text, or `None` if it is more than `limit`.
    fn total(&self, text: &[u8], meanings: &Meanings, limit: u32) -> Option<Total> {
        let mut model = CostModel::new(self.language, self.english);
        for part in text.chunks(CHECKED) {
            for &byte in part {
                model.add(meanings[usize::from(byte)], 1, byte < 0x80);
            }
            if model.cost() + self.prior > limit {
                return None;
            }
        }
        let total = model.finish();
        let cost = total.cost + self.prior;
        (cost <= limit).then_some(Total { cost, ..total })
    }
}

/// The number of bytes after which the cost is compared with the limit.
const CHECKED: usize = 32;

/// Calls `then` for each code page and each of its languages, if `is_included` accepts the number
/// of the pair. Bytes that are not in `histogram` are unassigned in the characters.
fn for_each_pair(
    histogram: &Histogram,
    languages: &[Language],
    is_included: impl Fn(usize) -> bool,
    mut then: impl FnMut(usize, Pair<'_>),
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
                let pair = Pair {
                    charset: *charset,
                    prior: from_bits((*prior).into()),
                    language_index,
                    language,
                    english: &languages[0],
                    characters: characters.get_or_insert_with(|| Characters::new(page, histogram)),
                };
                then(number, pair);
            }
            number += 1;
        }
    }
}

/// The pairs that are plausible for the first words of a text.
pub(super) struct Plausible {
    /// The cost of the first words in each pair, or `u32::MAX` if it was over the limit.
    costs: [u32; PAIRS],
    /// The limit above which pairs are implausible.
    pub(super) limit: u32,
}

impl Plausible {
    /// Returns all pairs.
    pub(super) fn all() -> Plausible {
        Plausible {
            costs: [0; PAIRS],
            limit: u32::MAX,
        }
    }

    /// Removes the pairs in which the cost of `first` is more than `distance` above the lowest
    /// cost, which is at most `lowest`.
    pub(super) fn retain(
        &mut self,
        first: &[u8],
        languages: &[Language],
        lowest: u32,
        distance: u32,
    ) {
        let histogram = Histogram::new(first);
        let mut meanings = UNASSIGNED_MEANINGS;
        let mut limit = lowest.saturating_add(distance);
        let mut costs = [u32::MAX; PAIRS];
        for_each_pair(
            &histogram,
            languages,
            |number| self.contains(number),
            |number, pair| {
                pair.characters
                    .set_meanings(pair.language, &histogram, &mut meanings);
                if !histogram.fits(&meanings) {
                    return;
                }
                if let Some(total) = pair.total(first, &meanings, limit) {
                    costs[number] = total.cost;
                    limit = limit.min(total.cost.saturating_add(distance));
                }
            },
        );
        *self = Plausible { costs, limit };
    }

    fn contains(&self, number: usize) -> bool {
        self.costs[number] <= self.limit
    }

    /// Adds the cost of a sample in the plausible pairs. `histogram` is that of the whole text:
    /// rare characters outside the sample also count, each once.
    pub(super) fn examine(
        &self,
        sample: &[u8],
        histogram: &Histogram,
        languages: &[Language],
        best: &mut Best,
    ) {
        let seen = Histogram::new(sample);
        let mut meanings = UNASSIGNED_MEANINGS;
        let is_plausible = |number| self.contains(number);
        for_each_pair(histogram, languages, is_plausible, |_, pair| {
            pair.characters
                .set_meanings(pair.language, histogram, &mut meanings);
            let Some(mut total) = pair.total(sample, &meanings, u32::MAX) else {
                return;
            };
            let first = if pair.characters.has_ascii { 0x80 } else { 0 };
            for &byte in histogram.bytes() {
                if byte >= first && seen.counts[usize::from(byte)] == 0 {
                    let cost = meanings[usize::from(byte)].cost();
                    total.cost += from_bits(cost.saturating_sub(USUAL));
                }
            }
            best.add(Candidate {
                name: pair.charset.name(),
                language: code(pair.language_index),
                total,
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
            if len == bytes.len() {
                break;
            }
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

    /// Returns whether half of the non-ASCII bytes are letters of the language or frequent symbols.
    fn fits(&self, meanings: &Meanings) -> bool {
        let (mut all, mut known) = (0, 0);
        for &byte in self.bytes().iter().rev().take_while(|byte| **byte >= 0x80) {
            let count = self.counts[usize::from(byte)];
            all += count;
            known += match meanings[usize::from(byte)] {
                Meaning::Letter { .. } => count,
                Meaning::Symbol { cost, .. } if cost <= FREQUENT => count,
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

/// What each byte is, in a code page and a language.
type Meanings = [Meaning; 256];

/// The meanings of bytes that do not occur.
const UNASSIGNED_MEANINGS: Meanings = [Meaning::Symbol {
    character: u16::MAX,
    cost: UNASSIGNED,
}; 256];

/// The characters of the bytes of a sample in a code page.
struct Characters {
    characters: [Character; 256],
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
        let mut characters = [Character::Unassigned; 256];
        for &byte in histogram.bytes() {
            characters[usize::from(byte)] = page
                .decode(byte)
                .map_or(Character::Unassigned, Character::new);
        }
        Characters {
            characters,
            has_ascii: page.has_ascii(),
        }
    }

    /// Sets the meanings of the bytes that occur, in a language.
    fn set_meanings(&self, language: &Language, histogram: &Histogram, meanings: &mut Meanings) {
        for &byte in histogram.bytes() {
            meanings[usize::from(byte)] = match self.characters[usize::from(byte)] {
                Character::Letter(letter, is_upper) => match language.number(letter) {
                    Some(number) => Meaning::Letter { number, is_upper },
                    None if letter < 0x80 && !language.is_latin() => Meaning::English {
                        number: letter as u8 - b'a' + 1,
                        is_upper,
                    },
                    None => Meaning::Foreign { is_upper },
                },
                Character::Symbol(character, cost) => Meaning::Symbol { character, cost },
                Character::Unassigned => UNASSIGNED_MEANINGS[0],
            };
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
    let mut bytes = (0..=u8::MAX).filter(|byte| histogram.counts[usize::from(*byte)] > 0);
    bytes.all(|byte| one.decode(byte) == other.decode(byte))
}
