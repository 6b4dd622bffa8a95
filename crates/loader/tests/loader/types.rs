//! Tests the types of columns, and which columns a table has.

use crate::place::{Place, Result};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::File;

/// Returns the names and types of the columns of a Parquet file.
fn columns(place: &Place, file: &str) -> Result<Vec<String>> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(place.path(file))?)?;
    let fields = reader.schema().fields().iter();
    Ok(fields
        .map(|field| format!("{} {}", field.name(), field.data_type()))
        .collect())
}

/// Other programs read inferred timestamps from Parquet as timestamps, also those in whole seconds.
#[test]
fn timestamps_have_their_type_in_parquet() -> Result {
    use parquet::basic::LogicalType;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let rows: &[u8] = b"t,z\n2024-01-02T03:04:05,2024-01-02T03:04:05+02:00\n";
    let place = Place::new(&[("a.csv", rows)])?;
    place.load(&["--to", "out"], 0)?;
    let reader = SerializedFileReader::new(File::open(place.path("out/a.parquet"))?)?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    for column in schema.columns() {
        let found = column.logical_type_ref();
        assert!(
            matches!(found, Some(LogicalType::Timestamp { .. })),
            "{}: {found:?}",
            column.name()
        );
    }
    Ok(())
}

/// All rows of all files decide about the types. Rows that are set aside and files that fail do
/// not.
#[test]
fn types_are_inferred_from_all_rows() -> Result {
    let header = "i,f,t,d,s,z,n\n";
    let rows = "1,2,3,2024-01-01,2024-01-01T00:00:00,1,\n".repeat(5000);
    let first = format!("{header}{rows}");
    let second = format!("{header}-4,2.5,x,2024-01-02,2024-01-01T00:00:00.5,007,\n");
    let place = Place::new(&[
        ("a.csv", first.as_bytes()),
        ("b.csv", second.as_bytes()),
        (
            "c.csv",
            format!("{header}x,x,x,x,x,x,x,x\n\"x,x,x,x,x,x,x\n").as_bytes(),
        ),
        ("d.csv", b"i,f\nx,x\n"),
    ])?;
    place.load(&["--to", "out"], 3)?;
    let expected = [
        "i Int64",
        "f Float64",
        "t Utf8",
        "d Date32",
        "s Timestamp(ms)",
        "z Utf8",
        "n Utf8",
    ];
    assert_eq!(columns(&place, "out/a.parquet")?, expected);
    let rows = place.parquet("out")?;
    assert_eq!(rows.len(), 5001);
    assert!(rows.contains(&"-4|2.5|x|2024-01-02|2024-01-01T00:00:00.500|007|NULL".to_owned()));
    assert_eq!(place.line("out", "a.csv")?.rejected, "0");
    assert_eq!(place.line("out", "c.csv")?.rejected, "2");
    place.load(&["--to", "text", "--all-text"], 3)?;
    assert!(
        columns(&place, "text/a.parquet")?
            .iter()
            .all(|column| column.ends_with(" Utf8"))
    );
    assert_eq!(place.parquet("text")?.len(), 5001);
    Ok(())
}

#[test]
fn a_schema_file_decides() -> Result {
    let place = Place::new(&[
        (
            "a.csv",
            b"id,price,on\n1,2.50,true\n0002,3,false\n3,4.555,x\n",
        ),
        ("b.csv", b"id,price\n1,2\n"),
        (
            "../schema",
            b"# columns\nprice decimal(5,2)\nid integer\non boolean\n",
        ),
    ])?;
    place.load(&["--to", "out", "--schema", "schema"], 3)?;
    assert_eq!(
        columns(&place, "out/a.parquet")?,
        ["price Decimal128(5, 2)", "id Int64", "on Boolean"]
    );
    assert_eq!(place.parquet("out")?, ["2.50|1|true", "3.00|2|false"]);
    assert_eq!(place.check_rejected("out")?, 1);
    assert!(
        place
            .line("out", "b.csv")?
            .reason
            .contains("without [\"on\"]")
    );
    Ok(())
}

/// The columns of most files are those of the table, not those of the first file.
#[test]
fn most_files_decide_about_columns() -> Result {
    let place = Place::new(&[
        ("a.csv", b"x\n1\n"),
        ("b.csv", b"id,name\n1,a\n"),
        ("c.csv", b"name,id\nb,2\n"),
    ])?;
    place.load(&["--to", "out"], 3)?;
    assert_eq!(place.parquet("out")?, ["1|a", "2|b"]);
    let reason = place.line("out", "a.csv")?.reason;
    assert_eq!(
        reason,
        "it has other columns than the table: without [\"id\", \"name\"], with [\"x\"]"
    );
    Ok(())
}

#[test]
fn folders_are_columns() -> Result {
    let place = Place::new(&[
        ("year=2023/region=a%2Fb/x.csv", b"id\n1\n"),
        (
            "year=2024/region=__HIVE_DEFAULT_PARTITION__/x.csv",
            b"id\n2\n",
        ),
        ("year=2024/region=c/y.csv", b"year\n3\n"),
        ("z.csv", b"id\n4\n"),
    ])?;
    place.load(&["--to", "out"], 3)?;
    let columns_found = columns(&place, "out/x.parquet")?;
    assert_eq!(columns_found, ["id Int64", "year Int64", "region Utf8"]);
    assert_eq!(place.parquet("out")?, ["1|2023|a/b", "2|2024|NULL"]);
    let reason = place.line("out", "year=2024/region=c/y.csv")?.reason;
    assert!(
        reason.contains("the name of another column: \"year\""),
        "{reason}"
    );
    assert!(
        place
            .line("out", "z.csv")?
            .reason
            .contains("without [\"region\", \"year\"]")
    );
    Ok(())
}
