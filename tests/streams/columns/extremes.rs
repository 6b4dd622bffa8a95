//! Checks widths, lengths, offsets and views at the limits of their types against arithmetic in
//! wider integers.

use std::fmt::Debug;
use utflane::rows::{BadRow, Column, FixedWidth, Nullable, Rows, Views};
use utflane::*;
use utflane_test_support::if_typed;

/// Limits of integer types, and their neighbours.
fn extremes() -> Vec<i128> {
    let mut all = vec![];
    for power in [0, 31, 32, 63, 64] {
        for near in -1..=1 {
            all.push((1 << power) + near);
            all.push(near - (1 << power));
        }
    }
    // Its low 32 bits equal those of -1.
    all.push(-(1 << 32) - 1);
    all.extend([3, 4, 6, 8, 12]);
    all.sort();
    all.dedup();
    all
}

/// Returns those of these numbers that fit in `O`.
fn within<O: TryFrom<i128>>() -> Vec<(i128, O)> {
    let number = |wide| Some((wide, O::try_from(wide).ok()?));
    extremes().into_iter().filter_map(number).collect()
}

/// Expected result for a row: its length in units, or its error.
type Answer = Result<usize, ColumnReason>;

/// Checks every function on rows of ASCII.
fn check<S: Encoding>(rows: &impl Rows<Unit = S::Unit>, expected: &[Answer], what: &dyn Debug) {
    let wrong: Vec<_> = (expected.iter().enumerate())
        .filter_map(|(row, answer)| Some((row, answer.err()?)))
        .collect();
    let mut found = vec![];
    malformed_rows::<S>(rows, |error| found.push((error.row(), error.reason())));
    assert_eq!(found, wrong, "malformed_rows, {what:?}");
    let error = validate_rows::<S>(rows).err();
    let first = error.map(|error| (error.row(), error.reason()));
    assert_eq!(first, wrong.first().copied(), "validate_rows, {what:?}");
    found.clear();
    let converted = transcode_rows_to_vec::<S, Utf8, u32>(rows, |error| {
        found.push((error.row(), error.reason()));
        BadRow::Empty
    });
    let (text, ends) = converted.expect("rows that are wrong are empty");
    assert_eq!(found, wrong, "transcode_rows, {what:?}");
    let mut end = 0;
    let mut expected_ends = vec![0];
    for answer in expected {
        end += answer.unwrap_or(0) as u32;
        expected_ends.push(end);
    }
    assert_eq!(
        (text.len(), ends),
        (end as usize, expected_ends),
        "{what:?}"
    );
}

fn units<E: Encoding>(count: usize) -> Vec<E::Unit> {
    transcode_to_vec::<Utf8, E>(
        "abcdefghijkl"
            .repeat(count)
            .get(..count)
            .unwrap()
            .as_bytes(),
    )
    .unwrap()
}

/// Expected result for row `row` of rows of `width` units.
fn fixed(values: usize, width: usize, row: usize, length: Option<(i128, usize)>) -> Answer {
    let out = Err(ColumnReason::OutOfRange);
    let (start, width) = (row as u128 * width as u128, width as u128);
    if start + width > values as u128 {
        return out;
    }
    match length {
        None => Ok(width as usize),
        Some((-1, _)) => Ok(0),
        Some((length, unit)) if length < 0 || length % unit as i128 != 0 => out,
        Some((length, unit)) if length / unit as i128 > width as i128 => out,
        Some((length, unit)) => Ok((length / unit as i128) as usize),
    }
}

