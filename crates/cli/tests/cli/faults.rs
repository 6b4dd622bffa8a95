//! `check`: excerpts, `--all`, names only, hints, and messages.

use std::io::Write;
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread::{sleep, spawn};
use std::time::Duration;

use crate::{ENCODINGS, folder, run, run_in, start};

#[test]
fn the_faulty_line_is_shown_with_marks_under_the_fault() {
    let long = [&"x".repeat(300).into_bytes()[..], b"\xFF", &[b'y'; 300]].concat();
    let x = format!("…{}\\xFF{}…", "x".repeat(50), "y".repeat(20));
    #[rustfmt::skip]
    let rows: [(&[u8], &str, usize, usize); 7] = [
        (b"first\nname;caf\xE9;12\r\nlast", "name;caf\\xE9;12", 8, 4),
        // A character with two columns, one with none, and a tab.
        ("漢e\u{301}\t".as_bytes(), "", 0, 0),
        (b"\xE6\xBC\xA2e\xCC\x81\t\xE2\x82|", "漢e\u{301} \\xE2\\x82|", 4, 8),
        // Escape sequences and direction marks are escaped.
        (b"\x1B[2J\x80\xE2\x80\xAE\xFE", "\\u{1b}[2J\\x80\\u{202e}\\xFE", 9, 4),
        (b"\xFF", "\\xFF", 0, 4),
        (b"a\xF0\x9F\x98", "a\\xF0\\x9F\\x98", 1, 12),
        (&long, &x, 51, 4),
    ];
    let folder = folder(&[]);
    for (bytes, shown, before, marks) in rows {
        std::fs::write(folder.path().join("file"), bytes).unwrap();
        for arguments in [&["check", "-v", "file"][..], &["check", "-v"]] {
            let outcome = run_in(folder.path(), arguments, bytes);
            let mut lines = outcome.text().lines().skip(1);
            if marks == 0 {
                assert_eq!(lines.next(), None);
                continue;
            }
            let marks = " ".repeat(before) + &"^".repeat(marks);
            assert_eq!(lines.next(), Some(format!("    {shown}").as_str()));
            assert_eq!(lines.next(), Some(format!("    {marks}").as_str()));
            assert_eq!(lines.next(), None);
        }
    }
}

