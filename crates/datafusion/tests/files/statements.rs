//! Tests `CREATE EXTERNAL TABLE`, `INSERT` and metrics.

use super::*;

#[tokio::test]
async fn tables_without_a_charset_are_as_ever() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    std::fs::write(&file, TABLE).unwrap();
    let session = session_with(SessionConfig::new());
    create(&session, "CSV", &file, "has_header 'true'").await?;
    assert_eq!(texts(&session, "SELECT * FROM t").await?, TABLE_ROWS);
    let plan = session
        .sql("EXPLAIN SELECT * FROM t")
        .await?
        .to_string()
        .await?;
    assert!(!plan.contains("charset="), "{plan}");
    create(&session, "CSV", &file, "charset 'utf-8'").await?;
    let plan = session
        .sql("EXPLAIN VERBOSE SELECT * FROM t")
        .await?
        .to_string()
        .await?;
    assert!(plan.contains("charset=UTF-8"), "{plan}");
    for explain in ["EXPLAIN", "EXPLAIN FORMAT TREE"] {
        let plan = session.sql(&format!("{explain} SELECT * FROM t")).await?;
        let plan = plan.to_string().await?.replace(": ", "=");
        assert!(plan.contains("charset=UTF-8"), "{plan}");
    }
    for (options, expected) in [
        ("charset 'utf-16'", "do you mean 'utf-16le' or 'utf-16be'"),
        ("charset 'ansi'", "do you mean 'windows-1252'"),
        ("charset 'klingon'", "unknown charset 'klingon'"),
        ("charset 'utf-8', malformed 'null'", "'strict' or 'replace'"),
        ("charset 'utf-8', fallback_charset 'latin1'", "'auto' only"),
        ("charset 'utf-8', guess 'true'", "'auto' only"),
        ("charset 'auto', guess 'maybe'", "'true' or 'false'"),
    ] {
        let error = create(&session, "CSV", &file, options)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
    Ok(())
}

/// Folders with the values of partition columns in their names.
#[tokio::test]
async fn partition_columns() -> Result<()> {
    let place = folder();
    for (kind, charset) in [
        ("CSV", Charset::Utf16Le),
        ("LINES", Charset::Utf16Le),
        ("CSV", Charset::Latin1),
    ] {
        let folder = place.path().join(format!("{kind} {charset}"));
        let (header, suffix) = if kind == "CSV" {
            ("name\n", "csv")
        } else {
            ("", "txt")
        };
        for year in 2023..2026 {
            for city in ["Malm\u{F6}", "K\u{F8}ge"] {
                let part = folder.join(format!("year={year}/city={city}"));
                std::fs::create_dir_all(&part).unwrap();
                let text = format!("{header}Zo\u{EB} {year}\nJos\u{E9} in {city}");
                std::fs::write(part.join(format!("x.{suffix}")), encoded(&text, charset)).unwrap();
            }
        }
        let session = session_of(7);
        let column = if kind == "CSV" { "name" } else { "line" };
        // With columns and types, or with inferred columns.
        let statements = [
            format!(
                "({column} TEXT, year INT, city TEXT) STORED AS {kind} PARTITIONED BY (year, city)"
            ),
            format!("STORED AS {kind} PARTITIONED BY (year, city)"),
            format!("STORED AS {kind}"),
        ];
        for statement in statements {
            if kind == "LINES" && statement.starts_with('(') {
                continue;
            }
            session
                .sql("DROP TABLE IF EXISTS t")
                .await?
                .collect()
                .await?;
            let create = format!(
                "CREATE EXTERNAL TABLE t {statement} LOCATION '{}/' OPTIONS (charset '{}')",
                folder.display(),
                charset.name()
            );
            session.sql(&create).await?.collect().await?;
            let query =
                format!("SELECT city, {column}, year FROM t WHERE year = 2024 ORDER BY 1, 2");
            let expected = [
                "K\u{F8}ge|Jos\u{E9} in K\u{F8}ge|2024",
                "K\u{F8}ge|Zo\u{EB} 2024|2024",
                "Malm\u{F6}|Jos\u{E9} in Malm\u{F6}|2024",
                "Malm\u{F6}|Zo\u{EB} 2024|2024",
            ];
            assert_eq!(texts(&session, &query).await?, expected, "{create}");
            assert_eq!(count(&session).await?, 12);
            let years = "SELECT year, count(*) FROM t GROUP BY year ORDER BY year";
            assert_eq!(
                texts(&session, years).await?,
                ["2023|4", "2024|4", "2025|4"]
            );
            // Files in other partitions are not opened, so malformed text in them is not an error.
            let other = folder
                .join("year=2023/city=K\u{F8}ge")
                .join(format!("x.{suffix}"));
            let bytes = std::fs::read(&other).unwrap();
            std::fs::write(
                &other,
                [&bytes[..], &encoded("\n\u{E9}", charset), b"\x00"].concat(),
            )
            .unwrap();
            let read = texts(&session, &query).await;
            std::fs::write(&other, bytes).unwrap();
            assert_eq!(read?, expected);
        }
    }
    Ok(())
}

