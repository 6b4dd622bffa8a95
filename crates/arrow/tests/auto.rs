//! Reads files whose charset is detected.

use std::io::Read;
use std::sync::Arc;
use utflane::io::Reader;
use utflane::{Certainty, Charset};
use utflane_arrow::Error;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::{Array, RecordBatch};
use utflane_arrow::arrow_schema::{DataType, Field, Schema};
use utflane_arrow::files::{
    AutoCharset, BadInput, BadRowReason, CsvOptions, Decode, FoundCharset, LineOptions,
    UnknownCharset,
};

const RUSSIAN: &str = "Каждый человек имеет право на образование,1\n";
const ENGLISH: &str = "Everyone has the right to education,1\n";

/// The length of a piece that a decoder converts at a time.
const PIECE: usize = 1 << 16;

fn options() -> CsvOptions {
    let fields = [("name", DataType::Utf8), ("n", DataType::Int32)];
    let fields = fields.map(|(name, of)| Field::new(name, of, true)).to_vec();
    CsvOptions::new(Arc::new(Schema::new(fields)))
}

fn in_charset(text: &str, charset: Charset) -> Vec<u8> {
    let mut reader = Reader::with_target(text.as_bytes(), Charset::Utf8, charset);
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    bytes
}

fn names(batches: &[RecordBatch]) -> Vec<&str> {
    let names = batches.iter().map(|batch| batch["name"].as_string::<i32>());
    names.flat_map(|names| names.iter().flatten()).collect()
}

/// Decodes a file in chunks. Returns the batches, and the error.
fn run(decoder: &mut impl Decode, file: &[u8], chunk: usize) -> (Vec<RecordBatch>, Option<Error>) {
    let mut batches = Vec::new();
    for mut part in file.chunks(chunk).chain([&[][..]]) {
        loop {
            let read = match decoder.decode(part) {
                Ok(read) => read,
                Err(error) => {
                    assert!(matches!(decoder.decode(part), Err(Error::Failed)));
                    return (batches, Some(error));
                }
            };
            part = &part[read..];
            let batch = decoder.flush().unwrap();
            let is_done = batch.is_none() && read == 0;
            batches.extend(batch);
            // An empty chunk ends the file.
            if is_done || part.is_empty() && read > 0 {
                break;
            }
        }
    }
    (batches, None)
}

/// Reads a file. Returns the number of rows, and the charset that was detected.
fn read(file: &[u8], auto: AutoCharset) -> Result<(usize, FoundCharset), Error> {
    let mut decoder = options().decoder(auto, BadInput::Fail);
    let (batches, error) = run(&mut decoder, file, 100_000);
    match error {
        Some(error) => Err(error),
        None => Ok((names(&batches).len(), decoder.found_charset().unwrap())),
    }
}

