//! Text that is in the target encoding already, and text without a named encoding: a conversion
//! would produce garbage.

use std::fs;

use encoding_rs::*;

use crate::{ENCODINGS, folder, run_in, sample_and_all};

/// The second time, the file is unchanged and the status is 1.
fn check_converting_twice(step: usize) {
    let mut number = 0;
    let text = "Größe, déjà vu\n";
    let lines = text.repeat(20_000);
    for text in [text, lines.as_str(), "no\n", "hello!\n\n"] {
        for (from, encode_from) in ENCODINGS {
            for (to, encode_to) in ENCODINGS {
                let (Some(before), Some(after)) = (encode_from(text), encode_to(text)) else {
                    continue;
                };
                number += 1;
                if number % step != 0 {
                    continue;
                }
                let folder = folder(&[("file", &before)]);
                let read = || fs::read(folder.path().join("file")).unwrap();
                let arguments = ["convert", "-i", "-f", from, "-t", to, "file"];
                let once = run_in(folder.path(), &arguments, b"");
                assert_eq!(
                    (once.status, once.stderr.as_str()),
                    (0, ""),
                    "{from} to {to}"
                );
                assert!(read() == after, "{from} to {to}");
                let twice = run_in(folder.path(), &arguments, b"");
                assert!(read() == after, "{from} to {to} twice: {}", twice.stderr);
                assert_eq!(twice.status, i32::from(before != after), "{from} to {to}");
                assert_eq!(twice.stderr.lines().count(), usize::from(before != after));
            }
        }
    }
}

sample_and_all! {
    check_converting_twice: converting_in_place_twice_is_converting_once(11),
    all_conversions_in_place_twice_are_one(1) = "long: runs the program for all texts and pairs of encodings"
}

#[test]
fn without_a_mark_nor_a_name_wide_text_is_not_taken_for_utf_8() {
    let text = "Größe, déjà vu\n";
    for (name, encode) in &ENCODINGS[1..5] {
        // UTF-16 and UTF-32 of plain ASCII are well-formed UTF-8.
        for text in ["plain text\n", text, &"plain text\n".repeat(20_000)] {
            let bytes = encode(text).unwrap();
            let folder = folder(&[("file", &bytes)]);
            for arguments in [
                &["convert", "-i", "file"][..],
                &["convert", "-i", "-t", name, "file"],
                &["convert", "-i", "--lossy", "file"],
                &["convert", "-i", "-t", "latin1", "file"],
                &["convert", "file", "-t", "utf-16be", "-o", "new"],
                &["convert", "file"],
            ] {
                let outcome = run_in(folder.path(), arguments, b"");
                assert_eq!((outcome.status, outcome.text()), (1, ""), "{arguments:?}");
                let already = if arguments.contains(name) {
                    " already"
                } else {
                    ""
                };
                let expected = format!(
                    "utflane: file: looks like {}{already}: try --from {name}, or --from utf-8 \
                     if it is not\n",
                    name.to_uppercase()
                );
                assert_eq!(outcome.stderr, expected);
                assert!(fs::read(folder.path().join("file")).unwrap() == bytes);
                assert!(!folder.path().join("new").exists());
            }
            let named = run_in(folder.path(), &["convert", "-f", name, "file"], b"");
            assert_eq!((named.status, named.stderr.as_str()), (0, ""));
            assert_eq!(named.text(), text);
        }
    }
}

/// If no file is replaced, the conversion is done with a warning.
#[test]
fn elsewhere_there_is_a_warning() {
    for (from, to, bytes, converted) in [
        ("latin1", "utf-8", "é\n".as_bytes(), "Ã©\n".as_bytes()),
        ("utf-8", "utf-16le", b"a\0\n\0", b"a\0\0\0\n\0\0\0"),
        ("utf-16be", "utf-8", b"4 ", "\u{3420}".as_bytes()),
    ] {
        let folder = folder(&[("file", bytes)]);
        let arguments = ["convert", "-f", from, "-t", to, "file"];
        let to = to.to_uppercase();
        let warning = format!("utflane: warning: file: seems to be {to} already\n");
        let shown = run_in(folder.path(), &arguments, b"");
        assert_eq!((shown.status, shown.stderr.as_str()), (0, warning.as_str()));
        assert_eq!(shown.stdout, converted);
        let arguments = [&arguments[..], &["-o", "new"]].concat();
        let written = run_in(folder.path(), &arguments, b"");
        assert_eq!((written.status, written.stderr), (0, shown.stderr));
        assert_eq!(fs::read(folder.path().join("new")).unwrap(), converted);
    }
}

