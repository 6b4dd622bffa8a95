//! The permissions of new files and folders: `convert --output DIR/` never widens those of its
//! inputs.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::Stdio;

use crate::{folder, names_in, output_of_copy, program, run_in, temporary_in};

const OLD: &[u8] = b"caf\xE9";

fn set_mode(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn mode(path: impl AsRef<Path>) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

/// The umask is 0, or denies write access to group and others.
#[test]
fn modes_are_those_of_the_source_and_the_mask() {
    for mask in [0, 0o022, 0o077] {
        let top = folder(&[]);
        let path = top.path();
        fs::create_dir_all(path.join("old/private/deep")).unwrap();
        fs::create_dir_all(path.join("old/open")).unwrap();
        let files = [
            ("old/private/deep/file", 0o644),
            ("old/open/secret", 0o600),
            ("old/open/shared", 0o664),
            ("old/open/script", 0o755),
            ("old/locked", 0o444),
        ];
        for (name, mode) in files {
            fs::write(path.join(name), OLD).unwrap();
            set_mode(path.join(name), mode);
        }
        let folders = [
            ("old/private/deep", 0o755),
            ("old/private", 0o700),
            ("old/open", 0o775),
            ("old", 0o711),
        ];
        for (name, mode) in folders {
            set_mode(path.join(name), mode);
        }
        let script = format!("umask {mask:o}; exec \"$u\" convert -rf latin1 old -o new/");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .env("u", env!("CARGO_BIN_EXE_utflane"))
            .current_dir(path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        for (name, old) in files.iter().chain(&folders) {
            let new = path.join(name.replacen("old", "new", 1));
            assert_eq!(mode(&new), old & !mask, "{name} {mask:o}");
            assert!(new.is_dir() || fs::read(&new).unwrap() == "café".as_bytes());
        }
    }
}

/// This also holds for one output of several files, and for files on standard input.
#[test]
fn a_new_file_gives_no_more_than_its_sources() {
    let top = folder(&[("secret", OLD), ("shared", OLD), ("open", OLD)]);
    let path = top.path();
    for (name, mode) in [("secret", 0o600), ("shared", 0o660), ("open", 0o664)] {
        set_mode(path.join(name), mode);
    }
    for (mask, arguments, expected) in [
        (0o022, "convert -f latin1 secret -o new", 0o600),
        (0o022, "convert -f latin1 open -o new", 0o644),
        (0o002, "convert -f latin1 open -o new", 0o664),
        (0o002, "convert -f latin1 open shared -o new", 0o660),
        (
            0o002,
            "convert -f latin1 open - shared -o new < secret",
            0o600,
        ),
        (0o022, "convert -f latin1 -o new < secret", 0o600),
        (0o022, "repair -e latin1 -o new secret", 0o600),
        // A pipe has no permissions to keep.
        (0o022, "convert -f latin1 -o new < /dev/null", 0o644),
        (0o022, "list | \"$u\" convert -o new", 0o644),
    ] {
        let script = format!("umask {mask:o}; \"$u\" {arguments}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .env("u", env!("CARGO_BIN_EXE_utflane"))
            .current_dir(path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert_eq!(mode(path.join("new")), expected, "{script}");
        fs::remove_file(path.join("new")).unwrap();
    }
}

/// The output folder is filled before its owner loses write permission.
#[test]
fn a_folder_that_is_read_only_gets_its_files() {
    let top = folder(&[]);
    let path = top.path();
    fs::create_dir_all(path.join("old/closed")).unwrap();
    fs::write(path.join("old/closed/file"), OLD).unwrap();
    set_mode(path.join("old/closed"), 0o500);
    let outcome = run_in(path, &["convert", "-rf", "latin1", "old", "-o", "new"], b"");
    // Without a slash, a name that does not exist yet is a file for all inputs.
    assert_eq!(outcome.status, 0);
    assert!(path.join("new").is_file());
    let outcome = run_in(
        path,
        &["convert", "-rf", "latin1", "old", "-o", "out/"],
        b"",
    );
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(names_in(&path.join("out/closed")), ["file"]);
    assert_eq!(mode(path.join("out/closed")), 0o500);
    for name in ["old/closed", "out/closed"] {
        set_mode(path.join(name), 0o700);
    }
}

/// If the new file has another group, that group gets no more permissions than others.
#[test]
fn another_group_gets_no_more_than_all() {
    let top = folder(&[]);
    let path = top.path();
    fs::create_dir(path.join("old")).unwrap();
    fs::write(path.join("old/file"), OLD).unwrap();
    for name in ["old", "old/file"] {
        if let Err(error) = chown(path.join(name), None, Some(4321)) {
            eprintln!("NOT TESTED: another group: {error}");
            return;
        }
    }
    set_mode(path.join("old"), 0o750);
    set_mode(path.join("old/file"), 0o664);
    let outcome = run_in(
        path,
        &["convert", "-rf", "latin1", "old", "-o", "new/"],
        b"",
    );
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert_eq!(mode(path.join("new")), 0o700);
    assert_eq!(mode(path.join("new/file")), 0o644);
}

/// The input is a pipe without data yet, so the output stays incomplete.
#[test]
fn a_new_file_in_the_making_is_nobody_elses() {
    let top = folder(&[]);
    let path = top.path();
    let pipe = std::ffi::CString::new(path.join("pipe").to_str().unwrap()).unwrap();
    // SAFETY: the string is null-terminated.
    assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o640) }, 0);
    let mut child = program()
        .args(["convert", "-f", "latin1", "pipe", "-o", "out/"])
        .current_dir(path)
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let temporary = loop {
        if path.join("out").is_dir() {
            break temporary_in(&path.join("out"));
        }
        std::thread::yield_now();
    };
    assert_eq!(mode(path.join("out").join(temporary)), 0o600);
    fs::write(path.join("pipe"), OLD).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(mode(path.join("out/pipe")) & 0o037, 0);
}

/// The error for a folder that cannot be listed is that of the folder, not of the output.
#[test]
fn a_folder_that_cannot_be_listed_is_reported() {
    use std::os::unix::process::CommandExt;
    let top = folder(&[]);
    let path = top.path();
    fs::create_dir_all(path.join("a/locked")).unwrap();
    fs::create_dir_all(path.join("b/locked/sub")).unwrap();
    fs::create_dir_all(path.join("new/sub")).unwrap();
    fs::write(path.join("b/file"), OLD).unwrap();
    let copy = path.join("program");
    fs::copy(env!("CARGO_BIN_EXE_utflane"), &copy).unwrap();
    for name in ["", "new", "new/sub"] {
        set_mode(path.join(name), 0o777);
    }
    for name in ["a/locked", "b/locked/sub"] {
        set_mode(path.join(name), 0);
    }
    let is_root = fs::metadata(path).unwrap().uid() == 0;
    let rows: [(&[&str], &str); 3] = [
        (&["a/locked", "b/file"], "a/locked"),
        (&["a/locked", "a/locked", "b/file"], "a/locked"),
        (&["b/locked", "b/file"], "b/locked/sub"),
    ];
    for (inputs, name) in rows {
        let mut command = std::process::Command::new(&copy);
        command.current_dir(path);
        command.args(["convert", "-rf", "latin1", "-o", "new/"]);
        command.args(inputs);
        if is_root {
            // No folder is locked for root.
            command.uid(65534).gid(65534);
        }
        let output = output_of_copy(&mut command);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        let expected = format!("utflane: {name}: Permission denied");
        assert!(message.starts_with(&expected), "{message}");
        assert_eq!(fs::read(path.join("new/file")).unwrap(), "café".as_bytes());
        fs::remove_file(path.join("new/file")).unwrap();
    }
    for name in ["a/locked", "b/locked/sub"] {
        set_mode(path.join(name), 0o700);
    }
}
