//! Checks conversion of columns: values, offsets and errors are those of each row by itself.

use super::answer::{Policy, Text, check_rows, expected};
use super::column;
use utflane::rows::{BadRow, Column, Nullable};
use utflane::*;
use utflane_test_support::oracle::*;

/// Returns the rows of a column without nulls.
fn texts<U: Unit>(values: &[U], offsets: &[i64]) -> Vec<Text<U>> {
    let rows = offsets.windows(2);
    rows.map(|pair| {
        let index = |offset| usize::try_from(offset).unwrap_or(usize::MAX);
        let (start, end) = (index(pair[0]), index(pair[1]));
        let position = start.min(values.len());
        if start.max(end) > values.len() {
            Err((ColumnReason::OutOfRange, position))
        } else if start > end {
            Err((ColumnReason::Descending, position))
        } else {
            Ok((values[start..end].to_vec(), start))
        }
    })
    .collect()
}

/// Checks a column of values and offsets, as slices and, if `nulls` is not empty, with some rows
/// null.
fn check<S: Model, D: Model>(isas: &[Isa], values: &[S::Unit], offsets: &[i64], nulls: &[u8]) {
    let mut texts = texts(values, offsets);
    let rows = Column::new(values, offsets);
    check_rows::<S, D>(isas, &rows, &texts);
    for (row, text) in texts.iter_mut().enumerate() {
        if nulls
            .get((row + 3) / 8)
            .is_some_and(|byte| byte >> ((row + 3) % 8) & 1 == 0)
        {
            *text = Ok((Vec::new(), 0));
        }
    }
    check_rows::<S, D>(isas, &Nullable::new(rows, nulls, 3), &texts);
    let lossy = expected::<S, D>(&texts, Policy::Lossy, usize::MAX);
    if lossy.stop.is_none() && nulls.is_empty() {
        let got = transcode_rows_to_vec::<S, D, u32>(&rows, |_| BadRow::Replace);
        let (got, ends) = got.unwrap();
        assert_eq!(got, lossy.values);
        assert!(ends.iter().map(|&end| end as usize).eq(lossy.offsets));
    }
}

/// Evaluates an expression for pairs of encodings of each kind. Each kind has its own code for rows. Without the
/// feature `typed` of `tests/support`, one pair stands for all that differ only in order or size of bytes.
macro_rules! for_some_pairs {
    ($S:ident, $D:ident => $body:expr) => {
        for_some_pairs!(@ $S, $D, $body;
            Utf8 Utf16, Utf8 Latin1, Utf8 Utf8, Utf16 Utf8, Utf16Be Utf8, Latin1 Ascii);
        if_typed!(for_some_pairs!(@ $S, $D, $body;
            Utf8 Utf32, Utf8 Utf16Be, Utf16 Utf32Le, Utf16Le Utf16, Utf32 Utf8, Utf32Be Utf16, Latin1 Utf8));
    };
    (@ $S:ident, $D:ident, $body:expr; $($from:ident $to:ident),*) => {
        $({
            type $S = utflane::$from;
            type $D = utflane::$to;
            $body;
        })*
    };
}

#[test]
fn every_cut_of_short_values() {
    let isas = [Isa::best()];
    for_some_pairs!(S, D => {
        let clean = encoded::<S>("a€😀é");
        let spoilt = spoilt::<S>(&clean, clean.len() / 2, 1);
        for values in [&clean, &spoilt] {
            let len = values.len() as i64;
            for first in [-1, 0, 1, len] {
                for second in -1..=len + 1 {
                    check::<S, D>(&isas, values, &[first, second, len], &[]);
                }
            }
        }
    });
}

/// Checks columns of several groups of rows, well-formed and with one or many errors anywhere.
fn check_long<S: Model, D: Model>(random: &mut Random, rows: usize, longest: usize) {
    let (values, mut offsets) = column::<S>(random, rows, longest);
    let nulls = random.bytes(rows / 8);
    check::<S, D>(&isas(), &values, &offsets, &[]);
    let isas = [Isa::best()];
    check::<S, D>(&isas, &values, &offsets, &nulls);
    let one = spoilt::<S>(&values, random.below(values.len().max(1)), 2);
    check::<S, D>(&isas, &one, &offsets, &nulls);
    let many = spoilt_by_chance::<S>(values.clone(), random, 1 + values.len() / 30);
    check::<S, D>(&isas, &many, &offsets, &[]);
    let row = random.below(offsets.len());
    offsets[row] += 1;
    check::<S, D>(&isas, &values, &offsets, &[]);
}

#[test]
fn long_columns() {
    let mut random = Random(23);
    for (rows, longest) in [(1, 2000), (30, 1200), (300, 30), (1500, 9)] {
        for_some_pairs!(S, D => check_long::<S, D>(&mut random, rows, longest));
    }
}

fn stop(_: &ColumnError) -> BadRow {
    BadRow::Stop
}

