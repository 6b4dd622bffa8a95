//! In-place changes of text, without allocation.
#![forbid(unsafe_code)]

use crate::{Isa, Utf16, incomplete_tail};

/// Units that are repaired at a time, through a copy on the stack.
const PIECE: usize = 1 << 10;

/// Replaces each unpaired surrogate with U+FFFD, in place, like JavaScript's `toWellFormed`.
/// Returns the number of replacements. The length does not change.
///
/// ```
/// let mut units = [0x68, 0xDC00, 0xD83D, 0xDE00, 0xD83D];
/// assert_eq!(utflane::make_well_formed_utf16(&mut units), 2);
/// assert_eq!(units, [0x68, 0xFFFD, 0xD83D, 0xDE00, 0xFFFD]);
/// ```
pub fn make_well_formed_utf16(units: &mut [u16]) -> usize {
    let isa = Isa::best();
    let mut copy = [0; PIECE];
    let mut replaced = 0;
    let mut rest = units;
    while let Err(error) = isa.validate::<Utf16>(rest) {
        rest = &mut rest[error.valid_up_to()..];
        let mut len = rest.len().min(PIECE);
        if len < rest.len() {
            len -= incomplete_tail::<Utf16>(&rest[..len]);
        }
        let (piece, after) = rest.split_at_mut(len);
        let copy = &mut copy[..len];
        copy.copy_from_slice(piece);
        // The replacement of a unit is one unit, so the output fits.
        let _ = isa.transcode_lossy::<Utf16, Utf16>(copy, piece);
        let pairs = copy.iter().zip(piece.iter());
        replaced += pairs.filter(|(before, after)| before != after).count();
        rest = after;
    }
    replaced
}
