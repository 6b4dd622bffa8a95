//! `repair`: the changes that it makes and shows, and text that it does not change.

use crate::{folder, names_in, run, run_in};
use std::fs;

#[test]
fn misread_text_is_repaired_and_other_text_is_not() {
    let repaired = run(&["repair"], "cafÃ© â€“ Größe\n".as_bytes());
    assert_eq!((repaired.status, repaired.text()), (0, "café – Größe\n"));
    let top = folder(&[
        ("bad", "one\ncafÃ©\n".as_bytes()),
        ("good", "déjà vu\n".as_bytes()),
        ("broken", b"\xC3\x83\xFF"),
    ]);
    let shown = run_in(top.path(), &["repair", "-n", "bad", "good"], b"");
    assert_eq!(
        (shown.status, shown.text()),
        (0, "bad:2:1: cafÃ© -> café (windows-1252)\n")
    );
    let read = |name| fs::read(top.path().join(name)).unwrap();
    assert_eq!(read("bad"), "one\ncafÃ©\n".as_bytes());

    let done = run_in(top.path(), &["repair", "-i", "bad", "good", "broken"], b"");
    assert_eq!(done.status, 1);
    assert!(
        done.stderr.starts_with("utflane: broken:1:2: byte 2: "),
        "{}",
        done.stderr
    );
    assert_eq!(read("bad"), "one\ncafé\n".as_bytes());
    assert_eq!(read("good"), "déjà vu\n".as_bytes());
    assert_eq!(read("broken"), b"\xC3\x83\xFF");
    assert_eq!(
        run_in(top.path(), &["repair", "bad", "good"], b"").status,
        2
    );
}

#[test]
fn files_keep_their_encoding_and_mark() {
    let utf16 = |text: &str| -> Vec<u8> {
        let units = text.encode_utf16();
        units.flat_map(u16::to_le_bytes).collect()
    };
    let top = folder(&[
        ("marked", &utf16("\u{FEFF}cafÃ©\r\n")),
        ("right", &utf16("\u{FEFF}déjà vu\r\n")),
        ("latin1", b"caf\xC3\x83\xC2\xA9 caf\xC3\xA9\n"),
        ("hungarian", b"id\xC5\x91\n"),
    ]);
    let read = |name| fs::read(top.path().join(name)).unwrap();
    let right = read("right");
    let done = run_in(top.path(), &["repair", "-i", "marked", "right"], b"");
    assert_eq!((done.status, &*done.stderr), (0, ""));
    assert_eq!(read("marked"), utf16("\u{FEFF}café\r\n"));
    assert_eq!(read("right"), right);
    let done = run_in(
        top.path(),
        &["repair", "-i", "-e", "windows-1252", "latin1", "hungarian"],
        b"",
    );
    assert_eq!(done.status, 1);
    assert_eq!(read("latin1"), b"caf\xE9 caf\xE9\n");
    assert_eq!(read("hungarian"), b"id\xC5\x91\n");
    assert!(
        done.stderr.contains("hungarian:1:1") && done.stderr.contains("cannot represent U+0151"),
        "{}",
        done.stderr
    );
    let refused = run(&["repair", "-e", "shift_jis"], b"");
    assert_eq!(refused.status, 2);
    refused.expect_message("UTF-8 first");
}

/// `repair` keeps them as `convert` does.
#[test]
fn the_old_file_and_its_date_are_kept_if_asked() {
    let wrong = "cafÃ©".as_bytes();
    let top = folder(&[("file", wrong), ("same", b"plain")]);
    let path = top.path();
    let date = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let file = fs::File::options().write(true).open(path.join("file"));
    let times = fs::FileTimes::new().set_modified(date);
    file.unwrap().set_times(times).unwrap();
    let arguments = ["repair", "-i.bak", "--keep-date", "file", "same", "./file"];
    let dry = [&arguments[..], &["--dry-run"]].concat();
    let outcome = run_in(path, &dry, b"");
    assert_eq!(
        (outcome.status, outcome.text()),
        (0, "file:1:1: cafÃ© -> café (windows-1252)\n")
    );
    assert_eq!(names_in(path), ["file", "same"]);

    let outcome = run_in(path, &arguments, b"");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(names_in(path), ["file", "file.bak", "same"]);
    assert_eq!(fs::read(path.join("file.bak")).unwrap(), wrong);
    assert_eq!(fs::read(path.join("file")).unwrap(), "café".as_bytes());
    let modified = |name| fs::metadata(path.join(name)).unwrap().modified().unwrap();
    assert_eq!((modified("file"), modified("file.bak")), (date, date));

    // An existing backup is not overwritten, and a dry run reports it.
    fs::write(path.join("file"), wrong).unwrap();
    for arguments in [&arguments[..], &dry] {
        let again = run_in(path, arguments, b"");
        let words = "file.bak, the name of its backup, exists already";
        assert_eq!(again.status, 2);
        again.expect_message(words);
        assert_eq!(fs::read(path.join("file")).unwrap(), wrong);
    }
    let one = run_in(path, &["repair", "--keep-date", "file"], b"");
    assert_eq!(one.status, 2);
}

#[test]
fn repairs_have_places_and_show_nothing_raw() {
    let top = folder(&[
        ("a", "x\nund Ã¼ber, Ã„rger\n".as_bytes()),
        ("b", "Ã©\u{202E}tÃ©\u{1B}[2J\n".as_bytes()),
        ("c", "ok\n".as_bytes()),
        ("d", "cafÃƒÂ©\n".as_bytes()),
        ("e", "╨┤╨╛╨╝\n".as_bytes()),
    ]);
    for jobs in ["1", "3"] {
        let shown = run_in(
            top.path(),
            &["repair", "-n", "-j", jobs, "a", "b", "c", "d", "e"],
            b"",
        );
        let expected = "a:2:5: Ã¼ber -> über (windows-1252)\n\
                        a:2:12: Ã„rger -> Ärger (windows-1252)\n\
                        b:1:1: Ã©\\u{202e}tÃ© -> é\\u{202e}té (windows-1252)\n\
                        d:1:1: cafÃƒÂ© -> café (windows-1252, windows-1252)\n\
                        e:1:1: ╨┤╨╛╨╝ -> дом (IBM437)\n";
        assert_eq!((shown.status, shown.text()), (0, expected));
    }
    let shown = run_in(top.path(), &["repair", "-n", "--json", "a", "c"], b"");
    let records = shown.records();
    assert_eq!(records[0]["repair_count"], 2);
    assert_eq!(
        records[0]["repairs"][1],
        serde_json::json!({
            "line": 2,
            "column": 12,
            "before": "Ã„rger",
            "after": "Ärger",
            "layers": ["windows-1252"],
        })
    );
    assert_eq!(records[1]["repair_count"], 0);
    assert_eq!(records[1]["encoding"], "UTF-8");
    assert_eq!(run(&["repair", "--json"], b"").status, 2);
}

#[test]
fn long_files_are_repaired_in_pieces() {
    let line = "GrÃ¶ÃŸe, und so weiter\n";
    for (wrong, right) in [
        (line.repeat(20_000), "Größe, und so weiter\n".repeat(20_000)),
        (
            line.replace('\n', " ").repeat(20_000),
            "Größe, und so weiter ".repeat(20_000),
        ),
        ("Ã¶".repeat(200_000), "ö".repeat(200_000)),
    ] {
        let repaired = run(&["repair"], wrong.as_bytes());
        assert_eq!(repaired.status, 0);
        assert!(repaired.text() == right);
    }
}
