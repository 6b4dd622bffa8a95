//! Conversion of rows into new values and offsets.
#![allow(
    unsafe_code,
    reason = "the written part of the spare capacity becomes part of the `Vec`"
)]

use super::codec::ColumnCodec;
use super::convert::{Bad, RowConversion};
use super::{ColumnError, ColumnReason, Offset};
use crate::Isa;
use crate::memory;
use crate::memory::Unit;
use crate::memory::progress::Progress;
use crate::rows::sealed::Layout;
use alloc::vec;
use alloc::vec::Vec;

/// Units of capacity at the start, for a few short rows.
const FIRST: usize = 1 << 8;

/// Converts all rows and returns their values and offsets. Capacity is added when it is needed: an
/// estimate from the rows converted so far, plus the worst case of the next row.
pub(crate) fn convert<U: Unit, O: Offset, R: Layout, C: ColumnCodec>(
    isa: Isa,
    codec: C,
    rows: &R,
    bad: &mut Bad<'_>,
) -> Result<(Vec<U>, Vec<O>), ColumnError> {
    let mut values = Vec::new();
    let mut offsets = vec![O::from_index(0); rows.count() + 1];
    let mut run = RowConversion::new(isa, codec, rows);
    let unit = codec.target_unit();
    let mut capacity = FIRST;
    loop {
        values.reserve(capacity);
        let mut result = Ok(());
        let advance = |dst: &mut _| {
            let before = run.written();
            result = run.advance(dst, &mut offsets, bad);
            Progress {
                read: 0,
                written: (run.written() - before) * unit,
            }
        };
        // SAFETY: a run counts only rows that end within the output that its conversion has
        // written, and rows are contiguous. So all counted units are initialised.
        unsafe { memory::append(&mut values, advance) };
        match result {
            Ok(()) => return Ok((values, offsets)),
            Err(error) if error.reason() == ColumnReason::OutputFull => {
                let row = rows.row(error.row()).map_or(0, |row| size_of_val(row.0));
                let worst = codec.worst(row).unwrap_or(usize::MAX) / unit;
                let row = error.row();
                let likely = likely(run.written(), row, rows.count() - row);
                capacity = worst.saturating_add(likely).max(FIRST);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Estimates the units of output of `rows` rows, at the ratio of units `written` to `done` rows
/// plus an eighth. The result is at most eight times `written`.
fn likely(written: usize, done: usize, rows: usize) -> usize {
    let likely = written as u128 * rows as u128 / done.max(1) as u128;
    let likely = usize::try_from(likely / 8 * 9).unwrap_or(usize::MAX);
    likely.min(written.saturating_mul(8))
}
