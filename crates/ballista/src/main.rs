//! Runs a scheduler, an executor, or SQL statements on a cluster of these.

use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::config::SchedulerConfig;
use clap::{Args, Parser, Subcommand};
use datafusion::arrow::util::pretty::pretty_format_batches;
use std::error::Error;
use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use utflane_ballista::cluster::{self, Client, Progress, Tls};

#[derive(Parser)]
#[command(version, about = ABOUT, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const ABOUT: &str = "Runs a scheduler, an executor, or SQL statements on a cluster of these";

const AFTER_HELP: &str = "\
Schedulers and executors end when their standard input ends. Set RUST_LOG to error, warn, info, \
debug or trace to write a log to standard error.

Locations in statements are local paths, or URLs of object stores such as s3://bucket/folder/. Set \
the credentials and the endpoint of object stores in the environment of all processes, with \
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT and other variables of the \
crate object_store.";

#[derive(Subcommand)]
enum Command {
    /// Run a scheduler, and print its address
    Scheduler {
        /// The IP address and the port to listen on
        #[arg(default_value = "127.0.0.1:50050")]
        address: String,
        #[command(flatten)]
        tls: TlsOptions,
    },
    /// Run an executor, which runs one task at a time
    Executor {
        /// The IP address of this machine, to which executors and clients connect
        #[arg(long, default_value = LOCAL)]
        host: String,
        /// The address of the scheduler, or only its port on this machine
        scheduler: String,
        /// The folder of intermediate files [default: a temporary folder]
        work_folder: Option<String>,
        #[command(flatten)]
        tls: TlsOptions,
    },
    /// Run SQL statements on a cluster
    ///
    /// A statement is cancelled after its time limit, or after Ctrl-C or SIGTERM. Then COPY does
    /// not create its target. The exit status is 1 after an error, and 128 plus the signal number
    /// after a signal (130 for Ctrl-C).
    Sql {
        /// The time limit of each statement
        #[arg(long, value_name = "SECONDS", default_value_t = 600)]
        timeout: u64,
        /// The address of the scheduler, or only its port on this machine
        scheduler: String,
        /// The statements
        #[arg(value_name = "STATEMENT", required = true)]
        statements: Vec<String>,
        #[command(flatten)]
        tls: TlsOptions,
    },
}

/// All processes of a cluster use these options, or none do.
#[derive(Args)]
#[command(next_help_heading = "TLS, for all processes of a cluster or none")]
struct TlsOptions {
    /// The certificate of this process (PEM). Except for sql, it contains the IP address of this
    /// machine
    #[arg(long, value_name = "FILE", requires_all = ["tls_key", "tls_ca"])]
    tls_cert: Option<PathBuf>,
    /// The private key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires_all = ["tls_cert", "tls_ca"])]
    tls_key: Option<PathBuf>,
    /// The certificate of the authority that has signed all certificates of the cluster (PEM)
    #[arg(long, value_name = "FILE", requires_all = ["tls_cert", "tls_key"])]
    tls_ca: Option<PathBuf>,
}

impl TlsOptions {
    fn read(&self) -> io::Result<Option<Tls>> {
        match (&self.tls_cert, &self.tls_key, &self.tls_ca) {
            (Some(certificate), Some(key), Some(ca)) => Tls::read(certificate, key, ca).map(Some),
            _ => Ok(None),
        }
    }
}

/// The address of this machine for its own processes.
const LOCAL: &str = "127.0.0.1";

/// The time limit for connecting to the scheduler.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

type Done = Result<(), Box<dyn Error>>;

/// The signal that has interrupted the program, or 0.
static SIGNAL: AtomicU8 = AtomicU8::new(0);

fn main() -> ExitCode {
    let Err(error) = run(Arguments::parse()) else {
        return ExitCode::SUCCESS;
    };
    eprintln!("utflane-ballista: {error}");
    match SIGNAL.load(Ordering::Relaxed) {
        0 => ExitCode::FAILURE,
        signal => ExitCode::from(128 + signal),
    }
}

