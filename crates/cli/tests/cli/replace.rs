//! The attributes that a replaced file keeps, and files that are not replaced.

use std::fs::{self, Metadata, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;

use crate::{folder, names_in, output_of_copy, program, run_in, temporary_in};

/// Bytes of `é` in Latin-1, and after the conversion.
const OLD: &[u8] = b"\xE9";
const NEW: &[u8] = "é".as_bytes();

const IN_PLACE: [&str; 4] = ["convert", "--in-place", "--from", "latin1"];

fn metadata(folder: &Path, name: &str) -> Metadata {
    fs::metadata(folder.join(name)).unwrap()
}

fn read(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap()
}

fn set_mode(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Converts `name` in place as the user and group with this number. Returns `None` if the test does
/// not run as root.
fn run_as(user: u32, folder: &Path, name: &str) -> Option<(i32, String)> {
    if fs::metadata(folder).unwrap().uid() != 0 {
        return None;
    }
    set_mode(folder, 0o777);
    let utflane = folder.join("utflane");
    fs::copy(env!("CARGO_BIN_EXE_utflane"), &utflane).unwrap();
    let mut command = std::process::Command::new(utflane);
    command.uid(user).gid(user).current_dir(folder);
    command.args(IN_PLACE).arg(name);
    let output = output_of_copy(&mut command);
    let message = String::from_utf8(output.stderr).unwrap();
    Some((output.status.code().unwrap(), message))
}

#[test]
fn owner_group_and_permissions_are_kept_by_root() {
    let folder = folder(&[("file", OLD)]);
    let path = folder.path();
    if chown(path.join("file"), Some(1234), Some(5678)).is_err() {
        return;
    }
    set_mode(path.join("file"), 0o646);
    let outcome = run_in(path, &[&IN_PLACE[..], &["file"]].concat(), b"");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    let file = metadata(path, "file");
    assert_eq!((file.uid(), file.gid()), (1234, 5678));
    assert_eq!(file.mode() & 0o7777, 0o646);
}

/// The new group must not read what only the old group could read, and the old group must not get
/// access that it was denied.
#[test]
fn a_group_that_cannot_be_kept_takes_its_permissions_along() {
    for (before, after) in [(0o640, 0o600), (0o664, 0o644), (0o606, 0o600)] {
        let folder = folder(&[("file", OLD)]);
        let path = folder.path();
        let _ = chown(path.join("file"), Some(4321), Some(1));
        set_mode(path.join("file"), before);
        let Some((status, message)) = run_as(4321, path, "file") else {
            return;
        };
        assert_eq!(
            (status, message.as_str()),
            (0, "utflane: file: its group could not be kept\n")
        );
        let file = metadata(path, "file");
        assert_eq!((file.uid(), file.gid()), (4321, 4321));
        assert_eq!(file.mode() & 0o7777, after);
        assert_eq!(read(path, "file"), NEW);
    }
}

#[test]
fn an_owner_that_cannot_be_kept_is_told_of() {
    let folder = folder(&[("file", OLD)]);
    let path = folder.path();
    let _ = chown(path.join("file"), Some(1), Some(4321));
    set_mode(path.join("file"), 0o664);
    let Some((status, message)) = run_as(4321, path, "file") else {
        return;
    };
    assert_eq!(
        (status, message.as_str()),
        (0, "utflane: file: its owner could not be kept\n")
    );
    // The process runs without supplementary groups, and this group is its own.
    assert_eq!(metadata(path, "file").mode() & 0o7777, 0o664);
}

#[test]
fn a_file_in_the_making_is_nobody_elses() {
    let folder = folder(&[("file", b"")]);
    let path = folder.path();
    set_mode(path.join("file"), 0o666);
    let mut child = program()
        .args(["convert", "-o", "file"])
        .current_dir(path)
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let temporary = temporary_in(path);
    assert_eq!(metadata(path, &temporary).mode() & 0o777, 0o600);
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(metadata(path, "file").mode() & 0o777, 0o666);
}

#[test]
fn links_and_read_only_files_are_replaced_if_asked() {
    let folder = folder(&[("one", OLD), ("locked", OLD)]);
    let path = folder.path();
    fs::hard_link(path.join("one"), path.join("two")).unwrap();
    set_mode(path.join("locked"), 0o444);
    for (name, option) in [("one", "--break-links"), ("locked", "--force")] {
        for arguments in [
            [&IN_PLACE[..], &[name]].concat(),
            vec!["convert", "-o", name],
        ] {
            let refused = run_in(path, &arguments, b"new");
            assert_eq!(refused.status, 2);
            refused.expect_message(option);
            assert_eq!(read(path, name), OLD);
        }
        let dry = [&IN_PLACE[..], &["--dry-run", name]].concat();
        assert_eq!(run_in(path, &dry, b"").status, 2);
        let asked = [&IN_PLACE[..], &[option, name]].concat();
        assert_eq!(run_in(path, &asked, b"").status, 0);
        assert_eq!(read(path, name), NEW);
    }
    assert_eq!(read(path, "two"), OLD);
    assert_eq!(metadata(path, "locked").mode() & 0o777, 0o444);
    assert_eq!(names_in(path), ["locked", "one", "two"]);
}

/// This also holds if others than the owner may write the file.
#[test]
fn a_file_that_we_may_not_write_is_read_only() {
    let folder = folder(&[("file", OLD)]);
    let path = folder.path();
    set_mode(path.join("file"), 0o644);
    if let Some((status, message)) = run_as(4321, path, "file") {
        assert_eq!(status, 2);
        assert!(message.contains("--force"), "{message}");
        assert_eq!(read(path, "file"), OLD);
    }
}

/// Two hard links are two files, each converted once. Other paths to a file are the same file.
#[test]
fn a_file_is_converted_once_whatever_its_paths() {
    let folder = folder(&[("file", OLD), ("one", OLD)]);
    let path = folder.path();
    fs::create_dir_all(path.join("a/b")).unwrap();
    fs::write(path.join("a/b/deep"), OLD).unwrap();
    symlink("file", path.join("link")).unwrap();
    symlink("a", path.join("folder")).unwrap();
    fs::hard_link(path.join("one"), path.join("two")).unwrap();
    for jobs in ["1", "4"] {
        let files = [
            "file",
            "file",
            "./file",
            "link",
            "a/../file",
            "one",
            "two",
            "a/b",
            "a",
            "folder",
            ".",
        ];
        let arguments = [&IN_PLACE[..], &["-r", "--break-links", "-j", jobs], &files].concat();
        let outcome = run_in(path, &arguments, b"");
        let summary = "utflane: 4 converted, 0 unchanged, 0 skipped, 0 failed\n";
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, summary));
        for name in ["file", "one", "two", "a/b/deep"] {
            assert_eq!(read(path, name), NEW, "{name}");
            fs::write(path.join(name), OLD).unwrap();
        }
    }
}

