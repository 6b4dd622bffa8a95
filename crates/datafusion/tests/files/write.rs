//! Tests `COPY` to CSV in any charset.

use super::*;

/// Returns the files in a folder, recursively.
fn files_in(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(files_in(&path)),
            false => files.push(path),
        }
    }
    files
}

async fn copy(session: &SessionContext, query: &str, target: &str, options: &str) -> Result<()> {
    let copy = format!("COPY ({query}) TO '{target}' STORED AS CSV OPTIONS ({options})");
    session.sql(&copy).await?.collect().await?;
    Ok(())
}

const QUERY: &str = "SELECT * FROM (VALUES (1, 'Zoë'), (2, 'a,\"b\"'), (3, E'two\\nlines'), \
                     (4, NULL)) AS v(id, name)";

#[tokio::test]
async fn files_of_every_charset() -> Result<()> {
    let folder = folder();
    let session = session_of(1);
    for charset in Charset::ALL {
        let name = charset.name();
        if Charset::named(name) != Some(charset) {
            continue;
        }
        let file = folder.path().join(format!("{name}.csv"));
        let place = file.display().to_string();
        let options = format!("charset '{name}', unmappable 'replace'");
        copy(&session, QUERY, &place, &options).await?;
        let expected = "id,name\n1,Zoë\n2,\"a,\"\"b\"\"\"\n3,\"two\nlines\"\n4,\n";
        assert_eq!(std::fs::read(&file)?, encoded(expected, charset), "{name}");
        let options = format!("charset '{name}', newlines_in_values 'true', has_header 'true'");
        create(&session, "CSV", &file, &options).await?;
        let found = texts(
            &session,
            "SELECT id, coalesce(name, '-') FROM t ORDER BY id",
        )
        .await?;
        let zoe = match encoded("ë", charset) == encoded("?", charset) {
            true => "1|Zo?",
            false => "1|Zoë",
        };
        assert_eq!(found, [zoe, "2|a,\"b\"", "3|two\nlines", "4|-"], "{name}");
    }
    Ok(())
}

/// Many rows, in several files and folders, with options of CSV.
#[tokio::test]
async fn many_rows_and_files() -> Result<()> {
    let folder = folder();
    let session = session_of(4);
    let many = "SELECT value AS id, 'Zoë ' || value AS name, value % 3 AS part \
                FROM generate_series(1, 100000)";
    for charset in ["utf-16le", "windows-1252", "iso-2022-jp", "gb18030"] {
        let many = match charset {
            "iso-2022-jp" => many.replace("Zoë", "表"),
            _ => many.to_owned(),
        };
        let place = format!("{}/{charset}", folder.path().display());
        copy(
            &session,
            &many,
            &format!("{place}.csv"),
            &format!("charset '{charset}'"),
        )
        .await?;
        let options = format!("charset '{charset}', delimiter ';', has_header 'false'");
        copy(&session, &many, &format!("{place}/"), &options).await?;
        for (kind, place, columns) in [
            ("CSV", format!("{place}.csv"), ""),
            (
                "CSV",
                format!("{place}/"),
                "(id BIGINT, name TEXT, part BIGINT)",
            ),
        ] {
            let options = match columns {
                "" => format!("charset '{charset}'"),
                _ => options.clone(),
            };
            create_as(&session, columns, kind, &place, &options).await?;
            let query = "SELECT count(DISTINCT id), sum(octet_length(name)), sum(part) FROM t";
            let expected = many.replace("SELECT value", "SELECT DISTINCT value");
            let expected = format!(
                "SELECT count(DISTINCT id), sum(octet_length(name)), sum(part) FROM ({expected})"
            );
            let expected = texts(&session, &expected).await?;
            assert_eq!(texts(&session, query).await?, expected, "{place}");
        }
    }
    let place = format!("{}/parts/", folder.path().display());
    let partitioned = format!(
        "COPY ({many}) TO '{place}' STORED AS CSV PARTITIONED BY (part) OPTIONS (charset 'latin1')"
    );
    session.sql(&partitioned).await?.collect().await?;
    create_as(
        &session,
        "",
        "CSV PARTITIONED BY (part)",
        &place,
        "charset 'latin1'",
    )
    .await?;
    let query = "SELECT part, count(*) FROM t WHERE name LIKE 'Zoë %' GROUP BY part ORDER BY part";
    assert_eq!(
        texts(&session, query).await?,
        ["0|33333", "1|33334", "2|33333"]
    );
    Ok(())
}

