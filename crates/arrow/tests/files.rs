//! Reads files of CSV and of lines in any charset, in chunks of any length.

use regex::Regex;
use std::sync::Arc;
use utflane::{Charset, Pair};
use utflane_arrow::Error;
use utflane_arrow::arrow_array::RecordBatch;
use utflane_arrow::arrow_array::cast::AsArray;
use utflane_arrow::arrow_array::types::Int32Type;
use utflane_arrow::arrow_schema::{DataType, Field, Schema, TimeUnit};
use utflane_arrow::files::{
    BadInput, BadRow, BadRowReason, CsvOptions, Decode, LineOptions, Reader,
};

fn options() -> CsvOptions {
    let fields = [("name", DataType::Utf8), ("n", DataType::Int32)];
    let fields = fields.map(|(name, of)| Field::new(name, of, true)).to_vec();
    CsvOptions::new(Arc::new(Schema::new(fields))).with_batch_size(7)
}

fn in_charset(text: &str, charset: Charset) -> Vec<u8> {
    let pair = Pair::new(Charset::Utf8, charset).unwrap();
    let mut bytes = vec![0; 4 * text.len() + 8];
    let len = pair.transcode(text.as_bytes(), &mut bytes).unwrap();
    bytes.truncate(len);
    bytes
}

/// Decodes a file in chunks. Returns the batches, the rows that were set aside, and the error.
fn run(
    mut decoder: impl Decode,
    file: &[u8],
    chunk: usize,
) -> (Vec<RecordBatch>, Vec<BadRow>, Option<Error>) {
    let (mut batches, mut bad) = (Vec::new(), Vec::new());
    let mut chunks = file.chunks(chunk).chain([&[][..]]);
    let mut rest: &[u8] = chunks.next().unwrap();
    loop {
        match decoder.decode(rest) {
            Ok(read) if read > 0 && !decoder.is_full() => rest = &rest[read..],
            Ok(read) => {
                rest = &rest[read..];
                let batch = decoder.flush().unwrap();
                bad.extend(decoder.take_bad_rows());
                match batch {
                    Some(batch) => batches.push(batch),
                    None => return (batches, bad, None),
                }
            }
            Err(error) => {
                assert!(matches!(decoder.decode(rest), Err(Error::Failed)));
                return (batches, bad, Some(error));
            }
        }
        if rest.is_empty() {
            rest = chunks.next().unwrap_or_default();
        }
    }
}

type Row = (Option<String>, Option<i32>);

fn rows(batches: &[RecordBatch]) -> Vec<Row> {
    let rows = |batch: &RecordBatch| {
        let (names, numbers) = (
            batch["name"].as_string::<i32>(),
            batch["n"].as_primitive::<Int32Type>(),
        );
        let names = names.iter().map(|name| name.map(str::to_owned));
        names.zip(numbers).collect::<Vec<_>>()
    };
    batches.iter().flat_map(rows).collect()
}

/// Returns rows with quotes, line feeds in fields, empty lines, two kinds of line ends, and no line
/// end at the end of the file.
fn sample(count: i32) -> (String, Vec<Row>) {
    let names = [
        "José",
        "a \"quoted\", name",
        "two\nlines",
        "",
        "naïve ÿ þ",
        "x",
    ];
    let (mut text, mut rows) = ("name,n\r\n".to_owned(), Vec::new());
    for n in 0..count {
        let name = names[n as usize % names.len()];
        let end = ["\r\n", "\n", "\n\n"][n as usize % 3];
        let quoted = name.replace('"', "\"\"");
        text += &format!("\"{quoted}\",{n}{}", if n + 1 < count { end } else { "" });
        rows.push(((!name.is_empty()).then(|| name.to_owned()), Some(n)));
    }
    (text, rows)
}

const CHARSETS: [Charset; 6] = [
    Charset::Utf8,
    Charset::Utf16Le,
    Charset::Utf16Be,
    Charset::Utf32Le,
    Charset::Latin1,
    Charset::Cp1047,
];
const CHUNKS: [usize; 6] = [1, 2, 3, 7, 64, 1 << 20];

