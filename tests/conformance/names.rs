//! Compares the names of charsets with those of iconv and Python. Each name is known, with the same
//! meaning, or `names/refused.txt` lists it with a reason.
#![cfg(all(
    feature = "full",
    feature = "more-charsets",
    feature = "more-code-pages"
))]

use super::code_pages::{decoded, more};
use super::tools;
use std::collections::{BTreeMap, HashSet};
use utflane::Charset;
use utflane::stream::AnyTranscoder;

/// The names that are not accepted, without punctuation.
fn refused() -> HashSet<&'static str> {
    let lines = include_str!("names/refused.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
}

fn simplified(name: &str) -> String {
    let significant = |c: &char| !"-_:.".contains(*c);
    name.to_lowercase().chars().filter(significant).collect()
}

/// Returns the output of a command, or `None` if the command is not that version.
fn output(command: &[&str], release: &str) -> Option<String> {
    let version = tools::output(&[command[0], "--version"], b"")?;
    if !String::from_utf8_lossy(&version).contains(release) {
        return None;
    }
    let output = tools::output(command, b"")?;
    Some(String::from_utf8(output).expect("UTF-8"))
}

/// Returns the known names, by charset. Panics if a name is neither known nor refused.
fn known<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<u8, (Charset, Vec<&'a str>)> {
    let refused = refused();
    let mut known = BTreeMap::<_, (Charset, Vec<&str>)>::new();
    for name in names {
        let is_refused = refused.contains(&*simplified(name));
        match Charset::named(name) {
            Some(charset) => {
                assert!(!is_refused, "{name} is known and refused");
                let row = known.entry(charset as u8).or_insert((charset, Vec::new()));
                row.1.push(name);
            }
            None => assert!(is_refused, "{name}"),
        }
    }
    known
}

/// Texts that the legacy multi-byte encodings represent.
fn sample(charset: Charset) -> &'static str {
    match charset {
        Charset::ShiftJis | Charset::EucJp | Charset::Iso2022Jp => "aア日本",
        Charset::XMsCp932 | Charset::EucJpMs => "aア日本\u{E000}",
        Charset::EucKr | Charset::Iso2022Kr | Charset::Johab => "a한국",
        Charset::Gbk | Charset::Gb18030 | Charset::Big5 | Charset::Hz => "a中文",
        Charset::Cp950 | Charset::EucCn => "a中文",
        Charset::Ucs2Le | Charset::Ucs2Be => "aé€",
        _ => "aé€😀",
    }
}

/// Checks that each name is the table of the charset, except for bytes that differ in all names of
/// the charset in this tool. (The tests of code pages check these bytes.)
fn check(tool: &str, known: BTreeMap<u8, (Charset, Vec<&str>)>) {
    let mut compared = 0;
    for (charset, names) in known.into_values() {
        compared += names.len();
        let is_single =
            charset.is_code_page() || [Charset::Latin1, Charset::Ascii].contains(&charset);
        if is_single {
            let ours = decoded(charset);
            let names: Vec<&str> = names
                .iter()
                .copied()
                .filter(|name| !is_variant(name))
                .collect();
            let tables = more::tables(tool, &names);
            for (table, name) in tables.iter().zip(&names) {
                let differs = |byte: &usize| {
                    let (one, other) = (table[*byte], ours[*byte]);
                    one.is_some() && other.is_some() && one != other
                };
                let differences = (0..256).filter(differs).count();
                assert!(differences <= 4, "{tool} {name}: {differences}");
                assert!(*table == tables[0], "{tool} {name}");
            }
        }
        if tool == "iconv" && !is_single {
            let mut bytes = [0; 32];
            let text = sample(charset).as_bytes();
            let mut transcoder = AnyTranscoder::new(Charset::Utf8, charset);
            let written = transcoder.transcode(text, &mut bytes).written;
            let end = transcoder.finish_into(&mut bytes[written..]).written;
            for name in names {
                let back = tools::output(
                    &["iconv", "-f", name, "-t", "UTF-8"],
                    &bytes[..written + end],
                );
                assert_eq!(back.as_deref(), Some(text), "{name}");
            }
        }
    }
    println!("{tool}: {compared} names are known");
    assert!(compared > 150);
}

/// Names of a table that differs from ours:
///
/// - TIS-620 lacks the bytes 80 to A0 of ISO-8859-11.
/// - `koi8` is KOI8-R in the WHATWG Encoding Standard, and another encoding in iconv.
/// - KOI8-RU has more characters than KOI8-U. The standard treats the two as one.
fn is_variant(name: &str) -> bool {
    let name = simplified(name);
    name.starts_with("tis620") || ["isoir166", "koi8", "koi8ru"].contains(&&*name)
}

