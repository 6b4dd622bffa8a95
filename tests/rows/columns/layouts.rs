//! Checks the other layouts of rows: the results are those of the texts in the rows.

use super::answer::{Text, check_rows};
use utflane::rows::{FixedWidth, Nullable, Views};
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

/// Returns the view of a row in a buffer at an offset.
fn view(text: &[u8], buffer: i32, offset: i32) -> [u8; 16] {
    let mut view = [0; 16];
    view[..4].copy_from_slice(&(text.len() as i32).to_le_bytes());
    if text.len() <= 12 {
        view[4..][..text.len()].copy_from_slice(text);
    } else {
        view[4..8].copy_from_slice(&text[..4]);
        view[8..12].copy_from_slice(&buffer.to_le_bytes());
        view[12..].copy_from_slice(&offset.to_le_bytes());
    }
    view
}

/// Rows as views, in order or not, in one buffer or three.
struct Sample {
    views: Vec<[u8; 16]>,
    buffers: Vec<Vec<u8>>,
    texts: Vec<Text<u8>>,
}

impl Sample {
    fn new<S: Model<Unit = u8>>(random: &mut Random, rows: usize, longest: usize) -> Self {
        let count = random.pick(&[1, 1, 3]);
        let mut buffers = vec![b"\xFF\x80".to_vec(); count];
        let (mut views, mut texts) = (Vec::new(), Vec::new());
        let mut buffer = 0;
        for _ in 0..rows {
            let text = encoded::<S>(&random.text(longest));
            if random.percent(1) {
                buffer = (buffer + 1) % count;
            }
            let offset = buffers[buffer].len();
            views.push(view(&text, buffer as i32, offset as i32));
            if text.len() > 12 {
                buffers[buffer].extend(&text);
            }
            let start = if text.len() > 12 { offset } else { 0 };
            texts.push(Ok((text, start)));
        }
        if random.percent(30) {
            for row in 0..rows {
                let other = random.below(rows);
                views.swap(row, other);
                texts.swap(row, other);
            }
        }
        Sample {
            views,
            buffers,
            texts,
        }
    }

    fn check<S: Model<Unit = u8>, D: Model>(&self, isas: &[Isa], random: &mut Random) {
        check_rows::<S, D>(isas, &Views::new(&self.views, &self.buffers), &self.texts);
        let nulls = random.bytes(self.views.len().div_ceil(8));
        let mut texts = self.texts.clone();
        for (row, text) in texts.iter_mut().enumerate() {
            if nulls[row / 8] >> (row % 8) & 1 == 0 {
                *text = Ok((Vec::new(), 0));
            }
        }
        let rows = Views::new(&self.views, &self.buffers);
        check_rows::<S, D>(&isas[..1], &Nullable::new(&rows, &nulls, 0), &texts);
    }

    /// Makes a row malformed or its view invalid.
    fn spoil(&mut self, random: &mut Random) {
        let row = random.below(self.views.len());
        let Ok((text, start)) = &mut self.texts[row] else {
            return;
        };
        let view = &mut self.views[row];
        match random.below(4) {
            0 if !text.is_empty() && text.len() <= 12 => {
                // The padding after the row would complete this character.
                *text = b"\xC3".to_vec();
                *view = [0; 16];
                (view[0], view[4], view[5]) = (1, 0xC3, 0xA9);
            }
            1 if text.len() <= 12 => {
                *text = vec![0xFF; 12];
                *view = self::view(text, 0, 0);
            }
            2 if text.len() > 12 => {
                // Moves the start of the row.
                let offset = start.saturating_sub(1);
                let buffer = view[8] as usize;
                *text = self.buffers[buffer][offset..][..text.len()].to_vec();
                *start = offset;
                view[12..].copy_from_slice(&(offset as i32).to_le_bytes());
            }
            _ => {
                // An invalid number and its place in the view.
                let (at, number) =
                    random.pick(&[(0, -1), (8, 3), (8, -1), (12, i32::MAX), (12, -1)]);
                *view = self::view(&[b'a'; 13], 0, 0);
                view[at..][..4].copy_from_slice(&number.to_le_bytes());
                let offset = u32::from_le_bytes([12, 13, 14, 15].map(|byte| view[byte]));
                self.texts[row] = Err((ColumnReason::OutOfRange, offset as usize));
            }
        }
    }
}

#[test]
fn views() {
    let mut random = Random(37);
    for (rows, longest) in [(1, 9), (600, 3), (600, 6), (700, 20), (60, 900)] {
        let isas = isas();
        let mut sample = Sample::new::<Utf8>(&mut random, rows, longest);
        sample.check::<Utf8, Utf16>(&isas, &mut random);
        for _ in 0..3 {
            sample.spoil(&mut random);
            sample.check::<Utf8, Utf8>(&isas[..1], &mut random);
        }
        let mut sample = Sample::new::<Utf16Le>(&mut random, rows, longest);
        sample.spoil(&mut random);
        sample.check::<Utf16Le, Utf8>(&isas[..1], &mut random);
        let sample = Sample::new::<Utf32Be>(&mut random, rows, longest);
        sample.check::<Utf32Be, Utf8>(&isas[..1], &mut random);
    }
}