/// The check does not depend on the path by which the output is named.
#[test]
fn an_input_that_is_replaced_is_not_converted_twice() {
    let top = folder(&[("a", b"caf\xE9\n"), ("b", b"th\xE9\n")]);
    let read = || fs::read_to_string(top.path().join("a")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("a", top.path().join("link")).unwrap();
    let convert = ["convert", "-f", "latin1"];
    let once = run_in(top.path(), &[&convert[..], &["a", "-o", "a"]].concat(), b"");
    assert_eq!((once.status, read().as_str()), (0, "café\n"));
    let mut rows: Vec<&[&str]> = vec![
        &["a", "-o", "a"],
        &["a", "-o", "./a"],
        &["b", "a", "-o", "a"],
    ];
    if cfg!(unix) {
        rows.push(&["a", "-o", "link"]);
    }
    for arguments in rows {
        let twice = run_in(top.path(), &[&convert[..], arguments].concat(), b"");
        assert_eq!((twice.status, read().as_str()), (1, "café\n"));
        let words = "utflane: a: seems to be UTF-8 already, and is unchanged; --trust-from \
                     converts it\n";
        assert!(twice.stderr.starts_with(words), "{}", twice.stderr);
    }
    // An output that is not an input is converted.
    fs::write(top.path().join("c"), "café\n").unwrap();
    let other = run_in(top.path(), &[&convert[..], &["c", "-o", "a"]].concat(), b"");
    assert_eq!((other.status, read().as_str()), (0, "cafÃ©\n"));
}

#[cfg(unix)]
#[test]
fn standard_input_that_is_replaced_is_not_converted_twice() {
    let top = folder(&[("a", "café\n".as_bytes())]);
    let script = "\"$u\" convert -f latin1 < a -o a";
    let output = std::process::Command::new("sh")
        .args(["-c", script])
        .env("u", env!("CARGO_BIN_EXE_utflane"))
        .current_dir(top.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(top.path().join("a")).unwrap(), "café\n".as_bytes());
}

/// EBCDIC text consists of punctuation and control characters in an ASCII-based encoding, and vice
/// versa.
fn check_ascii_and_ebcdic(step: usize) {
    let texts = [
        "plain text, of two lines\nand 12 digits\n",
        "no\n",
        "no",
        "WORD",
        "a,b;c\t1\t2\r\n",
        "-----\n  x\n",
        "Größe\n",
        "GRÖSSE",
    ];
    let names: Vec<String> = (0..texts.len()).map(|number| number.to_string()).collect();
    let mut number = 0;
    for page in ["cp037", "cp273", "ibm500", "cp1047", "cp1140"] {
        for other in ["utf-8", "latin1", "windows-1252"] {
            for (from, to) in [(page, other), (other, page)] {
                number += 1;
                if number % step != 0 {
                    continue;
                }
                let top = folder(&[]);
                let read = |name: &String| fs::read(top.path().join(name)).unwrap();
                for (name, text) in names.iter().zip(texts) {
                    let make = ["convert", "-t", from, "-o", name];
                    assert_eq!(run_in(top.path(), &make, text.as_bytes()).status, 0);
                }
                let arguments = ["convert", "-rif", from, "-t", to, "."];
                let once = run_in(top.path(), &arguments, b"");
                let place = format!("{from} to {to}: {}", once.stderr);
                let summary = "utflane: 8 converted, 0 unchanged, 0 skipped, 0 failed\n";
                assert_eq!((once.status, once.stderr.as_str()), (0, summary), "{place}");
                let after: Vec<Vec<u8>> = names.iter().map(read).collect();
                let twice = run_in(top.path(), &arguments, b"");
                assert_eq!(twice.status, 1, "{place}");
                assert_eq!(
                    twice.stderr.lines().count(),
                    texts.len() + 1,
                    "{}",
                    twice.stderr
                );
                assert_eq!(names.iter().map(read).collect::<Vec<_>>(), after, "{place}");
            }
        }
    }
}

sample_and_all! {
    check_ascii_and_ebcdic: text_of_ascii_and_of_ebcdic_is_not_taken_for_the_other(7),
    text_of_ascii_and_of_each_ebcdic_is_not_taken_for_the_other(1) = "long: all pairs of encodings"
}

/// The mark of UTF-16LE followed by a NUL character is the mark of UTF-32LE.
#[test]
fn two_marks_in_one_are_told_apart_by_what_follows() {
    for (rest, is_refused) in [
        (&b""[..], false),
        (b"a\0b\0", false),
        (b"a\0\0\0b\0\0\0", true),
    ] {
        let bytes = [&b"\xFF\xFE\0\0"[..], rest].concat();
        let outcome = crate::run(&["convert", "-f", "utf-16le"], &bytes);
        assert_eq!(outcome.status, i32::from(is_refused), "{rest:X?}");
    }
}

#[test]
fn a_mark_is_believed_before_a_name() {
    let marks: [(&str, &[u8]); 5] = [
        ("utf-8", b"\xEF\xBB\xBF"),
        ("utf-16le", b"\xFF\xFE"),
        ("utf-16be", b"\xFE\xFF"),
        ("utf-32le", b"\xFF\xFE\0\0"),
        ("utf-32be", b"\0\0\xFE\xFF"),
    ];
    for (marked, mark) in marks {
        // The text is well-formed in each of them; only the mark differs.
        let bytes = [mark, b"\x01\0\x01\0\x01\0\x01\0\x01\0\x01\0"].concat();
        for (named, _) in marks.into_iter().skip(1).filter(|row| row.0 != marked) {
            let top = folder(&[("file", &bytes)]);
            for options in [&[][..], &["-i"], &["-o", "new"], &["--lossy"]] {
                let arguments = [&["convert", "-f", named, "file"], options].concat();
                let outcome = run_in(top.path(), &arguments, b"");
                assert_eq!((outcome.status, outcome.text()), (1, ""), "{arguments:?}");
                let name = marked.to_uppercase();
                let expected = format!(
                    "utflane: file: has the byte order mark of {name}: try --from {marked}, or \
                     --trust-from if it is not a mark\n"
                );
                assert_eq!(outcome.stderr, expected);
                assert_eq!(crate::names_in(top.path()), ["file"]);
                assert_eq!(fs::read(top.path().join("file")).unwrap(), bytes);
            }
        }
    }
}

#[test]
fn what_only_might_be_the_target_is_converted_in_silence() {
    for (from, to, bytes) in [
        ("latin1", "utf-8", &b"caf\xE9"[..]),
        ("latin1", "utf-8", b"plain"),
        ("latin1", "utf-8", b"\xC3\xA9 and \xE9"),
        ("utf-16le", "utf-8", b"a\0b\0"),
        ("utf-16le", "utf-16be", b"a\0b\0"),
        ("utf-8", "utf-8", "é".as_bytes()),
    ] {
        let folder = folder(&[("file", bytes)]);
        let arguments = ["convert", "-i", "-f", from, "-t", to, "file"];
        let outcome = run_in(folder.path(), &arguments, b"");
        assert_eq!(
            (outcome.status, outcome.stderr.as_str()),
            (0, ""),
            "{bytes:X?}"
        );
    }
}

/// Frequent words whose bytes are also well-formed UTF-8.
const WORDS: [(&Encoding, &str); 7] = [
    (
        GBK,
        "系统 目录 系统目录 统一 一统 停止 前台 原位 小写 状态 全选 元 一 说 为 也 时 要 去 \
         之 学 小 么 然 没 只 十 前 头 同 知 些 实 全 女 业 什 位 使 平 却 山 太 水 师 住 员 笑 通 目 \
         原 应 路 系 司 台 战 直 统 色 指 思 远 院 权 展 强 品 士 转 英 式 息 写 识 钱 未 取 始 双 越 \
         史 千 片 站 委 影 失 斯 专 石 谁 校 志 喜",
    ),
    (BIG5, "警 議 讀"),
    (
        EUC_KR,
        "키 첫째 체첸 천 첫 체 치 친 침 카 칸 큐 크 클 타 탁 탈 트 특 틀 티 표 품 호 홈 화 확 환 회",
    ),
    (
        EUC_JP,
        "労働 労務 任務 任命 味 朝 旅 店 名 夢 密 導 務 命 念 八 反 多 天 庁 動 働",
    ),
    (IBM866, "только так тип уже сам"),
    (KOI8_R, "её"),
    (WINDOWS_874, "แกน แดง"),
];

/// Words that are equally plausible in UTF-8: one or two accented letters, or a symbol.
const DOUBTFUL: [(&Encoding, &str); 5] = [
    (GBK, "毛 每"),
    (BIG5, "職 簡"),
    (EUC_KR, "청천"),
    (EUC_JP, "存"),
    (WINDOWS_874, "รถ"),
];

/// Returns files of one word each, and their texts.
fn words(encoding: &'static Encoding, words: &str) -> Vec<(Vec<u8>, String)> {
    let texts = words.split_whitespace().map(|word| format!("{word}\n"));
    let encoded = texts.map(|text| match encoding.encode(&text) {
        (bytes, _, false) => (bytes.into_owned(), text.clone()),
        _ => panic!("{text}"),
    });
    encoded.collect()
}

fn check_ordinary_words(step: usize) {
    for (encoding, list) in WORDS {
        for (bytes, text) in words(encoding, list).into_iter().step_by(step) {
            let top = folder(&[("file", &bytes)]);
            let arguments = ["convert", "-i", "-f", encoding.name(), "file"];
            let outcome = run_in(top.path(), &arguments, b"");
            let seen = (outcome.status, outcome.stderr.as_str());
            assert_eq!(seen, (0, ""), "{} {text}", encoding.name());
            assert_eq!(fs::read_to_string(top.path().join("file")).unwrap(), text);
        }
    }
}

sample_and_all! {
    check_ordinary_words: ordinary_words_that_are_well_formed_utf8_are_converted(7),
    all_ordinary_words_that_are_well_formed_utf8_are_converted(1) = "long: runs the program for each word"
}

#[test]
fn a_name_is_trusted_where_that_is_asked_for() {
    for (encoding, list) in DOUBTFUL {
        for (bytes, text) in words(encoding, list) {
            let top = folder(&[("file", &bytes)]);
            let arguments = ["convert", "-i", "-f", encoding.name(), "file"];
            let refused = run_in(top.path(), &arguments, b"");
            assert_eq!(refused.status, 1, "{} {text}", encoding.name());
            let words = "seems to be UTF-8 already, and is unchanged; --trust-from converts it";
            refused.expect_message(words);
            assert_eq!(fs::read(top.path().join("file")).unwrap(), bytes);

            let trusted = [&arguments[..], &["--trust-from"]].concat();
            let trusted = run_in(top.path(), &trusted, b"");
            let warning = "utflane: warning: file: seems to be UTF-8 already\n";
            assert_eq!((trusted.status, trusted.stderr.as_str()), (0, warning));
            assert_eq!(fs::read_to_string(top.path().join("file")).unwrap(), text);
        }
    }
    // `--trust-from` also ignores the mark of another encoding.
    let marked = b"\xFE\xFFa\0";
    let arguments = ["convert", "-f", "utf-16le"];
    assert_eq!(crate::run(&arguments, marked).status, 1);
    let trusted = crate::run(&[&arguments[..], &["--trust-from"]].concat(), marked);
    assert_eq!((trusted.status, trusted.text()), (0, "\u{FFFE}a"));
    assert_eq!(crate::run(&["convert", "--trust-from"], b"").status, 2);
}

/// Text in UTF-16 whose bytes are also ASCII.
#[test]
fn ordinary_utf16_that_is_ascii_is_converted() {
    let top = folder(&[("file", b"O`Y}")]);
    let outcome = run_in(
        top.path(),
        &["convert", "-i", "-f", "utf-16be", "file"],
        b"",
    );
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(top.path().join("file")).unwrap(), "你好");
}

