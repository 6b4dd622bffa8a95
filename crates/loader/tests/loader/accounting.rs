//! Tests that every row is loaded or set aside, and every file is listed.

use crate::hostile::{self, Fate};
use crate::place::{Place, Result};
use std::collections::BTreeSet;
use std::fs;
use utflane::Charset;

/// Checks `files.csv` of the hostile folder.
pub(crate) fn check_hostile(
    place: &Place,
    files: &[hostile::File],
    report: &str,
) -> Result<(u64, u64)> {
    let lines = place.lines(report)?;
    assert_eq!(lines.len(), files.len());
    assert_eq!(
        lines
            .iter()
            .map(|line| &line.file)
            .collect::<BTreeSet<_>>()
            .len(),
        files.len()
    );
    let (mut rows, mut rejected) = (0, 0);
    for file in files {
        let name = match file.path.to_str() {
            Some("line\nfeed 'é'.csv") => r"$'in/line\012feed \'é\'.csv'".to_owned(),
            Some(name) => format!("in/{name}"),
            None if file
                .path
                .as_os_str()
                .as_encoded_bytes()
                .ends_with(b"\xE8.csv") =>
            {
                r"$'in/caf\350.csv'".to_owned()
            }
            None => r"$'in/caf\351.csv'".to_owned(),
        };
        let line = lines
            .iter()
            .find(|line| line.file == name)
            .ok_or_else(|| format!("no {name}"))?;
        match file.fate {
            Fate::Loaded(good, bad) => {
                let counts = [&line.rows, &line.rejected];
                assert_eq!(counts, [&good.to_string(), &bad.to_string()], "{line:?}");
                assert_eq!((&line.status[..], &line.reason[..]), ("loaded", ""));
                let charset = if file.charset == "gb18030" {
                    "GB18030"
                } else {
                    file.charset
                };
                assert!(
                    line.charset.eq_ignore_ascii_case(charset),
                    "{line:?}, not {charset}"
                );
                assert_eq!(line.found, file.found, "{line:?}");
                assert_eq!(line.first_bad.is_empty(), bad == 0, "{line:?}");
                assert!(!line.delimiter.is_empty(), "{line:?}");
                assert_eq!(line.bytes, file.bytes.len().to_string());
                (rows, rejected) = (rows + good, rejected + bad);
            }
            Fate::Failed(reason) => {
                assert!(
                    line.status == "failed" && line.reason.contains(reason),
                    "{line:?}"
                );
            }
            Fate::Skipped(reason) => {
                assert!(
                    line.status == "skipped" && line.reason.contains(reason),
                    "{line:?}"
                );
            }
        }
    }
    Ok((rows, rejected))
}

#[test]
fn every_row_and_file_of_a_hostile_folder() -> Result {
    let place = Place::new(&[])?;
    let files = hostile::create(&place.path("in"))?;
    assert!(files.len() >= 60);
    let options = [&["--to", "out", "--nul", "reject"], &hostile::OPTIONS[..]].concat();
    let text = place.load(&options, 3)?;
    let (rows, rejected) = check_hostile(&place, &files, "out")?;
    assert!(
        text.contains(&format!("{rows} loaded, {rejected} set aside")),
        "{text}"
    );
    assert_eq!(place.parquet("out")?.len() as u64, rows);
    assert_eq!(place.check_rejected("out")? as u64, rejected);
    // A Parquet file for each file, and the report.
    let loaded = files
        .iter()
        .filter(|file| matches!(file.fate, Fate::Loaded(..)));
    assert_eq!(place.names("out")?.len(), loaded.count() + 2);
    assert_eq!(place.names(".")?, ["in", "out"]);
    Ok(())
}

const ROWS: i64 = 3000;

