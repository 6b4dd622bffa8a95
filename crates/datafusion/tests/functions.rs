//! Tests the functions, in SQL and as expressions.

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, BinaryViewArray, BooleanArray, DictionaryArray,
    FixedSizeBinaryArray, Int16Array, LargeBinaryArray, LargeStringArray, RecordBatch, StringArray,
    StringViewArray,
};
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::logical_expr::ScalarUDFImpl;
use datafusion::prelude::{SessionContext, col, lit};
use std::sync::Arc;
use utflane_datafusion::functions;

/// Returns a session with a table `t` of these columns.
fn session(columns: Vec<(&str, ArrayRef)>) -> SessionContext {
    let session = SessionContext::new();
    utflane_datafusion::register_all(&session).unwrap();
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    );
    session.register_batch("t", batch.unwrap()).unwrap();
    session
}

/// Returns the first column of the result.
async fn column(session: &SessionContext, query: &str) -> Result<ArrayRef> {
    let batches = session.sql(query).await?.collect().await?;
    assert_eq!(batches.len(), 1, "{query}");
    Ok(batches[0].column(0).clone())
}

/// Returns the first column of the result, as text.
async fn texts(session: &SessionContext, query: &str) -> Result<Vec<Option<String>>> {
    let array = column(session, query).await?;
    let array = datafusion::arrow::compute::cast(&array, &DataType::Utf8)?;
    let texts = array.as_string::<i32>().iter();
    Ok(texts.map(|text| text.map(str::to_owned)).collect())
}

async fn error(session: &SessionContext, query: &str) -> String {
    column(session, query).await.unwrap_err().to_string()
}

/// Returns "né" in UTF-16LE, malformed UTF-16LE, a null and "ab", four bytes each, in every layout,
/// with the type of the text.
fn layouts() -> Vec<(ArrayRef, DataType)> {
    let rows: [Option<&[u8]>; 4] = [
        Some(b"n\0\xE9\0"),
        Some(b"n\0\0\xD8"),
        None,
        Some(b"a\0b\0"),
    ];
    let fixed = FixedSizeBinaryArray::try_from_sparse_iter_with_size(rows.into_iter(), 4).unwrap();
    vec![
        (Arc::new(BinaryArray::from_iter(rows)), DataType::Utf8),
        (
            Arc::new(LargeBinaryArray::from_iter(rows)),
            DataType::LargeUtf8,
        ),
        (
            Arc::new(BinaryViewArray::from_iter(rows)),
            DataType::Utf8View,
        ),
        (Arc::new(fixed), DataType::Utf8),
    ]
}

fn some(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|text| Some((*text).to_owned())).collect()
}

#[tokio::test]
async fn decodes_every_layout_with_every_policy() -> Result<()> {
    for (array, text_type) in layouts() {
        let session = session(vec![("b", array)]);
        let decoded = column(
            &session,
            "SELECT decode_text(b, 'utf-16le', 'replace') FROM t",
        )
        .await?;
        assert_eq!(decoded.data_type(), &text_type);
        let replaced = texts(
            &session,
            "SELECT decode_text(b, 'utf-16le', 'replace') FROM t",
        )
        .await?;
        let expected = [Some("né"), Some("n\u{FFFD}"), None, Some("ab")];
        assert_eq!(replaced, expected.map(|text| text.map(str::to_owned)));
        let nulls = texts(&session, "SELECT decode_text(b, 'utf-16le', 'null') FROM t").await?;
        let expected = [Some("né"), None, None, Some("ab")];
        assert_eq!(nulls, expected.map(|text| text.map(str::to_owned)));
        let strict = error(&session, "SELECT decode_text(b, 'utf-16le') FROM t").await;
        assert!(strict.contains("row 1"), "{strict}");
        assert!(
            strict.contains("incomplete utf-16le byte sequence from index 2"),
            "{strict}"
        );
        // Rows that a filter removes are not converted.
        let query = "SELECT decode_text(b, 'utf-16le') FROM t WHERE b <> X'6E0000D8'";
        if text_type == DataType::LargeUtf8 {
            continue;
        }
        assert_eq!(texts(&session, query).await?, some(&["né", "ab"]));
    }
    Ok(())
}

