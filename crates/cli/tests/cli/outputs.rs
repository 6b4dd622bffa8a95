//! `convert` with several inputs: to one output, or to files in a folder.

use std::fs;
use std::path::Path;

use crate::{folder, names_in, run_in};

fn inputs() -> tempfile::TempDir {
    folder(&[
        ("one", "\u{feff}eins \u{e9}\n".as_bytes()),
        ("two", b"\xFF\xFEz\0w\0\xE9\0\n\0"),
        ("three", b"\xEF\xBB\xBFdrei"),
        ("bad", b"ok\n\xFF"),
    ])
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_default()
}

#[test]
fn several_inputs_become_one_text() {
    let top = inputs();
    let text = "eins \u{e9}\nzw\u{e9}\ndrei";
    let files = ["one", "two", "three"];
    for (options, mark) in [
        (&[][..], "\u{feff}"),
        (&["--bom", "strip"], ""),
        (&["--bom", "add"], "\u{feff}"),
    ] {
        let expected = format!("{mark}{text}");
        let piped = run_in(top.path(), &[&["convert"], options, &files].concat(), b"");
        assert_eq!((piped.status, piped.text()), (0, expected.as_str()));
        // One of the inputs may be the output.
        let arguments = [&["convert", "-o", "two"], options, &files].concat();
        let before = read(top.path(), "two");
        let written = run_in(top.path(), &arguments, b"");
        assert_eq!((written.status, written.stderr.as_str()), (0, ""));
        assert_eq!(read(top.path(), "two"), expected.as_bytes());
        fs::write(top.path().join("two"), before).unwrap();
    }
    // Standard input can be any of the inputs, and only the mark of the first input is kept.
    let arguments = [
        "convert", "-f", "utf-8", "-t", "latin1", "three", "-", "one",
    ];
    let mixed = run_in(top.path(), &arguments, "|\u{e9}|".as_bytes());
    assert_eq!(
        (mixed.status, &mixed.stdout[..]),
        (0, &b"drei|\xE9|eins \xE9\n"[..])
    );
    let unmarked = run_in(top.path(), &["convert", "-", "three"], b"a");
    assert_eq!(unmarked.text(), "adrei");
}

#[test]
fn one_output_is_written_for_all_inputs_or_none() {
    let top = inputs();
    for (last, status, place) in [
        ("bad", 1, "utflane: bad:2:1: byte 3: invalid byte (FF)\n"),
        ("missing", 2, "utflane: missing: "),
    ] {
        for out in ["out", "three"] {
            let arguments = ["convert", "one", last, "two", "-o", out];
            let stopped = run_in(top.path(), &arguments, b"");
            assert_eq!((stopped.status, stopped.text()), (status, ""));
            stopped.expect_message(place);
            let note = format!("utflane: {out}: not written\n");
            stopped.expect_message(&note);
            assert_eq!(names_in(top.path()), ["bad", "one", "three", "two"]);
            assert_eq!(read(top.path(), "three"), b"\xEF\xBB\xBFdrei");
        }
        let arguments = ["convert", "--json", "one", last, "two", "-o", "out"];
        let json = run_in(top.path(), &arguments, b"");
        let records = json.records();
        assert_eq!(records.len(), 2, "{}", json.text());
        assert_eq!(
            (&records[0]["file"], &records[0]["converted"]),
            (&"one".into(), &false.into())
        );
        assert!(
            records[0]["note"]
                .as_str()
                .unwrap()
                .starts_with("not written")
        );
        assert_eq!(records[1]["file"], last);
        assert_eq!(json.status, status);
    }
    // The text before the obstacle has been written to standard output.
    let piped = run_in(top.path(), &["convert", "three", "bad", "one"], b"");
    assert_eq!((piped.status, piped.text()), (1, "\u{feff}dreiok\n"));
}

#[test]
fn files_are_converted_into_a_folder() {
    let top = inputs();
    for out in ["new/deep/", "new/deep"] {
        let arguments = [
            "convert", "--bom", "strip", "-o", out, "one", "two", "bad", "missing",
        ];
        let outcome = run_in(top.path(), &arguments, b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""));
        assert_eq!(outcome.stderr.lines().count(), 2, "{}", outcome.stderr);
        let deep = top.path().join("new/deep");
        assert_eq!(names_in(&deep), ["one", "two"]);
        assert_eq!(read(&deep, "two"), "zw\u{e9}\n".as_bytes());
        assert_eq!(read(&deep, "one"), "eins \u{e9}\n".as_bytes());
        // Existing files are replaced.
        fs::write(deep.join("one"), b"old").unwrap();
    }
    assert_eq!(read(top.path(), "two"), b"\xFF\xFEz\0w\0\xE9\0\n\0");
    let json = run_in(
        top.path(),
        &["convert", "--json", "-o", "new/", "one", "two"],
        b"",
    );
    assert_eq!((json.status, json.text().lines().count()), (0, 2));
}

