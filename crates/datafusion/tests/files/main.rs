//! Tests tables of files in any charset.

mod aside;
mod borders;
#[cfg(feature = "compression")]
mod compressed;
mod parts;
mod requests;
mod schemas;
mod statements;
mod write;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::common::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use object_store::ObjectStoreExt;
use object_store::chunked::ChunkedStore;
use object_store::memory::InMemory;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use utflane::Charset;
use utflane::stream::AnyTranscoder;
use utflane_datafusion::files::TextError;

fn session_with(config: SessionConfig) -> SessionContext {
    let session = SessionContext::new_with_config(config);
    utflane_datafusion::register_all(&session).unwrap();
    session
}

/// Returns a session that reads files of any size in `parts` parts.
fn session_of(parts: usize) -> SessionContext {
    let config = SessionConfig::new().with_target_partitions(parts);
    session_with(config.with_repartition_file_min_size(1))
}

/// Encodes a text in a charset. Characters that the charset does not have become `?`.
fn encoded(text: &str, charset: Charset) -> Vec<u8> {
    let mut bytes = vec![0; 8 * text.len() + 64];
    let mut encoder = AnyTranscoder::new(Charset::Utf8, charset);
    let step = encoder.transcode_lossy(text.as_bytes(), &mut bytes);
    assert_eq!(step.read, text.len());
    let end = encoder.finish_lossy(&mut bytes[step.written..]);
    bytes.truncate(step.written + end.written);
    bytes
}

async fn rows(session: &SessionContext, query: &str) -> Result<Vec<RecordBatch>> {
    session.sql(query).await?.collect().await
}

/// Returns the rows of a result as text, with `|` between columns.
async fn texts(session: &SessionContext, query: &str) -> Result<Vec<String>> {
    let batches = rows(session, query).await?;
    Ok(batches.iter().flat_map(texts_of).collect())
}

/// Returns the rows of a batch as text, with `|` between columns.
fn texts_of(batch: &RecordBatch) -> Vec<String> {
    let texts = |column: &ArrayRef| -> Vec<String> {
        if let Some(bytes) = column.as_binary_opt::<i32>() {
            let bytes = bytes.iter();
            return bytes.map(|bytes| format!("{:?}", bytes.unwrap())).collect();
        }
        let texts = datafusion::arrow::compute::cast(column, &DataType::Utf8).unwrap();
        let texts = texts.as_string::<i32>();
        let text = |row| texts.value(row).to_owned();
        (0..texts.len()).map(text).collect()
    };
    let columns: Vec<_> = batch.columns().iter().map(texts).collect();
    let row = |row: usize| {
        let cells: Vec<_> = columns.iter().map(|column| &column[row][..]).collect();
        cells.join("|")
    };
    (0..batch.num_rows()).map(row).collect()
}

/// Creates the table `t` with `columns`, in parentheses, or with inferred columns if `columns` is
/// empty.
async fn create_as(
    session: &SessionContext,
    columns: &str,
    kind: &str,
    place: &str,
    options: &str,
) -> Result<()> {
    let sql = format!(
        "CREATE EXTERNAL TABLE t {columns} STORED AS {kind} LOCATION '{place}' OPTIONS ({options})"
    );
    session
        .sql("DROP TABLE IF EXISTS t")
        .await?
        .collect()
        .await?;
    session.sql(&sql).await?.collect().await?;
    Ok(())
}

async fn create(session: &SessionContext, kind: &str, place: &Path, options: &str) -> Result<()> {
    let slash = if place.is_dir() { "/" } else { "" };
    let place = format!("{}{slash}", place.display());
    create_as(session, "", kind, &place, options).await
}

/// Returns the number of rows of `t`. The query reads no columns.
async fn count(session: &SessionContext) -> Result<i64> {
    let counted = rows(session, "SELECT count(*) FROM t").await?;
    Ok(counted[0].column(0).as_primitive::<Int64Type>().value(0))
}

