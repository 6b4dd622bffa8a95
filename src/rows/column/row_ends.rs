//! Row ends: checks that they are character boundaries, and maps them to positions in the
//! conversion.

use crate::Isa;
use crate::convert::plan;
use crate::encoding::scheme::{LengthUnit, Scheme, is_kind};
use crate::kernels;
use crate::kernels::row_ends::{BOTH, FIRST, RowEnds};

/// See [`Source::count_on_boundaries`](super::codec::Source::count_on_boundaries).
#[inline(always)]
pub(crate) fn count_on_boundaries<S: Scheme>(scheme: S, text: &[u8], ends: &[u32]) -> usize {
    if is_kind!(S, SingleByte(_) | CodePage) {
        return ends.len();
    }
    if is_kind!(S, Multibyte) {
        return count_on_boundaries_sequential(scheme, text, ends);
    }
    if is_kind!(S, Utf8) && all_start_characters(text, ends) {
        return ends.len();
    }
    let starts = |count, &end: &u32| count + usize::from(starts_character(scheme, text, end));
    if ends.iter().fold(0, starts) == ends.len() {
        return ends.len();
    }
    let is_within_character = |&end| !starts_character(scheme, text, end);
    ends.iter()
        .position(is_within_character)
        .unwrap_or(ends.len())
}

/// Returns whether a character of UTF-8 starts at every position in `ends` that is less than the
/// length of `text`. Checks eight positions at a time.
#[inline(never)]
fn all_start_characters(text: &[u8], ends: &[u32]) -> bool {
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    let start_at = |ends: &[u32]| {
        let with_byte = |bytes, &end: &u32| {
            bytes << 8 | u64::from(text.get(end as usize).copied().unwrap_or(0))
        };
        let bytes = ends.iter().fold(0, with_byte);
        bytes & !(bytes << 1) & HIGHEST == 0
    };
    let blocks = ends.chunks_exact(8);
    let rest = start_at(blocks.remainder());
    let blocks = blocks.filter_map(|block| block.first_chunk::<8>());
    blocks.fold(rest, |all, block| all & start_at(block))
}

/// Returns [`count_on_boundaries`] for encodings that are not self-synchronizing. Each end is
/// checked from the previous one. An end before the previous one cannot be checked, so it does not
/// count as a boundary.
fn count_on_boundaries_sequential<S: Scheme>(scheme: S, text: &[u8], ends: &[u32]) -> usize {
    let mut start = 0;
    let is_within_character = |&end: &u32| {
        let Some(rest) = text.get(..end as usize) else {
            return false;
        };
        let row = rest.get(start..);
        start = rest.len();
        row.is_none_or(|row| scheme.incomplete_tail(row) > 0)
    };
    ends.iter()
        .position(is_within_character)
        .unwrap_or(ends.len())
}

/// Returns whether a character starts at `end`, or the text ends at or before it.
#[inline(always)]
fn starts_character<S: Scheme>(scheme: S, text: &[u8], end: u32) -> bool {
    let end = end as usize;
    if S::WIDTH > 1 && end % S::WIDTH != 0 {
        return false;
    }
    match text.get(end..) {
        Some(rest) if rest.len() >= S::WIDTH => scheme.starts_character(rest),
        _ => true,
    }
}

/// The tests that a byte of UTF-8 passes, indexed by its high nibble. A lead byte passes one test
/// for each UTF-16 unit of its character. A continuation byte passes none.
pub(crate) const UTF8_TO_UTF16: [u8; 16] = [
    FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, 0, 0, 0, 0, FIRST, FIRST, FIRST, BOTH,
];

/// Like [`UTF8_TO_UTF16`], for characters: a byte passes one test if it begins a character.
pub(crate) const UTF8_TO_CHARACTERS: [u8; 16] = [
    FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, 0, 0, 0, 0, FIRST, FIRST, FIRST, FIRST,
];

