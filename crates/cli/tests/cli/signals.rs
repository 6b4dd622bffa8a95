//! A program that is ended by a signal leaves no temporary file behind, and its exit status shows
//! the signal.

use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use std::{fs, io};

use crate::{folder, names_in, temporary_in};

/// Returns a command that runs a script, in which `$u` is the program, with the default signal
/// actions.
fn shell(folder: &Path, script: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .env("u", env!("CARGO_BIN_EXE_utflane"))
        .current_dir(folder);
    // SAFETY: the function only calls `signal`, which is allowed between fork and exec.
    unsafe { command.pre_exec(heed_signals) };
    command
}

/// Starts a script that converts into a file, and returns when the temporary file exists.
fn start(folder: &Path, script: &str) -> Child {
    let mut command = shell(folder, script);
    let child = command.stdin(Stdio::piped()).spawn().unwrap();
    temporary_in(folder);
    child
}

/// Restores the default signal actions, because the tests may run under `nohup`, which ignores a
/// signal for all children.
fn heed_signals() -> io::Result<()> {
    for signal in SIGNALS.into_iter().chain([libc::SIGXFSZ]) {
        // SAFETY: the default action runs no handler of this process.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    Ok(())
}

/// The signals that end the program and that the test sends.
const SIGNALS: [i32; 5] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGXCPU,
];

fn send(child: &Child, signal: i32) {
    // SAFETY: `kill` has no memory effects, and the child has not been waited for, so its number is
    // still valid.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

#[test]
fn a_signal_ends_the_program_and_its_temporary_files() {
    for signal in SIGNALS {
        let folder = folder(&[]);
        let mut child = start(folder.path(), "ulimit -c 0; exec $u convert -o out");
        // Waiting for the child would close its input, and it could complete the file first.
        let stdin = child.stdin.take();
        send(&child, signal);
        let status = child.wait().unwrap();
        drop(stdin);
        assert_eq!(status.signal(), Some(signal), "{status}");
        assert_eq!(names_in(folder.path()), [""; 0], "{status}");
    }
}

/// The directory of a temporary file is renamed, and another directory gets its path.
#[test]
fn a_renamed_directory_has_the_file_or_nothing() {
    for (end, expected) in [("done", &["out"][..]), ("malformed", &[]), ("signal", &[])] {
        let top = folder(&[]);
        let (old, new) = (top.path().join("old"), top.path().join("new"));
        fs::create_dir(&old).unwrap();
        let script = "ulimit -c 0; exec $u convert -o old/out";
        let mut command = shell(top.path(), script);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        temporary_in(&old);
        fs::rename(&old, &new).unwrap();
        fs::create_dir(&old).unwrap();
        let mut stdin = child.stdin.take();
        let status = match end {
            "signal" => {
                send(&child, libc::SIGTERM);
                child.wait().unwrap().signal()
            }
            _ => {
                let text: &[u8] = if end == "done" { b"text" } else { b"\xFF" };
                stdin.take().unwrap().write_all(text).unwrap();
                child.wait().unwrap().code()
            }
        };
        drop(stdin);
        assert_eq!(names_in(&new), expected, "{end}: {status:?}");
        assert_eq!(names_in(&old), [""; 0], "{end}: {status:?}");
        let expected = ["done", "malformed"].iter().position(|other| *other == end);
        assert_eq!(
            status,
            Some(expected.map_or(libc::SIGTERM, |code| code as i32))
        );
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
        let output = shell(folder.path(), &script).output().unwrap();
        assert_eq!(output.status.signal(), Some(libc::SIGXFSZ), "{output:?}");
        assert_eq!(names_in(folder.path()), ["file"]);
        assert!(fs::read(folder.path().join("file")).unwrap() == text);
    }
}

/// A pseudo-random generator for delays and signals.
fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    *state >> 33
}

/// At any moment each file is either the old or the new one. The environment variable `SIGNALS`
/// sets the number of rounds.
#[test]
fn a_signal_at_any_moment_leaves_each_file_old_or_new() {
    let rounds = std::env::var("SIGNALS").map_or(12, |count| count.parse().unwrap());
    let long = b"caf\xE9 ".repeat(40_000);
    let new = "café ".repeat(40_000);
    let mut state = 1;
    let (mut ended, mut mixed) = (0, 0);
    for round in 0..rounds {
        let folder = folder(&[]);
        let path = folder.path();
        for number in 0..60 {
            let length = if number % 20 == 7 { long.len() } else { 5 };
            fs::write(path.join(format!("{number}")), &long[..length]).unwrap();
        }
        let backup = if round % 3 == 0 { ".bak" } else { "" };
        let options = ["", "-j1", "--no-sync", "--keep-date"][round % 4];
        let script = format!("ulimit -c 0; exec $u convert -i{backup} {options} -f latin1 *");
        let mut child = shell(path, &script).spawn().unwrap();
        sleep(Duration::from_micros(next(&mut state) % 60_000));
        let signal = SIGNALS[next(&mut state) as usize % SIGNALS.len()];
        send(&child, signal);
        let status = child.wait().unwrap();
        assert!(
            status.success() || status.signal() == Some(signal),
            "{status}"
        );
        let mut counts = [0, 0];
        for name in names_in(path) {
            let bytes = fs::read(path.join(&name)).unwrap();
            if let Some(name) = name.strip_suffix(".bak") {
                assert!(long.starts_with(&bytes), "{name}");
                continue;
            }
            assert!(!name.starts_with('.'), "{name}");
            let is_old = bytes == long || bytes == long[..5];
            let is_new = bytes == new.as_bytes() || bytes == new.as_bytes()[..6];
            assert!(
                is_old != is_new,
                "round {round}: {name}: {} bytes",
                bytes.len()
            );
            counts[usize::from(is_new)] += 1;
        }
        assert_eq!(counts[0] + counts[1], 60);
        ended += usize::from(!status.success());
        mixed += usize::from(counts[0] > 0 && counts[1] > 0);
    }
    eprintln!("{rounds} signals: {ended} ended the program, {mixed} amid its files");
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
