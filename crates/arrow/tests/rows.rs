//! Tests the beginnings and ends of CSV rows, and rows with unclosed quotes or without an end.

use std::ops::Range;
use std::sync::Arc;
use utflane::{Charset, Pair};
use utflane_arrow::Error;
use utflane_arrow::arrow_array::RecordBatch;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_schema::{DataType, Field, Schema};
use utflane_arrow::files::{BadInput, BadRow, CsvOptions, Decode};

fn options(columns: &[DataType]) -> CsvOptions {
    let fields = columns.iter().zip('a'..);
    let fields = fields.map(|(of, name)| Field::new(name, of.clone(), true));
    CsvOptions::new(Arc::new(Schema::new(fields.collect::<Vec<_>>())))
}

fn in_charset(text: &str, charset: Charset) -> Vec<u8> {
    let pair = Pair::new(Charset::Utf8, charset).unwrap();
    let mut bytes = vec![0; 4 * text.len() + 8];
    let len = pair.transcode(text.as_bytes(), &mut bytes);
    bytes.truncate(len.unwrap());
    bytes
}

type Found = (Vec<RecordBatch>, Vec<BadRow>, Option<Error>);

/// Reads a file with the decoder, in chunks.
fn in_chunks(
    options: &CsvOptions,
    file: &[u8],
    charset: Charset,
    bad: BadInput,
    chunk: usize,
) -> Found {
    let mut decoder = options.decoder(charset, bad);
    let (mut batches, mut bad_rows) = (Vec::new(), Vec::new());
    for mut rest in file.chunks(chunk).chain([&[][..]]) {
        let is_last = rest.is_empty();
        loop {
            let taken = match decoder.decode(rest) {
                Ok(taken) => taken,
                Err(error) => return (batches, bad_rows, Some(error)),
            };
            rest = &rest[taken..];
            let is_full = decoder.is_full();
            batches.extend(decoder.flush().unwrap());
            bad_rows.extend(decoder.take_bad_rows());
            // An empty chunk marks the end of the file.
            if rest.is_empty() && !(is_full && is_last) {
                break;
            }
        }
    }
    (batches, bad_rows, None)
}

/// Reads a file in blocks, which are cut from pieces of a length.
fn in_blocks(
    options: &CsvOptions,
    file: &[u8],
    charset: Charset,
    bad: BadInput,
    piece: usize,
) -> Found {
    let cutter = options.row_cutter(charset).unwrap();
    let mut options = options.clone();
    let (mut batches, mut bad_rows) = (Vec::new(), Vec::new());
    let (mut place, mut line, mut room) = (0, 0, piece);
    while place < file.len() {
        let rest = &file[place..];
        let (mut end, lines) = cutter.cut(&rest[..room.min(rest.len())]);
        if end == 0 && room < rest.len() {
            room += piece;
            continue;
        }
        if end == 0 {
            end = rest.len();
        }
        room = piece;
        let block = options.read_block(&rest[..end], charset, bad);
        batches.extend(block.batches);
        bad_rows.extend(block.bad_rows);
        if block.error.is_some() {
            return (batches, bad_rows, block.error);
        }
        (place, line) = (place + end, line + lines);
        options = options.with_header(false).starting_at(place as u64, line);
    }
    (batches, bad_rows, None)
}

fn names(batches: &[RecordBatch]) -> Vec<String> {
    let names = batches
        .iter()
        .flat_map(|batch| batch.column(0).as_string::<i32>());
    names
        .map(|name| name.unwrap_or_default().to_owned())
        .collect()
}

fn ranges(bad: &[BadRow]) -> Vec<(u64, Range<u64>)> {
    bad.iter()
        .map(|row| (row.line, row.range.clone()))
        .collect()
}

/// Rows with three kinds of line ends, in and between fields.
const ENDS: &str =
    "1.2.3,TRUE,日本\r\nx,2,é\rwrong\n\"a\r\nb\rc\n\",3,y\r\n\r\n\r\n,1,\rz,4,\"\r\"\r\r\nq";

/// Returns the starts of the lines of a text.
fn line_starts(text: &str) -> Vec<usize> {
    let mut starts = vec![0];
    for (at, _) in text.match_indices(['\r', '\n']) {
        if !text[at..].starts_with("\r\n") {
            starts.push(at + 1);
        }
    }
    starts
}

