//! The target of a load: a folder, or a database.

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
        let (scheme, name) = match value.split_once(':') {
            Some((scheme, name)) if is_scheme(scheme) || name.starts_with("//") => {
                (scheme.to_ascii_lowercase(), name)
            }
            _ => (String::new(), value),
        };
        if name.is_empty() {
            bail!("the name of a file or folder is missing");
        }
        let name = name.to_owned();
        Ok(match &scheme[..] {
            "" => Target::Folder(name.into()),
            "sqlite" => Target::Sqlite(name),
            "duckdb" => Target::DuckDb(name),
            "postgresql" | "postgres" if name.starts_with("//") => {
                Target::PostgreSql(format!("{scheme}:{name}"))
            }
            _ => bail!(
                "unknown database {value:?}: expected postgresql://..., sqlite:FILE or duckdb:FILE. \
                 A folder with this name is ./{value}"
            ),
        })
    }
}

/// Returns whether the text before a colon can be the name of a database. A single letter is a
/// drive of Windows.
fn is_scheme(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        let target = |text: &str| text.parse::<Target>().unwrap();
        assert_eq!(target("out"), Target::Folder("out".into()));
        for folder in ["a:b", "./sqlite:a", "2024-01-01T10:00", "data/x:y"] {
            assert_eq!(target(folder), Target::Folder(folder.into()));
        }
        assert_eq!(target("sqlite:a.db"), Target::Sqlite("a.db".into()));
        assert_eq!(target("duckdb:/a.db"), Target::DuckDb("/a.db".into()));
        assert_eq!(target("Sqlite:A.db"), Target::Sqlite("A.db".into()));
        assert_eq!(target("DuckDB:A.db"), Target::DuckDb("A.db".into()));
        let uri = "postgres://host/db";
        assert_eq!(target(uri), Target::PostgreSql(uri.into()));
        let uri = "postgresql://Host/Db";
        let other = "POSTGRESQL://Host/Db";
        assert_eq!(target(other), Target::PostgreSql(uri.into()));
        for wrong in [
            "",
            "sqlite:",
            "mysql://host/db",
            "sqlite3:a",
            "postgresql+psycopg://host/db",
            "postgresql:db",
        ] {
            assert!(wrong.parse::<Target>().is_err(), "{wrong}");
        }
    }
}
