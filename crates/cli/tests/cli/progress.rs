//! The progress line of a long run: shown on a terminal, and nowhere else.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{FromRawFd, OwnedFd};
use std::path::Path;
use std::process::{Command, Stdio};
use std::ptr::null_mut;
use std::sync::Mutex;
use std::thread::{scope, sleep};
use std::time::Duration;

use crate::{program, start};

/// Opens a pseudo-terminal: the side of the user, and the side of the program.
fn terminal() -> (File, OwnedFd) {
    let (mut person, mut program) = (0, 0);
    // SAFETY: both pointers are valid for writes, and the optional arguments are null.
    let opened = unsafe {
        libc::openpty(
            &mut person,
            &mut program,
            null_mut(),
            null_mut(),
            null_mut(),
        )
    };
    assert_eq!(opened, 0);
    // SAFETY: `openpty` has opened the descriptor, and nothing else owns it.
    let person = unsafe { File::from_raw_fd(person) };
    // SAFETY: `openpty` has opened the descriptor, and nothing else owns it.
    (person, unsafe { OwnedFd::from_raw_fd(program) })
}

/// Writes lines of text to a command, for two seconds or until `enough` appears on its terminal,
/// and then a malformed line. Returns all output that the user sees on the terminal.
fn seen(command: &mut Command, enough: &str) -> String {
    let (mut person, theirs) = terminal();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(theirs.try_clone().unwrap())
        .stderr(theirs)
        .spawn()
        .unwrap();
    // After this, only the program has its side of the terminal open, so reading ends when the
    // program ends.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut stdin = child.stdin.take().unwrap();
    let screen = Mutex::new(String::new());
    scope(|scope| {
        scope.spawn(|| {
            for _ in 0..20 {
                stdin.write_all(b"fine\n").unwrap();
                sleep(Duration::from_millis(100));
                if screen.lock().unwrap().contains(enough) {
                    break;
                }
            }
            stdin.write_all(b"b\xFFd").unwrap();
            drop(stdin);
        });
        let mut piece = [0; 1024];
        // When the other side is closed, reading returns an error instead of 0.
        while let Ok(count @ 1..) = person.read(&mut piece) {
            let text = str::from_utf8(&piece[..count]).unwrap();
            *screen.lock().unwrap() += text;
        }
    });
    child.wait().unwrap();
    screen.into_inner().unwrap()
}

#[test]
fn a_terminal_shows_the_progress_and_then_the_result() {
    let screen = seen(program().arg("stat"), " B/s");
    let (progress, result) = screen.rsplit_once("\r\x1B[K").unwrap();
    assert!(progress.starts_with("\r\x1B[K"), "{screen:?}");
    assert!(
        progress.contains(" B, ") && progress.ends_with(" B/s"),
        "{screen:?}"
    );
    assert!(result.starts_with("utflane: <stdin>:"), "{screen:?}");
    assert!(result.ends_with("  UTF-8     <stdin>\r\n"), "{screen:?}");
}

#[test]
fn a_repair_shows_its_progress() {
    let folder = crate::folder(&[]);
    let mut command = program();
    command
        .args(["repair", "-o", "out"])
        .current_dir(folder.path());
    let screen = seen(&mut command, " B/s");
    let (progress, result) = screen.rsplit_once("\r\x1B[K").unwrap();
    assert!(progress.ends_with(" B/s"), "{screen:?}");
    assert!(result.starts_with("utflane: <stdin>:"), "{screen:?}");
}

/// If the text goes to the terminal, no progress is shown.
#[test]
fn text_on_a_terminal_is_not_written_over() {
    let screen = seen(
        program().args(["convert", "--lossy"]),
        "nothing of the kind",
    );
    let message = "utflane: <stdin>:21:2: byte 101: 1 replacement: invalid byte (FF)\r\n";
    assert_eq!(screen, "fine\r\n".repeat(20) + "b\u{fffd}d" + message);
}

#[test]
fn a_pipe_shows_nothing() {
    let mut child = start(Path::new("."), &["check"]);
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..3 {
        stdin.write_all(b"fine\n").unwrap();
        sleep(Duration::from_millis(450));
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stdout.len(), output.stderr.len()), (0, 0));
    assert!(output.status.success());
}
