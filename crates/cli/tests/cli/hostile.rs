//! Files that are easily misdetected: all commands agree about each.

use std::fs;
use std::io::{self, Read};

use utflane::Charset;
use utflane::io::Reader;
use utflane_test_support::hostile::{Row, rows};

use crate::{folder, run_in};

/// Returns the text of a row in UTF-8, if it is well-formed.
fn text_of(row: &Row, encoding: Option<&str>) -> io::Result<Vec<u8>> {
    let charset = encoding.unwrap_or_default().parse();
    let charset = charset.unwrap_or(Charset::Utf8);
    let mut text = Vec::new();
    Reader::new(&row.bytes[..], charset).read_to_end(&mut text)?;
    Ok(text)
}

#[test]
fn all_commands_agree() {
    for row in rows() {
        let name = row.file.as_str();
        let top = folder(&[(name, &row.bytes)]);
        let bytes = || fs::read(top.path().join(name)).unwrap();
        let run = |arguments: &[&str]| run_in(top.path(), &[arguments, &[name]].concat(), b"");

        let detected = run(&["detect", "--json"]);
        let found = detected.record();
        let (encoding, basis) = match row.guess.as_str() {
            "" => (Some(row.encoding.as_str()), Some(row.certainty.as_str())),
            "-" => (None, Some("unknown")),
            // A guess, or likely.
            legacy => (Some(legacy), None),
        };
        assert_eq!(found["encoding"].as_str(), encoding, "{name}");
        if let Some(basis) = basis {
            assert_eq!(found["basis"], basis, "{name}");
            assert_eq!(found["exact"], row.exact, "{name}");
        }
        assert_eq!(detected.status, i32::from(encoding.is_none()), "{name}");

        let checked = run(&["check", "--json"]).record();
        let looks_like = checked["looks_like"].as_str();
        let expected = match row.is_wide() {
            true => Some(row.encoding.as_str()),
            false if checked["valid"] == false && row.encoding == "-" => encoding,
            false => None,
        };
        assert_eq!(looks_like, expected, "{name}");

        // A file and a pipe give the same result.
        let auto = run(&["convert", "-f", "auto", "-o", "auto"]);
        let piped = run_in(top.path(), &["convert", "-f", "auto"], &row.bytes);
        let text = text_of(&row, encoding);
        let is_read = match basis {
            Some(_) => row.read,
            None => found["basis"] == "likely" && found["exact"] == true,
        };
        let is_written = is_read && text.is_ok();
        assert_eq!(
            auto.status,
            i32::from(!is_written),
            "{name}: {}",
            auto.stderr
        );
        assert_eq!(piped.status, auto.status, "{name}: {}", piped.stderr);
        match is_read {
            true if !is_written => {
                let place = format!("utflane: {name}:9:1: ");
                assert!(auto.stderr.contains(&place), "{name}: {}", auto.stderr);
            }
            true => {
                assert_eq!(piped.stdout, text.unwrap(), "{name}");
                assert_eq!(fs::read(top.path().join("auto")).unwrap(), piped.stdout);
            }
            false => {
                assert!(!top.path().join("auto").exists(), "{name}");
                let words = match row.encoding.as_str() {
                    "-" => {
                        encoding.map_or("no known encoding".into(), |it| format!("perhaps {it}"))
                    }
                    likely => format!("not sure, perhaps {likely}"),
                };
                assert!(auto.stderr.contains(&words), "{name}: {}", auto.stderr);
            }
        }

        // A file in UTF-16 or UTF-32 is not converted as UTF-8.
        for arguments in [
            &["convert", "-o", "plain"][..],
            &["convert", "-i", "--binary", "--lossy"],
        ] {
            let plain = run(arguments);
            let words = format!("looks like {}: try --from", row.encoding);
            let is_refused = plain.stderr.contains(&words);
            assert_eq!(is_refused, row.is_wide(), "{name}: {}", plain.stderr);
            if row.is_wide() {
                assert_eq!((plain.status, bytes()), (1, row.bytes.clone()), "{name}");
            }
        }
    }
}

/// A file that is certainly in the target encoding is not converted to it again.
#[test]
fn the_guard_agrees() {
    for row in rows() {
        let name = row.file.as_str();
        let top = folder(&[(name, &row.bytes)]);
        let to = row.encoding.to_ascii_lowercase();
        if !row.read || row.certainty != "certain" || row.encoding == "US-ASCII" {
            continue;
        }
        let arguments = ["convert", "-i", "--binary", "-f", "latin1", "-t", &to, name];
        let outcome = run_in(top.path(), &arguments, b"");
        let words = format!(
            "utflane: {name}: seems to be {} already, and is unchanged; --trust-from converts it\n",
            row.encoding
        );
        assert_eq!((outcome.status, outcome.stderr), (1, words));
        assert_eq!(fs::read(top.path().join(name)).unwrap(), row.bytes);
    }
}

/// A NUL, a shift sequence, or a non-ASCII character after more ASCII than is examined.
#[test]
fn what_comes_late_is_found() {
    let plain = "plain text\n".repeat(200_000);
    for (late, expected) in [
        (&b"\0"[..], "late: US-ASCII (most probably)\n"),
        (b"\x07", "late: US-ASCII (most probably)\n"),
        (b"J+APw-rgen\n", "late: UTF-7 ("),
        (b"~{VPND~}\n", "late: HZ-GB-2312 ("),
        (b"\x1B$B4A;z\x1B(B\n", "late: ISO-2022-JP ("),
        ("Grüße\n".as_bytes(), "late: UTF-8 (by its content)\n"),
        (b"", "late: US-ASCII (by its content)\n"),
    ] {
        let top = folder(&[("late", &[plain.as_bytes(), late].concat())]);
        let outcome = run_in(top.path(), &["detect", "late"], b"");
        assert!(outcome.text().starts_with(expected), "{}", outcome.text());
    }
}

/// `exact` is false for a file that is longer than the examined part.
#[test]
fn exact_is_said_of_whole_files_alone() {
    let text = "Größe\n".repeat(400_000);
    for (len, expected) in [(1000, true), (text.len(), false)] {
        let top = folder(&[("file", &text.as_bytes()[..len])]);
        let found = run_in(top.path(), &["detect", "--json", "file"], b"").record();
        assert_eq!(found["exact"], expected);
        let piped = run_in(top.path(), &["detect", "--json"], &text.as_bytes()[..len]);
        assert_eq!(piped.record()["exact"], expected);
    }
}
