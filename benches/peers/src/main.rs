//! Finds a C++ compiler for simdutf, then builds and runs the measurement with it.
//!
//! Cargo would build simdutf before any code of ours could say what is missing, so this program
//! comes first. It prefers clang, which builds some of simdutf's kernels better than gcc; `CXX`
//! overrides the choice.

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

const MISSING: &str = "\
The peers benchmark compiles simdutf, a C++ library, and found no C++ compiler.
Install clang (best) or gcc, on Debian with `apt-get install clang`, or name one: CXX=path/to/c++.
The library itself needs none.";

/// The names that compilers go by, the best first: where several clangs are installed, the one
/// without a number is seldom the newest.
fn compilers() -> impl Iterator<Item = String> {
    let numbered = (14..=30).rev().map(|version| format!("clang++-{version}"));
    numbered.chain(["clang++", "g++", "c++"].map(str::to_string))
}

fn main() -> ExitCode {
    let compiler = match env::var("CXX") {
        Ok(named) => Some(named).filter(|named| runs(named)),
        Err(_) => compilers().find(|name| runs(name)),
    };
    let Some(compiler) = compiler else {
        eprintln!("{MISSING}");
        return ExitCode::FAILURE;
    };
    let mut measure = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_string()));
    measure
        .args(["run", "--release", "--package", "utflane-peers"])
        .args([
            "--manifest-path",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        ])
        .env("CXX", compiler);
    if let Some(folder) = target_folder() {
        measure.arg("--target-dir").arg(folder);
    }
    match measure.arg("--").args(env::args_os().skip(1)).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot run cargo: {error}");
            ExitCode::FAILURE
        }
    }
}

fn runs(compiler: &str) -> bool {
    let mut words = compiler.split_whitespace();
    words.next().is_some_and(|program| {
        let mut command = Command::new(program);
        command
            .args(words)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

/// Where this program was built: `TARGET/release/peers`.
fn target_folder() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    Some(program.parent()?.parent()?.to_path_buf())
}
