//! The examples in the manual pages: a description, and the command line.

type Example = (&'static str, &'static str);

/// Returns the examples for a command, or for the program itself.
pub(crate) fn of(command: &str) -> &'static [Example] {
    match command {
        "check" => &CHECK,
        "convert" => &CONVERT,
        "detect" => &DETECT,
        "repair" => &REPAIR,
        "stat" => &STAT,
        "list" => &LIST,
        "isa" => &ISA,
        "completions" => &COMPLETIONS,
        "man" => &MAN,
        _ => &PROGRAM,
    }
}

const PROGRAM: [Example; 4] = [
    ("Is every file of a project UTF-8?", "utflane check -r ."),
    (
        "Convert a file from windows-1252 to UTF-8:",
        "utflane convert -f windows-1252 list.csv -o new.csv",
    ),
    ("Which encoding is a file in?", "utflane detect list.csv"),
    (
        "Read the manual page of a command:",
        "utflane man convert | man -l -",
    ),
];

const CHECK: [Example; 4] = [
    (
        "Show each error of a file in its line:",
        "utflane check --all --verbose list.csv",
    ),
    (
        "List the malformed CSV files in a directory and below:",
        "utflane check --list -r --include '*.csv' data",
    ),
    (
        "Include hidden files and files that Git ignores:",
        "utflane check -r --no-ignore --hidden data",
    ),
    ("Print JSON:", "utflane check --json list.csv notes.txt"),
];

const CONVERT: [Example; 6] = [
    (
        "Convert a file to another:",
        "utflane convert -f windows-1252 list.csv -o new.csv",
    ),
    (
        "Convert a file in place, from its detected encoding:",
        "utflane convert -i -f auto --guess list.csv",
    ),
    (
        "Show what would happen to all CSV files in a directory:",
        "utflane convert -ri --dry-run --include '*.csv' -f latin1 data",
    ),
    (
        "Convert each file into another directory:",
        "utflane convert -r -f latin1 data -o new/",
    ),
    (
        "Write Unix line ends, and no byte order mark:",
        "utflane convert -i --newline lf --bom strip notes.txt",
    ),
    (
        "Convert to Latin-1, and escape characters that it does not have:",
        "utflane convert -t latin1 --lossy=escape < notes.txt > old.txt",
    ),
];

const DETECT: [Example; 2] = [
    (
        "Show the encodings of files, and how reliable these results are:",
        "utflane detect list.csv notes.txt",
    ),
    (
        "Print JSON for all files in a directory:",
        "utflane detect --json -r data",
    ),
];

const REPAIR: [Example; 2] = [
    (
        "Show what would change:",
        "utflane repair --dry-run notes.txt",
    ),
    (
        "Repair a file in place:",
        "utflane repair --in-place notes.txt",
    ),
];

const STAT: [Example; 2] = [
    (
        "Count bytes, lines, characters and line ends of a file:",
        "utflane stat notes.txt",
    ),
    (
        "Print JSON for a file in windows-1252:",
        "utflane stat --json -e windows-1252 list.csv",
    ),
];

const LIST: [Example; 2] = [
    (
        "Show the names of an encoding:",
        "utflane list | grep cp1252",
    ),
    ("Print JSON:", "utflane list --json"),
];

const ISA: [Example; 1] = [("Show the instruction sets of this CPU:", "utflane isa")];

const COMPLETIONS: [Example; 1] = [(
    "Write a completion script for bash:",
    "utflane completions bash > utflane.bash",
)];

const MAN: [Example; 2] = [
    ("Read a page:", "utflane man check | man -l -"),
    ("Write all pages:", "utflane man --dir man"),
];
