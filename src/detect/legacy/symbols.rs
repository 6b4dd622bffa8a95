//! The cost in bits of symbols, which are all characters except letters. Symbols beside letters
//! have additional costs.
//!
//! The costs are estimates of how rare a character is in text. In the wrong encoding, letters
//! become rare symbols, or symbols in places where they do not belong: `caf‚`, `f”r`, `Cos“`.

/// Returns the cost of a character that is not a letter.
pub(super) fn cost(character: u16) -> u8 {
    match character {
        0x20 => 1,
        0x09 | 0x0A | 0x0D | 0x2C | 0x2E => 3,
        0x30..=0x39 => 4,
        0x21..=0x2F | 0x3A..=0x3F => 6,
        0x7C => 9,
        0x40..=0x7E => 8,
        0x0C | 0x1A | 0x1B => 12,
        ..=0x9F => 20,
        // The no-break space.
        0xA0 => 7,
        // « » “ ” „ ‘ ’ – — … ¿ ¡
        0xAB
        | 0xBB
        | 0x2013
        | 0x2014
        | 0x2018
        | 0x2019
        | 0x201C..=0x201E
        | 0x2026
        | 0xBF
        | 0xA1 => 6,
        // Direction marks, and the punctuation and digits of Arabic.
        0x200C..=0x200F | 0x060C | 0x061B | 0x061F | 0x2015 => 7,
        0x0660..=0x0669 | 0x06F0..=0x06F9 => 7,
        // ‚
        0x201A => 9,
        // ° § © £ · • € ™ № ®
        0xB0 | 0xA7 | 0xA9 | 0xA3 | 0xB7 | 0x2022 | 0x20AC | 0x2122 | 0x2116 | 0xAE => 8,
        // ¼ ½ ¾ ² ³ ¹ ª º × ÷ ±
        0xBC..=0xBE | 0xB2 | 0xB3 | 0xB9 | 0xAA | 0xBA | 0xD7 | 0xF7 | 0xB1 => 10,
        // The presentation forms of Arabic, which IBM864 has instead of letters.
        ARABIC_FORMS..=0xFEFF => 10,
        // The lines and shades of most drawings.
        0x2550..=0x256C | 0x2500..=0x2524 | 0x2588 | 0x2591..=0x2593 => 10,
        // Rare in all languages: ¢
        0xA2 => 12,
        // ‰ † ‡ ´ µ ¥ ‹ › and the soft hyphen.
        0x2030 | 0x2020 | 0x2021 | 0xB4 | 0xB5 | 0xA5 | 0x2039 | 0x203A | 0xAD => 11,
        _ => 14,
    }
}

/// The first of the presentation forms of Arabic.
pub(super) const ARABIC_FORMS: u16 = 0xFE70;

/// Returns whether a character ends a word: white space, and the marks around tags and attributes
/// of HTML, whose names are English.
pub(super) fn ends_word(character: u16) -> bool {
    matches!(
        character,
        0x09 | 0x0A | 0x0D | 0x20 | 0x22 | 0x2F | 0x3C..=0x3E
    )
}

/// “ opens a quotation, but closes one that „ opens.
pub(super) const OPENING_QUOTE: u16 = 0x201C;
pub(super) const LOW_QUOTE: u16 = 0x201E;

/// Returns whether a character is a line or a block of a drawing.
pub(super) fn is_drawing(character: u16) -> bool {
    matches!(character, 0x2500..=0x259F)
}

/// Returns whether a non-ASCII character can occur between two letters of a word.
pub(super) fn joins_letters(character: u16) -> bool {
    matches!(
        character,
        0xAD | 0xB7 | 0x2019 | 0x2013 | 0x2014 | 0x200C | 0x200D
    )
}

/// Returns whether a non-ASCII character can occur alone between spaces.
pub(super) fn stands_alone(character: u16) -> bool {
    matches!(
        character,
        0xA0 | 0xAB | 0xBB | 0xB7 | 0x2013 | 0x2014 | 0x2022
    )
}

/// Returns the additional cost of a non-ASCII symbol after a letter.
pub(super) fn after_letter(character: u16) -> u32 {
    match character {
        // Opening quotation marks.
        0xA1 | 0xAB | 0xBF | 0x2018 | 0x201A | 0x201E => 5,
        // Closing after „ only.
        OPENING_QUOTE => 8,
        0xA0 | 0xAE | 0xBB | 0x2013 | 0x2014 | 0x2019 | 0x201D | 0x2026 | 0x2122 => 0,
        0x060C | 0x061B | 0x061F => 0,
        _ if is_drawing(character) => 7,
        _ => 3,
    }
}

/// Returns the additional cost of a non-ASCII symbol before a letter.
pub(super) fn before_letter(character: u16) -> u32 {
    match character {
        0xA0 | 0xA1 | 0xAB | 0xB7 | 0xBF | 0x2013 | 0x2014 | 0x201A => 0,
        OPENING_QUOTE | LOW_QUOTE | 0x2022 => 0,
        // Rare at the start of a word.
        0x2018 | 0x2019 | 0x2026 => 4,
        // Closing quotation marks.
        0x201D | 0xBB => 6,
        // ™ ®
        0x2122 | 0xAE => 8,
        _ if is_drawing(character) => 7,
        _ => 3,
    }
}
