//! The plausibility of characters of windows-1252 that could be mojibake.
//!
//! In windows-1252, UTF-8 becomes a capital letter and a sign, or a small letter and two signs.
//! Correct text may contain the same characters:
//!
//! - a capital letter and a mark, as a unit (`5 Å²`) or at the end of a word in capitals
//!   (`AMANHÃ”`),
//! - a small letter and two marks at the end of a quotation (`«voilà»…`),
//! - letters of the same word (`Úžasné`).

use super::judge::Context;

/// The plausibility of characters without a repair, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Plausibility {
    /// The characters do not occur together in text.
    Impossible,
    /// The characters occur together, but not in this context.
    Odd,
    /// The characters may be correct in a line with other characters that are not ASCII.
    Doubtful,
    Plausible,
}

/// The role of a character of windows-1252 after a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// A character that does not occur there.
    Implausible,
    /// A mark at the beginning of a word.
    Opening,
    /// A mark at the end of a word.
    Closing,
    /// A mark between words or inside a word.
    Separator,
    Letter,
}

impl Mark {
    fn from_char(character: char) -> Mark {
        match character {
            'Š' | 'Œ' | 'Ž' | 'š' | 'œ' | 'ž' | 'Ÿ' => Mark::Letter,
            '„' | '‚' | '¿' | '¡' => Mark::Opening,
            '\u{A0}' | '\u{AD}' | '–' | '—' | '…' | '•' | '·' => Mark::Separator,
            '’' | '”' | '»' | '›' | '“' | '‘' | '«' | '‹' | '™' | '®' | '°' | '¹' | '²' | '³'
            | '†' | '‡' | '½' | '¼' | '¾' => Mark::Closing,
            _ => Mark::Implausible,
        }
    }
}

/// Returns whether a character may precede a quoted word.
fn opens(character: Option<char>) -> bool {
    character.is_some_and(|c| "“‘«‹„‚»›”’\u{A0}".contains(c))
}

/// Returns the plausibility of a sequence of two or more characters of windows-1252.
pub(super) fn plausibility(literal: &[char], context: Context) -> Plausibility {
    match *literal {
        [lead, mark] => plausibility_of_two(lead, mark, context),
        [lead, first, second] => plausibility_of_three(lead, first, second, context),
        [_, first, ..] if matches!(Mark::from_char(first), Mark::Closing | Mark::Separator) => {
            Plausibility::Plausible
        }
        _ => Plausibility::Impossible,
    }
}

/// Returns the plausibility of a sequence of two characters.
fn plausibility_of_two(lead: char, mark: char, context: Context) -> Plausibility {
    let Context { before, after, .. } = context;
    let is = |character: Option<char>, test: fn(char) -> bool| character.is_some_and(test);
    let kind = Mark::from_char(mark);
    if matches!(kind, Mark::Implausible | Mark::Opening) {
        return Plausibility::Impossible;
    }
    let plausible_if = |is_plausible| {
        if is_plausible {
            Plausibility::Plausible
        } else {
            Plausibility::Odd
        }
    };
    if lead == '×' {
        return plausible_if(kind != Mark::Letter);
    }
    let is_word = is(before, char::is_alphabetic);
    let is_capitals = is(before, char::is_uppercase);
    if kind == Mark::Letter {
        // No language combines these letters.
        if matches!(lead, 'Ã' | 'Â') || lead == 'Å' && mark.is_lowercase() {
            return Plausibility::Odd;
        }
        return plausible_if(if mark.is_lowercase() {
            !is_word
        } else {
            (!is_word || is_capitals) && !is(after, char::is_lowercase)
        });
    }
    // `Ä’s`; in Turkish `G/Ç’lar`
    let is_genitive = mark == '’' && (lead == 'Ç' || matches!(after, Some('s' | 'S')));
    let may_go_on = kind == Mark::Separator && !matches!(lead, 'Ã' | 'Â');
    if is(after, char::is_alphabetic) && !may_go_on && !is_genitive {
        return Plausibility::Odd;
    }
    if is_word {
        // `CafÉ™`: a typing error, or a name.
        return plausible_if(is_capitals || lead == 'É');
    }
    // The capital letter is a separate word: a unit, a sign, or the name of the letter.
    plausible_if(!matches!(lead, 'Â' | 'Ã' | 'Î' | 'Ï') || opens(before))
}

/// Returns the plausibility of a sequence of three characters.
fn plausibility_of_three(lead: char, first: char, second: char, context: Context) -> Plausibility {
    let Context { before, after, .. } = context;
    let letter_after = after.is_some_and(char::is_alphabetic);
    let (one, two) = (Mark::from_char(first), Mark::from_char(second));
    let is_control = second.is_control();
    // After a space or a dash, any character may follow except one that must follow a letter.
    let is_strange = is_control || "ˆ˜¨¯¸´¦¬¶ƒ".contains(second);
    let is_possible = match (one, two) {
        (Mark::Implausible | Mark::Opening, _) => false,
        (Mark::Separator, _) => !is_strange,
        (_, Mark::Implausible | Mark::Opening) => false,
        (Mark::Letter, _) => first.is_lowercase() && (two != Mark::Letter || second.is_lowercase()),
        (_, two) => two != Mark::Letter,
    };
    if !is_possible {
        return Plausibility::Impossible;
    }
    let is_word = before.is_some_and(char::is_alphabetic);
    let is_a_word = matches!(lead, 'à' | 'á' | 'å' | 'æ' | 'è' | 'é' | 'í') || opens(before);
    let may_go_on = one == Mark::Separator || matches!(two, Mark::Separator | Mark::Letter);
    if (is_word || is_a_word || one == Mark::Letter) && (!letter_after || may_go_on) {
        Plausibility::Plausible
    } else {
        Plausibility::Odd
    }
}
