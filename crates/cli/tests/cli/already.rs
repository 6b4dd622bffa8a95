//! Text that is in the target encoding already, and text whose encoding nobody has named:
//! converting it would make garbage of it.

use std::fs;

use crate::{ENCODINGS, folder, run_in};

/// The second time the file is left as it is, and the status is 1.
#[test]
fn converting_in_place_twice_is_converting_once() {
    let text = "Größe, déjà vu\n";
    let lines = text.repeat(20_000);
    for text in [text, lines.as_str(), "no\n", "hello!\n\n"] {
        for (from, encode_from) in ENCODINGS {
            for (to, encode_to) in ENCODINGS {
                let (Some(before), Some(after)) = (encode_from(text), encode_to(text)) else {
                    continue;
                };
                let folder = folder(&[("file", &before)]);
                let read = || fs::read(folder.path().join("file")).unwrap();
                let arguments = ["convert", "-i", "-f", from, "-t", to, "file"];
                let once = run_in(folder.path(), &arguments, b"");
                assert_eq!(
                    (once.status, once.stderr.as_str()),
                    (0, ""),
                    "{from} to {to}"
                );
                assert!(read() == after, "{from} to {to}");
                let twice = run_in(folder.path(), &arguments, b"");
                assert!(read() == after, "{from} to {to} twice: {}", twice.stderr);
                assert_eq!(twice.status, i32::from(before != after), "{from} to {to}");
                assert_eq!(twice.stderr.lines().count(), usize::from(before != after));
            }
        }
    }
}

#[test]
fn without_a_mark_nor_a_name_wide_text_is_not_taken_for_utf_8() {
    let text = "Größe, déjà vu\n";
    for (name, encode) in &ENCODINGS[1..5] {
        // Of ASCII alone, it is well-formed UTF-8.
        for text in ["plain text\n", text, &"plain text\n".repeat(20_000)] {
            let bytes = encode(text).unwrap();
            let folder = folder(&[("file", &bytes)]);
            for arguments in [
                &["convert", "-i", "file"][..],
                &["convert", "-i", "-t", name, "file"],
                &["convert", "-i", "--lossy", "file"],
                &["convert", "-i", "-t", "latin1", "file"],
                &["convert", "file", "-t", "utf-16be", "-o", "new"],
                &["convert", "file"],
            ] {
                let outcome = run_in(folder.path(), arguments, b"");
                assert_eq!((outcome.status, outcome.text()), (1, ""), "{arguments:?}");
                let already = if arguments.contains(name) {
                    " already"
                } else {
                    ""
                };
                let expected = format!(
                    "utflane: file: looks like {}{already}: try --from {name}, or --from utf-8 \
                     if it is not\n",
                    name.to_uppercase()
                );
                assert_eq!(outcome.stderr, expected);
                assert!(fs::read(folder.path().join("file")).unwrap() == bytes);
                assert!(!folder.path().join("new").exists());
            }
            let named = run_in(folder.path(), &["convert", "-f", name, "file"], b"");
            assert_eq!((named.status, named.stderr.as_str()), (0, ""));
            assert_eq!(named.text(), text);
        }
    }
}

/// Where nothing is lost, what was asked for is done, with a warning.
#[test]
fn elsewhere_there_is_a_warning() {
    for (from, to, bytes, converted) in [
        ("latin1", "utf-8", "é\n".as_bytes(), "Ã©\n".as_bytes()),
        ("utf-8", "utf-16le", b"a\0\n\0", b"a\0\0\0\n\0\0\0"),
        ("utf-16be", "utf-8", b"4 ", "\u{3420}".as_bytes()),
    ] {
        let folder = folder(&[("file", bytes)]);
        let arguments = ["convert", "-f", from, "-t", to, "file"];
        let warning = format!("utflane: warning: file: is {} already\n", to.to_uppercase());
        let shown = run_in(folder.path(), &arguments, b"");
        assert_eq!((shown.status, shown.stderr.as_str()), (0, warning.as_str()));
        assert_eq!(shown.stdout, converted);
        let arguments = [&arguments[..], &["-o", "file"]].concat();
        let written = run_in(folder.path(), &arguments, b"");
        assert_eq!((written.status, written.stderr), (0, shown.stderr));
        assert_eq!(fs::read(folder.path().join("file")).unwrap(), converted);
    }
}

#[test]
fn what_only_might_be_the_target_is_converted_in_silence() {
    for (from, to, bytes) in [
        ("latin1", "utf-8", &b"caf\xE9"[..]),
        ("latin1", "utf-8", b"plain"),
        ("latin1", "utf-8", b"\xC3\xA9 and \xE9"),
        ("utf-8", "utf-16le", b"one\0two\0"),
        ("utf-16le", "utf-8", b"a\0b\0"),
        ("utf-16le", "utf-16be", b"a\0b\0"),
        ("utf-8", "utf-8", "é".as_bytes()),
    ] {
        let folder = folder(&[("file", bytes)]);
        let arguments = ["convert", "-i", "-f", from, "-t", to, "file"];
        let outcome = run_in(folder.path(), &arguments, b"");
        assert_eq!(
            (outcome.status, outcome.stderr.as_str()),
            (0, ""),
            "{bytes:X?}"
        );
    }
}
