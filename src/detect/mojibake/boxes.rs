//! The plausibility of characters of CP437 that could be mojibake.
//!
//! UTF-8 that was decoded as CP437 consists of box-drawing characters and letters. Correct text may
//! contain these as well: `├─école`, `memory─┐`. In a drawing the lines meet: the right arm of one
//! character meets the left arm of the next.

use super::judge::Context;
use super::literal::Literal;

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
pub(super) fn look(literal: &[char], context: Context) -> Literal {
    let [follows, goes_on] = [context.before, context.after].map(is_letter);
    let (lead, mark) = (literal[0], literal[1]);
    let Some([left, right]) = arms(lead) else {
        // A Greek letter or a mathematical symbol is plausible only if box-drawing characters
        // follow it.
        return match literal[1..].iter().all(|mark| arms(*mark).is_some()) {
            true => Literal::Plausible,
            false if lead == 'ß' => Literal::Odd,
            false => Literal::Impossible,
        };
    };
    let begins = left == Arm::None;
    let is_boxed = |c: Option<char>| c.is_some_and(is_drawn);
    // After words and brackets, a drawing can only continue with a horizontal line.
    let is_at_start = context.is_first && context.before.is_none_or(char::is_whitespace);
    let is_late = !is_at_start && !is_boxed(context.before) && !matches!(lead, '─' | '═');
    match arms(mark) {
        _ if matches!(mark, '⌐' | '¬' | '₧' | 'ƒ') => Literal::Impossible,
        Some([meets, _]) if meets != Arm::Solid && right != Arm::Solid => {
            match (right == meets, follows, goes_on) {
                (true, true, true) if begins => Literal::Odd,
                (true, true, false) | (_, false, true) if begins => Literal::Doubtful,
                (false, true, true) => Literal::Odd,
                (false, true, false) if begins => Literal::Odd,
                (false, _, _) if is_late => Literal::Doubtful,
                // All other marks with a left arm contain double lines. Few drawings mix single and
                // double lines.
                (true, false, _) if is_late && !matches!(mark, '┤' | '┐') => Literal::Doubtful,
                _ => Literal::Plausible,
            }
        }
        Some(_) if follows && !is_boxed(context.after) => Literal::Odd,
        Some(_) if is_late && !is_boxed(context.after) => Literal::Doubtful,
        Some(_) => Literal::Plausible,
        // A word or a number follows the line.
        None if follows => Literal::Odd,
        None if is_late => Literal::Doubtful,
        None => Literal::Plausible,
    }
}

/// Returns whether a character is a box-drawing character.
pub(super) fn is_drawn(character: char) -> bool {
    arms(character).is_some()
}

fn is_letter(character: Option<char>) -> bool {
    character.is_some_and(char::is_alphabetic)
}
