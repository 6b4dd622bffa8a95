//! Runs each command in the tables of `docs/program.md`. If the other tool is installed and the
//! document promises the same result, compares the two.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::{folder, names_in};

const DOCUMENT: &str = include_str!("../../../../docs/program.md");

const RUSSIAN: &[u8] =
    b"\xCA\xE0\xE6\xE4\xFB\xE9 \xF7\xE5\xEB\xEE\xE2\xE5\xEA \xE8\xEC\xE5\xE5\xF2 \
    \xEF\xF0\xE0\xE2\xEE \xED\xE0 \xEE\xE1\xF0\xE0\xE7\xEE\xE2\xE0\xED\xE8\xE5.\n";

/// The files that the commands use.
const FILES: [(&str, &[u8]); 10] = [
    ("text.txt", "Grüße\nnaïve\n".as_bytes()),
    ("more.txt", "mehr\n".as_bytes()),
    ("latin1.txt", b"caf\xE9\n"),
    ("bad.txt", b"ok\nbad \xFF\n\xFE\n"),
    ("dos.txt", b"\xEF\xBB\xBFone\r\ntwo \xC3\xA9\r\n"),
    ("mac.txt", b"one\rtwo\r"),
    ("windows.txt", b"\xFF\xFEo\0n\0e\0\r\0\n\0\xE9\0\r\0\n\0"),
    ("russian.txt", RUSSIAN),
    ("japanese.txt", b"\x93\xFA\x96{\x8C\xEA\n"),
    ("mojibake.txt", "cafÃ©\n".as_bytes()),
];

