//! Checks that no row is lost or forged, that std's line methods return the same rows, and that
//! replacements are recorded with their positions.

use super::lines::{Item, Whole, items, sample_lines};
use super::*;
use utflane::io::{LineError, LineReason};

/// Returns the lines of some bytes: their text, or for a malformed line its number, bytes and error
/// position.
fn told(charset: Charset, src: &[u8]) -> Vec<String> {
    let lines = Reader::new(src, charset).text_lines();
    let told = lines.map(|line| match line {
        Ok(text) => text,
        Err(error) => {
            let LineError::Bad(line) = error else {
                panic!()
            };
            let LineReason::Malformed(error) = line.reason() else {
                panic!()
            };
            let raw = line.raw().escape_ascii();
            format!(
                "{} {raw} {}+{}",
                line.number(),
                error.position(),
                error.skip()
            )
        }
    });
    told.collect()
}

/// Regression tests: these texts had lines that were cut or joined.
#[test]
fn rows_are_neither_lost_nor_forged() {
    let rows: [(Charset, &[u8], &[&str]); 9] = [
        (
            Charset::Utf8,
            b"id;name\n1;M\xFCller\n2;ok\n",
            &["id;name", r"2 1;M\xfcller\n 11+1", "2;ok"],
        ),
        (Charset::Utf8, b"\n\r\n\na\r", &["", "", "", "a\r"]),
        (
            Charset::Utf8,
            b"\xFF\xFF\n\xFF",
            &[r"1 \xff\xff\n 0+1", r"2 \xff 3+1"],
        ),
        (
            Charset::Utf8,
            b"a\n\xE2\x82\nb",
            &["a", r"2 \xe2\x82\n 2+2", "b"],
        ),
        (Charset::Utf16Le, b"a\0\n\0b\0c", &["a", r"2 b\x00c 6+1"]),
        (
            Charset::Utf16Be,
            b"\xD8\0\0\n\0a",
            &[r"1 \xd8\x00\x00\n 0+2", "a"],
        ),
        (Charset::Cp037, b"\x81\x25\x82", &["a", "b"]),
        (Charset::Utf8, b"", &[]),
        (Charset::Utf8, b"\n", &[""]),
    ];
    for (charset, src, expected) in rows {
        assert_eq!(told(charset, src), expected, "{charset} {src:02X?}");
    }
    #[cfg(feature = "multibyte")]
    for (charset, src, expected) in [
        // A lead byte does not include the LF. A lead byte and a trail byte that form no character
        // do not include the byte after them.
        (
            Charset::ShiftJis,
            &b"a\x81\nb"[..],
            &[r"1 a\x81\n 1+1", "b"][..],
        ),
        (
            Charset::Gb18030,
            b"\x81\x30\x81\nb",
            &[r"1 \x810\x81\n 0+1", "b"],
        ),
        (
            Charset::EucJp,
            b"\x8F\xA1\n\xA4\xA2\n",
            &[r"1 \x8f\xa1\n 0+2", "あ"],
        ),
        // In a two-byte set LF is malformed, and does not end a line.
        (
            Charset::Iso2022Jp,
            b"\x1B$B$\x22\n$\x22\x1B(B\n\x1B(Ja\\\n\\\x80\n\x1B(B",
            &[
                r"1 \x1b$B$\x22\n$\x22\x1b(B\n 5+1",
                "a¥",
                r"3 \\\x80\n 19+1",
            ],
        ),
    ] {
        let shown: Vec<_> = told(charset, src);
        let expected: Vec<_> = expected
            .iter()
            .map(|row| row.replace(r"\x22", "\\\""))
            .collect();
        assert_eq!(shown, expected, "{charset} {src:02X?}");
    }
}

