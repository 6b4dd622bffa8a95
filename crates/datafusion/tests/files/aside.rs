//! Tests rows that are set aside.

use super::*;

const CREATE: &str = "(id BIGINT, name TEXT)";

/// Writes files with bad rows of all kinds in several charsets. Returns the number of rows of each
/// file.
fn write_files(folder: &Path) -> Vec<(String, usize, usize)> {
    let mut files = Vec::new();
    for (number, charset) in [Charset::Utf8, Charset::Utf16Le, Charset::ShiftJis]
        .into_iter()
        .enumerate()
    {
        for lines in [0, 1, 100] {
            let header = encoded("id,name\n", charset);
            let mark = match charset {
                Charset::Utf16Le => charset.bom(),
                _ => b"",
            };
            let (mut bytes, mut bad) = ([mark, &header].concat(), 0);
            for line in 0..lines {
                let text = match line % 10 {
                    3 => format!("{line},x,y\n"),
                    5 => format!("{line}.5,z\n"),
                    7 => format!("{line}\n"),
                    8 => format!("{line},\"u\n"),
                    _ => format!("{line},name {line}\n"),
                };
                bad += usize::from([3, 5, 7, 8].contains(&(line % 10)));
                bytes.extend(encoded(&text, charset));
                if line % 10 == 9 {
                    bytes.extend(encoded(&format!("{line},"), charset));
                    bytes.extend(if charset == Charset::Utf16Le {
                        &b"\0\xDC"[..]
                    } else {
                        b"\xFF"
                    });
                    bytes.extend(encoded("\n9,\"q\"\n", charset));
                    bad += 1;
                }
            }
            let rows = lines + 2 * (lines / 10);
            let name = format!("{number}-{lines}.csv");
            std::fs::write(folder.join(&name), bytes).unwrap();
            files.push((name, rows, bad));
        }
    }
    files
}

#[tokio::test]
async fn every_row_is_in_the_table_or_among_the_bad_rows() -> Result<()> {
    let folder = folder();
    let files = write_files(folder.path());
    let options = "charset 'auto', fallback_charset 'shift_jis', on_bad 'set_aside'";
    let place = format!("{}/", folder.path().display());
    let mut first = None;
    for parts in [1, 2, 7] {
        let session = session_of(parts);
        for (name, all, bad) in &files {
            let file = format!("{place}{name}");
            let charset = ["utf-8", "utf-16le", "shift_jis"][name.as_bytes()[0] as usize - 48];
            let options = format!("charset '{charset}', on_bad 'set_aside'");
            create_as(&session, CREATE, "CSV", &file, &options).await?;
            let good = (all - bad).to_string();
            // The rows do not depend on the columns of a query.
            for columns in ["*", "id", "name"] {
                let query = format!("SELECT count({columns}) FROM t");
                assert_eq!(
                    texts(&session, &query).await?,
                    std::slice::from_ref(&good),
                    "{name} {parts}"
                );
            }
            let query = "SELECT name FROM t WHERE id >= 0";
            assert_eq!(texts(&session, query).await?.len().to_string(), good);
            let query = "SELECT count(*) FROM bad_rows('t')";
            assert_eq!(texts(&session, query).await?, [bad.to_string()], "{name}");
        }
        create_as(&session, CREATE, "CSV", &place, options).await?;
        let rows = rows(&session, "SELECT * FROM bad_rows('t') ORDER BY file, line").await?;
        let bad: usize = files.iter().map(|(_, _, bad)| bad).sum();
        let found: Vec<_> = rows.iter().flat_map(texts_of).collect();
        assert_eq!(found.len(), bad);
        assert_eq!(
            first.get_or_insert_with(|| found.clone()),
            &found,
            "{parts}"
        );
        // The bytes are those of the file, and the line number is that of an editor.
        for batch in &rows {
            let bytes = batch["bytes"].as_binary::<i32>();
            let [lines, starts, ends] =
                ["line", "start", "end"].map(|name| batch[name].as_primitive::<Int64Type>());
            let names = batch["file"].as_string::<i32>();
            for row in 0..batch.num_rows() {
                let path = format!("/{}", names.value(row));
                let file = std::fs::read(&path)?;
                let range = starts.value(row) as usize..ends.value(row) as usize;
                assert_eq!(&file[range.clone()], bytes.value(row));
                let unit = if path.contains("/1-") { 2 } else { 1 };
                let before = file[..range.start].chunks(unit);
                let before = before.filter(|unit| unit[0] == b'\n').count();
                assert_eq!(lines.value(row), before as i64 + 1, "{path}");
            }
        }
        let one = "SELECT \"end\" - start, reason FROM bad_rows('t') WHERE line = 5 LIMIT 1";
        let one = texts(&session, one).await?;
        assert!(one[0].contains("incorrect number of fields: 3"), "{one:?}");
        let plan = session.sql("EXPLAIN ANALYZE SELECT id FROM t").await?;
        let plan = plan.to_string().await?;
        assert!(plan.contains(&format!("rows_set_aside={bad}")), "{plan}");
    }
    Ok(())
}