#[test]
fn csv_in_any_charset_and_chunk() {
    let options = options().with_header(true);
    for count in [0, 1, 6, 7, 8, 40] {
        let (text, expected) = sample(count);
        for (charset, chunk) in CHARSETS
            .iter()
            .flat_map(|c| CHUNKS.map(|chunk| (*c, chunk)))
        {
            let file = in_charset(&text, charset);
            let marked = [charset.bom(), &file].concat();
            for bad in [BadInput::Fail, BadInput::Replace, BadInput::SetAside] {
                for file in [&file, &marked] {
                    let (batches, bad_rows, error) =
                        run(options.decoder(charset, bad), file, chunk);
                    assert!(error.is_none() && bad_rows.is_empty());
                    assert_eq!(rows(&batches), expected, "{charset:?} in {chunk}");
                    let is_full = |batch: &RecordBatch| batch.num_rows() == 7;
                    assert!(batches.iter().rev().skip(1).all(is_full));
                }
            }
        }
    }
    // With sniffing, a byte order mark overrides the charset.
    let file = [
        &b"\xFF\xFE"[..],
        &in_charset("name,n\né,1", Charset::Utf16Le),
    ]
    .concat();
    let decoder = options
        .with_sniffing(true)
        .decoder(Charset::Utf8, BadInput::Fail);
    let expected = [(Some("é".to_owned()), Some(1))];
    assert_eq!(rows(&run(decoder, &file, 1).0), expected);
}

/// Every byte of the file is in a row of a batch or in a row that was set aside.
#[test]
fn bad_rows_are_set_aside_with_their_bytes() {
    let broken = "\u{E000}";
    let text = format!(
        "one,1\n{broken}two,2\nthree\nfour,4\n\"fi\nve\",5\n\"si{broken}\nx\",6\nseven,x\neight,8\n\
         {broken}{broken},9\nten,10,10\neleven,11{broken}"
    );
    let lines = [2, 3, 7, 9, 11, 12, 13];
    let expected = [("one", 1), ("four", 4), ("fi\nve", 5), ("eight", 8)];
    let expected = expected.map(|(name, n)| (Some(name.to_owned()), Some(n)));
    for (charset, sequence) in [
        (Charset::Utf8, &b"\xE2\x82"[..]),
        (Charset::Utf16Le, b"\x00\xD8"),
        (Charset::Utf16Be, b"\xDC\x00"),
        (Charset::Cesu8, b"\xED\xA0\x80"),
    ] {
        // Replace the private-use character by a malformed sequence.
        let parts: Vec<_> = text
            .split(broken)
            .map(|part| in_charset(part, charset))
            .collect();
        let file = parts.join(sequence);
        for (chunk, size) in CHUNKS
            .iter()
            .flat_map(|c| [1, 2, 3, 5, 100].map(|size| (*c, size)))
        {
            let options = options().with_batch_size(size);
            let (batches, bad, error) =
                run(options.decoder(charset, BadInput::SetAside), &file, chunk);
            assert!(error.is_none());
            assert_eq!(rows(&batches), expected, "{charset:?} in {chunk} by {size}");
            assert!(batches.iter().all(|batch| batch.num_rows() <= size));
            assert_eq!(bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), lines);
            for bad in &bad {
                let range = bad.range.start as usize..bad.range.end as usize;
                assert_eq!(
                    bad.bytes,
                    file[range.clone()],
                    "{charset:?} in {chunk} by {size}"
                );
                let malformed = bad
                    .bytes
                    .windows(sequence.len())
                    .any(|part| part == sequence);
                match &bad.reason {
                    BadRowReason::Malformed(error) => {
                        assert!(malformed && range.contains(&(error.position() as usize)));
                        assert!(file[error.position() as usize..].starts_with(sequence));
                    }
                    BadRowReason::Unparsed(reason) => {
                        assert!(!malformed && !reason.contains(" line "), "{reason}");
                    }
                    other => panic!("{other:?}"),
                }
            }
            let bytes: usize = bad.iter().map(|bad| bad.bytes.len()).sum();
            let good: usize = ["one,1\n", "four,4\n", "\"fi\nve\",5\n", "eight,8\n"]
                .map(|row| in_charset(row, charset).len())
                .iter()
                .sum();
            assert_eq!(bytes + good, file.len());
        }
    }
}