/// A character that is divided between two rows of a buffer, and views that share their texts.
#[test]
fn views_that_cut_characters() {
    let buffer = "0123456789abcé".repeat(40).into_bytes();
    let long = |offset: usize, len: usize| (view(&buffer[offset..][..len], 0, offset as i32), len);
    for cut in [0, 1, 14, 15, 29, 30] {
        let mut rows = vec![long(0, 15); 3];
        rows.push(long(0, 15 + cut));
        rows.push(long(15 + cut, 45 - cut));
        let views: Vec<_> = rows.iter().map(|row| row.0).collect();
        let views = Views::new(&views, std::slice::from_ref(&buffer));
        let good = validate_rows::<Utf8>(&views);
        assert_eq!(
            good.is_ok(),
            std::str::from_utf8(&buffer[..15 + cut]).is_ok(),
            "{cut}"
        );
    }
}

/// Two views of UTF-16 whose offsets have different parities. The second begins and ends within a
/// unit of the first.
#[test]
fn views_of_other_parities() {
    let mut buffer = b"\x61\x04".repeat(20);
    buffer[21] = 0xD8;
    let views = [view(&buffer[14..28], 0, 14), view(&buffer[13..29], 0, 13)];
    let rows = Views::new(&views, std::slice::from_ref(&buffer));
    for isa in Isa::available() {
        let error = isa.validate_rows::<Utf16Le>(&rows).unwrap_err();
        assert_eq!((error.row(), error.position()), (0, 20));
    }
}

/// A short row that ends within a unit of UTF-16 and is followed by zeros.
#[test]
fn views_that_end_inside_a_unit() {
    let long = "0123456789".encode_utf16().flat_map(u16::to_le_bytes);
    let buffers = [long.collect::<Vec<u8>>()];
    for first in [view(&buffers[0], 0, 0), view(b"a\0", 0, 0)] {
        let views = [first, view(b"a\0b", 0, 0)];
        for isa in Isa::available() {
            let rows = Views::new(&views, &buffers);
            let error = isa.validate_rows::<Utf16Le>(&rows).unwrap_err();
            assert_eq!((error.row(), error.position()), (1, 2));
        }
    }
}

/// Malformed rows next to a long well-formed row, placed so that its text, or the bytes after
/// theirs, would make them well-formed.
#[test]
fn views_that_look_good_elsewhere() {
    let good = *b"0123456789abcdef";
    let mut bad = good;
    bad[3] = 0xFF;
    let buffers = [&good[..], &bad[..]];
    let mut cut = [0; 16];
    (cut[0], cut[4], cut[5]) = (1, 0xC3, 0xA9);
    for (other, position) in [(view(&bad, 1, 0), 3), (cut, 0)] {
        let good = view(&good, 0, 0);
        for (row, views) in [[other, good], [good, other]].iter().enumerate() {
            for isa in Isa::available() {
                let rows = Views::new(views, &buffers);
                let error = isa.validate_rows::<Utf8>(&rows).unwrap_err();
                assert_eq!((error.row(), error.position()), (row, position));
            }
        }
    }
}

/// One malformed row in views of several lengths. The views are adjacent or separated by malformed
/// bytes, in order or not, and the row is null or not.
#[test]
fn views_of_which_one_is_bad() {
    let mut random = Random(41);
    for (len, gap) in [(40, 0), (40, 90), (300, 2), (1100, 0), (1100, 3000)] {
        let text = "twelve bytes, é and 日本語 ".repeat(len / 32 + 1);
        let (mut views, mut buffer) = (Vec::new(), Vec::new());
        for row in 0..1300 {
            if row % 9 == 4 {
                views.push(view(b"short", 0, 0));
                continue;
            }
            views.push(view(text.as_bytes(), 0, buffer.len() as i32));
            buffer.extend(text.as_bytes());
            buffer.resize(buffer.len() + gap, 0xFF);
        }
        for in_order in [true, false] {
            if !in_order {
                for row in 0..views.len() {
                    views.swap(row, random.below(1300));
                }
            }
            for bad in [0, 1, 7, 255, 511, 512, 777, 1022, 1024, 1299] {
                let (is_inline, start) = (views[bad][0] <= 12, number(&views[bad], 12));
                let good = (views[bad], buffer.get(start + 7).copied());
                match good.1 {
                    Some(_) if !is_inline => buffer[start + 7] = 0xFF,
                    _ => views[bad][4] = 0xFF,
                }
                let rows = Views::new(&views, std::slice::from_ref(&buffer));
                let position = if is_inline { 0 } else { start + 7 };
                let mut found = Vec::new();
                malformed_rows::<Utf8>(&rows, |error| found.push((error.row(), error.position())));
                assert_eq!(found, [(bad, position)], "{len} {gap} {in_order}");
                let mut validity = vec![0xFF; 1300usize.div_ceil(8)];
                validity[bad / 8] ^= 1 << (bad % 8);
                let rows = Nullable::new(rows, &validity, 0);
                assert_eq!(validate_rows::<Utf8>(&rows), Ok(()));
                views[bad] = good.0;
                if let Some(byte) = good.1 {
                    buffer[start + 7] = byte;
                }
            }
        }
    }
}

/// Returns the number at an offset in a view.
fn number(view: &[u8; 16], at: usize) -> usize {
    u32::from_le_bytes([0, 1, 2, 3].map(|byte| view[at + byte])) as usize
}
