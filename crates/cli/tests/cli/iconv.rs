//! The differences between the encodings of glibc's iconv and utflane: the lists of
//! `docs/iconv.md`, and their lengths in `docs/c.md`.
//!
//! Both decode all sequences of an encoding (of 4-byte sequences, a sample) and encode all code
//! points. `UTFLANE_WRITE=1 cargo test --package utflane-cli iconv -- --ignored` writes the tables
//! of the documents.

mod compare;
mod counts;

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::fmt::Write;

use utflane::Charset;

use compare::{Iconv, Results, composed, is_tag, read, write};
use counts::Counts;

/// The release of glibc that the document describes.
const RELEASE: &str = "2.36";

const DOCUMENT: &str = include_str!("../../../../docs/iconv.md");

/// The documents with tables, and the lines before the tables.
const DOCUMENTS: [(&str, &str); 2] = [
    ("iconv.md", "<!-- generated -->\n"),
    (
        "c.md",
        "<!-- compared with glibc by a test of utflane-cli -->\n",
    ),
];

/// Encodings that have another name in iconv, or are compared with several of its encodings.
const NAMES: [(Charset, &[&str]); 16] = [
    (Charset::XMacCyrillic, &["MAC-CYRILLIC"]),
    (Charset::Iso8859_11, &["ISO-8859-11", "TIS-620"]),
    (Charset::Cp858, &["IBM858"]),
    (Charset::Cp1140, &["IBM1140"]),
    (Charset::ShiftJis, &["SHIFT_JIS", "CP932"]),
    (Charset::EucJp, &["EUC-JP"]),
    (Charset::EucKr, &["EUC-KR", "CP949"]),
    (Charset::Gbk, &["GBK", "CP936"]),
    (Charset::Gb18030, &["GB18030"]),
    (Charset::Big5, &["BIG5", "BIG5-HKSCS"]),
    (Charset::Iso2022Jp, &["ISO-2022-JP"]),
    (Charset::Windows874, &["WINDOWS-874"]),
    (Charset::XMsCp932, &["CP932"]),
    (Charset::EucJpMs, &["EUC-JP-MS"]),
    (Charset::Cp950, &["CP950"]),
    (Charset::EucCn, &["EUC-CN"]),
];

/// The kind of a result. Results of the same kind share a row.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Kind {
    Error,
    Nothing,
    Controls,
    PrivateUse,
    /// Each byte is decoded as an ASCII character.
    AsBytes,
    Others,
}

/// The kind of a decoded text.
fn kind_of_text(sequence: &[u8], result: &Option<Vec<u8>>) -> Kind {
    let text = result.as_ref().map(|utf8| str::from_utf8(utf8).unwrap());
    let Some(text) = text else {
        return Kind::Error;
    };
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Kind::Nothing,
        (Some('\x1B'), Some(_)) if text.as_bytes().starts_with(sequence) => Kind::AsBytes,
        (Some(one), None) if one.is_control() && sequence == [one as u8] => Kind::Controls,
        (Some('\u{E000}'..='\u{F8FF}'), None) => Kind::PrivateUse,
        _ => Kind::Others,
    }
}

