//! Tests the values that a column of each type accepts.

use std::sync::Arc;
use utflane::Charset;
use utflane_arrow::arrow_array::Array;
use utflane_arrow::arrow_cast::display::array_value_to_string;
use utflane_arrow::arrow_schema::TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
use utflane_arrow::arrow_schema::{DataType, Field, Schema};
use utflane_arrow::files::{BadInput, CsvOptions, Decode};

fn options(data_type: &DataType) -> CsvOptions {
    let field = Field::new("v", data_type.clone(), true);
    CsvOptions::new(Arc::new(Schema::new(vec![field])))
}

/// Returns the values of a column, and the rows that were set aside.
fn read(data_type: &DataType, values: &[&str]) -> (Vec<String>, Vec<String>) {
    let file: String = values
        .iter()
        .map(|value| format!("\"{value}\"\n"))
        .collect();
    let mut reader = options(data_type).reader(file.as_bytes(), Charset::Utf8, BadInput::SetAside);
    let mut found = Vec::new();
    for batch in reader.by_ref().map(Result::unwrap) {
        let column = batch.column(0);
        assert_eq!((column.data_type(), column.null_count()), (data_type, 0));
        column.to_data().validate_full().unwrap();
        found.extend((0..column.len()).map(|row| array_value_to_string(column, row).unwrap()));
    }
    let bad = reader.decoder_mut().take_bad_rows();
    let bad = bad.iter().map(|row| {
        let reason = row.reason.to_string();
        assert!(
            reason.starts_with("column \"v\": cannot read \""),
            "{reason}"
        );
        String::from_utf8(row.bytes.clone())
            .unwrap()
            .replace(['"', '\n'], "")
    });
    (found, bad.collect())
}

/// A type, accepted values with their displayed form, and rejected values.
type Case<'a> = (DataType, &'a [(&'a str, &'a str)], &'a [&'a str]);