fn run(arguments: Arguments) -> Done {
    log_to_stderr();
    // Deep plans need a large stack, because they are walked recursively.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(32 << 20)
        .build()?;
    runtime.block_on(async {
        match arguments.command {
            Command::Scheduler { address, tls } => scheduler(&address, tls.read()?).await,
            Command::Executor {
                host,
                scheduler,
                work_folder,
                tls,
            } => executor(&host, &scheduler, work_folder, tls.read()?).await,
            Command::Sql {
                timeout,
                scheduler,
                statements,
                tls,
            } => {
                let timeout = Duration::from_secs(timeout);
                sql(&scheduler, &statements, timeout, tls.read()?).await
            }
        }
    })
}

/// Returns the host and the port of a scheduler, from its address or only its port.
fn address_of(scheduler: &str) -> Result<(String, u16), String> {
    let (host, port) = scheduler.rsplit_once(':').unwrap_or((LOCAL, scheduler));
    let number = port.parse();
    let number = number
        .map_err(|error| format!("the port of SCHEDULER is a number, not \"{port}\": {error}"))?;
    Ok((host.to_owned(), number))
}

/// Ends the process when its standard input ends, so that it does not outlive the process that
/// started it.
fn end_with_input(at_end: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while matches!(input.read(&mut [0; 64]), Ok(1..)) {}
        at_end();
        std::process::exit(0);
    });
}

async fn scheduler(address: &str, tls: Option<Tls>) -> Done {
    let listener = TcpListener::bind(address).await;
    let listener = listener.map_err(|error| format!("ADDRESS {address}: {error}"))?;
    let address = listener.local_addr()?;
    end_with_input(|| {});
    println!("{address}");
    let config = SchedulerConfig {
        external_host: address.ip().to_string(),
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        // After this time without a heartbeat, an executor is lost, and other executors get its
        // tasks. An executor that runs a long task sends a heartbeat every 5 seconds.
        executor_timeout_seconds: 10,
        expire_dead_executor_interval_seconds: 1,
        // If all executors are lost, jobs fail after this time unless another executor starts.
        no_executors_grace_period_seconds: 10,
        ..SchedulerConfig::default()
    };
    Ok(cluster::run_scheduler(listener, config, tls).await?)
}

async fn executor(host: &str, scheduler: &str, folder: Option<String>, tls: Option<Tls>) -> Done {
    let (scheduler_host, scheduler_port) = address_of(scheduler)?;
    let temporary = match folder {
        Some(_) => None,
        None => Some(
            tempfile::Builder::new()
                .prefix("utflane-ballista-")
                .tempdir()?
                .keep(),
        ),
    };
    let work_dir = folder.or_else(|| temporary.as_ref().map(|path| path.display().to_string()));
    let remove = move || {
        if let Some(path) = &temporary {
            let _ = std::fs::remove_dir_all(path);
        }
    };
    end_with_input(remove.clone());
    // Find free ports. The executor binds them a moment later.
    let bind = async || {
        let bound = TcpListener::bind((host, 0)).await;
        bound.map_err(|error| format!("HOST {host}: {error}"))
    };
    let ports = [bind().await?, bind().await?];
    let [port, grpc_port] = [ports[0].local_addr()?.port(), ports[1].local_addr()?.port()];
    drop(ports);
    let config = ExecutorProcessConfig {
        bind_host: host.into(),
        external_host: Some(host.into()),
        port,
        grpc_port,
        scheduler_host,
        scheduler_port,
        scheduler_connect_timeout_seconds: CONNECT_TIMEOUT.as_secs() as u16,
        vcores: 1,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir,
        executor_heartbeat_interval_seconds: 1,
        // Clients request the removal of a job's files when the job has ended. Other files are
        // removed after a day.
        job_data_clean_up_interval_seconds: 600,
        job_data_ttl_seconds: 24 * 60 * 60,
        ..ExecutorProcessConfig::default()
    };
    let ended = cluster::run_executor(config, tls).await;
    remove();
    Ok(ended?)
}

