//! Conversion of rows: a group of them as one text. Where its rows begin in the output follows
//! from a count, or, if no unit has become more or less than one, from where they began before.

use super::codec::{ColumnCodec, bytes};
use super::validate::{good_rows, next_most, rows_within};
use super::{ColumnError, ColumnReason, Offset};
use crate::Isa;
use crate::buffer::output::Output;
use crate::buffer::progress::Progress;
use crate::rows::BadRow;
use crate::rows::sealed::{Ends, GROUP, Group, Layout};

/// Says what becomes of a row that cannot be converted.
pub(crate) type Bad<'b> = dyn FnMut(&ColumnError) -> BadRow + 'b;

/// A conversion of rows, which goes on after its output was full.
pub(crate) struct Run<'r, R, C> {
    isa: Isa,
    codec: C,
    rows: &'r R,
    /// Rows that are converted.
    row: usize,
    /// Units of output.
    written: usize,
    /// Rows of the next group, at most.
    most: usize,
    /// What has been said of a row.
    said: Option<(usize, BadRow)>,
}

impl<'r, R: Layout, C: ColumnCodec> Run<'r, R, C> {
    pub(crate) fn new(isa: Isa, codec: C, rows: &'r R) -> Self {
        Run {
            isa,
            codec,
            rows,
            row: 0,
            written: 0,
            most: GROUP,
            said: None,
        }
    }

    /// Units of output so far.
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// Converts rows to `dst`, which begins after what is written, until all are done or one stops
    /// it. `offsets` are those of all rows.
    pub(crate) fn advance<O: Offset>(
        &mut self,
        dst: &mut Output,
        offsets: &mut [O],
        bad: &mut Bad<'_>,
    ) -> Result<(), ColumnError> {
        if self.row == 0 {
            if let Some(first) = offsets.first_mut() {
                *first = O::of(0);
            }
        }
        let unit = self.codec.target_unit();
        let before = self.written;
        let mut ends = [0; GROUP + 1];
        let mut scratch = R::scratch();
        let room = offsets.len().saturating_sub(1);
        let count = self.rows.count();
        while self.row < count.min(room) {
            let rows = self.rows;
            let most = self.most.min(room - self.row);
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

    /// Finds where the rows of a group end in the output, in its units, after the conversion of
    /// their text. Returns how many of them, from the first on, are converted, for which it is said
    /// in `ends`; `None` if one of them begins inside a character, and `ends` may be anything.
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
            let good = codec.on_boundaries(text, &ends[1..]);
            // A unit becomes no unit less or no unit more, whatever the pair: each has become one.
            if from != 1 || factor != 1 {
                ends.iter_mut().for_each(|end| *end = *end / from * factor);
            }
            return Some(good);
        }
        if !codec.convert_row_ends(self.isa, text, ends) {
            return None;
        }
        if factor != 1 {
            ends.iter_mut().for_each(|end| *end *= factor);
        }
        Some(within)
    }

    /// [`convert_ends`](Self::convert_ends) for a group of which a row begins inside a character.
    #[cold]
    fn convert_ends_of_cut(&self, group: &Group<'_>, at: Progress, ends: &mut Ends) -> usize {
        let text = group.text.unwrap_or_default();
        let good = good_rows(self.codec, text, at.read, &ends[..=group.rows]);
        self.convert_ends(text, at, ends, good).unwrap_or(0)
    }

    /// Notes that rows are converted which end so many units after what is written.
    #[inline(always)]
    fn record<O: Offset, L: Copy + Into<Len>>(
        &mut self,
        ends: &[L],
        offsets: &mut [O],
    ) -> Result<(), ColumnError> {
        let before = self.written;
        let absolute = |end: L| before.saturating_add(end.into().0);
        let fitting = match ends.last() {
            Some(&last) if absolute(last) > O::MAX => {
                ends.partition_point(|&end| absolute(end) <= O::MAX)
            }
            _ => ends.len(),
        };
        let places = &mut offsets[self.row + 1..][..fitting];
        for (place, &end) in places.iter_mut().zip(ends) {
            *place = O::of(before.wrapping_add(end.into().0));
        }
        self.row += fitting;
        if let Some(&last) = ends[..fitting].last() {
            self.written = absolute(last);
        }
        if fitting < ends.len() {
            return Err(self.error_at_start(ColumnReason::OffsetOverflow));
        }
        Ok(())
    }

    /// The error of the next row that counts from its start.
    #[cold]
    fn error_at_start(&self, reason: ColumnReason) -> ColumnError {
        let position = match self.rows.row(self.row) {
            Ok((_, start)) => start,
            Err((_, position)) => position,
        };
        ColumnError::new(self.row, position, reason)
    }

    /// Converts the next row by itself; returns the number of bytes written.
    fn convert_row(&mut self, dst: &mut Output, bad: &mut Bad<'_>) -> Result<usize, ColumnError> {
        let (codec, row) = (self.codec, self.row);
        let (text, start) = match self.rows.row(row) {
            Ok((text, start)) => (bytes(text), start),
            Err((reason, position)) => {
                let error = ColumnError::new(row, position, reason);
                return match self.ask(bad, &error) {
                    BadRow::Empty => Ok(0),
                    BadRow::Stop | BadRow::Replace => Err(error),
                };
            }
        };
        let error = |codec: C, read| {
            let (read, reason) = codec.explain(text, read);
            let reason = ColumnReason::of(reason);
            ColumnError::new(row, start + read * codec.unit(), reason)
        };
        let at = codec.convert(self.isa, text, dst);
        if at.read == text.len() {
            return Ok(at.written);
        }
        let error = error(codec, at.read);
        if error.reason() == ColumnReason::OutputFull {
            return Err(error);
        }
        match self.ask(bad, &error) {
            BadRow::Stop => return Err(error),
            BadRow::Empty => return Ok(0),
            BadRow::Replace => {}
        }
        let at = codec.convert_lossy(self.isa, text, dst);
        if at.read == text.len() {
            return Ok(at.written);
        }
        let (read, _) = codec.explain(text, at.read);
        let position = start + read * codec.unit();
        Err(ColumnError::new(row, position, ColumnReason::OutputFull))
    }

    /// What becomes of the next row. It is asked once for a row, also if its output has to grow.
    #[cold]
    fn ask(&mut self, bad: &mut Bad<'_>, error: &ColumnError) -> BadRow {
        match self.said {
            Some((row, said)) if row == self.row => said,
            _ => {
                let said = bad(error);
                self.said = Some((self.row, said));
                said
            }
        }
    }
}

/// A length in units of output.
#[derive(Clone, Copy)]
struct Len(usize);

impl From<u32> for Len {
    #[inline(always)]
    fn from(len: u32) -> Len {
        Len(len as usize)
    }
}

impl From<usize> for Len {
    #[inline(always)]
    fn from(len: usize) -> Len {
        Len(len)
    }
}
