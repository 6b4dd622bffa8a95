//! `detect`, and the conversion with `--from auto`.

use crate::{folder, run, run_in};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use utflane::Charset;
use utflane::io::Reader;

const FRENCH: &str =
    "Toute personne a droit à l'éducation. L'éducation doit être gratuite, où que l'on soit né.\n";
const RUSSIAN: &str =
    "Каждый человек имеет право на образование. Образование должно быть бесплатным.\n";
const GREEK: &str =
    "Καθένας έχει δικαίωμα στην εκπαίδευση. Η εκπαίδευση πρέπει να παρέχεται δωρεάν.\n";
const POLISH: &str =
    "Każdy człowiek ma prawo do nauki. Nauka jest bezpłatna, przynajmniej na początku.\n";
const TURKISH: &str =
    "Herkes eğitim hakkına sahiptir. Eğitim parasızdır, hiç olmazsa ilk öğretim aşamasında.\n";
const HEBREW: &str = "לכל אדם הזכות לחינוך. החינוך יינתן חינם, לפחות בשלבים הראשונים והיסודיים.\n";
const ARABIC: &str =
    "لكل شخص الحق في التعلم. ويجب أن يكون التعليم في مراحله الأولى والأساسية بالمجان.\n";
const CHINESE: &str = "每个人都有受教育的权利，教育应当免费，至少在初级和基本阶段应如此。\n";
const TAIWANESE: &str = "人人都有受教育的權利，教育應當免費，至少在初級和基本階段應如此。\n";
const JAPANESE: &str = "すべて人は、教育を受ける権利を有する。教育は、無償でなければならない。\n";
const KOREAN: &str = "모든 사람은 교육을 받을 권리를 가진다. 교육은 무상이어야 한다.\n";

/// Encodings, texts, and whether the encoding is a Unicode encoding.
const FILES: [(&str, &str, bool); 19] = [
    ("US-ASCII", "plain\n", true),
    ("UTF-8", FRENCH, true),
    ("UTF-16LE", RUSSIAN, true),
    ("UTF-16BE", CHINESE, true),
    ("UTF-32LE", FRENCH, true),
    ("windows-1252", FRENCH, false),
    ("windows-1251", RUSSIAN, false),
    ("windows-1253", GREEK, false),
    ("ISO-8859-2", POLISH, false),
    ("windows-1254", TURKISH, false),
    ("windows-1255", HEBREW, false),
    ("windows-1256", ARABIC, false),
    ("IBM866", RUSSIAN, false),
    ("GB18030", CHINESE, false),
    ("Big5", TAIWANESE, false),
    ("Shift_JIS", JAPANESE, false),
    ("EUC-JP", JAPANESE, false),
    ("ISO-2022-JP", JAPANESE, false),
    ("EUC-KR", KOREAN, false),
];

fn encoded(name: &str, text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let charset: Charset = name.parse().unwrap();
    let mut reader = Reader::with_target(text.as_bytes(), Charset::Utf8, charset);
    std::io::Read::read_to_end(&mut reader, &mut bytes).unwrap();
    bytes
}

fn files() -> tempfile::TempDir {
    let top = folder(&[]);
    for (name, text, _) in FILES {
        fs::write(top.path().join(name), encoded(name, text)).unwrap();
    }
    top
}

