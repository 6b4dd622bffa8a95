//! Shows the first stage of a pipeline: converts CSV files in several encodings to UTF-8 and sets
//! malformed rows aside.
//!
//! ```text
//! cargo run --release --example ingest -- [--replace] TARGET [--encoding NAME] FOLDER...
//! cargo run --release --example ingest -- clean/ exports/ --encoding latin1 legacy/
//! ```
//!
//! `exports/a.csv` becomes `clean/exports/a.csv`. Before it writes anything, the program checks
//! that no two files have the same target, and that no target is an input. A target appears when it
//! is complete, and replaces that of an earlier run.
//!
//! A byte order mark determines the encoding of a file. Files without one have the encoding of the
//! last `--encoding` before their folder (default: UTF-8). Rows are lines.
//!
//! A malformed row is reported by file and line, and its unchanged bytes are written to `a.csv.bad`
//! beside the target. With `--replace` the row is kept with U+FFFD for each malformed sequence, and
//! each sequence is reported with its offset and length. An unreadable file is also reported. None
//! of these errors ends the run. The exit status is 1 if anything was reported, and 2 after another
//! error.
//!
//! Memory is limited by the longest row (16 MiB). The text is read only once: the reader validates
//! while it converts.

use std::collections::HashMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use utflane::Charset;
use utflane::io::{LineError, LineReason, Lines, Reader};

const USAGE: &str = "usage: ingest [--replace] TARGET [--encoding NAME] FOLDER...";

/// Maximum length of a row in bytes.
const LONGEST_ROW: usize = 16 << 20;

/// Results of a run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    files: u64,
    unreadable: u64,
    rows: u64,
    bad_rows: u64,
    /// Bytes of malformed sequences: of the first one in each bad row, or of all replaced ones.
    bad_bytes: u64,
}

/// A file to convert.
struct Job {
    source: PathBuf,
    /// The encoding of a file without a byte order mark.
    default: Charset,
    /// Whether to replace malformed sequences instead of setting their rows aside.
    replace: bool,
    target: PathBuf,
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
            ExitCode::from(u8::from(
                summary.unreadable + summary.bad_rows + summary.bad_bytes > 0,
            ))
        }
        Err(error) => {
            eprintln!("ingest: {error}");
            ExitCode::from(2)
        }
    }
}

/// Plans all jobs, then runs them.
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

/// Returns the jobs. Writes nothing.
fn plan(arguments: Vec<OsString>) -> Result<Vec<Job>, Box<dyn Error>> {
    let mut arguments = arguments.into_iter();
    let mut target: Option<PathBuf> = None;
    let (mut charset, mut replace) = (Charset::Utf8, false);
    let (mut folders, mut jobs) = (0, Vec::new());
    while let Some(argument) = arguments.next() {
        if argument == "--encoding" {
            let name = arguments.next().ok_or("--encoding requires a name")?;
            charset = name.to_string_lossy().parse()?;
        } else if argument == "--replace" {
            replace = true;
        } else if argument.to_string_lossy().starts_with('-') {
            let name = argument.to_string_lossy();
            return Err(format!("unknown option {name} (a folder is ./{name})\n{USAGE}").into());
        } else if let Some(target) = &target {
            folders += 1;
            let options = (charset, replace);
            add_folder(Path::new(&argument), options, target, &mut jobs)?;
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
        // A folder may have several names, and the target need not exist yet.
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
            return Err(format!("{one} would become {target}, which belongs to {other}").into());
        }
    }
    Ok(jobs)
}

/// Adds the files of a folder. The name of the folder becomes part of the names of the targets.
fn add_folder(
    folder: &Path,
    (default, replace): (Charset, bool),
    target: &Path,
    jobs: &mut Vec<Job>,
) -> Result<(), Box<dyn Error>> {
    let trouble = |what: &dyn std::fmt::Display| format!("{}: {what}", folder.display());
    let known = fs::canonicalize(folder).map_err(|error| trouble(&error))?;
    if fs::canonicalize(target).is_ok_and(|target| target == known) {
        return Err(trouble(&"is also the target").into());
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
            replace,
        }
    }));
    Ok(())
}

/// Converts a file. The target appears complete or not at all.
fn ingest_file(job: &Job, report: &mut impl Write, summary: &mut Summary) -> io::Result<()> {
    let mut reader = Reader::sniff(File::open(&job.source)?, job.default)?;
    if job.replace {
        reader = reader.lossy().record_replacements();
    }
    let lines = reader.text_lines().max_line_len(LONGEST_ROW);
    fs::create_dir_all(job.target.parent().unwrap_or(Path::new("")))?;
    // No CSV file has such a name.
    let part = with_suffix(&job.target, ".part");
    let done =
        copy_rows(job, lines, &part, report, summary).and_then(|()| fs::rename(&part, &job.target));
    if done.is_err() {
        let _ = fs::remove_file(&part);
    }
    done
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = path.to_path_buf().into_os_string();
    path.push(suffix);
    path.into()
}