/// Returns a file with rows from `first`, and the numbers of the bad rows. One row in 100 has an
/// additional field, and one in 250 is malformed unless `malformed` is empty. Some rows contain
/// line feeds.
fn file(first: i64, charset: Charset, malformed: &[u8]) -> (Vec<u8>, BTreeSet<i64>) {
    // Malformed UTF-16 and UTF-32 are only detected by their byte order mark.
    let mut bytes = [charset.bom(), &hostile::encoded("id,name\n", charset)].concat();
    let mut bad = BTreeSet::new();
    for id in first..first + ROWS {
        let row = match id {
            _ if id % 100 == 99 => format!("{id},Zoë,more\n"),
            _ if id % 10 == 3 => format!("{id},\"Zoë\nMüller\"\n"),
            _ => format!("{id},Zoë Müller\n"),
        };
        if id % 100 == 99 {
            bad.insert(id);
        }
        bytes.extend(hostile::encoded(&row, charset));
        if id % 250 == 4 && !malformed.is_empty() {
            bytes.truncate(bytes.len() - charset.width());
            bytes.extend_from_slice(malformed);
            bytes.extend(hostile::encoded("\n", charset));
            bad.insert(id);
        }
    }
    (bytes, bad)
}

#[test]
fn rows_in_are_rows_out_and_rows_aside() -> Result {
    let files: [(&str, Charset, &[u8]); 4] = [
        ("a.csv", Charset::Utf16Le, b"\x00\xD8"),
        ("b.csv", Charset::Windows1252, b""),
        ("c.csv", Charset::Utf8, b"\xC3"),
        ("d.csv", Charset::Utf32Be, b"\x00\x11\x00\x00"),
    ];
    let place = Place::new(&[])?;
    let mut expected_bad = BTreeSet::new();
    for (number, (name, charset, malformed)) in files.into_iter().enumerate() {
        let (bytes, bad) = file(number as i64 * ROWS, charset, malformed);
        fs::write(place.path("in").join(name), bytes)?;
        expected_bad.extend(bad);
    }
    place.load(&["--to", "out", "--fallback-charset", "windows-1252"], 3)?;
    let bad = expected_bad.len();
    assert_eq!(place.check_rejected("out")?, bad);
    let mut stored = BTreeSet::new();
    for row in place.parquet("out")? {
        let (id, name) = row.split_once('|').ok_or(row.clone())?;
        let id: i64 = id.parse()?;
        assert_eq!(
            name,
            if id % 10 == 3 {
                "Zoë\nMüller"
            } else {
                "Zoë Müller"
            },
            "{id}"
        );
        assert!(stored.insert(id), "{id} is there twice");
    }
    let all: BTreeSet<_> = (0..4 * ROWS).collect();
    assert_eq!(&all - &expected_bad, stored);
    // The limit decides about the exit status.
    for (limit, status) in [
        ("4%", 0),
        ("1%", 3),
        (&bad.to_string(), 0),
        (&(bad - 1).to_string(), 3),
    ] {
        let target = format!("out {limit}");
        let options = [
            "--fallback-charset",
            "windows-1252",
            "--max-bad",
            limit,
            "--to",
            &target,
        ];
        place.load(&options, status)?;
    }
    Ok(())
}

/// Blocks are 4 MiB. So rows cross the borders of blocks.
#[test]
fn files_of_several_blocks() -> Result {
    let row = |id: u32| format!("{id},\"line one\nline {id} ü\"\n");
    let rows: String = (0..400_000).map(row).collect();
    let text = format!("id,name\n{rows}bad\n");
    let [utf8, latin] =
        [Charset::Utf8, Charset::Windows1252].map(|charset| hostile::encoded(&text, charset));
    let place = Place::new(&[("utf8.csv", &utf8), ("latin.csv", &latin)])?;
    place.load(&["--to", "out", "--fallback-charset", "windows-1252"], 3)?;
    for name in ["utf8.csv", "latin.csv"] {
        let line = place.line("out", name)?;
        assert_eq!(
            [&line.rows, &line.rejected, &line.first_bad],
            ["400000", "1", "800002"]
        );
    }
    assert_eq!(place.check_rejected("out")?, 2);
    Ok(())
}

/// Lines end with CR, also those of a header in a file that is longer than the sample.
#[test]
fn long_files_with_carriage_returns() -> Result {
    let rows: String = (0..300_000).map(|id| format!("{id}\t\"a\tb\"\r")).collect();
    let text = format!("id\tname\r{rows}");
    let comma = format!("id,name\r{}", rows.replace('\t', ","));
    let place = Place::new(&[("a.txt", text.as_bytes()), ("b.txt", comma.as_bytes())])?;
    place.load(&["--to", "out"], 0)?;
    for name in ["a.txt", "b.txt"] {
        assert_eq!(place.line("out", name)?.rows, "300000");
    }
    Ok(())
}

