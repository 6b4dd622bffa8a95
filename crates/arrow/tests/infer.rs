//! Tests the types inferred from the first rows of a file, and later values of other types.

use std::sync::Arc;
use utflane::Charset;
use utflane_arrow::arrow_array::Array;
use utflane_arrow::arrow_schema::TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
use utflane_arrow::arrow_schema::{DataType, Schema};
use utflane_arrow::files::{BadInput, CsvOptions, Decode, ValueKinds};

#[test]
fn inferred_types() {
    let timestamp = |unit| DataType::Timestamp(unit, None);
    let utc = |unit| DataType::Timestamp(unit, Some("UTC".into()));
    let cases: &[(&[&str], DataType)] = &[
        (&[], DataType::Utf8),
        (&["", ""], DataType::Utf8),
        (&["true", "FALSE", ""], DataType::Boolean),
        (&["1", "-2", "0"], DataType::Int64),
        // Leading zeros may be part of a key.
        (&["1", "00123"], DataType::Utf8),
        (&["-007"], DataType::Utf8),
        (&["1.5", "00.5"], DataType::Utf8),
        (&["0.5", "-0.25"], DataType::Float64),
        // A float cannot hold the integer.
        (&["9007199254740993"], DataType::Int64),
        (&["9007199254740993", "2.5"], DataType::Utf8),
        (&["9007199254740992", "2.5"], DataType::Float64),
        (&["1.5", "1e-400"], DataType::Utf8),
        (&["0000-00-00"], DataType::Utf8),
        (&["2024-02-29", "2024-02-30"], DataType::Utf8),
        (&["1", "2.5", "1e3", "-.5"], DataType::Float64),
        (&["1.5", "NaN", "-inf"], DataType::Float64),
        (&["1", "true"], DataType::Utf8),
        (&["1", "+2"], DataType::Utf8),
        (&["1", "9223372036854775808"], DataType::Utf8),
        (&["1.5", "9223372036854775808"], DataType::Utf8),
        (&["1.5", "1e400"], DataType::Utf8),
        (&["1", "0x10"], DataType::Utf8),
        (&["-"], DataType::Utf8),
        (&["."], DataType::Utf8),
        (&["2024-02-29", "1900-01-01"], DataType::Date32),
        (&["2024-02-29", "2023-02-29"], DataType::Utf8),
        (&["2024-02-29", "1"], DataType::Utf8),
        (&["2024-02-29", "2024-02-29T12:00:00"], timestamp(Second)),
        (
            &["2024-02-29T12:00:00", "2024-02-29 25:00:00"],
            DataType::Utf8,
        ),
        (
            &["2024-02-29T12:00:00", "2024-02-29T12:00:00.5"],
            timestamp(Millisecond),
        ),
        (&["2024-02-29T12:00:00.1234"], timestamp(Microsecond)),
        (
            &["2024-02-29T12:00:00.1", "2024-02-29T12:00:00.1234567"],
            timestamp(Nanosecond),
        ),
        (
            &["1500-02-28", "2024-02-29T12:00:00.1234567"],
            DataType::Utf8,
        ),
        (
            &["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.5+02:00"],
            utc(Millisecond),
        ),
        (
            &["2024-02-29T12:00:00Z", "2024-02-29T12:00:00"],
            DataType::Utf8,
        ),
        (&["2024-02-29T12:00:00Z", "2024-02-29"], DataType::Utf8),
        (&["2024-02-29T12:00:00+99:00"], DataType::Utf8),
        (&["12:00:00"], DataType::Utf8),
    ];
    for (values, expected) in cases {
        let sample: String = values
            .iter()
            .map(|value| format!("x,\"{value}\"\n"))
            .collect();
        let options = CsvOptions::new(Arc::new(Schema::empty())).with_header(true);
        let schema = options.infer_schema(&format!("t,v\n{sample}"), 1000);
        assert_eq!(schema.field(1).data_type(), expected, "{values:?}");
        // The type can hold all values.
        let options = options.with_schema(Arc::new(schema));
        let block = options.read_block(
            format!("t,v\n{sample}").as_bytes(),
            Charset::Utf8,
            BadInput::Fail,
        );
        assert!(block.error.is_none(), "{values:?}: {:?}", block.error);
    }
    let options = CsvOptions::new(Arc::new(Schema::empty()));
    let schema = options.infer_schema("1,x\n2.5,\"y\nz\",3\n", 1);
    let names: Vec<_> = schema
        .fields()
        .iter()
        .map(|field| &field.name()[..])
        .collect();
    assert_eq!(names, ["column_1", "column_2"]);
    assert_eq!(schema.field(0).data_type(), &DataType::Int64);
    assert!(options.infer_schema("", 9).fields().is_empty());
    assert!(options.infer_schema("\r\n\n", 9).fields().is_empty());
}