/// The table is a folder with partition columns and compressed files, or has lines.
#[tokio::test]
async fn other_tables_with_bad_rows() -> Result<()> {
    let folder = folder();
    for year in [2024, 2025] {
        let part = folder.path().join(format!("year={year}"));
        std::fs::create_dir(&part)?;
        std::fs::write(
            part.join("a.csv"),
            encoded(&format!("id,name\n1,café\nx,{year}\n"), Charset::Latin1),
        )?;
    }
    let session = session_of(2);
    let place = format!("{}/", folder.path().display());
    let kind = "CSV PARTITIONED BY (year)";
    create_as(
        &session,
        "",
        kind,
        &place,
        "charset 'latin1', on_bad 'set_aside'",
    )
    .await?;
    // The inferred type is that of most rows only if a row has no other type.
    let query = "SELECT year, count(*) FROM t GROUP BY year ORDER BY year";
    assert_eq!(texts(&session, query).await?, ["2024|2", "2025|2"]);
    let typed = "(id BIGINT, name TEXT, year INT)";
    create_as(
        &session,
        typed,
        kind,
        &place,
        "charset 'latin1', on_bad 'set_aside'",
    )
    .await?;
    let query = "SELECT year, line, encode(bytes, 'hex') FROM bad_rows('t') WHERE year > 2024";
    assert_eq!(texts(&session, query).await?, ["2025|3|782c323032350a"]);

    let lines = folder.path().join("lines.txt");
    std::fs::write(&lines, b"one\ncaf\xE9\nthree\n".repeat(100))?;
    for parts in [1, 3] {
        let session = session_of(parts);
        create(
            &session,
            "LINES",
            &lines,
            "charset 'utf-8', on_bad 'set_aside'",
        )
        .await?;
        assert_eq!(count(&session).await?, 200);
        let query =
            "SELECT count(*), min(line), max(line), count(DISTINCT start) FROM bad_rows('t')";
        assert_eq!(texts(&session, query).await?, ["100|2|299|100"]);
        let options = "charset 'utf-8', line_fallback 'latin1', on_bad 'set_aside'";
        create(&session, "LINES", &lines, options).await?;
        assert_eq!(count(&session).await?, 300);
    }
    Ok(())
}

/// Bad rows do not decide about the columns, and the header is never a bad row.
#[tokio::test]
async fn columns_are_inferred_from_good_rows() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let text = b"\n# ,\nid,name\n1,a,b\n2\n3,\xFF\n4,\"d\n5,e\n6,\"f\"\n".to_vec();
    let many = [&text[..], &b"7,g\n".repeat(300_000)[..]].concat();
    for (bytes, rows) in [(text, 2), (many, 300_002)] {
        std::fs::write(&file, bytes)?;
        let session = session_of(3);
        let options = "charset 'utf-8', on_bad 'set_aside', comment '#', has_header 'true'";
        create(&session, "CSV", &file, options).await?;
        assert_eq!(count(&session).await?, rows);
        let found = texts(&session, "SELECT id + 1, name FROM t ORDER BY id LIMIT 2").await?;
        assert_eq!(found, ["6|e", "7|f"]);
        let query = "SELECT line FROM bad_rows('t') ORDER BY line";
        assert_eq!(texts(&session, query).await?, ["4", "5", "6", "7"]);
    }
    Ok(())
}

#[tokio::test]
async fn wrong_uses_of_bad_rows() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    std::fs::write(&file, "id,name\n1,a\n")?;
    let session = session_of(1);
    session
        .sql("CREATE VIEW v AS SELECT 1")
        .await?
        .collect()
        .await?;
    create(&session, "CSV", &file, "charset 'utf-8', on_bad 'fail'").await?;
    for (query, expected) in [
        ("bad_rows('t')", "on_bad 'set_aside'"),
        ("bad_rows('nothing')", "there is no table"),
        ("bad_rows('x.y.z')", "there is no schema"),
        ("bad_rows('v')", "was not created with an option"),
        ("bad_rows()", "accepts the name of a table"),
        ("bad_rows(1)", "accepts the name of a table"),
        ("bad_rows(NULL)", "accepts the name of a table"),
    ] {
        let error = texts(&session, &format!("SELECT * FROM {query}")).await;
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{query}: {error}");
    }
    for (options, expected) in [
        ("on_bad 'ignore'", "'fail' or 'set_aside'"),
        (
            "on_bad 'set_aside', malformed 'replace'",
            "exclude each other",
        ),
        ("unmappable 'replace'", "an option of COPY"),
    ] {
        let error = create(&session, "CSV", &file, options).await;
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{options}: {error}");
    }
    create(&session, "CSV", &file, "on_bad 'set_aside'").await?;
    assert_eq!(
        texts(&session, "SELECT * FROM bad_rows('public.t')").await?,
        [""; 0]
    );
    assert_eq!(texts(&session, "SELECT * FROM t").await?, ["1|a"]);
    Ok(())
}