fn check(cases: &[Case<'_>]) {
    for (data_type, good, bad) in cases {
        let values: Vec<_> = good.iter().map(|(value, _)| *value).collect();
        let expected: Vec<_> = good.iter().map(|(_, shown)| *shown).collect();
        let (found, rejected) = read(data_type, &[&values, *bad].concat());
        assert_eq!(rejected, *bad, "{data_type}");
        assert_eq!(found, expected, "{data_type}");
    }
}

#[test]
fn numbers() {
    let not_integers = [
        "1.0", "1e3", "1.", "0x1", "1_000", " 1", "1 ", "--1", "+", "-", "1,000", "９", "NaN",
    ];
    let not_floats = [
        "1e", "1_0", "0x1p3", "1.5 ", "1,5", ".", "-", "e5", "1e400", "-1e999", "infinite", "1.5f",
    ];
    check(&[
        (
            DataType::Int8,
            &[("127", "127"), ("-128", "-128"), ("+007", "7")],
            &["128", "-129"],
        ),
        (DataType::Int16, &[("-32768", "-32768")], &["32768", "1.0"]),
        (
            DataType::Int32,
            &[("2147483647", "2147483647")],
            &["2147483648", "-2147483649"],
        ),
        (
            DataType::Int64,
            &[
                ("9223372036854775807", "9223372036854775807"),
                ("-9223372036854775808", "-9223372036854775808"),
                ("0000000000000000000001", "1"),
                ("-0000000000000000000001", "-1"),
            ],
            &[
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999",
            ],
        ),
        (DataType::Int64, &[], &not_integers),
        (
            DataType::UInt8,
            &[("255", "255"), ("+0", "0"), ("-00000000000000000000", "0")],
            &["256", "-1", "1.0"],
        ),
        (DataType::UInt16, &[("65535", "65535")], &["65536", "-1"]),
        (
            DataType::UInt32,
            &[("4294967295", "4294967295")],
            &["4294967296", "-1"],
        ),
        (
            DataType::UInt64,
            &[("18446744073709551615", "18446744073709551615")],
            &["18446744073709551616", "-1", "1e3"],
        ),
        (
            DataType::Float64,
            &[
                ("0.1", "0.1"),
                ("-.5", "-0.5"),
                ("5.", "5.0"),
                ("1E3", "1000.0"),
                ("+0e-400", "0.0"),
                ("0.1000000000000000055511151231257827", "0.1"),
                ("inf", "inf"),
                ("-Infinity", "-inf"),
                ("NaN", "NaN"),
                ("1.7976931348623157e308", "1.7976931348623157e308"),
                ("5e-324", "5e-324"),
                ("0e999", "0.0"),
                ("-0", "-0.0"),
                // Integers are not rounded, unless the float is displayed like that.
                ("-9007199254740992", "-9007199254740992.0"),
                ("9007199254740994", "9007199254740994.0"),
                ("0123456789012345680000", "1.2345678901234568e20"),
                ("123456789012345683968", "1.2345678901234568e20"),
                ("9007199254740993.0", "9007199254740992.0"),
            ],
            &not_floats,
        ),
        (
            DataType::Float64,
            &[],
            &[
                "9007199254740993",
                "-9007199254740993",
                "123456789012345678901",
                "1e-400",
                "-2e-324",
            ],
        ),
        (
            DataType::Float32,
            &[("1e38", "1e38"), ("inf", "inf"), ("16777216", "16777216.0")],
            &["1e39", "-1e39", "1_0", "16777217", "1e-46"],
        ),
        (
            DataType::Float16,
            &[
                ("0.5", "0.5"),
                ("65504", "65504"),
                ("2048", "2048"),
                ("1.00048828125", "1"),
                // Rounded to 32 or to 64 bits first, these would be halfway between two numbers.
                ("1.00048828126", "1.0009766"),
                ("1.00048828125000000000000000001", "1.0009766"),
                ("-1.00048828125000000000000000001", "-1.0009766"),
                ("100.048828125000000000000000001e-2", "1.0009766"),
                ("1.00146484374999999999999999999", "1.0009766"),
                ("1.00146484375", "1.0019531"),
                ("65519.9999999999999999999", "65504"),
                ("0.0000000298023223876953125001", "0.000000059604645"),
            ],
            &[
                "65536",
                "1e5",
                "65520",
                "2049",
                "1e-8",
                "0.0000000298023223876953125",
                "1e999",
            ],
        ),
        (
            DataType::Boolean,
            &[("true", "true"), ("FALSE", "false"), ("True", "true")],
            &["1", "0", "t", "yes", "true ", "truee"],
        ),
        (
            DataType::Duration(Second),
            &[("90", "PT90S")],
            &["1.5", "PT90S", "00:01:30"],
        ),
        (DataType::Null, &[], &["null", "0"]),
    ]);
}

#[test]
fn decimals() {
    let nines = "9".repeat(38);
    let long = format!("-{}.{}", "9".repeat(70), "123456");
    let not_decimals = [
        "1.255",
        "1000",
        "-1000.00",
        "1e3",
        "1e-3",
        "x",
        ".",
        "e1",
        "1e",
        "1_0",
        "inf",
        "1.2.3",
        "1e99999999999999999999",
        "--1",
    ];
    let decimals = [
        ("1.25", "1.25"),
        ("-999.99", "-999.99"),
        ("1", "1.00"),
        ("1.2500", "1.25"),
        ("1.5e1", "15.00"),
        ("12345e-2", "123.45"),
        (".5", "0.50"),
        ("0.000e9", "0.00"),
        ("000001", "1.00"),
    ];
    check(&[
        (DataType::Decimal128(5, 2), &decimals, &not_decimals),
        (
            DataType::Decimal128(3, -2),
            &[("12300", "12300")],
            &["12345", "100000"],
        ),
        (
            DataType::Decimal128(38, 0),
            &[(&nines, &nines)],
            &["1e38", "0.1"],
        ),
        (
            DataType::Decimal32(9, 3),
            &[("123456.789", "123456.789")],
            &["1234567", "0.0001"],
        ),
        (
            DataType::Decimal64(18, 0),
            &[("1e17", "100000000000000000")],
            &["1e18"],
        ),
        (
            DataType::Decimal256(76, 6),
            &[(&long, &long)],
            &["1e70", "0.0000001"],
        ),
    ]);
}

#[test]
fn dates_and_times() {
    let no_dates = [
        "2024-02-30",
        "2023-02-29",
        "1900-02-29",
        "2024-13-01",
        "2024-00-10",
        "2024-01-00",
        "2024",
        "2024-02-29T00:00:00",
        "2024-02-29T23:00:00",
        "2024-02-29 ",
        "24-02-29",
        "2024/02/29",
        "12024-01-01",
        "2024-02-29Z",
        "2024-002-29",
        "19782",
        "20240230",
    ];
    let no_times = [
        "25:00:00",
        "24:00:00",
        "12:60",
        "12:00:60",
        "1:00",
        "12",
        "12:34:56.",
        "12:34:56Z",
        "12:34:56+01",
        "00:30 AM",
        "13:00 PM",
        "12:34 ",
        "86399",
        "12:34:5",
    ];
    let dates = [
        ("2024-02-29", "2024-02-29"),
        ("2024-2-9", "2024-02-09"),
        ("20240229", "2024-02-29"),
        ("0000-01-01", "0000-01-01"),
        ("1969-12-31", "1969-12-31"),
        ("-0044-03-15", "-0044-03-15"),
        ("+12024-01-01", "+12024-01-01"),
    ];
    check(&[
        (DataType::Date32, &dates, &no_dates),
        (DataType::Date64, &dates_of_64(&dates), &no_dates),
        (
            DataType::Time32(Second),
            &[
                ("12:34", "12:34:00"),
                ("23:59:59.000", "23:59:59"),
                ("12:05 AM", "00:05:00"),
            ],
            &[&no_times[..], &["12:34:56.5"]].concat(),
        ),
        (
            DataType::Time32(Millisecond),
            &[("00:00:00.12", "00:00:00.120")],
            &["12:34:56.7891"],
        ),
        (
            DataType::Time64(Microsecond),
            &[("01:02:03.000004000", "01:02:03.000004")],
            &["01:02:03.0000041"],
        ),
        (
            DataType::Time64(Nanosecond),
            &[
                ("01:02:03.000000004", "01:02:03.000000004"),
                ("07:00PM", "19:00:00"),
            ],
            &["01:02:03.0000000041"],
        ),
    ]);
}

/// Returns the displayed form of dates for `Date64`.
fn dates_of_64<'a>(dates: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let leak = |shown: &str| -> &'static str { format!("{shown}T00:00:00").leak() };
    dates
        .iter()
        .map(|(value, shown)| (*value, leak(shown)))
        .collect()
}

