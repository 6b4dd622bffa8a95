//! Tests a cluster of processes on this machine. The tests start a scheduler and executors, and kill
//! some executors.

mod clients;
mod kills;
mod s3;
mod store;
mod tls;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::common::Result;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use utflane::{Latin1, Utf8, Utf16Le, transcode_to_vec};
use utflane_ballista::cluster;

/// A process that ends with the test, because its standard input ends.
struct Process(Child);

impl Process {
    fn start(arguments: &[&str]) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_utflane-ballista"));
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        Process(command.spawn().expect("the program starts"))
    }

    /// Returns the address that a scheduler prints.
    fn address(&mut self) -> std::io::Result<String> {
        let mut address = String::new();
        let output = self.0.stdout.take().expect("piped");
        BufReader::new(output).read_line(&mut address)?;
        Ok(address.trim().to_owned())
    }

    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

const FILES: usize = 24;
const ROWS: usize = 400;

/// Returns the name in the row with this number.
fn name(id: usize) -> String {
    format!("Zoë Müller-Lüdenscheid No. {id}, Straße des 17. Juni, Çà et là")
}

/// Writes CSV files, alternately in UTF-16LE and in Latin-1.
fn write_files(folder: &Path) {
    for file in 0..FILES {
        let mut text = String::from("id,name\n");
        for row in 0..ROWS {
            let id = file * ROWS + row;
            writeln!(text, "{id},\"{}\"", name(id)).unwrap();
        }
        let bytes = match file % 2 {
            0 => transcode_to_vec::<Utf8, Utf16Le>(text.as_bytes()),
            _ => transcode_to_vec::<Utf8, Latin1>(text.as_bytes()),
        };
        std::fs::write(folder.join(format!("{file}.csv")), bytes.unwrap()).unwrap();
    }
}