/// Returns the number of partitions in a scan of `t`.
async fn partitions(session: &SessionContext) -> Result<usize> {
    let scan = session.sql("SELECT * FROM t").await?;
    let plan = scan.create_physical_plan().await?;
    Ok(plan.properties().partitioning.partition_count())
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

const TABLE: &str = "id,name,city\n1,Zoë,Malmö\n2,José,\"Alcalá, de\"\n3,Ünal,Køge\n";
const TABLE_ROWS: [&str; 3] = ["1|Zoë|Malmö", "2|José|Alcalá, de", "3|Ünal|Køge"];

#[tokio::test]
async fn csv_of_every_charset() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let session = session_with(SessionConfig::new());
    // Only encodings of files have labels. Encodings that are only used in memory have none.
    let named = |charset: &Charset| charset.aliases().next().is_some();
    for charset in Charset::ALL.into_iter().filter(named) {
        let bytes = encoded(TABLE, charset);
        std::fs::write(&file, &bytes).unwrap();
        // Characters that a charset does not have are `?` in the file, and so in the table.
        let mut text = String::new();
        let mut decoder = utflane::stream::TextDecoder::new(charset);
        let _ = decoder.decode_lossy(&bytes, &mut text);
        let cells = text.replace('"', "").replace(", ", "; ").replace(',', "|");
        let cells = cells.replace("; ", ", ");
        let expected: Vec<_> = cells.lines().skip(1).collect();
        create(
            &session,
            "CSV",
            &file,
            &format!("charset '{}'", charset.name()),
        )
        .await?;
        let found = texts(&session, "SELECT * FROM t ORDER BY id").await?;
        assert_eq!(found, expected, "{}", charset.name());
        let schema = rows(&session, "SELECT * FROM t").await?[0].schema();
        assert_eq!(schema.field(0).data_type(), &DataType::Int64);
        assert_eq!(schema.field(1).name(), "name");
    }
    Ok(())
}

#[tokio::test]
async fn byte_order_marks_and_detection() -> Result<()> {
    let folder = folder();
    let session = session_with(SessionConfig::new());
    let marked = |charset: Charset| [charset.bom(), &encoded(TABLE, charset)].concat();
    for charset in [
        Charset::Utf8,
        Charset::Utf16Le,
        Charset::Utf16Be,
        Charset::Utf32Be,
    ] {
        let file = folder.path().join("marked.csv");
        std::fs::write(&file, marked(charset)).unwrap();
        let options = format!("charset '{}'", charset.name());
        create(&session, "CSV", &file, &options).await?;
        let found = texts(&session, "SELECT id, name, city FROM t").await?;
        assert_eq!(found, TABLE_ROWS);
    }
    // A folder with files in charsets that are detected, and in a code page.
    std::fs::remove_file(folder.path().join("marked.csv")).unwrap();
    let files = [
        ("a.csv", marked(Charset::Utf16Le)),
        ("b.csv", encoded(TABLE, Charset::Utf16Be)),
        ("c.csv", encoded(TABLE, Charset::Utf8)),
        ("d.csv", encoded(TABLE, Charset::Windows1252)),
    ];
    for (name, bytes) in &files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let options = "charset 'auto', fallback_charset 'windows-1252'";
    create(&session, "CSV", folder.path(), options).await?;
    let mut expected: Vec<_> = TABLE_ROWS.iter().flat_map(|row| [*row; 4]).collect();
    expected.sort();
    let found = texts(&session, "SELECT * FROM t ORDER BY id").await?;
    assert_eq!(found, expected);
    Ok(())
}

/// A file that is perhaps in UTF-16 is not read in another charset, and not in UTF-16 either.
#[tokio::test]
async fn an_unreliable_charset_is_an_error() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let session = session_with(SessionConfig::new());
    std::fs::write(&file, b"a\0\n\x001\0\n\0")?;
    let options = "charset 'auto', fallback_charset 'windows-1252'";
    let read = async {
        create(&session, "CSV", &file, options).await?;
        texts(&session, "SELECT * FROM t").await
    };
    let error = read.await.unwrap_err().to_string();
    assert!(error.contains("perhaps in UTF-16LE"), "{error}");
    Ok(())
}

/// Legacy encodings are detected if they are likely, in any number of parts. ISO-2022-JP cannot be
/// split, so the first part reads the whole file.
#[tokio::test]
async fn legacy_encodings_are_detected() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let russian = "Каждый человек имеет право на образование";
    let japanese = "すべての人は教育を受ける権利を有する";
    for (charset, text) in [
        (Charset::Windows1251, russian),
        (Charset::Ibm866, russian),
        (Charset::ShiftJis, japanese),
        (Charset::Iso2022Jp, japanese),
    ] {
        let rows: Vec<_> = (10..40).map(|id| format!("{id}|{text}")).collect();
        let table = format!("id,name\n{}\n", rows.join("\n")).replace('|', ",");
        let bytes = encoded(&table, charset);
        std::fs::write(&file, &bytes)?;
        for parts in [1, 3, 16] {
            let session = session_of(parts);
            create(&session, "CSV", &file, "charset 'auto'").await?;
            assert!(partitions(&session).await? > 1 || parts == 1);
            let found = texts(&session, "SELECT id, name FROM t ORDER BY id").await?;
            assert_eq!(found, rows, "{charset} in {parts} parts");
        }
    }
    Ok(())
}

