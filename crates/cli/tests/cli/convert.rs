//! `convert`: every encoding to every other, byte order marks, and the output file.

use std::fs;

use crate::{ENCODINGS, folder, names_in, run, run_in, sample_and_all, texts};

/// Checks every `step`th combination of a text and an encoding.
fn check_there_and_back(step: usize) {
    let mut number = 0;
    for (name, text) in texts() {
        for (to, encode) in ENCODINGS {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let Some(expected) = encode(&text) else {
                continue;
            };
            let there = run(&["convert", "-f", "utf-8", "-t", to], text.as_bytes());
            assert_eq!(
                (there.status, there.stderr.as_str()),
                (0, ""),
                "{name} to {to}"
            );
            assert!(there.stdout == expected, "{name} to {to}");
            let back = run(&["convert", "-f", to, "-t", "utf-8"], &expected);
            assert_eq!(
                (back.status, back.stderr.as_str()),
                (0, ""),
                "{name} from {to}"
            );
            assert!(back.stdout == text.as_bytes(), "{name} from {to}");
        }
    }
}

sample_and_all! {
    check_there_and_back: texts_go_to_encodings_and_back(5),
    every_text_goes_to_every_encoding_and_back(1) = "long: all texts and encodings"
}

/// Checks every `step`th pair.
fn check_pairs(step: usize) {
    let mut number = 0;
    let text = "\u{0}plain\r\n".repeat(20_000);
    for (from, encode_from) in ENCODINGS {
        for (to, encode_to) in ENCODINGS {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let outcome = run(
                &["convert", "-f", from, "-t", to],
                &encode_from(&text).unwrap(),
            );
            assert_eq!(outcome.status, 0, "{from} to {to}: {}", outcome.stderr);
            assert!(
                outcome.stdout == encode_to(&text).unwrap(),
                "{from} to {to}"
            );
        }
    }
}

sample_and_all! {
    check_pairs: pairs_of_encodings(5),
    every_pair_of_encodings(1) = "long: all pairs"
}

/// Variants of UTF-8: the differences of each, byte order marks, and a high surrogate at the end of
/// a text, which is only written when the end is known.
#[test]
fn variants_of_utf8() {
    let convert = |from: &str, to: &str, input: &[u8]| {
        let outcome = run(&["convert", "-f", from, "-t", to], input);
        (outcome.status, outcome.stdout)
    };
    let text = "\u{FEFF}a\0\u{e9}\u{1F600}".as_bytes();
    let cases: [(&str, &[u8]); 4] = [
        ("wtf-8", text),
        ("utf-8-rfc2279", text),
        ("cesu-8", b"\xEF\xBB\xBFa\0\xC3\xA9\xED\xA0\xBD\xED\xB8\x80"),
        (
            "mutf-8",
            b"\xEF\xBB\xBFa\xC0\x80\xC3\xA9\xED\xA0\xBD\xED\xB8\x80",
        ),
    ];
    for (name, bytes) in cases {
        assert_eq!(convert("utf-8", name, text), (0, bytes.to_vec()), "{name}");
        assert_eq!(convert(name, "utf-8", bytes), (0, text.to_vec()), "{name}");
    }
    let high = b"a\xED\xA0\xBD";
    assert_eq!(convert("wtf-8", "mutf-8", high), (0, high.to_vec()));
    let outcome = run(&["convert", "-f", "wtf-8", "-t", "utf-8"], high);
    assert_eq!((outcome.status, &outcome.stdout[..]), (1, &b"a"[..]));
    let place = "1:2: byte 1: UTF-8 cannot represent U+D83D";
    outcome.expect_message(place);
    let lossy = run(&["convert", "-f", "wtf-8", "-t", "utf-8", "--lossy"], high);
    assert_eq!(
        (lossy.status, &lossy.stdout[..]),
        (0, "a\u{FFFD}".as_bytes())
    );
}

