//! Options and names of iconv and other programs: they are accepted, or the message names the
//! utflane option.

use crate::{folder, run, run_in};

#[test]
fn what_means_the_same_is_accepted() {
    let list = run(&["list"], b"");
    let rows: [(&[&str], &[u8], &[u8]); 26] = [
        (&["convert", "-l"], b"", &list.stdout),
        (&["convert", "--list"], b"", &list.stdout),
        (
            &["convert", "--from-code=latin1", "--to-code=utf-8"],
            b"\xE9",
            "é".as_bytes(),
        ),
        (&["convert", "-c", "-t", "ascii"], "aéb".as_bytes(), b"ab"),
        (&["convert", "-t", "ascii//IGNORE"], "aéb".as_bytes(), b"ab"),
        (&["convert", "-t", "ascii//ignore"], "aéb".as_bytes(), b"ab"),
        (&["convert", "-t", "latin1//"], "é".as_bytes(), b"\xE9"),
        (&["convert", "-f", "latin1//"], b"\xE9", "é".as_bytes()),
        (&["convert", "-f", "1252"], b"\x80", "€".as_bytes()),
        (&["convert", "-f", "437"], b"\x82", "é".as_bytes()),
        (
            &["convert", "-f", "utf8mb4"],
            "é".as_bytes(),
            "é".as_bytes(),
        ),
        (&["convert", "-f", "65001"], "é".as_bytes(), "é".as_bytes()),
        (&["convert", "-f", "ucs-2le"], b"\xE9\0", "é".as_bytes()),
        (&["convert", "-t", "UCS-2BE"], "é".as_bytes(), b"\0\xE9"),
        (&["convert", "-t", "ucs-4le"], "é".as_bytes(), b"\xE9\0\0\0"),
        (&["convert", "-f", "1200"], b"\xE9\0", "é".as_bytes()),
        (&["convert", "-f", "28591"], b"\xE9", "é".as_bytes()),
        (&["convert", "-f", "932"], b"\x88\x9F", "亜".as_bytes()),
        (&["convert", "-f", "euc-cn"], b"\xD6\xD0", "中".as_bytes()),
        (&["convert", "-f", "gb2312"], b"\xD6\xD0", "中".as_bytes()),
        (&["convert", "--newline", "unix"], b"a\r\n", b"a\n"),
        (&["convert", "--newline=dos"], b"a\n", b"a\r\n"),
        (
            &["convert", "--bom", "remove"],
            "\u{feff}a".as_bytes(),
            b"a",
        ),
        (&["check", "-e", "utf8mb4"], b"a", b""),
        (&["check", "--encoding", "1252"], b"\x80", b""),
        (&["stat", "--json", "-e", "latin1//"], b"", b"{"),
    ];
    for (arguments, input, expected) in rows {
        let outcome = run(arguments, input);
        assert_eq!(outcome.status, 0, "{arguments:?}: {}", outcome.stderr);
        let is_expected = match expected {
            b"{" => outcome.stdout.starts_with(expected),
            _ => outcome.stdout == expected,
        };
        assert!(is_expected, "{arguments:?}: {:?}", outcome.stdout);
    }
    let top = folder(&[("file", "é\n".as_bytes())]);
    let arguments = ["convert", "-i", "--keepdate", "-t", "latin1", "file"];
    assert_eq!(run_in(top.path(), &arguments, b"").status, 0);
}

#[test]
fn anything_else_says_what_to_type() {
    let rows: [(&[&str], &str); 31] = [
        (
            &["-f", "latin1", "-t", "utf-8"],
            "utflane convert -f windows-1252 -t utf-8 FILE",
        ),
        (&["--list"], "utflane list shows"),
        (&["convert", "-s"], "2>/dev/null"),
        (&["convert", "--silent"], "2>/dev/null"),
        (&["convert", "--unicode-subst=<U+%04X>"], "--lossy=escape"),
        (&["convert", "--to-callback", "skip"], "--lossy=drop"),
        (&["convert", "-x", "any-nfc"], "normalised"),
        (&["convert", "--add-signature"], "--bom add"),
        (&["convert", "--remove-bom"], "--bom strip"),
        (&["convert", "-e", "latin1"], "--from"),
        (&["convert", "-k"], "--keep-date"),
        (&["convert", "--newline", "mac"], "tr '\\n' '\\r'"),
        (&["convert", "-t", "ascii//TRANSLIT"], "--replacement TEXT"),
        (
            &["convert", "-t", "ascii//TRANSLIT//IGNORE"],
            "--lossy=escape",
        ),
        (&["convert", "-t", "ascii//X"], "unknown suffix"),
        (&["convert", "-f", "utf-8//IGNORE"], "--lossy=drop"),
        (
            &["convert", "-f", "utf-8-sig"],
            "type utf-8; convert --bom strip",
        ),
        (&["convert", "-t", "utf-8-sig"], "type utf-8 with --bom add"),
        (&["convert", "-t", "ucs-2"], "utf-16le, or utf-16be"),
        (
            &["convert", "-f", "windws-1252"],
            "did you mean \"windows-1252\"?",
        ),
        (&["convert", "-f", "uft-8"], "did you mean \"utf-8\"?"),
        (
            &["convert", "-t", "macintsh"],
            "did you mean \"macintosh\"?",
        ),
        (
            &["convert", "-f", "utf-8,latn1"],
            "did you mean \"latin1\"?",
        ),
        (&["check", "-e", "shift-jsi"], "did you mean \"shift-jis\"?"),
        (
            &["check", "-e", "klingon"],
            "unknown encoding; utflane list",
        ),
        (&["stat", "-e", "klingon"], "unknown encoding; utflane list"),
        (&["check", "-f", "latin1"], "--encoding"),
        (&["repair", "--from", "latin1"], "--encoding"),
        (&["check", "-i"], "--list-valid"),
        (&["detect", "-b"], "--json"),
        (&["detect", "--mime-encoding"], "no option is needed"),
    ];
    for (arguments, advice) in rows {
        let outcome = run(arguments, b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""), "{arguments:?}");
        assert!(
            outcome.stderr.contains(advice),
            "{arguments:?}: {}",
            outcome.stderr
        );
    }
}