#[tokio::test]
async fn guesses_are_refused() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("menu.csv");
    std::fs::write(&file, b"id,name\n1,caf\xE9\n")?;
    let session = session_of(4);
    for options in ["charset 'auto'", "charset 'auto', guess 'false'"] {
        // The schema is inferred from the file, or the query reads it.
        let place = file.display().to_string();
        let inferred = create(&session, "CSV", &file, options).await;
        create_as(&session, "(id BIGINT, name TEXT)", "CSV", &place, options).await?;
        let read = texts(&session, "SELECT * FROM t").await;
        for error in [inferred.unwrap_err(), read.unwrap_err()] {
            let error = error.to_string();
            let expected = "menu.csv: the file is perhaps in windows-1252 (its first non-ASCII \
                            byte is at index 13): set the option 'charset' to confirm, or 'guess'";
            assert!(error.contains(expected), "{error}");
        }
    }
    for options in [
        "charset 'auto', guess 'true'",
        "charset 'auto', fallback_charset 'windows-1252'",
    ] {
        create(&session, "CSV", &file, options).await?;
        assert_eq!(texts(&session, "SELECT * FROM t").await?, ["1|café"]);
    }
    // Bytes that are no text.
    std::fs::write(&file, b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR")?;
    let options = "charset 'auto', guess 'true'";
    let error = create(&session, "CSV", &file, options)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("the encoding of the file is unknown"),
        "{error}"
    );
    Ok(())
}

/// A store that returns files in chunks of three bytes.
#[tokio::test]
async fn other_object_stores() -> Result<()> {
    let session = session_with(SessionConfig::new().with_repartition_file_min_size(1));
    let store = ChunkedStore::new(Arc::new(InMemory::new()), 3);
    let path = object_store::path::Path::from("folder/table.csv");
    store
        .put(&path, encoded(TABLE, Charset::Utf16Be).into())
        .await?;
    let url = url::Url::parse("memory://bucket").unwrap();
    session.register_object_store(&url, Arc::new(store));
    let place = "memory://bucket/folder/";
    create_as(&session, "", "CSV", place, "charset 'utf-16be'").await?;
    let found = texts(&session, "SELECT * FROM t ORDER BY id").await?;
    assert_eq!(found, TABLE_ROWS);
    Ok(())
}

/// A file returns every row once, for any number of parts. (The unit tests of ranges try every
/// boundary.)
#[tokio::test]
async fn ranges_cut_no_character_and_no_row() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    // These characters contain the bytes of line ends in UTF-16, at both alignments.
    let text = "id,s\n1,\u{0A0A}\u{0A00}\n2,\u{000B}\u{0A0D}é\r\n3,\u{10A00}あ\n4,\n";
    for charset in [Charset::Utf16Le, Charset::Utf32Be, Charset::Gb18030] {
        let bytes = encoded(text, charset);
        std::fs::write(&file, &bytes).unwrap();
        let mut whole = None;
        for parts in (1..=bytes.len()).step_by(7) {
            let session = session_of(parts);
            create(
                &session,
                "CSV",
                &file,
                &format!("charset '{}'", charset.name()),
            )
            .await?;
            let partitions = partitions(&session).await?;
            assert!(partitions > 1 || parts == 1, "{}", charset.name());
            let found = texts(&session, "SELECT * FROM t ORDER BY id").await?;
            assert_eq!(found.len(), 4, "{} in {parts} parts", charset.name());
            let whole = whole.get_or_insert_with(|| found.clone());
            assert_eq!(&found, whole, "{} in {parts} parts", charset.name());
        }
    }
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_split_is_read_whole() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let session = session_of(4);
    std::fs::write(&file, encoded("a,b\n1,あ\n2,い\n", Charset::Iso2022Jp)).unwrap();
    create(&session, "CSV", &file, "charset 'iso-2022-jp'").await?;
    assert_eq!(partitions(&session).await?, 1);
    assert_eq!(
        texts(&session, "SELECT b FROM t ORDER BY a").await?,
        ["あ", "い"]
    );
    // The trail byte of "表" in Shift_JIS is the terminator.
    std::fs::write(&file, encoded("1;表\\2;x\\", Charset::ShiftJis)).unwrap();
    let options = r"charset 'shift_jis', has_header 'false', terminator '\', delimiter ';'";
    let place = file.display().to_string();
    create_as(&session, "(a INT, b TEXT)", "CSV", &place, options).await?;
    assert_eq!(partitions(&session).await?, 1);
    assert_eq!(
        texts(&session, "SELECT b FROM t ORDER BY a").await?,
        ["表", "x"]
    );
    let options = "charset 'utf-8', has_header 'false', terminator '!', comment '#'";
    create_as(&session, "(a INT, b TEXT)", "CSV", &place, options).await?;
    assert_eq!(partitions(&session).await?, 1);
    let quoted = "a,b\n1,\"x\ny\"\n2,z\n";
    std::fs::write(&file, encoded(quoted, Charset::Utf16Le)).unwrap();
    create(
        &session,
        "CSV",
        &file,
        "charset 'utf-16le', newlines_in_values 'true'",
    )
    .await?;
    assert_eq!(partitions(&session).await?, 1);
    assert_eq!(
        texts(&session, "SELECT b FROM t ORDER BY a").await?,
        ["x\ny", "z"]
    );
    Ok(())
}

