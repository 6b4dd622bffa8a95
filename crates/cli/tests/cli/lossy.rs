//! `convert --lossy` reports its replacements, and `convert --json` the result for each file.

use std::fs;

use serde_json::{Value, json};

use crate::{folder, run, run_in, sample_and_all};

#[test]
fn there_is_a_line_for_each_file_that_lost_something() {
    let folder = folder(&[
        ("one", b"a\nb\xC0\x80"),
        ("cut", b"x\xE2\x82"),
        ("good", "gr\u{fc}n \u{fffd}".as_bytes()),
        ("euro", "10 \u{20ac}, 20 \u{20ac}".as_bytes()),
    ]);
    let files = ["one", "cut", "good", "euro"];
    let utf8 = [&["convert", "-i", "--lossy"][..], &files].concat();
    let outcome = run_in(folder.path(), &utf8, b"");
    assert_eq!((outcome.status, outcome.text()), (0, ""));
    assert_eq!(
        outcome.stderr,
        "utflane: one:2:2: byte 3: 2 replacements, the first: overlong encoding (C0 80)\n\
         utflane: cut:1:2: byte 1: 1 replacement: incomplete sequence (E2 82)\n"
    );
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("one"), "a\nb\u{fffd}\u{fffd}".as_bytes());
    assert_eq!(read("cut"), "x\u{fffd}".as_bytes());

    let latin1 = ["convert", "--lossy", "-t", "latin1", "euro"];
    let outcome = run_in(folder.path(), &latin1, b"");
    assert_eq!((outcome.status, outcome.text()), (0, "10 ?, 20 ?"));
    assert_eq!(
        outcome.stderr,
        "utflane: euro:1:4: byte 3: 2 replacements, \
         the first: ISO-8859-1 cannot represent U+20AC '\u{20ac}'\n"
    );
}

/// The output equals that of the standard library for any position of the first error, including
/// across reads and at the end. Checks every `step`th position, sequence and end.
fn check_first_replacement(step: usize) {
    let mut number = 0;
    let faults: [&[u8]; 5] = [
        b"\xFF",
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\xED\xA0\x80",
        b"\xE1\xE1\x80",
    ];
    for boundary in [0, 1 << 16, 1 << 17, 1 << 18] {
        for back in 0..4 {
            for fault in faults {
                for end in [&b""[..], b"z", b" and \xC3\xA9 \xF0 more \xC3"] {
                    number += 1;
                    if number % step != 0 {
                        continue;
                    }
                    let before = "y".repeat(usize::saturating_sub(boundary, back));
                    let bytes = [before.as_bytes(), fault, end].concat();
                    let text = String::from_utf8_lossy(&bytes);
                    let outcome = run(&["convert", "--lossy"], &bytes);
                    assert!(
                        outcome.text() == text,
                        "{boundary} - {back}: {fault:X?} {end:X?}"
                    );
                    let count = text.matches('\u{fffd}').count();
                    let words = match count {
                        1 => "1 replacement: ".to_owned(),
                        _ => format!("{count} replacements, the first: "),
                    };
                    let place = before.len();
                    let start = format!("utflane: <stdin>:1:{}: byte {place}: {words}", place + 1);
                    assert!(outcome.stderr.starts_with(&start), "{}", outcome.stderr);
                    let utf32 = run(&["convert", "--lossy", "-t", "utf-32be"], &bytes);
                    let units = text.chars().flat_map(|c| u32::from(c).to_be_bytes());
                    assert!(utf32.stdout == units.collect::<Vec<u8>>());
                }
            }
        }
    }
}

sample_and_all! {
    check_first_replacement: the_first_replacement_is_like_the_others(7),
    every_first_replacement_is_like_the_others(1) = "long: every position, sequence and end"
}

#[test]
fn json_has_a_record_for_each_file() {
    let folder = folder(&[
        ("good", b"good"),
        ("bad", b"a\nb\xC0\x80"),
        ("euro", "\u{20ac}!\u{20ac}".as_bytes()),
        ("already", b"a\0b\0"),
    ]);
    let files = ["good", "bad", "euro", "already", "missing"];
    let records = |arguments: &[&str]| -> (i32, Vec<Value>) {
        let outcome = run_in(folder.path(), &[arguments, &files].concat(), b"");
        (outcome.status, outcome.records())
    };
    let arguments = ["convert", "--json", "-i", "-t", "latin1"];
    let euro = json!({
        "line": 1, "column": 1, "offset": 0, "kind": "Unrepresentable",
        "message": "ISO-8859-1 cannot represent U+20AC '\u{20ac}'", "bytes": "E2 82 AC",
    });
    let (status, strict) = records(&arguments);
    assert_eq!((status, strict.len()), (2, 5));
    assert_eq!(
        strict[0],
        json!({
            "file": "good", "from": "UTF-8", "to": "ISO-8859-1", "converted": true, "changed": false,
            "replacements": 0, "first_replacement": null, "error": null, "note": null,
        })
    );
    assert_eq!(strict[1]["converted"], false);
    assert_eq!(strict[1]["error"]["kind"], "Overlong");
    assert_eq!(strict[2]["error"], euro);
    assert_eq!(strict[3]["converted"], false);
    assert_eq!(
        strict[3]["note"],
        "looks like UTF-16LE: try --from utf-16le, or --from utf-8 if it is not"
    );
    assert_eq!(strict[4]["file"], "missing");
    assert!(strict[4]["failure"].is_string());

    let (status, lossy) = records(&[&arguments[..], &["--lossy"]].concat());
    assert_eq!((status, lossy.len()), (2, 5));
    assert_eq!(
        lossy[2],
        json!({
            "file": "euro", "from": "UTF-8", "to": "ISO-8859-1", "converted": true, "changed": true,
            "replacements": 2, "first_replacement": euro, "error": null, "note": null,
        })
    );
    assert_eq!(lossy[1]["replacements"], 2);
    assert_eq!(lossy[1]["first_replacement"]["offset"], 3);
}

#[test]
fn json_and_text_do_not_share_standard_output() {
    let folder = folder(&[("file", b"\xFF")]);
    for arguments in [
        &["convert", "--json", "file"][..],
        &["convert", "--json", "file", "-o", "-"],
    ] {
        let outcome = run_in(folder.path(), arguments, b"");
        assert_eq!((outcome.status, outcome.text()), (2, ""));
        outcome.expect_message("--json");
    }
    let arguments = ["convert", "--json", "--lossy", "file", "-o", "new"];
    let outcome = run_in(folder.path(), &arguments, b"");
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    let record = outcome.record();
    assert_eq!(
        (&record["file"], &record["replacements"]),
        (&"file".into(), &1.into())
    );
}