#[test]
fn many_bad_rows_in_long_files() {
    let mut file = b"name,n\n".to_vec();
    let mut expected = Vec::new();
    for n in 0..40_000 {
        let name = ["plain", "caf\u{E9}", "a longer name"][n % 3];
        if n % 997 == 996 {
            file.extend(b"caf\xE9 is malformed,1\n");
        }
        file.extend(format!("{name},{n}\n").bytes());
        if n % 1499 == 1498 {
            file.extend(b"not a number,1.5\n");
        }
        expected.push((Some(name.to_owned()), Some(n as i32)));
    }
    let options = options().with_batch_size(8192).with_header(true);
    let (batches, bad, _) = run(
        options.decoder(Charset::Utf8, BadInput::SetAside),
        &file,
        1 << 16,
    );
    assert_eq!(rows(&batches), expected);
    assert_eq!(bad.len(), 40_000 / 997 + 40_000 / 1499);
    for bad in bad {
        assert_eq!(
            bad.bytes,
            file[bad.range.start as usize..bad.range.end as usize]
        );
        let before = &file[..bad.range.start as usize];
        assert_eq!(
            bad.line,
            1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
        );
    }
}

/// Whether a row is set aside depends only on the row, for columns of all types.
#[test]
fn values_that_do_not_parse() {
    let columns: [(DataType, bool, [&str; 4]); 8] = [
        (DataType::Int32, false, ["1", "-7", "", "0x1"]),
        (DataType::Boolean, true, ["true", "FALSE", "", "1"]),
        (DataType::Float64, true, ["1.5", "1e3", "", "1,5"]),
        (DataType::Date32, true, ["2024-02-29", "", "", "2023-02-29"]),
        (
            DataType::Timestamp(TimeUnit::Second, None),
            true,
            ["2024-01-01T00:00:00", "2024-01-01 07:00:00", "", "noon"],
        ),
        (
            DataType::Decimal128(5, 2),
            true,
            ["1.25", "999.99", "", "12345.1"],
        ),
        (DataType::UInt8, true, ["255", "0", " 1", "256"]),
        (DataType::Utf8, true, ["x", "", "\"y\"\"\"", "-"]),
    ];
    let fields = columns.iter().zip('a'..);
    let fields = fields.map(|((of, null, _), name)| Field::new(name, of.clone(), *null));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let mut file = Vec::new();
    let mut random = 1_u32;
    for _ in 0..600 {
        let fields = columns.each_ref().map(|(_, _, values)| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Choose the last two values rarely, because one of them may be wrong.
            let value = values[[0, 1, 0, 1, 0, 1, 2, 3][random as usize >> 29]];
            if value.contains(',') {
                format!("\"{value}\"")
            } else {
                value.to_owned()
            }
        });
        file.push(fields.join(",") + "\n");
    }
    let options = CsvOptions::new(schema).with_null_regex(Some(Regex::new("^-?$").unwrap()));
    for options in [
        options.clone(),
        options.with_projection(Some(vec![6, 0, 3])),
    ] {
        let is_good = |row: &&String| {
            let reader = options.reader(row.as_bytes(), Charset::Utf8, BadInput::Fail);
            reader
                .map(|batch| batch.map_or(0, |batch| batch.num_rows()))
                .sum::<usize>()
                == 1
        };
        let good: String = file.iter().filter(is_good).map(String::as_str).collect();
        let bad: Vec<_> = file.iter().filter(|row| !is_good(row)).collect();
        assert!(100 < bad.len() && bad.len() < 500, "{}", bad.len());
        let reader = options.reader(good.as_bytes(), Charset::Utf8, BadInput::Fail);
        let expected: Vec<_> = reader.map(Result::unwrap).collect();
        for size in [7, 1000] {
            let decoder = options
                .clone()
                .with_batch_size(size)
                .decoder(Charset::Utf8, BadInput::SetAside);
            let (batches, found, error) = run(decoder, file.concat().as_bytes(), 1 << 16);
            assert!(error.is_none());
            let mut delivered = 0;
            for batch in batches {
                assert_eq!(batch, expected[0].slice(delivered, batch.num_rows()));
                delivered += batch.num_rows();
            }
            assert_eq!(delivered, file.len() - bad.len());
            assert!(
                found
                    .iter()
                    .map(|bad| &bad.bytes)
                    .eq(bad.iter().map(|row| row.as_bytes()))
            );
        }
    }
}

