//! Checks of this repository that need to read its sources: `cargo xtask --help`.

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use clap::Parser;

mod adopt;
mod layers;
mod lexer;
mod mutants;
mod release;
mod unsafe_uses;

/// Checks of this repository that read its sources. `.ci/run` calls all of them.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Command {
    /// Change released crates so that they use the library, run their tests, and compare speed, size and compile time
    ///
    /// Cargo downloads the crates of xtask/adopt/adopters.toml. Each row is printed as soon as it is complete.
    Adopt {
        /// A folder of texts in UTF-8, with names that end in .txt
        #[arg(long, value_name = "FOLDER")]
        texts: PathBuf,
        /// Put the rows into the table of docs/adopting.md
        #[arg(long)]
        write: bool,
        /// Only these crates
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Inject the bugs of xtask/mutants.toml, one at a time, into a copy of the library, and check that a test fails
    ///
    /// For each bug, only the tests that should detect it are run. They must pass without a bug.
    Mutants {
        /// Run no tests: check that the sources contain the code that each bug replaces
        #[arg(long)]
        check: bool,
        /// Inject only part I of N, from 0 on
        #[arg(long, value_name = "I/N", value_parser = part, default_value = "0/1", conflicts_with = "names")]
        part: (usize, usize),
        /// Inject only bugs whose names begin with one of these
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Check that each layer of the library uses only those listed above it in docs/architecture.md
    ///
    /// A use is an import, or a call of a method that only a higher layer defines. Also checks that no file of the library
    /// is too long. Tests may use all layers.
    Layers,
    /// Compare the versions of all packages with the table in docs/release.md
    ///
    /// Also checks that published packages depend on each other with a version.
    Release {
        /// Also check that all packages have this version, and that CHANGELOG.md has a heading for it
        version: Option<String>,
    },
    /// Check every use of `unsafe`, and write their numbers to docs/unsafe.md
    ///
    /// Fails if a use is in a file that the page does not list, or has no reason: each block or attribute needs a `SAFETY`
    /// comment directly before it, each function a section `# Safety`. Also fails if a macro for intrinsics over registers
    /// calls an intrinsic that accesses memory.
    Unsafe {
        /// Only compare the numbers
        #[arg(long)]
        check: bool,
    },
}

fn main() -> Result<()> {
    let command = Command::parse();
    env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    match command {
        Command::Adopt {
            texts,
            write,
            names,
        } => adopt::run(&names, &texts, write),
        Command::Mutants { check: true, .. } => mutants::check(),
        Command::Mutants { part, names, .. } => mutants::run(part, &names),
        Command::Layers => layers::check(),
        Command::Release { version } => release::check(version.as_deref()),
        Command::Unsafe { check } => unsafe_uses::check(check),
    }
}

fn part(text: &str) -> Result<(usize, usize)> {
    let (part, parts) = text.split_once('/').context("expected I/N")?;
    let (part, parts) = (part.parse()?, parts.parse()?);
    ensure!(part < parts, "there are {parts} parts, from 0 on");
    Ok((part, parts))
}

/// The paths and contents of all Rust sources below a folder, sorted, with `/` between the parts of a path.
fn sources(folder: &str) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = format!("{folder}/{}", entry.file_name().display());
        if entry.file_type()?.is_dir() {
            found.extend(sources(&path)?);
        } else if path.ends_with(".rs") {
            let source = fs::read_to_string(&path)?;
            found.push((path, source));
        }
    }
    Ok(found)
}
