//! Text in legacy multi-byte encodings. `encoding_rs` provides the expected results.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::run;
use encoding_rs::{EUC_JP, Encoding, GB18030, ISO_2022_JP, SHIFT_JIS};

/// Two lines, with 19 characters before the second.
const TEXT: &str = "すべて人は、教育を受ける権利を有する\nabc カナ\n";

fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, has_unmappable) = encoding.encode(text);
    assert!(!has_unmappable);
    bytes.into_owned()
}

#[test]
fn texts_go_there_and_back() {
    for encoding in [SHIFT_JIS, EUC_JP, ISO_2022_JP, GB18030] {
        // The text needs more than one read.
        let text = TEXT.repeat(5000);
        let there = run(&["convert", "-t", encoding.name()], text.as_bytes());
        assert_eq!((there.status, there.stderr.as_str()), (0, ""));
        assert!(
            there.stdout == encoded(encoding, &text),
            "{}",
            encoding.name()
        );
        let back = run(&["convert", "-f", encoding.name()], &there.stdout);
        assert_eq!(back.status, 0, "{}", back.stderr);
        assert!(back.text() == text, "{}", encoding.name());
        let other = run(
            &["convert", "-f", encoding.name(), "-t", "utf-16le"],
            &there.stdout,
        );
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        assert!(
            other.stdout.iter().copied().eq(units),
            "{}",
            encoding.name()
        );
    }
}

#[test]
fn faults_have_their_line_and_column() {
    for encoding in [SHIFT_JIS, EUC_JP, ISO_2022_JP] {
        let mut bytes = encoded(encoding, &(TEXT.repeat(3000) + "ああ"));
        if encoding == ISO_2022_JP {
            bytes.truncate(bytes.len() - 3);
        }
        let place = format!("<stdin>:6001:3: byte {}: invalid byte (FF)\n", bytes.len());
        bytes.extend(b"\xFFx");
        let name = encoding.name();
        let check = run(&["check", "-e", name], &bytes);
        assert_eq!((check.status, check.text()), (1, place.as_str()), "{name}");
        let shown = run(&["check", "-v", "-e", name], &bytes);
        assert!(shown.text().contains("    ああ\\xFF"), "{}", shown.text());
        for to in ["utf-8", "utf-16be"] {
            let convert = run(&["convert", "-f", name, "-t", to], &bytes);
            assert_eq!(convert.status, 1);
            assert!(
                convert.stderr.ends_with(&place),
                "{name}: {}",
                convert.stderr
            );
        }
        let lossy = run(&["convert", "-f", name, "--lossy"], &bytes);
        assert_eq!(lossy.text(), encoding.decode(&bytes).0, "{name}");
        let stat = run(&["stat", "--json", "-e", name], &bytes).record();
        let replaced = lossy.text().matches('\u{FFFD}').count();
        assert_eq!(
            (&stat["lines"], &stat["malformed"]),
            (&6001.into(), &replaced.into())
        );
    }
}

#[test]
fn characters_that_cannot_be_expressed_leave_the_rest_as_it_is() {
    for encoding in [SHIFT_JIS, ISO_2022_JP] {
        let convert = |extra: &[&str]| {
            let arguments = [&["convert", "-t", encoding.name()], extra].concat();
            let run = run(&arguments, "あé😀い\nえ😀".as_bytes());
            let (text, _, is_malformed) = encoding.decode(&run.stdout);
            assert!(!is_malformed, "{} {:02X?}", encoding.name(), run.stdout);
            text.into_owned()
        };
        assert_eq!(convert(&["--lossy"]), "あ??い\nえ?");
        assert_eq!(convert(&["--lossy=drop"]), "あい\nえ");
        assert_eq!(convert(&["--replacement", "〓"]), "あ〓〓い\nえ〓");
        let escaped = convert(&["--lossy=escape", "--newline", "crlf"]);
        assert_eq!(
            escaped.replace('¥', "\\"),
            "あ\\u{E9}\\u{1F600}い\r\nえ\\u{1F600}"
        );
    }
    let fault = run(&["convert", "-f", "sjis", "-t", "latin1"], b"a\n\x82\xA0");
    assert_eq!(
        fault.stderr,
        "utflane: <stdin>:2:1: byte 2: ISO-8859-1 cannot represent U+3042 'あ'\n"
    );
}

