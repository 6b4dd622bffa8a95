//! Compares lines with the rows of the text decoded at once, for all encodings, malformed text, and
//! pieces of any length.

use super::*;
use utflane::io::{BadLine, LineError, LineReason, Lines};
use utflane::stream::{AnyTranscoder, Status, TextDecoder};

/// A text decoded at once.
pub(crate) struct Whole {
    /// The text with replacement characters.
    pub(crate) text: String,
    /// The errors of a strict conversion.
    pub(crate) errors: Vec<StreamError>,
}

impl Whole {
    pub(crate) fn new(charset: Charset, src: &[u8]) -> Whole {
        let (mut text, mut strict) = (String::new(), String::new());
        let mut decoder = TextDecoder::new(charset);
        let _ = decoder.decode_lossy(src, &mut text);
        let _ = decoder.finish_text_lossy(&mut text);

        let (mut decoder, mut errors, mut rest) = (TextDecoder::new(charset), Vec::new(), src);
        loop {
            let step = decoder.decode(rest, &mut strict);
            rest = &rest[step.read..];
            let Status::Stopped(error) = step.status else {
                break;
            };
            errors.push(error);
        }
        while let Status::Stopped(error) = decoder.finish_text(&mut strict).status {
            errors.push(error);
        }
        Whole { text, errors }
    }

    /// Returns the first error in a range of bytes.
    fn error_in(&self, charset: Charset, bytes: std::ops::Range<usize>) -> Option<StreamError> {
        let unit = charset.unit_size();
        let position = |error: &StreamError| error.position() as usize * unit;
        let mut errors = self.errors.iter();
        errors
            .find(|error| bytes.contains(&position(error)))
            .copied()
    }
}

/// Returns a text in `charset` with lines of several kinds and `faults` changed bytes.
pub(crate) fn sample_lines(
    charset: Charset,
    random: &mut Random,
    characters: usize,
    faults: usize,
) -> Vec<u8> {
    let mut text = String::new();
    for character in random.text_of(characters, 91).chars() {
        match random.below(12) {
            0 => text.push('\n'),
            1 => text.push_str("\r\n"),
            2 => text.push('\r'),
            3 => text.push('\u{85}'),
            _ => text.push(character),
        }
    }
    let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
    let mut src = vec![0; 8 * text.len() + 8];
    let step = transcoder.transcode_lossy(text.as_bytes(), &mut src);
    let end = transcoder.finish_lossy(&mut src[step.written..]);
    src.truncate(step.written + end.written);
    for _ in 0..faults.min(src.len()) {
        let at = random.below(src.len());
        src[at] = [0, 0x0A, 0x1B, 0x24, 0x80, 0x81, 0xD8, 0xDC, 0xE2, 0xFF][random.below(10)];
    }
    src.truncate(src.len() - random.below(4).min(src.len()));
    src
}

/// An item, with its bytes if they were requested.
#[derive(Debug, PartialEq)]
pub(crate) enum Item {
    Text(String, Option<Vec<u8>>),
    Bad(BadLine),
}

/// Reads all items and retries after failures of the inner reader. Requests the bytes of a share of
/// the items.
pub(crate) fn items(lines: &mut Lines<impl Read>, random: &mut Random, share: usize) -> Vec<Item> {
    let mut items = Vec::new();
    loop {
        let mut line = String::new();
        match lines.read_line(&mut line) {
            Ok(0) => return items,
            Ok(len) => {
                assert_eq!(len, line.len());
                let raw = random.percent(share).then(|| lines.raw().to_vec());
                items.push(Item::Text(line, raw));
            }
            Err(LineError::Io(error)) => assert!(passes(&error)),
            Err(LineError::Bad(bad)) => {
                assert_eq!((lines.number(), lines.raw()), (bad.number(), bad.raw()));
                assert!(line.is_empty());
                items.push(Item::Bad(*bad));
            }
        }
    }
}

/// Checks the items of a text. All have their bytes.
fn check_items(charset: Charset, src: &[u8], items: &[Item]) {
    let whole = Whole::new(charset, src);
    let is_end = |end: char| end == '\n' || end == '\u{85}' && charset.is_ebcdic();
    let rows: Vec<&str> = whole.text.split_inclusive(is_end).collect();
    assert_eq!(items.len(), rows.len(), "{charset} {src:02X?}");
    let mut at = 0;
    for (index, (item, row)) in items.iter().zip(rows).enumerate() {
        let raw = match item {
            Item::Text(_, raw) => raw.as_ref().unwrap(),
            Item::Bad(bad) => bad.raw(),
        };
        let bytes = at..at + raw.len();
        assert_eq!(raw, &src[bytes.clone()], "{charset} {src:02X?}");
        let expected = whole.error_in(charset, bytes);
        match item {
            Item::Text(line, _) => assert_eq!((&**line, None), (row, expected), "{charset}"),
            Item::Bad(bad) => {
                assert_eq!(
                    (bad.position(), bad.number()),
                    (at as u64, index as u64 + 1)
                );
                let reason = expected.map(LineReason::Malformed);
                assert_eq!((Some(bad.reason()), bad.is_last()), (reason, true));
                // Decoded without the state before it, the line may be another text.
                if !charset.is_stateful() {
                    assert_eq!(Whole::new(charset, raw).text, row, "{charset} {src:02X?}");
                }
            }
        }
        at += raw.len();
    }
    let rest = &src[at..];
    assert!(
        rest.is_empty() || charset.is_stateful(),
        "{charset} {src:02X?}"
    );
    assert!(rest.is_empty() || Whole::new(charset, rest).text.is_empty());
}

