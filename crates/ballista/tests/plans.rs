//! Tests that plans return the same rows after they were encoded and decoded.

use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::common::Result;
use datafusion::physical_plan::collect;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::bytes::{
    logical_plan_from_bytes_with_extension_codec, logical_plan_to_bytes_with_extension_codec,
    physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
};
use std::path::Path;
use utflane::{Utf8, Utf16Be, transcode_to_vec};
use utflane_ballista::{LogicalCodec, PhysicalCodec};

fn session() -> SessionContext {
    let config = SessionConfig::new()
        .with_target_partitions(3)
        .with_repartition_file_min_size(1);
    let session = SessionContext::new_with_config(config);
    utflane_datafusion::register_all(&session).unwrap();
    session
}

/// Returns the results of a query, and of its logical and physical plan after encoding and
/// decoding.
async fn results(session: &SessionContext, query: &str) -> Result<[String; 3]> {
    let context = session.task_ctx();
    let frame = session.sql(query).await?;
    let (codec, plan) = (LogicalCodec::default(), frame.logical_plan());
    let sent = logical_plan_to_bytes_with_extension_codec(plan, &codec)?;
    // The other session has no table.
    let other = self::session();
    let plan = logical_plan_from_bytes_with_extension_codec(&sent, &other.task_ctx(), &codec)?;
    let logical = other.execute_logical_plan(plan).await?.collect().await?;

    let codec = PhysicalCodec::default();
    let plan = frame.clone().create_physical_plan().await?;
    let sent = physical_plan_to_bytes_with_extension_codec(plan, &codec)?;
    let plan = physical_plan_from_bytes_with_extension_codec(&sent, &context, &codec)?;
    let physical = collect(plan, context).await?;

    let own = frame.collect().await?;
    let [own, logical, physical] =
        [own, logical, physical].map(|batches| pretty_format_batches(&batches));
    Ok([
        own?.to_string(),
        logical?.to_string(),
        physical?.to_string(),
    ])
}

async fn create(session: &SessionContext, kind: &str, file: &Path, options: &str) -> Result<()> {
    let file = file.display();
    let create =
        format!("CREATE EXTERNAL TABLE t STORED AS {kind} LOCATION '{file}' OPTIONS ({options})");
    session
        .sql("DROP TABLE IF EXISTS t")
        .await?
        .collect()
        .await?;
    session.sql(&create).await?.collect().await?;
    Ok(())
}

#[tokio::test]
async fn tables_and_functions() -> Result<()> {
    let place = tempfile::tempdir()?;
    let file = place.path().join("table.csv");
    let session = session();
    let cases = [
        ("CSV", "charset 'utf-16be'", "id,name\n1,Zoë\n2,\u{0A0A}\n"),
        (
            "CSV",
            "charset 'utf-16be', delimiter ';', has_header 'true'",
            "id;name\n1;Zoë\n2;x,y\n",
        ),
        (
            "CSV",
            "charset 'utf-16be', quote '~'",
            "id,name\n1,~Zoë, x~\n2,x\n",
        ),
        (
            "CSV",
            "charset 'utf-16be', comment '#'",
            "id,name\n#1,Zoë\n2,Zoë\n",
        ),
        (
            "CSV",
            r"charset 'utf-16be', escape '\'",
            "id,name\n1,\"Zoë \\\", x\"\n2,\"x\\\"\"\n3,y\n",
        ),
        (
            "CSV",
            "charset 'utf-16be', truncated_rows 'true'",
            "id,name\n1,Zoë\n2\n",
        ),
        (
            "CSV",
            "charset 'utf-16be', newlines_in_values 'true'",
            "id,name\n1,\"Zoë\n\n\n\n\"\n2,x\n",
        ),
        (
            "CSV",
            "charset 'auto', fallback_charset 'ascii'",
            "\u{FEFF}id,name\n1,Zoë\n",
        ),
        (
            "LINES",
            "charset 'utf-16be', malformed 'replace'",
            "id, Zoë\nname\n",
        ),
    ];
    for (kind, options, text) in cases {
        std::fs::write(
            &file,
            transcode_to_vec::<Utf8, Utf16Be>(text.as_bytes()).unwrap(),
        )?;
        create(&session, kind, &file, options).await?;
        let column = if kind == "CSV" { "name" } else { "line" };
        let query = format!(
            "SELECT {column}, encode_text({column}, 'utf-16le') FROM t \
             WHERE is_valid_utf8({column}) ORDER BY 1"
        );
        let [own, logical, physical] = results(&session, &query).await?;
        assert!(own.contains("Zoë"), "{options}: {own}");
        assert_eq!(logical, own, "{options}");
        assert_eq!(physical, own, "{options}");
    }
    Ok(())
}

/// DataFusion infers columns only if rows end at line ends, so the statement has columns.
#[tokio::test]
async fn terminators() -> Result<()> {
    let place = tempfile::tempdir()?;
    let file = place.path().join("table.csv");
    let text = "id,name!1,Zoë!2,x\ny!".repeat(20);
    let bytes = transcode_to_vec::<Utf8, Utf16Be>(text.as_bytes()).unwrap();
    std::fs::write(&file, bytes)?;
    let session = session();
    let create = format!(
        "CREATE EXTERNAL TABLE t (id TEXT, name TEXT) STORED AS CSV LOCATION '{}' \
         OPTIONS (charset 'utf-16be', terminator '!')",
        file.display()
    );
    session.sql(&create).await?.collect().await?;
    let query = "SELECT id, name, count(*) FROM t GROUP BY id, name ORDER BY id";
    let [own, logical, physical] = results(&session, query).await?;
    assert!(own.contains("| 1  | Zoë  | 20       |"), "{own}");
    assert_eq!(logical, own);
    assert_eq!(physical, own);
    Ok(())
}

