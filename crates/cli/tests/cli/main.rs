//! Runs the program as a user does. The standard library provides the expected results.

mod accuracy;
mod already;
mod backups;
mod binaries;
#[cfg(target_os = "linux")]
mod changes;
mod check;
mod convert;
mod detection;
mod fallback;
mod faults;
mod files;
mod foreign;
mod hostile;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod iconv;
mod legacy;
mod lossy;
mod many;
#[cfg(unix)]
mod modes;
#[cfg(target_os = "linux")]
mod names;
mod outputs;
mod per_line;
mod policies;
#[cfg(target_os = "linux")]
mod program;
#[cfg(target_os = "linux")]
mod progress;
mod records;
mod recursion;
mod repair;
#[cfg(unix)]
mod replace;
mod report;
mod shell;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod streams;
mod walk;
mod zeros;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use utflane_test_support::sample_and_all;

/// The result of a run of the program.
struct Outcome {
    status: i32,
    stdout: Vec<u8>,
    stderr: String,
}

impl Outcome {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Parses each line of standard output as JSON.
    fn records(&self) -> Vec<Value> {
        let lines = self.text().lines();
        let record = |line| serde_json::from_str(line).expect(&self.stderr);
        lines.map(record).collect()
    }

    /// Returns the only line of standard output, a JSON value.
    fn record(&self) -> Value {
        let [record] = <[Value; 1]>::try_from(self.records()).expect(&self.stderr);
        record
    }

    /// Checks that standard error contains these words.
    #[track_caller]
    fn expect_message(&self, words: &str) {
        let stderr = &self.stderr;
        assert!(stderr.contains(words), "expected {words:?}: {stderr}");
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_utflane"))
}

/// Starts the program in `folder` with a pipe at each of its standard streams.
fn start(folder: &Path, arguments: &[&str]) -> Child {
    program()
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the program in `folder` with `input` on its standard input.
fn run_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Outcome {
    let mut child = start(folder, arguments);
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A program that stops early closes the pipe.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    Outcome {
        status: output.status.code().expect("ended by a signal"),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(arguments: &[&str], input: &[u8]) -> Outcome {
    run_in(Path::new("."), arguments, input)
}

/// Runs a copy of the program.
#[cfg(unix)]
fn output_of_copy(command: &mut Command) -> std::process::Output {
    loop {
        match command.output() {
            // Another test is forking and still holds the copy open for writing.
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => {}
            result => return result.unwrap(),
        }
    }
}

/// A folder with the given files.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, contents) in files {
        fs::write(folder.path().join(name), contents).unwrap();
    }
    folder
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Waits for a temporary file in `folder`, and returns its name.
#[cfg(unix)]
fn temporary_in(folder: &Path) -> String {
    for _ in 0..2_000 {
        let names = names_in(folder).into_iter();
        if let Some(name) = names.rev().find(|name| name.starts_with(".utflane-")) {
            return name;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("no temporary file");
}

/// The name of an encoding for the program, and a function that encodes a text by the standard
/// library.
type Encode = (&'static str, fn(&str) -> Option<Vec<u8>>);

const ENCODINGS: [Encode; 7] = [
    ("utf-8", |text| Some(text.into())),
    ("utf-16le", |text| {
        Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect())
    }),
    ("utf-16be", |text| {
        Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect())
    }),
    ("utf-32le", |text| {
        Some(
            text.chars()
                .flat_map(|c| u32::from(c).to_le_bytes())
                .collect(),
        )
    }),
    ("utf-32be", |text| {
        Some(
            text.chars()
                .flat_map(|c| u32::from(c).to_be_bytes())
                .collect(),
        )
    }),
    ("iso-8859-1", |text| {
        text.chars()
            .map(|c| u8::try_from(u32::from(c)).ok())
            .collect()
    }),
    ("us-ascii", |text| text.is_ascii().then(|| text.into())),
];

/// Texts in several scripts that are longer than one read, and the corpora if they are available.
fn texts() -> Vec<(String, String)> {
    let words = [
        "plain ascii\n",
        "Größe déjà\n",
        "быстро\n",
        "漢字かな\n",
        "😀🚀 \n",
    ];
    let mut texts: Vec<(String, String)> = words
        .map(|word| {
            (
                format!("repeated {word:?}"),
                word.repeat(300_000 / word.len()),
            )
        })
        .into();
    texts.push(("mixed".into(), words.concat().repeat(6_000)));
    let corpora = utflane_test_support::corpora::folder().map(fs::read_dir);
    for entry in corpora.into_iter().flatten().flatten() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        texts.push((path.file_name().unwrap().display().to_string(), text));
    }
    texts
}
