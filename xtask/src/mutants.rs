//! Mutation tests: injects one bug at a time into a copy of the sources, and checks that a test fails.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Instant;
use std::{env, fs, path};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::lexer::{Kind, Token, tokens};

const LIST: &str = "xtask/mutants.toml";

/// What `timeout` returns if the time is over.
const TIMED_OUT: i32 = 124;

/// A row of xtask/mutants.toml, which describes the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bug {
    #[serde(skip)]
    name: String,
    file: String,
    from: String,
    to: String,
    #[serde(default = "quick")]
    tests: Vec<String>,
    cpu: Option<String>,
}

fn quick() -> Vec<String> {
    [
        "conformance boundaries::vectors:: every_pattern each_continuation",
        "conformance boundaries::rows::",
    ]
    .map(str::to_owned)
    .to_vec()
}

impl Bug {
    /// Returns the source with the bug.
    fn inject(&self, source: &str) -> Result<String> {
        let place = find(source, &self.from)
            .with_context(|| format!("{}: {}: `{}`", self.name, self.file, self.from))?;
        Ok(format!(
            "{}{}{}",
            &source[..place.start],
            self.to,
            &source[place.end..]
        ))
    }
}

fn load() -> Result<Vec<Bug>> {
    let table: toml::Table = fs::read_to_string(LIST)?.parse()?;
    let rows = table.into_iter();
    rows.map(|(name, row)| {
        let bug: Bug = row.try_into().with_context(|| format!("{LIST}: {name}"))?;
        Ok(Bug { name, ..bug })
    })
    .collect()
}

/// Checks that the sources contain the code that each bug replaces, and that its test programs exist.
pub fn check() -> Result<()> {
    let bugs = load()?;
    let inject = |bug: &Bug| {
        for item in &bug.tests {
            ensure!(has_program(item), "{}: no test program: {item}", bug.name);
        }
        let source = fs::read_to_string(&bug.file).with_context(|| bug.file.clone())?;
        bug.inject(&source)
    };
    let failures: Vec<String> = bugs
        .iter()
        .filter_map(|bug| inject(bug).err())
        .map(|error| format!("{error:#}"))
        .collect();
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    println!(
        "{} bugs: the sources contain the code that each replaces, and its test programs exist",
        bugs.len()
    );
    Ok(())
}

/// Returns whether the program of an item of `tests` exists. Only `run` checks whether a filter selects a test.
fn has_program(item: &str) -> bool {
    let program = item.split(' ').next().unwrap_or(item);
    let files = [
        format!("tests/{program}.rs"),
        format!("tests/{program}/main.rs"),
    ];
    program == "lib" || files.iter().any(|file| path::Path::new(file).exists())
}

/// Returns the range of the only occurrence of the tokens of `code` in `source`.
fn find(source: &str, code: &str) -> Result<Range<usize>> {
    let without_comments = |text| tokens(text).filter(|token| token.kind != Kind::Comment);
    let source: Vec<Token<'_>> = without_comments(source).collect();
    let code: Vec<&str> = without_comments(code).map(|token| token.text).collect();
    let mut places =
        (0..source.len()).filter_map(|at| Some(at..at + matching(&source[at..], &code)?));
    let place = places
        .next()
        .context("the file does not contain this code")?;
    ensure!(
        places.next().is_none(),
        "the file contains this code more than once"
    );
    let last = source[place.end - 1];
    Ok(source[place.start].start..last.start + last.text.len())
}

