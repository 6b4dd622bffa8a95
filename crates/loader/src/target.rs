//! Where rows are loaded to.

use anyhow::bail;
use std::path::PathBuf;
use std::str::FromStr;

/// The value of `--to`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    /// A folder for Parquet files.
    Folder(PathBuf),
    /// The URI of a PostgreSQL database.
    PostgreSql(String),
    /// The file of a SQLite database.
    Sqlite(String),
    /// The file of a DuckDB database.
    DuckDb(String),
}

impl FromStr for Target {
    type Err = anyhow::Error;

    fn from_str(value: &str) -> anyhow::Result<Target> {
        if value.starts_with("postgresql://") || value.starts_with("postgres://") {
            return Ok(Target::PostgreSql(value.to_owned()));
        }
        let (target, name): (fn(String) -> Target, _) = match value.split_once(':') {
            Some(("sqlite", name)) => (Target::Sqlite, name),
            Some(("duckdb", name)) => (Target::DuckDb, name),
            Some((scheme, rest)) if rest.starts_with("//") => {
                bail!("unknown database {scheme:?}: expected postgresql://, sqlite: or duckdb:")
            }
            _ => (|name| Target::Folder(name.into()), value),
        };
        if name.is_empty() {
            bail!("the name of a file or folder is missing");
        }
        Ok(target(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        let target = |text: &str| text.parse::<Target>().unwrap();
        assert_eq!(target("out"), Target::Folder("out".into()));
        assert_eq!(target("a:b"), Target::Folder("a:b".into()));
        assert_eq!(target("sqlite:a.db"), Target::Sqlite("a.db".into()));
        assert_eq!(target("duckdb:/a.db"), Target::DuckDb("/a.db".into()));
        let uri = "postgres://host/db";
        assert_eq!(target(uri), Target::PostgreSql(uri.into()));
        for wrong in ["", "sqlite:", "mysql://host/db"] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }
}
