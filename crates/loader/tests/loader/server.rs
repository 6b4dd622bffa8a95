//! A PostgreSQL server for tests, and connections to databases.
//!
//! The ADBC drivers are in the folder `UTFLANE_DRIVERS`. Without drivers or a server, tests fail,
//! unless `UTFLANE_TEST_DATABASES=optional`.

use crate::place::{Result, rows_of};
use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::{Connection, Database, Driver, Statement};
use adbc_driver_manager::{ManagedConnection, ManagedDriver};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Reports that a test does not run. Fails unless databases are optional.
fn not_run(reason: &str) {
    let is_optional =
        std::env::var("UTFLANE_TEST_DATABASES").is_ok_and(|value| value == "optional");
    assert!(
        is_optional,
        "{reason}, or set UTFLANE_TEST_DATABASES=optional to skip this test"
    );
    eprintln!("NOT RUN: {reason}");
}

/// Returns the folder of the drivers.
pub(crate) fn drivers() -> Option<PathBuf> {
    let folder = std::env::var_os("UTFLANE_DRIVERS").map(PathBuf::from);
    if folder.is_none() {
        not_run("name the folder of the ADBC drivers in UTFLANE_DRIVERS");
    }
    folder
}

/// Finds a driver in a folder or its subfolders.
pub(crate) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join(name);
    if path.is_file() {
        return Some(path);
    }
    let entries = fs::read_dir(folder).ok()?;
    let mut folders = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    folders.find_map(|folder| find(&folder, name))
}

/// Connects to the database of a value of `--to`.
pub(crate) fn connect(target: &str) -> Result<ManagedConnection> {
    let folder = drivers().ok_or("there are no drivers")?;
    let (library, entrypoint, key, value): (_, Option<&[u8]>, _, _) = match target.split_once(':') {
        Some(("sqlite", file)) => ("libadbc_driver_sqlite.so", None, OptionDatabase::Uri, file),
        Some(("duckdb", file)) => {
            let entrypoint: &[u8] = b"duckdb_adbc_init";
            (
                "libduckdb.so",
                Some(entrypoint),
                OptionDatabase::Other("path".into()),
                file,
            )
        }
        _ => (
            "libadbc_driver_postgresql.so",
            None,
            OptionDatabase::Uri,
            target,
        ),
    };
    let path = find(&folder, library).ok_or_else(|| format!("{library} is missing"))?;
    let mut driver =
        ManagedDriver::load_dynamic_from_filename(path, entrypoint, AdbcVersion::V110)?;
    let database = driver.new_database_with_opts([(key, OptionValue::String(value.to_owned()))])?;
    Ok(database.new_connection()?)
}

/// Runs a query. Returns the rows as text.
pub(crate) fn query(target: &str, sql: &str) -> Result<Vec<String>> {
    let mut connection = connect(target)?;
    let mut statement = connection.new_statement()?;
    statement.set_sql_query(sql)?;
    let mut rows = Vec::new();
    for batch in statement.execute()? {
        rows.extend(rows_of(&batch?)?);
    }
    Ok(rows)
}

/// Runs a statement without a result.
pub(crate) fn execute(target: &str, sql: &str) -> Result {
    let mut connection = connect(target)?;
    let mut statement = connection.new_statement()?;
    statement.set_sql_query(sql)?;
    statement.execute_update()?;
    Ok(())
}

/// A server on a socket in a temporary folder.
struct Server {
    uri: String,
    _process: Child,
}

/// Returns the URI of a server that all tests share, or `None` if it cannot run.
pub(crate) fn postgresql() -> Option<&'static str> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    let server = SERVER.get_or_init(|| match start() {
        Ok(server) => Some(server),
        Err(error) => {
            not_run(&format!("install Debian's package postgresql ({error})"));
            None
        }
    });
    server.as_ref().map(|server| &server.uri[..])
}

/// Returns the path of a program of PostgreSQL.
fn tool(name: &str) -> Result<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    if let Ok(versions) = fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let found = folders
        .into_iter()
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    found.ok_or_else(|| format!("{name} is missing").into())
}

/// Returns a command that runs as a user without privileges, because the server refuses to run as
/// root.
fn command(program: PathBuf, folder: &Path) -> Result<Command> {
    let id = |option: &str, user: &str| -> Result<Option<u32>> {
        let output = Command::new("id").args([option, user]).output()?;
        Ok(String::from_utf8(output.stdout)?.trim().parse().ok())
    };
    // The server ends when its input does, together with this program.
    let mut command = Command::new("sh");
    command
        .current_dir(folder)
        .args(["-c", "exec \"$@\"", "sh"])
        .arg(program);
    let me = Command::new("id").arg("-u").output()?;
    if me.stdout.trim_ascii() == b"0" {
        use std::os::unix::process::CommandExt;
        let user = if id("-u", "postgres")?.is_some() {
            "postgres"
        } else {
            "nobody"
        };
        let (user, group) = (id("-u", user)?, id("-g", user)?);
        let (user, group) = user.zip(group).ok_or("there is no user for the server")?;
        std::os::unix::fs::chown(folder, Some(user), Some(group))?;
        command.uid(user).gid(group);
    }
    Ok(command)
}

fn start() -> Result<Server> {
    // The path of a socket is short. The folder remains until the watchdog removes it.
    let folder = tempfile::Builder::new()
        .prefix("pg")
        .tempdir_in("/tmp")?
        .keep();
    let data = folder.join("data");
    let mut create = command(tool("initdb")?, &folder)?;
    create.arg("-D").arg(&data).args([
        "-U",
        "test",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
    ]);
    let created = create.output()?;
    if !created.status.success() {
        return Err(String::from_utf8_lossy(&created.stderr).into());
    }
    let mut server = command(tool("postgres")?, &folder)?;
    server.arg("-D").arg(&data).arg("-k").arg(&folder);
    server.args(["-c", "listen_addresses=", "-c", "fsync=off"]);
    let log = File::create(folder.join("log"))?;
    let mut process = server.stdout(log.try_clone()?).stderr(log).spawn()?;
    // Statics are not dropped. So a watchdog stops the server after this program has ended.
    let watch = "while kill -0 \"$1\" 2>/dev/null; do sleep 0.2; done; \
                 kill -INT \"$2\"; sleep 1; rm -rf \"$3\"";
    Command::new("sh")
        .args([
            "-c",
            watch,
            "sh",
            &std::process::id().to_string(),
            &process.id().to_string(),
        ])
        .arg(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let uri = format!("postgresql:///postgres?host={}&user=test", folder.display());
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        match connect(&uri) {
            Ok(_) => {
                return Ok(Server {
                    uri,
                    _process: process,
                });
            }
            Err(error) if Instant::now() > end || process.try_wait()?.is_some() => {
                return Err(error);
            }
            Err(_) => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}