#[tokio::test]
async fn nothing_is_written() -> Result<()> {
    let folder = folder();
    let session = session_with(SessionConfig::new());
    std::fs::write(
        folder.path().join("a.csv"),
        encoded(TABLE, Charset::Utf16Le),
    )
    .unwrap();
    let copy = format!(
        "COPY (SELECT 1) TO '{}/' STORED AS",
        folder.path().display()
    );
    create(&session, "CSV", folder.path(), "charset 'utf-16le'").await?;
    for (statement, expected) in [
        (
            "INSERT INTO t VALUES (4, 'Bj\u{F6}rk', 'Reykjav\u{ED}k')".to_owned(),
            "a table of text in UTF-16LE",
        ),
        (
            "INSERT OVERWRITE t SELECT * FROM t".to_owned(),
            "a table of text in UTF-16LE",
        ),
        (format!("{copy} LINES"), "text in UTF-8"),
    ] {
        let error = rows(&session, &statement).await.unwrap_err().to_string();
        assert!(
            error.contains(expected) && error.contains("cannot be written"),
            "{error}"
        );
        assert_eq!(texts(&session, "SELECT * FROM t").await?, TABLE_ROWS);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
    Ok(())
}

/// The metrics of a scan.
#[tokio::test]
async fn metrics() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let mut bytes = encoded(&"a,\u{E9}\n".repeat(1000), Charset::Utf16Le);
    // One surrogate in a line that a part may begin with, and two in one line.
    for unit in [2, 2000, 2002] {
        bytes[2 * unit..][..2].copy_from_slice(b"\x00\xD8");
    }
    std::fs::write(&file, &bytes).unwrap();
    for (kind, parts) in [("CSV", 1), ("CSV", 3), ("LINES", 2)] {
        let session = session_of(parts);
        let options = "charset 'utf-16le', malformed 'replace'";
        let columns = if kind == "CSV" {
            "(a TEXT, b TEXT)"
        } else {
            ""
        };
        create_as(
            &session,
            columns,
            kind,
            &file.display().to_string(),
            options,
        )
        .await?;
        let plan = session
            .sql("SELECT * FROM t")
            .await?
            .create_physical_plan()
            .await?;
        let context = session.task_ctx();
        datafusion::physical_plan::collect(plan.clone(), context).await?;
        let metrics = plan.metrics().expect("metrics").aggregate_by_name();
        let value = |name: &str| metrics.sum_by_name(name).expect(name).as_usize();
        // A line that overlaps two ranges is read by one of them.
        assert_eq!(value("bytes_scanned"), bytes.len(), "{kind} {parts}");
        assert_eq!(value("replacements"), 3, "{kind} {parts}");
        assert_eq!(value("lines_replaced"), 2, "{kind} {parts}");
        assert!(value("time_converting") > 0, "{kind} {parts}");
        let rows = if kind == "CSV" { 999 } else { 1000 };
        assert_eq!(metrics.output_rows(), Some(rows), "{kind} {parts}");
    }
    Ok(())
}

