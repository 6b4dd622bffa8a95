//! Measures the throughput of CSV files in several charsets, compared with DataFusion's own reader
//! of UTF-8, alone and after `iconv`.
//!
//! ```sh
//! cargo run --release -p utflane-datafusion --example throughput -- MEGABYTES ROUNDS PARTITIONS
//! ```
//!
//! The defaults are 64 MB, 5 rounds and 1 partition. All files have the same rows. Figures are GB/s
//! of UTF-8, from the best of alternating rounds, and the ratio to DataFusion's own reader.

use datafusion::common::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;
use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use utflane::{Charset, Pair};

/// Returns rows with an id, a name, an amount, a note and a date, about `bytes` bytes of UTF-8.
fn rows(bytes: usize) -> String {
    let words = [
        "Straße",
        "café",
        "naïve",
        "Ærø",
        "plain",
        "text",
        "of a few words",
        "señor",
    ];
    let mut text = String::from("id,name,amount,note,day\n");
    let mut random = 1_u64;
    for id in 0.. {
        let mut word = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            words[(random >> 61) as usize]
        };
        let (first, second, third) = (word(), word(), word());
        // Writing to a `String` never fails.
        let _ = writeln!(
            text,
            "{id},{first} {second},{}.{:02},\"{third}, {second}, {first} and more\",2024-0{}-1{}",
            id * 7 % 100_000,
            id % 100,
            id % 9 + 1,
            id % 10
        );
        if text.len() >= bytes {
            break;
        }
    }
    text
}

/// A method of reading a file.
struct Method {
    name: String,
    /// The charset and file of the input, if `iconv` converts it first.
    first: Option<(Charset, PathBuf)>,
    file: PathBuf,
    options: String,
    best: Duration,
}

impl Method {
    async fn run(&mut self, partitions: usize) -> Result<usize> {
        let start = Instant::now();
        if let Some((charset, source)) = &self.first {
            let status = Command::new("iconv")
                .args(["-f", charset.name(), "-t", "UTF-8"])
                .arg(source)
                .stdout(File::create(&self.file)?)
                .status()?;
            assert!(status.success());
        }
        let config = SessionConfig::new().with_target_partitions(partitions);
        let session = SessionContext::new_with_config(config);
        utflane_datafusion::register_all(&session)?;
        let create = format!(
            "CREATE EXTERNAL TABLE t (id BIGINT, name TEXT, amount DOUBLE, note TEXT, day DATE) \
             STORED AS CSV LOCATION '{}' OPTIONS (has_header 'true' {})",
            self.file.display(),
            self.options
        );
        session.sql(&create).await?;
        let mut found = 0;
        let mut batches = session
            .sql("SELECT * FROM t")
            .await?
            .execute_stream()
            .await?;
        while let Some(batch) = batches.next().await {
            found += batch?.num_rows();
        }
        self.best = self.best.min(start.elapsed());
        Ok(found)
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args()
        .skip(1)
        .map(|argument| argument.parse::<usize>());
    let mut argument = |other| arguments.next().unwrap_or(Ok(other)).expect("a number");
    let (megabytes, rounds, partitions) = (argument(64), argument(5), argument(1));
    let text = rows(megabytes * 1_000_000);
    let folder = tempfile::tempdir()?;
    let write = |charset: Charset| -> Result<PathBuf> {
        let pair = Pair::new(Charset::Utf8, charset).expect("it is not stateful");
        let mut bytes = vec![0; 2 * text.len() + 64];
        let written = pair.transcode(text.as_bytes(), &mut bytes);
        let path = folder.path().join(format!("{}.csv", charset.name()));
        std::fs::write(&path, &bytes[..written.expect("in the charset")])?;
        Ok(path)
    };
    let utf8 = write(Charset::Utf8)?;
    let method = |name: String, first, file: &Path, options| Method {
        name,
        first,
        file: file.to_owned(),
        options,
        best: Duration::MAX,
    };
    let mut methods = vec![method(
        "DataFusion, UTF-8".into(),
        None,
        &utf8,
        String::new(),
    )];
    for charset in [
        Charset::Utf8,
        Charset::Utf16Le,
        Charset::Latin1,
        Charset::Windows1252,
    ] {
        let file = write(charset)?;
        let options = format!(", charset '{}'", charset.name());
        methods.push(method(format!("{charset}"), None, &file, options));
        if charset != Charset::Utf8 {
            let name = format!("iconv from {charset}, then DataFusion");
            let converted = folder.path().join("converted.csv");
            methods.push(method(
                name,
                Some((charset, file)),
                &converted,
                String::new(),
            ));
        }
    }
    let mut counts = Vec::new();
    for _ in 0..rounds {
        for method in &mut methods {
            counts.push(method.run(partitions).await?);
        }
    }
    assert!(
        counts
            .iter()
            .all(|count| *count == text.lines().count() - 1)
    );
    let own = methods[0].best.as_secs_f64();
    for method in &methods {
        let seconds = method.best.as_secs_f64();
        let speed = text.len() as f64 / seconds / 1e9;
        println!("{:45} {speed:6.3} GB/s {:6.2}", method.name, own / seconds);
    }
    Ok(())
}
