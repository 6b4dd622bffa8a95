//! Evidence of mojibake: characters that correct text does not put side by side.
//!
//! Examples are a capital letter within a word in small letters, a symbol between two letters, and
//! letters of two scripts in a word. Each character has a [`Kind`]. The function [`evidence`]
//! compares it with its neighbours.

use super::{drawing, orthography};

/// The weight of an odd character. One such character is sufficient evidence of mojibake.
pub(super) const STRONG: u32 = 2;

/// The weight of a letter beside a letter of another alphabet or language. For
/// [`is_evidence`](super::sequence::is_evidence), it is sufficient only if the decoded character is
/// a letter of a Latin alphabet or a frequent mark.
pub(super) const WEAK: u32 = 1;

/// The kind of a character, which determines where it may occur in correct text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Space,
    Digit,
    /// Other ASCII characters.
    Ascii,
    Lower,
    Upper,
    /// A letter without case, or a letter whose case is ignored: Armenian, Georgian, and U+0180 to
    /// U+01CC except `Ơ`, `ơ`, `Ư`, `ư` and `ƒ`. Also the punctuation and most digits of the
    /// scripts from Armenian on.
    Letter,
    /// A combining mark, which follows a letter.
    Mark,
    /// A mark that also occurs within words, such as `’`, `–` or `·`.
    Joiner,
    /// A mark at the start of a word only: `¡`, `¿`, `‚`, `„`, and `‹`, although `‹` closes in
    /// German.
    Opening,
    /// A quotation mark, which opens in some languages and closes in others.
    Quote,
    Currency,
    /// `©`, `®`, `™` and `№`.
    Trade,
    /// `°`, `ª`, `º`.
    Degree,
    /// `¹`, `²`, `³`, `ⁿ`.
    Power,
    /// `¼`, `½`, `¾`.
    Fraction,
    /// `×`, `÷`, `±` and comparisons.
    Operator,
    /// Other mathematical symbols.
    Math,
    /// `§`, `¶`, `†`, `‡`, which precede or follow words.
    Reference,
    /// Symbols that hardly occur in text, such as `¬`, `¦` or a spacing accent.
    Rare,
    /// Box-drawing characters and blocks.
    Box,
    /// The control characters U+0080 to U+009F.
    Control,
    /// U+FFFD, which stands for a lost character.
    Lost,
    Other,
}

/// The kinds of the characters below this code point are in a table.
const LISTED: usize = 0x700;

static KINDS: [Kind; LISTED] = {
    let mut kinds = [Kind::Other; LISTED];
    let mut value = 0;
    while value < LISTED {
        kinds[value] = compute(value as u32);
        value += 1;
    }
    kinds
};

impl Kind {
    #[inline]
    pub(super) fn of(character: char) -> Kind {
        match KINDS.get(character as usize) {
            Some(kind) => *kind,
            None => compute(character.into()),
        }
    }

    pub(super) fn is_letter(self) -> bool {
        matches!(self, Kind::Lower | Kind::Upper | Kind::Letter)
    }

    /// Returns whether this is a non-ASCII symbol or mark, a control character or a lost character.
    /// None of them is part of words.
    fn is_symbol(self) -> bool {
        !self.is_letter()
            && !matches!(
                self,
                Kind::Space | Kind::Digit | Kind::Ascii | Kind::Mark | Kind::Joiner | Kind::Other
            )
    }
}

/// Returns the kind of a code point.
const fn compute(value: u32) -> Kind {
    match value {
        0x09..=0x0D | 0x20 | 0xA0 | 0x2000..=0x200B | 0x202F | 0x3000 => Kind::Space,
        0x30..=0x39 | 0x660..=0x669 | 0x6F0..=0x6F9 => Kind::Digit,
        0x41..=0x5A => Kind::Upper,
        0x61..=0x7A => Kind::Lower,
        0..=0x7F => Kind::Ascii,
        0x80..=0x9F => Kind::Control,
        0xAD
        | 0xB4
        | 0xB7
        | 0x200C..=0x2016
        | 0x2019
        | 0x2022..=0x2027
        | 0x202A..=0x202E
        | 0x2219
        | 0xFEFF => Kind::Joiner,
        0xA1 | 0xBF | 0x201A | 0x201E | 0x2039 => Kind::Opening,
        0xAB | 0xBB | 0x2018 | 0x201C | 0x201D | 0x203A => Kind::Quote,
        0xA2 | 0xA3 | 0xA5 | 0x20A0..=0x20BF => Kind::Currency,
        0xA9 | 0xAE | 0x2122 | 0x2116 => Kind::Trade,
        0xAA | 0xB0 | 0xBA => Kind::Degree,
        0xB2 | 0xB3 | 0xB9 | 0x207F => Kind::Power,
        0xBC..=0xBE => Kind::Fraction,
        0xB1 | 0xD7 | 0xF7 | 0x2248 | 0x2260..=0x2265 => Kind::Operator,
        0xA7 | 0xB6 | 0x2020 | 0x2021 => Kind::Reference,
        0xA4 | 0xA6 | 0xA8 | 0xAC | 0xAF | 0xB8 | 0x192 | 0x2C6..=0x2DD => Kind::Rare,
        0x2030 | 0x2310 | 0x2320 | 0x2321 | 0x384 | 0x385 | 0xF8FF => Kind::Rare,
        0x2200..=0x22FF | 0x25CA | 0x2044 => Kind::Math,
        0x2500..=0x25A0 => Kind::Box,
        0xFFFD => Kind::Lost,
        0x300..=0x36F | 0x591..=0x5BD | 0x5BF | 0x5C1 | 0x5C2 | 0x5C4 | 0x64B..=0x65F => Kind::Mark,
        0xC0..=0x24F | 0x370..=0x52F | 0x1E00..=0x1EFF => cased_kind(value),
        0xB5 | 0xFB01 | 0xFB02 => Kind::Lower,
        0x531..=0x10FF | 0x3041..=0xD7A3 => Kind::Letter,
        _ => Kind::Other,
    }
}

