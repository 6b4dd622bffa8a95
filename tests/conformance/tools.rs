//! Runs other tools, to compare with their results. Tables in `docs/encodings.md` list the
//! differences.
// Each set of features needs only some of this.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The tools, with the command that prints the version, and the version of the document.
pub(crate) const TOOLS: [(&str, &[&str], &str); 5] = [
    ("iconv", &["iconv", "--version"], "2.36"),
    ("Python", &["python3", "--version"], "3.11"),
    ("ICU", &["uconv", "--version"], "72.1"),
    ("Java", &["java", "--version"], "17."),
    ("Perl", &["perl", "--version"], "v5.36"),
];

/// Returns whether the first `count` tools are installed, with the version of the document.
pub(crate) fn are_installed(count: usize) -> bool {
    TOOLS[..count].iter().all(|(tool, version, release)| {
        let version = output(version, b"").unwrap_or_default();
        let is_installed = String::from_utf8_lossy(&version).contains(release);
        if !is_installed {
            println!("NOT RUN: {tool} {release} is not installed");
        }
        is_installed
    })
}

/// Runs a command, or returns `None` if it is not installed.
pub(crate) fn run(command: &[&str], input: &[u8]) -> Option<Output> {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let input = input.to_vec();
    // Another thread writes, because the command may write while its input is not complete.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().ok()?;
    let _ = writer.join();
    Some(output)
}

/// Returns the standard output of a command, even if it fails.
pub(crate) fn output(command: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    run(command, input).map(|output| output.stdout)
}

/// Converts `input` by iconv, which omits sequences that it does not know.
pub(crate) fn iconv(from: &str, to: &str, input: &[u8]) -> Option<Vec<u8>> {
    // With -c, iconv also exits with an error if it omitted anything.
    output(&["iconv", "-c", "-f", from, "-t", to], input)
}

/// Formats a list. If all items are equal, it contains one. If it has more than `most` items, it
/// omits the middle.
pub(crate) fn list(items: impl IntoIterator<Item = String>, most: usize) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    if items.iter().all(|item| *item == items[0]) {
        items.truncate(1);
    }
    let len = items.len();
    if len > most {
        items.splice(most - 2..len - 1, ["…".to_owned()]);
        return format!("{} ({len} in all)", items.join(", "));
    }
    items.join(", ")
}

pub(crate) fn code_point(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// Compares a table with the one between two marks in `docs/encodings.md`, or writes it there if
/// `UTFLANE_WRITE` is set.
pub(crate) fn compare_with_document(mark: &str, table: &str) {
    let path = "docs/encodings.md";
    let document = std::fs::read_to_string(path).expect(path);
    let mut parts = document.split(mark);
    let [before, written, after] = std::array::from_fn(|_| parts.next().expect("two marks"));
    if std::env::var_os("UTFLANE_WRITE").is_some() {
        std::fs::write(path, [before, table, after].join(mark)).expect(path);
        return;
    }
    assert!(
        table == written,
        "UTFLANE_WRITE=1 writes this into {path}:\n{table}"
    );
}
