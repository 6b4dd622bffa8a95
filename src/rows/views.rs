//! Rows that views say where they are.
//!
//! ```text
//! byte of a view      0      4      8      12     16
//! up to 12 bytes      length text .............. zeros
//! longer              length prefix buffer offset
//! ```
//!
//! Where all rows are short, the views themselves are one text: a length of up to 12 is ASCII, and
//! so are the zeros after a row. The text of longer rows most often lies in one buffer, where other
//! rows are between them. So to validate a group takes no copy of these: their buffer is
//! well-formed from the first to the last of them, and a character starts where each of them does
//! and where it ends.

use super::Rows;
use super::gathered::Gathered;
use super::sealed::{Ends, GROUP, Group, Layout, Row};
use crate::Isa;
use crate::column::ColumnReason;
use crate::column::codec::Source;
use crate::column::validate::{Checked, check_group};
use core::ops::Deref;

/// Bytes of a view.
const VIEW: usize = 16;

/// Bytes of the longest row that is in its view.
const INLINE: usize = 12;

/// Rows of bytes as Arrow's views: 16 bytes each, with the length of the text, and the text itself
/// if that is up to 12 bytes, otherwise its first 4 bytes, and the number of the buffer that has it
/// and the offset there. Numbers are little-endian and have 4 bytes.
///
/// What a view has beside its row, the first bytes of a long text and padding after a short one, is
/// not looked at. A position in an error counts from the start of the row's buffer, or from that of
/// the text if it is in the view. A view of a buffer that is not there, or beyond its end, is
/// [out of range](crate::ColumnReason::OutOfRange).
///
/// ```
/// use utflane::rows::{BadRow, Views};
/// use utflane::{Utf8, Utf16, transcode_rows_to_vec};
///
/// // "short", and "a text of 18 bytes" in a buffer.
/// let views = [
///     *b"\x05\0\0\0short\0\0\0\0\0\0\0",
///     *b"\x12\0\0\0a te\0\0\0\0\x02\0\0\0",
/// ];
/// let buffers = [&b"..a text of 18 bytes"[..]];
/// let rows = Views::new(&views, &buffers);
/// let (text, offsets) = transcode_rows_to_vec::<Utf8, Utf16, i32>(&rows, |_| BadRow::Stop)?;
/// assert_eq!(String::from_utf16(&text).unwrap(), "shorta text of 18 bytes");
/// assert_eq!(offsets, [0, 5, 23]);
/// # Ok::<(), utflane::ColumnError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Views<'a, B> {
    views: &'a [[u8; VIEW]],
    buffers: &'a [B],
}

/// A view, taken apart: what it says if its text is longer than [`INLINE`].
#[derive(Clone, Copy)]
struct View {
    len: u32,
    buffer: u32,
    offset: u32,
}

impl View {
    #[inline(always)]
    fn new(view: &[u8; VIEW]) -> Self {
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| view[at + byte]));
        View {
            len: number(0),
            buffer: number(8),
            offset: number(12),
        }
    }

    #[inline(always)]
    fn is_inline(self) -> bool {
        self.len as usize <= INLINE
    }

    /// Where a long text starts and ends in its buffer.
    #[inline(always)]
    fn range(self) -> (u64, u64) {
        let start = u64::from(self.offset);
        (start, start + u64::from(self.len))
    }
}

impl<'a, B: Deref<Target = [u8]>> Views<'a, B> {
    /// The rows of these views. Memory that is not cut into views yet,
    /// [`as_chunks`](slice::as_chunks) does.
    pub const fn new(views: &'a [[u8; VIEW]], buffers: &'a [B]) -> Self {
        Views { views, buffers }
    }

    /// Bytes that begin with the text of a row, and its length; `None` if it is out of range.
    #[inline(always)]
    fn part(&self, row: usize) -> Option<(&'a [u8], usize)> {
        let view = View::new(&self.views[row]);
        let len = view.len as usize;
        if view.is_inline() {
            return Some((&self.views[row][4..], len));
        }
        // Numbers with a sign, of which none may be negative.
        if ((view.len | view.buffer | view.offset) as i32) < 0 {
            return None;
        }
        let buffer: &'a [u8] = self.buffers.get(view.buffer as usize)?;
        let rest = buffer.get(view.offset as usize..)?;
        (len <= rest.len()).then_some((rest, len))
    }
}

impl<B: Deref<Target = [u8]>> Rows for Views<'_, B> {}