#[test]
fn nothing_is_loaded_over_something() -> Result {
    let place = Place::new(&[("a.csv", b"id\n1\n"), ("A.CSV", b"id\n2\n")])?;
    place.load(&["--to", "out"], 0)?;
    let expected = ["A.parquet", "a-2.parquet", "files.csv", "rejected.csv"];
    assert_eq!(place.names("out")?, expected);
    // A load replaces neither an earlier load nor its source, unless you say so.
    let text = place.load(&["--to", "out"], 2)?;
    assert!(text.contains("out exists"), "{text}");
    assert!(place.load(&["--to", "in"], 2)?.contains("in exists"));
    let text = place.load(&["--to", "in", "--replace"], 2)?;
    assert!(text.contains("not the folder of an earlier load"), "{text}");
    fs::remove_file(place.path("in/A.CSV"))?;
    place.load(&["--to", "out", "--replace"], 0)?;
    assert_eq!(
        place.names("out")?,
        ["a.parquet", "files.csv", "rejected.csv"]
    );
    assert_eq!(place.parquet("out")?, ["1"]);
    assert_eq!(place.names(".")?, ["in", "out"]);
    // The report can be elsewhere.
    place.load(&["--to", "new/out", "--report", "report"], 0)?;
    assert_eq!(place.names("new/out")?, ["a.parquet"]);
    assert_eq!(place.names("report")?, ["files.csv", "rejected.csv"]);
    Ok(())
}

/// If no file can be loaded, nothing is published.
#[test]
fn nothing_is_published_without_files() -> Result {
    let place = Place::new(&[("a.csv", b""), ("b.csv", b"\n"), ("c.md", b"")])?;
    for options in [
        &["--to", "out"][..],
        &["--to", "out", "--report", "report", "--all-text"],
    ] {
        let text = place.load(options, 1)?;
        assert!(text.contains("in/a.csv: there is no header"), "{text}");
        assert_eq!(place.names(".")?, ["in"]);
    }
    Ok(())
}

/// A target that cannot be written ends the load.
#[test]
fn mistakes_in_the_command_line() -> Result {
    let place = Place::new(&[("a.csv", b"id\n1\n"), ("schema", b"id string\n")])?;
    let cases: [(&[&str], &str); 16] = [
        (&["in"], "--to"),
        (&["missing", "--to", "out"], "missing"),
        (&["in/*.tsv", "--to", "out"], "no file matches"),
        (&["in", "--to", "out", "--charset", "utf9"], "utf9"),
        (
            &["in", "--to", "out", "--charset-for", "a.csv"],
            "PATTERN=NAME",
        ),
        (
            &["in", "--to", "out", "--charset-per-line"],
            "--fallback-charset",
        ),
        (
            &[
                "in",
                "--to",
                "out",
                "--charset-per-line",
                "--fallback-charset",
                "utf-16le",
            ],
            "per-line",
        ),
        (
            &["in", "--to", "out", "--charset-for", "b.csv=utf-8"],
            "--charset-for: no file matches the pattern \"b.csv\"",
        ),
        (
            &["in", "--to", "Sqlite3:x.db", "--table", "t"],
            "unknown database \"Sqlite3:x.db\"",
        ),
        (&["in", "--to", "out", "--max-bad", "few"], "--max-bad"),
        (
            &["in", "--to", "out", "--schema", "in/schema"],
            "unknown type \"string\"",
        ),
        (
            &["in", "--to", "out", "--table", "t"],
            "--table is for databases",
        ),
        (
            &["in", "--to", "out", "--append"],
            "--append is for databases",
        ),
        (
            &["in", "--to", "mysql://localhost/x", "--table", "t"],
            "unknown database \"mysql://localhost/x\"",
        ),
        (&["in", "--to", "sqlite:x.db"], "--table"),
        (
            &[
                "in",
                "--to",
                "postgresql:///x",
                "--table",
                "t",
                "--nul",
                "keep",
            ],
            "cannot store NUL",
        ),
    ];
    for (arguments, message) in cases {
        let text = place.run(arguments, 2)?;
        assert!(text.contains(message), "{arguments:?}: {text}");
        assert_eq!(place.names(".")?, ["in"], "{arguments:?}");
    }
    Ok(())
}