#[test]
fn timestamps() {
    let utc = |unit| DataType::Timestamp(unit, Some("UTC".into()));
    let paris = DataType::Timestamp(Second, Some("+01:00".into()));
    let named = DataType::Timestamp(Second, Some("Europe/Paris".into()));
    let local = |unit| DataType::Timestamp(unit, None);
    let wrong = [
        "2024-02-30T00:00:00",
        "2024-02-29T25:00:00",
        "2024-02-29T12:00:60",
        "2024-02-29T",
        "noon",
        "2024-02-29X12:00:00",
        "2024-02-29T12",
        "2024-2-29T12:00:00",
        "2024-02-29T12:00:00.",
        "2024-02-29T12:00:00,5",
        "2024-02-29T12:00:00 +25:00",
        "2024-02-29T12:00:00+01:",
        "2024-02-29T12:00:00 Europe/Paris",
        "1709208000",
    ];
    let with_offset = [
        "2024-02-29T12:00:00Z",
        "2024-02-29T12:00:00+02:00",
        "2024-02-29 12:00:00-0200",
    ];
    let without = ["2024-02-29T12:00:00", "2024-02-29"];
    check(&[
        (
            local(Second),
            &[
                ("2024-02-29T12:34:56", "2024-02-29T12:34:56"),
                ("2024-02-29 12:34", "2024-02-29T12:34:00"),
                ("2024-02-29", "2024-02-29T00:00:00"),
                ("1969-12-31T23:59:59.000", "1969-12-31T23:59:59"),
            ],
            &[&wrong[..], &with_offset, &["2024-02-29T12:34:57.987654"]].concat(),
        ),
        (
            local(Millisecond),
            &[("1969-12-31t23:59:59.5", "1969-12-31T23:59:59.500")],
            &["2024-02-29T12:34:57.9876", "2024-02-29T12:00:00Z"],
        ),
        (
            local(Microsecond),
            &[("0001-01-01T00:00:00.000001", "0001-01-01T00:00:00.000001")],
            &["2024-02-29T12:34:57.9876543"],
        ),
        (
            local(Nanosecond),
            &[
                (
                    "1677-09-21T00:12:43.145224192",
                    "1677-09-21T00:12:43.145224192",
                ),
                (
                    "2262-04-11T23:47:16.854775807",
                    "2262-04-11T23:47:16.854775807",
                ),
                (
                    "2000-01-01T00:00:00.1234567890",
                    "2000-01-01T00:00:00.123456789",
                ),
            ],
            &[
                "1677-09-21T00:12:43.145224191",
                "2262-04-11T23:47:16.854775808",
                "2000-01-01T00:00:00.0000000001",
                "9999-01-01",
            ],
        ),
        (
            paris,
            &[("2024-02-29T12:00:00Z", "2024-02-29T13:00:00+01:00")],
            &[&wrong[..], &without].concat(),
        ),
        (
            utc(Second),
            &[],
            &[&wrong[..], &without, &["2024-02-29T12:00:00.5Z"]].concat(),
        ),
    ]);
    // These columns are not displayed, because `arrow` cannot display named time zones.
    for data_type in [utc(Microsecond), named] {
        let file = with_offset.join("\n") + "\n" + &without.join("\n");
        let reader = options(&data_type).reader(file.as_bytes(), Charset::Utf8, BadInput::Fail);
        let found: Vec<_> = reader.collect();
        let rows: usize = found.iter().flatten().map(|batch| batch.num_rows()).sum();
        assert_eq!(rows, 3, "{data_type}: {found:?}");
        let error = found.last().unwrap().as_ref().unwrap_err().to_string();
        assert!(
            error.starts_with("line 4: column \"v\": cannot read"),
            "{error}"
        );
    }
}