/// Returns the kind of a non-ASCII Latin, Greek or Cyrillic letter. Archaic Greek letters are
/// [`Kind::Lower`].
const fn cased_kind(value: u32) -> Kind {
    let is_upper = match value {
        // Signs and punctuation among the letters.
        0x374 | 0x375 | 0x37E | 0x387 | 0x3F6 | 0x482 => return Kind::Other,
        // Letters whose case is ignored.
        0x180..=0x19F | 0x1A2..=0x1AE | 0x1B1..=0x1CC => return Kind::Letter,
        0xC0..=0xDE => true,
        0xDF..=0xFF => false,
        0x139..=0x148 | 0x179..=0x17E | 0x1CD..=0x1DC | 0x4C1..=0x4CE => value % 2 == 1,
        0x138 | 0x149 | 0x17F | 0x1B0 | 0x1F0 => false,
        0x178 | 0x1A0 | 0x1AF | 0x4C0 => true,
        0x100..=0x24F | 0x460..=0x52F | 0x1E00..=0x1EFF => value % 2 == 0,
        0x386..=0x38F | 0x391..=0x3AB | 0x400..=0x42F => true,
        _ => false,
    };
    if is_upper { Kind::Upper } else { Kind::Lower }
}

/// The alphabet of a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Other,
}

impl Alphabet {
    /// Returns the alphabet of a letter.
    pub(super) fn of(letter: char) -> Alphabet {
        match u32::from(letter) {
            0xB5 | 0x370..=0x3FF => Alphabet::Greek,
            0x400..=0x52F => Alphabet::Cyrillic,
            0x590..=0x5FF => Alphabet::Hebrew,
            0x600..=0x6FF => Alphabet::Arabic,
            0..=0x24F | 0x1E00..=0x1EFF | 0xFB01 | 0xFB02 => Alphabet::Latin,
            _ => Alphabet::Other,
        }
    }
}

/// A character and its kind.
pub(super) type Neighbour = (char, Kind);

/// The neighbour at the start or end of a text.
pub(super) const EDGE: Neighbour = ('\n', Kind::Space);