/// The expected result of a command.
enum Left {
    /// The whole of standard output.
    Out(&'static [u8]),
    /// Words that standard output contains.
    Words(&'static str),
    File(&'static str, &'static [u8]),
}
use Left::{File, Out, Words};

const GREETING: &[u8] = b"G\0r\0\xFC\0\xDF\0e\0\n\0n\0a\0\xEF\0v\0e\0\n\0";
const MARKED: &[u8] = b"\xFF\xFEG\0r\0\xFC\0\xDF\0e\0\n\0n\0a\0\xEF\0v\0e\0\n\0";

/// All commands of the document (arguments only), with the expected exit status and result.
#[rustfmt::skip]
const COMMANDS: &[(&str, i32, Left)] = &[
    ("check -e utf-8 text.txt latin1.txt", 1, Out(b"latin1.txt:1:4: byte 3: missing continuation byte (E9)\n")),
    ("check -e utf-8 < text.txt", 0, Out(b"")),
    ("check -q -e utf-8 bad.txt", 1, Out(b"")),
    ("check -l -e utf-8 *.txt", 1, Out(b"bad.txt\njapanese.txt\nlatin1.txt\nrussian.txt\nwindows.txt\n")),
    ("check -L -e utf-8 *.txt", 1, Out(b"dos.txt\nmac.txt\nmojibake.txt\nmore.txt\ntext.txt\n")),
    ("check -v -e utf-8 bad.txt", 1, Words("\n    bad \\xFF\n        ^^^^\n")),
    ("check -r -e utf-8", 1, Words("./old/a.txt:1:1: ")),
    ("check --all -v -e utf-8 bad.txt", 1, Words("\nbad.txt:3:1: byte 9: invalid byte (FE)\n    \\xFE\n    ^^^^\n")),
    ("check --all -v -e ascii text.txt", 1, Words("text.txt:2:4: ")),
    ("check -e utf-8 bad.txt", 1, Out(b"bad.txt:2:5: byte 7: invalid byte (FF)\n")),
    ("convert -f latin1 latin1.txt", 0, Out("café\n".as_bytes())),
    ("convert -f latin1 < latin1.txt > new.txt", 0, File("new.txt", "café\n".as_bytes())),
    ("convert -f latin1 < latin1.txt", 0, Out("café\n".as_bytes())),
    ("convert -t utf-16le text.txt -o new.txt", 0, File("new.txt", GREETING)),
    ("convert -t latin1 text.txt more.txt", 0, Out(b"Gr\xFC\xDFe\nna\xEFve\nmehr\n")),
    ("convert -f shift_jis japanese.txt", 0, Out("日本語\n".as_bytes())),
    ("convert -f shift_jis -t euc-jp japanese.txt", 0, Out(b"\xC6\xFC\xCB\xDC\xB8\xEC\n")),
    ("convert --lossy=drop -t ascii text.txt", 0, Out(b"Gre\nnave\n")),
    ("convert --lossy=drop -f utf-8 bad.txt", 0, Out(b"ok\nbad \n\n")),
    ("convert -t utf-16le --bom add text.txt", 0, Out(MARKED)),
    ("convert --bom strip windows.txt", 0, Out("one\r\né\r\n".as_bytes())),
    ("convert -i -f latin1 latin1.txt", 0, File("latin1.txt", "café\n".as_bytes())),
    ("convert -r -f latin1 old -o new/", 0, File("new/a.txt", "é\n".as_bytes())),
    ("convert -f utf-8,windows-1252 latin1.txt", 0, Out("café\n".as_bytes())),
    ("convert --per-line -f utf-8,windows-1252 latin1.txt", 0, Out("café\n".as_bytes())),
    ("list", 0, Words("windows-1252")),
    ("convert --bom add text.txt", 0, Out("\u{feff}Grüße\nnaïve\n".as_bytes())),
    ("convert --bom strip dos.txt", 0, Out("one\r\ntwo é\r\n".as_bytes())),
    ("convert --lossy -f utf-8 bad.txt", 0, Out("ok\nbad \u{fffd}\n\u{fffd}\n".as_bytes())),
    ("convert --lossy=escape -t ascii text.txt", 0, Out(b"Gr\\u{FC}\\u{DF}e\nna\\u{EF}ve\n")),
    ("convert --newline crlf < text.txt", 0, Out("Grüße\r\nnaïve\r\n".as_bytes())),
    ("convert --lossy=drop -f utf-8 -t latin1 < bad.txt", 0, Out(b"ok\nbad \n\n")),
    ("convert -i --newline lf --bom strip dos.txt", 0, File("dos.txt", "one\ntwo é\n".as_bytes())),
    ("convert -i --keep-date --newline lf --bom strip dos.txt", 0, File("dos.txt", "one\ntwo é\n".as_bytes())),
    ("convert -i.bak --newline lf dos.txt", 0, File("dos.txt.bak", b"\xEF\xBB\xBFone\r\ntwo \xC3\xA9\r\n")),
    ("convert -i --newline lf --bom strip windows.txt", 0, File("windows.txt", "one\né\n".as_bytes())),
    ("convert --newline lf --bom strip dos.txt -o new.txt", 0, File("new.txt", "one\ntwo é\n".as_bytes())),
    ("convert --newline lf --bom strip < dos.txt", 0, Out("one\ntwo é\n".as_bytes())),
    ("convert -i --newline lf --bom strip -t utf-16le windows.txt", 0, File("windows.txt", b"o\0n\0e\0\n\0\xE9\0\n\0")),
    ("convert -i --newline lf --bom add text.txt", 0, File("text.txt", "\u{feff}Grüße\nnaïve\n".as_bytes())),
    ("convert -i --newline crlf text.txt", 0, File("text.txt", "Grüße\r\nnaïve\r\n".as_bytes())),
    ("convert -ri --newline lf --include '*.txt' .", 1, File("dos.txt", "\u{feff}one\ntwo é\n".as_bytes())),
    ("convert -i -f cp437 -t latin1 --newline lf dos.txt", 1, File("dos.txt", b"\xEF\xBB\xBFone\r\ntwo \xC3\xA9\r\n")),
    ("convert -i --newline lf mac.txt", 0, File("mac.txt", b"one\ntwo\n")),
    ("stat dos.txt", 0, Words("   0     2   0  yes ")),
    ("detect text.txt windows.txt russian.txt", 0,
     Words("text.txt: UTF-8 (by its content)\nwindows.txt: UTF-16LE (by its byte order mark)\nrussian.txt: windows-1251 (")),
    ("detect < text.txt", 0, Out(b"<stdin>: UTF-8 (by its content)\n")),
    ("detect text.txt", 0, Out(b"text.txt: UTF-8 (by its content)\n")),
    ("convert -i -f auto --guess russian.txt", 0, File("russian.txt", "Каждый человек имеет право на образование.\n".as_bytes())),
    ("stat text.txt", 0, Words("\n   15      2          12 ")),
    ("convert text.txt windows.txt", 0, Out("Grüße\nnaïve\none\r\né\r\n".as_bytes())),
    ("repair mojibake.txt", 0, Out("café\n".as_bytes())),
    ("convert -i --bom strip dos.txt", 0, File("dos.txt", "one\r\ntwo é\r\n".as_bytes())),
];

fn sample() -> tempfile::TempDir {
    let top = folder(&FILES);
    fs::create_dir(top.path().join("old")).unwrap();
    fs::write(top.path().join("old/a.txt"), b"\xE9\n").unwrap();
    top
}

/// Runs a command line in a shell that finds the program.
fn shell(folder: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_utflane")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", program.display()))
        .env("LC_ALL", "C.UTF-8")
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap()
}