#[test]
fn strict_and_lossy_files() {
    let file = b"name,n\none,1\ncaf\xE9,2\n";
    for chunk in CHUNKS {
        let options = options().with_header(true);
        let (_, _, error) = run(options.decoder(Charset::Utf8, BadInput::Fail), file, chunk);
        let Some(Error::File(error)) = error else {
            panic!("{error:?}")
        };
        assert_eq!(error.position(), 16);
        let mut decoder = options.decoder(Charset::Utf8, BadInput::Replace);
        assert_eq!(decoder.decode(file).unwrap(), file.len());
        assert_eq!(decoder.decode(&[]).unwrap(), 0);
        let batch = decoder.flush().unwrap().unwrap();
        assert_eq!(rows(&[batch])[1], (Some("caf\u{FFFD}".to_owned()), Some(2)));
        assert_eq!(decoder.replacements(), 1);
    }
    let decoder = options().decoder(Charset::Utf8, BadInput::Fail);
    let (_, _, error) = run(decoder, b"one,1\ntwo,2,2\n", 4);
    let told = error.expect("an error").to_string();
    assert_eq!(told, "line 2: incorrect number of fields: 3, expected 2");
}

/// Before an error, all earlier rows are returned. The error has the line of the bad row.
#[test]
fn rows_before_a_failure() {
    let good = "name,n\n\"two\nlines\",0\nx,1\n\ny,2\nz,3\n";
    let short = b"x,5\n".repeat(20_000);
    const WRONG_VALUE: &str = "line 8: column \"n\": cannot read \"x\" as Int32";
    let cases: [(&[u8], &str, &[u8]); 7] = [
        (b"caf\xE9,4\n", "", b""),
        (b"caf\xE9,4\n", "", b"x,5,6\n"),
        (
            b"cafe,4,5",
            "line 8: incorrect number of fields: 3, expected 2",
            b"",
        ),
        (
            b"caf\n,4,5",
            "line 8: incorrect number of fields: 1, expected 2",
            b"\nx,y\nx,\xE9",
        ),
        (b"cafe,x\n\n", WRONG_VALUE, b"x,5\nx,5,6"),
        (b"cafe,x\n\n", WRONG_VALUE, b"\xE9,5\n"),
        (b"cafe,x\n\n", WRONG_VALUE, &short),
    ];
    for (bad, expected, after) in cases {
        let file = [good.as_bytes(), bad, after].concat();
        let sizes = CHUNKS.map(|chunk| [1, 3, 4, 9].map(|size| (chunk, size)));
        for ((chunk, size), bad) in (sizes.as_flattened().iter())
            .flat_map(|sizes| [BadInput::Fail, BadInput::Replace].map(|bad| (*sizes, bad)))
        {
            if bad == BadInput::Replace && expected.is_empty() {
                continue;
            }
            let options = options().with_header(true).with_batch_size(size);
            let (batches, _, error) = run(options.decoder(Charset::Utf8, bad), &file, chunk);
            let found: Vec<_> = rows(&batches).into_iter().map(|row| row.1).collect();
            assert_eq!(found, [0, 1, 2, 3].map(Some), "{chunk} by {size}");
            match error {
                Some(Error::File(error)) => assert_eq!(error.position(), good.len() as u64 + 3),
                Some(error @ Error::Csv { line: 8, .. }) => {
                    assert_eq!(error.to_string(), expected);
                }
                other => panic!("{other:?} in {chunk} by {size}"),
            }
            let reader = options.reader(&file[..], Charset::Utf8, bad);
            let count = reader.map_while(Result::ok).map(|batch| batch.num_rows());
            assert_eq!(count.sum::<usize>(), 4);
        }
    }
    let decoder = options().decoder(Charset::Utf8, BadInput::Fail);
    let (batches, _, error) = run(decoder, b"a,1\nb,2\nc,3\xC3", 4);
    assert_eq!(rows(&batches).len(), 2);
    assert!(matches!(error, Some(Error::File(error)) if error.position() == 11));
}

/// A schema without columns is an error. With an empty projection, batches have rows but no
/// columns.
#[test]
fn no_columns() {
    let none = CsvOptions::new(Arc::new(Schema::empty()));
    for bad in [BadInput::Fail, BadInput::Replace, BadInput::SetAside] {
        for file in ["", "\n", "x\n", "x,y\n1,2\n"] {
            for header in [false, true] {
                let options = none.clone().with_header(header);
                let decoder = options.decoder(Charset::Utf8, bad);
                let (batches, _, error) = run(decoder, file.as_bytes(), 2);
                assert!(batches.is_empty());
                let error = error.expect("an error").to_string();
                assert!(error.contains("at least one column"), "{error}");
            }
        }
        // A projection of none of the columns.
        let decoder = options()
            .with_projection(Some(Vec::new()))
            .decoder(Charset::Utf8, bad);
        let (batches, rejected, error) = run(decoder, b"a,1\nb,2\n", 2);
        assert!(rejected.is_empty() && error.is_none(), "{error:?}");
        assert_eq!((batches[0].num_columns(), batches[0].num_rows()), (0, 2));
    }
}