/// Handles SIGINT and SIGTERM from now on. The returned value becomes true after a signal.
#[cfg(unix)]
fn interrupted() -> Result<watch::Receiver<bool>, Box<dyn Error>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (send, receive) = watch::channel(false);
    for kind in [SignalKind::interrupt(), SignalKind::terminate()] {
        let (mut signals, send) = (signal(kind)?, send.clone());
        tokio::spawn(async move {
            signals.recv().await;
            SIGNAL.store(kind.as_raw_value() as u8, Ordering::Relaxed);
            send.send_replace(true);
        });
    }
    Ok(receive)
}

#[cfg(not(unix))]
fn interrupted() -> Result<watch::Receiver<bool>, Box<dyn Error>> {
    let (send, receive) = watch::channel(false);
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            SIGNAL.store(2, Ordering::Relaxed);
            send.send_replace(true);
        }
    });
    Ok(receive)
}

async fn sql(scheduler: &str, statements: &[String], timeout: Duration, tls: Option<Tls>) -> Done {
    let (host, port) = address_of(scheduler)?;
    let scheduler = format!("{host}:{port}");
    let mut interrupted = interrupted()?;
    let client = tokio::select! {
        client = connect(&scheduler, tls) => client?,
        _ = interrupted.wait_for(|is| *is) => return Err("interrupted".into()),
    };
    let client = client.with_timeout(timeout);
    let has_terminal = std::io::stderr().is_terminal();
    let begun = Instant::now();
    let client = match has_terminal {
        true => client.with_progress(move |progress| show(progress, begun)),
        false => client,
    };
    for statement in statements {
        let stop = async { drop(interrupted.wait_for(|is| *is).await) };
        let result = client.run_until(statement, stop).await;
        if has_terminal {
            eprint!("\r\x1b[K");
        }
        let batches = result?;
        println!("{}", pretty_format_batches(&batches)?);
    }
    Ok(())
}

/// Shows the progress of a statement in the last line of the terminal.
fn show(progress: Progress, begun: Instant) {
    let Progress {
        stages,
        rows,
        bytes,
        ..
    } = progress;
    let seconds = begun.elapsed().as_secs();
    let megabytes = bytes / 1_000_000;
    eprint!("\r{seconds} s: {stages} stages finished, {rows} rows ({megabytes} MB) read\x1b[K");
}

/// Connects to a scheduler. Waits, because the scheduler may still be starting.
async fn connect(scheduler: &str, tls: Option<Tls>) -> Result<Client, Box<dyn Error>> {
    let waiting = Instant::now();
    while let Err(error) = TcpStream::connect(scheduler).await {
        if waiting.elapsed() > CONNECT_TIMEOUT {
            return Err(format!("the scheduler at {scheduler}: {error}").into());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let config = cluster::session_config();
    let (scheme, config) = match tls {
        Some(tls) => ("https", tls.configure(config)),
        None => ("http", config),
    };
    Ok(Client::connect(&format!("{scheme}://{scheduler}"), config).await?)
}

/// Writes the log of Ballista to standard error, with the level in `RUST_LOG`.
fn log_to_stderr() {
    struct Stderr;
    impl log::Log for Stderr {
        fn enabled(&self, _: &log::Metadata) -> bool {
            true
        }
        fn log(&self, record: &log::Record) {
            eprintln!("{} {}: {}", record.level(), record.target(), record.args());
        }
        fn flush(&self) {}
    }
    let level = std::env::var("RUST_LOG")
        .ok()
        .and_then(|level| level.parse().ok());
    log::set_max_level(level.unwrap_or(log::LevelFilter::Off));
    // This cannot fail, because no other logger was set.
    let _ = log::set_logger(&Stderr);
}