/// Like [`UTF8_TO_UTF16`], for bytes of Latin-1: a byte passes one test if it becomes two bytes of
/// UTF-8.
pub(crate) const LATIN1_TO_UTF8: [u8; 16] = [
    0, 0, 0, 0, 0, 0, 0, 0, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST,
];

/// See [`convert_row_ends`](super::codec::ColumnCodec::convert_row_ends). Converts to a scheme with
/// the length `length`. Neither scheme is a variant.
#[inline(always)]
pub(crate) fn convert<S: Scheme>(
    isa: Isa,
    from: S,
    text: &[u8],
    ends: &mut [u32],
    length: LengthUnit,
) -> bool {
    let result = if is_kind!(S, Utf8) {
        let tests = if length == LengthUnit::Utf16 {
            UTF8_TO_UTF16
        } else {
            UTF8_TO_CHARACTERS
        };
        kernels::row_ends_of_bytes(isa, text, ends, tests, false)
    } else if is_kind!(S, SingleByte(_)) && length == LengthUnit::Utf8 {
        kernels::row_ends_of_bytes(isa, text, ends, LATIN1_TO_UTF8, true)
    } else if is_kind!(S, Utf16(_)) && length == LengthUnit::Utf8 {
        kernels::utf8_row_ends_of_utf16(isa, text, ends, const { S::KIND.endian() })
    } else {
        RowEnds::Kept
    };
    match result {
        RowEnds::Kept if count_on_boundaries(from, text, ends) < ends.len() => false,
        RowEnds::Kept => convert_row_by_row(text, ends, |row| plan::count(isa, from, row, length)),
        result => result == RowEnds::Converted,
    }
}

/// Replaces each end with the converted length of the rows up to it. `len` returns the converted
/// length of one row. Returns `true`.
#[inline(always)]
pub(crate) fn convert_row_by_row(
    text: &[u8],
    ends: &mut [u32],
    len: impl Fn(&[u8]) -> usize,
) -> bool {
    let (mut start, mut units) = (0, 0);
    for end in ends {
        let row = &text[start..*end as usize];
        start = *end as usize;
        units += len(row);
        *end = units as u32;
    }
    true
}

#[cfg(all(test, feature = "multibyte"))]
mod tests {
    use super::count_on_boundaries;
    use crate::convert::plan;
    use crate::encoding::scheme::{Multibyte, Scheme};
    use crate::{Charset, Isa};
    use std::prelude::v1::*;

    /// One byte of each class that multi-byte encodings distinguish.
    const KINDS: [u8; 7] = [b'a', b'0', 0x81, 0x8E, 0x8F, 0xB0, 0xD6];

    /// Tests all well-formed texts of six of these bytes: exactly the starts of characters and the
    /// end of the text are boundaries.
    #[test]
    fn boundaries_of_all_short_texts() {
        let legacy = Charset::ALL.into_iter().filter_map(Charset::multibyte);
        for scheme in legacy.map(Multibyte) {
            for number in 0..KINDS.len().pow(6) {
                let kinds = (0..6).map(|place| number / KINDS.len().pow(place) % KINDS.len());
                let text: Vec<u8> = kinds.map(|kind| KINDS[kind]).collect();
                if plan::valid_bytes(Isa::best(), scheme, &text) < text.len() {
                    continue;
                }
                let (mut starts, mut at) = ([false; 7], 0);
                while at < text.len() {
                    starts[at] = true;
                    at += scheme.decode(&text[at..]).expect("well-formed").1;
                }
                starts[6] = true;
                for first in 0..=6 {
                    for second in first..=6 {
                        let ends = [first, second];
                        let cut = ends.iter().position(|&end| !starts[end]);
                        let found = count_on_boundaries(scheme, &text, &ends.map(|end| end as u32));
                        assert_eq!(
                            found,
                            cut.unwrap_or(2),
                            "{:?} {text:02X?} {ends:?}",
                            scheme.0
                        );
                    }
                }
            }
        }
    }
}
