//! Changes that somebody else makes to a file during its conversion are kept.

use std::fs::{self, FileTimes, Permissions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::Path;
use std::process::{Child, Stdio};

use crate::{folder, names_in, program, start, temporary_in};

const OLD: &[u8] = b"old\xFF";

/// A name, a change to a file that returns the expected contents, and the expected words in the
/// message. The change returns `None` if only root can make it or the file system does not support
/// it.
type Change = (
    &'static str,
    fn(&Path) -> Option<&'static [u8]>,
    &'static str,
);

fn done(result: std::io::Result<()>, what: &str) -> Option<&'static [u8]> {
    match result {
        Ok(()) => Some(OLD),
        Err(error) => {
            eprintln!("NOT TESTED: {what}: {error}");
            None
        }
    }
}

const CHANGES: [Change; 9] = [
    (
        "mode",
        |path| {
            fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
            Some(OLD)
        },
        "its permissions",
    ),
    (
        "owner",
        |path| done(chown(path, Some(1234), None), "another owner"),
        "its owner or group",
    ),
    (
        "group",
        |path| done(chown(path, None, Some(1234)), "another group"),
        "its owner or group",
    ),
    (
        "attribute",
        |path| done(xattr::set(path, "user.note", b"mine"), "an attribute"),
        "its attributes",
    ),
    (
        "link",
        |path| {
            fs::hard_link(path, path.with_extension("other")).unwrap();
            Some(OLD)
        },
        "its names (hard links)",
    ),
    (
        "longer",
        |path| {
            let mut file = fs::File::options().append(true).open(path).unwrap();
            file.write_all(b"er").unwrap();
            Some(b"old\xFFer")
        },
        "its contents",
    ),
    (
        "edit",
        |path| {
            let file = fs::File::options().write(true).open(path).unwrap();
            let before = file.metadata().unwrap().modified().unwrap();
            (&file).write_all(b"new").unwrap();
            file.set_times(FileTimes::new().set_modified(before))
                .unwrap();
            Some(b"new\xFF")
        },
        "its contents, or its attributes",
    ),
    (
        "renamed",
        |path| {
            let new = path.with_extension("new");
            fs::write(&new, b"another").unwrap();
            fs::rename(new, path).unwrap();
            Some(b"another")
        },
        "it is another file",
    ),
    (
        "gone",
        |path| {
            fs::remove_file(path).unwrap();
            Some(b"")
        },
        "it is gone",
    ),
];

