//! Reads the files of `tests/hostile/detect`, and the table of their expected encodings.

use std::collections::BTreeSet;
use std::fs;

/// A row of the table.
pub struct Row {
    pub file: String,
    pub bytes: Vec<u8>,
    /// The name of the encoding, or a dash.
    pub encoding: String,
    pub certainty: String,
    pub exact: bool,
    /// Whether a program may read the file without asking.
    pub read: bool,
    /// What the program prints if nothing is detected: the name of an encoding, or a dash.
    pub guess: String,
}

impl Row {
    /// Returns whether the encoding is UTF-16 or UTF-32.
    pub fn is_wide(&self) -> bool {
        self.encoding.starts_with("UTF-16") || self.encoding.starts_with("UTF-32")
    }
}

/// Returns the rows of the table in `tests/hostile/README.md`, one for each file of `tests/hostile/detect`.
pub fn rows() -> Vec<Row> {
    let folder = crate::root().join("tests/hostile");
    let table = fs::read_to_string(folder.join("README.md")).expect("the table");
    let files = folder.join("detect");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, file, _, encoding, certainty, exact, read, guess, _] = cells[..] else {
            return None;
        };
        let file = file.strip_prefix('`')?.strip_suffix('`')?;
        let yes = |word| match word {
            "yes" => true,
            "no" => false,
            _ => panic!("{file}: expected yes or no, found {word}"),
        };
        Some(Row {
            file: file.into(),
            bytes: fs::read(files.join(file)).expect(file),
            encoding: encoding.into(),
            certainty: certainty.into(),
            exact: yes(exact),
            read: yes(read),
            guess: guess.into(),
        })
    };
    let rows: Vec<Row> = table.lines().filter_map(row).collect();
    let entries = fs::read_dir(files).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let names: BTreeSet<String> = names.map(|name| name.expect("a name")).collect();
    let listed: BTreeSet<String> = rows.iter().map(|row| row.file.clone()).collect();
    assert_eq!(names, listed);
    rows
}