#[test]
fn text_of_any_layout() {
    let dictionary = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
    let good: &[(&str, &str)] = &[
        ("né", "né"),
        (
            "a text of more than 12 bytes",
            "a text of more than 12 bytes",
        ),
        (" ", " "),
        ("né", "né"),
    ];
    check(&[
        (DataType::Utf8, good, &[]),
        (DataType::LargeUtf8, good, &[]),
        (DataType::Utf8View, good, &[]),
        (dictionary, good, &[]),
    ]);
}

/// An unsupported type in the schema is one error, for every `BadInput`.
#[test]
fn types_that_text_cannot_have() {
    use utflane_arrow::arrow_schema::IntervalUnit;
    let item = Arc::new(Field::new("item", DataType::Utf8, true));
    for data_type in [
        DataType::Binary,
        DataType::LargeBinary,
        DataType::BinaryView,
        DataType::FixedSizeBinary(3),
        DataType::List(item.clone()),
        DataType::Struct(vec![item].into()),
        DataType::Interval(IntervalUnit::DayTime),
        DataType::Time32(Nanosecond),
    ] {
        let options = options(&data_type);
        let expected = format!("column \"v\": CSV values cannot be read as {data_type}");
        let error = options.check().unwrap_err().to_string();
        assert!(error.contains(&expected), "{error}");
        for bad in [BadInput::Fail, BadInput::Replace, BadInput::SetAside] {
            let block = options.read_block(b"x\ny", Charset::Utf8, bad);
            assert!(block.batches.is_empty() && block.bad_rows.is_empty());
            assert!(block.error.unwrap().to_string().contains(&expected));
            let mut reader = options.reader(&b"x\ny"[..], Charset::Utf8, bad);
            assert!(
                reader
                    .next()
                    .unwrap()
                    .unwrap_err()
                    .to_string()
                    .contains(&expected)
            );
            assert!(reader.next().is_none());
        }
    }
    for options in [
        options(&DataType::Utf8).with_projection(Some(vec![1])),
        options(&DataType::Utf8).with_delimiter(0xE9),
        options(&DataType::Utf8).with_quote(0x80),
    ] {
        assert!(options.check().is_err());
        assert!(
            options
                .read_block(b"x\xC3\xA9", Charset::Utf8, BadInput::Fail)
                .error
                .is_some()
        );
    }
    assert!(options(&DataType::LargeUtf8).check().is_ok());
}

/// A row does not parse if it has a null in a column that is not nullable.
#[test]
fn nulls_where_there_are_none() {
    let fields = [("a", false), ("b", true)];
    let fields = fields.map(|(name, null)| Field::new(name, DataType::Int32, null));
    let options = CsvOptions::new(Arc::new(Schema::new(fields.to_vec()))).with_truncated_rows(true);
    let block = options.read_block(b"1,\n,2\n3\n", Charset::Utf8, BadInput::SetAside);
    assert_eq!(block.batches[0].num_rows(), 2);
    assert_eq!(block.bad_rows.len(), 1);
    let reason = block.bad_rows[0].reason.to_string();
    assert_eq!(
        reason,
        "column \"a\": no value, and the column is not nullable"
    );
    // With bad values as nulls, the message is about the value.
    let options = options.with_bad_values_null(true);
    for (file, expected) in [
        (
            &b"1,x\nx,2\n"[..],
            "line 2: column \"a\": cannot read \"x\" as Int32",
        ),
        (
            b"1,x\n\xFF,2\n",
            "line 2: column \"a\": cannot read \"\u{FFFD}\" as Int32, because it is malformed",
        ),
        (
            b"1,x\n,2\n",
            "line 2: column \"a\": no value, and the column is not nullable",
        ),
    ] {
        let block = options.read_block(file, Charset::Utf8, BadInput::Fail);
        assert_eq!(block.batches[0].column(1).null_count(), 1);
        assert_eq!(block.error.unwrap().to_string(), expected);
    }
}
