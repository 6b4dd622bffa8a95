//! The plausibility of characters of CP437 that could be mojibake.
//!
//! UTF-8 that was decoded as CP437 consists of box-drawing characters and letters. Correct text may
//! contain these as well: `├─école`, `memory─┐`. In a drawing the lines meet: the right arm of one
//! character meets the left arm of the next.

use super::judge::Context;
use super::literal::Plausibility;

/// The kind of line that leads from the centre of a box-drawing character to its left or right
/// edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    None,
    Single,
    Double,
    /// A shade or block, which fills its cell.
    Solid,
}

/// Returns the left and right arms of a character, if it is a box-drawing character.
fn arms(character: char) -> Option<[Arm; 2]> {
    use Arm::{Double, None, Single, Solid};
    Some(match character {
        '│' | '║' => [None, None],
        '─' | '┬' | '┴' | '┼' | '╨' | '╥' | '╫' => [Single, Single],
        '═' | '╦' | '╩' | '╬' | '╧' | '╤' | '╪' => [Double, Double],
        '├' | '└' | '┌' | '╟' | '╙' | '╓' => [None, Single],
        '╠' | '╚' | '╔' | '╞' | '╘' | '╒' => [None, Double],
        '┤' | '┐' | '┘' | '╢' | '╖' | '╜' => [Single, None],
        '╣' | '╗' | '╝' | '╡' | '╕' | '╛' => [Double, None],
        '░' | '▒' | '▓' | '█' | '▄' | '▀' | '▌' | '▐' => [Solid, Solid],
        _ => return Option::None,
    })
}

/// Returns the plausibility of a sequence of two or more characters of CP437.
pub(super) fn plausibility(literal: &[char], context: Context) -> Plausibility {
    let [letter_before, letter_after] = [context.before, context.after].map(is_letter);
    let (lead, mark) = (literal[0], literal[1]);
    let Some([left, right]) = arms(lead) else {
        // A Greek letter or a mathematical symbol is plausible only if box-drawing characters
        // follow it.
        return if literal[1..].iter().all(|mark| arms(*mark).is_some()) {
            Plausibility::Plausible
        } else if lead == 'ß' {
            Plausibility::Odd
        } else {
            Plausibility::Impossible
        };
    };
    let begins = left == Arm::None;
    let is_boxed = |c: Option<char>| c.is_some_and(is_box_drawing);
    // After words and brackets, a drawing can only continue with a horizontal line.
    let is_at_start = context.is_first && context.before.is_none_or(char::is_whitespace);
    let is_after_text = !is_at_start && !is_boxed(context.before) && !matches!(lead, '─' | '═');
    match arms(mark) {
        _ if matches!(mark, '⌐' | '¬' | '₧' | 'ƒ') => Plausibility::Impossible,
        Some([mark_left, _]) if mark_left != Arm::Solid && right != Arm::Solid => {
            match (right == mark_left, letter_before, letter_after) {
                (true, true, true) if begins => Plausibility::Odd,
                (true, true, false) | (_, false, true) if begins => Plausibility::Doubtful,
                (false, true, true) => Plausibility::Odd,
                (false, true, false) if begins => Plausibility::Odd,
                (false, _, _) if is_after_text => Plausibility::Doubtful,
                // All other marks with a left arm contain double lines. Few drawings mix single and
                // double lines.
                (true, false, _) if is_after_text && !matches!(mark, '┤' | '┐') => {
                    Plausibility::Doubtful
                }
                _ => Plausibility::Plausible,
            }
        }
        Some(_) if letter_before && !is_boxed(context.after) => Plausibility::Odd,
        Some(_) if is_after_text && !is_boxed(context.after) => Plausibility::Doubtful,
        Some(_) => Plausibility::Plausible,
        // A word or a number follows the line.
        None if letter_before => Plausibility::Odd,
        None if is_after_text => Plausibility::Doubtful,
        None => Plausibility::Plausible,
    }
}

/// Returns whether a character is a box-drawing character.
pub(super) fn is_box_drawing(character: char) -> bool {
    arms(character).is_some()
}

fn is_letter(character: Option<char>) -> bool {
    character.is_some_and(char::is_alphabetic)
}
