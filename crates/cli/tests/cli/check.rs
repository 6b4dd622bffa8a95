//! `check`: the position and the kind of errors.

use std::fs;

use crate::{ENCODINGS, folder, run, run_in, sample_and_all, texts};

/// Checks every `step`th combination of a text and an encoding.
fn check_well_formed(step: usize) {
    let mut number = 0;
    for (name, text) in texts() {
        for (encoding, encode) in ENCODINGS {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let Some(bytes) = encode(&text) else { continue };
            let outcome = run(&["check", "--encoding", encoding], &bytes);
            assert_eq!(
                (outcome.status, outcome.text()),
                (0, ""),
                "{name} in {encoding}"
            );
            assert_eq!(outcome.stderr, "");
        }
    }
}

sample_and_all! {
    check_well_formed: well_formed_files_are_passed_in_silence(5),
    all_well_formed_files_are_passed_in_silence(1) = "long: all texts and encodings"
}

#[test]
fn each_kind_has_its_words_and_its_bytes() {
    #[rustfmt::skip]
    let rows: &[(&str, &[u8], &str)] = &[
        ("utf-8", b"\xC0\x80", "1:1: byte 0: overlong encoding (C0 80)"),
        ("utf-8", b"\xC1A", "1:1: byte 0: overlong encoding (C1)"),
        ("utf-8", b"a\nb\xE0\x9F\x80", "2:2: byte 3: overlong encoding (E0 9F)"),
        ("utf-8", b"\xF0\x8F\xBF\xBF", "1:1: byte 0: overlong encoding (F0 8F)"),
        ("utf-8", b"\xC3\xA9\xED\xA0\x80", "1:2: byte 2: surrogate code point (ED A0)"),
        ("utf-8", b"\xF4\x90\x80\x80", "1:1: byte 0: code point above U+10FFFF (F4 90)"),
        ("utf-8", b"\xF5", "1:1: byte 0: code point above U+10FFFF (F5)"),
        ("utf-8", b"\n\n\x80", "3:1: byte 2: unexpected continuation byte (80)"),
        ("utf-8", b"\xFF\xFE", "1:1: byte 0: invalid byte (FF)"),
        ("utf-8", b"\xE2\x82 ", "1:1: byte 0: missing continuation byte (E2 82)"),
        ("utf-8", b"\xE1\xE1\x80", "1:1: byte 0: missing continuation byte (E1)"),
        ("utf-8", b"\xF0\x9F\x98", "1:1: byte 0: incomplete sequence (F0 9F 98)"),
        ("ascii", b"ab\xE9", "1:3: byte 2: invalid byte (E9)"),
        ("utf-16le", b"\n\0\x00\xDC", "2:1: byte 2: unpaired surrogate (00 DC)"),
        ("utf-16be", b"\xD8\x00\xD8\x00\xDC\x00", "1:1: byte 0: unpaired surrogate (D8 00)"),
        ("utf-16be", b"\xD8\x3D\xDE\x00\xD8", "1:2: byte 4: incomplete sequence (D8)"),
        ("utf-16le", b"\x3D\xD8\x00", "1:1: byte 0: incomplete sequence (3D D8 00)"),
        ("utf-32le", b"A\0\0\0\0\0\x11\0", "1:2: byte 4: code point above U+10FFFF (00 00 11 00)"),
        ("utf-32be", b"\0\0\xD8\0", "1:1: byte 0: surrogate code point (00 00 D8 00)"),
        ("utf-32be", b"\0\0\0", "1:1: byte 0: incomplete sequence (00 00 00)"),
    ];
    for (encoding, bytes, expected) in rows {
        let outcome = run(&["check", "-e", encoding], bytes);
        assert_eq!(
            outcome.text(),
            format!("<stdin>:{expected}\n"),
            "{encoding} {bytes:X?}"
        );
        assert_eq!(outcome.status, 1);
        // Some of these look like another encoding.
        let is_hint = outcome.stderr.starts_with("utflane: hint: ");
        assert!(outcome.stderr.is_empty() || is_hint, "{}", outcome.stderr);
    }
}

/// Sequences whose kind depends on the bytes after the first, at every distance from the positions
/// where reads may end.
fn check_ends_of_reads(step: usize) {
    let sequences: [(&[u8], &str); 5] = [
        (b"\xC0\x80", "overlong encoding (C0 80)"),
        (b"\xED\xA0\x80", "surrogate code point (ED A0)"),
        (b"\xF0\x9F\x98A", "missing continuation byte (F0 9F 98)"),
        (b"\xE1\xE1\x80\x80", "missing continuation byte (E1)"),
        (b"\xC3\xC3\xA9", "missing continuation byte (C3)"),
    ];
    let folder = folder(&[]);
    for boundary in [1 << 12, 1 << 16, 1 << 17, 5 << 17] {
        for back in 0..5 {
            let offset = boundary - back;
            let mut text = "é\n".repeat(offset / 3);
            text.push_str(&"x".repeat(offset - text.len()));
            let line = 1 + offset / 3;
            let column = 1 + offset % 3;
            for (index, (sequence, words)) in sequences.into_iter().enumerate() {
                if (index + back) % step != 0 {
                    continue;
                }
                let bytes = [text.as_bytes(), sequence, b" and more"].concat();
                let expected = format!(":{line}:{column}: byte {offset}: {words}\n");
                let piped = run(&["check"], &bytes);
                assert_eq!(piped.text(), format!("<stdin>{expected}"));
                std::fs::write(folder.path().join("file"), &bytes).unwrap();
                let read = run_in(folder.path(), &["check", "file"], b"");
                assert_eq!(read.text(), format!("file{expected}"));
            }
        }
    }
}