/// The first byte of a malformed escape sequence is replaced, and the others are read again.
#[test]
fn bytes_behind_a_malformed_sequence_are_text() {
    for (bytes, dropped, escaped) in [
        (&b"\x1B$\x1B(ab"[..], "$(ab", "\\x1B$\\x1B(ab"),
        (b"a\x1B$B0l\x1B$\x1B(", "a一", "a一"),
        (b"a\x1B$B0\x1B(Bb", "ab", "a\\x30b"),
    ] {
        for (lossy, expected) in [("--lossy=drop", dropped), ("--lossy=escape", escaped)] {
            let arguments = ["convert", "-f", "iso-2022-jp", lossy];
            let utf8 = run(&arguments, bytes);
            assert!(utf8.text().starts_with(expected), "{}", utf8.text());
            let utf16 = run(&[&arguments[..], &["-t", "utf-16le"]].concat(), bytes);
            let units = utf8.text().encode_utf16().flat_map(u16::to_le_bytes);
            assert!(utf16.stdout.iter().copied().eq(units), "{expected}");
            assert_eq!(utf16.stderr, utf8.stderr);
        }
    }
}

#[test]
fn nul_characters_are_found() {
    let nul = run(&["check", "-e", "euc-kr", "--no-nul"], b"a\n\xB0\xA1\0");
    assert_eq!(nul.text(), "<stdin>:2:2: byte 4: NUL character (00)\n");
    let warned = run(&["check", "-e", "euc-kr"], b"\xB0\xA1\0\0");
    assert_eq!(warned.status, 0);
    warned.expect_message("1:2: byte 2: the first of 2 NUL");
}

#[test]
fn code_pages_of_windows_are_names() {
    for (names, bytes, text) in [
        (
            &["shift_jis", "cp932", "windows-932", "ms932", "sjis"][..],
            b"\x87\x40",
            "①",
        ),
        (
            &["euc-kr", "cp949", "windows-949", "ms949", "uhc"],
            b"\x81\x41",
            "갂",
        ),
        (
            &["gbk", "cp936", "windows-936", "ms936", "gb2312"],
            b"\x81\x40",
            "丂",
        ),
        (&["euc-jp", "cp51932"], b"\xAD\xA1", "①"),
        (
            &["cp950", "windows-950", "ms950", "950"],
            b"\xC6\xA1",
            "\u{F6B1}",
        ),
        (&["euc-cn", "EUC_CN"], b"\xA1\xA4", "・"),
        (&["x-ms-cp932", "cp943c"], b"\xF0\x40", "\u{E000}"),
        (&["eucJP-ms", "eucjp-win"], b"\xF5\xA1", "\u{E000}"),
    ] {
        for name in names {
            let run = run(&["convert", "-f", name], bytes);
            assert_eq!(
                (run.status, run.text()),
                (0, text),
                "{name}: {}",
                run.stderr
            );
        }
    }
}

/// `cp932` and `gb2312` are the encodings of the WHATWG Encoding Standard. The variants have names of
/// their own.
#[test]
fn variants_encode_what_the_standard_lacks() {
    for (name, text, bytes) in [
        (
            "x-ms-cp932",
            "〜−—‖\u{E000}",
            &b"\x81\x60\x81\x7C\x81\x5C\x81\x61\xF0\x40"[..],
        ),
        ("eucJP-ms", "〜丂\u{E000}", b"\xA1\xC1\x8F\xB0\xA1\xF5\xA1"),
        ("cp950", "€\u{E000}", b"\xA3\xE1\xFA\x40"),
        ("euc-cn", "·中", b"\xA1\xA4\xD6\xD0"),
    ] {
        let outcome = run(&["convert", "-t", name], text.as_bytes());
        assert_eq!((outcome.status, &outcome.stdout[..]), (0, bytes), "{name}");
    }
    for (name, text) in [
        ("cp932", "〜"),
        ("euc-jp", "丂"),
        ("big5", "\u{E000}"),
        ("euc-cn", "丂"),
    ] {
        let outcome = run(&["convert", "-t", name], text.as_bytes());
        assert_eq!(outcome.status, 1, "{name}");
    }
    assert_eq!(
        run(&["convert", "-t", "gb2312"], "丂".as_bytes()).stdout,
        b"\x81\x40"
    );
}

