//! [`Views`]: rows in the layout of Arrow's string views.
//!
//! ```text
//! byte of a view      0      4      8      12     16
//! up to 12 bytes      length text .............. zeros
//! longer              length prefix buffer offset
//! ```
//!
//! The views of short rows are validated as one text, in a copy with zeros after each row. This
//! works because the bytes of a length of up to 12, and zeros, are ASCII.
//!
//! The text of longer rows is usually in one buffer, possibly with other rows between them. So they
//! are validated without a copy: the buffer must be well-formed from the first row to the last, and
//! each row must start and end at a character boundary.
#![forbid(unsafe_code)]

use super::Rows;
use super::gathered::Gathered;
use super::sealed::{Ends, GROUP, Group, Layout, LazyEnds, Row};
use crate::Isa;
use crate::rows::column::ColumnReason;
use crate::rows::column::codec::Source;
use crate::rows::column::validate::Checked;
use core::ops::Deref;

/// Size of a view, in bytes.
const VIEW: usize = 16;

/// Length of the longest row that is stored in its view, in bytes.
const INLINE: usize = 12;

/// Rows of bytes in the layout of Arrow's string views.
///
/// A view has 16 bytes and begins with the length of the text. A text of up to 12 bytes follows
/// directly. For a longer text, its first 4 bytes, the index of a buffer and the offset in that
/// buffer follow. Numbers are little-endian and have 4 bytes.
///
/// The prefix of a long text in its view and the padding after a short text are ignored. A position
/// in an error counts from the start of the row's buffer, or from the start of the text if it is in
/// the view. A view whose buffer does not exist, or whose text exceeds the buffer, is [out of
/// range](crate::ColumnReason::OutOfRange).
///
/// A buffer must dereference to the same slice each time. If it does not, the result is
/// unspecified, but there is no undefined behavior.
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

/// The fields of a view. `buffer` and `offset` are valid only if the text is longer than
/// [`INLINE`].
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
}

impl<'a, B: Deref<Target = [u8]>> Views<'a, B> {
    /// Creates rows from views and the buffers to which they refer. To split a slice of bytes into
    /// views, use [`as_chunks`](slice::as_chunks).
    ///
    /// ```
    /// use utflane::{Utf8, rows::Views, validate_rows};
    ///
    /// let views = [*b"\x12\0\0\0a te\0\0\0\0\x02\0\0\0"];
    /// let buffers = [&b"..a text of 18 bytes"[..]];
    /// assert_eq!(validate_rows::<Utf8>(&Views::new(&views, &buffers)), Ok(()));
    /// ```
    pub const fn new(views: &'a [[u8; VIEW]], buffers: &'a [B]) -> Self {
        Views { views, buffers }
    }

    /// Returns a slice that begins with the text of a row, and the length of the text, or `None` if
    /// the row is out of range.
    #[inline(always)]
    fn part(&self, row: usize) -> Option<(&'a [u8], usize)> {
        let view = View::new(&self.views[row]);
        let len = view.len as usize;
        if view.is_inline() {
            return Some((&self.views[row][4..], len));
        }
        // The numbers are signed, and none may be negative.
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
        ends: &mut LazyEnds,
        scratch: &mut Option<Gathered>,
    ) -> Checked {
        let ends = ends.get_or_insert([0; GROUP + 1]);
        let views = &self.views[row..];
        let views = &views[..most.min(views.len())];
        let scratch = scratch.get_or_insert_with(Gathered::new);
        let together = &views[..views.len().min(GROUP_ROWS)];
        match self.check_contiguous((isa, codec), together, ends, scratch.bytes()) {
            Some(checked) => checked,
            None => self.check_scattered((isa, codec), row, views.len(), ends, scratch),
        }
    }
}

/// Rows that are checked at a time. Each uses two elements of [`Ends`], for its start and its end.
const GROUP_ROWS: usize = GROUP / 2;

/// Maximum length of the part of a buffer that contains all long rows of a group, in bytes.
const LONGEST_TEXT: u64 = 1 << 20;

/// Length of the longest row that is copied for validation, in bytes.
const LONGEST_COPY: usize = 256;

/// Masks for the length and the text in a view, indexed by the length. The last one, for lengths
/// greater than [`INLINE`], is empty.
const INLINE_MASKS: [u128; INLINE + 2] = {
    let mut masks = [0; INLINE + 2];
    let mut len = 0;
    while len <= INLINE {
        masks[len] = u128::MAX >> (8 * (INLINE - len));
        len += 1;
    }
    masks
};