/// The rows of the tables: the other tool, utflane, and the remark.
fn rows() -> Vec<[&'static str; 3]> {
    let (_, tables) = DOCUMENT
        .split_once("\n## For users of other tools\n")
        .expect("the tables");
    let lines = tables.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = lines.map(|line| line.trim_end_matches(" |").split(" | ").collect::<Vec<_>>());
    let rows = cells.map(|cells| cells.try_into().expect("three cells"));
    rows.filter(|row: &[&str; 3]| row[1] != "utflane").collect()
}

fn code(cell: &str) -> Option<&str> {
    cell.strip_prefix('`')?.strip_suffix('`')
}

#[test]
fn every_row_has_a_command_that_does_it_or_a_reason() {
    let rows = rows();
    assert!(rows.len() > 40);
    let mut expected: BTreeMap<&str, _> = BTreeMap::new();
    for (arguments, status, left) in COMMANDS {
        assert!(
            expected.insert(arguments, (status, left)).is_none(),
            "{arguments}"
        );
    }
    let mut unused: Vec<&str> = expected.keys().copied().collect();
    for [theirs, ours, remark] in rows {
        assert!(!remark.is_empty(), "{theirs}");
        if ours == "–" {
            continue;
        }
        let line = code(ours).expect("code");
        let arguments = line.strip_prefix("utflane ").unwrap();
        let (status, left) = expected.get(arguments).expect(arguments);
        unused.retain(|other| *other != arguments);
        let top = sample();
        let output = shell(top.path(), line);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(**status), "{line}: {said}");
        match left {
            Out(bytes) => assert_eq!(&output.stdout, bytes, "{line}"),
            Words(words) => {
                let text = String::from_utf8_lossy(&output.stdout);
                assert!(text.contains(words), "{line}: {text}");
            }
            File(name, bytes) => {
                assert_eq!(fs::read(top.path().join(name)).unwrap(), *bytes, "{line}");
                assert_eq!(output.stdout, b"", "{line}");
            }
        }
    }
    assert_eq!(unused, [""; 0]);
}

/// Skips the comparison if the other tool is not installed.
#[test]
fn what_is_the_same_is_the_same() {
    for [theirs, ours, remark] in rows() {
        if !remark.starts_with("same") {
            continue;
        }
        let (theirs, ours) = (code(theirs).unwrap(), code(ours).unwrap());
        let tool = theirs.split(' ').next().unwrap();
        let folders = [sample(), sample()];
        if !shell(folders[0].path(), &format!("command -v {tool}"))
            .status
            .success()
        {
            continue;
        }
        let [left, right] = [theirs, ours].map(|line| {
            let folder = &folders[usize::from(line == ours)];
            let output = shell(folder.path(), line);
            let names = names_in(folder.path());
            let files = names.into_iter().map(|name| {
                let bytes = fs::read(folder.path().join(&name)).unwrap_or_default();
                (name, String::from_utf8_lossy(&bytes).into_owned())
            });
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            (text, files.collect::<Vec<_>>())
        });
        assert_eq!(left, right, "{theirs}");
    }
}
