//! Unreadable files, usage errors, closed pipes, limits, and very long inputs.

use std::io::{BufRead, BufReader};

use crate::{folder, run, run_in, start};

#[test]
fn trouble_with_one_file_does_not_keep_the_others_from_being_checked() {
    let folder = folder(&[
        ("good", b"good"),
        ("bad", b"\x80"),
        ("empty", b""),
        ("cut", b"\xE2\x82"),
    ]);
    std::fs::create_dir(folder.path().join("directory")).unwrap();

    let malformed = run_in(
        folder.path(),
        &["check", "good", "bad", "empty", "cut"],
        b"",
    );
    assert_eq!(malformed.status, 1);
    assert_eq!(malformed.stderr, "");

    let mixed = run_in(
        folder.path(),
        &["check", "missing", "bad", "directory", "cut"],
        b"",
    );
    assert_eq!(mixed.status, 2);
    assert_eq!(mixed.stdout, malformed.stdout);
    let complaints: Vec<&str> = mixed.stderr.lines().collect();
    assert_eq!(complaints.len(), 2);
    assert!(
        complaints[0].starts_with("utflane: missing: "),
        "{complaints:?}"
    );
    assert!(
        complaints[1].starts_with("utflane: directory: "),
        "{complaints:?}"
    );
    assert!(complaints[1].contains("directory"), "{complaints:?}");
}

#[test]
fn every_command_says_what_it_cannot_read() {
    for command in ["check", "stat", "convert"] {
        let outcome = run(&[command, "no/such/file"], b"");
        assert_eq!((outcome.status, outcome.stdout.len()), (2, 0), "{command}");
        assert!(
            outcome.stderr.starts_with("utflane: no/such/file: "),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn usage_errors_and_help() {
    assert_eq!(run(&[], b"").status, 2);
    assert_eq!(run(&["check", "--no-such-option"], b"").status, 2);
    assert_eq!(run(&["convert", "-t", "auto"], b"").status, 2);
    let help = run(&["--help"], b"");
    assert_eq!(help.status, 0);
    for command in ["check", "convert", "stat", "isa"] {
        assert!(help.text().contains(command));
        assert_eq!(run(&[command, "--help"], b"").status, 0);
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_program_quietly() {
    let folder = folder(&[
        ("long", "text \n".repeat(1 << 18).as_bytes()),
        ("bad", b"\x80"),
    ]);
    let mut many = vec!["check"];
    many.extend(["bad"; 5_000]);
    for arguments in [vec!["convert", "-t", "utf-16le", "long"], many] {
        let mut child = start(folder.path(), &arguments);
        let mut first = Vec::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_until(b'\n', &mut first)
            .unwrap();
        assert!(!first.is_empty());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        // The exit status is that of other tools whose reader closes the pipe.
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::process::ExitStatusExt::signal(&output.status),
            Some(libc::SIGPIPE)
        );
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::process::Command;

    use super::*;

    /// Runs the program with an address space limit far below the size of its input.
    #[test]
    fn memory_does_not_grow_with_the_input() {
        let folder = folder(&[]);
        let path = folder.path().join("zeros");
        File::create(&path).unwrap().set_len(80 << 20).unwrap();
        for (command, status) in [
            ("check zeros", 0),
            ("check < zeros", 0),
            ("stat zeros", 0),
            ("convert -f utf-16le -t utf-32be zeros > /dev/null", 0),
            ("convert -t utf-16le zeros -o /dev/null", 0),
        ] {
            let script = format!("ulimit -v 65536; \"$UTFLANE\" {command}");
            let output = Command::new("sh")
                .args(["-c", &script])
                .env("UTFLANE", env!("CARGO_BIN_EXE_utflane"))
                .env("RUST_BACKTRACE", "0")
                .current_dir(folder.path())
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(status), "{command}: {output:?}");
        }
    }

    /// If no more files can be opened, the message says so and does not blame a folder.
    #[test]
    fn too_many_open_files_are_no_fault_of_a_folder() {
        for limit in 5..8 {
            let folder = folder(&[("text", b"caf\xE9")]);
            for command in [
                "check text",
                "check -r .",
                "convert -f latin1 text -o out",
                "convert -if latin1 text",
            ] {
                let script = format!("ulimit -n {limit}; \"$UTFLANE\" {command}");
                let output = Command::new("sh")
                    .args(["-c", &script])
                    .env("UTFLANE", env!("CARGO_BIN_EXE_utflane"))
                    .current_dir(folder.path())
                    .output()
                    .unwrap();
                let message = String::from_utf8(output.stderr).unwrap();
                if output.status.code() == Some(2) {
                    assert!(
                        message.contains("Too many open files"),
                        "{command}: {message}"
                    );
                    assert!(!message.contains("folder"), "{command}: {message}");
                }
            }
        }
    }

    #[test]
    fn a_full_disk_is_reported() {
        for command in [
            "isa",
            "stat README.md",
            "convert README.md",
            "convert README.md -o /dev/full",
            "--help",
            "--version",
            "help check",
            "convert --help",
        ] {
            let output = Command::new("sh")
                .args(["-c", &format!("\"$UTFLANE\" {command} > /dev/full")])
                .env("UTFLANE", env!("CARGO_BIN_EXE_utflane"))
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{command}");
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(
                message.starts_with("utflane: ") && message.contains("space"),
                "{message}"
            );
        }
    }
}