/// The differences from iconv that `docs/program.md` lists. The tests of the library check that
/// there are no others.
#[test]
fn iconv_says_otherwise_where_the_document_has_it() {
    let iconv = |arguments: &[&str], input: &[u8]| {
        let mut child = Command::new("iconv")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        child.stdin.take()?.write_all(input).ok()?;
        String::from_utf8(child.wait_with_output().ok()?.stdout).ok()
    };
    if !iconv(&["--version"], b"").is_some_and(|version| version.contains("GLIBC")) {
        println!("there is no iconv of glibc");
        return;
    }
    for (name, theirs, bytes, expected) in [
        (
            "shift_jis",
            "SHIFT_JIS",
            &b"\\~\x81\x60\x81\x61\x81\x7C\x81\x91\x81\x92\x81\xCA"[..],
            ["\\~～∥－￠￡￢", "¥‾〜‖−¢£¬"],
        ),
        (
            "euc-jp",
            "EUC-JP",
            b"\xA1\xC1\xA1\xC2\xA1\xDD\xA1\xF1\xA1\xF2\xA2\xCC",
            ["～∥－￠￡￢", "〜‖−¢£¬"],
        ),
        ("euc-kr", "EUC-KR", b"\x81\x41", ["갂", "\u{81}A"]),
        ("big5", "BIG5-HKSCS", b"\xA1\x45", ["‧", "•"]),
        ("shift_jis", "CP932", b"\\~\x81\x60\x87\x40", ["\\~～①"; 2]),
        ("euc-kr", "CP949", b"\x81\x41", ["갂"; 2]),
        ("gbk", "GBK", b"\x81\x40", ["丂"; 2]),
    ] {
        let ours = run(&["convert", "-f", name], bytes);
        let found = [
            ours.text(),
            &iconv(&["-f", theirs, "-t", "UTF-8"], bytes).unwrap(),
        ];
        assert_eq!(found, expected, "{name}, {theirs}");
    }
}

/// UCS-2 has units of two bytes, and the byte order mark of UTF-16.
#[test]
fn ucs2_is_read_like_utf16() {
    let text = "\u{feff}aé\nあb\n";
    for (name, other, swapped) in [
        ("ucs-2le", "utf-16le", "ucs-2be"),
        ("ucs-2be", "utf-16be", "ucs-2le"),
    ] {
        let bytes = run(&["convert", "-t", other, "--bom", "keep"], text.as_bytes()).stdout;
        let back = run(&["convert", "-f", name], &bytes);
        assert_eq!(
            (back.status, back.text(), &*back.stderr),
            (0, text, ""),
            "{name}"
        );
        let wrong = run(&["convert", "-f", swapped], &bytes);
        let words = format!("has the byte order mark of {}: ", other.to_uppercase());
        assert_eq!(wrong.status, 1);
        wrong.expect_message(&words);
        // The same bytes are no conversion that was run twice.
        for (from, to) in [(name, other), (other, name)] {
            let same = run(&["convert", "-f", from, "-t", to], &bytes);
            assert_eq!((same.status, &*same.stderr), (0, ""), "{from} {to}");
            assert!(same.stdout == bytes);
        }
        let stat = run(&["stat", "--json", "-e", name], &bytes).record();
        assert_eq!(
            (&stat["characters"], &stat["lines"]),
            (&7.into(), &2.into())
        );
        // A lone surrogate is the third character of the third line.
        let mut bad = bytes;
        bad.extend(if name == "ucs-2le" {
            b"x\0y\0\0\xD8z\0"
        } else {
            b"\0x\0y\xD8\0\0z"
        });
        let place = ":3:3: byte 18: ";
        for arguments in [
            &["check", "-e", name][..],
            &["convert", "-f", name],
            &["convert", "-f", name, "-t", other],
            &["convert", "-f", name, "-t", other, "--trust-from"],
        ] {
            let outcome = run(arguments, &bad);
            let report = format!(
                "{}{}",
                outcome.stderr,
                String::from_utf8_lossy(&outcome.stdout)
            );
            assert!(report.contains(place), "{arguments:?}: {report}");
        }
    }
}

/// A letter is a character of its own if no tone mark follows.
#[test]
fn faults_after_a_letter_have_their_column() {
    let arguments = ["convert", "-f", "windows-1258-nfc", "-t", "latin1"];
    let outcome = run(&arguments, b"ab\ne\xD0");
    assert_eq!(
        outcome.stderr,
        "utflane: <stdin>:2:2: byte 4: ISO-8859-1 cannot represent U+0110 'Đ'\n"
    );
    // The letter is the last one of many reads.
    let mut bytes = b"e".repeat(1 << 20);
    bytes.extend(b"\nxe\xD0");
    let top = crate::folder(&[("file", &bytes)]);
    let outcome = crate::run_in(top.path(), &[&arguments[..], &["file"]].concat(), b"");
    outcome.expect_message("file:2:3: byte 1048579: ");
}
