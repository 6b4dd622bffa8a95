//! Whether characters of CP437 that could be undone may be right as they are.
//!
//! UTF-8 becomes lines and letters there, and so right text may look: `├─école`, `memory─┐`. In a
//! drawing the lines meet: a line to the right of the first meets one to the left of the second.

use super::judge::Context;
use super::literal::Literal;

/// A line of a box drawing to one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    None,
    Single,
    Double,
    /// A shade or block, which fills its place.
    Solid,
}

/// The lines of a character to the left and to the right, if it is of a drawing.
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

/// What a text of two characters or more of CP437 looks like.
pub(super) fn look(literal: &[char], context: Context) -> Literal {
    let [follows, goes_on] = [context.before, context.after].map(is_letter);
    let (lead, mark) = (literal[0], literal[1]);
    let Some([left, right]) = arms(lead) else {
        // A Greek letter or a sign, and behind it lines at most.
        return match literal[1..].iter().all(|mark| arms(*mark).is_some()) {
            true => Literal::Plausible,
            false if lead == 'ß' => Literal::Odd,
            false => Literal::Impossible,
        };
    };
    let begins = left == Arm::None;
    let is_boxed = |c: Option<char>| c.is_some_and(is_drawn);
    // Behind words and brackets, a drawing goes on with a line, if at all.
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
                // Few drawings mix single and double lines.
                (true, false, _) if is_late && !matches!(mark, '┤' | '┐') => Literal::Doubtful,
                _ => Literal::Plausible,
            }
        }
        Some(_) if follows && !is_boxed(context.after) => Literal::Odd,
        Some(_) if is_late && !is_boxed(context.after) => Literal::Doubtful,
        Some(_) => Literal::Plausible,
        // A word or number behind a line.
        None if follows => Literal::Odd,
        None if is_late => Literal::Doubtful,
        None => Literal::Plausible,
    }
}

/// Whether a character is one of a drawing.
pub(super) fn is_drawn(character: char) -> bool {
    arms(character).is_some()
}

fn is_letter(character: Option<char>) -> bool {
    character.is_some_and(char::is_alphabetic)
}
