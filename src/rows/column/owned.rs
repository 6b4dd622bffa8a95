//! Conversion of rows to a new `Vec`.
#![allow(
    unsafe_code,
    reason = "what was written to spare capacity becomes units"
)]

use super::codec::ColumnCodec;
use super::convert::{Bad, Run};
use super::{ColumnError, ColumnReason, Offset};
use crate::Isa;
use crate::buffer::memory;
use crate::buffer::memory::Unit;
use crate::buffer::progress::Progress;
use crate::rows::sealed::Layout;
use alloc::vec;
use alloc::vec::Vec;

/// Units for which there is capacity at first: enough for a few short rows.
const FIRST: usize = 1 << 8;

/// Values and offsets of the conversion of all rows. Capacity is made as it is needed: at the ratio
/// of output to input so far, and at least for the worst case of the next row.
pub(crate) fn convert<U: Unit, O: Offset, R: Layout, C: ColumnCodec>(
    isa: Isa,
    codec: C,
    rows: &R,
    bad: &mut Bad<'_>,
) -> Result<(Vec<U>, Vec<O>), ColumnError> {
    let mut values = Vec::new();
    let mut offsets = vec![O::of(0); rows.count() + 1];
    let mut run = Run::new(isa, codec, rows);
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
        // SAFETY: the rows that a run counts as written are initialised, one after the other.
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

/// Units of the conversion of so many rows at the ratio of units `written` to `done` rows, and an
/// eighth more, but not more than eight times as many as were written.
fn likely(written: usize, done: usize, rows: usize) -> usize {
    let likely = written as u128 * rows as u128 / done.max(1) as u128;
    let likely = usize::try_from(likely / 8 * 9).unwrap_or(usize::MAX);
    likely.min(written.saturating_mul(8))
}
