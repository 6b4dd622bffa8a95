//! Kills processes of a cluster at several moments. Each time, the output has all rows, or there is
//! an error and no output.
//!
//! `UTFLANE_KILLS=60 cargo test --profile engines --package utflane-ballista --test cluster kills`
//! kills 60 times instead of three times. It prints the results.

use super::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use utflane_ballista::cluster::Client;

/// The number of times that each row is written, so that writing takes long enough.
const COPIES: usize = 20;

/// The process to kill, and the moment.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kill {
    /// An executor, at the start of the statement.
    AtFirst,
    /// An executor that has finished a part of the first stage.
    WhenRead,
    /// The executor that writes, or else the first one, when the partial output exists.
    WhenWritten,
    /// All executors, after the first part of the first stage.
    All,
    /// The scheduler, at the same moment.
    Scheduler,
}

/// A cluster, and a folder of files to load.
pub(super) struct Cluster {
    pub(super) place: tempfile::TempDir,
    scheduler: Process,
    pub(super) address: String,
    executors: Vec<(Process, PathBuf)>,
    log: Log,
}

/// The log of a scheduler.
pub(super) type Log = Arc<Mutex<String>>;

impl Cluster {
    pub(super) fn start(executors: &[&str]) -> Result<Cluster> {
        let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
        let csv = place.path().join("csv");
        std::fs::create_dir(&csv)?;
        write_files(&csv);
        let (scheduler, address, log) = start_scheduler()?;
        let mut cluster = Cluster {
            place,
            scheduler,
            address,
            executors: Vec::new(),
            log,
        };
        for name in executors {
            cluster.start_executor(name)?;
        }
        Ok(cluster)
    }

    /// Starts an executor whose work folder has a name.
    pub(super) fn start_executor(&mut self, name: &str) -> Result<()> {
        let port = self.address.rsplit(':').next().expect("a port");
        let folder = self.place.path().join(name);
        std::fs::create_dir(&folder)?;
        let process = Process::start(&["executor", port, folder.to_str().unwrap()]);
        self.executors.push((process, folder));
        Ok(())
    }

    /// Returns whether the log of the scheduler contains some words.
    pub(super) fn has_logged(&self, words: &str) -> bool {
        self.log.lock().unwrap().contains(words)
    }

    pub(super) async fn client(&self) -> Result<Client> {
        // Each file is written in many small parts, so that an executor can be killed while it
        // writes.
        let config = cluster::session_config()
            .with_target_partitions(FILES)
            .set_usize("datafusion.execution.objectstore_writer_buffer_size", 4096)
            .set_usize("datafusion.execution.parquet.max_row_group_size", 2000);
        let scheduler = format!("http://{}", self.address);
        let client = Client::connect(&scheduler, config).await?;
        let create = format!(
            "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{}/csv/' \
             OPTIONS (charset 'auto', fallback_charset 'iso-8859-1')",
            self.place.path().display()
        );
        client.run(&create).await?;
        Ok(client)
    }

    fn target(&self) -> PathBuf {
        self.place.path().join("out.parquet")
    }

    fn copy(&self) -> String {
        let target = self.target().display().to_string();
        let copies: Vec<_> = (0..COPIES).map(|copy| format!("({copy})")).collect();
        let copies = copies.join(", ");
        format!(
            "COPY (SELECT id, name, k FROM t CROSS JOIN (VALUES {copies}) AS r(k)) \
             TO '{target}/' STORED AS PARQUET"
        )
    }

    /// Checks that the output has each row once.
    async fn check(&self) -> Result<()> {
        let session = SessionContext::new();
        let place = format!("{}/", self.target().display());
        let options = ParquetReadOptions::default();
        session.register_parquet("p", &place, options).await?;
        let query = format!(
            "SELECT CAST(count(*) AS BIGINT), CAST(count(DISTINCT id * {COPIES} + k) AS BIGINT), \
             CAST(sum(octet_length(name)) AS BIGINT) FROM p"
        );
        let found = session.sql(&query).await?.collect().await?;
        let found = [0, 1, 2].map(|n| found[0].column(n).as_primitive::<Int64Type>().value(0));
        let rows = (FILES * ROWS * COPIES) as i64;
        let bytes: usize = (0..FILES * ROWS).map(|id| name(id).len() * COPIES).sum();
        assert_eq!(found, [rows, rows, bytes as i64]);
        Ok(())
    }

