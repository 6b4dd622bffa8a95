//! Checks that validation of columns returns the standard library's result for each row, with valid
//! and invalid text and offsets.
#![cfg(feature = "full")]

mod answer;
mod extremes;
mod layouts;
mod transcode;

use utflane::rows::Column;
use utflane::{ColumnReason, Isa, Latin1, Offset, Utf8, Utf16, Utf16Be, validate_rows};
use utflane_test_support::oracle::*;

/// An error, without the library's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrong {
    OutOfRange,
    Descending,
    Malformed(Fault),
}

/// Returns the first bad row, its position and its error, by a loop over the rows.
fn expected<E: Model>(values: &[E::Unit], offsets: &[i64]) -> Option<(usize, usize, Wrong)> {
    offsets.windows(2).enumerate().find_map(|(row, pair)| {
        let outside = |offset: i64| offset < 0 || offset > values.len() as i64;
        let start = match pair[0] {
            offset if outside(offset) => values.len(),
            offset => offset as usize,
        };
        if outside(pair[0]) || outside(pair[1]) {
            return Some((row, start, Wrong::OutOfRange));
        }
        if pair[0] > pair[1] {
            return Some((row, start, Wrong::Descending));
        }
        let fault = Fault::first(&E::items(&values[start..pair[1] as usize]))?;
        Some((row, start + fault.valid_up_to, Wrong::Malformed(fault)))
    })
}

fn check_offsets<E: Model, O: Offset>(isa: Isa, values: &[E::Unit], offsets: &[O], wide: &[i64]) {
    let got = isa
        .validate_rows::<E>(&Column::new(values, offsets))
        .err()
        .map(|error| {
            let wrong = match error.reason() {
                ColumnReason::OutOfRange => Wrong::OutOfRange,
                ColumnReason::Descending => Wrong::Descending,
                ColumnReason::Malformed(malformed) => Wrong::Malformed(malformed.into()),
                reason => panic!("{reason:?}"),
            };
            (error.row(), error.position(), wrong)
        });
    let (name, isa) = (E::NAME, isa.name());
    assert_eq!(
        got,
        expected::<E>(values, wide),
        "{name} on {isa}, offsets {wide:?}: {values:02X?}"
    );
}

/// Checks a column with all types of offsets that can represent its offsets. Without the feature `typed` of
/// `tests/support`, only with one of each size: the other types are those of `extremes`.
fn check<E: Model>(isas: &[Isa], values: &[E::Unit], offsets: &[i64]) {
    fn of<O: TryFrom<i64>>(offsets: &[i64]) -> Option<Vec<O>> {
        offsets
            .iter()
            .map(|&offset| O::try_from(offset).ok())
            .collect()
    }
    for &isa in isas {
        check_offsets::<E, i64>(isa, values, offsets, offsets);
        if let Some(narrow) = of::<i32>(offsets) {
            check_offsets::<E, i32>(isa, values, &narrow, offsets);
        }
        if_typed! {
        if let Some(narrow) = of::<u32>(offsets) {
            check_offsets::<E, u32>(isa, values, &narrow, offsets);
        }
        if let Some(same) = of::<u64>(offsets) {
            check_offsets::<E, u64>(isa, values, &same, offsets);
        }
        if let Some(same) = of::<usize>(offsets) {
            check_offsets::<E, usize>(isa, values, &same, offsets);
        }
        if let Some(same) = of::<isize>(offsets) {
            check_offsets::<E, isize>(isa, values, &same, offsets);
        }
        }
    }
}

/// Every three offsets into short values, in range or slightly outside.
#[test]
fn every_cut_of_short_values() {
    let isas = [Isa::best()];
    for_each_encoding!(E => {
        let clean = encoded::<E>("a€😀é");
        let spoilt = spoilt::<E>(&clean, clean.len() / 2, 1);
        for values in [&clean[..0], &clean, &spoilt] {
            let len = values.len() as i64;
            for first in -1..=len + 1 {
                for second in -1..=len + 1 {
                    for third in [second, first, len] {
                        check::<E>(&isas, values, &[first, second, third]);
                    }
                }
            }
        }
    });
}

