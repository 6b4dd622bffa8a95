//! Compares the variants of legacy multi-byte encodings with those of iconv, Python, ICU and Java: all sequences of
//! bytes, and all characters. `docs/encodings.md` lists the differences: `UTFLANE_WRITE=1` writes them.

use crate::tools::{TOOLS, are_installed, code_point, compare_with_document, list, output};
use std::collections::BTreeMap;
use std::fmt::Write;
use utflane::Charset;
use utflane::stream::{AnyTranscoder, Status};

/// The name of each encoding in the first four tools, or "" if the tool has no such encoding.
const NAMES: [(Charset, [&str; 4]); 4] = [
    (
        Charset::XMsCp932,
        ["CP932", "cp932", "x-ms-cp932", "windows-31j"],
    ),
    (Charset::EucJpMs, ["EUC-JP-MS", "", "", "x-eucJP-Open"]),
    (
        Charset::Cp950,
        ["CP950", "cp950", "windows-950-2000", "x-windows-950"],
    ),
    (Charset::EucCn, ["EUC-CN", "gb2312", "EUC-CN", "GB2312"]),
];

const PYTHON: &str = "
import sys
text = sys.stdin.buffer.read().decode(sys.argv[1], 'ignore')
sys.stdout.buffer.write(text.encode(sys.argv[2], 'ignore'))
";

/// Converts a text with a tool. The tool omits what it cannot convert.
fn convert(tool: &str, [from, to]: [&str; 2], text: &[u8]) -> Vec<u8> {
    let java = "tests/conformance/multibyte/Lines.java";
    let command: &[&str] = match tool {
        "iconv" => &["iconv", "-c", "-f", from, "-t", to],
        "Python" => &["python3", "-c", PYTHON, from, to],
        "ICU" => &["uconv", "--callback", "skip", "-f", from, "-t", to],
        _ => &["java", java, from, to],
    };
    output(command, text).expect("it runs")
}

/// The character of each sequence, and the bytes of each character.
#[derive(Default)]
struct Tables {
    read: BTreeMap<Vec<u8>, char>,
    written: BTreeMap<char, Vec<u8>>,
}

/// Written after each sequence. Some tools omit bytes after a malformed lead byte.
const SEPARATOR: &[u8] = b"\n\n=\n";

/// Returns all sequences of one and two bytes that begin with 80 or more, and of three bytes that begin with 8F. Control
/// characters, which ICU exchanges, are no second bytes.
fn sequences() -> Vec<Vec<u8>> {
    let bytes = || 0x80..=0xFF_u8;
    let is_no_end = |byte: &u8| !byte.is_ascii_control() && !SEPARATOR.contains(byte);
    let second = || (0..=0xFF).filter(is_no_end);
    let one = bytes().map(|byte| vec![byte]);
    let two = bytes().flat_map(|lead| second().map(move |trail| vec![lead, trail]));
    let three = bytes().flat_map(|lead| bytes().map(move |trail| vec![0x8F, lead, trail]));
    one.chain(two).chain(three).collect()
}

fn characters() -> Vec<char> {
    ('\u{80}'..='\u{FFFF}')
        .chain('\u{20000}'..='\u{2FFFF}')
        .collect()
}

/// Converts a text with a line for each part, and returns the converted lines.
fn lines(parts: &[Vec<u8>], convert: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<Vec<u8>> {
    let text: Vec<u8> = parts
        .iter()
        .flat_map(|part| [part, SEPARATOR].concat())
        .collect();
    let converted = convert(&text);
    let lines = converted.split(|byte| *byte == b'=');
    let end = |byte: &u8| *byte != b'\n';
    let mut lines: Vec<Vec<u8>> = lines
        .map(|line| line.iter().copied().filter(end).collect())
        .collect();
    assert_eq!(lines.pop().as_deref(), Some(&b""[..]));
    assert_eq!(lines.len(), parts.len());
    lines
}

impl Tables {
    /// Returns the tables of a conversion between these two names.
    fn new(convert: impl Fn([bool; 2], &[u8]) -> Vec<u8>) -> Tables {
        let mut tables = Tables::default();
        let sequences = sequences();
        let decoded = lines(&sequences, |text| convert([true, false], text));
        for (sequence, text) in sequences.iter().zip(decoded) {
            let text = String::from_utf8(text).expect("UTF-8");
            let mut characters = text.chars();
            let (Some(character), None) = (characters.next(), characters.next()) else {
                continue;
            };
            // A part of the sequence may be a character, and the rest omitted.
            let len = sequence.len();
            let mut parts =
                (0..len).flat_map(|start| (start + 1..=len).map(move |end| &sequence[start..end]));
            let is_of_part = parts.any(|part| match part {
                [byte @ ..0x80] => character == char::from(*byte),
                part => tables.read.get(part) == Some(&character),
            });
            if !is_of_part {
                tables.read.insert(sequence.clone(), character);
            }
        }
        let characters = characters();
        let texts: Vec<Vec<u8>> = characters
            .iter()
            .map(|one| one.to_string().into())
            .collect();
        let encoded = lines(&texts, |text| convert([false, true], text));
        for (character, bytes) in characters.into_iter().zip(encoded) {
            if !bytes.is_empty() {
                tables.written.insert(character, bytes);
            }
        }
        tables
    }
}

/// Converts a text, and omits malformed sequences and unrepresentable characters.
fn ours([from, to]: [Charset; 2], text: &[u8]) -> Vec<u8> {
    let mut transcoder = AnyTranscoder::new(from, to);
    let (mut bytes, mut out, mut rest) = (Vec::new(), vec![0; 1 << 16], text);
    loop {
        let step = transcoder.transcode(rest, &mut out);
        bytes.extend_from_slice(&out[..step.written]);
        rest = &rest[step.read..];
        if rest.is_empty() && matches!(step.status, Status::InputEmpty) {
            return bytes;
        }
    }
}

/// The kind of a result. Differences of the same kinds share a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    None,
    Control,
    Private,
    Other,
}

