//! The examples of the manual pages: what is done, and the command line that does it.

type Example = (&'static str, &'static str);

/// Those of the page of a command, or of the program's own.
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
        "Make UTF-8 of a file in windows-1252:",
        "utflane convert -f windows-1252 list.csv -o new.csv",
    ),
    ("What is a file?", "utflane detect list.csv"),
    ("All about a command:", "utflane man convert | man -l -"),
];

const CHECK: [Example; 4] = [
    (
        "Each fault of a file, in its line:",
        "utflane check --all --verbose list.csv",
    ),
    (
        "The names of the files with faults, of one kind, below a directory:",
        "utflane check --list -r --include '*.csv' data",
    ),
    (
        "With what Git ignores, and with hidden files:",
        "utflane check -r --no-ignore --hidden data",
    ),
    ("For programs:", "utflane check --json list.csv notes.txt"),
];

const CONVERT: [Example; 6] = [
    (
        "A file to another:",
        "utflane convert -f windows-1252 list.csv -o new.csv",
    ),
    (
        "A file in place, from what its content shows it to be:",
        "utflane convert -i -f auto --guess list.csv",
    ),
    (
        "What would happen to all files of one kind in a directory:",
        "utflane convert -ri --dry-run --include '*.csv' -f latin1 data",
    ),
    (
        "Each file into another directory:",
        "utflane convert -r -f latin1 data -o new/",
    ),
    (
        "Ends of lines as Unix has them, and no byte order mark:",
        "utflane convert -i --newline lf --bom strip notes.txt",
    ),
    (
        "For an old program, with U+20AC for a euro sign:",
        "utflane convert -t latin1 --lossy=escape < notes.txt > old.txt",
    ),
];

const DETECT: [Example; 2] = [
    (
        "What some files are, and what of that is a guess:",
        "utflane detect list.csv notes.txt",
    ),
    (
        "For programs, all files of a directory:",
        "utflane detect --json -r data",
    ),
];

const REPAIR: [Example; 2] = [
    ("What would change:", "utflane repair --dry-run notes.txt"),
    ("Change it:", "utflane repair --in-place notes.txt"),
];

const STAT: [Example; 2] = [
    (
        "The length of a file in bytes, lines and characters, and its ends of lines:",
        "utflane stat notes.txt",
    ),
    (
        "The same of a file in an encoding without a mark, for programs:",
        "utflane stat --json -e windows-1252 list.csv",
    ),
];

const LIST: [Example; 2] = [
    (
        "Under which names is an encoding known?",
        "utflane list | grep cp1252",
    ),
    ("For programs:", "utflane list --json"),
];

const ISA: [Example; 1] = [("What this CPU has, and what is chosen:", "utflane isa")];

const COMPLETIONS: [Example; 1] = [(
    "For bash, where it looks for them:",
    "utflane completions bash > utflane.bash",
)];

const MAN: [Example; 2] = [
    ("Read a page:", "utflane man check | man -l -"),
    ("Write all pages:", "utflane man --dir man"),
];
