//! Checks the versions of all packages, and of their dependencies on each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};
use toml::{Table, Value};

/// Version, and whether the package is on crates.io.
type State = (String, bool);

/// Compares the manifests with the table in docs/release.md. With a version, also checks that all packages have it, and
/// that CHANGELOG.md has a heading for it.
pub fn check(version: Option<&str>) -> Result<()> {
    let mut failures = Vec::new();
    let mut found: BTreeMap<String, State> = BTreeMap::new();
    let mut manifests = vec!["Cargo.toml".to_owned()];
    for entry in fs::read_dir("crates")? {
        manifests.push(format!(
            "crates/{}/Cargo.toml",
            entry?.file_name().display()
        ));
    }
    for path in manifests {
        let manifest: Table = fs::read_to_string(&path)?.parse()?;
        let package = &manifest["package"];
        let is_published = match package.get("publish") {
            Some(Value::Array(registries)) => !registries.is_empty(),
            publish => publish != Some(&Value::Boolean(false)),
        };
        let text = |key| {
            package[key]
                .as_str()
                .map(str::to_owned)
                .context("not a string")
        };
        found.insert(text("name")?, (text("version")?, is_published));
        // Cargo cannot publish such a package.
        for name in unversioned(&manifest).filter(|_| is_published) {
            failures.push(format!(
                "{path} is published, but depends on {name} without a version"
            ));
        }
    }
    let npm = fs::read_to_string("crates/js/package.json")?;
    let line = npm
        .lines()
        .find_map(|line| line.trim().strip_prefix("\"version\": \""));
    let npm_version = line
        .and_then(|line| line.split('"').next())
        .context("package.json has no version")?;
    found.insert("utflane (npm)".to_owned(), (npm_version.to_owned(), false));

    let table = documented(&fs::read_to_string("docs/release.md")?);
    for name in BTreeSet::from_iter(found.keys().chain(table.keys())) {
        let (manifest, row) = (found.get(name), table.get(name));
        if manifest != row {
            failures.push(format!(
                "{name}: (version, is on crates.io) is {manifest:?} in the manifest, {row:?} in docs/release.md"
            ));
        }
    }
    if let Some(expected) = version {
        for (name, (version, _)) in found.iter().filter(|(_, (version, _))| version != expected) {
            failures.push(format!("{name} has version {version}, expected {expected}"));
        }
        let heading = format!("## {expected} ");
        if !fs::read_to_string("CHANGELOG.md")?
            .lines()
            .any(|line| line.starts_with(&heading))
        {
            failures.push(format!("CHANGELOG.md has no heading `{heading}- DATE`"));
        }
    }
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    let published = found
        .values()
        .filter(|(_, is_published)| *is_published)
        .count();
    println!(
        "{} packages, {published} of them for crates.io",
        found.len()
    );
    Ok(())
}

/// The dependencies on packages of this repository that have a path but no version.
fn unversioned(manifest: &Table) -> impl Iterator<Item = &str> {
    let dependencies = manifest
        .get("dependencies")
        .and_then(Value::as_table)
        .into_iter()
        .flatten();
    dependencies
        .filter(|(_, wanted)| wanted.get("path").is_some() && wanted.get("version").is_none())
        .map(|(name, _)| name.as_str())
}

/// The rows of the table in docs/release.md: package, version, where it goes.
fn documented(text: &str) -> BTreeMap<String, State> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| {
        let mut cells = row.split(" | ");
        let (name, version, goes) = (cells.next()?, cells.next()?, cells.next()?);
        Some((
            name.replace('`', ""),
            (version.to_owned(), goes.starts_with("crates.io")),
        ))
    })
    .collect()
}