/// The error is reported while the pipe is still open.
#[test]
fn the_end_of_the_line_is_enough() {
    let mut child = start(Path::new("."), &["check", "-v"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"a\xFF").unwrap();
    sleep(Duration::from_millis(100));
    stdin.write_all(b"b\nnext").unwrap();
    let (ended, has_ended) = channel();
    let open = spawn(move || {
        let in_time = has_ended.recv_timeout(Duration::from_secs(60)).is_ok();
        drop(stdin);
        in_time
    });
    let output = child.wait_with_output().unwrap();
    let _ = ended.send(());
    assert!(open.join().unwrap());
    assert!(output.stdout.ends_with(b"\n    a\\xFFb\n     ^^^^\n"));
}

#[test]
fn lines_of_all_encodings_are_shown() {
    for (name, encode) in &ENCODINGS[1..5] {
        let mut bytes = encode("one\nvor dem \u{20ac} ").unwrap();
        // A low surrogate.
        let (low, after): (&[u8], &str) = match *name {
            "utf-16le" => (b"\x00\xDC", "\\x00\\xDC"),
            "utf-16be" => (b"\xDC\x00", "\\xDC\\x00"),
            "utf-32le" => (b"\x00\xDC\0\0", "\\x00\\xDC\\x00\\x00"),
            _ => (b"\0\0\xDC\x00", "\\x00\\x00\\xDC\\x00"),
        };
        bytes.extend(low);
        bytes.extend(encode(" danach\nthree").unwrap());
        let outcome = run(&["check", "-v", "-e", name], &bytes);
        let shown = format!("\n    vor dem \u{20ac} {after} danach\n              ^^^");
        assert!(outcome.text().contains(&shown), "{}", outcome.text());
    }
}

#[test]
fn all_faults_are_reported_up_to_a_limit() {
    let bytes = b"\x80a\xFF\n\0\xE2\x82 ".repeat(3);
    let all = run(&["check", "--all"], &bytes);
    let places: Vec<&str> = all.text().lines().collect();
    assert_eq!(places.len(), 9);
    assert_eq!(places[4], "<stdin>:2:6: byte 10: invalid byte (FF)");
    assert_eq!(all.status, 1);

    let few = run(&["check", "--all", "--limit", "2", "-v"], &bytes);
    assert_eq!(few.text().lines().count(), 6);
    let note = "utflane: <stdin>: 9 errors, 2 shown\n";
    assert!(few.stderr.starts_with(note), "{}", few.stderr);

    let nuls = run(&["check", "--all", "--no-nul", "-v"], &bytes);
    assert_eq!(nuls.text().matches("NUL character").count(), 3);
    assert_eq!(nuls.text().lines().count(), 3 * 12);
    let shown = "\n<stdin>:2:1: byte 4: NUL character (00)\n    \\u{0}";
    assert!(nuls.text().contains(shown), "{}", nuls.text());

    let json = run(&["check", "--all", "--limit", "4", "--json", "-v"], &bytes);
    let record = json.record();
    assert_eq!(record["error_count"], 9);
    assert_eq!(record["errors"].as_array().unwrap().len(), 4);
    assert_eq!(record["errors"][0], record["error"]);
    assert_eq!(record["error"]["excerpt"]["fault"], "\\x80");
    assert_eq!(record["error"]["excerpt"]["after"], "a\\xFF");

    for arguments in [&["--limit", "2"][..], &["--all", "--limit", "0"]] {
        let outcome = run(&[&["check"], arguments].concat(), &bytes);
        assert_eq!((outcome.status, outcome.text()), (2, ""), "{arguments:?}");
    }
}

#[test]
fn names_alone_or_nothing() {
    let top = folder(&[("bad one", b"\x80"), ("good", b"x"), ("two", b"\xFF")]);
    let files = ["bad one", "good", "two"];
    let rows: [(&[&str], &str); 6] = [
        (&["-l"], "'bad one'\ntwo\n"),
        (&["--list", "--null"], "bad one\0two\0"),
        (&["-L"], "good\n"),
        (&["--list-valid", "-0"], "good\0"),
        (&["-q"], ""),
        (&["-q", "--no-nul"], ""),
    ];
    for (options, expected) in rows {
        let outcome = run_in(top.path(), &[&["check"], options, &files].concat(), b"");
        assert_eq!((outcome.status, outcome.text()), (1, expected));
        assert_eq!(outcome.stderr, "", "{options:?}");
        let good = run_in(top.path(), &[&["check"], options, &["good"]].concat(), b"");
        assert_eq!(good.status, 0, "{options:?}");
        // A file that cannot be read is still reported.
        let missing = run_in(
            top.path(),
            &[&["check"], options, &["missing"]].concat(),
            b"",
        );
        assert_eq!((missing.status, missing.text()), (2, ""), "{options:?}");
        assert_eq!(missing.stderr.lines().count(), 1);
    }
    for options in [
        ["-l", "-L"],
        ["-q", "-l"],
        ["-q", "--json"],
        ["-l", "-v"],
        ["-0", "-v"],
    ] {
        let outcome = run_in(top.path(), &[&["check", "two"][..], &options].concat(), b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""), "{options:?}");
    }
}