/// Derives the expected items of a reader with a line length limit from those of one without.
fn limited(items: &[Item], limit: usize) -> Vec<(u64, Vec<u8>, bool)> {
    let mut expected = Vec::new();
    for (number, item) in (1..).zip(items) {
        let raw = match item {
            Item::Text(_, raw) => raw.as_ref().unwrap(),
            Item::Bad(bad) => bad.raw(),
        };
        let parts = raw.chunks(limit).map(<[u8]>::to_vec);
        let is_long = raw.len() > limit;
        expected.extend(parts.map(|part| (number, part, is_long)));
    }
    expected
}

fn check_charset(charset: Charset, seed: u64, characters: usize, faults: usize) {
    let mut random = Random(seed);
    let src = sample_lines(charset, &mut random, characters, faults);
    let mut lines = Reader::new(&src[..], charset).text_lines();
    let expected = items(&mut lines, &mut random, 100);
    check_items(charset, &src, &expected);

    let pieces = [(1, 50), (7, 0), (100, 10), (5000, 50), (usize::MAX, 1)];
    // Reading one byte at a time is slow.
    let first = if characters > 10_000 { 3 } else { 0 };
    for (most, share) in pieces.into_iter().skip(first) {
        let inner = Unsteady::new(&src[..], seed, most.min(src.len() + 1), true);
        let mut lines = Reader::new(inner, charset).text_lines();
        let found = items(&mut lines, &mut random, share);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            match (found, expected) {
                (Item::Text(line, None), Item::Text(expected, _)) => assert_eq!(line, expected),
                _ => assert_eq!(found, expected),
            }
        }

        let longest = 1 + random.below(300);
        let limit = 1 + random.below(longest);
        let inner = Unsteady::new(&src[..], seed, most.min(src.len() + 1), true);
        let mut lines = Reader::new(inner, charset).text_lines().max_line_len(limit);
        let mut found = Vec::new();
        while let Some(line) = lines.next() {
            let is_long = match line {
                Ok(_) => false,
                Err(LineError::Io(_)) => continue,
                Err(LineError::Bad(bad)) => {
                    assert!(bad.raw().len() <= limit);
                    matches!(bad.reason(), LineReason::TooLong { limit: found } if found == limit)
                }
            };
            found.push((lines.number(), lines.raw().to_vec(), is_long));
        }
        assert_eq!(
            found,
            limited(&expected, limit),
            "{charset} {limit} {src:02X?}"
        );
    }
}

#[test]
fn items_are_the_rows_of_the_text_and_their_bytes_are_the_input() {
    for charset in Charset::ALL {
        for seed in 0..3 {
            for faults in [0, 1, 20] {
                check_charset(charset, seed, 40 + 150 * seed as usize, faults);
            }
        }
    }
}

#[test]
fn lines_of_ebcdic_end_with_nel() {
    // Å is C3 85 in UTF-8.
    let src = b"\x81\x15\x67\x0D\x15\x82\x25\x15\x83";
    let mut lines = Reader::new(&src[..], Charset::Cp037).text_lines();
    let texts: Vec<String> = (&mut lines).map(Result::unwrap).collect();
    assert_eq!(texts, ["a", "Å", "b", "", "c"]);
    let latin1 = Reader::new(&b"a\x85b"[..], Charset::Latin1).text_lines();
    assert_eq!(latin1.count(), 1);
}

/// Texts that are longer than the buffers.
#[test]
fn lines_lie_across_buffers() {
    for charset in [Charset::Utf8, Charset::Utf16Be, Charset::Windows1252] {
        for faults in [0, 3, 200] {
            check_charset(charset, 9, 140_000, faults);
        }
    }
    let line = "aé€".repeat(30_000);
    let src = [line.as_bytes(), b"\n\xFF\n", line.as_bytes(), b"\xE2\x82"].concat();
    for most in [900, 1 << 20] {
        let inner = Unsteady::new(&src[..], 5, most, true);
        let found = items(
            &mut Reader::new(inner, Charset::Utf8).text_lines(),
            &mut Random(1),
            100,
        );
        check_items(Charset::Utf8, &src, &found);
    }
}