    /// Returns the partial outputs, including owner files.
    pub(super) fn partials(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.place.path()).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        let is_partial = |path: &PathBuf| path.to_string_lossy().contains(".partial-");
        paths.filter(is_partial).collect()
    }

    /// Returns the partial output, without its owner file.
    pub(super) fn partial(&self) -> Option<PathBuf> {
        let mut partials = self.partials().into_iter();
        partials.find(|path| path.extension().is_none_or(|end| end != "owner"))
    }

    fn has_read(&self) -> bool {
        self.executors.iter().any(|(_, folder)| has_file(folder))
    }

    /// Returns the index of the executor that has a file of the output open.
    pub(super) fn writer(&self) -> Option<usize> {
        let has_open = |(process, _): &(Process, PathBuf)| {
            let files = std::fs::read_dir(format!("/proc/{}/fd", process.0.id()));
            let mut links = files.into_iter().flatten().flatten();
            links.any(|file| {
                let link = std::fs::read_link(file.path()).unwrap_or_default();
                link.to_string_lossy().contains(".partial-")
            })
        };
        self.executors.iter().position(has_open)
    }

    fn kill(&mut self, kill: Kill) {
        let number = match kill {
            Kill::WhenRead => {
                let done = self
                    .executors
                    .iter()
                    .position(|(_, folder)| has_file(folder));
                done.unwrap_or(0)
            }
            Kill::WhenWritten => self.writer().unwrap_or(0),
            _ => 0,
        };
        match kill {
            Kill::Scheduler => self.scheduler.kill(),
            Kill::All => self
                .executors
                .iter_mut()
                .for_each(|(process, _)| process.kill()),
            _ => self.executors[number].0.kill(),
        }
    }
}

/// Collects the standard error of a process.
pub(super) fn log_of(process: &mut Process) -> Log {
    let log = Log::default();
    let (lines, written) = (process.0.stderr.take().expect("piped"), log.clone());
    std::thread::spawn(move || {
        let lines = BufReader::new(lines).lines();
        for line in lines.map_while(std::result::Result::ok) {
            *written.lock().unwrap() += &(line + "\n");
        }
    });
    log
}

pub(super) fn start_scheduler() -> Result<(Process, String, Log)> {
    let mut scheduler = Command::new(env!("CARGO_BIN_EXE_utflane-ballista"))
        .args(["scheduler", "127.0.0.1:0"])
        .env("RUST_LOG", "warn")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map(Process)?;
    let log = log_of(&mut scheduler);
    let address = scheduler.address()?;
    Ok((scheduler, address, log))
}