/// Checks each type of offset.
#[test]
fn offsets_of_all_types() {
    fn check<O: Offset + std::fmt::Debug + TryFrom<usize, Error: std::fmt::Debug>>() {
        let of = |offsets: &[usize]| -> Vec<O> {
            let all = offsets.iter().map(|&offset| O::try_from(offset).unwrap());
            all.collect()
        };
        let (mut out, mut ends) = ([0; 16], of(&[9; 5]));
        let (values, starts) = ("€é😀a".as_bytes(), of(&[3, 5, 9, 10]));
        let rows = Column::new(values, &starts);
        let expected = of(&[0, 1, 3, 4]);
        let written = transcode_rows::<Utf8, Utf16>(&rows, &mut out, &mut ends, stop);
        assert_eq!(written, Ok(4));
        assert_eq!(ends[..4], expected[..]);
        assert_eq!(out[..4], "é😀a".encode_utf16().collect::<Vec<_>>()[..]);
        let (owned, ends) = transcode_rows_to_vec::<Utf8, Utf16, O>(&rows, stop).unwrap();
        assert_eq!((&owned[..], &ends[..]), (&out[..4], &expected[..]));
        let starts = of(&[3, 6, 9]);
        let rows = Column::new(values, &starts);
        let lossy = transcode_rows_to_vec::<Utf8, Utf8, O>(&rows, |_| BadRow::Replace).unwrap();
        let replaced = "é\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}".as_bytes();
        assert_eq!(lossy, (replaced.to_vec(), of(&[0, 5, 14])));
    }
    check::<i32>();
    check::<i64>();
    check::<u32>();
    check::<u64>();
    check::<usize>();
    check::<isize>();
}

#[test]
fn columns_without_rows_or_places() {
    let mut ends = [7; 2];
    for offsets in [&[][..], &[0], &[3], &[-1], &[9]] {
        ends[0] = 7;
        let rows = Column::new(b"\xFF", offsets);
        assert_eq!(
            transcode_rows::<Utf8, Utf8>(&rows, &mut [], &mut ends, stop),
            Ok(0)
        );
        assert_eq!(ends, [0, 7]);
        let owned = transcode_rows_to_vec::<Utf8, Utf16, i32>(&rows, stop);
        assert_eq!(owned, Ok((vec![], vec![0])));
    }
    for places in 0..3 {
        let (mut out, mut ends) = ([0; 8], [0i32; 3]);
        let ends = &mut ends[..places];
        let rows = Column::new(b"abc", &[0, 1, 2, 3]);
        let error = transcode_rows::<Utf8, Utf16>(&rows, &mut out, ends, stop);
        let error = error.unwrap_err();
        let expected = (places.saturating_sub(1), ColumnReason::OutputFull);
        assert_eq!((error.row(), error.reason()), expected);
        assert_eq!(error.position(), expected.0);
        assert!(ends.iter().copied().eq(0..places as i32));
    }
}

/// A malformed row that becomes empty needs no output space, whatever precedes its error.
#[test]
fn bad_rows_that_become_empty_fit() {
    for len in [3, 30, 9000] {
        let values = ["é".repeat(len).as_bytes(), b"\xFF", b"ab"].concat();
        let row = values.len() as i32;
        let starts = [0, row - 2, row];
        let rows = Column::new(&values[..], &starts);
        let (mut out, mut ends) = ([0; 2], [0i32; 3]);
        let mut asked = vec![];
        let written = transcode_rows::<Utf8, Latin1>(&rows, &mut out, &mut ends, |error| {
            asked.push((error.row(), error.position()));
            BadRow::Empty
        });
        assert_eq!((written, &out, ends), (Ok(2), b"ab", [0, 0, 2]));
        assert_eq!(asked, [(0, 2 * len)]);
        let replace = |_: &_| BadRow::Replace;
        let full = transcode_rows::<Utf8, Latin1>(&rows, &mut out, &mut ends, replace);
        let full = full.unwrap_err();
        let expected = (0, 4, ColumnReason::OutputFull);
        assert_eq!((full.row(), full.position(), full.reason()), expected);
    }
}

/// Two surrogates, one at the end of a row and one at the start of the next, must not be joined to
/// a pair.
#[test]
fn lone_surrogates_in_adjacent_rows() {
    let units = [0x61, 0xD83D, 0xDE00, 0x62];
    let ends = [0, 2, 4];
    let rows = Column::new(&units[..], &ends);
    assert_eq!(validate_rows::<Wtf16>(&rows), Ok(()));
    let (text, ends) = transcode_rows_to_vec::<Wtf16, Wtf8, i32>(&rows, stop).unwrap();
    assert_eq!(
        (&text[..], &ends[..]),
        (&b"a\xED\xA0\xBD\xED\xB8\x80b"[..], &[0, 4, 8][..])
    );
    let mut bad = vec![];
    let mut empty = |error: &ColumnError| {
        bad.push(error.row());
        BadRow::Empty
    };
    let text = transcode_rows_to_vec::<Wtf16, Utf16, i32>(&rows, &mut empty).unwrap();
    assert_eq!(text, (vec![], vec![0; 3]));
    let text = transcode_rows_to_vec::<Wtf16, Utf32, i32>(&rows, &mut empty).unwrap();
    assert_eq!(text, (vec![], vec![0; 3]));
    assert_eq!(bad, [0, 1, 0, 1]);
}

