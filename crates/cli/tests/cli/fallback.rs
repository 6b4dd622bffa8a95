//! `convert --from utf-8,windows-1252`: one encoding or another, decided before anything is
//! written.

use std::io::Write;

use crate::{folder, run, run_in, start};

/// A length beyond the part of a pipe that is examined.
const LONG: usize = 3 << 20;

#[test]
fn the_first_encoding_in_which_all_is_well_formed_is_taken() {
    let late = [&vec![b'a'; LONG][..], b"\x80"].concat();
    let late_utf8 = [&vec![b'a'; LONG][..], "€".as_bytes()].concat();
    let euro = "a".repeat(LONG) + "€";
    #[rustfmt::skip]
    let rows: [(&str, &[u8], &str, &str); 9] = [
        ("utf-8,windows-1252", "10 €".as_bytes(), "10 €", "UTF-8, since all of it is well-formed"),
        ("utf-8,windows-1252", b"10 \x80", "10 €",
         "windows-1252, since it is malformed in the encodings named before"),
        ("utf-8,windows-1252", b"10 \xE2\x82", "10 â‚",
         "windows-1252, since it is malformed in the encodings named before"),
        ("utf-8,windows-1252", b"", "", "UTF-8, since all of it is well-formed"),
        ("utf-8,windows-1252", b"\xFF\xFEx\0", "\u{feff}x", "UTF-16LE, by its byte order mark"),
        ("ascii, utf-8, cp437", b"\x82", "é",
         "IBM437, since it is malformed in the encodings named before"),
        ("ascii,utf-8,cp437", "é".as_bytes(), "é", "UTF-8, since all of it is well-formed"),
        ("utf-8,windows-1252", &late, &euro,
         "windows-1252, since it is malformed in the encodings named before"),
        ("utf-8,windows-1252", &late_utf8, &euro, "UTF-8, since all of it is well-formed"),
    ];
    let folder = folder(&[]);
    for (from, bytes, text, said) in rows {
        std::fs::write(folder.path().join("file"), bytes).unwrap();
        let arguments = ["convert", "-v", "-f", from, "file"];
        let outcome = run_in(folder.path(), &arguments, b"");
        assert_eq!(
            (outcome.status, outcome.stderr.as_str()),
            (0, &*format!("utflane: file: {said}\n"))
        );
        assert!(outcome.text() == text, "{from} {:.20}", outcome.text());
        if bytes.len() < LONG {
            let piped = run(&["convert", "-v", "-f", from], bytes);
            assert_eq!(piped.stderr, format!("utflane: <stdin>: {said}\n"));
            assert_eq!((piped.status, piped.text()), (0, text));
        }
        let silent = run_in(folder.path(), &["convert", "-f", from, "file"], b"");
        assert_eq!((silent.status, silent.stderr.as_str()), (0, ""));
    }
}

/// The start of a pipe decides, regardless of the sizes of the writes. Later malformed text is an
/// error and is not read in another encoding.
#[test]
fn the_start_of_a_pipe_decides() {
    let ascii = vec![b'a'; LONG];
    let from = ["convert", "-v", "-f", "utf-8,windows-1252"];
    let late = run(&from, &[&ascii[..], b"\x80"].concat());
    assert_eq!((late.status, late.stdout == ascii), (1, true));
    let fault = format!(
        "<stdin>:1:{}: byte {LONG}: unexpected continuation byte (80)\n",
        LONG + 1
    );
    assert_eq!(
        late.stderr,
        format!(
            "utflane: <stdin>: UTF-8, by its first 1 MiB, which is well-formed\nutflane: {fault}"
        )
    );
    // A character lies across the end of the examined part.
    for back in 0..4 {
        let mut text = "a".repeat((1 << 20) - back);
        text += &"\u{1f600}".repeat(9);
        let cut = run(&from, text.as_bytes());
        assert_eq!((cut.status, cut.text() == text), (0, true), "{back}");
    }
    // The pipe is filled in pieces.
    for (piece, text) in [(&b"\xE9"[..], "aé"), ("é".as_bytes(), "aé")] {
        let mut child = start(std::path::Path::new("."), &from);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"a").unwrap();
        std::thread::sleep(std::time::Duration::from_millis(150));
        stdin.write_all(piece).unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
    }
}

#[test]
fn each_file_is_decided_for_itself() {
    let top = folder(&[
        ("one", "é".as_bytes()),
        ("two", b"\xE9"),
        ("wide", b"h\0i\0h\0i\0"),
    ]);
    let from = ["convert", "-f", "utf-8,latin1", "-v"];
    let outcome = run_in(top.path(), &[&from[..], &["one", "two"]].concat(), b"");
    assert_eq!((outcome.status, outcome.text()), (0, "éé"));
    let refused = run_in(top.path(), &[&from[..], &["wide"]].concat(), b"");
    assert_eq!((refused.status, refused.text()), (1, ""));
    refused.expect_message("looks like UTF-16LE");
    let in_place = run_in(
        top.path(),
        &[&from[..], &["-i", "one", "two"]].concat(),
        b"",
    );
    assert_eq!(in_place.status, 0, "{}", in_place.stderr);
    assert_eq!(
        std::fs::read(top.path().join("two")).unwrap(),
        "é".as_bytes()
    );
    for wrong in ["utf-8,auto", "utf-8,", "utf-8,klingon", ","] {
        assert_eq!(run(&["convert", "-f", wrong], b"").status, 2, "{wrong}");
    }
}

/// A pipe that is filled in pieces is examined as a whole.
#[test]
fn detection_waits_for_a_pipe() {
    let mut child = start(std::path::Path::new("."), &["detect"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"plain, ").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(150));
    stdin.write_all("déjà".as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"<stdin>: UTF-8 (by its content)\n");
}
