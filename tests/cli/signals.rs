//! A program that is ended by a signal leaves no temporary file behind, and its status tells of the
//! signal.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::{folder, names_in, temporary_in};

/// Starts a conversion into a file, by a script that has `$u` for the program; returns when the
/// file is in the making.
fn start(folder: &Path, script: &str) -> Child {
    let child = Command::new("sh")
        .args(["-c", script])
        .env("u", env!("CARGO_BIN_EXE_utflane"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    temporary_in(folder);
    child
}

fn send(child: &Child, signal: i32) {
    // SAFETY: a child that has not been waited for.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

#[test]
fn a_signal_ends_the_program_and_its_temporary_files() {
    for signal in [
        libc::SIGHUP,
        libc::SIGINT,
        libc::SIGQUIT,
        libc::SIGTERM,
        libc::SIGXCPU,
    ] {
        let folder = folder(&[]);
        let mut child = start(folder.path(), "ulimit -c 0; exec $u convert -o out");
        // Waiting would close it, and the file could be complete first.
        let stdin = child.stdin.take();
        send(&child, signal);
        let status = child.wait().unwrap();
        drop(stdin);
        assert_eq!(status.signal(), Some(signal), "{status}");
        assert_eq!(names_in(folder.path()), [""; 0], "{status}");
    }
}

#[test]
fn a_limit_on_the_size_of_files_does_so_too() {
    let text = b"text\n".repeat(100_000);
    let folder = folder(&[("file", &text)]);
    for arguments in [
        "convert -t utf-32le file -o out",
        "convert -it utf-32le file",
    ] {
        let script = format!("ulimit -c 0; ulimit -f 600; exec $u {arguments}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .env("u", env!("CARGO_BIN_EXE_utflane"))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.signal(), Some(libc::SIGXFSZ), "{output:?}");
        assert_eq!(names_in(folder.path()), ["file"]);
        assert!(fs::read(folder.path().join("file")).unwrap() == text);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    let folder = folder(&[]);
    let script = "trap '' HUP INT; exec $u convert -o out";
    let mut child = start(folder.path(), script);
    for signal in [libc::SIGHUP, libc::SIGINT] {
        send(&child, signal);
    }
    sleep(Duration::from_millis(50));
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(names_in(folder.path()), ["out"]);
}