#[test]
fn a_folder_is_converted_into_another() {
    let top = folder(&[("a.txt", b"caf\xE9")]);
    let path = top.path();
    fs::create_dir_all(path.join("sub/.git")).unwrap();
    for (name, bytes) in [
        ("sub/a.txt", &b"\xE4"[..]),
        ("sub/b.bin", b"\0\xE4"),
        ("sub/.hidden", b"\xE4"),
        ("sub/.git/config", b"\xE4"),
    ] {
        fs::write(path.join(name), bytes).unwrap();
    }
    // We run it twice: outputs of the first run are not inputs of the second.
    for _ in 0..2 {
        let arguments = ["convert", "-r", "-f", "latin1", ".", "-o", "out/"];
        let outcome = run_in(path, &arguments, b"");
        assert_eq!(
            (outcome.status, outcome.text()),
            (0, ""),
            "{}",
            outcome.stderr
        );
        assert!(outcome.stderr.contains("b.bin: skipped: binary"));
        assert_eq!(names_in(&path.join("out")), ["a.txt", "sub"]);
        assert_eq!(names_in(&path.join("out/sub")), ["a.txt"]);
        assert_eq!(read(path, "out/a.txt"), "café".as_bytes());
        assert_eq!(read(path, "out/sub/a.txt"), "ä".as_bytes());
    }
    let all = [
        "convert", "-rf", "latin1", "--hidden", "--binary", "sub", "-o", "all/",
    ];
    assert_eq!(run_in(path, &all, b"").status, 0);
    assert_eq!(names_in(&path.join("all")), [".hidden", "a.txt", "b.bin"]);
}

#[test]
fn nothing_is_lost_for_a_folder() {
    let top = folder(&[("a", b"caf\xE9")]);
    let path = top.path();
    for name in ["x", "y"] {
        fs::create_dir(path.join(name)).unwrap();
        fs::write(path.join(name).join("a"), name).unwrap();
    }
    let rows: [(&[&str], &str); 6] = [
        // Two files have the same name, given by name or in a folder.
        (
            &["x/a", "y/a", "-o", "out/"],
            "x/a and y/a would have the same name",
        ),
        (
            &["-r", "x", "y", "-o", "out/"],
            "x/a and y/a would have the same name",
        ),
        (&["-", "-o", "out/"], "standard input has no name"),
        // The output would be the input itself.
        (&["a", "-f", "latin1", "-o", "."], "use --in-place"),
        (&["-rf", "latin1", ".", "-o", "./"], "use --in-place"),
        (&["--binary", "-r", "x", "-o", "file"], "--binary"),
    ];
    for (arguments, message) in rows {
        let outcome = run_in(path, &[&["convert"], arguments].concat(), b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""), "{arguments:?}");
        outcome.expect_message(message);
        assert_eq!(read(path, "a"), b"caf\xE9");
        assert_eq!(
            (read(path, "x/a"), read(path, "y/a")),
            (b"x".into(), b"y".into())
        );
        assert!(!path.join("file").exists());
        assert!(!path.join("out/a").exists());
    }
    // A folder with the name of an output file is an error.
    fs::create_dir_all(path.join("out/a")).unwrap();
    let taken = run_in(path, &["convert", "-f", "latin1", "a", "-o", "out"], b"");
    assert_eq!(taken.status, 2);
    assert!(
        taken.stderr.starts_with("utflane: out/a: "),
        "{}",
        taken.stderr
    );
}

/// A folder named `-` is neither standard input nor standard output.
#[test]
fn a_minus_sign_is_no_folder() {
    let top = folder(&[("a", b"text")]);
    fs::create_dir(top.path().join("-")).unwrap();
    fs::write(top.path().join("-/b"), "other").unwrap();
    for arguments in [
        &["convert", "a"][..],
        &["convert", "a", "-o", "-"],
        &["convert", "-r", "-"],
    ] {
        let outcome = run_in(top.path(), arguments, b"text");
        assert_eq!(
            (outcome.status, outcome.text(), &*outcome.stderr),
            (0, "text", "")
        );
        assert_eq!(names_in(&top.path().join("-")), ["b"]);
    }
    let outcome = run_in(top.path(), &["check", "-r", "-"], b"\xFF");
    assert_eq!(outcome.text(), "<stdin>:1:1: byte 0: invalid byte (FF)\n");
}

#[test]
fn files_in_the_output_folder_are_counted() {
    let top = folder(&[("a", b"a")]);
    let path = top.path();
    fs::create_dir(path.join("out")).unwrap();
    fs::write(path.join("out/original"), "b").unwrap();
    for (files, count) in [(2, "1 file in it is"), (3, "3 files in it are")] {
        let outcome = run_in(path, &["convert", "-r", ".", "-o", "out/"], b"");
        let message = format!("utflane: out/: {count} skipped\n");
        assert_eq!((outcome.status, outcome.stderr), (0, message));
        assert_eq!(names_in(&path.join("out")).len(), files);
        fs::write(path.join("out/more"), "c").unwrap();
    }
    fs::remove_file(path.join("a")).unwrap();
    let outcome = run_in(path, &["convert", "-r", ".", "-o", "out/"], b"");
    assert_eq!((outcome.status, outcome.text()), (2, ""));
    let message = "utflane: no file found outside the output directory out/\n";
    assert!(outcome.stderr.ends_with(message), "{}", outcome.stderr);
}

/// In JSON, an error has the name of the file that it concerns.
#[test]
fn an_error_of_the_output_is_its_own() {
    let top = inputs();
    for (out, inputs) in [
        ("missing/out", &["one"][..]),
        ("missing/out", &["one", "two"]),
    ] {
        let arguments = [&["convert", "--json", "-o", out], inputs].concat();
        let outcome = run_in(top.path(), &arguments, b"");
        let record = outcome.record();
        assert_eq!((outcome.status, &record["file"]), (2, &out.into()));
        assert!(record["failure"].is_string());
    }
    let wrong = [
        "convert",
        "--json",
        "-t",
        "latin1",
        "--replacement",
        "\u{20AC}",
        "-o",
        "out",
        "one",
    ];
    let outcome = run_in(top.path(), &wrong, b"");
    assert_eq!((outcome.status, outcome.text()), (2, ""));
}
