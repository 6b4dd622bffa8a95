//! Checks rows as views.

use super::*;
use utflane::rows::Views;

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