/// The output is longer than an `i32` can count. The test needs 2 GiB, too much for an emulator.
#[test]
#[cfg(target_arch = "x86_64")]
fn offsets_that_overflow() {
    // The rows share their values.
    let values = vec![b'\xE9'; 1 << 20];
    let row = values.len() as i64;
    let mut offsets = Vec::new();
    for _ in 0..1025 {
        offsets.extend([0, row]);
    }
    // Every other row has descending offsets and becomes empty.
    let rows = Column::new(&values[..], &offsets);
    let result = transcode_rows_to_vec::<Latin1, Utf8, i32>(&rows, |_| BadRow::Empty);
    // Drop the output, which a failure would print.
    let error = result.map(drop).unwrap_err();
    // A row is 2 MiB of UTF-8, so an `i32` can count 1023 rows.
    assert_eq!((error.row(), error.position()), (2 * 1023, 0));
    assert_eq!(error.reason(), ColumnReason::OffsetOverflow);
}

/// Checks pairs of encodings chosen at run time, including variants and code pages.
#[test]
fn any_pairs() {
    let encodings = [
        Charset::Utf8,
        Charset::Utf16Le,
        Charset::Utf32Be,
        Charset::Latin1,
        Charset::Windows1252,
        Charset::Cp037,
        Charset::Cesu8,
        Charset::Mutf8,
        Charset::Utf16,
        Charset::Wtf16,
        Charset::JdkUtf8,
    ];
    let mut random = Random(5);
    for from in encodings {
        for to in encodings {
            let pair = Pair::new(from, to).unwrap();
            check_any(pair, &mut random);
        }
    }
}

/// Compares a column with its rows, converted one by one by the functions for single texts.
fn check_any(pair: Pair, random: &mut Random) {
    let into = Pair::new(Charset::Utf8, pair.source()).unwrap();
    let (mut values, mut offsets) = (vec![], vec![0i64]);
    for _ in 0..70 {
        let mut row = vec![0; 400];
        let text = random.text(30);
        let units = into.transcode_lossy(text.as_bytes(), &mut row).unwrap();
        values.extend(&row[..units * pair.source().unit_size()]);
        offsets.push(values.len() as i64);
    }
    if random.percent(70) {
        let at = random.below(values.len());
        values[at] = random.pick(&[0xFF, 0xD8, 0xED, 0x80]);
    }
    if random.percent(30) {
        let row = random.within(1..=69);
        offsets[row] = offsets[row + 1].min(offsets[row] + 1);
    }
    let rows = Column::new(&values[..], &offsets);
    let mut bad = vec![];
    pair.source()
        .malformed_rows(&rows, |error| bad.push(error.row()));
    let (mut expected, mut ends, mut malformed) = (vec![], vec![0], vec![]);
    let mut stop = None;
    let mut lossy = vec![];
    for (row, span) in offsets.windows(2).enumerate() {
        let text = &values[span[0] as usize..span[1] as usize];
        if pair.source().validate(text).is_err() {
            malformed.push(row);
        }
        let mut out = vec![0; 6 * text.len() + 6];
        let unit = pair.target().unit_size();
        match pair.transcode(text, &mut out) {
            Ok(written) => expected.extend(&out[..written * unit]),
            Err(error) => {
                let at = span[0] as usize + error.read() * pair.source().unit_size();
                stop = stop.or(Some((row, at)));
            }
        }
        ends.push(expected.len() as i32);
        let written = pair.transcode_lossy(text, &mut out).unwrap();
        lossy.extend(&out[..written * unit]);
    }
    let name = format!("{} to {}", pair.source().name(), pair.target().name());
    assert_eq!(bad, malformed, "{name}");
    let first = pair.source().validate_rows(&rows).err();
    assert_eq!(
        first.map(|error| error.row()),
        malformed.first().copied(),
        "{name}"
    );
    let got = pair.transcode_rows_to_vec::<i32>(&rows, |_| BadRow::Empty);
    assert_eq!(got, Ok((expected, ends)), "{name}");
    let got = pair
        .transcode_rows_to_vec::<i32>(&rows, |_| BadRow::Stop)
        .err();
    assert_eq!(
        got.map(|error| (error.row(), error.position())),
        stop,
        "{name}"
    );
    let got = pair.transcode_rows_to_vec::<i32>(&rows, |_| BadRow::Replace);
    assert_eq!(got.unwrap().0, lossy, "{name}");
}
