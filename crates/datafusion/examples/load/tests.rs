//! Every row is accounted for.

use super::*;
use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use std::collections::BTreeSet;
use utflane::stream::AnyTranscoder;

/// Text in a charset that has it.
fn encoded(text: &str, charset: Charset) -> Vec<u8> {
    let mut bytes = vec![0; 8 * text.len()];
    let step = AnyTranscoder::new(Charset::Utf8, charset).transcode(text.as_bytes(), &mut bytes);
    assert_eq!(step.read, text.len());
    bytes.truncate(step.written);
    bytes
}

const ROWS: i64 = 3000;

/// A file of rows from `first` on, and which of them are bad: one in 100 has a field more, one in
/// 150 no number, and one in 250 is malformed, if text can be; some have line feeds.
fn file(first: i64, charset: Charset, malformed: &[u8]) -> (Vec<u8>, BTreeSet<i64>) {
    // Damaged UTF-16 and UTF-32 are known by their byte order mark only.
    let mut bytes = [charset.bom(), &encoded("id,name\n", charset)].concat();
    let mut bad = BTreeSet::new();
    for id in first..first + ROWS {
        let row = match id {
            _ if id % 100 == 99 => format!("{id},Zoë,more\n"),
            _ if id % 150 == 7 && id > first + 2000 => format!("x{id},Zoë\n"),
            _ if id % 10 == 3 => format!("{id},\"Zoë\nMüller\"\n"),
            _ => format!("{id},Zoë Müller\n"),
        };
        if id % 100 == 99 || row.starts_with('x') {
            bad.insert(id);
        }
        bytes.extend(encoded(&row, charset));
        if id % 250 == 4 && !malformed.is_empty() {
            bytes.truncate(bytes.len() - charset.unit_len());
            bytes.extend_from_slice(malformed);
            bytes.extend(encoded("\n", charset));
            bad.insert(id);
        }
    }
    (bytes, bad)
}

#[tokio::test]
async fn rows_in_are_rows_out_and_rows_aside() -> Result<()> {
    let place = tempfile::tempdir()?;
    let (source, target) = (place.path().join("csv"), place.path().join("parquet"));
    fs::create_dir(&source)?;
    let files: [(&str, Charset, &[u8]); 4] = [
        ("a.csv", Charset::Utf16Le, b"\x00\xD8"),
        ("b.csv", Charset::Windows1252, b""),
        ("c.csv", Charset::Utf8, b"\xC3"),
        ("d.csv", Charset::Utf32Be, b"\x00\x11\x00\x00"),
    ];
    let mut expected_bad = BTreeSet::new();
    for (number, (name, charset, malformed)) in files.into_iter().enumerate() {
        let (bytes, bad) = file(number as i64 * ROWS, charset, malformed);
        fs::write(source.join(name), bytes)?;
        expected_bad.extend(bad);
    }
    fs::write(source.join("e.csv"), "other,columns\n1,2\n")?;
    fs::write(source.join("notes.txt"), "no table")?;

    let report = load(&source, &target, Charset::Windows1252)?;
    assert_eq!(
        (report.files, report.failed.len()),
        (4, 1),
        "{:?}",
        report.failed
    );
    assert!(report.failed[0].1.to_string().contains("other columns"));
    assert_eq!(report.all.rejected, expected_bad.len() as u64);
    assert_eq!(report.all.rows + report.all.rejected, 4 * ROWS as u64);
    assert_eq!(stored_rows(&target).await?, report.all.rows);

    // Each row is where it belongs, once.
    let session = SessionContext::new();
    let table = format!("{}/", target.display());
    let table = session
        .read_parquet(table, ParquetReadOptions::default())
        .await?;
    let mut stored = BTreeSet::new();
    for batch in table.collect().await? {
        let names = datafusion::arrow::compute::cast(&batch["name"], &DataType::Utf8)?;
        let ids = batch["id"].as_primitive::<Int64Type>();
        for (id, name) in ids.values().iter().zip(names.as_string::<i32>()) {
            let expected = if id % 10 == 3 {
                "Zoë\nMüller"
            } else {
                "Zoë Müller"
            };
            assert_eq!(name, Some(expected), "{id}");
            assert!(stored.insert(*id), "{id} is there twice");
        }
    }
    let all: BTreeSet<_> = (0..4 * ROWS).collect();
    assert_eq!(
        all.difference(&expected_bad)
            .copied()
            .collect::<BTreeSet<_>>(),
        stored
    );

    // The bytes of a row that was set aside are those of its file.
    let mut rejected = csv::Reader::from_path(target.join("rejected.csv"))?;
    let mut count = 0;
    for record in rejected.records() {
        let record = record?;
        let bytes = fs::read(&record[0])?;
        let row = &bytes[record[2].parse()?..record[3].parse()?];
        let hex: String = row.iter().map(|byte| format!("{byte:02X}")).collect();
        assert_eq!(hex, record[5]);
        assert!(!record[4].is_empty());
        count += 1;
    }
    assert_eq!(count, expected_bad.len());
    let names: Vec<_> = fs::read_dir(&target)?
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names.len(), 5, "{names:?}");
    Ok(())
}