fn send(child: &Child, signal: i32) {
    // SAFETY: `kill` has no memory effects, and the child has not been waited for, so its number is
    // still valid.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

fn temporaries(folder: &Path) -> usize {
    let names = names_in(folder).into_iter();
    names.filter(|name| name.starts_with(".utflane-")).count()
}

/// A slow file, in which every byte is malformed, is converted in one group with the files before
/// it. They are not renamed before it is done.
#[test]
fn a_file_that_is_changed_during_its_conversion_is_left_alone() {
    let top = folder(&[("slow", &vec![0xFF; 1 << 18])]);
    let path = top.path();
    let mut names: Vec<String> = CHANGES.iter().map(|change| change.0.into()).collect();
    names.extend(["unchanged".into(), "slow".into()]);
    // There are enough files that a group contains all of `names`.
    let count = names.len();
    names.extend((0..4 * count).map(|number| format!("more{number}")));
    let waiting = count - 1;
    for name in names.iter().filter(|name| *name != "slow") {
        fs::write(path.join(name), OLD).unwrap();
    }
    let mut arguments = vec!["convert", "-i", "-j1", "-f", "utf-8", "--lossy=drop"];
    arguments.extend(names.iter().map(String::as_str));

    let mut child = start(path, &arguments);
    while temporaries(path) < waiting {
        let status = child.try_wait().unwrap();
        assert!(status.is_none(), "ended before all were converted");
    }
    send(&child, libc::SIGSTOP);
    assert!(temporaries(path) >= waiting, "stopped too late");
    let expected = CHANGES.map(|(name, change, _)| change(&path.join(name)));
    send(&child, libc::SIGCONT);
    let output = child.wait_with_output().unwrap();

    let messages = String::from_utf8(output.stderr).unwrap();
    for ((name, _, words), expected) in CHANGES.iter().zip(expected) {
        let message = messages.lines().find(|line| {
            line.starts_with(&format!("utflane: {name}: ")) && line.contains("changed")
        });
        let Some(expected) = expected else {
            continue;
        };
        let message = message.unwrap_or_else(|| panic!("{name} is replaced: {messages}"));
        assert!(message.contains(words), "{message}");
        assert_eq!(fs::read(path.join(name)).unwrap_or_default(), expected);
    }
    assert_eq!(output.status.code(), Some(2), "{messages}");
    let mode = fs::metadata(path.join("mode")).unwrap().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(fs::read(path.join("unchanged")).unwrap(), b"old");
    assert_eq!(fs::read(path.join("slow")).unwrap(), b"");
    assert_eq!(temporaries(path), 0);
}

/// If a directory is renamed, its files are replaced in the renamed directory, and no temporary
/// file stays behind.
#[test]
fn files_in_a_renamed_directory_are_replaced_there() {
    let top = folder(&[]);
    let (old, new) = (top.path().join("old"), top.path().join("new"));
    fs::create_dir(&old).unwrap();
    // There are enough files that the first ones are converted in one group.
    let waiting = ["a", "b", "c", "slow"].map(str::to_owned);
    let late = (0..12).map(|number| format!("late{number:02}"));
    let names: Vec<String> = waiting.into_iter().chain(late).collect();
    for name in &names {
        let slow = vec![0xFF; 1 << 18];
        let text = if name == "slow" { &slow } else { OLD };
        fs::write(old.join(name), text).unwrap();
    }
    let paths: Vec<String> = names.iter().map(|name| format!("old/{name}")).collect();
    let mut arguments = vec!["convert", "-i.bak", "-j1", "-f", "utf-8", "--lossy=drop"];
    arguments.extend(paths.iter().map(String::as_str));

    let mut child = start(top.path(), &arguments);
    while temporaries(&old) < 4 {
        let status = child.try_wait().unwrap();
        assert!(status.is_none(), "ended before all were converted");
    }
    send(&child, libc::SIGSTOP);
    assert!(temporaries(&old) >= 4, "stopped too late");
    fs::rename(&old, &new).unwrap();
    fs::create_dir(&old).unwrap();
    fs::write(old.join("a"), "another").unwrap();
    send(&child, libc::SIGCONT);
    let output = child.wait_with_output().unwrap();

    let messages = String::from_utf8(output.stderr).unwrap();
    let mut missing = 0;
    for name in &names {
        let is_replaced = new.join(format!("{name}.bak")).exists();
        let text = match name.as_str() {
            _ if !is_replaced => OLD,
            "slow" => b"",
            _ => b"old",
        };
        assert_eq!(fs::read(new.join(name)).unwrap(), text, "{name}");
        // Some later files are replaced: those that were opened before the stop.
        assert!(is_replaced || name.starts_with("late"), "{name}");
        missing += usize::from(!is_replaced);
    }
    let expected = if missing > 0 { 2 } else { 0 };
    assert_eq!(output.status.code(), Some(expected), "{messages}");
    assert_eq!(temporaries(&new), 0);
    assert_eq!(names_in(&old), ["a"]);
    assert_eq!(fs::read(old.join("a")).unwrap(), b"another");
}

/// The check also covers the file that `--output` names, even if it is new.
#[test]
fn an_output_that_somebody_else_has_changed_or_made_is_left_alone() {
    for (before, words) in [(Some("old"), "its permissions"), (None, "it is new")] {
        let top = folder(&[]);
        let out = top.path().join("out");
        if let Some(before) = before {
            fs::write(&out, before).unwrap();
        }
        let mut child = program()
            .args(["convert", "-o", "out"])
            .current_dir(top.path())
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        temporary_in(top.path());
        if before.is_none() {
            fs::write(&out, "somebody's").unwrap();
        }
        fs::set_permissions(&out, Permissions::from_mode(0o600)).unwrap();
        drop(child.stdin.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(words), "{message}");
        assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, 0o600);
        let text = fs::read_to_string(&out).unwrap();
        assert_eq!(text, before.unwrap_or("somebody's"));
        assert_eq!(names_in(top.path()), ["out"]);
    }
}
