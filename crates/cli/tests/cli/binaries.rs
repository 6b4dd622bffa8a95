//! Binary files are not replaced by a conversion, and text is not taken for binary.

use std::fs;
use std::io::Write;

use encoding_rs::*;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};

use crate::{folder, run_in, sample_and_all};

/// Lines of random words, so that no two lines compress alike.
fn lines(seed: u64, length: usize) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::new();
    while text.len() < length {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        text.push_str(&format!("{} line, ", state >> 40));
    }
    text
}

fn zlib(text: &str) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The start of an image file.
fn png(text: &str) -> Vec<u8> {
    let data = zlib(text);
    let mut bytes = b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\0\x01\0\0\0\x01\0\x08\x06".to_vec();
    bytes.extend((data.len() as u32).to_be_bytes());
    bytes.extend(b"IDAT");
    bytes.extend(data);
    bytes
}

/// 240 compressed streams from about 150 bytes to 20 kB, about a dozen of them without a NUL, and
/// files of other kinds.
fn binaries() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for seed in 0..240 {
        let text = lines(seed, 300 + (seed as usize % 12).pow(4));
        files.push((format!("zlib{seed}"), zlib(&text)));
    }
    files.push(("gzip".into(), gzip(&lines(1, 1000))));
    files.push(("png".into(), png(&lines(2, 1000))));
    let mut program = fs::read(env!("CARGO_BIN_EXE_utflane")).unwrap();
    program.truncate(100_000);
    files.push(("elf".into(), program));
    files
}

/// Checks every `step`th encoding.
fn check_binaries(step: usize) {
    let files = binaries();
    let without_nul = files.iter().filter(|(_, bytes)| !bytes.contains(&0));
    assert!(without_nul.count() >= 10);
    let named: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let contents: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), &bytes[..]))
        .collect();
    for encoding in [
        "latin1",
        "windows-1252",
        "utf-8",
        "cp437",
        "koi8-r",
        "cp037",
        "gbk",
    ]
    .into_iter()
    .step_by(step)
    {
        let top = folder(&contents);
        for (inputs, status, words) in [
            (&named[..], 1, ": binary ("),
            (&["-r", "."], 0, ": skipped: binary ("),
        ] {
            let options = ["convert", "-i", "--lossy", "-f", encoding];
            let outcome = run_in(top.path(), &[&options[..], inputs].concat(), b"");
            assert_eq!(outcome.status, status, "{encoding}: {}", outcome.stderr);
            let told = outcome.stderr.lines().filter(|line| line.contains(words));
            assert_eq!(told.count(), files.len(), "{encoding}");
            for (name, bytes) in &files {
                let now = fs::read(top.path().join(name)).unwrap();
                assert!(now == *bytes, "{encoding}: {name}");
            }
        }
        // The first output replaces its input, the second does not.
        for (out, status) in [("zlib1", 1), ("new", 0)] {
            let arguments = ["convert", "--lossy", "-f", encoding, "zlib1", "-o", out];
            let outcome = run_in(top.path(), &arguments, b"");
            assert_eq!(outcome.status, status, "{encoding}: {}", outcome.stderr);
        }
        let arguments = [
            "convert", "-i", "--binary", "--lossy", "-f", encoding, "zlib1",
        ];
        assert_eq!(run_in(top.path(), &arguments, b"").status, 0);
    }
}

sample_and_all! {
    check_binaries: binary_files_are_not_replaced_unless_asked(3),
    no_binary_file_is_replaced_unless_asked(1) = "long: all encodings"
}

/// Text in many scripts, with quotation marks, all kinds of line ends, tabs, and control characters
/// for terminals and DOS.
fn samples() -> Vec<String> {
    let words = [
        "plain text\r\nwith two lines\r\n\x1A",
        "“Größe” – déjà vu… ‘naïve’ €5\r\n",
        "быстрый текст — «кавычки»\n",
        "Ελληνικά, λόγος\n",
        "שלום עולם\n",
        "مرحبا بالعالم\n",
        "Příliš žluťoučký kůň\tÚžasné\n",
        "İstanbul, ağaç\n",
        "Tiếng Việt\n",
        "ภาษาไทย\n",
        "漢字かな交じり文、カタカナ。\n",
        "\x1B[1mbold\x1B[0m\x07 \x08_\x0C\x0B\n",
        "汉字，标点。\n",
        "漢字，標點。\n",
        "한국어 문장\n",
        "║═╗ ▒░ ┌─┐\n",
        "x",
    ];
    let corpora = utflane_test_support::corpora::folder().map(fs::read_dir);
    let corpora = corpora.into_iter().flatten().flatten().flatten();
    let corpora = corpora.filter_map(|entry| fs::read_to_string(entry.path()).ok());
    let short = words.iter().map(|text| (*text).into());
    let long = words.iter().map(|text| text.repeat(3_000));
    short.chain(long).chain(corpora).collect()
}