/// Copies well-formed rows and sets malformed ones aside.
fn copy_rows(
    job: &Job,
    mut lines: Lines<File>,
    target: &Path,
    report: &mut impl Write,
    summary: &mut Summary,
) -> io::Result<()> {
    let source = job.source.display();
    let mut writer = BufWriter::new(File::create(target)?);
    let aside = with_suffix(&job.target, ".bad");
    let mut rejected: Option<BufWriter<File>> = None;
    let mut row = String::new();
    loop {
        row.clear();
        let result = lines.read_line(&mut row);
        for error in lines.take_replacements() {
            summary.bad_bytes += error.skip() as u64;
            let (position, len) = (error.position(), error.skip());
            writeln!(
                report,
                "{source}: replaced {len} bytes from index {position}: {error}"
            )?;
        }
        match result {
            Ok(0) => break,
            Ok(_) => writer.write_all(row.as_bytes())?,
            Err(LineError::Bad(bad)) => {
                if let LineReason::Malformed(error) = bad.reason() {
                    summary.bad_bytes += error.skip() as u64;
                }
                let file = match &mut rejected {
                    Some(file) => file,
                    None => rejected.insert(BufWriter::new(File::create(&aside)?)),
                };
                file.write_all(bad.raw())?;
                // A row that exceeds the limit arrives in parts.
                if !bad.is_last() {
                    continue;
                }
                summary.bad_rows += 1;
                writeln!(report, "{source}: {bad}")?;
            }
            Err(LineError::Io(error)) => return Err(error),
        }
        summary.rows += 1;
    }
    match rejected {
        Some(file) => file.into_inner()?.sync_all()?,
        // Remove the file of an earlier run.
        None => match fs::remove_file(&aside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        },
    }
    writer.into_inner()?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary folder for one test.
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

        /// Returns all files and folders.
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

        /// Runs with these arguments. Those without a dash are paths in the folder.
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
        // From an earlier run.
        place.write("out/legacy/b.csv", "old and longer\n");

        let (summary, report) = place.run(&["out", "exports", "--encoding", "latin1", "legacy"]);
        assert_eq!(place.read("out/exports/a.CSV"), "id;name\n1;Zoë\n");
        assert_eq!(place.read("out/exports/b.csv"), "id;name\n1;Zoë\n3;😀\n");
        assert_eq!(place.read("out/exports/c.csv"), "1;ok\n3;ok\n");
        assert_eq!(place.read("out/legacy/b.csv"), "1;Zoë\n");
        assert_eq!(fs::read(place.0.join("exports/c.csv")).unwrap(), bad);
        // The rejected rows, unchanged.
        let mut rejected = utf16le("2;");
        rejected.extend(b"\x00\xDC");
        rejected.extend(utf16le("x\n"));
        for (name, bytes) in [
            ("b", &rejected[..]),
            ("c", b"2;b\xFFd\xC0, \xE9\n4;cut \xE2\x82"),
        ] {
            let aside = place.0.join(format!("out/exports/{name}.csv.bad"));
            assert_eq!(fs::read(aside).unwrap(), bytes);
        }
        // No other files: unreadable and other files have no target.
        let written = fs::read_dir(place.0.join("out/exports")).unwrap();
        assert_eq!(written.count(), 5);
        let expected = Summary {
            files: 5,
            unreadable: 1,
            rows: 11,
            bad_rows: 3,
            // Incomplete sequences count as well.
            bad_bytes: 2 + 1 + 2,
        };
        assert_eq!(summary, Ok(expected));

        let mut lines = report.lines();
        for (name, fault) in [
            (
                "b.csv",
                " line 3: invalid utf-16le sequence of 2 bytes from index 34",
            ),
            (
                "c.csv",
                " line 2: invalid utf-8 sequence of 1 bytes from index 8",
            ),
            (
                "c.csv",
                " line 4: incomplete utf-8 byte sequence from index 26",
            ),
            ("e.csv", ""),
        ] {
            let path = place.0.join("exports").join(name);
            let expected = format!("{}:{fault}", path.display());
            assert!(lines.next().unwrap().starts_with(&expected), "{report}");
        }
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn replacements_are_reported_with_their_offsets() {
        let place = Place::new("replaced");
        place.write("in/a.csv", b"1;ok\r\n2;b\xFFd\xE2\x82, \xC3\r\n");
        // From an earlier run that set rows aside.
        place.write("out/in/a.csv.bad", "2;");
        let (summary, report) = place.run(&["--replace", "out", "in"]);
        let replaced = "1;ok\r\n2;b\u{FFFD}d\u{FFFD}, \u{FFFD}\r\n";
        assert_eq!(place.read("out/in/a.csv"), replaced);
        assert!(!place.0.join("out/in/a.csv.bad").exists());
        let expected = Summary {
            files: 1,
            rows: 2,
            bad_bytes: 4,
            ..Summary::default()
        };
        assert_eq!(summary, Ok(expected));
        let places: Vec<_> = report
            .lines()
            .map(|line| line.split(": ").nth(1).unwrap_or_default())
            .collect();
        let expected = [
            "replaced 1 bytes from index 9",
            "replaced 2 bytes from index 11",
            "replaced 1 bytes from index 15",
        ];
        assert_eq!(places, expected);
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
            (&["exports", "exports"][..], "exports: is also the target"),
            (&["exports/../exports", "exports"], "is also the target"),
            // These files would be their own targets.
            (&["", "exports"], "exports/a.csv, which "),
            (&["x/../x/../", "exports"], "exports/a.csv, which "),
            (&["x", "y/data", "x/data"], "x/data/a.csv, which "),
            (&["out", "x/data", "y/data"], "out/data/a.csv, which "),
            (
                &["out", "exports", "exports/."],
                "out/exports/a.csv, which ",
            ),
            (&["out", "exports", "nowhere"], "nowhere: "),
            (
                &["out", "exports", "--encoding"],
                "--encoding requires a name",
            ),
            (&["out", "exports", "--force"], "unknown option --force"),
            (&["-h", "exports"], "unknown option -h"),
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