sample_and_all! {
    check_ends_of_reads: the_answer_does_not_depend_on_where_reads_end(5),
    no_answer_depends_on_where_reads_end(1) = "long: each sequence at each distance"
}

#[test]
fn a_flipped_byte_is_found_in_every_text() {
    for (name, text) in texts() {
        for index in [0, text.len() / 3, text.len() * 2 / 3, text.len() - 1] {
            let mut bytes = text.clone().into_bytes();
            bytes[index] ^= 0x80;
            let error = std::str::from_utf8(&bytes).unwrap_err();
            let before = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap();
            let line = before.split('\n').count();
            let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
            let place = format!("<stdin>:{line}:{column}: byte {}: ", before.len());
            let outcome = run(&["check"], &bytes);
            assert!(
                outcome.text().starts_with(&place),
                "{name}: {}",
                outcome.text()
            );
            assert_eq!(
                (outcome.text().lines().count(), outcome.status),
                (1, 1),
                "{name}"
            );
        }
    }
}

#[test]
fn encodings_have_their_usual_names() {
    let names = [
        "latin1",
        "ISO-8859-1",
        "iso_8859-1:1987",
        "L1",
        "us-ascii",
        "ASCII",
        "UTF8",
        "Utf-16LE",
        "utf_32be",
    ];
    for name in names {
        assert_eq!(run(&["check", "-e", name], b"").status, 0, "{name}");
    }
    // Windows code pages that are the same as encodings with other names.
    for (name, bytes, text) in [
        ("cp65001", "é".as_bytes(), "é"),
        ("cp932", b"\x87\x40", "①"),
        ("windows-932", b"\x93\xFA", "日"),
        ("ms936", b"\xC4\xE3", "你"),
        ("cp949", b"\x81\x41", "갂"),
        ("uhc", b"\xB0\xA1", "가"),
        ("ms949", b"\xB0\xA1", "가"),
        ("cp51932", b"\xC6\xFC", "日"),
    ] {
        let outcome = run(&["convert", "-f", name], bytes);
        assert_eq!((outcome.status, outcome.text()), (0, text), "{name}");
    }
    // Names without a byte order, or of an encoding that is not supported.
    for (name, option, words) in [
        (
            "utf-16",
            "-f",
            "utf-16le, or utf-16be, or auto to use the byte order mark",
        ),
        ("UTF16", "-t", "UTF16le, or UTF16be; Windows and nearly all"),
        ("ucs-2", "-f", "utf-16le, or utf-16be, or auto"),
        ("unicode", "-t", "utf-16le, or utf-16be; Windows"),
        ("ucs-4", "-f", "utf-32le, or utf-32be, or auto"),
    ] {
        let outcome = run(&["convert", option, name], b"");
        assert_eq!(outcome.status, 2, "{name}");
        assert!(outcome.stderr.contains(words), "{name}: {}", outcome.stderr);
    }
}

#[test]
fn auto_goes_by_the_byte_order_mark() {
    for (name, encode) in &ENCODINGS[..5] {
        let bytes = encode("\u{feff}text").unwrap();
        assert_eq!(run(&["check", "-e", "auto"], &bytes).status, 0, "{name}");
        let broken = run(&["check", "-e", "auto"], &bytes[..bytes.len() - 1]);
        assert_eq!(broken.status, i32::from(*name != "utf-8"), "{name}");
    }
    assert_eq!(run(&["check", "-e", "auto"], "é".as_bytes()).status, 0);
    // It is the default of every command.
    for (command, said) in [("check", ""), ("stat", "UTF-16LE"), ("convert", "hi")] {
        let outcome = run(&[command], b"\xFF\xFEh\0i\0");
        assert_eq!(
            (outcome.status, outcome.stderr.as_str()),
            (0, ""),
            "{command}"
        );
        assert!(outcome.text().contains(said), "{command}");
    }
    assert_eq!(run(&["check", "-e", "utf-8"], b"\xFF\xFEh\0").status, 1);
}

/// Thousands of hints would not help, and take longer than the check.
#[test]
fn many_files_get_a_limited_number_of_hints() {
    let top = folder(&[]);
    for number in 0..1010 {
        fs::write(
            top.path().join(format!("{number:04}")),
            b"caf\xE9 d\xE9j\xE0\n",
        )
        .unwrap();
    }
    for jobs in ["1", "4"] {
        let outcome = run_in(top.path(), &["check", "-r", "-j", jobs, "."], b"");
        assert_eq!((outcome.status, outcome.text().lines().count()), (1, 1010));
        let hints = outcome
            .stderr
            .lines()
            .filter(|line| line.contains(": hint: "));
        assert_eq!(hints.clone().count(), 1000);
        assert!(hints.is_sorted());
        assert!(
            outcome
                .stderr
                .ends_with("\nutflane: no more hints after the first 1000\n")
        );
    }
    let json = run_in(top.path(), &["check", "-r", "--json", "."], b"");
    let hints = json
        .text()
        .lines()
        .filter(|line| line.contains("\"looks_like\":\"win"));
    assert_eq!(hints.count(), 1010);
}
