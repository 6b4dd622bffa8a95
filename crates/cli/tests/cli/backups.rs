//! Backups of the old file, its date, and many files that are renamed together.

use std::fs::{self, FileTimes};
use std::time::{Duration, SystemTime};

use crate::{folder, names_in, run_in, sample_and_all};

const OLD: &[u8] = b"caf\xE9";
const NEW: &[u8] = "café".as_bytes();

#[test]
fn the_old_file_is_kept_if_asked() {
    for arguments in [
        &["-i.bak", "-f", "latin1"][..],
        &["-f", "latin1", "--in-place=.bak"],
        &["-ri.bak", "-f", "latin1"],
        &["-i=.bak", "-flatin1"],
    ] {
        let top = folder(&[("file", OLD), ("same", b"plain")]);
        let path = top.path();
        let read = |name: &str| fs::read(path.join(name)).unwrap();
        let before = fs::metadata(path.join("file")).unwrap();
        let arguments = [&["convert"], arguments, &["file", "same"]].concat();
        let outcome = run_in(path, &arguments, b"");
        let told = match arguments[1] {
            "-ri.bak" => "utflane: 1 converted, 1 unchanged, 0 skipped, 0 failed\n",
            _ => "",
        };
        assert_eq!((outcome.status, outcome.stderr.as_str()), (0, told));
        assert_eq!(names_in(path), ["file", "file.bak", "same"]);
        assert_eq!((&read("file")[..], &read("file.bak")[..]), (NEW, OLD));
        let backup = fs::metadata(path.join("file.bak")).unwrap();
        assert_eq!(backup.modified().unwrap(), before.modified().unwrap());
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            assert_eq!((backup.ino(), backup.nlink()), (before.ino(), 1));
        }

        // An existing backup is not overwritten.
        fs::write(path.join("file"), b"th\xE9").unwrap();
        let again = run_in(path, &arguments, b"");
        assert_eq!(again.status, 2);
        let words = "file.bak, the name of its backup, exists already";
        again.expect_message(words);
        assert_eq!(
            (&read("file")[..], &read("file.bak")[..]),
            (&b"th\xE9"[..], OLD)
        );
        assert_eq!(names_in(path), ["file", "file.bak", "same"]);
    }
}

#[test]
fn suffixes_are_parts_of_names_and_go_with_options() {
    for arguments in [
        &["-i=/x", "-f", "latin1"][..],
        &["-i=.a", "-i.b", "-f", "latin1"],
        &["-.bak", "-f", "latin1"],
    ] {
        let top = folder(&[("file", OLD)]);
        let arguments = [&["convert"], arguments, &["file"]].concat();
        assert_eq!(
            run_in(top.path(), &arguments, b"").status,
            2,
            "{arguments:?}"
        );
        assert_eq!(fs::read(top.path().join("file")).unwrap(), OLD);
    }
    // Without a suffix the following letters are options.
    let top = folder(&[("file", OLD)]);
    let arguments = ["convert", "-irf", "latin1", "file"];
    assert_eq!(run_in(top.path(), &arguments, b"").status, 0);
    assert_eq!(names_in(top.path()), ["file"]);
}

#[test]
fn a_date_is_kept_if_asked() {
    let top = folder(&[("one", OLD), ("two", OLD)]);
    let path = top.path();
    let date = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    for name in ["one", "two"] {
        let file = fs::File::options()
            .write(true)
            .open(path.join(name))
            .unwrap();
        file.set_times(FileTimes::new().set_modified(date)).unwrap();
    }
    let modified = |name: &str| fs::metadata(path.join(name)).unwrap().modified().unwrap();
    for (arguments, name, is_kept) in [
        (&["--keep-date", "-o", "out/", "one"][..], "out/one", true),
        (&["-o", "new/", "one"], "new/one", false),
        (&["--keep-date", "-i", "one"], "one", true),
        (&["-i", "two"], "two", false),
    ] {
        let arguments = [&["convert", "-f", "latin1"], arguments].concat();
        assert_eq!(run_in(path, &arguments, b"").status, 0, "{arguments:?}");
        assert_eq!(fs::read(path.join(name)).unwrap(), NEW);
        assert_eq!(modified(name) == date, is_kept, "{arguments:?}");
    }
    let one = run_in(path, &["convert", "--keep-date", "two", "-o", "three"], b"");
    assert_eq!(one.status, 2);
}

/// There are enough files for several groups, and some of them are not replaced.
fn check_many_files(all_options: &[&[&str]]) {
    for &options in all_options {
        let top = folder(&[]);
        let path = top.path();
        let name = |number| format!("{number:04}");
        for number in 0..700 {
            let text: &[u8] = match number % 10 {
                3 => b"plain",
                6 => b"caf\xC3\xA9",
                _ => OLD,
            };
            fs::write(path.join(name(number)), text).unwrap();
        }
        let arguments = [&["convert", "-r", "-f", "latin1"], options, &["."]].concat();
        let outcome = run_in(path, &arguments, b"");
        assert_eq!(outcome.status, 1, "{}", outcome.stderr);
        let mut told: Vec<&str> = outcome.stderr.lines().collect();
        let summary = told.pop();
        assert_eq!(
            summary,
            Some("utflane: 560 converted, 70 unchanged, 0 skipped, 70 failed")
        );
        assert_eq!(told.len(), 70, "{}", outcome.stderr);
        assert!(told.is_sorted() && told[0].contains("./0006: seems to be UTF-8 already"));
        for number in 0..700 {
            let expected = if number % 10 == 3 { b"plain" } else { NEW };
            assert_eq!(fs::read(path.join(name(number))).unwrap(), expected);
        }
        let count = if options == ["-i.bak"] {
            700 + 560
        } else {
            700
        };
        assert_eq!(names_in(path).len(), count);
    }
}

sample_and_all! {
    check_many_files: many_files_are_converted_as_one_is(&[&["-i", "--no-sync"]]),
    many_files_are_converted_as_one_is_with_all_options(&[&["-i"], &["-ij1"], &["-i.bak"]]) = "long: waits for the disk for each of 700 files"
}

/// Few files are open at a time, even if many wait to be renamed.
#[cfg(target_os = "linux")]
#[test]
fn many_files_need_few_descriptors() {
    let top = folder(&[]);
    let names = (0..300).map(|number| match number % 2 {
        0 => format!("{number}"),
        _ => format!("folder{}/{number}", number / 6),
    });
    let paths: Vec<_> = names.map(|name| top.path().join(name)).collect();
    for path in &paths {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, OLD).unwrap();
    }
    let script = "ulimit -n 20; \"$UTFLANE\" convert -rij1 -f latin1 .";
    let output = std::process::Command::new("sh")
        .args(["-c", script])
        .env("UTFLANE", env!("CARGO_BIN_EXE_utflane"))
        .current_dir(top.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for path in paths {
        assert_eq!(fs::read(path).unwrap(), NEW);
    }
}
