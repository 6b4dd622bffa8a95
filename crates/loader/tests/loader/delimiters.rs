//! Tests delimiters, and files without a header.

use crate::place::{Place, Result};

#[test]
fn delimiters_are_detected_in_the_header() -> Result {
    let cases: [(&str, &str, &str); 11] = [
        ("a.csv", "id,name\n1,x\n", ","),
        ("b.csv", "id;name\n2;\"a;b\"\n", ";"),
        ("c.csv", "id\tname\n3\ta,b;c\n", "tab"),
        ("d.csv", "id|name\n4|a,b;c\n", "|"),
        // Only characters outside of quotes count.
        ("e.csv", "\"id\";\"name\"\n5;x\n", ";"),
        ("f.tsv", "id\tname\n6\tx\n", "tab"),
        ("g.txt", "id;name\n7;x\n", ";"),
        ("h.txt", "\r\n\nid|name\r8|x\r", "|"),
        ("i.csv", "\"id\",\"name\"\n9,a;b;c;d\n", ","),
        // The row does not decide.
        ("j.csv", "id,name\n10,\"a;b;c;d\"\n", ","),
        ("k.tsv", "name\tid\na,b\t11\n", "tab"),
    ];
    let files = cases.map(|(name, text, _)| (name, text.as_bytes()));
    let place = Place::new(&files)?;
    place.load(&["--to", "out"], 0)?;
    for (name, _, delimiter) in cases {
        let line = place.line("out", name)?;
        let found = (&line.delimiter[..], &line.rows[..]);
        assert_eq!(found, (delimiter, "1"), "{name}");
    }
    // A name that contains other delimiters, and files with one column.
    let place = Place::new(&[
        ("a.csv", b"\"a;b|c;d\",e\n1,2\n"),
        ("b.csv", b"e;\"a;b|c;d\"\n4;3\n"),
    ])?;
    place.load(&["--to", "out"], 0)?;
    assert_eq!(place.parquet("out")?, ["1|2", "3|4"]);
    let place = Place::new(&[("a.csv", b"name\na;b\n\"c,d\"\n")])?;
    place.load(&["--to", "out"], 0)?;
    assert_eq!(place.parquet("out")?, ["a;b", "c,d"]);
    assert_eq!(place.line("out", "a.csv")?.delimiter, ",");
    Ok(())
}

#[test]
fn a_delimiter_can_be_named() -> Result {
    let place = Place::new(&[("a.csv", b"a;b;c|d\n1;2;3|4\n")])?;
    for (name, shown, row) in [
        ("|", "|", "1;2;3|4"),
        (";", ";", "1|2|3|4"),
        ("tab", "tab", "1;2;3|4"),
        ("c", "c", "NOT LOADED"),
    ] {
        let target = format!("out {shown}");
        let status = if name == "c" { 3 } else { 0 };
        place.load(&["--to", &target, "--delimiter", name], status)?;
        let line = place.line(&target, "a.csv")?;
        assert_eq!(line.delimiter, shown);
        match name {
            "c" => assert_eq!([&line.rows, &line.rejected], ["0", "1"]),
            _ => assert_eq!(place.parquet(&target)?, [row]),
        }
    }
    Ok(())
}

#[test]
fn files_without_a_header() -> Result {
    let place = Place::new(&[
        ("a.csv", b"1,x\n2,y\n2\n"),
        ("b.csv", b"\n3;2,5\n"),
        ("c.csv", b"4\n"),
        ("d.csv", b""),
        ("../schema", b"id integer\nname text\n"),
    ])?;
    place.load(&["--to", "out", "--no-header"], 3)?;
    assert_eq!(place.parquet("out")?, ["1|x", "2|y", "3|2,5"]);
    assert_eq!(place.line("out", "a.csv")?.first_bad, "3");
    let reason = |folder: &str, file: &str| {
        Ok::<_, Box<dyn std::error::Error>>(place.line(folder, file)?.reason)
    };
    assert_eq!(
        reason("out", "c.csv")?,
        "it has other columns than the table: without [\"column_2\"]"
    );
    assert_eq!(reason("out", "d.csv")?, "there is no first row");
    place.load(&["--to", "typed", "--no-header", "--schema", "schema"], 3)?;
    assert_eq!(place.parquet("typed")?, ["1|x", "2|y", "3|2,5"]);
    assert_eq!(
        reason("typed", "c.csv")?,
        "its first row has another number of fields than the table has columns: 1, expected 2"
    );
    assert_eq!(place.check_rejected("typed")?, 1);
    Ok(())
}

/// The first row of a file of several blocks is a row, and no later row is taken for a header.
#[test]
fn long_files_without_a_header() -> Result {
    let rows: String = (0..900_000).map(|id| format!("{id},ab\n")).collect();
    let place = Place::new(&[
        ("a.csv", rows.as_bytes()),
        ("../schema", b"id integer\nname text\n"),
    ])?;
    for (target, options) in [("out", &[][..]), ("typed", &["--schema", "schema"])] {
        let options = [&["--to", target, "--no-header"], options].concat();
        place.load(&options, 0)?;
        assert_eq!(place.line(target, "a.csv")?.rows, "900000");
    }
    Ok(())
}

/// Folders are columns of the schema, but not of the files.
#[test]
fn folders_of_files_without_a_header() -> Result {
    let place = Place::new(&[
        ("year=2024/a.csv", b"1,x\n"),
        ("year=2025/a.csv", b"2,y\n"),
        ("../schema", b"year integer\nname text\nid text\n"),
    ])?;
    place.load(&["--to", "out", "--no-header", "--schema", "schema"], 0)?;
    assert_eq!(place.parquet("out")?, ["2024|1|x", "2025|2|y"]);
    place.load(&["--to", "other", "--no-header"], 0)?;
    assert_eq!(place.parquet("other")?, ["1|x|2024", "2|y|2025"]);
    Ok(())
}