fn refused(file: &[u8], auto: AutoCharset) -> UnknownCharset {
    match read(file, auto) {
        Err(Error::Charset(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// Returns a file that begins with more ASCII than is examined, and the number of its rows.
fn after_ascii(text: &[u8]) -> (Vec<u8>, usize) {
    let rows = AutoCharset::SAMPLE / ENGLISH.len() + 2000;
    ([ENGLISH.repeat(rows).as_bytes(), text].concat(), rows)
}

#[test]
fn the_charset_of_a_whole_file() {
    let text = RUSSIAN.repeat(9);
    for charset in [
        Charset::Utf8,
        Charset::Utf16Le,
        Charset::Utf32Be,
        Charset::Windows1251,
        Charset::Ibm866,
        Charset::ShiftJis,
    ] {
        let text = match charset {
            Charset::ShiftJis => "すべての人は教育を受ける権利を有する,1\n".repeat(9),
            _ => text.clone(),
        };
        let file = in_charset(&text, charset);
        for chunk in [1, 7, file.len()] {
            let mut decoder = options().decoder(AutoCharset::new(), BadInput::Fail);
            assert_eq!(decoder.found_charset(), None);
            let (batches, error) = run(&mut decoder, &file, chunk);
            assert!(error.is_none(), "{charset}: {error:?}");
            assert_eq!(names(&batches), [text.split(',').next().unwrap(); 9]);
            let found = decoder.found_charset().unwrap();
            assert_eq!((found.charset, found.is_ascii), (charset, false));
            let is_unicode = !charset.bom().is_empty();
            let expected = if is_unicode {
                Certainty::Certain
            } else {
                Certainty::Likely
            };
            assert_eq!(
                (found.certainty, found.language.is_none()),
                (expected, is_unicode)
            );
        }
    }
    // A byte order mark decides, and is not text.
    let file = [
        Charset::Utf16Be.bom(),
        &in_charset("é,1\n", Charset::Utf16Be),
    ]
    .concat();
    let mut decoder = options().decoder(AutoCharset::new(), BadInput::SetAside);
    assert_eq!(names(&run(&mut decoder, &file, 1).0), ["é"]);
    // A charset that is given is not reported.
    let mut decoder = options().decoder(Charset::Utf8, BadInput::Fail);
    run(&mut decoder, b"a,1\n", 1);
    assert_eq!(decoder.found_charset(), None);
    let (rows, found) = read(b"", AutoCharset::new()).unwrap();
    assert_eq!(
        (rows, found.charset, found.is_ascii),
        (0, Charset::Utf8, true)
    );
}

#[test]
fn guesses_are_refused() {
    let auto = AutoCharset::new();
    let error = refused(b"tea,1\ncaf\xE9,2\n", auto);
    let expected = (Some("windows-1252"), Some(Charset::Windows1252), Some(9));
    assert_eq!(
        (error.guess, error.charset, error.first_non_ascii),
        expected
    );
    let text = "the file is perhaps in windows-1252 (its first non-ASCII byte is at index 9)";
    assert_eq!(error.to_string(), text);
    // Bad input does not change that.
    for bad in [BadInput::Replace, BadInput::SetAside] {
        let mut decoder = options().decoder(auto, bad);
        let (batches, error) = run(&mut decoder, b"caf\xE9,2\n", 3);
        assert!(matches!(error, Some(Error::Charset(_))) && batches.is_empty());
    }
    let (rows, found) = read(b"tea,1\ncaf\xE9,2\n", auto.with_guesses(true)).unwrap();
    assert_eq!((rows, found.certainty), (2, Certainty::Guess));
    // Text that may be UTF-16.
    assert_eq!(refused(b"a\0b\0", auto).charset, Some(Charset::Utf16Le));
    // An encoding that cannot be read, and bytes that are no text, even as a guess.
    let error = refused(b"~{VPND~},1\n", auto.with_guesses(true)).to_string();
    assert_eq!(
        error,
        "the file is perhaps in HZ-GB-2312, which cannot be read"
    );
    let error = refused(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", auto.with_guesses(true)).to_string();
    assert_eq!(
        error,
        "the encoding of the file is unknown (its first non-ASCII byte is at index 0)"
    );
    // Two encodings.
    let utf8 = "Größe, Länge, Höhe\nMüller, Bäcker\n".as_bytes();
    let file = [utf8, b"Stra\xDFe der K\xF6nige, f\xFCr M\xFCnchen\n"].concat();
    let error = refused(&file, auto).to_string();
    let index = utf8.len() + 4;
    let expected = format!("the file is perhaps in UTF-8, and in windows-1252 from index {index}");
    assert_eq!(error, expected);
    // A NUL shows that a file is binary, also if only a part of it is examined.
    let binary = in_charset(&(RUSSIAN.repeat(20_000) + "\0"), Charset::Windows1251);
    assert!(auto.detect(&binary, true).is_err() && auto.detect(&binary, false).is_err());
}

#[test]
fn a_fallback_takes_precedence_over_legacy_encodings() {
    let auto = AutoCharset::new().with_fallback(Some(Charset::Latin1));
    for file in [
        &b"caf\xE9,1\n"[..],
        &in_charset(RUSSIAN, Charset::Windows1251),
    ] {
        let (rows, found) = read(file, auto).unwrap();
        assert_eq!((rows, found.charset), (1, Charset::Latin1));
        assert_eq!(found.certainty, Certainty::Unknown);
    }
    for charset in [Charset::Utf8, Charset::Utf16Le] {
        let file = in_charset(&RUSSIAN.repeat(3), charset);
        assert_eq!(read(&file, auto).unwrap().1.charset, charset);
    }
}

/// The sample of a long file may end within a character.
#[test]
fn only_the_start_is_examined() {
    let row = "すべての人は教育を受ける権利を有する,1\n";
    let text = row.repeat(AutoCharset::SAMPLE / 30);
    let mut cut = 0;
    for prefix in ["", "a"] {
        let file = in_charset(&format!("{prefix}{text}"), Charset::ShiftJis);
        cut += Charset::ShiftJis.incomplete_tail(&file[..AutoCharset::SAMPLE]);
        let (rows, found) = read(&file, AutoCharset::new()).unwrap();
        assert_eq!(
            (rows, found.charset),
            (AutoCharset::SAMPLE / 30, Charset::ShiftJis)
        );
    }
    assert_eq!(cut, 1);
    // Text after the sample does not change the result.
    let mut file = in_charset(&RUSSIAN.repeat(40_000), Charset::Windows1251);
    file.extend("né,1\n".as_bytes());
    assert_eq!(
        read(&file, AutoCharset::new()).unwrap().1.charset,
        Charset::Windows1251
    );
}

#[test]
fn text_after_ascii_decides() {
    let auto = AutoCharset::new();
    let latin1 = auto.with_fallback(Some(Charset::Latin1));
    let russian = in_charset(&RUSSIAN.repeat(9), Charset::Windows1251);
    for (text, auto, charset, rows) in [
        (&russian[..], auto, Charset::Windows1251, 9),
        (&russian, latin1, Charset::Latin1, 9),
        (b"caf\xE9,1\n", latin1, Charset::Latin1, 1),
        (
            b"caf\xE9,1\n",
            auto.with_guesses(true),
            Charset::Windows1252,
            1,
        ),
        ("café,1\n".as_bytes(), latin1, Charset::Utf8, 1),
        ("café,1\n".as_bytes(), auto, Charset::Utf8, 1),
        (b"", latin1, Charset::Utf8, 0),
    ] {
        let (file, before) = after_ascii(text);
        let (found_rows, found) = read(&file, auto).unwrap();
        assert_eq!((found_rows, found.charset), (before + rows, charset));
        assert_eq!(found.is_ascii, text.is_empty());
    }
    // A guess is not used, nor a charset in which ASCII has other bytes.
    for auto in [auto, auto.with_fallback(Some(Charset::Cp037))] {
        let (file, rows) = after_ascii(b"caf\xE9,1\n");
        let mut decoder = options().decoder(auto, BadInput::Fail);
        let (batches, error) = run(&mut decoder, &file, 100_000);
        assert_eq!(names(&batches).len(), rows);
        match error {
            Some(Error::File(error)) => assert_eq!(error.position(), file.len() as u64 - 4),
            other => panic!("{other:?}"),
        }
        assert!(!decoder.found_charset().unwrap().is_ascii);
    }
}

/// Rows at the place where the charset changes have their own bytes.
#[test]
fn bad_rows_after_ascii() {
    let long = "a".repeat(3 * PIECE);
    let text = format!("{ENGLISH}{long}é,x\nö,y\nü,2\n");
    let (file, rows) = after_ascii(&in_charset(&text, Charset::Latin1));
    for chunk in [64, 1000, PIECE, file.len()] {
        let auto = AutoCharset::new().with_fallback(Some(Charset::Latin1));
        let mut decoder = options().decoder(auto, BadInput::SetAside);
        let (batches, error) = run(&mut decoder, &file, chunk);
        assert!(error.is_none());
        let names = names(&batches);
        assert_eq!((names.len(), names.last()), (rows + 2, Some(&"ü")));
        let bad = decoder.take_bad_rows();
        let lines: Vec<_> = bad.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [rows as u64 + 2, rows as u64 + 3]);
        for (bad, bytes) in bad.iter().zip([long.len() + 4, 4]) {
            assert!(matches!(bad.reason, BadRowReason::Unparsed(_)));
            assert_eq!(
                bad.bytes,
                file[bad.range.start as usize..bad.range.end as usize]
            );
            assert_eq!(bad.bytes.len(), bytes);
        }
        assert_eq!(bad[1].bytes, b"\xF6,y\n");
    }
}

#[test]
fn lines() {
    let (file, rows) = after_ascii(&in_charset(&RUSSIAN.repeat(9), Charset::Koi8R));
    let mut decoder = LineOptions::new().decoder(AutoCharset::new(), BadInput::Fail);
    let (batches, error) = run(&mut decoder, &file, 10_000);
    assert!(error.is_none());
    assert_eq!(decoder.found_charset().unwrap().charset, Charset::Koi8R);
    let last = batches.last().unwrap()["line"].as_string::<i32>();
    assert_eq!(last.value(last.len() - 1), RUSSIAN.trim_end());
    assert_eq!(
        batches.iter().map(RecordBatch::num_rows).sum::<usize>(),
        rows + 9
    );
}
