//! Tests that results do not depend on the number of partitions or on the boundaries of ranges.

use super::*;

/// A table in a format, and its rows.
struct Case {
    kind: &'static str,
    options: &'static str,
    text: String,
    rows: Vec<String>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut case = |kind, options, head: &str, row: &dyn Fn(usize) -> (String, String)| {
        let rows: Vec<_> = (0..40).map(row).collect();
        let text = rows
            .iter()
            .map(|(text, _)| text.as_str())
            .collect::<String>();
        cases.push(Case {
            kind,
            options,
            text: head.to_owned() + &text,
            rows: rows.into_iter().map(|(_, row)| row).collect(),
        });
    };
    // U+FEFF at the start of each row. At the start of a file, the first U+FEFF is a byte order
    // mark, and a second one is text.
    case("LINES", "", "", &|n| {
        let mark = if n == 0 { "" } else { "\u{FEFF}" };
        (format!("{mark}{n}\n"), format!("{mark}{n}"))
    });
    case("CSV", "", "\u{FEFF}\u{FEFF}s,n\n", &|n| {
        (format!("\u{FEFF}é{n},{n}\n"), format!("\u{FEFF}é{n}|{n}"))
    });
    case("CSV", ", has_header 'false'", "\u{FEFF}", &|n| {
        (format!("\u{FEFF}{n},x\r\n"), format!("\u{FEFF}{n}|x"))
    });
    // Comments and empty lines before the header, and later.
    let head = "# one, two\n#\n\n".repeat(9);
    case("CSV", ", comment '#'", &(head + "s,n\n"), &|n| {
        (format!("\n#{n}\n\u{FEFF}{n},x\n"), format!("\u{FEFF}{n}|x"))
    });
    case("CSV", "", &("\r\n".repeat(50) + "s,n\r\n"), &|n| {
        (format!("{n},x\r\n\r\n"), format!("{n}|x"))
    });
    // Options apply to every part.
    case("CSV", r", escape '\'", "s,n\n", &|n| {
        (format!("\"{n} \\\"x\\\", \",y\n"), format!("{n} \"x\", |y"))
    });
    case("CSV", ", quote '~', delimiter ';'", "s;n\n", &|n| {
        (format!("~{n} ;~~\"~;y\n"), format!("{n} ;~\"|y"))
    });
    case("CSV", ", terminator '!'", "s,n!", &|n| {
        (format!("{n}\n,\"x,\"!"), format!("{n}\n|x,"))
    });
    case(
        "CSV",
        ", truncated_rows 'true'",
        "s,n\n",
        &|n| match n % 3 {
            0 => (format!("{n}\n"), format!("{n}|-")),
            _ => (format!("{n},x\n"), format!("{n}|x")),
        },
    );
    case("CSV", ", newlines_in_values 'true'", "s,n\n", &|n| {
        (format!("\"{n}\n\u{FEFF}\",x\n"), format!("{n}\n\u{FEFF}|x"))
    });
    cases
}

/// Runs several queries on a table, and compares the results with its rows.
async fn check(session: &SessionContext, case: &Case, what: &str) -> Result<()> {
    let columns = match case.kind {
        "CSV" => "s || '|' || coalesce(n, '-')",
        _ => "line",
    };
    let mut rows = case.rows.clone();
    rows.sort();
    let query = format!("SELECT {columns} AS row FROM t ORDER BY 1");
    let found = texts(session, &query).await;
    assert_eq!(
        found.map_err(|error| error.to_string()),
        Ok(rows.clone()),
        "{what}"
    );
    assert_eq!(count(session).await?, rows.len() as i64, "{what}");
    let sums = format!("SELECT sum(octet_length({columns})), min({columns}) FROM t");
    let bytes: usize = rows.iter().map(String::len).sum();
    let expected = format!("{bytes}|{}", rows[0]);
    assert_eq!(texts(session, &sums).await?, [expected], "{what}");
    let one = format!("SELECT count(*) FROM t WHERE {columns} = '{}'", rows[7]);
    assert_eq!(texts(session, &one).await?, ["1"], "{what}");
    Ok(())
}

#[tokio::test]
async fn answers_are_those_of_one_partition() -> Result<()> {
    let folder = folder();
    let mut most = 0;
    for case in cases() {
        for charset in [Charset::Utf8, Charset::Utf16Le, Charset::Gb18030] {
            // The test cannot encode a byte order mark in GB18030, so remove it.
            let text = match charset {
                Charset::Gb18030 => case.text.trim_start_matches('\u{FEFF}'),
                _ => &case.text,
            };
            if charset == Charset::Gb18030 && case.text.starts_with("\u{FEFF}\u{FEFF}") {
                continue;
            }
            let bytes = encoded(text, charset);
            let suffix = if case.kind == "CSV" { "csv" } else { "txt" };
            let file = folder.path().join(format!("table.{suffix}"));
            std::fs::write(&file, &bytes).unwrap();
            let name = charset.name();
            for charset in [
                format!("'{name}'"),
                format!("'auto', fallback_charset '{name}'"),
            ] {
                // UTF-8 with a fallback is the same as detection.
                if charset.contains("auto") && name == "UTF-8" {
                    continue;
                }
                for parts in [1, 4, 16, 61] {
                    let session = session_of(parts);
                    let options = format!("charset {charset}{}", case.options);
                    let place = file.display().to_string();
                    let columns = match case.kind {
                        "CSV" => "(s TEXT, n TEXT)",
                        _ => "",
                    };
                    create_as(&session, columns, case.kind, &place, &options).await?;
                    most = most.max(partitions(&session).await?);
                    check(&session, &case, &format!("{options} in {parts} parts")).await?;
                }
            }
        }
    }
    assert!(most > 50, "{most}");
    Ok(())
}

