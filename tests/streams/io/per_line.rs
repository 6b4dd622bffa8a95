//! Compares readers that choose a charset per line with a decision about each line alone, for input
//! pieces of any length, with and without a limit.

use super::lines::{Item, items, sample_lines};
use super::*;
use utflane::io::{CharsetLines, LineError, LineReason, PerLine, PerLineError};
use utflane::stream::TextDecoder;

const LISTS: [&[Charset]; 5] = [
    &[Charset::Utf8, Charset::Windows1252],
    &[Charset::Utf8, Charset::Cesu8, Charset::Iso8859_15],
    &[Charset::Utf8, Charset::Iso8859_3],
    &[Charset::Ascii, Charset::Utf8, Charset::Windows1253],
    &[Charset::Utf8],
];

#[cfg(feature = "multibyte")]
const MULTIBYTE: [&[Charset]; 2] = [
    &[Charset::Utf8, Charset::ShiftJis],
    &[Charset::ShiftJis, Charset::Utf8, Charset::Gb18030],
];
#[cfg(not(feature = "multibyte"))]
const MULTIBYTE: [&[Charset]; 0] = [];

/// The expected lines: the charset that fits, the bytes and the text. A line that fits no charset
/// has the text with replacements in the first.
fn expected<'a>(charsets: &[Charset], src: &'a [u8]) -> Vec<(Option<Charset>, &'a [u8], String)> {
    let line = |raw: &'a [u8]| {
        let fit = |charset: &Charset| charset.validate(raw).is_ok();
        let fit = charsets.iter().copied().find(fit);
        let mut text = String::new();
        let mut decoder = TextDecoder::new(fit.unwrap_or(charsets[0]));
        let _ = decoder.decode_lossy(raw, &mut text);
        let _ = decoder.finish_text_lossy(&mut text);
        (fit, raw, text)
    };
    src.split_inclusive(|byte| *byte == b'\n')
        .map(line)
        .collect()
}

/// Returns a text whose lines are in charsets of the list, some of them with faults.
fn mixed(charsets: &[Charset], random: &mut Random, parts: usize) -> Vec<u8> {
    let mut src = Vec::new();
    for _ in 0..parts {
        let charset = charsets[random.below(charsets.len())];
        let characters = 1 + random.below(200);
        let faults = random.below(3);
        src.extend(sample_lines(charset, random, characters, faults));
        if random.percent(80) {
            src.push(b'\n');
        }
    }
    src
}

fn check_counts(
    found: &[CharsetLines],
    charsets: &[Charset],
    expected: &[(Option<Charset>, &[u8], String)],
) {
    for (found, charset) in found.iter().zip(charsets) {
        let of = |line: &&(Option<Charset>, &[u8], String)| line.0 == Some(*charset);
        let first = expected.iter().position(|line| line.0 == Some(*charset));
        let first = first.map(|index| {
            let before = expected[..index].iter();
            (
                index as u64 + 1,
                before.map(|line| line.1.len() as u64).sum::<u64>(),
            )
        });
        let count = expected.iter().filter(of).count() as u64;
        assert_eq!((found.charset, found.lines), (*charset, count));
        let found = found.first.map(|line| (line.number, line.position));
        assert_eq!(found, first, "{charset}");
    }
}

fn check(charsets: &[Charset], seed: u64, parts: usize) {
    let mut random = Random(seed);
    let src = mixed(charsets, &mut random, parts);
    let expected = expected(charsets, &src);
    for most in [1, 9, 700, 70_000] {
        let inner = || Unsteady::new(&src[..], seed, most, true);
        let mut lines = Reader::per_line(inner(), charsets).unwrap().text_lines();
        let found = items(&mut lines, &mut random, 50);
        assert_eq!(found.len(), expected.len());
        let mut position = 0;
        for (item, (fit, raw, text)) in found.iter().zip(&expected) {
            match item {
                Item::Text(line, bytes) => {
                    assert!(fit.is_some(), "{raw:02X?}");
                    assert_eq!(line, text);
                    assert!(bytes.as_ref().is_none_or(|bytes| bytes == raw));
                }
                Item::Bad(bad) => {
                    assert_eq!(*fit, None);
                    assert_eq!((bad.raw(), bad.position()), (*raw, position));
                    let error = charsets[0].validate(raw).unwrap_err();
                    let LineReason::Malformed(found) = bad.reason() else {
                        panic!();
                    };
                    assert_eq!(found.position(), position + error.valid_up_to() as u64);
                }
            }
            position += raw.len() as u64;
        }
        check_counts(lines.charset_lines(), charsets, &expected);

        // A lossy reader returns the same text in blocks.
        let mut reader = Reader::per_line(inner(), charsets).unwrap().lossy();
        let mut text = Vec::new();
        let mut buffer = vec![0; 1 + random.below(9000)];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(len) => text.extend_from_slice(&buffer[..len]),
                Err(error) => assert!(passes(&error)),
            }
        }
        let whole: String = expected.iter().map(|line| &line.2[..]).collect();
        assert!(text == whole.as_bytes());
        check_counts(reader.charset_lines(), charsets, &expected);
        let replaced = |line: &(Option<Charset>, &[u8], String)| {
            let mut alone = Reader::new(line.1, charsets[0]).lossy();
            io::copy(&mut alone, &mut io::sink()).unwrap();
            alone.replacements()
        };
        let malformed = expected.iter().filter(|line| line.0.is_none());
        assert_eq!(reader.replacements(), malformed.map(replaced).sum::<u64>());

        // Lines after a part of the text was read.
        let mut reader = Reader::per_line(&src[..], charsets).unwrap().lossy();
        let mut start = vec![0; random.below(300).min(whole.len())];
        if reader.read_exact(&mut start).is_ok() && whole.is_char_boundary(start.len()) {
            let mut lines = reader.text_lines();
            let rest: String = items(&mut lines, &mut random, 30)
                .into_iter()
                .map(|item| match item {
                    Item::Text(line, _) => line,
                    Item::Bad(bad) => panic!("{bad}"),
                })
                .collect();
            assert_eq!(rest, whole[start.len()..]);
        }

        check_limit(charsets, &src, &expected, most, &mut random);
    }
}

