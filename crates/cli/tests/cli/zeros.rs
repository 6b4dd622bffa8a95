//! NUL characters: text that is well-formed in an encoding that it is not written in.

use serde_json::Value;

use crate::{ENCODINGS, folder, run, run_in};

/// The last message is a warning that names the encoding to try, even if the text is also
/// malformed.
#[test]
fn check_says_what_text_of_wider_units_looks_like() {
    for (text, place) in [
        ("hi\nthere\n", "1:1|1:2"),
        ("да\nнет, 漢\n", ""),
        ("é\n", ""),
        ("x\n".repeat(200_000).as_str(), "1:1|1:2"),
    ] {
        for (name, encode) in &ENCODINGS[1..5] {
            let bytes = encode(text).unwrap();
            let folder = folder(&[("file", &bytes)]);
            for (arguments, input) in [
                (&["check", "file"][..], &b""[..]),
                (&["check", "-"], &bytes),
            ] {
                let outcome = run_in(folder.path(), arguments, input);
                let advice = format!(
                    "looks like {}: try --encoding {name}\n",
                    name.to_uppercase()
                );
                let warning = outcome.stderr.as_str();
                let is_hint = warning.starts_with("utflane: hint: ");
                assert_eq!(is_hint, !warning.contains("NUL"), "{warning}");
                assert!(is_hint || warning.starts_with("utflane: warning: "));
                assert!(warning.ends_with(&advice), "{name}, {text:.9}: {warning}");
                assert_eq!(warning.lines().count(), 1);
                assert_eq!(outcome.status, i32::from(!outcome.stdout.is_empty()));
                if !place.is_empty() {
                    assert_eq!(outcome.status, 0);
                    assert!(place.split('|').any(|place| warning.contains(place)));
                    let zeros = bytes.iter().filter(|byte| **byte == 0).count();
                    let count = format!("the first of {zeros} NUL characters; ");
                    assert!(warning.contains(&count), "{warning}");
                }
            }
            let named = run(&["check", "-e", name, "--no-nul"], &bytes);
            assert_eq!((named.status, named.stderr.as_str()), (0, ""));
        }
    }
}

#[test]
fn stray_nul_characters_are_a_warning_or_an_error() {
    let rows: [(&str, &[u8], &str, &str); 5] = [
        (
            "utf-8",
            b"a\n\xC3\xA9\0x\0",
            "2:2: byte 4: the first of 2",
            "00",
        ),
        ("latin1", b"one\0two\0", "1:4: byte 3: the first of 2", "00"),
        ("ascii", b"\0", "1:1: byte 0: NUL character", "00"),
        (
            "utf-16be",
            b"\0a\0b\0\0",
            "1:3: byte 4: NUL character",
            "00 00",
        ),
        (
            "utf-32le",
            b"\n\0\0\0\0\0\0\0",
            "2:1: byte 4: NUL character",
            "00 00 00 00",
        ),
    ];
    for (encoding, bytes, place, shown) in rows {
        let warned = run(&["check", "-e", encoding], bytes);
        assert_eq!((warned.status, warned.text()), (0, ""));
        let expected = format!("utflane: warning: <stdin>:{place}");
        assert!(warned.stderr.starts_with(&expected), "{}", warned.stderr);
        assert!(!warned.stderr.contains("looks"), "{}", warned.stderr);

        let place = place.rsplit_once(": ").unwrap().0;
        let refused = run(&["check", "-e", encoding, "--no-nul"], bytes);
        let expected = format!("<stdin>:{place}: NUL character ({shown})\n");
        assert_eq!((refused.status, refused.text()), (1, expected.as_str()));
        assert_eq!(refused.stderr, "");
    }
}

#[test]
fn the_first_of_a_nul_character_and_a_malformed_sequence_is_the_error() {
    let nul_first = run(&["check", "--no-nul"], b"\0\xFF");
    assert_eq!(
        nul_first.text(),
        "<stdin>:1:1: byte 0: NUL character (00)\n"
    );
    let nul_last = run(&["check", "--no-nul"], b"\xFF\0");
    assert_eq!(nul_last.text(), "<stdin>:1:1: byte 0: invalid byte (FF)\n");
    let both = run(&["check"], b"a\0\0\xFF\0");
    assert_eq!(both.text(), "<stdin>:1:4: byte 3: invalid byte (FF)\n");
    let warning = "utflane: warning: <stdin>:1:2: byte 1: the first of 2 NUL characters\n";
    assert_eq!((both.stderr.as_str(), both.status), (warning, 1));
}

#[test]
fn json_has_the_warning() {
    let bytes = "ab\n".encode_utf16().flat_map(u16::to_be_bytes);
    let bytes: Vec<u8> = bytes.collect();
    let record = |arguments: &[&str]| -> Value {
        let outcome = run(&[&["check", "--json"], arguments].concat(), &bytes);
        assert_eq!(outcome.stderr, "");
        outcome.record()
    };
    let warned = record(&[]);
    assert_eq!(warned["valid"], true);
    assert_eq!(warned["looks_like"], "UTF-16BE");
    assert_eq!(warned["nul"]["count"], 3);
    assert_eq!(warned["nul"]["offset"], 0);
    let refused = record(&["--no-nul"]);
    assert_eq!(
        (&refused["valid"], &refused["error"]["kind"]),
        (&false.into(), &"Nul".into())
    );
    let named = record(&["-e", "utf-16be"]);
    assert_eq!(
        (&named["nul"], &named["looks_like"]),
        (&Value::Null, &Value::Null)
    );
}

/// In MUTF-8, U+0000 is C0 80. In UCS-2, a byte 00 is half of a unit. In UTF-7, U+0000 may be in
/// base64.
#[test]
fn a_nul_character_is_that_of_the_encoding() {
    for (encoding, bytes, place, shown) in [
        ("mutf-8", &b"a\xC0\x80b\xC0\x80"[..], "1:2: byte 1", "C0 80"),
        ("mutf-8", b"\xC3\xA9\n\xC0\x80", "2:1: byte 3", "C0 80"),
        ("utf-7", b"ab+AOkAAA-c", "1:4: byte 6", "00"),
        ("ucs-2le", b"a\0\0\0b\0", "1:2: byte 2", "00 00"),
        ("ucs-2be", b"\0a\0\n\x01\0\0\0", "2:2: byte 6", "00 00"),
        ("ucs-2le", b"\xFF\xFE\0\x01\0\0", "1:3: byte 4", "00 00"),
    ] {
        let refused = run(&["check", "-e", encoding, "--no-nul"], bytes);
        let expected = format!("<stdin>:{place}: NUL character ({shown})\n");
        assert_eq!((refused.status, refused.text()), (1, expected.as_str()));
        let warned = run(&["check", "-e", encoding], bytes);
        assert_eq!((warned.status, warned.text()), (0, ""));
        let expected = format!("utflane: warning: <stdin>:{place}");
        assert!(warned.stderr.starts_with(&expected), "{}", warned.stderr);
        let all = run(&["check", "-e", encoding, "--no-nul", "--all"], bytes);
        let count = if bytes.ends_with(b"b\xC0\x80") { 2 } else { 1 };
        assert_eq!(all.text().lines().count(), count, "{}", all.text());
    }
    let shown = run(&["check", "-v", "-e", "mutf-8", "--no-nul"], b"a\xC0\x80b");
    assert!(shown.text().contains("    a\\u{0}b\n"), "{}", shown.text());
}
