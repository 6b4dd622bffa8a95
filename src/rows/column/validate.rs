//! Validation of rows, in groups.

use super::ColumnError;
use super::codec::Source;
use crate::memory;
use crate::rows::sealed::{Ends, GROUP, Group, Layout, LazyEnds};
use crate::{ColumnReason, Isa};

/// Returns the number of rows of a group that end within the first `valid` bytes of `text`, which
/// are well-formed. `ends` are the ends of the rows.
#[inline(always)]
pub(super) fn rows_within(text: &[u8], valid: usize, ends: &[u32]) -> usize {
    if valid == text.len() {
        return ends.len() - 1;
    }
    ends.partition_point(|&end| end as usize <= valid) - 1
}

/// Returns the number of rows at the start of a group that are well-formed: they are
/// [within](rows_within) the well-formed part of the text, and end at character boundaries.
#[inline(always)]
pub(crate) fn good_rows<C: Source>(codec: C, text: &[u8], valid: usize, ends: &[u32]) -> usize {
    let within = rows_within(text, valid, ends);
    codec.count_on_boundaries(&text[..valid], &ends[1..=within])
}

/// The result of checking consecutive rows.
#[derive(Debug)]
pub struct Checked {
    /// The number of rows at the start that are known to be well-formed. The row after them, if
    /// any, must be checked by itself. `None` if all rows must be checked one by one.
    pub good: Option<usize>,
    /// The number of rows, 1 or more.
    pub rows: usize,
}

impl Checked {
    /// Checks the rows of a group by its text.
    #[inline(always)]
    pub(crate) fn from_group<C: Source>(
        (isa, codec): (Isa, C),
        group: &Group<'_>,
        ends: &Ends,
    ) -> Self {
        let Group { text, rows } = *group;
        let Some(text) = text else {
            return Checked { good: None, rows };
        };
        let good = match codec.valid_and_plain(isa, text) {
            (_, true) => rows,
            (valid, false) => good_rows(codec, text, valid, &ends[..=rows]),
        };
        Checked {
            good: Some(good),
            rows,
        }
    }
}

/// Validates a group of rows as one text.
#[inline(always)]
pub(crate) fn check_group<C: Source, R: Layout + ?Sized>(
    (isa, codec): (Isa, C),
    layout: &R,
    row: usize,
    most: usize,
    ends: &mut LazyEnds,
    scratch: &mut R::Scratch,
) -> Checked {
    let ends = ends.get_or_insert([0; GROUP + 1]);
    let group = layout.group(row, most, ends, scratch);
    Checked::from_group((isa, codec), &group, ends)
}

/// Returns the size of the next group, after a group of `rows` rows that began with `good`
/// well-formed ones. Groups become smaller where errors are frequent, which bounds the work for
/// each bad row.
#[inline(always)]
pub(super) fn next_most(most: usize, good: usize, rows: usize) -> usize {
    if good == rows {
        (2 * most).min(GROUP)
    } else {
        (2 * good).clamp(8, GROUP)
    }
}

/// Returns the error of a row, if it is malformed.
fn row_error<C: Source, R: Layout>(
    isa: Isa,
    codec: C,
    rows: &R,
    row: usize,
) -> Option<ColumnError> {
    let (text, start) = match rows.row(row) {
        Ok(row) => row,
        Err((reason, position)) => return Some(ColumnError::new(row, position, reason)),
    };
    let text = memory::bytes(text);
    let valid = codec.valid_bytes(isa, text);
    if valid == text.len() {
        return None;
    }
    let error = codec.decode_error(text, valid)?;
    let position = start + error.valid_up_to() * codec.unit();
    Some(ColumnError::new(
        row,
        position,
        ColumnReason::Malformed(error),
    ))
}

/// Calls `found` with the error of each malformed row, in order, until it returns false.
pub(crate) fn find<C: Source, R: Layout>(
    isa: Isa,
    codec: C,
    rows: &R,
    mut found: impl FnMut(ColumnError) -> bool,
) {
    let count = rows.count();
    let mut ends = None;
    let mut scratch = R::scratch();
    let (mut row, mut most) = (0, GROUP);
    while row < count {
        let checked = rows.check((isa, codec), row, most, &mut ends, &mut scratch);
        let mut alone = checked.rows;
        if let Some(good) = checked.good.filter(|_| !codec.needs_row_by_row()) {
            most = next_most(most, good, checked.rows);
            row += good;
            alone = usize::from(good < checked.rows);
        }
        for _ in 0..alone {
            match row_error(isa, codec, rows, row) {
                Some(error) if !found(error) => return,
                _ => {}
            }
            row += 1;
        }
    }
}

/// Returns the error of the first malformed row.
pub(crate) fn validate<C: Source, R: Layout>(
    isa: Isa,
    codec: C,
    rows: &R,
) -> Result<(), ColumnError> {
    let mut first = Ok(());
    find(isa, codec, rows, |error| {
        first = Err(error);
        false
    });
    first
}