#[test]
fn a_file_in_another_encoding_has_a_hint() {
    let damaged = "Grüße aus Köln, schön hier. ".repeat(9).into_bytes();
    let damaged = [&damaged[..], b"\xFF", &damaged].concat();
    let german = "Grüße aus Köln, schön hier. ".repeat(9);
    let latin1: Vec<u8> = german.chars().map(|c| c as u8).collect();
    #[rustfmt::skip]
    let rows: [(&str, &[u8], &str); 12] = [
        ("utf-8", b"\xFF\xFEh\0i\0", "starts with the byte order mark of UTF-16LE: try --encoding auto"),
        ("utf-8", b"\xFE\xFF\0h", "starts with the byte order mark of UTF-16BE: try --encoding auto"),
        ("ascii", b"\xEF\xBB\xBFhi", "starts with the byte order mark of UTF-8: try --encoding auto"),
        ("utf-16le", b"\xEF\xBB\xBFhi", "starts with the byte order mark of UTF-8: try --encoding auto"),
        ("auto", &latin1, "perhaps windows-1252: try --encoding windows-1252"),
        ("utf-8", b"caf\xE9\n", "perhaps windows-1252: try --encoding windows-1252"),
        ("ascii", "Größe".as_bytes(), "looks like UTF-8: try --encoding utf-8"),
        ("utf-8", b"a\xED\xA0\xBD\xED\xB8\x80", "looks like CESU-8: try --encoding cesu-8"),
        ("utf-8", b"a\xED\xA0\xBD", "looks like WTF-8: try --encoding wtf-8"),
        ("utf-8", b"a\xC0\x80b", "looks like MUTF-8: try --encoding mutf-8"),
        ("auto", &damaged, ""),
        ("utf-8", b"\xC3\xA9\xC3\xA9\xC3\xA9\xFF\xFE", ""),
    ];
    let folder = folder(&[]);
    for (encoding, bytes, hint) in rows {
        std::fs::write(folder.path().join("file"), bytes).unwrap();
        for (name, file) in [("file", "file"), ("<stdin>", "-")] {
            let outcome = run_in(folder.path(), &["check", "-e", encoding, file], bytes);
            let expected = match hint {
                "" => String::new(),
                _ => format!("utflane: hint: {name}: {hint}\n"),
            };
            assert_eq!((outcome.status, outcome.stderr), (1, expected));
        }
        let record = run(&["check", "--json", "-e", encoding], bytes).record();
        assert_eq!(record["hint"].as_str().unwrap_or(""), hint);
        assert_eq!(record["looks_like"].is_null(), hint.is_empty());
    }
}

/// Every text is well-formed Latin-1, but hardly any starts with the three characters of a UTF-8
/// mark.
#[test]
fn a_mark_is_a_hint_without_a_fault() {
    let marked = "\u{feff}text".as_bytes();
    let latin1 = run(&["check", "-e", "latin1"], marked);
    assert_eq!((latin1.status, latin1.text()), (0, ""));
    assert_eq!(
        latin1.stderr,
        "utflane: hint: <stdin>: starts with the byte order mark of UTF-8: try --encoding auto\n"
    );
    for encoding in ["auto", "utf-8", "wtf-8", "cesu-8"] {
        assert_eq!(
            run(&["check", "-e", encoding], marked).stderr,
            "",
            "{encoding}"
        );
    }
    let utf16 = "\u{feff}\0".encode_utf16().flat_map(u16::to_le_bytes);
    let named = run(&["check", "-e", "utf-16le"], &utf16.collect::<Vec<_>>());
    assert!(!named.stderr.contains("mark of"), "{}", named.stderr);
}

#[test]
fn messages_tell_what_to_do() {
    let top = folder(&[("file", b"text")]);
    std::fs::create_dir(top.path().join("folder")).unwrap();
    let rows: [(&[&str], &str); 11] = [
        (
            &["check", "folder"],
            "folder: is a directory; --recursive reads",
        ),
        (
            &["stat", "folder"],
            "folder: is a directory; --recursive reads",
        ),
        (
            &["convert", "folder"],
            "folder: is a directory; --recursive reads",
        ),
        (
            &["convert", "-i", "folder"],
            "folder: is a directory; --recursive reads",
        ),
        (&["check", "-j", "0"], "must be at least 1"),
        (
            &["convert", "-ij", "x", "file"],
            "must be a number, at least 1",
        ),
        (&["check", "-e", "utf-16"], "utf-16le, or utf-16be, or auto"),
        (
            &["convert", "-t", "utf-16"],
            "utf-16le, or utf-16be; Windows and",
        ),
        (
            &["convert", "-t", "UTF32"],
            "UTF32le, or UTF32be; Windows and",
        ),
        (
            &["convert", "-t", "auto"],
            "name the encoding of the output",
        ),
        (&["man", "nonsense"], "no such command"),
    ];
    for (arguments, message) in rows {
        let outcome = run_in(top.path(), arguments, b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""), "{arguments:?}");
        outcome.expect_message(message);
    }
}

/// The name of a temporary file would not help the user. We use a missing folder because root may
/// create files in any folder.
#[test]
fn no_message_names_a_temporary_file() {
    let top = folder(&[("file", b"text")]);
    let outcome = run_in(top.path(), &["convert", "file", "-o", "none/file"], b"");
    assert_eq!(outcome.status, 2);
    assert_eq!(
        outcome.stderr,
        "utflane: none/file: no file can be created in its directory: \
         No such file or directory (os error 2)\n"
    );
}