fn kind(character: Option<&char>) -> Kind {
    match character {
        None => Kind::None,
        Some('\u{80}'..'\u{A0}') => Kind::Control,
        Some('\u{E000}'..='\u{F8FF}') => Kind::Private,
        Some(_) => Kind::Other,
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// The rows of a table: the cells before the last one, the tools, and what they return.
type Rows = BTreeMap<[String; 3], BTreeMap<String, Vec<&'static str>>>;

/// Adds the differences in one direction.
fn add<K: Ord, V: PartialEq>(
    rows: &mut Rows,
    [direction, tool]: [&'static str; 2],
    [ours, theirs]: [&BTreeMap<K, V>; 2],
    kind: impl Fn(&K, Option<&V>) -> Kind,
    show: (impl Fn(&K) -> String, impl Fn(&V) -> String),
) {
    let mut groups = BTreeMap::<_, Vec<&K>>::new();
    let keys: std::collections::BTreeSet<&K> = ours.keys().chain(theirs.keys()).collect();
    for key in keys {
        let both = [ours, theirs].map(|table| table.get(key));
        if both[0] != both[1] {
            groups
                .entry(both.map(|one| kind(key, one)))
                .or_default()
                .push(key);
        }
    }
    for keys in groups.into_values() {
        let results = |table: &BTreeMap<K, V>| {
            let result = |key: &&K| table.get(key).map_or("none".into(), &show.1);
            list(keys.iter().map(result), MOST)
        };
        let row = [
            direction.to_owned(),
            list(keys.iter().map(|key| show.0(key)), MOST),
            results(ours),
        ];
        let tools = rows.entry(row).or_default();
        tools.entry(results(theirs)).or_default().push(tool);
    }
}

/// The number of items in the longest list of the document.
const MOST: usize = 8;

#[test]
fn tools_have_the_same_characters_except_for_documented_differences() {
    if !are_installed(4) {
        return;
    }
    let mut text = String::from(
        "| encoding | | bytes or characters | utflane | others |\n|---|---|---|---|---|\n",
    );
    for (charset, names) in NAMES {
        let name = |is_it: bool| if is_it { charset } else { Charset::Utf8 };
        let own = Tables::new(|names, text| ours(names.map(name), text));
        let mut rows = Rows::new();
        let mut all = Vec::new();
        for ((tool, ..), it) in TOOLS.into_iter().zip(names) {
            if it.is_empty() {
                continue;
            }
            let name = |is_it: bool| if is_it { it } else { "UTF-8" };
            let tables = Tables::new(|names, text| convert(tool, names.map(name), text));
            add(
                &mut rows,
                ["reads", tool],
                [&own.read, &tables.read],
                |_, one| kind(one),
                (|bytes| hexadecimal(bytes), |one| code_point(*one)),
            );
            add(
                &mut rows,
                ["writes", tool],
                [&own.written, &tables.written],
                |character, bytes| match bytes {
                    None => Kind::None,
                    Some(_) => kind(Some(character)),
                },
                (|one| code_point(*one), |bytes| hexadecimal(bytes)),
            );
            all.push(tables);
        }
        for sequence in sequences() {
            let read = own.read.get(&sequence);
            let agree = all.iter().filter(|other| other.read.get(&sequence) == read);
            // Few tools have private-use characters, and the rest of eucJP-ms.
            let is_rare =
                charset == Charset::EucJpMs || kind(read) > Kind::None && kind(read) < Kind::Other;
            let enough = if is_rare { 1 } else { 2 };
            assert!(
                agree.count() >= enough,
                "{charset} {sequence:02X?} {read:?}"
            );
        }
        for ([direction, keys, ours], others) in rows {
            let others: Vec<String> = others
                .into_iter()
                .map(|(theirs, tools)| format!("{}: {theirs}", tools.join(", ")))
                .collect();
            let others = others.join("; ");
            writeln!(
                text,
                "| `{charset:?}` | {direction} | {keys} | {ours} | {others} |"
            )
            .unwrap();
        }
    }
    compare_with_document("<!-- multi-byte differences -->\n", &text);
}
