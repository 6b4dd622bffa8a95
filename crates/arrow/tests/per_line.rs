//! Files with lines in several charsets.

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_schema::{DataType, Field, Schema};
use std::sync::Arc;
use utflane::Charset;
use utflane_arrow::Error;
use utflane_arrow::files::{AutoCharset, BadInput, BadRowReason, CsvOptions, Decode, LineOptions};

fn options() -> CsvOptions {
    let fields = ["id", "name"].map(|name| Field::new(name, DataType::Utf8, true));
    CsvOptions::new(Arc::new(Schema::new(fields.to_vec())))
        .with_line_fallbacks(&[Charset::Windows1252])
}

/// Decodes a file that arrives in pieces of this length.
fn decode(decoder: &mut impl Decode, file: &[u8], len: usize) -> Result<Vec<RecordBatch>, Error> {
    let mut batches = Vec::new();
    for piece in file.chunks(len).chain([&[][..]]) {
        let mut rest = piece;
        loop {
            let read = decoder.decode(rest)?;
            rest = &rest[read..];
            let batch = decoder.flush()?;
            let is_done = rest.is_empty() && (batch.is_none() || !piece.is_empty());
            batches.extend(batch);
            if is_done {
                break;
            }
        }
    }
    Ok(batches)
}

fn column(batches: &[RecordBatch], index: usize) -> Vec<String> {
    let texts = |batch: &RecordBatch| {
        let column = batch.column(index).as_string::<i32>().clone();
        column
            .iter()
            .flatten()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    batches.iter().flat_map(texts).collect()
}

fn file(lines: usize) -> (Vec<u8>, Vec<String>) {
    let (mut file, mut names) = (Vec::new(), Vec::new());
    for line in 0..lines {
        file.extend(format!("{line},").as_bytes());
        match line % 7 {
            3 => file.extend(b"Jos\xE9 \x80\r\n"),
            _ => file.extend("José €\r\n".as_bytes()),
        }
        names.push("José €".to_owned());
    }
    (file, names)
}

#[test]
fn rows_are_read_in_their_charsets() {
    let (file, names) = file(20_000);
    for len in [1, 13, 70_000, file.len()] {
        for bad in [BadInput::Fail, BadInput::Replace, BadInput::SetAside] {
            let mut decoder = options().decoder(Charset::Utf8, bad);
            let batches = decode(&mut decoder, &file, len).unwrap();
            assert!(column(&batches, 1) == names);
            let counts: Vec<_> = decoder.charset_lines().iter().map(|of| of.lines).collect();
            assert_eq!(counts, [17_143, 2857]);
            let first = decoder.charset_lines()[1].first.unwrap();
            assert_eq!((first.number, first.position), (4, 39));
            assert_eq!(decoder.replacements(), 0);
        }
        let options = LineOptions::new().with_line_fallbacks(&[Charset::Windows1252]);
        let mut decoder = options.decoder(Charset::Utf8, BadInput::Fail);
        let batches = decode(&mut decoder, &file, len).unwrap();
        assert_eq!(column(&batches, 0)[3], "3,José €");
        assert_eq!(decoder.charset_lines()[1].lines, 2857);
    }
    let bad = options()
        .with_line_fallbacks(&[])
        .decoder(Charset::Utf8, BadInput::Fail);
    assert!(bad.charset_lines().is_empty());
}

/// The bytes of bad rows are found after rows in other charsets.
#[test]
fn rows_that_fit_no_charset_are_set_aside() {
    let file = b"0,\x83e\n1,a\xFF\n2,\xC3\xA9\n3,\x83e\n4\n5,\x83e\xFF\r\n6,e";
    for len in [1, 5, 100] {
        let options = options().with_line_fallbacks(&[Charset::ShiftJis]);
        let mut decoder = options.decoder(Charset::Utf8, BadInput::SetAside);
        let batches = decode(&mut decoder, file, len).unwrap();
        assert_eq!(column(&batches, 1), ["テ", "é", "テ", "e"]);
        let bad = decoder.take_bad_rows();
        let bytes: Vec<_> = bad.iter().map(|row| (row.line, &row.bytes[..])).collect();
        assert_eq!(
            bytes,
            [(2, &b"1,a\xFF\n"[..]), (5, b"4\n"), (6, b"5,\x83e\xFF\r\n")]
        );
        assert_eq!((bad[0].range.start, bad[2].range.start), (5, 22));
        assert!(matches!(bad[0].reason, BadRowReason::Malformed(_)));

        let mut decoder = options.decoder(Charset::Utf8, BadInput::Fail);
        let error = decode(&mut decoder, file, len).unwrap_err();
        assert!(matches!(error, Error::File(error) if error.position() == 8));
    }
}

/// The policy is per line of the file, not per row.
#[test]
fn a_quoted_field_may_be_in_two_charsets() {
    let file = b"1,\"caf\xC3\xA9\ncaf\xE9\"\n2,b\n";
    for len in [1, 100] {
        let mut decoder = options().decoder(Charset::Utf8, BadInput::Fail);
        let batches = decode(&mut decoder, file, len).unwrap();
        assert_eq!(column(&batches, 1), ["café\ncafé", "b"]);
    }
}

#[test]
fn blocks_are_read_like_the_file() {
    let (file, names) = file(1000);
    let cutter = options().row_cutter(Charset::Utf8).unwrap();
    let (end, lines) = cutter.cut(&file[..file.len() / 2]);
    let first = options().read_block(&file[..end], Charset::Utf8, BadInput::Fail);
    let second = options().starting_at(end as u64, lines);
    let second = second.read_block(&file[end..], Charset::Utf8, BadInput::Fail);
    assert!(first.error.is_none() && second.error.is_none());
    let found = [column(&first.batches, 1), column(&second.batches, 1)].concat();
    assert!(found == names);
    let count = first.charset_lines[1].lines + second.charset_lines[1].lines;
    assert_eq!(count, 143);
    let line = second.charset_lines[0].first.unwrap();
    assert_eq!((line.number, line.position), (lines + 1, end as u64));

    let multibyte = options().with_line_fallbacks(&[Charset::ShiftJis]);
    assert!(multibyte.row_cutter(Charset::Utf8).is_some());
    assert!(
        multibyte
            .with_delimiter(b'|')
            .row_cutter(Charset::Utf8)
            .is_none()
    );
}

#[test]
fn a_line_that_is_too_long_is_not_kept() {
    let long = [&b"1,"[..], &vec![b'x'; 300], b"\xE9\n2,caf\xE9\n"].concat();
    let options = options().with_max_row_len(100);
    let mut decoder = options.decoder(Charset::Utf8, BadInput::Replace);
    let error = decode(&mut decoder, &long, 10).unwrap_err();
    assert!(matches!(error, Error::Csv { line: 1, .. }), "{error}");
    let options = LineOptions::new().with_line_fallbacks(&[Charset::Windows1252]);
    let mut decoder = options.decoder(Charset::Utf8, BadInput::Replace);
    let batches = decode(&mut decoder, &long, 10).unwrap();
    assert_eq!(column(&batches, 0)[1], "2,café");
}

#[test]
fn unsuitable_charsets_are_errors() {
    let decode = |options: CsvOptions, charset| {
        let mut decoder = options.decoder(charset, BadInput::Fail);
        decode(&mut decoder, b"1,2\n", 9).unwrap_err().to_string()
    };
    let error = decode(options(), Charset::Utf16Le);
    assert!(
        error.contains("UTF-16LE cannot be chosen per line"),
        "{error}"
    );
    let mut decoder = options().decoder(AutoCharset::new(), BadInput::Fail);
    assert!(matches!(
        decoder.decode(b"1,2\n"),
        Err(Error::DetectedPerLine)
    ));
    // A mark of UTF-16 decides, if it is respected.
    let wide = b"\xFF\xFE1\0,\0\xE9\0\n\0";
    let mut decoder = options()
        .with_sniffing(true)
        .decoder(Charset::Utf8, BadInput::Fail);
    let batches = self::decode(&mut decoder, wide, 3).unwrap();
    assert_eq!(column(&batches, 1), ["é"]);
    // A mark of UTF-8 is removed, and counts in positions.
    let mut decoder = options().decoder(Charset::Utf8, BadInput::Fail);
    let batches = self::decode(&mut decoder, b"\xEF\xBB\xBF1,a\n2,\xE9\n", 3).unwrap();
    assert_eq!(column(&batches, 1), ["a", "é"]);
    assert_eq!(decoder.charset_lines()[1].first.unwrap().position, 7);
}
