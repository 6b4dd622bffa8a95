//! Tests compressed files.

use super::*;

const COMPRESSIONS: [&str; 4] = ["gzip", "bzip2", "xz", "zstd"];

/// Returns the rows from `first` to `last` as compressed CSV, which DataFusion writes.
async fn compressed(compression: &str, first: u32, last: u32, has_header: bool) -> Result<Vec<u8>> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    let copy = format!(
        "COPY (SELECT value AS id, 'Zoë' AS name FROM generate_series({first}, {last})) TO '{}' \
         STORED AS CSV OPTIONS (compression '{compression}', has_header '{has_header}')",
        file.display()
    );
    rows(&SessionContext::new(), &copy).await?;
    Ok(std::fs::read(file)?)
}

/// All streams of a file are read, in one piece, and on any number of threads.
#[tokio::test]
async fn files_of_several_streams() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    for compression in COMPRESSIONS {
        let first = compressed(compression, 1, 30_000, true).await?;
        let second = compressed(compression, 30_001, 50_000, false).await?;
        std::fs::write(&file, [&first[..], &second].concat())?;
        for (parts, aside) in [(1, ""), (4, ""), (4, ", on_bad 'set_aside'")] {
            let session = session_of(parts);
            let options = format!("charset 'utf-8', compression '{compression}'{aside}");
            create(&session, "CSV", &file, &options).await?;
            let query = "SELECT count(*), sum(id), min(name), max(name) FROM t";
            let expected = ["50000|1250025000|Zoë|Zoë"];
            assert_eq!(texts(&session, query).await?, expected, "{options}");
            assert_eq!(partitions(&session).await?, 1);
        }
    }
    Ok(())
}

/// A file that is cut, or that is not compressed, is an error.
#[tokio::test]
async fn incomplete_files() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    for compression in COMPRESSIONS {
        let whole = compressed(compression, 1, 50_000, true).await?;
        let second = compressed(compression, 1, 50_000, false).await?;
        let files = [
            whole[..whole.len() - 9].to_vec(),
            [&whole[..], &second[..second.len() / 2]].concat(),
            b"id,name\n1,x\n".to_vec(),
        ];
        for bytes in files {
            std::fs::write(&file, &bytes)?;
            for aside in ["", ", on_bad 'set_aside'"] {
                let session = session_of(2);
                let columns = "(id BIGINT, name TEXT)";
                let options = format!("charset 'utf-8', compression '{compression}'{aside}");
                let place = file.display().to_string();
                create_as(&session, columns, "CSV", &place, &options).await?;
                let result = rows(&session, "SELECT id FROM t").await;
                assert!(result.is_err(), "{compression} {}", bytes.len());
            }
        }
    }
    Ok(())
}

/// The positions of bad rows count decompressed bytes.
#[tokio::test]
async fn bad_rows_of_a_compressed_file() -> Result<()> {
    let folder = folder();
    let file = folder.path().join("table.csv");
    for compression in COMPRESSIONS {
        std::fs::write(&file, compressed(compression, 8, 11, true).await?)?;
        let session = session_of(4);
        let options = format!("charset 'ascii', compression '{compression}', on_bad 'set_aside'");
        let place = file.display().to_string();
        create_as(&session, "(id BIGINT, name TEXT)", "CSV", &place, &options).await?;
        let query = "SELECT line, start, \"end\", bytes FROM bad_rows('t')";
        let row = |id: &str| format!("{:?}", format!("{id},Zoë\n").as_bytes());
        let expected = [
            format!("2|8|15|{}", row("8")),
            format!("3|15|22|{}", row("9")),
            format!("4|22|30|{}", row("10")),
            format!("5|30|38|{}", row("11")),
        ];
        assert_eq!(texts(&session, query).await?, expected, "{compression}");
    }
    Ok(())
}
