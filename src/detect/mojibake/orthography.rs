//! The accented Latin letters of each language, for choosing between explanations of mojibake.
//!
//! In the correct explanation, the letters of a text are frequent in one language. If no language
//! has both of two letters, correct text does not have them side by side.

use super::kind::Kind;

/// The letters of languages or groups of similar languages, in lower case, most frequent first.
const LETTERS: [&str; 28] = [
    "éàèêçùôûîâœïëüÿæ",
    "üäößéàè",
    "íéáóñúüçàèòï",
    "ãáéçóêíàúõâôü",
    "èàìòéùíîó",
    "éàíèòóúçïü",
    "éëèïóöüêáñçíàäî",
    "äåöéáàüèê",
    "åøæéüöêôòóâäá",
    "íáéðúóöþæýøå",
    "äõüöåšžé",
    "ęłżśąćóźńéöü",
    "íáěžšřčéýůďňťúóöäüĺľ",
    "ážčšíťýúéľôďňäóŕĺěöü",
    "éáöóőüíúűäß",
    "ăîşţâáéöüã",
    "šćčžđéëçñ",
    "ëçâêôéäü",
    "ıüşçğöâîû",
    "āēīšņūļžķčģōŗõäöü",
    "šėžąųįūčęłńóśźż",
    "ċġħżàèìòùîâé",
    "ïâôëŵäêŷûîòùöáéóàèì",
    "ĉĝŭŝĵĥ",
    "đôàóáìâúêãíòăĩùũéýèõ",
    "āēīōūáíóéúàèìòùñ",
    "áčšŋđŧžæøåäö",
    "êëôéöïèüáóûâñî",
];

/// The code points of the letters in the tables.
const FIRST: usize = 0xC0;
const COUNT: usize = 0x180 - FIRST;

/// The cost of a letter that a language lacks.
const ABSENT: u8 = 16;

/// The cost of a frequent letter that is not in the tables.
const FREQUENT: u8 = 6;

/// The additional cost of a capital letter.
const CAPITAL: u32 = 4;

/// The cost of each letter in each language, in bits.
static COSTS: [[u8; COUNT]; LETTERS.len()] = {
    let mut costs = [[ABSENT; COUNT]; LETTERS.len()];
    let mut language = 0;
    while language < LETTERS.len() {
        let bytes = LETTERS[language].as_bytes();
        let (mut at, mut rank) = (0, 0);
        while at < bytes.len() {
            let letter = (bytes[at] as usize & 0x1F) << 6 | bytes[at + 1] as usize & 0x3F;
            if FIRST <= letter && letter < FIRST + COUNT {
                costs[language][letter - FIRST] = 3 + rank / 2;
            }
            at += 2;
            rank += 1;
        }
        language += 1;
    }
    costs
};

/// The set of languages of each letter.
static MASKS: [u32; COUNT] = {
    let mut masks = [0; COUNT];
    let mut language = 0;
    while language < LETTERS.len() {
        let mut letter = 0;
        while letter < COUNT {
            masks[letter] |= ((COSTS[language][letter] < ABSENT) as u32) << language;
            letter += 1;
        }
        language += 1;
    }
    masks
};

/// Returns the index of a letter in the tables.
fn index(letter: char) -> Option<usize> {
    let lower = match letter {
        '×' | '÷' => return None,
        'À'..='Þ' => letter as usize + 0x20,
        'İ' => 'ı' as usize,
        'Ÿ' => 'ÿ' as usize,
        _ => letter as usize,
    };
    let index = lower.checked_sub(FIRST).filter(|index| *index < COUNT)?;
    // A capital letter of Latin Extended-A is before its small letter.
    let is_capital = lower >= 0x100 && MASKS[index] == 0 && index + 1 < COUNT;
    Some(index + usize::from(is_capital))
}

/// Returns whether any language has this non-ASCII letter.
pub(super) fn is_letter(letter: char) -> bool {
    index(letter).is_some_and(|index| MASKS[index] != 0) || is_frequent_outside_tables(letter)
}

/// Returns whether a letter that is not in the tables is frequent in a language.
fn is_frequent_outside_tables(letter: char) -> bool {
    matches!(letter, 'ơ' | 'ư' | 'Ơ' | 'Ư' | 'Ș'..='ț' | 'Ạ'..='ỹ')
}

/// Returns whether each letter belongs to a language, but no language has both.
pub(super) fn share_no_language(one: char, other: char) -> bool {
    let languages = |letter| Some(MASKS[index(letter)?]).filter(|mask| *mask != 0);
    let pair = languages(one).zip(languages(other));
    pair.is_some_and(|(one, other)| one & other == 0)
}

/// Returns the cost in bits of the accented letters of a text, in the language with the lowest
/// cost.
pub(super) fn cost(text: impl Iterator<Item = char>) -> u32 {
    let mut costs = [0; LETTERS.len()];
    let mut others = 0u32;
    for letter in text.filter(|letter| !letter.is_ascii()) {
        let is_capital = Kind::of(letter) == Kind::Upper;
        let Some(letter) = index(letter) else {
            others += match letter {
                _ if is_frequent_outside_tables(letter) => FREQUENT.into(),
                'ƀ'..='ɏ' | 'Ḁ'..='ẟ' => ABSENT.into(),
                _ => 0,
            };
            continue;
        };
        others += CAPITAL * u32::from(is_capital);
        for (sum, language) in costs.iter_mut().zip(&COSTS) {
            *sum += u32::from(language[letter]);
        }
    }
    others + costs.into_iter().min().unwrap_or(0)
}
