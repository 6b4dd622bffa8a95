//! Measures the accuracy of `detect` for legacy encodings. Writes the table in `docs/detection.md`
//! if the environment variable `TABLES` names a folder.

use crate::run_in;
use encoding_rs::*;
use std::fs;
use utflane_test_support::detection::{self, LENGTHS};

const ENCODINGS: [&Encoding; 18] = [
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1252,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1258,
    WINDOWS_874,
    ISO_8859_2,
    KOI8_U,
    IBM866,
    GBK,
    BIG5,
    SHIFT_JIS,
    EUC_JP,
    EUC_KR,
    ISO_2022_JP,
];

/// Whether an encoding is used for the script of a text. The East Asian encodings also contain the
/// letters of other scripts.
fn is_usual(encoding: &'static Encoding, text: &str) -> bool {
    let has = |first, last| text.contains(|character| (first..=last).contains(&character));
    let (kana, hangul, han) = (has('ぁ', 'ヿ'), has('가', '힣'), has('一', '\u{9FFF}'));
    match encoding.name() {
        "GBK" | "Big5" => han && !kana && !hangul,
        "Shift_JIS" | "EUC-JP" | "ISO-2022-JP" => kana && !hangul,
        "EUC-KR" => hangul,
        _ => true,
    }
}

/// Returns the last character boundary at or before `at`.
fn boundary(text: &str, at: usize) -> usize {
    let places = (0..=at.min(text.len())).rev();
    places
        .into_iter()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or_default()
}

/// Returns non-ASCII pieces of a text, encoded and as text. The encoding must have all characters
/// of the text.
fn pieces(encoding: &'static Encoding, text: &str, length: usize) -> Vec<(Vec<u8>, String)> {
    let count = if length > 1024 { 1 } else { 5 };
    let pieces = (0..count).map(|part| {
        // Each piece starts and ends at a character boundary and has at most `length` bytes.
        let start = boundary(text, part * text.len() / 8);
        let mut end = boundary(text, start + length);
        loop {
            let (bytes, ..) = encoding.encode(&text[start..end]);
            if bytes.len() <= length {
                return (bytes.into_owned(), text[start..end].to_string());
            }
            end = boundary(text, end - 1);
        }
    });
    pieces.filter(|(_, text)| !text.is_ascii()).collect()
}

/// Checks every `step`th encoding, and returns the table. Only the first encoding, windows-1250, is
/// often wrong, so it is left out unless all are checked.
fn check_encodings(step: usize) -> String {
    let mut table = String::from("| texts in |");
    LENGTHS
        .iter()
        .for_each(|length| table += &format!(" {length} |"));
    table += &format!("\n|---|{}\n", "---|".repeat(LENGTHS.len()));
    let (mut all_right, mut all) = (0, 0);
    let texts = detection::texts();
    for encoding in ENCODINGS.into_iter().skip(step - 1).step_by(step) {
        let is_known = |text: &&String| is_usual(encoding, text) && !encoding.encode(text).2;
        let known = texts.iter().filter(is_known);
        let known: Vec<&String> = known.collect();
        table += &format!("| {} |", encoding.name());
        for length in LENGTHS {
            let pieces = known.iter().flat_map(|text| pieces(encoding, text, length));
            let pieces: Vec<_> = pieces.collect();
            if pieces.is_empty() {
                table += " |";
                continue;
            }
            let top = tempfile::tempdir().expect("a folder");
            for (index, (bytes, _)) in pieces.iter().enumerate() {
                fs::write(top.path().join(index.to_string()), bytes).expect("a file");
            }
            let names: Vec<String> = (0..pieces.len()).map(|index| index.to_string()).collect();
            let arguments = ["detect".to_string()].into_iter().chain(names);
            let arguments: Vec<String> = arguments.collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let answers = run_in(top.path(), &arguments, b"");
            let lines: Vec<&str> = answers.text().lines().collect();
            assert_eq!(lines.len(), pieces.len(), "{}", answers.stderr);
            // Every encoding that decodes to the same text is right.
            let is_right = |((bytes, text), line): (&(Vec<u8>, String), &str)| {
                let name = line.split(' ').nth(1).unwrap_or_default();
                let found = Encoding::for_label(name.as_bytes());
                found.is_some_and(|found| {
                    found.decode_without_bom_handling(bytes).0 == text.as_str()
                })
            };
            let right = pieces
                .iter()
                .zip(lines)
                .filter(|pair| is_right((pair.0, pair.1)))
                .count();
            if length >= 256 {
                all_right += right;
                all += pieces.len();
            }
            table += &format!(" {right} of {} |", pieces.len());
        }
        table += "\n";
    }
    assert!(
        all > 200 / step && 10 * all_right > 9 * all,
        "{all_right} of {all}"
    );
    table
}

#[test]
fn most_legacy_texts_are_told_from_others() {
    check_encodings(5);
}

#[test]
#[ignore = "long: all encodings"]
fn most_texts_in_all_legacy_encodings_are_told_from_others() {
    detection::write("legacy", &check_encodings(1));
}