/// If every row is set aside, each byte of the file is in one of the rows or in an empty line. The
/// rows do not depend on the chunks.
#[test]
fn every_byte_is_in_one_row() {
    let all_bad = options(&[DataType::Null, DataType::Boolean, DataType::Utf8]);
    let charsets = [
        Charset::Utf8,
        Charset::Utf16Le,
        Charset::Utf16Be,
        Charset::Utf32Be,
        Charset::EucJp,
        Charset::Gb18030,
        Charset::ShiftJis,
    ];
    // All these charsets have "中", but not all have "é".
    let text = ENDS.replace('é', "中");
    let starts = line_starts(&text);
    for charset in charsets {
        let file = in_charset(&text, charset);
        let mut expected: Option<Vec<(u64, Range<u64>)>> = None;
        for chunk in 1..=64 {
            let (batches, bad, error) =
                in_chunks(&all_bad, &file, charset, BadInput::SetAside, chunk);
            assert!(error.is_none() && row_count(&batches) == 0, "{error:?}");
            let mut end = 0;
            for row in &bad {
                let range = row.range.start as usize..row.range.end as usize;
                assert_eq!(row.bytes, file[range.clone()]);
                // Between two rows there are only empty lines.
                let between = in_charset("\r\n", charset);
                let mut between = file[end..range.start].chunks(between.len());
                assert!(between.all(|line| line == in_charset("\r\n", charset)));
                end = range.end;
                let start = in_charset(&text[..starts[row.line as usize - 1]], charset).len();
                assert_eq!(range.start, start, "{charset} in {chunk}");
            }
            assert_eq!(end, file.len());
            let found = ranges(&bad);
            assert_eq!(found.len(), 7);
            assert_eq!(
                *expected.get_or_insert_with(|| found.clone()),
                found,
                "{chunk}"
            );
        }
        if all_bad.row_cutter(charset).is_some() {
            for piece in (2..=64).step_by(2) {
                let (_, bad, _) = in_blocks(&all_bad, &file, charset, BadInput::SetAside, piece);
                assert_eq!(
                    Some(ranges(&bad)),
                    expected,
                    "{charset} in blocks of {piece}"
                );
            }
        }
    }
}

fn row_count(batches: &[RecordBatch]) -> usize {
    batches.iter().map(RecordBatch::num_rows).sum()
}

/// Malformed rows have the same ranges in chunks of any length, even if a sequence at their end is
/// incomplete.
#[test]
fn malformed_rows_in_any_chunks() {
    let options = options(&[DataType::Utf8, DataType::Int32]);
    let file = b"a,1\r\n\xE2\x82,2\r\nb\xF0\x9F,3\rc,4\n\xFF\r\n,\xE9\n\n\xE2\x82";
    let expected = [
        (2, 5..11),
        (3, 11..17),
        (5, 21..24),
        (6, 24..27),
        (8, 28..30),
    ];
    for chunk in 1..=file.len() {
        let found = in_chunks(&options, file, Charset::Utf8, BadInput::SetAside, chunk);
        assert_eq!(names(&found.0), ["a", "c"]);
        assert_eq!(ranges(&found.1), expected, "in {chunk}");
        let found = in_blocks(&options, file, Charset::Utf8, BadInput::SetAside, chunk);
        assert_eq!(ranges(&found.1), expected, "in blocks of {chunk}");
    }
}

#[test]
fn lines_that_end_with_cr() {
    let options = options(&[DataType::Utf8, DataType::Int32]).with_header(true);
    for (ends, charset) in [
        ("\r", Charset::Utf8),
        ("\r", Charset::Utf16Le),
        ("\r\n", Charset::Utf8),
    ] {
        let text = "a,b\n\nx,1\n\"\n\",2\ny,wrong\nz,4\n".replace('\n', ends);
        let file = in_charset(&text, charset);
        for chunk in [1, 2, 5, 1000] {
            let found = in_chunks(&options, &file, charset, BadInput::SetAside, chunk);
            assert_eq!(names(&found.0), ["x", ends, "z"]);
            assert_eq!(found.1[0].line, 6, "{ends:?} in {chunk}");
            let (_, _, error) = in_chunks(&options, &file, charset, BadInput::Fail, chunk);
            assert!(
                matches!(error, Some(Error::Csv { line: 6, .. })),
                "{error:?}"
            );
            let found = in_blocks(&options, &file, charset, BadInput::SetAside, 2 * chunk);
            assert_eq!(found.1[0].line, 6, "{ends:?} in blocks of {chunk}");
        }
    }
    // A block ends after a row, even without an LF.
    let cutter = options.row_cutter(Charset::Utf8).unwrap();
    assert_eq!(cutter.cut(b"a,b\rc,d\re"), (8, 2));
    assert_eq!(cutter.cut(b"a,b\rc,d\r"), (4, 1));
    assert_eq!(cutter.cut(b"a,b\rc,d\r\n"), (9, 2));
}

