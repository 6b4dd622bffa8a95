//! Whatever is killed, and whenever: the right rows, or an error and nothing that is there.
//!
//! `UTFLANE_KILLS=60 cargo test --profile engines --package utflane-ballista --test cluster kills`
//! kills 60 times instead of a few, and prints what came of it.

use super::*;
use std::path::PathBuf;
use std::time::Instant;
use utflane_ballista::cluster::Client;

/// So often each row of the files is written, for that to take a while.
const COPIES: usize = 20;

/// What is killed, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kill {
    /// An executor, when the statement has begun.
    AtFirst,
    /// An executor that has done a part of the first stage.
    WhenRead,
    /// The executor that writes, or else one, when something is written.
    WhenWritten,
    /// All executors, when they have done something.
    All,
    /// The scheduler, then.
    Scheduler,
}

/// A cluster with two executors, and a folder of files that is loaded into another.
struct Cluster {
    place: tempfile::TempDir,
    scheduler: Process,
    address: String,
    executors: Vec<(Process, PathBuf)>,
}

impl Cluster {
    fn start(executors: &[&str]) -> Result<Cluster> {
        let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
        let csv = place.path().join("csv");
        std::fs::create_dir(&csv)?;
        write_files(&csv);
        let (scheduler, address) = start_scheduler()?;
        let port = address.rsplit(':').next().expect("a port").to_owned();
        let start = |name: &&str| -> Result<(Process, PathBuf)> {
            let folder = place.path().join(name);
            std::fs::create_dir(&folder)?;
            let process = Process::start(&["executor", &port, folder.to_str().unwrap()]);
            Ok((process, folder))
        };
        let executors = executors.iter().map(start).collect::<Result<Vec<_>>>()?;
        Ok(Cluster {
            place,
            scheduler,
            address,
            executors,
        })
    }

    async fn client(&self) -> Result<Client> {
        // Each file is written in many small parts, so that there is time to be killed.
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

    /// Every row is there once.
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

    /// The folder that is being written.
    fn partial(&self) -> Option<PathBuf> {
        let mut entries = std::fs::read_dir(self.place.path()).ok()?.flatten();
        let is_partial = |path: &PathBuf| path.to_string_lossy().contains(".partial-");
        entries.find_map(|entry| Some(entry.path()).filter(is_partial))
    }

    fn has_read(&self) -> bool {
        self.executors.iter().any(|(_, folder)| has_file(folder))
    }

    /// The executor that has a file of the output open; the first if none has.
    fn writer(&self) -> usize {
        let has_open = |(process, _): &(Process, PathBuf)| {
            let files = std::fs::read_dir(format!("/proc/{}/fd", process.0.id()));
            let mut links = files.into_iter().flatten().flatten();
            links.any(|file| {
                let link = std::fs::read_link(file.path()).unwrap_or_default();
                link.to_string_lossy().contains(".partial-")
            })
        };
        self.executors.iter().position(has_open).unwrap_or(0)
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
            Kill::WhenWritten => self.writer(),
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

pub(super) fn start_scheduler() -> Result<(Process, String)> {
    let mut scheduler = Process::start(&["scheduler", "127.0.0.1:0"]);
    let mut address = String::new();
    let output = scheduler.0.stdout.take().expect("piped");
    BufReader::new(output).read_line(&mut address)?;
    Ok((scheduler, address.trim().to_owned()))
}

/// Loads the folder while something is killed; `None` if all rows are there, else the error. The
/// kill is later by `delay`.
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
            assert_eq!(cluster.partial(), None);
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
        // Later and later, for what comes between.
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
        // It is about what was killed, in words for people.
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
    let is_known = ["all executors were lost", "look whether executors"];
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
        assert!(error.contains("look whether executors"), "{error}");
        assert!(!cluster.target().exists());
    }
    // The program says the same.
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
    // What is there is not mixed with other rows.
    let error = client.run(&cluster.copy()).await.unwrap_err().to_string();
    assert!(error.contains("files in this folder already"), "{error}");
    cluster.check().await?;
    // A file of its own, another format, and what is no local file.
    let place = cluster.place.path().display();
    client
        .run(&format!("COPY (SELECT * FROM t) TO '{place}/one.parquet'"))
        .await?;
    assert!(cluster.place.path().join("one.parquet").is_file());
    let csv = format!("COPY (SELECT id, name FROM t) TO '{place}/out/' STORED AS CSV");
    client.run(&csv).await?;
    assert!(has_file(&cluster.place.path().join("out")));
    let error = client
        .run("COPY (SELECT 1) TO 's3://bucket/x/' STORED AS CSV")
        .await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("this object store is not known"), "{error}");
    assert_eq!(cluster.partial(), None);
    // Of statements that have ended, executors keep nothing.
    let begun = Instant::now();
    while cluster.has_read() {
        assert!(begun.elapsed() < Duration::from_secs(10), "files are left");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}
