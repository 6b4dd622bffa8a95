//! Many files: in folders, several at a time, and in place.

use std::fs;

use crate::{folder, run, run_in};

/// Creates a folder with subfolders: well-formed, malformed and hidden files, and a symbolic link
/// back to the top.
fn tree() -> tempfile::TempDir {
    let top = folder(&[("b.txt", b"\x80"), ("z", b"ok")]);
    let path = top.path();
    fs::create_dir_all(path.join("a/deep")).unwrap();
    fs::create_dir(path.join("c")).unwrap();
    fs::write(path.join("a/deep/file"), b"x\n\xFF").unwrap();
    fs::write(path.join("a/.hidden"), b"\xC3").unwrap();
    fs::write(path.join("c/utf16"), b"\xFF\xFEa\0").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", path.join("a/up")).unwrap();
        std::os::unix::fs::symlink("b.txt", path.join("link")).unwrap();
        let pipe = std::ffi::CString::new(path.join("pipe").to_str().unwrap()).unwrap();
        // SAFETY: the string is null-terminated.
        assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) }, 0);
    }
    top
}

#[test]
fn folders_are_gone_through_in_order() {
    let top = tree();
    let faults = |prefix: &str| {
        format!(
            "{prefix}a/deep/file:2:1: byte 2: invalid byte (FF)\n\
             {prefix}b.txt:1:1: byte 0: unexpected continuation byte (80)\n"
        )
    };
    for (arguments, prefix) in [
        (&["check", "-r", "-e", "auto"][..], "./"),
        (&["check", "--recursive", "-e", "auto", "."], "./"),
        (&["check", "-re", "auto", "a", "b.txt", "c", "z"], ""),
    ] {
        let outcome = run_in(top.path(), arguments, b"");
        assert_eq!(outcome.text(), faults(prefix));
        assert_eq!((outcome.status, outcome.stderr.as_str()), (1, ""));
    }
    let counted = run_in(top.path(), &["stat", "-r", "--json"], b"");
    let files: Vec<&str> = counted.text().lines().collect();
    assert_eq!(files.len(), 4);
    assert!(files[2].contains(r#""./c/utf16","encoding":"UTF-16LE""#));

    let missing = run_in(top.path(), &["check", "-r", "c/none", "z"], b"");
    assert_eq!((missing.status, missing.text()), (2, ""));
    assert!(missing.stderr.starts_with("utflane: c/none: "));
}

#[test]
fn a_link_or_a_pipe_that_is_named_is_read() {
    let top = tree();
    let linked = run_in(top.path(), &["check", "-r", "link", "-"], b"\x81");
    assert_eq!(
        linked.text(),
        "link:1:1: byte 0: unexpected continuation byte (80)\n\
         <stdin>:1:1: byte 0: unexpected continuation byte (81)\n"
    );
}

#[test]
fn the_number_of_jobs_does_not_show() {
    let long = "text \n".repeat(100_000) + "\u{e9}";
    let folder = folder(&[
        ("long", &long.as_bytes()[..long.len() - 1]),
        ("good", b"good"),
        ("bad", b"a\xFF"),
    ]);
    let names = ["long", "missing", "bad", "good", "bad", "long", "good"];
    for command in [&["check"][..], &["check", "--json"], &["stat", "--json"]] {
        let outcomes = ["1", "2", "5", "100"].map(|jobs| {
            let arguments = [command, &["--jobs", jobs], &names].concat();
            run_in(folder.path(), &arguments, b"")
        });
        let [one, others @ ..] = outcomes;
        assert_eq!(one.status, 2);
        assert!(one.text().lines().count() >= 4);
        assert_eq!(one.stderr.lines().count(), 1);
        for other in others {
            assert_eq!(other.text(), one.text());
            assert_eq!(
                (other.status, other.stderr),
                (one.status, one.stderr.clone())
            );
        }
    }
    assert_eq!(run(&["check", "-j0"], b"").status, 2);
}

#[test]
fn files_are_converted_in_place() {
    let top = tree();
    let path = top.path();
    let read = |name: &str| fs::read(path.join(name)).unwrap();
    let outcome = run_in(path, &["convert", "-rij2", "--bom", "strip", "."], b"");
    assert_eq!((outcome.status, outcome.text()), (1, ""));
    assert_eq!(
        outcome.stderr,
        "utflane: ./a/deep/file:2:1: byte 2: invalid byte (FF)\n\
         utflane: ./b.txt:1:1: byte 0: unexpected continuation byte (80)\n\
         utflane: 1 converted, 1 unchanged, 0 skipped, 2 failed\n"
    );
    assert_eq!(read("c/utf16"), b"a");
    assert_eq!(read("b.txt"), b"\x80");

    let again = run_in(
        path,
        &["convert", "--in-place", "--lossy", "b.txt", "none", "z"],
        b"",
    );
    assert_eq!(again.status, 2);
    assert!(
        again
            .stderr
            .lines()
            .nth(1)
            .unwrap()
            .starts_with("utflane: none: "),
        "{}",
        again.stderr
    );
    assert_eq!(
        (read("b.txt").as_slice(), read("z").as_slice()),
        ("\u{fffd}".as_bytes(), &b"ok"[..])
    );
}

#[test]
fn in_place_is_for_files() {
    let folder = folder(&[("one", b"1")]);
    for arguments in [
        &["convert", "--in-place", "one", "-o", "three"][..],
        &["convert", "--in-place"],
        &["convert", "--in-place", "one", "-"],
    ] {
        let outcome = run_in(folder.path(), arguments, b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""), "{arguments:?}");
        outcome.expect_message("in-place");
    }
    assert_eq!(fs::read(folder.path().join("one")).unwrap(), b"1");
    assert!(!folder.path().join("three").exists());
}
