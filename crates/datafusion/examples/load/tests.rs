//! Tests that every row is in Parquet or was set aside.

use super::*;
use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use std::collections::BTreeSet;
use utflane::stream::AnyTranscoder;

/// Encodes a text in a charset that has all of its characters.
fn encoded(text: &str, charset: Charset) -> Vec<u8> {
    let mut bytes = vec![0; 8 * text.len()];
    let step = AnyTranscoder::new(Charset::Utf8, charset).transcode(text.as_bytes(), &mut bytes);
    assert_eq!(step.read, text.len());
    bytes.truncate(step.written);
    bytes
}

const ROWS: i64 = 3000;

/// Returns a file with rows from `first`, and the numbers of the bad rows. One row in 100 has an
/// additional field, one in 150 has a wrong number, and one in 250 is malformed unless `malformed`
/// is empty. Some rows contain line feeds.
fn file(first: i64, charset: Charset, malformed: &[u8]) -> (Vec<u8>, BTreeSet<i64>) {
    // Malformed UTF-16 and UTF-32 are only detected by their byte order mark.
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
            bytes.truncate(bytes.len() - charset.width());
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

    let report = load(&source, &target, Fallback::File(Charset::Windows1252))?;
    assert_eq!(
        (report.files, report.failed.len()),
        (4, 1),
        "{:?}",
        report.failed
    );
    assert!(report.failed[0].1.to_string().contains("other columns"));
    assert_eq!(report.all.rejected, expected_bad.len() as u64);
    assert_eq!(report.all.rows + report.all.rejected, 4 * ROWS as u64);

    // All good rows are in Parquet once, with the right name.
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

    // The bytes of a row that was set aside are the bytes at its position in the file.
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
    assert_eq!(names.len(), 6, "{names:?}");
    // There is nothing else next to the target.
    assert_eq!(fs::read_dir(place.path())?.count(), 2);
    Ok(())
}

#[test]
fn lines_may_have_another_charset() -> Result<()> {
    let place = tempfile::tempdir()?;
    let (source, target) = (place.path().join("csv"), place.path().join("parquet"));
    fs::create_dir(&source)?;
    fs::write(source.join("a.csv"), b"id,name\n1,Zo\xC3\xAB\n2,Zo\xEB\n")?;
    let report = load(&source, &target, Fallback::Line(Charset::Windows1252))?;
    assert_eq!((report.all.rows, report.all.rejected), (2, 0));
    Ok(())
}

/// A folder of files to load.
struct Folder {
    place: tempfile::TempDir,
    source: PathBuf,
    target: PathBuf,
}

impl Folder {
    fn of(files: &[(&str, &[u8])]) -> Result<Folder> {
        let place = tempfile::tempdir()?;
        let (source, target) = (place.path().join("csv"), place.path().join("out.2025"));
        fs::create_dir(&source)?;
        for (name, bytes) in files {
            fs::write(source.join(name), bytes)?;
        }
        Ok(Folder {
            place,
            source,
            target,
        })
    }

    fn load(&self) -> Result<Report> {
        let fallback = Fallback::File(Charset::Windows1252);
        load(&self.source, &self.target, fallback)
    }

    /// Returns the names in the target folder.
    fn targets(&self) -> Result<Vec<String>> {
        let entries = fs::read_dir(&self.target)?;
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        Ok(names)
    }

    /// Returns the number of other files next to source and target.
    fn others(&self) -> Result<usize> {
        let known = [&self.source, &self.target];
        let entries = fs::read_dir(self.place.path())?;
        Ok(entries
            .filter(|entry| !known.contains(&&entry.as_ref().unwrap().path()))
            .count())
    }
}

/// Returns the records of `files.csv`: the name, and the numbers of loaded and rejected rows, or
/// the error.
fn listed(folder: &Folder) -> Result<Vec<(String, String)>> {
    let mut list = csv::Reader::from_path(folder.target.join("files.csv"))?;
    let mut all = Vec::new();
    for record in list.records() {
        let record = record?;
        let name = Path::new(&record[0]).file_name().unwrap();
        let what = match &record[3] {
            "" => format!("{}+{}", &record[1], &record[2]),
            error => error.to_owned(),
        };
        all.push((name.to_str().unwrap().to_owned(), what));
    }
    all.sort();
    Ok(all)
}