/// Returns the number of tokens at the start of `source` that match `code`. Either may have a comma before a closing bracket
/// that the other does not have, because rustfmt adds one when it breaks a line.
fn matching(source: &[Token<'_>], code: &[&str]) -> Option<usize> {
    let is_closing = |token: &str| matches!(token, ")" | "]" | "}");
    let (mut at, mut index) = (0, 0);
    while index < code.len() {
        match (source.get(at)?.text, code[index]) {
            (found, wanted) if found == wanted => (at, index) = (at + 1, index + 1),
            (",", wanted) if at > 0 && is_closing(wanted) => at += 1,
            (found, ",") if at > 0 && is_closing(found) => index += 1,
            _ => return None,
        }
    }
    (at > 0).then_some(at)
}

/// What to do with a test program.
#[derive(Clone, Copy, PartialEq)]
enum Action {
    Build,
    /// Run the short tests.
    RunShort,
    /// Run all tests: a short test may check only a sample, which a bug can escape.
    RunAll,
}

/// A copy of the library.
struct Copy {
    target: PathBuf,
    folder: PathBuf,
}

impl Copy {
    fn new() -> Result<Copy> {
        let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let target = path::absolute(PathBuf::from(target).join("mutants"))?;
        let folder = target.join("source");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        // The copies get new modification times. Otherwise cargo would reuse the build of an interrupted run.
        let files = [
            "Cargo.toml",
            "Cargo.lock",
            "README.md",
            "build.rs",
            "src",
            "tests",
            "examples",
        ];
        ensure!(
            Command::new("cp")
                .arg("-r")
                .args(files)
                .arg(&folder)
                .status()?
                .success(),
            "cannot copy the sources"
        );
        let manifest = fs::read_to_string("Cargo.toml")?;
        let lines: Vec<&str> = manifest
            .lines()
            .filter(|line| !line.starts_with("members = "))
            .collect();
        fs::write(folder.join("Cargo.toml"), lines.join("\n"))?;
        Ok(Copy { target, folder })
    }

    /// Runs `cargo test` for an item of `tests`.
    fn test(&self, item: &str, action: Action) -> Result<Output> {
        let mut words = item.split(' ');
        let program = words.next().context("no test program")?;
        let mut command = Command::new("timeout");
        // Compiling is not limited.
        command.args([
            if action == Action::Build { "0" } else { "300" },
            "cargo",
            "test",
            "--quiet",
        ]);
        match program {
            "lib" => command.arg("--lib"),
            _ => command.args(["--test", program]),
        };
        // The same for all programs, so that each bug is compiled once.
        let features = "multibyte,parallel,utflane-test-support/typed";
        command.args(["--features", features]);
        match action {
            Action::Build => command.arg("--no-run"),
            Action::RunShort => command.arg("--").args(words),
            Action::RunAll => command.args(["--", "--include-ignored"]).args(words),
        };
        // `emulated` leaves out dependencies of random tests, see Cargo.toml. The tests of detection need them.
        let flags = if program == "detection" {
            "-Awarnings"
        } else {
            "--cfg emulated -Awarnings"
        };
        command.env("RUSTFLAGS", flags).env("RUST_BACKTRACE", "0");
        // Unoptimised, because building takes longer than running the quickest tests.
        command
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "1")
            .env("CARGO_PROFILE_TEST_OPT_LEVEL", "0");
        command
            .env("CARGO_PROFILE_TEST_DEBUG", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        Ok(command.current_dir(&self.folder).output()?)
    }

    /// Injects a bug, and returns which test detects it, if one does.
    fn detect(&self, bug: &Bug) -> Result<Option<String>> {
        let path = self.folder.join(&bug.file);
        let source = fs::read_to_string(&path)?;
        fs::write(&path, bug.inject(&source)?)?;
        let build = self.test(&bug.tests[0], Action::Build)?;
        ensure!(
            build.status.success(),
            "{}: does not compile\n{}",
            bug.name,
            log(&build)
        );
        let mut detected = None;
        for item in &bug.tests {
            let output = self.test(item, Action::RunAll)?;
            if output.status.success() || output.status.code() == Some(TIMED_OUT) {
                continue;
            }
            let log = log(&output);
            let test = log
                .lines()
                .find_map(|line| line.strip_prefix("---- ")?.strip_suffix(" stdout ----"));
            let program = item.split(' ').next().unwrap_or(item);
            // If the test program crashed, no test name is printed.
            detected = Some(format!(
                "{program} {}",
                test.map_or_else(|| output.status.to_string(), str::to_owned)
            ));
            break;
        }
        fs::write(&path, source)?;
        Ok(detected)
    }
}

fn log(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Runs the bugs of a part (its index, and the number of parts), or those whose names begin with one of `names`.
pub fn run((part, parts): (usize, usize), names: &[String]) -> Result<()> {
    let start = Instant::now();
    let all = load()?;
    let is_named =
        |bug: &Bug| names.is_empty() || names.iter().any(|name| bug.name.starts_with(name));
    let mut bugs: Vec<&Bug> = all
        .iter()
        .skip(part)
        .step_by(parts)
        .filter(|bug| is_named(bug))
        .collect();
    ensure!(
        !bugs.is_empty(),
        "no name of a bug in {LIST} begins with {names:?}"
    );
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let has = |feature: &str| cpu.split_whitespace().any(|word| word == feature);
    bugs.retain(
        |bug| match bug.cpu.as_deref().filter(|feature| !has(feature)) {
            Some(feature) => {
                println!("NOT RUN: {}: this CPU does not have {feature}", bug.name);
                false
            }
            None => true,
        },
    );

    let copy = Copy::new()?;
    let tests: BTreeSet<&String> = bugs.iter().flat_map(|bug| &bug.tests).collect();
    for item in &tests {
        let build = copy.test(item, Action::Build)?;
        ensure!(
            build.status.success(),
            "{item} does not compile\n{}",
            log(&build)
        );
        // The long tests take minutes in this unoptimised build, and other steps of CI run them.
        let output = copy.test(item, Action::RunShort)?;
        ensure!(
            output.status.success(),
            "{item} fails without any bug\n{}",
            log(&output)
        );
        ensure!(
            !log(&output).contains("running 0 tests"),
            "{item} selects no test"
        );
    }
    println!(
        "{} sets of tests pass without any bug, in {} s",
        tests.len(),
        start.elapsed().as_secs()
    );
    let mut missed = 0;
    for bug in &bugs {
        let start = Instant::now();
        match copy.detect(bug)? {
            Some(test) => println!(
                "{}: caught by {test} in {} s",
                bug.name,
                start.elapsed().as_secs()
            ),
            None => {
                println!("NOT CAUGHT: {}", bug.name);
                missed += 1;
            }
        }
    }
    if missed > 0 {
        bail!("{missed} of {} bugs were not caught", bugs.len());
    }
    println!(
        "all {} bugs of {} caught in {} s",
        bugs.len(),
        all.len(),
        start.elapsed().as_secs()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn code_that_is_formatted_in_another_way() {
        let source =
            "fn f() {\n    // g(a, b)\n    g(\n        a, // First.\n        b,\n    );\n}";
        let start = source.find("g(\n").expect("the call");
        for code in ["g(a, b)", "g( a,b, )", "g(a,\n  b )"] {
            assert_eq!(
                &source[find(source, code).expect("one place")],
                &source[start..source.len() - 3]
            );
        }
        assert_eq!(find("a(b, c)", "a(b, c,)").expect("one place"), 0..7);
    }

    #[test]
    fn code_that_is_different_or_not_unique() {
        let error = |source, code| find(source, code).expect_err("no place").to_string();
        assert_eq!(
            error("let ab = \"a b\";", "a b"),
            "the file does not contain this code"
        );
        assert_eq!(
            error("f(\"a  b\")", "f(\"a b\")"),
            "the file does not contain this code"
        );
        assert_eq!(
            error("a - 1; a-1", "a - 1"),
            "the file contains this code more than once"
        );
        assert_eq!(error("a", ""), "the file does not contain this code");
    }
}
