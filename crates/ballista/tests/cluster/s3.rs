//! Tests the program with an S3 server: `moto_server` of the Python package `moto[s3,server]`.
//!
//! Set `UTFLANE_MOTO_SERVER` to the path of the program, unless it is in `PATH`. Without it, the
//! tests fail, unless `UTFLANE_TEST_S3=optional`.

use super::kills::{Log, log_of};
use super::*;
use futures::TryStreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::{ObjectStore, ObjectStoreExt};
use std::io::{Read, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::Output;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

/// A server with an empty bucket.
struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Returns `None` if the tests do not run.
    fn start() -> Result<Option<Server>> {
        let program = std::env::var_os("UTFLANE_MOTO_SERVER");
        let program = program.unwrap_or_else(|| "moto_server".into());
        let started = Command::new(&program)
            .args(["--host", "127.0.0.1", "--port", "0"])
            .env("PYTHONUNBUFFERED", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(error) => {
                let is_optional = std::env::var("UTFLANE_TEST_S3").is_ok_and(|is| is == "optional");
                assert!(
                    is_optional,
                    "{program:?}: {error}: install the Python package moto[s3,server], or set \
                     UTFLANE_TEST_S3=optional to skip this test"
                );
                eprintln!("NOT RUN: tests with S3: {program:?}: {error}");
                return Ok(None);
            }
        };
        let log = BufReader::new(process.stderr.take().expect("piped"));
        let mut lines = log.lines().map_while(std::result::Result::ok);
        let address = lines.find_map(|line| Some(line.split_once("http://")?.1.trim().to_owned()));
        let address = address.expect("an address");
        // Read the log, because the server would wait for space in the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let server = Server { process, address };
        server.put("", "", b"")?;
        Ok(Some(server))
    }

    /// Creates the bucket or one of its objects, without credentials.
    fn put(&self, path: &str, header: &str, body: &[u8]) -> Result<()> {
        let mut stream = TcpStream::connect(&self.address)?;
        let (host, len) = (&self.address, body.len());
        write!(
            stream,
            "PUT /bucket{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len}\r\n{header}\
             Connection: close\r\n\r\n"
        )?;
        stream.write_all(body)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        Ok(())
    }

    fn store(&self) -> AmazonS3 {
        AmazonS3Builder::new()
            .with_bucket_name("bucket")
            .with_endpoint(format!("http://{}", self.address))
            .with_allow_http(true)
            .with_access_key_id("test")
            .with_secret_access_key("test")
            .build()
            .expect("a store")
    }

    async fn names(&self) -> Vec<String> {
        let objects = self.store().list(None).try_collect::<Vec<_>>().await;
        let objects = objects.expect("a list").into_iter();
        objects.map(|object| object.location.to_string()).collect()
    }

    /// Checks that the folder `s3://bucket/out/` is complete, or that the bucket has none of its
    /// files. Returns whether it is complete.
    async fn is_complete(&self) -> Result<bool> {
        let names = self.names().await;
        let is_partial = |name: &String| name.contains(".partial-");
        assert!(!names.iter().any(is_partial), "{names:?}");
        if !names.iter().any(|name| name.starts_with("out/")) {
            return Ok(false);
        }
        assert!(names.iter().any(|name| name == "out/_SUCCESS"), "{names:?}");
        let mark = self.store().get(&"out/_SUCCESS".into()).await;
        let mark = mark.expect("a mark").bytes().await.expect("bytes");
        let rows = format!("rows {}\n", FILES * ROWS);
        assert!(mark.starts_with(rows.as_bytes()), "{mark:?}");
        let session = SessionContext::new();
        let url = url::Url::parse("s3://bucket").expect("a URL");
        session.register_object_store(&url, Arc::new(self.store()));
        let options = ParquetReadOptions::default();
        session
            .register_parquet("p", "s3://bucket/out/", options)
            .await?;
        check_table(&session, "arrow_cast(name, 'Utf8') AS again").await?;
        Ok(true)
    }
}

