//! Tests rows that are set aside, and values with line ends at the borders of ranges.

use super::*;
use datafusion::arrow::array::Array;
use datafusion::arrow::datatypes::{Field, Schema};
use datafusion::config::CsvOptions;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::execution::object_store::ObjectStoreUrl;
use std::ops::Range;
use utflane_datafusion::files::{TextFormat, TextOptions};

/// A row of a file, as its bytes, and as it is in the table. `None` if it is bad.
type Row = (Vec<u8>, Option<&'static str>);

/// Returns rows with quoted line ends. With `has_bad`, some rows are bad.
fn sample(charset: Charset, has_bad: bool) -> Vec<Row> {
    let malformed: &[u8] = match charset {
        Charset::Utf16Le => b"\x00\xD8",
        _ => b"\xFF",
    };
    let row = |text: &str, row| (encoded(text, charset), row);
    let bad = |text: &str| (encoded(text, charset), None);
    let mut rows = vec![
        row("1,é\n", Some("1|é")),
        row("2,\"b\nc\"\n", Some("2|b\nc")),
        bad("x,d\n"),
        // The quote is not closed: the next quote opens a value.
        bad("3,\"e\n"),
        row("4,\"f,\"\n", Some("4|f,")),
        bad("5\n"),
        bad("6,g,h\n"),
        row("7,\"i\r\nj\n\n\"\"k\"\r\n", Some("7|i\r\nj\n\n\"k")),
        row("8,表\n", Some("8|表")),
        bad("9,"),
        row("10,\"\n\"\n", Some("10|\n")),
        bad("11,\"m"),
    ];
    rows[9].0.extend(malformed);
    rows[9].0.extend(encoded("\n", charset));
    if !has_bad {
        rows.retain(|(_, row)| row.is_some());
    }
    for (_, row) in &mut rows {
        // Shift_JIS has no é. The test encodes it as `?`.
        if charset == Charset::ShiftJis && *row == Some("1|é") {
            *row = Some("1|?");
        }
    }
    rows
}

/// The file of a test, which is read in ranges.
struct Split {
    session: SessionContext,
    format: TextFormat,
    place: std::path::PathBuf,
    size: u64,
}

impl Split {
    /// Reads the file in these ranges, each in its own partition. Returns the sorted rows.
    /// DataFusion may read a range in another partition, so the order is not that of the file.
    async fn read(&self, schema: Arc<Schema>, cuts: &[u64]) -> Result<Vec<String>> {
        let csv = CsvOptions::default().with_has_header(false);
        let format = TextFormat::new(csv, self.format.options());
        let format = format.with_bad_rows_of(self.format.bad_rows_of().cloned());
        let source = format.file_source(TableSchema::from(schema));
        let place = ObjectStoreUrl::local_filesystem();
        let mut config = FileScanConfigBuilder::new(place, source);
        let ends = cuts.iter().copied().chain([self.size]);
        for (start, end) in [0].into_iter().chain(cuts.iter().copied()).zip(ends) {
            let path = self.place.display().to_string();
            let file = PartitionedFile::new(path, self.size);
            let file = file.with_range(start as i64, end as i64);
            config = config.with_file_group(FileGroup::new(vec![file]));
        }
        let plan = DataSourceExec::from_data_source(config.build());
        let context = self.session.task_ctx();
        let partitions = datafusion::physical_plan::collect_partitioned(plan, context).await?;
        let mut rows: Vec<_> = partitions.iter().flatten().flat_map(texts_of).collect();
        rows.sort();
        Ok(rows)
    }
}

/// Returns the rows of a batch as text.
fn texts_of(batch: &RecordBatch) -> Vec<String> {
    let columns = batch
        .columns()
        .iter()
        .map(|column| match column.data_type() {
            DataType::Binary => {
                let bytes = column.as_binary::<i32>().iter();
                bytes.map(|bytes| format!("{:?}", bytes.unwrap())).collect()
            }
            _ => {
                let texts = datafusion::arrow::compute::cast(column, &DataType::Utf8).unwrap();
                let texts = texts.as_string::<i32>();
                (0..texts.len())
                    .map(|row| texts.value(row).to_owned())
                    .collect::<Vec<_>>()
            }
        });
    let columns: Vec<_> = columns.collect();
    let row = |row: usize| columns.iter().map(move |column| column[row].clone());
    (0..batch.num_rows())
        .map(|at| row(at).collect::<Vec<_>>().join("|"))
        .collect()
}

/// For every border of ranges, the result is that of the whole file, or an error if a row overlaps
/// the border.
#[tokio::test]
async fn every_border_is_exact_or_an_error() -> Result<()> {
    let folder = folder();
    let place = folder.path().join("table.csv");
    let (mut exact, mut refused) = (0, 0);
    for charset in [Charset::Utf8, Charset::Utf16Le, Charset::ShiftJis] {
        for sets_aside in [false, true] {
            let rows = sample(charset, sets_aside);
            let bytes: Vec<u8> = rows.iter().flat_map(|(bytes, _)| bytes.clone()).collect();
            std::fs::write(&place, &bytes)?;
            let fields = [("id", DataType::Int64), ("name", DataType::Utf8)];
            let field = |(name, of)| Field::new(name, of, true);
            let schema = Arc::new(Schema::new(fields.map(field).to_vec()));
            let options = TextOptions {
                sets_aside,
                ..TextOptions::csv(charset)
            };
            let format = TextFormat::new(CsvOptions::default(), options);
            let split = Split {
                session: session_of(1),
                format: format.clone(),
                place: place.clone(),
                size: bytes.len() as u64,
            };
            let bad = Split {
                session: session_of(1),
                format: format.with_bad_rows_of(Some(schema.clone())),
                place: place.clone(),
                size: bytes.len() as u64,
            };
            let mut good_rows: Vec<_> = rows.iter().filter_map(|(_, row)| *row).collect();
            good_rows.sort();
            // The ranges of rows, and of their lines after the first.
            let (mut bad_rows, mut inner, mut starts) = (Vec::new(), Vec::<Range<u64>>::new(), 0);
            let line_feed = encoded("\n", charset);
            let mut lines = 1;
            for (row, text) in &rows {
                let range = starts..starts + row.len() as u64;
                let units = row.chunks(line_feed.len());
                let ends = units
                    .enumerate()
                    .filter(|(_, unit)| *unit == &line_feed[..]);
                let ends: Vec<_> = ends.map(|(at, _)| (at + 1) * line_feed.len()).collect();
                if text.is_none() {
                    let Range { start, end } = range.clone();
                    bad_rows.push(format!("{lines}|{start}|{end}|{row:?}"));
                } else if ends.len() > 1 {
                    inner.push(range.start + 1..range.end);
                }
                lines += ends.len();
                starts = range.end;
            }
            // The position of the first line that begins at a border or later.
            let line_after = |cut: u64| {
                let unit = line_feed.len() as u64;
                let from = (cut.div_ceil(unit) * unit - unit) as usize;
                let mut units = bytes[from..].chunks(line_feed.len());
                let found = units.position(|unit| unit == &line_feed[..]);
                found.map_or(split.size, |at| (from as u64) + (at as u64 + 1) * unit)
            };
            let cuts = (1..split.size).map(|cut| vec![cut]);
            let more = (1..split.size - 9).map(|cut| vec![cut, cut + 4, cut + 9]);
            for cuts in cuts.chain(more) {
                // A row is refused if a range with lines ends within it.
                let is_within = |cut: &u64| {
                    let at = line_after(*cut);
                    inner.iter().any(|inner| inner.contains(&at))
                };
                let is_refused = cuts.iter().any(is_within);
                let found = split.read(schema.clone(), &cuts).await;
                let what = format!("{charset}, set aside: {sets_aside}, {cuts:?}");
                match found {
                    Ok(found) => {
                        assert!(!is_refused, "{what}: {found:?}");
                        assert_eq!(found, good_rows, "{what}");
                        exact += 1;
                    }
                    Err(error) => {
                        let error = error.to_string();
                        assert!(is_refused, "{what}: {error}");
                        let words = ["table.csv, line ", "newlines_in_values"];
                        let is_explained = words.iter().all(|word| error.contains(word));
                        assert!(is_explained, "{what}: {error}");
                        refused += 1;
                    }
                }
                if sets_aside {
                    let columns = ["file", "line", "start", "end", "reason", "bytes"];
                    let columns = columns.map(|name| match name {
                        "file" | "reason" => Field::new(name, DataType::Utf8, false),
                        "bytes" => Field::new(name, DataType::Binary, false),
                        _ => Field::new(name, DataType::Int64, false),
                    });
                    let columns = Arc::new(Schema::new(columns.to_vec()));
                    match bad.read(columns, &cuts).await {
                        Ok(found) => {
                            assert!(!is_refused, "{what}");
                            let of_row = |row: &String| {
                                let cells: Vec<_> = row.split('|').collect();
                                assert!(cells[0].ends_with("table.csv"), "{row}");
                                let bytes = cells.last().unwrap();
                                format!("{}|{bytes}", cells[1..4].join("|"))
                            };
                            let mut found: Vec<_> = found.iter().map(of_row).collect();
                            found.sort();
                            bad_rows.sort();
                            assert_eq!(found, bad_rows, "{what}");
                        }
                        Err(error) => assert!(is_refused, "{what}: {error}"),
                    }
                }
            }
        }
    }
    assert!(exact > 400 && refused > 200, "{exact} {refused}");
    Ok(())
}

/// A row that is not complete at a border ends after more bytes than are requested at once.
#[tokio::test]
async fn a_long_row_at_a_border() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let place = file.display().to_string();
    let [first, second] = [200_000, 100_000].map(|len| "x".repeat(len));
    for (text, good, bad) in [
        // The quote is closed in another range, so the row overlaps the border.
        (format!("1,\"{first}\n{second}\"\n2,b\n"), None, 0),
        // It is not closed.
        (format!("1,\"{first}\n{second},c\n\"2\",b\n"), Some(2), 1),
    ] {
        std::fs::write(&file, encoded(&text, Charset::Utf16Le))?;
        for parts in [1, 2] {
            let session = session_of(parts);
            let options = "charset 'utf-16le', on_bad 'set_aside', has_header 'false'";
            create_as(&session, "(id TEXT, name TEXT)", "CSV", &place, options).await?;
            let found = count(&session).await;
            match (good, parts) {
                (None, 2) => {
                    let error = found.unwrap_err().to_string();
                    assert!(error.contains("newlines_in_values"), "{error}");
                }
                (good, _) => {
                    assert_eq!(found?, good.unwrap_or(2));
                    let query = "SELECT count(*) FROM bad_rows('t')";
                    assert_eq!(texts(&session, query).await?, [bad.to_string()]);
                }
            }
        }
    }
    Ok(())
}

/// A query with a limit reads a file from its start, so that it cannot begin within a row.
#[tokio::test]
async fn a_limit_returns_rows_of_the_file() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let row = |id: usize| format!("{id},\"x\n0,y\n0,z\"\n");
    let text: String = (1..200).map(row).collect();
    std::fs::write(&file, encoded(&text, Charset::Utf16Le))?;
    let place = file.display().to_string();
    for options in ["", ", on_bad 'set_aside'"] {
        let session = session_of(7);
        let options = format!("charset 'utf-16le', has_header 'false'{options}");
        create_as(&session, "(id BIGINT, s TEXT)", "CSV", &place, &options).await?;
        assert_eq!(partitions(&session).await?, 7);
        for limit in [1, 50, 150] {
            let query = format!("SELECT min(id), count(*) FROM (SELECT id FROM t LIMIT {limit})");
            assert_eq!(texts(&session, &query).await?, [format!("1|{limit}")]);
        }
        assert!(count(&session).await.is_err());
    }
    Ok(())
}

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
                    [good.clone()],
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
            "does not go with",
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