/// Returns the weight of a character between two others as evidence of mojibake: 0, [`WEAK`] or
/// [`STRONG`]. The weight of ASCII characters is 0.
pub(super) fn evidence(before: Neighbour, (this, kind): Neighbour, after: Neighbour) -> u32 {
    if this.is_ascii() {
        return 0;
    }
    let [is_after_letter, is_before_letter] = [before, after].map(|(_, kind)| kind.is_letter());
    let is_within = is_after_letter && is_before_letter;
    let is_odd = match kind {
        Kind::Upper | Kind::Lower | Kind::Letter => {
            let is_odd = is_odd_letter(before, (this, kind), after);
            if !is_odd && is_foreign_letter(before, (this, kind), after) {
                return WEAK;
            }
            is_odd
        }
        Kind::Mark => {
            let is_after_own = is_after_letter && Alphabet::of(before.0) == Alphabet::of(this);
            this > '\u{36F}' && !is_after_own
        }
        Kind::Joiner => {
            // Between a capital and a small letter, these are odd: `’` after `Å` or `Ã` but not
            // before `s`, dashes after `Ã`, and the soft hyphen, `´` and `·` after a non-ASCII
            // letter. All other joiners are never odd.
            let is_inner = match this {
                '’' => matches!(before.0, 'Å' | 'Ã') && after.0 != 's',
                '–' | '—' => before.0 == 'Ã',
                _ => matches!(this, '\u{AD}' | '´' | '·') && !before.0.is_ascii(),
            };
            is_inner && before.1 == Kind::Upper && after.1 == Kind::Lower
        }
        Kind::Opening => {
            let is_after_symbol = before.1.is_symbol()
                && !matches!(before.1, Kind::Quote | Kind::Opening | Kind::Trade);
            is_within || before.1 == Kind::Lower || is_after_symbol
        }
        Kind::Quote => is_within || before.1 == Kind::Trade && matches!(this, '«' | '“' | '‘'),
        Kind::Trade => is_within,
        Kind::Reference if this == '¶' => is_after_letter,
        Kind::Reference => is_before_letter && (is_after_letter || before.1.is_symbol()),
        Kind::Currency => {
            let is_after_lower = before.1 == Kind::Lower;
            let is_before_symbol = after.1.is_symbol() || after.1 == Kind::Joiner;
            is_within || is_after_lower && is_before_symbol
        }
        Kind::Degree | Kind::Power => {
            let is_after_lower = before.1 == Kind::Lower && !before.0.is_ascii();
            is_within || is_after_lower && after.1.is_symbol()
        }
        Kind::Fraction => is_within || is_after_letter && after.1.is_symbol(),
        Kind::Operator if this == '×' => false,
        Kind::Operator if matches!(before.0, '–' | '—') => after.1 == Kind::Joiner,
        Kind::Operator if this == '÷' && is_within => true,
        Kind::Operator => {
            let is_inner = is_within && (this == '≈' || !before.0.is_ascii());
            after.1.is_symbol() || is_accented(after) || is_inner
        }
        Kind::Math if this == '√' => is_after_letter || after.1.is_symbol() || is_accented(after),
        Kind::Math => is_after_letter,
        Kind::Rare => {
            let is_mark = before.1 == Kind::Mark || this == 'ƒ' && is_accented(after);
            is_after_letter || before.1.is_symbol() || is_mark
        }
        Kind::Box => {
            let is_line = matches!(this, '─' | '═' | '│' | '║');
            let is_after_joint = before.1 == Kind::Box && drawing::is_broken(before.0, this);
            let is_before_symbol =
                drawing::is_joint(this) && after.1.is_symbol() && after.1 != Kind::Box;
            is_after_letter && !is_line || is_within || is_after_joint || is_before_symbol
        }
        Kind::Control => true,
        Kind::Ascii | Kind::Digit | Kind::Space | Kind::Other | Kind::Lost => false,
    };
    STRONG * u32::from(is_odd)
}

/// Returns whether a neighbour is a Latin letter that is not ASCII.
pub(super) fn is_accented(neighbour: Neighbour) -> bool {
    !neighbour.0.is_ascii()
        && neighbour.1.is_letter()
        && Alphabet::of(neighbour.0) == Alphabet::Latin
}

/// Returns whether the case of a letter that is not ASCII is odd between its neighbours, or whether
/// the letter is `œ` at the end of a word, after a small letter that is not ASCII.
fn is_odd_letter(before: Neighbour, this: Neighbour, after: Neighbour) -> bool {
    if this.0 == 'œ' && before.1 == Kind::Lower && !before.0.is_ascii() {
        return !after.1.is_letter();
    }
    let is_inner_capital = before.1 == Kind::Lower && this.1 == Kind::Upper;
    let is_between_capitals = this.1 == Kind::Lower
        && (before.1, after.1) == (Kind::Upper, Kind::Upper)
        && !matches!(this.0, 'ß' | 'ı' | 'ŉ');
    is_inner_capital || is_between_capitals
}

/// Returns whether a letter that is not ASCII is of another alphabet or language than the letter
/// before it, or than an ASCII letter after it. Capitals of other alphabets beside ASCII capitals
/// do not count as another alphabet, because they look alike and are often mixed.
fn is_foreign_letter(before: Neighbour, this: Neighbour, after: Neighbour) -> bool {
    let are_unrelated = |one: Neighbour, other: Neighbour| {
        let are_capitals = (one.1, other.1) == (Kind::Upper, Kind::Upper)
            && (one.0.is_ascii() || other.0.is_ascii());
        let are_letters = one.1.is_letter() && other.1.is_letter();
        let is_foreign = orthography::share_no_language(one.0, other.0);
        are_letters && (is_mixed(one, other) && !are_capitals || is_foreign)
    };
    are_unrelated(before, this) || after.0.is_ascii() && are_unrelated(this, after)
}

/// Returns whether two letters are of different alphabets. Small Greek letters beside Latin letters
/// do not count, because they are also symbols, as in `μm`. The micro sign U+00B5 counts, because
/// it is a byte of mojibake in Latin-1.
fn is_mixed(one: Neighbour, other: Neighbour) -> bool {
    let is_small_greek = |(letter, kind): Neighbour| kind == Kind::Lower && letter != 'µ';
    match [one, other].map(|(letter, _)| Alphabet::of(letter)) {
        [Alphabet::Latin, Alphabet::Greek] => !is_small_greek(other),
        [Alphabet::Greek, Alphabet::Latin] => !is_small_greek(one),
        [one, other] => one != other,
    }
}
