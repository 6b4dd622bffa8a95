//! The characters that a repair may produce: those of modern text.

/// Returns whether a character occurs in modern text. It must not be ASCII.
pub(super) fn is_modern(character: char) -> bool {
    match character {
        // Ligatures and letters that no modern orthography uses.
        '\u{132}' | '\u{133}' | '\u{138}' | '\u{13F}' | '\u{140}' | '\u{149}' | '\u{17F}' => false,
        // Latin.
        '\u{80}'..='\u{17E}' | '\u{1E00}'..='\u{1EFF}' => true,
        'Ə' | 'Ɓ' | 'Ɔ' | 'Ɖ' | 'Ɗ' | 'Ɛ' | 'Ɣ' | 'Ɨ' | 'Ƙ' | 'ƙ' | 'Ɲ' => true,
        'ƒ' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ʋ' | 'Ƴ' | 'ƴ' | 'Ǎ'..='ǜ' => true,
        'Ǧ'..='ǫ' | 'Ș'..='ț' | 'ﬁ' | 'ﬂ' => true,
        'ɓ' | 'ɔ' | 'ɖ' | 'ɗ' | 'ə' | 'ɛ' | 'ɣ' | 'ɩ' | 'ɲ' | 'ʋ' => true,
        // Greek, Cyrillic, Armenian, Hebrew.
        '\u{384}'..='\u{3CE}' | '\u{1F00}'..='\u{1FFC}' | '\u{400}'..='\u{4FF}' => true,
        '\u{531}'..='\u{58A}' | '\u{591}'..='\u{5F4}' => true,
        // Arabic.
        '\u{60C}' | '\u{61B}' | '\u{61F}'..='\u{652}' | '\u{660}'..='\u{6D5}' => true,
        '\u{6F0}'..='\u{6F9}' => true,
        // India, Thai and Lao, Georgian, Khmer.
        '\u{900}'..='\u{DFF}' | '\u{E01}'..='\u{EDF}' => true,
        '\u{10A0}'..='\u{10FF}' | '\u{1780}'..='\u{17E9}' => true,
        // East Asia.
        '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' => true,
        '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF9F}' => true,
        // Symbols.
        '\u{2070}'..='\u{209C}' | '\u{2100}'..='\u{2BFF}' => true,
        '\u{1D400}'..='\u{1D7FF}' | '\u{1F000}'..='\u{1FAFF}' => true,
        // Marks that occur in text of any script.
        '\u{2C6}'..='\u{2DD}' | '\u{300}'..='\u{36F}' | '\u{2000}'..='\u{206F}' => true,
        '\u{20A0}'..='\u{20BF}' | '\u{FE0F}' | '\u{FEFF}' | '\u{FFFD}' => true,
        _ => false,
    }
}