/// A surrogate in UTF-8 becomes three replacements, or one as in Java. The case of names of
/// policies is ignored.
#[tokio::test]
async fn replacement_as_the_jdk() -> Result<()> {
    let rows: [Option<&[u8]>; 3] = [Some(b"a\xED\xA0\x80b"), None, Some(b"\xE2\x82")];
    let session = session(vec![("b", Arc::new(BinaryArray::from_iter(rows)))]);
    for (policy, expected) in [
        ("replace", "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
        ("replace_as_jdk", "a\u{FFFD}b"),
        ("Replace_As_JDK", "a\u{FFFD}b"),
    ] {
        let expected = [Some(expected.to_owned()), None, Some("\u{FFFD}".to_owned())];
        let query = format!("SELECT decode_text(b, 'utf-8', '{policy}') FROM t");
        assert_eq!(texts(&session, &query).await?, expected, "{policy}");
        let query = format!("SELECT decode_text(X'61EDA08062', 'utf-8', '{policy}')");
        assert_eq!(texts(&session, &query).await?, expected[..1], "{policy}");
    }
    Ok(())
}

#[tokio::test]
async fn encodes_every_layout() -> Result<()> {
    let rows = [Some("né"), Some("5 €"), None];
    let layouts: [(ArrayRef, DataType); 3] = [
        (Arc::new(StringArray::from_iter(rows)), DataType::Binary),
        (
            Arc::new(LargeStringArray::from_iter(rows)),
            DataType::LargeBinary,
        ),
        (
            Arc::new(StringViewArray::from_iter(rows)),
            DataType::BinaryView,
        ),
    ];
    for (array, binary_type) in layouts {
        let session = session(vec![("s", array)]);
        let encoded = column(
            &session,
            "SELECT encode_text(s, 'latin1', 'replace') FROM t",
        )
        .await?;
        assert_eq!(encoded.data_type(), &binary_type);
        let hex = "SELECT encode(encode_text(s, 'latin1', 'replace'), 'hex') FROM t";
        let hex = texts(&session, hex).await;
        if let Ok(hex) = hex {
            assert_eq!(
                hex,
                [Some("6ee9".to_owned()), Some("35203f".to_owned()), None]
            );
        }
        let strict = error(&session, "SELECT encode_text(s, 'latin1') FROM t").await;
        assert!(strict.contains("row 1"), "{strict}");
        assert!(strict.contains("U+20AC"), "{strict}");
        let nulls = column(&session, "SELECT encode_text(s, 'latin1', 'null') FROM t").await?;
        assert_eq!((nulls.null_count(), nulls.is_null(1)), (2, true));
        // Convert to bytes and back.
        for charset in ["utf-16be", "gb18030", "utf-8", "utf-32le"] {
            let query =
                format!("SELECT decode_text(encode_text(s, '{charset}'), '{charset}') FROM t");
            let expected = rows.map(|text| text.map(str::to_owned));
            assert_eq!(texts(&session, &query).await?, expected, "{charset}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn charset_of_each_row() -> Result<()> {
    let bytes: BinaryArray = [
        Some(&b"caf\xE9"[..]),
        Some(b"\xE4\xE0"),
        Some(b"x"),
        None,
        Some(b"\xA4\xA2"),
    ]
    .into_iter()
    .collect();
    let names = [
        Some("latin1"),
        Some("windows-1251"),
        None,
        Some("latin1"),
        Some("euc-jp"),
    ];
    for names in [
        Arc::new(StringArray::from_iter(names)) as ArrayRef,
        Arc::new(StringViewArray::from_iter(names)),
    ] {
        let session = session(vec![("b", Arc::new(bytes.clone())), ("c", names)]);
        let decoded = texts(&session, "SELECT decode_text(b, c) FROM t").await?;
        let expected = [Some("café"), Some("да"), None, None, Some("あ")];
        assert_eq!(decoded, expected.map(|text| text.map(str::to_owned)));
        let encoded = "SELECT decode_text(encode_text('и', c, 'replace'), c) FROM t";
        let expected = [Some("?"), Some("и"), None, Some("?"), Some("и")];
        assert_eq!(
            texts(&session, encoded).await?,
            expected.map(|text| text.map(str::to_owned))
        );
    }
    Ok(())
}

/// If rows in several charsets cannot be converted, the error is for the first of these rows.
#[tokio::test]
async fn first_row_of_all_charsets() {
    let bytes = BinaryArray::from_vec(vec![b"A", b"\xFF", b"\xFF"]);
    for names in [["utf-8", "ascii", "utf-8"], ["ascii", "ascii", "utf-8"]] {
        let names = StringArray::from(names.to_vec());
        let session = session(vec![("b", Arc::new(bytes.clone())), ("c", Arc::new(names))]);
        let strict = error(&session, "SELECT decode_text(b, c) FROM t").await;
        assert!(strict.contains("row 1: invalid us-ascii"), "{strict}");
    }
}

#[tokio::test]
async fn values_that_are_no_columns() -> Result<()> {
    let session = session(vec![("n", Arc::new(BooleanArray::from(vec![true, false])))]);
    let one = async |query: &str| texts(&session, query).await;
    assert_eq!(
        one("SELECT decode_text(X'636166E9', 'ISO_8859-1:1987')").await?,
        some(&["café"])
    );
    assert_eq!(
        one("SELECT decode_text('plain', 'ascii')").await?,
        some(&["plain"])
    );
    assert_eq!(one("SELECT decode_text(NULL, 'ascii')").await?, [None]);
    assert_eq!(one("SELECT decode_text(X'41', NULL)").await?, [None]);
    let rows = "SELECT decode_text(X'41', 'ascii') FROM t";
    assert_eq!(one(rows).await?, some(&["A", "A"]));
    // Text in ISO-2022-JP must return to ASCII at its end.
    let there_and_back = "SELECT decode_text(encode_text('あa', 'iso-2022-jp'), 'iso-2022-jp')";
    assert_eq!(one(there_and_back).await?, some(&["あa"]));
    Ok(())
}

#[tokio::test]
async fn validity_and_detection_of_every_layout() -> Result<()> {
    for (array, _) in layouts() {
        let session = session(vec![("b", array)]);
        let valid = column(&session, "SELECT is_valid_utf8(b) FROM t").await?;
        let expected = BooleanArray::from(vec![Some(false), Some(false), None, Some(true)]);
        assert_eq!(valid.as_boolean(), &expected);
        let counted = "SELECT count(*) FROM t WHERE is_valid_utf8(b)";
        assert_eq!(texts(&session, counted).await?, some(&["1"]));
        let detected = texts(&session, "SELECT detect_charset(b) FROM t").await?;
        assert_eq!(detected[3], Some("UTF-16LE".to_owned()));
        assert_eq!(detected[2], None);
    }
    let session = session(vec![("n", Arc::new(BooleanArray::from(vec![true])))]);
    let one = async |query: &str| texts(&session, query).await;
    assert_eq!(one("SELECT is_valid_utf8('été')").await?, some(&["true"]));
    assert_eq!(one("SELECT is_valid_utf8(X'FF')").await?, some(&["false"]));
    assert_eq!(one("SELECT detect_charset('été')").await?, some(&["UTF-8"]));
    // The examples in the documentation.
    assert_eq!(
        one("SELECT detect_charset(X'FFFE68006900')").await?,
        some(&["UTF-16LE"])
    );
    assert_eq!(one("SELECT detect_charset(X'680069000000')").await?, [None]);
    assert_eq!(
        one("SELECT detect_charset(X'636166E9206E6F6972')").await?,
        [None]
    );
    // A legacy encoding that is likely, and one that cannot be decoded.
    let sentence = "Все люди рождаются свободными и равными в своём достоинстве и правах.";
    let query = format!("SELECT detect_charset(encode_text('{sentence}', 'windows-1251'))");
    assert_eq!(one(&query).await?, some(&["windows-1251"]));
    assert_eq!(
        one("SELECT detect_charset(X'7E7B56504E447E7D')").await?,
        some(&["HZ-GB-2312"])
    );
    Ok(())
}

#[tokio::test]
async fn wrong_arguments_are_named() {
    let session = session(vec![("s", Arc::new(StringArray::from(vec!["strict"])))]);
    for (query, expected) in [
        (
            "SELECT decode_text(X'41', 'klingon')",
            "unknown charset 'klingon'",
        ),
        (
            "SELECT decode_text(X'41', 'utf-8', 'maybe')",
            "unknown policy 'maybe'",
        ),
        (
            "SELECT decode_text(X'41', 'utf-8', NULL)",
            "the policy is null",
        ),
        (
            "SELECT decode_text(X'41', 'utf-8', s) FROM t",
            "has to be a constant",
        ),
        (
            "SELECT decode_text(X'41', encoding => 'x')",
            "Unknown parameter name 'encoding'",
        ),
        ("SELECT decode_text(X'FF', 'utf-8')", "the value is X'FF'"),
    ] {
        let error = error(&session, query).await;
        assert!(error.contains(expected), "{query}: {error}");
    }
}

/// Calls every function with every number and type of arguments. The result is a value, or an error
/// with the arguments that the function accepts.
#[tokio::test]
async fn wrong_arguments_are_errors_of_the_plan() -> Result<()> {
    let session = session(vec![("n", Arc::new(BooleanArray::from(vec![true])))]);
    let [text, bytes, dictionary] = [
        "'utf-8'",
        "X'41'",
        "arrow_cast('utf-8', 'Dictionary(Int8, Utf8)')",
    ];
    let null = "NULL";
    let others = [
        "1",
        "1.5",
        "n",
        "DATE '2024-02-29'",
        "INTERVAL '1 day'",
        "named_struct('a', 1)",
        "arrow_cast(1, 'Dictionary(Int8, Int64)')",
    ];
    let all = [text, bytes, dictionary, null].into_iter().chain(others);
    let all: Vec<_> = all.collect();
    let (mut accepted, mut refused) = (0, 0);
    for (function, counts, words) in [
        (
            "decode_text",
            2..=3,
            "accepts (bytes, charset [, policy]): binary values or text",
        ),
        (
            "encode_text",
            2..=3,
            "accepts (text, charset [, policy]): text, and",
        ),
        (
            "is_valid_utf8",
            1..=1,
            "accepts one argument, bytes: binary values or text",
        ),
        (
            "detect_charset",
            1..=1,
            "accepts one argument, bytes: binary values or text",
        ),
    ] {
        let is_value = |value: &str| match function {
            "encode_text" => [text, dictionary, null].contains(&value),
            _ => [text, bytes, dictionary, null].contains(&value),
        };
        let is_name = |value: &&str| [text, dictionary, null].contains(value);
        // Up to three arguments of all types, and more arguments of the accepted types.
        let mut calls: Vec<Vec<&str>> = vec![vec![]];
        for first in &all {
            calls.push(vec![first]);
            for second in &all {
                calls.push(vec![first, second]);
                calls.extend([text, null, "1"].map(|third| vec![*first, *second, third]));
            }
        }
        calls.extend((4..7).map(|count| vec![text; count]));
        for call in calls {
            let is_right =
                counts.contains(&call.len()) && is_value(call[0]) && call[1..].iter().all(is_name);
            let query = format!("SELECT {function}({}) FROM t", call.join(", "));
            match session.sql(&query).await {
                Ok(_) => {
                    assert!(is_right, "{query}");
                    accepted += 1;
                }
                Err(error) => {
                    let error = error.to_string();
                    assert!(!error.contains("Internal error"), "{query}: {error}");
                    // Unknown names of policies are also errors.
                    let is_name = error.contains("unknown policy 'utf-8'");
                    let is_wrong = error.starts_with("Error during planning: ")
                        && error.contains(function)
                        && error.contains(words);
                    assert!(
                        is_right && is_name || !is_right && is_wrong,
                        "{query}: {error}"
                    );
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 20 && refused > 1000, "{accepted} {refused}");
    let error = error(&session, "SELECT decode_text(1, 'utf-8')").await;
    assert_eq!(
        error,
        "Error during planning: decode_text accepts (bytes, charset [, policy]): binary values or \
         text, and names of a charset and of a policy as text; not (Int64, Utf8)"
    );
    Ok(())
}

/// A result is nullable if an argument is nullable or if the policy may be `null`, and otherwise
/// not.
#[tokio::test]
async fn what_may_be_null() -> Result<()> {
    let bytes: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"x", b"\xFF"]));
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["latin1", "utf-8"]));
    let columns = [
        ("b", bytes.clone(), false),
        ("n", bytes, true),
        ("s", texts, false),
    ];
    let batch = RecordBatch::try_from_iter_with_nullable(columns)?;
    let session = SessionContext::new();
    utflane_datafusion::register_all(&session)?;
    session.register_batch("u", batch)?;
    for (call, is_nullable) in [
        ("decode_text(b, 'latin1')", false),
        ("decode_text(b, s, 'replace')", false),
        ("decode_text(b, 'utf-8', 'null')", true),
        ("decode_text(n, 'latin1')", true),
        ("decode_text(b, NULL)", true),
        ("encode_text(s, 'utf-16le')", false),
        ("encode_text(s, 'ascii', 'null')", true),
        ("is_valid_utf8(b)", false),
        ("is_valid_utf8(n)", true),
        ("detect_charset(b)", true),
    ] {
        let frame = session.sql(&format!("SELECT {call} AS x FROM u")).await?;
        assert_eq!(frame.schema().field(0).is_nullable(), is_nullable, "{call}");
        frame.collect().await?;
    }
    // Constants are checked even if there are no rows.
    for call in [
        "decode_text(b, 'utf-16')",
        "encode_text(s, 'latin1', 'maybe')",
    ] {
        let planned = session
            .sql(&format!("SELECT {call} FROM u WHERE false"))
            .await;
        assert!(
            planned.unwrap_err().to_string().contains("unknown"),
            "{call}"
        );
    }
    Ok(())
}

/// Calls the functions by `functions::expr_fn` instead of SQL.
#[tokio::test]
async fn functions_as_expressions() -> Result<()> {
    use functions::expr_fn::{decode_text, detect_charset, encode_text, is_valid_utf8};
    let session = session(vec![(
        "b",
        Arc::new(BinaryArray::from_vec(vec![b"a\xFF"])) as ArrayRef,
    )]);
    let table = session.table("t").await?;
    let replaced = decode_text(col("b"), lit("utf-8"), Some(lit("replace")));
    let latin = decode_text(col("b"), lit("latin1"), None);
    let lossy = encode_text(latin.clone(), lit("ascii"), Some(lit("replace")));
    let rows = table.select(vec![
        replaced,
        latin,
        lossy,
        detect_charset(col("b")),
        is_valid_utf8(col("b")),
    ])?;
    let rows = rows.collect().await?;
    let row = [0, 1, 2, 3, 4].map(|column| {
        let text = datafusion::arrow::compute::cast(rows[0].column(column), &DataType::Utf8);
        let text = text.unwrap();
        let value = text.is_valid(0).then(|| text.as_string::<i32>().value(0));
        value.map(str::to_owned)
    });
    let expected = [
        Some("a\u{FFFD}"),
        Some("a\u{FF}"),
        Some("a?"),
        None,
        Some("false"),
    ];
    assert_eq!(row, expected.map(|text| text.map(str::to_owned)));
    Ok(())
}

/// Arguments can be named.
#[tokio::test]
async fn arguments_have_names() -> Result<()> {
    let session = session(vec![("n", Arc::new(BooleanArray::from(vec![true])))]);
    for (call, expected) in [
        ("decode_text(X'FF', charset => 'latin1')", "\u{FF}"),
        ("decode_text(charset => 'latin1', bytes => X'FF')", "\u{FF}"),
        (
            "decode_text(X'FF', policy => 'replace', charset => 'ascii')",
            "\u{FFFD}",
        ),
        (
            "decode_text(encode_text(text => '\u{E9}', charset => 'utf-16le'), 'utf-16le')",
            "\u{E9}",
        ),
        ("detect_charset(bytes => X'FFFE68006900')", "UTF-16LE"),
        ("is_valid_utf8(bytes => X'FF')", "false"),
    ] {
        let found = texts(&session, &format!("SELECT {call}")).await?;
        assert_eq!(found, some(&[expected]), "{call}");
    }
    Ok(())
}

#[tokio::test]
async fn dictionaries_are_kept() -> Result<()> {
    let values: ArrayRef = Arc::new(BinaryArray::from_vec(vec![b"n\xE9", b"\xC3\xA9", b"\x81"]));
    let keys = Int16Array::from(vec![Some(0), Some(1), None, Some(0), Some(1)]);
    let dictionary: ArrayRef = Arc::new(DictionaryArray::new(keys, values));
    let names = ["latin1", "utf-8", "utf-8", "windows-1251", "latin1"];
    let names = StringArray::from(names.to_vec());
    let session = session(vec![("d", dictionary), ("c", Arc::new(names))]);
    let of = |values| DataType::Dictionary(Box::new(DataType::Int16), Box::new(values));
    let owned = |rows: [Option<&str>; 5]| rows.map(|row| row.map(str::to_owned));

    // No row has the malformed value.
    for (call, expected_type, expected) in [
        (
            "decode_text(d, 'windows-1252')",
            of(DataType::Utf8),
            [Some("né"), Some("Ã©"), None, Some("né"), Some("Ã©")],
        ),
        (
            "decode_text(d, 'utf-8', 'null')",
            of(DataType::Utf8),
            [None, Some("é"), None, None, Some("é")],
        ),
        (
            "decode_text(d, c)",
            of(DataType::Utf8),
            [Some("né"), Some("é"), None, Some("nй"), Some("Ã©")],
        ),
        (
            "encode_text(decode_text(d, 'windows-1252'), 'utf-8')",
            of(DataType::Binary),
            [Some("né"), Some("Ã©"), None, Some("né"), Some("Ã©")],
        ),
        (
            "detect_charset(d)",
            DataType::Utf8,
            [None, Some("UTF-8"), None, None, Some("UTF-8")],
        ),
        (
            "is_valid_utf8(d)",
            DataType::Boolean,
            [
                Some("false"),
                Some("true"),
                None,
                Some("false"),
                Some("true"),
            ],
        ),
    ] {
        let found = column(&session, &format!("SELECT {call} FROM t")).await?;
        assert_eq!(found.data_type(), &expected_type, "{call}");
        let found = texts(&session, &format!("SELECT {call} FROM t")).await?;
        assert_eq!(found, owned(expected), "{call}");
    }
    // One value in the dictionary can become several values of text.
    let query = "SELECT count(DISTINCT decode_text(d, c)) FROM t WHERE d IS NOT NULL";
    assert_eq!(texts(&session, query).await?, some(&["4"]));
    for (call, expected) in [
        ("decode_text(d, 'utf-8')", "row 0: incomplete utf-8"),
        ("decode_text(d, c)", "row 1: "),
        (
            "encode_text(decode_text(d, 'latin1'), 'ascii')",
            "the value is 'né'",
        ),
    ] {
        let names = "CASE WHEN is_valid_utf8(d) THEN 'us-ascii' ELSE 'latin1' END";
        let query = format!("SELECT {call} FROM (SELECT d, {names} AS c FROM t)");
        let error = error(&session, &query).await;
        assert!(error.contains(expected), "{error}");
    }
    Ok(())
}

/// `SHOW FUNCTIONS` shows the parameters, the result and the description.
#[tokio::test]
async fn functions_are_shown() -> Result<()> {
    let session = SessionContext::new_with_config(
        datafusion::prelude::SessionConfig::new().with_information_schema(true),
    );
    utflane_datafusion::register_all(&session)?;
    for (name, parameters, result, words) in [
        (
            "decode_text",
            "[Binary, String, String]",
            "String",
            "Converts bytes",
        ),
        (
            "decode_text",
            "[Binary, String]",
            "String",
            "decode_text(bytes, charset",
        ),
        ("encode_text", "[String, String]", "Binary", "Converts text"),
        ("is_valid_utf8", "[Binary]", "Boolean", "well-formed UTF-8"),
        (
            "detect_charset",
            "[Binary]",
            "String",
            "the name of the encoding",
        ),
        ("repair_mojibake", "[String]", "String", "Repairs mojibake"),
    ] {
        let shown = session
            .sql(&format!("SHOW FUNCTIONS LIKE '{name}'"))
            .await?;
        let shown = shown.to_string().await?;
        let is_it = |row: &&str| row.contains(parameters) && row.contains(words);
        let row = shown
            .lines()
            .find(is_it)
            .unwrap_or_else(|| panic!("{shown}"));
        assert!(row.contains(&format!("| {result} ")), "{row}");
    }
    Ok(())
}

#[test]
fn functions_are_documented() {
    for function in functions::all() {
        let documentation = function.documentation().expect("documentation");
        assert!(documentation.syntax_example.starts_with(function.name()));
        assert!(documentation.sql_example.is_some());
    }
    assert_eq!(functions::DecodeText::default().name(), "decode_text");
}

/// Mojibake is repaired in every layout, and a dictionary stays a dictionary.
#[tokio::test]
async fn mojibake_of_every_layout() -> Result<()> {
    let rows = [Some("cafÃ©"), None, Some("déjà vu"), Some("twice: cafÃƒÂ©")];
    let expected = [Some("café"), None, Some("déjà vu"), Some("twice: café")];
    let dictionary: DictionaryArray<datafusion::arrow::datatypes::Int16Type> =
        rows.into_iter().collect();
    let layouts: [ArrayRef; 4] = [
        Arc::new(StringArray::from_iter(rows)),
        Arc::new(LargeStringArray::from_iter(rows)),
        Arc::new(StringViewArray::from_iter(rows)),
        Arc::new(dictionary),
    ];
    for array in layouts {
        let data_type = array.data_type().clone();
        let session = session(vec![("s", array)]);
        let repaired = column(&session, "SELECT repair_mojibake(s) FROM t").await?;
        assert_eq!(repaired.data_type(), &data_type);
        let found = texts(&session, "SELECT repair_mojibake(s) FROM t").await?;
        assert_eq!(found, expected.map(|text| text.map(str::to_owned)));
    }
    let session = session(vec![("s", Arc::new(StringArray::from_iter(rows)))]);
    let query = "SELECT repair_mojibake('GrÃ¶ÃŸe') || coalesce(repair_mojibake(NULL), '!')";
    assert_eq!(texts(&session, query).await?, some(&["Größe!"]));
    for call in [
        "repair_mojibake()",
        "repair_mojibake('a', 'b')",
        "repair_mojibake(X'61')",
    ] {
        let error = error(&session, &format!("SELECT {call}")).await;
        assert!(error.contains("accepts one argument, text"), "{error}");
    }
    let call = functions::expr_fn::repair_mojibake(col("s")).alias("s");
    let frame = session.table("t").await?.select(vec![call])?;
    assert!(frame.to_string().await?.contains("| café "));
    Ok(())
}

/// The confidence of a detection, in every layout.
#[tokio::test]
async fn detection_with_confidence() -> Result<()> {
    let polish =
        b"Wszyscy ludzie wiedz\xB9, \xBFe pieni\xB9dze s\xB9 wa\xBFne, ale szcz\xEA\x9Ccie \
        mo\xBFna znale\x9F\xE6 gdzie indziej.";
    let rows: [Option<&[u8]>; 5] = [
        Some(b"\xFF\xFEh\0"),
        Some(polish),
        None,
        Some(b"caf\xE9"),
        Some(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
    ];
    let expected = [
        "UTF-16LE|certain|true|-",
        "windows-1250|likely|true|pl",
        "-|-|-|-",
        "windows-1252|guess|false|es",
        "-|unknown|false|-",
    ];
    let dictionary: ArrayRef = Arc::new(BinaryArray::from_iter(rows));
    let keys = Int16Array::from(vec![0, 1, 2, 3, 4]);
    let layouts: [ArrayRef; 4] = [
        Arc::new(BinaryArray::from_iter(rows)),
        Arc::new(LargeBinaryArray::from_iter(rows)),
        Arc::new(BinaryViewArray::from_iter(rows)),
        Arc::new(DictionaryArray::new(keys, dictionary)),
    ];
    for array in layouts {
        let session = session(vec![("b", array)]);
        let field =
            |name: &str| format!("coalesce(CAST(detect_charset_info(b)['{name}'] AS TEXT), '-')");
        let fields = ["charset", "confidence", "is_reliable", "language"].map(field);
        let query = format!("SELECT {} FROM t", fields.join(" || '|' || "));
        let found = texts(&session, &query).await?;
        let found: Vec<_> = found.iter().flatten().collect();
        assert_eq!(found[..2], expected[..2]);
        assert_eq!(found[3..], expected[3..]);
        let nulls = "SELECT count(*) FROM t WHERE detect_charset_info(b) IS NULL";
        assert_eq!(texts(&session, nulls).await?, some(&["1"]));
    }
    Ok(())
}
