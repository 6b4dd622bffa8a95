//! Where rows begin in a text and in its conversion.

use crate::Isa;
use crate::encoding::scheme::{Length, Scheme, is_kind};
use crate::kernels::generic::row_ends::{BOTH, FIRST, RowEnds};

/// See [`Source::on_boundaries`](super::codec::Source::on_boundaries).
#[inline(always)]
pub(crate) fn on_boundaries<S: Scheme>(scheme: S, text: &[u8], ends: &[u32]) -> usize {
    if is_kind!(S, SingleByte(_) | CodePage) {
        return ends.len();
    }
    if is_kind!(S, Multibyte) {
        return on_boundaries_in_turn(scheme, text, ends);
    }
    if is_kind!(S, Utf8) && start_utf8(text, ends) {
        return ends.len();
    }
    let starts = |count, &end: &u32| count + usize::from(starts_character(scheme, text, end));
    if ends.iter().fold(0, starts) == ends.len() {
        return ends.len();
    }
    let cut = |&end| !starts_character(scheme, text, end);
    ends.iter().position(cut).unwrap_or(ends.len())
}

/// Whether a character of UTF-8 starts at all of `ends` that are in the text, eight at a time.
#[inline(never)]
fn start_utf8(text: &[u8], ends: &[u32]) -> bool {
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

/// [`on_boundaries`] where a byte does not say whether a character starts there: each end is looked
/// at from the one before. One that is not behind it is not known to be good.
fn on_boundaries_in_turn<S: Scheme>(scheme: S, text: &[u8], ends: &[u32]) -> usize {
    let mut start = 0;
    let cut = |&end: &u32| {
        let Some(rest) = text.get(..end as usize) else {
            return false;
        };
        let row = rest.get(start..);
        start = rest.len();
        row.is_none_or(|row| scheme.incomplete_tail(row) > 0)
    };
    ends.iter().position(cut).unwrap_or(ends.len())
}

/// Whether a character starts at `end` or the text ends there, or before.
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

/// The tests of a byte of UTF-8, by its upper four bits, whose number is that of the units of
/// UTF-16 that it begins.
pub(crate) const UTF8_TO_UTF16: [u8; 16] = [
    FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, 0, 0, 0, 0, FIRST, FIRST, FIRST, BOTH,
];

/// Those of the characters that it begins.
pub(crate) const UTF8_TO_CHARACTERS: [u8; 16] = [
    FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, 0, 0, 0, 0, FIRST, FIRST, FIRST, FIRST,
];

/// Those of the bytes of UTF-8 that a byte of Latin-1 becomes, besides one.
pub(crate) const LATIN1_TO_UTF8: [u8; 16] = [
    0, 0, 0, 0, 0, 0, 0, 0, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST, FIRST,
];

/// See [`convert_row_ends`](super::codec::ColumnCodec::convert_row_ends): to a scheme with the
/// length `length`, between schemes that are no variants.
#[inline(always)]
pub(crate) fn convert<S: Scheme>(
    isa: Isa,
    from: S,
    text: &[u8],
    ends: &mut [u32],
    length: Length,
) -> bool {
    let ends_are = if is_kind!(S, Utf8) {
        let bits = if length == Length::Utf16 {
            UTF8_TO_UTF16
        } else {
            UTF8_TO_CHARACTERS
        };
        isa.row_ends_of_bytes(text, ends, bits, false)
    } else if is_kind!(S, SingleByte(_)) && length == Length::Utf8 {
        isa.row_ends_of_bytes(text, ends, LATIN1_TO_UTF8, true)
    } else if is_kind!(S, Utf16(_)) && length == Length::Utf8 {
        isa.utf8_row_ends_of_utf16(text, ends, const { S::KIND.endian() })
    } else {
        RowEnds::Kept
    };
    match ends_are {
        RowEnds::Kept if on_boundaries(from, text, ends) < ends.len() => false,
        RowEnds::Kept => convert_by(text, ends, |row| isa.count(from, row, length)),
        ends_are => ends_are == RowEnds::Converted,
    }
}

/// Adds up what `len` says of each row.
#[inline(always)]
pub(crate) fn convert_by(text: &[u8], ends: &mut [u32], len: impl Fn(&[u8]) -> usize) -> bool {
    let (mut start, mut units) = (0, 0);
    for end in ends {
        let row = &text[start..*end as usize];
        start = *end as usize;
        units += len(row);
        *end = units as u32;
    }
    true
}
