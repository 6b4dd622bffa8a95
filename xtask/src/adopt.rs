//! Changes released crates so that they use the library, runs their tests, and measures what the change brings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use regex::Regex;
use serde::Deserialize;

const PAGE: &str = "docs/adopting.md";
const FOLDER: &str = "xtask/adopt";
const HEADING: &str =
    "| crate | tests that pass | speed: mean, worst, best text | program | release build |";
/// Runs of each program. They alternate, and the shortest time of each text counts.
const RUNS: usize = 10;

/// A crate of `xtask/adopt/adopters.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Adopter {
    version: String,
    /// A dependency, and the folder of the package of this repository that replaces it.
    patch: Option<(String, String)>,
    /// Changes of its sources, which then depend on `utflane`.
    #[serde(default)]
    edits: Vec<Edit>,
    /// Options of `cargo test`.
    #[serde(default)]
    test: Vec<String>,
    /// The dependencies of the program that measures it.
    dependencies: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: String,
    /// Each occurrence is replaced. Without it, `to` is added at the end of the file.
    #[serde(default)]
    from: String,
    to: String,
}

/// A program that measures a crate, with the cost of its build.
struct Program {
    path: PathBuf,
    cpu_seconds: f64,
    kib: u64,
}

/// The result of the tests of a crate.
#[derive(Default)]
struct Tests {
    passed: usize,
    /// The names of those that fail.
    failed: Vec<String>,
}

impl Tests {
    fn ran(&self) -> usize {
        self.passed + self.failed.len()
    }
}

/// Describes the tests of a changed crate, and how those of the unchanged one differ.
fn compare(changed: &Tests, original: &Tests) -> String {
    let ours = format!("{} of {}", changed.passed, changed.ran());
    match (changed.failed.len(), original.ran() == changed.ran()) {
        (0, true) if original.failed.is_empty() => ours,
        (count, true) if original.failed == changed.failed => {
            format!("{ours}; the same {count} fail in the released crate")
        }
        _ => format!(
            "{ours}; released crate: {} of {}",
            original.passed,
            original.ran()
        ),
    }
}

/// Prints a row for each crate. With `write`, also puts it into the table of the page.
pub fn run(names: &[String], texts: &Path, write: bool) -> Result<()> {
    let list = fs::read_to_string(format!("{FOLDER}/adopters.toml"))?;
    let list: BTreeMap<String, Adopter> = toml::from_str(&list)?;
    for name in names {
        ensure!(
            list.contains_key(name),
            "no crate {name} in {FOLDER}/adopters.toml"
        );
    }
    let folder = env::current_dir()?.join("target/adopt");
    let registry = registry(&folder, &list)?;
    let machine = machine()?;
    println!("{machine}");
    for (name, adopter) in &list {
        if names.is_empty() || names.contains(name) {
            let row = adopter.row(name, &folder.join(name), &registry, texts)?;
            println!("{row}");
            if write {
                put(&machine, name, &row)?;
            }
        }
    }
    Ok(())
}

/// Puts a row into the table of the page, sorted. If the other rows are of another machine or compiler, removes them.
fn put(machine: &str, name: &str, row: &str) -> Result<()> {
    let page = fs::read_to_string(PAGE)?;
    let (before, rest) = page.split_once("<!-- adopt -->\n").context("no table")?;
    let (old, after) = rest
        .split_once("<!-- end -->")
        .context("no end of the table")?;
    let is_other = |line: &&str| {
        let is_row = line.starts_with("| ") && !line.starts_with("| crate ");
        is_row && old.starts_with(machine) && !line.starts_with(&format!("| {name} "))
    };
    let mut rows: Vec<&str> = old.lines().filter(is_other).chain([row]).collect();
    rows.sort_unstable();
    let table = format!(
        "{machine}\n\n{HEADING}\n|---|---|---|---|---|\n{}\n",
        rows.join("\n")
    );
    let page = format!("{before}<!-- adopt -->\n{table}<!-- end -->{after}");
    Ok(fs::write(PAGE, page)?)
}