/// The rows before and after an unclosed quote count. A quote that is open at the end of the sample
/// may be closed later.
#[test]
fn rows_with_unclosed_quotes() {
    type Fields<'a> = &'a [(&'a str, DataType)];
    let cases: &[(&str, bool, Fields<'_>)] = &[
        (
            "1\n\"2\nx\"y\nfoo\n",
            false,
            &[("column_1", DataType::Utf8)],
        ),
        (
            "1,\n\"2,\n3,\n4,\"x\"\n",
            false,
            &[("column_1", DataType::Int64), ("column_2", DataType::Utf8)],
        ),
        (
            "\"1,x\n2,\"3\"\n4.5,4",
            false,
            &[
                ("column_1", DataType::Float64),
                ("column_2", DataType::Int64),
            ],
        ),
        // The header.
        ("\"name,n\n\"a\",1\n", true, &[]),
        ("n\n1\n\"2\nx\n", true, &[("n", DataType::Int64)]),
        ("n\n1\n\"x\"", true, &[("n", DataType::Utf8)]),
        ("n\n1\nx\r", true, &[("n", DataType::Utf8)]),
        ("\"n", true, &[]),
    ];
    for (sample, header, expected) in cases {
        let options = CsvOptions::new(Arc::new(Schema::empty())).with_header(*header);
        let schema = options.infer_schema(sample, 1000);
        let fields = schema.fields().iter();
        let found: Vec<_> = fields
            .map(|field| (&field.name()[..], field.data_type().clone()))
            .collect();
        assert_eq!(found, *expected, "{sample:?}");
    }
}

/// The type of a column is the same if its values are examined in parts.
#[test]
fn kinds_of_parts_are_merged() {
    let cases: [&[&str]; 9] = [
        &["1", "2.5"],
        &["9007199254740993", "0.5"],
        &["1", "007"],
        &["true", "1"],
        &["2024-02-29", "2024-02-29T12:00:00.5"],
        &["2024-02-29T12:00:00.5", "2024-02-29T12:00:00.123456"],
        &["2024-02-29T12:00:00Z", "2024-02-29T12:00:00"],
        &["1500-01-01T00:00:00", "2024-02-29T12:00:00.123456789"],
        &["1", "one"],
    ];
    for values in cases {
        let options = CsvOptions::new(Arc::new(Schema::empty()));
        let text: String = values.iter().map(|value| format!("{value}\n")).collect();
        let expected = options.infer_schema(&text, 9).field(0).data_type().clone();
        for order in [[0, 1], [1, 0]] {
            let mut all = ValueKinds::default();
            for at in order {
                let mut part = ValueKinds::default();
                part.add(values[at]);
                assert_eq!(part.has_text(), part.data_type() == Some(DataType::Utf8));
                all.merge(part);
                all.merge(ValueKinds::default());
            }
            assert_eq!(all.data_type().as_ref(), Some(&expected), "{values:?}");
        }
    }
    let mut empty = ValueKinds::default();
    assert_eq!((empty.data_type(), empty.has_text()), (None, false));
    empty.add("");
    assert_eq!(empty.data_type(), Some(DataType::Utf8));
}

/// A later value that does not fit the inferred type is rejected, never changed.
#[test]
fn values_after_the_sample() {
    let cases = [
        ("2024-02-29T12:34:56", "2024-02-29T12:34:57.987654"),
        ("2024-02-29T12:34:56", "2024-02-29T12:34:57+02:00"),
        ("2024-02-29T12:34:56Z", "2024-02-29T12:34:57"),
        ("2024-02-29T12:34:56.123", "2024-02-29T12:34:57.1234"),
        ("2024-02-29", "2024-02-29T23:00:00"),
        ("1", "1.5"),
        ("1.5", "1e999"),
        ("1.5", "9007199254740993"),
        ("1", "00123"),
        ("1.5", "-00123"),
    ];
    for (usual, odd) in cases {
        let file = format!("t,x\n{}{odd},1\n", format!("{usual},1\n").repeat(1200));
        let options = CsvOptions::new(Arc::new(Schema::empty())).with_header(true);
        let schema = options.infer_schema(&file, 1000);
        let options = options.with_schema(Arc::new(schema)).with_inferred(&[0, 1]);
        let mut reader = options.reader(file.as_bytes(), Charset::Utf8, BadInput::SetAside);
        let rows: usize = reader.by_ref().map(|batch| batch.unwrap().num_rows()).sum();
        let bad = reader.decoder_mut().take_bad_rows();
        assert_eq!((rows, bad.len(), bad[0].line), (1200, 1, 1202), "{odd}");
        assert!(bad[0].reason.to_string().contains(odd));
        let block = options.read_block(file.as_bytes(), Charset::Utf8, BadInput::Fail);
        let error = block.error.unwrap().to_string();
        assert!(
            error.starts_with("line 1202: column \"t\": cannot read"),
            "{error}"
        );
        let options = options.with_bad_values_null(true);
        let block = options.read_block(file.as_bytes(), Charset::Utf8, BadInput::Fail);
        assert_eq!(block.batches[0].num_rows(), 1201);
        assert_eq!(block.batches[0].column(0).null_count(), 1);
    }
}