/// Checks every `step`th combination of a policy and two encodings.
fn check_marks(step: usize) {
    let mut number = 0;
    let cases: [(&str, bool, &str, bool); 6] = [
        ("keep", true, "\u{feff}", true),
        ("keep", false, "", false),
        ("strip", true, "", false),
        ("strip", false, "", false),
        ("add", true, "\u{feff}", true),
        ("add", false, "\u{feff}", true),
    ];
    for (policy, has_one, mark, _) in cases {
        let input = format!("{}tekst\u{feff}", if has_one { "\u{feff}" } else { "" });
        let expected = format!("{mark}tekst\u{feff}");
        for (from, encode_from) in &ENCODINGS[..5] {
            for (to, encode_to) in &ENCODINGS[..5] {
                number += 1;
                if number % step != 0 {
                    continue;
                }
                let bytes = encode_from(&input).unwrap();
                let outcome = run(&["convert", "-f", from, "-t", to, "--bom", policy], &bytes);
                assert_eq!(
                    outcome.stdout,
                    encode_to(&expected).unwrap(),
                    "{from} to {to}, {policy}"
                );
            }
        }
    }
    for policy in ["keep", "strip", "add"] {
        let marked = "\u{feff}text".as_bytes();
        let outcome = run(&["convert", "-t", "latin1", "--bom", policy], marked);
        assert_eq!((outcome.status, outcome.text()), (0, "text"), "{policy}");
    }
    let added = run(
        &["convert", "-f", "latin1", "-t", "utf-16be", "--bom", "add"],
        b"\xE9",
    );
    assert_eq!(added.stdout, b"\xFE\xFF\x00\xE9");
}

sample_and_all! {
    check_marks: byte_order_marks(7),
    all_byte_order_marks(1) = "long: all pairs of encodings"
}

#[test]
fn auto_reads_what_the_byte_order_mark_says() {
    for (name, encode) in &ENCODINGS[..5] {
        let outcome = run(
            &["convert", "--bom", "strip"],
            &encode("\u{feff}é😀").unwrap(),
        );
        assert_eq!((outcome.status, outcome.text()), (0, "é😀"), "{name}");
    }
    assert_eq!(run(&["convert", "-f", "auto"], "é".as_bytes()).text(), "é");
    // A named encoding is used as it is: in UTF-16LE these bytes are a mark and U+0000.
    let named = run(
        &["convert", "-f", "utf-16le", "--bom", "strip"],
        b"\xFF\xFE\0\0",
    );
    assert_eq!(named.stdout, b"\0");
}

#[test]
fn a_strict_conversion_stops_at_the_first_obstacle() {
    let text = b"one\ntwo \xE2\x82\xAC\n";
    let lacking = run(&["convert", "-t", "latin1"], text);
    assert_eq!((lacking.status, lacking.text()), (1, "one\ntwo "));
    assert_eq!(
        lacking.stderr,
        "utflane: <stdin>:2:5: byte 8: ISO-8859-1 cannot represent U+20AC '€'\n"
    );
    let malformed = run(&["convert", "-t", "utf-16be"], b"a\n\xC0\x80");
    assert_eq!(
        (malformed.status, malformed.stdout.as_slice()),
        (1, &b"\0a\0\n"[..])
    );
    assert_eq!(
        malformed.stderr,
        "utflane: <stdin>:2:1: byte 2: overlong encoding (C0 80)\n"
    );
}

/// Malformed sequences and characters of every length, so that reads end in the middle of all of
/// them.
#[test]
fn a_lossy_conversion_replaces_what_it_must() {
    let piece = b"a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80|\x80\xE2\x82|\xED\xA0\x80|\xF0\x9F|\xE1\xE1\x80\x80";
    let mut bytes = piece.repeat(20_000);
    bytes.extend(b"\xF0\x9F");
    let text = String::from_utf8_lossy(&bytes);
    let utf8 = run(&["convert", "--lossy"], &bytes);
    assert_eq!(utf8.status, 0);
    assert!(utf8.stdout == text.as_bytes());
    let replaced = text.matches('\u{fffd}').count();
    assert_eq!(
        utf8.stderr,
        format!(
            "utflane: <stdin>:1:6: byte 11: {replaced} replacements, \
             the first: unexpected continuation byte (80)\n"
        )
    );
    let latin1 = run(&["convert", "--lossy", "-t", "latin1"], &bytes);
    let expected: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))
        .collect();
    assert!(latin1.stdout == expected);
}

