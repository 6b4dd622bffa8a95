//! Unusual file names in messages and reports.
//!
//! A line feed must not forge a line, an escape sequence must not reach the terminal, and no two
//! names may look alike.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::process::Command;

use serde_json::Value;

use crate::{folder, program};

/// File names, and how they are written in a shell.
const NAMES: [(&[u8], &str); 10] = [
    ("größe.txt".as_bytes(), "größe.txt"),
    (b"two words", "'two words'"),
    (b"it's", r"'it'\''s'"),
    (b"<stdin>", "'<stdin>'"),
    (b"good:1:1: byte 0", "'good:1:1: byte 0'"),
    (b"x\nforged:1:1", r"$'x\nforged:1:1'"),
    (b"\x1B]0;owned\x07", r"$'\033]0;owned\007'"),
    (b"caf\xE8", r"$'caf\350'"),
    (b"caf\xE9", r"$'caf\351'"),
    ("\u{202e}txt.exe".as_bytes(), r"$'\342\200\256txt.exe'"),
];

/// Runs the program with one file name as its last argument. Returns standard output and the
/// messages.
fn run_on(folder: &tempfile::TempDir, arguments: &[&str], name: &[u8]) -> (String, String) {
    let output = program()
        .args(arguments)
        .arg(OsStr::from_bytes(name))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn names_are_escaped_as_a_shell_would_have_them() {
    let folder = folder(&[]);
    let place = "1:1: byte 0: invalid byte (FF)\n";
    for (name, shown) in NAMES {
        fs::write(folder.path().join(OsStr::from_bytes(name)), b"\xFF").unwrap();
        let (checked, _) = run_on(&folder, &["check"], name);
        assert_eq!(checked, format!("{shown}:{place}"));
        let (described, _) = run_on(&folder, &["stat"], name);
        assert!(described.ends_with(&format!("  UTF-8     {shown}\n")));
        let (_, stopped) = run_on(&folder, &["convert"], name);
        assert_eq!(stopped, format!("utflane: {shown}:{place}"));
    }
}

#[test]
fn names_of_files_that_are_not_there_are_escaped_too() {
    let folder = folder(&[]);
    for (name, shown) in NAMES {
        for command in ["check", "stat", "convert"] {
            let (_, complaint) = run_on(&folder, &[command], name);
            assert!(
                complaint.starts_with(&format!("utflane: {shown}: ")),
                "{complaint}"
            );
        }
        let inside = [b"none/", name].concat();
        let (_, complaint) = run_on(&folder, &["convert", "/dev/null", "-o"], &inside);
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        assert!(!complaint.contains('\x1B'), "{complaint}");
    }
}

#[test]
fn bash_reads_the_names_back() {
    let mut command = Command::new("bash");
    let names = NAMES.map(|(_, shown)| shown).join(" ");
    command.args(["-c", &format!(r"printf '%s\0' {names}")]);
    // Without bash there is nothing to compare with.
    let Ok(output) = command.output() else { return };
    let expected = NAMES.map(|(name, _)| [name, b"\0"].concat()).concat();
    assert_eq!(output.stdout, expected);
}

#[test]
fn json_tells_all_names_apart() {
    let folder = folder(&[]);
    let mut seen = Vec::new();
    for (name, _) in NAMES {
        fs::write(folder.path().join(OsStr::from_bytes(name)), b"").unwrap();
        for command in ["check", "stat"] {
            let (line, _) = run_on(&folder, &[command, "--json"], name);
            assert_eq!(line.lines().count(), 1);
            assert_eq!(name_in(&line).as_bytes(), name, "{line}");
            seen.push(line);
        }
        let missing = [name, b"!"].concat();
        let (line, _) = run_on(&folder, &["check", "--json"], &missing);
        assert_eq!(name_in(&line).as_bytes(), missing, "{line}");
        seen.push(line);
    }
    let (stdin, _) = run_on(&folder, &["check", "--json"], b"-");
    let record: Value = serde_json::from_str(&stdin).unwrap();
    assert_eq!(record["file"], "<stdin>");
    assert!(record.get("file_bytes").is_none());
    seen.push(stdin);
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

/// Returns the name in a line of JSON: `file_bytes` in hexadecimal, or `file` if it is exact.
fn name_in(line: &str) -> OsString {
    let record: Value = serde_json::from_str(line).unwrap();
    match record.get("file_bytes") {
        Some(bytes) => {
            let bytes = bytes.as_str().unwrap().split(' ');
            let bytes = bytes.map(|byte| u8::from_str_radix(byte, 16).unwrap());
            OsString::from_vec(bytes.collect())
        }
        None => record["file"].as_str().unwrap().into(),
    }
}
