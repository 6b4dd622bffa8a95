//! Measures how often detection is right, by encoding and length, for texts of many languages. If
//! the environment variable `TABLES` names a folder, the test writes the table for
//! `docs/detection.md` to it.
#![cfg(feature = "full")]

mod hostile;
#[cfg(not(emulated))]
mod legacy;
#[cfg(all(feature = "detect-legacy", not(emulated)))]
mod legacy_encodings;
#[cfg(not(emulated))]
mod lines;

use utflane::{Certainty, Charset, Encoding, detect};
use utflane::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, transcode_to_vec};
use utflane_test_support::detection::{LENGTHS, texts, write};

#[cfg(not(emulated))]
const LEGACY: [&encoding_rs::Encoding; 18] = [
    encoding_rs::WINDOWS_1250,
    encoding_rs::WINDOWS_1251,
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_1253,
    encoding_rs::WINDOWS_1254,
    encoding_rs::WINDOWS_1255,
    encoding_rs::WINDOWS_1256,
    encoding_rs::WINDOWS_1258,
    encoding_rs::WINDOWS_874,
    encoding_rs::KOI8_U,
    encoding_rs::IBM866,
    encoding_rs::MACINTOSH,
    encoding_rs::GBK,
    encoding_rs::GB18030,
    encoding_rs::BIG5,
    encoding_rs::SHIFT_JIS,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
];

fn encode<E: Encoding<Unit = u8>>(text: &str) -> Option<Vec<u8>> {
    transcode_to_vec::<Utf8, E>(text.as_bytes()).ok()
}

/// Returns many pieces of `length` bytes, which begin at a character boundary and end anywhere.
fn pieces(bytes: &[u8], length: usize, boundaries: &[usize]) -> Vec<Vec<u8>> {
    let fits = |start: &&usize| **start + length <= bytes.len();
    let starts: Vec<usize> = boundaries.iter().filter(fits).copied().collect();
    let step = (starts.len() / if length > 4096 { 3 } else { 40 }).max(1);
    let pieces = starts.iter().step_by(step);
    pieces
        .map(|&start| bytes[start..start + length].to_vec())
        .collect()
}

/// Returns the offsets in bytes at which the characters of a text start in an encoding.
fn boundaries<E: Encoding<Unit = u8>>(text: &str) -> Vec<usize> {
    let mut at = 0;
    let starts = text.chars().map(|character| {
        let start = at;
        at += encode::<E>(character.encode_utf8(&mut [0; 4])).map_or(0, |bytes| bytes.len());
        start
    });
    starts.collect()
}

/// Counts of right, missing and wrong results, by length.
type Tally = [[usize; 3]; LENGTHS.len()];

/// Where pieces begin.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    /// At a character.
    Character,
    /// At a unit of this many bytes, possibly within a character.
    Unit(usize),
}

fn tally<E: Encoding<Unit = u8>>(start: Start, expected: Option<Charset>) -> Tally {
    let mut tally = Tally::default();
    for text in texts() {
        let Some(bytes) = encode::<E>(&text) else {
            continue;
        };
        let boundaries = match start {
            Start::Character => boundaries::<E>(&text),
            Start::Unit(len) => (0..bytes.len()).step_by(len).collect(),
        };
        for (row, &length) in tally.iter_mut().zip(&LENGTHS) {
            for piece in pieces(&bytes, length, &boundaries) {
                let found = detect(&piece);
                let expected = match expected {
                    Some(Charset::Utf8) | None if piece.is_ascii() => Some(Charset::Ascii),
                    expected => expected,
                };
                row[match found.charset {
                    charset if charset == expected => 0,
                    None => 1,
                    Some(_) => 2,
                }] += 1;
                if found.charset != expected && std::env::var_os("SHOW").is_some() {
                    println!("{} {found:?} {piece:02X?}", E::NAME);
                }
            }
        }
    }
    tally
}

#[test]
fn no_unicode_text_of_64_bytes_is_taken_for_another() {
    use Start::{Character, Unit};
    let mut table = String::from("| pieces of |");
    LENGTHS
        .iter()
        .for_each(|length| table += &format!(" {length} |"));
    table += &format!("\n|---|{}\n", "---|".repeat(LENGTHS.len()));
    for (name, start, tally) in [
        (
            "UTF-8",
            Character,
            tally::<Utf8>(Character, Some(Charset::Utf8)),
        ),
        (
            "UTF-16LE",
            Character,
            tally::<Utf16Le>(Character, Some(Charset::Utf16Le)),
        ),
        (
            "UTF-16BE",
            Character,
            tally::<Utf16Be>(Character, Some(Charset::Utf16Be)),
        ),
        (
            "UTF-32LE",
            Character,
            tally::<Utf32Le>(Character, Some(Charset::Utf32Le)),
        ),
        (
            "UTF-32BE",
            Character,
            tally::<Utf32Be>(Character, Some(Charset::Utf32Be)),
        ),
        (
            "UTF-8, from any byte on",
            Unit(1),
            tally::<Utf8>(Unit(1), Some(Charset::Utf8)),
        ),
        (
            "UTF-16LE, from any unit on",
            Unit(2),
            tally::<Utf16Le>(Unit(2), Some(Charset::Utf16Le)),
        ),
        (
            "UTF-16BE, from any unit on",
            Unit(2),
            tally::<Utf16Be>(Unit(2), Some(Charset::Utf16Be)),
        ),
        (
            "ISO-8859-1: none",
            Character,
            tally::<Latin1>(Character, None),
        ),
    ] {
        table += &format!("| {name} |");
        for [right, none, wrong] in tally {
            let percent = 100.0 * right as f64 / (right + none + wrong) as f64;
            // Do not round up to 100 % if there were failures.
            let percent = if none + wrong > 0 {
                percent.min(99.9)
            } else {
                percent
            };
            let wrong = if wrong > 0 {
                format!(", {wrong} wrong")
            } else {
                String::new()
            };
            table += &format!(" {percent:.1} %{wrong} |");
        }
        table += "\n";
        for ([right, none, wrong], length) in tally.into_iter().zip(LENGTHS) {
            if length >= 64 {
                assert_eq!(wrong, 0, "{name}: wrong answers at {length} bytes");
                // A cut may leave too few bytes that are not ASCII.
                let most = if start == Unit(1) {
                    right / 20
                } else {
                    right / 100
                };
                assert!(
                    none <= most,
                    "{name}: nothing detected in {none} pieces of {length} bytes"
                );
            }
        }
    }
    write("unicode", &table);
}