#[test]
fn the_output_appears_whole_or_not_at_all() {
    let folder = folder(&[
        ("good", b"gr\xC3\xBCn"),
        ("bad", b"well\xFF"),
        ("old", b"what was there"),
    ]);
    let path = folder.path();
    let bad = run_in(path, &["convert", "bad", "-o", "old"], b"");
    assert_eq!(bad.status, 1);
    assert_eq!(bad.stderr, "utflane: bad:1:5: byte 4: invalid byte (FF)\n");
    assert_eq!(fs::read(path.join("old")).unwrap(), b"what was there");
    assert_eq!(
        run_in(path, &["convert", "bad", "-o", "new"], b"").status,
        1
    );
    assert_eq!(
        run_in(path, &["convert", "missing", "-o", "new"], b"").status,
        2
    );
    assert_eq!(names_in(path), ["bad", "good", "old"]);

    let good = run_in(path, &["convert", "-t", "latin1", "good", "-o", "new"], b"");
    assert_eq!(
        (good.status, good.stdout.len(), good.stderr.as_str()),
        (0, 0, "")
    );
    assert_eq!(fs::read(path.join("new")).unwrap(), b"gr\xFCn");
    let again = run_in(path, &["convert", "-t", "utf-16le", "-o", "old"], b"!");
    assert_eq!(again.status, 0);
    assert_eq!(fs::read(path.join("old")).unwrap(), b"!\0");
    assert_eq!(names_in(path), ["bad", "good", "new", "old"]);
}

#[test]
fn a_file_can_be_converted_in_place() {
    let text = "línea\n".repeat(100_000);
    let folder = folder(&[("file", text.as_bytes())]);
    let arguments = ["convert", "-t", "utf-32le", "file", "-o", "file"];
    assert_eq!(run_in(folder.path(), &arguments, b"").status, 0);
    let expected: Vec<u8> = text
        .chars()
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect();
    assert!(fs::read(folder.path().join("file")).unwrap() == expected);
}

#[test]
fn an_output_that_cannot_be_written_is_reported() {
    let folder = folder(&[]);
    for (output, message) in [
        ("no/such/file", "no/such/file: no file"),
        (".", "--output: "),
    ] {
        let outcome = run_in(folder.path(), &["convert", "-o", output], b"text");
        assert_eq!(outcome.status, 2, "{output}");
        let message = format!("utflane: {message}");
        assert!(outcome.stderr.starts_with(&message), "{}", outcome.stderr);
    }
    assert_eq!(names_in(folder.path()), [""; 0]);
}

#[cfg(unix)]
mod unix {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_a_link_stays_a_link() {
        let folder = folder(&[("file", b"old"), ("plain", b"")]);
        let path = folder.path();
        let mode = |name: &str| fs::metadata(path.join(name)).unwrap().permissions().mode();
        symlink("file", path.join("link")).unwrap();
        for permissions in [0o640, 0o600, 0o444, 0o666] {
            fs::set_permissions(path.join("file"), Permissions::from_mode(permissions)).unwrap();
            let arguments = ["convert", "--force", "-o", "link"];
            assert_eq!(run_in(path, &arguments, b"new").status, 0);
            assert!(
                fs::symlink_metadata(path.join("link"))
                    .unwrap()
                    .is_symlink()
            );
            assert_eq!(fs::read(path.join("file")).unwrap(), b"new");
            assert_eq!(mode("file") & 0o777, permissions);
        }
        assert_eq!(run_in(path, &["convert", "-o", "fresh"], b"new").status, 0);
        assert_eq!(mode("fresh"), mode("plain"));
    }

    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        assert_eq!(run(&["convert", "-o", "/dev/null"], b"text").status, 0);
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
