//! What `CREATE EXTERNAL TABLE` and `INSERT` make of the tables.

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
    ] {
        let error = create(&session, "CSV", &file, options)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
    Ok(())
}

/// Folders whose names are values of columns.
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
        // With their types, or as they are found.
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
            // Files in other folders are not opened.
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
        (
            format!("{copy} TEXT_CSV OPTIONS (charset 'latin1')"),
            "text in ISO-8859-1",
        ),
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

/// What a scan has read.
#[tokio::test]
async fn metrics() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let mut bytes = encoded(&"a,\u{E9}\n".repeat(1000), Charset::Utf16Le);
    // One in a line that a part may begin with, two in one line.
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
        // Of a line that two parts look at, one reads it.
        assert_eq!(value("bytes_scanned"), bytes.len(), "{kind} {parts}");
        assert_eq!(value("replacements"), 3, "{kind} {parts}");
        assert_eq!(value("lines_replaced"), 2, "{kind} {parts}");
        assert!(value("time_converting") > 0, "{kind} {parts}");
        let rows = if kind == "CSV" { 999 } else { 1000 };
        assert_eq!(metrics.output_rows(), Some(rows), "{kind} {parts}");
    }
    Ok(())
}