#[test]
fn every_file_of_a_hostile_folder_is_accounted_for() -> Result<()> {
    let wide = [b"id,".repeat(1 << 19), b"id\n1\n".to_vec()].concat();
    // Name, content, and error or numbers of loaded and rejected rows.
    let files: [(&str, &[u8], &str); 16] = [
        ("a empty.csv", b"", "there is no header"),
        ("b blank.csv", b"\n\r\n\n", "there is no header"),
        ("c mark.csv", b"\xEF\xBB\xBF", "there is no header"),
        (
            "d open.csv",
            b"\"id,the\nname\n1,x\n",
            "a quote that is not closed",
        ),
        ("e wide.csv", &wide, "the header does not end"),
        ("f first.csv", b"id,\"the\nname\"\n1,x\n2,y\n", "2+0"),
        ("g header.csv", b"id,\"the\nname\"", "0+0"),
        ("h mark.csv", b"\xEF\xBB\xBFid,\"the\nname\"\n3,z", "1+0"),
        ("i bare.csv", b"id,name\n1,x\n", "other columns"),
        ("j quoted.csv", b"id,\"the\nname\"\n\"4\n", "0+1"),
        ("k returns.csv", b"id,\"the\nname\"\r5,x\r6,y\r", "2+0"),
        ("l.2024.csv", b"\n\nid,\"the\nname\"\n7,x\n", "1+0"),
        ("l.2025.csv", b"id,\"the\nname\"\n8,x\n9,\xE9\n", "2+0"),
        ("l.CSV", b"id,\"the\nname\"\n10\n11,x,y\n,\nz,z\n", "1+3"),
        ("m nul.csv", b"id,\"the\nname\"\n12,\0\n\0,x\n", "1+1"),
        (
            "n \u{E9}[1]*.csv",
            b"id,\"the\nname\"\n13,\xC3\xA9\n",
            "1+0",
        ),
    ];
    let folder = Folder::of(&files.map(|(name, bytes, _)| (name, bytes)))?;
    fs::create_dir(folder.source.join("o folder.csv"))?;
    let report = folder.load()?;
    let mut expected: Vec<_> = files
        .iter()
        .map(|(name, _, what)| (name.to_string(), what.to_string()))
        .collect();
    expected.push(("o folder.csv".into(), "no regular file".into()));
    for (found, expected) in listed(&folder)?.iter().zip(&expected) {
        assert_eq!(found.0, expected.0);
        assert!(found.1.contains(&expected.1), "{found:?}, not {expected:?}");
    }
    assert_eq!((report.files, report.failed.len()), (10, 7));
    assert_eq!((report.all.rows, report.all.rejected), (11, 5));
    let mut rejected = csv::Reader::from_path(folder.target.join("rejected.csv"))?;
    assert_eq!(rejected.records().count(), 5);
    let parquet: Vec<_> = folder.targets()?;
    assert_eq!(parquet.len(), 10 + 2);
    for name in ["l.2024.parquet", "l.2025.parquet", "l.parquet"] {
        assert!(parquet.iter().any(|found| found == name), "{parquet:?}");
    }
    assert_eq!(folder.others()?, 0);
    Ok(())
}

#[test]
fn nothing_is_loaded_over_something() -> Result<()> {
    let folder = Folder::of(&[("a.csv", b"id\n1\n"), ("a.CSV", b"id\n2\n")])?;
    let error = folder.load().unwrap_err().to_string();
    assert!(error.contains("would both be a.parquet"), "{error}");
    assert!(!folder.target.exists());
    fs::remove_file(folder.source.join("a.CSV"))?;
    assert_eq!(folder.load()?.all.rows, 1);
    // A load replaces neither an earlier load nor its source.
    let error = folder.load().unwrap_err().to_string();
    assert!(error.contains("name a new folder"), "{error}");
    let error = load(
        &folder.source,
        &folder.source,
        Fallback::File(Charset::Utf8),
    )
    .unwrap_err();
    assert!(error.to_string().contains("name a new folder"), "{error}");
    assert_eq!(fs::read(folder.source.join("a.csv"))?, b"id\n1\n");
    assert_eq!(
        folder.targets()?,
        ["a.parquet", "files.csv", "rejected.csv"]
    );
    assert_eq!(folder.others()?, 0);
    // If no file has a header, the target is not created.
    let folder = Folder::of(&[("a.csv", b""), ("b.csv", b"\n")])?;
    let error = folder.load().unwrap_err().to_string();
    assert!(error.contains("a.csv: there is no header"), "{error}");
    assert!(!folder.target.exists());
    Ok(())
}

/// A load that is interrupted does not create the target.
#[test]
fn a_load_that_ends_early_is_not_there() -> Result<()> {
    let folder = Folder::of(&[])?;
    let partial = Partial::of(&folder.target)?;
    fs::write(partial.0.join("a.parquet"), "a part")?;
    assert!(!folder.target.exists());
    // If another load has created the target first, that target is unchanged.
    fs::create_dir(&folder.target)?;
    fs::write(folder.target.join("a.parquet"), "all")?;
    assert!(partial.publish(&folder.target).is_err());
    assert_eq!(fs::read(folder.target.join("a.parquet"))?, b"all");
    assert_eq!(folder.others()?, 0);
    Ok(())
}
