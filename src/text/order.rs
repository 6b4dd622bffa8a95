//! Comparison of UTF-16 by code points, and the search for noncharacters.
#![forbid(unsafe_code)]

use crate::encoding::scheme::Scheme;
use crate::encoding::unit_size;
use crate::memory;
use crate::{CodePoint, Encoding};
use core::cmp::Ordering;

/// Returns the length of the common prefix of two texts in units, rounded down to whole blocks of
/// `BLOCK` units.
fn equal_blocks<const BLOCK: usize>(left: &[u16], right: &[u16]) -> usize {
    let blocks = memory::arrays::<_, BLOCK>(left).zip(memory::arrays(right));
    BLOCK * blocks.take_while(|(a, b)| a == b).count()
}

/// Compares two UTF-16 texts by code points.
///
/// The bytes of UTF-8 and the units of UTF-32 compare in this order. The units of UTF-16 do not,
/// because surrogates are less than the units U+E000 to U+FFFF.
///
/// Unpaired surrogates are allowed. They compare as the code points U+D800 to U+DFFF.
///
/// ```
/// use std::cmp::Ordering;
/// use utflane::{cmp_code_points, encode_utf16};
///
/// let (bmp, emoji) = (encode_utf16("\u{FFFD}"), encode_utf16("😀"));
/// assert_eq!(bmp.cmp(&emoji), Ordering::Greater);
/// assert_eq!(cmp_code_points(&bmp, &emoji), Ordering::Less);
/// assert_eq!(cmp_code_points(&[0xD800], &bmp), Ordering::Less);
/// ```
pub fn cmp_code_points(left: &[u16], right: &[u16]) -> Ordering {
    // Blocks of 256 units are compared with `memcmp`, blocks of 32 units with a few vectors.
    let long = equal_blocks::<256>(left, right);
    let start = long + equal_blocks::<32>(&left[long..], &right[long..]);
    let rest = left[start..].iter().zip(&right[start..]);
    let at = start + rest.take_while(|(a, b)| a == b).count();
    match (left.get(at), right.get(at)) {
        (Some(_), Some(_)) => rank(left, at).cmp(&rank(right, at)),
        _ => left.len().cmp(&right.len()),
    }
}

/// Returns the sort key of the unit at index `at`. A unit of a surrogate pair ranks above all other
/// units. If only one of two texts has a low surrogate after their common high surrogate, the high
/// surrogate is unpaired in the other text, and that text is less.
fn rank(units: &[u16], at: usize) -> u32 {
    let is_high = |at| matches!(units.get(at), Some(0xD800..0xDC00));
    let is_low = |at| matches!(units.get(at), Some(0xDC00..0xE000));
    let paired = is_high(at) && is_low(at + 1) || is_low(at) && is_high(at.wrapping_sub(1));
    u32::from(units[at]) | u32::from(paired) << 16
}

/// Returns the position, in units of `E`, of the first noncharacter.
///
/// Noncharacters are U+FDD0 to U+FDEF and the code points whose last four hexadecimal digits are
/// FFFE or FFFF. They are well-formed in every encoding, but not meant for interchange. Malformed
/// sequences are skipped.
///
/// ```
/// use utflane::{Utf8, Utf16, first_noncharacter};
///
/// assert_eq!(first_noncharacter::<Utf8>("a\u{FFFD}\u{FFFE}".as_bytes()), Some(4));
/// assert_eq!(first_noncharacter::<Utf16>(&[0xD83F, 0xDFFE]), Some(0));
/// assert_eq!(first_noncharacter::<Utf8>("é😀".as_bytes()), None);
/// ```
pub fn first_noncharacter<E: Encoding>(src: &[E::Unit]) -> Option<usize> {
    let src = memory::bytes(src);
    let mut at = 0;
    loop {
        while E::SCHEME.ascii_block(&src[at..]).is_some() {
            at += 8 * E::Scheme::WIDTH;
        }
        // Decode eight characters before the next check for a block of ASCII.
        for _ in 0..8 {
            let rest = &src[at..];
            if rest.is_empty() {
                return None;
            }
            at += match E::SCHEME.decode(rest) {
                Ok((code_point, _)) if is_noncharacter(code_point) => {
                    return Some(at / unit_size::<E>());
                }
                Ok((_, len)) => len,
                Err(malformed) => malformed.len.map_or(rest.len(), usize::from),
            };
        }
    }
}

/// Returns whether the code point is a noncharacter (The Unicode Standard, section 23.7).
fn is_noncharacter(CodePoint(value): CodePoint) -> bool {
    (value & 0xFFFE == 0xFFFE && value < 0x11_0000) || (0xFDD0..=0xFDEF).contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Utf8, Utf16Be, Utf32};
    use std::vec::Vec;

    fn code_points(units: &[u16]) -> Vec<u32> {
        let decoded = char::decode_utf16(units.iter().copied());
        decoded
            .map(|item| item.map_or_else(|error| error.unpaired_surrogate().into(), u32::from))
            .collect()
    }

    #[test]
    fn order_is_that_of_decoded_text() {
        let units = [0x41, 0xD800, 0xD801, 0xDC00, 0xDC01, 0xE000, 0xFFFF];
        let mut texts: Vec<Vec<u16>> = std::vec![Vec::new()];
        for first in units {
            texts.push([first].into());
            for second in units {
                texts.push([first, second].into());
                texts.extend(units.map(|third| [first, second, third].into()));
            }
        }
        for prefix in [0, 31, 33, 254, 289] {
            let prefix = std::vec![0x42; prefix];
            for left in &texts {
                for right in &texts {
                    let expected = code_points(left).cmp(&code_points(right));
                    let (left, right) = (
                        [&prefix, &left[..]].concat(),
                        [&prefix, &right[..]].concat(),
                    );
                    assert_eq!(
                        cmp_code_points(&left, &right),
                        expected,
                        "{left:x?} {right:x?}"
                    );
                }
            }
        }
    }

    #[test]
    fn noncharacters_are_those_of_the_standard() {
        let found = (0..0x11_0000).filter(|&value| is_noncharacter(CodePoint(value)));
        assert_eq!(found.count(), 66);
        for before in 0..40 {
            let mut text = std::vec![b'a'; before];
            text.extend("é\u{FDD0}".as_bytes());
            assert_eq!(first_noncharacter::<Utf8>(&text), Some(before + 2));
            text[before] = 0xFF;
            assert_eq!(first_noncharacter::<Utf8>(&text), Some(before + 2));
        }
        assert_eq!(first_noncharacter::<Utf16Be>(b"\0a\xFF\xFE"), Some(2));
        assert_eq!(first_noncharacter::<Utf16Be>(b"\0a\xFF\xFD\xD8"), None);
        assert_eq!(
            first_noncharacter::<Utf32>(&[0x11_FFFF, 0x10_FFFF]),
            Some(1)
        );
    }
}
