//! Tests that columns and rows are the same as those of DataFusion for the same text in UTF-8.

use super::*;
use std::fmt::Write;
use utflane::stream::TextDecoder;

/// The names and types of the columns of a table, and its rows.
type Found = (Vec<(String, DataType)>, Vec<String>);

/// Reads files. DataFusion's own table reads them if no option belongs to this crate.
async fn found(place: &Path, options: &str) -> Result<Found> {
    let session = session_of(3);
    create(&session, "CSV", place, options).await?;
    let columns = session.table("t").await?;
    let columns = columns.schema().fields().iter();
    let columns: Vec<_> = columns
        .map(|field| (field.name().clone(), field.data_type().clone()))
        .collect();
    let mut rows = match columns.is_empty() {
        true => Vec::new(),
        false => texts(&session, "SELECT * FROM t").await?,
    };
    rows.sort();
    Ok((columns, rows))
}

/// Compares the columns and rows of files in a charset with those of DataFusion for their text.
async fn check(files: &[Vec<u8>], charset: Charset, what: &str) {
    check_with("has_header 'true'", files, charset, what).await;
}

async fn check_with(options: &str, files: &[Vec<u8>], charset: Charset, what: &str) {
    let (utf8, encoded) = (folder(), folder());
    for (number, bytes) in files.iter().enumerate() {
        let mut text = String::new();
        let mut decoder = TextDecoder::new(charset);
        let _ = decoder.decode_lossy(bytes, &mut text);
        let _ = decoder.finish_text_lossy(&mut text);
        let name = format!("{number}.csv");
        std::fs::write(utf8.path().join(&name), text).unwrap();
        std::fs::write(encoded.path().join(&name), bytes).unwrap();
    }
    let expected = found(utf8.path(), options).await;
    let expected = expected.unwrap_or_else(|error| panic!("{error} in UTF-8: {what}"));
    // With a byte order mark, the charset is also detected.
    let is_marked = |file: &Vec<u8>| !charset.bom().is_empty() && file.starts_with(charset.bom());
    let mut charsets = vec![charset.name()];
    charsets.extend(files.iter().all(is_marked).then_some("auto"));
    for charset in charsets {
        let options = format!("{options}, charset '{charset}'");
        let found = found(encoded.path(), &options).await;
        let found = found.unwrap_or_else(|error| panic!("{what}: {options}: {error}"));
        assert_eq!(found.0, expected.0, "{what}: {options}");
        assert_eq!(found.1, expected.1, "{what}: {options}");
    }
}

/// Charsets, with and without a byte order mark.
const CHARSETS: [(Charset, bool); 8] = [
    (Charset::Utf16Le, false),
    (Charset::Utf16Le, true),
    (Charset::Utf16Be, false),
    (Charset::Utf16Be, true),
    (Charset::Windows1252, false),
    (Charset::ShiftJis, false),
    (Charset::Utf8, false),
    (Charset::Utf8, true),
];

fn marked(text: &str, (charset, has_mark): (Charset, bool)) -> Vec<u8> {
    let mark = if has_mark { charset.bom() } else { &[] };
    [mark, &encoded(text, charset)].concat()
}

#[tokio::test]
async fn headers_of_every_length_and_line_end() {
    for len in [0, 4, 20_000, 100_000] {
        for end in ["\n", "\r\n", "\r"] {
            for rows in [0, 3] {
                // A long name, or many columns.
                let header = match len {
                    0 => String::new(),
                    20_000 => (0..99).map(|n| format!("{n:0199},")).collect::<String>() + "n",
                    _ => format!("id,n{}", "é".repeat((len - 4) / 2)),
                };
                let mut text = header.clone();
                for row in 0..rows {
                    // The values are different, because the first row becomes the header if the
                    // header is empty.
                    let columns = header.matches(',').count().max(1) + 1;
                    let values: Vec<_> = (0..columns).map(|n| format!("{row}{n}")).collect();
                    write!(text, "{end}{}", values.join(",")).unwrap();
                }
                // The last line has a line end. If it is the only line, also test it without one.
                let mut texts = vec![text.clone() + end];
                texts.extend((rows == 0).then_some(text));
                for text in texts {
                    for charset in CHARSETS {
                        let what = format!("{len} {end:?} {rows} {charset:?}");
                        check(&[marked(&text, charset)], charset.0, &what).await;
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn columns_of_several_files() {
    let header = format!("id,n{}\n", "é".repeat(9_000));
    for charset in CHARSETS {
        // Files with one line, with different types, with different line ends, and without rows.
        for texts in [
            ["id,n", "id,n\n1,2\n", "id,n\r3,4"],
            ["id,n\n1,2.5\n", "id,n\r\n2,3.5\r\n", "id,n\n"],
            ["id,n\n1,x", "", "id,n\n3,y"],
            [
                &header,
                &(header.clone() + "1,x\n"),
                &(header.clone() + "2,y"),
            ],
        ] {
            let files = texts.map(|text| marked(text, charset));
            check(&files, charset.0, &format!("{charset:?}, {:.20?}", texts)).await;
        }
    }
}

/// Values that have one type in each piece of the text, but several types in the whole text.
#[tokio::test]
async fn types_of_all_rows() {
    let times = "2024-02-29T12:34:56\n2024-02-29T12:34:56.123\n2024-02-29\n";
    for charset in CHARSETS {
        let file = [marked(times, charset)];
        check_with("has_header 'false'", &file, charset.0, "times").await;
        let file = [marked(&format!("time\n{times}"), charset)];
        check(&file, charset.0, "times with a header").await;
    }
}

/// Files with the name `NAME.CHARSET.csv` that earlier versions read incorrectly.
#[tokio::test]
async fn hostile_files() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/hostile/sql");
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let charset = name.split('.').nth_back(1).and_then(Charset::named);
        let charset = charset.unwrap_or_else(|| panic!("{name} names no charset"));
        check(&[std::fs::read(&file).unwrap()], charset, &name).await;
        files += 1;
    }
    assert!(files >= 11, "{files}");
}

/// A U+FEFF after the byte order mark is part of the name of the first column. Comments and empty
/// lines of any length are not part of a name.
#[tokio::test]
async fn names_are_those_of_the_first_row() -> Result<()> {
    let place = folder();
    let file = place.path().join("table.csv");
    let comments = "# \"one\", two\n\n".repeat(3000);
    for (text, options, name) in [
        ("\u{FEFF}\u{FEFF}id,n\n1,2\n", "", "\u{FEFF}id"),
        ("\n\r\n\nid,n\n1,2\n", "", "id"),
        (&(comments + "id,n\n1,2\n"), ", comment '#'", "id"),
        (&("\r\n".repeat(20_000) + "id,n\r\n1,2"), "", "id"),
        ("\"id\nof\",n\n1,2", ", newlines_in_values 'true'", "id\nof"),
    ] {
        std::fs::write(&file, encoded(text, Charset::Utf16Le)).unwrap();
        let (columns, rows) = found(&file, &format!("charset 'utf-16le'{options}")).await?;
        let columns: Vec<_> = columns.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(columns, [name, "n"]);
        assert_eq!(rows, ["1|2"]);
    }
    Ok(())
}