/// U+FEFF is a byte order mark only at the start of a file.
#[test]
fn marks_that_are_text() {
    let text = "\u{FEFF}\u{FEFF}a,1\n\u{FEFF}b,2\n\u{FEFF}c,x\n\u{FEFF}d,4";
    let expected = ["\u{FEFF}a", "\u{FEFF}b", "\u{FEFF}d"];
    for size in [1, 2, 9] {
        let options = options().with_batch_size(size);
        let decoder = options.decoder(Charset::Utf8, BadInput::SetAside);
        let (batches, bad, _) = run(decoder, text.as_bytes(), 5);
        let names: Vec<_> = rows(&batches).into_iter().filter_map(|row| row.0).collect();
        assert_eq!(names, expected);
        assert_eq!((bad.len(), bad[0].bytes.len()), (1, 7));
    }
}

#[test]
fn lines_in_any_charset_and_chunk() {
    let text = "first\r\n\nnaïve \"x\n\r\na long line, with a comma\nlast";
    for end in ["", "\n", "\r\n", "\r"] {
        let text = format!("{text}{end}");
        for (charset, chunk) in CHARSETS
            .iter()
            .flat_map(|c| CHUNKS.map(|chunk| (*c, chunk)))
        {
            let file = in_charset(&text, charset);
            for bad in [BadInput::Fail, BadInput::Replace, BadInput::SetAside] {
                let options = LineOptions::new().with_batch_size(2);
                let (batches, _, error) = run(options.decoder(charset, bad), &file, chunk);
                assert!(error.is_none());
                assert!(batches.iter().all(|batch| batch.num_rows() == 2));
                assert_eq!(lines(&batches), text.lines().collect::<Vec<_>>());
            }
        }
    }
}

/// A batch ends early if many rows are set aside, so a caller that takes them after each batch has
/// few of them in memory.
#[test]
fn files_of_bad_rows_are_read_in_parts() {
    fn check(mut reader: Reader<&[u8], impl Decode>) {
        let (mut batches, mut bad) = (0, 0);
        while let Some(batch) = reader.next().transpose().unwrap() {
            batches += 1;
            assert!(batch.num_rows() <= 1);
            let rows = reader.decoder_mut().take_bad_rows();
            assert!(rows.len() <= 100, "{}", rows.len());
            bad += rows.len();
        }
        assert!(reader.decoder_mut().take_bad_rows().is_empty());
        assert_eq!((batches, bad), (101, 10_001));
    }
    let file = [&b"\xFF\n".repeat(10_000)[..], b"a\n\xFF"].concat();
    for charset in [Charset::Utf8, Charset::Gbk] {
        let lines = LineOptions::new().with_batch_size(100);
        check(lines.reader(&file[..], charset, BadInput::SetAside));
        let field = Field::new("name", DataType::Utf8, false);
        let csv = CsvOptions::new(Arc::new(Schema::new(vec![field]))).with_batch_size(100);
        check(csv.reader(&file[..], charset, BadInput::SetAside));
    }
}

/// Rows that begin after the end of a part are not read.
#[test]
fn rows_after_the_end_of_a_part() {
    let field = Field::new("name", DataType::Utf8, false);
    let csv = CsvOptions::new(Arc::new(Schema::new(vec![field])));
    for mut decoder in [
        LineOptions::new().decoder(Charset::Utf8, BadInput::Fail),
        csv.decoder(Charset::Utf8, BadInput::Fail),
    ] {
        // The decoder keeps the first bytes, because they may be a part of a byte order mark.
        decoder.decode(b"a\n").unwrap();
        decoder.end_rows().unwrap();
        assert!(decoder.needs_more());
        decoder.decode(b"b\nc\n").unwrap();
        assert!(!decoder.needs_more());
        decoder.decode(&[]).unwrap();
        assert_eq!(decoder.flush().unwrap().unwrap().num_rows(), 1);
    }
}

