//! A program that is ended by a signal leaves no temporary file behind, and its status tells of the
//! signal.

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use std::{fs, io};

use crate::{folder, names_in, temporary_in};

/// A script that has `$u` for the program, and its signals as they are by default.
fn shell(folder: &Path, script: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", script])
        .env("u", env!("CARGO_BIN_EXE_utflane"))
        .current_dir(folder);
    // SAFETY: the function calls nothing but `signal`, which may be called between fork and exec.
    unsafe { command.pre_exec(heed_signals) };
    command
}

/// Starts a conversion into a file by a script; returns when the file is in the making.
fn start(folder: &Path, script: &str) -> Child {
    let mut command = shell(folder, script);
    let child = command.stdin(Stdio::piped()).spawn().unwrap();
    temporary_in(folder);
    child
}

/// Undoes what the tests may have been started with: `nohup` ignores a signal for all its children.
fn heed_signals() -> io::Result<()> {
    for signal in SIGNALS.into_iter().chain([libc::SIGXFSZ]) {
        // SAFETY: the default action is no handler of ours.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    Ok(())
}

/// The signals that end the program, and may be sent by hand.
const SIGNALS: [i32; 5] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGXCPU,
];

fn send(child: &Child, signal: i32) {
    // SAFETY: a child that has not been waited for.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

#[test]
fn a_signal_ends_the_program_and_its_temporary_files() {
    for signal in SIGNALS {
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
        let output = shell(folder.path(), &script).output().unwrap();
        assert_eq!(output.status.signal(), Some(libc::SIGXFSZ), "{output:?}");
        assert_eq!(names_in(folder.path()), ["file"]);
        assert!(fs::read(folder.path().join("file")).unwrap() == text);
    }
}

/// A generator of moments and signals.
fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    *state >> 33
}

/// At any moment each file is the old one or the new one. The environment variable `SIGNALS` is the
/// number of rounds.
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
