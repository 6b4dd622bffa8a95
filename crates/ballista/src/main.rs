//! A scheduler, an executor, or statements of SQL for a cluster of them.

use ballista_core::config::TaskSchedulingPolicy;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_scheduler::config::SchedulerConfig;
use datafusion::arrow::util::pretty::pretty_format_batches;
use std::error::Error;
use std::io::Read;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use utflane_ballista::cluster::{self, Client};

const USAGE: &str = "\
Usage: utflane-ballista scheduler [ADDRESS]
       utflane-ballista executor SCHEDULER_PORT [WORK_FOLDER]
       utflane-ballista sql [--timeout SECONDS] SCHEDULER_PORT STATEMENT...

A scheduler listens on ADDRESS (127.0.0.1:50050), and prints it. Executors run one task at a time.
Scheduler and executor end when their standard input does. A statement that has no result after
SECONDS (600) ends with an error, and has written nothing. RUST_LOG=info in the environment shows
what happens: error, warn, info, debug or trace.";

/// How long the scheduler is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

type Done = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("utflane-ballista: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Done {
    log_to_stderr();
    // Plans are trees: to walk deep ones takes stack.
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
            ["executor", port] => executor(port, None).await,
            ["executor", port, folder] => executor(port, Some(*folder)).await,
            ["sql", "--timeout", seconds, port, statements @ ..] => {
                let timeout = Duration::from_secs(seconds.parse()?);
                sql(port, statements, Some(timeout)).await
            }
            ["sql", port, statements @ ..] => sql(port, statements, None).await,
            _ => Err(USAGE.into()),
        }
    })
}

/// Ends the process when its standard input ends: with the process that has started it.
fn end_with_input(at_end: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while matches!(input.read(&mut [0; 64]), Ok(1..)) {}
        at_end();
        std::process::exit(0);
    });
}

async fn scheduler(address: &str) -> Done {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    end_with_input(|| {});
    println!("{address}");
    let config = SchedulerConfig {
        external_host: address.ip().to_string(),
        bind_host: address.ip().to_string(),
        bind_port: address.port(),
        scheduling_policy: TaskSchedulingPolicy::PullStaged,
        // An executor that is silent this long is lost, and its tasks are given to others.
        executor_timeout_seconds: 5,
        expire_dead_executor_interval_seconds: 1,
        // Its jobs fail if all executors are, and no other comes.
        no_executors_grace_period_seconds: 10,
        ..SchedulerConfig::default()
    };
    Ok(cluster::run_scheduler(listener, config).await?)
}

async fn executor(scheduler: &str, folder: Option<&str>) -> Done {
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
    // Ports that are free now; they are bound a moment later.
    let ports = [
        TcpListener::bind("127.0.0.1:0").await?,
        TcpListener::bind("127.0.0.1:0").await?,
    ];
    let [port, grpc_port] = [ports[0].local_addr()?.port(), ports[1].local_addr()?.port()];
    drop(ports);
    let config = ExecutorProcessConfig {
        external_host: Some("127.0.0.1".into()),
        port,
        grpc_port,
        scheduler_host: "127.0.0.1".into(),
        scheduler_port: scheduler.parse()?,
        scheduler_connect_timeout_seconds: PATIENCE.as_secs() as u16,
        vcores: 1,
        task_scheduling_policy: TaskSchedulingPolicy::PullStaged,
        work_dir,
        executor_heartbeat_interval_seconds: 1,
        // Clients have the files of a job removed once it has ended; those that nobody asks for any
        // more go after a day.
        job_data_clean_up_interval_seconds: 600,
        job_data_ttl_seconds: 24 * 60 * 60,
        ..ExecutorProcessConfig::default()
    };
    let ended = cluster::run_executor(config).await;
    remove();
    Ok(ended?)
}

async fn sql(scheduler: &str, statements: &[&str], timeout: Option<Duration>) -> Done {
    let scheduler = format!("127.0.0.1:{}", scheduler.parse::<u16>()?);
    // It may have been started a moment ago.
    let waiting = Instant::now();
    while let Err(error) = TcpStream::connect(&scheduler).await {
        if waiting.elapsed() > PATIENCE {
            return Err(format!("the scheduler at {scheduler}: {error}").into());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let scheduler = format!("http://{scheduler}");
    let mut client = Client::connect(&scheduler, cluster::session_config()).await?;
    if let Some(timeout) = timeout {
        client = client.with_timeout(timeout);
    }
    for statement in statements {
        let batches = client.run(statement).await?;
        println!("{}", pretty_format_batches(&batches)?);
    }
    Ok(())
}

/// Writes what Ballista logs to standard error, as much as `RUST_LOG` says.
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
    // It is the first.
    let _ = log::set_logger(&Stderr);
}