/// A line may be as long as the limit, with or without its line end.
#[test]
fn a_line_of_the_length_of_the_limit_is_not_too_long() {
    for (src, expected) in [
        (&b"ab\nabc"[..], &["ab", "abc"][..]),
        (b"ab\nabcd", &["ab", "abc...", "d."]),
        (b"abc\nab\n", &["abc...", r"\n.", "ab"]),
        (
            b"\xFFb\n\xE2\x82\xFF\xE2\x82\xE2",
            &["\\xffb\\n", "\\xe2\\x82\\xff...", "\\xe2\\x82\\xe2."],
        ),
    ] {
        for most in [1, 100] {
            let inner = Unsteady::new(src, 1, most, false);
            let lines = Reader::new(inner, Charset::Utf8)
                .text_lines()
                .max_line_len(3);
            let told = lines.map(|line| match line {
                Ok(text) => text,
                Err(LineError::Io(error)) => panic!("{error}"),
                Err(LineError::Bad(line)) => {
                    let is_part = matches!(line.reason(), LineReason::TooLong { .. });
                    let mark = match (is_part, line.is_last()) {
                        (false, _) => "",
                        (true, false) => "...",
                        (true, true) => ".",
                    };
                    format!("{}{mark}", line.raw().escape_ascii())
                }
            });
            assert_eq!(told.collect::<Vec<_>>(), expected, "{src:02X?}");
        }
    }
}

/// The standard library's methods also keep rows apart. In EBCDIC, only our lines end at NEL.
#[test]
fn the_lines_of_std_are_the_same_rows() {
    for charset in Charset::ALL.into_iter().filter(|one| !one.is_ebcdic()) {
        for seed in 0..4 {
            let mut random = Random(seed);
            let src = sample_lines(charset, &mut random, 300, 5);
            let inner = Unsteady::new(&src[..], seed, 50, false);
            let theirs: Vec<_> = Reader::new(inner, charset).lines().collect();
            let ours: Vec<_> = Reader::new(&src[..], charset).text_lines().collect();
            assert_eq!(theirs.len(), ours.len(), "{charset} {src:02X?}");
            for (theirs, ours) in theirs.into_iter().zip(ours) {
                match (theirs, ours) {
                    (Ok(theirs), Ok(ours)) => assert_eq!(theirs, ours),
                    (Err(theirs), Err(LineError::Bad(ours))) => {
                        let error = stream_error(&theirs);
                        assert_eq!(ours.reason(), LineReason::Malformed(error));
                    }
                    (theirs, ours) => panic!("{theirs:?} {ours:?}"),
                }
            }
        }
    }
    let mut reader = Reader::new(&b"1;M\xFCller\n2;ok"[..], Charset::Utf8);
    let mut line = String::from("> ");
    assert_eq!(
        stream_error(&reader.read_line(&mut line).unwrap_err()).position(),
        3
    );
    assert_eq!(line, "> 1;Mller\n");
    assert_eq!(reader.read_line(&mut line).unwrap(), 4);
    assert_eq!(reader.read_line(&mut line).unwrap(), 0);
}

/// Lines begin after the bytes read before, whichever method read them and into whatever target
/// encoding.
#[test]
fn lines_go_on_after_what_was_read() {
    for charset in Charset::ALL {
        for seed in 0..6 {
            let mut random = Random(seed);
            let src = sample_lines(charset, &mut random, 400, [0, 4][seed as usize % 2]);
            for target in [Charset::Utf8, Charset::Utf16Le] {
                let inner = Unsteady::new(&src[..], seed, 120, false);
                let mut reader = Reader::with_target(inner, charset, target);
                let mut read: Vec<u8> = Vec::new();
                for _ in 0..random.below(12) {
                    let mut buffer = vec![0; 1 + random.below(60)];
                    match reader.read(&mut buffer) {
                        Ok(len) => read.extend(&buffer[..len]),
                        Err(error) => assert!(passes(&error) || stream_error(&error).skip() > 0),
                    }
                }
                let mut lines = reader.text_lines();
                let items = items(&mut lines, &mut random, 100);
                let rest: Vec<u8> = items
                    .iter()
                    .flat_map(|item| match item {
                        Item::Text(_, raw) => raw.as_ref().unwrap().clone(),
                        Item::Bad(bad) => bad.raw().to_vec(),
                    })
                    .collect();
                if charset.is_stateful() {
                    continue;
                }
                // The bytes read before are the text before, except for a part of its last
                // character.
                let before = &src[..src.len() - rest.len()];
                assert!(src.ends_with(&rest), "{charset} {src:02X?}");
                let mut strict = Reader::with_target(before, charset, target);
                let mut expected = Vec::new();
                let mut buffer = [0; 5000];
                loop {
                    match strict.read(&mut buffer) {
                        Ok(0) => break,
                        Ok(len) => expected.extend(&buffer[..len]),
                        Err(_) => {}
                    }
                }
                assert!(read.starts_with(&expected), "{charset} {src:02X?}");
                assert!(read.len() - expected.len() < 4, "{charset} {src:02X?}");
                let whole = Whole::new(charset, &rest).text;
                let is_end = |end| end == '\n' || end == '\u{85}' && charset.is_ebcdic();
                assert_eq!(items.len(), whole.split_inclusive(is_end).count());
            }
        }
    }
}

