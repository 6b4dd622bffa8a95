//! Compares the code pages of the feature `more-code-pages` with those of iconv, Python, ICU, Java
//! and Perl. `docs/encodings.md` lists the differences: `UTFLANE_WRITE=1` writes them.

use super::{decoded, encoded};
use crate::tools::{TOOLS, are_installed, code_point, compare_with_document, list, output};
use std::collections::BTreeMap;
use std::fmt::Write;
use utflane::Charset;

/// The name of each code page in the five tools, or "" if the tool has no such page. (glibc's
/// `MAC-IS` is an older Icelandic page.)
pub(super) const NAMES: [(Charset, [&str; 5]); 41] = [
    (Charset::Cp277, ["IBM277", "", "ibm-277", "IBM277", ""]),
    (Charset::Cp278, ["IBM278", "", "ibm-278", "IBM278", ""]),
    (Charset::Cp280, ["IBM280", "", "ibm-280", "IBM280", ""]),
    (Charset::Cp284, ["IBM284", "", "ibm-284", "IBM284", ""]),
    (Charset::Cp285, ["IBM285", "", "ibm-285", "IBM285", ""]),
    (Charset::Cp297, ["IBM297", "", "ibm-297", "IBM297", ""]),
    (Charset::Cp870, ["IBM870", "", "ibm-870", "IBM870", ""]),
    (Charset::Cp871, ["IBM871", "", "ibm-871", "IBM871", ""]),
    (
        Charset::Cp875,
        ["IBM875", "cp875", "ibm-875", "x-IBM875", "cp875"],
    ),
    (
        Charset::Cp1025,
        ["IBM1025", "", "ibm-1025", "x-IBM1025", ""],
    ),
    (
        Charset::Cp1026,
        ["IBM1026", "cp1026", "ibm-1026", "IBM1026", "cp1026"],
    ),
    (Charset::Cp1141, ["IBM1141", "", "ibm-1141", "IBM01141", ""]),
    (Charset::Cp1142, ["IBM1142", "", "ibm-1142", "IBM01142", ""]),
    (Charset::Cp1143, ["IBM1143", "", "ibm-1143", "IBM01143", ""]),
    (Charset::Cp1144, ["IBM1144", "", "ibm-1144", "IBM01144", ""]),
    (Charset::Cp1145, ["IBM1145", "", "ibm-1145", "IBM01145", ""]),
    (Charset::Cp1146, ["IBM1146", "", "ibm-1146", "IBM01146", ""]),
    (Charset::Cp1147, ["IBM1147", "", "ibm-1147", "IBM01147", ""]),
    (Charset::Cp1148, ["IBM1148", "", "ibm-1148", "IBM01148", ""]),
    (Charset::Cp1149, ["IBM1149", "", "ibm-1149", "IBM01149", ""]),
    (Charset::Cp037S390, ["", "", "ibm-37-s390", "", ""]),
    (Charset::Cp1047S390, ["", "", "ibm-1047-s390", "", ""]),
    (Charset::Cp720, ["", "cp720", "ibm-720", "", ""]),
    (
        Charset::Cp737,
        ["CP737", "cp737", "ibm-737", "x-IBM737", "cp737"],
    ),
    (
        Charset::Cp775,
        ["CP775", "cp775", "ibm-775", "IBM775", "cp775"],
    ),
    (Charset::Cp1125, ["CP1125", "cp1125", "ibm-1125", "", ""]),
    (
        Charset::MacCentralEurope,
        [
            "MAC-CENTRALEUROPE",
            "mac_latin2",
            "x-mac-ce",
            "x-MacCentralEurope",
            "MacCentralEurRoman",
        ],
    ),
    (
        Charset::MacGreek,
        ["", "mac_greek", "x-mac-greek", "x-MacGreek", "MacGreek"],
    ),
    (
        Charset::MacTurkish,
        [
            "",
            "mac_turkish",
            "x-mac-turkish",
            "x-MacTurkish",
            "MacTurkish",
        ],
    ),
    (
        Charset::MacIcelandic,
        ["", "mac_iceland", "", "x-MacIceland", "MacIcelandic"],
    ),
    (
        Charset::MacCroatian,
        ["", "mac_croatian", "", "x-MacCroatian", "MacCroatian"],
    ),
    (
        Charset::MacRomanian,
        ["", "mac_romanian", "", "x-MacRomania", "MacRomanian"],
    ),
    (Charset::Viscii, ["VISCII", "", "", "", "viscii"]),
    (Charset::Tcvn5712, ["TCVN", "", "", "", ""]),
    (Charset::GeorgianPs, ["GEORGIAN-PS", "", "", "", ""]),
    (
        Charset::GeorgianAcademy,
        ["GEORGIAN-ACADEMY", "", "", "", ""],
    ),
    (Charset::Geostd8, [""; 5]),
    (Charset::Armscii8, ["ARMSCII-8", "", "", "", ""]),
    (Charset::Kz1048, ["RK1048", "kz1048", "", "", ""]),
    (Charset::Ptcp154, ["PT154", "ptcp154", "", "", ""]),
    (Charset::Tis620, ["TIS-620", "tis_620", "", "TIS-620", ""]),
];