/// Files with other names are found by a pattern.
#[tokio::test]
async fn lines_of_files_with_other_names() -> Result<()> {
    let folder = folder();
    for (name, text) in [("a.log", "Zoë\n"), ("b.log", "José"), ("c.txt", "no log")] {
        let bytes = encoded(text, Charset::Latin1);
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let session = session_with(SessionConfig::new());
    let place = folder.path().display();
    let options = "charset 'latin1'";
    create_as(&session, "", "LINES", &format!("{place}/*.log"), options).await?;
    let lines = "SELECT line FROM t ORDER BY line";
    assert_eq!(texts(&session, lines).await?, ["José", "Zoë"]);
    create_as(&session, "", "LINES", &format!("{place}/"), options).await?;
    assert_eq!(texts(&session, lines).await?, ["no log"]);
    Ok(())
}

/// If the first 64 KiB are ASCII, the file is read as UTF-8, and never as the fallback charset.
#[tokio::test]
async fn a_file_that_begins_as_ascii() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("text.txt");
    let session = session_with(SessionConfig::new());
    for (lines, is_detected) in [(8192, true), (8191, false)] {
        let mut bytes = b"seven b\n".repeat(lines);
        bytes.extend(b"caf\xE9\n");
        std::fs::write(&file, bytes).unwrap();
        let options = "charset 'auto', fallback_charset 'latin1'";
        create(&session, "LINES", &file, options).await?;
        let found = texts(
            &session,
            "SELECT max(line) FROM t WHERE line > 'c' AND line < 'd'",
        );
        match (found.await, is_detected) {
            (Ok(found), false) => assert_eq!(found, ["café"]),
            (Err(error), true) => {
                let error = error.to_string();
                assert!(
                    error.contains("text.txt, line 8193: invalid utf-8"),
                    "{error}"
                );
            }
            (found, _) => panic!("{found:?}"),
        }
    }
    Ok(())
}

/// A value that does not fit its column exactly is an error.
#[tokio::test]
async fn values_are_read_exactly() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let session = session_with(SessionConfig::new());
    let good = "2024-02-29T12:34:56";
    for (column, value) in [
        ("TIMESTAMP(0)", "2024-02-29T12:34:57.987654"),
        ("TIMESTAMP(0)", "2024-02-29T12:34:57+02:00"),
        ("DATE", "2024-02-29T12:34:57"),
        ("BIGINT", "1.5"),
    ] {
        let first = match column {
            "TIMESTAMP(0)" => good,
            "DATE" => &good[..10],
            _ => "1",
        };
        let text = format!("t,x\n{first},é\n{value},é\n");
        std::fs::write(&file, encoded(&text, Charset::Latin1)).unwrap();
        let (columns, place) = (format!("(t {column}, x TEXT)"), file.display().to_string());
        create_as(&session, &columns, "CSV", &place, "charset 'latin1'").await?;
        let error = texts(&session, "SELECT t FROM t").await.unwrap_err();
        let expected = format!("table.csv, line 3: column \"t\": cannot read \"{value}\"");
        assert!(error.to_string().contains(&expected), "{error}");
    }
    Ok(())
}