/// Replacing one name of a file changes its link count. That must not count as a change by somebody
/// else.
#[test]
fn all_names_of_a_file_are_replaced() {
    for jobs in ["1", "2", "8"] {
        for command in [&IN_PLACE[..], &["repair", "-i", "-e", "windows-1252"]] {
            let (old, new) = match command[0] {
                "repair" => (&b"caf\xC3\x83\xC2\xA9"[..], &b"caf\xE9"[..]),
                _ => (OLD, NEW),
            };
            let top = folder(&[("k00", old)]);
            let path = top.path();
            let mut names = vec!["k00".to_owned()];
            for number in 1..30 {
                let name = format!("k{number:02}");
                match number % 3 {
                    0 => fs::write(path.join(&name), old).unwrap(),
                    _ => fs::hard_link(path.join("k00"), path.join(&name)).unwrap(),
                }
                names.push(name);
            }
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let arguments = [command, &["--break-links", "-j", jobs], &names].concat();
            let outcome = run_in(path, &arguments, b"");
            assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
            for name in names {
                assert_eq!(read(path, name), new, "{name}");
                assert_eq!(metadata(path, name).nlink(), 1);
            }
        }
    }
    // The outputs are names of one file.
    let top = folder(&[("one", OLD), ("two", OLD)]);
    let path = top.path();
    fs::create_dir(path.join("out")).unwrap();
    fs::write(path.join("out/one"), "old").unwrap();
    fs::hard_link(path.join("out/one"), path.join("out/two")).unwrap();
    let arguments = [
        "convert",
        "-flatin1",
        "one",
        "two",
        "-o",
        "out",
        "--break-links",
        "-j1",
    ];
    let outcome = run_in(path, &arguments, b"");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    for name in ["out/one", "out/two"] {
        assert_eq!(read(path, name), NEW);
    }
}

