//! Box-drawing characters: whether the lines of two neighbours meet. If they do not, the characters
//! may be mojibake.
//!
//! In a drawing, the right arm of one character meets the left arm of the next.

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

/// Returns whether the lines of two neighbours do not meet.
pub(super) fn is_broken(left: char, right: char) -> bool {
    match (arms(left), arms(right)) {
        (Some([_, right]), Some([left, _])) => {
            right != left && right != Arm::Solid && left != Arm::Solid
        }
        _ => false,
    }
}

/// Returns whether a character joins lines, so that another box-drawing character follows it.
pub(super) fn is_joint(character: char) -> bool {
    arms(character).is_some_and(|[_, right]| matches!(right, Arm::Single | Arm::Double))
        && !matches!(character, '─' | '═')
}
