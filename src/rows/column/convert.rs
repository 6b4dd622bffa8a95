//! Conversion of rows. A group of rows is converted as one text. The row ends in the output are
//! counted, or, if no character changes its length, computed from the row ends in the input.

use super::codec::{ColumnCodec, Source};
use super::validate::{good_rows, next_most, rows_within};
use super::{ColumnError, ColumnReason, Offset};
use crate::memory;
use crate::memory::output::Output;
use crate::memory::progress::Progress;
use crate::rows::BadRow;
use crate::rows::sealed::{Ends, GROUP, Group, Layout};
use crate::{Isa, TranscodeError};

/// A callback that decides how to handle a row that cannot be converted.
pub(crate) type Bad<'b> = dyn FnMut(&ColumnError) -> BadRow + 'b;

/// A conversion of rows, which can resume after the output was full.
pub(crate) struct RowConversion<'r, R, C> {
    isa: Isa,
    codec: C,
    rows: &'r R,
    /// Number of rows that are converted.
    row: usize,
    /// Number of units of output.
    written: usize,
    /// Maximum number of rows of the next group.
    most: usize,
    /// The last row passed to the callback, and the answer.
    last_answer: Option<(usize, BadRow)>,
}

impl<'r, R: Layout, C: ColumnCodec> RowConversion<'r, R, C> {
    pub(crate) fn new(isa: Isa, codec: C, rows: &'r R) -> Self {
        RowConversion {
            isa,
            codec,
            rows,
            row: 0,
            written: 0,
            most: GROUP,
            last_answer: None,
        }
    }

    /// Returns the number of units of output so far.
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// Converts rows into `dst`, which begins after the units written so far, until all rows are
    /// converted or an error stops the conversion. `offsets` are the offsets of all rows.
    pub(crate) fn advance<O: Offset>(
        &mut self,
        dst: &mut Output,
        offsets: &mut [O],
        bad: &mut Bad<'_>,
    ) -> Result<(), ColumnError> {
        if self.row == 0 {
            if let Some(first) = offsets.first_mut() {
                *first = O::from_index(0);
            }
        }
        let unit = self.codec.target_unit();
        let before = self.written;
        let mut ends = [0; GROUP + 1];
        let mut scratch = R::scratch();
        let capacity = offsets.len().saturating_sub(1);
        let count = self.rows.count();
        while self.row < count.min(capacity) {
            let rows = self.rows;
            let most = self.most.min(capacity - self.row);
            let Group { text, rows: size } = rows.group(self.row, most, &mut ends, &mut scratch);
            let mut alone = size;
            if let Some(text) = text {
                let dst = &mut dst[(self.written - before) * unit..];
                let at = self.codec.convert(self.isa, text, dst);
                let good = self
                    .convert_ends(text, at, &mut ends, size)
                    .unwrap_or_else(|| {
                        let group = rows.group(self.row, size, &mut ends, &mut scratch);
                        self.convert_ends_of_cut(&group, at, &mut ends)
                    });
                // A buffer of the caller may dereference to other bytes each time. So we never
                // count a row that ends after the written units.
                let is_written = ends[good] as usize <= at.written / unit;
                let good = if is_written { good } else { 0 };
                self.most = next_most(self.most, good, size);
                self.record(&ends[1..=good], offsets)?;
                alone = usize::from(good < size);
            }
            for _ in 0..alone {
                let dst = &mut dst[(self.written - before) * unit..];
                let written = self.convert_row(dst, bad)?;
                self.record(&[written / unit], offsets)?;
            }
        }
        if self.row < count {
            return Err(self.error_at_start(ColumnReason::OutputFull));
        }
        Ok(())
    }

    /// Replaces `ends` with the row ends in the output, in units of output, after the conversion of
    /// the text of a group. Returns the number of rows that are converted. Their ends are valid.
    /// Returns `None` if a row begins inside a character. `ends` is then unspecified.
    #[inline(always)]
    fn convert_ends(
        &self,
        text: &[u8],
        at: Progress,
        ends: &mut Ends,
        rows: usize,
    ) -> Option<usize> {
        let codec = self.codec;
        let within = rows_within(text, at.read, &ends[..=rows]);
        let (text, ends) = (&text[..at.read], &mut ends[..=within]);
        let [from, to] = codec.widths();
        let (from, factor) = (from as u32, (to / codec.target_unit()) as u32);
        if at.written / to == at.read / from as usize {
            // If characters can only become longer, or only shorter, an unchanged total length
            // means that no character changed its length. ASCII cannot become shorter.
            let is_ascii = codec.source().ascii_bytes(self.isa, text) == text.len();
            if is_ascii || codec.lengths_change_one_way() {
                let good = if is_ascii {
                    within
                } else {
                    codec.source().count_on_boundaries(text, &ends[1..])
                };
                if from != 1 || factor != 1 {
                    ends.iter_mut().for_each(|end| *end = *end / from * factor);
                }
                return Some(good);
            }
        }
        if !codec.convert_row_ends(self.isa, text, ends) {
            return None;
        }
        if factor != 1 {
            ends.iter_mut().for_each(|end| *end *= factor);
        }
        Some(within)
    }

