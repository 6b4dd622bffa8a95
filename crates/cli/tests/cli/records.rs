//! Records of a fixed length.

use super::{folder, run, run_in};
use std::fs;

/// Returns text in cp037. It has only capital letters, digits and spaces.
fn ebcdic(text: &str) -> Vec<u8> {
    let encoded = run(&["convert", "-t", "cp037"], text.as_bytes());
    assert_eq!(encoded.status, 0);
    encoded.stdout
}

#[test]
fn records_become_lines() {
    let cards = ebcdic("FIRST    SECOND   THIRD    ");
    for (arguments, expected) in [
        (&["-t", "utf-8"][..], "FIRST    \nSECOND   \nTHIRD    \n"),
        (
            &["--newline", "crlf"],
            "FIRST    \r\nSECOND   \r\nTHIRD    \r\n",
        ),
        (&["--lossy"], "FIRST    \nSECOND   \nTHIRD    \n"),
    ] {
        let start = ["convert", "-f", "cp037", "--record-length", "9"];
        let converted = run(&[&start[..], arguments].concat(), &cards);
        assert_eq!((converted.status, converted.text()), (0, expected));
    }
    // A text longer than the buffers.
    let many = cards.repeat(100_000);
    let arguments = ["convert", "-f", "cp037", "--record-length", "9"];
    let converted = run(&arguments, &many);
    let expected = "FIRST    \nSECOND   \nTHIRD    \n".repeat(100_000);
    assert!(converted.status == 0 && converted.text() == expected);
    assert_eq!(run(&arguments, b"").text(), "");
}

#[test]
fn incomplete_records_are_errors() {
    let cards = ebcdic("FIRST    SECOND   THIRD");
    let top = folder(&[("cards", &cards)]);
    let in_place = [
        "convert",
        "-i",
        "-f",
        "cp037",
        "--record-length",
        "9",
        "cards",
    ];
    let converted = run_in(top.path(), &in_place, b"");
    assert_eq!(converted.status, 1);
    let message = "cards: record 3 has only 5 bytes instead of 9";
    converted.expect_message(message);
    assert_eq!(fs::read(top.path().join("cards")).unwrap(), cards);

    let converted = run(
        &["convert", "-f", "utf-8", "--record-length", "3"],
        "aébcé".as_bytes(),
    );
    assert_eq!(converted.status, 1);
    let message = "record 2 ends within a character";
    converted.expect_message(message);

    let converted = run(
        &["convert", "-f", "utf-16le", "--record-length", "3"],
        b"a\0b\0",
    );
    assert_eq!(converted.status, 2);
    let message = "--record-length: 3 is not a multiple of 2 bytes";
    converted.expect_message(message);
}

/// Positions in messages count records as lines, and a malformed sequence at the end of a record does
/// not join it with the next one.
#[test]
fn malformed_records_are_lines() {
    let converted = run(
        &["convert", "-f", "utf-8", "--record-length", "4"],
        b"abc\nabcdab\xFFdabcd",
    );
    assert_eq!(converted.status, 1);
    converted.expect_message(":3:3: byte 10");
    let converted = run(
        &["convert", "-f", "utf-8", "--record-length", "4", "--lossy"],
        b"abc\xFFabc\xFFabcd",
    );
    assert_eq!(converted.text(), "abc\u{FFFD}\nabc\u{FFFD}\nabcd\n");
}

/// Every encoding can represent the texts of `--lossy=escape`, or writes a question mark instead.
#[test]
fn escapes_are_written_in_every_encoding() {
    for charset in utflane::Charset::ALL {
        if charset.aliases().next().is_none() {
            continue;
        }
        let arguments = [
            "convert",
            "-f",
            "utf-8",
            "-t",
            charset.name(),
            "--lossy=escape",
        ];
        let converted = run(&arguments, b"a\xFFb");
        assert_eq!(converted.status, 0, "{charset}: {}", converted.stderr);
        let back = run(
            &["convert", "-f", charset.name(), "-t", "utf-8"],
            &converted.stdout,
        );
        let is_written = ["a\\xFFb", "a?b"].contains(&back.text());
        assert!(is_written, "{charset}: {}", back.text());
    }
}

/// As [`malformed_records_are_lines`], for encodings whose characters are counted in a second
/// conversion.
#[test]
fn malformed_records_of_stateful_encodings_are_lines() {
    for to in ["utf-8", "latin1"] {
        let converted = run(
            &[
                "convert",
                "-f",
                "iso-2022-jp",
                "-t",
                to,
                "--record-length",
                "4",
            ],
            b"aaaa\xFFaaa",
        );
        assert_eq!(converted.status, 1);
        let place = ":2:1: byte 4";
        converted.expect_message(place);
    }
}

#[test]
fn a_wrong_length_is_an_error_before_any_output() {
    let arguments = [
        "convert",
        "-f",
        "utf-16le",
        "--bom",
        "add",
        "--record-length",
        "3",
    ];
    let converted = run(&arguments, b"a\0");
    assert_eq!((converted.status, converted.text()), (2, ""));
}
