//! The replacements of `convert --lossy`, and line ends.

use crate::run;

const MIXED: &[u8] = b"10 \xE2\x82\xAC \xC0\x80 \xF0\x9F\x98\x80 \xE2\x82";

#[test]
fn policies_say_what_is_written() {
    for (options, expected) in [
        (&["--lossy"][..], "10 ? ?? ? ?"),
        (&["--lossy=replace"], "10 ? ?? ? ?"),
        (&["--lossy=drop"], "10    "),
        (
            &["--lossy=escape"],
            r"10 \u{20AC} \xC0\x80 \u{1F600} \xE2\x82",
        ),
        (&["--replacement", "<->"], "10 <-> <-><-> <-> <->"),
        (&["--lossy=replace", "--replacement", ""], "10    "),
    ] {
        let outcome = run(&[&["convert", "-t", "ascii"], options].concat(), MIXED);
        assert_eq!(
            (outcome.status, outcome.text()),
            (0, expected),
            "{options:?}"
        );
        let message = "<stdin>:1:4: byte 3: 5 replacements, the first: US-ASCII cannot represent";
        outcome.expect_message(message);
    }
}

#[test]
fn policies_work_wherever_faults_are() {
    let text = "Größe ".repeat(100_000);
    let escaped = text.replace('ö', r"\u{F6}").replace('ß', r"\u{DF}");
    let outcome = run(
        &["convert", "-t", "ascii", "--lossy=escape"],
        text.as_bytes(),
    );
    assert!(outcome.text() == escaped);
    outcome.expect_message(":1:3: byte 2: 200000 replacements");
}

#[test]
fn a_replacement_must_be_expressible_and_wanted() {
    let outcome = run(&["convert", "-t", "ascii", "--replacement", "é"], b"");
    assert_eq!(outcome.status, 2);
    outcome.expect_message("US-ASCII cannot represent");
    let both = run(&["convert", "--lossy=drop", "--replacement", "x"], b"");
    assert_eq!(both.status, 2);
    assert_eq!(
        both.stderr,
        "utflane: --replacement: --lossy=drop writes no replacement\n"
    );
    assert_eq!(run(&["convert", "--lossy=guess"], b"").status, 2);
}

/// Lines of many lengths, so that reads, blocks and vectors end at every position around a line
/// end.
#[test]
fn ends_of_lines_do_not_depend_on_where_they_are() {
    let mut text = String::new();
    for (index, end) in ["\n", "\r\n", "\r", "\n\r"]
        .iter()
        .cycle()
        .take(3_000)
        .enumerate()
    {
        text.push_str(&"é".repeat(index % 130));
        text.push_str(end);
    }
    let lf = text.replace("\r\n", "\n").replace('\r', "\n");
    let units =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    for (newline, expected) in [("lf", lf.clone()), ("crlf", lf.replace('\n', "\r\n"))] {
        let outcome = run(&["convert", "--newline", newline], text.as_bytes());
        assert!(outcome.text() == expected, "{newline}");
        let wide = run(
            &["convert", "-t", "utf-16le", "--newline", newline],
            text.as_bytes(),
        );
        assert!(wide.stdout == units(&expected), "{newline}");
    }
}

/// In EBCDIC, byte 15 (U+0085) ends a line, and byte 25 is a line feed. In `ibm-1047-s390` they are
/// exchanged.
#[test]
fn ends_of_lines_in_ebcdic_include_nel() {
    // The letters a to d, with NEL, CR NEL and LF between them.
    let text = b"\x81\x15\x82\x0D\x15\x83\x25\x84";
    for (from, to, newline, expected) in [
        ("cp037", "utf-8", "lf", "a\nb\nc\nd"),
        ("cp037", "ascii", "crlf", "a\r\nb\r\nc\r\nd"),
        ("ibm-1047-s390", "utf-8", "lf", "a\nb\nc\nd"),
        ("cp037", "utf-8", "keep", "a\u{85}b\r\u{85}c\nd"),
        ("ibm-1047-s390", "utf-8", "keep", "a\nb\r\nc\u{85}d"),
    ] {
        let outcome = run(
            &["convert", "-f", from, "-t", to, "--newline", newline],
            text,
        );
        assert_eq!(outcome.text(), expected, "{from} {newline}");
    }
    let outcome = run(
        &["convert", "-f", "cp037", "-t", "cp1140", "--newline", "lf"],
        text,
    );
    assert_eq!(outcome.stdout, b"\x81\x25\x82\x25\x83\x25\x84");
    // Another encoding with U+0085.
    let outcome = run(&["convert", "-f", "latin1", "--newline", "lf"], b"a\x85b");
    assert_eq!(outcome.text(), "a\u{85}b");
    // More than one piece.
    let lines = b"\x81\x15".repeat(400_000);
    let outcome = run(&["convert", "-f", "cp037", "--newline", "crlf"], &lines);
    assert!(outcome.text() == "a\r\n".repeat(400_000));
}

/// Malformed bytes of EBCDIC are on the line that NEL ends, in messages and in `stat`.
#[test]
fn lines_of_ebcdic_end_at_nel() {
    let text = b"\x81\x15\x82\x15\x83\xDC\x15\x84\xDC\x25\x85";
    let outcome = run(&["convert", "-f", "cp875"], text);
    outcome.expect_message(":3:2: byte 5");
    for (encoding, lines, nel) in [("cp875", 5, "3"), ("cp1025", 5, "3"), ("latin1", 1, "null")] {
        let report = run(&["stat", "--json", "-e", encoding], text).record();
        assert_eq!(report["lines"], lines, "{encoding}");
        assert_eq!(report["line_ends"]["nel"].to_string(), nel, "{encoding}");
    }
}

#[test]
fn ends_of_lines_are_those_that_are_asked_for() {
    let text = b"a\r\nb\nc\rd";
    for (newline, expected) in [
        ("lf", "a\nb\nc\nd"),
        ("crlf", "a\r\nb\r\nc\r\nd"),
        ("keep", "a\r\nb\nc\rd"),
    ] {
        let outcome = run(&["convert", "--newline", newline], text);
        assert_eq!((outcome.status, outcome.text()), (0, expected));
        let wide = run(&["convert", "-t", "utf-16be", "--newline", newline], text);
        let units: Vec<u8> = expected.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(wide.stdout, units);
        // EBCDIC has its own line feed and carriage return.
        let page = run(&["convert", "-t", "cp037", "--newline", newline], text);
        assert_eq!(
            run(&["convert", "-f", "cp037"], &page.stdout).text(),
            expected
        );
    }
}