/// Returns the program with the usual environment variables for S3.
fn command(endpoint: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_utflane-ballista"));
    command
        .args(arguments)
        .env("AWS_ACCESS_KEY_ID", "test")
        .env("AWS_SECRET_ACCESS_KEY", "test")
        .env("AWS_ENDPOINT", format!("http://{endpoint}"))
        .env("AWS_ALLOW_HTTP", "true");
    command
}

/// Starts a scheduler or an executor.
fn start(endpoint: &str, arguments: &[&str]) -> Process {
    let mut command = command(endpoint, arguments);
    command
        .env("RUST_LOG", "warn")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    if arguments[0] == "scheduler" {
        command.stderr(Stdio::piped());
    }
    Process(command.spawn().expect("the program starts"))
}

/// Runs statements.
fn sql(endpoint: &str, scheduler: &str, statements: &[&str]) -> std::io::Result<Output> {
    let arguments = [&["sql", "--timeout", "90", scheduler], statements].concat();
    command(endpoint, &arguments).stdin(Stdio::null()).output()
}

/// Copies the table of files in the bucket to `s3://bucket/out/`.
fn copy(endpoint: &str, scheduler: &str) -> std::io::Result<Output> {
    let create = "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION 's3://bucket/csv/' \
                  OPTIONS (charset 'auto', fallback_charset 'iso-8859-1')";
    let copy = "COPY (SELECT * FROM t) TO 's3://bucket/out/' STORED AS PARQUET";
    sql(endpoint, scheduler, &[create, copy])
}

/// A request that waits in a proxy. It is forwarded after a message, or dropped together with this.
type Held = mpsc::Sender<()>;

/// Forwards connections to a server. Holds each request that writes the partial output.
fn proxy(server: &str, requests: mpsc::Sender<Held>) -> std::io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?.to_string();
    let server = server.to_owned();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let (client, upstream) = (client?, TcpStream::connect(&server)?);
            let (mut from_server, mut to_client) = (upstream.try_clone()?, client.try_clone()?);
            std::thread::spawn(move || std::io::copy(&mut from_server, &mut to_client));
            let requests = requests.clone();
            std::thread::spawn(move || forward(client, upstream, &requests));
        }
        std::io::Result::Ok(())
    });
    Ok(address)
}

fn forward(
    mut client: TcpStream,
    mut server: TcpStream,
    requests: &mpsc::Sender<Held>,
) -> std::io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let len = client.read(&mut buffer)?;
        if len == 0 {
            return server.shutdown(Shutdown::Write);
        }
        let line = buffer[..len].split(|byte| *byte == b'\r').next();
        let line = String::from_utf8_lossy(line.unwrap_or_default());
        if line.starts_with("PUT ") && line.contains(".partial-") {
            let (held, released) = mpsc::channel();
            let _ = requests.send(held);
            if released.recv().is_err() {
                return server.shutdown(Shutdown::Both);
            }
        }
        server.write_all(&buffer[..len])?;
    }
}

async fn upload_files(server: &Server) -> Result<()> {
    let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
    write_files(place.path());
    let store = server.store();
    for file in 0..FILES {
        let name = format!("{file}.csv");
        let bytes = std::fs::read(place.path().join(&name))?;
        let name = object_store::path::Path::from(format!("csv/{name}"));
        store.put(&name, bytes.into()).await?;
    }
    Ok(())
}

/// A server, a scheduler, and an executor whose requests are held by a proxy when it writes.
struct Cluster {
    server: Server,
    _scheduler: Process,
    log: Log,
    address: String,
    executor: Process,
    requests: mpsc::Receiver<Held>,
}

impl Cluster {
    /// Returns `None` if the tests do not run.
    async fn start() -> Result<Option<Cluster>> {
        let Some(server) = Server::start()? else {
            return Ok(None);
        };
        upload_files(&server).await?;
        let mut scheduler = start(&server.address, &["scheduler", "127.0.0.1:0"]);
        let address = scheduler.address()?;
        let log = log_of(&mut scheduler);
        let (held, requests) = mpsc::channel();
        let endpoint = proxy(&server.address, held)?;
        let executor = start(&endpoint, &["executor", &address]);
        Ok(Some(Cluster {
            server,
            _scheduler: scheduler,
            log,
            address,
            executor,
            requests,
        }))
    }

