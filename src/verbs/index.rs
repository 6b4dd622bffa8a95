//! Positions in a text, in units of one encoding and of another.
#![forbid(unsafe_code)]

use crate::encoding::unit_size;
use crate::output::Scratch;
use crate::scheme::{Encoded, Scheme};
use crate::{Encoding, Isa, memory};

/// Units of a text that are counted at a time on the way to a position.
const PIECE: usize = 1 << 12;

/// Units among which characters are counted one by one.
const FEW: usize = 16;

impl Isa {
    /// See [`converted_index`](fn@crate::converted_index).
    pub fn converted_index<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        index: usize,
    ) -> Option<usize> {
        let before = src.get(..index)?;
        let whole = before.len() - self.incomplete_tail::<S>(before);
        Some(self.transcoded_len::<S, D>(&before[..whole]))
    }

    /// See [`original_index`](fn@crate::original_index).
    pub fn original_index<S: Encoding, D: Encoding>(
        self,
        src: &[S::Unit],
        index: usize,
    ) -> Option<usize> {
        let (mut at, mut left, mut size) = (0, index, PIECE);
        // The piece with the character is cut in half again and again.
        while size > FEW && at < src.len() {
            let rest = &src[at..];
            let mut piece = &rest[..rest.len().min(size)];
            if piece.len() < rest.len() {
                piece = &piece[..piece.len() - self.incomplete_tail::<S>(piece)];
            }
            match left.checked_sub(self.transcoded_len::<S, D>(piece)) {
                Some(after) if !piece.is_empty() => (at, left) = (at + piece.len(), after),
                _ => size /= 2,
            }
        }
        while left > 0 {
            let (read, written) = first_character::<S, D>(src.get(at..)?)?;
            match left.checked_sub(written) {
                Some(after) => (at, left) = (at + read, after),
                None => break,
            }
        }
        Some(at)
    }
}

/// The lengths of the first character of `src` in units of `S` and of `D`, `None` if there is none.
fn first_character<S: Encoding, D: Encoding>(src: &[S::Unit]) -> Option<(usize, usize)> {
    let bytes = memory::bytes(src);
    if bytes.is_empty() {
        return None;
    }
    let (character, read) = match S::SCHEME.decode(bytes) {
        Ok(first) => first,
        Err(malformed) => {
            let read = malformed.len.map_or(bytes.len(), usize::from);
            (char::REPLACEMENT_CHARACTER.into(), read)
        }
    };
    let written = match D::SCHEME.encode(character, Scratch::<8>::new().output()) {
        Encoded::Written(written) => written,
        Encoded::Full | Encoded::Unrepresentable => unit_size::<D>(),
    };
    Some((read / unit_size::<S>(), written / unit_size::<D>()))
}
