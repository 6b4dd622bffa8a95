//! `--per-line`: files with lines in several encodings.

use serde_json::json;

use crate::{folder, run, run_in};

const FILE: &[u8] = b"id;name\r\n1;caf\xC3\xA9\r\n2;caf\xE9\r\n3;\xE2\x82\xAC\r\n4;\x80";
const TEXT: &str = "id;name\r\n1;café\r\n2;café\r\n3;€\r\n4;€";
const FROM: [&str; 4] = ["convert", "--per-line", "-f", "utf-8,windows-1252"];

#[test]
fn each_line_is_converted_from_its_encoding() {
    let folder = folder(&[("file", FILE)]);
    let outcome = run_in(folder.path(), &[&FROM[..], &["file"]].concat(), b"");
    assert_eq!((outcome.status, outcome.text()), (0, TEXT));
    assert_eq!(
        outcome.stderr,
        "utflane: file:1: byte 0: the first of 3 lines in UTF-8\n\
         utflane: file:3: byte 18: the first of 2 lines in windows-1252\n"
    );
    let piped = run(&FROM, FILE);
    assert_eq!(piped.text(), TEXT);
    assert_eq!(piped.stderr, outcome.stderr.replace(" file:", " <stdin>:"));
    // Other encodings and line ends of the output.
    let utf16 = run(
        &[&FROM[..], &["-t", "utf-16le", "--newline", "lf"]].concat(),
        FILE,
    );
    let units = TEXT
        .replace("\r\n", "\n")
        .encode_utf16()
        .collect::<Vec<_>>();
    assert_eq!(
        utf16.stdout,
        units
            .iter()
            .flat_map(|unit| unit.to_le_bytes())
            .collect::<Vec<_>>()
    );
}

#[test]
fn json_counts_the_lines() {
    let folder = folder(&[("file", FILE)]);
    let arguments = [&FROM[..], &["--json", "-o", "new", "file"]].concat();
    let outcome = run_in(folder.path(), &arguments, b"");
    let record = outcome.record();
    let counts = json!([
        {"encoding": "UTF-8", "lines": 3, "first": {"line": 1, "offset": 0}},
        {"encoding": "windows-1252", "lines": 2, "first": {"line": 3, "offset": 18}},
    ]);
    assert_eq!(
        (&record["per_line"], &record["from"]),
        (&counts, &json!("UTF-8"))
    );
    assert_eq!((outcome.status, &*outcome.stderr), (0, ""));

    let check = [
        "check",
        "--per-line",
        "-e",
        "utf-8,windows-1252",
        "--json",
        "file",
    ];
    let outcome = run_in(folder.path(), &check, b"");
    let record = outcome.record();
    assert_eq!(
        (&record["per_line"], &record["valid"]),
        (&counts, &json!(true))
    );

    let plain = run_in(folder.path(), &["check", "--json", "file"], b"");
    assert!(!plain.text().contains("per_line"));
}

/// A file in one encoding is not reported, except with `--verbose`.
#[test]
fn one_encoding_is_no_remark() {
    let outcome = run(&FROM, "é\n".as_bytes());
    assert_eq!((outcome.text(), &*outcome.stderr), ("é\n", ""));
    let outcome = run(&[&FROM[..], &["-v"]].concat(), "é\n".as_bytes());
    let remark = "utflane: <stdin>:1: byte 0: the only line in UTF-8\n";
    assert_eq!(outcome.stderr, remark);
    assert_eq!(run(&FROM, b"").stderr, "");
}