/// The kind of an encoded sequence.
fn kind_of_bytes(_: &[u8], result: &Option<Vec<u8>>) -> Kind {
    match result.as_deref() {
        None => Kind::Error,
        Some([]) => Kind::Nothing,
        Some(_) => Kind::Others,
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    bytes.join(" ")
}

/// Formats a code point that is given in big-endian bytes.
fn code_point(bytes: &[u8]) -> String {
    let code = u32::from_be_bytes(bytes.try_into().unwrap());
    format!("U+{code:04X}")
}

fn code_points(utf8: &[u8]) -> String {
    let characters = str::from_utf8(utf8).unwrap().chars();
    let codes: Vec<String> = characters.map(|c| format!("U+{:04X}", c as u32)).collect();
    codes.join(" ")
}

/// Formats sequences as ranges; only the first ones if there are many.
fn ranges(keys: &[&Vec<u8>], show: fn(&[u8]) -> String) -> String {
    let mut ranges: Vec<[&Vec<u8>; 2]> = Vec::new();
    for key in keys {
        let follows = |last: &&mut [&Vec<u8>; 2]| {
            let (before, after) = (last[1].split_last().unwrap(), key.split_last().unwrap());
            before.1 == after.1 && before.0.checked_add(1) == Some(*after.0)
        };
        match ranges.last_mut().filter(follows) {
            Some(last) => last[1] = key,
            None => ranges.push([key, key]),
        }
    }
    let shown = ranges
        .iter()
        .take(SHOWN)
        .map(|[first, last]| match first == last {
            true => show(first),
            false => format!("{}–{}", show(first), show(last)),
        });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if ranges.len() > SHOWN {
        let last = keys.last().unwrap();
        write!(text, ", …, {}", show(last)).unwrap();
    }
    if keys.len() > SHOWN {
        write!(text, " ({} in all)", keys.len()).unwrap();
    }
    text
}

/// Maximum number of ranges or results in a cell.
const SHOWN: usize = 6;

/// The rows of a table: their cells, and the encodings to which they apply.
#[derive(Default)]
struct Table(Vec<([String; 3], Vec<String>)>);

impl Table {
    fn add(&mut self, name: &str, cells: [String; 3]) {
        match self.0.iter_mut().find(|(other, _)| *other == cells) {
            Some((_, names)) => names.push(name.to_owned()),
            None => self.0.push((cells, vec![name.to_owned()])),
        }
    }

    /// Adds the differences of an encoding. Those of one kind share a row.
    fn add_all(
        &mut self,
        name: &str,
        differences: &Results,
        kind: fn(&[u8], &Option<Vec<u8>>) -> Kind,
        [show_key, show_result]: [fn(&[u8]) -> String; 2],
    ) {
        let mut kinds: BTreeMap<_, Vec<&Vec<u8>>> = BTreeMap::new();
        for (key, results) in differences {
            let kinds_here = [0, 1].map(|side: usize| kind(key, &results[side]));
            let row = (key.len(), kinds_here);
            kinds.entry(row).or_default().push(key);
        }
        for ((_, kinds), keys) in kinds {
            let cell = |side: usize| match kinds[side] {
                Kind::Error => "error".to_owned(),
                Kind::Nothing => "nothing".to_owned(),
                Kind::Controls => "the control character of that number".to_owned(),
                Kind::AsBytes => "each byte as a character of ASCII".to_owned(),
                Kind::PrivateUse if keys.len() > 2 => "for private use".to_owned(),
                Kind::PrivateUse | Kind::Others => {
                    let shown = keys.iter().take(SHOWN).map(|key| {
                        let result = differences[*key][side].as_deref();
                        show_result(result.unwrap())
                    });
                    let more = if keys.len() > SHOWN { ", …" } else { "" };
                    shown.collect::<Vec<_>>().join(", ") + more
                }
            };
            self.add(name, [ranges(&keys, show_key), cell(0), cell(1)]);
        }
    }

    /// Formats the rows. A row that applies to nearly all encodings in `all` lists the exceptions.
    fn show(&self, all: &[String]) -> String {
        let row = |(cells, names): &([String; 3], Vec<String>)| {
            let others: Vec<&str> = all
                .iter()
                .filter(|name| !names.contains(name))
                .map(String::as_str)
                .collect();
            let names = match others.len() {
                0..4 => format!("all except {}", others.join(", ")),
                _ => names.join(", "),
            };
            format!("| {names} | {} |\n", cells.join(" | "))
        };
        self.0.iter().map(row).collect()
    }
}

/// An encoding, its name in iconv, and both names in the document.
type Named = (Charset, &'static str, String);

/// Returns the encodings of the document.
fn encodings() -> Vec<Named> {
    let is_listed = |charset: &Charset| {
        let is_page = charset.is_code_page() || charset.is_multibyte();
        let is_other = matches!(charset, Charset::Latin1 | Charset::Ascii);
        // The other stateful encodings are compared by the tests of the library.
        let is_named = NAMES.iter().any(|(named, _)| named == charset);
        let is_tested_elsewhere = charset.is_stateful() && !is_named;
        charset.aliases().next().is_some() && (is_page || is_other) && !is_tested_elsewhere
    };
    // Other names of an encoding that is in no row of `NAMES`. If iconv knows none of them, it does
    // not have the encoding.
    let first_known = |charset: Charset| {
        let mut all = [charset.name()].into_iter().chain(charset.aliases());
        all.find(|name| Iconv::open("UTF-8", name).is_some())
    };
    let names = |charset: Charset| {
        let names = NAMES.iter().find(|(other, _)| *other == charset);
        let names = names.map_or_else(
            || first_known(charset).into_iter().collect(),
            |(_, names)| names.to_vec(),
        );
        names.into_iter().map(move |name| {
            let title = match name.eq_ignore_ascii_case(charset.name()) {
                true => charset.name().to_owned(),
                false => format!("{} ({})", charset.name(), name.to_uppercase()),
            };
            (charset, name, title)
        })
    };
    let charsets = Charset::ALL.into_iter().filter(is_listed);
    charsets.flat_map(names).collect()
}

/// Returns the tables of both documents, or `None` if iconv lacks an encoding.
fn tables() -> Option<[String; 2]> {
    let [mut reading, mut composing, mut writing] = [(); 3].map(|()| Table::default());
    let (mut all, mut same, mut counts) = (Vec::new(), Vec::new(), Counts::default());
    for (charset, name, title) in encodings() {
        let read = read(charset, name)?;
        let mut written = write(charset, None, name);
        let pairs = match charset.is_multibyte() {
            true => Vec::new(),
            false => composed(name),
        };
        // The iconv of libutflane encodes characters that the encoding lacks with a variant.
        let counted = match charset {
            Charset::ShiftJis => &write(charset, Some(Charset::XMsCp932), name),
            Charset::EucJp => &write(charset, Some(Charset::EucJpMs), name),
            _ => &written,
        };
        counts.add(charset, name, [&read, counted], pairs.len());
        // Characters that are decoded differently are also encoded differently, and are not listed
        // again.
        let is_known = |bytes: &Vec<u8>| read.contains_key(bytes);
        written.retain(|_, results| !results.iter().flatten().any(is_known));
        reading.add_all(&title, &read, kind_of_text, [hexadecimal, code_points]);
        writing.add_all(&title, &written, kind_of_bytes, [code_point, hexadecimal]);
        if let Some(first) = pairs.first() {
            let mut theirs = Iconv::open("UTF-8", name).unwrap();
            let one = code_points(&theirs.convert(first).unwrap());
            let first = hexadecimal(first);
            composing.add(&title, [pairs.len().to_string(), first, one]);
        }
        if read.is_empty() && pairs.is_empty() && written.keys().all(|code| is_tag(code)) {
            same.push(title.clone());
        }
        all.push(title);
    }
    let [reading, composing, writing] = [reading, composing, writing].map(|table| table.show(&all));
    let lists = format!(
        "No difference, except for tags: {}.\n\n\
         ## Reading\n\n| encoding | bytes | utflane | iconv |\n|---|---|---|---|\n{reading}\n\
         Byte pairs that iconv decodes as one character, and utflane as two:\n\n\
         | encoding | pairs | the first | iconv |\n|---|---|---|---|\n{composing}\n\
         ## Writing\n\n| encoding | code points | utflane | iconv |\n|---|---|---|---|\n{writing}",
        same.join(", ")
    );
    Some([lists, counts.show()])
}

/// Returns whether iconv is of the release that the document describes.
fn has_iconv() -> bool {
    // SAFETY: the function has no preconditions.
    let release = unsafe { libc::gnu_get_libc_version() };
    // SAFETY: the string is null-terminated and lives as long as the program.
    let release = unsafe { CStr::from_ptr(release) };
    if release.to_str() != Ok(RELEASE) {
        eprintln!("NOT RUN: the comparison with iconv of glibc {RELEASE}: here is {release:?}");
    }
    release.to_str() == Ok(RELEASE)
}

/// Some of the encodings that the document lists as those without a difference.
#[test]
fn some_encodings_are_read_as_the_document_says() {
    if !has_iconv() {
        return;
    }
    let (_, list) = DOCUMENT
        .split_once("No difference, except for tags: ")
        .unwrap();
    let list: Vec<&str> = list.split_once(".\n").unwrap().0.split(", ").collect();
    assert!(list.len() > 20, "{list:?}");
    for (charset, name, title) in encodings().into_iter().step_by(3) {
        let Some(differences) = read(charset, name) else {
            eprintln!("NOT RUN: the comparison with iconv, which lacks {name}");
            continue;
        };
        let is_same = list.contains(&title.as_str());
        assert!(differences.is_empty() || !is_same, "{title}");
    }
}

#[test]
#[ignore = "long: compares every character of every encoding"]
fn the_documents_have_all_differences() {
    if !has_iconv() {
        return;
    }
    let Some(tables) = tables() else {
        eprintln!("NOT RUN: the comparison with iconv, which lacks encodings");
        return;
    };
    for ((name, start), tables) in DOCUMENTS.into_iter().zip(tables) {
        let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(start).unwrap();
        let (now, after) = rest.split_once("<!-- end -->\n").unwrap();
        if std::env::var_os("UTFLANE_WRITE").is_some() {
            let text = format!("{before}{start}{tables}<!-- end -->\n{after}");
            std::fs::write(path, text).unwrap();
            continue;
        }
        assert!(
            now == tables,
            "{name} differs: run UTFLANE_WRITE=1 cargo test --package utflane-cli iconv -- --ignored"
        );
    }
}
