//! `stat`, `isa`, and the JSON of `check` and `stat`.

use std::time::Instant;

use serde_json::json;
use utflane::Isa;

use crate::{ENCODINGS, folder, run, run_in, sample_and_all, texts};

#[test]
fn check_prints_one_object_for_each_file() {
    let folder = folder(&[("good", b"good"), ("bad", b"a\nb\xC0\x80")]);
    let outcome = run_in(
        folder.path(),
        &["check", "--json", "good", "bad", "missing"],
        b"",
    );
    assert_eq!(outcome.status, 2);
    let lines = outcome.records();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0],
        json!({
            "file": "good", "encoding": "UTF-8", "valid": true, "error": null,
            "nul": null, "looks_like": null, "hint": null,
        })
    );
    let error = json!({
        "line": 2, "column": 2, "offset": 3, "bytes": "C0 80",
        "kind": "Overlong", "message": "overlong encoding",
    });
    assert_eq!(
        lines[1],
        json!({
            "file": "bad", "encoding": "UTF-8", "valid": false, "error": error, "nul": null,
            "looks_like": "MUTF-8", "hint": "looks like MUTF-8: try --encoding mutf-8",
        })
    );
    assert_eq!(lines[2]["file"], "missing");
    assert!(lines[2]["failure"].is_string());
}

#[test]
fn stat_counts_like_the_standard_library() {
    for (name, text) in texts() {
        let mut lengths = [0; 4];
        for c in text.chars() {
            lengths[c.len_utf8() - 1] += 1;
        }
        for (encoding, encode) in ENCODINGS {
            let Some(bytes) = encode(&text) else { continue };
            let outcome = run(&["stat", "--json", "-e", encoding], &bytes);
            assert_eq!(outcome.status, 0);
            let marked = text.starts_with('\u{feff}') && encoding.starts_with("utf");
            let name_of_encoding = encoding.to_uppercase();
            let expected = json!({
                "file": "<stdin>",
                "encoding": name_of_encoding,
                "bom": marked.then_some(name_of_encoding),
                "bytes": bytes.len(),
                "characters": text.chars().count(),
                "utf8_lengths": lengths,
                "lines": text.lines().count(),
                "line_ends": {"lf": text.matches('\n').count(), "crlf": 0, "cr": 0},
                "malformed": 0,
                "first_error": null,
            });
            assert_eq!(outcome.record(), expected, "{name} in {encoding}");
        }
    }
}

#[test]
fn stat_describes_malformed_text_all_the_same() {
    let piece = b"a\xC3\xA9\xFF\n\xE2\x82\n";
    let bytes = piece.repeat(50_000);
    let text = String::from_utf8_lossy(&bytes);
    let outcome = run(&["stat", "--json"], &bytes);
    assert_eq!(outcome.status, 1);
    let line = &outcome.record();
    let replaced = text.matches('\u{fffd}').count();
    assert_eq!(line["malformed"], replaced);
    assert_eq!(line["characters"], text.chars().count() - replaced);
    assert_eq!(line["bytes"], bytes.len());
    assert_eq!(line["lines"], text.lines().count());
    assert_eq!(line["first_error"]["offset"], 3);

    let last_line = run(&["stat"], b"a\n\xFF");
    assert_eq!(last_line.status, 1);
    assert_eq!(
        last_line.stderr,
        "utflane: <stdin>:2:1: byte 2: invalid byte (FF)\n"
    );
}

#[test]
fn stat_prints_a_table() {
    let folder = folder(&[
        ("text", "a\u{e9}\u{20ac}\u{1f600}\nb".as_bytes()),
        ("marked", b"\xFF\xFEh\0i\0"),
        ("bad", b"\x80\xFF"),
    ]);
    let names = ["text", "marked", "bad", "missing"];
    let outcome = run_in(folder.path(), &[&["stat"][..], &names].concat(), b"");
    assert_eq!(
        outcome.text(),
        "\
bytes  lines  characters  1-byte  2-byte  3-byte  4-byte  malformed  LF  CRLF  CR  mark  encoding  file
   12      2           6       3       1       1       1          0   1     0   0  no    UTF-8     text
    6      1           3       2       0       1       0          0   0     0   0  yes   UTF-16LE  marked
    2      1           0       0       0       0       0          2   0     0   0  no    UTF-8     bad
   20      4           9       5       1       2       1          2   1     0   0                  total
"
    );
    let fault = "utflane: bad:1:1: byte 0: unexpected continuation byte (80), the first of 2\n";
    assert!(outcome.stderr.starts_with(fault), "{}", outcome.stderr);
    assert_eq!((outcome.status, outcome.stderr.lines().count()), (2, 2));
    let one = run_in(folder.path(), &["stat", "text", "missing"], b"");
    assert_eq!(one.text().lines().count(), 2);
    let none = run_in(folder.path(), &["stat", "missing"], b"");
    assert_eq!((none.status, none.text()), (2, ""));
}