#[test]
fn names_of_iconv_are_known_or_refused() {
    let Some(list) = output(&["iconv", "-l"], "GLIBC 2.36") else {
        println!("NOT RUN: the iconv of glibc 2.36 is not installed");
        return;
    };
    let names = list.lines().map(|name| name.trim_end_matches('/'));
    check(
        "iconv",
        known(names.filter(|name| !name.contains('/') && !name.is_empty())),
    );
}

const ALIASES: &str = "
import encodings, encodings.aliases, pkgutil
for alias, codec in encodings.aliases.aliases.items(): print(alias, codec)
for module in pkgutil.iter_modules(encodings.__path__):
    if module.name != 'aliases': print(module.name, module.name)
";

#[test]
fn names_of_python_are_known_or_refused() {
    let Some(list) = output(&["python3", "-c", ALIASES], "3.11") else {
        println!("NOT RUN: Python 3.11 is not installed");
        return;
    };
    let rows = || list.lines().filter_map(|line| line.split_once(' '));
    for (alias, codec) in rows() {
        // An alias that we know is its codec. (The codec `gb2312` is EUC-CN. In the WHATWG Encoding
        // Standard, `gb2312` is GBK, so we do not know that name.)
        if let Some(charset) = Charset::named(alias).filter(|_| codec != "gb2312") {
            assert_eq!(Charset::named(codec), Some(charset), "{alias} {codec}");
        }
    }
    check("Python", known(rows().map(|(alias, _)| alias)));
}

/// Names of Java 17 (`Charset.availableCharsets`), MySQL and Windows.
#[test]
fn other_names_are_known() {
    for (charset, names) in [
        (Charset::Utf8, "utf8mb4 cp65001 65001 unicode-1-1-utf-8"),
        (Charset::Utf16Le, "UnicodeLittleUnmarked X-UTF-16LE"),
        (Charset::Utf16Be, "UnicodeBigUnmarked X-UTF-16BE"),
        (Charset::Utf32Le, "X-UTF-32LE"),
        (Charset::Ascii, "ascii7 iso_646.irv:1983 20127"),
        (Charset::Latin1, "8859_1 28591"),
        (Charset::Iso8859_2, "8859_2 912 ibm-912 28592"),
        (Charset::Iso8859_15, "ISO8859_15 923 latin0 28605"),
        (Charset::Iso8859_11, "x-iso-8859-11 tis620"),
        (Charset::Windows1252, "1252 windows-1252"),
        (Charset::Windows874, "x-windows-874 ms-874"),
        (
            Charset::EucKr,
            "ks_c_5601-1987 windows-949 x-windows-949 ms949 KSC_5601 949",
        ),
        (
            Charset::ShiftJis,
            "ms932 windows-31j x-sjis csWindows31J 932",
        ),
        (Charset::ShiftJis, "cp932 windows-932 ms932"),
        (Charset::EucJp, "cp51932 ujis eucjis x-euc-jp"),
        (Charset::EucKr, "cp949 windows-949"),
        (Charset::Gbk, "cp936 windows-936 x-mswin-936 936"),
        (Charset::Gb18030, "gb18030-2022 54936"),
        (Charset::Koi8R, "koi8_r 20866"),
        (Charset::Macintosh, "x-MacRoman macroman 10000"),
        (Charset::MacCentralEurope, "macce x-MacCentralEurope 10029"),
        (Charset::MacIcelandic, "x-MacIceland maciceland"),
        (Charset::Cp1148, "ebcdic-international-500+euro 1148"),
        (Charset::Geostd8, "geostd8"),
        (Charset::Armscii8, "armscii8"),
        (Charset::Cp1125, "cp866u ruscii"),
        (Charset::Tis620, "tis-620-strict"),
        (Charset::XMsCp932, "x-ms-cp932 cp943c ibm-943c x-IBM943C"),
        (Charset::EucJpMs, "eucJP-ms eucjpms eucJP-win x-eucJP-Open"),
        (Charset::Cp950, "950 ms950 x-windows-950 windows-950"),
        (Charset::EucCn, "euc_cn x-EUC-CN eucgb2312_cn"),
        (Charset::Utf8Cesu8, "UTF-8+CESU-8 utf-8-cesu-8"),
    ] {
        for name in names.split(' ') {
            assert_eq!(Charset::named(name), Some(charset), "{name}");
        }
    }
    for name in [
        "utf-8-sig",
        "utf8mb3",
        "utf16",
        "ucs2",
        "binary",
        "gb2312",
        "x-IBM949",
        "ibm874",
    ] {
        assert_eq!(Charset::named(name), None, "{name}");
    }
}