/// Text in legacy single-byte and multi-byte encodings.
#[cfg(not(emulated))]
fn check_legacy_texts(step: usize) {
    let mut tally = [[0; 2]; LENGTHS.len()];
    for encoding in LEGACY {
        for text in texts().into_iter().step_by(step) {
            let (bytes, _, has_unmappable) = encoding.encode(&text);
            if has_unmappable {
                continue;
            }
            let starts: Vec<usize> = (0..bytes.len()).collect();
            for (row, &length) in tally.iter_mut().zip(&LENGTHS) {
                for piece in pieces(&bytes, length, &starts) {
                    let found = detect(&piece).charset;
                    let right = found.is_none() || piece.is_ascii();
                    row[usize::from(!right)] += 1;
                    if !right && std::env::var_os("SHOW").is_some() {
                        println!("{} {found:?} {piece:02X?}", encoding.name());
                    }
                }
            }
        }
    }
    println!("legacy {tally:?}");
    for ([right, wrong], length) in tally.into_iter().zip(LENGTHS) {
        assert!(right > 50 && wrong == 0, "{length} bytes: {wrong} wrong");
    }
}

#[cfg(not(emulated))]
#[test]
fn no_legacy_text_is_taken_for_unicode() {
    check_legacy_texts(3);
}

#[cfg(not(emulated))]
#[test]
#[ignore = "long: every text"]
fn none_of_all_legacy_texts_is_taken_for_unicode() {
    check_legacy_texts(1);
}

#[test]
fn pieces_may_begin_within_a_character() {
    let few = "\u{BC}, Grüße: some more text, so that this is long enough to be a piece.";
    let few = detect(&few.as_bytes()[1..]);
    assert_eq!(
        (few.charset, few.certainty),
        (Some(Charset::Utf8), Certainty::Certain)
    );
    assert!(!few.exact);
    // The only sign of UTF-8 is the character that was cut, and its byte may also be a letter of a
    // code page.
    let none = "\u{BC}, Guten Tag: some more text, so that this is long enough to be one.";
    assert_eq!(detect(&none.as_bytes()[1..]).charset, None);
    let text = "😀 and so on, a text that has enough characters";
    for (charset, bytes) in [
        (Charset::Utf16Le, encode::<Utf16Le>(text)),
        (Charset::Utf16Be, encode::<Utf16Be>(text)),
    ] {
        let found = detect(&bytes.expect("every character")[2..]);
        assert_eq!((found.charset, found.exact), (Some(charset), false));
    }
}

/// Without a byte order mark, 16 code units are enough for certainty, and 15 are not.
#[test]
fn few_units_are_not_certain() {
    let text = "sixteen letters.";
    for (len, certainty) in [(15, Certainty::Likely), (16, Certainty::Certain)] {
        for (charset, bytes) in [
            (Charset::Utf16Le, encode::<Utf16Le>(&text[..len])),
            (Charset::Utf16Be, encode::<Utf16Be>(&text[..len])),
            (Charset::Utf32Le, encode::<Utf32Le>(&text[..len])),
        ] {
            let found = detect(&bytes.expect("every character"));
            assert_eq!(
                (found.charset, found.certainty),
                (Some(charset), certainty),
                "{len}"
            );
        }
    }
}

#[test]
fn marks_are_certain() {
    let text = "Grüße, 漢字";
    for (charset, bytes) in [
        (Charset::Utf8, encode::<Utf8>(text)),
        (Charset::Utf16Le, encode::<Utf16Le>(text)),
        (Charset::Utf16Be, encode::<Utf16Be>(text)),
        (Charset::Utf32Le, encode::<Utf32Le>(text)),
        (Charset::Utf32Be, encode::<Utf32Be>(text)),
    ] {
        let marked = [charset.bom(), &bytes.expect("every character")].concat();
        let found = detect(&marked);
        let seen = (found.charset, found.certainty, found.exact);
        assert_eq!(seen, (Some(charset), Certainty::Certain, true));
        let broken = [charset.bom(), &[0xD8; 8][..]].concat();
        assert!(!detect(&broken).exact, "{charset}");
        assert_eq!(detect(&broken).charset, Some(charset));
    }
}