#[test]
fn columns_without_rows() {
    for offsets in [&[][..], &[0], &[3], &[-1], &[9]] {
        assert_eq!(
            validate_rows::<Utf8>(&Column::new(b"\xFF\xFF", offsets)),
            Ok(())
        );
    }
    assert_eq!(
        validate_rows::<Utf8>(&Column::new(b"\xFF ok \xFF", &[1, 2, 5])),
        Ok(())
    );
}

/// Returns text in rows of random lengths, as values and offsets. The first row starts after a few
/// units that belong to no row.
fn column<E: Model>(random: &mut Random, rows: usize, longest: usize) -> (Vec<E::Unit>, Vec<i64>) {
    let mut values = vec![E::Unit::CANARY; random.below(3) * E::WIDTH];
    let mut offsets = vec![values.len() as i64];
    for _ in 0..rows {
        values.extend(encoded::<E>(&random.text(longest)));
        offsets.push(values.len() as i64);
    }
    values.extend(vec![E::Unit::CANARY; random.below(3)]);
    (values, offsets)
}

/// Checks columns of several groups of rows, well-formed and with one error anywhere.
fn check_long<E: Model>(random: &mut Random, rows: usize, longest: usize) {
    let (values, offsets) = column::<E>(random, rows, longest);
    check::<E>(&isas(), &values, &offsets);
    let isas = [Isa::best()];
    for variant in 0..6 {
        let bad = spoilt::<E>(&values, random.below(values.len()), variant);
        check::<E>(&isas, &bad, &offsets);
        let mut moved = offsets.clone();
        let row = random.below(moved.len());
        moved[row] = match variant {
            0 => -5,
            1 => values.len() as i64 + 1,
            2 => i64::MAX,
            3 => random.below(values.len()) as i64,
            _ => moved[row] + 1,
        };
        check::<E>(&isas, &values, &moved);
    }
}

#[test]
fn long_columns() {
    let mut random = Random(21);
    for (rows, longest) in [
        (1, 2000),
        (40, 30),
        (1023, 9),
        (1024, 9),
        (1025, 9),
        (3000, 12),
    ] {
        for_each_encoding!(E => check_long::<E>(&mut random, rows, longest));
    }
}

/// Cuts a character in rows on both sides of the boundary between two groups.
#[test]
fn cuts_near_the_edge_of_a_group() {
    let values = "é".repeat(2100);
    let rows: Vec<i64> = (0..=2100).map(|row| row * 2).collect();
    for row in (1020..1030).chain([2047, 2048, 2049, 2100]) {
        let mut offsets = rows.clone();
        offsets[row] -= 1;
        check::<Utf8>(&isas(), values.as_bytes(), &offsets);
        assert!(validate_rows::<Utf8>(&Column::new(values.as_bytes(), &offsets)).is_err());
    }
    let units: Vec<u16> = "😀".repeat(2100).encode_utf16().collect();
    let mut offsets = rows;
    offsets[1024] += 1;
    check::<Utf16>(&isas(), &units, &offsets);
    assert!(validate_rows::<Utf16>(&Column::new(&units, &offsets)).is_err());
}

#[test]
fn texts_of_errors() {
    let text = |offsets: &[i32]| {
        let error = validate_rows::<Utf8>(&Column::new(b"ab\xFFcd", offsets)).unwrap_err();
        error.to_string()
    };
    assert_eq!(
        text(&[0, 1, 4]),
        "row 1 (from index 2): invalid utf-8 sequence of 1 bytes from index 1"
    );
    assert_eq!(text(&[0, 1, 0]), "row 1 (from index 1): offsets descend");
    assert_eq!(text(&[0, 6]), "row 0 (from index 0): offset out of range");
    assert_eq!(text(&[-1, 6]), "row 0 (from index 5): offset out of range");
    // Every byte is valid Latin-1. The offsets of UTF-16BE count bytes.
    assert_eq!(
        validate_rows::<Latin1>(&Column::new(b"ab\xFFcd", &[0, 2, 3, 5])),
        Ok(())
    );
    assert!(validate_rows::<Utf16Be>(&Column::new(b"\0a\0b", &[0, 1, 4])).is_err());
}
