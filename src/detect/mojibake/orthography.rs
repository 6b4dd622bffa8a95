//! The non-ASCII Latin letters of each language, for choosing between explanations of mojibake.
//!
//! In the correct explanation, the letters of a text are frequent in one language. If no language
//! has both of two letters, correct text does not have them side by side.

use super::kind::Kind;

/// The letters of languages or groups of similar languages, in lower case, most frequent first.
const LETTERS: [&str; 28] = [
    "éàèêçùôûîâœïëüÿæ",     // French.
    "üäößéàè",              // German.
    "íéáóñúüçàèòï",         // Spanish, with letters of Catalan.
    "ãáéçóêíàúõâôü",        // Portuguese.
    "èàìòéùíîó",            // Italian.
    "éàíèòóúçïü",           // Catalan.
    "éëèïóöüêáñçíàäî",      // Dutch.
    "äåöéáàüèê",            // Swedish, Finnish.
    "åøæéüöêôòóâäá",        // Danish, Norwegian.
    "íáéðúóöþæýøå",         // Icelandic, Faroese.
    "äõüöåšžé",             // Estonian.
    "ęłżśąćóźńéöü",         // Polish.
    "íáěžšřčéýůďňťúóöäüĺľ", // Czech, with letters of Slovak.
    "ážčšíťýúéľôďňäóŕĺěöü", // Slovak.
    "éáöóőüíúűäß",          // Hungarian.
    "ăîşţâáéöüã",           // Romanian.
    "šćčžđéëçñ",            // Croatian, Bosnian, Serbian, Slovenian.
    "ëçâêôéäü",             // Albanian.
    "ıüşçğöâîû",            // Turkish.
    "āēīšņūļžķčģōŗõäöü",    // Latvian.
    "šėžąųįūčęłńóśźż",      // Lithuanian.
    "ċġħżàèìòùîâé",         // Maltese.
    "ïâôëŵäêŷûîòùöáéóàèì",  // Welsh.
    "ĉĝŭŝĵĥ",               // Esperanto.
    "đôàóáìâúêãíòăĩùũéýèõ", // Vietnamese.
    "āēīōūáíóéúàèìòùñ",     // Māori, and transcriptions with marks for length and tones.
    "áčšŋđŧžæøåäö",         // Northern Sami.
    "êëôéöïèüáóûâñî",       // Afrikaans.
];

/// The first code point in the tables.
const FIRST: usize = 0xC0;

/// The number of code points in the tables, which end with U+017F.
const COUNT: usize = 0x180 - FIRST;

/// The cost of a letter that a language lacks.
const ABSENT: u8 = 16;

/// The cost of a frequent letter that is not in the tables.
const FREQUENT: u8 = 6;

/// The additional cost of a capital letter.
const CAPITAL: u32 = 4;

/// The cost of each letter in each language, in bits. The first two letters of a language cost 3
/// bits. Each further pair of letters costs one bit more than the pair before it.
static COSTS: [[u8; COUNT]; LETTERS.len()] = {
    let mut costs = [[ABSENT; COUNT]; LETTERS.len()];
    let mut language = 0;
    while language < LETTERS.len() {
        let bytes = LETTERS[language].as_bytes();
        let (mut at, mut rank) = (0, 0);
        while at < bytes.len() {
            // Each of the letters has two bytes in UTF-8.
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

/// Returns the index of the small form of a letter in the tables.
fn index(letter: char) -> Option<usize> {
    let lower = match letter {
        '×' | '÷' => return None,
        'À'..='Þ' => letter as usize + 0x20,
        'İ' => 'ı' as usize,
        'Ÿ' => 'ÿ' as usize,
        _ => letter as usize,
    };
    let index = lower.checked_sub(FIRST).filter(|index| *index < COUNT)?;
    // A capital letter of Latin Extended-A has no language in the tables. Its small form is next. A
    // small letter without a language gets the index of the next capital, which has none either.
    let has_no_language = lower >= 0x100 && MASKS[index] == 0 && index + 1 < COUNT;
    Some(index + usize::from(has_no_language))
}

/// Returns whether any language has this non-ASCII letter.
pub(super) fn is_letter(letter: char) -> bool {
    index(letter).is_some_and(|index| MASKS[index] != 0) || is_frequent_outside_tables(letter)
}

/// Returns whether a letter that is not in the tables is frequent in a language.
fn is_frequent_outside_tables(letter: char) -> bool {
    matches!(letter, 'ơ' | 'ư' | 'Ơ' | 'Ư' | 'Ș'..='ț' | 'Ạ'..='ỹ')
}

/// Returns whether both letters occur in languages, but in no common one.
pub(super) fn share_no_language(one: char, other: char) -> bool {
    let languages = |letter| index(letter).map_or(0, |index| MASKS[index]);
    let (one, other) = (languages(one), languages(other));
    one != 0 && other != 0 && one & other == 0
}

/// Returns the cost in bits of the non-ASCII Latin letters of a text, in the language with the
/// lowest cost.
pub(super) fn cost(text: impl Iterator<Item = char>) -> u32 {
    let mut costs = [0; LETTERS.len()];
    // The costs that are the same in each language.
    let mut common = 0u32;
    for letter in text.filter(|letter| !letter.is_ascii()) {
        let is_capital = Kind::of(letter) == Kind::Upper;
        let Some(index) = index(letter) else {
            common += match letter {
                _ if is_frequent_outside_tables(letter) => FREQUENT.into(),
                'ƀ'..='ɏ' | 'Ḁ'..='ẟ' => ABSENT.into(),
                _ => 0,
            };
            continue;
        };
        common += CAPITAL * u32::from(is_capital);
        for (sum, row) in costs.iter_mut().zip(&COSTS) {
            *sum += u32::from(row[index]);
        }
    }
    common + costs.into_iter().min().unwrap_or(0)
}