#[test]
fn what_stays_the_same_is_not_touched() {
    let text = "é\n".repeat(300_000);
    let marked = format!("\u{feff}{text}");
    let folder = folder(&[
        ("file", text.as_bytes()),
        ("locked", b"ascii"),
        ("marked", marked.as_bytes()),
        ("mark", "\u{feff}".as_bytes()),
    ]);
    let path = folder.path();
    set_mode(path.join("locked"), 0o444);
    fs::hard_link(path.join("file"), path.join("other")).unwrap();
    let state = |name| {
        let file = metadata(path, name);
        (file.ino(), file.mtime_nsec(), file.ctime_nsec())
    };
    let before = ["file", "locked", "marked"].map(state);
    let names = ["file", "other", "locked", "marked"];
    let outcome = run_in(path, &[&["convert", "-i"][..], &names].concat(), b"");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(["file", "locked", "marked"].map(state), before);

    // The output is shorter than the old file and differs at the start or only at the end.
    let stripped = ["convert", "-i", "--bom", "strip", "marked", "mark"];
    assert_eq!(run_in(path, &stripped, b"").status, 0);
    assert!(read(path, "marked") == text.as_bytes());
    assert_eq!(read(path, "mark"), b"");
}

/// The text before a late first difference is copied.
#[test]
fn a_late_difference_changes_nothing_before_it() {
    let mut bytes = b"plain\n".repeat(200_000);
    bytes.push(0xFF);
    let folder = folder(&[("file", &bytes)]);
    let arguments = ["convert", "-i", "--lossy", "file"];
    assert_eq!(run_in(folder.path(), &arguments, b"").status, 0);
    bytes.pop();
    bytes.extend("\u{fffd}".as_bytes());
    assert!(read(folder.path(), "file") == bytes);
}

#[cfg(target_os = "linux")]
mod attributes {
    use super::*;

    const ACL: &str = "system.posix_acl_access";

    /// An ACL with entries for owner, a named user, group, mask and others, in the binary form of
    /// the attribute.
    fn acl(user: u32, rights: u16) -> Vec<u8> {
        let entries = [
            (0x01, 6, u32::MAX),
            (0x02, rights, user),
            (0x04, 0, u32::MAX),
            (0x10, rights, u32::MAX),
            (0x20, 0, u32::MAX),
        ];
        let mut bytes = 2_u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            bytes.extend(u16::to_le_bytes(tag));
            bytes.extend(u16::to_le_bytes(rights));
            bytes.extend(u32::to_le_bytes(id));
        }
        bytes
    }

    #[test]
    fn attributes_are_kept() {
        let folder = folder(&[("file", OLD)]);
        let (path, file) = (folder.path(), folder.path().join("file"));
        if xattr::set(&file, "user.note", b"mine").is_err() {
            return;
        }
        xattr::set(&file, ACL, &acl(4321, 4)).unwrap();
        let outcome = run_in(path, &[&IN_PLACE[..], &["file"]].concat(), b"");
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
        assert_eq!(read(path, "file"), NEW);
        let value = |name| xattr::get(&file, name).unwrap().unwrap();
        assert_eq!(value("user.note"), b"mine");
        assert_eq!(value(ACL), acl(4321, 4));
        assert_eq!(metadata(path, "file").mode() & 0o777, 0o640);
    }

    /// The default ACL of a folder does not apply to the replacement of an old file.
    #[test]
    fn a_folders_permissions_for_new_files_do_not_widen_those_of_an_old_one() {
        let folder = folder(&[("file", OLD)]);
        let (path, file) = (folder.path(), folder.path().join("file"));
        set_mode(&file, 0o640);
        if xattr::set(path, "system.posix_acl_default", &acl(4321, 6)).is_err() {
            return;
        }
        let outcome = run_in(path, &[&IN_PLACE[..], &["file"]].concat(), b"");
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
        assert_eq!(xattr::get(&file, ACL).unwrap(), None);
        assert_eq!(metadata(path, "file").mode() & 0o777, 0o640);
    }

    #[test]
    fn a_file_whose_attributes_cannot_be_kept_is_left_alone() {
        let folder = folder(&[("file", OLD)]);
        let (path, file) = (folder.path(), folder.path().join("file"));
        let _ = chown(&file, Some(4321), Some(1));
        if xattr::set(&file, ACL, &acl(1, 4)).is_err() {
            return;
        }
        let Some((status, message)) = run_as(4321, path, "file") else {
            return;
        };
        assert_eq!(status, 2);
        assert!(message.contains(ACL), "{message}");
        assert_eq!(read(path, "file"), OLD);
        assert_eq!(names_in(path), ["file", "utflane"]);
    }
}