/// A row with an unclosed quote ends with the line of that quote. The next row begins on the next
/// line.
#[test]
fn quotes_that_are_not_closed() {
    let options = options(&[DataType::Utf8, DataType::Int32]).with_max_row_len(1000);
    let rest = "more,3\n".repeat(500);
    let closed = format!("{rest}\"late \"\"quote\",4\n");
    let long = format!("x{}\",\"{}\n", "y".repeat(100), "z".repeat(300));
    for (quoted, line) in [
        ("\"two,2\n", 2),
        ("\"t\nwo\",\"2\"\"\n", 3),
        ("two,\"\"\"\r\n", 2),
        ("two,2,\"", 2),
        (&long, 2),
    ] {
        for rest in [&rest, &closed, &String::new()] {
            let file = format!("one,1\n{quoted}{rest}");
            // The bad row includes the rest of the line with the quote.
            let len = 6
                + quoted.len()
                + if quoted.ends_with('\n') {
                    0
                } else {
                    rest.find('\n').map_or(0, |at| at + 1)
                };
            let good = rest.lines().count() + 1 - usize::from(len > 6 + quoted.len());
            let told = format!(
                "the quote on line {line} is not closed, or its row is longer than 1000 bytes, or \
                 text follows the closing quote"
            );
            let check = |(batches, bad, error): Found| {
                assert!(error.is_none(), "{error:?}");
                assert_eq!(ranges(&bad), [(2, 6..len as u64)], "{quoted:?}");
                assert_eq!(
                    (bad[0].reason.to_string(), names(&batches).len()),
                    (told.clone(), good)
                );
            };
            let bytes = file.as_bytes();
            for (chunk, size) in [(1, 7), (64, 100), (1 << 20, 1 << 20)] {
                let options = options.clone().with_batch_size(size);
                check(in_chunks(
                    &options,
                    bytes,
                    Charset::Utf8,
                    BadInput::SetAside,
                    chunk,
                ));
                for bad in [BadInput::Fail, BadInput::Replace] {
                    let (batches, _, error) = in_chunks(&options, bytes, Charset::Utf8, bad, chunk);
                    assert_eq!(names(&batches), ["one"]);
                    assert_eq!(error.unwrap().to_string(), format!("line 2: {told}"));
                }
                check(in_blocks(
                    &options,
                    bytes,
                    Charset::Utf8,
                    BadInput::SetAside,
                    chunk,
                ));
                let utf16 = in_charset(&file, Charset::Utf16Be);
                let found = in_blocks(
                    &options,
                    &utf16,
                    Charset::Utf16Be,
                    BadInput::SetAside,
                    2 * chunk,
                );
                assert_eq!(
                    (ranges(&found.1), names(&found.0).len()),
                    (vec![(2, 12..2 * len as u64)], good)
                );
                let nulls = options.clone().with_bad_values_null(true);
                let (batches, _, error) =
                    in_chunks(&nulls, bytes, Charset::Utf8, BadInput::Fail, chunk);
                assert!(error.is_none(), "{error:?}");
                assert_eq!(names(&batches).len(), good + 1);
            }
        }
    }
}

/// A quote is not closed by a quote that opens another field, so no row is lost in a value.
#[test]
fn quotes_that_a_later_field_seems_to_close() {
    let options = options(&[DataType::Utf8, DataType::Int32]);
    let rows = "more,3\n".repeat(50);
    for (file, bad, good) in [
        (
            format!("\"two,2\n{rows}\"four\",4\n{rows}"),
            vec![(1, 0..7)],
            101,
        ),
        (format!("\"two,2\r\n{rows}\"four\",4"), vec![(1, 0..8)], 51),
        (
            format!("1,\"x\n{rows}\"\"\"four\"\"\",4\n"),
            vec![(1, 0..5)],
            51,
        ),
        ("\"a\nb\" c,1\nd,2\n".to_owned(), vec![(1, 0..3)], 2),
        (
            "\"a\n\"b\n\"c\n\"d\",1\n".to_owned(),
            vec![(1, 0..3), (2, 3..6), (3, 6..9)],
            1,
        ),
        // Text follows the quote of a field in one line, as in `csv-core`.
        ("\"a\" b,1\n\"c\"\"\nd\",2\n".to_owned(), vec![], 2),
    ] {
        let units = |bad: &[(u64, Range<u64>)], unit: u64| -> Vec<(u64, Range<u64>)> {
            let wide = bad
                .iter()
                .map(|(line, at)| (*line, at.start * unit..at.end * unit));
            wide.collect()
        };
        for (charset, unit) in [(Charset::Utf8, 1), (Charset::Utf16Le, 2)] {
            let bytes = in_charset(&file, charset);
            for size in [1, 2, 7, 1000] {
                let check = |found: Found| {
                    assert!(found.2.is_none(), "{file:?}: {:?}", found.2);
                    assert_eq!(ranges(&found.1), units(&bad, unit), "{file:?} in {size}");
                    assert_eq!(names(&found.0).len(), good, "{file:?} in {size}");
                };
                let bad = BadInput::SetAside;
                check(in_chunks(&options, &bytes, charset, bad, size));
                check(in_blocks(&options, &bytes, charset, bad, 2 * size));
            }
        }
    }
}

