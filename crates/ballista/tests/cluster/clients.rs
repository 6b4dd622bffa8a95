//! Tests clients that are interrupted or killed, and their error messages.

use super::kills::Cluster;
use super::*;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use std::path::PathBuf;
use std::process::Output;
use std::time::{Instant, SystemTime};

/// Waits until a condition is true.
async fn until(what: &str, is: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

impl Cluster {
    /// Starts the program with a statement that writes for minutes.
    fn start_client(&self) -> Result<Child> {
        let place = self.place.path().display();
        let create = format!(
            "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{place}/csv/' \
             OPTIONS (charset 'auto', fallback_charset 'iso-8859-1')"
        );
        let many = vec!["(0)"; 100].join(", ");
        let copy = format!(
            "COPY (SELECT id, name FROM t CROSS JOIN (VALUES {many}) AS a(i) \
             CROSS JOIN (VALUES {many}) AS b(j)) \
             TO '{place}/out/' STORED AS CSV"
        );
        let port = self.address.rsplit(':').next().expect("a port");
        Ok(Command::new(env!("CARGO_BIN_EXE_utflane-ballista"))
            .args(["sql", port, &create, &copy])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?)
    }

    /// Returns the owner file and its job, if the job was already written.
    fn owner(&self) -> Option<(PathBuf, String)> {
        let mut partials = self.partials().into_iter();
        let owner = partials.find(|path| path.extension().is_some_and(|end| end == "owner"))?;
        let text = std::fs::read_to_string(&owner).ok()?;
        let job = text.lines().nth(2)?.to_owned();
        Some((owner, job))
    }

    /// Runs `COPY` of one row, with a time limit in seconds.
    async fn copy_one(&self, name: &str, seconds: u64) -> Result<()> {
        let target = self.place.path().join(name);
        let copy = format!("COPY (SELECT 1 AS one) TO '{}'", target.display());
        let client = self
            .client()
            .await?
            .with_timeout(Duration::from_secs(seconds));
        client.run(&copy).await.map(drop)
    }
}

fn signal(client: &Child, name: &str) -> Result<()> {
    let process = client.id().to_string();
    let sent = Command::new("kill").args([name, &process]).status()?;
    assert!(sent.success());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_client_cancels_its_job() -> Result<()> {
    for (name, status) in [("-INT", 130), ("-TERM", 143)] {
        let cluster = Cluster::start(&["first"])?;
        let client = cluster.start_client()?;
        until("the client writes", || cluster.writer().is_some()).await;
        signal(&client, name)?;
        let Output {
            status: found,
            stderr,
            ..
        } = client.wait_with_output()?;
        let error = String::from_utf8_lossy(&stderr);
        assert_eq!(found.code(), Some(status), "{error}");
        assert!(
            error.contains("its job is cancelled, and nothing is written"),
            "{error}"
        );
        assert!(!cluster.place.path().join("out").exists());
        assert!(cluster.partials().is_empty(), "{:?}", cluster.partials());
        // The executor, which runs one task at a time, is free again.
        until("the executor is free", || cluster.writer().is_none()).await;
        cluster.copy_one(&format!("one{name}.parquet"), 60).await?;
        assert!(cluster.partials().is_empty(), "{:?}", cluster.partials());
    }
    // A client can also be interrupted before it is connected to a scheduler.
    let port = std::net::TcpListener::bind("127.0.0.1:0")?
        .local_addr()?
        .port();
    let client = Command::new(env!("CARGO_BIN_EXE_utflane-ballista"))
        .args(["sql", &port.to_string(), "SELECT 1"])
        .spawn()?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    signal(&client, "-INT")?;
    assert_eq!(client.wait_with_output()?.status.code(), Some(130));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_client_leaves_is_removed_once_its_job_has_ended() -> Result<()> {
    let cluster = Cluster::start(&["first"])?;
    let mut client = cluster.start_client()?;
    until("the client writes", || {
        cluster.writer().is_some() && cluster.owner().is_some()
    })
    .await;
    let (owner, job) = cluster.owner().expect("an owner");
    let grow_old = || {
        let file = std::fs::File::options().append(true).open(&owner)?;
        file.set_modified(SystemTime::now() - Duration::from_secs(120))
    };
    // While the client runs, the output stays even if its file is old. This copy fails, because the
    // executor is busy.
    grow_old()?;
    assert!(cluster.copy_one("one.parquet", 1).await.is_err());
    assert!(cluster.partial().is_some() && owner.exists());
    client.kill()?;
    client.wait()?;
    // The job still runs, so the output stays.
    grow_old()?;
    assert!(cluster.copy_one("one.parquet", 1).await.is_err());
    assert!(cluster.partial().is_some() && owner.exists());
    let scheduler = format!("http://{}", cluster.address);
    let mut scheduler = SchedulerGrpcClient::connect(scheduler)
        .await
        .expect("a scheduler");
    let cancelled = scheduler.cancel_job(CancelJobParams { job_id: job });
    assert!(cancelled.await.expect("an answer").into_inner().cancelled);
    until("the task ends", || cluster.writer().is_none()).await;
    cluster.copy_one("one.parquet", 60).await?;
    assert!(cluster.partials().is_empty(), "{:?}", cluster.partials());
    assert!(!cluster.place.path().join("out").exists());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_are_messages() -> Result<()> {
    let cluster = Cluster::start(&["first"])?;
    let client = cluster.client().await?;
    let place = cluster.place.path();
    std::fs::write(place.join("bad.csv"), b"id,name\n1,a\n2,\"\xFF\"\n")?;
    let create = format!(
        "CREATE EXTERNAL TABLE bad (id BIGINT, name TEXT) STORED AS CSV LOCATION '{}/bad.csv' \
         OPTIONS (charset 'utf-8')",
        place.display()
    );
    client.run(&create).await?;
    std::fs::write(place.join("typed.csv"), b"id,name\n1,a\nx,b\n")?;
    client.run(&create.replace("bad", "typed")).await?;
    for (statement, cause) in [
        (
            "SELECT decode_text(arrow_cast(name, 'Binary'), 'ascii') FROM t".to_owned(),
            "decode_text: row 0: invalid us-ascii",
        ),
        (
            "SELECT count(*) FROM bad GROUP BY name".to_owned(),
            "bad.csv, line 3: invalid utf-8",
        ),
        (
            "SELECT sum(id) FROM typed".to_owned(),
            "typed.csv, line 3: column \"id\": cannot read \"x\"",
        ),
        (
            format!(
                "COPY (SELECT * FROM bad) TO '{}/bad/' STORED AS CSV",
                place.display()
            ),
            "bad.csv, line 3: invalid utf-8",
        ),
    ] {
        let error = client.run(&statement).await.unwrap_err().to_string();
        println!("{error}");
        assert_eq!(error.matches(cause).count(), 1, "{error}");
        for words in [
            "job ",
            " failed: stage ",
            ": task ",
            " on executor ",
            " at 127.0.0.1:",
        ] {
            assert_eq!(error.matches(words).count(), 1, "{words}: {error}");
        }
        for dump in [
            "Error(",
            "Execution(",
            "External(",
            "Some(",
            "\\\"",
            "Error {",
            "\n",
        ] {
            assert!(!error.contains(dump), "{dump}: {error}");
        }
    }
    // Errors that the client finds are the same as without a cluster.
    let error = client
        .run("SELECT decode_text(1, 'ascii')")
        .await
        .unwrap_err();
    assert!(error.to_string().contains("decode_text accepts"), "{error}");
    let error = client.run("SELECT * FROM nowhere").await.unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    Ok(())
}

/// Bad rows, and files in another charset. The scheduler gets the options of `COPY`.
#[tokio::test(flavor = "multi_thread")]
async fn bad_rows_are_copied_and_text_is_written_in_a_charset() -> Result<()> {
    let cluster = Cluster::start(&["first", "second"])?;
    let client = cluster.client().await?;
    let place = cluster.place.path();
    let folder = place.join("bad");
    std::fs::create_dir(&folder)?;
    for file in 0..5 {
        let text = b"1,caf\xC3\xA9\nx,1\n2,a,b\n3,\"open\n4,\xFF\n5,end\n".repeat(10 + file);
        std::fs::write(folder.join(format!("{file}.csv")), text)?;
    }
    let create = format!(
        "CREATE EXTERNAL TABLE bad (id BIGINT, name TEXT) STORED AS CSV LOCATION '{}/' \
         OPTIONS (charset 'utf-8', on_bad 'set_aside', has_header 'false')",
        folder.display()
    );
    client.run(&create).await?;
    let copy = |what: &str, target: &str, options: &str| {
        let place = place.display();
        format!("COPY ({what}) TO '{place}/{target}' STORED AS {options}")
    };
    let bad = copy("SELECT * FROM bad_rows('bad')", "aside/", "PARQUET");
    client.run(&bad).await?;
    let session = SessionContext::new();
    let read = ParquetReadOptions::default();
    let aside = place.join("aside").display().to_string() + "/";
    session.register_parquet("aside", &aside, read).await?;
    let query = "SELECT CAST(count(*) AS BIGINT), CAST(count(DISTINCT file) AS BIGINT), \
                 CAST(sum(\"end\" - start) AS BIGINT) FROM aside";
    let found = session.sql(query).await?.collect().await?;
    let found = [0, 1, 2].map(|n| found[0].column(n).as_primitive::<Int64Type>().value(0));
    assert_eq!(found, [240, 5, 60 * (4 + 6 + 8 + 4)]);

    // One file, so that the order of the rows is known.
    let good = "SELECT * FROM bad ORDER BY id LIMIT 1";
    let csv = "CSV OPTIONS (charset 'utf-16le', bom 'true', delimiter ';', has_header 'false')";
    client.run(&copy(good, "good.csv", csv)).await?;
    assert_eq!(
        std::fs::read(place.join("good.csv"))?,
        transcode_to_vec::<Utf8, Utf16Le>("\u{FEFF}1;café\n".as_bytes()).unwrap()
    );
    let euro = "SELECT name || ' €' AS name FROM bad";
    let latin1 = copy(euro, "latin1/", "CSV OPTIONS (charset 'latin1')");
    let error = client.run(&latin1).await.unwrap_err().to_string();
    assert!(
        error.contains("character U+20AC ('€') in column \"name\"") && error.contains(" executor "),
        "{error}"
    );
    assert!(!place.join("latin1").exists() && cluster.partials().is_empty());
    Ok(())
}

/// The processes have different addresses, and the client reports the progress.
#[tokio::test(flavor = "multi_thread")]
async fn several_hosts() -> Result<()> {
    let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
    let csv = place.path().join("csv");
    std::fs::create_dir(&csv)?;
    write_files(&csv);
    let mut scheduler = Process::start(&["scheduler", "127.0.0.2:0"]);
    let address = scheduler.address()?;
    assert!(address.starts_with("127.0.0.2:"), "{address}");
    let _executors = ["127.0.0.3", "127.0.0.4"]
        .map(|host| Process::start(&["executor", "--host", host, &address]));
    let found = std::sync::Arc::new(std::sync::Mutex::new(cluster::Progress::default()));
    let reported = found.clone();
    let url = format!("http://{address}");
    let client = cluster::Client::connect(&url, cluster::session_config());
    let client = client.await?.with_progress(move |progress| {
        *reported.lock().unwrap() = progress;
    });
    let create = format!(
        "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{}/' \
         OPTIONS (charset 'auto', fallback_charset 'iso-8859-1')",
        csv.display()
    );
    client.run(&create).await?;
    // The second stage takes seconds, so the first one is reported.
    let many = vec!["(0)"; 100].join(", ");
    let query = format!(
        "SELECT count(*), count(DISTINCT name || i) FROM (SELECT DISTINCT name FROM t) \
         CROSS JOIN (VALUES {many}) AS a(i)"
    );
    let rows = client.run(&query).await?;
    let all = (FILES * ROWS * 100) as i64;
    assert_eq!(rows[0].column(0).as_primitive::<Int64Type>().value(0), all);
    let found = *found.lock().unwrap();
    assert!(
        found.stages > 0 && found.rows == (FILES * ROWS) as u64,
        "{found:?}"
    );
    assert!(found.bytes > found.rows, "{found:?}");
    // Clients connect to an address, or only to a port of this machine.
    let statement = |scheduler: &str| {
        let program = env!("CARGO_BIN_EXE_utflane-ballista");
        Command::new(program)
            .args(["sql", scheduler, "SELECT 1 AS one"])
            .output()
    };
    let output = statement(&address)?;
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("| one |"),
        "{output:?}"
    );
    let output = statement("127.0.0.2:port")?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("the port of SCHEDULER is a number, not \"port\""),
        "{error}"
    );
    Ok(())
}

/// Starts an executor that cannot write files of more than 8 KiB.
#[cfg(target_os = "linux")]
fn start_limited_executor(cluster: &Cluster) -> Result<(Process, PathBuf)> {
    let work = cluster.place.path().join("small");
    std::fs::create_dir(&work)?;
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let executor = Command::new("bash")
        .args(["-c", limited, "bash"])
        .args([env!("CARGO_BIN_EXE_utflane-ballista"), "executor"])
        .arg(&cluster.address)
        .arg(&work)
        .stdin(Stdio::piped())
        .spawn()?;
    Ok((Process(executor), work))
}

/// An executor that cannot write its intermediate files is named, with its work folder.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_full_work_folder_is_named() -> Result<()> {
    let cluster = Cluster::start(&[])?;
    let (_executor, work) = start_limited_executor(&cluster)?;
    let client = cluster.client().await?;
    let error = client
        .run("SELECT name, count(*) FROM t GROUP BY name")
        .await;
    let error = error.unwrap_err().to_string();
    println!("{error}");
    for words in [
        " on executor ",
        "File too large",
        &format!("(work folder {}", work.display()),
    ] {
        assert!(error.contains(words), "{words}: {error}");
    }
    Ok(())
}

/// A task that an executor cannot run, because its work folder is full, runs on another executor.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn another_executor_runs_the_tasks_of_a_full_one() -> Result<()> {
    let mut cluster = Cluster::start(&[])?;
    let (_full, _) = start_limited_executor(&cluster)?;
    let client = cluster.client().await?;
    // A task of this executor works, so it is there.
    client.run("SELECT count(*) FROM t").await?;
    cluster.start_executor("other")?;
    let query = "SELECT count(*) FROM (SELECT name, count(*) FROM t GROUP BY name)";
    // Repeat this until the full executor has had a task.
    for _ in 0..20 {
        let rows = client.run(query).await?;
        let rows = rows[0].column(0).as_primitive::<Int64Type>().value(0);
        assert_eq!(rows, (FILES * ROWS) as i64);
        if cluster.has_logged("an I/O error of the executor") {
            return Ok(());
        }
    }
    panic!("the full executor has had no task");
}
