//! A temporary folder in which a test runs the program.

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use utflane_arrow::arrow_array::RecordBatch;

pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A folder with the folder `in` of files to load.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// A line of `files.csv`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) file: String,
    pub(crate) status: String,
    pub(crate) charset: String,
    pub(crate) found: String,
    pub(crate) confidence: String,
    pub(crate) delimiter: String,
    pub(crate) bytes: String,
    pub(crate) rows: String,
    pub(crate) rejected: String,
    pub(crate) first_bad: String,
    pub(crate) reason: String,
}

impl Place {
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Result<Place> {
        let place = Place {
            folder: tempfile::tempdir()?,
        };
        fs::create_dir(place.path("in"))?;
        for (name, bytes) in files {
            let path = place.path("in").join(name);
            fs::create_dir_all(path.parent().ok_or("a folder")?)?;
            fs::write(path, bytes)?;
        }
        Ok(place)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the command that loads `in` with other arguments.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_utflane-load"));
        command.current_dir(self.folder.path()).args(arguments);
        command
    }

    /// Loads `in`, and checks the exit status. Returns standard output and standard error.
    pub(crate) fn load(&self, arguments: &[&str], status: i32) -> Result<String> {
        let arguments = [&["in"], arguments].concat();
        self.run(&arguments, status)
    }

    pub(crate) fn run(&self, arguments: &[&str], status: i32) -> Result<String> {
        let Output {
            stdout,
            stderr,
            status: found,
        } = self.command(arguments).output()?;
        let text = String::from_utf8([stdout, stderr].concat())?;
        assert_eq!(found.code(), Some(status), "{arguments:?}: {text}");
        Ok(text)
    }

    /// Returns the names next to `in`, sorted.
    pub(crate) fn names(&self, folder: &str) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.path(folder))? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// Reads `files.csv` in a folder.
    pub(crate) fn lines(&self, folder: &str) -> Result<Vec<Line>> {
        let mut reader = csv::Reader::from_path(self.path(folder).join("files.csv"))?;
        let mut lines = Vec::new();
        for record in reader.records() {
            let record = record?;
            let field = |at: usize| record[at].to_owned();
            lines.push(Line {
                file: field(0),
                status: field(1),
                charset: field(2),
                found: field(3),
                confidence: field(4),
                delimiter: field(5),
                bytes: field(6),
                rows: field(7),
                rejected: field(8),
                first_bad: field(9),
                reason: field(11),
            });
        }
        Ok(lines)
    }

    /// Returns the line of a file in `files.csv`.
    pub(crate) fn line(&self, folder: &str, file: &str) -> Result<Line> {
        let lines = self.lines(folder)?;
        let line = lines
            .into_iter()
            .find(|line| line.file == format!("in/{file}"));
        line.ok_or_else(|| format!("{file} is missing").into())
    }

    /// Reads the Parquet files of a folder. Returns the rows as text, sorted.
    pub(crate) fn parquet(&self, folder: &str) -> Result<Vec<String>> {
        let mut rows = Vec::new();
        for name in self.names(folder)? {
            if name.ends_with(".parquet") {
                let file = File::open(self.path(folder).join(name))?;
                for batch in ParquetRecordBatchReaderBuilder::try_new(file)?.build()? {
                    rows.extend(rows_of(&batch?)?);
                }
            }
        }
        rows.sort();
        Ok(rows)
    }

    /// Checks that each row in `rejected.csv` has the bytes at its position in its file. Returns
    /// the number of rows.
    pub(crate) fn check_rejected(&self, folder: &str) -> Result<usize> {
        let mut reader = csv::Reader::from_path(self.path(folder).join("rejected.csv"))?;
        let mut count = 0;
        for record in reader.records() {
            let record = record?;
            let bytes = fs::read(self.folder.path().join(Path::new(&record[0])))?;
            let row = &bytes[record[2].parse()?..record[3].parse()?];
            let hex: String = row.iter().map(|byte| format!("{byte:02X}")).collect();
            assert_eq!(hex, record[5]);
            assert!(!record[4].is_empty() && record[1].parse::<u64>()? > 1);
            count += 1;
        }
        Ok(count)
    }
}

/// Returns the rows of a batch as text: values with `|` in between, in the order of their columns.
pub(crate) fn rows_of(batch: &RecordBatch) -> Result<Vec<String>> {
    let columns: std::result::Result<Vec<_>, _> = batch
        .columns()
        .iter()
        .map(|column| arrow_cast::cast(column, &utflane_arrow::arrow_schema::DataType::Utf8))
        .collect();
    let columns = columns?;
    let mut rows = Vec::new();
    for row in 0..batch.num_rows() {
        use utflane_arrow::arrow_array::{Array, cast::AsArray};
        let value = |column: &std::sync::Arc<dyn Array>| match column.is_null(row) {
            true => "NULL".to_owned(),
            false => column.as_string::<i32>().value(row).to_owned(),
        };
        rows.push(columns.iter().map(value).collect::<Vec<_>>().join("|"));
    }
    Ok(rows)
}