impl Adopter {
    fn row(&self, name: &str, folder: &Path, registry: &Path, texts: &Path) -> Result<String> {
        let source = registry.join(format!("{name}-{}", self.version));
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder)?;
        let (original, changed) = (folder.join("original"), folder.join("changed"));
        for copy in [&original, &changed] {
            output(Command::new("cp").arg("-r").args([&source, copy]))?;
            let _ = fs::remove_file(copy.join("Cargo.lock"));
            append(&copy.join("Cargo.toml"), "\n[workspace]\n")?;
        }
        let patch = match &self.patch {
            Some((dependency, package)) => {
                let path = env::current_dir()?.join(package);
                let patch = format!("[patch.crates-io]\n{dependency} = {{ path = {path:?} }}\n");
                append(&changed.join("Cargo.toml"), &patch)?;
                patch
            }
            None => {
                self.edit(&changed)?;
                format!("[patch.crates-io]\n{name} = {{ path = {changed:?} }}\n")
            }
        };
        let tests = compare(&self.test(&changed)?, &self.test(&original)?);
        let theirs = self.build(name, &folder.join("program-original"), "")?;
        let ours = self.build(name, &folder.join("program-changed"), &patch)?;
        let tree = ["tree", "--invert", "utflane"];
        for user in [&changed, &folder.join("program-changed")] {
            output(&mut cargo(user, &tree)).context("it does not use utflane")?;
        }
        Ok(format!(
            "| {name} {} | {tests} | {} | {:+} KiB | {:.1} s, {:.1} s before |",
            self.version,
            speed(&ours.path, &theirs.path, texts)?,
            ours.kib as i64 - theirs.kib as i64,
            ours.cpu_seconds,
            theirs.cpu_seconds
        ))
    }

    /// Changes the sources, and adds the dependency.
    fn edit(&self, crate_folder: &Path) -> Result<()> {
        let dependency = format!(
            "\n[dependencies.utflane]\npath = {:?}\ndefault-features = false\n",
            env::current_dir()?
        );
        append(&crate_folder.join("Cargo.toml"), &dependency)?;
        for edit in &self.edits {
            let path = crate_folder.join(&edit.file);
            let old = fs::read_to_string(&path)?;
            ensure!(
                old.contains(&edit.from),
                "{} does not contain `{}`",
                path.display(),
                edit.from
            );
            let new = match edit.from.as_str() {
                "" => old + &edit.to,
                from => old.replace(from, &edit.to),
            };
            fs::write(path, new)?;
        }
        Ok(())
    }

    /// Runs the tests.
    fn test(&self, crate_folder: &Path) -> Result<Tests> {
        let target = crate_folder.with_file_name("target");
        // All tests: also those in the documentation, and those that run the examples.
        let mut command = cargo(crate_folder, &["test", "--no-fail-fast"]);
        command.args(&self.test).arg("--target-dir").arg(&target);
        let output = command.stderr(Stdio::piped()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        // The names of tests in the documentation contain line numbers, which a change may move.
        let result =
            Regex::new(r"(?m)^test (.+?)(?: \(line \d+\))?(?: - [a-z ]+)? \.\.\. (ok|FAILED)$")?;
        let mut tests = Tests::default();
        for found in result.captures_iter(&text) {
            match &found[2] {
                "ok" => tests.passed += 1,
                _ => tests.failed.push(found[1].to_owned()),
            }
        }
        tests.failed.sort_unstable();
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(tests.passed > 0, "no test passed:\n{errors}");
        Ok(tests)
    }

    /// Builds the program that measures the crate, from scratch.
    fn build(&self, name: &str, folder: &Path, patch: &str) -> Result<Program> {
        let manifest = format!(
            "[package]\nname = \"measure\"\nedition = \"2024\"\n[dependencies]\n{}\n[profile.release]\nstrip = true\n[workspace]\n{patch}",
            self.dependencies
        );
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::copy(format!("{FOLDER}/harness.rs"), folder.join("src/main.rs"))?;
        fs::copy(format!("{FOLDER}/{name}.rs"), folder.join("src/adopter.rs"))?;
        output(&mut cargo(folder, &["fetch", "--quiet"]))?;
        let before = children_seconds()?;
        let options = ["build", "--quiet", "--release", "--target-dir", "target"];
        output(&mut cargo(folder, &options))?;
        let path = folder.join("target/release/measure");
        Ok(Program {
            cpu_seconds: children_seconds()? - before,
            kib: fs::metadata(&path)?.len() / 1024,
            path,
        })
    }
}

