//! Finds and loads the ADBC driver of a database, which is a shared library.

use crate::name::shown;
use crate::target::Target;
use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::{Database as _, Driver as _, LOAD_FLAG_DEFAULT};
use adbc_driver_manager::{ManagedConnection, ManagedDriver};
use anyhow::{Context, anyhow, bail};
use std::env::consts::{ARCH, DLL_PREFIX, DLL_SUFFIX, OS};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The number of levels of folders that are searched for a driver.
const DEPTH: usize = 6;

/// The driver of a database.
struct Kind {
    library: &'static str,
    entrypoint: Option<&'static [u8]>,
    /// The package of `pip`, or `None` for DuckDB.
    package: Option<&'static str>,
    /// The option with the name of the database.
    option: OptionDatabase,
    name: String,
}

impl Kind {
    fn of(target: &Target) -> Option<Kind> {
        Some(match target {
            Target::Folder(_) => return None,
            Target::PostgreSql(uri) => Kind {
                library: "adbc_driver_postgresql",
                entrypoint: None,
                package: Some("adbc-driver-postgresql"),
                option: OptionDatabase::Uri,
                name: uri.clone(),
            },
            Target::Sqlite(file) => Kind {
                library: "adbc_driver_sqlite",
                entrypoint: None,
                package: Some("adbc-driver-sqlite"),
                option: OptionDatabase::Uri,
                name: file.clone(),
            },
            Target::DuckDb(file) => Kind {
                library: "duckdb",
                entrypoint: Some(b"duckdb_adbc_init"),
                package: None,
                option: OptionDatabase::Other("path".to_owned()),
                name: file.clone(),
            },
        })
    }

    /// Returns what to do if the driver is missing in a folder.
    fn advice(&self, folder: &Path) -> String {
        let mut folder = shown(folder);
        if folder.contains(' ') {
            folder = format!("'{folder}'");
        }
        let command = match (self.package, DUCKDB_PLATFORM) {
            (Some(package), _) => {
                format!("`pip install --no-deps --target {folder} {package}`")
            }
            (None, Some(platform)) => format!(
                "`mkdir -p {folder} && npm pack @duckdb/node-bindings-{platform} && tar xzf \
                 duckdb-node-bindings-{platform}-*.tgz -C {folder}`"
            ),
            (None, None) => {
                return format!(
                    "copy it from https://github.com/duckdb/duckdb/releases to {folder}, and add \
                 --drivers {folder}"
                );
            }
        };
        format!("run {command}, and add --drivers {folder}")
    }
}

/// The platform in the names of DuckDB's packages for npm.
const DUCKDB_PLATFORM: Option<&str> = match (OS.as_bytes(), ARCH.as_bytes()) {
    (b"linux", b"x86_64") => Some("linux-x64"),
    (b"linux", b"aarch64") => Some("linux-arm64"),
    (b"macos", b"aarch64") => Some("darwin-arm64"),
    _ => None,
};

/// Connects to a database. The driver is in a folder, or where Python or the system installs it.
pub(crate) fn connect(target: &Target, folder: Option<&Path>) -> anyhow::Result<ManagedConnection> {
    let Some(kind) = Kind::of(target) else {
        bail!("a folder is not a database");
    };
    let mut driver = load(&kind, folder)?;
    if let Target::Sqlite(file) = target {
        check_writable(file)
            .with_context(|| format!("the file {} cannot be written", shown(Path::new(file))))?;
    }
    let options = [(kind.option, OptionValue::String(kind.name))];
    let database = driver.new_database_with_opts(options);
    let connection = database.and_then(|database| database.new_connection());
    connection
        .map_err(|error| anyhow!(error.message))
        .context("cannot connect to the database")
}

/// Checks that the file of an SQLite database can be written or created. The driver would report
/// that memory is missing, or open the file for reading only.
fn check_writable(file: &str) -> io::Result<()> {
    if file == ":memory:" || file.starts_with("file:") {
        return Ok(());
    }
    match File::options().append(true).open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            File::create_new(file)?;
            fs::remove_file(file)
        }
        opened => opened.map(drop),
    }
}

fn load(kind: &Kind, folder: Option<&Path>) -> anyhow::Result<ManagedDriver> {
    let file = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", kind.library);
    let found = match folder {
        Some(folder) => {
            let found = find(folder, &file, DEPTH);
            let missing = || {
                let advice = kind.advice(folder);
                format!("--drivers: {file} is not in {}: {advice}", shown(folder))
            };
            Some(found.with_context(missing)?)
        }
        None => python_folders()
            .iter()
            .find_map(|folder| find(folder, &file, 1)),
    };
    let version = AdbcVersion::V110;
    let driver = match &found {
        Some(path) => ManagedDriver::load_dynamic_from_filename(path, kind.entrypoint, version),
        None => {
            let flags = LOAD_FLAG_DEFAULT;
            ManagedDriver::load_from_name(kind.library, kind.entrypoint, version, flags, None)
        }
    };
    driver.map_err(|error| match found {
        Some(path) => anyhow!("cannot load {}: {}", path.display(), error.message),
        None => anyhow!(
            "the driver {file} is missing: {}",
            kind.advice(Path::new("drivers"))
        ),
    })
}

/// Finds a file in a folder or its subfolders.
fn find(folder: &Path, name: &str, depth: usize) -> Option<PathBuf> {
    let path = folder.join(name);
    if path.is_file() {
        // A name without a folder would be searched elsewhere.
        return path.canonicalize().ok();
    }
    if depth == 0 {
        return None;
    }
    let entries = fs::read_dir(folder).ok()?;
    let mut folders: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders
        .iter()
        .find_map(|folder| find(folder, name, depth - 1))
}

/// Returns the folders where pip installs packages: of the active virtual environment, the user and
/// the system.
fn python_folders() -> Vec<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from);
    let home = variable("HOME").map(|home| home.join(".local"));
    let roots = [
        variable("VIRTUAL_ENV"),
        variable("CONDA_PREFIX"),
        home,
        Some("/usr/local".into()),
    ];
    let mut folders = Vec::new();
    for root in roots.into_iter().flatten() {
        let Ok(entries) = fs::read_dir(root.join("lib")) else {
            continue;
        };
        let mut versions: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        versions.sort();
        for version in versions {
            folders.push(version.join("site-packages"));
            folders.push(version.join("dist-packages"));
        }
    }
    folders.retain(|folder| folder.is_dir());
    folders
}
