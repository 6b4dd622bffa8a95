//! A first stage of a pipeline: CSV files in several encodings become CSV files in UTF-8, without the rows that are
//! bad.
//!
//! ```text
//! cargo run --release --example ingest -- TARGET [--encoding NAME] FOLDER...
//! cargo run --release --example ingest -- clean/ exports/ --encoding latin1 legacy/
//! ```
//!
//! A byte order mark says what a file is in. For files without one `--encoding` does (UTF-8 at first), for the folders
//! behind it. Rows are lines. A row in which something is malformed is reported by file and line, and left out; a file
//! that cannot be read is reported too; neither ends the run. The exit status is 1 if anything was reported.
//!
//! Memory does not grow with the files, and text is looked at once: the reader validates while it converts.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use utflane::Charset;
use utflane::io::Reader;
use utflane::stream::StreamError;

/// What came of some files.
#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    files: u64,
    unreadable: u64,
    rows: u64,
    bad_rows: u64,
}

enum Row {
    Good,
    /// The first thing that is wrong with it.
    Bad(StreamError),
    End,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(target) = arguments.next() else {
        eprintln!("usage: ingest TARGET [--encoding NAME] FOLDER...");
        return ExitCode::from(2);
    };
    match run(Path::new(&target), arguments, &mut io::stderr()) {
        Ok(summary) => {
            println!("{summary:?}");
            ExitCode::from(u8::from(summary.unreadable + summary.bad_rows > 0))
        }
        Err(error) => {
            eprintln!("ingest: {error}");
            ExitCode::from(2)
        }
    }
}

/// Goes through the arguments behind the target folder.
fn run(
    target: &Path,
    mut arguments: impl Iterator<Item = String>,
    report: &mut impl Write,
) -> Result<Summary, Box<dyn Error>> {
    fs::create_dir_all(target)?;
    let mut summary = Summary::default();
    let mut charset = Charset::Utf8;
    while let Some(argument) = arguments.next() {
        if argument == "--encoding" {
            charset = arguments.next().ok_or("--encoding wants a name")?.parse()?;
        } else {
            ingest_folder(Path::new(&argument), charset, target, report, &mut summary)?;
        }
    }
    Ok(summary)
}

fn ingest_folder(
    folder: &Path,
    default: Charset,
    target: &Path,
    report: &mut impl Write,
    summary: &mut Summary,
) -> io::Result<()> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "csv"));
    paths.sort();
    for path in paths {
        let target = target.join(path.file_name().unwrap_or_default());
        summary.files += 1;
        if let Err(error) = ingest_file(&path, default, &target, report, summary) {
            summary.unreadable += 1;
            writeln!(report, "{}: {error}", path.display())?;
        }
    }
    Ok(())
}

fn ingest_file(
    source: &Path,
    default: Charset,
    target: &Path,
    report: &mut impl Write,
    summary: &mut Summary,
) -> io::Result<()> {
    let mut reader = Reader::sniff(File::open(source)?, default)?;
    let mut writer = BufWriter::new(File::create(target)?);
    let mut row = Vec::new();
    for line in 1.. {
        match read_row(&mut reader, &mut row)? {
            Row::Good => writer.write_all(&row)?,
            Row::Bad(error) => {
                summary.bad_rows += 1;
                writeln!(report, "{}:{line}: {error}", source.display())?;
            }
            Row::End => break,
        }
        summary.rows += 1;
    }
    writer.flush()
}

/// Reads a line of UTF-8, with what ends it. The reader goes on behind what is malformed, so the rest of a bad row
/// can be read and left out.
fn read_row(reader: &mut impl BufRead, row: &mut Vec<u8>) -> io::Result<Row> {
    row.clear();
    let mut first = None;
    loop {
        let error = match reader.read_until(b'\n', row) {
            Ok(read) => {
                return Ok(match first {
                    Some(error) => Row::Bad(error),
                    None if read == 0 => Row::End,
                    None => Row::Good,
                });
            }
            Err(error) => error,
        };
        let malformed = error.get_ref().and_then(|inner| inner.downcast_ref());
        match malformed.copied() {
            Some(malformed) => first = first.or(Some(malformed)),
            None => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16le(text: &str) -> Vec<u8> {
        let units = text.encode_utf16();
        units.flat_map(|unit| unit.to_le_bytes()).collect()
    }

    #[test]
    fn a_mixed_directory_becomes_utf8_without_its_bad_rows() {
        let place = std::env::temp_dir().join(format!("ingest-{}", std::process::id()));
        let folder = |name: &str| {
            let folder = place.join(name);
            fs::create_dir_all(&folder).unwrap();
            folder
        };
        let (exports, legacy, target) = (folder("exports"), folder("legacy"), place.join("out"));
        let mut sixteen = utf16le("\u{FEFF}id;name\n1;Zoë\n2;");
        sixteen.extend(b"\x00\xDC");
        sixteen.extend(utf16le("x\n3;😀\n"));
        fs::write(exports.join("a.csv"), "id;name\n1;Zoë\n").unwrap();
        fs::write(exports.join("b.csv"), sixteen).unwrap();
        fs::write(
            exports.join("c.csv"),
            b"1;ok\n2;b\xFFd\xC0, \xE9\n3;ok\n4;cut \xE2\x82",
        )
        .unwrap();
        fs::write(exports.join("d.txt"), b"\xFF").unwrap();
        fs::create_dir(exports.join("e.csv")).unwrap();
        fs::write(legacy.join("f.csv"), b"1;Zo\xEB\n").unwrap();

        let arguments = [
            exports.as_path(),
            Path::new("--encoding"),
            Path::new("latin1"),
            &legacy,
        ];
        let arguments = arguments.map(|path| path.to_str().unwrap().to_owned());
        let mut report = Vec::new();
        let summary = run(&target, arguments.into_iter(), &mut report).unwrap();

        let read = |name| fs::read_to_string(target.join(name)).unwrap();
        assert_eq!(read("a.csv"), "id;name\n1;Zoë\n");
        assert_eq!(read("b.csv"), "id;name\n1;Zoë\n3;😀\n");
        assert_eq!(read("c.csv"), "1;ok\n3;ok\n");
        assert_eq!(read("f.csv"), "1;Zoë\n");
        assert!(!target.join("d.txt").exists());
        let expected = Summary {
            files: 5,
            unreadable: 1,
            rows: 11,
            bad_rows: 3,
        };
        assert_eq!(summary, expected);

        let report = String::from_utf8(report).unwrap();
        let mut lines = report.lines();
        for (name, fault) in [
            (
                "b.csv",
                "3: invalid utf-16le sequence of 2 bytes from index 34",
            ),
            ("c.csv", "2: invalid utf-8 sequence of 1 bytes from index 8"),
            ("c.csv", "4: incomplete utf-8 byte sequence from index 26"),
            ("e.csv", ""),
        ] {
            let expected = format!("{}:{fault}", exports.join(name).display());
            assert!(lines.next().unwrap().starts_with(&expected), "{report}");
        }
        assert_eq!(lines.next(), None);
        fs::remove_dir_all(place).unwrap();
    }
}