const LATIN_AND_OTHERS: [&str; 6] = [
    "windows-1252",
    "latin1",
    "windows-1251",
    "koi8-r",
    "windows-874",
    "cp437",
];

fn assert_guarded(text: &str, from: &str) {
    let top = folder(&[("file", text.as_bytes())]);
    let outcome = run_in(top.path(), &["convert", "-i", "-f", from, "file"], b"");
    assert_eq!(outcome.status, 1, "{from}: {text:.20}");
    assert_eq!(fs::read_to_string(top.path().join("file")).unwrap(), text);
}

/// Checks every `step`th combination of a text and an encoding.
fn check_guarded(step: usize) {
    let mut number = 0;
    let mut check = |text: &str, from: &str| {
        number += 1;
        if number % step == 0 {
            assert_guarded(text, from);
        }
    };
    let long = "Plain text, and a word: ".repeat(2_000) + "Größe\n";
    let words = [
        "Größe\n",
        "café\n",
        "Überblick\n",
        "École",
        "naïve\n",
        "à la carte\n",
        "中文\n",
        "系统\n",
        "的\n",
        "数据库连接失败\n",
        "привет\n",
        "日本語\n",
        "한국어\n",
        &long,
    ];
    for text in words {
        for from in LATIN_AND_OTHERS {
            check(text, from);
        }
        for from in ["gbk", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp"] {
            check(text, from);
        }
    }
    // In the wrong encoding, one symbol would become two.
    for text in ["20 °C\n", "§ 5\n", "½\n", "5 €\n"] {
        for from in LATIN_AND_OTHERS {
            check(text, from);
        }
    }
}

sample_and_all! {
    check_guarded: text_in_utf8_is_not_converted_from_another_encoding(7),
    text_in_utf8_is_not_converted_from_any_other_encoding(1) = "long: all texts and encodings"
}
