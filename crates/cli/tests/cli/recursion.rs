//! The files that are found in folders, and their conversion in place.

use std::fs;
use std::path::Path;

use crate::{folder, run_in};

/// Files that contain `é` in Latin-1 or a NUL. Some of them are in folders that must not be
/// changed.
const TEXTS: [&str; 9] = [
    "a.txt",
    "b.csv",
    "sub/c.txt",
    "sub/deep/d.txt",
    "sub/target/e.txt",
    ".hidden",
    ".folder/f.txt",
    ".git/config",
    "CVS/Entries",
];
const BARE: [&str; 4] = [
    "x.git/HEAD",
    "x.git/objects/ab",
    "x.git/refs/r",
    "x.git/config",
];

fn tree() -> tempfile::TempDir {
    let top = folder(&[]);
    for name in TEXTS.iter().chain(&BARE) {
        let path = top.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, b"\xE9").unwrap();
    }
    fs::write(top.path().join("image"), b"\x89PNG\r\n\x1A\n\0\0\0").unwrap();
    top
}

/// Returns the files that have changed.
fn changed(top: &Path) -> Vec<&'static str> {
    let is_changed = |name: &&&str| fs::read(top.join(name)).unwrap() != b"\xE9";
    TEXTS
        .iter()
        .chain(&BARE)
        .filter(is_changed)
        .copied()
        .collect()
}

#[test]
fn repositories_hidden_and_binary_files_are_not_changed_unless_asked() {
    let cases: [(&[&str], &[&str], bool); 6] = [
        (&["."], &TEXTS[..5], false),
        (&["--hidden", "."], &TEXTS[..7], false),
        (&["--binary", "--", "."], &TEXTS[..5], true),
        // Named files are always processed.
        (
            &[".git", "CVS", ".hidden"],
            &[".hidden", ".git/config", "CVS/Entries"],
            false,
        ),
        (&["x.git", "image", "--binary"], &BARE, true),
        (&[".folder"], &[".folder/f.txt"], false),
    ];
    for (arguments, expected, image) in cases {
        let top = tree();
        let arguments = [&["convert", "-rif", "latin1"], arguments].concat();
        let outcome = run_in(top.path(), &arguments, b"");
        assert_eq!(outcome.status, 0, "{arguments:?}: {}", outcome.stderr);
        assert_eq!(changed(top.path()), expected, "{arguments:?}");
        let is_whole = fs::read(top.path().join("image")).unwrap()[0] == 0x89;
        assert_eq!(is_whole, !image, "{arguments:?}");
        let is_told = outcome
            .stderr
            .contains("image: skipped: binary (NUL at byte 8)");
        assert_eq!(
            is_told,
            expected.contains(&"a.txt") && !image,
            "{}",
            outcome.stderr
        );
    }
}

/// UTF-16 text contains NUL bytes. A malformed file without NULs is malformed, not binary.
#[test]
fn only_what_has_units_of_one_byte_is_binary_for_a_nul() {
    let top = folder(&[
        ("marked", b"\xFF\xFEa\0"),
        ("bad", b"\xFF"),
        ("nul", b"a\0\xFF"),
    ]);
    let outcome = run_in(top.path(), &["convert", "-ri", "--bom", "strip", "."], b"");
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.stderr,
        "utflane: ./bad:1:1: byte 0: invalid byte (FF)\n\
         utflane: ./nul: skipped: binary (NUL at byte 1); --binary converts it\n\
         utflane: 1 converted, 0 unchanged, 1 skipped, 1 failed\n"
    );
    assert_eq!(fs::read(top.path().join("marked")).unwrap(), b"a");
    // A named binary file is an error.
    let named = ["convert", "-if", "latin1", "nul"];
    let outcome = run_in(top.path(), &named, b"");
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.stderr,
        "utflane: nul: binary (NUL at byte 1); --binary converts it\n"
    );
    let asked = run_in(top.path(), &[&named[..], &["--binary"]].concat(), b"");
    assert_eq!(asked.status, 0);
    assert_eq!(fs::read(top.path().join("nul")).unwrap(), b"a\0\xC3\xBF");
}

#[test]
fn patterns_choose_files() {
    let cases: [(&[&str], &[&str]); 6] = [
        (&["--include", "*.csv"], &["b.csv"]),
        (
            &["--include", "*.csv", "--include=[ac].txt"],
            &["a.txt", "b.csv", "sub/c.txt"],
        ),
        (
            &["--exclude", "target", "--exclude=*.csv"],
            &["a.txt", "sub/c.txt", "sub/deep/d.txt"],
        ),
        (&["--include", "sub/*"], &["sub/c.txt"]),
        (
            &["--include", "sub/**/*.txt", "--exclude=sub/deep/"],
            &["sub/c.txt", "sub/target/e.txt"],
        ),
        (
            &["--include", "{e,f}.txt", "--hidden"],
            &["sub/target/e.txt", ".folder/f.txt"],
        ),
    ];
    for (arguments, expected) in cases {
        let top = tree();
        let arguments = [&["convert", "-rif", "latin1", "."], arguments].concat();
        let outcome = run_in(top.path(), &arguments, b"");
        assert_eq!(outcome.status, 0, "{arguments:?}: {}", outcome.stderr);
        assert_eq!(changed(top.path()), expected, "{arguments:?}");
    }
    let top = tree();
    let checked = run_in(top.path(), &["check", "-r", "--include", "d.*"], b"");
    assert!(checked.text().starts_with("./sub/deep/d.txt:1:1: "));
    assert_eq!(checked.text().lines().count(), 1);
    let wrong = run_in(top.path(), &["check", "-r", "--include", "[a"], b"");
    assert_eq!(wrong.status, 2);
    wrong.expect_message("unclosed character class");
}

#[test]
fn a_dry_run_tells_and_does_nothing() {
    let top = tree();
    fs::write(top.path().join("bad"), b"\xFF").unwrap();
    fs::write(top.path().join("same"), b"same").unwrap();
    fs::write(top.path().join("utf16"), b"\xFF\xFEa\0").unwrap();
    let arguments = ["convert", "-rin", "--exclude", "*.*", "."];
    let outcome = run_in(top.path(), &arguments, b"");
    assert_eq!(
        outcome.text(),
        "./image: would be skipped: binary (NUL at byte 8); --binary converts it\n\
         ./same: would not change\n\
         ./utf16: would be converted\n"
    );
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.stderr,
        "utflane: ./bad:1:1: byte 0: invalid byte (FF)\n\
         utflane: dry run: 1 converted, 1 unchanged, 1 skipped, 1 failed\n"
    );
    assert_eq!(fs::read(top.path().join("utf16")).unwrap(), b"\xFF\xFEa\0");
    assert_eq!(changed(top.path()), [""; 0]);
}
