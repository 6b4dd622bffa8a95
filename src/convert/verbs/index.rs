//! Maps positions in a text to positions in its conversion, and back.
#![forbid(unsafe_code)]

use super::{SchemeOf, incomplete_tail};
use crate::encoding::scheme::{Encoded, Scheme, encode_decoded};
use crate::encoding::unit_size;
use crate::memory;
use crate::memory::output::Scratch;
use crate::{Encoding, Isa};

/// Maximum number of units that are counted at a time when searching for a position.
const PIECE: usize = 1 << 12;

/// Number of remaining units at or below which the search continues one character at a time.
const CHARACTER_SEARCH_UNITS: usize = 8;

/// Maps an index in `src` to the index of the same character after conversion to `D`.
///
/// `index` counts units of `S`, the result units of `D`. An index within a character maps to the
/// start of that character. Returns `None` if `index` is past the end of `src`. This is as fast as
/// counting.
///
/// `src` must be well-formed and its characters representable in `D`. Otherwise the result is an
/// unspecified index of at most [`max_len`](crate::max_len) of `index`.
///
/// ```
/// use utflane::{Utf8, Utf16, converted_index};
///
/// let text = "😀é!";
/// assert_eq!(converted_index::<Utf8, Utf16>(text.as_bytes(), text.find('!').unwrap()), Some(3));
/// assert_eq!(converted_index::<Utf8, Utf16>(text.as_bytes(), 5), Some(2), "within the é");
/// assert_eq!(converted_index::<Utf8, Utf16>(text.as_bytes(), 8), None);
/// ```
pub fn converted_index<S: Encoding, D: Encoding>(src: &[S::Unit], index: usize) -> Option<usize> {
    let isa = Isa::best();
    let before = src.get(..index)?;
    let mut whole = index - incomplete_tail::<S>(before);
    // The tail of `before` may be a whole character. For example, in WTF-16 a high surrogate at
    // its end is a character if no low surrogate follows in `src`.
    while whole < index {
        match S::SCHEME.decode(memory::bytes(&src[whole..])) {
            Ok((_, read)) if whole + read / unit_size::<S>() <= index => {
                whole += read / unit_size::<S>();
            }
            _ => break,
        }
    }
    Some(isa.transcoded_len::<S, D>(&src[..whole]))
}

/// Maps an index in the conversion of `src` to `D` back to the index of the same character in
/// `src`.
///
/// `index` counts units of `D`, the result units of `S`. An index within a character maps to the
/// start of that character, and the length of the conversion maps to `src.len()`. Returns `None` if
/// `index` is past the end of the conversion. This is as fast as counting.
///
/// `src` must be well-formed and its characters representable in `D`. Otherwise the result is
/// `None` or an unspecified index of at most `src.len()`.
///
/// ```
/// use utflane::{Utf8, Utf16, original_index};
///
/// let text = "😀é!";
/// assert_eq!(original_index::<Utf8, Utf16>(text.as_bytes(), 3), text.find('!'));
/// assert_eq!(original_index::<Utf8, Utf16>(text.as_bytes(), 1), Some(0), "within the 😀");
/// assert_eq!(original_index::<Utf8, Utf16>(text.as_bytes(), 5), None);
/// ```
pub fn original_index<S: Encoding, D: Encoding>(src: &[S::Unit], index: usize) -> Option<usize> {
    let isa = Isa::best();
    let (mut at, mut left) = (0, index);
    // The ratio of the previous round predicts the number of units to count in the next one, so
    // that few units are counted twice. If the conversion of a piece is longer than `left`, the
    // character is inside it, and the next piece is shorter by at least an eighth (rounded
    // down).
    let mut units = scaled(left, units_per_code_unit::<S>(), units_per_code_unit::<D>());
    while units > CHARACTER_SEARCH_UNITS && at < src.len() {
        let rest = &src[at..];
        let mut piece = &rest[..rest.len().min(units).min(PIECE)];
        if piece.len() < rest.len() {
            piece = &piece[..piece.len() - incomplete_tail::<S>(piece)];
        }
        let counted = isa.transcoded_len::<S, D>(piece);
        units = match left.checked_sub(counted) {
            Some(after) if !piece.is_empty() => {
                (at, left) = (at + piece.len(), after);
                scaled(left, piece.len(), counted)
            }
            _ => scaled(left, piece.len(), counted).min(piece.len() - piece.len() / 8),
        };
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

/// Returns the number of position units ([`Encoding::Unit`]) in a code unit: 2 for UTF-16LE, whose
/// unit is a byte.
const fn units_per_code_unit<E: Encoding>() -> usize {
    SchemeOf::<E>::WIDTH / unit_size::<E>()
}

/// Estimates the number of units that convert to `left` units, at the ratio of `units` to
/// `counted`.
#[inline(always)]
fn scaled(left: usize, units: usize, counted: usize) -> usize {
    left.saturating_mul(units) / counted.max(1)
}

/// Returns the lengths of the first character of `src` in units of `S` and of `D`, or `None` if
/// `src` is empty.
#[inline(always)]
fn first_character<S: Encoding, D: Encoding>(src: &[S::Unit]) -> Option<(usize, usize)> {
    let bytes = memory::bytes(src);
    if bytes.is_empty() {
        return None;
    }
    let (read, written) = if SchemeOf::<S>::HAS_LENGTHS && SchemeOf::<D>::HAS_LENGTHS {
        counted::<S, D>(bytes)
    } else {
        decoded::<S, D>(bytes)
    };
    Some((read / unit_size::<S>(), written / unit_size::<D>()))
}

/// Returns the lengths of the first character of `src` in bytes of `S` and of `D`. The second
/// length is the sum of [`Scheme::count_unit`] over the character's units, times the width of `D`.
#[inline(always)]
fn counted<S: Encoding, D: Encoding>(src: &[u8]) -> (usize, usize) {
    let width = SchemeOf::<S>::WIDTH;
    let (mut read, mut units) = (0, 0);
    while let Some(unit) = src[read..].get(..width) {
        if read > 0 && S::SCHEME.starts_character(unit) {
            break;
        }
        units += S::SCHEME.count_unit(unit, SchemeOf::<D>::LENGTH);
        read += width;
    }
    match read {
        0 => (src.len(), SchemeOf::<D>::WIDTH),
        _ => (read, units * SchemeOf::<D>::WIDTH),
    }
}

/// Returns the lengths of the first character of `src` in bytes of `S` and of `D`, by decoding it.
fn decoded<S: Encoding, D: Encoding>(src: &[u8]) -> (usize, usize) {
    let (character, read) = match S::SCHEME.decode(src) {
        Ok(first) => first,
        Err(malformed) => {
            let read = malformed.len.map_or(src.len(), usize::from);
            (char::REPLACEMENT_CHARACTER.into(), read)
        }
    };
    let mut buffer = Scratch::<8>::new();
    let encoded = encode_decoded::<SchemeOf<S>, SchemeOf<D>>(D::SCHEME, character, buffer.output());
    let written = match encoded {
        Encoded::Written(written) => written,
        Encoded::Full | Encoded::Unrepresentable => unit_size::<D>(),
    };
    (read, written)
}