#[tokio::test]
async fn compressed_files() -> Result<()> {
    let place = tempfile::tempdir()?;
    let file = place.path().join("table.csv.gz");
    let session = session();
    // DataFusion compresses the file. Bytes in UTF-8 are also valid Latin-1.
    let copy = format!(
        "COPY (SELECT 1 AS id, 'Zoë' AS name) TO '{}' STORED AS CSV \
         OPTIONS ('format.compression' 'gzip')",
        file.display()
    );
    session.sql(&copy).await?.collect().await?;
    assert_eq!(std::fs::read(&file)?[..2], *b"\x1F\x8B");
    for (charset, expected) in [("utf-8", "Zoë"), ("latin1", "ZoÃ«")] {
        let options = format!("charset '{charset}', 'format.compression' 'gzip'");
        create(&session, "CSV", &file, &options).await?;
        let [own, logical, physical] = results(&session, "SELECT name FROM t").await?;
        assert!(own.contains(expected), "{own}");
        assert_eq!(logical, own);
        assert_eq!(physical, own);
    }
    Ok(())
}

#[tokio::test]
async fn partition_columns() -> Result<()> {
    let place = tempfile::tempdir()?;
    let session = session();
    for (year, name) in [(2024, "Zoë"), (2025, "José")] {
        let folder = place.path().join(format!("year={year}"));
        std::fs::create_dir(&folder)?;
        let text = format!("name\n{name}\n");
        let bytes = transcode_to_vec::<Utf8, Utf16Be>(text.as_bytes()).unwrap();
        std::fs::write(folder.join("x.csv"), bytes)?;
    }
    let kind = "CSV PARTITIONED BY (year)";
    create(&session, kind, &place.path().join(""), "charset 'utf-16be'").await?;
    let query = "SELECT year, name FROM t WHERE year > 2024";
    let [own, logical, physical] = results(&session, query).await?;
    assert!(
        own.contains("| 2025 | José |") && !own.contains("Zoë"),
        "{own}"
    );
    assert_eq!(logical, own);
    assert_eq!(physical, own);
    Ok(())
}

/// Tables that set bad rows aside, and their bad rows.
#[tokio::test]
async fn bad_rows() -> Result<()> {
    let place = tempfile::tempdir()?;
    let file = place.path().join("table.csv");
    let text = "id,name\n1,Zoë\nx,y\n2,a,b\n3,\"open\n4,end\n".repeat(10);
    std::fs::write(
        &file,
        transcode_to_vec::<Utf8, Utf16Be>(text.as_bytes()).unwrap(),
    )?;
    let session = session();
    let create = format!(
        "CREATE EXTERNAL TABLE t (id BIGINT, name TEXT) STORED AS CSV LOCATION '{}' \
         OPTIONS (charset 'utf-16be', on_bad 'set_aside', has_header 'false')",
        file.display()
    );
    session.sql(&create).await?.collect().await?;
    for (query, expected) in [
        (
            "SELECT count(*), count(name), sum(id) FROM t",
            "| 20       | 20",
        ),
        (
            "SELECT reason, count(*) FROM bad_rows('t') GROUP BY reason ORDER BY 1",
            "fields: 3",
        ),
        (
            "SELECT line, start, encode(bytes, 'hex') FROM bad_rows('t') ORDER BY line",
            "| 59 ",
        ),
    ] {
        let [own, logical, physical] = results(&session, query).await?;
        assert!(own.contains(expected), "{own}");
        assert_eq!(logical, own);
        assert_eq!(physical, own);
    }
    Ok(())
}

/// The functions that other tests do not call.
#[tokio::test]
async fn functions() -> Result<()> {
    let query = "SELECT repair_mojibake('cafÃ©'), detect_charset_info(b)['confidence'] \
                 FROM (VALUES (X'FFFE6100'), (X'636166E9')) AS v(b) ORDER BY 2";
    let [own, logical, physical] = results(&session(), query).await?;
    assert!(
        own.contains("certain") && own.contains("guess") && own.contains("café"),
        "{own}"
    );
    assert_eq!(logical, own);
    assert_eq!(physical, own);
    Ok(())
}

/// A plan that writes files in a charset.
#[tokio::test]
async fn files_are_written() -> Result<()> {
    let place = tempfile::tempdir()?;
    let session = session();
    let context = session.task_ctx();
    let file = place.path().join("x.csv");
    let copy = format!(
        "COPY (SELECT '5 €' AS price, 1 AS n UNION ALL SELECT 'é', 2 ORDER BY n) TO '{}' \
         STORED AS CSV OPTIONS (charset 'utf-16be', bom 'true', delimiter ';', has_header 'false')",
        file.display()
    );
    let plan = session.sql(&copy).await?.create_physical_plan().await?;
    let codec = PhysicalCodec::default();
    for (charset, expected) in [
        (
            "utf-16be",
            b"\xFE\xFF\x005\0 \x20\xAC\0;\x001\0\n\0\xE9\0;\x002\0\n".to_vec(),
        ),
        ("latin1', unmappable 'replace", b"5 ?;1\n\xE9;2\n".to_vec()),
    ] {
        let plan = match charset {
            "utf-16be" => plan.clone(),
            _ => {
                let copy = copy.replace("utf-16be', bom 'true", charset);
                session.sql(&copy).await?.create_physical_plan().await?
            }
        };
        let sent = physical_plan_to_bytes_with_extension_codec(plan, &codec)?;
        let plan = physical_plan_from_bytes_with_extension_codec(&sent, &context, &codec)?;
        collect(plan, context.clone()).await?;
        assert_eq!(std::fs::read(&file)?, expected, "{charset}");
    }
    Ok(())
}