impl<B: Deref<Target = [u8]>> Layout for Views<'_, B> {
    type Unit = u8;
    type Scratch = Option<Gathered>;

    fn scratch() -> Option<Gathered> {
        None
    }

    fn count(&self) -> usize {
        self.views.len()
    }

    #[inline]
    fn row(&self, row: usize) -> Row<'_, u8> {
        let view = View::new(&self.views[row]);
        let start = if view.is_inline() { 0 } else { view.offset };
        match self.part(row) {
            Some((rest, len)) => Ok((&rest[..len], start as usize)),
            None => Err((ColumnReason::OutOfRange, start as usize)),
        }
    }

    #[inline]
    fn group<'g>(
        &'g self,
        row: usize,
        most: usize,
        ends: &mut Ends,
        scratch: &'g mut Option<Gathered>,
    ) -> Group<'g> {
        let most = most.min(self.views.len() - row);
        let part = |index| self.part(row + index);
        let scratch = scratch.get_or_insert_with(Gathered::new);
        scratch.gather(most, ends, part)
    }

    #[inline]
    fn check<C: Source>(
        &self,
        (isa, codec): (Isa, C),
        row: usize,
        most: usize,
        ends: &mut Ends,
        scratch: &mut Option<Gathered>,
    ) -> Checked {
        let views = &self.views[row..];
        let views = &views[..most.min(views.len()).min(GROUP_ROWS)];
        if !ends_of_inline(views, ends) {
            let text = views.as_flattened();
            let valid = codec.valid_bytes(isa, text);
            return Checked::up_to(codec, text, valid, &ends[..=views.len()]);
        }
        let space = scratch.get_or_insert_with(Gathered::new).bytes();
        match self.well_formed((isa, codec), views, ends, space) {
            Some(rows) => Checked {
                good: Some(rows),
                rows,
            },
            None => check_group((isa, codec), self, row, most, ends, scratch),
        }
    }
}

/// Rows that are checked at a time: each of them has two places in [`Ends`].
const GROUP_ROWS: usize = GROUP / 2;

/// Bytes of the longest text with all long rows of a group.
const LONGEST_TEXT: u64 = 1 << 20;

/// Where the texts of views end in the memory of these: after the length if a text is elsewhere,
/// which the result tells of any.
#[inline(always)]
fn ends_of_inline(views: &[[u8; VIEW]], ends: &mut Ends) -> bool {
    let mut longest = 0;
    ends[0] = 0;
    for (index, (end, view)) in ends[1..].iter_mut().zip(views).enumerate() {
        let view = View::new(view);
        longest = longest.max(view.len);
        let len = if view.is_inline() { view.len } else { 0 };
        *end = (index * VIEW + 4) as u32 + len;
    }
    longest as usize > INLINE
}

impl<B: Deref<Target = [u8]>> Views<'_, B> {
    /// The number of rows at the start of `views`, up to where another buffer begins, if they are
    /// all well-formed and lie close together. `ends` are those of
    /// [`ends_of_inline`], of which some are long.
    #[inline(always)]
    fn well_formed<C: Source>(
        &self,
        (isa, codec): (Isa, C),
        views: &[[u8; VIEW]],
        ends: &mut Ends,
        space: &mut [u8],
    ) -> Option<usize> {
        let buffer = views
            .iter()
            .map(View::new)
            .find(|view| !view.is_inline())?
            .buffer;
        let (mut first, mut last, mut sum, mut rows) = (u64::MAX, 0, 0, 0);
        for (view, copy) in views.iter().zip(space.as_chunks_mut::<VIEW>().0) {
            let is_long = !View::new(view).is_inline();
            let (start, end) = View::new(view).range();
            if is_long && View::new(view).buffer != buffer {
                break;
            }
            first = first.min(if is_long { start } else { u64::MAX });
            last = last.max(if is_long { end } else { 0 });
            sum += if is_long { end - start } else { 0 };
            // What stands for a long text is no text.
            *copy = if is_long { [0; VIEW] } else { *view };
            rows += 1;
        }
        // (An offset that does not fit an `i32` is out of range.)
        if last - first > (2 * sum).min(LONGEST_TEXT) || last > i32::MAX as u64 {
            return None;
        }
        let short = &space[..rows * VIEW];
        let ends_of_short = &ends[1..=rows];
        if codec.valid_bytes(isa, short) < short.len() || codec.uncut(short, ends_of_short) < rows {
            return None;
        }
        let buffer = self.buffers.get(usize::try_from(buffer).ok()?)?;
        let text = buffer.get(usize::try_from(first).ok()?..usize::try_from(last).ok()?)?;
        if codec.valid_bytes(isa, text) < text.len() {
            return None;
        }
        let mut places = 0;
        for view in views[..rows].iter().map(View::new) {
            let (start, end) = view.range();
            ends[places] = start.wrapping_sub(first) as u32;
            ends[places + 1] = end.wrapping_sub(first) as u32;
            places += if view.is_inline() { 0 } else { 2 };
        }
        (codec.uncut(text, &ends[..places]) == places).then_some(rows)
    }
}
