//! Records the compilers, which a figure is worth nothing without.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=CXX");
    println!("cargo:rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_string());
    println!("cargo:rustc-env=RUSTC_VERSION={}", version(&rustc));
    println!("cargo:rustc-env=CXX_VERSION={}", version(&compiler));
}

/// The first line of what a compiler says of itself.
fn version(compiler: &str) -> String {
    let mut words = compiler.split_whitespace();
    let output = Command::new(words.next().unwrap_or_default())
        .args(words)
        .arg("--version")
        .output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text.as_deref().unwrap_or_default().lines().next();
    line.unwrap_or("an unknown compiler").trim().to_string()
}
