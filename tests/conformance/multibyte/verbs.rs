//! Checks the functions for whole texts and for rows against one decoder.

use super::*;
use utflane::ColumnReason;
use utflane::rows::{Column, Views};

/// Returns position and length of the first malformed sequence, without a length if it is
/// incomplete.
fn first_fault(charset: Charset, bytes: &[u8]) -> Option<(usize, Option<usize>)> {
    let (_, faults) = decoded(charset, bytes);
    // The functions for whole texts accept repeated escape sequences, which are three bytes long.
    let is_fault = |(_, len): &&(u64, usize)| (charset, *len) != (Charset::Iso2022Jp, 3);
    let (position, len) = *faults.iter().find(is_fault)?;
    let error = charset.validate(bytes).unwrap_err();
    // An incomplete sequence has no length.
    let is_cut = error.error_len().is_none();
    assert!(!is_cut || position as usize + len == bytes.len());
    Some((position as usize, (!is_cut).then_some(len)))
}

#[test]
fn a_damaged_text_is_judged_as_by_the_decoder() {
    let mut random = Random(7);
    for (charset, text) in LEGACY {
        let bytes = encoded(charset, text);
        assert_eq!(charset.validate(&bytes), Ok(()), "{charset}");
        assert_eq!(charset.char_count(&bytes), text.chars().count());
        assert_eq!(charset.incomplete_tail(&bytes), 0);
        let long = bytes.repeat(40);
        assert_eq!(charset.validate(&long), Ok(()), "{charset}");
        assert_eq!(charset.char_count(&long), 40 * text.chars().count());
        for _ in 0..200 {
            let bytes = damaged(&long, &mut random);
            let found = charset.validate(&bytes).err();
            let found = found.map(|error| (error.valid_up_to(), error.error_len()));
            assert_eq!(
                found,
                first_fault(charset, &bytes),
                "{charset}: {bytes:02X?}"
            );
            assert!(charset.char_count(&bytes) <= bytes.len());
        }
    }
}

/// Views of one text that begin and end anywhere, even before the previous view.
#[test]
fn views_are_judged_one_by_one() {
    let mut random = Random(9);
    for (charset, text) in LEGACY {
        let bytes = encoded(charset, text).repeat(3);
        let view = |start: usize, len: usize| {
            let mut view = [0; 16];
            view[0] = len as u8;
            if len <= 12 {
                view[4..][..len].copy_from_slice(&bytes[start..][..len]);
            } else {
                view[12..].copy_from_slice(&(start as u32).to_le_bytes());
            }
            view
        };
        for _ in 0..400 {
            let rows: Vec<_> = (0..4)
                .map(|_| (random.below(bytes.len() - 60), 1 + random.below(60)))
                .collect();
            let views: Vec<_> = rows.iter().map(|row| view(row.0, row.1)).collect();
            let is_bad = |&row: &usize| {
                let (start, len) = rows[row];
                charset.validate(&bytes[start..][..len]).is_err()
            };
            let expected: Vec<_> = (0..4).filter(is_bad).collect();
            let mut found = Vec::new();
            let rows = Views::new(&views, std::slice::from_ref(&bytes));
            charset.malformed_rows(&rows, |error| found.push(error.row()));
            assert_eq!(found, expected, "{charset}: {views:?}");
        }
    }
}

#[test]
fn rows_are_judged_one_by_one() {
    let mut random = Random(8);
    for (charset, text) in LEGACY {
        let bytes = encoded(charset, text);
        let (mut values, mut offsets, mut expected) = (Vec::new(), vec![0i32], Vec::new());
        for row in 0..150 {
            // Some rows end within a character that the next row would complete.
            let text = match random.below(4) {
                0 => damaged(&bytes, &mut random),
                1 => bytes[..random.below(bytes.len())].to_vec(),
                _ => bytes.clone(),
            };
            if let Err(error) = charset.validate(&text) {
                let position = values.len() + error.valid_up_to();
                expected.push((row, position, ColumnReason::Malformed(error)));
            }
            values.extend_from_slice(&text);
            offsets.push(values.len() as i32);
        }
        let rows = Column::new(&values[..], &offsets);
        let mut found = Vec::new();
        charset.malformed_rows(&rows, |error| {
            found.push((error.row(), error.position(), error.reason()));
        });
        assert!(found == expected, "{charset}");
        let first = charset.validate_rows(&rows).err();
        assert_eq!(
            first.map(|error| error.row()),
            expected.first().map(|row| row.0)
        );
    }
}