#[test]
fn a_line_that_fits_no_encoding_is_an_error() {
    let bytes = b"\xC3\xA9\n\x83e\nab\xFFc\n\x83e\n";
    let from = ["-f", "utf-8,shift_jis"];
    let outcome = run(&[&["convert", "--per-line"], &from[..]].concat(), bytes);
    assert_eq!((outcome.status, outcome.text()), (1, "é\nテ\nab"));
    assert_eq!(
        outcome.stderr,
        "utflane: <stdin>:3:3: byte 8: invalid byte (FF)\n"
    );
    let outcome = run(
        &[&["convert", "--per-line", "--lossy"], &from[..]].concat(),
        bytes,
    );
    assert_eq!(
        (outcome.status, outcome.text()),
        (0, "é\nテ\nab\u{FFFD}c\nテ\n")
    );
    assert!(
        outcome
            .stderr
            .contains("<stdin>:3:3: byte 8: 1 replacement")
    );
    assert!(outcome.stderr.contains("the first of 2 lines in Shift_JIS"));

    let check = ["check", "--per-line", "-v", "-e", "utf-8,shift_jis"];
    let outcome = run(&check, bytes);
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.text(),
        "<stdin>:3:3: byte 8: invalid byte (FF)\n    ab\\xFFc\n      ^^^^\n"
    );
    let all = run(
        &["check", "--per-line", "--all", "-e", "utf-8,shift_jis"],
        b"\xFF\n\xE2",
    );
    assert_eq!(
        all.text(),
        "<stdin>:1:1: byte 0: invalid byte (FF)\n\
         <stdin>:2:1: byte 2: incomplete sequence (E2)\n"
    );
}

/// A target with shift sequences returns to ASCII where the encoding changes.
#[test]
fn the_target_may_have_states() {
    let bytes = ["ア\n".as_bytes(), b"\x83A", b"\nx"].concat();
    let arguments = [
        "convert",
        "--per-line",
        "-f",
        "utf-8,shift_jis",
        "-t",
        "iso-2022-jp",
    ];
    let outcome = run(&arguments, &bytes);
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    let back = run(&["convert", "-f", "iso-2022-jp"], &outcome.stdout);
    assert_eq!(back.text(), "ア\nア\nx");
}

#[test]
fn a_mark_is_kept_or_removed() {
    let bytes = b"\xEF\xBB\xBFa\n\xE9\n";
    let kept = run(&FROM, bytes);
    assert_eq!(kept.text(), "\u{feff}a\né\n");
    assert!(
        kept.stderr
            .contains("<stdin>:2: byte 5: the only line in windows-1252")
    );
    let ascii = [
        "convert",
        "--per-line",
        "-f",
        "ascii,utf-8",
        "--bom",
        "strip",
    ];
    assert_eq!(run(&ascii, "\u{feff}a\né\n".as_bytes()).text(), "a\né\n");
    let wide = run(&FROM, b"\xFF\xFEa\0");
    assert_eq!((wide.status, wide.text()), (1, ""));
    assert!(wide.stderr.contains("has the byte order mark of UTF-16LE"));
}

#[test]
fn several_files_are_converted_in_place() {
    let folder = folder(&[("one", FILE), ("two", b"\xE9\n"), ("three", "é".as_bytes())]);
    let arguments = [&FROM[..], &["-i", "-j", "2", "one", "two", "three"]].concat();
    let outcome = run_in(folder.path(), &arguments, b"");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    let read = |name| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(
        [read("one"), read("two"), read("three")],
        [TEXT, "é\n", "é"]
    );
    let again = run_in(folder.path(), &arguments, b"");
    assert_eq!((again.status, &*again.stderr), (0, ""));
}

/// Lines of all lengths around the size of a read, from a file and from a pipe.
#[test]
fn lines_may_be_longer_than_a_read() {
    let (mut bytes, mut text) = (Vec::new(), String::new());
    for len in [
        0,
        100,
        4 << 10,
        (128 << 10) - 2,
        128 << 10,
        300 << 10,
        1 << 20,
        3,
        70 << 10,
    ] {
        bytes.extend(vec![b'x'; len]);
        bytes.extend(b"\xE9\n\xC3\xA9\n");
        text += &"x".repeat(len);
        text += "é\né\n";
    }
    let folder = folder(&[("file", &bytes)]);
    let outcome = run_in(folder.path(), &[&FROM[..], &["file"]].concat(), b"");
    assert!(outcome.text() == text);
    assert!(run(&FROM, &bytes).text() == text);

    let long = vec![b'x'; (16 << 20) + (1 << 17)];
    let outcome = run(&FROM, &long);
    assert_eq!(outcome.status, 2);
    outcome.expect_message("a line is longer than 16 MiB");
}