#[test]
fn a_folder_of_unnamed_encodings_becomes_utf8_by_one_command() {
    let top = files();
    let run = run_in(
        top.path(),
        &["convert", "-i", "-r", "--from", "auto", "--guess", "."],
        b"",
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    for (name, text, is_unicode) in FILES {
        let line = run
            .stderr
            .lines()
            .find(|line| line.contains(&format!("/{name}: ")))
            .unwrap();
        assert!(line.contains(&format!(": {name}, ")), "{line}");
        assert_eq!(line.ends_with("by its content"), is_unicode, "{line}");
        assert_eq!(
            fs::read_to_string(top.path().join(name)).unwrap(),
            text,
            "{name}"
        );
    }
}

#[test]
fn without_a_guess_only_what_is_reliable_is_converted() {
    let top = files();
    let detected = run_in(top.path(), &["detect", "--json", "-r"], b"");
    let records: HashMap<String, Value> = detected
        .records()
        .into_iter()
        .map(|record| (record["encoding"].as_str().unwrap().to_owned(), record))
        .collect();
    let arguments = ["convert", "-i", "-r", "--from", "auto", "."];
    let run = run_in(top.path(), &arguments, b"");
    assert_eq!(run.status, 1);
    for (name, text, is_unicode) in FILES {
        let bytes = fs::read(top.path().join(name)).unwrap();
        let record = &records[name];
        let is_sure = record["basis"] != "guess" && record["exact"] == true;
        assert!(is_sure || !is_unicode, "{name}");
        let expected = if is_sure {
            text.into()
        } else {
            encoded(name, text)
        };
        assert_eq!(bytes, expected, "{name}");
        let advice = format!("/{name}: not sure, perhaps {name}: try --from");
        assert_eq!(
            run.stderr.contains(&advice),
            !is_sure,
            "{name}: {}",
            run.stderr
        );
    }
}

#[test]
fn detect_says_what_each_file_is() {
    let top = files();
    let run = run_in(top.path(), &["detect", "--json", "-r"], b"");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let records = run.records();
    for (name, text, is_unicode) in FILES {
        let file = format!("/{name}");
        let is_found = |record: &&Value| record["file"].as_str().unwrap().ends_with(&file);
        let found = records.iter().find(is_found).unwrap();
        assert_eq!(
            (&found["encoding"], &found["exact"]),
            (&name.into(), &true.into())
        );
        assert_eq!(found["basis"] == "certain", is_unicode, "{found}");
        let language = match text {
            _ if is_unicode || name == "ISO-2022-JP" => None,
            FRENCH => Some("fr"),
            RUSSIAN => Some("ru"),
            GREEK => Some("el"),
            POLISH => Some("pl"),
            TURKISH => Some("tr"),
            HEBREW => Some("he"),
            ARABIC => Some("ar"),
            JAPANESE => Some("ja"),
            KOREAN => Some("ko"),
            _ => Some("zh"),
        };
        assert_eq!(found["language"].as_str(), language, "{name}");
        assert!(found["runner_up"].is_null() || language.is_some(), "{name}");
    }
    let text = run_in(top.path(), &["detect", "UTF-8", "IBM866"], b"");
    let start = "UTF-8: UTF-8 (by its content)\nIBM866: IBM866 (";
    assert!(text.text().starts_with(start), "{}", text.text());
    assert!(text.text().contains(", language ru"), "{}", text.text());
}

/// A few sentences are enough to convert a file without `--guess`, of any length.
#[test]
fn long_texts_in_legacy_encodings_need_no_guess() {
    for (name, text) in [
        ("windows-1251", RUSSIAN),
        ("windows-1253", GREEK),
        ("windows-1255", HEBREW),
        ("IBM866", RUSSIAN),
    ] {
        for count in [10, 20_000] {
            let text = text.repeat(count);
            let top = folder(&[("file", &encoded(name, &text))]);
            let run = run_in(top.path(), &["convert", "-i", "-f", "auto", "file"], b"");
            let expected = format!("utflane: file: {name}, most probably\n");
            assert!(run.stderr.starts_with(&expected), "{name}: {}", run.stderr);
            assert!(
                fs::read_to_string(top.path().join("file")).unwrap() == text,
                "{name}"
            );
        }
    }
    let run = run(&["convert", "-f", "auto"], b"caf\xE9\n");
    assert_eq!((run.status, run.text()), (1, ""));
    let advice = "not sure, perhaps windows-1252: try --from windows-1252, or --guess";
    run.expect_message(advice);
}

/// If the rest of a long text is malformed, the file is unchanged.
#[test]
fn malformed_text_after_the_sample_is_an_error() {
    let mut bytes = encoded("windows-1253", &GREEK.repeat(20_000));
    bytes.push(0xFF);
    let top = folder(&[("file", &bytes)]);
    let run = run_in(top.path(), &["convert", "-i", "-f", "auto", "file"], b"");
    assert_eq!(run.status, 1);
    run.expect_message("file:20001:1: ");
    assert!(fs::read(top.path().join("file")).unwrap() == bytes);
    let run = run_in(top.path(), &["detect", "--json", "file"], b"");
    assert_eq!(run.record()["exact"], false);
}

#[test]
fn encodings_that_cannot_be_converted_are_named() {
    let bytes = b"\x1B$)A\x0E<:\x0F\n";
    let detected = run(&["detect"], bytes);
    let text = detected.text();
    assert!(text.starts_with("<stdin>: ISO-2022-CN ("), "{text}");
    for arguments in [&["convert", "-f", "auto"][..], &["convert", "--guess"]] {
        let converted = run(arguments, bytes);
        assert_eq!((converted.status, converted.text()), (1, ""));
        let words = "perhaps ISO-2022-CN, which utflane cannot convert";
        converted.expect_message(words);
    }
}

#[test]
fn shift_sequences_are_detected_and_converted() {
    for (name, bytes, text) in [
        ("HZ-GB-2312", &b"~{VPND~}\n"[..], "中文\n"),
        ("ISO-2022-KR", b"\x1B$)C\x0EGQ1[\x0F\n", "한글\n"),
    ] {
        let detected = run(&["detect"], bytes);
        let start = format!("<stdin>: {name} (");
        assert!(detected.text().starts_with(&start), "{}", detected.text());
        let converted = run(&["convert", "-f", "auto"], bytes);
        assert_eq!((converted.status, converted.text()), (0, text));
    }
    // `+` occurs in other text, so UTF-7 is only a guess.
    let bytes = b"Gr+APwA3w-e aus M+APw-nchen\n";
    let detected = run(&["detect"], bytes);
    assert!(
        detected.text().starts_with("<stdin>: UTF-7 ("),
        "{}",
        detected.text()
    );
    let converted = run(&["convert", "-f", "auto"], bytes);
    assert_eq!((converted.status, converted.text()), (1, ""));
    let converted = run(&["convert", "--guess"], bytes);
    assert_eq!(
        (converted.status, converted.text()),
        (0, "Grüße aus München\n")
    );
}

/// Replacements are in the state of the text around them.
#[test]
fn replacements_do_not_break_shift_sequences() {
    let text = "é😀\u{E000}é가中あ日".as_bytes();
    for (to, expected) in [
        ("utf-7-imap", "&AOnYPd4A4AAA6awATi0wQmXl-"),
        ("hz-gb-2312", "~{(&~}[][]~{(&~}[]~{VP$\"HU~}"),
        ("iso-2022-kr", "\x1B$)C[][][][]\x0E0!qi*\"lm\x0F"),
        ("iso-2022-jp", "[][][][][]\x1B$BCf$\"F|\x1B(B"),
    ] {
        let arguments = ["convert", "-t", to, "--lossy", "--replacement", "[]"];
        let converted = run(&arguments, text);
        assert_eq!((converted.status, converted.text()), (0, expected), "{to}");
        let back = run(&["check", "--encoding", to], expected.as_bytes());
        assert_eq!(back.status, 0, "{to}: {}", back.stderr);
    }
}

#[test]
fn the_second_encoding_of_a_file_is_reported() {
    let utf8 = RUSSIAN.repeat(3);
    let bytes = [
        utf8.as_bytes(),
        &encoded("windows-1251", &RUSSIAN.repeat(3)),
    ]
    .concat();
    let found = run(&["detect", "--json"], &bytes).record();
    assert_eq!(found["encoding"], "UTF-8");
    assert_eq!(found["mixed"]["encoding"], "windows-1251");
    let offset = found["mixed"]["offset"].as_u64().unwrap();
    assert!(
        offset <= utf8.len() as u64 && offset + 100 > utf8.len() as u64,
        "{offset}"
    );
    let converted = run(&["convert", "-f", "auto"], &bytes);
    assert_eq!((converted.status, converted.text()), (1, ""));
    let words = format!("two encodings: UTF-8, and windows-1251 from byte {offset}");
    converted.expect_message(&words);
}

/// Plain ASCII is not examined, but the second byte of a character may be ASCII.
#[test]
fn a_character_at_the_end_of_a_piece_stays_whole() {
    let start = encoded("Shift_JIS", &JAPANESE.repeat(200));
    // `ソ` is 83 5C in Shift_JIS.
    let ends = (1..4).map(|shift| "a".repeat((1 << 16) - shift) + "ソ");
    let middle = "a".repeat((1 << 16) - start.len() % (1 << 16));
    for text in ends {
        let text = JAPANESE.repeat(200) + &middle + &text + &"plain text\n".repeat(200_000);
        let bytes = encoded("Shift_JIS", &text);
        let top = folder(&[("file", &bytes)]);
        let run = run_in(top.path(), &["detect", "--json", "file"], b"");
        let found = run.record();
        assert_eq!(
            (&found["encoding"], &found["exact"]),
            (&"Shift_JIS".into(), &true.into())
        );
    }
}

#[test]
fn what_is_not_ascii_is_found_however_late_it_comes() {
    let text = "plain text\n".repeat(200_000) + &RUSSIAN.repeat(5);
    let top = folder(&[("late", &encoded("windows-1251", &text))]);
    let run = run_in(top.path(), &["detect", "late"], b"");
    let start = "late: windows-1251 (most probably, language ru";
    assert!(run.text().starts_with(start), "{}", run.text());
}

#[test]
fn what_is_no_text_is_unknown() {
    let bytes: Vec<u8> = (0..=255).collect();
    let found = run(&["detect"], &bytes);
    assert_eq!((found.status, found.text()), (1, "<stdin>: unknown\n"));
    let converted = run(&["convert", "--guess"], &bytes);
    assert_eq!((converted.status, converted.text()), (1, ""));
    converted.expect_message("no known encoding");
}

#[test]
fn every_encoding_is_listed_and_known_by_its_names() {
    let list = run(&["list"], b"");
    let all = Charset::ALL.into_iter();
    let in_files: Vec<_> = all.filter(|it| it.aliases().next().is_some()).collect();
    for charset in &in_files {
        let name = charset.name();
        let mut lines = list.text().lines();
        let aliases = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        assert!(
            aliases.unwrap().split_whitespace().eq(charset.aliases()),
            "{charset}"
        );
    }
    let records = run(&["list", "--json"], b"").records();
    for (record, charset) in records.iter().zip(&in_files) {
        assert_eq!(record["encoding"], charset.name());
        assert_eq!(record["unit_bytes"], charset.width());
        let aliases: Vec<&str> = charset.aliases().collect();
        assert_eq!(record["aliases"], serde_json::json!(aliases));
        assert_eq!(record["bom"].is_null(), charset.bom().is_empty());
    }
    assert_eq!(records.len(), in_files.len());
    for (name, bytes) in [
        ("cp437", b"\x80"),
        ("latin2", b"\xE6"),
        ("x-mac-ukrainian", b"\xFF"),
    ] {
        let there = run(&["convert", "-f", name], bytes);
        assert_eq!(there.status, 0, "{name}: {}", there.stderr);
        assert_eq!(
            run(&["convert", "-t", name], &there.stdout).stdout,
            bytes,
            "{name}"
        );
    }
    // A label that only the WHATWG Encoding Standard has.
    assert_eq!(run(&["convert", "-f", "sun_eu_greek"], b"\xE1").text(), "α");
    assert_eq!(run(&["convert", "-f", "nonsense"], b"").status, 2);
}

#[test]
fn lines_end_with_the_line_feed_of_the_code_page() {
    // EBCDIC: "a", a line feed, "b", and a byte that Latin-1 has and ASCII does not.
    let run = run(
        &["convert", "-f", "cp037", "-t", "ascii"],
        b"\x81\x25\x82\x4A",
    );
    assert_eq!(run.status, 1);
    run.expect_message("<stdin>:2:2:");
}

/// Short files whose bytes have been, or could be, taken for another encoding. Each is unchanged, or
/// converted correctly.
#[test]
fn without_a_guess_no_short_file_of_a_legacy_encoding_is_damaged() {
    let mut files = Vec::new();
    for (name, texts) in [
        (
            "Shift_JIS",
            &["設定", "ファイルを開く", "書式\r\n", JAPANESE][..],
        ),
        ("EUC-JP", &["設定", "ファイルを開く", "書式\r\n", JAPANESE]),
        (
            "ISO-2022-JP",
            &["設定", "ファイルを開く", "書式\r\n", JAPANESE],
        ),
        ("GBK", &["打开文件", "发生错误。\r\n", "開啟檔案", CHINESE]),
        ("Big5", &["開啟檔案", "發生錯誤。\r\n", TAIWANESE]),
        ("EUC-KR", &["파일 열기", "다음 쪽\r\n", KOREAN]),
    ] {
        for (index, text) in texts.iter().enumerate() {
            let item = format!("<ul>\n  <li>{}</li>\n</ul>\n", text.trim_end());
            for (kind, text) in [("text", text.to_string()), ("item", item)] {
                // Old programs wrote SUB at the end of files.
                for (end, kind) in [("", kind.to_string()), ("\x1A", format!("{kind}-ended"))] {
                    let text = text.clone() + end;
                    let bytes = encoded(name, &text);
                    files.push((format!("{name}-{index}-{kind}"), bytes, text));
                }
            }
        }
    }
    let top = folder(&[]);
    for (name, bytes, _) in &files {
        fs::write(top.path().join(name), bytes).unwrap();
    }
    let arguments = ["convert", "-i", "-r", "--from", "auto", "-t", "utf-8", "."];
    let run = run_in(top.path(), &arguments, b"");
    assert_eq!(run.status, 1);
    for (name, bytes, text) in &files {
        let found = fs::read(top.path().join(name)).unwrap();
        assert!(found == *bytes || found == text.as_bytes(), "{name}");
        assert!(
            run.stderr.contains(&format!("/{name}: ")),
            "{name}: {}",
            run.stderr
        );
    }
}

#[test]
fn escapes_of_terminals_do_not_make_it_a_guess() {
    let found = run(&["detect"], b"\x1B[31mred\x1B[m\n");
    assert_eq!(found.text(), "<stdin>: US-ASCII (by its content)\n");
}

/// A block of UTF-16 text of bytes below 80 is evidence, unlike one of ASCII.
#[test]
fn utf16_after_the_first_block_is_found() {
    let mut bytes = "aé\n".repeat(32_768).into_bytes();
    bytes.extend(
        "hello world\n"
            .repeat(100_000)
            .encode_utf16()
            .flat_map(u16::to_le_bytes),
    );
    let top = folder(&[("x", &bytes)]);
    let found = run_in(top.path(), &["detect", "--json", "x"], b"").record();
    assert_eq!(found["exact"], false, "{found}");
}

#[test]
fn a_guess_needs_an_unnamed_encoding() {
    for from in ["latin1", "utf-8,latin1"] {
        let outcome = run(&["convert", "--guess", "-f", from], b"caf\xE9");
        assert_eq!((outcome.status, outcome.text()), (2, ""));
        let words = "utflane: --guess: only with --from auto, or without --from\n";
        assert_eq!(outcome.stderr, words);
    }
}
