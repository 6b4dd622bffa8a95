//! The cost of a text in each code page and language.
#![forbid(unsafe_code)]

use super::cost::{CostModel, Meaning, Total, from_bits};
use super::letters::{Language, Set};
use super::symbols;
use super::{Best, Candidate};
use crate::Charset;
use crate::encoding::code_page::CodePageTables;

/// Cost of a byte without a character.
const UNASSIGNED: u8 = 24;

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

pub(super) static ROWS: [Row; 50] = [
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
    (Charset::Cp1047, 9, WESTERN),
    (Charset::Cp1140, 10, WESTERN),
];

/// The first bytes of a sample are examined in all languages, the others only in the best.
const FIRST_BYTES: usize = 256;

/// The maximum difference in bits of a language after the first bytes.
const CLOSE: u32 = from_bits(60);

/// Adds the cost of a sample in each code page to `best`.
pub(super) fn examine(sample: &[u8], languages: &[Language], best: &mut Best) {
    let first = &sample[..sample.len().min(FIRST_BYTES)];
    // The first round finds the lowest cost, the second adds all that are close to it.
    let mut lowest = u32::MAX;
    for is_second in [false, true] {
        for (charset, prior, written) in &ROWS {
            let Some(page) = charset.page() else {
                continue;
            };
            let characters = Characters::new(page, sample);
            for (index, language) in languages.iter().enumerate() {
                if !written.contains(index) {
                    continue;
                }
                let meanings = characters.meanings(language);
                let prior = from_bits((*prior).into());
                let cost_of = |bytes| {
                    let total = cost(bytes, &meanings, language, &languages[0]);
                    Total {
                        cost: prior + total.cost,
                        ..total
                    }
                };
                let total = cost_of(first);
                lowest = lowest.min(total.cost);
                if is_second && total.cost <= lowest.saturating_add(CLOSE) {
                    let total = if first.len() == sample.len() {
                        total
                    } else {
                        cost_of(sample)
                    };
                    best.add(Candidate {
                        name: charset.name(),
                        language: super::letters::code(index as u8),
                        total,
                    });
                }
            }
        }
    }
}

fn cost(bytes: &[u8], meanings: &[Meaning; 256], language: &Language, english: &Language) -> Total {
    let mut model = CostModel::new(language, english);
    for &byte in bytes {
        model.add(meanings[usize::from(byte)], 1, byte < 0x80);
    }
    model.finish()
}

/// The characters of the bytes of a sample in a code page.
struct Characters([Option<Character>; 256]);

#[derive(Clone, Copy)]
enum Character {
    Unassigned,
    /// A letter in lower case, and whether it is upper case in the text.
    Letter(u16, bool),
    Symbol(u16),
}

impl Characters {
    fn new(page: &CodePageTables, sample: &[u8]) -> Characters {
        let mut characters = [None; 256];
        for &byte in sample {
            let character = &mut characters[usize::from(byte)];
            if character.is_none() {
                *character = Some(
                    page.decode(byte)
                        .map_or(Character::Unassigned, Character::new),
                );
            }
        }
        Characters(characters)
    }

    /// Returns the meanings of all bytes in a language.
    fn meanings(&self, language: &Language) -> [Meaning; 256] {
        let is_latin = language.is_latin();
        self.0.map(|character| match character {
            Some(Character::Letter(letter, is_upper)) => match language.number(letter) {
                Some(number) => Meaning::Letter { number, is_upper },
                None if letter < 0x80 && !is_latin => Meaning::English {
                    number: letter as u8 - b'a' + 1,
                    is_upper,
                },
                None => Meaning::Foreign { is_upper },
            },
            Some(Character::Symbol(character)) => Meaning::Symbol {
                character,
                cost: symbols::cost(character),
            },
            Some(Character::Unassigned) | None => Meaning::Symbol {
                character: u16::MAX,
                cost: UNASSIGNED,
            },
        })
    }
}

impl Character {
    fn new(unit: u16) -> Character {
        let Some(character) = char::from_u32(unit.into()) else {
            return Character::Unassigned;
        };
        if !is_letter(character) {
            return Character::Symbol(unit);
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

/// Returns whether two code pages decode a sample to the same text.
pub(super) fn is_same(sample: &[u8], one: Charset, other: Charset) -> bool {
    match (one.page(), other.page()) {
        (Some(one), Some(other)) => sample
            .iter()
            .all(|&byte| one.decode(byte) == other.decode(byte)),
        _ => false,
    }
}