fn check_fixed<E: Encoding, L: Offset + TryFrom<i128> + Debug>() {
    let values = units::<E>(12);
    for (_, width) in within::<usize>() {
        let rows = FixedWidth::new(&values, width);
        let count = if width == 0 {
            0
        } else {
            12usize.div_ceil(width)
        };
        let answer = |length| move |row| fixed(12, width, row, length);
        let expected: Vec<_> = (0..count).map(answer(None)).collect();
        check::<E>(&rows, &expected, &(E::NAME, width));
        for (wide, length) in within::<L>() {
            // Alone, and after a valid row.
            for lengths in [
                vec![(wide, length)],
                vec![(0, L::try_from(0).ok().unwrap()), (wide, length)],
            ] {
                let narrow: Vec<L> = lengths.iter().map(|length| length.1).collect();
                for unit in [1, size_of::<E::Unit>()] {
                    let expected: Vec<_> = (lengths.iter().enumerate())
                        .map(|(row, length)| answer(Some((length.0, unit)))(row))
                        .collect();
                    let what = (E::NAME, width, &narrow, unit);
                    if unit == 1 {
                        check::<E>(&rows.with_lengths(&narrow), &expected, &what);
                    }
                    if unit == size_of::<E::Unit>() {
                        check::<E>(&rows.with_byte_lengths(&narrow), &expected, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn widths_and_lengths() {
    macro_rules! check_each {
        ($($length:ty)*) => { $(
            check_fixed::<Utf8, $length>();
            if_typed! {
                check_fixed::<Utf16, $length>();
                check_fixed::<Utf32, $length>();
            }
        )* };
    }
    check_each! { i32 u64 }
    if_typed!(check_each! { i64 u32 usize isize });
    check_fixed::<Utf16, i32>();
    check_fixed::<Utf32, i64>();
}

fn check_offsets<O: Offset + TryFrom<i128> + Debug>() {
    let values = units::<Utf8>(12);
    let numbers = within::<O>();
    for &(first, start) in &numbers {
        for &(second, middle) in &numbers {
            for &(third, end) in &numbers {
                let row = |start: i128, end: i128| match (0..=12).contains(&start)
                    && (0..=12).contains(&end)
                {
                    false => Err(ColumnReason::OutOfRange),
                    true if start > end => Err(ColumnReason::Descending),
                    true => Ok((end - start) as usize),
                };
                let expected = [row(first, second), row(second, third)];
                let offsets = [start, middle, end];
                check::<Utf8>(&Column::new(&values, &offsets), &expected, &offsets);
            }
        }
    }
}

#[test]
fn offsets() {
    check_offsets::<i32>();
    check_offsets::<u64>();
    if_typed! {
        check_offsets::<i64>();
        check_offsets::<u32>();
        check_offsets::<usize>();
        check_offsets::<isize>();
    }
}

#[test]
fn offsets_of_nulls() {
    let column = Column::new(b"abcdefgh", &[0u32, 1, 2, 3, 4, 5, 6, 7, 8]);
    for (wide, offset) in within::<usize>() {
        for bytes in 0..3 {
            let validity = vec![0; bytes];
            let is_null = |row: i128| wide + row < 8 * bytes as i128;
            let expected: Vec<Answer> = (0..8).map(|row| Ok(usize::from(!is_null(row)))).collect();
            check::<Utf8>(
                &Nullable::new(column, &validity, offset),
                &expected,
                &(offset, bytes),
            );
        }
    }
}

#[test]
fn numbers_of_views() {
    let buffers = [vec![b'a'; 40], vec![b'b'; 13]];
    let numbers: Vec<u32> = extremes()
        .into_iter()
        .filter_map(|wide| u32::try_from(wide).ok())
        .collect();
    let numbers: Vec<u32> = numbers
        .into_iter()
        .chain([13, 27, 40, u32::MAX - 12])
        .collect();
    for &len in &numbers {
        for &buffer in &numbers {
            for &offset in &numbers {
                let mut view = [b'c'; 16];
                view[..4].copy_from_slice(&len.to_le_bytes());
                let mut good = view;
                good[..4].copy_from_slice(&7u32.to_le_bytes());
                if len > 12 {
                    view[8..12].copy_from_slice(&buffer.to_le_bytes());
                    view[12..].copy_from_slice(&offset.to_le_bytes());
                }
                let space = buffers.get(buffer as usize).map_or(0, Vec::len) as u64;
                let is_in = len <= 12 || u64::from(len) + u64::from(offset) <= space;
                let answer = if is_in {
                    Ok(len as usize)
                } else {
                    Err(ColumnReason::OutOfRange)
                };
                let views = [good, view, good];
                let rows = Views::new(&views, &buffers);
                check::<Utf8>(&rows, &[Ok(7), answer, Ok(7)], &(len, buffer, offset));
            }
        }
    }
}