/// Returns whether there is a file in a folder, recursively.
fn has_file(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => has_file(&entry.path()),
        Ok(kind) => kind.is_file(),
        Err(_) => false,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_loaded_although_an_executor_dies() -> Result<()> {
    let whole = Duration::from_secs(120);
    tokio::time::timeout(whole, load())
        .await
        .expect("loaded in time")
}

async fn load() -> Result<()> {
    let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
    let [csv, parquet, first, second] = ["csv", "parquet", "first", "second"].map(|name| {
        let folder = place.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        folder
    });
    write_files(&csv);

    let mut scheduler = Process::start(&["scheduler", "127.0.0.1:0"]);
    let address = scheduler.address()?;
    let port = address.rsplit(':').next().expect("a port");
    let mut victim = Process::start(&["executor", port, first.to_str().unwrap()]);
    let _survivor = Process::start(&["executor", port, second.to_str().unwrap()]);

    let config = cluster::session_config().with_target_partitions(FILES);
    let session = cluster::connect(&format!("http://{address}"), config).await?;
    session
        .sql(&format!(
            "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{}/' \
             OPTIONS (charset 'auto', fallback_charset 'iso-8859-1')",
            csv.display()
        ))
        .await?;
    let copy = format!(
        "COPY (SELECT id, name, decode_text(encode_text(name, 'utf-16be'), 'utf-16be') AS again \
         FROM t) TO '{}/' STORED AS PARQUET",
        parquet.display()
    );
    let copied = tokio::spawn(async move { session.sql(&copy).await?.collect().await });

    // Kill the executor after its first part is finished, and remove that part.
    while !has_file(&first) {
        assert!(
            !copied.is_finished(),
            "nothing is left to do: {:?}",
            copied.await
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(!copied.is_finished());
    victim.kill();
    std::fs::remove_dir_all(&first)?;
    let copied = copied.await.expect("no panic")?;
    let count = copied[0].column(0);
    let count = datafusion::arrow::compute::cast(count, &DataType::Int64)?;
    assert_eq!(
        count.as_primitive::<Int64Type>().value(0),
        (FILES * ROWS) as i64
    );

    check(&parquet, "arrow_cast(again, 'Utf8')").await
}

/// Checks the rows of the files in a folder.
async fn check(parquet: &Path, again: &str) -> Result<()> {
    let session = SessionContext::new();
    let place = format!("{}/", parquet.display());
    session
        .register_parquet("p", &place, ParquetReadOptions::default())
        .await?;
    check_table(&session, again).await
}

/// Checks that each row is in the table `p` once, unchanged. The column `again` must have the same
/// name.
async fn check_table(session: &SessionContext, again: &str) -> Result<()> {
    let query = format!("SELECT id, arrow_cast(name, 'Utf8'), {again} FROM p ORDER BY id");
    let mut next = 0;
    for batch in session.sql(&query).await?.collect().await? {
        let ids = batch.column(0).as_primitive::<Int64Type>();
        let [names, again] = [1, 2].map(|column| batch.column(column).as_string::<i32>());
        for row in 0..ids.len() {
            assert_eq!(ids.value(row), next as i64);
            assert_eq!(names.value(row), name(next));
            assert_eq!(again.value(row), name(next));
            next += 1;
        }
    }
    assert_eq!(next, FILES * ROWS);
    Ok(())
}

/// An executor writes a log, and removes its folder when its standard input ends. A scheduler also
/// ends with its standard input.
#[test]
fn an_executor_says_what_it_does_and_leaves_nothing() -> Result<()> {
    let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
    let (mut scheduler, address, _) = kills::start_scheduler()?;
    let port = address.rsplit(':').next().expect("a port");
    let mut executor = Command::new(env!("CARGO_BIN_EXE_utflane-ballista"))
        .args(["executor", port])
        .env("TMPDIR", place.path())
        .env("RUST_LOG", "info")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let log = BufReader::new(executor.stderr.take().expect("piped"));
    let folder = "Executor working directory: ";
    let mut lines = log.lines().map_while(std::result::Result::ok);
    let line = lines.find(|line| line.contains(folder)).expect("a folder");
    assert!(
        line.contains("INFO") && line.contains("ballista_executor"),
        "{line}"
    );
    let (_, folder) = line.split_once(folder).expect("a folder");
    assert!(Path::new(folder).starts_with(place.path()) && Path::new(folder).is_dir());
    drop(executor.stdin.take());
    assert!(executor.wait()?.success());
    assert_eq!(std::fs::read_dir(place.path())?.count(), 0);
    drop(scheduler.0.stdin.take());
    assert!(scheduler.0.wait()?.success());
    Ok(())
}

/// Runs the commands of the README, with another build, port and folders.
#[tokio::test]
async fn the_commands_of_the_readme() -> Result<()> {
    let readme = include_str!("../../README.md").split("```");
    let commands = readme.filter_map(|block| block.strip_prefix("sh\n")).next();
    let (build, commands) = commands.expect("commands").split_once('\n').expect("lines");
    assert_eq!(build, "cargo build --release -p utflane-ballista");

    let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
    let csv = place.path().join("csv");
    std::fs::create_dir(&csv)?;
    write_files(&csv);
    let port = std::net::TcpListener::bind("127.0.0.1:0")?
        .local_addr()?
        .port();
    let program = Path::new(env!("CARGO_BIN_EXE_utflane-ballista"));
    let program = program.parent().expect("a folder").display();
    let mut script =
        "set -em\ntrap 'kill $(jobs -p) 2>/dev/null || :' EXIT\n".to_owned() + commands;
    for (own, other) in [
        ("$PWD/target/release", program.to_string()),
        ("/data/", format!("{}/", place.path().display())),
        ("50050", port.to_string()),
    ] {
        assert!(script.contains(own), "{own}");
        script = script.replace(own, &other);
    }
    let done = Command::new("timeout")
        .args(["120", "bash", "-c", &script])
        .stdin(Stdio::null())
        .status()?;
    assert!(done.success(), "{done}");
    check(
        &place.path().join("parquet"),
        "arrow_cast(name, 'Utf8') AS again",
    )
    .await
}