/// A row that is too long is an error if it has no quotes, or if its first line is already too
/// long.
#[test]
fn rows_that_are_too_long() {
    let options = options(&[DataType::Utf8, DataType::Utf8]).with_max_row_len(20);
    let just = format!("a,b\n{},x\r\nc,d\n", "y".repeat(18));
    for bad in [BadInput::Fail, BadInput::SetAside] {
        for chunk in [1, 3, 1000] {
            let found = in_chunks(&options, just.as_bytes(), Charset::Utf8, bad, chunk);
            assert!(
                found.2.is_none() && names(&found.0).len() == 3,
                "{:?}",
                found.2
            );
            for long in ["y".repeat(19) + ",x", format!("\"{}\",x", "y".repeat(30))] {
                let file = format!("a,b\n{long}\nc,d\n");
                for found in [
                    in_chunks(&options, file.as_bytes(), Charset::Utf8, bad, chunk),
                    in_blocks(&options, file.as_bytes(), Charset::Utf8, bad, chunk),
                ] {
                    assert_eq!(names(&found.0), ["a"]);
                    let error = found.2.unwrap().to_string();
                    assert_eq!(error, "line 2: the row is longer than 20 bytes");
                }
            }
        }
    }
}

/// The memory of a decoder does not grow with the file.
#[test]
fn memory_is_bounded() {
    let options = options(&[DataType::Utf8, DataType::Int32])
        .with_max_row_len(1 << 16)
        .with_batch_size(100);
    let mut decoder = options.decoder(Charset::Utf8, BadInput::SetAside);
    let line = b"a,not a number\n".repeat(500);
    let mut most = 0;
    decoder.decode(b"\"open,1\n").unwrap();
    for _ in 0..200 {
        let mut rest = &line[..];
        while !rest.is_empty() {
            rest = &rest[decoder.decode(rest).unwrap()..];
            decoder.flush().unwrap();
            most = most.max(decoder.take_bad_rows().len());
        }
    }
    assert!(most <= 100, "{most}");
}

/// The grammar is that of `arrow_csv`, except for unclosed quotes.
#[test]
fn the_same_fields_as_arrow_csv() {
    let schema = options(&[DataType::Utf8, DataType::Utf8, DataType::Utf8]);
    let mut random = 1_u64;
    let mut below = |end: usize| {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (random >> 33) as usize % end
    };
    let parts = [
        ",", ",", ",", "\"", "\"", "\"\"", "\n", "\r\n", "\r", "x", "né", " ", "\\", "#", ";", "'",
    ];
    let mut seen = [0; 2];
    for round in 0..2000 {
        let file: String = (0..below(24)).map(|_| parts[below(parts.len())]).collect();
        let (escape, comment) = (round % 3 == 1, round % 5 == 1);
        let terminator = (round % 7 == 1).then_some(b';');
        let is_odd = terminator.is_some() || file.contains('\r') || !file.ends_with('\n');
        let quote = if round % 4 == 1 { b'\'' } else { b'"' };
        let options = (schema.clone().with_truncated_rows(true))
            .with_escape(escape.then_some(b'\\'))
            .with_comment(comment.then_some(b'#'))
            .with_terminator(terminator)
            .with_quote(quote);
        let mut builder = arrow_csv::ReaderBuilder::new(three_columns())
            .with_truncated_rows(true)
            .with_quote(quote);
        if escape {
            builder = builder.with_escape(b'\\');
        }
        if comment {
            builder = builder.with_comment(b'#');
        }
        if let Some(terminator) = terminator {
            builder = builder.with_terminator(terminator);
        }
        let theirs: Result<Vec<_>, _> = builder.build(file.as_bytes()).unwrap().collect();
        for chunk in [1, 2, 7, 100] {
            let ours = in_chunks(
                &options,
                file.as_bytes(),
                Charset::Utf8,
                BadInput::Fail,
                chunk,
            );
            match (&theirs, &ours.2) {
                (_, Some(error)) if error.to_string().contains("is not closed") => seen[1] += 1,
                // In this crate, a comment ends with its line, for any line end, or with the file.
                _ if comment && is_odd => {}
                (Ok(theirs), None) => {
                    seen[0] += 1;
                    assert_eq!(*theirs, ours.0, "{file:?} in {chunk}");
                }
                (Err(_), Some(_)) => {}
                (theirs, error) => panic!("{file:?} in {chunk}: {theirs:?}, {error:?}"),
            }
        }
    }
    assert!(seen[0] > 2000 && seen[1] > 500, "{seen:?}");
}

fn three_columns() -> Arc<Schema> {
    let fields = ["a", "b", "c"].map(|name| Field::new(name, DataType::Utf8, true));
    Arc::new(Schema::new(fields.to_vec()))
}
