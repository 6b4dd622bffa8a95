//! A first stage of a pipeline: CSV files in several encodings become CSV files in UTF-8, without
//! the rows that are bad.
//!
//! ```text
//! cargo run --release --example ingest -- TARGET [--encoding NAME] FOLDER...
//! cargo run --release --example ingest -- clean/ exports/ --encoding latin1 legacy/
//! ```
//!
//! `exports/a.csv` becomes `clean/exports/a.csv`. Before anything is written, it is made sure that
//! no two files become the same one, and that none takes the place of an input. A file appears when
//! it is complete, in the place of that of an earlier run.
//!
//! A byte order mark says what a file is in. For files without one `--encoding` does (UTF-8 at
//! first), for the folders behind it. Rows are lines. A row in which something is malformed is
//! reported by file and line, and left out; a file that cannot be read is reported too; neither
//! ends the run. The exit status is 1 if anything was reported, 2 if there was other trouble.
//!
//! Memory grows with the longest row, not with the files, and text is looked at once: the reader
//! validates while it converts.

use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use utflane::Charset;
use utflane::io::Reader;
use utflane::stream::StreamError;

const USAGE: &str = "usage: ingest TARGET [--encoding NAME] FOLDER...";

/// What came of some files.
#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    files: u64,
    unreadable: u64,
    rows: u64,
    bad_rows: u64,
}

/// A file to be converted.
struct Job {
    source: PathBuf,
    /// The encoding of a file without a byte order mark.
    default: Charset,
    target: PathBuf,
}

enum Row {
    Good,
    /// The first thing that is wrong with it.
    Bad(StreamError),
    End,
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if arguments.iter().any(|one| one == "--help" || one == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match run(arguments, &mut io::stderr()) {
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

/// Does what the arguments say, if all of it can be done.
fn run(arguments: Vec<OsString>, report: &mut impl Write) -> Result<Summary, Box<dyn Error>> {
    let jobs = plan(arguments)?;
    let mut summary = Summary::default();
    for job in jobs {
        summary.files += 1;
        if let Err(error) = ingest_file(&job, report, &mut summary) {
            summary.unreadable += 1;
            writeln!(report, "{}: {error}", job.source.display())?;
        }
    }
    Ok(summary)
}

/// What is to be done. Nothing is written yet.
fn plan(arguments: Vec<OsString>) -> Result<Vec<Job>, Box<dyn Error>> {
    let mut arguments = arguments.into_iter();
    let mut target: Option<PathBuf> = None;
    let (mut charset, mut folders, mut jobs) = (Charset::Utf8, 0, Vec::new());
    while let Some(argument) = arguments.next() {
        if argument == "--encoding" {
            let name = arguments.next().ok_or("--encoding wants a name")?;
            charset = name.to_string_lossy().parse()?;
        } else if argument.to_string_lossy().starts_with('-') {
            let name = argument.to_string_lossy();
            return Err(
                format!("no option is called {name} (a folder is ./{name})\n{USAGE}").into(),
            );
        } else if let Some(target) = &target {
            folders += 1;
            add_folder(Path::new(&argument), charset, target, &mut jobs)?;
        } else {
            target = Some(PathBuf::from(argument));
        }
    }
    if folders == 0 {
        return Err(USAGE.into());
    }
    let mut places = HashMap::new();
    for job in &jobs {
        places.insert(fs::canonicalize(&job.source)?, job);
    }
    for job in &jobs {
        // A folder may be known by many names, and the file need not be there.
        let folder = job
            .target
            .parent()
            .and_then(|folder| fs::canonicalize(folder).ok());
        let place = match (folder, job.target.file_name()) {
            (Some(folder), Some(name)) => folder.join(name),
            _ => job.target.clone(),
        };
        if let Some(other) = places.insert(place, job) {
            let [one, other] = [&job.source, &other.source].map(|path| path.display());
            let target = job.target.display();
            return Err(format!("{one} would become {target}, which {other} is or becomes").into());
        }
    }
    Ok(jobs)
}

/// The files of a folder. What a folder is called is part of the names of what they become.
fn add_folder(
    folder: &Path,
    default: Charset,
    target: &Path,
    jobs: &mut Vec<Job>,
) -> Result<(), Box<dyn Error>> {
    let trouble = |what: &dyn std::fmt::Display| format!("{}: {what}", folder.display());
    let known = fs::canonicalize(folder).map_err(|error| trouble(&error))?;
    if fs::canonicalize(target).is_ok_and(|target| target == known) {
        return Err(trouble(&"is the target as well").into());
    }
    let name = known.file_name().ok_or_else(|| trouble(&"has no name"))?;
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| trouble(&error))? {
        paths.push(entry?.path());
    }
    paths.retain(|path| {
        path.extension()
            .is_some_and(|one| one.eq_ignore_ascii_case("csv"))
    });
    paths.sort();
    jobs.extend(paths.into_iter().map(|source| {
        Job {
            target: target
                .join(name)
                .join(source.file_name().unwrap_or_default()),
            source,
            default,
        }
    }));
    Ok(())
}

/// Converts a file. What it becomes appears whole or not at all.
fn ingest_file(job: &Job, report: &mut impl Write, summary: &mut Summary) -> io::Result<()> {
    let reader = Reader::sniff(File::open(&job.source)?, job.default)?;
    fs::create_dir_all(job.target.parent().unwrap_or(Path::new("")))?;
    // No CSV file has such a name.
    let mut part = job.target.clone().into_os_string();
    part.push(".part");
    let done = File::create(&part)
        .and_then(|file| copy_rows(&job.source, reader, file, report, summary))
        .and_then(|()| fs::rename(&part, &job.target));
    if done.is_err() {
        let _ = fs::remove_file(&part);
    }
    done
}

/// Copies the rows that are good.
fn copy_rows(
    source: &Path,
    mut reader: impl BufRead,
    target: File,
    report: &mut impl Write,
    summary: &mut Summary,
) -> io::Result<()> {
    let mut writer = BufWriter::new(target);
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
    writer.into_inner()?.sync_all()
}

/// Reads a line of UTF-8, with what ends it. The reader goes on behind what is malformed, so the
/// rest of a bad row can be read and left out.
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

    /// A folder of a test's own.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let place = std::env::temp_dir().join(format!("ingest-{name}-{}", std::process::id()));
            fs::create_dir_all(&place).unwrap();
            Place(place)
        }

        fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }

        fn read(&self, path: &str) -> String {
            fs::read_to_string(self.0.join(path)).unwrap()
        }

        /// All files and folders.
        fn list(&self) -> Vec<PathBuf> {
            let (mut paths, mut next) = (vec![self.0.clone()], 0);
            while let Some(path) = paths.get(next) {
                let entries = fs::read_dir(path).into_iter().flatten();
                let entries: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
                paths.extend(entries);
                next += 1;
            }
            paths.sort();
            paths
        }

        /// Runs with these arguments, of which those without a dash are paths here.
        fn run(&self, arguments: &[&str]) -> (Result<Summary, String>, String) {
            let arguments = arguments.iter().map(|&argument| match argument {
                "latin1" => argument.into(),
                _ if argument.starts_with('-') => argument.into(),
                _ => self.0.join(argument).into(),
            });
            let mut report = Vec::new();
            let result = run(arguments.collect(), &mut report);
            let result = result.map_err(|error| error.to_string());
            (result, String::from_utf8(report).unwrap())
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn utf16le(text: &str) -> Vec<u8> {
        let units = text.encode_utf16();
        units.flat_map(|unit| unit.to_le_bytes()).collect()
    }

    #[test]
    fn a_mixed_directory_becomes_utf8_without_its_bad_rows() {
        let place = Place::new("mixed");
        let mut sixteen = utf16le("\u{FEFF}id;name\n1;Zoë\n2;");
        sixteen.extend(b"\x00\xDC");
        sixteen.extend(utf16le("x\n3;😀\n"));
        place.write("exports/a.CSV", "id;name\n1;Zoë\n");
        place.write("exports/b.csv", sixteen);
        let bad = b"1;ok\n2;b\xFFd\xC0, \xE9\n3;ok\n4;cut \xE2\x82";
        place.write("exports/c.csv", bad);
        place.write("exports/d.txt", b"\xFF");
        fs::create_dir(place.0.join("exports/e.csv")).unwrap();
        place.write("legacy/b.csv", b"1;Zo\xEB\n");
        // Of an earlier run.
        place.write("out/legacy/b.csv", "old and longer\n");

        let (summary, report) = place.run(&["out", "exports", "--encoding", "latin1", "legacy"]);
        assert_eq!(place.read("out/exports/a.CSV"), "id;name\n1;Zoë\n");
        assert_eq!(place.read("out/exports/b.csv"), "id;name\n1;Zoë\n3;😀\n");
        assert_eq!(place.read("out/exports/c.csv"), "1;ok\n3;ok\n");
        assert_eq!(place.read("out/legacy/b.csv"), "1;Zoë\n");
        assert_eq!(fs::read(place.0.join("exports/c.csv")).unwrap(), bad);
        // Nothing of what could not be read or was not asked for.
        let written = fs::read_dir(place.0.join("out/exports")).unwrap();
        assert_eq!(written.count(), 3);
        let expected = Summary {
            files: 5,
            unreadable: 1,
            rows: 11,
            bad_rows: 3,
        };
        assert_eq!(summary, Ok(expected));

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
            let path = place.0.join("exports").join(name);
            let expected = format!("{}:{fault}", path.display());
            assert!(lines.next().unwrap().starts_with(&expected), "{report}");
        }
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn what_would_lose_data_is_refused_before_anything_is_written() {
        let place = Place::new("refused");
        let folders = ["exports", "x/data", "y/data"];
        for folder in folders {
            place.write(&format!("{folder}/a.csv"), folder);
        }
        let before = place.list();
        for (arguments, reason) in [
            (
                &["exports", "exports"][..],
                "exports: is the target as well",
            ),
            (&["exports/../exports", "exports"], "is the target as well"),
            // These would become what they are.
            (&["", "exports"], "exports/a.csv, which "),
            (&["x/../x/../", "exports"], "exports/a.csv, which "),
            (&["x", "y/data", "x/data"], "x/data/a.csv, which "),
            (&["out", "x/data", "y/data"], "out/data/a.csv, which "),
            (
                &["out", "exports", "exports/."],
                "out/exports/a.csv, which ",
            ),
            (&["out", "exports", "nowhere"], "nowhere: "),
            (&["out", "exports", "--encoding"], "--encoding wants a name"),
            (
                &["out", "exports", "--force"],
                "no option is called --force",
            ),
            (&["-h", "exports"], "no option is called -h"),
            (&["out"], USAGE),
            (&[], USAGE),
        ] {
            let (result, report) = place.run(arguments);
            let error = result.unwrap_err();
            assert!(error.contains(reason), "{arguments:?}: {error}");
            assert_eq!(report, "");
            assert_eq!(place.list(), before);
            for folder in folders {
                assert_eq!(place.read(&format!("{folder}/a.csv")), folder);
            }
        }
    }
}