/// Loads the folder and kills a process, after an additional `delay`. Returns `None` if the output
/// has all rows, and otherwise the error.
async fn load_and_kill(kill: Kill, delay: Duration) -> Result<Option<String>> {
    let mut cluster = Cluster::start(&["first", "second"])?;
    let client = cluster
        .client()
        .await?
        .with_timeout(Duration::from_secs(40));
    let copy = cluster.copy();
    let loading = tokio::spawn(async move { client.run(&copy).await });
    let begun = Instant::now();
    let is_time = |cluster: &Cluster| match kill {
        Kill::AtFirst => true,
        Kill::WhenRead | Kill::All | Kill::Scheduler => cluster.has_read(),
        Kill::WhenWritten => cluster.partial().is_some_and(|folder| folder.exists()),
    };
    while !is_time(&cluster) && !loading.is_finished() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing happens");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tokio::time::sleep(delay).await;
    if loading.is_finished() {
        println!("{kill:?} and {delay:?}: too late");
    }
    cluster.kill(kill);
    let ended = tokio::time::timeout(Duration::from_secs(90), loading).await;
    let result = ended.expect("every statement ends").expect("no panic");
    match result {
        Ok(_) => {
            cluster.check().await?;
            assert!(cluster.partials().is_empty());
            Ok(None)
        }
        Err(error) => {
            assert!(!cluster.target().exists(), "{error}");
            Ok(Some(error.to_string()))
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_executor_dies_in_each_stage() -> Result<()> {
    let kills = std::env::var("UTFLANE_KILLS").ok();
    let kills = kills.and_then(|kills| kills.parse().ok()).unwrap_or(3);
    let (mut loaded, mut failed) = (0, Vec::new());
    for number in 0..kills {
        let stages = [Kill::WhenWritten, Kill::WhenRead, Kill::AtFirst];
        let kill = stages[number % stages.len()];
        // Increase the delay, to kill between these moments.
        let delay = Duration::from_millis((number / stages.len()) as u64 * 17 % 250);
        let begun = Instant::now();
        let ended = load_and_kill(kill, delay).await?;
        let seconds = begun.elapsed().as_secs();
        println!(
            "{kill:?} and {delay:?}, {seconds} s: {}",
            ended.as_deref().unwrap_or("all rows")
        );
        match ended {
            None => loaded += 1,
            Some(error) => failed.push(error),
        }
    }
    println!(
        "{kills} kills: {loaded} loads with all rows, {} errors",
        failed.len()
    );
    for error in failed {
        // The error is about the killed executor, and is a readable message.
        assert!(error.contains("executor"), "{error}");
        assert!(
            !error.contains("Status {") && !error.contains("Some("),
            "{error}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn all_executors_die_and_the_scheduler_does() -> Result<()> {
    let error = load_and_kill(Kill::All, Duration::ZERO)
        .await?
        .expect("an error");
    let is_known = ["all executors were lost", "check that executors"];
    assert!(
        is_known.iter().any(|words| error.contains(words)),
        "{error}"
    );
    let error = load_and_kill(Kill::Scheduler, Duration::ZERO)
        .await?
        .expect("an error");
    assert!(
        error.contains("does not answer, and nothing is written"),
        "{error}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_executors_a_statement_ends() -> Result<()> {
    let cluster = Cluster::start(&[])?;
    let client = cluster.client().await?.with_timeout(Duration::from_secs(3));
    for statement in ["SELECT count(*) FROM t".to_owned(), cluster.copy()] {
        let error = client.run(&statement).await.unwrap_err().to_string();
        assert!(error.contains("no result in 3 seconds"), "{error}");
        assert!(error.contains("check that executors"), "{error}");
        assert!(!cluster.target().exists());
    }
    // The program reports the same error.
    let port = cluster.address.rsplit(':').next().expect("a port");
    let program = Command::new(env!("CARGO_BIN_EXE_utflane-ballista"))
        .args([
            "sql",
            "--timeout",
            "3",
            port,
            "SELECT 1 + count(*) FROM (VALUES (1))",
        ])
        .stdin(Stdio::null())
        .output()?;
    let error = String::from_utf8_lossy(&program.stderr).into_owned();
    assert!(!program.status.success());
    assert!(error.contains("no result in 3 seconds"), "{error}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_have_their_name_at_once() -> Result<()> {
    let cluster = Cluster::start(&["first", "second"])?;
    let client = cluster.client().await?;
    client.run(&cluster.copy()).await?;
    cluster.check().await?;
    // A second copy to the same target fails.
    let error = client.run(&cluster.copy()).await.unwrap_err().to_string();
    assert!(error.contains("exists already"), "{error}");
    cluster.check().await?;
    // A single file, another format, and a target that is not local.
    let place = cluster.place.path().display();
    client
        .run(&format!("COPY (SELECT * FROM t) TO '{place}/one.parquet'"))
        .await?;
    let one = cluster.place.path().join("one.parquet");
    assert!(one.is_file());
    // An existing file or folder is not replaced by a file or a folder.
    let bytes = std::fs::read(&one)?;
    let folder = cluster.place.path().join("folder.parquet");
    std::fs::create_dir(&folder)?;
    std::fs::write(folder.join("x"), "")?;
    for target in ["one.parquet", "one.parquet/", "folder.parquet"] {
        let copy = format!("COPY (SELECT 1 AS a) TO '{place}/{target}' STORED AS PARQUET");
        let error = client.run(&copy).await.unwrap_err().to_string();
        assert!(error.contains("exists already"), "{target}: {error}");
    }
    assert_eq!(std::fs::read(&one)?, bytes);
    let csv = format!("COPY (SELECT id, name FROM t) TO '{place}/out/' STORED AS CSV");
    client.run(&csv).await?;
    assert!(has_file(&cluster.place.path().join("out")));
    let error = client
        .run("COPY (SELECT 1) TO 'hdfs://host/x/' STORED AS CSV")
        .await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("the client has no object store"), "{error}");
    assert!(cluster.partials().is_empty());
    // Executors keep no files of statements that have ended.
    let begun = Instant::now();
    while cluster.has_read() {
        assert!(begun.elapsed() < Duration::from_secs(10), "files are left");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}