/// Comments before the header change neither columns nor rows, for chunks of any length.
#[tokio::test]
async fn the_header_is_found_after_comments() -> Result<()> {
    let url = url::Url::parse("memory://bucket").unwrap();
    let path = object_store::path::Path::from("table.csv");
    let head = "#, comment\n\n";
    for (repeated, parts) in [(1, 4), (300, 2), (300, 16), (3000, 4), (30_000, 2)] {
        let text = head.repeat(repeated) + "id,name\n" + &"1,Zoë\n#\n2,Køge\n".repeat(20_000);
        let session = session_of(parts);
        let store = InMemory::new();
        store
            .put(&path, encoded(&text, Charset::Latin1).into())
            .await?;
        session.register_object_store(&url, Arc::new(ChunkedStore::new(Arc::new(store), 1000)));
        let place = "memory://bucket/table.csv";
        let columns = if repeated > 1000 {
            "(id INT, name TEXT)"
        } else {
            ""
        };
        let options = "charset 'latin1', comment '#'";
        create_as(&session, columns, "CSV", place, options).await?;
        let sums = "SELECT sum(id), count(name), min(name), max(name) FROM t";
        let found = texts(&session, sums).await;
        match repeated {
            // Later parts cannot know that there are only comments before them, so this is an
            // error.
            30_000 => {
                let error = found.unwrap_err().to_string();
                assert!(
                    error.contains("table.csv has no header in its first"),
                    "{error}"
                );
            }
            _ => assert_eq!(found?, ["60000|40000|Køge|Zoë"], "{repeated} {parts}"),
        }
        let session = session_with(SessionConfig::new().with_target_partitions(1));
        let store = InMemory::new();
        store
            .put(&path, encoded(&text, Charset::Latin1).into())
            .await?;
        session.register_object_store(&url, Arc::new(store));
        create_as(&session, columns, "CSV", place, options).await?;
        assert_eq!(texts(&session, sums).await?, ["60000|40000|Køge|Zoë"]);
    }
    Ok(())
}

/// Each file has its own charset, which is the same in all of its parts.
#[tokio::test]
async fn files_in_several_charsets() -> Result<()> {
    let folder = folder();
    let charsets = [
        Charset::Utf16Le,
        Charset::Utf16Be,
        Charset::Latin1,
        Charset::Utf8,
    ];
    for (number, charset) in charsets.into_iter().enumerate() {
        let rows: String = (0..50).map(|row| format!("{number},Zoë {row}\n")).collect();
        let bytes = encoded(&("id,name\n".to_owned() + &rows), charset);
        std::fs::write(folder.path().join(format!("{number}.csv")), bytes).unwrap();
    }
    for parts in [1, 4, 16] {
        let session = session_of(parts);
        let options = "charset 'auto', fallback_charset 'latin1'";
        create(&session, "CSV", folder.path(), options).await?;
        let query = "SELECT id, count(*), min(name), max(name) FROM t GROUP BY id ORDER BY id";
        let expected = [0, 1, 2, 3].map(|id| format!("{id}|50|Zoë 0|Zoë 9"));
        assert_eq!(texts(&session, query).await?, expected, "{parts}");
    }
    Ok(())
}

/// Errors have the line in the file, for rows in all parts.
#[tokio::test]
async fn errors_have_the_line_of_the_file() -> Result<()> {
    let folder = folder();
    let rows = |from: usize, to: usize| -> String {
        (from..to).map(|row| format!("{row},é\n\n#\n")).collect()
    };
    for (bad, header, expected) in [
        (
            "x,é\n",
            true,
            "line 183: column \"id\": cannot read \"x\" as Int64",
        ),
        (
            "x,é\n",
            false,
            "line 182: column \"id\": cannot read \"x\" as Int64",
        ),
        ("7\n", true, "line 183: "),
        ("7,8,9\n", false, "line 182: "),
        (
            "7,\"é\n",
            true,
            "line 183: the quote on line 183 is not closed",
        ),
    ] {
        let head = if header { "#\nid,s\n" } else { "\n" };
        let text = head.to_owned() + &rows(0, 60) + bad + &rows(0, 9);
        let file = folder.path().join("table.csv");
        std::fs::write(&file, encoded(&text, Charset::Utf16Le)).unwrap();
        let options = format!("charset 'utf-16le', comment '#', has_header '{header}'");
        for parts in [1, 4, 16] {
            let session = session_of(parts);
            let place = file.display().to_string();
            create_as(&session, "(id BIGINT, s TEXT)", "CSV", &place, &options).await?;
            let error = texts(&session, "SELECT * FROM t")
                .await
                .unwrap_err()
                .to_string();
            let expected = format!("table.csv, {expected}");
            assert!(error.contains(&expected), "{parts} parts: {error}");
        }
    }
    Ok(())
}