#[tokio::test]
async fn byte_order_marks() -> Result<()> {
    let folder = folder();
    let session = session_of(1);
    let file = folder.path().join("x.csv");
    let place = file.display().to_string();
    for (charset, bom) in [
        (Charset::Utf16Le, "true"),
        (Charset::Utf8, "true"),
        (Charset::Utf32Be, "false"),
    ] {
        let options = format!("charset '{charset}', bom '{bom}'");
        copy(&session, "SELECT 1 AS a", &place, &options).await?;
        let mark = if bom == "true" { charset.bom() } else { b"" };
        let expected = [mark, &encoded("a\n1\n", charset)].concat();
        assert_eq!(std::fs::read(&file)?, expected);
    }
    Ok(())
}

/// After an error, there is no file, and an earlier file is unchanged.
#[tokio::test]
async fn nothing_is_left_after_an_error() -> Result<()> {
    let folder = folder();
    let session = session_of(4);
    let place = folder.path().display().to_string();
    // Files of more than 10 MiB are written in parts.
    for rows in [10, 600_000] {
        let query = format!(
            "SELECT value AS id, CASE value WHEN {rows} THEN 'costs 5 €' ELSE 'costs nothing' \
             END AS price FROM generate_series(1, {rows})"
        );
        for target in ["one.csv", "many/"] {
            let target = format!("{place}/{target}");
            let error = copy(&session, &query, &target, "charset 'latin1'");
            let error = error.await.unwrap_err().to_string();
            let expected = "character U+20AC ('€') in column \"price\", value \"costs 5 €\" cannot be \
                            represented in ISO-8859-1: set the option unmappable to 'replace'";
            assert!(error.contains(expected), "{error}");
            assert_eq!(
                files_in(folder.path()),
                [""; 0].map(std::path::PathBuf::from)
            );
        }
    }
    let one = format!("{place}/one.csv");
    let error = copy(&session, "SELECT 1 AS \"€\"", &one, "charset 'latin1'").await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("in the name of column \"€\""), "{error}");
    copy(
        &session,
        "SELECT '5 €' AS a",
        &one,
        "charset 'latin1', unmappable 'replace'",
    )
    .await?;
    assert_eq!(std::fs::read(&one)?, b"a\n5 ?\n");
    // An error of the query.
    let query = "SELECT decode_text(X'FF', 'ascii') || value FROM generate_series(1, 20000)";
    let query = query.replace(
        "X'FF'",
        "arrow_cast(CASE value WHEN 19000 THEN X'FF' END, 'Binary')",
    );
    for (query, charset) in [("SELECT '€'", "latin1"), (&query, "utf-16le")] {
        let options = format!("charset '{charset}'");
        assert!(copy(&session, query, &one, &options).await.is_err());
        assert_eq!(std::fs::read(&one)?, b"a\n5 ?\n");
    }
    assert!(
        copy(
            &session,
            &query,
            &format!("{place}/new.csv"),
            "charset 'koi8-r'"
        )
        .await
        .is_err()
    );
    assert_eq!(files_in(folder.path()).len(), 1);
    Ok(())
}

#[tokio::test]
async fn wrong_options_of_copy() -> Result<()> {
    let folder = folder();
    let session = session_of(1);
    let place = format!("{}/x.csv", folder.path().display());
    for (options, expected) in [
        ("charset 'auto'", "not 'auto'"),
        ("charset 'klingon'", "unknown charset 'klingon'"),
        ("charset 'latin1', unmappable 'null'", "'fail' or 'replace'"),
        ("charset 'latin1', bom 'true'", "no byte order mark"),
        ("charset 'utf-8', bom 'maybe'", "'true' or 'false'"),
        (
            "charset 'latin1', on_bad 'set_aside'",
            "others are for tables",
        ),
        (
            "charset 'latin1', malformed 'replace'",
            "others are for tables",
        ),
    ] {
        let error = copy(&session, "SELECT 1", &place, options).await;
        let error = error.unwrap_err().to_string();
        assert!(error.contains(expected), "{options}: {error}");
        assert!(files_in(folder.path()).is_empty());
    }
    // Without these options, DataFusion writes the file.
    copy(&session, "SELECT 1 AS a", &place, "has_header 'false'").await?;
    assert_eq!(std::fs::read(&place)?, b"1\n");
    let explained =
        format!("EXPLAIN COPY (SELECT 1) TO '{place}' STORED AS CSV OPTIONS (charset 'koi8-r')");
    let plan = session.sql(&explained).await?.to_string().await?;
    assert!(plan.contains("charset=KOI8-R"), "{plan}");
    Ok(())
}
