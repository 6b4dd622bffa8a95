//! Checks lines of web pages in legacy encodings: none may be detected as Unicode with certainty,
//! and hardly any as likely. Besides the lines below, the test reads the files of `shared/corpora`
//! if that folder exists.

use super::lines::{LANGUAGES, Language};
use encoding_rs::*;
use utflane::{Certainty, Charset, detect};
use utflane_test_support::corpora::{Corpus, folder};

/// Returns groups of one to five lines, each with both kinds of line ends, as plain text and with
/// markup.
fn groups(lines: &[&str]) -> Vec<String> {
    let mut groups = Vec::new();
    for count in 1..=5 {
        for lines in lines.chunks(count) {
            let items: Vec<String> = lines
                .iter()
                .map(|line| format!("  <li class=\"item\"><a href=\"page.html\">{line}</a></li>"))
                .collect();
            let joined = [lines.join("\n"), format!("<p>{}</p>", lines.join("<br>\n"))];
            for text in joined.into_iter().chain([items.join("\n")]) {
                groups.push(text.replace('\n', "\r\n") + "\r\n");
                groups.push(text.clone() + "\n");
                groups.push(text);
            }
        }
    }
    groups
}

/// Returns the groups of a language that `encoding` can represent, as bytes.
fn encoded(language: &Language, encoding: &'static encoding_rs::Encoding) -> Vec<Vec<u8>> {
    let mut all = groups(language.lines);
    let name = language.corpus.filter(|_| folder().is_some());
    if let Some(corpus) = name.and_then(Corpus::named) {
        let lines: Vec<&str> = corpus
            .text
            .lines()
            .filter(|line| !line.is_empty())
            .collect();
        all.extend(groups(&lines[..lines.len().min(40)]));
        // Sentences, and parts of sentences.
        let parts = corpus.text.split_inclusive(['。', '、', '.', ',']);
        let parts: Vec<&str> = parts
            .map(str::trim)
            .filter(|part| !part.is_ascii())
            .collect();
        all.extend(groups(&parts[..parts.len().min(200)]));
    }
    let encoded = all.iter().map(|text| encoding.encode(text));
    let known = encoded.filter(|(_, _, has_unmappable)| !has_unmappable);
    known.map(|(bytes, ..)| bytes.into_owned()).collect()
}

/// Applies `change` to each piece of all languages, and counts those that are detected as Unicode:
/// with certainty, and as likely.
fn wrong(change: fn(&mut Vec<u8>, usize)) -> [usize; 2] {
    let (mut wrong, mut all) = ([0; 2], 0);
    for language in &LANGUAGES {
        for encoding in language.encodings {
            let pieces = encoded(language, encoding);
            assert!(pieces.len() > 100, "{} {}", language.name, encoding.name());
            for (index, mut piece) in pieces.into_iter().enumerate() {
                change(&mut piece, index);
                let found = detect(&piece);
                if found.charset.is_some() {
                    wrong[usize::from(found.certainty != Certainty::Certain)] += 1;
                    println!("{} {found:?} {piece:02X?}", encoding.name());
                }
                all += 1;
            }
        }
    }
    println!("{all} pieces, certain and likely: {wrong:?}");
    wrong
}

#[test]
fn no_line_of_a_legacy_encoding_is_certainly_unicode() {
    assert_eq!(wrong(|_, _| ()), [0, 0]);
}

/// Control characters that also occur in text files: the end of a DOS file, bold type for printers,
/// names that end with NUL.
#[test]
fn a_control_character_does_not_make_it_certain() {
    let add = |piece: &mut Vec<u8>, index| piece.push([0x1A, 0x08, 0x0B, 0x00][index % 4]);
    assert_eq!(wrong(add), [0, 0]);
}

/// Words whose bytes are also well-formed UTF-8 of other letters.
#[test]
fn no_word_of_a_legacy_encoding_that_is_utf8_is_certain() {
    let words: [(&encoding_rs::Encoding, &[&str]); 6] = [
        (GBK, &["系统", "目录", "詳見", "訊息摘要", "色盲", "值"]),
        (EUC_KR, &["키", "첫째", "체첸", "청천"]),
        (IBM866, &["только", "так", "тип", "уже"]),
        (KOI8_R, &["её"]),
        (WINDOWS_874, &["รถ", "แกน", "แดง"]),
        (MACINTOSH, &["l’écran", "’à"]),
    ];
    for (encoding, words) in words {
        for word in words {
            for text in [
                word.to_string(),
                format!("{word}\r\n"),
                format!("<p>{word}</p>\n"),
            ] {
                let (bytes, ..) = encoding.encode(&text);
                assert!(str::from_utf8(&bytes).is_ok(), "{text:?}");
                let found = detect(&bytes);
                assert_ne!(found.certainty, Certainty::Certain, "{text:?} {found:?}");
            }
        }
    }
}