/// An unclosed quote is an error with its line, at the end of the file or when the row becomes too
/// long.
#[tokio::test]
async fn an_unclosed_quote_is_an_error() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let session = session_with(SessionConfig::new());
    let text = "id,name\n1,é\n2,\"é\n".to_owned() + &"3,é\n".repeat(1000);
    std::fs::write(&file, encoded(&text, Charset::Utf16Le)).unwrap();
    for (option, limit) in [("", 16 << 20), (", max_row_len '100'", 100)] {
        let options = format!("charset 'utf-16le', newlines_in_values 'true'{option}");
        let place = file.display().to_string();
        create_as(&session, "(id BIGINT, name TEXT)", "CSV", &place, &options).await?;
        let error = texts(&session, "SELECT id FROM t").await.unwrap_err();
        let expected = format!(
            "line 3: the quote on line 3 is not closed, or its row is longer than {limit} bytes"
        );
        assert!(error.to_string().contains(&expected), "{error}");
    }
    let options = "charset 'latin1', max_row_len '0'";
    let error = create(&session, "CSV", &file, options).await.unwrap_err();
    assert!(error.to_string().contains("max_row_len"), "{error}");
    Ok(())
}

/// Each line is read in the first charset in which it is well-formed, with any number of ranges.
#[tokio::test]
async fn lines_in_two_charsets() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let (mut bytes, mut expected) = (b"\xEF\xBB\xBFid,name\n".to_vec(), Vec::new());
    for line in 0..1000 {
        let name: &[u8] = match line % 7 {
            3 => b"Jos\xE9 \x80",
            _ => "José €".as_bytes(),
        };
        bytes.extend(format!("{line},").as_bytes());
        bytes.extend(name);
        bytes.push(b'\n');
        expected.push(format!("{line}|José €"));
    }
    std::fs::write(&file, &bytes).unwrap();
    let options = "charset 'utf-8', line_fallback 'windows-1252', has_header 'true'";
    for parts in [1, 2, 7] {
        let session = session_of(parts);
        create(&session, "CSV", &file, options).await?;
        let query = "SELECT id, name FROM t ORDER BY id";
        assert_eq!(texts(&session, query).await?, expected);
        let plan = session.sql("EXPLAIN ANALYZE SELECT * FROM t").await?;
        let plan = plan.to_string().await?;
        assert!(
            plan.contains("charset=UTF-8, line_fallback=windows-1252"),
            "{plan}"
        );
        assert!(plan.contains("lines_in_fallback=143"), "{plan}");
    }
    let session = session_of(3);
    create(&session, "LINES", &file, "line_fallback 'windows-1252'").await?;
    let query = "SELECT count(*) FROM t WHERE line LIKE '%,José €'";
    assert_eq!(texts(&session, query).await?, ["1000"]);
    Ok(())
}

/// A byte order mark is no reason to read the first line in the other charset, or to keep it.
#[tokio::test]
async fn a_mark_before_a_line_in_another_charset() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("lines.txt");
    std::fs::write(&file, b"\xEF\xBB\xBFJos\xE9\nb\xFF\n\x83e").unwrap();
    let session = session_of(1);
    create(&session, "LINES", &file, "line_fallback 'windows-1252'").await?;
    let rows = texts(&session, "SELECT line FROM t").await?;
    assert_eq!(rows, ["José", "bÿ", "ƒe"]);
    // The second line is malformed in both charsets.
    create(&session, "LINES", &file, "line_fallback 'shift_jis'").await?;
    let error = texts(&session, "SELECT line FROM t").await.unwrap_err();
    assert!(error.to_string().contains("lines.txt, line 1"), "{error}");
    let options = "line_fallback 'shift_jis', malformed 'replace'";
    create(&session, "LINES", &file, options).await?;
    let rows = texts(&session, "SELECT line FROM t").await?;
    assert_eq!(rows, ["Jos\u{FFFD}", "b\u{FFFD}", "テ"]);
    for (options, expected) in [
        ("charset 'auto', line_fallback 'latin1'", "'auto'"),
        ("charset 'latin1', line_fallback 'utf-8'", "never be chosen"),
        ("line_fallback 'utf-16le'", "cannot be chosen per line"),
        ("line_fallback 'klingon'", "unknown charset"),
    ] {
        let error = create(&session, "LINES", &file, options).await;
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    Ok(())
}
