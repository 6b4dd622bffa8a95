//! Files that are skipped in folders: the same for every command, and the same as by ripgrep.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::{Outcome, folder, run_in};

/// Text for which every command reports something.
const TEXT: &str = "cafÃ©\n";

/// The files with that text, and the flags that are needed to find each.
const TEXTS: [(&str, &[&str]); 9] = [
    ("a.txt", &[]),
    ("sub/keep.log", &[]),
    ("sub/deep/b.txt", &[]),
    (".hidden.txt", &["--hidden"]),
    (".config/c.txt", &["--hidden"]),
    ("x.log", &["--no-ignore"]),
    ("build/y.txt", &["--no-ignore"]),
    ("sub/secret.txt", &["--no-ignore"]),
    ("sub/.cache.log", &["--hidden", "--no-ignore"]),
];

/// Files that are only read if they are named.
const KEPT: [&str; 2] = [".git/config", "other.git/refs/r"];

fn tree() -> tempfile::TempDir {
    let top = folder(&[]);
    let write = |name: &str, text: &str| {
        let path = top.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for name in TEXTS.map(|(name, _)| name).iter().chain(&KEPT) {
        write(name, TEXT);
    }
    for name in ["other.git/HEAD", "other.git/objects/ab", ".git/HEAD"] {
        write(name, TEXT);
    }
    write(".gitignore", "*.log\nbuild/\n");
    write("sub/.gitignore", "!keep.log\n");
    write("sub/.ignore", "secret.txt\n");
    top
}

/// Returns the files of [`TEXTS`] and [`KEPT`] that appear in a report with one JSON object per
/// line.
fn reported(outcome: &Outcome) -> BTreeSet<String> {
    let records = outcome.records().into_iter();
    let names = records.map(|record| record["file"].as_str().unwrap().to_owned());
    let names = names.map(|name| name.trim_start_matches("./").to_owned());
    names.filter(|name| !name.ends_with("ignore")).collect()
}

fn changed(top: &Path) -> BTreeSet<String> {
    let names = TEXTS.map(|(name, _)| name).into_iter().chain(KEPT);
    let is_changed = |name: &&str| fs::read(top.join(name)).unwrap() != TEXT.as_bytes();
    names.filter(is_changed).map(str::to_owned).collect()
}

#[test]
fn every_command_goes_through_folders_by_the_same_rules() {
    for flags in [
        &[][..],
        &["--hidden"],
        &["--no-ignore"],
        &["--hidden", "--no-ignore"],
    ] {
        let is_found =
            |(_, needed): &&(&str, &[&str])| needed.iter().all(|flag| flags.contains(flag));
        let expected = TEXTS.iter().filter(is_found);
        let expected: BTreeSet<String> = expected.map(|(name, _)| name.to_string()).collect();
        for command in [
            &["check", "-r", "--json"][..],
            &["detect", "-r", "--json"],
            &["stat", "-r", "--json"],
            &[
                "convert", "-r", "--json", "-t", "utf-16le", "-o", "../out/", ".",
            ],
        ] {
            let top = folder(&[]);
            let tree = tree();
            fs::rename(tree.path(), top.path().join("in")).unwrap();
            let outcome = run_in(&top.path().join("in"), &[command, flags].concat(), b"");
            assert_eq!(outcome.stderr, "", "{command:?}");
            assert_eq!(reported(&outcome), expected, "{command:?} {flags:?}");
            fs::create_dir(tree.path()).unwrap();
        }
        for command in [
            &["convert", "-ri", "-t", "utf-16le", "."][..],
            &["repair", "-ri", "."],
        ] {
            let top = tree();
            run_in(top.path(), &[command, flags].concat(), b"");
            assert_eq!(changed(top.path()), expected, "{command:?} {flags:?}");
        }
        // A single output contains the same files.
        let top = tree();
        let joined = run_in(top.path(), &[&["convert", "-r"], flags].concat(), b"");
        assert_eq!(joined.text().matches(TEXT).count(), expected.len());
    }
}

#[test]
fn what_is_named_is_taken() {
    let top = tree();
    for name in [
        ".git",
        "other.git/refs",
        "x.log",
        "sub/secret.txt",
        ".hidden.txt",
        "build",
    ] {
        let outcome = run_in(top.path(), &["check", "-r", "--json", name], b"");
        let found = reported(&outcome);
        assert!(
            found.iter().any(|file| file.starts_with(name)),
            "{name}: {found:?}"
        );
    }
}

/// As in Git, a `.gitignore` applies only within a repository, and so do those of the folders
/// above.
#[test]
fn files_of_git_count_in_repositories_only() {
    let list =
        |top: &Path, name: &str| reported(&run_in(top, &["stat", "-r", "--json", name], b""));
    let top = tree();
    fs::write(top.path().join("sub/deep/z.log"), TEXT).unwrap();
    assert_eq!(list(top.path(), "sub/deep").len(), 1);
    fs::remove_dir_all(top.path().join(".git")).unwrap();
    assert_eq!(list(top.path(), "sub/deep").len(), 2);
    let found = list(top.path(), ".");
    assert!(
        found.contains("x.log") && found.contains("build/y.txt"),
        "{found:?}"
    );
    assert!(!found.contains("sub/secret.txt"), "{found:?}");
}

#[test]
fn the_working_directory_is_not_rewritten_without_being_named() {
    for arguments in [
        &["convert", "-ri", "-t", "utf-16le"][..],
        &["convert", "-rin", "-t", "utf-16le"],
        &["repair", "-ri"],
        &["repair", "-ri", "--include", "*.txt"],
    ] {
        let top = tree();
        let outcome = run_in(top.path(), arguments, b"");
        assert_eq!(outcome.status, 2, "{arguments:?}");
        outcome.expect_message("`.` is the working directory");
        assert!(changed(top.path()).is_empty());
    }
}

#[test]
fn a_pattern_that_matches_nothing_says_so() {
    let top = tree();
    let none = run_in(top.path(), &["check", "-r", "--include", "*.xyz"], b"");
    assert_eq!((none.status, none.text()), (2, ""));
    assert_eq!(
        none.stderr,
        "utflane: --include '*.xyz': no file found that matches; --hidden and --no-ignore include \
         more files\n"
    );
    // Other patterns still apply.
    let arguments = ["check", "-r", "--json", "--include=*.xyz", "--include=a.*"];
    let some = run_in(top.path(), &arguments, b"");
    assert_eq!((some.status, some.text().lines().count()), (0, 1));
    assert_eq!(
        some.stderr,
        "utflane: warning: --include '*.xyz': no file found that matches\n"
    );
    // A shell does not expand a pattern that matches nothing.
    for arguments in [
        &["check", "*.xyz"][..],
        &["convert", "-i", "*.xyz"],
        &["stat", "none?"],
    ] {
        let outcome = run_in(top.path(), arguments, b"");
        assert_eq!(outcome.status, 2);
        outcome.expect_message("no file matches the pattern");
    }
    let plain = run_in(top.path(), &["check", "none"], b"");
    assert!(!plain.stderr.contains("pattern"), "{}", plain.stderr);
    fs::write(top.path().join("[a]"), TEXT).unwrap();
    assert_eq!(run_in(top.path(), &["check", "[a]"], b"").status, 0);
}

#[test]
fn a_wrong_pattern_of_an_ignore_file_is_a_warning() {
    let top = folder(&[
        (".ignore", b"a{b\x1B[2J\n*.log\nc{d\n"),
        ("x.log", b"\xFF"),
        ("y", b"y"),
    ]);
    let outcome = run_in(top.path(), &["check", "-r"], b"");
    assert_eq!((outcome.status, outcome.text()), (0, ""));
    assert!(
        outcome.stderr.starts_with("utflane: warning: "),
        "{}",
        outcome.stderr
    );
    outcome.expect_message(".ignore");
    assert_eq!(outcome.stderr.lines().count(), 2, "{}", outcome.stderr);
    assert!(!outcome.stderr.contains('\x1B'), "{}", outcome.stderr);
}

/// Otherwise, an output would become empty.
#[test]
fn a_folder_without_files_is_an_error() {
    let top = folder(&[("out.txt", b"keep")]);
    let path = top.path();
    fs::create_dir(path.join("empty")).unwrap();
    fs::create_dir(path.join("full")).unwrap();
    fs::write(path.join("full/a.txt"), TEXT).unwrap();
    let wider = "; --hidden and --no-ignore include more files";
    for (arguments, hint) in [
        (&["convert", "-r", "empty", "-o", "out.txt"][..], wider),
        (
            &["convert", "-r", "--exclude", "*", "full", "-o", "out.txt"],
            wider,
        ),
        (&["convert", "-r", "empty", "--hidden", "--no-ignore"], ""),
        (&["convert", "-r", "empty", "-o", "new/"], wider),
        (&["convert", "-ri", "empty"], wider),
        (&["repair", "-ri", "empty"], wider),
        (&["repair", "-r", "empty", "-o", "out.txt"], wider),
        (&["check", "-r", "empty"], wider),
        (&["detect", "-r", "--json", "empty"], wider),
        (&["stat", "-r", "empty"], wider),
    ] {
        let outcome = run_in(path, arguments, b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""), "{arguments:?}");
        assert_eq!(outcome.stderr, format!("utflane: no file found{hint}\n"));
        assert_eq!(fs::read(path.join("out.txt")).unwrap(), b"keep");
        assert!(!path.join("new").exists());
    }
}