#[tokio::test]
async fn malformed_text_has_a_file_a_line_and_a_position() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let mut bytes = encoded("a,b\n", Charset::Utf16Le);
    for row in 0..1000 {
        bytes.extend(encoded(&format!("{row},é\n"), Charset::Utf16Le));
    }
    let position = bytes.len();
    bytes.extend(b"\x00\xD8\n\0");
    bytes.extend(encoded("7,x\n", Charset::Utf16Le));
    std::fs::write(&file, &bytes).unwrap();
    let place = file.display().to_string();
    // The line is counted from the start of the file, for any number of parts.
    for parts in [1, 3, 8] {
        let session = session_of(parts);
        create_as(
            &session,
            "(a TEXT, b TEXT)",
            "CSV",
            &place,
            "charset 'utf-16le'",
        )
        .await?;
        let error = rows(&session, "SELECT * FROM t").await.unwrap_err();
        let text = TextError::of(&error).expect("an error of text");
        assert_eq!(text.line(), 1002);
        assert_eq!(text.error().position(), position as u64);
        assert!(text.file().ends_with("table.csv"));
        let explained = format!("{text:#}");
        assert!(
            explained.ends_with(": unpaired surrogate (00 D8)"),
            "{explained}"
        );
        let error = error.to_string();
        assert!(
            error.contains("table.csv, line 1002: invalid utf-16le"),
            "{error}"
        );
    }
    let session = session_with(SessionConfig::new());
    let options = "charset 'utf-16le', malformed 'replace', truncated_rows 'true'";
    create_as(&session, "(a TEXT, b TEXT)", "CSV", &place, options).await?;
    let found = texts(&session, "SELECT a FROM t WHERE b IS NULL").await?;
    assert_eq!(found, ["\u{FFFD}"]);
    assert_eq!(count(&session).await?, 1002);
    // A file with an incomplete character at its end.
    std::fs::write(
        &file,
        encoded("a\né", Charset::Utf8).split_last().unwrap().1,
    )
    .unwrap();
    create(&session, "LINES", &file, "charset 'utf-8'").await?;
    let error = rows(&session, "SELECT * FROM t").await.unwrap_err();
    assert!(
        error.to_string().contains("line 2: incomplete utf-8"),
        "{error}"
    );
    Ok(())
}

#[tokio::test]
async fn lines() -> Result<()> {
    let folder = folder();
    let text = "erste Zeile\r\n\nдругая, \"строка\"\n\u{0A0A}\nohne Ende";
    let lines = [
        "erste Zeile",
        "",
        "другая, \"строка\"",
        "\u{0A0A}",
        "ohne Ende",
    ];
    for charset in [Charset::Utf8, Charset::Utf16Be] {
        let file = folder.path().join("text.log");
        let bytes = encoded(text, charset);
        std::fs::write(&file, &bytes).unwrap();
        for parts in (1..=bytes.len()).step_by(7) {
            let config = SessionConfig::new()
                .with_target_partitions(parts)
                .with_batch_size(2)
                .with_repartition_file_min_size(1);
            let session = session_with(config);
            create(
                &session,
                "LINES",
                &file,
                &format!("charset '{}'", charset.name()),
            )
            .await?;
            let mut found = texts(&session, "SELECT line FROM t").await?;
            let mut expected = lines.to_vec();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{} in {parts} parts", charset.name());
            assert_eq!(count(&session).await?, 5);
        }
    }
    Ok(())
}
