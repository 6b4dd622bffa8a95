//! Checks the other layouts of rows: the results are those of the texts in the rows.

mod views;

use super::answer::{Text, check_rows};
use utflane::rows::{FixedWidth, Nullable};
use utflane::*;
use utflane_test_support::oracle::*;

/// Checks rows of `width` units with a separate array of lengths, -1 for a null. The units after
/// each text are arbitrary, and some lengths are out of range.
fn check_fixed<S: Model, D: Model>(random: &mut Random, width: usize, rows: usize, faults: usize) {
    let unit = size_of::<S::Unit>();
    let (mut values, mut lengths) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let text = encoded::<S>(&random.text(width / 2 + 1));
        let len = text.len().min(width);
        values.extend(&text[..len]);
        values.resize(values.len() + width - len, S::Unit::CANARY);
        lengths.push(if random.percent(5) { -1 } else { len as i64 });
    }
    let values = spoilt_by_chance::<S>(values, random, faults);
    if faults > 1 {
        lengths[random.below(rows)] = random.pick(&[-2, width as i64 + 1, i64::MIN, i64::MAX]);
    }
    let text = |row: usize, len: i64| match len {
        -1 => Ok((Vec::new(), row * width)),
        _ if len < 0 || len > width as i64 => Err((ColumnReason::OutOfRange, row * width)),
        _ => Ok((values[row * width..][..len as usize].to_vec(), row * width)),
    };
    let texts = |lengths: &[i64]| -> Vec<Text<S::Unit>> {
        let rows = lengths.iter().enumerate();
        rows.map(|(row, &len)| text(row, len)).collect()
    };
    let isas = isas();
    let fixed = FixedWidth::new(&values, width);
    check_rows::<S, D>(&isas, &fixed.with_lengths(&lengths), &texts(&lengths));
    let bytes: Vec<i64> = lengths
        .iter()
        .map(|&len| match len {
            -1 => -1,
            len => len.saturating_mul(unit as i64),
        })
        .collect();
    let isas = &isas[..1];
    check_rows::<S, D>(isas, &fixed.with_byte_lengths(&bytes), &texts(&lengths));
    check_rows::<S, D>(isas, &fixed, &texts(&vec![width as i64; rows]));
    let nulls = random.bytes(rows / 8 + 1);
    let mut some = texts(&lengths);
    for (row, text) in some.iter_mut().enumerate() {
        if nulls[row / 8] >> (row % 8) & 1 == 0 {
            *text = Ok((Vec::new(), 0));
        }
    }
    let rows = Nullable::new(fixed.with_lengths(&lengths), &nulls, 0);
    check_rows::<S, D>(isas, &rows, &some);
}

#[test]
fn rows_of_fixed_width() {
    let mut random = Random(31);
    for (width, rows) in [(1, 40), (7, 300), (64, 90), (100, 30), (1500, 5)] {
        for faults in [0, 1, 9] {
            check_fixed::<Utf8, Utf16>(&mut random, width, rows, faults);
            check_fixed::<Utf16, Utf8>(&mut random, width, rows, faults);
            check_fixed::<Utf16Le, Utf8>(&mut random, 4 * width, rows, faults);
            check_fixed::<Latin1, Utf8>(&mut random, width, rows, faults);
        }
    }
}