#[test]
fn stat_counts_the_ends_of_lines_by_kind() {
    let text = "a\r\nb\r\rc\n\r\n\n\u{A0D}\u{D0A}\r".repeat(20_000);
    let pairs = text.matches("\r\n").count();
    let expected = |faults: usize| {
        let (lf, cr) = (text.matches('\n').count(), text.matches('\r').count());
        json!({"lf": lf - pairs + faults, "crlf": pairs, "cr": cr - pairs + faults})
    };
    for (encoding, encode) in ENCODINGS {
        if let Some(bytes) = encode(&text) {
            let outcome = run(&["stat", "--json", "-e", encoding], &bytes);
            assert_eq!(outcome.record()["line_ends"], expected(0), "{encoding}");
        }
    }
    // CR and LF around a malformed sequence are no pair, and text after it is still counted.
    for encoding in ["utf-8", "gb18030", "utf-8-rfc2279"] {
        let bytes = match encoding {
            "gb18030" => run(&["convert", "-t", encoding], text.as_bytes()).stdout,
            _ => text.clone().into_bytes(),
        };
        let bytes = [b"\r\xFF\n", &bytes[..]].concat();
        let outcome = run(&["stat", "--json", "-e", encoding], &bytes);
        assert_eq!(outcome.record()["line_ends"], expected(1), "{encoding}");
    }
}

/// Text with malformed sequences in the middle of a read, at its end, and across two reads. Checks
/// every `step`th combination of an encoding and a distance.
fn check_counts(step: usize) {
    let mut number = 0;
    for (name, encode) in ENCODINGS {
        let text = encode(&"plain text\n".repeat(40_000)).unwrap();
        for every in [3, 7, 61, 131_071] {
            number += 1;
            if number % step != 0 {
                continue;
            }
            let mut bytes = text.clone();
            for index in (0..bytes.len()).step_by(every) {
                bytes[index] = 0xDC + (index % 4) as u8;
            }
            bytes.pop();
            let outcome = run(&["stat", "--json", "-e", name], &bytes);
            let line = &outcome.record();
            let converted = run(&["convert", "--lossy", "-f", name], &bytes).stdout;
            let converted = str::from_utf8(&converted).unwrap();
            let replaced = converted.matches('\u{fffd}').count();
            assert_eq!(line["malformed"], replaced, "{name}, every {every}");
            assert_eq!(line["characters"], converted.chars().count() - replaced);
            assert_eq!(line["lines"], converted.lines().count());
            assert_eq!(line["bytes"], bytes.len());
        }
    }
}

sample_and_all! {
    check_counts: stat_counts_faults_like_a_lossy_conversion(5),
    stat_counts_faults_of_every_encoding_like_a_lossy_conversion(1) = "long: all encodings and distances"
}

/// Handling each malformed sequence separately would take thirty times as long. The two programs
/// alternate, and the best time of each counts. In an unoptimised build, counting alone takes four
/// times as long as a conversion.
#[test]
fn a_flood_of_faults_takes_stat_no_longer_than_a_conversion() {
    let folder = folder(&[
        ("flood", &[0x80; 1 << 20]),
        ("mixed", &b"a\xFF".repeat(1 << 19)),
    ]);
    for name in ["flood", "mixed"] {
        let time = |arguments: &[&str]| {
            let start = Instant::now();
            assert_ne!(run_in(folder.path(), arguments, b"").status, 2);
            start.elapsed()
        };
        let rounds = (0..3).map(|_| {
            let converted = time(&["convert", "--lossy", name, "-o", "out"]);
            (time(&["stat", name]), converted)
        });
        let (stat, converted): (Vec<_>, Vec<_>) = rounds.unzip();
        let (stat, converted) = (stat.iter().min().unwrap(), converted.iter().min().unwrap());
        assert!(*stat < 10 * *converted, "{name}: {stat:?}, {converted:?}");
    }
}

#[test]
fn isa_shows_what_the_library_offers() {
    let outcome = run(&["isa"], b"");
    assert_eq!(outcome.status, 0);
    for isa in Isa::available() {
        let line = outcome
            .text()
            .lines()
            .find(|line| line.starts_with(isa.name()));
        let line = line.expect("each instruction set has its line");
        assert!(line.contains(" available"));
        assert_eq!(line.contains("chosen"), isa == Isa::best());
    }
    assert_eq!(outcome.text().matches("chosen").count(), 1);
    let lacking = outcome
        .text()
        .lines()
        .filter(|line| line.contains("not available"));
    assert_eq!(
        lacking.count() + Isa::available().count(),
        outcome.text().lines().count()
    );
}