/// Only LF and CRLF end a line. Quotes, delimiters and other control characters are text.
#[test]
fn lines_are_not_parsed() {
    let text = "\"a,\n\"\nb\rc\r\r\n\n\r\n#\0\\\n\u{85}\"\"";
    let expected = ["\"a,", "\"", "b\rc\r", "", "", "#\0\\", "\u{85}\"\""];
    for chunk in CHUNKS {
        let decoder = LineOptions::new().decoder(Charset::Utf8, BadInput::SetAside);
        let (batches, bad, error) = run(decoder, text.as_bytes(), chunk);
        assert!(bad.is_empty() && error.is_none());
        assert_eq!(lines(&batches), expected, "in {chunk}");
    }
}

fn lines(batches: &[RecordBatch]) -> Vec<&str> {
    let lines = batches
        .iter()
        .flat_map(|batch| batch["line"].as_string::<i32>().iter());
    lines.flatten().collect()
}

#[test]
fn bad_lines_are_set_aside() {
    let file = b"one\n\xFF\ntwo\r\nthr\xC3\nfour\n\xE9\xE9";
    for (chunk, size) in CHUNKS.iter().flat_map(|c| [1, 2, 9].map(|size| (*c, size))) {
        let options = LineOptions::new().with_batch_size(size);
        let (batches, bad, _) = run(
            options.decoder(Charset::Utf8, BadInput::SetAside),
            file,
            chunk,
        );
        assert_eq!(lines(&batches), ["one", "two", "four"]);
        let bad: Vec<_> = bad.iter().map(|bad| (bad.line, &bad.bytes[..])).collect();
        let expected: [(u64, &[u8]); 3] = [(2, b"\xFF\n"), (4, b"thr\xC3\n"), (6, b"\xE9\xE9")];
        assert_eq!(bad, expected, "in {chunk} by {size}");
        let two = ["one", "two"];
        for (file, expected, position) in [
            (&file[..], &two[..1], 4),
            (b"one\ntwo\r\nthr\xC3\nfour", &two, 12),
            (b"one\ntwo\nthr\xC3", &two, 11),
        ] {
            let (batches, _, error) =
                run(options.decoder(Charset::Utf8, BadInput::Fail), file, chunk);
            assert_eq!(lines(&batches), expected, "in {chunk} by {size}");
            assert!(matches!(error, Some(Error::File(error)) if error.position() == position));
        }
    }
}

/// In EBCDIC, NEL (byte 15) ends a row like a line feed (byte 25), also for bad rows.
#[test]
fn rows_of_ebcdic_end_with_nel() {
    let text = "name,n\u{85}a,1\u{85}b,x\r\u{85}\"c\",3\ne,\u{85}";
    let options = options().with_header(true);
    let file = in_charset(text, Charset::Cp037);
    assert_eq!(file[6], 0x15);
    let names = ["a", "c", "e"].map(|name| Some(name.to_owned()));
    let expected: Vec<Row> = names.into_iter().zip([Some(1), Some(3), None]).collect();
    for chunk in [1, 3, file.len()] {
        let decoder = options.decoder(Charset::Cp037, BadInput::SetAside);
        let (batches, bad, error) = run(decoder, &file, chunk);
        assert!(error.is_none());
        assert_eq!(rows(&batches), expected);
        assert_eq!(bad.len(), 1);
        assert_eq!(bad[0].bytes, in_charset("b,x\r\u{85}", Charset::Cp037));
        let decoder = LineOptions::new().decoder(Charset::Cp037, BadInput::Fail);
        let (batches, ..) = run(decoder, &file, chunk);
        assert_eq!(lines(&batches), ["name,n", "a,1", "b,x", "\"c\",3", "e,"]);
    }
    // Another terminator, and another charset.
    let file = in_charset("name,n|a\u{85}b,1|", Charset::Cp037);
    let decoder = options
        .clone()
        .with_terminator(Some(b'|'))
        .decoder(Charset::Cp037, BadInput::Fail);
    let (batches, ..) = run(decoder, &file, 5);
    assert_eq!(rows(&batches), [(Some("a\u{85}b".into()), Some(1))]);
    let file = in_charset("name,n\na\u{85}b,1\n", Charset::Latin1);
    let decoder = options.decoder(Charset::Latin1, BadInput::Fail);
    assert_eq!(
        rows(&run(decoder, &file, 5).0),
        [(Some("a\u{85}b".into()), Some(1))]
    );
}