fn check_limit(
    charsets: &[Charset],
    src: &[u8],
    expected: &[(Option<Charset>, &[u8], String)],
    most: usize,
    random: &mut Random,
) {
    let limit = 1 + random.below(120);
    let inner = Unsteady::new(src, 5, most, true);
    let reader = Reader::per_line(inner, charsets).unwrap();
    let mut lines = reader.text_lines().max_line_len(limit);
    let mut rest = expected.iter();
    let mut parts = Vec::new();
    loop {
        let mut text = String::new();
        match lines.read_line(&mut text) {
            Ok(0) => break,
            Ok(_) => {
                let (fit, raw, line) = rest.next().unwrap();
                assert!(fit.is_some() && raw.len() <= limit);
                assert_eq!(&text, line);
                assert_eq!(lines.raw(), *raw);
            }
            Err(LineError::Io(error)) => assert!(passes(&error)),
            Err(LineError::Bad(bad)) => match bad.reason() {
                LineReason::TooLong { .. } => {
                    parts.extend_from_slice(bad.raw());
                    if bad.is_last() {
                        let (_, raw, _) = rest.next().unwrap();
                        assert!(raw.len() > limit);
                        assert_eq!(&std::mem::take(&mut parts), raw);
                    }
                }
                _ => {
                    let (fit, raw, _) = rest.next().unwrap();
                    assert_eq!((*fit, bad.raw()), (None, *raw));
                }
            },
        }
    }
    assert!(rest.next().is_none());
}

#[test]
fn each_line_is_in_the_first_charset_that_fits() {
    for charsets in LISTS.into_iter().chain(MULTIBYTE) {
        for seed in 0..6 {
            check(charsets, seed, 1 + 3 * seed as usize);
        }
    }
}

#[test]
fn long_text_in_two_charsets() {
    let charsets = [Charset::Utf8, Charset::Windows1252];
    let mut src = Vec::new();
    let mut whole = String::new();
    for line in 0..20_000 {
        match line % 20 {
            7 => src.extend_from_slice(b"caf\xE9 \x80\r\n"),
            _ => src.extend_from_slice("café €\r\n".as_bytes()),
        }
        whole.push_str("café €\r\n");
    }
    let mut reader = Reader::per_line(&src[..], &charsets).unwrap();
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert!(text == whole);
    let lines: Vec<_> = reader.charset_lines().iter().map(|of| of.lines).collect();
    assert_eq!(lines, [19_000, 1000]);
}

/// The charset of the last line is known, also at the end of the text.
#[test]
fn source_is_the_charset_of_the_last_line() {
    let file = b"a\nb\xE9\nc\nd\xE9";
    let charsets = [Charset::Utf8, Charset::Windows1252];
    let mut lines = Reader::per_line(&file[..], &charsets).unwrap().text_lines();
    for index in [0, 1, 0, 1] {
        lines.next().unwrap().unwrap();
        assert_eq!(lines.source(), charsets[index]);
    }
    assert!(lines.next().is_none());
    assert_eq!(lines.source(), charsets[1]);
}

#[test]
fn unsuitable_lists_are_errors() {
    for charset in [
        Charset::Utf16Le,
        Charset::Utf32,
        Charset::Cp037,
        #[cfg(feature = "multibyte")]
        Charset::Iso2022Jp,
    ] {
        let error = PerLine::new(&[Charset::Utf8, charset]).unwrap_err();
        assert_eq!(error, PerLineError::Unsuitable(charset));
    }
    assert_eq!(PerLine::new(&[]).unwrap_err(), PerLineError::Empty);
    let [charset, after] = [Charset::Utf8, Charset::Latin1];
    let error = PerLine::new(&[after, charset]).unwrap_err();
    assert_eq!(error, PerLineError::Unreachable { charset, after });
}