#[test]
fn a_mark_is_in_no_line_and_positions_count_it() {
    let marked = [
        (&b"\xEF\xBB\xBFa\xFF\n"[..], 3, 4),
        (b"\xFF\xFEa\0\0\xDC\n\0", 2, 4),
        (b"\xFE\xFF\0a\xDC\0\0\n", 2, 4),
        (b"\xFF\xFE\0\0a\0\0\0\0\0\x11\0\n\0\0\0", 4, 8),
        (b"\0\0\xFE\xFF\0\0\0a\0\x11\0\0\0\0\0\n", 4, 8),
    ];
    for (file, mark, fault) in marked {
        let mut lines = Reader::sniff(file, Charset::Latin1).unwrap().text_lines();
        let Some(Err(LineError::Bad(line))) = lines.next() else {
            panic!("{file:02X?}");
        };
        assert_eq!((line.position(), line.raw()), (mark as u64, &file[mark..]));
        let LineReason::Malformed(error) = line.reason() else {
            panic!("{line}");
        };
        assert_eq!(error.position(), fault);
    }
}

#[test]
fn replacements_are_recorded_with_their_positions() {
    for charset in Charset::ALL {
        for seed in 0..4 {
            let mut random = Random(seed);
            let src = sample_lines(charset, &mut random, 500, 30);
            let whole = Whole::new(charset, &src);
            for most in [1, 9, 5000] {
                let inner = || Unsteady::new(&src[..], seed, most, false);
                let reader = || Reader::new(inner(), charset).lossy().record_replacements();
                let mut read = reader();
                let (mut text, mut found) = (String::new(), Vec::new());
                let mut buffer = String::new();
                while read.read_line(&mut buffer).unwrap() > 0 {
                    text.push_str(&std::mem::take(&mut buffer));
                    found.extend(read.take_replacements());
                }
                found.extend(read.take_replacements());
                assert_eq!(text, whole.text);
                assert_eq!(found, whole.errors, "{charset} {src:02X?}");
                assert_eq!(read.replacements(), found.len() as u64);

                let mut lines = reader();
                let _ = lines.read(&mut buffer_of(random.below(40)));
                let mut lines = lines.text_lines();
                assert!(lines.by_ref().all(|line| line.is_ok()));
                assert_eq!(
                    lines.take_replacements(),
                    whole.errors,
                    "{charset} {src:02X?}"
                );
                assert_eq!(lines.replacements(), whole.errors.len() as u64);
            }
        }
    }
}

fn buffer_of(len: usize) -> Vec<u8> {
    vec![0; len]
}

/// A reader whose own errors look like errors of the text.
struct Faulty;

impl Read for Faulty {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        let error = utflane::stream::Validator::<utflane::Ascii>::new().feed(b"\xFF");
        Err(error.unwrap_err().into())
    }
}

#[test]
fn errors_of_the_inner_reader_are_returned_at_once() {
    let mut reader = Reader::new(b"a".chain(Faulty), Charset::Utf8);
    let mut line = String::new();
    for _ in 0..3 {
        assert_eq!(
            stream_error(&reader.read_line(&mut line).unwrap_err()).position(),
            0
        );
    }
    assert_eq!(line, "a");
    let mut lines = Reader::new(b"a\nb".chain(Faulty), Charset::Utf8).text_lines();
    assert_eq!(lines.next().unwrap().unwrap(), "a");
    for _ in 0..3 {
        assert!(matches!(lines.next(), Some(Err(LineError::Io(_)))));
    }
}
