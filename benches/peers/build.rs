//! Says early and clearly what building simdutf needs, and records which C++ compiler builds it.

use std::env;
use std::process::Command;

const NEEDED: &str = "
    The peers benchmark compiles simdutf, which needs a C++ compiler.
    Install one (Debian: `apt-get install clang` or `g++`; clang gives the faster simdutf)
    or name it: `CXX=clang++ cargo run --release --manifest-path benches/peers/Cargo.toml`.
    The library itself needs none.
";

fn main() {
    let target = env::var("TARGET").unwrap_or_default();
    // The order in which the `cc` crate looks.
    let variables = [
        format!("CXX_{target}"),
        format!("CXX_{}", target.replace(['-', '.'], "_")),
        "HOST_CXX".to_string(),
        "CXX".to_string(),
    ];
    for variable in &variables {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    println!("cargo:rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let rustc = first_line(&rustc).unwrap_or_else(|| "unknown rustc".to_string());
    println!("cargo:rustc-env=RUSTC_VERSION={rustc}");
    let named = variables
        .iter()
        .find_map(|variable| env::var(variable).ok());
    let default = if target.contains("msvc") { "cl" } else { "c++" };
    let compiler = named.unwrap_or_else(|| default.to_string());
    match first_line(&compiler) {
        Some(version) => {
            println!("cargo:rustc-env=CXX_VERSION={version}");
            if !version.contains("clang") && first_line("clang++").is_some() {
                println!(
                    "cargo:warning=simdutf is built by {compiler} ({version}), although clang is \
                     here: it builds some kernels better, so set CXX=clang++"
                );
            }
        }
        None => panic!("\n\n    cannot run `{compiler}`{NEEDED}\n"),
    }
}

/// The first line of what a compiler says of itself; `None` if it cannot be run.
fn first_line(compiler: &str) -> Option<String> {
    let mut words = compiler.split_whitespace();
    let output = Command::new(words.next()?)
        .args(words)
        .arg("--version")
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    Some(text.lines().next().unwrap_or("unknown").trim().to_string())
}
