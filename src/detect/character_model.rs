//! A model of text in all languages, for comparing a Unicode encoding with its
//! [rivals](super::rivals).
//!
//! The model gives each character a cost, which depends on the character before it. The cost is the
//! negative binary logarithm of an estimated probability, so its unit is the bit. Of two possible
//! encodings, the one with the lower cost is more plausible: in the other one, the same bytes are
//! rare letters of several scripts. A letter of an alphabet costs 6 bits, a frequent Han character
//! 8 bits, and another one 13 bits.

use super::plausibility::{Class, EAST_ASIA, HANGUL, LATIN, SYMBOLS, class};

/// The cost of a change from ASCII letters to others, or back. [`CharacterModel`] uses it only for
/// the change back.
pub(super) const SCRIPT_CHANGE: u32 = 5;

/// The cost of a change to another script.
const OTHER_SCRIPT: u32 = 8;

/// The cost of a change of script after an ASCII character that is not a letter, where such changes
/// are usual.
pub(super) const WORD_START: u32 = 2;

/// The cost of a character that does not occur in text.
pub(super) const NEVER: u32 = 22;

/// Returns the cost of an ASCII character.
pub(super) fn ascii(byte: u8) -> u32 {
    match byte {
        b' ' => 3,
        b'a'..=b'z' | b'\t' | b'\n' | b'\r' => 5,
        0x21..0x7F => 7,
        0x0C | 0x1B => 12,
        _ => NEVER,
    }
}

/// Returns the cost of a character that repeats the last one, as in ruled lines and boxes. UTF-16
/// has no such discount, because single-byte text of alternating dots and spaces would be repeated
/// units in UTF-16.
pub(super) fn repetition(is_ascii: bool) -> u32 {
    if is_ascii { 2 } else { 6 }
}

/// The total cost of the characters of a text, and the context of the next one.
#[derive(Default)]
pub(super) struct CharacterModel {
    /// The cost of all characters so far, in bits.
    pub(super) cost: u32,
    last: u32,
    script: Option<u8>,
}

impl CharacterModel {
    /// Creates a model for a part of a text, which may follow ASCII letters.
    pub(super) fn of_part() -> CharacterModel {
        CharacterModel {
            script: Some(LATIN),
            ..CharacterModel::default()
        }
    }

    /// Adds a character of UTF-8. A repetition of the last character costs less, see
    /// [`repetition`].
    pub(super) fn add_utf8(&mut self, value: u32) {
        if value == self.last {
            self.cost += repetition(value < 0x80);
        } else {
            self.add(value);
        }
    }

    /// Adds a character, or a surrogate.
    pub(super) fn add(&mut self, value: u32) {
        let is_ascii_letter =
            |value| matches!(u8::try_from(value), Ok(b) if b.is_ascii_alphabetic());
        let is_near = value >> 6 == self.last >> 6;
        self.cost += match class(value) {
            _ if value < 0x80 => {
                let script = is_ascii_letter(value).then_some(LATIN).or(self.script);
                let change = if script == self.script || self.last < 0x80 {
                    0
                } else {
                    SCRIPT_CHANGE
                };
                self.script = script;
                ascii(value as u8) + change
            }
            // Signs in the blocks of the Latin script, which occur beside letters of all scripts.
            Class::Script(LATIN) if value < 0xC0 => 11,
            Class::Script(script) => {
                let change = match self.script {
                    // Most accented letters follow an ASCII letter.
                    Some(LATIN) if script == LATIN && is_ascii_letter(self.last) => 0,
                    Some(LATIN) | None if script == LATIN => 4,
                    Some(last) if last == script => 0,
                    _ => OTHER_SCRIPT,
                };
                self.script = Some(script);
                letter(value, script, is_near) + change
            }
            Class::Common | Class::Ascii => 9,
            // A letter of a script that is not in the table, near the last character.
            Class::Implausible if is_near => 10,
            Class::Implausible => NEVER,
        };
        self.last = value;
    }
}

/// Returns the cost of a letter of a script. `is_near` is true if its code point is near the last
/// one.
fn letter(value: u32, script: u8, is_near: bool) -> u32 {
    match (script, value) {
        (HANGUL, 0xAC00..) => syllable(value),
        // Letters of the Korean alphabet, which text seldom uses alone.
        (HANGUL, _) => 9,
        (LATIN, 0xC0..=0xFF) | (SYMBOLS, _) if script == LATIN || is_near => 6,
        (LATIN, 0x100..=0x17F | 0x1A0 | 0x1A1 | 0x1AF | 0x1B0 | 0x1EA0..=0x1EF9) => 9,
        (EAST_ASIA, 0x3041..=0x312F) => 7,
        (EAST_ASIA, 0x4E00..=0x9FFF) if is_frequent(value) => 8,
        (EAST_ASIA, 0x4E00..=0x9FFF) => 13,
        (EAST_ASIA, _) => 20,
        (LATIN | SYMBOLS, _) => 12,
        // Letters that modern Greek and most Cyrillic alphabets do not use, and the rare capitals
        // U+0400 to U+040F.
        (_, 0x0370..=0x0385 | 0x03CF..=0x040F | 0x0460..=0x052F) => 12,
        _ => 6,
    }
}

/// Returns the cost of a Hangul syllable, by its vowel and its final consonant. A few of the 21
/// vowels and 28 finals occur in most syllables.
pub(super) fn syllable(value: u32) -> u32 {
    let index = value.wrapping_sub(0xAC00);
    let (vowel, last) = (index / 28 % 21, index % 28);
    let vowel = if matches!(vowel, 0 | 1 | 4..=6 | 8 | 13 | 18 | 20) {
        3
    } else {
        5
    };
    let last = match last {
        0 => 1,
        1 | 4 | 8 | 16 | 17 | 19..=21 => 4,
        _ => 8,
    };
    4 + vowel + last
}

/// The most frequent Han characters of Chinese, simplified and traditional, and of Japanese.
const FREQUENT: &str = "\
    的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作\
    里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想\
    实日者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应向头文体政\
    相见被利什二等产或新制果加月话合回特代内信表化老给世位次度门常先通教原提立及比员解水名真论义各入条\
    平系题更别变总何电数安少报结反受目太量再建接必件计管期市直资命指统区保形社便空基书非则界式色路记品\
    类求据程北边该交取確傳這個們來為國說時會對過發後裡種經沒動還進樣開從實無與長機關點業將兩間問應頭體\
    見產話員論義條題變總電數報結計資統區書則記類據邊該";

/// A bit for each character from U+4E00 to U+9FFF.
static IS_FREQUENT: [u32; 0x5200 / 32] = {
    let mut set = [0; 0x5200 / 32];
    let bytes = FREQUENT.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let [lead, middle, last] = [
            bytes[at] as usize,
            bytes[at + 1] as usize,
            bytes[at + 2] as usize,
        ];
        let index = ((lead & 0x0F) << 12 | (middle & 0x3F) << 6 | last & 0x3F) - 0x4E00;
        set[index / 32] |= 1 << (index % 32);
        at += 3;
    }
    set
};

/// Returns whether a Han character is one of the most frequent.
fn is_frequent(value: u32) -> bool {
    let index = value.wrapping_sub(0x4E00) as usize;
    IS_FREQUENT
        .get(index / 32)
        .is_some_and(|set| set >> (index % 32) & 1 == 1)
}
