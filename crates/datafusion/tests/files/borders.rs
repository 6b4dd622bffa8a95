//! Tests values with line ends at the borders of ranges.

use super::*;
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

/// By default, a file is split. If a range ends within a value, a query fails, and names the
/// option.
#[tokio::test]
async fn values_with_lines_in_a_split_file() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let mut text = "id,name\n".to_owned();
    for id in 0..60_000 {
        // Each range of the file ends near such a value, and one of two ranges within it.
        let lines = match id % 3_000 {
            0..600 => "0,y\n".repeat(10) + "0,z",
            _ => "y".repeat(10),
        };
        text += &format!("{id},\"{lines}\"\n");
    }
    std::fs::write(&file, encoded(&text, Charset::Windows1252))?;
    let mut failed = 0;
    for parts in [1, 2, 7, 64, 1000] {
        let session = session_of(parts);
        for options in ["", ", on_bad 'set_aside'", ", newlines_in_values 'false'"] {
            let options = format!("charset 'windows-1252'{options}");
            create(&session, "CSV", &file, &options).await?;
            match count(&session).await {
                Ok(rows) => assert_eq!(rows, 60_000, "{parts}"),
                Err(error) => {
                    assert!(parts > 1);
                    let error = error.to_string();
                    let is_named = error.contains("newlines_in_values to 'true'");
                    assert!(is_named && error.contains("table.csv, line "), "{error}");
                    failed += 1;
                }
            }
        }
        create(
            &session,
            "CSV",
            &file,
            "charset 'latin1', newlines_in_values 'true'",
        )
        .await?;
        assert_eq!(count(&session).await?, 60_000);
    }
    assert!(failed > 2, "{failed}");
    Ok(())
}
