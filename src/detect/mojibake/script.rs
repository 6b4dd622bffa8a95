//! Scripts: groups of characters that occur together in text.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// U+0080 to U+00FF, which are the most frequent in mojibake.
    Latin1,
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    Indic,
    Thai,
    Georgian,
    Khmer,
    EastAsian,
    Symbols,
    /// Marks that occur in text of any script.
    Punctuation,
}

impl Script {
    /// Returns the script of a character, if the character occurs in modern text.
    pub(super) fn from_char(character: char) -> Option<Script> {
        Some(match character {
            '\u{80}'..='\u{FF}' => Script::Latin1,
            // Ligatures and letters that no modern orthography uses.
            '\u{132}' | '\u{133}' | '\u{138}' | '\u{13F}' | '\u{140}' | '\u{149}' | '\u{17F}' => {
                return None;
            }
            '\u{100}'..='\u{17E}' | '\u{1E00}'..='\u{1EFF}' => Script::Latin,
            'Ə' | 'Ɓ' | 'Ɔ' | 'Ɖ' | 'Ɗ' | 'Ɛ' | 'Ɣ' | 'Ɨ' | 'Ƙ' | 'ƙ' | 'Ɲ' => {
                Script::Latin
            }
            'ƒ' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | 'Ʋ' | 'Ƴ' | 'ƴ' | 'Ǎ'..='ǜ' => Script::Latin,
            'Ǧ'..='ǫ' | 'Ș'..='ț' => Script::Latin,
            'ɓ' | 'ɔ' | 'ɖ' | 'ɗ' | 'ə' | 'ɛ' | 'ɣ' | 'ɩ' | 'ɲ' | 'ʋ' => Script::Latin,
            '\u{384}'..='\u{3CE}' | '\u{1F00}'..='\u{1FFC}' => Script::Greek,
            '\u{400}'..='\u{4FF}' => Script::Cyrillic,
            '\u{531}'..='\u{58A}' => Script::Armenian,
            '\u{591}'..='\u{5F4}' => Script::Hebrew,
            '\u{60C}' | '\u{61B}' | '\u{61F}'..='\u{652}' | '\u{660}'..='\u{6D5}' => Script::Arabic,
            '\u{6F0}'..='\u{6F9}' => Script::Arabic,
            '\u{900}'..='\u{DFF}' => Script::Indic,
            '\u{E01}'..='\u{EDF}' => Script::Thai,
            '\u{10A0}'..='\u{10FF}' => Script::Georgian,
            '\u{1780}'..='\u{17E9}' => Script::Khmer,
            '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' => {
                Script::EastAsian
            }
            '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF9F}' => Script::EastAsian,
            '\u{2070}'..='\u{209C}' | '\u{2100}'..='\u{2115}' | '\u{2117}'..='\u{2121}' => {
                Script::Symbols
            }
            '\u{2123}'..='\u{2BFF}' | '\u{1D400}'..='\u{1D7FF}' | '\u{1F000}'..='\u{1FAFF}' => {
                Script::Symbols
            }
            '\u{2C6}'..='\u{2DD}' | '\u{300}'..='\u{36F}' => Script::Punctuation,
            'ﬁ' | 'ﬂ' => Script::Latin,
            '\u{2000}'..='\u{206F}' | '\u{20A0}'..='\u{20BF}' => Script::Punctuation,
            '\u{2116}' | '\u{2122}' | '\u{FE0F}' | '\u{FEFF}' | '\u{FFFD}' => Script::Punctuation,
            _ => return None,
        })
    }
}