impl<B: Deref<Target = [u8]>> Views<'_, B> {
    /// Validates the rows at the start of `views`, up to the first row in another buffer. Returns
    /// `None` if the long rows are not close together, or if checking them together is not
    /// possible.
    #[inline(always)]
    fn check_contiguous<C: Source>(
        &self,
        (isa, codec): (Isa, C),
        views: &[[u8; VIEW]],
        ends: &mut Ends,
        space: &mut [u8],
    ) -> Option<Checked> {
        let (mut buffer, mut first, mut last) = (0, u32::MAX, 0);
        let (mut sum, mut signs, mut inline, mut rows) = (0, 0, 0, 0);
        let copies = space.chunks_exact_mut(VIEW);
        let bounds = ends.chunks_exact_mut(2);
        for ((view, copy), at) in views.iter().zip(copies).zip(bounds) {
            let View {
                len,
                buffer: number,
                offset,
            } = View::new(view);
            let is_long = len as usize > INLINE;
            if is_long && number != buffer {
                if sum > 0 {
                    break;
                }
                buffer = number;
            }
            let end = offset.wrapping_add(len);
            // The view of a long row contains no text, so it is masked out. A short text is
            // followed by zeros.
            let text = u128::from_le_bytes(*view) & INLINE_MASKS[(len as usize).min(INLINE + 1)];
            copy.copy_from_slice(&text.to_le_bytes());
            let row = if is_long {
                [offset, end]
            } else {
                [NO_POSITION; 2]
            };
            at.copy_from_slice(&row);
            first = first.min(row[0]);
            last = last.max(if is_long { end } else { 0 });
            sum += u64::from(if is_long { len } else { 0 });
            inline |= if is_long { 0 } else { len as usize };
            signs |= if is_long {
                len | offset | end | number
            } else {
                0
            };
            rows += 1;
        }
        let short = codec.valid_and_plain(isa, &space[..rows * VIEW]).0 / VIEW;
        // The zeros after a row must not complete a partial unit.
        if inline % codec.width() != 0 {
            return None;
        }
        let good = if sum == 0 {
            short
        } else {
            // A number that does not fit into an `i32` is out of range.
            if signs > i32::MAX as u32 || u64::from(last - first) > (2 * sum).min(LONGEST_TEXT) {
                return None;
            }
            let first_byte = first as usize;
            let mut text = self.buffers.get(buffer as usize)?.get(..last as usize)?;
            let (valid, plain) = codec.valid_and_plain(isa, &text[first_byte..]);
            if plain {
                short
            } else {
                let mut valid = first_byte + valid;
                let bounds = &mut ends[..2 * short];
                // Character boundaries depend on the start of the text at `first`. In the buffer,
                // `first` may be inside a unit or inside a multi-byte character.
                if !codec.is_self_synchronizing() || first_byte % codec.width() != 0 {
                    text = &text[first_byte..];
                    valid -= first_byte;
                    for bound in bounds.iter_mut().filter(|bound| **bound != NO_POSITION) {
                        *bound -= first;
                    }
                }
                let mut bounds = &*bounds;
                if valid < text.len() {
                    bounds = &bounds[..2 * rows_before(bounds, valid)];
                }
                codec.count_on_boundaries(&text[..valid], bounds) / 2
            }
        };
        Some(Checked {
            good: Some(good),
            rows,
        })
    }

    /// Validates rows that may be anywhere: short ones in copies, others one by one.
    #[inline(never)]
    fn check_scattered<C: Source>(
        &self,
        (isa, codec): (Isa, C),
        row: usize,
        rows: usize,
        ends: &mut Ends,
        scratch: &mut Gathered,
    ) -> Checked {
        let mut good = 0;
        while good < rows {
            let next = row + good;
            let part = |index| {
                self.part(next + index)
                    .filter(|part| part.1 <= LONGEST_COPY)
            };
            let group = scratch.gather(rows - good, ends, part);
            let group = Checked::from_group((isa, codec), &group, ends);
            let of_group = group.good.unwrap_or_else(|| {
                let is_good = |text: &[u8]| codec.valid_and_plain(isa, text).0 == text.len();
                usize::from(self.row(next).is_ok_and(|(text, _)| is_good(text)))
            });
            good += of_group;
            if of_group < group.rows {
                break;
            }
        }
        Checked {
            good: Some(good),
            rows,
        }
    }
}

/// Returns the number of rows before the first one that ends after `valid`. `bounds` are the starts
/// and ends of the rows.
#[cold]
fn rows_before(bounds: &[u32], valid: usize) -> usize {
    let ends = bounds.iter().skip(1).step_by(2);
    let is_after = |&end: &u32| end != NO_POSITION && end as usize > valid;
    ends.clone().position(is_after).unwrap_or(ends.len())
}

/// A position after every text. It is a multiple of every unit size.
const NO_POSITION: u32 = u32::MAX - 3;
