//! Tests messages that no other test covers.

use crate::place::{Place, Result};
use std::fs;

/// Types have the names that `--schema` accepts.
#[test]
fn types_in_messages() -> Result {
    let place = Place::new(&[
        (
            "a.csv",
            b"i,f,d,t,z,b,n\n\
              x as Int64,,,,,,\n\
              ,x,,,,,\n\
              ,,x,,,,\n\
              ,,,x,,,\n\
              ,,,,x,,\n\
              ,,,,,x,\n\
              ,,,,,,x\n\
              1,1,2024-01-01,2024-01-01T00:00:00,2024-01-01T00:00:00Z,true,1.5\n",
        ),
        (
            "../schema",
            b"i integer\nf float\nd date\nt timestamp\nz timestamptz\nb boolean\n\
              n decimal(5,2)\n",
        ),
    ])?;
    place.load(&["--to", "out", "--schema", "schema"], 3)?;
    let mut reader = csv::Reader::from_path(place.path("out/rejected.csv"))?;
    let reasons: std::result::Result<Vec<_>, _> = reader
        .records()
        .map(|record| record.map(|record| record[4].to_owned()))
        .collect();
    let expected = [
        "column \"i\": cannot read \"x as Int64\" as integer",
        "column \"f\": cannot read \"x\" as float",
        "column \"d\": cannot read \"x\" as date",
        "column \"t\": cannot read \"x\" as timestamp",
        "column \"z\": cannot read \"x\" as timestamptz",
        "column \"b\": cannot read \"x\" as boolean",
        "column \"n\": cannot read \"x\" as decimal(5,2)",
    ];
    assert_eq!(reasons?, expected);
    Ok(())
}

/// The program prints the first failures, and the path of the report with the others. Without a
/// report, it prints all.
#[test]
fn many_failures() -> Result {
    let place = Place::new(&[])?;
    for number in 0..25 {
        fs::write(place.path(&format!("in/{number:02}.csv")), "")?;
    }
    let text = place.load(&["--to", "out"], 1)?;
    let count = |text: &str| text.matches(".csv: there is no header").count();
    assert_eq!(count(&text), 25, "{text}");
    fs::write(place.path("in/good.csv"), "id\n1\n")?;
    let text = place.load(&["--to", "out"], 3)?;
    assert_eq!(count(&text), 20, "{text}");
    assert!(
        text.contains("5 other files failed: see out/files.csv"),
        "{text}"
    );
    let text = place.load(&["--to", "out2", "--report", "a/b"], 3)?;
    assert!(text.contains(": see a/b/files.csv"), "{text}");
    Ok(())
}

/// Files that are not text, although their names say so.
#[test]
fn other_files_named_csv() -> Result {
    let files: [(&str, &[u8], &str); 5] = [
        (
            "a.csv",
            b"\x1F\x8B\x08\0\0",
            "a gzip file, not text: add .gz to its name",
        ),
        ("b.csv", b"BZh91AY&SY", "a bzip2 file"),
        ("c.csv", b"\xFD7zXZ\0", "an xz file"),
        ("d.txt", b"\x28\xB5\x2F\xFD", "a zstd file"),
        ("e.csv", b"PK\x03\x04\x14", "a zip archive"),
    ];
    let place = Place::new(&files.map(|(name, bytes, _)| (name, bytes)))?;
    fs::write(place.path("in/f.csv"), "BZh9,PK,PAR1\n1,2,3\n")?;
    place.load(&["--to", "out", "--charset", "windows-1252"], 3)?;
    for (name, _, expected) in files {
        let reason = place.line("out", name)?.reason;
        assert!(reason.contains(expected), "{reason}");
    }
    assert_eq!(place.parquet("out")?, ["1|2|3"]);
    Ok(())
}