    /// Copies in another thread, until the executor writes.
    fn copy_until_written(&self) -> (JoinHandle<std::io::Result<Output>>, Held) {
        let (server, address) = (self.server.address.clone(), self.address.clone());
        let copied = std::thread::spawn(move || copy(&server, &address));
        let held = self.requests.recv_timeout(Duration::from_secs(60));
        (copied, held.expect("the executor writes"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_targets_are_in_s3() -> Result<()> {
    let Some(cluster) = Cluster::start().await? else {
        return Ok(());
    };
    let requests = cluster.requests;
    std::thread::spawn(move || requests.into_iter().try_for_each(|held| held.send(())));
    let (server, address) = (&cluster.server, &cluster.address);
    let _other = start(&server.address, &["executor", address]);
    let output = copy(&server.address, address)?;
    assert!(output.status.success(), "{output:?}");
    assert!(server.is_complete().await?);
    // The target is not replaced.
    let output = copy(&server.address, address)?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("this target exists already"), "{error}");
    assert!(server.is_complete().await?);
    // A file of an HTTP server.
    let csv = transcode_to_vec::<Utf8, Utf16Le>("id,name\n1,Zoë\n2,Çà\n".as_bytes()).unwrap();
    server.put("/public.csv", "x-amz-acl: public-read\r\n", &csv)?;
    let create = format!(
        "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION 'http://{}/bucket/public.csv' \
         OPTIONS (charset 'auto')",
        server.address
    );
    let count = "SELECT 'rows: ' || count(*) AS n FROM t WHERE name IN ('Zoë', 'Çà')";
    let output = sql(&server.address, address, &[&create, count])?;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("rows: 2 "), "{output:?}");
    Ok(())
}

/// The executor is killed during its request that writes. Another one runs its task.
#[tokio::test(flavor = "multi_thread")]
async fn an_executor_dies_while_it_writes_to_s3() -> Result<()> {
    let Some(mut cluster) = Cluster::start().await? else {
        return Ok(());
    };
    let (copied, held) = cluster.copy_until_written();
    let server = &cluster.server;
    let names = server.names().await;
    assert!(!names.iter().any(|name| name.starts_with("out/")));
    let _other = start(&server.address, &["executor", &cluster.address]);
    cluster.executor.kill();
    drop(held);
    let output = copied.join().expect("no panic")?;
    assert!(output.status.success(), "{output:?}");
    assert!(server.is_complete().await?);
    Ok(())
}

/// The only executor is killed. Nothing is left.
#[tokio::test(flavor = "multi_thread")]
async fn a_failed_copy_leaves_nothing_in_s3() -> Result<()> {
    let Some(mut cluster) = Cluster::start().await? else {
        return Ok(());
    };
    let (copied, held) = cluster.copy_until_written();
    cluster.executor.kill();
    drop(held);
    let output = copied.join().expect("no panic")?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("all executors were lost"), "{error}");
    assert!(!cluster.server.is_complete().await?);
    Ok(())
}

/// An executor that runs one task for a long time is not lost. It sends a heartbeat every 5
/// seconds.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_task_runs_once() -> Result<()> {
    let Some(cluster) = Cluster::start().await? else {
        return Ok(());
    };
    let (copied, held) = cluster.copy_until_written();
    tokio::time::sleep(Duration::from_secs(12)).await;
    held.send(()).expect("the request waits");
    let requests = cluster.requests;
    std::thread::spawn(move || requests.into_iter().try_for_each(|held| held.send(())));
    let output = copied.join().expect("no panic")?;
    assert!(output.status.success(), "{output:?}");
    assert!(cluster.server.is_complete().await?);
    let log = cluster.log.lock().unwrap();
    assert!(!log.contains("heartbeat timed out"), "{log}");
    Ok(())
}