/// Code pages that fewer than two tools have, and the bytes 80 to 90 of 720, which are control
/// characters in Windows and Python, but have no character in ICU.
const UNCONFIRMED: [Charset; 8] = [
    Charset::Cp037S390,
    Charset::Cp1047S390,
    Charset::Cp720,
    Charset::Tcvn5712,
    Charset::GeorgianPs,
    Charset::GeorgianAcademy,
    Charset::Geostd8,
    Charset::Armscii8,
];

type Table = Vec<Option<char>>;

/// Prints a line for each name in `args`, like `Pages.java`.
const PYTHON: &str = "
import sys
for name in sys.argv[1:]:
    line = []
    for byte in range(256):
        try: line.append('%x' % ord(bytes([byte]).decode(name)))
        except UnicodeDecodeError: line.append('.')
    print(*line)
";

const PERL: &str = "
use Encode;
for my $name (@ARGV) {
    for my $byte (0..255) {
        my $text = chr $byte;
        my $character = eval { decode($name, $text, Encode::FB_CROAK) };
        print defined $character ? sprintf('%x ', ord $character) : '. ';
    }
    print qq(\\n);
}
";

/// Returns the tables of one tool, in the order of `names`.
pub(crate) fn tables(tool: &str, names: &[&str]) -> Vec<Table> {
    let character = |code: &str| u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
    let lines = |command: &[&str]| -> Vec<Table> {
        let text = output(&[command, names].concat(), b"").unwrap_or_default();
        let text = String::from_utf8(text).expect("ASCII");
        let line = |line: &str| line.split_whitespace().map(character).collect();
        text.lines().map(line).collect()
    };
    let java = "tests/conformance/code_pages/Pages.java";
    match tool {
        "Python" => lines(&["python3", "-c", PYTHON]),
        "Perl" => lines(&["perl", "-e", PERL]),
        "Java" => lines(&["java", java]),
        _ => names.iter().map(|name| table(tool, name)).collect(),
    }
}

/// Returns a table of iconv or ICU.
fn table(tool: &str, name: &str) -> Table {
    // A NUL after each byte prevents that iconv combines letters and marks.
    let bytes: Vec<u8> = (1..=u8::MAX).flat_map(|byte| [byte, 0]).collect();
    let command: &[&str] = match tool {
        "iconv" => &["iconv", "-c", "-f", name, "-t", "UTF-8"],
        _ => &[
            "uconv",
            "--from-callback",
            "substitute",
            "-f",
            name,
            "-t",
            "UTF-8",
        ],
    };
    let text = String::from_utf8(output(command, &bytes).expect("it runs")).expect("UTF-8");
    let is_missing = |one: &char| *one == '\u{FFFD}';
    let parts = text.split_terminator('\0');
    let characters = parts.map(|part| part.chars().next().filter(|one| !is_missing(one)));
    [Some('\0')].into_iter().chain(characters).collect()
}

/// Whether a difference is one of those that the document mentions once, for all code pages.
fn is_general(tool: &str, byte: u8, theirs: Option<char>) -> bool {
    match tool {
        // In Java, both line ends of EBCDIC are U+000A.
        "Java" => byte == 0x15 && theirs == Some('\n'),
        // ICU exchanges control characters, as IBM's personal computers do.
        "ICU" => [0x1A, 0x1C, 0x7F].contains(&byte),
        // The control character DEL is missing in Perl's tables of Mac OS.
        "Perl" => [0x3F, 0x7F].contains(&byte) && theirs.is_none(),
        _ => false,
    }
}