#[test]
fn rows_of_fixed_width_without_lengths() {
    let texts = |rows: &FixedWidth<u8>| -> Vec<(usize, Vec<u8>)> {
        let mut out = vec![0; 64];
        let mut ends = [0u32; 9];
        let mut bad = 0;
        let written = transcode_rows::<Utf8, Utf8>(rows, &mut out, &mut ends, |error| {
            assert_eq!(error.reason(), ColumnReason::OutOfRange);
            bad += 1;
            rows::BadRow::Empty
        });
        out.truncate(written.unwrap());
        vec![(bad, out)]
    };
    // The last row counts even if it is incomplete.
    assert_eq!(
        texts(&FixedWidth::new(b"abcdefg", 3)),
        [(1, b"abcdef".to_vec())]
    );
    assert_eq!(texts(&FixedWidth::new(b"ab", 3)), [(1, vec![])]);
    assert_eq!(texts(&FixedWidth::new(b"abc", 0)), [(0, vec![])]);
    assert_eq!(texts(&FixedWidth::new(b"", 3)), [(0, vec![])]);
    // More lengths than rows.
    let rows = FixedWidth::new(b"abcd", 2).with_lengths(&[1u32, 2, 0]);
    let error = validate_rows::<Utf8>(&rows).unwrap_err();
    assert_eq!((error.row(), error.position()), (2, 4));
    let rows = FixedWidth::new(b"ab", usize::MAX).with_lengths(&[0u8 as i32, 0, 0]);
    assert_eq!(validate_rows::<Utf8>(&rows).unwrap_err().row(), 0);
    // A length that ends within a unit.
    let units = [0x41u16; 4];
    let rows = FixedWidth::new(&units, 2).with_byte_lengths(&[4i32, 3]);
    let error = validate_rows::<Utf16>(&rows).unwrap_err();
    assert_eq!((error.row(), error.reason()), (1, ColumnReason::OutOfRange));
}

/// A null row whose bytes are malformed, at every row of columns of several lengths. Some of these
/// rows are the last of a group.
#[test]
fn nulls_that_are_not_empty() {
    for rows in [1, 2, 101, 150, 1024, 1100] {
        let offsets: Vec<u32> = (0..=rows).map(|row| 2 * row).collect();
        let mut values = vec![b'a'; 2 * rows as usize];
        let mut validity = vec![0xFF; rows.div_ceil(8) as usize];
        for null in 0..rows as usize {
            let (byte, bit) = (null / 8, 1 << (null % 8));
            validity[byte] ^= bit;
            for text in [*b"bb", [0xFF, 0x80]] {
                values[2 * null..][..2].copy_from_slice(&text);
                let column = rows::Column::new(&values, &offsets);
                let column = Nullable::new(column, &validity, 0);
                assert_eq!(validate_rows::<Utf8>(&column), Ok(()));
                let stop = |_: &ColumnError| rows::BadRow::Stop;
                let (text, ends) = transcode_rows_to_vec::<Utf8, Utf16, u32>(&column, stop)
                    .unwrap_or_else(|error| panic!("{null} of {rows}: {error}"));
                let units = 2 * rows - 2;
                assert_eq!((text.len(), ends[null]), (units as usize, ends[null + 1]));
                assert_eq!(ends[rows as usize], units, "{null} of {rows}");
            }
            values[2 * null..][..2].copy_from_slice(b"aa");
            validity[byte] ^= bit;
        }
    }
}

#[test]
fn padding() {
    fn converted(rows: &FixedWidth<u8, i32>) -> (Vec<u8>, Vec<i32>) {
        transcode_rows_to_vec::<Utf8, Utf8, i32>(rows, |_| rows::BadRow::Stop).unwrap()
    }
    let values = b"ab   cd d     ";
    let rows = FixedWidth::new(values, 7).with_lengths(&[7, 6]);
    assert_eq!(
        converted(&rows),
        (b"ab   cd d    ".to_vec(), vec![0, 7, 13])
    );
    let rows = rows.without_padding(b" ");
    assert_eq!(converted(&rows), (b"ab   cd d".to_vec(), vec![0, 7, 9]));
    // A space of UTF-16 is two bytes. A row may consist of padding only.
    let values = b" \0 \0a\0 \0 \0";
    let rows = FixedWidth::new(values, 2).without_padding(b" \0");
    let got = transcode_rows_to_vec::<Utf16Le, Utf8, i64>(&rows, |_| rows::BadRow::Stop);
    assert_eq!(got, Ok((b"a".to_vec(), vec![0, 0, 0, 1, 1, 1])));
}