    /// Converts like [`convert_ends`](Self::convert_ends), for a group in which a row begins inside
    /// a character.
    #[cold]
    fn convert_ends_of_cut(&self, group: &Group<'_>, at: Progress, ends: &mut Ends) -> usize {
        let text = group.text.unwrap_or_default();
        if text.len() < at.read {
            // A buffer of the caller has dereferenced to other bytes.
            return 0;
        }
        let good = good_rows(self.codec.source(), text, at.read, &ends[..=group.rows]);
        self.convert_ends(text, at, ends, good).unwrap_or(0)
    }

    /// Records converted rows. `ends` are their ends, in units after the units written so far.
    #[inline(always)]
    fn record<O: Offset>(
        &mut self,
        ends: &[impl Offset],
        offsets: &mut [O],
    ) -> Result<(), ColumnError> {
        let before = self.written;
        let absolute = |end: usize| before.saturating_add(end);
        let fitting = match ends.last() {
            Some(last) if absolute(last.index()) > O::MAX => {
                ends.partition_point(|end| absolute(end.index()) <= O::MAX)
            }
            _ => ends.len(),
        };
        let slots = &mut offsets[self.row + 1..][..fitting];
        for (slot, end) in slots.iter_mut().zip(ends) {
            *slot = O::from_index(before.wrapping_add(end.index()));
        }
        self.row += fitting;
        if let Some(last) = ends[..fitting].last() {
            self.written = absolute(last.index());
        }
        if fitting < ends.len() {
            return Err(self.error_at_start(ColumnReason::OffsetOverflow));
        }
        Ok(())
    }

    /// Returns an error of the next row, at the start of the row.
    #[cold]
    fn error_at_start(&self, reason: ColumnReason) -> ColumnError {
        let position = match self.rows.row(self.row) {
            Ok((_, start)) => start,
            Err((_, position)) => position,
        };
        ColumnError::new(self.row, position, reason)
    }

    /// Converts the next row by itself and returns the number of bytes written.
    fn convert_row(&mut self, dst: &mut Output, bad: &mut Bad<'_>) -> Result<usize, ColumnError> {
        let (codec, row) = (self.codec, self.row);
        let (text, start) = match self.rows.row(row) {
            Ok((text, start)) => (memory::bytes(text), start),
            Err((reason, position)) => {
                let error = ColumnError::new(row, position, reason);
                return match self.ask(bad, &error) {
                    BadRow::Empty => Ok(0),
                    BadRow::Stop | BadRow::Replace => Err(error),
                };
            }
        };
        let in_column = |error: TranscodeError| {
            let position = start + error.read() * codec.source().unit();
            ColumnError::new(row, position, ColumnReason::from_reason(error.reason()))
        };
        let at = codec.convert(self.isa, text, dst);
        if at.read == text.len() {
            return Ok(at.written);
        }
        let mut error = in_column(codec.explain(text, at.read, 0));
        if error.reason() == ColumnReason::OutputFull {
            // A bad row may become empty, and then fits. So search the whole row for an error first.
            match codec.measure(self.isa, text) {
                Ok(_) => return Err(error),
                Err(found) => error = in_column(found),
            }
        }
        match self.ask(bad, &error) {
            BadRow::Stop => return Err(error),
            BadRow::Empty => return Ok(0),
            BadRow::Replace => {}
        }
        let at = codec.convert_lossy(self.isa, text, dst);
        let result = codec.outcome_full(text, at);
        result.map(|_| at.written).map_err(in_column)
    }

    /// Returns how to handle the next row. The callback is called once per row, even if the output
    /// has to grow and the row is converted again.
    #[cold]
    fn ask(&mut self, bad: &mut Bad<'_>, error: &ColumnError) -> BadRow {
        match self.last_answer {
            Some((row, last_answer)) if row == self.row => last_answer,
            _ => {
                let last_answer = bad(error);
                self.last_answer = Some((self.row, last_answer));
                last_answer
            }
        }
    }
}
