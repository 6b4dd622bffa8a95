//! Standard streams under other names, closed, or connected in a loop, and symbolic links without a
//! target.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use crate::{folder, names_in, run_in};

/// Runs a script in a folder; `$u` is the program.
fn sh(folder: &Path, script: &str) -> Output {
    Command::new("sh")
        .args(["-c", script])
        .env("u", env!("CARGO_BIN_EXE_utflane"))
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn an_open_file_is_written_to_and_not_replaced() {
    let folder = folder(&[("log", b"one\n")]);
    for (script, line) in [
        ("echo two | $u convert -o /dev/stdout >> log", "two"),
        ("echo three | $u convert -o /dev/fd/1 >> log", "three"),
        ("echo four | $u convert -o /dev/stderr 2>> log", "four"),
        ("echo five | $u convert -o /dev/fd/3 3>> log", "five"),
        ("echo six | $u convert -o link >> log", "six"),
    ] {
        let _ = symlink("/dev/stdout", folder.path().join("link"));
        let output = sh(folder.path(), script);
        assert!(output.status.success(), "{script}: {output:?}");
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        assert_eq!(log.lines().next(), Some("one"), "{script}");
        assert_eq!(log.lines().last(), Some(line), "{script}");
    }
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert_eq!(log.lines().count(), 6);
}

#[test]
fn a_closed_stream_is_no_empty_one() {
    let folder = folder(&[("text", b"text"), ("bad", b"\xFF"), ("out", b"old")]);
    for (script, status, complains) in [
        ("$u convert text >&-", 2, true),
        ("$u convert text -o /dev/stdout >&-", 2, true),
        ("$u check bad >&-", 2, true),
        ("$u isa >&-", 2, true),
        ("$u convert -o out <&-", 2, true),
        // There is nothing to write, so nothing is lost.
        ("$u check text >&-", 0, false),
        ("$u convert text -o new >&- <&-", 0, false),
        ("$u convert text > /dev/null", 0, false),
        ("$u convert < /dev/null", 0, false),
        ("$u convert text >&- 2>&-", 2, false),
    ] {
        let output = sh(folder.path(), script);
        assert_eq!(output.status.code(), Some(status), "{script}: {output:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(message.contains("closed"), complains, "{script}: {message}");
    }
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"old");
}

/// Otherwise it would read its own output forever.
#[test]
fn a_file_is_not_appended_to_itself() {
    for script in [
        "$u convert file >> file",
        "$u convert < file >> file",
        "$u convert file -o /dev/fd/3 3>> file",
    ] {
        let folder = folder(&[("file", b"text\n")]);
        let output = sh(folder.path(), script);
        assert_eq!(output.status.code(), Some(2), "{script}");
        assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"text\n");
    }
}

#[test]
fn a_link_that_leads_nowhere_stays_a_link() {
    let folder = folder(&[]);
    let path = folder.path();
    fs::create_dir(path.join("sub")).unwrap();
    for (link, target) in [
        ("first", "sub/second"),
        ("sub/second", "../new"),
        ("lost", "none/new"),
        ("circle", "circle"),
    ] {
        symlink(target, path.join(link)).unwrap();
    }
    assert_eq!(run_in(path, &["convert", "-o", "first"], b"text").status, 0);
    assert_eq!(fs::read(path.join("new")).unwrap(), b"text");
    for lost in ["lost", "circle"] {
        let outcome = run_in(path, &["convert", "-o", lost], b"text");
        assert_eq!(outcome.status, 2, "{lost}");
        assert!(outcome.stderr.starts_with(&format!("utflane: {lost}: ")));
    }
    for link in ["first", "sub/second", "lost", "circle"] {
        assert!(path.join(link).is_symlink(), "{link}");
    }
    assert_eq!(names_in(path), ["circle", "first", "lost", "new", "sub"]);
}

/// Text that was written to a device or a pipe cannot be taken back.
#[test]
fn a_stream_keeps_the_text_before_an_error() {
    let folder = folder(&[("good", b"good\n"), ("bad", b"\xFF")]);
    let script = "$u convert good bad -o /dev/fd/3 3>> log; echo $?";
    let output = sh(folder.path(), script);
    assert_eq!(output.stdout, b"1\n");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "utflane: bad:1:1: byte 0: invalid byte (FF)\n"
    );
    assert_eq!(fs::read(folder.path().join("log")).unwrap(), b"good\n");
    let json = sh(
        folder.path(),
        "$u convert --json good bad -o /dev/fd/3 3>> log",
    );
    let json = String::from_utf8(json.stdout).unwrap();
    let records: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records[0]["converted"], true);
    assert_eq!(records[0]["note"], serde_json::Value::Null);
    assert_eq!(records[1]["converted"], false);
}

/// The record of an error names the input that is also the output.
#[test]
fn a_loop_is_an_error_of_its_input() {
    let folder = folder(&[("one", b"one"), ("two", b"two")]);
    let output = sh(
        folder.path(),
        "$u convert --json one two -o /dev/fd/3 3>> two",
    );
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["file"], "two");
    let message = "is input and output at the same time; use --in-place to replace it";
    assert_eq!(record["failure"], message);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!("utflane: two: {message}\n")
    );
}