const ENCODINGS: [&Encoding; 30] = [
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1252,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    WINDOWS_874,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_15,
    ISO_8859_16,
    KOI8_R,
    KOI8_U,
    IBM866,
    GBK,
    GB18030,
    BIG5,
    SHIFT_JIS,
    EUC_JP,
    EUC_KR,
    ISO_2022_JP,
];

/// Converts texts in place from an encoding in one run, and checks that none is taken for binary.
fn assert_text(encoding: &str, texts: &[Vec<u8>]) -> usize {
    let names: Vec<String> = (0..texts.len()).map(|number| number.to_string()).collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .zip(texts)
        .map(|(name, text)| (name.as_str(), &text[..]))
        .collect();
    let top = folder(&files);
    let outcome = run_in(top.path(), &["convert", "-rinf", encoding, "."], b"");
    assert!(
        !outcome.text().contains("binary"),
        "{encoding}: {}",
        outcome.text()
    );
    texts.len()
}

/// Checks every `step`th encoding of each group.
fn check_text(step: usize) -> usize {
    let samples = samples();
    let mut count = 0;
    for encoding in ENCODINGS.into_iter().step_by(step) {
        let encoded = samples
            .iter()
            .filter_map(|text| match encoding.encode(text) {
                (bytes, _, false) => Some(bytes.into_owned()),
                _ => None,
            });
        count += assert_text(encoding.name(), &encoded.collect::<Vec<_>>());
    }
    for (name, encode) in crate::ENCODINGS.into_iter().step_by(step) {
        let encoded = samples.iter().filter_map(|text| encode(text));
        count += assert_text(name, &encoded.collect::<Vec<_>>());
    }
    // These encodings are not in encoding_rs.
    for name in [
        "cp037", "cp273", "cp500", "cp1047", "cp437", "cp850", "cp852", "cp862",
    ]
    .into_iter()
    .step_by(step)
    {
        let encode =
            |text: &String| run_in(".".as_ref(), &["convert", "-t", name], text.as_bytes());
        let encoded = samples
            .iter()
            .map(encode)
            .filter(|outcome| outcome.status == 0);
        count += assert_text(
            name,
            &encoded.map(|outcome| outcome.stdout).collect::<Vec<_>>(),
        );
    }
    count
}

#[test]
fn text_in_any_encoding_is_not_binary() {
    let count = check_text(11);
    assert!(count > 30, "{count} texts");
}

#[test]
#[ignore = "long: runs the program for all texts and encodings"]
fn text_in_all_encodings_is_not_binary() {
    let count = check_text(1);
    assert!(count > 400, "{count} texts");
}

/// The message for a binary file that would be replaced gives advice that works.
#[test]
fn a_binary_file_is_replaced_by_an_output_of_its_name_if_asked() {
    let top = folder(&[("bin", b"a\0\xE9"), ("text", b"b")]);
    let arguments = ["convert", "-f", "latin1", "text", "bin", "-o", "bin"];
    let refused = run_in(top.path(), &arguments, b"");
    assert_eq!(refused.status, 1);
    let words = "bin: binary (NUL at byte 1); --binary converts it\n";
    refused.expect_message(words);
    let asked = run_in(top.path(), &[&arguments[..], &["--binary"]].concat(), b"");
    assert_eq!((asked.status, &*asked.stderr), (0, ""));
    assert_eq!(fs::read(top.path().join("bin")).unwrap(), b"ba\0\xC3\xA9");
    for out in ["new", "-"] {
        let arguments = ["convert", "-f", "latin1", "--binary", "bin", "-o", out];
        let useless = run_in(top.path(), &arguments, b"");
        assert_eq!((useless.status, useless.text()), (2, ""));
        let words = "utflane: --binary: only with --in-place, with an output directory, or";
        assert!(useless.stderr.starts_with(words), "{}", useless.stderr);
    }
}