#[test]
fn tools_have_the_same_pages_except_for_documented_differences() {
    if !are_installed(TOOLS.len()) {
        return;
    }
    let mut known = BTreeMap::new();
    for (index, (tool, ..)) in TOOLS.into_iter().enumerate() {
        let pages = NAMES.iter().filter(|row| !row.1[index].is_empty());
        let names: Vec<&str> = pages.clone().map(|row| row.1[index]).collect();
        let tables = tables(tool, &names);
        assert_eq!(tables.len(), names.len(), "{tool}");
        for (table, row) in tables.into_iter().zip(pages) {
            assert_eq!(table.len(), 256, "{tool} {}", row.0);
            known.insert((row.0 as u8, index), table);
        }
    }
    let mut rows = String::from("| code page | bytes | utflane | others |\n|---|---|---|---|\n");
    for (charset, _) in NAMES {
        let ours = decoded(charset);
        let tables =
            (0..TOOLS.len()).filter_map(|tool| Some((tool, known.get(&(charset as u8, tool))?)));
        for byte in 0..=u8::MAX {
            let at = usize::from(byte);
            let agree = tables
                .clone()
                .filter(|(_, table)| table[at] == ours[at])
                .count();
            let is_listed = UNCONFIRMED.contains(&charset);
            assert!(agree >= 2 || is_listed, "{charset} {byte:02X}: {agree}");
        }
        // The same differences of several tools share a row.
        let mut differences = BTreeMap::<_, Vec<_>>::new();
        for (tool, table) in tables {
            let differs = |byte: &u8| {
                let theirs = table[usize::from(*byte)];
                theirs != ours[usize::from(*byte)] && !is_general(TOOLS[tool].0, *byte, theirs)
            };
            let bytes: Vec<u8> = (0..=u8::MAX).filter(differs).collect();
            let theirs: Vec<_> = bytes.iter().map(|byte| table[usize::from(*byte)]).collect();
            if !bytes.is_empty() {
                differences
                    .entry((bytes, theirs))
                    .or_default()
                    .push(TOOLS[tool].0);
            }
        }
        for ((bytes, theirs), tools) in differences {
            let shown = |one: Option<char>| one.map_or("none".into(), code_point);
            let ours = bytes.iter().map(|byte| ours[usize::from(*byte)]);
            writeln!(
                rows,
                "| `{charset:?}` | {} | {} | {}: {} |",
                list(bytes.iter().map(|byte| format!("{byte:02X}")), 9),
                list(ours.map(shown), 9),
                tools.join(", "),
                list(theirs.into_iter().map(shown), 9),
            )
            .expect("a string");
        }
    }
    compare_with_document("<!-- differences -->\n", &rows);
}

/// The variants of ICU for z/OS exchange the two line ends.
#[test]
fn line_ends_are_exchanged() {
    for (variant, page) in [
        (Charset::Cp037S390, Charset::Cp037),
        (Charset::Cp1047S390, Charset::Cp1047),
    ] {
        let (variant, mut page) = (decoded(variant), decoded(page));
        page.swap(0x15, 0x25);
        assert_eq!(variant, page);
        assert_eq!((page[0x15], page[0x25]), (Some('\n'), Some('\u{85}')));
    }
}

/// Bytes of ARMSCII-8 that are ASCII characters are not encoded, so that ASCII remains ASCII.
#[test]
fn the_first_byte_of_a_character_encodes_it() {
    let characters = decoded(Charset::Armscii8);
    for (byte, character) in [
        (0xA4, ')'),
        (0xA5, '('),
        (0xA9, '.'),
        (0xAB, ','),
        (0xAC, '-'),
    ] {
        assert_eq!(characters[byte], Some(character));
        assert_eq!(encoded(Charset::Armscii8, character), Some(character as u8));
    }
}

/// GEOSTD8, which no tool has, is Georgian-PS except for the bytes 80 to 9F and E6 to FF.
#[test]
fn geostd8_is_georgian_ps() {
    let [ours, other] = [Charset::Geostd8, Charset::GeorgianPs].map(decoded);
    assert_eq!(ours[..0x80], other[..0x80]);
    assert_eq!(ours[0xA0..0xE6], other[0xA0..0xE6]);
    for byte in (0x80..0xA0).filter(|byte| ours[*byte].is_some() && *byte != 0x80) {
        assert_eq!(ours[byte], other[byte], "{byte:02X}");
    }
    assert_eq!((ours[0x80], ours[0xFD]), (Some('€'), Some('№')));
}
