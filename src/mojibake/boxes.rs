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
    let plausible_if = |is_plausible| match is_plausible {
        true => Literal::Plausible,
        false => Literal::Odd,
    };
    let Context { before, after, .. } = context;
    let [follows, goes_on] = [before, after].map(|c| c.is_some_and(char::is_alphabetic));
    let (lead, rest) = (literal[0], &literal[1..]);
    let Some([left, right]) = arms(lead) else {
        // A Greek letter or a sign, and behind it lines at most.
        return match rest.iter().all(|mark| arms(*mark).is_some()) {
            true => Literal::Plausible,
            false => Literal::Impossible,
        };
    };
    let mark = rest[0];
    match arms(mark) {
        Some([meets, _]) if meets != Arm::Solid && right != Arm::Solid => {
            if left == Arm::None {
                plausible_if(!follows || !goes_on && right == meets)
            } else {
                plausible_if(!follows || right == meets || !goes_on)
            }
        }
        Some(_) => plausible_if(!follows || after.is_some_and(|c| arms(c).is_some())),
        None if matches!(mark, '⌐' | '¬' | '₧' | 'ƒ') => Literal::Impossible,
        // A word or number behind a line.
        None => plausible_if(!follows),
    }
}
