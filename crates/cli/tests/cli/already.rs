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
        let arguments = [&arguments[..], &["-o", "new"]].concat();
        let written = run_in(folder.path(), &arguments, b"");
        assert_eq!((written.status, written.stderr), (0, shown.stderr));
        assert_eq!(fs::read(folder.path().join("new")).unwrap(), converted);
    }
}

/// Whatever the name of the output is.
#[test]
fn an_input_that_is_replaced_is_not_converted_twice() {
    let top = folder(&[("a", b"caf\xE9\n"), ("b", b"th\xE9\n")]);
    let read = || fs::read_to_string(top.path().join("a")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("a", top.path().join("link")).unwrap();
    let convert = ["convert", "-f", "latin1"];
    let once = run_in(top.path(), &[&convert[..], &["a", "-o", "a"]].concat(), b"");
    assert_eq!((once.status, read().as_str()), (0, "café\n"));
    let mut rows: Vec<&[&str]> = vec![
        &["a", "-o", "a"],
        &["a", "-o", "./a"],
        &["b", "a", "-o", "a"],
    ];
    if cfg!(unix) {
        rows.push(&["a", "-o", "link"]);
    }
    for arguments in rows {
        let twice = run_in(top.path(), &[&convert[..], arguments].concat(), b"");
        assert_eq!((twice.status, read().as_str()), (1, "café\n"));
        let words = "utflane: a: is UTF-8 already: left as it is; --output NEW converts it\n";
        assert!(twice.stderr.starts_with(words), "{}", twice.stderr);
    }
    // An output that is no input is not.
    fs::write(top.path().join("c"), "café\n").unwrap();
    let other = run_in(top.path(), &[&convert[..], &["c", "-o", "a"]].concat(), b"");
    assert_eq!((other.status, read().as_str()), (0, "cafÃ©\n"));
}

#[cfg(unix)]
#[test]
fn standard_input_that_is_replaced_is_not_converted_twice() {
    let top = folder(&[("a", "café\n".as_bytes())]);
    let script = "\"$u\" convert -f latin1 < a -o a";
    let output = std::process::Command::new("sh")
        .args(["-c", script])
        .env("u", env!("CARGO_BIN_EXE_utflane"))
        .current_dir(top.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(top.path().join("a")).unwrap(), "café\n".as_bytes());
}

/// In EBCDIC, and in what is no EBCDIC, each text is of signs and control characters.
#[test]
fn text_of_ascii_and_of_ebcdic_is_not_taken_for_the_other() {
    let texts = [
        "plain text, of two lines\nand 12 digits\n",
        "no\n",
        "no",
        "WORD",
        "a,b;c\t1\t2\r\n",
        "-----\n  x\n",
        "Größe\n",
        "GRÖSSE",
    ];
    let names: Vec<String> = (0..texts.len()).map(|number| number.to_string()).collect();
    for page in ["cp037", "cp273", "ibm500", "cp1047", "cp1140"] {
        for other in ["utf-8", "latin1", "windows-1252"] {
            for (from, to) in [(page, other), (other, page)] {
                let top = folder(&[]);
                let read = |name: &String| fs::read(top.path().join(name)).unwrap();
                for (name, text) in names.iter().zip(texts) {
                    let make = ["convert", "-t", from, "-o", name];
                    assert_eq!(run_in(top.path(), &make, text.as_bytes()).status, 0);
                }
                let arguments = ["convert", "-rif", from, "-t", to, "."];
                let once = run_in(top.path(), &arguments, b"");
                let place = format!("{from} to {to}: {}", once.stderr);
                let summary = "utflane: 8 converted, 0 unchanged, 0 skipped, 0 failed\n";
                assert_eq!((once.status, once.stderr.as_str()), (0, summary), "{place}");
                let after: Vec<Vec<u8>> = names.iter().map(read).collect();
                let twice = run_in(top.path(), &arguments, b"");
                assert_eq!(twice.status, 1, "{place}");
                assert_eq!(
                    twice.stderr.lines().count(),
                    texts.len() + 1,
                    "{}",
                    twice.stderr
                );
                assert_eq!(names.iter().map(read).collect::<Vec<_>>(), after, "{place}");
            }
        }
    }
}

/// The marks of UTF-16LE and a NUL character are that of UTF-32LE.
#[test]
fn two_marks_in_one_are_told_apart_by_what_follows() {
    for (rest, is_refused) in [
        (&b""[..], false),
        (b"a\0b\0", false),
        (b"a\0\0\0b\0\0\0", true),
    ] {
        let bytes = [&b"\xFF\xFE\0\0"[..], rest].concat();
        let outcome = crate::run(&["convert", "-f", "utf-16le"], &bytes);
        assert_eq!(outcome.status, i32::from(is_refused), "{rest:X?}");
    }
}

#[test]
fn a_mark_is_believed_before_a_name() {
    let marks: [(&str, &[u8]); 5] = [
        ("utf-8", b"\xEF\xBB\xBF"),
        ("utf-16le", b"\xFF\xFE"),
        ("utf-16be", b"\xFE\xFF"),
        ("utf-32le", b"\xFF\xFE\0\0"),
        ("utf-32be", b"\0\0\xFE\xFF"),
    ];
    for (marked, mark) in marks {
        // Well-formed in each, but for what the mark is.
        let bytes = [mark, b"\x01\0\x01\0\x01\0\x01\0\x01\0\x01\0"].concat();
        for (named, _) in marks.into_iter().skip(1).filter(|row| row.0 != marked) {
            let top = folder(&[("file", &bytes)]);
            for options in [&[][..], &["-i"], &["-o", "new"], &["--lossy"]] {
                let arguments = [&["convert", "-f", named, "file"], options].concat();
                let outcome = run_in(top.path(), &arguments, b"");
                assert_eq!((outcome.status, outcome.text()), (1, ""), "{arguments:?}");
                let name = marked.to_uppercase();
                let expected = format!(
                    "utflane: file: has the byte order mark of {name}: try --from {marked}\n"
                );
                assert_eq!(outcome.stderr, expected);
                assert_eq!(crate::names_in(top.path()), ["file"]);
                assert_eq!(fs::read(top.path().join("file")).unwrap(), bytes);
            }
        }
    }
}

#[test]
fn what_only_might_be_the_target_is_converted_in_silence() {
    for (from, to, bytes) in [
        ("latin1", "utf-8", &b"caf\xE9"[..]),
        ("latin1", "utf-8", b"plain"),
        ("latin1", "utf-8", b"\xC3\xA9 and \xE9"),
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