#[test]
fn wrong_lists_are_errors() {
    for (list, words) in [
        (
            "utf-8",
            "name the encodings to try, such as --from utf-8,windows-1252",
        ),
        (
            "utf-8,utf-16le",
            "UTF-16LE cannot be chosen per line: its line feed is longer than a byte",
        ),
        (
            "utf-8,iso-2022-jp",
            "the meaning of a line depends on the lines before it",
        ),
        ("utf-8,cp037", "its line feed is not the byte 0A"),
        ("latin1,utf-8", "UTF-8 would never be chosen"),
    ] {
        let outcome = run(&["convert", "--per-line", "-f", list], b"");
        assert_eq!(outcome.status, 2);
        outcome.expect_message(words);
    }
    assert_eq!(run(&["convert", "--per-line"], b"").status, 2);
    let list = run(&["check", "-e", "utf-8,latin1"], b"");
    assert_eq!(list.status, 2);
    list.expect_message("only possible with --per-line");
}

/// Dumps of Oracle and MySQL contain characters above U+FFFF as UTF-8 in some rows and as surrogate
/// pairs in others.
#[test]
fn rows_of_utf8_and_of_cesu8() {
    let bytes = b"\xF0\x9F\x99\x88\n\xED\xA0\xBD\xED\xB9\x88\n";
    let outcome = run(&["convert", "--per-line", "-f", "utf-8,cesu-8"], bytes);
    assert_eq!((outcome.status, outcome.text()), (0, "🙈\n🙈\n"));
    let auto = run(&["convert", "-f", "auto"], bytes);
    assert_eq!(
        auto.stderr,
        "utflane: <stdin>: two encodings: UTF-8, and CESU-8 from byte 5; \
         try --from utf-8+cesu-8\n"
    );
    let check = run(&["check"], bytes);
    assert_eq!(
        check.stderr,
        "utflane: hint: <stdin>: looks like UTF-8+CESU-8: try --encoding utf-8+cesu-8\n"
    );
    // Both forms may also be in the same row.
    let both = [&bytes[..4], &bytes[5..]].concat();
    assert_eq!(run(&["check"], &both).stderr, check.stderr);
    let outcome = run(&["convert", "-f", "utf-8+cesu-8"], &both);
    assert_eq!((outcome.status, outcome.text()), (0, "🙈🙈\n"));
    assert_eq!(run(&["check", "-e", "utf-8+cesu-8"], &both).status, 0);
    // A surrogate without its other half is malformed.
    let cut = [&both[..], b"\xED\xA0\xBD\n"].concat();
    let outcome = run(&["check", "-e", "utf-8+cesu-8"], &cut);
    assert_eq!(outcome.status, 1);
    let position = "<stdin>:2:1";
    assert!(outcome.text().contains(position), "{}", outcome.text());
}

/// Each message gives advice that works.
#[test]
fn advice_for_wide_encodings_works_with_lines() {
    let from = ["convert", "--per-line", "-f", "utf-8,latin1"];
    let marked = b"\xFF\xFE\0\n\0";
    let outcome = run(&from, marked);
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.stderr,
        "utflane: <stdin>: has the byte order mark of UTF-16LE: try --from utf-16le without \
         --per-line, or --trust-from if it is not a mark\n"
    );
    let unmarked = b"h\0i\0\n\0";
    let outcome = run(&from, unmarked);
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.stderr,
        "utflane: <stdin>: looks like UTF-16LE: try --from utf-16le without --per-line, or \
         --trust-from if it is not\n"
    );
    for (bytes, text) in [(&marked[..], "ÿþ\0\n\0"), (unmarked, "h\0i\0\n\0")] {
        let trusted = run(&[&from[..], &["--trust-from"]].concat(), bytes);
        assert_eq!((trusted.status, trusted.text()), (0, text));
        let check = ["check", "--per-line", "-e", "utf-8,latin1"];
        let checked = run(&check, bytes);
        let advice = " without --per-line\n";
        assert!(checked.stderr.ends_with(advice), "{}", checked.stderr);
    }
}