/// Returns the geometric mean, the minimum and the maximum of the time of `theirs` relative to that
/// of `ours`. The programs run in turn.
fn speed(ours: &Path, theirs: &Path, texts: &Path) -> Result<String> {
    let mut best: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for _ in 0..RUNS {
        for (index, program) in [ours, theirs].into_iter().enumerate() {
            for line in output(Command::new(program).arg(texts))?.lines() {
                let (text, nanoseconds) = line.split_once('\t').with_context(|| {
                    format!(
                        "no tab in the output line {line:?} of {}",
                        program.display()
                    )
                })?;
                let times = best.entry(text.to_owned()).or_insert([f64::MAX; 2]);
                times[index] = times[index].min(nanoseconds.parse()?);
            }
        }
    }
    ensure!(!best.is_empty(), "no text in {}", texts.display());
    let mut ratios: Vec<(f64, &str)> = best
        .iter()
        .map(|(text, [ours, theirs])| (theirs / ours, text.as_str()))
        .collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean =
        (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let (worst, best) = (ratios[0], ratios[ratios.len() - 1]);
    Ok(format!(
        "{mean:.2}, {:.2} {}, {:.2} {}",
        worst.0, worst.1, best.0, best.1
    ))
}

/// Downloads the crates, and returns the folder of Cargo with their sources.
fn registry(folder: &Path, list: &BTreeMap<String, Adopter>) -> Result<PathBuf> {
    let fetched = folder.join("fetched");
    fs::create_dir_all(fetched.join("src"))?;
    fs::write(fetched.join("src/lib.rs"), "")?;
    let mut manifest =
        "[package]\nname = \"fetched\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n"
            .to_owned();
    for (name, adopter) in list {
        manifest += &format!("{name} = \"={}\"\n", adopter.version);
    }
    fs::write(fetched.join("Cargo.toml"), manifest)?;
    let metadata = ["metadata", "--quiet", "--format-version=1"];
    let metadata = output(&mut cargo(&fetched, &metadata))?;
    let path = Regex::new(r#""manifest_path":"([^"]*/registry/src/[^"/]*)/"#)?;
    let found = path.captures(&metadata).context("no source folder")?;
    Ok(PathBuf::from(&found[1]))
}

/// CPU and compiler.
fn machine() -> Result<String> {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |key: &str| {
        let found = Regex::new(&format!("(?m)^{key}\\s*: (.*)"))
            .ok()?
            .captures(&info)?;
        Some(found[1].replace("(R)", ""))
    };
    let value = |key| value(key).unwrap_or_else(|| "unknown".to_owned());
    let rustc = output(Command::new("rustc").arg("--version"))?;
    let rustc = rustc.split(' ').nth(1).unwrap_or("unknown");
    Ok(format!(
        "{} (family {}, model {}), rustc {rustc}:",
        value("model name"),
        value("cpu family"),
        value("model")
    ))
}

/// User and system time of all children so far, on Linux.
fn children_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let fields: Vec<&str> = fields.split(' ').collect();
    // Fields 16 and 17 in `man proc_pid_stat`, in ticks of 10 ms. The third field is the first here.
    Ok((fields[13].parse::<f64>()? + fields[14].parse::<f64>()?) / 100.0)
}

/// A command of Cargo, without the settings of this repository's build.
fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(folder);
    command
        .env_remove("CARGO_TARGET_DIR")
        .env_remove("RUSTFLAGS");
    let off = [
        "CARGO_INCREMENTAL",
        "CARGO_PROFILE_DEV_DEBUG",
        "CARGO_PROFILE_TEST_DEBUG",
    ];
    command.envs(off.map(|name| (name, "0")));
    command
}

/// Runs a command, and returns its standard output.
fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{command:?} fails");
    Ok(String::from_utf8(output.stdout)?)
}

fn append(path: &Path, text: &str) -> Result<()> {
    Ok(fs::write(path, fs::read_to_string(path)? + text)?)
}