/// Lines and boxes of one repeated character, which as two-byte units are one repeated letter.
#[test]
fn lines_and_boxes_are_not_certain() {
    for encoding in [SHIFT_JIS, EUC_JP, GBK, BIG5, EUC_KR, KOI8_R, IBM866] {
        for line in ["─", "│", "═", "■", "…", "\"", "=", "-=", ". ", "- "] {
            for title in ["", "表示。", "发生", "вывод", "쪽"] {
                let text = format!("{}\r\n{title}\r\n", line.repeat(60));
                let (bytes, _, has_unmappable) = encoding.encode(&text);
                let found = detect(&bytes);
                let is_known = has_unmappable || bytes.is_ascii() || found.charset.is_none();
                assert!(is_known, "{} {text:?} {found:?}", encoding.name());
            }
        }
    }
}

/// A few letters in words that are not ASCII make UTF-8 certain.
#[test]
fn accents_in_words_are_certainly_utf8() {
    for text in [
        "Grüße",
        "über\n",
        "café",
        "naïve",
        "każdy",
        "<p>Jürgen</p>\n",
        "Menü\r\n",
    ] {
        let found = detect(text.as_bytes());
        let seen = (found.charset, found.certainty);
        assert_eq!(seen, (Some(Charset::Utf8), Certainty::Certain), "{text:?}");
    }
}

/// Groups of lines of at least 64 bytes.
#[test]
fn lines_in_utf16_are_certain() {
    for language in &LANGUAGES {
        for text in groups(language.lines) {
            let le: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for (charset, bytes) in [(Charset::Utf16Le, le), (Charset::Utf16Be, be)] {
                let found = detect(&bytes);
                let seen = (found.charset, found.certainty);
                let expected = (Some(charset), Certainty::Certain);
                assert!(bytes.len() < 64 || seen == expected, "{text:?} {found:?}");
            }
        }
    }
}

#[test]
fn escapes_of_terminals_are_ascii_and_those_of_iso_2022_are_not() {
    assert_eq!(
        detect(b"\x1B[1mbold\x1B(B\x1B[m\n").charset,
        Some(Charset::Ascii)
    );
    for text in [
        "\x1B$B4A;z\x1B(B\n",
        "\x1B(J~\x1B(B\n",
        "\x1B(I1\x1B(B\n",
        "\x1B$)C\x0E0!\x0F\n",
    ] {
        let long = "plain text\n".repeat(500) + text;
        assert_eq!(detect(text.as_bytes()).charset, None, "{text:?}");
        assert_eq!(detect(long.as_bytes()).charset, None, "{text:?}");
    }
}

/// Text whose length is not a whole number of code units is at most likely in that encoding.
#[test]
fn an_odd_length_is_not_certainly_utf16() {
    for language in &LANGUAGES {
        let text = language.lines.join("\n") + "\n";
        for (len, charset, bytes) in [
            (
                2,
                Charset::Utf16Le,
                text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            ),
            (
                2,
                Charset::Utf16Be,
                text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            ),
            (
                4,
                Charset::Utf32Le,
                text.chars()
                    .flat_map(|c| u32::from(c).to_le_bytes())
                    .collect(),
            ),
            (
                4,
                Charset::Utf32Be,
                text.chars()
                    .flat_map(|c| u32::from(c).to_be_bytes())
                    .collect(),
            ),
        ] {
            let bytes: Vec<u8> = bytes;
            let found = detect(&bytes);
            let seen = (found.charset, found.certainty);
            assert_eq!(
                seen,
                (Some(charset), Certainty::Certain),
                "{}",
                language.name
            );
            for less in 1..len {
                let found = detect(&bytes[..bytes.len() - less]);
                let seen = (found.charset, found.certainty, found.exact);
                let expected = (Some(charset), Certainty::Likely, false);
                // A whole number of UTF-16 code units need not be one of UTF-32.
                assert!(
                    seen == expected || less == 2 && found.charset != Some(charset),
                    "{}: {less} fewer: {found:?}",
                    language.name
                );
            }
        }
    }
}

/// The limit at which malformed text is still detected as UTF-8: eight well-formed characters for
/// each malformed sequence.
#[test]
fn damaged_utf8_has_eight_good_characters_a_fault() {
    for (good, expected) in [
        (4, None),
        (7, None),
        (8, Some(Charset::Utf8)),
        (9, Some(Charset::Utf8)),
    ] {
        let text = ["й".repeat(good).as_bytes(), b"\xFF "].concat().repeat(40);
        let found = detect(&text);
        assert_eq!(
            found.charset, expected,
            "{good} characters per malformed sequence"
        );
        if expected.is_some() {
            assert_eq!((found.certainty, found.exact), (Certainty::Likely, false));
        }
    }
}
