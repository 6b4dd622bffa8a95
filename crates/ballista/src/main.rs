//! Runs a scheduler, an executor, or SQL statements on a cluster of these.

use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::config::SchedulerConfig;
use datafusion::arrow::util::pretty::pretty_format_batches;
use std::error::Error;
use std::fmt::Display;
use std::io::{IsTerminal, Read};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use utflane_ballista::cluster::{self, Client, Progress};

const USAGE: &str = "\
Usage: utflane-ballista scheduler [ADDRESS]
       utflane-ballista executor [--host HOST] SCHEDULER [WORK_FOLDER]
       utflane-ballista sql [--timeout SECONDS] SCHEDULER STATEMENT...

A scheduler listens on ADDRESS (default: 127.0.0.1:50050), and prints it. SCHEDULER is its address,
or only its port on this machine. An executor runs one task at a time. Other executors and clients
connect to it at HOST, an IP address of its machine (default: 127.0.0.1). Schedulers and executors
end when their standard input ends. A statement is cancelled if it has no result after SECONDS
(default: 600), or after Ctrl-C or SIGTERM. Then COPY does not create its target. The exit status is
1 after an error, and 128 plus the signal number after a signal (130 for Ctrl-C). Set RUST_LOG to
error, warn, info, debug or trace to write a log to standard error.";

/// The address of this machine for its own processes.
const LOCAL: &str = "127.0.0.1";

/// The time limit for connecting to the scheduler.
const PATIENCE: Duration = Duration::from_secs(20);

type Done = Result<(), Box<dyn Error>>;

/// The signal that has interrupted the program, or 0.
static SIGNAL: AtomicU8 = AtomicU8::new(0);

fn main() -> ExitCode {
    let Err(error) = run() else {
        return ExitCode::SUCCESS;
    };
    eprintln!("utflane-ballista: {error}");
    match SIGNAL.load(Ordering::Relaxed) {
        0 => ExitCode::FAILURE,
        signal => ExitCode::from(128 + signal),
    }
}

fn run() -> Done {
    log_to_stderr();
    // Deep plans need a large stack, because they are walked recursively.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(32 << 20)
        .build()?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    runtime.block_on(async {
        match arguments.as_slice() {
            ["scheduler"] => scheduler("127.0.0.1:50050").await,
            ["scheduler", address] => scheduler(address).await,
            ["executor", "--host", host, address] => executor(host, address, None).await,
            ["executor", "--host", host, address, folder] => {
                executor(host, address, Some(*folder)).await
            }
            ["executor", address] => executor(LOCAL, address, None).await,
            ["executor", address, folder] => executor(LOCAL, address, Some(*folder)).await,
            ["sql", "--timeout", seconds, port, statements @ ..] => {
                let timeout = Duration::from_secs(number("SECONDS", seconds)?);
                sql(port, statements, Some(timeout)).await
            }
            ["sql", port, statements @ ..] => sql(port, statements, None).await,
            _ => Err(USAGE.into()),
        }
    })
}

/// Parses an argument as a number.
fn number<N: FromStr<Err: Display>>(name: &str, value: &str) -> Result<N, String> {
    let number = value.parse::<N>();
    number.map_err(|error| format!("{name} is a number, not \"{value}\": {error}"))
}

/// Returns the host and the port of a scheduler, from its address or only its port.
fn address_of(scheduler: &str) -> Result<(String, u16), String> {
    let (host, port) = scheduler.rsplit_once(':').unwrap_or((LOCAL, scheduler));
    Ok((host.to_owned(), number("the port of SCHEDULER", port)?))
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

async fn scheduler(address: &str) -> Done {
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
        // tasks.
        executor_timeout_seconds: 5,
        expire_dead_executor_interval_seconds: 1,
        // If all executors are lost, jobs fail after this time unless another executor starts.
        no_executors_grace_period_seconds: 10,
        ..SchedulerConfig::default()
    };
    Ok(cluster::run_scheduler(listener, config).await?)
}

async fn executor(host: &str, scheduler: &str, folder: Option<&str>) -> Done {
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
    let work_dir = folder.map(str::to_owned);
    let work_dir = work_dir.or_else(|| temporary.as_ref().map(|path| path.display().to_string()));
    let remove = move || {
        if let Some(path) = &temporary {
            let _ = std::fs::remove_dir_all(path);
        }
    };
    end_with_input(remove.clone());
    // Find free ports. The executor binds them a moment later.
    let ports = [
        TcpListener::bind((host, 0)).await,
        TcpListener::bind((host, 0)).await,
    ];
    let [first, second] = ports;
    let of_host = |error| format!("HOST {host}: {error}");
    let ports = [first.map_err(of_host)?, second.map_err(of_host)?];
    let [port, grpc_port] = [ports[0].local_addr()?.port(), ports[1].local_addr()?.port()];
    drop(ports);
    let config = ExecutorProcessConfig {
        bind_host: host.into(),
        external_host: Some(host.into()),
        port,
        grpc_port,
        scheduler_host,
        scheduler_port,
        scheduler_connect_timeout_seconds: PATIENCE.as_secs() as u16,
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
    let ended = cluster::run_executor(config).await;
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

async fn sql(scheduler: &str, statements: &[&str], timeout: Option<Duration>) -> Done {
    let (host, port) = address_of(scheduler)?;
    let scheduler = format!("{host}:{port}");
    let mut interrupted = interrupted()?;
    let client = tokio::select! {
        client = connect(&scheduler) => client?,
        _ = interrupted.wait_for(|is| *is) => return Err("interrupted".into()),
    };
    let client = match timeout {
        Some(timeout) => client.with_timeout(timeout),
        None => client,
    };
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
async fn connect(scheduler: &str) -> Result<Client, Box<dyn Error>> {
    let waiting = Instant::now();
    while let Err(error) = TcpStream::connect(scheduler).await {
        if waiting.elapsed() > PATIENCE {
            return Err(format!("the scheduler at {scheduler}: {error}").into());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let scheduler = format!("http://{scheduler}");
    Ok(Client::connect(&scheduler, cluster::session_config()).await?)
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
